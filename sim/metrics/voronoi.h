/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Voronoi density and speed in areas (Steffen and Seyfried, 2010). */
#ifndef SIDESTEP_SIM_VORONOI_H
#define SIDESTEP_SIM_VORONOI_H

#include "metrics/window.h"
#include "report/report.h"
#include "scenario/area.h"

typedef struct ssti_voronoi ssti_voronoi;           /* the walkable area */
typedef struct ssti_voronoi_area ssti_voronoi_area; /* an area measured */

/* `walkable` is WKT of a polygon, several, or a collection of them; that it is none is bad input.
 */
sst_outcome ssti_voronoi_create(const char *walkable, ssti_report *report, ssti_voronoi **voronoi);
void ssti_voronoi_destroy(ssti_voronoi *voronoi); /* null is fine */

/* `cut_off` is the radius of cells [m]; 0 = none. The areas are destroyed before their `voronoi`.
 * Null when out of memory. */
ssti_voronoi_area *ssti_voronoi_area_create(ssti_voronoi *voronoi, const ssti_area *area,
                                            const sst_point *points, double cut_off);
void ssti_voronoi_area_destroy(ssti_voronoi_area *area); /* null is fine */

typedef struct ssti_voronoi_found {
    double density; /* [1/m^2] */
    double speed;   /* [m/s]; NaN = nobody's cell lies in the area */
    size_t cells;   /* people whose cells do */
    bool failed;    /* GEOS could not, for want of memory or of digits: the figures are NaN */
} ssti_voronoi_found;

/* In the window's middle frame, of this number, which only grows; speeds over `half` frames to each
 * side. False when out of memory. */
bool ssti_measure_voronoi(ssti_voronoi_area *area, const ssti_window *window, uint64_t frame,
                          size_t half, ssti_voronoi_found *found);

#endif
