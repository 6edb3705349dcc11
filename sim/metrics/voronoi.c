/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Each person has the part of the walkable area that is nearer to it than to others: its cell A_i.
 * Where walls cut a cell into parts, it is the part in which the person stands; with a cut-off it
 * is what lies within a polygon of twelve corners around the person, as in PedPy. For an area M
 *
 *     density = sum |A_i and M| / |A_i| / |M|,    speed = sum |A_i and M| v_i / |M|
 *
 * (B. Steffen, A. Seyfried, "Methods for measuring pedestrian density, flow, speed and direction
 * with minimal scatter", Physica A 389, 2010; PedPy). People on one point share a cell. Who is
 * outside the walkable area has none, and takes none from others. GEOS makes the diagram and cuts.
 *
 * With a cut-off only those within three of its radii of M can matter: whose disc touches M is
 * within one, and what is nearer to another within that disc is nearer to one within two more. */

#include "metrics/voronoi.h"

#include <geos_c.h>
#include <math.h>
#include <stdlib.h>

enum { QUARTER_OF_CUT_OFF = 3, QUARTER_OF_CIRCLE = 32 };

typedef struct box {
    sst_point least, most;
} box;

static const box everywhere = {{-HUGE_VAL, -HUGE_VAL}, {HUGE_VAL, HUGE_VAL}};

struct ssti_voronoi {
    GEOSContextHandle_t geos;
    GEOSGeometry *walkable;
    const GEOSPreparedGeometry *prepared;
    /* The latest diagram: of which frame, of those in which box; null = of nobody. */
    GEOSGeometry *diagram;
    uint64_t frame;
    box of;
    bool made;
    ssti_seen *sites; /* by x, then y */
    size_t site_count, site_capacity;
};

struct ssti_voronoi_area {
    ssti_voronoi *voronoi;
    GEOSGeometry *shape;
    double size, cut_off;
    box bounds, sites;
};

/* --- Shapes -------------------------------------------------------------------------------- */

static void destroy(GEOSContextHandle_t geos, GEOSGeometry *shape) {
    if (shape)
        GEOSGeom_destroy_r(geos, shape);
}

static double size_of(GEOSContextHandle_t geos, const GEOSGeometry *shape) {
    double size = (double)NAN;
    return shape && GEOSArea_r(geos, shape, &size) ? size : (double)NAN;
}

static box bounds_of(GEOSContextHandle_t geos, const GEOSGeometry *shape) {
    box b = everywhere;
    GEOSGeom_getXMin_r(geos, shape, &b.least.x);
    GEOSGeom_getYMin_r(geos, shape, &b.least.y);
    GEOSGeom_getXMax_r(geos, shape, &b.most.x);
    GEOSGeom_getYMax_r(geos, shape, &b.most.y);
    return b;
}

static bool holds(const box *b, sst_point p) {
    return p.x >= b->least.x && p.x <= b->most.x && p.y >= b->least.y && p.y <= b->most.y;
}

static bool overlap(const box *a, const box *b) {
    return a->least.x <= b->most.x && b->least.x <= a->most.x && a->least.y <= b->most.y &&
           b->least.y <= a->most.y;
}

static bool is_same(const box *a, const box *b) {
    return a->least.x == b->least.x && a->least.y == b->least.y && a->most.x == b->most.x &&
           a->most.y == b->most.y;
}

/* --- The walkable area --------------------------------------------------------------------- */

static GEOSGeometry *read_text(GEOSContextHandle_t geos, const char *text) {
    GEOSWKTReader *reader = GEOSWKTReader_create_r(geos);
    GEOSGeometry *read = reader ? GEOSWKTReader_read_r(geos, reader, text) : NULL;
    /* Collections become polygons. */
    GEOSGeometry *joined = read ? GEOSUnaryUnion_r(geos, read) : NULL;
    destroy(geos, read);
    if (reader)
        GEOSWKTReader_destroy_r(geos, reader);
    return joined;
}

static sst_outcome prepare(ssti_voronoi *v, const char *walkable, ssti_report *report) {
    v->walkable = read_text(v->geos, walkable);
    double size = size_of(v->geos, v->walkable);
    if (!(size > 0) || !isfinite(size)) {
        ssti_error(report, (ssti_place){0, 0},
                   "found `%s` for the walkable area, expected polygons in WKT",
                   ssti_show(walkable).text);
        return SST_BAD_INPUT;
    }
    v->prepared = GEOSPrepare_r(v->geos, v->walkable);
    return v->prepared ? SST_DONE : ssti_out_of_memory(report);
}

sst_outcome ssti_voronoi_create(const char *walkable, ssti_report *report, ssti_voronoi **voronoi) {
    ssti_voronoi *v = calloc(1, sizeof *v);
    if (v)
        v->geos = GEOS_init_r();
    if (!v || !v->geos) {
        free(v);
        return ssti_out_of_memory(report);
    }
    sst_outcome outcome = prepare(v, walkable, report);
    if (outcome == SST_DONE)
        *voronoi = v;
    else
        ssti_voronoi_destroy(v);
    return outcome;
}

void ssti_voronoi_destroy(ssti_voronoi *v) {
    if (!v)
        return;
    destroy(v->geos, v->diagram);
    if (v->prepared)
        GEOSPreparedGeom_destroy_r(v->geos, v->prepared);
    destroy(v->geos, v->walkable);
    GEOS_finish_r(v->geos);
    free(v->sites);
    free(v);
}

/* --- Areas --------------------------------------------------------------------------------- */

static GEOSGeometry *polygon(GEOSContextHandle_t geos, const sst_point *points, size_t count) {
    GEOSCoordSequence *outline = GEOSCoordSeq_create_r(geos, (unsigned)count + 1, 2);
    for (size_t i = 0; outline && i <= count; i++)
        GEOSCoordSeq_setXY_r(geos, outline, (unsigned)i, points[i % count].x, points[i % count].y);
    GEOSGeometry *ring = outline ? GEOSGeom_createLinearRing_r(geos, outline) : NULL;
    return ring ? GEOSGeom_createPolygon_r(geos, ring, NULL, 0) : NULL;
}

static GEOSGeometry *disc(GEOSContextHandle_t geos, sst_point centre, double radius, int quarter) {
    GEOSGeometry *point = GEOSGeom_createPointFromXY_r(geos, centre.x, centre.y);
    GEOSGeometry *made = point ? GEOSBuffer_r(geos, point, radius, quarter) : NULL;
    destroy(geos, point);
    return made;
}

static GEOSGeometry *shape_of(GEOSContextHandle_t geos, const ssti_area *area,
                              const sst_point *points) {
    const sst_point *v = points + area->points.first;
    if (area->kind == SSTI_CIRCLE)
        return disc(geos, v[0], area->radius, QUARTER_OF_CIRCLE);
    if (area->kind == SSTI_POLYGON)
        return polygon(geos, v, area->points.count);
    const sst_point corners[] = {v[0], {v[1].x, v[0].y}, v[1], {v[0].x, v[1].y}};
    return polygon(geos, corners, 4);
}

ssti_voronoi_area *ssti_voronoi_area_create(ssti_voronoi *voronoi, const ssti_area *area,
                                            const sst_point *points, double cut_off) {
    ssti_voronoi_area *made = calloc(1, sizeof *made);
    GEOSGeometry *shape = made ? shape_of(voronoi->geos, area, points) : NULL;
    if (!shape) {
        free(made);
        return NULL;
    }
    box b = bounds_of(voronoi->geos, shape);
    *made =
        (ssti_voronoi_area){voronoi, shape, size_of(voronoi->geos, shape), cut_off, b, everywhere};
    if (cut_off > 0)
        made->sites = (box){{b.least.x - 3 * cut_off, b.least.y - 3 * cut_off},
                            {b.most.x + 3 * cut_off, b.most.y + 3 * cut_off}};
    return made;
}

void ssti_voronoi_area_destroy(ssti_voronoi_area *area) {
    if (!area)
        return;
    destroy(area->voronoi->geos, area->shape);
    free(area);
}

/* --- The diagram --------------------------------------------------------------------------- */

static int by_place(const void *left, const void *right) {
    const ssti_seen *a = left, *b = right;
    if (a->position.x != b->position.x)
        return a->position.x < b->position.x ? -1 : 1;
    if (a->position.y != b->position.y)
        return a->position.y < b->position.y ? -1 : 1;
    return (a->agent > b->agent) - (a->agent < b->agent);
}

static bool is_walkable(const ssti_voronoi *v, sst_point p) {
    GEOSGeometry *point = GEOSGeom_createPointFromXY_r(v->geos, p.x, p.y);
    bool inside = point && GEOSPreparedIntersects_r(v->geos, v->prepared, point) == 1;
    destroy(v->geos, point);
    return inside;
}

static bool collect_sites(ssti_voronoi *v, const ssti_present *now, const box *where) {
    if (now->count > v->site_capacity) {
        size_t capacity = now->count + now->count / 2 + 16;
        ssti_seen *grown = realloc(v->sites, capacity * sizeof *grown);
        if (!grown)
            return false;
        v->sites = grown;
        v->site_capacity = capacity;
    }
    v->site_count = 0;
    for (size_t i = 0; i < now->count; i++)
        if (holds(where, now->seen[i].position) && is_walkable(v, now->seen[i].position))
            v->sites[v->site_count++] = now->seen[i];
    if (v->site_count > 1)
        qsort(v->sites, v->site_count, sizeof *v->sites, by_place);
    return true;
}

/* A closed line through all is the shortest way to name them; one alone it names twice. */
static GEOSGeometry *diagram_of(const ssti_voronoi *v) {
    size_t count = v->site_count;
    GEOSCoordSequence *places = GEOSCoordSeq_create_r(v->geos, (unsigned)count + 1, 2);
    for (size_t i = 0; places && i <= count; i++) {
        sst_point p = v->sites[i % count].position;
        GEOSCoordSeq_setXY_r(v->geos, places, (unsigned)i, p.x, p.y);
    }
    GEOSGeometry *line = places ? GEOSGeom_createLineString_r(v->geos, places) : NULL;
    GEOSGeometry *made = line ? GEOSVoronoiDiagram_r(v->geos, line, v->walkable, 0, 0) : NULL;
    destroy(v->geos, line);
    return made;
}

/* Areas that ask for the same share one. */
static bool make_diagram(ssti_voronoi *v, const ssti_window *window, uint64_t frame,
                         const box *where) {
    if (v->made && v->frame == frame && is_same(&v->of, where))
        return true;
    destroy(v->geos, v->diagram);
    v->diagram = NULL;
    v->made = collect_sites(v, ssti_window_at(window, 0), where);
    if (v->made && v->site_count > 0)
        v->diagram = diagram_of(v);
    v->frame = frame;
    v->of = *where;
    return v->made;
}

/* --- Cells --------------------------------------------------------------------------------- */

/* A convex cell's people: a run of sites. GEOS does not tell whose a cell is. */
typedef struct owners {
    size_t first, count;
} owners;

static bool is_in_cell(const GEOSContextHandle_t geos, const GEOSCoordSequence *outline,
                       unsigned corners, sst_point p) {
    int left = 0, right = 0;
    for (unsigned i = 0; i + 1 < corners; i++) {
        sst_point a, b;
        GEOSCoordSeq_getXY_r(geos, outline, i, &a.x, &a.y);
        GEOSCoordSeq_getXY_r(geos, outline, i + 1, &b.x, &b.y);
        double side = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
        left += side > 0;
        right += side < 0;
    }
    return left == 0 || right == 0;
}

static size_t first_from(const ssti_voronoi *v, double x) {
    size_t low = 0, high = v->site_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (v->sites[middle].position.x < x)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static owners owners_of(const ssti_voronoi *v, const GEOSGeometry *cell, const box *bounds) {
    const GEOSGeometry *ring = GEOSGetExteriorRing_r(v->geos, cell);
    const GEOSCoordSequence *outline = ring ? GEOSGeom_getCoordSeq_r(v->geos, ring) : NULL;
    unsigned corners = 0;
    if (!outline || !GEOSCoordSeq_getSize_r(v->geos, outline, &corners))
        return (owners){0, 0};
    for (size_t i = first_from(v, bounds->least.x); i < v->site_count; i++) {
        sst_point p = v->sites[i].position;
        if (p.x > bounds->most.x)
            break;
        if (!holds(bounds, p) || !is_in_cell(v->geos, outline, corners, p))
            continue;
        owners found = {i, 1};
        while (i + found.count < v->site_count && v->sites[i + found.count].position.x == p.x &&
               v->sites[i + found.count].position.y == p.y)
            found.count++;
        return found;
    }
    return (owners){0, 0};
}

/* The part of a shape in which a point lies; takes the shape over. Null if there is none. */
static GEOSGeometry *part_at(GEOSContextHandle_t geos, GEOSGeometry *shape, sst_point p) {
    if (!shape || GEOSGeomTypeId_r(geos, shape) == GEOS_POLYGON)
        return shape;
    GEOSGeometry *point = GEOSGeom_createPointFromXY_r(geos, p.x, p.y), *part = NULL;
    for (int i = 0; point && !part && i < GEOSGetNumGeometries_r(geos, shape); i++) {
        const GEOSGeometry *candidate = GEOSGetGeometryN_r(geos, shape, i);
        if (GEOSGeomTypeId_r(geos, candidate) == GEOS_POLYGON &&
            GEOSIntersects_r(geos, candidate, point) == 1)
            part = GEOSGeom_clone_r(geos, candidate);
    }
    destroy(geos, point);
    destroy(geos, shape);
    return part;
}

/* What is walkable and near enough of a cell. */
static GEOSGeometry *cut(const ssti_voronoi_area *area, const GEOSGeometry *cell, sst_point site) {
    const ssti_voronoi *v = area->voronoi;
    GEOSGeometry *left = GEOSPreparedContains_r(v->geos, v->prepared, cell) == 1
                             ? GEOSGeom_clone_r(v->geos, cell)
                             : GEOSIntersection_r(v->geos, v->walkable, cell);
    if (left && area->cut_off > 0) {
        GEOSGeometry *reach = disc(v->geos, site, area->cut_off, QUARTER_OF_CUT_OFF);
        GEOSGeometry *near = reach ? GEOSIntersection_r(v->geos, left, reach) : NULL;
        destroy(v->geos, left);
        destroy(v->geos, reach);
        left = near;
    }
    return part_at(v->geos, left, site);
}

/* Speed of those who share a cell. */
static double mean_speed(const ssti_voronoi *v, owners who, const ssti_window *window,
                         size_t half) {
    double sum = 0;
    size_t speeds = 0;
    for (size_t i = who.first; i < who.first + who.count; i++) {
        double speed = ssti_window_speed(window, &v->sites[i], half);
        sum += isnan(speed) ? 0 : speed;
        speeds += isnan(speed) ? 0 : 1;
    }
    return speeds ? sum / (double)speeds : 0;
}

static void add_cell(const ssti_voronoi_area *area, const GEOSGeometry *cell,
                     const ssti_window *window, size_t half, ssti_voronoi_found *found) {
    const ssti_voronoi *v = area->voronoi;
    box bounds = bounds_of(v->geos, cell);
    if (!overlap(&bounds, &area->bounds))
        return;
    owners who = owners_of(v, cell, &bounds);
    GEOSGeometry *left = who.count ? cut(area, cell, v->sites[who.first].position) : NULL;
    GEOSGeometry *common = left ? GEOSIntersection_r(v->geos, left, area->shape) : NULL;
    double size = size_of(v->geos, left), covered = size_of(v->geos, common);
    destroy(v->geos, left);
    destroy(v->geos, common);
    if (!(size > 0) || isnan(covered)) {
        found->failed = true;
    } else if (covered > 0) {
        found->density += (double)who.count * covered / size;
        found->speed += covered * mean_speed(v, who, window, half);
        found->cells += who.count;
    }
}

bool ssti_measure_voronoi(ssti_voronoi_area *area, const ssti_window *window, uint64_t frame,
                          size_t half, ssti_voronoi_found *found) {
    ssti_voronoi *v = area->voronoi;
    *found = (ssti_voronoi_found){0};
    if (!make_diagram(v, window, frame, &area->sites))
        return false;
    int cells = v->diagram ? GEOSGetNumGeometries_r(v->geos, v->diagram) : 0;
    found->failed = v->site_count > 0 && cells <= 0;
    for (int i = 0; i < cells; i++)
        add_cell(area, GEOSGetGeometryN_r(v->geos, v->diagram, i), window, half, found);
    found->density = found->failed ? (double)NAN : found->density / area->size;
    found->speed = found->failed || found->cells == 0 ? (double)NAN : found->speed / area->size;
    return true;
}
