/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Whole runs whose figures are known by hand. */

#include "harness.h"
#include "sim_scene.h"

static void check_none(double value, const char *what) {
    CHECK_MSG(isnan(value), "%s is %g, expected none", what, value);
}

TEST(alone) {
    sst_summary s = sim_run("{time_step: 0.125, agents: [{position: [0, 0], goal: [4, 3], "
                            "preferred_speed: 1}]}",
                            SST_UNLIMITED);
    CHECK_INT(s.stop, SST_STOP_ALL_ARRIVED);
    CHECK_INT(s.steps, 39); /* within one step's 0.125 m of the goal, 5 m away */
    CHECK_NEAR(s.time, 39 * 0.125, 1e-12);
    CHECK_NEAR(s.mean_time_to_goal, s.time, 1e-12);
    CHECK_NEAR(s.path_ratio, 1, 1e-6);
    CHECK_INT(s.arrived, 1);
    CHECK_INT(s.stuck, 0);
    check_none(s.min_gap, "the gap of one agent");
    check_none(s.min_wall_gap, "the gap to no wall");
}

/* Arrival is within a quarter of the radius where that is more than a step, and lasts. */
TEST(arrival_by_radius_and_for_good) {
    sst_summary s = sim_run("{time_step: 0.125, agents: [{position: [0, 0], goal: [3, 0], "
                            "preferred_speed: 1, radius: 4}]}",
                            SST_UNLIMITED);
    CHECK_INT(s.steps, 16);
    /* A giant that keeps its way pushes the one that arrived at once. */
    s = sim_run("{steps: 100, agents: [{position: [0, 0], goal: [0, 0]}, {position: [-5, 0], "
                "velocity: [1, 0], radius: 2, scripted: true, preferred_velocity: [1, 0]}]}",
                SST_UNLIMITED);
    CHECK_INT(s.arrived, 1);
    CHECK_NEAR(s.mean_time_to_goal, 0, 0);
    CHECK_INT(s.stop, SST_STOP_AS_ASKED);
}

TEST(waypoints) {
    /* Within r of the corner it turns: never more than 0.25 short of it. */
    sst_summary s =
        sim_run("{time_step: 0.125, agents: [{position: [0, 0], goals: [[4, 0], [4, 4]], "
                "preferred_speed: 1, radius: 0.25}]}",
                SST_UNLIMITED);
    CHECK_INT(s.arrived, 1);
    CHECK(s.time >= 7.5 && s.time <= 8);
    CHECK_NEAR(s.path_ratio, 1, 1e-6);
    /* Too fast to stand near a waypoint at the end of a step: the way itself counts. */
    s = sim_run("{time_step: 1, agents: [{position: [0, 0.1], goals: [[5.5, 0], [20, 0]], radius: "
                "0.2, preferred_speed: 3, max_speed: 3}]}",
                SST_UNLIMITED);
    CHECK_INT(s.arrived, 1);
    CHECK(s.steps <= 7);
}

TEST(a_velocity_without_goal_is_kept) {
    sst_summary s =
        sim_run("{agents: [{position: [0, 0], preferred_velocity: [1, 0]}]}", SST_UNLIMITED);
    CHECK_INT(s.stop, SST_STOP_TIME_LIMIT);
    CHECK_NEAR(s.time, 60, 1e-9);
    CHECK_INT(s.arrived, 0);
    CHECK_INT(s.stuck, 0);
}

TEST(entering_and_leaving) {
    /* Enters at 1 s beside someone who then leaves; the gap is that of the moments together. */
    sst_summary s =
        sim_run("{time_step: 0.125, agents: [\n"
                "  {position: [0, 0], goal: [2, 0], preferred_speed: 1, on_arrival: remove},\n"
                "  {position: [0, 3], goal: [4, 3], preferred_speed: 1, start_time: 1}]}",
                SST_UNLIMITED);
    CHECK_INT(s.arrived, 2);
    CHECK_NEAR(s.time, 1 + 3.875, 1e-9);
    CHECK_NEAR(s.mean_time_to_goal, (1.875 + 3.875) / 2, 1e-9);
    CHECK_NEAR(s.min_gap, sqrt(1 + 9) - 0.6, 1e-4);
    /* One that never enters is no one stuck. */
    s = sim_run("{agents: [{position: [0, 0], goal: [1, 0], start_time: 100}]}", 5);
    CHECK_INT(s.agents, 1);
    CHECK_INT(s.stuck, 0);
    /* Entering on top of someone is a collision. */
    s = sim_run("{agents: [{position: [0, 0]}, {position: [0.1, 0], start_time: 0.2}]}", 5);
    CHECK_INT(s.collisions, 1);
    CHECK_NEAR(s.min_gap, -0.5, 1e-6);
}

TEST(stuck_after_five_seconds) {
    static const char scene[] = "{time_step: 0.125, agents: [{position: [0, 0], goal: [9, 0]}], "
                                "obstacles: [[[0.3125, -9], [0.3125, 9]]]}";
    CHECK_INT(sim_run(scene, 39).stuck, 0);
    CHECK_INT(sim_run(scene, 48).stuck, 1);
    /* Parked, scripted and content agents are not stuck. */
    sst_summary s = sim_run("{agents: [{position: [0, 0], max_speed: 0, goal: [5, 0]},\n"
                            "  {position: [9, 0], scripted: true, preferred_velocity: [1, 0]},\n"
                            "  {position: [19, 0]}]}",
                            100);
    CHECK_INT(s.stuck, 0);
}

TEST(walls) {
    sst_summary s = sim_run("{time_step: 0.125, agents: [{position: [0, 0], goal: [8, 0]}], "
                            "obstacles: [[[3, 1], [5, 1]]]}",
                            SST_UNLIMITED);
    CHECK_NEAR(s.min_wall_gap, 0.7, 1e-6);
    CHECK_INT(s.collisions, 0);
    /* It ignores obstacles of that layer, for itself and in the figures. */
    s = sim_run("{agents: [{position: [0, 0], goal: [8, 0], obstacle_mask: 2}], "
                "obstacles: [[[3, 0.1], [5, 0.1]]]}",
                SST_UNLIMITED);
    CHECK_INT(s.arrived, 1);
    check_none(s.min_wall_gap, "the gap to a wall that does not count");
    /* Scripted through a wall: one contact, as deep as the radius and more. */
    s = sim_run("{agents: [{position: [-2, 0], velocity: [1, 0], scripted: true}], "
                "obstacles: [[[0, -3], [0, 3]]]}",
                40);
    CHECK_INT(s.collisions, 1);
    CHECK_NEAR(s.min_wall_gap, -0.3, 1e-3);
}

static bool stop_at_seven(const sst_progress *progress, void *context) {
    uint64_t *calls = context;
    CHECK_INT(progress->step, ++*calls);
    return progress->step < 7;
}

TEST(progress_can_end_a_run) {
    sst_scenario *scenario = sim_scene("{agents: [{position: [0, 0], goal: [9, 0]}]}");
    REQUIRE(scenario);
    uint64_t calls = 0;
    sst_run_options options;
    sst_run_options_init(&options);
    options.progress = stop_at_seven;
    options.progress_context = &calls;
    sst_summary summary;
    CHECK_INT(sst_run(scenario, &options, (sst_reporter){0}, &summary), SST_DONE);
    CHECK_INT(summary.stop, SST_STOP_INTERRUPTED);
    CHECK_INT(summary.steps, 7);
    CHECK_INT(calls, 7);
    options.every = 0;
    CHECK_INT(sst_run(scenario, &options, (sst_reporter){0}, &summary), SST_BAD_INPUT);
    sst_scenario_destroy(scenario);
}

/* Runs of one scene have the same bits, and those of another have not. */
TEST(runs_repeat) {
    static const char scene[] = "{agents: [{position: [0, 0], goal: [9, 0]}, {position: [9, 0.1], "
                                "goal: [0, 0]}, {position: [4, -4], goal: [4, 4], start_time: 1}]}";
    uint64_t first = sim_run(scene, 60).state_hash;
    CHECK(sim_run(scene, 60).state_hash == first);
    CHECK(sim_run(scene, 59).state_hash != first);
}

SUITE(sim_run, CASE(alone), CASE(arrival_by_radius_and_for_good), CASE(waypoints),
      CASE(a_velocity_without_goal_is_kept), CASE(entering_and_leaving),
      CASE(stuck_after_five_seconds), CASE(walls), CASE(progress_can_end_a_run), CASE(runs_repeat))
