/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* `periodic:` of a scenario. Whether nobody sees too far is asked here as well as by each step, so
 * that a file can be told to be bad before it runs; only the step knows how fast scripted agents
 * will be. */

#include "scenario/periodic.h"
#include "scenario/template.h"

#include <math.h>

static const ssti_choice axes[] = {{"x", SST_AXIS_X}, {"y", SST_AXIS_Y}, {0}};

#define RANGE -SST_MAX_COORDINATE, SST_MAX_COORDINATE, "m", NULL

enum { AXIS, FROM, TO, PERIODIC_KEYS };

typedef struct periodic_values {
    int axis;
    double from, to;
} periodic_values;

static const ssti_field fields[PERIODIC_KEYS] = {
    [AXIS] = {"axis", ssti_value_choice, SSTI_FIELD(periodic_values, axis), 0, 0, NULL, axes},
    [FROM] = {"from", ssti_value_double, SSTI_FIELD(periodic_values, from), RANGE},
    [TO] = {"to", ssti_value_double, SSTI_FIELD(periodic_values, to), RANGE},
};

/* As the world rounds it. */
static double round_to_lattice(double x) {
    return floor(x * 0x1p24 + 0.5) * 0x1p-24;
}

void ssti_read_periodic(ssti_reader *reader, const ssti_node *map) {
    periodic_values values = {0};
    if (map->kind != SSTI_MAP) {
        ssti_expected(reader, map, "periodic", "a map with `axis`, `from` and `to`");
        return;
    }
    uint64_t good = ssti_read_map(reader, map, fields, PERIODIC_KEYS, &values);
    for (size_t key = 0; key < PERIODIC_KEYS; key++)
        if (!ssti_map_find(map, fields[key].name))
            ssti_expected(reader, map, "periodic", "`%s`", fields[key].name);
    if (good != (1u << PERIODIC_KEYS) - 1)
        return;
    double from = round_to_lattice(values.from), to = round_to_lattice(values.to);
    if (!(to > from) || to + (to - from) > SST_MAX_COORDINATE)
        ssti_expected(reader, ssti_map_find(map, "to"), "to",
                      "more than `from`, and at most %.0e less the period", SST_MAX_COORDINATE);
    else
        reader->scenario->periodic = (ssti_periodic){(sst_axis)values.axis, from, to, map->place};
}

void ssti_apply_periodic(const ssti_periodic *periodic, sst_world_def *def) {
    def->periodic_axis = periodic->axis;
    def->periodic_from = periodic->from;
    def->periodic_to = periodic->to;
}

/* --- Places -------------------------------------------------------------------------------- */

sst_point ssti_periodic_length(const ssti_periodic *periodic) {
    double length = periodic->to - periodic->from;
    return (sst_point){periodic->axis == SST_AXIS_X ? length : 0,
                       periodic->axis == SST_AXIS_Y ? length : 0};
}

static double into(double x, double from, double length) {
    if (!(length > 0) || (x >= from && x < from + length))
        return x;
    x -= floor((x - from) / length) * length;
    return x < from ? x + length : x >= from + length ? x - length : x;
}

sst_point ssti_periodic_place(const ssti_periodic *periodic, sst_point place) {
    sst_point length = ssti_periodic_length(periodic);
    return (sst_point){into(place.x, periodic->from, length.x),
                       into(place.y, periodic->from, length.y)};
}

static double beside(double x, double to, double length) {
    return length > 0 ? x - floor((x - to) / length + 0.5) * length : x;
}

sst_point ssti_periodic_nearest(const ssti_periodic *periodic, sst_point place, sst_point to) {
    sst_point length = ssti_periodic_length(periodic);
    return (sst_point){beside(place.x, to.x, length.x), beside(place.y, to.y, length.y)};
}

int ssti_periodic_images(const ssti_periodic *periodic, sst_point place, sst_point images[3]) {
    sst_point length = ssti_periodic_length(periodic);
    images[0] = place;
    if (!ssti_is_periodic(periodic))
        return 1;
    images[1] = (sst_point){place.x - length.x, place.y - length.y};
    images[2] = (sst_point){place.x + length.x, place.y + length.y};
    return 3;
}

/* --- What is seen -------------------------------------------------------------------------- */

/* The largest and fastest of a scenario. */
typedef struct greatest {
    double radius, speed, obstacle_speed;
} greatest;

static double length_of(sst_vec2 v) {
    return hypot((double)v.x, (double)v.y);
}

static double reach_speed(const ssti_agent *agent) {
    double most = (double)agent->def.max_speed;
    return agent->def.scripted ? fmax(most, length_of(agent->def.velocity)) : most;
}

/* How fast it is, and how far it sees, depends on these keys. */
static const uint64_t speed_keys = SSTI_KEY_BIT(SSTI_MAX_SPEED) | SSTI_KEY_BIT(SSTI_VELOCITY) |
                                   SSTI_KEY_BIT(SSTI_SCRIPTED) | SSTI_KEY_BIT(SSTI_TRAJECTORY);
static const uint64_t sight_keys = SSTI_KEY_BIT(SSTI_RADIUS) | SSTI_KEY_BIT(SSTI_NEIGHBOR_DIST) |
                                   SSTI_KEY_BIT(SSTI_MAX_NEIGHBORS) |
                                   SSTI_KEY_BIT(SSTI_TIME_HORIZON) |
                                   SSTI_KEY_BIT(SSTI_TIME_HORIZON_OBST);

/* Of those known. */
static greatest find_greatest(const ssti_reader *reader) {
    const sst_scenario *s = reader->scenario;
    greatest all = {0, 0, 0};
    for (size_t i = 0; i < s->agent_count; i++) {
        if (!(reader->doubts[i] >> SSTI_RADIUS & 1))
            all.radius = fmax(all.radius, (double)s->agents[i].def.radius);
        if (!(reader->doubts[i] & speed_keys))
            all.speed = fmax(all.speed, reach_speed(&s->agents[i]));
    }
    for (size_t i = 0; i < s->obstacle_count; i++) {
        sst_vec2 v = s->obstacles[i].def.velocity;
        all.obstacle_speed =
            fmax(all.obstacle_speed, 1.5 * fmax(fabs((double)v.x), fabs((double)v.y)));
    }
    return all;
}

static double reach_to_agents(const sst_world_def *world, const ssti_agent *agent,
                              const greatest *all) {
    const sst_agent_def *def = &agent->def;
    double time_step = (double)world->solve.time_step;
    bool automatic = def->neighbor_dist == SST_AUTO;
    double time = automatic                  ? fmax((double)def->time_horizon, time_step)
                  : world->reach_covers_step ? time_step
                                             : 0;
    double met =
        time > 0 ? time * (reach_speed(agent) + all->speed) + (double)def->radius + all->radius : 0;
    bool blind = def->max_neighbors == 0 || def->neighbor_dist == 0;
    return blind ? 0 : fmax(met, automatic ? 0 : (double)def->neighbor_dist);
}

static double reach_to_obstacles(const sst_scenario *s, const sst_world_def *world,
                                 const ssti_agent *agent, const greatest *all) {
    const sst_agent_def *def = &agent->def;
    double horizon = (double)def->time_horizon_obst;
    if (world->solve.horizons_cover_step)
        horizon = fmax(horizon, (double)world->solve.time_step);
    return s->obstacle_count ? horizon * ((double)def->max_speed + all->obstacle_speed) +
                                   (double)def->radius + (double)world->solve.obstacle_margin
                             : 0;
}

/* Rounding of the world's floats. */
static const double more = 1.00001;

/* The rules of the world; where they are not known, those by which all see the least. */
static sst_world_def rules_of(const ssti_reader *reader) {
    const sst_scenario *s = reader->scenario;
    sst_world_def world = {0};
    if (!reader->doubtful_solver && sst_world_def_init(&world, s->profile) == SST_OK)
        ssti_apply_overrides(&s->overrides, &world);
    world.solve.time_step = reader->doubtful_time_step ? 0 : (float)s->time_step;
    return world;
}

static void check_reach(ssti_reader *reader) {
    const sst_scenario *s = reader->scenario;
    sst_world_def world = rules_of(reader);
    greatest all = find_greatest(reader);
    double farthest = 0;
    size_t who = 0;
    for (size_t i = 0; i < s->agent_count; i++) {
        const ssti_agent *agent = &s->agents[i];
        if (agent->def.scripted || reader->doubts[i] & (speed_keys | sight_keys))
            continue;
        double reach =
            fmax(reach_to_agents(&world, agent, &all), reach_to_obstacles(s, &world, agent, &all));
        if (reach > farthest) {
            farthest = reach;
            who = i;
        }
    }
    double length = s->periodic.to - s->periodic.from;
    if (2 * more * farthest >= length)
        ssti_error(reader->report, s->periodic.place,
                   "periodic: found a period of %.7g m, expected more than %.7g m: agent %zu sees "
                   "%.7g m far, and nobody may see half a period; or lower its `time_horizon`, "
                   "`time_horizon_obst` or `neighbor_dist`",
                   length, 2 * more * farthest, who, farthest);
}

static bool has_senses(const sst_scenario *s) {
    for (size_t i = 0; i < s->agent_count; i++)
        if (s->agents[i].sense)
            return true;
    return false;
}

void ssti_check_periodic(ssti_reader *reader) {
    const sst_scenario *s = reader->scenario;
    if (!ssti_is_periodic(&s->periodic))
        return;
    if (has_senses(s))
        ssti_error(reader->report, s->periodic.place,
                   "periodic: found agents with `senses`, expected none: they do not see across "
                   "the seam");
    check_reach(reader);
}
