/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Agents who walk as people do in crowds: before each step their preferred velocity is slowed by
 * the density ahead of them (sst_crowd_density). They judge it by those whom they avoid and whom no
 * obstacle hides, or by what their senses tell; and by the free way to either side.
 *
 * Places are probed on the lattice of positions, so that it does not matter where the scene lies.
 */

#include "run/run.h"

#include <math.h>

enum { MOST_OTHERS = 64, MOST_PROBES = 16 };

typedef struct walker {
    ssti_run *run;
    const sst_crowd_speed_def *def;
    size_t place;
    const ssti_agent *agent;
    sst_point at;
    sst_vec2 wanted;
    double wall; /* distance to the nearest [m]; infinity: none within the range */
    sst_vec2 others[MOST_OTHERS];
    size_t other_count;
} walker;

/* --- Walls --------------------------------------------------------------------------------- */

static double on_lattice(double x) {
    double half = x < 0 ? -0.5 : 0.5;
    return trunc(x * 16777216 + half) / 16777216;
}

static sst_result wall_distance(const walker *w, sst_point at, double *distance) {
    sst_clearance clearance;
    sst_result result = sst_world_query_clearance(
        w->run->world, at, at, 0, w->agent->def.obstacle_mask, (double)w->def->range, &clearance);
    *distance = clearance.distance;
    return result;
}

/* How far it is to a wall in a direction of length 1: from place to place by what is certainly
 * free there. Never more than the truth. */
static sst_result free_way(const walker *w, double x, double y, float *way) {
    static const double near_enough = 0.005;
    double gone = 0, step = w->wall;
    sst_result result = SST_OK;
    for (int i = 0; i < MOST_PROBES && step > near_enough && gone < (double)w->def->range; i++) {
        gone += step;
        sst_point at = {w->at.x + on_lattice(x * gone), w->at.y + on_lattice(y * gone)};
        if (gone < (double)w->def->range && result == SST_OK)
            result = wall_distance(w, at, &step);
    }
    *way = (float)fmin(gone, (double)w->def->range);
    return result;
}

/* --- Others -------------------------------------------------------------------------------- */

static sst_result is_hidden(const walker *w, sst_vec2 other, bool *hidden) {
    bool visible = true;
    sst_point at = {w->at.x + (double)other.x, w->at.y + (double)other.y};
    sst_result result = SST_OK;
    if (w->wall < (double)w->def->range)
        result = sst_world_query_visibility(w->run->world, w->at, at, 0,
                                            w->agent->def.obstacle_mask, &visible);
    *hidden = !visible;
    return result;
}

static sst_result consider(walker *w, sst_agent_id other) {
    sst_agent_def def;
    sst_neighbor seen;
    sst_agent_id self = w->run->present_ids[w->place];
    bool hidden = true;
    sst_result result = sst_world_get_agent(w->run->world, other, &def);
    if (result != SST_OK || other.value == self.value || !(def.layers & w->agent->def.mask))
        return result;
    result = sst_world_see(w->run->world, self, other, &seen);
    if (result == SST_OK)
        result = is_hidden(w, seen.position, &hidden);
    if (result == SST_OK && !hidden)
        w->others[w->other_count++] = seen.position;
    return result;
}

static sst_result look_around(walker *w) {
    sst_agent_id ids[MOST_OTHERS];
    size_t count;
    sst_result result = sst_world_query_agents(w->run->world, w->at, (double)w->def->range, ids,
                                               MOST_OTHERS, &count);
    for (size_t i = 0; i < count && i < MOST_OTHERS && result == SST_OK; i++)
        result = consider(w, ids[i]);
    return result;
}

static void take_sight(walker *w, const sst_sight *sight) {
    for (size_t i = 0; i < sight->neighbor_count && i < MOST_OTHERS; i++)
        w->others[w->other_count++] = sight->neighbors[i].position;
}

/* --- Speed --------------------------------------------------------------------------------- */

static sst_result judge(walker *w, float *factor) {
    double x = (double)w->wanted.x, y = (double)w->wanted.y, length = sqrt(x * x + y * y);
    sst_crowd_view view = {
        .direction = w->wanted, .others = w->others, .other_count = w->other_count};
    float density;
    sst_result result = free_way(w, -y / length, x / length, &view.left);
    if (result == SST_OK)
        result = free_way(w, y / length, -x / length, &view.right);
    if (result == SST_OK)
        result = sst_crowd_density(w->def, &view, &density);
    return result == SST_OK ? sst_crowd_speed_factor(w->def, density, factor) : result;
}

static sst_result slow(ssti_run *run, const sst_crowd_speed_def *def, size_t place,
                       const sst_sight *sight) {
    walker w = {.run = run,
                .def = def,
                .place = place,
                .agent = &run->scenario->agents[run->present[place]],
                .at = run->positions[place],
                .wanted = run->preferred[place]};
    float factor = 1;
    if (w.wanted.x == 0 && w.wanted.y == 0)
        return SST_OK;
    sst_result result = wall_distance(&w, w.at, &w.wall);
    if (sight)
        take_sight(&w, sight);
    else if (result == SST_OK)
        result = look_around(&w);
    if (result == SST_OK)
        result = judge(&w, &factor);
    run->preferred[place] = (sst_vec2){factor * w.wanted.x, factor * w.wanted.y};
    return result;
}

sst_result ssti_slow_pedestrians(ssti_run *run, const sst_sight *sights, size_t count) {
    sst_crowd_speed_def def;
    size_t next_sight = 0, walkers = 0;
    sst_result result = sst_crowd_speed_def_init(&def);
    for (size_t i = 0; i < run->present_count && result == SST_OK; i++) {
        bool has_sight =
            next_sight < count && sights[next_sight].agent.value == run->present_ids[i].value;
        const sst_sight *sight = has_sight ? &sights[next_sight++] : NULL;
        if (run->scenario->agents[run->present[i]].pedestrian) {
            result = slow(run, &def, i, sight);
            walkers++;
        }
    }
    if (result != SST_OK || walkers == 0)
        return result;
    return sst_world_set_preferred_velocities(run->world, run->present_ids, run->preferred,
                                              run->present_count);
}
