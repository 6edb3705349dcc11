/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Runs of tests, several at a time, in the order of their list. */
#ifndef SIDESTEP_SIM_VERIFY_RUNS_H
#define SIDESTEP_SIM_VERIFY_RUNS_H

#include "verify/tests.h"

#include <pthread.h>

/* A variant of a test in a mode with a seed, and its figure for each check. */
typedef struct ssti_verify_run {
    const ssti_test *test;
    const ssti_named_settings *mode, *variant;
    uint64_t seed;
    double values[SSTI_MOST_CHECKS];
    bool done;
} ssti_verify_run;

typedef struct ssti_verify_runs {
    ssti_verify_run *runs; /* [count] */
    size_t count;
    const sst_verify_options *options;
    ssti_report *report;
    /* Of the module. */
    pthread_mutex_t lock; /* of all below, and of `done` */
    pthread_cond_t news;
    pthread_t *threads;
    uint32_t thread_count;
    size_t next;
    sst_outcome outcome;
} ssti_verify_runs;

/* Sets them going; for ssti_verify_runs_end in any case. */
sst_outcome ssti_verify_runs_begin(ssti_verify_runs *runs);
/* Until so many from `first` on are done, or one failed. */
sst_outcome ssti_verify_runs_wait(ssti_verify_runs *runs, size_t first, size_t count);
/* Begins no more, and waits for those under way. */
void ssti_verify_runs_end(ssti_verify_runs *runs);

#endif
