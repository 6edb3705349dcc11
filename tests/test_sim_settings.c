/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Settings laid over a scenario, and the text that is kept of it. What bad ones get is in
 * tests/cli. */

#include "harness.h"
#include "scenario/scenario.h"
#include "sim_scene.h"

static sst_scenario *read_with(const char *text, const char *const *settings, size_t count) {
    sim_messages messages;
    sst_scenario *s = NULL;
    sst_scenario_read_with(text, strlen(text), "test", settings, count, sim_collect(&messages), &s);
    CHECK_MSG(s, "%s", messages.text);
    return s;
}

static const char scene[] = "# a remark\n"
                            "name: \"a\\tb \\\"c\\\" \\\\ d\"\n"
                            "agents:\n"
                            "  - {position: [0, 1e0], radius: .5}\n"
                            "  - {position: [+2, 3], goals: [[1, 1], [2, 2]], on_arrival: stay}\n"
                            "obstacles: []\n";

TEST(what_they_change) {
    static const char *const settings[] = {
        "agents.1.goals.1.0=7",          "agents.0.radius=0.25", "seed=3",
        "solve.handedness=left",         "agents.0.radius=0.75", "agents.1.on_arrival=remove",
        "obstacles=[[[9, 9], [10, 9]]]", "agents.1.layers=all"};
    sst_scenario *s = read_with(scene, settings, sizeof settings / sizeof *settings);
    REQUIRE(s);
    CHECK(s->points[s->agents[1].goals.first + 1].x == 7 && s->seed == 3);
    CHECK(s->agents[0].def.radius == 0.75f && s->agents[1].on_arrival == SSTI_REMOVE);
    CHECK(s->overrides.values.solve.handedness == SST_LEFT_HANDED && s->overrides.given);
    CHECK(s->obstacle_count == 1 && s->agents[1].def.layers == SST_ALL_LAYERS);
    sst_scenario_destroy(s);
}

/* The text of a scenario with settings is a scenario by itself, and means the same. */
TEST(the_text_reads_back) {
    static const char *const settings[] = {"agents.0.key=5", "agents.0.start_time=1.5"};
    sst_scenario *s = read_with(scene, settings, 2);
    REQUIRE(s);
    CHECK(s->text_size == strlen(s->text));
    sst_scenario *again = sim_scene(s->text);
    REQUIRE(again);
    CHECK_STR(again->name, "a\tb \"c\" \\ d");
    CHECK_STR(again->name, s->name);
    CHECK(again->agents[0].start_time == 1.5 && again->agents[0].def.radius == 0.5f);
    CHECK_BITS(again->agents[0].def, s->agents[0].def);
    CHECK_BITS(again->agents[1].def, s->agents[1].def);
    sst_scenario_destroy(again);
    sst_scenario_destroy(s);
    /* Without settings it is the file's, byte for byte. */
    s = sim_scene(scene);
    REQUIRE(s);
    CHECK_STR(s->text, scene);
    sst_scenario_destroy(s);
}

/* A bad value that is found when the world is made names its setting too. */
TEST(messages_name_the_setting) {
    static const char *const settings[] = {"obstacles.0=[[0, 0], [2, 2], [2, 0], [0, 2]]"};
    static const char text[] = "{agents: [], obstacles: [[[0, 0], [1, 0]]]}";
    sim_messages messages;
    sst_scenario *s = NULL;
    CHECK_INT(
        sst_scenario_read_with(text, strlen(text), "test", settings, 1, sim_collect(&messages), &s),
        SST_BAD_INPUT);
    CHECK_STR(messages.text,
              "0:0: obstacle 0: the outline of the obstacle crosses or touches itself\n");
}

SUITE(sim_settings, CASE(what_they_change), CASE(the_text_reads_back),
      CASE(messages_name_the_setting))
