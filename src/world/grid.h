/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Sorting the agents by cell, at the start of every step: the crowd as the kernels see it
 * (simd/crowd.h tells its layout).
 *
 * A counting sort: each agent's cell, how many stand in each, where each cell begins, and every
 * agent to its place. Cells are sized by how far searches had to reach in the last step. Nothing of
 * it shows in a result. When the batches are through, the tree over all agents may lie where the
 * crowd lay: only the search radii are kept. */
#ifndef SSTI_GRID_H
#define SSTI_GRID_H

#include "platform/threads.h"
#include "simd/crowd.h"
#include "world/agent_tree.h"

typedef struct ssti_grid {
    ssti_crowd crowd;
    size_t capacity;      /* agents for which there is room */
    uint32_t *numbers;    /* [capacity], by slot: its cell, then its number in the crowd */
    float *search_radius; /* [capacity], by slot: what sufficed last [m]; 0 = unknown */
    uint32_t *starts;     /* [cell_capacity + 2] */
    size_t cell_capacity;
    void *block;
    size_t block_size;
} ssti_grid;

void ssti_grid_free(ssti_grid *grid, const sst_allocator *allocator);
/* False without memory: nothing is changed. */
bool ssti_grid_reserve(ssti_grid *grid, const sst_allocator *allocator, size_t capacity);

/* Sorts the agents. False if no cells fit this crowd: it is then not to be used. */
bool ssti_grid_build(ssti_grid *grid, const ssti_agents *agents, const sst_world_def *def,
                     ssti_workers *workers);

#endif
