/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The figures of one run that checks look at: those of the run, those of the scenario's
 * measurements, and some that only the tests of standards ask for, watched frame by frame:
 *
 *     start_error   s     greatest of any agent: 5 cm from where it entered, after its start_time;
 *                         none if somebody never gets so far
 *     median_speed  m/s   median over the agents of the length walked over the time there
 *     NAME.peak     1/m^2 most people in the area NAME at a moment, by its size
 */
#ifndef SIDESTEP_SIM_PROBE_H
#define SIDESTEP_SIM_PROBE_H

#include "scenario/scenario.h"

typedef struct ssti_watched {
    sst_point from, at;            /* where it entered, where it is */
    double entered, last, started; /* times [s]; started NaN: not yet */
    double walked;                 /* [m] */
    bool seen;
} ssti_watched;

typedef struct ssti_probe {
    const sst_scenario *scenario;
    ssti_watched *agents; /* by number */
    sst_measured *measured;
    size_t *peaks; /* people, by measurement */
    size_t measured_count;
    sst_summary summary; /* for the caller to fill */
} ssti_probe;

/* False when out of memory; for ssti_probe_free in any case. */
bool ssti_probe_init(ssti_probe *probe, const sst_scenario *scenario);
void ssti_probe_free(ssti_probe *probe);

/* For sst_run_options; the context is the probe. */
void ssti_probe_frame(const sst_frame *frame, void *context);
void ssti_probe_measured(const sst_measured *measured, void *context);

/* Whether there is such a figure; of NAME.FIGURE only the latter is known before a run. */
bool ssti_is_probe_figure(const char *name);
double ssti_probe_figure(const ssti_probe *probe, const char *name); /* NaN = does not exist */

#endif
