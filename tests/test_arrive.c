/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Arrival: alone, with braking, and of many on one place. */
#include "harness.h"

#include "scenes.h"

static double length(sst_vec2 v) {
    return sqrt((double)v.x * (double)v.x + (double)v.y * (double)v.y);
}

TEST(one_alone_comes_to_rest_on_its_goal) {
    for (int braking = 0; braking < 3; braking++) {
        sst_arrive_def def;
        sst_arrive_def_init(&def);
        def.braking = 0.5f * (float)braking;
        sst_arrival arrival = {0};
        sst_vec2 goal = {5, 0.05f}, v = {0, 0};
        bool overshot = false;
        double hardest = 0;
        for (int step = 0; step < 300; step++) {
            sst_vec2 before = v;
            REQUIRE(sst_arrive(&def, goal, NULL, 0, 0.1f, &arrival, &v) == SST_OK);
            if (!arrival.settled)
                hardest = fmax(hardest, (length(before) - length(v)) / 0.1);
            goal.x -= 0.1f * v.x, goal.y -= 0.1f * v.y;
            overshot = overshot || goal.x < -1e-4f;
        }
        CHECK(arrival.settled && length(v) == 0 && length(goal) <= 0.01 && !overshot);
        CHECK(braking == 0 || hardest <= (double)def.braking * 1.05);
    }
}

TEST(who_stands_in_the_way_counts) {
    sst_arrive_def def;
    sst_arrive_def_init(&def);
    def.settle_within = 2;
    struct {
        sst_bystander other;
        float goal;
        bool settles;
    } cases[] = {
        {{{0.62f, 0}, {0, 0}, 0.3f}, 1, true},     {{{0.62f, 0}, {0, 0}, 0.3f}, 3, false},
        {{{0.62f, 0}, {0, 0.3f}, 0.3f}, 1, false}, {{{-0.62f, 0}, {0, 0}, 0.3f}, 1, false},
        {{{0, 0.62f}, {0, 0}, 0.3f}, 1, false},    {{{0.9f, 0}, {0, 0}, 0.3f}, 1, false},
        {{{0.5f, 0.36f}, {0, 0}, 0.3f}, 1, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sst_arrival arrival = {0};
        sst_vec2 v;
        for (int step = 0; step < 9; step++) {
            sst_arrive(&def, (sst_vec2){cases[i].goal, 0}, &cases[i].other, 1, 0.1f, &arrival, &v);
            CHECK(!arrival.settled && v.x > 0);
        }
        for (int step = 0; step < 3; step++)
            sst_arrive(&def, (sst_vec2){cases[i].goal, 0}, &cases[i].other, 1, 0.1f, &arrival, &v);
        CHECK_MSG(arrival.settled == cases[i].settles, "case %zu", i);
        for (int step = 0; step < 12; step++)
            sst_arrive(&def, (sst_vec2){cases[i].goal, 0}, NULL, 0, 0.1f, &arrival, &v);
        CHECK(!arrival.settled && v.x > 0); /* the way is free again */
    }
}

TEST(bad_arguments_change_nothing) {
    sst_arrive_def def, bad;
    sst_arrive_def_init(&def);
    sst_arrival arrival = {0.5f, false};
    sst_vec2 v = {7, 7}, goal = {1, 1};
    sst_bystander other = {{1, 0}, {0, 0}, -1};
    CHECK(sst_arrive(&def, goal, &other, 1, 0.1f, &arrival, &v) == SST_ERROR_RADIUS);
    CHECK(sst_arrive(&def, goal, NULL, 1, 0.1f, &arrival, &v) == SST_ERROR_NULL);
    CHECK(sst_arrive(&def, goal, NULL, 0, 0, &arrival, &v) == SST_ERROR_TIME_STEP);
    CHECK(sst_arrive(&def, (sst_vec2){NAN, 0}, NULL, 0, 0.1f, &arrival, &v) ==
          SST_ERROR_NOT_FINITE);
    bad = def, bad.settle_time = -1;
    CHECK(sst_arrive(&bad, goal, NULL, 0, 0.1f, &arrival, &v) == SST_ERROR_ARRIVAL);
    bad = def, bad.struct_size = 1;
    CHECK(sst_arrive(&bad, goal, NULL, 0, 0.1f, &arrival, &v) == SST_ERROR_STRUCT_SIZE);
    bad = def, bad.preferred_speed = NAN;
    CHECK(sst_arrive(&bad, goal, NULL, 0, 0.1f, &arrival, &v) == SST_ERROR_MAX_SPEED);
    CHECK(v.x == 7.0f && arrival.blocked_for == 0.5f && !arrival.settled);
}

/* --- Thirty on one goal -------------------------------------------------------------------- */

enum { CROWD = 30 };

static double speed_after_a_minute(sst_contact_rule contact, uint64_t seed, bool settle) {
    test_rng rng = {seed};
    sst_world_def rules;
    sst_world_def_init(&rules, SST_PROFILE_DEFAULT);
    rules.solve.contact = contact;
    sst_world *world = NULL;
    sst_world_create(&rules, &world);
    sst_agent_id ids[CROWD];
    sst_arrival arrivals[CROWD] = {0};
    sst_arrive_def def;
    sst_arrive_def_init(&def);
    def.radius = 0.4f;
    def.settle_within = settle ? 0.4f * (1 + sqrtf(CROWD / 0.7f)) : 0;
    for (int i = 0; i < CROWD; i++) {
        double angle = 6.283185307 * (i + test_uniform(&rng, 0, 0.5)) / CROWD;
        double r = test_uniform(&rng, 8, 10);
        sst_agent_def agent = scene_agent(r * cos(angle), r * sin(angle));
        agent.radius = 0.4f, agent.max_speed = 1.6f;
        ids[i] = scene_add(world, &agent);
    }
    for (int step = 0; step < 600; step++) {
        sst_agent_view view;
        sst_world_view_agents(world, &view);
        for (int i = 0; i < CROWD; i++) {
            sst_agent_id near[16];
            sst_bystander others[16];
            size_t count;
            sst_world_query_agents(world, (sst_point){view.position_x[i], view.position_y[i]}, 1,
                                   near, 16, &count);
            for (size_t k = 0; k < count; k++) {
                sst_neighbor seen;
                sst_world_see(world, ids[i], near[k], &seen);
                others[k] = (sst_bystander){seen.position, seen.velocity, seen.radius};
            }
            sst_vec2 v, goal = {(float)-view.position_x[i], (float)-view.position_y[i]};
            /* The first found is the agent itself. */
            sst_arrive(&def, goal, others + 1, count - 1, 0.1f, &arrivals[i], &v);
            sst_world_set_preferred_velocity(world, ids[i], v);
        }
        sst_world_step(world, NULL);
    }
    sst_vec2 v[CROWD];
    sst_world_get_velocities(world, ids, v, CROWD);
    double sum = 0;
    for (int i = 0; i < CROWD; i++)
        sum += length(v[i]) / CROWD;
    sst_world_destroy(world);
    return sum;
}

/* Without a rule of contact they mill round the goal and seldom block each other for long. */
TEST(thirty_on_one_goal_come_to_rest) {
    for (int contact = SST_CONTACT_RELAXED; contact <= SST_CONTACT_ALWAYS; contact++) {
        for (uint64_t seed = 1; seed <= 3; seed++) {
            double settled = speed_after_a_minute((sst_contact_rule)contact, seed, true);
            double pressing = speed_after_a_minute((sst_contact_rule)contact, seed, false);
            printf("     contact %d, seed %d: %.2g m/s, without settling %.2g\n", contact,
                   (int)seed, settled, pressing);
            CHECK(settled < 1e-3 && settled < fmax(pressing, 1e-3));
        }
    }
}

SUITE(arrive, CASE(one_alone_comes_to_rest_on_its_goal), CASE(who_stands_in_the_way_counts),
      CASE(bad_arguments_change_nothing), CASE(thirty_on_one_goal_come_to_rest))
