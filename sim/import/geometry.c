/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Shapes on their way from a file of geometry into a scenario. A world takes them on trial, so that
 * an outline that crosses itself is refused here, with its place, and not when the scenario runs.
 */

#include "import/geometry.h"
#include "scenario/area.h"
#include "tree/tree.h"

#include <stdlib.h>
#include <string.h>

static bool grow(void **array, size_t count, size_t *capacity, size_t size) {
    if (count < *capacity)
        return true;
    size_t more = *capacity ? 2 * *capacity : 64;
    void *grown = realloc(*array, more * size);
    if (!grown)
        return false;
    *array = grown;
    *capacity = more;
    return true;
}

bool ssti_geometry_begin(ssti_geometry *g, sst_obstacle_kind kind, ssti_place place) {
    void *shapes = g->shapes;
    if (!grow(&shapes, g->shape_count, &g->shape_capacity, sizeof *g->shapes)) {
        g->out_of_memory = true;
        return false;
    }
    g->shapes = shapes;
    g->shapes[g->shape_count++] = (ssti_shape){kind, g->point_count, 0, place};
    return true;
}

bool ssti_geometry_point(ssti_geometry *g, sst_point point) {
    void *points = g->points;
    if (!grow(&points, g->point_count, &g->point_capacity, sizeof *g->points)) {
        g->out_of_memory = true;
        return false;
    }
    g->points = points;
    g->points[g->point_count++] = point;
    g->shapes[g->shape_count - 1].count++;
    return true;
}

bool ssti_geometry_end(ssti_geometry *g, ssti_report *report) {
    ssti_shape *shape = &g->shapes[g->shape_count - 1];
    bool ring = shape->kind != SST_OBSTACLE_CHAIN;
    size_t least = ring ? 4 : 2;
    if (shape->count < least) {
        ssti_error(report, shape->place, "found a %s of %zu points, expected at least %zu",
                   ring ? "ring" : "line", shape->count, least);
        return false;
    }
    if (!ring)
        return true;
    const sst_point *first = g->points + shape->first, *last = first + shape->count - 1;
    if (first->x != last->x || first->y != last->y) {
        ssti_error(report, shape->place,
                   "found a ring from (%.9g, %.9g) to (%.9g, %.9g), expected it to be closed",
                   first->x, first->y, last->x, last->y);
        return false;
    }
    shape->count--;
    g->point_count--;
    return true;
}

void ssti_geometry_free(ssti_geometry *g) {
    free(g->points);
    free(g->shapes);
}

static sst_outcome try_shapes(const ssti_geometry *g, sst_world *world, ssti_report *report) {
    for (size_t i = 0; i < g->shape_count; i++) {
        const ssti_shape *shape = &g->shapes[i];
        sst_obstacle_def def;
        sst_obstacle_def_init(&def);
        def.kind = shape->kind;
        def.vertices = g->points + shape->first;
        def.vertex_count = shape->count;
        sst_obstacle_id id;
        sst_result result = sst_world_add_obstacle(world, &def, &id, NULL);
        if (result == SST_ERROR_OUT_OF_MEMORY)
            return ssti_out_of_memory(report);
        if (result != SST_OK)
            ssti_error(report, shape->place, "the outline is refused: %s", sst_result_text(result));
    }
    return report->errors ? SST_BAD_INPUT : SST_DONE;
}

static sst_outcome check_shapes(const ssti_geometry *g, ssti_report *report) {
    sst_world_def def;
    sst_world *world;
    if (sst_world_def_init(&def, SST_PROFILE_DEFAULT) != SST_OK ||
        sst_world_create(&def, &world) != SST_OK)
        return ssti_out_of_memory(report);
    sst_outcome outcome = try_shapes(g, world, report);
    sst_world_destroy(world);
    return outcome;
}

static bool read_shapes(const char *bytes, size_t size, bool in_metres, ssti_report *report,
                        ssti_geometry *g) {
    size_t i = 0;
    while (i < size && strchr(" \t\r\n", bytes[i]))
        i++;
    if (i == size || bytes[i] != '{')
        return ssti_wkt_read(bytes, size, in_metres, report, g);
    if (in_metres)
        return ssti_geojson_read(bytes, size, report, g);
    ssti_error(report, (ssti_place){0, 0},
               "GeoJSON is in degrees of longitude and latitude by its standard, expected "
               "--metres to say that these are metres");
    return false;
}

sst_outcome ssti_geometry_read(const char *bytes, size_t size, bool in_metres, ssti_report *report,
                               ssti_geometry *g) {
    if (!ssti_text_is_clean(bytes, size, report))
        return SST_BAD_INPUT;
    if (size >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0) /* a byte order mark */
        bytes += 3, size -= 3;
    bool read = read_shapes(bytes, size, in_metres, report, g);
    if (g->out_of_memory)
        return ssti_out_of_memory(report);
    if (!read)
        return g->failed ? SST_FAILED : SST_BAD_INPUT;
    if (g->left_out)
        ssti_warning(report, (ssti_place){0, 0}, "points are no obstacles; left out: %zu",
                     g->left_out);
    if (g->shape_count == 0)
        ssti_warning(report, (ssti_place){0, 0}, "found no polygons and no lines");
    return check_shapes(g, report);
}

bool ssti_geometry_is_walkable(const ssti_geometry *g, sst_point point) {
    bool has_room = false, in_room = false;
    for (size_t i = 0; i < g->shape_count; i++) {
        const ssti_shape *shape = &g->shapes[i];
        if (shape->kind == SST_OBSTACLE_CHAIN)
            continue;
        bool room = shape->kind == SST_OBSTACLE_ROOM;
        bool holds = ssti_polygon_holds(g->points + shape->first, shape->count, point);
        if (!room && holds)
            return false;
        has_room = has_room || room;
        in_room = in_room || (room && holds);
    }
    return in_room || !has_room;
}

void ssti_geometry_write(const ssti_geometry *g, FILE *file) {
    static const char *const names[] = {[SST_OBSTACLE_SOLID] = "solid",
                                        [SST_OBSTACLE_ROOM] = "room",
                                        [SST_OBSTACLE_CHAIN] = "chain"};
    enum { POINTS_A_LINE = 4 };
    if (g->shape_count > 0)
        fputs("obstacles:\n", file);
    for (size_t i = 0; i < g->shape_count; i++) {
        const ssti_shape *shape = &g->shapes[i];
        fprintf(file, "  - kind: %s\n    vertices: [", names[shape->kind]);
        for (size_t k = 0; k < shape->count; k++) {
            const sst_point *p = &g->points[shape->first + k];
            const char *before = k == 0 ? "" : k % POINTS_A_LINE ? ", " : ",\n               ";
            fprintf(file, "%s[%.12g, %.12g]", before, p->x, p->y);
        }
        fputs("]\n", file);
    }
    if (g->shape_count > 0)
        fputc('\n', file);
}
