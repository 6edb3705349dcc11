/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* What the rows of a recording are like, and the rows frame by frame. */
#ifndef SIDESTEP_SIM_SCAN_H
#define SIDESTEP_SIM_SCAN_H

#include "replay/source.h"

typedef struct ssti_scan {
    uint64_t rows, frames, first_step, last_step;
    uint64_t every; /* steps from frame to frame: told, or the largest that fits */
    size_t agents;  /* different ones */
    sst_point least, most;
    bool ordered; /* no row is of an earlier step than the one before */
} ssti_scan;

/* Reads all rows. */
sst_outcome ssti_scan_rows(ssti_source *source, ssti_scan *scan);

/* All rows, `count` as scanned, in memory to be released with free(). */
sst_outcome ssti_load_rows(ssti_source *source, uint64_t count, ssti_row **rows);

/* Seconds a step; 0 if neither told nor to be had from the rows. After the scan. */
double ssti_source_time_step(const ssti_source *source, const ssti_scan *scan);

/* What is done with a frame; false ends it. */
typedef bool (*ssti_frame_fn)(const ssti_frame *frame, void *context);

/* Hands out all frames by time, after the scan. Memory holds one frame, or, if the rows are not in
 * order, all. SST_FAILED when `take` says so, without a report. */
sst_outcome ssti_each_frame(ssti_source *source, const ssti_scan *scan, ssti_frame_fn take,
                            void *context);

#endif
