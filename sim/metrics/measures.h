/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* All measurements of a scenario, frame by frame, of a run or of a recording. */
#ifndef SIDESTEP_SIM_MEASURES_H
#define SIDESTEP_SIM_MEASURES_H

#include "metrics/series.h"
#include "report/report.h"
#include "scenario/scenario.h"

typedef struct ssti_measures ssti_measures;

/* `scenario` outlives it and has the measurements; `walkable` is WKT, used here only; a frame comes
 * each `frame_time` [s, > 0]. `sink` takes the rows, and names each measurement by its number. */
sst_outcome ssti_measures_create(const sst_scenario *scenario, const char *walkable,
                                 double frame_time, ssti_sink sink, ssti_report *report,
                                 ssti_measures **measures);
void ssti_measures_destroy(ssti_measures *measures); /* null is fine */

/* Frame number `frame`, which only grows; in the frames between nobody was there. Rows come some
 * frames later. False after a report. */
bool ssti_measures_frame(ssti_measures *measures, uint64_t frame, const uint32_t *agents,
                         const sst_point *positions, size_t count);
bool ssti_measures_finish(ssti_measures *measures);

/* What came of one, after the end. */
sst_measured ssti_measures_result(const ssti_measures *measures, size_t number);

#endif
