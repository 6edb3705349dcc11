/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* WKT and GeoJSON as obstacles: what becomes what, and what is refused where. */

#include "harness.h"
#include "import/geometry.h"
#include "scenario/scenario.h"
#include "sim_scene.h"

static sst_outcome read_shapes(const char *text, bool in_metres, sim_messages *messages,
                               ssti_geometry *g) {
    ssti_report report = {.to = sim_collect(messages), .file = "place"};
    *g = (ssti_geometry){0};
    return ssti_geometry_read(text, strlen(text), in_metres, &report, g);
}

/* Kinds and counts of vertices in order, as "room 4, solid 3". */
static void describe(const ssti_geometry *g, char text[256]) {
    static const char *const names[] = {[SST_OBSTACLE_SOLID] = "solid",
                                        [SST_OBSTACLE_ROOM] = "room",
                                        [SST_OBSTACLE_CHAIN] = "chain"};
    *text = 0;
    for (size_t i = 0; i < g->shape_count; i++)
        sprintf(text + strlen(text), "%s%s %zu", i ? ", " : "", names[g->shapes[i].kind],
                g->shapes[i].count);
}

static void check_shapes(const char *text, bool in_metres, const char *expected) {
    char found[256];
    sim_messages messages;
    ssti_geometry g;
    sst_outcome outcome = read_shapes(text, in_metres, &messages, &g);
    describe(&g, found);
    CHECK_MSG(outcome == SST_DONE && strcmp(found, expected) == 0, "%s: found %s %s", text, found,
              messages.text);
    ssti_geometry_free(&g);
}

#define SQUARE "(0 0, 9 0, 9 9, 0 9, 0 0)"
#define HOLE   "(2 2, 3 2, 3 3, 2 2)"

TEST(wkt) {
    check_shapes("POLYGON (" SQUARE ")", false, "room 4");
    check_shapes("polygon((0 0,0 9,9 9,9 0,0 0))\n", false, "room 4"); /* clockwise */
    check_shapes("SRID=25832; Polygon\n(" SQUARE ",\n" HOLE ")", false, "room 4, solid 3");
    check_shapes("SRID=4326;POLYGON(" SQUARE ")", true, "room 4");
    check_shapes("MULTIPOLYGON ((" SQUARE "," HOLE "), ((20 0, 30 0, 30 9, 20 0)))", false,
                 "room 4, solid 3, room 3");
    check_shapes("LINESTRING Z (0 0 1, 5 0 1, 5 5.5e0 1)", false, "chain 3");
    check_shapes("MULTILINESTRINGZM ((0 0 1 2, +5 -.5 1 2), EMPTY)", false, "chain 2");
    check_shapes("LINESTRING (0 0 7, 5 0, 5 5 1 1)", false, "chain 3");
    check_shapes("GEOMETRYCOLLECTION (POLYGON (" SQUARE "), GEOMETRYCOLLECTION (LINESTRING M (1 1 "
                 "0, 2 2 0), POINT (1 1)), MULTIPOINT ((1 1), (2 2), 3 3), POLYGON EMPTY)",
                 false, "room 4, chain 2");
    check_shapes("POLYGON EMPTY", false, "");
    check_shapes("GEOMETRYCOLLECTION Z EMPTY", false, "");
}

TEST(geojson) {
    check_shapes("{\"type\": \"Polygon\", \"coordinates\": [[[0,0],[9,0],[9,9],[0,9],[0,0]],"
                 "[[2,2],[3,2,7],[3,3],[2,2]]], \"bbox\": [0,0,9,9]}",
                 true, "room 4, solid 3");
    check_shapes(
        "\xef\xbb\xbf {\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\","
        "\"properties\":{\"a\":[1]},\"geometry\":{\"type\":\"MultiPolygon\",\"coordinates\":"
        "[[[[0,0],[9,0],[9,9],[0,0]]],[[[20,0],[29,0],[29,9],[20,0]]]]}},"
        "{\"type\":\"Feature\",\"properties\":null,\"geometry\":null},"
        "{\"type\":\"Feature\",\"geometry\":{\"type\":\"LineString\",\"coordinates\":"
        "[[0,0],[1,1],[2,5]]}}]}",
        true, "room 3, room 3, chain 3");
    check_shapes("{\"type\":\"GeometryCollection\",\"geometries\":[{\"type\":\"MultiLineString\","
                 "\"coordinates\":[[[0,0],[1,1]],[[0,2],[1,3]]]},{\"type\":\"Point\","
                 "\"coordinates\":[1,1]},{\"type\":\"Polygon\",\"coordinates\":[]}]}",
                 true, "chain 2, chain 2");
}

static void check_refused(const char *text, bool in_metres, unsigned line, unsigned column,
                          const char *expected) {
    sim_messages messages;
    ssti_geometry g;
    char place[64];
    snprintf(place, sizeof place, "%u:%u: ", line, column);
    sst_outcome outcome = read_shapes(text, in_metres, &messages, &g);
    CHECK_MSG(outcome == SST_BAD_INPUT && strstr(messages.text, expected) &&
                  strncmp(messages.text, place, strlen(place)) == 0,
              "%s: found %s, expected %s at %s", text, messages.text, expected, place);
    ssti_geometry_free(&g);
}

TEST(refused_wkt) {
    check_refused("", false, 1, 1, "the end");
    check_refused("CIRCLE (0 0, 1)", false, 1, 1, "CIRCLE");
    check_refused("POLYGON (\n (0 0, 9 0, 9 9, 0 9))", false, 2, 2, "closed");
    check_refused("POLYGON ((0 0, 9 0, 0 0))", false, 1, 10, "3 points, expected at least 4");
    check_refused("LINESTRING (0 0)", false, 1, 12, "at least 2");
    check_refused("POLYGON ((0 0, 9 9, 9 0, 0 9, 0 0))", false, 1, 10, "outline is refused");
    check_refused("LINESTRING (0 0, 1\n x)", false, 2, 2, "found x");
    check_refused("LINESTRING (0 0, 1)", false, 1, 19, "found )");
    check_refused("LINESTRING (0 0, 1 1 1 1 1)", false, 1, 18, "more than 4");
    check_refused("LINESTRING Z (0 0 0, 1 1)", false, 1, 25, "found )");
    check_refused("LINESTRING (0 0, 1e9 1)", false, 1, 18, "1e9");
    check_refused("LINESTRING (0 0; 1 1)", false, 1, 16, "found ;");
    check_refused("LINESTRING (0 0, 1 1", false, 1, 21, "the end");
    check_refused("LINESTRING (0 0, 1 1)) ", false, 1, 22, "found )");
    check_refused("MULTIPOINT ((1 1, 2 2)", false, 1, 17, ") behind a point");
    check_refused("SRID=4326;POLYGON (" SQUARE ")", false, 1, 6, "--metres");
    check_refused("SRID=x;POLYGON (" SQUARE ")", false, 1, 6, "SRID=number;");
    check_refused("LINESTRING (0 0, "
                  "1.00000000000000000000000000000000000000000000000000000000000000000000 1)",
                  false, 1, 18, "a number");
    char deep[2000] = "";
    for (int i = 0; i < 60; i++)
        strcat(deep, "GEOMETRYCOLLECTION (");
    check_refused(deep, false, 1, 661, "nested");
}

TEST(refused_geojson) {
    check_refused("{\"type\": \"Polygon\", \"coordinates\": []}", false, 0, 0, "--metres");
    check_refused("{\"type\": \"Polygon\"}", true, 1, 1, "coordinates: found nothing");
    check_refused("{\"coordinates\": []}", true, 1, 1, "type: found nothing");
    check_refused("{\"type\": \"Circle\"}", true, 1, 10, "found Circle");
    check_refused("{\"type\": \"LineString\",\n\"coordinates\": [[0,0],[1]]}", true, 2, 23,
                  "a position");
    check_refused("{\"type\": \"LineString\",\n\"coordinates\": [[0,0],[1,\"x\"]]}", true, 2, 26,
                  "a number");
    check_refused("{\"type\": \"LineString\", \"coordinates\": [0,0]}", true, 1, 40, "a position");
    check_refused("{\"type\": \"Polygon\", \"coordinates\": [[[0,0],[1,0],[1,1],[5,0]]]}", true, 1,
                  37, "closed");
    check_refused("{\"type\": \"Feature\", \"geometry\": 3}", true, 1, 33, "an object");
    check_refused("{\"type\": \"FeatureCollection\", \"features\": [1]}", true, 1, 44, "an object");
    check_refused("{\"type\": ", true, 2, 1, "no valid");
}

/* The written scenario holds what was read. */
TEST(in_a_scenario) {
    char yaml[1000] = {0};
    sim_messages messages;
    ssti_geometry g;
    sst_outcome outcome =
        read_shapes("GEOMETRYCOLLECTION (POLYGON ((0 0, 9 0, 9 4, 9.123456789 9, 0 9, 0 0)," HOLE
                    "), LINESTRING (5643210.1234 1, 5643211 1))",
                    false, &messages, &g);
    CHECK_MSG(outcome == SST_DONE, "%s", messages.text);
    FILE *file = fmemopen(yaml, sizeof yaml, "w");
    REQUIRE(file);
    fputs("version: 1\nname: a\n", file);
    ssti_geometry_write(&g, file);
    fputs("agents: []\n", file);
    fclose(file);
    sst_scenario *s = sim_scene(yaml);
    REQUIRE(s && s->obstacle_count == g.shape_count);
    for (size_t i = 0; i < g.shape_count; i++) {
        const ssti_obstacle *o = &s->obstacles[i];
        CHECK_INT(o->def.kind, g.shapes[i].kind);
        REQUIRE(o->vertices.count == g.shapes[i].count);
        for (size_t k = 0; k < g.shapes[i].count; k++) {
            sst_point found = s->points[o->vertices.first + k];
            sst_point expected = g.points[g.shapes[i].first + k];
            CHECK_NEAR(found.x, expected.x, 1e-5);
            CHECK_NEAR(found.y, expected.y, 1e-5);
        }
    }
    sst_scenario_destroy(s);
    ssti_geometry_free(&g);
}

SUITE(sim_import_geometry, CASE(wkt), CASE(geojson), CASE(refused_wkt), CASE(refused_geojson),
      CASE(in_a_scenario))
