/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Why agents are stuck: each cause in a scene made for it, turned and mirrored; when nothing is;
 * and the table of a recording. */

#include "harness.h"
#include "sim_scene.h"

#include <hdf5.h>
#include <string.h>

/* A scene with its axes turned or mirrored: each point (x, y) of the text is written "<x y>". */
static void turn_text(const char *text, int turn, char *to, size_t size) {
    static const int axes[4][4] = {{1, 0, 0, 1}, {0, -1, 1, 0}, {-1, 0, 0, 1}, {0, 1, 1, 0}};
    const int *m = axes[turn];
    size_t length = 0;
    while (*text && length + 80 < size) {
        if (*text != '<') {
            to[length++] = *text++;
            continue;
        }
        char *end;
        double x = strtod(text + 1, &end), y = strtod(end, &end);
        length += (size_t)snprintf(to + length, size - length, "[%.10g, %.10g]",
                                   m[0] * x + m[1] * y + 0.0, m[2] * x + m[3] * y + 0.0);
        text = end + 1;
    }
    to[length] = 0;
}

typedef struct expected {
    uint64_t events;
    sst_stuck_cause cause;
    uint32_t by, others;
} expected;

/* Of the first event, in all four positions of the scene. */
static void check_cause(const char *text, uint64_t steps, expected e) {
    for (int turn = 0; turn < 4; turn++) {
        char turned[2000];
        turn_text(text, turn, turned, sizeof turned);
        sst_summary s = sim_run(turned, steps);
        const sst_stuck *first = &s.first_stuck[0];
        CHECK_INT(s.stuck_events, e.events);
        REQUIRE(s.stuck_events > 0);
        CHECK_INT(first->cause, e.cause);
        CHECK(first->by == e.by || (first->cause == SST_STUCK_BY_CROWD && first->by == e.by + 1));
        CHECK_INT(first->others, e.others);
        CHECK(first->duration >= 5 - 1e-6);
    }
}

/* --- Causes -------------------------------------------------------------------------------- */

/* At 1 m/s it touches the wall, 0.8 m away, within a second, and is slow from then on. */
TEST(an_obstacle) {
    static const char scene[] =
        "{time_step: 0.125, obstacles: [[<-9 20>, <9 20>], [<1 -9>, <1 9>]], agents: "
        "[{position: <0 0>, goal: <9 0>, preferred_speed: 1, radius: 0.2}]}";
    check_cause(scene, 80, (expected){1, SST_STUCK_BY_OBSTACLE, 1, 0});
    char text[500];
    turn_text(scene, 0, text, sizeof text);
    sst_summary s = sim_run(text, 80);
    CHECK_INT(s.stuck_by_obstacle, 1);
    CHECK_NEAR(s.first_stuck[0].begin + s.first_stuck[0].duration, 10, 1e-9);
    CHECK_NEAR(s.first_stuck[0].duration, s.stuck_time, 1e-9);
    CHECK(s.first_stuck[0].place.x > 0.7 && s.first_stuck[0].place.x < 0.81);
    CHECK_INT(sim_run(text, 39).stuck_events, 0);
}

/* A wall along the way is not in the way: one agent stands in a corridor as wide as they are. */
TEST(one_agent) {
    check_cause("{time_step: 0.125, obstacles: [[<-9 0.25>, <9 0.25>], [<-9 -0.25>, <9 -0.25>]], "
                "agents: [{position: <0 0>, goal: <9 0>, preferred_speed: 1, radius: 0.2}, "
                "{position: <1 0>, radius: 0.2, scripted: true}]}",
                80, (expected){1, SST_STUCK_BY_AGENT, 1, 1});
}

/* Four that stand side by side, of which two are on the way; one of these is nearest, whichever it
 * leans to. */
TEST(a_crowd) {
    check_cause("{time_step: 0.125, obstacles: [[<-9 0.8>, <9 0.8>], [<-9 -0.8>, <9 -0.8>]], "
                "agents: [{position: <0 0>, goal: <9 0>, preferred_speed: 1, radius: 0.2}, "
                "{position: <1 0.7>, radius: 0.2, scripted: true}, "
                "{position: <0.95 0.25>, radius: 0.2, scripted: true}, "
                "{position: <1 -0.25>, radius: 0.2, scripted: true}, "
                "{position: <1 -0.7>, radius: 0.2, scripted: true}]}",
                80, (expected){1, SST_STUCK_BY_CROWD, 2, 2});
}

/* Somebody on the goal, who has no goal; and a wall right behind. */
TEST(an_occupant) {
    check_cause("{time_step: 0.125, obstacles: [[<2.3 -9>, <2.3 9>]], "
                "agents: [{position: <0 0>, goal: <2 0>, preferred_speed: 1, radius: 0.2}, "
                "{position: <2.05 0>, radius: 0.2, scripted: true}]}",
                120, (expected){1, SST_STUCK_BY_OCCUPANT, 1, 1});
}

/* One who stands beside the goal, so that there is room, does not occupy it: nobody is stuck. */
TEST(room_at_the_goal) {
    sst_summary s = sim_run("{time_step: 0.125, agents: [{position: [0, 0], goal: [2, 0], "
                            "preferred_speed: 1, radius: 0.2}, "
                            "{position: [2, 0.45], radius: 0.2, scripted: true}]}",
                            120);
    CHECK_INT(s.stuck_events, 0);
    CHECK_INT(s.arrived, 1);
}

/* Two goals away the taken goal is no cause yet: the wall before is. */
TEST(a_goal_far_away) {
    check_cause("{time_step: 0.125, obstacles: [[<1 -9>, <1 9>]], "
                "agents: [{position: <0 0>, goal: <8 0>, preferred_speed: 1, radius: 0.2}, "
                "{position: <8 0>, radius: 0.2, scripted: true}]}",
                80, (expected){1, SST_STUCK_BY_OBSTACLE, 0, 0});
}

/* Too weak to set out, and who stands before it is none that it avoids. */
TEST(nothing) {
    check_cause("{time_step: 0.125, agents: [{position: <0 0>, goal: <9 0>, preferred_speed: 1, "
                "max_acceleration: 0.001, mask: 0, radius: 0.2}, {position: <0 0.4>, radius: 0.2, "
                "scripted: true}, {position: <1 0>, radius: 0.2, scripted: true}]}",
                80, (expected){1, SST_STUCK_BY_NOTHING, SST_NOBODY, 0});
}

/* Head-on in a corridor as wide as they are: each is the other's cause. */
TEST(each_others) {
    sst_summary s = sim_run(
        "{time_step: 0.125, obstacles: [[[-9, 0.25], [9, 0.25]], [[-9, -0.25], [9, -0.25]]], "
        "agents: [{position: [-2, 0], goal: [5, 0], preferred_speed: 1, radius: 0.2}, "
        "{position: [2, 0], goal: [-5, 0], preferred_speed: 1, radius: 0.2}]}",
        120);
    CHECK_INT(s.stuck_events, 2);
    CHECK_INT(s.stuck_by_agent, 2);
    CHECK(s.first_stuck[0].agent == 0 && s.first_stuck[0].by == 1);
    CHECK(s.first_stuck[1].agent == 1 && s.first_stuck[1].by == 0);
    CHECK(s.first_stuck[0].begin == s.first_stuck[1].begin);
    CHECK(s.first_stuck[0].place.x == -s.first_stuck[1].place.x);
}

/* --- Events -------------------------------------------------------------------------------- */

/* The one in the way leaves after 14 s: the event is over, and the agent arrives. */
TEST(an_event_ends) {
    sst_summary s = sim_run(
        "{time_step: 0.125, obstacles: [[[-9, 0.25], [9, 0.25]], [[-9, -0.25], [9, -0.25]]], "
        "agents: [{position: [0, 0], goal: [6, 0], preferred_speed: 1, radius: 0.2}, "
        "{radius: 0.2, trajectory: [[0, 1, 0], [14, 1, 0], [15, 9, 0]]}]}",
        240);
    CHECK_INT(s.stuck_events, 1);
    CHECK_INT(s.stuck, 0);
    CHECK_INT(s.arrived, 1);
    CHECK_INT(s.first_stuck[0].by, 1);
    CHECK(s.first_stuck[0].begin + s.first_stuck[0].duration < 15);
    CHECK_NEAR(s.first_stuck[0].duration, s.stuck_time, 1e-9);
}

/* Where the world repeats, who stands beyond the seam is seen. */
TEST(beyond_the_seam) {
    sst_summary s =
        sim_run("{time_step: 0.125, periodic: {axis: x, from: -10, to: 10}, "
                "obstacles: [[[7, 0.25], [12, 0.25]], [[7, -0.25], [12, -0.25]]], "
                "agents: [{position: [9.2, 0], preferred_velocity: [1, 0], radius: 0.2}, "
                "{position: [-9.8, 0], radius: 0.2, scripted: true}]}",
                80);
    CHECK_INT(s.stuck_events, 1);
    CHECK_INT(s.stuck_by_agent, 1);
    CHECK_INT(s.first_stuck[0].by, 1);
}

/* --- Recording ----------------------------------------------------------------------------- */

static void read_table(const char *path, sst_stuck *row) {
    hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    hid_t set = H5Dopen2(file, "stuck", H5P_DEFAULT), space = H5Dget_space(set);
    REQUIRE(H5Sget_simple_extent_npoints(space) == 1);
    hid_t type = H5Tcreate(H5T_COMPOUND, sizeof *row);
    H5Tinsert(type, "agent", offsetof(sst_stuck, agent), H5T_NATIVE_UINT32);
    H5Tinsert(type, "cause", offsetof(sst_stuck, cause), H5T_NATIVE_UINT32);
    H5Tinsert(type, "by", offsetof(sst_stuck, by), H5T_NATIVE_UINT32);
    H5Tinsert(type, "others", offsetof(sst_stuck, others), H5T_NATIVE_UINT32);
    H5Tinsert(type, "begin", offsetof(sst_stuck, begin), H5T_NATIVE_DOUBLE);
    H5Tinsert(type, "duration", offsetof(sst_stuck, duration), H5T_NATIVE_DOUBLE);
    H5Tinsert(type, "x", offsetof(sst_stuck, place.x), H5T_NATIVE_DOUBLE);
    H5Tinsert(type, "y", offsetof(sst_stuck, place.y), H5T_NATIVE_DOUBLE);
    CHECK(H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, row) >= 0);
    H5Tclose(type);
    H5Sclose(space);
    H5Dclose(set);
    H5Fclose(file);
}

TEST(the_table_of_a_recording) {
    sst_scenario *scene =
        sim_scene("{time_step: 0.125, steps: 80, obstacles: [[[1, -9], [1, 9]]], agents: "
                  "[{position: [0, 0], goal: [9, 0], preferred_speed: 1, radius: 0.2}]}");
    sst_run_options options;
    sst_summary s;
    sst_run_options_init(&options);
    options.outputs = (const char *[]){"test_sim_stuck.h5"};
    options.output_count = 1;
    REQUIRE(sst_run(scene, &options, (sst_reporter){0}, &s) == SST_DONE);
    sst_stuck row;
    read_table("test_sim_stuck.h5", &row);
    CHECK(memcmp(&row, &s.first_stuck[0], sizeof row) == 0);
    CHECK_INT(row.cause, SST_STUCK_BY_OBSTACLE);
    remove("test_sim_stuck.h5");
    sst_scenario_destroy(scene);
}

SUITE(sim_stuck, CASE(an_obstacle), CASE(one_agent), CASE(a_crowd), CASE(an_occupant),
      CASE(room_at_the_goal), CASE(a_goal_far_away), CASE(nothing), CASE(each_others),
      CASE(an_event_ends), CASE(beyond_the_seam), CASE(the_table_of_a_recording))
