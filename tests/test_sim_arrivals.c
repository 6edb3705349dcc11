/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* When the agents of a group enter. What bad ones get is in tests/bad. */

#include "harness.h"
#include "scenario/scenario.h"
#include "sim_scene.h"

TEST(regular) {
    sst_scenario *s = sim_scene(
        "groups:\n"
        "  - {position: [0, 0], arrivals: {rate: 2, from: 1, until: 3}}\n"
        "  - {position: [9, 0], number: 3, arrivals: {rate: 0.5}}\n"
        "  - {position: [9, 9], number: 2, arrivals: {rate: 2, until: 100, process: regular}}\n"
        "  - {position: [0, 9], number: 50, arrivals: {rate: 2, until: 1}}\n");
    REQUIRE(s);
    static const double times[] = {1, 1.5, 2, 2.5, 0, 2, 4, 0, 0.5, 0, 0.5};
    CHECK_INT(s->agent_count, 11);
    for (size_t i = 0; i < 11 && i < s->agent_count; i++)
        CHECK_NEAR(s->agents[i].start_time, times[i], 1e-12);
    sst_scenario_destroy(s);
}

/* Number and gaps within five of their standard deviations. */
TEST(poisson) {
    sst_scenario *s = sim_scene("groups: [{position: [0, 0], arrivals: {rate: 4, from: 100, until: "
                                "1100, process: poisson}}]");
    REQUIRE(s);
    size_t count = s->agent_count, short_gaps = 0;
    CHECK_NEAR(count, 4000, 5 * sqrt(4000));
    double before = 100;
    for (size_t i = 0; i < count; i++) {
        double gap = s->agents[i].start_time - before;
        CHECK(gap > 0 && s->agents[i].start_time < 1100);
        short_gaps += gap < log(2) / 4; /* the median */
        before += gap;
    }
    CHECK_NEAR(short_gaps, (double)count / 2, 5 * sqrt((double)count / 4));
    sst_scenario_destroy(s);
}

static double last_start(const char *text) {
    sst_scenario *s = sim_scene(text);
    double start = s ? s->agents[s->agent_count - 1].start_time : -1;
    sst_scenario_destroy(s);
    return start;
}

TEST(times_are_drawn_from_the_seed) {
    double first = last_start("groups: [{position: [0, 0], number: 9, arrivals: {rate: 1, process: "
                              "poisson}}]");
    CHECK(last_start("groups: [{position: [{uniform: {from: 0, to: 4}}, 0], number: 9, radius: "
                     "0.1, arrivals: {rate: 1, process: poisson}}]") == first);
    CHECK(last_start("seed: 1\ngroups: [{position: [0, 0], number: 9, arrivals: {rate: 1, process: "
                     "poisson}}]") != first);
}

TEST(they_enter_and_leave) {
    sst_summary s =
        sim_run("groups: [{area: [0, 0, 2, 4], arrivals: {rate: 1, until: 20}, radius: 0.2, goal: "
                "[12, 0, 14, 4], on_arrival: remove}]",
                SST_UNLIMITED);
    CHECK_INT(s.agents, 20);
    CHECK_INT(s.arrived, 20);
    CHECK_INT(s.stop, SST_STOP_ALL_ARRIVED);
    CHECK(s.time > 19 + 10 / 1.3);
}

/* Ten a second through one point, where one every half second has room: they queue, and nobody
 * enters onto another, listed agents among them. */
TEST(they_wait_for_room) {
    sst_summary s =
        sim_run("agents: [{position: [0, 0], goal: [12, 0], start_time: 0.25, max_speed: "
                "1.5, on_arrival: remove}]\n"
                "groups: [{position: [0, 0], number: 10, arrivals: {rate: 10}, goal: "
                "[10, -1, 11, 1], on_arrival: remove}]\n",
                SST_UNLIMITED);
    CHECK_INT(s.arrived, 11);
    CHECK(s.time > 9 * 0.6 / 1.5 + 10 / 1.5);
    s = sim_run("groups: [{position: [0, 0], number: 10, arrivals: {rate: 10}, goal: [10, -1, 11, "
                "1], on_arrival: remove}]",
                SST_UNLIMITED);
    CHECK_INT(s.arrived, 10);
    CHECK_INT(s.collisions, 0);
    CHECK(s.min_gap >= 0);
    /* Who stands on the place for ever keeps them out. */
    s = sim_run("agents: [{position: [0.1, 0]}]\n"
                "groups: [{position: [0, 0], number: 3, arrivals: {rate: 10}, goal: [9, 0]}]\n",
                50);
    CHECK_INT(s.collisions, 0);
    CHECK_INT(s.arrived, 0);
    CHECK_INT(s.stuck, 0);
}

SUITE(sim_arrivals, CASE(regular), CASE(poisson), CASE(times_are_drawn_from_the_seed),
      CASE(they_enter_and_leave), CASE(they_wait_for_room))
