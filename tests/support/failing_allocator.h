/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* An allocator that fails when it is told to, and keeps books: every block must be given back once,
 * with the size it was asked for. */
#ifndef SIDESTEP_TESTS_FAILING_ALLOCATOR_H
#define SIDESTEP_TESTS_FAILING_ALLOCATOR_H

#include "sidestep/base.h"

typedef struct failing_allocator {
    long until_failure; /* this many more allocations succeed, the next fails once; < 0: none fails
                         */
    long allocations;   /* asked for, in all */
    long failures;
    size_t live_blocks, live_bytes;
    size_t mistakes; /* blocks given back with a wrong size, twice, or overwritten at an end */
} failing_allocator;

void failing_allocator_init(failing_allocator *allocator);
sst_allocator failing_allocator_interface(failing_allocator *allocator);

#endif
