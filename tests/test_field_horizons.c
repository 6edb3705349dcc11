/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* What users report of time steps, horizons and ranges, and what `default` does instead. */
#include "crowd.h"

/* A zero step runs silently or divides by zero, a negative one runs backwards (Python-RVO2 #1). */
TEST(a_bad_time_step_is_refused) {
    crowd c = crowd_create(SST_PROFILE_DEFAULT, 0.25f);
    CHECK_INT(sst_world_set_time_step(c.world, 0.0f), SST_ERROR_TIME_STEP);
    CHECK_INT(sst_world_set_time_step(c.world, -0.25f), SST_ERROR_TIME_STEP);
    CHECK_INT(sst_world_set_time_step(c.world, NAN), SST_ERROR_NOT_FINITE);
    CHECK(sst_world_time_step(c.world) == 0.25f);
    sst_world_def def;
    sst_world *world = NULL;
    REQUIRE(sst_world_def_init(&def, SST_PROFILE_DEFAULT) == SST_OK);
    def.solve.time_step = 0.0f;
    CHECK_INT(sst_world_create(&def, &world), SST_ERROR_TIME_STEP);
    CHECK(world == NULL);
    crowd_destroy(&c);
}

/* With a step longer than the horizon agents pass through each other (raja-s/ORCA #2). */
TEST(a_step_longer_than_the_horizon_is_safe) {
    const float time_steps[] = {0.1f, 0.25f, 1, 2, 5, 10};
    for (int i = 0; i < 6; ++i) {
        crowd c = crowd_create(SST_PROFILE_DEFAULT, time_steps[i]);
        c.agent.time_horizon = 2.0f;
        crowd_add(&c, (sst_point){-10, 0.1}, 0.5f, (sst_point){10, 0.1}, 1, 2);
        crowd_add(&c, (sst_point){10, -0.1}, 0.5f, (sst_point){-10, -0.1}, 1, 2);
        crowd_run(&c, (int)(60.0f / time_steps[i]));
        CHECK_MSG(c.least_gap >= -1e-4, "time step %g: gap %g", (double)time_steps[i], c.least_gap);
        crowd_destroy(&c);
    }
}

/* A horizon of zero is used as "ignore walls" and half works (crane #1185): a mask says it. */
TEST(obstacles_are_ignored_by_mask_not_by_horizon) {
    const sst_point square[] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    for (int ignore = 0; ignore < 2; ++ignore) {
        crowd c = crowd_create(SST_PROFILE_DEFAULT, 0.25f);
        crowd_obstacle(&c, SST_OBSTACLE_SOLID, square, 4);
        c.agent.obstacle_mask = ignore ? 0 : SST_ALL_LAYERS;
        size_t agent = crowd_add(&c, (sst_point){-6, 0.3}, 0.4f, (sst_point){6, 0.3}, 1, 1.5f);
        crowd_run(&c, 100);
        CHECK((crowd_distance_to_goal(&c, agent) < 0.2) == (ignore == 1));
        if (!ignore) {
            CHECK(crowd_wall_gap(&c, agent) >= -1e-4);
        }
        crowd_destroy(&c);
    }
    sst_agent_def def;
    sst_agent_id id;
    crowd c = crowd_create(SST_PROFILE_DEFAULT, 0.25f);
    REQUIRE(sst_agent_def_init(&def) == SST_OK);
    def.time_horizon_obst = 0.0f;
    CHECK_INT(sst_world_add_agent(c.world, &def, &id), SST_ERROR_TIME_HORIZON);
    crowd_destroy(&c);
}

/* Without a neighbour distance agents never avoid (godot #106250): the default is derived. */
TEST(the_default_range_is_derived_and_zero_means_none) {
    for (int blind = 0; blind < 2; ++blind) {
        crowd c = crowd_create(SST_PROFILE_DEFAULT, 0.1f);
        c.agent.neighbor_dist = blind ? 0.0f : SST_AUTO;
        c.agent.time_horizon = 2.0f;
        crowd_add(&c, (sst_point){-10, 0.1}, 0.5f, (sst_point){10, 0.1}, 1, 2);
        crowd_add(&c, (sst_point){10, -0.1}, 0.5f, (sst_point){-10, -0.1}, 1, 2);
        crowd_run(&c, 400);
        CHECK((c.least_gap >= -1e-4) == !blind);
        crowd_destroy(&c);
    }
}

/* Speed times step must enter the range, or walls and agents are tunnelled through. */
TEST(nothing_is_tunnelled_through_whatever_the_parameters) {
    const sst_point wall[] = {{-50, 0}, {50, 0}};
    test_rng rng = test_seed(3);
    for (long n = 0; n < test_count(300, 3000); ++n) {
        float time_step = test_uniform_f(&rng, 0.05f, 5.0f);
        crowd c = crowd_create(SST_PROFILE_DEFAULT, time_step);
        c.agent.time_horizon = test_uniform_f(&rng, 0.01f, 1.0f);
        c.agent.time_horizon_obst = test_uniform_f(&rng, 0.01f, 1.0f);
        c.agent.neighbor_dist = test_uniform_f(&rng, 0.01f, 0.5f);
        float speed = test_uniform_f(&rng, 0.5f, 20.0f);
        crowd_obstacle(&c, SST_OBSTACLE_CHAIN, wall, 2);
        double x = test_uniform(&rng, -5, 5), y = test_uniform(&rng, -30, -1);
        size_t walker =
            crowd_add(&c, (sst_point){x, y}, 0.3f, (sst_point){x, 30}, (double)speed, speed);
        crowd_add(&c, (sst_point){-30, -40}, 0.3f, (sst_point){30, -40.1}, (double)speed, speed);
        crowd_add(&c, (sst_point){30, -40.1}, 0.3f, (sst_point){-30, -40}, (double)speed, speed);
        for (int i = 0; i < 40; ++i) {
            crowd_step(&c);
            CHECK(crowd_position(&c, walker).y < 0.0 && crowd_wall_gap(&c, walker) >= -1e-4);
        }
        CHECK_MSG(c.least_gap >= -1e-4 * (double)(1 + speed), "gap %g", c.least_gap);
        crowd_destroy(&c);
    }
}

SUITE(field_horizons, CASE(a_bad_time_step_is_refused),
      CASE(a_step_longer_than_the_horizon_is_safe),
      CASE(obstacles_are_ignored_by_mask_not_by_horizon),
      CASE(the_default_range_is_derived_and_zero_means_none),
      CASE(nothing_is_tunnelled_through_whatever_the_parameters))
