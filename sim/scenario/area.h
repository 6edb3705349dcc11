/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Areas of the plane: where agents are placed, and what they head for. */
#ifndef SIDESTEP_SIM_AREA_H
#define SIDESTEP_SIM_AREA_H

#include "scenario/scenario.h"

/* `[x0, y0, x1, y1]`, or a map with `rectangle`, `circle` or `polygon`. */
bool ssti_value_area(ssti_reader *, const ssti_node *, const ssti_field *, void *);

/* One or several goals, of which each is a point or an area. */
typedef struct ssti_targets {
    ssti_range points; /* if `areas` is SSTI_NO_AREAS; else the count alone matters */
    size_t areas;      /* the first, in the scenario's list */
} ssti_targets;

bool ssti_value_target(ssti_reader *, const ssti_node *, const ssti_field *, void *);
bool ssti_value_targets(ssti_reader *, const ssti_node *, const ssti_field *, void *);
bool ssti_value_exits(ssti_reader *, const ssti_node *, const ssti_field *, void *);

bool ssti_polygon_holds(const sst_point *vertices, size_t count, sst_point point);

/* `points` is the pool. The edge belongs to the area. */
bool ssti_area_holds(const ssti_area *area, const sst_point *points, sst_point point);
/* The nearest point of the area that is `inset` from its edge, as far as it is that wide; of a
 * polygon any. The point itself, if it is one. */
sst_point ssti_area_nearest(const ssti_area *area, const sst_point *points, sst_point point,
                            double inset);
double ssti_area_size(const ssti_area *area, const sst_point *points); /* [m^2] */
/* The corners of its bounding box. */
void ssti_area_box(const ssti_area *area, const sst_point *points, sst_point corners[2]);

#endif
