/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The group /measurements of an HDF5 recording: a group a measurement, with what it is and what
 * came of it as attributes, and its rows. All calls between ssti_h5_enter and ssti_h5_leave. */
#ifndef SIDESTEP_SIM_H5_SERIES_H
#define SIDESTEP_SIM_H5_SERIES_H

#include "record/h5_table.h"
#include "record/recorder.h"

typedef struct ssti_h5_series {
    const ssti_measure *measures;
    size_t count;
    ssti_h5_table *tables; /* [2 count]: samples, none; or crossings, flow */
} ssti_h5_series;

/* Memory; false when there is none. Free in any case. */
bool ssti_h5_series_init(ssti_h5_series *series, const ssti_measure *measures, size_t count);
void ssti_h5_series_free(ssti_h5_series *series);

/* The groups with empty datasets; nothing if there are no measurements. */
bool ssti_h5_series_create(ssti_h5_series *series, hid_t file);
bool ssti_h5_series_close(ssti_h5_series *series);

bool ssti_h5_series_add(ssti_h5_series *series, size_t measure, ssti_series_kind kind,
                        const void *row);
bool ssti_h5_series_settle(ssti_h5_series *series);
/* Fills in what came of each. */
bool ssti_h5_series_update(ssti_h5_series *series, hid_t file, const sst_measured *measured);

#endif
