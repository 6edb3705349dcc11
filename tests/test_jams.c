/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Crowds that press: those bound for one place come to rest, walls hold, opposite streams pass. */
#include "crowd.h"

#define PI 3.14159265358979323846

static double mean_speed_over(crowd *c, int steps) {
    double sum = 0;
    for (int i = 0; i < steps; ++i) {
        crowd_step(c);
        sum += crowd_mean_speed(c) / steps;
    }
    return sum;
}

static double greatest_speed(const crowd *c) {
    double greatest = 0;
    for (size_t i = 0; i < c->count; ++i) {
        sst_vec2 v = crowd_velocity(c, i);
        greatest = fmax(greatest, hypot((double)v.x, (double)v.y));
    }
    return greatest;
}

static bool is_free(const crowd *c, sst_point at, double apart) {
    for (size_t i = 0; i < c->count; ++i) {
        sst_point other = crowd_position(c, i);
        if (hypot(other.x - at.x, other.y - at.y) < apart) {
            return false;
        }
    }
    return true;
}

/* Only one fits on the goal; the others mill round it for ever elsewhere. */
TEST(thirty_on_one_goal_come_to_rest) {
    for (uint64_t seed = 1, most = (uint64_t)test_count(3, 20); seed <= most; ++seed) {
        test_rng rng = test_seed(seed);
        crowd c = crowd_create(SST_PROFILE_DEFAULT, 0.1f);
        c.agent.time_horizon = 2.0f;
        c.agent.time_horizon_obst = 1.0f;
        while (c.count < 30) {
            double angle = test_uniform(&rng, 0, 2 * PI), distance = test_uniform(&rng, 8, 10);
            sst_point at = {distance * cos(angle), distance * sin(angle)};
            if (is_free(&c, at, 0.85)) {
                crowd_add(&c, at, 0.4f, (sst_point){0, 0}, 1.3, 1.6f);
            }
        }
        crowd_run(&c, 590);
        double speed = mean_speed_over(&c, 10);
        CHECK_MSG(speed < 0.001, "mean speed %g m/s after a minute", speed);
        CHECK_MSG(c.least_gap >= -1e-4, "gap %g", c.least_gap);
        crowd_destroy(&c);
    }
}

TEST(idle_agents_that_overlapped_are_soon_at_rest) {
    for (uint64_t seed = 1; seed <= 5; ++seed) {
        test_rng rng = test_seed(seed);
        crowd c = crowd_create(SST_PROFILE_DEFAULT, 0.1f);
        c.agent.time_horizon = 2.0f;
        for (int i = 0; i < 50; ++i) {
            sst_point at = {test_uniform(&rng, -1, 1), test_uniform(&rng, -1, 1)};
            crowd_add(&c, at, 0.5f, at, 0, 1.5f);
        }
        double apart_at = HUGE_VAL;
        for (int i = 0; i < 200; ++i) {
            crowd_step(&c);
            double time = sst_world_time(c.world);
            if (isinf(apart_at) && crowd_least_gap_now(&c) >= -0.001) {
                apart_at = time;
            }
            CHECK_MSG(time < apart_at + 5 || greatest_speed(&c) < 0.001,
                      "apart after %g s, %g m/s after %g s", apart_at, greatest_speed(&c), time);
        }
        CHECK_MSG(apart_at < 5, "apart after %g s", apart_at);
        crowd_destroy(&c);
    }
}

/* With goals behind the wall, in rows of 25 (PathPlanning/ORCA-algorithm #9, jupedsim #81). */
TEST(four_hundred_pressed_against_a_wall_stay_in_front_of_it) {
    test_rng rng = test_seed(5);
    crowd c = crowd_create(SST_PROFILE_DEFAULT, 0.1f);
    c.agent.time_horizon = 2.0f;
    c.agent.time_horizon_obst = 1.0f;
    const sst_point wall[] = {{-60, 0}, {60, 0}, {60, 0.3}, {-60, 0.3}};
    crowd_obstacle(&c, SST_OBSTACLE_SOLID, wall, 4);
    for (int i = 0; i < 400; ++i) {
        sst_point at = {-9 + i % 25 * 0.75, -0.5 - i / 25 * 0.75};
        crowd_add(&c, at, 0.3f, (sst_point){test_uniform(&rng, -3, 3), 2}, 1.3, 1.6f);
    }
    crowd_run(&c, 600);
    for (size_t i = 0; i < c.count; ++i) {
        CHECK_MSG(crowd_position(&c, i).y < -0.3, "agent %zu at y = %g", i,
                  crowd_position(&c, i).y);
    }
    CHECK_MSG(c.least_gap >= -1e-4, "gap %g", c.least_gap);
    crowd_destroy(&c);
}

/* --- Two ways through a corridor ----------------------------------------------------------- */

/* Who is through is taken out of the way. */
static int take_out_who_is_through(crowd *c, bool *through) {
    int count = 0;
    for (size_t i = 0; i < c->count; ++i) {
        if (!through[i] && crowd_position(c, i).x * (c->goals[i].x > 0 ? 1 : -1) > 27) {
            sst_point away = {1e5 + 100 * (double)i, 0};
            c->goals[i] = away;
            CHECK_INT(sst_world_teleport_agent(c->world, c->ids[i], away, (sst_vec2){0, 0}),
                      SST_OK);
            through[i] = true;
        }
        count += through[i];
    }
    return count;
}

static crowd two_way_corridor(double width, uint64_t seed) {
    test_rng rng = test_seed(seed);
    crowd c = crowd_create(SST_PROFILE_DEFAULT, 0.1f);
    c.agent.time_horizon = 2.0f;
    c.agent.time_horizon_obst = 1.0f;
    c.agent.neighbor_dist = 10.0f;
    for (int side = -1; side <= 1; side += 2) {
        const sst_point wall[] = {{-30, side * width / 2}, {30, side * width / 2}};
        crowd_obstacle(&c, SST_OBSTACLE_CHAIN, wall, 2);
        for (int i = 0; i < 10; ++i) {
            double y = test_uniform(&rng, -(width - 1) / 2, (width - 1) / 2);
            crowd_add(&c, (sst_point){side * (4 + 1.5 * i), y}, 0.4f,
                      (sst_point){-side * 1000.0, y}, 1.3, 1.6f);
        }
    }
    return c;
}

/* In 1.6 m two abreast need all of it and a margin: there it is enough to be told. In 2.4 m a few
 * streams stand (docs/limits.md), and must be told as well. */
TEST(opposite_streams_pass_in_a_corridor) {
    const double widths[] = {1.6, 2.4, 4.0};
    int runs[3] = {0}, passed[3] = {0};
    for (int i = 0, most = (int)test_count(6, 120); i < most; ++i) {
        crowd c = two_way_corridor(widths[i % 3], (uint64_t)(1 + i / 3));
        bool through[CROWD_MOST] = {false};
        int count = 0;
        for (int step = 0; step < 2000 && count < 20; ++step) {
            crowd_step(&c);
            count = take_out_who_is_through(&c, through);
        }
        for (size_t agent = 0; agent < c.count; ++agent) {
            bool is_told = i % 3 < 2 && crowd_status(&c, agent) & SST_STATUS_BLOCKED;
            CHECK_MSG(through[agent] || is_told, "width %g: agent %zu is stuck", widths[i % 3],
                      agent);
        }
        CHECK_MSG(c.least_gap >= -1e-4, "width %g: gap %g", widths[i % 3], c.least_gap);
        crowd_destroy(&c);
        runs[i % 3]++;
        passed[i % 3] += count == 20;
    }
    for (int i = 0; i < 3; ++i) {
        printf("     width %g: all pass in %d of %d\n", widths[i], passed[i], runs[i]);
    }
    CHECK(10 * passed[1] >= 9 * runs[1] && passed[2] == runs[2]);
}

SUITE(jams, CASE(thirty_on_one_goal_come_to_rest),
      CASE(idle_agents_that_overlapped_are_soon_at_rest),
      CASE(four_hundred_pressed_against_a_wall_stay_in_front_of_it),
      CASE(opposite_streams_pass_in_a_corridor))
