/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Symmetric stand-offs, in which ORCA as published freezes: with the side rule of `default` all
 * pass, on the side that the handedness names. */
#include "crowd.h"

#define PI 3.14159265358979323846

static double time_of_all_arrivals(crowd *c, double most) {
    bool arrived[CROWD_MOST] = {false};
    size_t left = c->count;
    while (left > 0 && sst_world_time(c->world) < most) {
        crowd_step(c);
        for (size_t i = 0; i < c->count; ++i) {
            if (!arrived[i] && crowd_distance_to_goal(c, i) < 0.25) {
                arrived[i] = true;
                --left;
            }
        }
    }
    return left == 0 ? sst_world_time(c->world) : HUGE_VAL;
}

/* The way is free in 40 s. */
static void swap_on_circle(int n, float time_step) {
    crowd c = crowd_create(SST_PROFILE_DEFAULT, time_step);
    c.agent.time_horizon = 10.0f;
    for (int i = 0; i < n; ++i) {
        double x = 20 * cos(2 * PI * i / n), y = 20 * sin(2 * PI * i / n);
        crowd_add(&c, (sst_point){x, y}, 0.5f, (sst_point){-x, -y}, 1, 1.5f);
    }
    CHECK_MSG(time_of_all_arrivals(&c, 120) <= 120, "%d agents, dt %g: not within 3 times the way",
              n, (double)time_step);
    CHECK_MSG(c.least_gap >= -1e-4, "%d agents, dt %g: gap %g", n, (double)time_step, c.least_gap);
    crowd_destroy(&c);
}

TEST(even_circles_swap) {
    for (int n = 2; n <= 30; ++n) {
        swap_on_circle(n, 0.25f);
        swap_on_circle(n, 0.1f);
        if (test_count(0, 1)) {
            swap_on_circle(n, 0.05f);
            swap_on_circle(n, 0.01f);
        }
    }
}

/* The way is free in 400 s. */
TEST(a_large_circle_swaps) {
    crowd c = crowd_create(SST_PROFILE_DEFAULT, 0.25f);
    c.agent.time_horizon = 10.0f;
    for (int i = 0; i < 250; ++i) {
        double x = 200 * cos(2 * PI * i / 250), y = 200 * sin(2 * PI * i / 250);
        crowd_add(&c, (sst_point){x, y}, 1.5f, (sst_point){-x, -y}, 1, 2);
    }
    double time = time_of_all_arrivals(&c, 600);
    CHECK_MSG(time <= 500, "the last arrives after %g s", time);
    CHECK_MSG(c.least_gap >= -1e-4, "gap %g", c.least_gap);
    crowd_destroy(&c);
}

TEST(four_in_a_plus_and_four_crossed_pairs_pass) {
    const float time_steps[] = {0.25f, 0.1f, 0.05f};
    for (int i = 0; i < 6; ++i) {
        crowd c = crowd_create(SST_PROFILE_DEFAULT, time_steps[i / 2]);
        int count = i % 2 ? 8 : 4;
        for (int k = 0; k < count; ++k) {
            double from = 2 * PI * k / count, to = count == 4 ? from + PI : 2 * PI * (k ^ 1) / 8;
            crowd_add(&c, (sst_point){10 * cos(from), 10 * sin(from)}, 0.5f,
                      (sst_point){10 * cos(to), 10 * sin(to)}, 1, 1.5f);
        }
        CHECK(time_of_all_arrivals(&c, 60) <= 60);
        CHECK_MSG(c.least_gap >= -1e-4, "gap %g", c.least_gap);
        crowd_destroy(&c);
    }
}

/* One that idles, one that wants to stay, one that is parked and one that sees nobody. */
TEST(who_stands_on_the_line_is_passed_and_not_shoved) {
    for (int kind = 0; kind < 4; ++kind) {
        crowd c = crowd_create(SST_PROFILE_DEFAULT, 0.25f);
        size_t mover = crowd_add(&c, (sst_point){-10, 0}, 0.5f, (sst_point){10, 0}, 1, 1.5f);
        c.agent.max_neighbors = kind == 3 ? 0 : 10;
        sst_point middle = {0, 0};
        size_t stander =
            crowd_add(&c, middle, 0.5f, middle, kind == 1 ? 1 : 0, kind == 2 ? 0.0f : 1.5f);
        crowd_run(&c, 100);
        CHECK_MSG(crowd_distance_to_goal(&c, mover) < 0.25, "kind %d: not passed", kind);
        double moved = crowd_distance_to_goal(&c, stander);
        CHECK_MSG(moved < 0.1, "kind %d: shoved by %g m", kind, moved);
        CHECK_MSG(c.least_gap >= -1e-4, "kind %d: gap %g", kind, c.least_gap);
        crowd_destroy(&c);
    }
}

TEST(head_on_pairs_pass_at_any_angle) {
    for (int i = 0; i < 24; ++i) {
        double x = 10 * cos(2 * PI * i / 24), y = 10 * sin(2 * PI * i / 24);
        crowd c = crowd_create(SST_PROFILE_DEFAULT, 0.25f);
        crowd_add(&c, (sst_point){x, y}, 0.5f, (sst_point){-x, -y}, 1, 1.5f);
        crowd_add(&c, (sst_point){-x, -y}, 0.5f, (sst_point){x, y}, 1, 1.5f);
        CHECK(time_of_all_arrivals(&c, 60) <= 60);
        CHECK_MSG(c.least_gap >= -1e-4, "gap %g", c.least_gap);
        crowd_destroy(&c);
    }
}

/* The mirrored world passes on the other side, and both agents of a pair on the same. */
TEST(the_side_is_the_world_s) {
    for (int left = 0; left < 2; ++left) {
        crowd c = crowd_create(SST_PROFILE_DEFAULT, 0.25f);
        sst_solve_params params = *sst_world_params(c.world);
        params.handedness = left ? SST_LEFT_HANDED : SST_RIGHT_HANDED;
        REQUIRE(sst_world_set_params(c.world, &params) == SST_OK);
        crowd_add(&c, (sst_point){-10, 0}, 0.5f, (sst_point){10, 0}, 1, 1.5f);
        crowd_add(&c, (sst_point){10, 0}, 0.5f, (sst_point){-10, 0}, 1, 1.5f);
        double first = 0, second = 0;
        for (int i = 0; i < 100; ++i) {
            crowd_step(&c);
            double y1 = crowd_position(&c, 0).y, y2 = crowd_position(&c, 1).y;
            first = fabs(y1) > fabs(first) ? y1 : first;
            second = fabs(y2) > fabs(second) ? y2 : second;
        }
        CHECK(left ? first > 0 && second < 0 : first < 0 && second > 0);
        crowd_destroy(&c);
    }
}

/* The limit that classic keeps, so that the rule is known to be what breaks the tie. */
TEST(classic_freezes_head_on) {
    crowd c = crowd_create(SST_PROFILE_CLASSIC, 0.25f);
    crowd_add(&c, (sst_point){-10, 0}, 0.5f, (sst_point){10, 0}, 1, 1.5f);
    crowd_add(&c, (sst_point){10, 0}, 0.5f, (sst_point){-10, 0}, 1, 1.5f);
    CHECK(isinf(time_of_all_arrivals(&c, 60)));
    crowd_destroy(&c);
}

SUITE(stand_offs, CASE(even_circles_swap), CASE(a_large_circle_swaps),
      CASE(four_in_a_plus_and_four_crossed_pairs_pass),
      CASE(who_stands_on_the_line_is_passed_and_not_shoved), CASE(head_on_pairs_pass_at_any_angle),
      CASE(the_side_is_the_world_s), CASE(classic_freezes_head_on))
