/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* A pool on POSIX threads: sleeping threads are woken by a round number, the last to finish wakes
 * the caller. With a host's scheduler there are no threads, only tasks handed to it. */
#include "platform/threads.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

typedef struct helper {
    ssti_workers *workers;
    uint32_t worker;
    pthread_t thread;
    void *handle; /* the host's, of the task under way */
} helper;

struct ssti_workers {
    uint32_t count;        /* the caller among them */
    uint32_t helper_count; /* started: count - 1 once created */
    sst_scheduler scheduler;

    /* The work under way: set by the caller before any helper is woken. */
    ssti_block_task *task;
    void *context;
    size_t item_count, block;
    atomic_size_t next_block;

    pthread_mutex_t mutex; /* guards the three below */
    pthread_cond_t wake, done;
    uint64_t round;
    uint32_t busy;
    bool stop;

    helper helpers[]; /* [count - 1] */
};

static size_t size_of_workers(uint32_t count) {
    return sizeof(ssti_workers) + (count - 1) * sizeof(helper);
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

static void finish_round(ssti_workers *workers) {
    pthread_mutex_lock(&workers->mutex);
    workers->busy--;
    if (workers->busy == 0) {
        pthread_cond_signal(&workers->done);
    }
    pthread_mutex_unlock(&workers->mutex);
}

/* Waits for a round after `*round`; false when the pool stops. */
static bool await_round(ssti_workers *workers, uint64_t *round) {
    pthread_mutex_lock(&workers->mutex);
    while (workers->round == *round && !workers->stop) {
        pthread_cond_wait(&workers->wake, &workers->mutex);
    }
    *round = workers->round;
    bool go_on = !workers->stop;
    pthread_mutex_unlock(&workers->mutex);
    return go_on;
}

static void *run_thread(void *context) {
    helper *self = context;
    uint64_t round = 0;
    while (await_round(self->workers, &round)) {
        work(self->workers, self->worker);
        finish_round(self->workers);
    }
    return NULL;
}

static void run_host_task(void *context) {
    helper *self = context;
    work(self->workers, self->worker);
}

static uint32_t processor_count(void) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > SSTI_MAX_WORKERS ? SSTI_MAX_WORKERS : (uint32_t)count;
}

static void stop_threads(ssti_workers *workers) {
    pthread_mutex_lock(&workers->mutex);
    workers->stop = true;
    pthread_cond_broadcast(&workers->wake);
    pthread_mutex_unlock(&workers->mutex);
    for (uint32_t i = 0; i < workers->helper_count; i++) {
        pthread_join(workers->helpers[i].thread, NULL);
    }
}

static bool uses_host(const ssti_workers *workers) {
    return workers->scheduler.enqueue != NULL;
}

static bool start_helpers(ssti_workers *workers) {
    for (uint32_t i = 0; i + 1 < workers->count; i++) {
        helper *h = &workers->helpers[i];
        *h = (helper){.workers = workers, .worker = i + 1};
        if (!uses_host(workers)) {
            if (pthread_create(&h->thread, NULL, run_thread, h) != 0) {
                return false;
            }
            workers->helper_count++;
        }
    }
    return true;
}

sst_result ssti_workers_create(uint32_t count, const sst_scheduler *scheduler,
                               const sst_allocator *allocator, ssti_workers **workers) {
    count = count == 0 ? processor_count() : count;
    ssti_workers *created = ssti_allocate(allocator, size_of_workers(count));
    if (!created) {
        return SST_ERROR_OUT_OF_MEMORY;
    }
    *created = (ssti_workers){.count = count, .scheduler = *scheduler};
    atomic_init(&created->next_block, 0);
    pthread_mutex_init(&created->mutex, NULL);
    pthread_cond_init(&created->wake, NULL);
    pthread_cond_init(&created->done, NULL);
    if (!start_helpers(created)) {
        ssti_workers_destroy(created, allocator);
        return SST_ERROR_THREADS;
    }
    *workers = created;
    return SST_OK;
}

void ssti_workers_destroy(ssti_workers *workers, const sst_allocator *allocator) {
    if (!workers) {
        return;
    }
    stop_threads(workers);
    pthread_cond_destroy(&workers->done);
    pthread_cond_destroy(&workers->wake);
    pthread_mutex_destroy(&workers->mutex);
    ssti_deallocate(allocator, workers, size_of_workers(workers->count));
}

uint32_t ssti_workers_count(const ssti_workers *workers) {
    return workers->count;
}

static void run_by_host(ssti_workers *workers) {
    const sst_scheduler *host = &workers->scheduler;
    for (uint32_t i = 0; i + 1 < workers->count; i++) {
        helper *h = &workers->helpers[i];
        h->handle = host->enqueue(run_host_task, h, host->context);
    }
    work(workers, 0);
    for (uint32_t i = 0; i + 1 < workers->count; i++) {
        if (workers->helpers[i].handle) {
            host->finish(workers->helpers[i].handle, host->context);
        }
    }
}

static void run_by_pool(ssti_workers *workers) {
    pthread_mutex_lock(&workers->mutex);
    workers->round++;
    workers->busy = workers->helper_count;
    pthread_cond_broadcast(&workers->wake);
    pthread_mutex_unlock(&workers->mutex);
    work(workers, 0);
    pthread_mutex_lock(&workers->mutex);
    while (workers->busy > 0) {
        pthread_cond_wait(&workers->done, &workers->mutex);
    }
    pthread_mutex_unlock(&workers->mutex);
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
        run_by_pool(workers);
    }
}
