/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Groups: how many agents, where, and what may change where. What bad ones get is in tests/bad. */

#include "harness.h"
#include "scenario/area.h"
#include "sim_scene.h"

/* The least gap between any two agents, pair by pair. */
static double least_gap(const sst_scenario *s) {
    double least = HUGE_VAL;
    for (size_t i = 0; i < s->agent_count; i++)
        for (size_t j = 0; j < i; j++) {
            const sst_agent_def *a = &s->agents[i].def, *b = &s->agents[j].def;
            double apart = hypot(a->position.x - b->position.x, a->position.y - b->position.y);
            least = fmin(least, apart - (double)a->radius - (double)b->radius);
        }
    return least;
}

TEST(numbers_and_order) {
    sst_scenario *s = sim_scene("groups:\n"
                                "  - {number: 3, position: [5, 0], radius: 0.25}\n"
                                "  - {number: 0, position: [5, 0]}\n"
                                "  - {number: 2, position: {sequence: [[6, 0], [7, 0]]}}\n"
                                "agents: [{position: [1, 0]}, {position: [2, 0]}]\n");
    REQUIRE(s);
    static const double x[] = {1, 2, 5, 5, 5, 6, 7};
    CHECK_INT(s->agent_count, 7);
    for (size_t i = 0; i < 7; i++) {
        CHECK(s->agents[i].def.position.x == x[i] && s->agents[i].def.key == i);
        CHECK(s->agents[i].def.radius == (i >= 2 && i < 5 ? 0.25f : 0.3f));
    }
    sst_scenario_destroy(s);
}

TEST(density_by_area) {
    sst_scenario *s = sim_scene(
        "groups:\n"
        "  - {density: 2, area: [0, 0, 5, 3], radius: 0.05}\n"
        "  - {density: 1, area: {circle: {centre: [20, 0], radius: 4}}, radius: 0.05}\n"
        "  - {density: 1.5, area: {polygon: [[40, 0], [44, 0], [44, 4]]}, radius: 0.05}\n");
    REQUIRE(s);
    CHECK_INT(s->agent_count, 30 + 50 + 12);
    for (size_t i = 0; i < s->agent_count; i++) {
        sst_point p = s->agents[i].def.position;
        if (i < 30)
            CHECK(p.x >= 0 && p.x <= 5 && p.y >= 0 && p.y <= 3);
        else if (i < 80)
            CHECK(hypot(p.x - 20, p.y) <= 4);
        else
            CHECK(p.x >= 40 && p.x <= 44 && p.y >= 0 && p.y <= p.x - 40);
    }
    sst_scenario_destroy(s);
}

/* Agents of sizes a hundred times apart, beside listed ones. */
TEST(spacing_between_agents) {
    sst_scenario *s = sim_scene(
        "agents: [{position: [10, 10], radius: 4}]\n"
        "groups:\n"
        "  - {number: 3, area: [0, 0, 30, 20], radius: 2, spacing: 0.5}\n"
        "  - {number: 200, area: [0, 0, 30, 20], spacing: 0.25, radius: {choice: {values: [0.02, "
        "0.2, 0.4], weights: [3, 2, 1]}}}\n");
    REQUIRE(s);
    CHECK_INT(s->agent_count, 204);
    double least = least_gap(s);
    CHECK_MSG(least >= 0.25 - 1e-6 && least < 0.3, "least gap %g", least);
    sst_scenario_destroy(s);
    /* Without `spacing` agents may touch, not overlap. */
    s = sim_scene("groups: [{number: 60, area: [0, 0, 6, 6]}]");
    REQUIRE(s);
    least = least_gap(s);
    CHECK_MSG(least >= -1e-6 && least < 0.1, "least gap %g", least);
    sst_scenario_destroy(s);
}

/* Who enters at another time is in nobody's way. */
TEST(places_at_other_times) {
    sst_scenario *s = sim_scene("groups: [{number: 40, area: [0, 0, 1, 1], radius: 0.4, "
                                "start_time: {regular: {from: 0, step: 10}}}]");
    REQUIRE(s);
    CHECK(least_gap(s) < 0);
    sst_scenario_destroy(s);
}

TEST(spacing_to_obstacles) {
    sst_scenario *s =
        sim_scene("obstacles:\n"
                  "  - [[2, 2], [6, 2], [6, 6], [2, 6]]\n"
                  "  - {kind: room, vertices: [[0, 0], [12, 0], [12, 9], [0, 9]]}\n"
                  "  - [[9, 0], [9, 4]]\n"
                  "groups: [{number: 90, area: [-5, -5, 20, 20], radius: 0.2, spacing: 0.1}]\n");
    REQUIRE(s);
    for (size_t i = 0; i < s->agent_count; i++) {
        sst_point p = s->agents[i].def.position;
        double apart = 0.3 - 1e-6;
        CHECK(p.x >= apart && p.y >= apart && p.x <= 12 - apart && p.y <= 9 - apart);
        CHECK(p.x <= 2 - apart || p.x >= 6 + apart || p.y <= 2 - apart || p.y >= 6 + apart);
        CHECK(fabs(p.x - 9) >= apart || p.y >= 4);
    }
    sst_scenario_destroy(s);
    /* What an agent ignores is in nobody's way either. */
    s = sim_scene("obstacles: [[[0, 0], [2, 0], [2, 2], [0, 2]]]\n"
                  "groups: [{number: 4, area: [0, 0, 2, 2], obstacle_mask: 2}]\n");
    CHECK(s);
    sst_scenario_destroy(s);
}

static sst_point place_of_last(const char *text) {
    sst_scenario *s = sim_scene(text);
    sst_point place = s ? s->agents[s->agent_count - 1].def.position : (sst_point){0, 0};
    sst_scenario_destroy(s);
    return place;
}

#define SAME(a, b) ((a).x == (b).x && (a).y == (b).y)

/* A group far from the others: its draws depend on seed and name, or number, alone. */
TEST(draws_of_a_group) {
    sst_point first = place_of_last("groups: [{number: 5, area: [0, 0, 9, 9], name: west}]");
    CHECK(SAME(first, place_of_last("groups: [{number: 9, area: [50, 0, 59, 9]}, {number: 5, area: "
                                    "[0, 0, 9, 9], name: west, goal: [3, 3]}]")));
    CHECK(!SAME(first, place_of_last("groups: [{number: 5, area: [0, 0, 9, 9], name: east}]")));
    CHECK(!SAME(first,
                place_of_last("seed: 1\ngroups: [{number: 5, area: [0, 0, 9, 9], name: west}]")));
    first = place_of_last("groups: [{number: 5, area: [0, 0, 9, 9]}]");
    CHECK(!SAME(first, place_of_last("groups: [{number: 0, position: [0, 0]}, {number: 5, area: "
                                     "[0, 0, 9, 9]}]")));
}

TEST(a_group_runs) {
    static const char scene[] = "groups:\n"
                                "  - {number: 20, area: [0, 0, 8, 6], goal: [20, {regular: {from: "
                                "-6, to: 12}}], on_arrival: remove, max_speed: "
                                "{uniform: {from: 1, to: 2}}}\n";
    sst_summary s = sim_run(scene, SST_UNLIMITED);
    CHECK_INT(s.arrived, 20);
    CHECK(sim_run(scene, SST_UNLIMITED).state_hash == s.state_hash);
}

/* Keys come from the nearest of: the agent, its profile, the profile's, ...; in any order. */
TEST(profiles) {
    sst_scenario *s = sim_scene(
        "agent_profiles:\n"
        "  hurried_child: {like: child, max_speed: 2.5, preferred_velocity: [1, 0]}\n"
        "  child: {like: adult, radius: {uniform: {from: 0.125, to: 0.25}}, goals: [[1, 1], [2, "
        "2]]}\n"
        "  adult: {radius: 0.5, time_horizon: 4, goal: [9, 9], position: [3, 3]}\n"
        "agents:\n"
        "  - {like: adult}\n"
        "  - {like: child, position: [4, 4]}\n"
        "  - {like: child, radius: 0.0625, goal: [7, 7]}\n"
        "  - {like: hurried_child}\n"
        "groups: [{like: adult, number: 2, area: [20, 20, 40, 40]}]\n");
    REQUIRE(s);
    const ssti_agent *a = s->agents;
    CHECK(a[0].def.radius == 0.5f && a[0].def.position.x == 3 && a[0].goals.count == 1);
    CHECK(a[1].def.radius > 0.125f && a[1].def.radius < 0.25f && a[1].def.time_horizon == 4);
    CHECK(a[1].goals.count == 2 && a[1].def.position.x == 4);
    CHECK(a[2].def.radius == 0.0625f && a[2].goals.count == 1);
    CHECK(s->points[a[2].goals.first].x == 7);
    CHECK(a[3].def.max_speed == 2.5f && a[3].goals.count == 0 && a[3].def.radius < 0.25f);
    CHECK(a[3].def.radius != a[1].def.radius); /* each draws for itself */
    CHECK(a[4].def.position.x >= 20 && a[5].def.radius == 0.5f);
    sst_scenario_destroy(s);
}

SUITE(sim_groups, CASE(numbers_and_order), CASE(density_by_area), CASE(spacing_between_agents),
      CASE(places_at_other_times), CASE(spacing_to_obstacles), CASE(draws_of_a_group),
      CASE(a_group_runs), CASE(profiles))
