/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The cells of an experiment, and the scenario of each run: the file with the cell's values and the
 * seed laid over it, as `--set` lays them. */

#include "experiment/experiment.h"

#include <stdio.h>
#include <string.h>

static size_t profile_count(const sst_experiment *e) {
    return e->profile_count ? e->profile_count : 1;
}

size_t ssti_count_cells(const sst_experiment *e) {
    size_t count = profile_count(e);
    size_t factors = e->combine == SSTI_ZIP && e->parameter_count ? 1 : e->parameter_count;
    for (size_t i = 0; i < factors; i++) {
        if (count > SIZE_MAX / e->parameters[i].count)
            return SIZE_MAX;
        count *= e->parameters[i].count;
    }
    return count;
}

ssti_cell ssti_cell_at(const sst_experiment *e, size_t index) {
    ssti_cell cell = {.profile = e->profile_count ? e->profiles[index % e->profile_count]
                                                  : e->own_profile};
    index /= profile_count(e);
    for (size_t i = e->parameter_count; i-- > 0;) {
        cell.values[i] = index % e->parameters[i].count;
        index = e->combine == SSTI_ZIP ? index : index / e->parameters[i].count;
    }
    return cell;
}

const char *ssti_profile_name(sst_profile profile) {
    return profile == SST_PROFILE_CLASSIC ? "classic" : "default";
}

sst_outcome ssti_cell_scenario(const sst_experiment *e, const ssti_cell *cell, uint64_t seed,
                               sst_reporter reporter, sst_scenario **scenario) {
    const char *settings[SSTI_MAX_PARAMETERS + 1];
    ssti_place places[SSTI_MAX_PARAMETERS + 1] = {{0}};
    char of_seed[32];
    for (size_t i = 0; i < e->parameter_count; i++) {
        const ssti_value *value = &e->parameters[i].values[cell->values[i]];
        settings[i] = value->setting;
        places[i] = value->place;
    }
    snprintf(of_seed, sizeof of_seed, "seed=%llu", (unsigned long long)seed);
    settings[e->parameter_count] = of_seed;
    ssti_scenario_source source = {.bytes = e->scenario.data,
                                   .size = e->scenario.size,
                                   .name = e->scenario_path ? e->scenario_path : e->file,
                                   .part = e->scenario_path ? NULL : "scenario",
                                   .settings = settings,
                                   .setting_count = e->parameter_count + 1,
                                   .setting_file = e->file,
                                   .setting_places = places};
    sst_outcome outcome = ssti_scenario_read_source(&source, reporter, scenario);
    if (outcome == SST_DONE && e->profile_count)
        sst_scenario_set_profile(*scenario, cell->profile);
    return outcome;
}

/* --- Trying the values --------------------------------------------------------------------- */

/* Messages of one trial. */
typedef struct trial {
    ssti_report *report;
    const char *file;
    ssti_place place;              /* of the value on trial */
    bool warnings;                 /* are passed on */
    bool of_others;                /* so are messages about something else than the value */
    size_t about_value, passed_on; /* errors */
} trial;

static void judge(const sst_message *message, void *context) {
    trial *t = context;
    bool about_value = message->file && strcmp(message->file, t->file) == 0 &&
                       message->line == t->place.line && message->column == t->place.column;
    t->about_value += about_value && !message->warning;
    if (message->warning ? !t->warnings : !t->of_others && !about_value)
        return;
    t->passed_on += !message->warning;
    if (t->report->to.report)
        t->report->to.report(message, t->report->to.context);
}

static sst_outcome try_cell(sst_experiment *e, const ssti_cell *cell, trial *t) {
    sst_scenario *scenario = NULL;
    sst_outcome outcome =
        ssti_cell_scenario(e, cell, e->first_seed, (sst_reporter){judge, t}, &scenario);
    if (outcome == SST_DONE)
        e->own_profile = sst_scenario_profile(scenario);
    sst_scenario_destroy(scenario);
    t->report->errors += t->passed_on;
    return outcome;
}

/* A value but the first, with the first ones of the others; or, zipped, with its like. What the
 * first cell was refused for is not said again. */
static sst_outcome try_value(sst_experiment *e, size_t parameter, size_t index, bool first_is_good,
                             ssti_report *report) {
    ssti_cell cell = {.profile = e->profiles[0]};
    const ssti_value *value = &e->parameters[parameter].values[index];
    if (e->combine == SSTI_ZIP)
        for (size_t i = 0; i < e->parameter_count; i++)
            cell.values[i] = index;
    cell.values[parameter] = index;
    trial t = {report, e->file, value->place, false, first_is_good, 0, 0};
    sst_outcome outcome = try_cell(e, &cell, &t);
    if (outcome == SST_BAD_INPUT && t.passed_on && t.about_value == 0)
        ssti_error(report, value->place, "with %s the scenario is refused: see above",
                   ssti_show(value->setting).text);
    return outcome;
}

static size_t more_values(const sst_experiment *e, size_t parameter) {
    /* Zipped, the first parameter's turn tries the values of all. */
    return e->combine == SSTI_ZIP && parameter > 0 ? 0 : e->parameters[parameter].count - 1;
}

sst_outcome ssti_try_values(sst_experiment *e, ssti_report *report) {
    ssti_cell first = {.profile = e->profiles[0]};
    trial t = {.report = report, .file = e->file, .warnings = true, .of_others = true};
    sst_outcome outcome = try_cell(e, &first, &t);
    sst_profile own = e->own_profile;
    bool first_is_good = outcome == SST_DONE;
    for (size_t i = 0; outcome != SST_FAILED && i < e->parameter_count; i++)
        for (size_t j = 0; outcome != SST_FAILED && j < more_values(e, i); j++) {
            sst_outcome of_value = try_value(e, i, j + 1, first_is_good, report);
            outcome = of_value == SST_DONE ? outcome : of_value;
        }
    e->own_profile = own;
    return outcome;
}
