/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Outlines cut to a box. What lies far outside of the page must not reach the drawing library,
 * whose coordinates are small. */
#ifndef SIDESTEP_SIM_PLOT_CLIP_H
#define SIDESTEP_SIM_PLOT_CLIP_H

#include "plot/layout.h"

/* Points, in memory that grows; released with free(). */
typedef struct ssti_outline {
    sst_point *points;
    size_t count, capacity;
    bool out_of_memory;
} ssti_outline;

void ssti_outline_add(ssti_outline *outline, sst_point point);

/* The part of a polygon within the box replaces the polygon; maybe nothing. Parts that lie apart
 * are joined along the box's edge. `spare` is for its use. */
void ssti_clip_polygon(ssti_outline *polygon, const ssti_box *box, ssti_outline *spare);

/* Shortens a segment to its part within the box; false if there is none. */
bool ssti_clip_segment(sst_point *from, sst_point *to, const ssti_box *box);

#endif
