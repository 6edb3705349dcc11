/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Values that a scenario draws: each sampler by its distribution, and what may change which draw.
 * What bad ones get is in tests/bad. */

#include "harness.h"
#include "scenario/scenario.h"
#include "sim_scene.h"

enum { MANY = 4000 };

/* A scenario of so many agents with the same keys. */
static sst_scenario *agents_with(const char *top, const char *keys, int count) {
    size_t size = strlen(top) + 64 + (size_t)count * (strlen(keys) + 32);
    char *text = malloc(size);
    size_t used = (size_t)snprintf(text, size, "%sagents:\n", top);
    for (int i = 0; i < count; i++)
        used += (size_t)snprintf(text + used, size - used, "  - {position: [0, 0], %s}\n", keys);
    sst_scenario *s = sim_scene(text);
    free(text);
    return s;
}

TEST(uniform_values) {
    sst_scenario *s = agents_with("",
                                  "radius: {uniform: {from: 0.2, to: 0.4}}, max_neighbors: "
                                  "{uniform: {from: 3, to: 6}}",
                                  MANY);
    REQUIRE(s);
    double sum = 0;
    size_t counts[7] = {0};
    for (size_t i = 0; i < MANY; i++) {
        const sst_agent_def *def = &s->agents[i].def;
        CHECK(def->radius >= 0.2f && def->radius <= 0.4f);
        REQUIRE(def->max_neighbors >= 3 && def->max_neighbors <= 6);
        sum += (double)def->radius;
        counts[def->max_neighbors]++;
    }
    CHECK_NEAR(sum / MANY, 0.3, 5 * 0.2 / sqrt(12.0 * MANY));
    for (size_t i = 3; i <= 6; i++)
        CHECK_NEAR(counts[i], MANY / 4, 5 * sqrt(MANY * 3 / 16.0));
    sst_scenario_destroy(s);
}

TEST(normal_values_within_limits) {
    sst_scenario *s = agents_with("",
                                  "max_speed: {normal: {mean: 1.4, std_dev: 0.2}}, radius: "
                                  "{normal: {mean: 0.3, std_dev: 0.1, min: 0.25, max: 0.35}}, "
                                  "priority: {normal: {mean: 0, std_dev: 0, min: 2}}",
                                  MANY);
    REQUIRE(s);
    double sum = 0, squares = 0;
    size_t at_limit = 0;
    for (size_t i = 0; i < MANY; i++) {
        const sst_agent_def *def = &s->agents[i].def;
        double apart = (double)def->max_speed - 1.4;
        sum += apart;
        squares += apart * apart;
        CHECK(def->radius >= 0.25f && def->radius <= 0.35f && def->priority == 2);
        at_limit += def->radius == 0.25f || def->radius == 0.35f;
    }
    CHECK_NEAR(sum / MANY, 0, 5 * 0.2 / sqrt(MANY));
    CHECK_NEAR(squares / MANY, 0.04, 5 * 0.04 * sqrt(2.0 / MANY));
    CHECK(at_limit < 3); /* drawn again, not cut */
    sst_scenario_destroy(s);
}

TEST(choices) {
    sst_scenario *s = agents_with(
        "",
        "on_arrival: {choice: {values: [stay, remove], weights: [1, 3]}}, goals: {choice: "
        "{values: [[[1, 1]], [[2, 2], [3, 3]]]}}, scripted: {choice: {values: [true, false], "
        "weights: [0, 2]}}",
        MANY);
    REQUIRE(s);
    size_t removed = 0, two = 0;
    for (size_t i = 0; i < MANY; i++) {
        removed += s->agents[i].on_arrival == SSTI_REMOVE;
        two += s->agents[i].goals.count == 2;
        CHECK(!s->agents[i].def.scripted);
        CHECK_INT(s->points[s->agents[i].goals.first].x, s->agents[i].goals.count);
    }
    CHECK_NEAR(removed, MANY * 0.75, 5 * sqrt(MANY * 3 / 16.0));
    CHECK_NEAR(two, MANY / 2, 5 * sqrt(MANY / 4.0));
    sst_scenario_destroy(s);
}

TEST(lists_and_rows) {
    sst_scenario *s = agents_with(
        "",
        "radius: {sequence: [0.25, 0.5, 0.75]}, max_speed: {regular: {from: 1, to: 3}}, "
        "start_time: {regular: {from: 1, step: 0.5}}, priority: {regular: {from: 0, to: 1, "
        "step: 0.5}}, goal: {regular: {from: [0, 10], to: [4, 10], number: 3}}, "
        "neighbor_dist: {constant: 7}, velocity: {grid: {from: [0, 0], to: [2, 1], number: "
        "[3, 2]}}",
        5);
    REQUIRE(s);
    static const float radii[] = {0.25f, 0.5f, 0.75f, 0.25f, 0.5f};
    static const float priorities[] = {0, 0.5f, 1, 0, 0.5f};
    static const double goals[] = {0, 2, 4, 0, 2};
    for (size_t i = 0; i < 5; i++) {
        const ssti_agent *a = &s->agents[i];
        CHECK(a->def.radius == radii[i] && a->def.priority == priorities[i]);
        CHECK(a->def.max_speed == 1 + 0.5f * (float)i && a->start_time == 1 + 0.5 * (double)i);
        CHECK(s->points[a->goals.first].x == goals[i] && s->points[a->goals.first].y == 10);
        CHECK(a->def.neighbor_dist == 7);
        CHECK(a->def.velocity.x == (float)(i % 3) && a->def.velocity.y == (float)(i / 3));
    }
    sst_scenario_destroy(s);
}

TEST(points_by_axis) {
    sst_scenario *s =
        sim_scene("agents:\n"
                  "  - position: [{uniform: {from: 1, to: 2}}, 5]\n"
                  "    goal: {uniform: {from: [-1, 3], to: [0, 4]}}\n"
                  "    velocity: {normal: {mean: [1, 0], std_dev: 0, max: [0.5, 9]}}\n"
                  "  - position: [{sequence: [0, 9]}, {choice: {values: [4]}}]\n");
    REQUIRE(s);
    const ssti_agent *a = &s->agents[0];
    sst_point goal = s->points[a->goals.first];
    CHECK(a->def.position.x > 1 && a->def.position.x < 2 && a->def.position.y == 5);
    CHECK(goal.x > -1 && goal.x < 0 && goal.y > 3 && goal.y < 4);
    CHECK(goal.x + 1 != goal.y - 3); /* each axis for itself */
    CHECK(a->def.velocity.x == 0.5f && a->def.velocity.y == 0);
    CHECK(s->agents[1].def.position.x == 9 && s->agents[1].def.position.y == 4);
    sst_scenario_destroy(s);
}

/* The radius of agent 1 in a scenario. */
static float second_radius(const char *text) {
    sst_scenario *s = sim_scene(text);
    float radius = s ? s->agents[1].def.radius : 0;
    sst_scenario_destroy(s);
    return radius;
}

#define DRAWN "radius: {uniform: {from: 0.2, to: 0.4}}"

TEST(a_draw_depends_on_its_own_keys_alone) {
    float first = second_radius("agents: [{position: [0, 0]}, {position: [1, 0], " DRAWN "}]");
    CHECK(first > 0.2f && first < 0.4f);
    CHECK(second_radius("seed: 0\nagents: [{position: [0, 0], " DRAWN "}, {" DRAWN
                        ", max_speed: {uniform: {from: 1, to: 2}}, position: [{normal: "
                        "{mean: 0, std_dev: 1}}, 0]}]") == first);
    CHECK(second_radius("seed: 1\nagents: [{position: [0, 0]}, {position: [1, 0], " DRAWN "}]") !=
          first);
    CHECK(second_radius("agents: [{position: [0, 0]}, {position: [1, 0], radius: 0.2}, {position: "
                        "[2, 0], " DRAWN "}]") == 0.2f);
}

SUITE(sim_samplers, CASE(uniform_values), CASE(normal_values_within_limits), CASE(choices),
      CASE(lists_and_rows), CASE(points_by_axis), CASE(a_draw_depends_on_its_own_keys_alone))
