/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* What a step used for the agents that are watched. */
#ifndef SSTI_TRACE_H
#define SSTI_TRACE_H

#include "base/allocator.h"
#include "sidestep/world.h"
#include "world/agents.h"
#include "world/scratch.h"

typedef struct ssti_trace {
    sst_agent_id agent;
    size_t neighbor_capacity, edge_capacity;
    sst_agent_id *neighbors;     /* [neighbor_capacity] */
    sst_half_plane *half_planes; /* [SST_SOLVE_SCRATCH] */
    size_t neighbor_count;
    sst_solution solution;
} ssti_trace;

typedef struct ssti_traces {
    ssti_trace *all; /* [capacity]; the agents' `trace` is an index into it */
    size_t count, capacity;
} ssti_traces;

void ssti_traces_free(ssti_traces *traces, const sst_allocator *allocator);
/* Room in every trace; what it holds is kept. False without memory: only capacities have changed.
 */
bool ssti_traces_reserve(ssti_traces *traces, const sst_allocator *allocator, size_t neighbors,
                         size_t edges);
/* Watches the agent in `slot`, if it is not yet. False without memory. */
bool ssti_traces_watch(ssti_traces *traces, ssti_agents *agents, const sst_allocator *allocator,
                       size_t slot, size_t neighbors, size_t edges);
/* Watches it no longer, if it is. */
void ssti_traces_forget(ssti_traces *traces, ssti_agents *agents, const sst_allocator *allocator,
                        size_t slot);
/* For agents that were restored: sets the `trace` of each anew, forgets whom they do not know, and
 * what the others did before. */
void ssti_traces_attach(ssti_traces *traces, ssti_agents *agents, const sst_allocator *allocator);

/* Keeps what was decided with the worker's scratch. */
void ssti_trace_record(ssti_trace *trace, const ssti_agents *agents,
                       const ssti_worker_scratch *scratch, size_t neighbor_count,
                       const sst_solution *solution);

#endif
