/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* GeoJSON (RFC 7946): a geometry, a feature or a collection of these. JSON is read as a part of
 * YAML. Properties, bounding boxes and heights are not used. */

#include "import/geometry.h"
#include "tree/tree.h"

#include <math.h>
#include <string.h>

typedef struct walker {
    ssti_report *report;
    ssti_geometry *geometry;
} walker;

static bool expected(walker *w, const ssti_node *found, const char *what) {
    ssti_error(w->report, found->place, "found %s, expected %s", ssti_node_show(found).text, what);
    return false;
}

/* The key's value of a kind; null after an error. */
static const ssti_node *get(walker *w, const ssti_node *map, const char *key, ssti_kind kind) {
    const ssti_node *node = ssti_map_find(map, key);
    if (node && node->kind == (uint8_t)kind)
        return node;
    ssti_error(w->report, node ? node->place : map->place, "%s: found %s, expected %s", key,
               node ? ssti_node_show(node).text : "nothing",
               kind == SSTI_LIST  ? "a list"
               : kind == SSTI_MAP ? "an object"
                                  : "a text");
    return NULL;
}

static bool read_position(walker *w, const ssti_node *node, sst_point *point) {
    if (node->kind != SSTI_LIST || node->count < 2)
        return expected(w, node, "a position [x, y]");
    const ssti_node *x = node->first, *y = x->next;
    for (const ssti_node *n = x; n; n = n->next)
        if (n->kind != SSTI_NUMBER || fabs(n->number) > SST_MAX_COORDINATE)
            return expected(w, n, "a number from -1e8 to 1e8");
    *point = (sst_point){x->number, y->number};
    return true;
}

static bool read_outline(walker *w, const ssti_node *list, sst_obstacle_kind kind) {
    if (list->kind != SSTI_LIST)
        return expected(w, list, "a list of positions");
    if (!ssti_geometry_begin(w->geometry, kind, list->place))
        return false;
    for (const ssti_node *node = list->first; node; node = node->next) {
        sst_point point;
        if (!read_position(w, node, &point) || !ssti_geometry_point(w->geometry, point))
            return false;
    }
    return ssti_geometry_end(w->geometry, w->report);
}

static bool read_line(walker *w, const ssti_node *list) {
    return read_outline(w, list, SST_OBSTACLE_CHAIN);
}

static bool read_polygon(walker *w, const ssti_node *list) {
    if (list->kind != SSTI_LIST)
        return expected(w, list, "a list of rings");
    for (const ssti_node *ring = list->first; ring; ring = ring->next)
        if (!read_outline(w, ring, ring == list->first ? SST_OBSTACLE_ROOM : SST_OBSTACLE_SOLID))
            return false;
    return true;
}

static bool read_point(walker *w, const ssti_node *position) {
    sst_point unused;
    w->geometry->left_out++;
    return read_position(w, position, &unused);
}

static bool read_object(walker *w, const ssti_node *object);

static bool read_feature(walker *w, const ssti_node *feature) {
    const ssti_node *geometry = ssti_map_find(feature, "geometry");
    if (geometry && geometry->kind == SSTI_NULL)
        return true;
    geometry = get(w, feature, "geometry", SSTI_MAP);
    return geometry && read_object(w, geometry);
}

typedef bool (*read_fn)(walker *, const ssti_node *);

/* What a type is read by: the value of its key, or each element of that. */
static const struct {
    const char *type, *key;
    read_fn read;
    bool each;
} types[] = {{"Polygon", "coordinates", read_polygon, false},
             {"MultiPolygon", "coordinates", read_polygon, true},
             {"LineString", "coordinates", read_line, false},
             {"MultiLineString", "coordinates", read_line, true},
             {"Point", "coordinates", read_point, false},
             {"MultiPoint", "coordinates", read_point, true},
             {"GeometryCollection", "geometries", read_object, true},
             {"FeatureCollection", "features", read_object, true}};
enum { TYPE_COUNT = sizeof types / sizeof *types };

static bool read_type(walker *w, const ssti_node *object, int type) {
    const ssti_node *list = get(w, object, types[type].key, SSTI_LIST);
    if (!list || list->count == 0)
        return list != NULL; /* an empty list is an empty geometry */
    if (!types[type].each)
        return types[type].read(w, list);
    for (const ssti_node *node = list->first; node; node = node->next)
        if (!types[type].read(w, node))
            return false;
    return true;
}

/* Its depth is bounded by the tree's. */
static bool read_object(walker *w, const ssti_node *object) {
    if (object->kind != SSTI_MAP)
        return expected(w, object, "an object with a type");
    const ssti_node *type = get(w, object, "type", SSTI_STRING);
    if (!type)
        return false;
    if (strcmp(type->text, "Feature") == 0)
        return read_feature(w, object);
    for (int i = 0; i < TYPE_COUNT; i++)
        if (strcmp(type->text, types[i].type) == 0)
            return read_type(w, object, i);
    return expected(w, type,
                    "Polygon, LineString, Point, one of these behind Multi, GeometryCollection, "
                    "Feature or FeatureCollection");
}

bool ssti_geojson_read(const char *bytes, size_t size, ssti_report *report,
                       ssti_geometry *geometry) {
    ssti_tree *tree = NULL;
    sst_outcome outcome = ssti_yaml_read(bytes, size, report, &tree);
    geometry->failed = outcome == SST_FAILED;
    walker w = {report, geometry};
    bool good = outcome == SST_DONE && read_object(&w, ssti_tree_root(tree));
    if (outcome == SST_DONE)
        ssti_tree_destroy(tree);
    return good;
}
