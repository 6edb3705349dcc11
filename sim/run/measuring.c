/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The measurements of a run: every step counts, whether it is recorded or not. Their rows go to all
 * recordings that have a place for them, and to the CSV file that was asked for. */

#include "record/walkable.h"
#include "run/run.h"

#include <stdlib.h>

static bool take(void *context, size_t measure, ssti_series_kind kind, const void *row) {
    ssti_run *run = context;
    for (size_t i = 0; i < run->outputs.count; i++) {
        ssti_recorder *recorder = run->outputs.recorders[i];
        if (recorder->as->row && !recorder->as->row(recorder, measure, kind, row))
            return false;
    }
    return !run->measuring.csv ||
           ssti_series_csv_row(run->measuring.csv, run->scenario->measures[measure].name, kind,
                               row);
}

static bool is_wanted(const ssti_run *run) {
    const sst_run_options *o = run->options;
    return run->scenario->measure_count > 0 &&
           (o->measured.tell || o->series_path || o->output_count > 0);
}

sst_outcome ssti_measuring_open(ssti_run *run) {
    ssti_measuring *m = &run->measuring;
    const sst_scenario *s = run->scenario;
    if (run->options->series_path && s->measure_count == 0) {
        ssti_error(&run->report, (ssti_place){0, 0},
                   "measurements are asked for, but the scenario has no `measure`");
        return SST_BAD_INPUT;
    }
    if (!is_wanted(run))
        return SST_DONE;
    char *walkable = ssti_walkable_wkt(s);
    m->results = calloc(s->measure_count, sizeof *m->results);
    if (!walkable || !m->results) {
        free(walkable);
        return ssti_out_of_memory(&run->report);
    }
    ssti_sink sink = {.take = take, .context = run};
    sst_outcome outcome =
        ssti_measures_create(s, walkable, s->time_step, sink, &run->report, &m->measures);
    free(walkable);
    if (outcome != SST_DONE || !run->options->series_path)
        return outcome;
    m->csv = ssti_series_csv_open(run->options->series_path, run->reporter);
    return m->csv ? SST_DONE : SST_FAILED;
}

sst_outcome ssti_measuring_frame(ssti_run *run) {
    return !run->measuring.measures ||
                   ssti_measures_frame(run->measuring.measures, run->step, run->present,
                                       run->positions, run->present_count)
               ? SST_DONE
               : SST_FAILED;
}

sst_outcome ssti_measuring_finish(ssti_run *run) {
    ssti_measuring *m = &run->measuring;
    if (!m->measures)
        return SST_DONE;
    if (!ssti_measures_finish(m->measures) || (m->csv && !ssti_series_csv_finish(m->csv)))
        return SST_FAILED;
    for (size_t i = 0; i < run->scenario->measure_count; i++)
        m->results[i] = ssti_measures_result(m->measures, i);
    return SST_DONE;
}

void ssti_measuring_tell(const ssti_run *run) {
    const sst_measured_to *to = &run->options->measured;
    for (size_t i = 0; to->tell && i < run->scenario->measure_count; i++)
        to->tell(&run->measuring.results[i], to->context);
}

void ssti_measuring_free(ssti_measuring *measuring) {
    ssti_measures_destroy(measuring->measures);
    ssti_series_csv_destroy(measuring->csv);
    free(measuring->results);
}
