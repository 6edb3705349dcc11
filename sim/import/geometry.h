/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The walkable area and walls of a recording, from WKT or GeoJSON, as obstacles. A polygon is where
 * people walk: its outer ring is a room, its holes are solids. A line is a chain. */
#ifndef SIDESTEP_SIM_IMPORT_GEOMETRY_H
#define SIDESTEP_SIM_IMPORT_GEOMETRY_H

#include "report/report.h"

#include "sidestep/world.h"

#include <stdio.h>

typedef struct ssti_shape {
    sst_obstacle_kind kind;
    size_t first, count; /* points */
    ssti_place place;
} ssti_shape;

typedef struct ssti_geometry {
    sst_point *points;
    ssti_shape *shapes;
    size_t point_count, point_capacity, shape_count, shape_capacity;
    size_t left_out; /* points that are no outlines */
    bool out_of_memory;
    bool failed; /* for want of memory too, but reported */
} ssti_geometry;

/* Zeroed before; to be freed in any case. Every bad ring is reported. */
sst_outcome ssti_geometry_read(const char *bytes, size_t size, bool in_metres, ssti_report *report,
                               ssti_geometry *geometry);
void ssti_geometry_free(ssti_geometry *geometry);
/* Whether people can be there: within one of the rooms, if there are any, and in no solid. */
bool ssti_geometry_is_walkable(const ssti_geometry *geometry, sst_point point);
/* The obstacles of a scenario, as YAML. */
void ssti_geometry_write(const ssti_geometry *geometry, FILE *file);

/* For the readers: a shape, then its points, then its end, which for a ring checks and drops the
 * point that closes it. False when out of memory, or after an error. */
bool ssti_geometry_begin(ssti_geometry *geometry, sst_obstacle_kind kind, ssti_place place);
bool ssti_geometry_point(ssti_geometry *geometry, sst_point point);
bool ssti_geometry_end(ssti_geometry *geometry, ssti_report *report);

bool ssti_wkt_read(const char *bytes, size_t size, bool in_metres, ssti_report *report,
                   ssti_geometry *geometry);
bool ssti_geojson_read(const char *bytes, size_t size, ssti_report *report,
                       ssti_geometry *geometry);

#endif
