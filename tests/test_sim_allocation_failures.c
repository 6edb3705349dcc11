/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Each allocation of the simulator, and of the library under it, failed once: one error is
 * reported, nothing leaks and nothing crashes. The linker turns malloc and its kin in our own code
 * into the functions below (--wrap in tests/CMakeLists.txt), and SQLite lets its own be replaced.
 * Those of libfyaml, HDF5, Cairo, GEOS and zlib stay as they are. */

#include "harness.h"
#include "import/geometry.h"
#include "sidestep/experiment.h"
#include "sidestep/verify.h"
#include "sim_scene.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/mman.h>
#include <unistd.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *pointer, size_t size);
char *__real_strdup(const char *text);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *pointer, size_t size);
char *__wrap_strdup(const char *text);

/* Allocations that still succeed; negative: all do. Processes that are begun count on, as HDF5
 * reads in one of its own. */
static atomic_long *until_failure;

static bool fails(void) {
    return until_failure && *until_failure >= 0 && (*until_failure)-- == 0;
}

void *__wrap_malloc(size_t size) {
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *pointer, size_t size) {
    return fails() ? NULL : __real_realloc(pointer, size);
}

char *__wrap_strdup(const char *text) {
    return fails() ? NULL : __real_strdup(text);
}

/* --- What is tried ------------------------------------------------------------------------- */

static sst_outcome read_and_run(sst_reporter reporter) {
    static const char text[] =
        "{name: x, obstacles: [[[0, 0], [1, 0], [0, 1]], {kind: room, vertices: [[-9, -9], [9, "
        "-9], "
        "[9, 9], [-9, 9]]}], agents: [{position: [-3, 0], goals: [[0, -2], [3, 0]]}, {position: "
        "[-3, 2], goal: [3, 2], on_arrival: remove}, {position: [4, 4], start_time: 0.3}, "
        "{position: [4.1, 4]}]}";
    sst_scenario *scenario = NULL;
    sst_summary summary;
    sst_run_options options;
    sst_run_options_init(&options);
    options.steps = 10;
    options.outputs = (const char *[]){SIDESTEP_TEST_DIR "/allocation.csv"};
    options.output_count = 1;
    options.picture_path = SIDESTEP_TEST_DIR "/allocation.png";
    sst_outcome outcome = sst_scenario_read(text, strlen(text), "x", reporter, &scenario);
    if (outcome == SST_DONE)
        outcome = sst_run(scenario, &options, reporter, &summary);
    sst_scenario_destroy(scenario);
    return outcome;
}

/* Groups, profiles, every pool of a scenario, and settings. */
static sst_outcome read_drawn(sst_reporter reporter) {
    static const char text[] =
        "{agents: [{trajectory: [[0, 7, 7], [1, 8, 7]]}], senses: {e: {range: 9, delay: 0.1}}, "
        "agent_profiles: {a: {senses: e, radius: {uniform: "
        "{from: 0.1, to: 0.2}}, goals: {choice: {values: "
        "[[[9, 9], [0, 0, 1, 1]]]}}}}, obstacles: [{kind: room, vertices: [[-9, -9], [9, -9], [9, "
        "9], [-9, 9]]}], zones: [{area: {polygon: [[0, 0], [1, 0], [1, 1]]}, factor: 0.5}], "
        "groups: [{like: a, number: 70, area: {polygon: [[-8, -8], [8, -8], [8, "
        "8]]}, arrivals: {rate: 50}}, {number: 2, position: [{normal: {mean: 0, std_dev: 1}}, 0], "
        "exits: [[1, 1], {circle: {centre: [3, 3], radius: 1}}]}]}";
    static const char *const settings[] = {"seed=3", "groups.1.exits=[[1, 1], [2, 2, 3, 3]]"};
    sst_scenario *scenario = NULL;
    sst_summary summary;
    sst_run_options options;
    sst_run_options_init(&options);
    options.steps = 3;
    sst_outcome outcome =
        sst_scenario_read_with(text, strlen(text), "x", settings, 2, reporter, &scenario);
    if (outcome == SST_DONE)
        outcome = sst_run(scenario, &options, reporter, &summary);
    sst_scenario_destroy(scenario);
    return outcome;
}

/* A run that is measured, with its recording, and then the recording. */
static sst_outcome measure(sst_reporter reporter) {
    static const char text[] =
        "{measure: [{name: a, line: [[0, -5], [0, 5]], flow_window: 0.2}, {name: b, area: [-2, -2, "
        "2, 2], every: 0, cut_off: 1}], agents: [{position: [-0.2, 0], goal: [2, 0]}, {position: "
        "[0, 2], goal: [-2, -2]}]}";
    static const char path[] = SIDESTEP_TEST_DIR "/allocation-measure.h5";
    sst_scenario *scenario = NULL;
    sst_summary summary;
    sst_run_options options;
    sst_run_options_init(&options);
    options.steps = 12;
    options.outputs = (const char *[]){path};
    options.output_count = 1;
    options.series_path = SIDESTEP_TEST_DIR "/allocation-measure.csv";
    sst_outcome outcome = sst_scenario_read(text, strlen(text), "x", reporter, &scenario);
    if (outcome == SST_DONE)
        outcome = sst_run(scenario, &options, reporter, &summary);
    sst_scenario_destroy(scenario);
    return outcome;
}

/* What opens recordings takes want of memory for bad input. */
static sst_outcome measure_again(sst_reporter reporter) {
    static const char text[] =
        "{measure: [{name: b, area: [-2, -2, 2, 2]}], agents: [{position: [0, 0]}]}";
    const sim_messages *messages = reporter.context;
    sst_scenario *scenario = NULL;
    sst_measure_options options;
    sst_measure_options_init(&options);
    options.series_path = SIDESTEP_TEST_DIR "/allocation-measure.csv";
    sst_outcome outcome = sst_scenario_read(text, strlen(text), "x", reporter, &scenario);
    options.scenario = scenario;
    if (outcome == SST_DONE)
        outcome = sst_measure(SIDESTEP_TEST_DIR "/allocation.csv", &options, reporter);
    sst_scenario_destroy(scenario);
    return outcome == SST_BAD_INPUT && strstr(messages->text, "out of memory") ? SST_FAILED
                                                                               : outcome;
}

static sst_outcome import(sst_reporter reporter) {
    static const char rows[] =
        "0 1 0 0 0 0 0 0\n10 1 1 0 0 0 0 0\n0 2 5 0 5 0 0 0\n10 2 5 0 6 0 0 0\n";
    char *text = NULL;
    size_t size;
    sst_import_options options;
    sst_import_options_init(&options);
    sst_outcome outcome =
        sst_import_bytes(rows, strlen(rows), "x", &options, reporter, &text, &size);
    free(text);
    return outcome;
}

static sst_outcome shapes(sst_reporter reporter, const char *text) {
    ssti_report report = {.to = reporter, .file = "x"};
    ssti_geometry geometry = {0};
    sst_outcome outcome = ssti_geometry_read(text, strlen(text), true, &report, &geometry);
    ssti_geometry_free(&geometry);
    return outcome;
}

static sst_outcome wkt(sst_reporter reporter) {
    return shapes(reporter, "POLYGON ((0 0, 9 0, 9 9, 0 0), (5 1, 6 1, 6 2, 5 1))");
}

static sst_outcome geojson(sst_reporter reporter) {
    return shapes(reporter, "{\"type\": \"LineString\", \"coordinates\": [[0, 0], [1, 2]]}");
}

static sst_outcome load(sst_reporter reporter) {
    sst_scenario *scenario = NULL;
    sst_outcome outcome =
        sst_scenario_load(SIDESTEP_SOURCE_DIR "/scenarios/idle.yaml", reporter, &scenario);
    sst_scenario_destroy(scenario);
    return outcome;
}

/* Every advice that allocates has something to do in this one. */
static sst_outcome check(sst_reporter reporter) {
    static const char text[] = "profile: classic\n"
                               "obstacles:\n"
                               "  - {kind: room, vertices: [[-9, -9], [9, -9], [9, 9], [-9, 9]]}\n"
                               "  - [[0, -3], [0, 1.8]]\n"
                               "  - [[0, 2.2], [0, 8]]\n"
                               "agents:\n"
                               "  - {position: [-5, -5], goal: [5, -5, 6, -4]}\n"
                               "  - {position: [-5, 2], goal: [5, 2]}\n"
                               "  - {position: [5, 2], goal: [-5, 2]}\n"
                               "  - {position: [0, 12], goal: [5, 2.1]}\n";
    sst_scenario *scenario = NULL;
    sst_check_options options;
    sst_check_options_init(&options);
    sst_outcome outcome = sst_scenario_read(text, strlen(text), "x", reporter, &scenario);
    if (outcome == SST_DONE)
        outcome = sst_scenario_check(scenario, &options, reporter, (sst_advisor){0}, NULL);
    sst_scenario_destroy(scenario);
    return outcome;
}

/* The table of tests, and a run with its probe. */
static sst_outcome verify(sst_reporter reporter) {
    static const char *const tests[] = {"rimea-1"};
    sst_verify_options options;
    sst_verify_options_init(&options);
    options.tests = tests;
    options.test_count = 1;
    options.job_count = 1;
    return sst_verify(&options, reporter);
}

static sqlite3_mem_methods sqlite_memory;

static void *sqlite_malloc(int size) {
    return fails() ? NULL : sqlite_memory.xMalloc(size);
}

static void *sqlite_realloc(void *pointer, int size) {
    return fails() ? NULL : sqlite_memory.xRealloc(pointer, size);
}

static void prepare(void) {
    if (until_failure)
        return;
    int file = open(SIDESTEP_TEST_DIR "/allocations", O_RDWR | O_CREAT | O_TRUNC, 0666);
    REQUIRE(file >= 0 && ftruncate(file, sizeof *until_failure) == 0);
    atomic_long *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    REQUIRE(shared != MAP_FAILED);
    *shared = -1;
    until_failure = shared;
    close(file);
    CHECK_INT(sqlite3_config(SQLITE_CONFIG_GETMALLOC, &sqlite_memory), SQLITE_OK);
    sqlite3_mem_methods failing = sqlite_memory;
    failing.xMalloc = sqlite_malloc;
    failing.xRealloc = sqlite_realloc;
    CHECK_INT(sqlite3_config(SQLITE_CONFIG_MALLOC, &failing), SQLITE_OK);
}

/* Fails the first allocation, then the second, until there is none left to fail. SQLite does
 * without some of its own: it may bear it. */
static void fail_each_of(sst_outcome (*attempt)(sst_reporter), bool may_bear_it, long least) {
    long nth = 0;
    prepare();
    for (bool all_succeeded = false; !all_succeeded; nth++) {
        sim_messages messages;
        sst_reporter reporter = sim_collect(&messages);
        *until_failure = nth;
        sst_outcome outcome = attempt(reporter);
        all_succeeded = *until_failure >= 0;
        *until_failure = -1;
        bool done = outcome == SST_DONE && messages.errors == 0;
        bool failed = outcome == SST_FAILED && messages.errors == 1;
        CHECK_MSG(all_succeeded ? done : failed || (may_bear_it && done),
                  "allocation %ld: outcome %d, messages: %s", nth, (int)outcome, messages.text);
    }
    CHECK_MSG(nth > least, "only %ld allocations were failed", nth - 1);
}

static void fail_each(sst_outcome (*attempt)(sst_reporter), long least) {
    fail_each_of(attempt, false, least);
}

/* --- Recordings ---------------------------------------------------------------------------- */

#define RECORDING SIDESTEP_TEST_DIR "/allocation-recording"

static void record(void) {
    static const char *const outputs[] = {RECORDING ".csv", RECORDING ".txt", RECORDING ".h5",
                                          RECORDING ".sqlite"};
    sst_scenario *scenario = sim_scene(
        "name: x\nagents: [{position: [-3, 0], goal: [3, 0]}, {position: [3, 0], goal: [-3, 0]}]");
    sst_run_options options;
    sst_summary summary;
    REQUIRE(scenario);
    sst_run_options_init(&options);
    options.steps = 3;
    options.outputs = outputs;
    options.output_count = 4;
    CHECK_INT(sst_run(scenario, &options, (sst_reporter){0}, &summary), SST_DONE);
    sst_scenario_destroy(scenario);
}

static sst_outcome inspect(const char *path, sst_reporter reporter) {
    sst_recording_options options;
    sst_recording_options_init(&options);
    sst_recording_info info = {0};
    sst_outcome outcome = sst_recording_inspect(path, &options, reporter, &info);
    if (outcome == SST_DONE && strstr(path, "h5")) /* nothing is left out in silence */
        CHECK(info.scenario && info.geometry && info.profile && info.version);
    sst_recording_info_free(&info);
    return outcome;
}

static sst_outcome read_csv(sst_reporter reporter) {
    return inspect(RECORDING ".csv", reporter);
}

static sst_outcome read_petrack(sst_reporter reporter) {
    return inspect(RECORDING ".txt", reporter);
}

static sst_outcome read_h5(sst_reporter reporter) {
    return inspect(RECORDING ".h5", reporter);
}

static sst_outcome read_sqlite(sst_reporter reporter) {
    return inspect(RECORDING ".sqlite", reporter);
}

static sst_outcome convert(const char *from, const char *to, sst_reporter reporter) {
    sst_recording_options options;
    sst_recording_options_init(&options);
    return sst_recording_convert(from, to, &options, reporter);
}

static sst_outcome write_h5(sst_reporter reporter) {
    return convert(RECORDING ".csv", RECORDING "-2.h5", reporter);
}

static sst_outcome write_sqlite(sst_reporter reporter) {
    return convert(RECORDING ".csv", RECORDING "-2.sqlite", reporter);
}

static sst_outcome write_petrack(sst_reporter reporter) {
    return convert(RECORDING ".h5", RECORDING "-2.txt", reporter);
}

/* Rows by agent, not by time, are sorted in memory. */
static sst_outcome sort_rows(sst_reporter reporter) {
    return convert(RECORDING "-unsorted.txt", RECORDING "-2.csv", reporter);
}

TEST(reading_recordings) {
    prepare();
    record();
    fail_each(read_csv, 4);
    fail_each(read_petrack, 8);
    fail_each(read_h5, 12);
    fail_each_of(read_sqlite, true, 100);
}

TEST(converting_recordings) {
    prepare();
    record();
    FILE *file = fopen(RECORDING "-unsorted.txt", "w");
    REQUIRE(file);
    fputs("# framerate: 10\n# id frame x/m y/m z/m\n1 0 1 1 0\n1 1 1 1 0\n2 0 5 5 0\n", file);
    fclose(file);
    fail_each(sort_rows, 9);
    fail_each(write_h5, 12);
    fail_each(write_petrack, 15);
    fail_each_of(write_sqlite, true, 200);
}

TEST(reading_and_running) {
    fail_each(read_and_run, 40);
}

TEST(reading_what_is_drawn) {
    fail_each(read_drawn, 60);
}

TEST(measuring) {
    fail_each(measure, 80);
    fail_each(measure_again, 30);
}

TEST(importing) {
    fail_each(import, 2);
    fail_each(wkt, 4);
    fail_each(geojson, 4);
}

TEST(loading) {
    fail_each(load, 5);
}

TEST(checking) {
    fail_each(check, 40);
}

TEST(verifying) {
    fail_each(verify, 100);
}

static const char small_experiment[] =
    "{name: x, scenario: {agents: [{position: [0, 0], goal: [1, 0]}], measure: [{name: l, line: "
    "[[0, -1], [0, 1]]}]}, vary: {time_step: [0.5], name: [a]}, profiles: [classic], seeds: 2, "
    "figures: [steps, l.flow], settled: {figures: [steps]}, output: [allocation-experiment.json, "
    "allocation-experiment.csv], all_runs: "
    "allocation-runs.csv, steps: 2}";

static sst_outcome read_experiment(sst_reporter reporter, sst_experiment **experiment) {
    return sst_experiment_read(small_experiment, strlen(small_experiment), SIDESTEP_TEST_DIR "/x",
                               reporter, experiment);
}

static sst_outcome only_read_experiment(sst_reporter reporter) {
    sst_experiment *experiment = NULL;
    sst_outcome outcome = read_experiment(reporter, &experiment);
    sst_experiment_destroy(experiment);
    return outcome;
}

static sst_experiment *read_before;

static sst_outcome run_experiment(sst_reporter reporter) {
    sst_experiment_summary summary;
    sst_experiment_options options;
    sst_experiment_options_init(&options);
    options.job_count = 1;
    options.fresh = true;
    return sst_experiment_run(read_before, &options, reporter, &summary);
}

TEST(reading_experiments) {
    fail_each(only_read_experiment, 40);
}

/* SQLite can do without some of its memory. */
TEST(running_experiments) {
    sim_messages messages;
    read_before = NULL;
    REQUIRE(read_experiment(sim_collect(&messages), &read_before) == SST_DONE);
    fail_each_of(run_experiment, true, 100);
    sst_experiment_destroy(read_before);
}

SUITE(sim_allocation_failures, CASE(reading_and_running), CASE(reading_what_is_drawn),
      CASE(measuring), CASE(importing), CASE(loading), CASE(checking), CASE(verifying),
      CASE(reading_recordings), CASE(converting_recordings), CASE(reading_experiments),
      CASE(running_experiments))
