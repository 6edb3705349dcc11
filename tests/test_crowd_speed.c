/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Speed among people: the density ahead of crowds whose density is known, Weidmann's curve in
 * double, and the bits of turned and mirrored views. */
#include "harness.h"

#include "sidestep/motion.h"

#include <math.h>

enum { MOST = 40000 };

static sst_vec2 crowd[MOST];

static sst_crowd_speed_def usual(void) {
    sst_crowd_speed_def def;
    sst_crowd_speed_def_init(&def);
    return def;
}

static float density_of(const sst_crowd_speed_def *def, sst_vec2 direction, size_t count,
                        float left, float right) {
    sst_crowd_view view = {direction, crowd, count, left, right};
    float density = -1;
    CHECK_INT(sst_crowd_density(def, &view, &density), SST_OK);
    return density;
}

/* Rows of points `gap` apart, all that lie between walls; the agent stands in the midst of four. */
static size_t fill(double gap, double left, double right) {
    size_t count = 0;
    for (int i = -80; i < 80; i++)
        for (int k = -80; k < 80; k++) {
            double x = (i + 0.5) * gap, y = (k + 0.5) * gap;
            if (y < left && y > -right)
                crowd[count++] = (sst_vec2){(float)x, (float)y};
        }
    return count;
}

/* So fine that the sum is an integral. */
TEST(an_even_crowd_is_told_its_density_between_any_walls) {
    sst_crowd_speed_def def = usual();
    def.boundary = 0;
    double gap = 0.02, even = 1 / (gap * gap);
    for (int i = 1; i <= 5; i++)
        for (int k = i; k <= 5; k++) {
            double left = 0.4 * i, right = 0.4 * k;
            size_t count = fill(gap, left, right);
            float density = density_of(&def, (sst_vec2){2, 0}, count, (float)left, (float)right);
            CHECK_NEAR((double)density / even, 1, 0.01);
        }
    float open = density_of(&def, (sst_vec2){2, 0}, fill(gap, 9, 9), HUGE_VALF, HUGE_VALF);
    CHECK_NEAR((double)open / even, 1, 0.01);
}

/* As they walk one behind another, between walls that leave them 0.6 m. */
TEST(a_file_is_told_its_density) {
    sst_crowd_speed_def def = usual();
    def.boundary = 0.1f;
    for (double gap = 0.35; gap < 0.72; gap += 0.05) {
        for (int i = 0; i < 9; i++)
            crowd[i] = (sst_vec2){(float)(gap * (i - 3)), 0};
        double density = (double)density_of(&def, (sst_vec2){1.3f, 0}, 9, 0.4f, 0.4f);
        double area = 2 * (1.0 * 0.3 - 0.045 + 0.0081 / 27);
        CHECK_NEAR(density * area / (1 / gap), 1.0, 0.15);
    }
}

TEST(only_those_ahead_count_and_a_boundary_takes_width) {
    sst_crowd_speed_def def = usual();
    def.boundary = 0.1f;
    crowd[0] = (sst_vec2){-0.5f, 0}, crowd[1] = (sst_vec2){0, 0.5f}, crowd[2] = (sst_vec2){1.5f, 0};
    crowd[3] = (sst_vec2){0, 0};
    CHECK(density_of(&def, (sst_vec2){1, 0}, 4, 1, 1) == 0);
    crowd[0] = (sst_vec2){0.5f, 0.2f};
    float with = density_of(&def, (sst_vec2){1, 0}, 1, 1, 1);
    CHECK(with > 0);
    def.boundary = 0;
    CHECK(density_of(&def, (sst_vec2){1, 0}, 1, 0.9f, 0.9f) == with);
    /* Where there is no width left it counts as 0.1 m. */
    CHECK(density_of(&def, (sst_vec2){1, 0}, 1, 0, 0) ==
          density_of(&def, (sst_vec2){1, 0}, 1, 0.05f, 0.05f));
}

TEST(the_factor_is_weidmanns) {
    sst_crowd_speed_def def = usual();
    float last = 1;
    for (double density = 0; density < 12; density += 0.01) {
        double wanted = density > 0 ? 1 - exp(-1.913 * (1 / density - 1 / 5.4)) : 1;
        float factor;
        REQUIRE(sst_crowd_speed_factor(&def, (float)density, &factor) == SST_OK);
        CHECK_NEAR((double)factor, fmax(wanted, 0.02), 2e-6);
        CHECK(factor <= last);
        last = factor;
    }
}

TEST(turned_and_mirrored_views_give_the_same_bits) {
    sst_crowd_speed_def def = usual();
    test_rng rng = {77};
    for (int round = 0; round < 1000; round++) {
        sst_vec2 d = {(float)test_uniform(&rng, -1, 1), (float)test_uniform(&rng, -1, 1)};
        sst_vec2 seen[12];
        float left = (float)test_uniform(&rng, 0, 2), right = (float)test_uniform(&rng, 0, 2);
        for (int i = 0; i < 12; i++)
            seen[i] =
                (sst_vec2){(float)test_uniform(&rng, -2, 2), (float)test_uniform(&rng, -2, 2)};
        for (int i = 0; i < 12; i++)
            crowd[i] = seen[i];
        float density = density_of(&def, d, 12, left, right);
        for (int i = 0; i < 12; i++)
            crowd[i] = (sst_vec2){-seen[i].y, seen[i].x};
        CHECK(density_of(&def, (sst_vec2){-d.y, d.x}, 12, left, right) == density);
        for (int i = 0; i < 12; i++)
            crowd[i] = (sst_vec2){seen[i].x, -seen[i].y};
        CHECK(density_of(&def, (sst_vec2){d.x, -d.y}, 12, right, left) == density);
    }
}

static sst_result refused(sst_crowd_speed_def def, sst_crowd_view view) {
    float density = 7;
    sst_result result = sst_crowd_density(&def, &view, &density);
    CHECK(density == 7);
    return result;
}

TEST(bad_arguments_change_nothing) {
    sst_crowd_speed_def def = usual(), bad = def;
    sst_crowd_view view = {{1, 0}, crowd, 1, 1, 1}, other = view;
    crowd[0] = (sst_vec2){1, 0};
    float value = 7;
    CHECK_INT(sst_crowd_speed_def_init(NULL), SST_ERROR_NULL);
    CHECK_INT(sst_crowd_density(NULL, &view, &value), SST_ERROR_NULL);
    CHECK_INT(sst_crowd_density(&def, NULL, &value), SST_ERROR_NULL);
    CHECK_INT(sst_crowd_density(&def, &view, NULL), SST_ERROR_NULL);
    bad.struct_size = 0;
    CHECK_INT(refused(bad, view), SST_ERROR_STRUCT_SIZE);
    bad = def, bad.range = 0;
    CHECK_INT(refused(bad, view), SST_ERROR_CROWD_SPEED);
    bad = def, bad.boundary = 2;
    CHECK_INT(refused(bad, view), SST_ERROR_CROWD_SPEED);
    bad = def, bad.jam_density = NAN;
    CHECK_INT(refused(bad, view), SST_ERROR_CROWD_SPEED);
    other.others = NULL;
    CHECK_INT(refused(def, other), SST_ERROR_NULL);
    other = view, other.direction = (sst_vec2){0, 0};
    CHECK_INT(refused(def, other), SST_ERROR_CROWD_SPEED);
    other.direction = (sst_vec2){NAN, 0};
    CHECK_INT(refused(def, other), SST_ERROR_NOT_FINITE);
    other.direction = (sst_vec2){1e20f, 0};
    CHECK_INT(refused(def, other), SST_ERROR_VELOCITY);
    other = view, other.left = -1;
    CHECK_INT(refused(def, other), SST_ERROR_CROWD_SPEED);
    other = view, other.right = NAN;
    CHECK_INT(refused(def, other), SST_ERROR_CROWD_SPEED);
    crowd[0].x = INFINITY;
    CHECK_INT(refused(def, view), SST_ERROR_NOT_FINITE);
    CHECK_INT(sst_crowd_speed_factor(&def, -1, &value), SST_ERROR_CROWD_SPEED);
    CHECK_INT(sst_crowd_speed_factor(&def, NAN, &value), SST_ERROR_CROWD_SPEED);
    CHECK_INT(sst_crowd_speed_factor(&def, 1, NULL), SST_ERROR_NULL);
    CHECK(value == 7);
    CHECK_INT(sst_crowd_speed_factor(&def, INFINITY, &value), SST_OK);
    CHECK(value == def.least_factor);
}

SUITE(crowd_speed, CASE(an_even_crowd_is_told_its_density_between_any_walls),
      CASE(a_file_is_told_its_density), CASE(only_those_ahead_count_and_a_boundary_takes_width),
      CASE(the_factor_is_weidmanns), CASE(turned_and_mirrored_views_give_the_same_bits),
      CASE(bad_arguments_change_nothing))
