/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* `pedestrian`: who slows for whom, and that neither place nor direction of a scene matters. The
 * speeds of crowds are held to Weidmann's in test_fundamental_diagram. */

#include "harness.h"
#include "sim_scene.h"

#include <stdio.h>

static sst_summary scene(const char *rest) {
    char text[4000];
    snprintf(text, sizeof text, "{time_step: 0.125, %s}", rest);
    return sim_run(text, SST_UNLIMITED);
}

#define WALKER "{position: [0, 0], goal: [8, 0], preferred_speed: 1, radius: 0.2, pedestrian: true}"

TEST(who_walks_alone_walks_freely) {
    CHECK_NEAR(scene("agents: [" WALKER "]").mean_time_to_goal, 8, 0.2);
    sst_summary narrow =
        scene("obstacles: [[[-1, 0.4], [9, 0.4]], [[-1, -0.4], [9, -0.4]]], agents: [" WALKER "]");
    CHECK_NEAR(narrow.mean_time_to_goal, 8, 0.2);
}

#define STANDING(more)                                                                             \
    "{position: [3, 0.9], max_speed: 0, radius: 0.2" more                                          \
    "}, {position: [4, -0.9], max_speed: 0, radius: 0.2" more                                      \
    "}, {position: [5, 0.9], max_speed: 0, radius: 0.2" more "}"

/* None of those who stand there is in the way. */
TEST(others_ahead_slow_it_unless_hidden_or_not_avoided) {
    double free = scene("agents: [" WALKER "]").mean_time_to_goal;
    double slowed = scene("agents: [" WALKER ", " STANDING("") "]").mean_time_to_goal;
    CHECK(slowed > free + 0.1);
    CHECK(scene("agents: [" WALKER ", " STANDING(", layers: 2") "]").mean_time_to_goal == slowed);
    double apart = scene("agents: [{position: [0, 0], goal: [8, 0], preferred_speed: 1, radius: "
                         "0.2, pedestrian: true, mask: 1}, " STANDING(", layers: 2") "]")
                       .mean_time_to_goal;
    CHECK(apart == free);
    double hidden = scene("obstacles: [[[-1, 0.5], [9, 0.5]], [[-1, -0.5], [9, -0.5]]], agents: "
                          "[" WALKER ", " STANDING("") "]")
                        .mean_time_to_goal;
    CHECK(hidden == free);
    double plain = scene("agents: [{position: [0, 0], goal: [8, 0], preferred_speed: 1, radius: "
                         "0.2}, " STANDING("") "]")
                       .mean_time_to_goal;
    CHECK(plain == free);
}

/* With senses it judges by what they tell. */
TEST(who_does_not_sense_others_does_not_slow) {
#define SENSING(range)                                                                             \
    "senses: {eye: {range: " range "}}, agents: [{position: [0, 0], goal: [8, 0], "                \
    "preferred_speed: 1, radius: 0.2, pedestrian: true, senses: eye}, " STANDING("") "]"
    double blind = scene(SENSING("0.1")).mean_time_to_goal;
    CHECK(blind == scene("agents: [" WALKER "]").mean_time_to_goal);
    CHECK(scene(SENSING("6")).mean_time_to_goal > blind + 0.1);
}

/* A crowd through a door: at `x`, turned by a quarter or mirrored, with the handedness mirrored. */
static sst_summary door(double x, bool turned, bool mirrored) {
    double places[][2] = {{-3, 0.5},    {-2.5, -0.75}, {-2, 1},    {-1.75, 0},
                          {-1.5, -0.5}, {-1, 0.25},    {-3.5, -1}, {-4, 1.25}};
    double walls[][2] = {{0, 0.5}, {0, 4}, {0, -0.5}, {0, -4}, {5, 0}};
    char text[3000], at[13][60];
    for (int i = 0; i < 13; i++) {
        double *p = i < 8 ? places[i] : walls[i - 8];
        double y = mirrored ? -p[1] : p[1];
        snprintf(at[i], sizeof at[i], "[%.9g, %.9g]", turned ? -y : x + p[0],
                 turned ? x + p[0] : y);
    }
    int length = snprintf(text, sizeof text,
                          "solve: {handedness: %s}, obstacles: [[%s, %s], [%s, %s]], agents: [",
                          mirrored ? "left" : "right", at[8], at[9], at[10], at[11]);
    for (int i = 0; i < 8; i++)
        length += snprintf(text + length, sizeof text - (size_t)length,
                           "{position: %s, goal: %s, on_arrival: remove, radius: 0.2, pedestrian: "
                           "true}, ",
                           at[i], at[12]);
    snprintf(text + length, sizeof text - (size_t)length, "]");
    return scene(text);
}

TEST(place_turn_and_mirror_do_not_matter) {
    sst_summary first = door(0, false, false);
    CHECK_INT(first.arrived, 8);
    sst_summary others[] = {door(4096, false, false), door(0, true, false), door(0, false, true)};
    for (int i = 0; i < 3; i++) {
        CHECK(others[i].min_gap == first.min_gap);
        CHECK(others[i].min_wall_gap == first.min_wall_gap);
        CHECK(others[i].mean_time_to_goal == first.mean_time_to_goal);
        CHECK_INT(others[i].relaxed_steps, first.relaxed_steps);
    }
}

/* So dense that nobody would move by the curve: they come apart all the same. */
TEST(a_jam_comes_apart) {
    sst_summary s =
        scene("until: 120, groups: [{number: 40, radius: 0.1, position: {grid: {from: [0, 0], to: "
              "[2.8, 1.6], number: [8, 5]}}, goal: {polygon: [[4, -5], [9, -5], [9, 5], [4, 5]]}, "
              "on_arrival: remove, pedestrian: true}]");
    CHECK_INT(s.arrived, 40);
}

SUITE(sim_pedestrians, CASE(who_walks_alone_walks_freely),
      CASE(others_ahead_slow_it_unless_hidden_or_not_avoided),
      CASE(who_does_not_sense_others_does_not_slow), CASE(place_turn_and_mirror_do_not_matter),
      CASE(a_jam_comes_apart))
