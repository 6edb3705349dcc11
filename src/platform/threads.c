/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Workers are threads of a set, or, with a host's scheduler, tasks handed to it. */
#include "platform/threads.h"

#include <stdatomic.h>

#include "platform/thread_set.h"

typedef struct host_task {
    ssti_workers *workers;
    uint32_t worker;
    void *handle; /* the host's, of the task under way */
} host_task;

struct ssti_workers {
    uint32_t count; /* the caller among them */
    sst_scheduler scheduler;
    ssti_thread_set *threads; /* null with a host's scheduler and for the caller alone */

    /* The work under way: set by the caller before any other worker is woken. */
    ssti_block_task *task;
    void *context;
    size_t item_count, block;
    atomic_size_t next_block;

    host_task host_tasks[]; /* [count - 1] */
};

static size_t size_of_workers(uint32_t count) {
    return sizeof(ssti_workers) + (count - 1) * sizeof(host_task);
}

static void work(ssti_workers *workers, uint32_t worker) {
    for (;;) {
        size_t index = atomic_fetch_add(&workers->next_block, 1);
        if (index > workers->item_count / workers->block) {
            return;
        }
        size_t begin = index * workers->block;
        size_t left = workers->item_count - begin;
        if (left > 0) {
            workers->task(begin, begin + (left < workers->block ? left : workers->block), worker,
                          workers->context);
        }
    }
}

static void run_thread_task(uint32_t worker, void *context) {
    work(context, worker);
}

static void run_host_task(void *context) {
    host_task *self = context;
    work(self->workers, self->worker);
}

static bool uses_host(const ssti_workers *workers) {
    return workers->scheduler.enqueue != NULL;
}

static sst_result gather_workers(ssti_workers *workers, const sst_allocator *allocator) {
    for (uint32_t i = 0; i + 1 < workers->count; i++) {
        workers->host_tasks[i] = (host_task){.workers = workers, .worker = i + 1};
    }
    return workers->count == 1 || uses_host(workers)
               ? SST_OK
               : ssti_thread_set_create(workers->count - 1, run_thread_task, workers, allocator,
                                        &workers->threads);
}

static uint32_t one_per_processor(void) {
    long count = ssti_processor_count();
    return count > SSTI_MAX_WORKERS ? SSTI_MAX_WORKERS : (uint32_t)count;
}

sst_result ssti_workers_create(uint32_t count, const sst_scheduler *scheduler,
                               const sst_allocator *allocator, ssti_workers **workers) {
    count = count == 0 ? one_per_processor() : count;
    ssti_workers *created = ssti_allocate(allocator, size_of_workers(count));
    if (!created) {
        return SST_ERROR_OUT_OF_MEMORY;
    }
    *created = (ssti_workers){.count = count, .scheduler = *scheduler};
    atomic_init(&created->next_block, 0);
    sst_result result = gather_workers(created, allocator);
    if (result != SST_OK) {
        ssti_workers_destroy(created, allocator);
        return result;
    }
    *workers = created;
    return SST_OK;
}

void ssti_workers_destroy(ssti_workers *workers, const sst_allocator *allocator) {
    if (workers) {
        ssti_thread_set_destroy(workers->threads, allocator);
        ssti_deallocate(allocator, workers, size_of_workers(workers->count));
    }
}

uint32_t ssti_workers_count(const ssti_workers *workers) {
    return workers->count;
}

static void run_by_host(ssti_workers *workers) {
    const sst_scheduler *host = &workers->scheduler;
    for (uint32_t i = 0; i + 1 < workers->count; i++) {
        host_task *t = &workers->host_tasks[i];
        t->handle = host->enqueue(run_host_task, t, host->context);
    }
    work(workers, 0);
    for (uint32_t i = 0; i + 1 < workers->count; i++) {
        if (workers->host_tasks[i].handle) {
            host->finish(workers->host_tasks[i].handle, host->context);
        }
    }
}

static void run_by_threads(ssti_workers *workers) {
    ssti_thread_set_begin_round(workers->threads);
    work(workers, 0);
    ssti_thread_set_end_round(workers->threads);
}

void ssti_workers_run(ssti_workers *workers, size_t count, size_t block, ssti_block_task *task,
                      void *context) {
    workers->task = task;
    workers->context = context;
    workers->item_count = count;
    workers->block = block;
    atomic_store(&workers->next_block, 0);
    if (workers->count == 1 || count <= block) {
        work(workers, 0);
    } else if (uses_host(workers)) {
        run_by_host(workers);
    } else {
        run_by_threads(workers);
    }
}
