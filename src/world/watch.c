/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Watching chosen agents: the public calls. */
#include "world/world_state.h"

sst_result sst_world_watch_agent(sst_world *world, sst_agent_id id, bool watch) {
    size_t slot;
    if (!world) {
        return SST_ERROR_NULL;
    }
    if (!ssti_agents_find(&world->agents, id, &slot)) {
        return SST_ERROR_STALE_ID;
    }
    if (!watch) {
        ssti_traces_forget(&world->traces, &world->agents, &world->allocator, slot);
        return SST_OK;
    }
    bool has_room =
        ssti_traces_watch(&world->traces, &world->agents, &world->allocator, slot,
                          world->scratch.neighbor_capacity, world->scratch.edge_capacity);
    return has_room ? SST_OK : SST_ERROR_OUT_OF_MEMORY;
}

sst_result sst_world_trace_agent(const sst_world *world, sst_agent_id id, sst_agent_trace *trace) {
    size_t slot;
    if (!world || !trace) {
        return SST_ERROR_NULL;
    }
    if (!ssti_agents_find(&world->agents, id, &slot)) {
        return SST_ERROR_STALE_ID;
    }
    uint32_t index = world->agents.trace[slot];
    if (index == SSTI_NO_INDEX) {
        return SST_ERROR_NOT_WATCHED;
    }
    const ssti_trace *kept = &world->traces.all[index];
    *trace = (sst_agent_trace){
        .neighbors = kept->neighbors,
        .neighbor_count = kept->neighbor_count,
        .half_planes = kept->half_planes,
        .solution = kept->solution,
    };
    return SST_OK;
}
