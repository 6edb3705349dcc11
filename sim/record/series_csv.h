/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Measurements over time as CSV. */
#ifndef SIDESTEP_SIM_SERIES_CSV_H
#define SIDESTEP_SIM_SERIES_CSV_H

#include "metrics/series.h"
#include "report/report.h"

typedef struct ssti_series_csv ssti_series_csv;

/* "-" is standard output. Null after a report. */
ssti_series_csv *ssti_series_csv_open(const char *path, sst_reporter reporter);
/* False after a report. */
bool ssti_series_csv_row(ssti_series_csv *csv, const char *measure, ssti_series_kind kind,
                         const void *row);
bool ssti_series_csv_finish(ssti_series_csv *csv);
void ssti_series_csv_destroy(ssti_series_csv *csv); /* null is fine */

#endif
