/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Who sees whom: agents that see no one, agents that no one sees, and too few neighbours for the
 * crowd. */

#include "advice/advice.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* --- Masks --------------------------------------------------------------------------------- */

/* Agents that have each bit. */
typedef struct tally {
    size_t layers[32], masks[32];
} tally;

static tally count_bits(const sst_scenario *s) {
    tally all = {{0}, {0}};
    for (size_t i = 0; i < s->agent_count; i++)
        for (uint32_t bit = 0; bit < 32; bit++) {
            all.layers[bit] += s->agents[i].def.layers >> bit & 1;
            all.masks[bit] += s->agents[i].def.mask >> bit & 1;
        }
    return all;
}

/* Whether anyone else has one of the `wanted` bits; `own` are the agent's. */
static bool another_has(const size_t counts[32], uint32_t wanted, uint32_t own) {
    for (uint32_t bit = 0; bit < 32; bit++)
        if ((wanted >> bit & 1) && counts[bit] > (own >> bit & 1))
            return true;
    return false;
}

static const char *why_blind(const sst_agent_def *def) {
    return def->max_neighbors == 0   ? "max_neighbors"
           : def->neighbor_dist == 0 ? "neighbor_dist"
                                     : "mask";
}

sst_result ssti_look_sees_nobody(ssti_check *check) {
    const sst_scenario *s = check->scenario;
    if (s->agent_count < 2)
        return SST_OK;
    tally all = count_bits(s);
    ssti_worst worst = {0};
    for (size_t i = 0; i < s->agent_count; i++) {
        const sst_agent_def *def = &s->agents[i].def;
        bool sees = def->max_neighbors > 0 && def->neighbor_dist != 0 &&
                    another_has(all.layers, def->mask, def->layers);
        if (ssti_decides(&s->agents[i]) && !sees)
            ssti_worst_add(&worst, i, 0);
    }
    if (!worst.count)
        return SST_OK;
    const char *key = why_blind(&s->agents[worst.agent].def);
    bool is_number = *key == 'm' && key[1] == 'a' && key[2] == 'x';
    double usual = is_number ? 10 : (double)NAN;
    ssti_advise(
        check, SST_SEVERITY_WARNING,
        (ssti_subject){ssti_agent_place(check, worst.agent, key), key, usual},
        "%s: its %s lets it see nobody, so it walks into whoever does not give way; set %s, "
        "or scripted: true if it is meant",
        ssti_name(&worst).text, key,
        is_number     ? "max_neighbors: 10"
        : *key == 'n' ? "neighbor_dist: auto"
                      : "mask: all");
    return SST_OK;
}

sst_result ssti_look_seen_by_nobody(ssti_check *check) {
    const sst_scenario *s = check->scenario;
    if (s->agent_count < 2)
        return SST_OK;
    tally all = count_bits(s);
    ssti_worst worst = {0};
    size_t deciding = 0; /* the others keep their way, whatever their masks */
    for (size_t i = 0; i < s->agent_count; i++)
        deciding += ssti_decides(&s->agents[i]);
    for (size_t i = 0; i < s->agent_count; i++) {
        const sst_agent_def *def = &s->agents[i].def;
        if (deciding > ssti_decides(&s->agents[i]) &&
            !another_has(all.masks, def->layers, def->mask))
            ssti_worst_add(&worst, i, 0);
    }
    if (worst.count)
        ssti_advise(
            check, SST_SEVERITY_NOTE,
            (ssti_subject){ssti_agent_place(check, worst.agent, "layers"), "layers", 1},
            "%s: nobody's mask holds its layers, so nobody avoids it, and it must do all of "
            "the avoidance; set layers: 1 if that is not meant",
            ssti_name(&worst).text);
    return SST_OK;
}

/* --- The crowd ----------------------------------------------------------------------------- */

/* Neighbours beyond max_neighbors that are looked at: mixed speeds make a farther one the first to
 * be met. Of the worst agent more are counted, for the right number. */
enum { SPARE = 4, MOST_COUNTED = 128 };

/* What max_neighbors leaves of an agent's horizon at one of its places. */
typedef struct crowding {
    size_t in_reach;  /* could be met within the horizon, at most MOST_COUNTED */
    size_t enough;    /* neighbours to see all within the horizon that is needed */
    size_t all;       /* neighbours to see all within the horizon */
    double effective; /* the horizon up to the first neighbour cut [s] */
} crowding;

typedef struct crowd_search {
    ssti_check *check;
    const ssti_marker *markers;
    const sst_agent_id *ids;
    sst_world *world;
    sst_agent_id found[MOST_COUNTED];
} crowd_search;

/* Time until the surfaces could meet, both at full speed. */
static double time_to_meet(const ssti_agent *a, const sst_agent_def *at, const ssti_agent *b,
                           const sst_agent_def *bt) {
    double gap = hypot(bt->position.x - at->position.x, bt->position.y - at->position.y) -
                 (double)a->def.radius - (double)b->def.radius;
    double speeds = ssti_reach_speed(a) + ssti_reach_speed(b);
    return gap <= 0 ? 0 : speeds > 0 ? gap / speeds : HUGE_VAL;
}

static double horizon_of(const ssti_check *check, const ssti_agent *agent) {
    return fmax((double)agent->def.time_horizon, check->scenario->time_step);
}

/* The neighbour that comes `nth` could be met after `time`. */
static void count_neighbor(const ssti_check *check, const ssti_agent *agent, size_t nth,
                           double time, crowding *c) {
    if (time <= ssti_horizon_need(check, agent).good)
        c->enough = nth;
    if (time <= horizon_of(check, agent)) {
        c->all = nth;
        c->in_reach++;
    }
    if (nth > agent->def.max_neighbors)
        c->effective = fmin(c->effective, time);
}

static sst_result measure_crowding(crowd_search *crowd, size_t number, crowding *c) {
    const ssti_agent *agents = crowd->check->scenario->agents;
    const ssti_agent *agent = &agents[crowd->markers[number].agent];
    sst_agent_def own, other;
    size_t count = 0;
    *c = (crowding){.effective = HUGE_VAL};
    sst_result result = sst_world_query_neighbors(crowd->world, crowd->ids[number], crowd->found,
                                                  MOST_COUNTED, &count);
    if (result == SST_OK)
        result = sst_world_get_agent(crowd->world, crowd->ids[number], &own);
    for (size_t i = 0; i < count && result == SST_OK; i++) {
        result = sst_world_get_agent(crowd->world, crowd->found[i], &other);
        if (result == SST_OK)
            count_neighbor(
                crowd->check, agent, i + 1,
                time_to_meet(agent, &own, &agents[crowd->markers[other.key].agent], &other), c);
    }
    return result;
}

static void tell_of_crowd(ssti_check *check, const ssti_worst *worst, const crowding *c,
                          const char *where) {
    const ssti_agent *agent = &check->scenario->agents[worst->agent];
    bool warning = c->effective < ssti_horizon_need(check, agent).least;
    size_t right = warning ? c->enough : c->all;
    char trade[80];
    if (warning)
        snprintf(trade, sizeof trade, ", enough for the %.3g s that it needs",
                 ssti_horizon_need(check, agent).good);
    else
        snprintf(trade, sizeof trade, ", or accept time_horizon: %.3g",
                 floor(c->effective * 100) / 100);
    ssti_advise(
        check, warning ? SST_SEVERITY_WARNING : SST_SEVERITY_NOTE,
        (ssti_subject){ssti_agent_place(check, worst->agent, "max_neighbors"), "max_neighbors",
                       (double)right},
        "%s: %s, %zu%s could be met within time_horizon %.6g s, but max_neighbors is %u: it "
        "acts as if the horizon were %.3g s; set max_neighbors: %zu%s",
        ssti_name(worst).text, where, c->in_reach, c->in_reach == MOST_COUNTED ? " or more" : "",
        (double)agent->def.time_horizon, (unsigned)agent->def.max_neighbors, c->effective, right,
        trade);
}

/* `worst` holds the number of the marker. */
static sst_result find_worst(crowd_search *crowd, size_t count, ssti_worst *worst) {
    sst_result result = SST_OK;
    for (size_t i = 0; i < count && result == SST_OK; i++) {
        const ssti_agent *agent = &crowd->check->scenario->agents[crowd->markers[i].agent];
        crowding c;
        if (!ssti_decides(agent) || agent->def.max_neighbors == 0 ||
            agent->def.max_neighbors > MOST_COUNTED - SPARE)
            continue;
        result = measure_crowding(crowd, i, &c);
        if (result == SST_OK && c.effective <= horizon_of(crowd->check, agent))
            ssti_worst_add(worst, i, -c.effective);
    }
    return result;
}

/* Counts on around the worst, with more neighbours. */
static sst_result count_around(crowd_search *crowd, size_t number, crowding *c) {
    sst_agent_def def;
    sst_result result = sst_world_get_agent(crowd->world, crowd->ids[number], &def);
    def.max_neighbors = MOST_COUNTED;
    if (result == SST_OK)
        result = sst_world_set_agent(crowd->world, crowd->ids[number], &def);
    return result == SST_OK ? measure_crowding(crowd, number, c) : result;
}

/* At the goals, where everyone slows down, only what is less than the least counts. */
static sst_result look_at_crowd(ssti_check *check, const ssti_marker *markers, sst_agent_id *ids,
                                size_t count, bool at_goals) {
    crowd_search crowd = {.check = check, .markers = markers, .ids = ids};
    sst_result result = ssti_markers_world(check, markers, count, SPARE, false, &crowd.world, ids);
    if (result != SST_OK)
        return result;
    ssti_worst worst = {0};
    crowding c = {0};
    result = find_worst(&crowd, count, &worst);
    if (result == SST_OK && worst.count)
        result = count_around(&crowd, worst.agent, &c);
    sst_world_destroy(crowd.world);
    if (result != SST_OK || !worst.count)
        return result;
    worst.agent = markers[worst.agent].agent;
    const ssti_agent *agent = &check->scenario->agents[worst.agent];
    if (!at_goals || c.effective < ssti_horizon_need(check, agent).least)
        tell_of_crowd(check, &worst, &c, at_goals ? "at the goals" : "at the start");
    return SST_OK;
}

static size_t list_starts(const ssti_check *check, ssti_marker *markers) {
    const sst_scenario *s = check->scenario;
    size_t count = 0;
    for (size_t i = 0; i < s->agent_count; i++)
        if (ssti_starts_at_once(check, &s->agents[i]))
            markers[count++] = (ssti_marker){s->agents[i].def.position, i};
    return count;
}

sst_result ssti_look_max_neighbors_low(ssti_check *check) {
    size_t count = check->scenario->agent_count + 1;
    ssti_marker *markers = malloc(count * sizeof *markers);
    sst_agent_id *ids = malloc(count * sizeof *ids);
    sst_result result = markers && ids ? SST_OK : SST_ERROR_OUT_OF_MEMORY;
    if (result == SST_OK)
        result = look_at_crowd(check, markers, ids, list_starts(check, markers), false);
    if (result == SST_OK)
        result = look_at_crowd(check, markers, ids, ssti_list_goals(check, markers), true);
    free(markers);
    free(ids);
    return result;
}
