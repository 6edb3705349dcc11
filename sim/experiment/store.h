/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The store of an experiment's finished runs: OUTPUT.runs, an SQLite file of ours. A run is found
 * again by all that it depends on, as it is and not by a hash: scenario, end, version of the
 * program, profile, values, seed. */
#ifndef SIDESTEP_SIM_STORE_H
#define SIDESTEP_SIM_STORE_H

#include "experiment/results.h"

typedef struct ssti_store ssti_store;

/* Opens or makes it; one program at a time has it. `fresh` forgets what it holds. Without `create`
 * the store is null if there is no file. What is broken or something else is bad input. */
sst_outcome ssti_store_open(const char *path, const sst_experiment *experiment, bool fresh,
                            bool create, ssti_report *report, ssti_store **store);
void ssti_store_close(ssti_store *store); /* null is fine */

/* Notes all of the experiment's runs that it has in the results; answers how many. */
sst_outcome ssti_store_find_all(ssti_store *store, ssti_results *results, size_t *found);

/* Keeps finished runs, by number [count >= 1]: after the call they are on the disk. */
sst_outcome ssti_store_add(ssti_store *store, const ssti_results *results, const size_t *runs,
                           size_t count);

#endif
