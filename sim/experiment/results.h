/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* What came of the runs of an experiment. Run `cell * seeds + i` is the one of a cell with the i-th
 * seed. All figures are kept, whichever are asked for. */
#ifndef SIDESTEP_SIM_RESULTS_H
#define SIDESTEP_SIM_RESULTS_H

#include "experiment/experiment.h"

typedef enum ssti_run_state { SSTI_RUN_OPEN = 0, SSTI_RUN_DONE, SSTI_RUN_REFUSED } ssti_run_state;

typedef struct ssti_cell_state {
    size_t known;            /* so many of its first seeds are done */
    size_t settled_after;    /* seeds; 0 = not yet */
    ssti_settling *settling; /* [judged.count] */
} ssti_cell_state;

typedef struct ssti_results {
    const sst_experiment *experiment;
    size_t run_count, cell_count, figure_count;
    double *values;   /* [run_count * figure_count] */
    uint64_t *hashes; /* of the worlds at the end */
    uint8_t *states;  /* ssti_run_state */
    ssti_cell_state *cells;
    ssti_settling *settlings;
} ssti_results;

bool ssti_results_init(ssti_results *results, const sst_experiment *experiment);
void ssti_results_free(ssti_results *results);

double *ssti_run_values(const ssti_results *results, size_t run);

/* Notes a run whose values are in place, and whether its cell has settled. The seeds count in their
 * order, whatever the order of noting. */
void ssti_results_note(ssti_results *results, size_t run, uint64_t state_hash);

/* How many of a cell's first seeds are wanted: all, or up to where it settled and is to stop. */
size_t ssti_wanted_seeds(const ssti_results *results, size_t cell);

#endif
