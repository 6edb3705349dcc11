/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Outlines: what is dropped, what is refused, and that the sweep agrees with a comparison of every
 * edge with every other in exact integers. */
#include "exact.h"
#include "harness.h"
#include "world/crossing.h"
#include "world/polygon.h"
#include "world/predicate.h"

#define MAX_VERTICES 64

typedef struct {
    sst_result result;
    ssti_outline outline;
    sst_point vertices[MAX_VERTICES];
} cleaned;

static cleaned clean(const sst_point *vertices, size_t count, bool polygon) {
    cleaned c = {.result = SST_OK};
    void *scratch = malloc(ssti_crossing_scratch_size(count));
    for (size_t i = 0; i < count; i++) {
        c.vertices[i] = vertices[i];
    }
    c.result = ssti_outline_clean(c.vertices, count, polygon, scratch, &c.outline);
    free(scratch);
    return c;
}

#define CLEAN(polygon, ...)                                                                        \
    clean((const sst_point[]){__VA_ARGS__},                                                        \
          sizeof((sst_point[]){__VA_ARGS__}) / sizeof(sst_point), polygon)

TEST(keeps_a_clean_polygon_and_its_order) {
    cleaned c = CLEAN(true, {0, 0}, {2, 0}, {2, 1}, {0, 1});
    CHECK_INT(c.result, SST_OK);
    CHECK_INT(c.outline.count, 4);
    CHECK_INT(c.outline.orientation, 1);
    CHECK_INT(c.outline.report.dropped_repeated + c.outline.report.dropped_collinear, 0);
    cleaned back = CLEAN(true, {0, 1}, {2, 1}, {2, 0}, {0, 0});
    CHECK_INT(back.outline.orientation, -1);
    CHECK(back.vertices[0].y == 1.0 && back.vertices[3].y == 0.0);
}

TEST(drops_repeated_and_straight_vertices) {
    cleaned c = CLEAN(true, {1, 0}, {2, 0}, {2, 0}, {2, 1}, {1, 1}, {0, 1}, {0, 0}, {1, 0});
    CHECK_INT(c.result, SST_OK);
    CHECK_INT(c.outline.count, 4);
    CHECK_INT(c.outline.report.dropped_repeated, 2);
    CHECK_INT(c.outline.report.dropped_collinear, 2);
    CHECK(c.vertices[0].x == 2.0 && c.vertices[0].y == 0.0);
}

TEST(drops_vertices_meant_to_be_on_a_slanted_line) {
    cleaned c = CLEAN(true, {0, 0}, {0.3, 0.1}, {0.6, 0.2}, {0.9, 0.3}, {0, 1});
    CHECK_INT(c.result, SST_OK);
    CHECK_INT(c.outline.count, 3);
    CHECK_INT(c.outline.report.dropped_collinear, 2);
    cleaned chain = CLEAN(false, {0.1, 0.3}, {0.2, 0.6}, {0.3, 0.9});
    CHECK_INT(chain.outline.count, 2);
}

TEST(drops_what_the_lattice_makes_one) {
    cleaned c = CLEAN(true, {0, 0}, {1e-9, 0}, {1, 0}, {1, 1}, {1e-10, 1e-9});
    CHECK_INT(c.result, SST_OK);
    CHECK_INT(c.outline.count, 3);
    CHECK_INT(c.outline.report.dropped_repeated, 1);
    CHECK_INT(c.outline.report.dropped_collinear, 1);
}

TEST(refuses_too_few) {
    CHECK_INT(CLEAN(true, {0, 0}, {0, 0}, {0, 0}).result, SST_ERROR_TOO_FEW_VERTICES);
    CHECK_INT(CLEAN(true, {0, 0}).result, SST_ERROR_TOO_FEW_VERTICES);
    CHECK_INT(CLEAN(true, {0, 0}, {1, 0}, {0, 0}).result, SST_ERROR_TOO_FEW_VERTICES);
    CHECK_INT(CLEAN(false, {0, 0}, {0, 0}).result, SST_ERROR_TOO_FEW_VERTICES);
    CHECK_INT(clean(NULL, 0, true).result, SST_ERROR_TOO_FEW_VERTICES);
    CHECK_INT(clean(NULL, 0, false).result, SST_ERROR_TOO_FEW_VERTICES);
}

TEST(refuses_no_area) {
    CHECK_INT(CLEAN(true, {0, 0}, {1, 0}, {2, 0}).result, SST_ERROR_NO_AREA);
    CHECK_INT(CLEAN(true, {0, 0}, {3, 0}, {1, 0}, {2, 0}).result, SST_ERROR_NO_AREA);
}

TEST(refuses_outlines_that_cross_or_touch_themselves) {
    CHECK_INT(CLEAN(true, {0, 0}, {1, 1}, {1, 0}, {0, 1}).result, SST_ERROR_SELF_CROSSING);
    CHECK_INT(CLEAN(true, {0, 0}, {4, 0}, {4, 2}, {2, 0}, {0, 2}).result, SST_ERROR_SELF_CROSSING);
    CHECK_INT(CLEAN(true, {0, 0}, {2, 0}, {1, 1}, {2, 2}, {0, 2}, {1, 1}).result,
              SST_ERROR_SELF_CROSSING);
    CHECK_INT(CLEAN(true, {0, 0}, {4, 0}, {4, 4}, {4, -2}, {0, -2}).result,
              SST_ERROR_SELF_CROSSING);
    CHECK_INT(CLEAN(false, {0, 0}, {1, 0}, {0, 0}).result, SST_ERROR_SELF_CROSSING);
    CHECK_INT(CLEAN(false, {0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, -1}).result,
              SST_ERROR_SELF_CROSSING);
}

TEST(a_chain_may_end_where_it_begins) {
    cleaned c = CLEAN(false, {0, 0}, {1, 0}, {1, 1}, {0, 0});
    CHECK_INT(c.result, SST_OK);
    CHECK(c.outline.closed);
    CHECK_INT(c.outline.count, 3);
    CHECK(!CLEAN(false, {0, 0}, {1, 0}, {1, 1}).outline.closed);
}

TEST(a_clean_outline_stays_as_it_is) {
    test_rng rng = test_seed(11);
    for (int i = 0; i < 2000; i++) {
        sst_point vertices[8];
        for (int k = 0; k < 8; k++) {
            vertices[k].x = test_uniform(&rng, -1, 1);
            vertices[k].y = test_uniform(&rng, -1, 1);
        }
        cleaned once = clean(vertices, 8, true);
        if (once.result != SST_OK) {
            continue;
        }
        char scratch[1024];
        ssti_outline again;
        CHECK(ssti_crossing_scratch_size(8) <= sizeof scratch);
        CHECK_INT(ssti_outline_check(once.vertices, once.outline.count, true, scratch, &again),
                  SST_OK);
        CHECK_INT(again.count, once.outline.count);
        CHECK_INT(again.orientation, once.outline.orientation);
    }
}

/* Points on the lattice, near each other, near a line, or far apart. */
static sst_point random_point(test_rng *rng, sst_point a, sst_point b) {
    double unit = 0x1p-24;
    switch (test_below(rng, 4)) {
    case 0:
        return (sst_point){floor(test_uniform(rng, -1e8, 1e8)), test_uniform(rng, -1e8, 1e8)};
    case 1:
        return (sst_point){(double)test_below(rng, 4) * unit, (double)test_below(rng, 4) * unit};
    case 2:
        return (sst_point){a.x + (b.x - a.x) * 0.5 + (double)test_below(rng, 3) * unit,
                           a.y + (b.y - a.y) * 0.5 + (double)test_below(rng, 3) * unit};
    default:
        return (sst_point){2 * b.x - a.x, 2 * b.y - a.y};
    }
}

static sst_point on_lattice(sst_point p) {
    p = (sst_point){floor(p.x * 0x1p24) * 0x1p-24, floor(p.y * 0x1p24) * 0x1p-24};
    bool inside = fabs(p.x) <= 1e8 && fabs(p.y) <= 1e8;
    return inside ? p : (sst_point){1, 2};
}

TEST(the_side_of_a_line_is_exact) {
    test_rng rng = test_seed(1);
    int on_line = 0;
    for (long i = 0; i < test_count(300000, 10000000); i++) {
        sst_point a = on_lattice(random_point(&rng, (sst_point){0, 0}, (sst_point){1, 1}));
        sst_point b = on_lattice(random_point(&rng, a, (sst_point){3, 1}));
        sst_point p = on_lattice(random_point(&rng, a, b));
        int expected = exact_side(a, b, p);
        CHECK_INT(ssti_side_of_line(a, b, p), expected);
        on_line += expected == 0;
    }
    CHECK(on_line > 1000);
}

static bool brute_is_simple(const sst_point *v, size_t count, bool closed) {
    size_t edges = closed ? count : count - 1;
    for (size_t i = 0; i < edges; i++) {
        for (size_t k = i + 1; k < edges; k++) {
            sst_point a = v[i], b = v[(i + 1) % count], c = v[k], d = v[(k + 1) % count];
            bool next = k == i + 1, last = closed && i == 0 && k + 1 == edges;
            bool conflict = next   ? exact_on_segment(a, b, d) || exact_on_segment(c, d, a)
                            : last ? exact_on_segment(a, b, c) || exact_on_segment(c, d, b)
                                   : exact_segments_meet(a, b, c, d);
            if (conflict) {
                return false;
            }
        }
    }
    return true;
}

/* Few grid points, so that vertices on edges and overlaps are common; or a star, made simple by
 * angle, with now and then two vertices swapped. */
static size_t random_outline(test_rng *rng, sst_point *v) {
    size_t count = 3 + (size_t)test_below(rng, 12);
    bool star = test_below(rng, 2);
    double grid = star ? 64.0 : 1.0 + (double)test_below(rng, 9);
    for (size_t i = 0; i < count; i++) {
        double angle = 6.2831853 * (double)i / (double)count, r = test_uniform(rng, 0.3, 1);
        double x = star ? r * cos(angle) : test_uniform(rng, -1, 1);
        double y = star ? r * sin(angle) : test_uniform(rng, -1, 1);
        v[i] = (sst_point){floor(x * grid), floor(y * grid)};
        while (i > 0 && ssti_point_equal(v[i], v[i - 1])) {
            v[i].x += 1.0;
        }
    }
    if (star && test_below(rng, 2)) {
        size_t i = (size_t)test_below(rng, count);
        sst_point swapped = v[i];
        v[i] = v[count - 1 - i];
        v[count - 1 - i] = swapped;
    }
    return count;
}

TEST(the_sweep_agrees_with_comparing_all_edges) {
    test_rng rng = test_seed(2);
    long simple = 0, crossing = 0;
    char scratch[2048];
    for (long i = 0; i < test_count(200000, 5000000); i++) {
        sst_point v[16];
        size_t count = random_outline(&rng, v);
        bool closed = test_below(&rng, 3) > 0 && !ssti_point_equal(v[0], v[count - 1]);
        bool distinct = true;
        for (size_t k = 1; k < count; k++) {
            distinct = distinct && !ssti_point_equal(v[k], v[k - 1]);
        }
        if (!distinct) {
            continue;
        }
        bool expected = brute_is_simple(v, count, closed);
        CHECK_INT(ssti_outline_is_simple(v, count, closed, scratch), expected);
        simple += expected;
        crossing += !expected;
    }
    CHECK(simple > 5000 && crossing > 5000);
}

/* Long slanted teeth whose boxes all overlap; `bad` moves one tip across its neighbour. */
static bool saw_is_simple(size_t teeth, bool bad) {
    size_t count = 2 * teeth + 2;
    sst_point *v = malloc(count * sizeof *v);
    void *scratch = malloc(ssti_crossing_scratch_size(count));
    for (size_t i = 0; i < teeth; i++) {
        v[2 * i] = (sst_point){(double)i, 0};
        v[2 * i + 1] = (sst_point){(double)(teeth + i), 1000};
    }
    if (bad) {
        v[teeth | 1].x += 1.5;
    }
    v[count - 2] = (sst_point){2.0 * (double)teeth, 0};
    v[count - 1] = (sst_point){(double)teeth, -1000};
    bool simple = ssti_outline_is_simple(v, count, true, scratch);
    free(v);
    free(scratch);
    return simple;
}

/* Comparing all pairs of these, or all with overlapping boxes, would take minutes. */
TEST(large_outlines_are_nothing_special) {
    CHECK(saw_is_simple(100000, false));
    CHECK(!saw_is_simple(100000, true));
    size_t count = 100000;
    sst_point *v = malloc(count * sizeof *v);
    void *scratch = malloc(ssti_crossing_scratch_size(count));
    for (size_t i = 0; i < count; i++) {
        double angle = 6.283185307179586 * (double)i / (double)count;
        v[i] = (sst_point){1000 * cos(angle), 1000 * sin(angle)};
    }
    ssti_outline outline;
    CHECK_INT(ssti_outline_clean(v, count, true, scratch, &outline), SST_OK);
    CHECK_INT(outline.orientation, 1);
    CHECK_INT(outline.count + outline.report.dropped_collinear, count);
    CHECK(outline.count > count / 2);
    free(v);
    free(scratch);
}

SUITE(polygon, CASE(keeps_a_clean_polygon_and_its_order),
      CASE(drops_repeated_and_straight_vertices),
      CASE(drops_vertices_meant_to_be_on_a_slanted_line), CASE(drops_what_the_lattice_makes_one),
      CASE(refuses_too_few), CASE(refuses_no_area),
      CASE(refuses_outlines_that_cross_or_touch_themselves), CASE(a_chain_may_end_where_it_begins),
      CASE(a_clean_outline_stays_as_it_is), CASE(the_side_of_a_line_is_exact),
      CASE(the_sweep_agrees_with_comparing_all_edges), CASE(large_outlines_are_nothing_special))
