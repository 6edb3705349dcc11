/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Trajectories: straight from each moment to the next. The agent is scripted, and before each step
 * gets the velocity that takes it from where it is to where it shall be; so what others see is what
 * it does, and rounding never adds up. */

#include "scenario/trajectory.h"
#include "scenario/periodic.h"
#include "scenario/recorded.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Half of what a velocity may be: rounding comes on top. */
static const double most_speed = (double)SST_MAX_SPEED / 2;

bool ssti_add_moment(ssti_reader *reader, ssti_timed_point moment) {
    sst_scenario *s = reader->scenario;
    if (s->moment_count == SSTI_MAX_POINTS) {
        ssti_error(reader->report, (ssti_place){0, 0},
                   "found more than %d moments of trajectories in all", (int)SSTI_MAX_POINTS);
        return false;
    }
    if (s->moment_count == s->moment_capacity) {
        size_t capacity = s->moment_capacity ? 2 * s->moment_capacity : 64;
        ssti_timed_point *grown = realloc(s->moments, capacity * sizeof *grown);
        if (!grown) {
            reader->out_of_memory = true;
            return false;
        }
        s->moments = grown;
        s->moment_capacity = capacity;
    }
    s->moments[s->moment_count++] = moment;
    return true;
}

/* --- Listed moments ------------------------------------------------------------------------ */

static bool read_moment(ssti_reader *reader, const ssti_node *node, ssti_timed_point *moment) {
    static const ssti_field time = {"time", ssti_value_double,    0,   sizeof(double),
                                    0,      (double)SST_MAX_TIME, "s", NULL};
    static const ssti_field place = {
        "place", ssti_value_double, 0, sizeof(double), -SST_MAX_COORDINATE, SST_MAX_COORDINATE, "m",
        NULL};
    if (node->kind != SSTI_LIST || node->count != 3)
        return ssti_expected(reader, node, "trajectory", "a moment [time, x, y]");
    const ssti_node *x = node->first->next;
    bool good = ssti_value_double(reader, node->first, &time, &moment->time);
    good = ssti_value_double(reader, x, &place, &moment->at.x) && good;
    return ssti_value_double(reader, x->next, &place, &moment->at.y) && good;
}

static double speed_between(ssti_timed_point a, ssti_timed_point b) {
    return hypot(b.at.x - a.at.x, b.at.y - a.at.y) / (b.time - a.time);
}

static bool check_order(ssti_reader *reader, const ssti_node *node, ssti_timed_point before,
                        ssti_timed_point moment) {
    if (!(moment.time > before.time))
        return ssti_expected(reader, node, "time", "one after %.9g s, that of the moment before",
                             before.time);
    if (speed_between(before, moment) <= most_speed)
        return true;
    ssti_error(
        reader->report, node->place,
        "trajectory: found (%.9g, %.9g) %.3g s after (%.9g, %.9g), expected at most %.7g m/s",
        moment.at.x, moment.at.y, moment.time - before.time, before.at.x, before.at.y, most_speed);
    return false;
}

static bool read_moments(ssti_reader *reader, const ssti_node *list, ssti_range *range) {
    const sst_scenario *s = reader->scenario;
    bool good = true;
    *range = (ssti_range){s->moment_count, list->count};
    if (list->count < 2)
        return ssti_expected(reader, list, "trajectory", "at least two moments [time, x, y]");
    for (const ssti_node *node = list->first; node; node = node->next) {
        ssti_timed_point moment;
        if (!read_moment(reader, node, &moment)) {
            good = false;
            continue;
        }
        if (s->moment_count > range->first &&
            !check_order(reader, node->first, s->moments[s->moment_count - 1], moment))
            good = false;
        if (!ssti_add_moment(reader, moment))
            return false;
    }
    return good;
}

/* --- Recorded ones ------------------------------------------------------------------------- */

/* What a trajectory's map says. */
typedef struct recorded_values {
    const char *file;
    uint32_t agent;
    double fps;
    int unit, gaps;
} recorded_values;

enum { REFUSE, STRAIGHT };
enum { TOLD, METRES, CENTIMETRES };
static const ssti_choice units[] = {{"m", METRES}, {"cm", CENTIMETRES}, {0}};
static const ssti_choice gaps[] = {{"refuse", REFUSE}, {"straight", STRAIGHT}, {0}};

enum { FILE_NAME, AGENT, RECORDED_KEYS = 5 };
static const ssti_field fields[RECORDED_KEYS] = {
    [FILE_NAME] = {"file", ssti_value_text, SSTI_FIELD(recorded_values, file), 0, 0, NULL, NULL},
    [AGENT] = {"agent", ssti_value_uint32, SSTI_FIELD(recorded_values, agent), 0, 4294967294.0,
               NULL, NULL},
    {"fps", ssti_value_double, SSTI_FIELD(recorded_values, fps), 1e-3, 1e6, "/s", NULL},
    {"unit", ssti_value_choice, SSTI_FIELD(recorded_values, unit), 0, 0, NULL, units},
    {"gaps", ssti_value_choice, SSTI_FIELD(recorded_values, gaps), 0, 0, NULL, gaps},
};

static ssti_timed_point moment_of(const ssti_recorded *recorded, const ssti_row *row) {
    return (ssti_timed_point){(double)row->step * recorded->time_step, row->position};
}

static bool check_row(ssti_reader *reader, const ssti_node *map, const ssti_recorded *recorded,
                      const ssti_row *row) {
    ssti_timed_point moment = moment_of(recorded, row);
    bool near = fabs(moment.at.x) <= SST_MAX_COORDINATE && fabs(moment.at.y) <= SST_MAX_COORDINATE;
    if (near && moment.time <= (double)SST_MAX_TIME)
        return true;
    ssti_error(reader->report, map->place,
               "trajectory: found agent %lu at (%.9g, %.9g) at %.9g s, expected it within +-%.0e m "
               "and %.0e s",
               (unsigned long)row->agent, moment.at.x, moment.at.y, moment.time, SST_MAX_COORDINATE,
               (double)SST_MAX_TIME);
    return false;
}

/* One row after another of the same agent. */
static bool check_pair(ssti_reader *reader, const ssti_node *map, const ssti_recorded *recorded,
                       const ssti_row *rows, bool may_have_gaps) {
    ssti_timed_point before = moment_of(recorded, &rows[0]), after = moment_of(recorded, &rows[1]);
    const char *wrong = NULL;
    if (rows[1].step == rows[0].step)
        wrong = "twice at one time, expected once";
    else if (!may_have_gaps && rows[1].step - rows[0].step > recorded->every)
        wrong = "in none of the frames between, expected it in all, or `gaps: straight`";
    else if (!(speed_between(before, after) <= most_speed))
        wrong = "too far apart, expected at most 500000 m/s";
    if (wrong)
        ssti_error(reader->report, map->place, "trajectory: found agent %lu from %.9g to %.9g s %s",
                   (unsigned long)rows->agent, before.time, after.time, wrong);
    return !wrong;
}

static bool take_rows(ssti_reader *reader, const ssti_node *map, const recorded_values *values,
                      const ssti_recorded *recorded, ssti_range *range) {
    ssti_range found = ssti_recorded_rows(recorded, values->agent);
    const ssti_row *rows = recorded->rows + found.first;
    *range = (ssti_range){reader->scenario->moment_count, found.count};
    if (found.count < 2)
        return ssti_expected(reader, ssti_map_find(map, "agent"), "agent",
                             "one of the recording with at least two rows; it has %zu",
                             found.count);
    for (size_t i = 0; i < found.count; i++)
        if (!check_row(reader, map, recorded, &rows[i]) ||
            (i > 0 && !check_pair(reader, map, recorded, &rows[i - 1], values->gaps == STRAIGHT)) ||
            !ssti_add_moment(reader, moment_of(recorded, &rows[i])))
            return false;
    return true;
}

static bool read_recorded(ssti_reader *reader, const ssti_node *map, ssti_range *range) {
    recorded_values values = {.gaps = REFUSE};
    size_t errors = reader->report->errors;
    ssti_read_map(reader, map, fields, RECORDED_KEYS, &values);
    if (!ssti_map_find(map, "file") || !ssti_map_find(map, "agent"))
        ssti_expected(reader, map, "trajectory", "both `file` and `agent`");
    if (reader->report->errors > errors)
        return false;
    static const double metres[] = {[TOLD] = 0, [METRES] = 1, [CENTIMETRES] = 0.01};
    ssti_recorded_name name = {values.file, {values.fps, metres[values.unit]}};
    const ssti_recorded *recorded = ssti_recorded_find(reader, ssti_map_find(map, "file"), &name);
    return recorded && take_rows(reader, map, &values, recorded, range);
}

bool ssti_value_trajectory(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                           void *value) {
    if (node->kind == SSTI_LIST)
        return read_moments(reader, node, value);
    if (node->kind == SSTI_MAP)
        return read_recorded(reader, node, value);
    return ssti_expected(reader, node, field->name,
                         "a list of [time, x, y], or a map with `file` and `agent`");
}

/* --- Following ----------------------------------------------------------------------------- */

static double round_to_lattice(double x) {
    return floor(x * 0x1p24 + 0.5) * 0x1p-24;
}

static sst_point place_at(const ssti_timed_point *moments, size_t count, double time) {
    size_t low = 0, high = count - 1; /* the last moment not after the time; the next */
    if (time <= moments[low].time)
        return moments[low].at;
    if (time >= moments[high].time)
        return moments[high].at;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (moments[middle].time <= time)
            low = middle;
        else
            high = middle;
    }
    ssti_timed_point a = moments[low], b = moments[high];
    double part = (time - a.time) / (b.time - a.time);
    return (sst_point){a.at.x + part * (b.at.x - a.at.x), a.at.y + part * (b.at.y - a.at.y)};
}

sst_point ssti_trajectory_place(const sst_scenario *scenario, const ssti_agent *agent,
                                uint64_t step) {
    sst_point at = place_at(scenario->moments + agent->trajectory.first, agent->trajectory.count,
                            (double)step * scenario->time_step);
    return (sst_point){round_to_lattice(at.x), round_to_lattice(at.y)};
}

uint64_t ssti_trajectory_end(const sst_scenario *scenario, const ssti_agent *agent) {
    size_t last = agent->trajectory.first + agent->trajectory.count - 1;
    return (uint64_t)floor(scenario->moments[last].time / scenario->time_step + 1e-6);
}

sst_vec2 ssti_trajectory_velocity(const sst_scenario *scenario, const ssti_agent *agent,
                                  sst_point from, uint64_t coming_step) {
    double time_step = (double)(float)scenario->time_step; /* as the world's */
    sst_point to = ssti_periodic_nearest(&scenario->periodic,
                                         ssti_trajectory_place(scenario, agent, coming_step), from);
    return (sst_vec2){(float)((to.x - from.x) / time_step), (float)((to.y - from.y) / time_step)};
}

bool ssti_follow_trajectory(ssti_reader *reader, ssti_range trajectory, ssti_agent *agent) {
    const sst_scenario *s = reader->scenario;
    if (trajectory.count == 0)
        return false; /* was not drawn, for a reason reported */
    agent->trajectory = trajectory;
    agent->start_time = s->moments[trajectory.first].time;
    agent->def.scripted = true;
    if (reader->doubtful_time_step)
        return false;
    uint64_t first = ssti_entry_step(s, agent);
    if (first > ssti_trajectory_end(s, agent)) {
        ssti_error(reader->report, agent->place,
                   "trajectory: found moments from %.9g to %.9g s, expected a multiple of the time "
                   "step of %.9g s among them",
                   agent->start_time, s->moments[trajectory.first + trajectory.count - 1].time,
                   s->time_step);
        return false;
    }
    agent->def.position = ssti_periodic_place(&s->periodic, ssti_trajectory_place(s, agent, first));
    agent->def.velocity = ssti_trajectory_velocity(s, agent, agent->def.position, first + 1);
    return true;
}
