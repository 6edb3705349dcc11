/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Agents that follow a trajectory: where they are, when they come and go, how others see them, and
 * recordings followed anew. What bad ones get is in tests/bad. */

#include "harness.h"
#include "sim_scene.h"

#include <stdio.h>
#include <string.h>

enum { MOST_ROWS = 400 };

typedef struct row {
    int agent;
    double time, x, y, vx, vy;
} row;

/* The rows of a CSV recording; answers how many. */
static size_t read_rows(const char *path, row rows[MOST_ROWS]) {
    char line[256];
    size_t count = 0;
    FILE *file = fopen(path, "r");
    if (!CHECK_MSG(file, "%s", path))
        return 0;
    while (fgets(line, sizeof line, file) && count < MOST_ROWS) {
        row *r = &rows[count];
        count += sscanf(line, "%*d,%lf,%d,%lf,%lf,%lf,%lf", &r->time, &r->agent, &r->x, &r->y,
                        &r->vx, &r->vy) == 6;
    }
    fclose(file);
    return count;
}

/* Runs a scenario that lies in the tests' folder; `steps` may be SST_UNLIMITED. */
static sst_summary run_to(const char *text, const char *output, uint64_t steps) {
    sim_messages messages;
    sst_reporter reporter = sim_collect(&messages);
    sst_scenario *scenario = NULL;
    sst_summary summary = {0};
    sst_run_options options;
    sst_run_options_init(&options);
    options.outputs = &output;
    options.output_count = 1;
    options.steps = steps;
    sst_outcome outcome =
        sst_scenario_read(text, strlen(text), SIDESTEP_TEST_DIR "/here.yaml", reporter, &scenario);
    if (outcome == SST_DONE)
        outcome = sst_run(scenario, &options, reporter, &summary);
    CHECK_MSG(outcome == SST_DONE, "%s", messages.text);
    sst_scenario_destroy(scenario);
    return summary;
}

#define OUTPUT SIDESTEP_TEST_DIR "/trajectories.csv"

/* --- One agent ----------------------------------------------------------------------------- */

/* A corner, a wait, and a jump of 60 m in a hundredth of a second. */
static const double moments[][3] = {{0.25, 0, 0},    {1.33, 1, 0},   {2.5, 1, 2},    {3.02, 1, 2},
                                    {3.03, 61, 2.5}, {4, 61.7, 3.3}, {4.15, 62, 3.3}};
enum { MOMENTS = sizeof moments / sizeof *moments };
#define SCENE                                                                                      \
    "{time_step: 0.1, agents: [{trajectory: [[0.25, 0, 0], [1.33, 1, 0], [2.5, 1, 2], [3.02, 1, "  \
    "2], [3.03, 61, 2.5], [4, 61.7, 3.3], [4.15, 62, 3.3]]%s}]}"

static void place_at(double time, double *x, double *y) {
    size_t i = 0;
    while (i + 2 < MOMENTS && time > moments[i + 1][0])
        i++;
    double part = (time - moments[i][0]) / (moments[i + 1][0] - moments[i][0]);
    part = fmin(fmax(part, 0), 1);
    *x = moments[i][1] + part * (moments[i + 1][1] - moments[i][1]);
    *y = moments[i][2] + part * (moments[i + 1][2] - moments[i][2]);
}

TEST(always_in_its_place) {
    char text[500];
    static row rows[MOST_ROWS];
    snprintf(text, sizeof text, SCENE, "");
    sst_summary s = run_to(text, OUTPUT, SST_UNLIMITED);
    size_t count = read_rows(OUTPUT, rows);
    /* Steps 3 to 41 are within; then the run is over. */
    REQUIRE(count == 39);
    CHECK_INT(s.steps, 41);
    CHECK_INT(s.stop, SST_STOP_AS_ASKED);
    CHECK_INT(s.stuck, 0);
    CHECK_NEAR(rows[0].time, 0.3, 1e-9);
    for (size_t i = 0; i < count; i++) {
        double x, y;
        place_at(rows[i].time, &x, &y);
        CHECK_NEAR(rows[i].x, x, 0x1p-25 + 6e-9);
        CHECK_NEAR(rows[i].y, y, 0x1p-25 + 6e-9);
        if (i > 0) { /* it was seen to go where it went */
            CHECK_NEAR(rows[i].vx * 0.1, rows[i].x - rows[i - 1].x, 1e-6 + 1e-6 * fabs(rows[i].vx));
            CHECK_NEAR(rows[i].vy * 0.1, rows[i].y - rows[i - 1].y, 1e-6);
        }
    }
}

TEST(stays_at_its_end) {
    char text[500];
    static row rows[MOST_ROWS];
    snprintf(text, sizeof text, SCENE, ", on_arrival: stay");
    run_to(text, OUTPUT, 60);
    size_t count = read_rows(OUTPUT, rows);
    REQUIRE(count == 58);
    for (size_t i = count - 15; i < count; i++) {
        CHECK_NEAR(rows[i].x, 62, 1e-7);
        CHECK_NEAR(rows[i].y, 3.3, 1e-7);
        CHECK(rows[i].vx == 0 && rows[i].vy == 0);
    }
}

/* --- Among others -------------------------------------------------------------------------- */

/* To others it is what an agent with that velocity and `scripted` is, to the bit. */
TEST(seen_as_scripted) {
    static const char other[] = "{position: [9, 0.05], goal: [-2, 0]}";
    char text[500];
    snprintf(text, sizeof text,
             "{time_step: 0.125, agents: [%s, {trajectory: [[0, 0, 0], [8, 8, 4]]}]}", other);
    sst_summary follows = sim_run(text, 60);
    snprintf(text, sizeof text,
             "{time_step: 0.125, agents: [%s, {position: [0, 0], velocity: [1, 0.5], scripted: "
             "true}]}",
             other);
    sst_summary keeps = sim_run(text, 60);
    CHECK(follows.state_hash == keeps.state_hash);
    CHECK_INT(follows.arrived, keeps.arrived);
    CHECK(follows.min_gap == keeps.min_gap);
    CHECK_INT(follows.collisions, 0);
}

/* A jump is a fast way: what stands on it was hit. */
TEST(jumps_do_not_hide) {
    sst_summary s =
        sim_run("{time_step: 0.1, agents: [{position: [5, 0]}, {trajectory: [[0, 0, 0], "
                "[1, 0, 0], [1.1, 10, 0], [2, 10, 0]]}]}",
                20);
    CHECK_INT(s.collisions, 1);
    CHECK_NEAR(s.min_gap, -0.6, 0.01);
}

TEST(drawn_and_from_profiles) {
    static row rows[MOST_ROWS];
    run_to(
        "{agent_profiles: {a: {trajectory: [[0, 0, 0], [1, 1, 0]], radius: 0.1}}, agents: [{like: "
        "a}, {like: a, trajectory: {sequence: [[[0, 0, 5], [1, 1, 5]]]}}, {like: a, position: "
        "[0, 9], goal: [9, 9]}]}",
        OUTPUT, 5);
    REQUIRE(read_rows(OUTPUT, rows) == 18);
    CHECK_NEAR(rows[15].x, 0.5, 1e-7);
    CHECK_NEAR(rows[15].y, 0, 0);
    CHECK_NEAR(rows[16].x, 0.5, 1e-7);
    CHECK_NEAR(rows[16].y, 5, 0);
    CHECK_NEAR(rows[17].x, 0.65, 1e-6);
    CHECK_NEAR(rows[17].y, 9, 1e-6);
}

/* --- From recordings ----------------------------------------------------------------------- */

/* Every kind that keeps positions to the bit, or nearly. */
TEST(recordings_followed_again) {
    static const char *const ends[] = {"csv", "h5", "sqlite", "txt"};
    static row first[MOST_ROWS], again[MOST_ROWS];
    for (size_t k = 0; k < 4; k++) {
        char recording[256], text[600];
        snprintf(recording, sizeof recording, SIDESTEP_TEST_DIR "/followed.%s", ends[k]);
        static const char scene[] =
            "{time_step: 0.1, agents: [{position: [0, 0], goal: [3, 0], on_arrival: remove}, "
            "{position: [3, 0.1], goal: [0, 0], start_time: 0.5, on_arrival: remove}]}";
        run_to(scene, recording, 30);
        run_to(scene, OUTPUT, 30);
        size_t count = read_rows(OUTPUT, first);
        snprintf(text, sizeof text,
                 "{time_step: 0.1, agents: [{trajectory: {file: followed.%s, agent: 0}}, "
                 "{trajectory: {file: followed.%s, agent: 1}}]}",
                 ends[k], ends[k]);
        sst_summary s = run_to(text, OUTPUT, SST_UNLIMITED);
        CHECK_MSG(read_rows(OUTPUT, again) == count && count > 30, "%s: %zu", ends[k], count);
        CHECK_INT(s.collisions, 0);
        for (size_t i = 0; i < count; i++) {
            CHECK_INT(again[i].agent, first[i].agent);
            CHECK_NEAR(again[i].time, first[i].time, 1e-9);
            CHECK_NEAR(again[i].x, first[i].x, 6e-8);
            CHECK_NEAR(again[i].y, first[i].y, 6e-8);
        }
    }
}

/* Every second frame alone tells half of the places; between them it goes straight. */
TEST(other_time_steps) {
    static const char text[] =
        "{time_step: 0.05, agents: [{trajectory: {file: ../../tests/none.csv, agent: 0}}]}";
    sim_messages messages;
    sst_scenario *scenario = NULL;
    CHECK_INT(sst_scenario_read(text, strlen(text), SIDESTEP_TEST_DIR "/here.yaml",
                                sim_collect(&messages), &scenario),
              SST_BAD_INPUT);
    CHECK(strstr(messages.text, "no such file"));
    run_to("{time_step: 0.1, agents: [{position: [0, 0], velocity: [1, 0], scripted: true}]}",
           SIDESTEP_TEST_DIR "/followed.csv", 20);
    static row rows[MOST_ROWS];
    run_to("{time_step: 0.04, agents: [{trajectory: {file: followed.csv, agent: 0}}]}", OUTPUT,
           SST_UNLIMITED);
    size_t count = read_rows(OUTPUT, rows);
    CHECK_INT(count, 51);
    for (size_t i = 0; i < count; i++)
        CHECK_NEAR(rows[i].x, rows[i].time, 1e-6);
}

/* --- Import -------------------------------------------------------------------------------- */

static const char people[] = "0 1 0 0 0 0 0 0\n10 1 1 0 0 0 0 0\n30 1 2 0 0 0 0 0\n"
                             "0 2 5 0 5 0 0 0\n10 2 5 0 6 0 0 0\n";

static char *import_people(sst_import_options *options, sim_messages *messages) {
    char *text = NULL;
    size_t size;
    sst_import_bytes(people, strlen(people), "x", options, sim_collect(messages), &text, &size);
    return text;
}

TEST(replay_of_people) {
    sim_messages messages;
    sst_import_options options;
    sst_import_options_init(&options);
    options.replay = true;
    char *text = import_people(&options, &messages);
    REQUIRE(text);
    CHECK_INT(messages.errors, 0);
    CHECK(strstr(messages.text, "person 1 is not seen between the frames 10 and 30"));
    CHECK(strstr(text, "trajectory: [[0, 0, 0], [0.4, 1, 0], [1.2, 2, 0]]"));
    CHECK(strstr(text, "trajectory: [[0, 5, 5], [0.4, 5, 6]]"));
    CHECK(!strstr(text, "goal") && !strstr(text, "mask"));
    CHECK_INT(sim_run(text, SST_UNLIMITED).steps, 12);
    free(text);
}

TEST(one_simulated) {
    sim_messages messages;
    sst_import_options options;
    sst_import_options_init(&options);
    options.replay = true;
    options.simulated = (const int64_t[]){2};
    options.simulated_count = 1;
    char *text = import_people(&options, &messages);
    REQUIRE(text);
    CHECK(strstr(text, "trajectory: [[0, 0, 0], [0.4, 1, 0], [1.2, 2, 0]]"));
    CHECK(strstr(text, "goal: [5, 6]"));
    CHECK(strstr(text, "mask: 0"));
    CHECK_INT(sim_run(text, SST_UNLIMITED).arrived, 1);
    free(text);
    options.simulated = (const int64_t[]){3};
    CHECK(!import_people(&options, &messages));
    CHECK(strstr(messages.text, "found person 3"));
    options.replay = false;
    CHECK(!import_people(&options, &messages));
}

SUITE(sim_trajectories, CASE(always_in_its_place), CASE(stays_at_its_end), CASE(seen_as_scripted),
      CASE(jumps_do_not_hide), CASE(drawn_and_from_profiles), CASE(recordings_followed_again),
      CASE(other_time_steps), CASE(replay_of_people), CASE(one_simulated))
