/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* What agents are made from. What an agent leaves out comes from sst_agent_def_init; its preferred
 * speed from the scenario, else it is 1.3 m/s (a walking adult's), and never above its max speed.
 */

#include "scenario/template.h"
#include "scenario/area.h"

#include <math.h>

static const double walking_speed = 1.3;

static const ssti_choice arrivals[] = {{"stay", SSTI_STAY}, {"remove", SSTI_REMOVE}, {0}};

#define IN(member)     SSTI_FIELD(ssti_template, member)
#define IN_DEF(member) IN(values.def.member)
#define POSITIONS      -SST_MAX_COORDINATE, SST_MAX_COORDINATE, "m", NULL
#define VELOCITIES     -(double)SST_MAX_SPEED, (double)SST_MAX_SPEED, "m/s", NULL
#define SPEEDS         0, (double)SST_MAX_SPEED, "m/s", NULL
#define LENGTHS        0, (double)SST_MAX_LENGTH, "m", NULL
#define HORIZONS       (double)SST_MIN_TIME, (double)SST_MAX_TIME, "s", NULL
#define LAYERS         0, 4294967295.0, NULL, NULL

static const ssti_field fields[] = {
    [SSTI_POSITION] = {"position", ssti_value_point, IN_DEF(position), POSITIONS},
    [SSTI_PREFERRED_VELOCITY] = {"preferred_velocity", ssti_value_vec2, IN_DEF(preferred_velocity),
                                 VELOCITIES},
    [SSTI_PREFERRED_SPEED] = {"preferred_speed", ssti_value_double, IN(values.preferred_speed),
                              SPEEDS},
    [SSTI_GOAL] = {"goal", ssti_value_point, IN(values.goal), POSITIONS},
    [SSTI_GOALS] = {"goals", ssti_value_points, IN(values.goals), POSITIONS},
    /* As a double holds it: 2^53 - 1. */
    [SSTI_KEY] = {"key", ssti_value_uint64, IN_DEF(key), 0, 9007199254740991.0, NULL, NULL},
    [SSTI_LIKE] = {"like", ssti_value_text, IN(values.like), 0, 0, NULL, NULL},
    {"velocity", ssti_value_vec2, IN_DEF(velocity), VELOCITIES},
    {"radius", ssti_value_float, IN_DEF(radius), LENGTHS},
    {"max_speed", ssti_value_float, IN_DEF(max_speed), SPEEDS},
    {"neighbor_dist", ssti_value_float_or_auto, IN_DEF(neighbor_dist), LENGTHS},
    {"max_neighbors", ssti_value_uint32, IN_DEF(max_neighbors), 0, 1e6, NULL, NULL},
    {"time_horizon", ssti_value_float, IN_DEF(time_horizon), HORIZONS},
    {"time_horizon_obst", ssti_value_float, IN_DEF(time_horizon_obst), HORIZONS},
    {"start_time", ssti_value_double, IN(values.start_time), 0, (double)SST_MAX_TIME, "s", NULL},
    {"on_arrival", ssti_value_choice, IN(values.on_arrival), 0, 0, NULL, arrivals},
    {"priority", ssti_value_float, IN_DEF(priority), 0, 1e6, NULL, NULL},
    {"layers", ssti_value_layers, IN_DEF(layers), LAYERS},
    {"mask", ssti_value_layers, IN_DEF(mask), LAYERS},
    {"obstacle_mask", ssti_value_layers, IN_DEF(obstacle_mask), LAYERS},
    [SSTI_AGENT_KEYS - 1] = {"scripted", ssti_value_bool, IN_DEF(scripted), 0, 0, NULL, NULL},
    [SSTI_NAME] = {"name", ssti_value_text, IN(group.name), 0, 0, NULL, NULL},
    [SSTI_NUMBER_OF] = {"number", ssti_value_uint64, IN(group.number), 0, SSTI_MAX_DRAWN, NULL,
                        NULL},
    [SSTI_DENSITY] = {"density", ssti_value_double, IN(group.density), 0, 1e6, "/m2", NULL},
    [SSTI_AREA] = {"area", ssti_value_area, IN(group.area), POSITIONS},
    [SSTI_SPACING] = {"spacing", ssti_value_double, IN(group.spacing), LENGTHS},
};
_Static_assert(sizeof fields / sizeof *fields == SSTI_GROUP_KEYS, "count the keys");

/* Keys of which an agent has one: where it wants to go. */
static const size_t ways[] = {SSTI_GOAL, SSTI_GOALS, SSTI_PREFERRED_VELOCITY};
enum { WAY_COUNT = sizeof ways / sizeof *ways };

bool ssti_template_has(const ssti_template *from, size_t key) {
    return from->given >> key & 1;
}

const char *ssti_template_name(size_t key) {
    return fields[key].name;
}

bool ssti_template_names(const ssti_template *from, size_t key) {
    return ssti_template_has(from, key) || ssti_map_find(from->map, fields[key].name);
}

static void make_usual(ssti_template *made) {
    *made = (ssti_template){.values.on_arrival = SSTI_STAY};
    sst_agent_def_init(&made->values.def);
}

static void read_key(ssti_reader *reader, const ssti_node *node, bool is_group,
                     ssti_template *made) {
    const ssti_field *field =
        ssti_find_field(reader, node, fields, is_group ? SSTI_GROUP_KEYS : SSTI_AGENT_KEYS);
    if (!field)
        return;
    size_t key = (size_t)(field - fields);
    const ssti_sampler *sampler = NULL;
    bool good;
    if (key < SSTI_AGENT_KEYS && key != SSTI_LIKE && ssti_is_sampler(node, field))
        good = (sampler = ssti_sampler_read(reader, node, field)) != NULL;
    else
        good = field->read(reader, node, field, (char *)made + field->offset);
    if (key < SSTI_AGENT_KEYS)
        made->samplers[key] = sampler;
    if (good)
        made->given |= UINT64_C(1) << key;
}

static void warn_of_unused(ssti_reader *reader, const ssti_template *made) {
    const ssti_node *velocity = ssti_map_find(made->map, "preferred_velocity");
    bool has_goal = ssti_template_has(made, SSTI_GOAL) || ssti_template_has(made, SSTI_GOALS);
    if (has_goal && velocity)
        ssti_warning(reader->report, velocity->key_place,
                     "preferred_velocity is not used: the agent has a goal");
}

static void forget(ssti_template *made, size_t key) {
    made->given &= ~(UINT64_C(1) << key);
    made->samplers[key] = NULL;
    if (key == SSTI_GOALS)
        made->values.goals = (ssti_range){0, 0};
}

/* What a map says of the way takes the place of all that the profile says of it. */
static void begin_like_profile(ssti_reader *reader, const ssti_node *map, ssti_template *made) {
    const ssti_node *like = ssti_map_find(map, "like");
    const ssti_template *profile = like ? ssti_profile_find(reader, like) : NULL;
    if (profile)
        *made = *profile;
    else
        make_usual(made);
    made->map = map;
    bool has_way = false;
    for (size_t i = 0; i < WAY_COUNT; i++)
        has_way = has_way || ssti_map_find(map, fields[ways[i]].name);
    for (size_t i = 0; has_way && i < WAY_COUNT; i++)
        forget(made, ways[i]);
    if (ssti_map_find(map, "area"))
        forget(made, SSTI_POSITION);
}

void ssti_template_read(ssti_reader *reader, const ssti_node *map, bool is_group,
                        ssti_template *made) {
    begin_like_profile(reader, map, made);
    for (const ssti_node *node = map->first; node; node = node->next)
        read_key(reader, node, is_group, made);
    if (ssti_map_find(map, "goal") && ssti_map_find(map, "goals"))
        ssti_error(reader->report, map->place, "found both `goal` and `goals`, expected one");
    warn_of_unused(reader, made);
}

/* --- One agent ----------------------------------------------------------------------------- */

bool ssti_template_draw(ssti_reader *reader, const ssti_template *from, const ssti_draw_for *who,
                        ssti_agent_values *values) {
    *values = from->values;
    bool good = true;
    for (size_t key = 0; key < SSTI_AGENT_KEYS; key++) {
        char *value = (char *)values + fields[key].offset; /* `values` begin the template */
        if (from->samplers[key])
            good = ssti_sampler_draw(reader, from->samplers[key], who, value) && good;
    }
    return good;
}

static double preferred_speed_of(const sst_scenario *scenario, const ssti_template *from,
                                 const ssti_agent_values *values) {
    double speed = ssti_template_has(from, SSTI_PREFERRED_SPEED) ? values->preferred_speed
                   : scenario->preferred_speed >= 0              ? scenario->preferred_speed
                                                                 : walking_speed;
    return fmin(speed, (double)values->def.max_speed);
}

/* `goals`, or the one `goal`, which then joins the pool. */
static ssti_range goals_of(ssti_reader *reader, const ssti_template *from,
                           const ssti_agent_values *values) {
    if (!ssti_template_has(from, SSTI_GOAL))
        return values->goals;
    ssti_range goals = {reader->scenario->point_count, 1};
    ssti_add_point(reader, values->goal);
    return goals;
}

void ssti_template_put(ssti_reader *reader, const ssti_template *from,
                       const ssti_agent_values *values, size_t number) {
    ssti_agent *agent = &reader->scenario->agents[number];
    *agent = (ssti_agent){.def = values->def,
                          .preferred_speed = preferred_speed_of(reader->scenario, from, values),
                          .start_time = values->start_time,
                          .on_arrival = (ssti_on_arrival)values->on_arrival,
                          .goals = goals_of(reader, from, values),
                          .place = from->map->place};
    if (!ssti_template_has(from, SSTI_KEY))
        agent->def.key = number;
}
