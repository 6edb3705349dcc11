/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* What a picture is laid out by: boxes, page, round numbers, the ramp of colours, clipping, and the
 * thinning of trails. */

#include "harness.h"
#include "plot/clip.h"
#include "plot/ramp.h"
#include "plot/trails.h"

/* --- Round numbers ------------------------------------------------------------------------- */

TEST(round_down) {
    static const double cases[][2] = {{1, 1},     {1.99, 1},      {2, 2},         {4.999, 2},
                                      {5, 5},     {9.99, 5},      {10, 10},       {0.1, 0.1},
                                      {0.3, 0.2}, {0.0999, 0.05}, {1e-3, 1e-3},   {7e-4, 5e-4},
                                      {1e7, 1e7}, {2.5e7, 2e7},   {1e300, 1e300}, {3e-300, 2e-300}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        CHECK_MSG(ssti_round_down(cases[i][0]) == cases[i][1], "%g became %.17g, expected %g",
                  cases[i][0], ssti_round_down(cases[i][0]), cases[i][1]);
}

static void check_ticks(double length, int most, int count, const char *second, const char *last) {
    ssti_ticks ticks = ssti_ticks_choose(length, most);
    char text[24];
    CHECK_MSG(ticks.count == count, "%g in %d: %d ticks, expected %d", length, most, ticks.count,
              count);
    ssti_tick_label(&ticks, 0, text);
    CHECK_MSG(strtod(text, NULL) == 0, "%g in %d begins with %s", length, most, text);
    ssti_tick_label(&ticks, 1, text);
    CHECK_STR(text, second);
    ssti_tick_label(&ticks, ticks.count - 1, text);
    CHECK_STR(text, last);
}

TEST(ticks) {
    check_ticks(82, 5, 5, "20", "80");
    check_ticks(100, 5, 6, "20", "100");
    check_ticks(101, 5, 3, "50", "100");
    check_ticks(10, 5, 6, "2", "10");
    check_ticks(0.3, 5, 4, "0.1", "0.3"); /* whatever the rounding of 0.3 / 0.1 */
    check_ticks(0.7, 10, 8, "0.1", "0.7");
    check_ticks(18.7, 5, 4, "5", "15");
    check_ticks(1, 1, 2, "1", "1");
    check_ticks(3, 1, 1, "5", "0"); /* one step at most, and none fits */
    check_ticks(1e9, 5, 6, "2e+08", "1e+09");
    check_ticks(250000, 5, 6, "50000", "250000");
    check_ticks(5e-7, 5, 6, "1e-07", "5e-07");
    CHECK_INT(ssti_ticks_choose(0, 5).count, 1);
}

/* Labels of the colour bar, 300 px wide, in letters of 14 px, whose digits are 9 px wide. */
TEST(tick_labels_do_not_meet) {
    for (double length = 1e-6; length < 2e9; length *= 1.07) {
        ssti_ticks ticks = ssti_ticks_choose(length, 5);
        double apart = 300 * ticks.step / length;
        char text[24];
        ssti_tick_label(&ticks, ticks.count - 1, text);
        CHECK_MSG(ticks.count <= 6 && 9 * (double)strlen(text) < apart + 0.5, "%g: %s, %g px apart",
                  length, text, apart);
    }
}

TEST(scale_bars) {
    ssti_scale_bar bar = ssti_scale_bar_choose(33.6, 180);
    CHECK_STR(bar.label, "5 m");
    CHECK_NEAR(bar.pixels, 168, 1e-9);
    CHECK_STR(ssti_scale_bar_choose(0.01, 180).label, "10 km");
    CHECK_STR(ssti_scale_bar_choose(0.09, 180).label, "2 km");
    CHECK_STR(ssti_scale_bar_choose(900, 180).label, "0.2 m");
    CHECK_STR(ssti_scale_bar_choose(1e-5, 180).label, "10000 km");
    CHECK_STR(ssti_scale_bar_choose(1e5, 180).label, "0.001 m");
    for (double scale = 1e-6; scale < 1e6; scale *= 1.3) {
        bar = ssti_scale_bar_choose(scale, 180);
        CHECK_MSG(bar.pixels > 180 / 2.5 - 1e-9 && bar.pixels <= 180 + 1e-9, "%g: %g px", scale,
                  bar.pixels);
    }
}

/* --- Page ---------------------------------------------------------------------------------- */

static void check_page(const char *name, ssti_box box, double body, int width, int height,
                       double stretch) {
    ssti_layout l = ssti_layout_choose(box, body);
    CHECK_MSG(l.width == width && l.height == height && l.stretch == stretch,
              "%s: %d by %d, stretch %g; expected %d by %d, %g", name, l.width, l.height, l.stretch,
              width, height, stretch);
    CHECK_MSG(l.plot.low_x >= SSTI_PAGE_SIDE - 1e-6 && l.plot.low_y >= SSTI_PAGE_TOP - 1e-6 &&
                  l.plot.high_x <= l.width - SSTI_PAGE_SIDE + 1e-6 &&
                  l.plot.high_y <= l.height - SSTI_PAGE_BOTTOM + 1e-6,
              "%s: the plot leaves its place", name);
    CHECK_MSG(l.scale_x == l.scale_y * (l.width > l.height ? 1 / stretch : stretch) ||
                  fabs(fmax(l.scale_x, l.scale_y) / fmin(l.scale_x, l.scale_y) - stretch) < 1e-9,
              "%s: scales %g and %g", name, l.scale_x, l.scale_y);
    /* All is in the plot. */
    if (ssti_box_is_empty(&box))
        return;
    CHECK_MSG(ssti_layout_x(&l, box.low_x) > l.plot.low_x &&
                  ssti_layout_x(&l, box.high_x) < l.plot.high_x &&
                  ssti_layout_y(&l, box.high_y) > l.plot.low_y &&
                  ssti_layout_y(&l, box.low_y) < l.plot.high_y,
              "%s: something is not in sight", name);
}

TEST(pages) {
    check_page("nothing", ssti_box_empty(), 0, 960, 900, 1);
    check_page("a point", (ssti_box){3, 3, 3, 3}, 0, 960, 900, 1);
    check_page("square", (ssti_box){-5, -5, 5, 5}, 0.6, 960, 900, 1);
    check_page("as the page", (ssti_box){0, 0, 16, 10}, 0.6, 1175, 900, 1);
    check_page("wide", (ssti_box){0, 0, 30, 5}, 0.6, 1200, 423, 1);
    check_page("tall", (ssti_box){0, 0, 5, 30}, 0.6, 960, 900, 1);
    check_page("a line", (ssti_box){0, -0.3, 100, 0.3}, 0.6, 1200, 380, 1);
    check_page("a corridor", (ssti_box){0, -2, 1000, 2}, 0.6, 1200, 459, 50);
    check_page("a shaft", (ssti_box){-2, 0, 2, 1000}, 0.6, 960, 900, 100);
    check_page("far away", (ssti_box){1e7, 1e7, 1e7 + 16, 1e7 + 10}, 0.6, 1175, 900, 1);
    check_page("the world", (ssti_box){-1e8, -1e8, 1e8, 1e8}, 0.6, 960, 900, 1);
}

TEST(axes) {
    ssti_layout l = ssti_layout_choose((ssti_box){-8, -5, 8, 5}, 0.6);
    CHECK_NEAR(ssti_layout_x(&l, 0), 1175 / 2.0, 1e-9); /* the middle of the page */
    CHECK_NEAR(ssti_layout_y(&l, 0), (88 + 788) / 2.0, 1e-9);
    CHECK_NEAR(ssti_layout_x(&l, 1) - ssti_layout_x(&l, 0), l.scale_x, 1e-9);
    CHECK_NEAR(ssti_layout_y(&l, 0) - ssti_layout_y(&l, 1), l.scale_y, 1e-9); /* y upwards */
}

/* A goal at the horizon does not count; a long wall counts as far as the scene extends. */
TEST(reach) {
    ssti_box ways = {0, 0, 10, 4}, goal = {1e6, 2, 1e6, 2}, wall = {-50, -1, 1000, -1};
    ssti_box reach = ssti_box_reach(&ways, 0.1), box = ways;
    ssti_box_add_within(&box, &goal, &reach);
    CHECK_BITS(box, ways);
    ssti_box_add_within(&box, &wall, &reach);
    const ssti_box expected = {-10, -1, 20, 4};
    CHECK_BITS(box, expected);
    ssti_box none = ssti_box_empty(), everything = ssti_box_reach(&none, 0);
    ssti_box_add_within(&none, &wall, &everything);
    CHECK_BITS(none, wall);
}

/* --- Ramp ---------------------------------------------------------------------------------- */

static double to_linear(double display) {
    return display <= 0.04045 ? display / 12.92 : pow((display + 0.055) / 1.055, 2.4);
}

/* CIE L*a*b* under D65: another measure of what is seen than the one the ramp is made by. */
static void to_cie_lab(ssti_color c, double lab[3]) {
    double r = to_linear(c.red), g = to_linear(c.green), b = to_linear(c.blue);
    const double xyz[3] = {(0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047,
                           0.2126 * r + 0.7152 * g + 0.0722 * b,
                           (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883};
    double f[3];
    for (int i = 0; i < 3; i++)
        f[i] = xyz[i] > 0.008856 ? cbrt(xyz[i]) : 7.787 * xyz[i] + 16.0 / 116;
    lab[0] = 116 * f[1] - 16;
    lab[1] = 500 * (f[0] - f[1]);
    lab[2] = 200 * (f[1] - f[2]);
}

TEST(ramp_is_even) {
    ssti_ramp ramp;
    ssti_ramp_init(&ramp);
    double last[3], here[3], least = HUGE_VAL, most = 0;
    to_cie_lab(ssti_ramp_at(&ramp, 0), last);
    for (int i = 1; i <= 32; i++) {
        to_cie_lab(ssti_ramp_at(&ramp, i / 32.0), here);
        double step = hypot(hypot(here[0] - last[0], here[1] - last[1]), here[2] - last[2]);
        CHECK_MSG(here[0] > last[0] + 0.8, "lightness does not rise at %d / 32: %g, %g", i, last[0],
                  here[0]);
        least = fmin(least, step);
        most = fmax(most, step);
        memcpy(last, here, sizeof last);
    }
    CHECK_MSG(most < 2.2 * least, "steps from %g to %g", least, most);
}

TEST(ramp_ends) {
    ssti_ramp ramp;
    ssti_ramp_init(&ramp);
    for (int i = 0; i <= SSTI_RAMP_STEPS; i++) {
        ssti_color c = ramp.colors[i];
        CHECK(fmin(fmin(c.red, c.green), c.blue) >= 0 && fmax(fmax(c.red, c.green), c.blue) <= 1);
    }
    ssti_color low = ssti_ramp_at(&ramp, -1), high = ssti_ramp_at(&ramp, 2);
    CHECK_BITS(low, ramp.colors[0]);
    CHECK_BITS(high, ramp.colors[SSTI_RAMP_STEPS]);
    ssti_color middle = ssti_ramp_at(&ramp, 0.5);
    CHECK_BITS(middle, ramp.colors[SSTI_RAMP_STEPS / 2]);
}

/* --- Clipping ------------------------------------------------------------------------------ */

static double area(const ssti_outline *o) {
    double sum = 0;
    for (size_t i = 0; i < o->count; i++) {
        sst_point a = o->points[i], b = o->points[(i + 1) % o->count];
        sum += a.x * b.y - b.x * a.y;
    }
    return sum / 2;
}

static double clipped_area(const sst_point *points, size_t count) {
    const ssti_box box = {0, 0, 10, 10};
    ssti_outline polygon = {0}, spare = {0};
    for (size_t i = 0; i < count; i++)
        ssti_outline_add(&polygon, points[i]);
    ssti_clip_polygon(&polygon, &box, &spare);
    double found = area(&polygon);
    for (size_t i = 0; i < polygon.count; i++)
        CHECK(polygon.points[i].x >= 0 && polygon.points[i].x <= 10 && polygon.points[i].y >= 0 &&
              polygon.points[i].y <= 10);
    free(polygon.points);
    free(spare.points);
    return found;
}

TEST(clipped_polygons) {
    const sst_point inside[] = {{1, 1}, {3, 1}, {3, 3}, {1, 3}};
    const sst_point around[] = {{-1e9, -1e9}, {1e9, -1e9}, {1e9, 1e9}, {-1e9, 1e9}};
    const sst_point outside[] = {{11, 1}, {12, 1}, {12, 3}};
    const sst_point corner[] = {{5, 5}, {15, 5}, {15, 15}, {5, 15}};
    /* A comb: its back is outside, two teeth reach in. */
    const sst_point comb[] = {{-5, -5}, {12, -5}, {12, 2}, {8, 2},
                              {8, -1},  {4, -1},  {4, 2},  {-5, 2}};
    CHECK_NEAR(clipped_area(inside, 4), 4, 0);
    CHECK_NEAR(clipped_area(around, 4), 100, 1e-5);
    CHECK_NEAR(clipped_area(outside, 3), 0, 0);
    CHECK_NEAR(clipped_area(corner, 4), 25, 1e-12);
    CHECK_NEAR(clipped_area(comb, 8), 4 * 2 + 2 * 2, 1e-12);
}

static void check_segment(sst_point a, sst_point b, bool seen, sst_point from, sst_point to) {
    const ssti_box box = {0, 0, 10, 10};
    CHECK(ssti_clip_segment(&a, &b, &box) == seen);
    if (!seen)
        return;
    CHECK_NEAR(a.x, from.x, 1e-6);
    CHECK_NEAR(a.y, from.y, 1e-6);
    CHECK_NEAR(b.x, to.x, 1e-6);
    CHECK_NEAR(b.y, to.y, 1e-6);
}

TEST(clipped_segments) {
    const sst_point none = {0, 0};
    check_segment((sst_point){1, 2}, (sst_point){3, 4}, true, (sst_point){1, 2}, (sst_point){3, 4});
    check_segment((sst_point){-1e9, 5}, (sst_point){1e9, 5}, true, (sst_point){0, 5},
                  (sst_point){10, 5});
    check_segment((sst_point){5, 15}, (sst_point){5, 5}, true, (sst_point){5, 10},
                  (sst_point){5, 5});
    check_segment((sst_point){-5, 0}, (sst_point){15, 20}, true, (sst_point){0, 5},
                  (sst_point){5, 10});
    check_segment((sst_point){-5, 8}, (sst_point){8, 20}, false, none, none);
    check_segment((sst_point){11, 0}, (sst_point){11, 9}, false, none, none);
    check_segment((sst_point){4, 4}, (sst_point){4, 4}, true, (sst_point){4, 4}, (sst_point){4, 4});
}

/* --- Trails -------------------------------------------------------------------------------- */

/* The place of an agent between the samples kept; they must hold the time. */
static sst_point at(const ssti_trails *trails, const ssti_trail_point *points, size_t first,
                    size_t end, double time) {
    size_t i = first;
    while (i + 2 < end && (double)points[i + 1].time < time)
        i++;
    double x = (double)points[i].x, y = (double)points[i].y;
    if (i + 1 < end) {
        double f = (time - (double)points[i].time) / (double)(points[i + 1].time - points[i].time);
        x += f * ((double)points[i + 1].x - x);
        y += f * ((double)points[i + 1].y - y);
    }
    return (sst_point){x + trails->origin.x, y + trails->origin.y};
}

enum { WALKERS = 12, WALK = 400 };

/* Each walks straight for a while, then turns; some wait. At 1e7 m, where floats alone fail. */
static void walk(test_rng *rng, sst_point ways[WALK][WALKERS]) {
    sst_vec2 velocity[WALKERS] = {{0, 0}};
    for (int a = 0; a < WALKERS; a++)
        ways[0][a] =
            (sst_point){1e7 + test_uniform(rng, -20, 20), -1e7 + test_uniform(rng, -20, 20)};
    for (int t = 1; t < WALK; t++)
        for (int a = 0; a < WALKERS; a++) {
            if (test_uniform(rng, 0, 1) < 0.1)
                velocity[a] = (sst_vec2){(float)test_uniform(rng, -0.3, 0.3),
                                         (float)test_uniform(rng, -0.3, 0.3)};
            if (test_uniform(rng, 0, 1) < 0.05)
                velocity[a] = (sst_vec2){0, 0};
            ways[t][a] = (sst_point){ways[t - 1][a].x + (double)velocity[a].x,
                                     ways[t - 1][a].y + (double)velocity[a].y};
        }
}

TEST(thinned_trails_stay_within_a_quarter_of_a_pixel) {
    test_rng rng = test_seed(7);
    static sst_point ways[WALK][WALKERS];
    walk(&rng, ways);
    uint32_t numbers[WALKERS];
    for (uint32_t a = 0; a < WALKERS; a++)
        numbers[a] = a;
    ssti_trails trails;
    REQUIRE(ssti_trails_init(&trails, WALKERS));
    for (int t = 0; t < WALK; t++)
        CHECK(ssti_trails_frame(&trails, 0.125 * t, numbers, ways[t], WALKERS));
    size_t firsts[WALKERS + 1];
    ssti_trail_point *points = ssti_trails_sorted(&trails, firsts);
    REQUIRE(points);
    ssti_layout l = ssti_layout_choose(trails.box, 0.6);
    double worst = 0;
    for (int t = 0; t < WALK; t++)
        for (size_t a = 0; a < WALKERS; a++) {
            sst_point drawn = at(&trails, points, firsts[a], firsts[a + 1], 0.125 * t);
            worst = fmax(worst, l.scale_x * fmax(fabs(drawn.x - ways[t][a].x),
                                                 fabs(drawn.y - ways[t][a].y)));
        }
    CHECK_MSG(worst <= 0.26, "%g px off", worst);
    CHECK_MSG(firsts[WALKERS] < WALK * WALKERS / 4, "%zu points", firsts[WALKERS]);
    free(points);
    ssti_trails_free(&trails);
}

/* Straight ways and waiting cost two points an agent and turn, however long they take. */
TEST(straight_ways_cost_nothing) {
    ssti_trails trails;
    REQUIRE(ssti_trails_init(&trails, 3));
    const uint32_t numbers[] = {2, 0};
    for (int t = 0; t <= 1000; t++) {
        const sst_point places[] = {{0.25 * t, 1}, {5, t < 500 ? 0 : 0.25 * (t - 500)}};
        CHECK(ssti_trails_frame(&trails, t, numbers, places, 2));
    }
    size_t firsts[4];
    ssti_trail_point *points = ssti_trails_sorted(&trails, firsts);
    REQUIRE(points);
    CHECK_INT(firsts[1] - firsts[0], 3); /* waits, walks */
    CHECK_INT(firsts[2] - firsts[1], 0); /* was never there */
    CHECK_INT(firsts[3] - firsts[2], 2);
    CHECK_NEAR(points[1].time, 499.5, 1);
    free(points);
    ssti_trails_free(&trails);
}

/* The bound: nothing but corners, of more agents than it holds points for. */
TEST(memory_is_bounded) {
    enum { COUNT = 60000, FRAMES = 60 };
    static sst_point places[COUNT];
    static uint32_t numbers[COUNT];
    ssti_trails trails;
    REQUIRE(ssti_trails_init(&trails, COUNT));
    test_rng rng = test_seed(11);
    for (uint32_t t = 0; t < FRAMES; t++) {
        for (uint32_t a = 0; a < COUNT; a++) {
            numbers[a] = a;
            places[a] = (sst_point){test_uniform(&rng, 0, 100), test_uniform(&rng, 0, 100)};
        }
        REQUIRE(ssti_trails_frame(&trails, t, numbers, places, COUNT));
    }
    CHECK(trails.coarseness > 1);
    CHECK(trails.point_count <= 1 << 20);
    CHECK(trails.point_capacity <= (1 << 20) + COUNT);
    size_t wrong = 0;
    for (uint32_t a = 0; a < COUNT; a++)
        wrong += fabs((double)trails.trails[a].last.x + trails.origin.x - places[a].x) > 1e-5 ||
                 trails.trails[a].start.time != 0 || trails.trails[a].start.agent != a;
    CHECK_MSG(wrong == 0, "%zu agents lost their start or end", wrong);
    ssti_trails_free(&trails);
}

SUITE(sim_plot, CASE(round_down), CASE(ticks), CASE(tick_labels_do_not_meet), CASE(scale_bars),
      CASE(pages), CASE(axes), CASE(reach), CASE(ramp_is_even), CASE(ramp_ends),
      CASE(clipped_polygons), CASE(clipped_segments),
      CASE(thinned_trails_stay_within_a_quarter_of_a_pixel), CASE(straight_ways_cost_nothing),
      CASE(memory_is_bounded))
