/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* What a worker needs to decide for one agent after the other; room is made when agents and
 * obstacles are added, so that a step allocates nothing. */
#ifndef SSTI_SCRATCH_H
#define SSTI_SCRATCH_H

#include "base/allocator.h"
#include "sidestep/solve.h"
#include "simd/relaxed.h"
#include "world/agent_tree.h"
#include "world/obstacles.h"

typedef struct ssti_worker_scratch {
    ssti_candidate *candidates;  /* [neighbor_capacity] */
    sst_neighbor *neighbors;     /* [neighbor_capacity] */
    ssti_edge_rank *edge_ranks;  /* [edge_capacity] */
    sst_edge *edges;             /* [edge_capacity] */
    sst_half_plane *half_planes; /* [SST_SOLVE_SCRATCH] */
    ssti_batch *batch;
    ssti_relaxed *relaxed;
    size_t neighbor_count, edge_count, nodes_entered, decided, late_count; /* sums of a step */
} ssti_worker_scratch;

typedef struct ssti_scratch {
    size_t neighbor_capacity, edge_capacity;
    uint32_t worker_count;
    ssti_worker_scratch *workers; /* [worker_count] */
    void *block;
    size_t block_size;
} ssti_scratch;

void ssti_scratch_free(ssti_scratch *scratch, const sst_allocator *allocator);
/* False without memory: nothing is changed. Room never shrinks. */
bool ssti_scratch_reserve(ssti_scratch *scratch, const sst_allocator *allocator,
                          uint32_t worker_count, size_t neighbors, size_t edges);

#endif
