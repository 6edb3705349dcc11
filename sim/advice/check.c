/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The check of a scenario: a table of advices, each looked for in turn. The order is that in which
 * a user mends: units first, for what follows from wrong ones is noise; then what the agents are,
 * then horizons, then distances and numbers of neighbours, then the places. */

#include "advice/advice.h"
#include "report/plain_locale.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

static const ssti_advice_kind kinds[] = {
    {"odd-units", ssti_look_odd_units, false},
    {"odd-time-step", ssti_look_odd_time_step, false},
    {"odd-radius", ssti_look_odd_radius, false},
    {"odd-speed", ssti_look_odd_speed, false},
    {"odd-positions", ssti_look_odd_positions, false},
    {"preferred-above-max", ssti_look_preferred_above_max, false},
    {"never-moves", ssti_look_never_moves, false},
    {"never-enters", ssti_look_never_enters, false},
    {"horizon-below-step", ssti_look_horizon_below_step, false},
    {"horizon-short", ssti_look_horizon_short, false},
    {"tuning-order", ssti_look_tuning_order, false},
    {"neighbor-dist-short", ssti_look_neighbor_dist_short, false},
    {"sees-nobody", ssti_look_sees_nobody, false},
    {"seen-by-nobody", ssti_look_seen_by_nobody, false},
    {"max-neighbors-low", ssti_look_max_neighbors_low, true},
    {"agents-overlap", ssti_look_agents_overlap, true},
    {"agent-in-obstacle", ssti_look_agent_in_obstacle, true},
    {"agent-outside-room", ssti_look_agent_outside_room, true},
    {"goals-overlap", ssti_look_goals_overlap, true},
    {"goal-unreachable", ssti_look_goal_unreachable, true},
    {"area-crowded", ssti_look_area_crowded, true},
    {"door-narrow", ssti_look_door_narrow, true},
    {"goal-hidden", ssti_look_goal_hidden, true},
    {"obstacle-out-of-reach", ssti_look_obstacle_out_of_reach, true},
    {"head-on", ssti_look_head_on, true},
};
enum { KIND_COUNT = sizeof kinds / sizeof *kinds, MOST_OF_A_KIND = 10, MESSAGE_SIZE = 640 };

static void pass_on(const ssti_check *check, sst_severity severity, ssti_subject subject,
                    const char *text) {
    sst_advice advice = {.code = check->kind->code,
                         .severity = severity,
                         .file = check->scenario->file,
                         .line = subject.place.line,
                         .column = subject.place.column,
                         .text = text,
                         .parameter = subject.parameter,
                         .recommended = subject.recommended};
    if (check->to.advise)
        check->to.advise(&advice, check->to.context);
}

void ssti_advise(ssti_check *check, sst_severity severity, ssti_subject subject, const char *format,
                 ...) {
    char text[MESSAGE_SIZE];
    *(severity == SST_SEVERITY_WARNING ? &check->summary.warnings : &check->summary.notes) += 1;
    if (check->said++ >= MOST_OF_A_KIND)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    pass_on(check, severity, subject, text);
}

static void tell_of_the_rest(const ssti_check *check) {
    if (check->said <= MOST_OF_A_KIND)
        return;
    char text[80];
    snprintf(text, sizeof text, "there are %zu more of these; they are not shown",
             check->said - MOST_OF_A_KIND);
    pass_on(check, SST_SEVERITY_NOTE, (ssti_subject){{0, 0}, NULL, (double)NAN}, text);
}

static sst_result look_for_all(ssti_check *check) {
    sst_result result = SST_OK;
    for (size_t i = 0; i < KIND_COUNT && result == SST_OK; i++) {
        check->kind = &kinds[i];
        check->said = 0;
        if (kinds[i].needs_metres && check->odd_positions)
            continue;
        result = kinds[i].look(check);
        tell_of_the_rest(check);
    }
    return result;
}

void sst_check_options_init(sst_check_options *options) {
    *options = (sst_check_options){.struct_size = sizeof *options, .response_time = -1};
}

static bool options_are_good(const sst_check_options *options) {
    return options->struct_size == sizeof *options && isfinite(options->response_time) &&
           options->max_acceleration >= 0 && isfinite(options->max_acceleration);
}

static sst_outcome check_built(ssti_check *check, ssti_report *report) {
    sst_result result = ssti_check_build(check);
    if (result == SST_OK)
        result = look_for_all(check);
    if (result == SST_OK)
        return SST_DONE;
    if (result == SST_ERROR_OUT_OF_MEMORY)
        return ssti_out_of_memory(report);
    ssti_error(report, (ssti_place){0, 0}, "the scenario cannot be checked: %s",
               sst_result_text(result));
    return SST_FAILED;
}

sst_outcome sst_scenario_check(const sst_scenario *scenario, const sst_check_options *options,
                               sst_reporter reporter, sst_advisor advisor,
                               sst_check_summary *summary) {
    ssti_report report = {.to = reporter, .file = scenario->file};
    if (!options_are_good(options)) {
        ssti_error(&report, (ssti_place){0, 0}, "the options of the check are not valid");
        return SST_BAD_INPUT;
    }
    bool given = options->response_time >= 0, limited = options->max_acceleration > 0;
    ssti_check check = {
        .scenario = scenario,
        .response_time = given ? options->response_time : scenario->time_step,
        .max_acceleration = limited ? options->max_acceleration : (double)INFINITY,
        .to = advisor,
    };
    ssti_locale locale;
    if (!ssti_locale_enter(&locale))
        return ssti_out_of_memory(&report);
    sst_outcome outcome = check_built(&check, &report);
    ssti_check_free(&check);
    ssti_locale_leave(&locale);
    if (outcome == SST_DONE && summary) {
        *summary = check.summary;
        summary->response_time = check.response_time;
    }
    return outcome;
}
