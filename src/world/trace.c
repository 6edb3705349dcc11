/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Storage of the watched agents' neighbours and half-planes, made when an agent is watched and
 * grown with the world. */
#include "world/trace.h"

#include <string.h>

static void free_arrays(ssti_trace *trace, const sst_allocator *allocator) {
    size_t planes = SST_SOLVE_SCRATCH(trace->neighbor_capacity, trace->edge_capacity);
    ssti_deallocate(allocator, trace->neighbors,
                    trace->neighbor_capacity * sizeof *trace->neighbors);
    ssti_deallocate(allocator, trace->half_planes, planes * sizeof *trace->half_planes);
}

void ssti_traces_free(ssti_traces *traces, const sst_allocator *allocator) {
    for (size_t i = 0; i < traces->count; i++) {
        free_arrays(&traces->all[i], allocator);
    }
    ssti_deallocate(allocator, traces->all, traces->capacity * sizeof *traces->all);
    *traces = (ssti_traces){0};
}

static size_t half_plane_count(const sst_solution *solution) {
    return (size_t)solution->limit_count + solution->obstacle_count + solution->agent_count +
           solution->contact_count;
}

static void copy(void *to, const void *from, size_t size) {
    if (size > 0) {
        memcpy(to, from, size);
    }
}

static bool reserve(ssti_trace *trace, const sst_allocator *allocator, size_t neighbors,
                    size_t edges) {
    bool has_room =
        trace->neighbors && neighbors <= trace->neighbor_capacity && edges <= trace->edge_capacity;
    if (has_room) {
        return true;
    }
    ssti_trace grown = *trace;
    grown.neighbor_capacity = neighbors;
    grown.edge_capacity = edges;
    size_t planes = SST_SOLVE_SCRATCH(neighbors, edges);
    grown.neighbors = ssti_allocate(allocator, neighbors * sizeof *grown.neighbors);
    grown.half_planes = ssti_allocate(allocator, planes * sizeof *grown.half_planes);
    if (!grown.neighbors || !grown.half_planes) {
        free_arrays(&grown, allocator);
        return false;
    }
    copy(grown.neighbors, trace->neighbors, trace->neighbor_count * sizeof *grown.neighbors);
    copy(grown.half_planes, trace->half_planes,
         half_plane_count(&trace->solution) * sizeof *grown.half_planes);
    free_arrays(trace, allocator);
    *trace = grown;
    return true;
}

bool ssti_traces_reserve(ssti_traces *traces, const sst_allocator *allocator, size_t neighbors,
                         size_t edges) {
    for (size_t i = 0; i < traces->count; i++) {
        if (!reserve(&traces->all[i], allocator, neighbors, edges)) {
            return false;
        }
    }
    return true;
}

bool ssti_traces_watch(ssti_traces *traces, ssti_agents *agents, const sst_allocator *allocator,
                       size_t slot, size_t neighbors, size_t edges) {
    if (agents->trace[slot] != SSTI_NO_INDEX) {
        return true;
    }
    ssti_trace *all = ssti_array_grow(allocator, traces->all, traces->count, &traces->capacity,
                                      traces->count + 1, sizeof *all);
    if (!all) {
        return false;
    }
    traces->all = all;
    ssti_trace trace = {.agent = agents->id[slot]};
    if (!reserve(&trace, allocator, neighbors, edges)) {
        return false;
    }
    agents->trace[slot] = (uint32_t)traces->count;
    traces->all[traces->count++] = trace;
    return true;
}

/* The last trace takes the place of the one removed. */
static void remove_trace(ssti_traces *traces, const sst_allocator *allocator, size_t index) {
    free_arrays(&traces->all[index], allocator);
    traces->count--;
    traces->all[index] = traces->all[traces->count];
}

void ssti_traces_forget(ssti_traces *traces, ssti_agents *agents, const sst_allocator *allocator,
                        size_t slot) {
    size_t index = agents->trace[slot], moved;
    if (index == SSTI_NO_INDEX) {
        return;
    }
    agents->trace[slot] = SSTI_NO_INDEX;
    remove_trace(traces, allocator, index);
    if (index < traces->count && ssti_agents_find(agents, traces->all[index].agent, &moved)) {
        agents->trace[moved] = (uint32_t)index;
    }
}

void ssti_traces_attach(ssti_traces *traces, ssti_agents *agents, const sst_allocator *allocator) {
    for (size_t slot = 0; slot < agents->count; slot++) {
        agents->trace[slot] = SSTI_NO_INDEX;
    }
    for (size_t i = 0; i < traces->count;) {
        size_t slot;
        if (ssti_agents_find(agents, traces->all[i].agent, &slot)) {
            traces->all[i].neighbor_count = 0;
            traces->all[i].solution = (sst_solution){0};
            agents->trace[slot] = (uint32_t)i++;
        } else {
            remove_trace(traces, allocator, i);
        }
    }
}

void ssti_trace_record(ssti_trace *trace, const ssti_agents *agents,
                       const ssti_worker_scratch *scratch, size_t neighbor_count,
                       const sst_solution *solution) {
    for (size_t i = 0; i < neighbor_count; i++) {
        uint32_t slot = scratch->candidates[i].slot;
        trace->neighbors[i] = slot == SSTI_NO_INDEX ? (sst_agent_id){0} : agents->id[slot];
    }
    trace->neighbor_count = neighbor_count;
    trace->solution = *solution;
    copy(trace->half_planes, scratch->half_planes,
         half_plane_count(solution) * sizeof *trace->half_planes);
}
