/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Worlds for the advices to ask: obstacles without agents, and agents as discs without obstacles.
 */

#include "advice/advice.h"
#include "scenario/periodic.h"

#include <math.h>
#include <stdlib.h>

/* --- Obstacles ----------------------------------------------------------------------------- */

/* The key of an obstacle is its number. */
static sst_result add_obstacle(const ssti_check *check, size_t number, sst_obstacle_kind kind,
                               sst_world *world, sst_obstacle_id *id) {
    const ssti_obstacle *obstacle = &check->scenario->obstacles[number];
    sst_obstacle_def def = obstacle->def;
    def.kind = kind;
    def.vertices = check->scenario->points + obstacle->vertices.first;
    def.vertex_count = obstacle->vertices.count;
    def.key = number;
    return sst_world_add_obstacle(world, &def, id, NULL);
}

/* An outline is convex if it never turns to the other side. */
static bool is_convex(const sst_obstacle_def *def) {
    size_t count = def->vertex_count;
    bool left = false, right = false;
    for (size_t i = 0; i < count; i++) {
        sst_point a = def->vertices[i], b = def->vertices[(i + 1) % count],
                  c = def->vertices[(i + 2) % count];
        double turn = (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
        left |= turn > 0;
        right |= turn < 0;
    }
    return !(left && right);
}

static sst_result understand(ssti_check *check, size_t number, sst_obstacle_id id) {
    sst_obstacle_def def;
    sst_result result = sst_world_get_obstacle(check->start, id, &def);
    if (result != SST_OK)
        return result;
    ssti_outline *outline = &check->outlines[number];
    outline->kind = def.kind;
    outline->moves = def.velocity.x != 0 || def.velocity.y != 0;
    outline->convex = def.kind == SST_OBSTACLE_CHAIN
                          ? def.vertex_count == 2
                          : def.kind == SST_OBSTACLE_SOLID && is_convex(&def);
    if (def.kind == SST_OBSTACLE_ROOM && !outline->moves) {
        check->room_count++;
        check->room_layers |= def.layers;
    }
    return SST_OK;
}

static sst_result add_to_worlds(ssti_check *check, size_t number) {
    sst_obstacle_id id;
    sst_obstacle_kind kind = check->scenario->obstacles[number].def.kind;
    sst_result result = add_obstacle(check, number, kind, check->start, &id);
    if (result == SST_OK)
        result = understand(check, number, id);
    const ssti_outline *outline = &check->outlines[number];
    if (result != SST_OK || outline->moves)
        return result;
    result = add_obstacle(check, number, outline->kind, check->still, &id);
    if (result == SST_OK && outline->kind == SST_OBSTACLE_ROOM)
        result = add_obstacle(check, number, SST_OBSTACLE_SOLID, check->rooms, &id);
    return result;
}

sst_result ssti_check_build(ssti_check *check) {
    const sst_scenario *s = check->scenario;
    sst_result result = sst_world_def_init(&check->def, s->profile);
    if (result != SST_OK)
        return result;
    ssti_apply_overrides(&s->overrides, &check->def);
    ssti_apply_periodic(&s->periodic, &check->def);
    check->def.solve.time_step = (float)s->time_step;
    check->outlines = calloc(s->obstacle_count + 1, sizeof *check->outlines);
    check->door_legs = calloc(s->agent_count + 1, sizeof *check->door_legs);
    result = check->outlines && check->door_legs ? ssti_places_create(s, &check->places)
                                                 : SST_ERROR_OUT_OF_MEMORY;
    if (result == SST_OK)
        result = sst_world_create(&check->def, &check->start);
    if (result == SST_OK)
        result = sst_world_create(&check->def, &check->still);
    if (result == SST_OK)
        result = sst_world_create(&check->def, &check->rooms);
    for (size_t i = 0; i < s->obstacle_count && result == SST_OK; i++)
        result = add_to_worlds(check, i);
    return result;
}

void ssti_check_free(ssti_check *check) {
    sst_world_destroy(check->start);
    sst_world_destroy(check->still);
    sst_world_destroy(check->rooms);
    ssti_places_destroy(check->places);
    free(check->outlines);
    free(check->door_legs);
}

/* --- Agents as discs ----------------------------------------------------------------------- */

/* Whoever has more neighbours is not short of them. */
enum { ENOUGH = 1000 };

static sst_agent_def disc_of(const ssti_check *check, const ssti_marker *marker, size_t key,
                             uint32_t spare, bool at_rest) {
    sst_agent_def def = check->scenario->agents[marker->agent].def;
    def.position = marker->at;
    def.max_neighbors = at_rest                      ? spare
                        : ENOUGH < def.max_neighbors ? ENOUGH
                                                     : def.max_neighbors + spare;
    def.key = key;
    if (at_rest) { /* in range are then those that touch */
        def.velocity = (sst_vec2){0, 0};
        def.max_speed = 0;
        def.neighbor_dist = SST_AUTO;
    }
    return def;
}

sst_result ssti_markers_world(const ssti_check *check, const ssti_marker *markers, size_t count,
                              uint32_t spare, bool at_rest, sst_world **world, sst_agent_id *ids) {
    sst_world_def world_def = check->def;
    world_def.neighbor_ranking = SST_RANK_SURFACE_GAP;
    sst_world *made;
    sst_result result = sst_world_create(&world_def, &made);
    for (size_t i = 0; i < count && result == SST_OK; i++) {
        sst_agent_def def = disc_of(check, &markers[i], i, spare, at_rest);
        result = sst_world_add_agent(made, &def, &ids[i]);
        if (result != SST_OK)
            sst_world_destroy(made);
    }
    if (result == SST_OK)
        *world = made;
    return result;
}

/* Who goes round and round holds none of its goals, and an area has room beside the nearest point.
 */
static bool holds_its_goal(const sst_scenario *s, const ssti_agent *agent) {
    return ssti_has_goal(agent) && agent->on_arrival == SSTI_STAY && !agent->loop &&
           !ssti_goal_is_area(s, agent, agent->goals.count - 1);
}

size_t ssti_list_goals(const ssti_check *check, ssti_marker *markers) {
    const sst_scenario *s = check->scenario;
    size_t count = 0;
    for (size_t i = 0; i < s->agent_count; i++) {
        const ssti_agent *agent = &s->agents[i];
        if (holds_its_goal(s, agent))
            markers[count++] =
                (ssti_marker){s->points[agent->goals.first + agent->goals.count - 1], i};
    }
    return count;
}

/* --- Agents -------------------------------------------------------------------------------- */

bool ssti_decides(const ssti_agent *agent) {
    return !agent->def.scripted && agent->def.max_speed > 0;
}

bool ssti_has_goal(const ssti_agent *agent) {
    return agent->goals.count > 0;
}

size_t ssti_leg_count(const ssti_agent *agent) {
    return agent->goals.count + (agent->loop && agent->goals.count > 1);
}

sst_point ssti_leg_end(const sst_scenario *scenario, const ssti_agent *agent, size_t nth) {
    return scenario->points[agent->goals.first + nth % agent->goals.count];
}

bool ssti_goal_is_area(const sst_scenario *scenario, const ssti_agent *agent, size_t nth) {
    return agent->areas != SSTI_NO_AREAS && scenario->areas[agent->areas + nth].kind != SSTI_SPOT;
}

double ssti_reach_speed(const ssti_agent *agent) {
    double speed = hypot((double)agent->def.velocity.x, (double)agent->def.velocity.y);
    return agent->def.scripted ? fmax(speed, (double)agent->def.max_speed)
                               : (double)agent->def.max_speed;
}

bool ssti_sees(const ssti_agent *agent, const ssti_agent *other) {
    return (agent->def.mask & other->def.layers) != 0;
}

bool ssti_starts_at_once(const ssti_check *check, const ssti_agent *agent) {
    return ssti_entry_step(check->scenario, agent) == 0;
}
