/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Areas. A polygon's outline must be sound as an obstacle's must; whether it holds a point is told
 * by the number of its edges to the right of the point (Shimrat, 1962). */

#include "scenario/area.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_VERTICES = 1000 };

static const double pi = 3.14159265358979323846;

/* --- Reading ------------------------------------------------------------------------------- */

#define COORDINATES -SST_MAX_COORDINATE, SST_MAX_COORDINATE, "m", NULL

static bool read_rectangle(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                           void *value) {
    static const ssti_field number = {"rectangle", ssti_value_double, 0, sizeof(double),
                                      COORDINATES};
    ssti_area *area = value;
    double given[4] = {0};
    size_t i = 0;
    bool good = true;
    if (node->kind != SSTI_LIST || node->count != 4)
        return ssti_expected(reader, node, field->name, "[x0, y0, x1, y1]");
    for (const ssti_node *item = node->first; item; item = item->next)
        good = ssti_value_double(reader, item, &number, &given[i++]) && good;
    if (!good)
        return false;
    if (!(given[0] < given[2] && given[1] < given[3]))
        return ssti_expected(reader, node, field->name,
                             "[x0, y0, x1, y1] with x0 below x1 and y0 below y1");
    *area = (ssti_area){SSTI_RECTANGLE, 0, {reader->scenario->point_count, 2}};
    return ssti_add_point(reader, (sst_point){given[0], given[1]}) &&
           ssti_add_point(reader, (sst_point){given[2], given[3]});
}

static bool read_circle(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                        void *value) {
    typedef struct circle {
        sst_point centre;
        double radius;
    } circle;
    static const ssti_field fields[] = {
        {"centre", ssti_value_point, SSTI_FIELD(circle, centre), COORDINATES},
        {"radius", ssti_value_double, SSTI_FIELD(circle, radius), 1e-3, (double)SST_MAX_LENGTH, "m",
         NULL}};
    ssti_area *area = value;
    circle given;
    bool is_map = node->kind == SSTI_MAP;
    uint64_t good = is_map ? ssti_read_map(reader, node, fields, 2, &given) : 0;
    if (good == 3) {
        *area = (ssti_area){SSTI_CIRCLE, given.radius, {reader->scenario->point_count, 1}};
        return ssti_add_point(reader, given.centre);
    }
    uint64_t told = is_map ? ssti_doubtful_keys(node, fields, 2, good) : 0;
    return ((good | told) & 3) != 3 &&
           ssti_expected(reader, node, field->name, "a map with `centre` and `radius`");
}

/* Asks a world whether it would take the outline. */
static sst_result try_outline(const sst_scenario *s, ssti_range vertices) {
    sst_world_def world_def;
    sst_world *world = NULL;
    sst_obstacle_def def;
    sst_obstacle_id id;
    sst_obstacle_def_init(&def);
    def.kind = SST_OBSTACLE_SOLID;
    def.vertices = s->points + vertices.first;
    def.vertex_count = vertices.count;
    sst_result result = sst_world_def_init(&world_def, SST_PROFILE_DEFAULT);
    if (result == SST_OK)
        result = sst_world_create(&world_def, &world);
    if (result == SST_OK)
        result = sst_world_add_obstacle(world, &def, &id, NULL);
    sst_world_destroy(world);
    return result;
}

static bool read_polygon(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                         void *value) {
    static const ssti_field vertices = {"polygon", ssti_value_points, 0, sizeof(ssti_range),
                                        COORDINATES};
    ssti_area *area = value;
    ssti_range outline = {0, 0};
    if (node->count > MOST_VERTICES)
        return ssti_expected(reader, node, field->name, "at most %d vertices", MOST_VERTICES);
    if (!ssti_value_points(reader, node, &vertices, &outline))
        return false;
    sst_result result = try_outline(reader->scenario, outline);
    *area = (ssti_area){SSTI_POLYGON, 0, outline};
    if (result == SST_ERROR_OUT_OF_MEMORY) {
        reader->out_of_memory = true;
        return false;
    }
    return result == SST_OK ||
           ssti_expected(reader, node, field->name, "a sound outline: %s", sst_result_text(result));
}

bool ssti_value_area(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                     void *value) {
    static const ssti_field forms[] = {{"rectangle", read_rectangle, 0, 0, COORDINATES},
                                       {"circle", read_circle, 0, 0, COORDINATES},
                                       {"polygon", read_polygon, 0, 0, COORDINATES}};
    if (node->kind == SSTI_LIST)
        return read_rectangle(reader, node, field, value);
    if (node->kind != SSTI_MAP || node->count != 1)
        return ssti_expected(reader, node, field->name,
                             "[x0, y0, x1, y1] or one of `rectangle`, `circle`, `polygon`");
    return ssti_read_map(reader, node, forms, 3, value) != 0;
}

/* --- Targets ------------------------------------------------------------------------------- */

static bool add_area(ssti_reader *reader, const ssti_area *area) {
    sst_scenario *s = reader->scenario;
    if (s->area_count == s->area_capacity) {
        size_t capacity = s->area_capacity ? 2 * s->area_capacity : 16;
        ssti_area *grown = realloc(s->areas, capacity * sizeof *grown);
        if (!grown) {
            reader->out_of_memory = true;
            return false;
        }
        s->areas = grown;
        s->area_capacity = capacity;
    }
    s->areas[s->area_count++] = *area;
    return true;
}

static bool is_point(const ssti_node *node) {
    return node->kind == SSTI_LIST && node->count == 2;
}

/* A point or an area, as an area. */
static bool read_spot(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                      ssti_area *area) {
    sst_point point;
    if (node->kind != SSTI_MAP &&
        !(node->kind == SSTI_LIST && (node->count == 4 || is_point(node))))
        return ssti_expected(reader, node, field->name, "[x, y] or an area");
    if (!is_point(node))
        return ssti_value_area(reader, node, field, area);
    *area = (ssti_area){SSTI_SPOT, 0, {reader->scenario->point_count, 1}};
    return ssti_value_point(reader, node, field, &point) && ssti_add_point(reader, point);
}

bool ssti_value_target(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                       void *value) {
    ssti_area area;
    ssti_targets *targets = value;
    if (!read_spot(reader, node, field, &area))
        return false;
    *targets = (ssti_targets){{area.points.first, 1}, SSTI_NO_AREAS};
    if (area.kind == SSTI_SPOT)
        return true;
    targets->areas = reader->scenario->area_count;
    return add_area(reader, &area);
}

bool ssti_value_targets(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                        void *value) {
    ssti_targets *targets = value;
    bool all_points = true, good = true;
    if (node->kind != SSTI_LIST || node->count == 0)
        return ssti_expected(reader, node, field->name, "a list of points [x, y] or areas");
    for (const ssti_node *item = node->first; item; item = item->next)
        all_points = all_points && is_point(item);
    *targets = (ssti_targets){{0, node->count}, SSTI_NO_AREAS};
    if (all_points)
        return ssti_value_points(reader, node, field, &targets->points);
    targets->areas = reader->scenario->area_count;
    for (const ssti_node *item = node->first; item; item = item->next) {
        ssti_area area;
        good = read_spot(reader, item, field, &area) && add_area(reader, &area) && good;
    }
    return good;
}

bool ssti_value_exits(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                      void *value) {
    if (node->count > SSTI_MAX_EXITS)
        return ssti_expected(reader, node, field->name, "at most %d", (int)SSTI_MAX_EXITS);
    return ssti_value_targets(reader, node, field, value);
}

/* --- Geometry ------------------------------------------------------------------------------ */

static sst_point nearest_of_segment(sst_point a, sst_point b, sst_point p) {
    double x = b.x - a.x, y = b.y - a.y, length_sq = x * x + y * y;
    double t = length_sq > 0 ? ((p.x - a.x) * x + (p.y - a.y) * y) / length_sq : 0;
    t = fmin(fmax(t, 0), 1);
    return (sst_point){a.x + t * x, a.y + t * y};
}

static double distance_sq(sst_point a, sst_point b) {
    return (b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y);
}

static sst_point nearest_of_outline(const sst_point *v, size_t count, sst_point p) {
    sst_point nearest = v[0];
    for (size_t i = 0; i < count; i++) {
        sst_point candidate = nearest_of_segment(v[i], v[(i + 1) % count], p);
        if (distance_sq(candidate, p) < distance_sq(nearest, p))
            nearest = candidate;
    }
    return nearest;
}

/* The middle, if the range is not that wide. */
static double clamp_within(double value, double least, double most, double inset) {
    inset = fmin(inset, (most - least) / 2);
    return fmin(fmax(value, least + inset), most - inset);
}

static sst_point nearest_of_circle(sst_point centre, double radius, sst_point p) {
    double apart = sqrt(distance_sq(centre, p));
    double part = apart > radius ? radius / apart : 1;
    return (sst_point){centre.x + part * (p.x - centre.x), centre.y + part * (p.y - centre.y)};
}

sst_point ssti_area_nearest(const ssti_area *area, const sst_point *points, sst_point p,
                            double inset) {
    const sst_point *v = points + area->points.first;
    switch (area->kind) {
    case SSTI_SPOT:
        return v[0];
    case SSTI_RECTANGLE:
        return (sst_point){clamp_within(p.x, v[0].x, v[1].x, inset),
                           clamp_within(p.y, v[0].y, v[1].y, inset)};
    case SSTI_CIRCLE:
        return nearest_of_circle(v[0], fmax(area->radius - inset, 0), p);
    default:
        return ssti_area_holds(area, points, p) ? p : nearest_of_outline(v, area->points.count, p);
    }
}

static double twice_signed_size(const ssti_area *area, const sst_point *points) {
    const sst_point *v = points + area->points.first;
    double sum = 0;
    for (size_t i = 0, n = area->points.count; i < n; i++) {
        sst_point a = v[i], b = v[(i + 1) % n];
        sum += (a.x - v[0].x) * (b.y - v[0].y) - (b.x - v[0].x) * (a.y - v[0].y);
    }
    return sum;
}

double ssti_area_size(const ssti_area *area, const sst_point *points) {
    const sst_point *v = points + area->points.first;
    switch (area->kind) {
    case SSTI_RECTANGLE:
        return (v[1].x - v[0].x) * (v[1].y - v[0].y);
    case SSTI_CIRCLE:
        return pi * area->radius * area->radius;
    default:
        return fabs(twice_signed_size(area, points)) / 2;
    }
}

static void stretch(sst_point corners[2], sst_point point) {
    corners[0].x = fmin(corners[0].x, point.x);
    corners[0].y = fmin(corners[0].y, point.y);
    corners[1].x = fmax(corners[1].x, point.x);
    corners[1].y = fmax(corners[1].y, point.y);
}

void ssti_area_box(const ssti_area *area, const sst_point *points, sst_point corners[2]) {
    const sst_point *v = points + area->points.first;
    double r = area->radius; /* of others 0 */
    corners[0] = (sst_point){v[0].x - r, v[0].y - r};
    corners[1] = (sst_point){v[0].x + r, v[0].y + r};
    for (size_t i = 1; i < area->points.count; i++)
        stretch(corners, v[i]);
}

bool ssti_polygon_holds(const sst_point *v, size_t count, sst_point p) {
    bool holds = false;
    for (size_t i = 0; i < count; i++) {
        sst_point a = v[i], b = v[(i + 1) % count];
        if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x))
            holds = !holds;
    }
    return holds;
}

bool ssti_area_holds(const ssti_area *area, const sst_point *points, sst_point p) {
    const sst_point *v = points + area->points.first;
    double x = p.x - v[0].x, y = p.y - v[0].y;
    switch (area->kind) {
    case SSTI_SPOT:
        return x == 0 && y == 0;
    case SSTI_RECTANGLE:
        return x >= 0 && y >= 0 && p.x <= v[1].x && p.y <= v[1].y;
    case SSTI_CIRCLE:
        return x * x + y * y <= area->radius * area->radius;
    default:
        return ssti_polygon_holds(v, area->points.count, p);
    }
}
