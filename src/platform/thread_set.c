/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* POSIX threads: sleeping threads are woken by a round number, the last to finish wakes
 * the caller. */
#include "platform/thread_set.h"

/* A WebAssembly module has threads if it is compiled with -pthread, and else not even the header.
 */
#if !defined(__wasm__) || defined(_REENTRANT)
#include <pthread.h>
#include <unistd.h>

typedef struct set_thread {
    ssti_thread_set *set;
    uint32_t worker;
    pthread_t thread;
} set_thread;

struct ssti_thread_set {
    uint32_t count; /* asked for */
    uint32_t started;
    ssti_thread_task *task;
    void *context;

    pthread_mutex_t mutex; /* guards the three below */
    pthread_cond_t wake, done;
    uint64_t round;
    uint32_t busy;
    bool stop;

    set_thread threads[]; /* [count] */
};

static size_t size_of_set(uint32_t count) {
    return sizeof(ssti_thread_set) + count * sizeof(set_thread);
}

static void finish_round(ssti_thread_set *set) {
    pthread_mutex_lock(&set->mutex);
    set->busy--;
    if (set->busy == 0) {
        pthread_cond_signal(&set->done);
    }
    pthread_mutex_unlock(&set->mutex);
}

/* Waits for a round after `*round`; false when the set stops. */
static bool await_round(ssti_thread_set *set, uint64_t *round) {
    pthread_mutex_lock(&set->mutex);
    while (set->round == *round && !set->stop) {
        pthread_cond_wait(&set->wake, &set->mutex);
    }
    *round = set->round;
    bool go_on = !set->stop;
    pthread_mutex_unlock(&set->mutex);
    return go_on;
}

static void *run_thread(void *context) {
    set_thread *self = context;
    uint64_t round = 0;
    while (await_round(self->set, &round)) {
        self->set->task(self->worker, self->set->context);
        finish_round(self->set);
    }
    return NULL;
}

static bool start_threads(ssti_thread_set *set) {
    for (; set->started < set->count; set->started++) {
        set_thread *t = &set->threads[set->started];
        *t = (set_thread){.set = set, .worker = set->started + 1};
        if (pthread_create(&t->thread, NULL, run_thread, t) != 0) {
            return false;
        }
    }
    return true;
}

static void stop_threads(ssti_thread_set *set) {
    pthread_mutex_lock(&set->mutex);
    set->stop = true;
    pthread_cond_broadcast(&set->wake);
    pthread_mutex_unlock(&set->mutex);
    for (uint32_t i = 0; i < set->started; i++) {
        pthread_join(set->threads[i].thread, NULL);
    }
}

sst_result ssti_thread_set_create(uint32_t count, ssti_thread_task *task, void *context,
                                  const sst_allocator *allocator, ssti_thread_set **set) {
    ssti_thread_set *created = ssti_allocate(allocator, size_of_set(count));
    if (!created) {
        return SST_ERROR_OUT_OF_MEMORY;
    }
    *created = (ssti_thread_set){.count = count, .task = task, .context = context};
    pthread_mutex_init(&created->mutex, NULL);
    pthread_cond_init(&created->wake, NULL);
    pthread_cond_init(&created->done, NULL);
    if (!start_threads(created)) {
        ssti_thread_set_destroy(created, allocator);
        return SST_ERROR_THREADS;
    }
    *set = created;
    return SST_OK;
}

void ssti_thread_set_destroy(ssti_thread_set *set, const sst_allocator *allocator) {
    if (!set) {
        return;
    }
    stop_threads(set);
    pthread_cond_destroy(&set->done);
    pthread_cond_destroy(&set->wake);
    pthread_mutex_destroy(&set->mutex);
    ssti_deallocate(allocator, set, size_of_set(set->count));
}

void ssti_thread_set_begin_round(ssti_thread_set *set) {
    pthread_mutex_lock(&set->mutex);
    set->round++;
    set->busy = set->started;
    pthread_cond_broadcast(&set->wake);
    pthread_mutex_unlock(&set->mutex);
}

void ssti_thread_set_end_round(ssti_thread_set *set) {
    pthread_mutex_lock(&set->mutex);
    while (set->busy > 0) {
        pthread_cond_wait(&set->done, &set->mutex);
    }
    pthread_mutex_unlock(&set->mutex);
}

long ssti_processor_count(void) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count;
}

#else

sst_result ssti_thread_set_create(uint32_t count, ssti_thread_task *task, void *context,
                                  const sst_allocator *allocator, ssti_thread_set **set) {
    (void)task, (void)context, (void)allocator;
    *set = NULL;
    return count == 0 ? SST_OK : SST_ERROR_THREADS;
}

void ssti_thread_set_destroy(ssti_thread_set *set, const sst_allocator *allocator) {
    (void)set, (void)allocator;
}

void ssti_thread_set_begin_round(ssti_thread_set *set) {
    (void)set;
}

void ssti_thread_set_end_round(ssti_thread_set *set) {
    (void)set;
}

long ssti_processor_count(void) {
    return 1;
}
#endif
