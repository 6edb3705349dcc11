/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* What an experiment tells of lines and areas, against single runs; and runs that depend on files
 * which the scenario names. */

#include "experiment/experiment.h"
#include "harness.h"
#include "sim_experiment.h"

#include <unistd.h>

#define FOLDER SIDESTEP_TEST_DIR "/"
#define TABLE  FOLDER "measured.csv"
#define STORE  TABLE ".runs"
#define RUNS   FOLDER "measured-runs.csv"

static sim_messages messages;

static sst_experiment *experiment_of(const char *text) {
    return sim_experiment(&messages, text, FOLDER "measured.yaml");
}

static sst_outcome run_made(const sst_experiment *experiment, bool fresh,
                            sst_experiment_summary *summary) {
    static const char *const output = TABLE;
    sst_experiment_options options = sim_experiment_options(2, &output);
    options.fresh = fresh;
    messages = (sim_messages){0};
    return sst_experiment_run(experiment, &options, sim_collect(&messages), summary);
}

/* How many of its runs were kept; SIZE_MAX, after a failed check, if it cannot be run. */
static size_t kept_by(const char *text, bool fresh) {
    sst_experiment_summary summary = {0};
    sst_experiment *experiment = experiment_of(text);
    bool good = experiment && run_made(experiment, fresh, &summary) == SST_DONE;
    sst_experiment_destroy(experiment);
    return CHECK_MSG(good, "%s: %s", text, messages.text) ? summary.kept : SIZE_MAX;
}

/* --- Figures ------------------------------------------------------------------------------- */

#define SCENE                                                                                      \
    "{until: 4, measure: [{name: line, line: [[2, 0], [2, 4]]}, {name: far, line: [[50, 0], [50, " \
    "4]]}, {name: box, area: [0, 0, 4, 4], cut_off: 1}], groups: [{number: 5, area: [0, 0, 4, "    \
    "4], goal: [4, 4]}]}"
#define CROWD "scenario: " SCENE "\nvary: {time_step: [0.1, 0.25]}\nseeds: 3\n"

typedef struct expected {
    sst_measured all[3];
    size_t count;
} expected;

static void keep(const sst_measured *measured, void *context) {
    expected *e = context;
    if (CHECK(e->count < 3))
        e->all[e->count++] = *measured;
}

/* The same run made without an experiment. */
static expected single_run(uint64_t seed, const char *setting) {
    char of_seed[32];
    snprintf(of_seed, sizeof of_seed, "seed=%llu", (unsigned long long)seed);
    const char *settings[] = {setting, of_seed};
    sst_scenario *scenario = NULL;
    sst_run_options options;
    sst_summary summary;
    expected found = {.count = 0};
    sst_run_options_init(&options);
    options.measured = (sst_measured_to){keep, &found};
    sst_scenario_read_with(SCENE, strlen(SCENE), "x", settings, 2, sim_collect(&messages),
                           &scenario);
    CHECK(scenario && sst_run(scenario, &options, sim_collect(&messages), &summary) == SST_DONE);
    sst_scenario_destroy(scenario);
    return found;
}

TEST(measured_figures_are_those_of_single_runs) {
    kept_by(CROWD "figures: [line.passed, line.speed, box.density, box.voronoi_speed, "
                  "line.forward, far.flow, steps]\nall_runs: measured-runs.csv\n",
            true);
    char *table = sim_read_file(RUNS), *line = strchr(table, '\n') + 1;
    CHECK_INT(strncmp(table, "time_step,profile,seed,line.passed,line.speed,box.density,", 58), 0);
    uint64_t passed = 0;
    for (int i = 0; i < 6; i++) {
        double step, line_passed, speed, density, voronoi_speed, forward;
        unsigned long long seed, steps;
        expected e = single_run((uint64_t)i % 3, i < 3 ? "time_step=0.1" : "time_step=0.25");
        /* Nobody goes through the far line, so that its field is empty. */
        CHECK_INT(sscanf(line, "%lf,default,%llu,%lf,%lf,%lf,%lf,%lf,,%llu,", &step, &seed,
                         &line_passed, &speed, &density, &voronoi_speed, &forward, &steps),
                  8);
        CHECK(line_passed == (double)e.all[0].passed && forward == (double)e.all[0].forward);
        CHECK(speed == e.all[0].speed && density == e.all[2].density);
        CHECK(voronoi_speed == e.all[2].voronoi_speed && density > 0);
        CHECK_INT(steps, i < 3 ? 40 : 16);
        passed += e.all[0].passed;
        line = strchr(line, '\n') + 1;
    }
    CHECK(passed > 0);
    free(table);
}

TEST(the_store_has_them) {
    static const char text[] = CROWD "settled: {figures: [line.flow]}\n";
    CHECK_INT(kept_by(text, true), 0);
    char *made = sim_read_file(TABLE);
    CHECK_INT(kept_by(text, false), 6);
    char *kept = sim_read_file(TABLE);
    CHECK_STR(kept, made);
    /* By default all that a line or an area has, and not what it has not. */
    CHECK(strstr(made, ",line.throughput_mean,") && strstr(made, ",box.voronoi_density_ci95,"));
    CHECK(!strstr(made, "line.density") && !strstr(made, "box.flow"));
    free(made);
    free(kept);
}

static void check_refused(const char *text, const char *says) {
    sst_experiment *experiment = experiment_of(text);
    CHECK_MSG(!experiment && strstr(messages.text, says), "%s: %s", text, messages.text);
    sst_experiment_destroy(experiment);
}

TEST(what_is_measured_is_the_same_in_all_cells) {
    static const char differs[] = "measures other lines and areas";
    check_refused("scenario: " SCENE "\nvary: {measure.0.name: [line, other]}\n", differs);
    check_refused("scenario: " SCENE "\nvary: {measure: [[], [{name: a, area: [0, 0, 1, 1]}]]}\n",
                  differs);
    check_refused("scenario: {agents: []}\nvary: {measure: [[{name: a, area: [0, 0, 1, 1]}], "
                  "[{name: a, line: [[0, 0], [1, 1]]}]]}\n",
                  differs);
    check_refused("scenario: " SCENE "\ncombine: zip\nvary: {time_step: [0.1, 0.2], "
                  "measure.0.name: [line, other]}\n",
                  differs);
    /* Where and how may vary. */
    CHECK_INT(kept_by("scenario: " SCENE "\nvary: {measure.0.line: [[[1, 0], [1, 4]], [[2, 0], [2, "
                      "4]]], measure.2.every: [0, 1]}\n",
                      true),
              0);
    CHECK_INT(kept_by("scenario: " SCENE "\nvary: {measure.0.name: [line, line]}\n", true), 0);
}

/* --- Files --------------------------------------------------------------------------------- */

/* Somebody who walks so far each tenth of a second. */
static void write_walk(const char *path, double stride) {
    FILE *file = fopen(path, "w");
    REQUIRE(file);
    fputs("step,time,agent,x,y,vx,vy\n", file);
    for (int i = 0; i < 20; i++)
        fprintf(file, "%d,%.17g,0,%.17g,0,0,0\n", i, i * 0.1, i * stride);
    fclose(file);
}

#define WALK "scenario: {until: 1, agents: [{trajectory: {file: walk-a.csv, agent: 0}}]}\n"

TEST(a_run_depends_on_the_files_that_the_scenario_names) {
    write_walk(FOLDER "walk-a.csv", 0.1);
    CHECK_INT(kept_by(WALK, true), 0);
    CHECK_INT(kept_by(WALK, false), 1);
    write_walk(FOLDER "walk-a.csv", 0.15);
    CHECK_INT(kept_by(WALK, false), 0);
    write_walk(FOLDER "walk-a.csv", 0.1);
    CHECK_INT(kept_by(WALK, false), 1);
}

TEST(each_value_has_its_own_files) {
    static const char one[] = WALK "vary: {agents.0.trajectory.file: [walk-a.csv]}\n";
    static const char both[] = WALK "vary: {agents.0.trajectory.file: [walk-a.csv, walk-b.csv], "
                                    "time_step: [0.1, 0.05]}\n";
    static const char half[] = WALK "vary: {agents.0.trajectory.file: [walk-a.csv, walk-b.csv]}\n";
    write_walk(FOLDER "walk-a.csv", 0.1);
    write_walk(FOLDER "walk-b.csv", 0.2);
    CHECK_INT(kept_by(one, true), 0);
    CHECK_INT(kept_by(half, false), 1);
    CHECK_INT(kept_by(both, false), 0);
    write_walk(FOLDER "walk-b.csv", 0.25);
    CHECK_INT(kept_by(half, false), 1);
    CHECK_INT(kept_by(both, false), 2);
}

TEST(a_file_that_changes_meanwhile_is_noticed) {
    write_walk(FOLDER "walk-a.csv", 0.1);
    sst_experiment *experiment = experiment_of(WALK);
    sst_experiment_summary summary;
    REQUIRE(experiment);
    write_walk(FOLDER "walk-a.csv", 0.15);
    CHECK(run_made(experiment, true, &summary) == SST_BAD_INPUT);
    CHECK_MSG(strstr(messages.text, "walk-a.csv has changed since"), "%s", messages.text);
    unlink(FOLDER "walk-a.csv");
    CHECK(run_made(experiment, true, &summary) == SST_BAD_INPUT);
    sst_experiment_destroy(experiment);
}

TEST(a_table_never_overwrites_a_recording) {
    static const char path[] = TABLE;
    write_walk(path, 0.1);
    sst_experiment_summary summary;
    sst_experiment *experiment = experiment_of(
        "scenario: {until: 1, agents: [{trajectory: {file: measured.csv, agent: 0}}]}\n");
    REQUIRE(experiment);
    CHECK(run_made(experiment, true, &summary) == SST_BAD_INPUT);
    CHECK_MSG(strstr(messages.text, "a file that the scenario names"), "%s", messages.text);
    sst_experiment_destroy(experiment);
    unlink(path);
}

SUITE(test_sim_experiment_measured, CASE(measured_figures_are_those_of_single_runs),
      CASE(the_store_has_them), CASE(what_is_measured_is_the_same_in_all_cells),
      CASE(a_run_depends_on_the_files_that_the_scenario_names), CASE(each_value_has_its_own_files),
      CASE(a_file_that_changes_meanwhile_is_noticed), CASE(a_table_never_overwrites_a_recording))
