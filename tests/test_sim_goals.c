/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Every kind of goal: where it lies, and when it is reached. What bad ones get is in tests/bad. */

#include "harness.h"
#include "scenario/area.h"
#include "sim_scene.h"

static sst_point goal_of(const sst_scenario *s, size_t agent) {
    const ssti_agent *a = &s->agents[agent];
    CHECK(a->goals.count > 0);
    return s->points[a->goals.first];
}

static void check_goal(const sst_scenario *s, size_t agent, double x, double y) {
    sst_point goal = goal_of(s, agent);
    CHECK_NEAR(goal.x, x, 1e-12);
    CHECK_NEAR(goal.y, y, 1e-12);
}

TEST(antipodes) {
    sst_scenario *s = sim_scene("agents: [{position: [-3, 1], antipode: [1, 1]}]\n"
                                "groups: [{number: 12, area: {circle: {centre: [50, 50], radius: "
                                "9}}, antipode: [50, 50]}]\n");
    REQUIRE(s);
    check_goal(s, 0, 5, 1);
    for (size_t i = 1; i < s->agent_count; i++)
        check_goal(s, i, 100 - s->agents[i].def.position.x, 100 - s->agents[i].def.position.y);
    sst_scenario_destroy(s);
}

/* By distance; of equal ones the first. Areas count from their nearest point; the agent heads for
 * one a radius inside. */
TEST(nearest_exit) {
    sst_scenario *s = sim_scene("agent_profiles: {leaving: {exits: [[0, 0], [10, 0], {circle: "
                                "{centre: [5, 9], radius: 2}}, "
                                "[20, -1, 21, 1]], radius: 0.25}}\n"
                                "agents:\n"
                                "  - {like: leaving, position: [4.5, 0]}\n"
                                "  - {like: leaving, position: [5, 0]}\n"
                                "  - {like: leaving, position: [5.5, 0]}\n"
                                "  - {like: leaving, position: [5, 5]}\n"
                                "  - {like: leaving, position: [15.5, 0.5]}\n"
                                "  - {position: [5, 0], exits: [[5, 5], [5, -5]]}\n");
    REQUIRE(s);
    static const double x[] = {0, 0, 10, 5, 20.25, 5}, y[] = {0, 0, 0, 7.25, 0.5, 5};
    for (size_t i = 0; i < 6; i++) {
        check_goal(s, i, x[i], y[i]);
        CHECK_INT(s->agents[i].goals.count, 1);
    }
    sst_scenario_destroy(s);
}

/* The nearest point of an area by brute force over a fine grid of it. */
TEST(nearest_points_of_areas) {
    sst_scenario *s = sim_scene(
        "agents:\n"
        "  - {position: [0, 0], goal: [-2, -1, 2, 1]}\n"
        "  - {position: [0, 0], goal: {circle: {centre: [0, 1], radius: 2}}}\n"
        "  - {position: [0, 0], goal: {polygon: [[-3, -3], [3, -3], [3, 3], [0, -1], [-3, 3]]}}\n");
    REQUIRE(s);
    test_rng rng = test_seed(5);
    for (size_t k = 0; k < 3; k++) {
        const ssti_area *area = &s->areas[s->agents[k].areas];
        for (int i = 0; i < 40; i++) {
            sst_point p = {test_uniform(&rng, -5, 5), test_uniform(&rng, -5, 5)};
            sst_point nearest = ssti_area_nearest(area, s->points, p, 0);
            double least = HUGE_VAL, found = hypot(nearest.x - p.x, nearest.y - p.y);
            for (double x = -3; x <= 3; x += 0.03125)
                for (double y = -3; y <= 3; y += 0.03125)
                    if (ssti_area_holds(area, s->points, (sst_point){x, y}))
                        least = fmin(least, hypot(x - p.x, y - p.y));
            CHECK_MSG(found <= least + 1e-9 && found >= least - 0.07, "area %zu: %g, %g", k, found,
                      least);
        }
    }
    sst_scenario_destroy(s);
}

TEST(an_area_is_reached_inside) {
    /* Not within a step of it, as a point is: 4 m at 1 m/s, 8 steps a second. */
    sst_summary s = sim_run("{time_step: 0.125, agents: [{position: [0, 0], goal: [4, -3, 9, 3], "
                            "preferred_speed: 1}]}",
                            SST_UNLIMITED);
    CHECK_INT(s.arrived, 1);
    CHECK_INT(s.steps, 32);
    /* Through a gate, then to a point, and it arrives at once where it starts inside. */
    s = sim_run("{time_step: 0.125, agents: [{position: [0, 0], goals: [[4, 1, 5, 9], [4.5, 4]], "
                "preferred_speed: 1}, {position: [30, 30], goal: {circle: {centre: [31, 30], "
                "radius: 2}}}]}",
                SST_UNLIMITED);
    CHECK_INT(s.arrived, 2);
    CHECK_NEAR(s.time, hypot(4, 1.209) + hypot(0.5, 4 - 1.209), 0.2);
    CHECK_NEAR(s.mean_time_to_goal, s.time / 2, 1e-9);
}

/* Once round a square of 4 m takes 16 s at 1 m/s, less what is cut at the corners. */
TEST(a_loop_goes_on) {
    static const char scene[] =
        "{time_step: 0.125, agents: [{position: [0, 0], goals: [[4, 0], [4, 4], [0, 4], [0, 0]], "
        "loop: true, preferred_speed: 1, radius: 0.125}]}";
    sst_summary s = sim_run(scene, SST_UNLIMITED);
    CHECK_INT(s.arrived, 0);
    CHECK_INT(s.stuck, 0);
    CHECK_INT(s.stop, SST_STOP_TIME_LIMIT);
    CHECK_NEAR(s.time, 60, 1e-9);
    /* Those who loop do not keep the others' run from ending. */
    s = sim_run("{agents: [{position: [0, 0], goals: [[4, 0], [0, 0]], loop: true}, {position: [0, "
                "9], goal: [2, 9]}]}",
                SST_UNLIMITED);
    CHECK_INT(s.stop, SST_STOP_ALL_ARRIVED);
    /* All waypoints at once are no endless loop. */
    s = sim_run("{agents: [{position: [0, 0], goals: [[0, 0], [0, 0]], loop: true}]}", 3);
    CHECK_INT(s.steps, 3);
}

static bool note_place(const sst_progress *progress, void *context) {
    *(double *)context = progress->time;
    return true;
}

TEST(a_direction_is_kept) {
    sst_scenario *scenario = sim_scene("{agents: [{position: [0, 0], direction: [3, 4], "
                                       "preferred_speed: 2, max_speed: 1}]}");
    REQUIRE(scenario);
    const sst_agent_def *def = &scenario->agents[0].def;
    CHECK_NEAR(def->preferred_velocity.x, 0.6, 1e-7);
    CHECK_NEAR(def->preferred_velocity.y, 0.8, 1e-7);
    sst_run_options options;
    sst_run_options_init(&options);
    double time = 0;
    options.until = 5;
    options.progress = note_place;
    options.progress_context = &time;
    sst_summary s;
    CHECK_INT(sst_run(scenario, &options, (sst_reporter){0}, &s), SST_DONE);
    CHECK_NEAR(time, 5, 1e-9);
    CHECK_INT(s.arrived, 0);
    CHECK_INT(s.stuck, 0);
    sst_scenario_destroy(scenario);
}

TEST(drawn_goals) {
    sst_scenario *s = sim_scene(
        "groups:\n"
        "  - {number: 6, position: [0, 0], direction: {choice: {values: [[1, 0], [-1, 0]]}}}\n"
        "  - {number: 6, position: [0, 0], goal: {choice: {values: [[5, -1, 6, 1], [5, 2]]}}}\n"
        "  - {number: 6, position: [{regular: {from: 0, to: 5}}, 0], exits: {sequence: [[[0, 3], "
        "[5, 3]], [[9, 9]]]}}\n");
    REQUIRE(s);
    size_t areas = 0, right = 0;
    for (size_t i = 0; i < 6; i++) {
        right += s->agents[i].def.preferred_velocity.x > 0;
        areas += s->agents[6 + i].areas != SSTI_NO_AREAS;
        CHECK(goal_of(s, 6 + i).y == (s->agents[6 + i].areas != SSTI_NO_AREAS ? 0 : 2));
        check_goal(s, 12 + i, i % 2 ? 9 : i < 3 ? 0 : 5, i % 2 ? 9 : 3);
    }
    CHECK(areas > 0 && areas < 6 && right > 0 && right < 6);
    sst_scenario_destroy(s);
}

SUITE(sim_goals, CASE(antipodes), CASE(nearest_exit), CASE(nearest_points_of_areas),
      CASE(an_area_is_reached_inside), CASE(a_loop_goes_on), CASE(a_direction_is_kept),
      CASE(drawn_goals))
