/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Zones of another speed: what they do to every kind of way, and what they leave alone. */

#include "harness.h"
#include "sim_scene.h"

#include <stdio.h>

/* A run of one agent that heads from 0 to x = 10 m at 1 m/s, unless `keys` say otherwise. */
static sst_summary cross(const char *zones, const char *keys) {
    char text[600];
    snprintf(text, sizeof text,
             "{time_step: 0.125, zones: [%s], agents: [{position: [0, 0], preferred_speed: 1%s}]}",
             zones, keys);
    return sim_run(text, SST_UNLIMITED);
}

#define TO_TEN ", goal: [10, 0]"

TEST(time_to_cross) {
    double free = cross("", TO_TEN).mean_time_to_goal;
    static const struct {
        const char *zones;
        double longer;
    } cases[] = {
        {"{area: [2, -1, 6, 1], factor: 0.5}", 4},
        {"{area: [2, -1, 6, 1], max_speed: 0.5}", 4},
        {"{area: {circle: {centre: [5, 0], radius: 2}}, factor: 0.5}", 4},
        {"{area: {polygon: [[2, -1], [6, -1], [6, 1], [2, 1]]}, factor: 0.5}", 4},
        {"{area: [2, -1, 6, 1], factor: 0.5, max_speed: 0.25}", 12},
        {"{area: [2, -1, 6, 1], factor: 1.25}", -0.8},
        {"{area: [2, -1, 6, 1], factor: 100}", 4 / 1.5 - 4}, /* max_speed is 1.5 m/s */
        {"{area: [2, 1, 6, 2], factor: 0.5}", 0},            /* beside its way */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sst_summary s = cross(cases[i].zones, TO_TEN);
        CHECK_INT(s.arrived, 1);
        CHECK_MSG(fabs(s.mean_time_to_goal - free - cases[i].longer) <= 0.26, "%s: %g, %g",
                  cases[i].zones, s.mean_time_to_goal, free);
    }
}

TEST(the_least_counts) {
    static const char one[] = "{area: [2, -1, 6, 1], factor: 0.5}, {area: [4, -1, 8, 1], "
                              "max_speed: 0.25}";
    static const char other[] = "{area: [4, -1, 8, 1], max_speed: 0.25}, {area: [2, -1, 6, 1], "
                                "factor: 0.5}";
    sst_summary s = cross(one, TO_TEN);
    CHECK(s.state_hash == cross(other, TO_TEN).state_hash);
    CHECK_NEAR(s.mean_time_to_goal, cross("", TO_TEN).mean_time_to_goal + 2 + 12, 0.26);
}

/* A limit above what is wanted changes no bit, nor does a zone anything of a scripted agent. */
TEST(nothing_to_change) {
    static const char limit[] = "{area: [-9, -9, 99, 9], max_speed: 1.25}";
    CHECK(cross(limit, TO_TEN).state_hash == cross("", TO_TEN).state_hash);
    static const char slow[] = "{area: [-9, -9, 99, 9], factor: 0.5}";
    static const char *const scripted[] = {
        ", scripted: true, velocity: [1, 0.1], preferred_velocity: [1, 0]",
        ", scripted: true, velocity: [1, 0.1]" TO_TEN};
    for (size_t i = 0; i < 2; i++)
        CHECK(cross(slow, scripted[i]).state_hash == cross("", scripted[i]).state_hash);
}

/* The world at time 0 prefers what the run does: for ways without end too. */
TEST(ways_without_goal) {
    static const char *const ways[] = {"direction: [0, 3]", "preferred_velocity: [0, 1]",
                                       "goal: [0, 90]"};
    for (size_t i = 0; i < 3; i++) {
        char text[400];
        snprintf(text, sizeof text,
                 "{zones: [{area: [-9, -9, 9, 9], factor: 0.25}], agents: [{position: [0, 0], "
                 "preferred_speed: 1, %s}]}",
                 ways[i]);
        sst_scenario *s = sim_scene(text);
        REQUIRE(s);
        sst_world *world = NULL;
        sst_agent_id id;
        sst_vec2 velocity = {9, 9};
        REQUIRE(sst_scenario_create_world(s, 1, (sst_reporter){0}, &world, &id) == SST_DONE);
        CHECK_INT(sst_world_step(world, NULL), SST_OK);
        CHECK(sst_world_get_velocities(world, &id, &velocity, 1) == SST_OK);
        CHECK_NEAR(velocity.x, 0, 1e-6);
        CHECK_NEAR(velocity.y, 0.25, 1e-6);
        sst_world_destroy(world);
        sst_scenario_destroy(s);
    }
}

/* Slower than 5 % of its speed elsewhere, but as fast as it wants here; and the run waits for it.
 */
TEST(slow_is_not_stuck) {
    static const char zone[] = "{area: [2, -1, 6, 1], factor: 0.02}";
    sst_summary s = cross(zone, TO_TEN);
    CHECK_INT(s.arrived, 1);
    CHECK_NEAR(s.mean_time_to_goal, 6 + 4 / 0.02, 1);
    char text[400];
    snprintf(text, sizeof text,
             "{zones: [%s], agents: [{position: [3, 0], goal: [10, 0], preferred_speed: 1}]}",
             zone);
    CHECK_INT(sim_run(text, 100).stuck, 0);
}

SUITE(sim_zones, CASE(time_to_cross), CASE(the_least_counts), CASE(nothing_to_change),
      CASE(ways_without_goal), CASE(slow_is_not_stuck))
