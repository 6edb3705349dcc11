/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* What users of avoidance libraries report, reduced to small inputs: degenerate states of agents.
 * Each case names a public report and the behaviour that `default` has instead. */
#include "crowd.h"

static const sst_point east = {10, 0}, west = {-10, 0};

/* Two agents on one point with one goal stay merged for good (andriyDev/dodgy #31, recast #483). */
TEST(coincident_agents_with_one_goal_come_apart) {
    crowd c = crowd_create(SST_PROFILE_DEFAULT, 0.25f);
    crowd_add(&c, (sst_point){0, 0}, 0.5f, east, 1, 1);
    crowd_add(&c, (sst_point){0, 0}, 0.5f, east, 1, 1);
    double apart_at = HUGE_VAL;
    for (int i = 0; i < 200; ++i) {
        crowd_step(&c);
        CHECK(crowd_is_finite(&c));
        if (crowd_gap(&c, 0, 1) >= -1e-4 && isinf(apart_at)) {
            apart_at = sst_world_time(c.world);
        }
    }
    CHECK_MSG(apart_at <= 2 * 0.5 / 1.0 + 0.25, "apart after %g s", apart_at);
    CHECK(crowd_gap(&c, 0, 1) >= -1e-3);
    crowd_destroy(&c);
}

/* ... and a passer-by neither frees them nor runs into them. */
TEST(coincident_idle_agents_part_and_are_passed) {
    crowd c = crowd_create(SST_PROFILE_DEFAULT, 0.25f);
    sst_point home = {0, 0};
    crowd_add(&c, home, 0.5f, home, 1, 1.5f);
    crowd_add(&c, home, 0.5f, home, 1, 1.5f);
    size_t passer = crowd_add(&c, (sst_point){-6, 0.05}, 0.5f, (sst_point){6, 0.05}, 1, 1.5f);
    double passer_gap = HUGE_VAL;
    for (int i = 0; i < 200; ++i) {
        crowd_step(&c);
        passer_gap = fmin(passer_gap, fmin(crowd_gap(&c, passer, 0), crowd_gap(&c, passer, 1)));
    }
    CHECK(crowd_gap(&c, 0, 1) >= -1e-3);
    CHECK_MSG(passer_gap >= -1e-3, "passer's least gap %g", passer_gap);
    crowd_destroy(&c);
}

/* Point agents are common in robotics and learning: legal, finite, and never in contact. */
TEST(agents_of_radius_zero_pass) {
    crowd c = crowd_create(SST_PROFILE_DEFAULT, 0.25f);
    crowd_add(&c, (sst_point){0, 0}, 0.0f, (sst_point){10, 0}, 1, 1);
    crowd_add(&c, (sst_point){0, 0}, 0.0f, (sst_point){-10, 0}, 1, 1);
    crowd_add(&c, (sst_point){-3, 1}, 0.0f, (sst_point){10, 1}, 1, 1);
    crowd_add(&c, (sst_point){3, 1.5}, 0.0f, (sst_point){-10, 1}, 1, 1);
    for (int i = 0; i < 100; ++i) {
        crowd_step(&c);
        CHECK(crowd_is_finite(&c));
    }
    for (size_t i = 0; i < c.count; ++i) {
        CHECK(crowd_distance_to_goal(&c, i) < 0.01);
    }
    crowd_destroy(&c);
}

/* Once overlapping, agents seem to stop caring, or burst apart (recast #305, godot #106250). */
TEST(a_large_overlap_shrinks_steadily) {
    crowd c = crowd_create(SST_PROFILE_DEFAULT, 0.1f);
    crowd_add(&c, (sst_point){-0.2, 0}, 0.5f, (sst_point){-5, 3}, 1, 1.5f);
    crowd_add(&c, (sst_point){0.2, 0.1}, 0.5f, (sst_point){5, 3}, 1, 1.5f);
    double gap = crowd_gap(&c, 0, 1);
    for (int i = 0; i < 3; ++i) {
        crowd_step(&c);
        CHECK(crowd_gap(&c, 0, 1) > gap);
        gap = crowd_gap(&c, 0, 1);
        for (size_t agent = 0; agent < 2; ++agent) {
            sst_vec2 v = crowd_velocity(&c, agent);
            CHECK(hypot((double)v.x, (double)v.y) <= 1.5 * (1 + 1e-6));
        }
    }
    CHECK_MSG(gap >= -1e-5, "gap %g after 3 steps", gap);
    crowd_destroy(&c);
}

/* Fifty agents in a small box shiver for ever (recast #305, #483; godot #62469). */
TEST(a_packed_crowd_comes_apart_and_to_rest) {
    test_rng rng = test_seed(7);
    crowd c = crowd_create(SST_PROFILE_DEFAULT, 0.1f);
    for (int i = 0; i < 50; ++i) {
        sst_point at = {test_uniform(&rng, -1, 1), test_uniform(&rng, -1, 1)};
        crowd_add(&c, at, 0.5f, at, 1, 1.5f);
    }
    crowd_run(&c, 400);
    CHECK(crowd_is_finite(&c));
    CHECK_MSG(crowd_least_gap_now(&c) >= -0.01, "least gap %g", crowd_least_gap_now(&c));
    double speed = 0;
    for (int i = 0; i < 50; ++i) {
        crowd_step(&c);
        speed += crowd_mean_speed(&c) / 50;
    }
    CHECK_MSG(speed < 0.02, "mean speed %g m/s", speed);
    crowd_destroy(&c);
}

/* One bad value silently poisons a run (Menge #159, gdx-ai #45). */
TEST(a_bad_value_is_refused_and_nothing_changes) {
    crowd c = crowd_create(SST_PROFILE_DEFAULT, 0.25f);
    for (int i = 0; i < 100; ++i) {
        sst_point at = {i % 10 * 2.0, i / 10 * 2.0};
        crowd_add(&c, at, 0.5f, east, 1, 1.5f);
    }
    crowd_step(&c);
    uint64_t before = sst_world_hash(c.world);
    sst_agent_id id = c.ids[42];
    sst_vec2 nan_velocity = {NAN, 0}, huge = {1e30f, 1e30f};
    CHECK_INT(sst_world_set_preferred_velocity(c.world, id, nan_velocity), SST_ERROR_NOT_FINITE);
    CHECK_INT(sst_world_set_preferred_velocity(c.world, id, huge), SST_ERROR_VELOCITY);
    CHECK_INT(sst_world_move_agent(c.world, id, (sst_point){(double)NAN, 0}), SST_ERROR_NOT_FINITE);
    CHECK_INT(sst_world_move_agent(c.world, id, (sst_point){2e8, 0}), SST_ERROR_POSITION);
    CHECK_INT(sst_world_set_velocity(c.world, id, nan_velocity), SST_ERROR_NOT_FINITE);
    CHECK(sst_world_hash(c.world) == before);
    sst_agent_view view;
    REQUIRE(sst_world_view_agents(c.world, &view) == SST_OK);
    float kept = view.preferred_x[3];
    view.preferred_x[3] = NAN;
    CHECK_INT(sst_world_step(c.world, NULL), SST_ERROR_NOT_FINITE);
    view.preferred_x[3] = kept;
    CHECK(sst_world_hash(c.world) == before);
    crowd_run(&c, 10);
    CHECK(crowd_is_finite(&c));
    crowd_destroy(&c);
}

/* A negative max speed drives backwards elsewhere; zero is a parked agent. */
TEST(max_speed_zero_parks_and_negative_is_refused) {
    crowd c = crowd_create(SST_PROFILE_DEFAULT, 0.25f);
    size_t parked = crowd_add(&c, (sst_point){0, 0}, 0.5f, east, 1, 0.0f);
    sst_agent_def def;
    sst_agent_id id;
    REQUIRE(sst_agent_def_init(&def) == SST_OK);
    const float bad[] = {-1.0f, NAN, INFINITY, 2e6f};
    const sst_result expected[] = {SST_ERROR_MAX_SPEED, SST_ERROR_NOT_FINITE, SST_ERROR_NOT_FINITE,
                                   SST_ERROR_MAX_SPEED};
    for (int i = 0; i < 4; ++i) {
        def.max_speed = bad[i];
        CHECK_INT(sst_world_add_agent(c.world, &def, &id), expected[i]);
    }
    CHECK_INT(sst_world_agent_count(c.world), 1);
    size_t mover = crowd_add(&c, (sst_point){-5, 0.1}, 0.5f, east, 1, 1.5f);
    crowd_run(&c, 100);
    CHECK(crowd_position(&c, parked).x == 0.0 && crowd_position(&c, parked).y == 0.0);
    CHECK(crowd_distance_to_goal(&c, mover) < 0.1);
    CHECK(c.least_gap >= -1e-4);
    crowd_destroy(&c);
}

/* Others take the whole avoidance: a parked agent has nothing to report when somebody comes near.
 */
TEST(a_parked_agent_raises_no_false_alarm) {
    crowd c = crowd_create(SST_PROFILE_DEFAULT, 0.1f);
    size_t parked = crowd_add(&c, (sst_point){0, 0}, 0.3f, (sst_point){0, 0}, 1, 0.0f);
    crowd_add(&c, (sst_point){-3, 0.05}, 0.3f, east, 1.3, 1.5f);
    for (int i = 0; i < 80; ++i) {
        crowd_step(&c);
        CHECK(!(crowd_status(&c, parked) & SST_STATUS_RELAXED));
    }
    CHECK(c.least_gap >= -1e-4);
    crowd_destroy(&c);
}

/* A clamp in one code path only lets agents exceed their limit (dodgy #11, crane #1077). */
TEST(no_code_path_exceeds_max_speed) {
    crowd c = crowd_create(SST_PROFILE_DEFAULT, 0.25f);
    c.agent.velocity = (sst_vec2){50, 0};
    crowd_add(&c, (sst_point){-3, 0}, 0.5f, east, 5, 1);
    c.agent.velocity = (sst_vec2){-50, 0};
    crowd_add(&c, (sst_point){3, 0.1}, 0.5f, west, 5, 1);
    c.agent.velocity = (sst_vec2){0, 0};
    crowd_add(&c, (sst_point){0, 40}, 0.5f, (sst_point){0, 90}, 5, 1);
    for (int i = 0; i < 60; ++i) {
        crowd_step(&c);
        for (size_t agent = 0; agent < c.count; ++agent) {
            sst_vec2 v = crowd_velocity(&c, agent);
            CHECK(hypot((double)v.x, (double)v.y) <= 1 + 1e-6);
        }
    }
    crowd_destroy(&c);
}

SUITE(field_agents, CASE(coincident_agents_with_one_goal_come_apart),
      CASE(coincident_idle_agents_part_and_are_passed), CASE(agents_of_radius_zero_pass),
      CASE(a_large_overlap_shrinks_steadily), CASE(a_packed_crowd_comes_apart_and_to_rest),
      CASE(a_bad_value_is_refused_and_nothing_changes),
      CASE(max_speed_zero_parks_and_negative_is_refused),
      CASE(a_parked_agent_raises_no_false_alarm), CASE(no_code_path_exceeds_max_speed))
