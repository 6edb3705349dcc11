/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The workers' scratch: one block, in which each worker's part begins on a cache line of its own.
 */
#include "world/scratch.h"

enum { CACHE_LINE = 64 };

static size_t aligned(size_t size) {
    return (size + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
}

/* Takes the next `size` bytes of the block; where there is no block yet, only counts them. */
static void *take(char *block, size_t *used, size_t size) {
    void *place = block ? block + *used : NULL;
    *used += aligned(size);
    return place;
}

/* Kernels have so many rows at most; who needs more decides alone. */
static size_t rows_for(size_t needed, size_t most) {
    return needed < most ? needed : most;
}

static void lay_out_batch(ssti_worker_scratch *worker, char *block, size_t *used, size_t n,
                          size_t m) {
    size_t of_agents = rows_for(n, SSTI_NEIGHBOR_ROWS);
    size_t of_obstacles = rows_for(m, SSTI_OBSTACLE_ROWS), hard = of_obstacles + of_agents;
    ssti_batch *batch = worker->batch = take(block, used, sizeof *batch);
    ssti_relaxed *relaxed = worker->relaxed = take(block, used, sizeof *relaxed);
    ssti_neighbor_row *neighbors = take(block, used, of_agents * sizeof *neighbors);
    ssti_plane_row *planes = take(block, used, (hard + of_agents) * sizeof *planes);
    ssti_plane_row *hard_and_soft = take(block, used, (hard + of_agents) * sizeof *planes);
    ssti_plane_row *pairs = take(block, used, (hard + of_agents) * sizeof *pairs);
    uint32_t(*numbers)[SSTI_BATCH] = take(block, used, of_agents * sizeof *numbers);
    if (block) {
        *batch = (ssti_batch){.neighbor_rows = (uint32_t)of_agents,
                              .obstacle_rows = (uint32_t)of_obstacles,
                              .neighbors = neighbors,
                              .planes = planes};
        *relaxed = (ssti_relaxed){.hard_rows = (uint32_t)hard,
                                  .planes = hard_and_soft,
                                  .pairs = pairs,
                                  .neighbors = numbers};
    }
}

static void lay_out_worker(ssti_worker_scratch *worker, char *block, size_t *used, size_t n,
                           size_t m) {
    worker->candidates = take(block, used, n * sizeof *worker->candidates);
    worker->neighbors = take(block, used, n * sizeof *worker->neighbors);
    worker->edge_ranks = take(block, used, m * sizeof *worker->edge_ranks);
    worker->edges = take(block, used, m * sizeof *worker->edges);
    lay_out_batch(worker, block, used, n, m);
    worker->half_planes = take(block, used, SST_SOLVE_SCRATCH(n, m) * sizeof *worker->half_planes);
}

static size_t lay_out(ssti_scratch *scratch, char *block) {
    size_t used = 0;
    scratch->workers = take(block, &used, scratch->worker_count * sizeof *scratch->workers);
    for (uint32_t i = 0; i < scratch->worker_count; i++) {
        ssti_worker_scratch measured;
        lay_out_worker(block ? &scratch->workers[i] : &measured, block, &used,
                       scratch->neighbor_capacity, scratch->edge_capacity);
    }
    return used;
}

void ssti_scratch_free(ssti_scratch *scratch, const sst_allocator *allocator) {
    ssti_deallocate(allocator, scratch->block, scratch->block_size);
    *scratch = (ssti_scratch){0};
}

static size_t grown(size_t capacity, size_t needed) {
    return needed <= capacity ? capacity : 2 * capacity > needed ? 2 * capacity : needed;
}

bool ssti_scratch_reserve(ssti_scratch *scratch, const sst_allocator *allocator,
                          uint32_t worker_count, size_t neighbors, size_t edges) {
    bool has_room = scratch->worker_count == worker_count &&
                    neighbors <= scratch->neighbor_capacity && edges <= scratch->edge_capacity;
    if (has_room) {
        return true;
    }
    if (neighbors > SIZE_MAX / 2048 / worker_count || edges > SIZE_MAX / 2048 / worker_count) {
        return false; /* the sizes below could overflow */
    }
    ssti_scratch larger = {
        .worker_count = worker_count,
        .neighbor_capacity = grown(scratch->neighbor_capacity, neighbors),
        .edge_capacity = grown(scratch->edge_capacity, edges),
    };
    larger.block_size = lay_out(&larger, NULL) + CACHE_LINE;
    larger.block = ssti_allocate(allocator, larger.block_size);
    if (!larger.block) {
        return false;
    }
    size_t odd = (size_t)((uintptr_t)larger.block % CACHE_LINE);
    lay_out(&larger, (char *)larger.block + (odd ? CACHE_LINE - odd : 0));
    ssti_scratch_free(scratch, allocator);
    *scratch = larger;
    return true;
}
