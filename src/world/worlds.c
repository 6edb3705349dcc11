/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Many small worlds stepped together. Workers claim worlds, not agents: a world of twenty agents is
 * stepped in less time than it takes to wake a thread. The worlds of one claim use the batch of the
 * first among them, which stays in the cache; workers share nothing but the claim. */
#include "platform/clock.h"
#include "world/step.h"

#include <stdatomic.h>

/* Worlds that a worker claims at once. */
enum { WORLDS_BLOCK = 16 };

struct sst_pool {
    sst_allocator allocator;
    ssti_workers *workers;
};

/* --- Pool ---------------------------------------------------------------------------------- */

sst_result sst_pool_def_init(sst_pool_def *def) {
    if (!def) {
        return SST_ERROR_NULL;
    }
    *def = (sst_pool_def){.struct_size = sizeof *def};
    return SST_OK;
}

static sst_result check_def(const sst_pool_def *def) {
    if (def->struct_size != sizeof *def) {
        return SST_ERROR_STRUCT_SIZE;
    }
    if (def->worker_count > SSTI_MAX_WORKERS) {
        return SST_ERROR_OPTION;
    }
    return !def->scheduler.enqueue != !def->scheduler.finish ? SST_ERROR_NULL : SST_OK;
}

sst_result sst_pool_create(const sst_pool_def *def, sst_pool **pool) {
    if (!def || !pool) {
        return SST_ERROR_NULL;
    }
    sst_allocator allocator = def->allocator;
    sst_result result = check_def(def);
    if (result == SST_OK) {
        result = ssti_allocator_complete(&allocator);
    }
    if (result != SST_OK) {
        return result;
    }
    sst_pool *created = ssti_allocate(&allocator, sizeof *created);
    if (!created) {
        return SST_ERROR_OUT_OF_MEMORY;
    }
    *created = (sst_pool){.allocator = allocator};
    result = ssti_workers_create(def->worker_count, &def->scheduler, &allocator, &created->workers);
    if (result != SST_OK) {
        sst_pool_destroy(created);
        return result;
    }
    *pool = created;
    return SST_OK;
}

void sst_pool_destroy(sst_pool *pool) {
    if (pool) {
        sst_allocator allocator = pool->allocator;
        ssti_workers_destroy(pool->workers, &allocator);
        ssti_deallocate(&allocator, pool, sizeof *pool);
    }
}

/* --- Step ---------------------------------------------------------------------------------- */

typedef struct joint_step {
    sst_world *const *worlds;
    sst_step_report *reports;
    atomic_size_t first_bad; /* or how many worlds there are */
} joint_step;

static void note_bad(joint_step *step, size_t index) {
    size_t known = atomic_load(&step->first_bad);
    while (index < known && !atomic_compare_exchange_weak(&step->first_bad, &known, index)) {
    }
}

static void check_block(size_t begin, size_t end, uint32_t worker, void *context) {
    (void)worker;
    joint_step *step = context;
    for (size_t i = begin; i < end; i++) {
        if (ssti_step_check(step->worlds[i], NULL, 0) != SST_OK) {
            note_bad(step, i);
        }
    }
}

/* A batch holds nothing from one use to the next, so any with room will do. */
static void step_block(size_t begin, size_t end, uint32_t worker, void *context) {
    (void)worker;
    joint_step *step = context;
    ssti_batch *shared = step->worlds[begin]->scratch.workers[0].batch;
    for (size_t i = begin; i < end; i++) {
        sst_step_report *report = step->reports ? &step->reports[i] : NULL;
        ssti_worker_scratch *scratch = &step->worlds[i]->scratch.workers[0];
        ssti_batch *own = scratch->batch;
        bool has_room = shared->obstacle_rows >= own->obstacle_rows &&
                        shared->neighbor_rows >= own->neighbor_rows;
        scratch->batch = has_room ? shared : own;
        ssti_step_take(step->worlds[i], NULL, 0, report ? ssti_clock_ns() : 0, report);
        scratch->batch = own;
    }
}

static void run(sst_pool *pool, size_t count, ssti_block_task *task, joint_step *step) {
    if (pool) {
        ssti_workers_run(pool->workers, count, WORLDS_BLOCK, task, step);
    } else if (count > 0) {
        task(0, count, 0, step);
    }
}

/* Whether all are there, each once; `bad` gets the first of which this is not so. */
static sst_result check_list(sst_world *const *worlds, size_t count, size_t *bad) {
    sst_result result = SST_OK;
    size_t listed = 0;
    for (; listed < count && result == SST_OK; listed++) {
        sst_world *world = worlds[listed];
        result = !world ? SST_ERROR_NULL : world->is_listed ? SST_ERROR_DUPLICATE_ID : SST_OK;
        if (result == SST_OK) {
            world->is_listed = true;
        } else {
            *bad = listed;
        }
    }
    for (size_t i = 0; i < listed; i++) {
        if (worlds[i]) {
            worlds[i]->is_listed = false;
        }
    }
    return result;
}

static sst_result check_worlds(sst_pool *pool, joint_step *step, size_t count, size_t *bad) {
    sst_result result = check_list(step->worlds, count, bad);
    if (result != SST_OK) {
        return result;
    }
    run(pool, count, check_block, step);
    *bad = atomic_load(&step->first_bad);
    return *bad == count ? SST_OK : ssti_step_check(step->worlds[*bad], NULL, 0);
}

sst_result sst_worlds_step(sst_pool *pool, sst_world *const *worlds, size_t count,
                           sst_step_report *reports, size_t *failed) {
    if (!worlds && count > 0) {
        return SST_ERROR_NULL;
    }
    joint_step step = {.worlds = worlds, .reports = reports};
    atomic_init(&step.first_bad, count);
    size_t bad = count;
    sst_result result = check_worlds(pool, &step, count, &bad);
    if (result == SST_OK) {
        run(pool, count, step_block, &step);
    } else if (failed) {
        *failed = bad;
    }
    return result;
}
