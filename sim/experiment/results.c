/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Results in the order of the plan. Whether a cell has settled is found out from its first seeds
 * without a gap only; so it does not depend on which run finished first. */

#include "experiment/results.h"

#include <stdlib.h>

bool ssti_results_init(ssti_results *r, const sst_experiment *e) {
    *r = (ssti_results){.experiment = e,
                        .run_count = e->cell_count * (size_t)e->seeds,
                        .cell_count = e->cell_count,
                        .figure_count = e->known.count};
    r->values = calloc(r->run_count * r->figure_count, sizeof *r->values);
    r->hashes = calloc(r->run_count, sizeof *r->hashes);
    r->states = calloc(r->run_count, sizeof *r->states);
    r->cells = calloc(r->cell_count, sizeof *r->cells);
    r->settlings = calloc(r->cell_count * e->judged.count + 1, sizeof *r->settlings);
    if (!r->values || !r->hashes || !r->states || !r->cells || !r->settlings)
        return false;
    for (size_t i = 0; i < r->cell_count; i++)
        r->cells[i].settling = &r->settlings[i * e->judged.count];
    return true;
}

void ssti_results_free(ssti_results *r) {
    free(r->values);
    free(r->hashes);
    free(r->states);
    free(r->cells);
    free(r->settlings);
}

double *ssti_run_values(const ssti_results *r, size_t run) {
    return &r->values[run * r->figure_count];
}

/* The next seed of a cell, in order. */
static void settle(ssti_results *r, ssti_cell_state *cell, size_t run) {
    const sst_experiment *e = r->experiment;
    size_t settled_after = 0, settled = 0;
    for (size_t i = 0; i < e->judged.count; i++) {
        ssti_settling *s = &cell->settling[i];
        ssti_settling_add(s, &e->rule, ssti_run_values(r, run)[e->judged.indices[i]]);
        settled += s->settled_after > 0;
        settled_after = s->settled_after > settled_after ? s->settled_after : settled_after;
    }
    cell->known++;
    if (cell->settled_after == 0 && settled > 0 && settled == e->judged.count)
        cell->settled_after = settled_after;
}

void ssti_results_note(ssti_results *r, size_t run, uint64_t state_hash) {
    size_t seeds = (size_t)r->experiment->seeds, first = run / seeds * seeds;
    ssti_cell_state *cell = &r->cells[run / seeds];
    r->hashes[run] = state_hash;
    r->states[run] = SSTI_RUN_DONE;
    while (cell->known < seeds && r->states[first + cell->known] == SSTI_RUN_DONE)
        settle(r, cell, first + cell->known);
}

size_t ssti_wanted_seeds(const ssti_results *r, size_t cell) {
    size_t settled = r->experiment->stop_when_settled ? r->cells[cell].settled_after : 0;
    return settled ? settled : (size_t)r->experiment->seeds;
}
