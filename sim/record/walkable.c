/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The walkable area: the rooms together, or without rooms a rectangle some metres around all that
 * the scenario names; less what is solid. A chain of walls is taken for walls 1 mm thick, as an
 * area cannot have a slit. What moves is left out. GEOS joins and subtracts. */

#include "record/walkable.h"

#include <geos_c.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double margin = 10, wall = 1e-3; /* [m] */

typedef struct shapes {
    GEOSContextHandle_t geos;
    GEOSGeometry **rooms, **solids;
    size_t room_count, solid_count;
} shapes;

static GEOSCoordSequence *sequence(GEOSContextHandle_t geos, const sst_point *points, size_t count,
                                   bool close) {
    GEOSCoordSequence *made = GEOSCoordSeq_create_r(geos, (unsigned)(count + close), 2);
    for (size_t i = 0; made && i < count + close; i++)
        GEOSCoordSeq_setXY_r(geos, made, (unsigned)i, points[i % count].x, points[i % count].y);
    return made;
}

static GEOSGeometry *polygon(GEOSContextHandle_t geos, const sst_point *points, size_t count) {
    GEOSCoordSequence *outline = sequence(geos, points, count, true);
    GEOSGeometry *ring = outline ? GEOSGeom_createLinearRing_r(geos, outline) : NULL;
    return ring ? GEOSGeom_createPolygon_r(geos, ring, NULL, 0) : NULL;
}

static GEOSGeometry *thin_wall(GEOSContextHandle_t geos, const sst_point *points, size_t count) {
    GEOSCoordSequence *way = sequence(geos, points, count, false);
    GEOSGeometry *line = way ? GEOSGeom_createLineString_r(geos, way) : NULL;
    if (!line)
        return NULL;
    GEOSGeometry *made =
        GEOSBufferWithStyle_r(geos, line, wall / 2, 1, GEOSBUF_CAP_SQUARE, GEOSBUF_JOIN_MITRE, 2);
    GEOSGeom_destroy_r(geos, line);
    return made;
}

static double area_sign(const sst_point *p, size_t count) {
    double area = 0;
    for (size_t i = 1; i + 1 < count; i++)
        area +=
            (p[i].x - p[0].x) * (p[i + 1].y - p[0].y) - (p[i + 1].x - p[0].x) * (p[i].y - p[0].y);
    return area;
}

/* As the world takes it: docs of sst_obstacle_kind. */
static sst_obstacle_kind kind_of(const sst_scenario *scenario, const ssti_obstacle *obstacle) {
    const sst_point *points = scenario->points + obstacle->vertices.first;
    size_t count = obstacle->vertices.count;
    if (obstacle->def.kind != SST_OBSTACLE_AUTO)
        return obstacle->def.kind;
    if (count <= 2)
        return SST_OBSTACLE_CHAIN;
    bool room = scenario->profile == SST_PROFILE_CLASSIC && area_sign(points, count) < 0;
    return room ? SST_OBSTACLE_ROOM : SST_OBSTACLE_SOLID;
}

static void add_obstacle(shapes *s, const sst_scenario *scenario, const ssti_obstacle *obstacle) {
    const sst_point *points = scenario->points + obstacle->vertices.first;
    size_t count = obstacle->vertices.count;
    const sst_vec2 velocity = obstacle->def.velocity;
    if (velocity.x != 0 || velocity.y != 0 || count < 2)
        return;
    sst_obstacle_kind kind = kind_of(scenario, obstacle);
    bool area = kind != SST_OBSTACLE_CHAIN && count >= 3;
    GEOSGeometry *made = area ? polygon(s->geos, points, count) : thin_wall(s->geos, points, count);
    if (!made)
        return;
    if (kind == SST_OBSTACLE_ROOM)
        s->rooms[s->room_count++] = made;
    else
        s->solids[s->solid_count++] = made;
}

typedef struct bounds {
    sst_point least, most;
} bounds;

static void include(bounds *b, sst_point p) {
    b->least = (sst_point){fmin(b->least.x, p.x), fmin(b->least.y, p.y)};
    b->most = (sst_point){fmax(b->most.x, p.x), fmax(b->most.y, p.y)};
}

/* Around all obstacles, goals and agents. */
static bounds surroundings(const sst_scenario *scenario) {
    bounds b = {{HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL}};
    for (size_t i = 0; i < scenario->point_count; i++)
        include(&b, scenario->points[i]);
    for (size_t i = 0; i < scenario->agent_count; i++)
        include(&b, scenario->agents[i].def.position);
    if (b.least.x > b.most.x)
        b = (bounds){{0, 0}, {0, 0}};
    return (bounds){{b.least.x - margin, b.least.y - margin},
                    {b.most.x + margin, b.most.y + margin}};
}

/* The union of shapes, which it takes over; null if there are none. */
static GEOSGeometry *join(shapes *s, GEOSGeometry **all, size_t count) {
    if (count == 0)
        return NULL;
    GEOSGeometry *collection =
        GEOSGeom_createCollection_r(s->geos, GEOS_GEOMETRYCOLLECTION, all, (unsigned)count);
    GEOSGeometry *joined = collection ? GEOSUnaryUnion_r(s->geos, collection) : NULL;
    if (collection)
        GEOSGeom_destroy_r(s->geos, collection);
    return joined;
}

static GEOSGeometry *subtract(shapes *s, GEOSGeometry *from, GEOSGeometry *what) {
    if (!from || !what)
        return from;
    GEOSGeometry *left = GEOSDifference_r(s->geos, from, what);
    if (!left)
        return from;
    GEOSGeom_destroy_r(s->geos, from);
    return left;
}

/* GEOMETRYCOLLECTION (POLYGON ..., POLYGON ...) of a polygon or several. */
static char *write_text(GEOSContextHandle_t geos, const GEOSGeometry *area) {
    GEOSWKTWriter *writer = GEOSWKTWriter_create_r(geos);
    if (!writer)
        return NULL;
    GEOSWKTWriter_setTrim_r(geos, writer, 1);
    GEOSWKTWriter_setRoundingPrecision_r(geos, writer, 15);
    static const char head[] = "GEOMETRYCOLLECTION (";
    int parts = GEOSGetNumGeometries_r(geos, area);
    char *text = strdup(parts > 0 ? head : "GEOMETRYCOLLECTION EMPTY");
    for (int i = 0; text && i < parts; i++) {
        char *part = GEOSWKTWriter_write_r(geos, writer, GEOSGetGeometryN_r(geos, area, i));
        char *longer = part ? realloc(text, strlen(text) + strlen(part) + 3) : NULL;
        if (longer)
            strcat(strcat(longer, part), i + 1 < parts ? ", " : ")");
        else
            free(text);
        text = longer;
        GEOSFree_r(geos, part);
    }
    GEOSWKTWriter_destroy_r(geos, writer);
    return text;
}

static GEOSGeometry *rectangle(GEOSContextHandle_t geos, sst_point least, sst_point most) {
    const sst_point corners[] = {least, {most.x, least.y}, most, {least.x, most.y}};
    return polygon(geos, corners, 4);
}

static char *compute(shapes *s, const sst_scenario *scenario) {
    for (size_t i = 0; i < scenario->obstacle_count; i++)
        add_obstacle(s, scenario, &scenario->obstacles[i]);
    bounds b = surroundings(scenario);
    GEOSGeometry *solids = join(s, s->solids, s->solid_count);
    GEOSGeometry *rooms = join(s, s->rooms, s->room_count);
    GEOSGeometry *area = rooms ? rooms : rectangle(s->geos, b.least, b.most);
    area = subtract(s, area, solids);
    char *text = area ? write_text(s->geos, area) : NULL;
    if (solids)
        GEOSGeom_destroy_r(s->geos, solids);
    if (area)
        GEOSGeom_destroy_r(s->geos, area);
    return text;
}

char *ssti_walkable_wkt(const sst_scenario *scenario) {
    shapes s = {.geos = GEOS_init_r()};
    s.rooms = calloc(scenario->obstacle_count + 1, sizeof *s.rooms);
    s.solids = calloc(scenario->obstacle_count + 1, sizeof *s.solids);
    char *text = s.geos && s.rooms && s.solids ? compute(&s, scenario) : NULL;
    free(s.rooms);
    free(s.solids);
    if (s.geos)
        GEOS_finish_r(s.geos);
    return text;
}

char *ssti_rectangle_wkt(sst_point least, sst_point most) {
    GEOSContextHandle_t geos = GEOS_init_r();
    GEOSGeometry *area = geos ? rectangle(geos, least, most) : NULL;
    char *text = area ? write_text(geos, area) : NULL;
    if (area)
        GEOSGeom_destroy_r(geos, area);
    if (geos)
        GEOS_finish_r(geos);
    return text;
}
