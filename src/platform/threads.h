/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Workers that share out a range of independent items.
 *
 * The range is cut into fixed blocks that workers claim by one atomic counter; the calling thread
 * is worker 0 and works too. A task writes to its items and to its worker's scratch only, so
 * neither the number of workers nor their timing shows in a result. The threads are ours, or the
 * host's scheduler runs the work.
 */
#ifndef SSTI_THREADS_H
#define SSTI_THREADS_H

#include "base/allocator.h"
#include "sidestep/base.h"

#define SSTI_MAX_WORKERS 256

typedef void ssti_block_task(size_t begin, size_t end, uint32_t worker, void *context);

typedef struct ssti_workers ssti_workers;

/* `count` 0 = one per processor. With the scheduler's functions null, starts count - 1 threads.
 * Errors: OUT_OF_MEMORY, THREADS. */
sst_result ssti_workers_create(uint32_t count, const sst_scheduler *scheduler,
                               const sst_allocator *allocator, ssti_workers **workers);
void ssti_workers_destroy(ssti_workers *workers, const sst_allocator *allocator);
uint32_t ssti_workers_count(const ssti_workers *workers);

/* Runs the task over [0, count) in blocks; returns when all is done. One thread at a time. */
void ssti_workers_run(ssti_workers *workers, size_t count, size_t block, ssti_block_task *task,
                      void *context);

#endif
