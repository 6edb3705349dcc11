/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Agents that overlap where they enter, and goals that overlap: discs in a world of their own,
 * whose neighbours at rest are those that touch. Who overlaps by less than a millimetre only
 * touches. */

#include "advice/advice.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_TOUCHING = 8 };

static const double touch = 1e-3;

typedef struct overlap_search {
    ssti_check *check;
    const ssti_marker *markers;
    sst_agent_id *ids;
    sst_world *world;
    bool goals;
} overlap_search;

static void tell_of_starts(ssti_check *check, size_t a, size_t b, double depth) {
    double least = ssti_round_up((double)check->scenario->agents[a].def.radius +
                                 (double)check->scenario->agents[b].def.radius);
    ssti_advise(
        check, SST_SEVERITY_WARNING,
        (ssti_subject){ssti_agent_place(check, b, "position"), "position", least},
        "agent %zu enters overlapping agent %zu by %.3g m: nothing is promised for agents in "
        "contact, they are pushed apart; place them %.6g m apart or more",
        b, a, depth, least);
}

static void tell_of_goals(ssti_check *check, size_t a, size_t b, double depth) {
    double least = ssti_round_up((double)check->scenario->agents[a].def.radius +
                                 (double)check->scenario->agents[b].def.radius);
    const char *key = ssti_goal_key(check, b);
    ssti_advise(
        check, SST_SEVERITY_WARNING, (ssti_subject){ssti_agent_place(check, b, key), key, least},
        "agents %zu and %zu cannot both hold their goals, which are too near by %.3g m: one "
        "of them pushes for ever; place the goals %.6g m apart or more, or set on_arrival: "
        "remove",
        a, b, depth, least);
}

/* Pairs of which both see each other are met twice, and told of the second time. Who waits until
 * its place is free enters on no one. */
static void judge_pair(const overlap_search *search, size_t i, size_t j) {
    const sst_scenario *s = search->check->scenario;
    const ssti_marker *a = &search->markers[i], *b = &search->markers[j];
    const ssti_agent *first = &s->agents[a->agent], *second = &s->agents[b->agent];
    bool one_waits = !search->goals && (first->entry_gap >= 0 || second->entry_gap >= 0);
    if (one_waits || (i < j && ssti_sees(second, first)))
        return;
    double depth = (double)first->def.radius + (double)second->def.radius -
                   hypot(b->at.x - a->at.x, b->at.y - a->at.y);
    if (depth <= touch)
        return;
    size_t low = a->agent < b->agent ? a->agent : b->agent;
    size_t high = a->agent < b->agent ? b->agent : a->agent;
    (search->goals ? tell_of_goals : tell_of_starts)(search->check, low, high, depth);
}

static sst_result judge_all(const overlap_search *search, size_t count) {
    sst_result result = SST_OK;
    for (size_t i = 0; i < count && result == SST_OK; i++) {
        sst_agent_id found[MOST_TOUCHING];
        size_t found_count = 0;
        result = sst_world_query_neighbors(search->world, search->ids[i], found, MOST_TOUCHING,
                                           &found_count);
        for (size_t k = 0; k < found_count && result == SST_OK; k++) {
            sst_agent_def other;
            result = sst_world_get_agent(search->world, found[k], &other);
            if (result == SST_OK)
                judge_pair(search, i, (size_t)other.key);
        }
    }
    return result;
}

static sst_result find_overlaps(ssti_check *check, const ssti_marker *markers, sst_agent_id *ids,
                                size_t count, bool goals) {
    overlap_search search = {check, markers, ids, NULL, goals};
    sst_result result =
        ssti_markers_world(check, markers, count, MOST_TOUCHING, true, &search.world, ids);
    if (result != SST_OK)
        return result;
    result = judge_all(&search, count);
    sst_world_destroy(search.world);
    return result;
}

/* --- Starts -------------------------------------------------------------------------------- */

typedef struct entrance {
    uint64_t step;
    size_t agent;
} entrance;

static int by_step(const void *left, const void *right) {
    const entrance *a = left, *b = right;
    if (a->step != b->step)
        return a->step < b->step ? -1 : 1;
    return (a->agent > b->agent) - (a->agent < b->agent);
}

/* Those that enter at the same step are compared with each other: where the rest will be by then,
 * no one knows. */
static sst_result compare_by_step(ssti_check *check, entrance *entrances, ssti_marker *markers,
                                  sst_agent_id *ids) {
    const sst_scenario *s = check->scenario;
    for (size_t i = 0; i < s->agent_count; i++)
        entrances[i] = (entrance){ssti_entry_step(s, &s->agents[i]), i};
    qsort(entrances, s->agent_count, sizeof *entrances, by_step);
    sst_result result = SST_OK;
    for (size_t i = 0, count; i < s->agent_count && result == SST_OK; i += count) {
        for (count = 0;
             i + count < s->agent_count && entrances[i + count].step == entrances[i].step;
             count++) {
            size_t agent = entrances[i + count].agent;
            markers[count] = (ssti_marker){s->agents[agent].def.position, agent};
        }
        if (count > 1)
            result = find_overlaps(check, markers, ids, count, false);
    }
    return result;
}

sst_result ssti_look_agents_overlap(ssti_check *check) {
    size_t count = check->scenario->agent_count + 1;
    entrance *entrances = malloc(count * sizeof *entrances);
    ssti_marker *markers = malloc(count * sizeof *markers);
    sst_agent_id *ids = malloc(count * sizeof *ids);
    sst_result result = entrances && markers && ids
                            ? compare_by_step(check, entrances, markers, ids)
                            : SST_ERROR_OUT_OF_MEMORY;
    free(entrances);
    free(markers);
    free(ids);
    return result;
}

/* --- Goals --------------------------------------------------------------------------------- */

sst_result ssti_look_goals_overlap(ssti_check *check) {
    const sst_scenario *s = check->scenario;
    ssti_marker *markers = malloc((s->agent_count + 1) * sizeof *markers);
    sst_agent_id *ids = malloc((s->agent_count + 1) * sizeof *ids);
    sst_result result = SST_ERROR_OUT_OF_MEMORY;
    if (markers && ids)
        result = find_overlaps(check, markers, ids, ssti_list_goals(check, markers), true);
    free(markers);
    free(ids);
    return result;
}
