/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* What agents are made from. What an agent leaves out comes from sst_agent_def_init; its preferred
 * speed from the scenario, else it is 1.3 m/s (a walking adult's), and never above its max speed.
 */

#include "scenario/template.h"
#include "scenario/arrivals.h"
#include "scenario/periodic.h"
#include "scenario/trajectory.h"

#include <math.h>

static const double walking_speed = 1.3;

static const ssti_choice arrivals[] = {{"stay", SSTI_STAY}, {"remove", SSTI_REMOVE}, {0}};
static const ssti_choice shares[] = {{"declared", SST_SHARE_DECLARED},
                                     {"half", SST_SHARE_HALF},
                                     {"full", SST_SHARE_FULL},
                                     {"estimated", SST_SHARE_ESTIMATED},
                                     {0}};
static const ssti_choice models[] = {{"orca", SST_MODEL_ORCA},
                                     {"vo", SST_MODEL_VO},
                                     {"rvo", SST_MODEL_RVO},
                                     {"hrvo", SST_MODEL_HRVO},
                                     {0}};

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
    [SSTI_GOAL] = {"goal", ssti_value_target, IN(values.goal), POSITIONS},
    [SSTI_GOALS] = {"goals", ssti_value_targets, IN(values.goals), POSITIONS},
    [SSTI_EXITS] = {"exits", ssti_value_exits, IN(values.exits), POSITIONS},
    [SSTI_DIRECTION] = {"direction", ssti_value_point, IN(values.direction), POSITIONS},
    [SSTI_ANTIPODE] = {"antipode", ssti_value_point, IN(values.antipode), POSITIONS},
    [SSTI_TRAJECTORY] = {"trajectory", ssti_value_trajectory, IN(values.trajectory), 0, 0, NULL,
                         NULL},
    [SSTI_LOOP] = {"loop", ssti_value_bool, IN(values.loop), 0, 0, NULL, NULL},
    /* As a double holds it: 2^53 - 1. */
    [SSTI_KEY] = {"key", ssti_value_uint64, IN_DEF(key), 0, 9007199254740991.0, NULL, NULL},
    [SSTI_START_TIME] = {"start_time", ssti_value_double, IN(values.start_time), 0,
                         (double)SST_MAX_TIME, "s", NULL},
    [SSTI_LIKE] = {"like", ssti_value_text, IN(values.like), 0, 0, NULL, NULL},
    [SSTI_VELOCITY] = {"velocity", ssti_value_vec2, IN_DEF(velocity), VELOCITIES},
    [SSTI_ON_ARRIVAL] = {"on_arrival", ssti_value_choice, IN(values.on_arrival), 0, 0, NULL,
                         arrivals},
    [SSTI_RADIUS] = {"radius", ssti_value_float, IN_DEF(radius), LENGTHS},
    {"max_speed", ssti_value_float, IN_DEF(max_speed), SPEEDS},
    {"neighbor_dist", ssti_value_float_or_auto, IN_DEF(neighbor_dist), LENGTHS},
    {"max_neighbors", ssti_value_uint32, IN_DEF(max_neighbors), 0, 1e6, NULL, NULL},
    {"time_horizon", ssti_value_float, IN_DEF(time_horizon), HORIZONS},
    {"time_horizon_obst", ssti_value_float, IN_DEF(time_horizon_obst), HORIZONS},
    {"max_acceleration", ssti_value_float, IN_DEF(max_acceleration), 0, 1e6, "m/s2", NULL},
    {"max_braking", ssti_value_float, IN_DEF(max_braking), 0, 1e6, "m/s2", NULL},
    {"max_turn_rate", ssti_value_float, IN_DEF(max_turn_rate), 0, 1e6, "rad/s", NULL},
    {"share", ssti_value_choice, IN_DEF(share), 0, 0, NULL, shares},
    {"priority", ssti_value_float, IN_DEF(priority), 0, 1e6, NULL, NULL},
    {"layers", ssti_value_layers, IN_DEF(layers), LAYERS},
    {"mask", ssti_value_layers, IN_DEF(mask), LAYERS},
    [SSTI_OBSTACLE_MASK] = {"obstacle_mask", ssti_value_layers, IN_DEF(obstacle_mask), LAYERS},
    {"senses", ssti_value_sense, IN(values.sense), 0, 0, NULL, NULL},
    {"model", ssti_value_choice, IN_DEF(model), 0, 0, NULL, models},
    {"rate_limit", ssti_value_float, IN(values.rate_limit), 0, 1e6, "m/s2", NULL},
    {"pedestrian", ssti_value_bool, IN(values.pedestrian), 0, 0, NULL, NULL},
    [SSTI_SCRIPTED] = {"scripted", ssti_value_bool, IN_DEF(scripted), 0, 0, NULL, NULL},
    [SSTI_NAME] = {"name", ssti_value_text, IN(group.name), 0, 0, NULL, NULL},
    [SSTI_NUMBER_OF] = {"number", ssti_value_uint64, IN(group.number), 0, SSTI_MAX_DRAWN, NULL,
                        NULL},
    [SSTI_DENSITY] = {"density", ssti_value_double, IN(group.density), 0, 1e6, "/m2", NULL},
    [SSTI_AREA] = {"area", ssti_value_area, IN(group.area), POSITIONS},
    [SSTI_SPACING] = {"spacing", ssti_value_double, IN(group.spacing), LENGTHS},
    [SSTI_ARRIVALS] = {"arrivals", ssti_value_arrivals, IN(group.arrivals), 0, 0, NULL, NULL},
};
_Static_assert(sizeof fields / sizeof *fields == SSTI_GROUP_KEYS, "count the keys");

/* Where an agent wants to go: of the first WAY_COUNT it has one at most. */
static const size_t ways[] = {SSTI_GOAL,     SSTI_GOALS,      SSTI_EXITS, SSTI_DIRECTION,
                              SSTI_ANTIPODE, SSTI_TRAJECTORY, SSTI_LOOP,  SSTI_PREFERRED_VELOCITY};
enum { WAY_COUNT = 6, ALL_WAYS = sizeof ways / sizeof *ways };

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

/* Answers the bit of the key, if it was read well. */
static uint64_t read_key(ssti_reader *reader, const ssti_node *node, size_t key_count,
                         ssti_template *made) {
    const ssti_field *field = ssti_find_field(reader, node, fields, key_count);
    if (!field)
        return 0;
    size_t key = (size_t)(field - fields);
    const ssti_sampler *sampler = NULL;
    bool good;
    if (key < SSTI_AGENT_KEYS && key != SSTI_LIKE && ssti_is_sampler(node, field))
        good = (sampler = ssti_sampler_read(reader, node, field)) != NULL;
    else
        good = field->read(reader, node, field, (char *)made + field->offset);
    if (key < SSTI_AGENT_KEYS)
        made->samplers[key] = sampler;
    return good ? SSTI_KEY_BIT(key) : 0;
}

static bool says(const ssti_template *made, size_t key) {
    return ssti_map_find(made->map, fields[key].name) != NULL;
}

static void check_ways(ssti_reader *reader, const ssti_template *made) {
    size_t found = ALL_WAYS;
    for (size_t i = 0; i < WAY_COUNT; i++) {
        if (says(made, ways[i]) && found < ALL_WAYS)
            ssti_error(reader->report, made->map->place, "found both `%s` and `%s`, expected one",
                       fields[ways[found]].name, fields[ways[i]].name);
        if (says(made, ways[i]))
            found = i;
    }
    if (found < ALL_WAYS && says(made, SSTI_PREFERRED_VELOCITY))
        ssti_warning(reader->report, ssti_map_find(made->map, "preferred_velocity")->key_place,
                     "preferred_velocity is not used: the agent has %s",
                     ways[found] == SSTI_DIRECTION    ? "a direction"
                     : ways[found] == SSTI_TRAJECTORY ? "a trajectory"
                                                      : "a goal");
    if (says(made, SSTI_LOOP) && made->values.loop && !says(made, SSTI_GOALS))
        ssti_error(reader->report, ssti_map_find(made->map, "loop")->key_place,
                   "found `loop` without `goals`");
    const ssti_node *goals = ssti_map_find(made->map, "goals");
    if (made->values.loop && goals && goals->kind == SSTI_LIST && goals->count == 1)
        ssti_expected(reader, goals, "goals", "at least two for `loop`");
}

/* A trajectory says when and where. */
static void check_trajectory(ssti_reader *reader, ssti_template *made) {
    static const size_t others[] = {SSTI_POSITION, SSTI_VELOCITY, SSTI_START_TIME};
    if (!says(made, SSTI_TRAJECTORY))
        return;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (says(made, others[i])) {
            ssti_error(reader->report, made->map->place,
                       "found both `trajectory` and `%s`, expected one", fields[others[i]].name);
            made->values.doubts |= SSTI_KEY_BIT(SSTI_TRAJECTORY);
        }
    const ssti_node *scripted = ssti_map_find(made->map, "scripted");
    if (scripted && scripted->kind == SSTI_BOOL && !scripted->truth)
        ssti_expected(reader, scripted, "scripted", "true, as the agent has a trajectory");
}

static void forget(ssti_template *made, size_t key) {
    made->given &= ~SSTI_KEY_BIT(key);
    made->values.doubts &= ~SSTI_KEY_BIT(key);
    made->samplers[key] = NULL;
    if (key == SSTI_LOOP)
        made->values.loop = false;
}

/* What a map says of the way takes the place of all that the profile says of it. */
static void begin_like_profile(ssti_reader *reader, const ssti_node *map, ssti_template *made) {
    const ssti_node *like = ssti_map_find(map, "like");
    const ssti_template *profile = like ? ssti_profile_find(reader, like) : NULL;
    if (profile)
        *made = *profile;
    else
        make_usual(made);
    if (like && !profile)
        made->values.doubts = ~UINT64_C(0);
    made->map = map;
    bool has_way = false;
    for (size_t i = 0; i < ALL_WAYS; i++)
        has_way = has_way || ssti_map_find(map, fields[ways[i]].name);
    for (size_t i = 0; has_way && i < ALL_WAYS; i++)
        forget(made, ways[i]);
    if (ssti_map_find(map, "area"))
        forget(made, SSTI_POSITION);
}

void ssti_template_read(ssti_reader *reader, const ssti_node *map, bool is_group,
                        ssti_template *made) {
    size_t count = is_group ? SSTI_GROUP_KEYS : SSTI_AGENT_KEYS;
    uint64_t good = 0;
    begin_like_profile(reader, map, made);
    for (const ssti_node *node = map->first; node; node = node->next)
        good |= read_key(reader, node, count, made);
    made->given |= good;
    made->values.doubts =
        (made->values.doubts & ~good) | ssti_doubtful_keys(map, fields, count, good);
    check_ways(reader, made);
    check_trajectory(reader, made);
}

/* --- One agent ----------------------------------------------------------------------------- */

bool ssti_template_draw(ssti_reader *reader, const ssti_template *from, const ssti_draw_for *who,
                        ssti_agent_values *values) {
    *values = from->values;
    bool good = true;
    for (size_t key = 0; key < SSTI_AGENT_KEYS; key++) {
        char *value = (char *)values + fields[key].offset; /* `values` begin the template */
        if (!from->samplers[key] || ssti_sampler_draw(reader, from->samplers[key], who, value))
            continue;
        values->doubts |= SSTI_KEY_BIT(key);
        good = false;
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

/* --- Ways ---------------------------------------------------------------------------------- */

static double distance(sst_point a, sst_point b) {
    return sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
}

/* The point of a target that an agent heads for. */
static sst_point nearest_point(const sst_scenario *s, const ssti_targets *targets, size_t i,
                               sst_point from, double inset) {
    if (targets->areas == SSTI_NO_AREAS)
        return s->points[targets->points.first + i];
    return ssti_area_nearest(&s->areas[targets->areas + i], s->points, from, inset);
}

static size_t nearest_target(const sst_scenario *s, const ssti_targets *targets, sst_point from) {
    size_t nearest = 0;
    double least = HUGE_VAL;
    for (size_t i = 0; i < targets->points.count; i++) {
        sst_point nearest_of_it = nearest_point(s, targets, i, from, 0);
        double apart = distance(from, ssti_periodic_nearest(&s->periodic, nearest_of_it, from));
        if (apart < least) {
            least = apart;
            nearest = i;
        }
    }
    return nearest;
}

/* Goals from number `first` on; where areas are among them, with points of the agent's own. */
static void set_goals(ssti_reader *reader, const ssti_targets *targets, size_t first, size_t count,
                      ssti_agent *agent) {
    sst_scenario *s = reader->scenario;
    agent->goals = (ssti_range){targets->points.first + first, count};
    if (targets->areas == SSTI_NO_AREAS)
        return;
    agent->areas = targets->areas + first;
    agent->goals.first = s->point_count;
    sst_point from = agent->def.position;
    for (size_t i = 0; i < count; i++) {
        from = nearest_point(s, targets, first + i, from, (double)agent->def.radius);
        ssti_add_point(reader, from);
    }
}

static bool set_direction(ssti_reader *reader, sst_point direction, ssti_agent *agent) {
    double length = distance((sst_point){0, 0}, direction);
    if (!(length > 0)) {
        ssti_error(reader->report, agent->place, "direction: found [0, 0], expected a direction");
        return false;
    }
    double x = direction.x / length * agent->preferred_speed;
    double y = direction.y / length * agent->preferred_speed;
    agent->def.preferred_velocity = (sst_vec2){(float)x, (float)y};
    return true;
}

static bool set_antipode(ssti_reader *reader, sst_point centre, ssti_agent *agent) {
    sst_point goal = {2 * centre.x - agent->def.position.x, 2 * centre.y - agent->def.position.y};
    if (!(fabs(goal.x) <= SST_MAX_COORDINATE && fabs(goal.y) <= SST_MAX_COORDINATE)) {
        ssti_error(reader->report, agent->place,
                   "antipode: found the goal [%.10g, %.10g] beyond it, expected one within %.0e m",
                   goal.x, goal.y, SST_MAX_COORDINATE);
        return false;
    }
    agent->goals = (ssti_range){reader->scenario->point_count, 1};
    ssti_add_point(reader, goal);
    return true;
}

static bool is_known(const ssti_agent_values *values, size_t key) {
    return !(values->doubts >> key & 1);
}

static bool set_way(ssti_reader *reader, const ssti_template *from, const ssti_agent_values *values,
                    ssti_agent *agent) {
    if (ssti_template_has(from, SSTI_GOAL))
        set_goals(reader, &values->goal, 0, 1, agent);
    if (ssti_template_has(from, SSTI_GOALS))
        set_goals(reader, &values->goals, 0, values->goals.points.count, agent);
    if (ssti_template_has(from, SSTI_EXITS))
        set_goals(reader, &values->exits,
                  nearest_target(reader->scenario, &values->exits, agent->def.position), 1, agent);
    agent->loop = values->loop && agent->goals.count > 1;
    if (ssti_template_has(from, SSTI_DIRECTION) && is_known(values, SSTI_DIRECTION))
        return set_direction(reader, values->direction, agent);
    if (ssti_template_has(from, SSTI_ANTIPODE) && is_known(values, SSTI_ANTIPODE) &&
        is_known(values, SSTI_POSITION))
        return set_antipode(reader, values->antipode, agent);
    return true;
}

bool ssti_template_put(ssti_reader *reader, const ssti_template *from,
                       const ssti_agent_values *values, size_t number) {
    ssti_agent *agent = &reader->scenario->agents[number];
    *agent = (ssti_agent){.def = values->def,
                          .preferred_speed = preferred_speed_of(reader->scenario, from, values),
                          .start_time = values->start_time,
                          .on_arrival = (ssti_on_arrival)values->on_arrival,
                          .areas = SSTI_NO_AREAS,
                          .sense = values->sense,
                          .rate_limit = values->rate_limit,
                          .pedestrian = values->pedestrian && !values->def.scripted,
                          .entry_gap = -1,
                          .place = from->map->place};
    agent->def.position = ssti_periodic_place(&reader->scenario->periodic, values->def.position);
    if (!ssti_template_has(from, SSTI_KEY))
        agent->def.key = number;
    reader->doubts[number] = values->doubts;
    if (ssti_template_has(from, SSTI_TRAJECTORY)) {
        if (!ssti_template_has(from, SSTI_ON_ARRIVAL))
            agent->on_arrival = SSTI_REMOVE;
        if (ssti_follow_trajectory(reader, values->trajectory, agent))
            return true;
        reader->doubts[number] |= SSTI_KEY_BIT(SSTI_TRAJECTORY);
        return false;
    }
    return set_way(reader, from, values, agent);
}
