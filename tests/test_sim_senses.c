/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Agents with senses: perfect ones change nothing, and each fault shows as what it is. What bad
 * ones get is in tests/bad. */
#include "harness.h"
#include "sim_scene.h"

#include <stdio.h>

/* Two crowds that cross; `sense` are the keys of the sense, null: none. */
static sst_summary crossing(const char *sense, int seed) {
    char text[1000];
    snprintf(
        text, sizeof text,
        "seed: %d\n"
        "senses: {eyes: {range: 1000, %s}}\n"
        "agent_profiles: {a: {neighbor_dist: 1000%s}}\n"
        "groups:\n"
        "  - {like: a, name: e, number: 12, area: [-8,-6,-3,6], goal: {rectangle: [4,-6,9,6]}}\n"
        "  - {like: a, name: w, number: 12, area: [3,-6,8,6], goal: {rectangle: [-9,-6,-4,6]}}\n",
        seed, sense ? sense : "", sense ? ", senses: eyes" : "");
    return sim_run(text, 150);
}

TEST(perfect_senses_change_not_a_bit) {
    for (int seed = 1; seed <= 5; seed++) {
        uint64_t as_it_is = crossing(NULL, seed).state_hash;
        CHECK(crossing("filter: none", seed).state_hash == as_it_is);
        CHECK(crossing("occlusion: none, field_of_view: 360, inflate: 0", seed).state_hash ==
              as_it_is);
    }
}

TEST(noise_comes_from_the_seed) {
    uint64_t once = crossing("position_noise: 0.1, dropout: 0.2", 1).state_hash;
    CHECK(crossing("position_noise: 0.1, dropout: 0.2", 1).state_hash == once);
    CHECK(crossing("position_noise: 0.1, dropout: 0.3", 1).state_hash != once);
    CHECK(crossing("position_noise: 0.1, velocity_noise: 0.1, dropout: 0.2", 1).state_hash != once);
}

TEST(a_filter_and_wider_radii_make_up_for_noise) {
    uint64_t raw = 0, filtered = 0;
    for (int seed = 1; seed <= 10; seed++) {
        raw += crossing("position_noise: 0.05, velocity_noise: 0.2", seed).collisions;
        filtered +=
            crossing("position_noise: 0.05, velocity_noise: 0.2, filter: kalman, inflate: 1", seed)
                .collisions;
    }
    CHECK_MSG(10 * filtered < raw, "%llu collisions without, %llu with", (unsigned long long)raw,
              (unsigned long long)filtered);
}

/* --- One agent and what it does not see ---------------------------------------------------- */

/* An agent that walks from (0, 0) to (10, 0) and is to avoid one that stands at `other` and sees
 * nobody; its least gap, negative if it went through. */
static double least_gap(const char *sense, const char *other, const char *more) {
    char text[1000];
    snprintf(text, sizeof text,
             "senses: {eyes: {%s}}\n"
             "agents:\n"
             "  - {position: [0, 0], goal: [10, 0], senses: eyes}\n"
             "  - {position: %s, max_neighbors: 0}\n%s",
             sense, other, more);
    return sim_run(text, 120).min_gap;
}

TEST(who_is_out_of_range_is_not_avoided) {
    CHECK(least_gap("range: 9", "[5, 0.1]", "") > -1e-3);
    CHECK(least_gap("range: 0.05", "[5, 0.1]", "") < -0.4);
}

TEST(who_is_never_measured_is_not_avoided) {
    CHECK(least_gap("range: 9, dropout: 1", "[5, 0.1]", "") < -0.4);
    CHECK(least_gap("range: 9, dropout: 0.5", "[5, 0.1]", "") > -1e-3);
}

TEST(who_is_behind_is_not_seen) {
    static const char *const chased =
        "senses: {eyes: {range: 9, field_of_view: %d}}\n"
        "agents:\n"
        "  - {position: [0, 0], goal: [9, 0], preferred_speed: 0.5, senses: eyes}\n"
        "  - {position: [-3, 0.2], preferred_velocity: [1.5, 0], max_neighbors: 0}\n";
    char text[400];
    snprintf(text, sizeof text, chased, 360);
    CHECK(sim_run(text, 60).min_gap > -1e-3);
    snprintf(text, sizeof text, chased, 180);
    CHECK(sim_run(text, 60).min_gap < -0.2);
}

/* Two that meet head-on, with something between them that neither avoids; the state after five
 * steps. */
static uint64_t meeting(const char *sense, const char *between) {
    char text[1000];
    snprintf(text, sizeof text,
             "senses: {eyes: {range: 9, %s}}\n"
             "agents:\n"
             "  - {position: [0, 0], direction: [1, 0], senses: eyes, obstacle_mask: 0, mask: 1}\n"
             "  - {position: [2, 0], direction: [-1, 0], max_neighbors: 0, obstacle_mask: 0}\n%s",
             sense, between);
    return sim_run(text, 5).state_hash;
}

TEST(walls_hide) {
    static const char *const wall = "obstacles: [{vertices: [[1, -9], [1, 9]]}]\n";
    uint64_t unseen = meeting("dropout: 1", wall), seen = meeting("occlusion: none", wall);
    CHECK(unseen != seen);
    CHECK(meeting("occlusion: walls", wall) == unseen);
    CHECK(meeting("occlusion: all", wall) == unseen);
    CHECK(meeting("occlusion: walls", "") == meeting("occlusion: none", ""));
}

TEST(agents_hide) {
    static const char *const third =
        "  - {position: [1, 0], radius: 0.2, layers: 2, max_neighbors: 0}\n";
    uint64_t unseen = meeting("dropout: 1", third), seen = meeting("occlusion: none", third);
    CHECK(unseen != seen);
    CHECK(meeting("occlusion: walls", third) == seen);
    CHECK(meeting("occlusion: all", third) == unseen);
    CHECK(meeting("occlusion: all", "") == meeting("occlusion: none", ""));
}

TEST(late_measurements_are_taken_ahead) {
    static const char *const meeting =
        "senses: {eyes: {range: 20, delay: %g, memory: 0}}\n"
        "agents:\n"
        "  - {position: [0, 0], goal: [10, 0], senses: eyes, velocity: [1.3, 0]}\n"
        "  - {position: [10, 0.05], velocity: [-1.3, 0], scripted: true}\n";
    char text[400];
    snprintf(text, sizeof text, meeting, 0.5);
    CHECK(sim_run(text, 60).min_gap > -1e-3);
}

/* From rest to 1.3 m/s: in one step of 0.1 s, or as the limiter lets it. */
TEST(a_limiter_of_rate_is_driven) {
    static const char *const start =
        "agents: [{position: [0, 0], direction: [1, 0], preferred_speed: 1.3, rate_limit: %g}]\n";
    char text[200];
    snprintf(text, sizeof text, start, 1.0);
    sst_summary slow = sim_run(text, 50);
    snprintf(text, sizeof text, start, 0.0);
    sst_summary free = sim_run(text, 50);
    CHECK_NEAR(slow.max_acceleration, 1, 1e-4);
    CHECK_NEAR(free.max_acceleration, 13, 1e-3);
    CHECK(slow.state_hash != free.state_hash);
}

SUITE(sim_senses, CASE(a_limiter_of_rate_is_driven), CASE(perfect_senses_change_not_a_bit),
      CASE(noise_comes_from_the_seed), CASE(a_filter_and_wider_radii_make_up_for_noise),
      CASE(who_is_out_of_range_is_not_avoided), CASE(who_is_never_measured_is_not_avoided),
      CASE(who_is_behind_is_not_seen), CASE(walls_hide), CASE(agents_hide),
      CASE(late_measurements_are_taken_ahead))
