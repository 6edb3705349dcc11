/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Steps in which the caller says what agents see. */
#include "harness.h"

#include "scenes.h"

enum { MOST = 64 };

/* The sight that the world itself would have; `room` [MOST]. */
static sst_sight own_sight(sst_world *world, sst_agent_id agent, sst_neighbor *room) {
    sst_agent_id ids[MOST];
    size_t count = 0;
    sst_world_query_neighbors(world, agent, ids, MOST, &count);
    for (size_t i = 0; i < count; i++)
        sst_world_see(world, agent, ids[i], &room[i]);
    return (sst_sight){agent, room, count};
}

TEST(who_is_shown_what_the_world_finds_does_the_same) {
    for (uint64_t seed = 1; seed <= 20; seed++) {
        sst_world *plain = scene_world(SST_PROFILE_DEFAULT),
                  *shown = scene_world(SST_PROFILE_DEFAULT);
        REQUIRE(scene_crowd(plain, 80, seed, 0) == SST_OK);
        REQUIRE(scene_crowd(shown, 80, seed, 0) == SST_OK);
        for (int step = 0; step < 10; step++) {
            static sst_neighbor room[80][MOST];
            sst_sight sights[80];
            sst_agent_view view;
            sst_world_view_agents(shown, &view);
            size_t count = 0;
            for (size_t i = 0; i < view.count; i += 1 + i % 3, count++)
                sights[count] = own_sight(shown, view.ids[i], room[count]);
            REQUIRE(sst_world_step(plain, NULL) == SST_OK);
            REQUIRE(sst_world_step_seeing(shown, sights, count, NULL) == SST_OK);
        }
        sst_agent_view a, b;
        sst_world_view_agents(plain, &a), sst_world_view_agents(shown, &b);
        for (size_t i = 0; i < a.count; i++)
            CHECK(a.position_x[i] == b.position_x[i] && a.position_y[i] == b.position_y[i]);
        sst_world_destroy(plain), sst_world_destroy(shown);
    }
}

typedef struct pair {
    sst_world *world;
    sst_agent_id left, right;
} pair;

static pair head_on(void) {
    pair p = {.world = scene_world(SST_PROFILE_DEFAULT)};
    sst_agent_def a = scene_agent(-1, 0), b = scene_agent(1, 0.1);
    a.preferred_velocity = a.velocity = (sst_vec2){1, 0};
    b.preferred_velocity = b.velocity = (sst_vec2){-1, 0};
    p.left = scene_add(p.world, &a), p.right = scene_add(p.world, &b);
    return p;
}

TEST(who_is_shown_nobody_goes_straight_for_that_step_alone) {
    pair p = head_on();
    sst_sight blind = {.agent = p.left};
    REQUIRE(sst_world_watch_agent(p.world, p.left, true) == SST_OK);
    REQUIRE(sst_world_step_seeing(p.world, &blind, 1, NULL) == SST_OK);
    sst_agent_def left, right;
    sst_world_get_agent(p.world, p.left, &left), sst_world_get_agent(p.world, p.right, &right);
    CHECK(left.velocity.x == 1.0f && left.velocity.y == 0.0f);
    CHECK(right.velocity.y != 0.0f);
    REQUIRE(sst_world_step(p.world, NULL) == SST_OK);
    sst_world_get_agent(p.world, p.left, &left);
    CHECK(left.velocity.y != 0.0f);
    sst_world_destroy(p.world);
}

TEST(a_trace_of_a_sight_names_no_agents) {
    pair p = head_on();
    sst_neighbor seen;
    REQUIRE(sst_world_see(p.world, p.left, p.right, &seen) == SST_OK);
    CHECK_NEAR(seen.position.x, 2, 1e-6);
    CHECK(seen.responsibility == 0.5f && seen.velocity.x == -1.0f);
    sst_sight sight = {p.left, &seen, 1};
    sst_world_watch_agent(p.world, p.left, true);
    REQUIRE(sst_world_step_seeing(p.world, &sight, 1, NULL) == SST_OK);
    sst_agent_trace trace;
    REQUIRE(sst_world_trace_agent(p.world, p.left, &trace) == SST_OK);
    CHECK_INT(trace.neighbor_count, 1);
    CHECK(trace.neighbors[0].value == 0 && trace.solution.agent_count == 1);
    sst_world_destroy(p.world);
}

TEST(bad_sights_leave_the_world_as_it_was) {
    pair p = head_on();
    sst_neighbor seen, bad;
    sst_world_see(p.world, p.left, p.right, &seen);
    bad = seen, bad.position.x = NAN;
    uint64_t before = sst_world_hash(p.world);
    sst_sight sight = {p.left, &seen, 1}, twice[] = {sight, sight};
    CHECK(sst_world_step_seeing(p.world, NULL, 1, NULL) == SST_ERROR_NULL);
    CHECK(sst_world_step_seeing(p.world, twice, 2, NULL) == SST_ERROR_DUPLICATE_ID);
    sight.neighbors = &bad;
    CHECK(sst_world_step_seeing(p.world, &sight, 1, NULL) == SST_ERROR_NOT_FINITE);
    bad = seen, bad.responsibility = 2;
    CHECK(sst_world_step_seeing(p.world, &sight, 1, NULL) == SST_ERROR_RESPONSIBILITY);
    sight.neighbors = NULL;
    CHECK(sst_world_step_seeing(p.world, &sight, 1, NULL) == SST_ERROR_NULL);
    sight.neighbors = &seen, sight.neighbor_count = 11;
    CHECK(sst_world_step_seeing(p.world, &sight, 1, NULL) == SST_ERROR_SIGHT);
    sight.neighbor_count = 1, sight.agent.value = 12345;
    CHECK(sst_world_step_seeing(p.world, &sight, 1, NULL) == SST_ERROR_STALE_ID);
    CHECK(sst_world_see(p.world, p.left, sight.agent, &seen) == SST_ERROR_STALE_ID);
    CHECK(sst_world_see(p.world, p.left, p.right, NULL) == SST_ERROR_NULL);
    CHECK(sst_world_hash(p.world) == before);
    sst_world_destroy(p.world);
}

SUITE(sights, CASE(who_is_shown_what_the_world_finds_does_the_same),
      CASE(who_is_shown_nobody_goes_straight_for_that_step_alone),
      CASE(a_trace_of_a_sight_names_no_agents), CASE(bad_sights_leave_the_world_as_it_was))
