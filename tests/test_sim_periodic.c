/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Scenarios that repeat along an axis: laps, figures across the seam, goals, zones, arrivals,
 * places. What bad ones get is in tests/bad; the world's own tests are in test_period. */

#include "harness.h"
#include "scenario/scenario.h"
#include "sim_scene.h"

#include <stdio.h>

/* A crowd in a corridor that is 20 m long, seen with its seam at `from`. */
static sst_summary corridor(double from, uint64_t steps) {
    char text[1500];
    snprintf(
        text, sizeof text,
        "{time_step: 0.125, periodic: {axis: x, from: %.9g, to: %.9g}, obstacles: [[[0, 0], [16, "
        "0]], [[16, 0], [20, 0]], [[5, 4], [25, 4]], [[9.5, 1.5], [10.5, 1.5], [10, 2.5]]], "
        "agents: [{position: [19.5, 1], direction: [1, 0]}, {position: [0.75, 1.25], direction: "
        "[-1, 0]}, {position: [3, 3], direction: [1, 0]}, {position: [8, 2], direction: [-1, 0]}, "
        "{position: [12, 1], direction: [1, 0]}, {position: [15, 3], direction: [-1, 0]}, "
        "{position: [1, 2.5], goal: [18, 2.5]}, {position: [17, 3.25], goals: [[2, 3.25], [16, "
        "3.25]]}]}",
        from, from + 20);
    return sim_run(text, steps);
}

TEST(the_seam_is_nowhere) {
    sst_summary first = corridor(0, 240);
    CHECK_INT(first.arrived, 2);
    CHECK(first.min_gap < 0.5);
    for (double from = -20; from <= 20; from += 2.5) {
        sst_summary s = corridor(from, 240);
        CHECK(s.min_gap == first.min_gap);
        CHECK(s.min_wall_gap == first.min_wall_gap);
        CHECK_INT(s.collisions, first.collisions);
        CHECK_INT(s.relaxed_steps, first.relaxed_steps);
        CHECK_INT(s.arrived, first.arrived);
        CHECK(s.mean_time_to_goal == first.mean_time_to_goal);
        CHECK_NEAR(s.path_ratio, first.path_ratio, 1e-9);
    }
}

/* From x = 1 to x = 18 it is 3 m backwards. */
TEST(goals_are_near_across) {
    sst_summary s =
        sim_run("{time_step: 0.125, periodic: {axis: x, from: 0, to: 20}, agents: "
                "[{position: [1, 0], goal: [18, 0], preferred_speed: 1}, {position: [1, "
                "9], goal: [17, 8, 18, 10], preferred_speed: 1}]}",
                SST_UNLIMITED);
    CHECK_INT(s.arrived, 2);
    CHECK_NEAR(s.mean_time_to_goal, 3, 0.3);
    CHECK_NEAR(s.path_ratio, 1, 1e-6);
}

/* Gaps and collisions of two that meet on the seam, and of one that would meet itself. */
TEST(figures_look_across) {
    sst_summary s = sim_run("{time_step: 0.1, periodic: {axis: y, from: 0, to: 20}, agents: "
                            "[{position: [0, 0.25], radius: 0.25}, {position: [0, 19.5], radius: "
                            "0.25}]}",
                            0);
    CHECK_NEAR(s.min_gap, 0.25, 1e-9);
    /* Through each other, within one step, across the seam. */
    s = sim_run("{time_step: 0.1, periodic: {axis: y, from: 0, to: 20}, agents: [{position: [0, "
                "1], velocity: [0, -20], scripted: true, mask: 1}, {position: [0, 19], velocity: "
                "[0, 20], scripted: true}]}",
                3);
    CHECK_INT(s.collisions, 1);
    CHECK_NEAR(s.min_gap, -0.6, 1e-6);
    s = sim_run("{periodic: {axis: x, from: 0, to: 20}, agents: [{position: [0, 0], direction: [1, "
                "0]}]}",
                400);
    CHECK_INT(s.collisions, 0);
    CHECK(s.min_gap != s.min_gap);
}

TEST(zones_and_places_across) {
    /* Half of the lap is slow: 10 m at 1 m/s and 10 m at 0.5 m/s. */
    sst_scenario *scenario = sim_scene(
        "{time_step: 0.125, periodic: {axis: x, from: 0, to: 20}, zones: [{area: [15, -1, 25, 1], "
        "factor: 0.5}], agents: [{position: [5, 0], direction: [1, 0], preferred_speed: 1}]}");
    REQUIRE(scenario);
    sst_scenario_destroy(scenario);
    sst_summary s = sim_run(
        "{time_step: 0.125, periodic: {axis: x, from: 0, to: 20}, zones: [{area: [15, -1, 25, 1], "
        "factor: 0.5}], agents: [{position: [5.5, 0], goals: [[12, 0], [18, 0], [4.5, 0], [5.5, "
        "0]], preferred_speed: 1}]}",
        SST_UNLIMITED);
    CHECK_INT(s.arrived, 1);
    CHECK_NEAR(s.mean_time_to_goal, 30, 1);
    CHECK_NEAR(s.path_ratio, 1, 0.01);
    /* Places that a group finds keep their gap across the seam too. */
    s = sim_run("{seed: 3, periodic: {axis: x, from: 0, to: 20}, groups: [{number: 60, area: [-1, "
                "0, 21, 3], spacing: 0.1, radius: 0.25}]}",
                0);
    CHECK(s.min_gap >= 0.1 - 1e-6 && s.min_gap < 0.2);
}

TEST(positions_come_into_the_range) {
    sst_scenario *s = sim_scene("{periodic: {axis: x, from: -10, to: 10}, agents: [{position: "
                                "[12.5, 30]}, {trajectory: [[0, 29, 0], [9, 38, 0]]}]}");
    REQUIRE(s);
    CHECK_NEAR(s->agents[0].def.position.x, -7.5, 0);
    CHECK_NEAR(s->agents[0].def.position.y, 30, 0);
    CHECK_NEAR(s->agents[1].def.position.x, 9, 0);
    CHECK_NEAR(s->agents[1].def.velocity.x, 1, 1e-6);
    sst_scenario_destroy(s);
}

/* Lines of more than 300 px in a picture of one who laps for so many steps. */
static size_t long_lines(uint64_t steps) {
    static char svg[1 << 20];
    const char *path = SIDESTEP_TEST_DIR "/laps.svg";
    sst_scenario *scenario = sim_scene("{periodic: {axis: x, from: 0, to: 20}, agents: [{position: "
                                       "[1, 0], direction: [1, 0]}, {position: [0, 2]}, {position: "
                                       "[19.9, 2]}]}");
    sst_run_options options;
    sst_summary summary;
    sst_run_options_init(&options);
    options.picture_path = path;
    options.steps = steps;
    CHECK_INT(sst_run(scenario, &options, (sst_reporter){0}, &summary), SST_DONE);
    sst_scenario_destroy(scenario);
    FILE *file = fopen(path, "r");
    if (!CHECK(file != NULL))
        return 0;
    svg[fread(svg, 1, sizeof svg - 1, file)] = 0;
    fclose(file);
    size_t found = 0;
    for (char *at = svg; (at = strstr(at, "M ")) != NULL; at += 2) {
        double x, y, to_x, to_y;
        found +=
            sscanf(at, "M %lf %lf L %lf %lf", &x, &y, &to_x, &to_y) == 4 && fabs(to_x - x) > 300;
    }
    return found;
}

TEST(trails_end_at_the_seam) {
    CHECK_INT(long_lines(600), long_lines(100));
}

SUITE(sim_periodic, CASE(the_seam_is_nowhere), CASE(goals_are_near_across),
      CASE(figures_look_across), CASE(zones_and_places_across), CASE(positions_come_into_the_range),
      CASE(trails_end_at_the_seam))
