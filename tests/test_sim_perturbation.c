/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Perturbations of preferred velocities: by hand, their bounds, and what they are for. */

#include "harness.h"
#include "scenario/perturbation.h"
#include "sim_scene.h"

static const char agents[] =
    "agents: [{position: [0, 0], goal: [9, 0], preferred_speed: 1, max_speed: 2}, "
    "{position: [0, 5], goal: [9, 5], preferred_speed: 1, max_speed: 2, key: 77}]}";

static sst_scenario *scene(const char *perturbation) {
    char text[1000];
    snprintf(text, sizeof text, "{time_step: 0.125, seed: 3, perturbation: %s, %s", perturbation,
             agents);
    return sim_scene(text);
}

/* Across the preferred velocity, 3 % of 2 m/s at most, back after a period of 16 steps; the key 0
 * has the phase 0. */
TEST(a_sine_by_hand) {
    sst_scenario *s = scene("{sine: {amplitude: 0.03, period: 2}}");
    const sst_vec2 ahead = {1, 0}, up = {0, 0.5f};
    CHECK_NEAR((double)ssti_perturb(s, 0, ahead, 0).y, 0.06, 1e-7);
    CHECK_NEAR((double)ssti_perturb(s, 0, ahead, 4).y, 0, 1e-7);
    CHECK_NEAR((double)ssti_perturb(s, 0, ahead, 8).y, -0.06, 1e-7);
    CHECK_NEAR((double)ssti_perturb(s, 0, ahead, 2).y, 0.06 * sqrt(0.5), 1e-7);
    CHECK(ssti_perturb(s, 0, ahead, 2).x == 1);
    CHECK_NEAR((double)ssti_perturb(s, 0, up, 0).x, -0.06, 1e-7);
    CHECK(ssti_perturb(s, 0, up, 0).y == 0.5f);
    CHECK(ssti_perturb(s, 0, ahead, 3).y == ssti_perturb(s, 0, ahead, 19).y);
    /* 77 * 0.6180339887... = 47.58861713... */
    double phase = 77 * 0.61803398874989484820 - 47;
    CHECK_NEAR((double)ssti_perturb(s, 1, ahead, 0).y, 0.06 * cos(2 * 3.14159265358979 * phase),
               1e-6);
    sst_vec2 still = ssti_perturb(s, 0, (sst_vec2){0, 0}, 0);
    CHECK(still.x == 0 && still.y == 0);
    sst_scenario_destroy(s);
}

TEST(random_within_bounds_and_repeated) {
    sst_scenario *s = scene("{random: {amplitude: 0.05}}");
    double sum_x = 0, sum_y = 0, most = 0;
    int same = 0;
    for (uint64_t step = 0; step < 4000; step++) {
        sst_vec2 v = ssti_perturb(s, 0, (sst_vec2){1, 0}, step);
        sst_vec2 again = ssti_perturb(s, 0, (sst_vec2){1, 0}, step);
        sst_vec2 other = ssti_perturb(s, 1, (sst_vec2){1, 0}, step);
        double x = (double)v.x - 1, y = (double)v.y;
        sum_x += x;
        sum_y += y;
        most = fmax(most, fmax(fabs(x), fabs(y)));
        CHECK(v.x == again.x && v.y == again.y);
        same += v.y == other.y;
    }
    CHECK(most <= 0.1 + 1e-6 && most > 0.099);
    /* Standard error of a mean of these: 0.1 / sqrt(3 * 4000) = 0.0009. */
    CHECK(fabs(sum_x / 4000) < 0.004 && fabs(sum_y / 4000) < 0.004);
    CHECK(same < 5);
    sst_scenario_destroy(s);
}

TEST(off_unless_asked_for) {
    sst_scenario *s = scene("{}");
    sst_vec2 v = ssti_perturb(s, 0, (sst_vec2){0.3f, 0.4f}, 7);
    CHECK(v.x == 0.3f && v.y == 0.4f);
    sst_scenario_destroy(s);
}

/* Two face to face that nothing parts: without the side rule they stand for ever; with either
 * perturbation they pass. */
TEST(a_stand_off_ends) {
    static const char *const parts[] = {"{}", "{sine: {}}", "{random: {}}"};
    for (int i = 0; i < 3; i++) {
        char text[600];
        snprintf(text, sizeof text,
                 "{profile: classic, time_step: 0.125, seed: 1, perturbation: %s, agents: "
                 "[{position: [-4, 0], goal: [4, 0]}, {position: [4, 0], goal: [-4, 0]}]}",
                 parts[i]);
        sst_summary s = sim_run(text, 400);
        CHECK_INT(s.arrived, i == 0 ? 0 : 2);
        CHECK_INT(s.stuck_by_agent, i == 0 ? 2 : 0);
        CHECK_INT(s.collisions, 0);
    }
}

SUITE(sim_perturbation, CASE(a_sine_by_hand), CASE(random_within_bounds_and_repeated),
      CASE(off_unless_asked_for), CASE(a_stand_off_ends))
