/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The world shows flags by slot, with an array of ids beside them. Only agents with a flag that is
 * counted are looked up. */

#include "metrics/statuses.h"

#include <stdlib.h>

/* A slot with a flag that is counted. */
typedef struct ssti_slot {
    uint64_t id;
    uint32_t status;
} ssti_slot;

static const uint32_t counted =
    SST_STATUS_RELAXED | SST_STATUS_TRUNCATED | SST_STATUS_CONTACT | SST_STATUS_BLOCKED;

bool ssti_statuses_init(ssti_statuses *statuses, size_t agent_count) {
    *statuses = (ssti_statuses){.agents = calloc(agent_count + 1, sizeof *statuses->agents)};
    return statuses->agents;
}

void ssti_statuses_free(ssti_statuses *statuses) {
    free(statuses->agents);
    free(statuses->slots);
}

static void count_flags(ssti_status_steps *steps, uint32_t status) {
    steps->relaxed += (status & SST_STATUS_RELAXED) != 0;
    steps->truncated += (status & SST_STATUS_TRUNCATED) != 0;
    steps->contact += (status & SST_STATUS_CONTACT) != 0;
    steps->blocked += (status & SST_STATUS_BLOCKED) != 0;
}

static int by_id(const void *left, const void *right) {
    uint64_t a = ((const ssti_slot *)left)->id, b = ((const ssti_slot *)right)->id;
    return (a > b) - (a < b);
}

static size_t list_flagged(ssti_statuses *statuses, const sst_agent_view *view) {
    size_t count = 0;
    for (size_t i = 0; i < view->count; i++)
        if (view->status[i] & counted)
            statuses->slots[count++] = (ssti_slot){view->ids[i].value, view->status[i]};
    if (count)
        qsort(statuses->slots, count, sizeof *statuses->slots, by_id);
    return count;
}

static bool make_room(ssti_statuses *statuses, size_t count) {
    if (count <= statuses->slot_capacity)
        return true;
    ssti_slot *grown = realloc(statuses->slots, count * sizeof *grown);
    if (!grown)
        return false;
    statuses->slots = grown;
    statuses->slot_capacity = count;
    return true;
}

sst_result ssti_statuses_step(ssti_statuses *statuses, sst_world *world, const uint32_t *agents,
                              const sst_agent_id *ids, size_t count) {
    sst_agent_view view;
    sst_result result = sst_world_view_agents(world, &view);
    if (result != SST_OK)
        return result;
    if (!make_room(statuses, view.count))
        return SST_ERROR_OUT_OF_MEMORY;
    size_t flagged = list_flagged(statuses, &view);
    for (size_t i = 0; i < count && flagged > 0; i++) {
        ssti_slot wanted = {ids[i].value, 0};
        const ssti_slot *slot = bsearch(&wanted, statuses->slots, flagged, sizeof wanted, by_id);
        if (!slot)
            continue;
        count_flags(&statuses->agents[agents[i]], slot->status);
        count_flags(&statuses->total, slot->status);
    }
    return SST_OK;
}
