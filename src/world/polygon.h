/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* From the vertices a user gives to a clean outline. */
#ifndef SSTI_POLYGON_H
#define SSTI_POLYGON_H

#include "sidestep/world.h"

typedef struct ssti_outline {
    size_t count;    /* vertices kept, in the order given; a closed outline repeats none */
    bool closed;     /* a polygon, or a chain that ended where it began */
    int orientation; /* of a closed outline: 1 counter-clockwise, -1 clockwise */
    sst_obstacle_report report;
} ssti_outline;

/* Rounds `vertices` [count, within the world's bounds] to the lattice and cleans them in place:
 * drops repeated vertices and those that lie straight between their neighbours. `scratch`:
 * ssti_crossing_scratch_size(count) bytes. TOO_FEW_VERTICES, NO_AREA (a polygon on one line),
 * SELF_CROSSING. */
sst_result ssti_outline_clean(sst_point *vertices, size_t count, bool polygon, void *scratch,
                              ssti_outline *outline);

/* The same for vertices that are on the lattice already: only what is exactly straight is dropped,
 * so what was cleaned once stays as it is. */
sst_result ssti_outline_check(sst_point *vertices, size_t count, bool polygon, void *scratch,
                              ssti_outline *outline);

/* Of a simple closed outline. */
int ssti_outline_orientation(const sst_point *vertices, size_t count);

#endif
