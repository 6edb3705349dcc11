/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The agents of a scenario. What an agent leaves out comes from sst_agent_def_init; its preferred
 * speed from the scenario, else it is 1.3 m/s (a walking adult's), and never above its max speed.
 */

#include "scenario/scenario.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double walking_speed = 1.3;

/* Where the values of one agent's map are collected. */
typedef struct agent_values {
    sst_agent_def def;
    double preferred_speed, start_time;
    int on_arrival;
    sst_point goal;
    ssti_range goals;
} agent_values;

static bool read_neighbor_dist(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                               void *value) {
    if (node->kind == SSTI_STRING && strcmp(node->text, "auto") == 0) {
        *(float *)value = SST_AUTO;
        return true;
    }
    return ssti_value_float(reader, node, field, value);
}

static const ssti_choice arrivals[] = {{"stay", SSTI_STAY}, {"remove", SSTI_REMOVE}, {0}};

#define IN_DEF(member) SSTI_FIELD(agent_values, def.member)
#define POSITIONS      -SST_MAX_COORDINATE, SST_MAX_COORDINATE, "m", NULL
#define VELOCITIES     -(double)SST_MAX_SPEED, (double)SST_MAX_SPEED, "m/s", NULL
#define SPEEDS         0, (double)SST_MAX_SPEED, "m/s", NULL
#define LENGTHS        0, (double)SST_MAX_LENGTH, "m", NULL
#define HORIZONS       (double)SST_MIN_TIME, (double)SST_MAX_TIME, "s", NULL
#define LAYERS         0, 4294967295.0, NULL, NULL

enum { POSITION, PREFERRED_VELOCITY, PREFERRED_SPEED, GOAL, GOALS, KEY };

static const ssti_field agent_fields[] = {
    [POSITION] = {"position", ssti_value_point, IN_DEF(position), POSITIONS},
    [PREFERRED_VELOCITY] = {"preferred_velocity", ssti_value_vec2, IN_DEF(preferred_velocity),
                            VELOCITIES},
    [PREFERRED_SPEED] = {"preferred_speed", ssti_value_double,
                         SSTI_FIELD(agent_values, preferred_speed), SPEEDS},
    [GOAL] = {"goal", ssti_value_point, SSTI_FIELD(agent_values, goal), POSITIONS},
    [GOALS] = {"goals", ssti_value_points, SSTI_FIELD(agent_values, goals), POSITIONS},
    /* As a double holds it: 2^53 - 1. */
    [KEY] = {"key", ssti_value_uint64, IN_DEF(key), 0, 9007199254740991.0, NULL, NULL},
    {"velocity", ssti_value_vec2, IN_DEF(velocity), VELOCITIES},
    {"radius", ssti_value_float, IN_DEF(radius), LENGTHS},
    {"max_speed", ssti_value_float, IN_DEF(max_speed), SPEEDS},
    {"neighbor_dist", read_neighbor_dist, IN_DEF(neighbor_dist), LENGTHS},
    {"max_neighbors", ssti_value_uint32, IN_DEF(max_neighbors), 0, 1e6, NULL, NULL},
    {"time_horizon", ssti_value_float, IN_DEF(time_horizon), HORIZONS},
    {"time_horizon_obst", ssti_value_float, IN_DEF(time_horizon_obst), HORIZONS},
    {"start_time", ssti_value_double, SSTI_FIELD(agent_values, start_time), 0, (double)SST_MAX_TIME,
     "s", NULL},
    {"on_arrival", ssti_value_choice, SSTI_FIELD(agent_values, on_arrival), 0, 0, NULL, arrivals},
    {"priority", ssti_value_float, IN_DEF(priority), 0, 1e6, NULL, NULL},
    {"layers", ssti_value_layers, IN_DEF(layers), LAYERS},
    {"mask", ssti_value_layers, IN_DEF(mask), LAYERS},
    {"obstacle_mask", ssti_value_layers, IN_DEF(obstacle_mask), LAYERS},
    {"scripted", ssti_value_bool, IN_DEF(scripted), 0, 0, NULL, NULL},
};
enum { FIELD_COUNT = sizeof agent_fields / sizeof *agent_fields };

static bool has(uint64_t given, size_t field) {
    return given >> field & 1;
}

/* `goals`, or the one `goal`, which then joins the pool. */
static void take_goals(ssti_reader *reader, const ssti_node *map, const agent_values *values,
                       uint64_t given, ssti_agent *agent) {
    agent->goals = values->goals;
    if (!has(given, GOAL))
        return;
    if (has(given, GOALS))
        ssti_error(reader->report, map->place, "found both `goal` and `goals`, expected one");
    agent->goals = (ssti_range){reader->scenario->point_count, 1};
    ssti_add_point(reader, values->goal);
}

static double preferred_speed_of(const sst_scenario *scenario, const agent_values *values,
                                 uint64_t given) {
    double speed = has(given, PREFERRED_SPEED)      ? values->preferred_speed
                   : scenario->preferred_speed >= 0 ? scenario->preferred_speed
                                                    : walking_speed;
    return fmin(speed, (double)values->def.max_speed);
}

static void warn_of_unused(ssti_reader *reader, const ssti_node *map, uint64_t given) {
    bool has_goal = has(given, GOAL) || has(given, GOALS);
    if (has_goal && has(given, PREFERRED_VELOCITY))
        ssti_warning(reader->report, ssti_map_find(map, "preferred_velocity")->key_place,
                     "preferred_velocity is not used: the agent has a goal");
}

static void read_agent(ssti_reader *reader, const ssti_node *map, ssti_agent *agent) {
    agent_values values = {.on_arrival = SSTI_STAY};
    sst_agent_def_init(&values.def);
    if (map->kind != SSTI_MAP) {
        ssti_expected(reader, map, "agents", "a map with the keys of an agent");
        return;
    }
    uint64_t given = ssti_read_map(reader, map, agent_fields, FIELD_COUNT, &values);
    if (!ssti_map_find(map, "position"))
        ssti_error(reader->report, map->place, "the agent has no `position`, expected [x, y]");
    if (!has(given, KEY))
        values.def.key = (uint64_t)(agent - reader->scenario->agents);
    agent->def = values.def;
    agent->preferred_speed = preferred_speed_of(reader->scenario, &values, given);
    agent->start_time = values.start_time;
    agent->on_arrival = (ssti_on_arrival)values.on_arrival;
    agent->place = map->place;
    take_goals(reader, map, &values, given, agent);
    warn_of_unused(reader, map, given);
}

/* --- Keys ---------------------------------------------------------------------------------- */

static int by_key(const void *left, const void *right) {
    const ssti_agent *a = *(const ssti_agent *const *)left;
    const ssti_agent *b = *(const ssti_agent *const *)right;
    if (a->def.key != b->def.key)
        return a->def.key < b->def.key ? -1 : 1;
    return (a > b) - (a < b);
}

/* Keys must differ, those that agents have by their number among them. */
static void check_keys(ssti_reader *reader) {
    sst_scenario *s = reader->scenario;
    const ssti_agent **sorted = malloc(s->agent_count * sizeof *sorted);
    if (!sorted) {
        reader->out_of_memory = s->agent_count > 0;
        return;
    }
    for (size_t i = 0; i < s->agent_count; i++)
        sorted[i] = &s->agents[i];
    qsort(sorted, s->agent_count, sizeof *sorted, by_key);
    for (size_t i = 1; i < s->agent_count; i++)
        if (sorted[i - 1]->def.key == sorted[i]->def.key)
            ssti_error(
                reader->report, sorted[i]->place,
                "agent %zu has the key %llu of agent %zu, expected another; without `key` it "
                "is the agent's number",
                (size_t)(sorted[i] - s->agents), (unsigned long long)sorted[i]->def.key,
                (size_t)(sorted[i - 1] - s->agents));
    free(sorted);
}

void ssti_read_agents(ssti_reader *reader, const ssti_node *list) {
    sst_scenario *s = reader->scenario;
    if (list->kind != SSTI_LIST) {
        ssti_expected(reader, list, "agents", "a list of agents");
        return;
    }
    s->agents = calloc(list->count, sizeof *s->agents);
    if (!s->agents) {
        reader->out_of_memory = list->count > 0;
        return;
    }
    s->agent_count = list->count;
    size_t i = 0;
    for (const ssti_node *node = list->first; node; node = node->next)
        read_agent(reader, node, &s->agents[i++]);
    if (reader->report->errors == 0)
        check_keys(reader);
}
