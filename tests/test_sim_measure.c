/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Measurements against values by hand, against each other where both must agree, and of a run
 * against those of its recordings. tests/test_measure_pedpy.py compares with PedPy's. */

#include "harness.h"
#include "metrics/crossing.h"
#include "metrics/measures.h"
#include "metrics/voronoi.h"
#include "metrics/window.h"
#include "sim_scene.h"

#include <hdf5.h>

/* --- Lines --------------------------------------------------------------------------------- */

static const sst_point up_from = {0, 0}, up_to = {0, 2};

TEST(crossing_by_hand) {
    ssti_crossing c;
    REQUIRE(ssti_crosses(up_from, up_to, (sst_point){-1, 0}, (sst_point){3, 2}, &c));
    CHECK(c.direction == 1);
    CHECK_NEAR(c.when, 0.25, 1e-15);
    CHECK_NEAR(c.where, 0.25, 1e-15);
    REQUIRE(ssti_crosses(up_from, up_to, (sst_point){1, 1}, (sst_point){-1, 1}, &c));
    CHECK(c.direction == -1);
    CHECK(!ssti_crosses(up_from, up_to, (sst_point){-1, 2.5}, (sst_point){1, 2.5}, &c));
    CHECK(!ssti_crosses(up_from, up_to, (sst_point){-1, 1}, (sst_point){-2, 1}, &c));
}

/* Ways that touch the line, stop on it, go along it and turn on it: forward less backward is
 * always the change of sides, and nobody is counted twice for one passage. */
TEST(crossings_add_up) {
    test_rng rng = test_seed(31);
    for (int n = 0; n < 2000; n++) {
        sst_point at = {(double)test_below(&rng, 5) - 2, 1};
        bool left = at.x <= 0;
        int sum = 0;
        for (int k = 0; k < 20; k++) {
            sst_point to = {(double)test_below(&rng, 5) - 2, test_uniform(&rng, 0.1, 1.9)};
            ssti_crossing c;
            bool crosses = ssti_crosses(up_from, up_to, at, to, &c);
            CHECK(crosses == ((at.x <= 0) != (to.x <= 0)));
            if (crosses) {
                sum += c.direction;
                CHECK(c.when >= 0 && c.when <= 1 && c.where >= 0 && c.where <= 1);
            }
            at = to;
        }
        CHECK_INT(sum, (int)left - (int)(at.x <= 0));
    }
}

/* --- The window ---------------------------------------------------------------------------- */

TEST(speeds_at_the_border) {
    ssti_window w;
    enum { REACH = 3, FRAMES = 10 };
    REQUIRE(ssti_window_init(&w, REACH, 0.5));
    const uint32_t agents[] = {9, 4}; /* out of order */
    for (int f = 0; f < FRAMES + REACH; f++) {
        /* Agent 4 has x = f^2 and is there in frames 2 to 7; agent 9 stands, from frame 9 on. */
        const sst_point places[] = {{5, 5}, {(double)(f * f), 0}};
        bool moving = f >= 2 && f <= 7, standing = f >= 9 && f < FRAMES;
        size_t first = standing ? 0 : 1, count = (size_t)moving + (size_t)standing;
        REQUIRE(ssti_window_push(&w, agents + first, places + first, count));
        int middle = f - REACH;
        if (middle < 2 || middle > 7)
            continue;
        ssti_seen who = {{(double)(middle * middle), 0}, 4};
        CHECK(ssti_present_find(ssti_window_at(&w, 0), 4)->x == who.position.x);
        CHECK(!ssti_present_find(ssti_window_at(&w, 0), 9));
        int from = middle - 3 < 2 ? middle : middle - 3, to = middle + 3 > 7 ? middle : middle + 3;
        double expected = to > from ? (to * to - from * from) / (0.5 * (to - from)) : (double)NAN;
        double speed = ssti_window_speed(&w, &who, 3);
        CHECK_MSG(isnan(expected) ? isnan(speed) : fabs(speed - expected) < 1e-12,
                  "frame %d: %g, expected %g", middle, speed, expected);
    }
    ssti_window_free(&w);
}

/* --- Voronoi cells ------------------------------------------------------------------------- */

typedef struct setting {
    ssti_voronoi *voronoi;
    ssti_window window;
} setting;

/* People who go 1 m/s, 2 m/s, ... along y, in a walkable area. */
static setting place_people(const char *walkable, const sst_point *places, size_t count) {
    sim_messages messages;
    ssti_report report = {.to = sim_collect(&messages), .file = "x"};
    setting s = {.voronoi = NULL};
    uint32_t agents[64];
    sst_point moved[64];
    CHECK_MSG(ssti_voronoi_create(walkable, &report, &s.voronoi) == SST_DONE, "%s", messages.text);
    CHECK(ssti_window_init(&s.window, 1, 1));
    for (int frame = 0; frame < 3; frame++) {
        for (size_t i = 0; i < count; i++) {
            agents[i] = (uint32_t)i;
            moved[i] = (sst_point){places[i].x, places[i].y + (frame - 1) * (double)(i + 1)};
        }
        CHECK(ssti_window_push(&s.window, agents, moved, count));
    }
    return s;
}

static ssti_voronoi_found measure_once(setting *s, sst_point least, sst_point most,
                                       double cut_off) {
    const sst_point points[] = {least, most};
    ssti_area area = {SSTI_RECTANGLE, 0, {0, 2}};
    ssti_voronoi_found found = {0};
    ssti_voronoi_area *a = ssti_voronoi_area_create(s->voronoi, &area, points, cut_off);
    CHECK(a && ssti_measure_voronoi(a, &s->window, 0, 1, &found) && !found.failed);
    ssti_voronoi_area_destroy(a);
    return found;
}

static void leave(setting *s) {
    ssti_window_free(&s->window);
    ssti_voronoi_destroy(s->voronoi);
}

/* A room of 4 m x 2 m with two people: cells of 3 m x 2 m and 1 m x 2 m. */
TEST(cells_by_hand) {
    const sst_point places[] = {{2.5, 1}, {3.5, 1}};
    setting s = place_people("POLYGON ((0 0, 4 0, 4 2, 0 2, 0 0))", places, 2);
    ssti_voronoi_found all = measure_once(&s, (sst_point){0, 0}, (sst_point){4, 2}, 0);
    CHECK_NEAR(all.density, 0.25, 1e-12);
    CHECK_NEAR(all.speed, (6 * 1 + 2 * 2) / 8.0, 1e-12);
    CHECK_INT((int)all.cells, 2);
    /* 1 m2 of the first cell, 1 m2 of the second. */
    ssti_voronoi_found part = measure_once(&s, (sst_point){2, 0}, (sst_point){4, 1}, 0);
    CHECK_NEAR(part.density, (1 / 6.0 + 1 / 2.0) / 2, 1e-12);
    CHECK_NEAR(part.speed, 1.5, 1e-12);
    /* Half of it lies outside the room. */
    ssti_voronoi_found beyond = measure_once(&s, (sst_point){0, 1}, (sst_point){2, 3}, 0);
    CHECK_NEAR(beyond.density, 2 / 6.0 / 4, 1e-12);
    CHECK_NEAR(beyond.speed, 0.5, 1e-12);
    leave(&s);
}

/* Nobody, one alone, two on one point, three in line, and one who is not in the room. */
TEST(few_people) {
    const char *room = "POLYGON ((0 0, 4 0, 4 2, 0 2, 0 0))";
    const sst_point least = {0, 0}, most = {4, 2};
    const sst_point places[] = {{1, 1}, {1, 1}, {2, 1}, {3, 1}, {9, 1}};
    static const struct {
        size_t first, count, inside;
    } cases[] = {{0, 0, 0}, {0, 1, 1}, {0, 2, 2}, {1, 3, 3}, {4, 1, 0}, {2, 3, 2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        setting s = place_people(room, places + cases[i].first, cases[i].count);
        ssti_voronoi_found found = measure_once(&s, least, most, 0);
        CHECK_NEAR(found.density, (double)cases[i].inside / 8, 1e-12);
        CHECK_INT((int)found.cells, (int)cases[i].inside);
        CHECK(isnan(found.speed) == (cases[i].inside == 0));
        leave(&s);
    }
}

/* A wall across the room, and one hole: whoever stands beyond the wall has no part of this side. */
TEST(cells_cut_by_walls) {
    const sst_point places[] = {{1, 1}, {3, 1}};
    setting s = place_people("GEOMETRYCOLLECTION (POLYGON ((0 0, 2.5 0, 2.5 2, 0 2, 0 0)),"
                             "POLYGON ((2.6 0, 4 0, 4 2, 2.6 2, 2.6 0), (3.4 0.5, 3.8 0.5, 3.8 1, "
                             "3.4 1, 3.4 0.5)))",
                             places, 2);
    ssti_voronoi_found left = measure_once(&s, (sst_point){0, 0}, (sst_point){2, 2}, 0);
    CHECK_NEAR(left.density, 1 / 4.0, 1e-12); /* the cell ends at x = 2, in the middle */
    ssti_voronoi_found right = measure_once(&s, (sst_point){2.6, 0}, (sst_point){4, 2}, 0);
    CHECK_NEAR(right.density, 1 / 2.8, 1e-12); /* its whole cell, the hole taken out, lies in it */
    CHECK_NEAR(right.speed, 2 * 2.6 / 2.8, 1e-12);
    ssti_voronoi_found between = measure_once(&s, (sst_point){2, 0}, (sst_point){2.5, 2}, 0);
    CHECK_NEAR(between.density, 0, 1e-12);
    CHECK(isnan(between.speed));
    leave(&s);
}

/* A polygon of twelve corners has 3 r^2; and to look only near an area changes nothing. */
TEST(cells_with_cut_off) {
    const sst_point alone[] = {{5, 5}};
    setting s = place_people("POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0))", alone, 1);
    ssti_voronoi_found found = measure_once(&s, (sst_point){5, 5}, (sst_point){7, 7}, 1);
    CHECK_NEAR(found.density, 1 / 16.0, 1e-12);
    CHECK_NEAR(found.speed, 0.75 / 4, 1e-12);
    leave(&s);
    test_rng rng = test_seed(32);
    for (int n = 0; n < 20; n++) {
        sst_point places[60];
        for (size_t i = 0; i < 60; i++)
            places[i] = (sst_point){test_uniform(&rng, 0, 10), test_uniform(&rng, 0, 10)};
        setting crowd = place_people("POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0))", places, 60);
        ssti_voronoi_found whole = measure_once(&crowd, (sst_point){0, 0}, (sst_point){10, 10}, 1);
        double sum = 0, speeds = 0;
        for (int x = 0; x < 5; x++)
            for (int y = 0; y < 5; y++) {
                sst_point least = {2 * x, 2 * y}, most = {2 * x + 2, 2 * y + 2};
                ssti_voronoi_found part = measure_once(&crowd, least, most, 1);
                sum += part.density / 25;
                speeds += isnan(part.speed) ? 0 : part.speed / 25;
            }
        CHECK_NEAR(whole.density, 0.6, 1e-9);
        CHECK_NEAR(sum, 0.6, 1e-9);
        CHECK_NEAR(speeds, whole.speed, 1e-9);
        leave(&crowd);
    }
}

TEST(bad_walkable_areas) {
    static const char *const texts[] = {
        "", "x", "POINT (1 1)", "LINESTRING (0 0, 1 1)", "POLYGON EMPTY", "POLYGON ((0 0, 1 0))"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        sim_messages messages;
        ssti_report report = {.to = sim_collect(&messages), .file = "x"};
        ssti_voronoi *none;
        CHECK(ssti_voronoi_create(texts[i], &report, &none) == SST_BAD_INPUT);
        CHECK_MSG(strstr(messages.text, "walkable area, expected polygons in WKT"), "%s",
                  messages.text);
    }
}

/* --- Runs and their recordings ------------------------------------------------------------- */

#define SCENE                                                                                      \
    "{time_step: 0.1, until: 12, obstacles: [{kind: room, vertices: [[-6, -3], [6, -3], [6, 3], "  \
    "[-6, 3]]}, [[-0.5, 1.5], [0.5, 1.5], [0.5, 2.5], [-0.5, 2.5]]], measure: [{name: gate, "      \
    "line: [[0, -3], [0, 3]], flow_window: 2}, {name: hall, area: [-2, -2, 2, 2], every: 0.5, "    \
    "cut_off: 1}, {name: disc, area: {circle: {centre: [0, 0], radius: 2}}, from: 2, until: 6, "   \
    "every: 0}], groups: [{number: 12, area: [-6, -3, -3, 3], spacing: 0.1, radius: 0.2, goal: "   \
    "[5, 0]}, {number: 3, area: [3, -3, 6, 3], spacing: 0.1, radius: 0.2, goal: [-5, 0], "         \
    "start_time: 1}]}"

enum { MOST_MEASURED = 8 };

typedef struct collected {
    sst_measured list[MOST_MEASURED];
    size_t count;
} collected;

static void collect(const sst_measured *measured, void *context) {
    collected *c = context;
    if (CHECK(c->count < MOST_MEASURED))
        c->list[c->count++] = *measured;
}

static const char *path_of(const char *name) {
    static char paths[8][300];
    static size_t next;
    char *path = paths[next++ % 8];
    snprintf(path, sizeof paths[0], "%s/measure-%s", SIDESTEP_TEST_DIR, name);
    return path;
}

static collected measure_run(void) {
    collected found = {.count = 0};
    sst_scenario *scenario = sim_scene(SCENE);
    const char *outputs[] = {path_of("run.h5"), path_of("run.sqlite")};
    sim_messages messages;
    sst_summary summary;
    sst_run_options options;
    sst_run_options_init(&options);
    options.outputs = outputs;
    options.output_count = 2;
    options.series_path = path_of("run.csv");
    options.measured = (sst_measured_to){collect, &found};
    CHECK(sst_run(scenario, &options, sim_collect(&messages), &summary) == SST_DONE);
    sst_scenario_destroy(scenario);
    return found;
}

static collected measure_recording(const char *name, const char *csv) {
    collected found = {.count = 0};
    sim_messages messages;
    sst_measure_options options;
    sst_measure_options_init(&options);
    options.series_path = csv;
    options.measured = (sst_measured_to){collect, &found};
    CHECK_MSG(sst_measure(name, &options, sim_collect(&messages)) == SST_DONE, "%s", messages.text);
    return found;
}

static bool is_same(double a, double b) {
    return a == b || (isnan(a) && isnan(b));
}

static void check_same(const sst_measured *a, const sst_measured *b) {
    CHECK(a->is_line == b->is_line && is_same(a->size, b->size));
    CHECK(a->forward == b->forward && a->backward == b->backward && a->passed == b->passed);
    CHECK(a->samples == b->samples && is_same(a->flow, b->flow));
    CHECK(is_same(a->density, b->density) && is_same(a->speed, b->speed));
    CHECK(is_same(a->voronoi_density, b->voronoi_density));
    CHECK(is_same(a->voronoi_speed, b->voronoi_speed));
    CHECK(is_same(a->first_crossing, b->first_crossing));
    CHECK(is_same(a->throughput, b->throughput));
}

static char *read_text(const char *path) {
    FILE *file = fopen(path, "rb");
    char *text = calloc(1, 1 << 20);
    if (CHECK(file && text)) {
        CHECK(fread(text, 1, (1 << 20) - 1, file) > 0);
        fclose(file);
    }
    return text;
}

/* Positions are recorded to the bit, and the agents stay; so all is the same, to the last row. */
TEST(a_recording_measures_as_its_run) {
    collected run = measure_run();
    CHECK_INT((int)run.count, 3);
    CHECK(run.list[0].passed == 15 && run.list[0].forward == 12 && run.list[0].backward == 3);
    CHECK(run.list[0].size == 6 && run.list[1].samples == 25 && run.list[2].samples == 41);
    CHECK(run.list[0].flow > 1 && run.list[1].density > 0.05 && run.list[2].voronoi_density > 0.05);
    CHECK_NEAR(run.list[0].throughput, 15 / 12.1, 1e-9);
    char *rows = read_text(path_of("run.csv"));
    static const char *const kinds[] = {"run.h5", "run.sqlite"};
    for (size_t i = 0; i < 2; i++) {
        collected again = measure_recording(path_of(kinds[i]), path_of("again.csv"));
        CHECK_INT((int)again.count, 3);
        for (size_t k = 0; k < again.count; k++)
            check_same(&run.list[k], &again.list[k]);
        char *rows_again = read_text(path_of("again.csv"));
        CHECK_STR(rows, rows_again);
        free(rows_again);
    }
    free(rows);
}

/* Somebody walks round a ring of 20 m three times; lines in the middle and on both ends of the
 * seam. */
TEST(rings) {
    sst_scenario *scenario =
        sim_scene("{until: 46, periodic: {axis: x, from: 0, to: 20}, agents: [{position: [5, 0], "
                  "velocity: [1.3, 0], direction: [1, 0]}], measure: [{name: middle, line: [[10, "
                  "-1], [10, 1]]}, {name: begin, line: [[0, -1], [0, 1]]}, {name: end, line: [[20, "
                  "-1], [20, 1]]}]}");
    collected found = {.count = 0};
    sim_messages messages;
    sst_summary summary;
    sst_run_options options;
    sst_run_options_init(&options);
    options.measured = (sst_measured_to){collect, &found};
    CHECK_MSG(sst_run(scenario, &options, sim_collect(&messages), &summary) == SST_DONE, "%s",
              messages.text);
    CHECK_INT((int)found.count, 3);
    for (size_t i = 0; i < found.count; i++) {
        CHECK_INT((int)found.list[i].forward, 3);
        CHECK_INT((int)found.list[i].backward, 0);
        CHECK_NEAR(found.list[i].speed, 1.3, 1e-4);
    }
    sst_scenario_destroy(scenario);
}

/* --- HDF5 ---------------------------------------------------------------------------------- */

static double attribute(hid_t group, const char *name) {
    double value = (double)NAN;
    hid_t opened = H5Aopen(group, name, H5P_DEFAULT);
    CHECK(opened >= 0 && H5Aread(opened, H5T_NATIVE_DOUBLE, &value) >= 0);
    H5Aclose(opened);
    return value;
}

/* A column of a dataset of a measurement; answers how many rows there are. */
static size_t column(hid_t group, const char *set, const char *name, double *values, size_t most) {
    hid_t opened = H5Dopen2(group, set, H5P_DEFAULT);
    hid_t space = H5Dget_space(opened), type = H5Tcreate(H5T_COMPOUND, sizeof(double));
    size_t count = (size_t)H5Sget_simple_extent_npoints(space);
    H5Tinsert(type, name, 0, H5T_NATIVE_DOUBLE);
    CHECK(count <= most && H5Dread(opened, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
    H5Tclose(type);
    H5Sclose(space);
    H5Dclose(opened);
    return count;
}

TEST(rows_in_hdf5) {
    collected run = measure_run();
    hid_t file = H5Fopen(path_of("run.h5"), H5F_ACC_RDONLY, H5P_DEFAULT);
    hid_t gate = H5Gopen2(file, "measurements/gate", H5P_DEFAULT);
    hid_t hall = H5Gopen2(file, "measurements/hall", H5P_DEFAULT);
    REQUIRE(gate >= 0 && hall >= 0);
    double values[100];
    size_t count = column(gate, "crossings", "passed", values, 100);
    CHECK(count == run.list[0].forward + run.list[0].backward && values[count - 1] == 15);
    column(gate, "crossings", "time", values, 100);
    CHECK(values[0] == run.list[0].first_crossing);
    CHECK(attribute(gate, "flow") == run.list[0].flow && attribute(gate, "passed") == 15);
    count = column(hall, "samples", "density", values, 100);
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += values[i];
    CHECK(count == 25 && sum / 25 == run.list[1].density);
    CHECK(attribute(hall, "voronoi_density") == run.list[1].voronoi_density);
    CHECK(attribute(hall, "cut_off") == 1 && attribute(hall, "every") == 0.5);
    H5Gclose(gate);
    H5Gclose(hall);
    H5Fclose(file);
}

/* --- Frames without anybody ---------------------------------------------------------------- */

static bool count_row(void *context, size_t measure, ssti_series_kind kind, const void *row) {
    (void)measure, (void)row;
    ((size_t *)context)[kind]++;
    return true;
}

TEST(gaps_of_a_recording) {
    sst_scenario *scenario =
        sim_scene("{agents: [], measure: [{name: a, area: [0, 0, 1, 1], every: 0}]}");
    sim_messages messages;
    ssti_report report = {.to = sim_collect(&messages), .file = "x"};
    size_t rows[3] = {0};
    ssti_measures *m;
    const uint32_t agent = 7;
    const sst_point at = {0.5, 0.5};
    REQUIRE(ssti_measures_create(scenario, "POLYGON ((0 0, 2 0, 2 2, 0 2, 0 0))", 0.1,
                                 (ssti_sink){count_row, rows, 0}, &report, &m) == SST_DONE);
    CHECK(ssti_measures_frame(m, 100, &agent, &at, 1));
    CHECK(ssti_measures_frame(m, 109, &agent, &at, 1) && ssti_measures_finish(m));
    sst_measured result = ssti_measures_result(m, 0);
    CHECK(rows[SSTI_SAMPLES] == 10 && result.samples == 10);
    CHECK_NEAR(result.density, 0.2, 1e-12);
    CHECK_NEAR(result.voronoi_density, 0.2 / 4, 1e-12);
    CHECK(!ssti_measures_frame(m, UINT64_C(1) << 40, &agent, &at, 1));
    CHECK(strstr(messages.text, "no such gap is measured"));
    ssti_measures_destroy(m);
    sst_scenario_destroy(scenario);
}

SUITE(sim_measure, CASE(crossing_by_hand), CASE(crossings_add_up), CASE(speeds_at_the_border),
      CASE(cells_by_hand), CASE(few_people), CASE(cells_cut_by_walls), CASE(cells_with_cut_off),
      CASE(bad_walkable_areas), CASE(a_recording_measures_as_its_run), CASE(rings),
      CASE(rows_in_hdf5), CASE(gaps_of_a_recording))
