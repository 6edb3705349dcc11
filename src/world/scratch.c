/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The workers' scratch: one block, in which each worker's part begins on a cache line of its own.
 */
#include "world/scratch.h"

#include <string.h>

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

static void lay_out_worker(ssti_worker_scratch *worker, char *block, size_t *used, size_t n,
                           size_t m) {
    worker->candidates = take(block, used, n * sizeof *worker->candidates);
    worker->neighbors = take(block, used, n * sizeof *worker->neighbors);
    worker->edge_ranks = take(block, used, m * sizeof *worker->edge_ranks);
    worker->edges = take(block, used, m * sizeof *worker->edges);
    worker->batch = take(block, used, sizeof *worker->batch);
    worker->relaxed = take(block, used, sizeof *worker->relaxed);
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
    for (uint32_t i = 0; i < worker_count; i++) {
        memset(larger.workers[i].batch, 0, sizeof *larger.workers[i].batch);
        memset(larger.workers[i].relaxed, 0, sizeof *larger.workers[i].relaxed);
    }
    ssti_scratch_free(scratch, allocator);
    *scratch = larger;
    return true;
}
