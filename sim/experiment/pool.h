/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Makes the runs that are not done, several at a time, and keeps each in the store. */
#ifndef SIDESTEP_SIM_POOL_H
#define SIDESTEP_SIM_POOL_H

#include "experiment/store.h"

enum { SSTI_MAX_JOBS = 1024 };

uint32_t ssti_choose_jobs(uint32_t asked); /* 0: one per processor */

typedef struct ssti_pool_outcome {
    size_t finished, refused;
    bool interrupted;
} ssti_pool_outcome;

/* `kept` runs are done already. Fails when memory or the store did; what was finished is kept. */
sst_outcome ssti_make_runs(ssti_results *results, ssti_store *store, size_t kept,
                           const sst_experiment_options *options, ssti_report *report,
                           ssti_pool_outcome *outcome);

#endif
