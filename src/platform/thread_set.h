/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Threads of the operating system that sleep until a round begins, and then each do the task once.
 * Where a system has no threads a set of none is all there is. */
#ifndef SSTI_THREAD_SET_H
#define SSTI_THREAD_SET_H

#include "base/allocator.h"
#include "sidestep/base.h"

typedef void ssti_thread_task(uint32_t worker, void *context);

typedef struct ssti_thread_set ssti_thread_set;

/* Starts `count` threads, workers 1 to `count`. Errors: OUT_OF_MEMORY, THREADS. */
sst_result ssti_thread_set_create(uint32_t count, ssti_thread_task *task, void *context,
                                  const sst_allocator *allocator, ssti_thread_set **set);
void ssti_thread_set_destroy(ssti_thread_set *set, const sst_allocator *allocator);

/* Between the two the threads are at work, beside the caller. */
void ssti_thread_set_begin_round(ssti_thread_set *set);
void ssti_thread_set_end_round(ssti_thread_set *set);

/* Processors that threads can run on [>= 1]. */
long ssti_processor_count(void);

#endif
