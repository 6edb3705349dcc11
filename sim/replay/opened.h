/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* A recording that was read once, so that it is known what its rows are like. */
#ifndef SIDESTEP_SIM_OPENED_H
#define SIDESTEP_SIM_OPENED_H

#include "replay/scan.h"

typedef struct ssti_opened {
    ssti_source *source; /* for ssti_source_close, in any case */
    ssti_scan scan;
    double time_step; /* [s, > 0] */
} ssti_opened;

sst_outcome ssti_open_recording(const char *path, const sst_recording_options *options,
                                sst_reporter reporter, ssti_opened *opened);

/* The walkable area of a recording that tells none: a rectangle around its places, as WKT to be
 * released with free(). Null when out of memory. */
char *ssti_surroundings_wkt(const ssti_scan *scan);

#endif
