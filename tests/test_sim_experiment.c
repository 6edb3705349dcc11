/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Experiments in one process: what the table says against single runs, that it is the same whatever
 * was kept, and what becomes of broken stores. tests/test_experiment_resume.py kills them. */

#include "experiment/experiment.h"
#include "experiment/results.h"
#include "harness.h"
#include "sim_experiment.h"

#include <errno.h>
#include <sqlite3.h>
#include <unistd.h>

#define FOLDER SIDESTEP_TEST_DIR "/"
#define TABLE  FOLDER "experiment.csv"
#define STORE  TABLE ".runs"

static sim_messages messages;

static sst_experiment *experiment_of(const char *text) {
    sst_experiment *experiment = sim_experiment(&messages, text, FOLDER "experiment.yaml");
    CHECK_MSG(experiment, "%s: %s", text, messages.text);
    return experiment;
}

static sst_experiment_options options_for(uint32_t jobs) {
    static const char *const output = TABLE;
    return sim_experiment_options(jobs, &output);
}

static void forget(void) {
    unlink(TABLE);
    unlink(STORE);
}

static sst_outcome run_with(const char *text, const sst_experiment_options *options,
                            sst_experiment_summary *summary) {
    sst_experiment *experiment = experiment_of(text);
    if (!experiment)
        return SST_BAD_INPUT;
    messages = (sim_messages){0};
    sst_outcome outcome = sst_experiment_run(experiment, options, sim_collect(&messages), summary);
    sst_experiment_destroy(experiment);
    return outcome;
}

/* Runs it anew, with so many jobs; the table's text, to be freed. */
static char *table_of(const char *text, uint32_t jobs, bool fresh,
                      sst_experiment_summary *summary) {
    sst_experiment_options options = options_for(jobs);
    options.fresh = fresh;
    unlink(TABLE);
    CHECK_MSG(run_with(text, &options, summary) == SST_DONE, "%s", messages.text);
    return sim_read_file(TABLE);
}

/* --- Cells --------------------------------------------------------------------------------- */

#define WALKER "scenario: {agents: [{position: [0, 0], goal: [3, 0]}]}\n"

TEST(the_last_parameter_turns_fastest) {
    sst_experiment *e = experiment_of(WALKER "vary: {time_step: [0.1, 0.2], agents.0.radius: [0.2, "
                                             "0.3, 0.4]}\nprofiles: [default, classic]\n");
    REQUIRE(e);
    CHECK_INT(e->cell_count, 12);
    ssti_cell first = ssti_cell_at(e, 0), second = ssti_cell_at(e, 1), last = ssti_cell_at(e, 11);
    CHECK(first.values[0] == 0 && first.values[1] == 0 && first.profile == SST_PROFILE_DEFAULT);
    CHECK(second.values[0] == 0 && second.values[1] == 0 && second.profile == SST_PROFILE_CLASSIC);
    CHECK(ssti_cell_at(e, 2).values[1] == 1 && ssti_cell_at(e, 6).values[0] == 1);
    CHECK(last.values[0] == 1 && last.values[1] == 2 && last.profile == SST_PROFILE_CLASSIC);
    sst_experiment_destroy(e);
}

TEST(zip_goes_in_step) {
    sst_experiment *e = experiment_of(
        WALKER "vary: {time_step: [0.1, 0.2], agents.0.radius: [0.2, 0.3]}\ncombine: zip\n");
    REQUIRE(e);
    CHECK_INT(e->cell_count, 2);
    ssti_cell second = ssti_cell_at(e, 1);
    CHECK(second.values[0] == 1 && second.values[1] == 1);
    sst_experiment_destroy(e);
}

TEST(what_is_not_said) {
    sst_experiment *e = experiment_of("scenario: {profile: classic, agents: [{position: [0, 0]}]}");
    REQUIRE(e);
    CHECK_INT(e->cell_count, 1);
    CHECK_INT(e->seeds, 1);
    CHECK(ssti_cell_at(e, 0).profile == SST_PROFILE_CLASSIC);
    for (size_t i = 0; i < e->figures.count; i++)
        CHECK(!sst_figure_at(e->figures.indices[i])->of_machine);
    sst_experiment_destroy(e);
}

/* --- Tables -------------------------------------------------------------------------------- */

TEST(the_table_by_hand) {
    /* With any seed, a walker bound 3 m ahead is a step's way before its goal after 29 steps at 1
     * m/s and after 59 at 0.5 m/s; that near counts as arrived. */
    forget();
    sst_experiment_summary summary;
    char *table = table_of(WALKER "vary: {agents.0.preferred_speed: [1, 0.5]}\nseeds: 3\nfigures: "
                                  "[steps, min_gap]\nsettled: {consecutive: 2}\n",
                           2, true, &summary);
    CHECK_STR(table, "agents.0.preferred_speed,profile,runs,settled_after,"
                     "steps_mean,steps_sd,steps_min,steps_max,steps_ci95,steps_n,"
                     "steps_settled_after,"
                     "min_gap_mean,min_gap_sd,min_gap_min,min_gap_max,min_gap_ci95,min_gap_n,"
                     "min_gap_settled_after\n"
                     "1,default,3,3,29,0,29,29,0,3,3,,,,,,0,2\n"
                     "0.5,default,3,3,59,0,59,59,0,3,3,,,,,,0,2\n");
    CHECK(!summary.seeds_matter);
    CHECK_INT(summary.settled_cells, 2);
    CHECK(summary.runs == 6 && summary.finished == 6 && summary.kept == 0);
    free(table);
}

#define CROWD "scenario:\n  until: 2\n  groups: [{number: 5, area: [0, 0, 4, 4], goal: [4, 4]}]\n"

/* The same run made without an experiment. */
static double single_run(uint64_t seed, const char *setting, const char *figure) {
    static const char scene[] =
        "{until: 2, groups: [{number: 5, area: [0, 0, 4, 4], goal: [4, 4]}]}";
    char of_seed[32];
    snprintf(of_seed, sizeof of_seed, "seed=%llu", (unsigned long long)seed);
    const char *settings[] = {setting, of_seed};
    sst_scenario *scenario = NULL;
    sst_run_options options;
    sst_summary summary = {0};
    sst_run_options_init(&options);
    sst_scenario_read_with(scene, strlen(scene), "x", settings, 2, sim_collect(&messages),
                           &scenario);
    CHECK(scenario && sst_run(scenario, &options, sim_collect(&messages), &summary) == SST_DONE);
    sst_scenario_destroy(scenario);
    size_t i = 0;
    while (strcmp(sst_figure_at(i)->name, figure) != 0)
        i++;
    return sst_summary_figure(&summary, i);
}

TEST(runs_are_single_runs) {
    forget();
    sst_experiment_summary summary;
    free(table_of(CROWD "vary: {time_step: [0.1, 0.25]}\nseeds: 3\nfirst_seed: 7\n"
                        "figures: [min_gap]\nall_runs: all.csv\n",
                  2, true, &summary));
    char *table = sim_read_file(FOLDER "all.csv"), *line = strchr(table, '\n') + 1;
    CHECK(strncmp(table, "time_step,profile,seed,min_gap,state_hash\n", 42) == 0);
    for (int i = 0; i < 6; i++) {
        double step = 0, gap = 0;
        unsigned long long seed = 0;
        CHECK_INT(sscanf(line, "%lf,default,%llu,%lf", &step, &seed, &gap), 3);
        CHECK(step == (i < 3 ? 0.1 : 0.25));
        CHECK_INT(seed, 7 + i % 3);
        CHECK(gap == single_run(seed, i < 3 ? "time_step=0.1" : "time_step=0.25", "min_gap"));
        line = strchr(line, '\n') + 1;
    }
    CHECK(*line == 0);
    CHECK(summary.seeds_matter);
    free(table);
}

/* --- Stopping ------------------------------------------------------------------------------ */

#define MANY                                                                                       \
    CROWD "vary: {time_step: [0.1, 0.2, 0.25]}\nseeds: 40\nfigures: [path_ratio, time, arrived]\n" \
          "settled: {relative: 0.3, absolute: 1, consecutive: 3}\n"

TEST(stopping_is_the_same_whatever_was_made) {
    forget();
    sst_experiment_summary one, three, after;
    char *alone = table_of(MANY "stop_when_settled: true", 1, true, &one);
    char *together = table_of(MANY "stop_when_settled: true", 3, true, &three);
    free(table_of(MANY, 2, false, &after));
    CHECK_INT(after.runs, 120);
    char *known = table_of(MANY "stop_when_settled: true", 2, false, &after);
    CHECK(one.runs < 60 && one.runs >= 12);
    CHECK_INT(one.settled_cells, 3);
    CHECK_STR(alone, together);
    CHECK_STR(alone, known);
    CHECK_INT(after.finished, 0);
    free(alone);
    free(together);
    free(known);
}

/* --- Going on ------------------------------------------------------------------------------ */

static bool stop_after_some(const sst_experiment_progress *at, void *context) {
    (void)context;
    return at->finished < 3;
}

TEST(an_interrupted_one_goes_on) {
    forget();
    sst_experiment_summary summary;
    char *whole = table_of(MANY, 2, true, &summary);
    sst_experiment_options options = options_for(2);
    options.fresh = true;
    options.progress = stop_after_some;
    unlink(TABLE);
    sst_outcome outcome = run_with(MANY, &options, &summary);
    /* Told ten times a second, it may find all runs finished, but never more. */
    CHECK(outcome == SST_DONE && summary.interrupted && access(TABLE, F_OK) != 0);
    CHECK(summary.finished >= 3);
    size_t kept = summary.finished;
    char *rest = table_of(MANY, 2, false, &summary);
    CHECK_INT(summary.kept, kept);
    CHECK_INT(summary.kept + summary.finished, 120);
    CHECK_STR(whole, rest);
    free(whole);
    free(rest);
}

TEST(values_may_come_twice) {
    forget();
    static const char text[] = CROWD "vary: {time_step: [0.1, 0.1]}\nseeds: 2\nfigures: [time]\n";
    sst_experiment_summary summary;
    char *table = table_of(text, 1, true, &summary);
    char *kept = table_of(text, 1, false, &summary);
    CHECK_INT(summary.kept, 4);
    CHECK_STR(kept, table);
    free(table);
    free(kept);
}

static bool begin_another(const sst_experiment_progress *at, void *context) {
    (void)at;
    sst_experiment_summary summary;
    sst_experiment_options options = options_for(1);
    sst_experiment *same = experiment_of(WALKER);
    messages = (sim_messages){0};
    *(sst_outcome *)context = sst_experiment_run(same, &options, sim_collect(&messages), &summary);
    sst_experiment_destroy(same);
    return true;
}

TEST(one_at_a_time) {
    forget();
    sst_outcome of_another = SST_DONE;
    sst_experiment_summary summary;
    sst_experiment_options options = options_for(1);
    options.progress = begin_another;
    options.progress_context = &of_another;
    sst_experiment *experiment = experiment_of(WALKER);
    sst_reporter nobody = {0};
    CHECK(sst_experiment_run(experiment, &options, nobody, &summary) == SST_DONE);
    CHECK(of_another == SST_FAILED);
    CHECK_MSG(strstr(messages.text, "another experiment is using"), "%s", messages.text);
    sst_experiment_destroy(experiment);
}

TEST(refused_runs_are_told_and_the_others_kept) {
    /* Forty fit into the large area, two into the small one; no single value is bad. */
    forget();
    static const char text[] =
        "scenario: {until: 1, groups: [{number: 2, area: [0, 0, 30, 30], radius: 0.5}]}\n"
        "vary: {groups.0.area: [[0, 0, 30, 30], [0, 0, 3, 3]], groups.0.number: [2, 40]}\n"
        "seeds: 2\n";
    sst_experiment_summary summary;
    sst_experiment_options options = options_for(2);
    CHECK(run_with(text, &options, &summary) == SST_BAD_INPUT);
    CHECK_MSG(strstr(messages.text, "groups.0.area=[0, 0, 3, 3], groups.0.number=40, seed 1 is "
                                    "refused"),
              "%s", messages.text);
    CHECK_MSG(strstr(messages.text, "2 of 8 runs are refused"), "%s", messages.text);
    CHECK(access(TABLE, F_OK) != 0);
    sst_experiment *experiment = experiment_of(text);
    sst_experiment_survey survey;
    CHECK(sst_experiment_look(experiment, &options, sim_collect(&messages), &survey) == SST_DONE);
    CHECK_INT(survey.kept, 6);
    CHECK(survey.seconds_per_run > 0 && survey.seconds_left > 0);
    sst_experiment_destroy(experiment);
}

TEST(a_look_makes_nothing) {
    forget();
    sst_experiment_options options = options_for(2);
    sst_experiment_survey survey;
    sst_experiment *experiment = experiment_of(MANY);
    CHECK(sst_experiment_look(experiment, &options, sim_collect(&messages), &survey) == SST_DONE);
    CHECK(survey.runs == 120 && survey.cells == 3 && survey.seeds == 40 && survey.kept == 0);
    CHECK(isnan(survey.seconds_per_run) && survey.job_count == 2);
    CHECK(access(STORE, F_OK) != 0 && access(TABLE, F_OK) != 0);
    sst_experiment_destroy(experiment);
}

/* --- Places -------------------------------------------------------------------------------- */

static void check_refused(const char *path, const char *says, sst_outcome expected) {
    sst_experiment_options options = options_for(1);
    options.outputs = &path;
    sst_experiment_summary summary;
    CHECK(run_with(WALKER, &options, &summary) == expected);
    CHECK_MSG(strstr(messages.text, says), "%s: %s", path, messages.text);
}

TEST(places_that_cannot_be) {
    check_refused(FOLDER "x.txt", "tells no kind of table", SST_BAD_INPUT);
    check_refused(FOLDER "none/x.csv", "cannot be created: No such file", SST_FAILED);
    check_refused("/proc/x.csv", "cannot be created", SST_FAILED);
    const char *twice[] = {TABLE, FOLDER "./experiment.csv"};
    sst_experiment_summary summary;
    sst_experiment_options options = options_for(1);
    CHECK(run_with(WALKER, &options, &summary) == SST_DONE);
    options.outputs = twice;
    options.output_count = 2;
    CHECK(run_with(WALKER, &options, &summary) == SST_BAD_INPUT);
    CHECK_MSG(strstr(messages.text, "found twice"), "%s", messages.text);
    options.output_count = 0;
    CHECK(run_with(WALKER, &options, &summary) == SST_BAD_INPUT);
    CHECK_MSG(strstr(messages.text, "no `output`"), "%s", messages.text);
}

TEST(a_table_never_overwrites_the_experiment) {
    static const char path[] = FOLDER "itself.json";
    FILE *file = fopen(path, "w");
    REQUIRE(file);
    fputs("{\"scenario\": {\"agents\": []}, \"output\": \"itself.json\"}", file);
    fclose(file);
    sst_experiment *experiment = NULL;
    sst_experiment_options options;
    sst_experiment_summary summary;
    sst_experiment_options_init(&options);
    messages = (sim_messages){0};
    REQUIRE(sst_experiment_load(path, sim_collect(&messages), &experiment) == SST_DONE);
    CHECK(sst_experiment_run(experiment, &options, sim_collect(&messages), &summary) ==
          SST_BAD_INPUT);
    CHECK_MSG(strstr(messages.text, "would overwrite"), "%s", messages.text);
    sst_experiment_destroy(experiment);
    unlink(path);
}

/* --- Broken stores ------------------------------------------------------------------------- */

static void write_bytes(const char *path, const char *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    if (CHECK_MSG(file, "%s", path)) {
        CHECK(fwrite(bytes, 1, size, file) == size);
        fclose(file);
    }
}

static bool exists(const char *path) {
    return access(path, F_OK) == 0;
}

/* Either says what to do and leaves the table alone, or makes the right one. */
static bool check_broken(const char *what, const char *text, const char *right) {
    sst_experiment_summary summary;
    sst_experiment_options options = options_for(1);
    unlink(TABLE);
    sst_outcome outcome = run_with(text, &options, &summary);
    if (outcome == SST_DONE) {
        char *table = sim_read_file(TABLE);
        CHECK_MSG(strcmp(table, right) == 0, "%s: a wrong table", what);
        free(table);
        return true;
    }
    CHECK_MSG(!exists(TABLE), "%s: a table in spite of the error", what);
    CHECK_MSG(strstr(messages.text, "--fresh") && messages.errors == 1, "%s: %s", what,
              messages.text);
    return false;
}

TEST(a_broken_store_gives_no_wrong_table) {
    static const char text[] = CROWD "seeds: 4\nfigures: [min_gap, path_ratio]\n";
    forget();
    sst_experiment_summary summary;
    char *right = table_of(text, 1, true, &summary);
    ssti_report report = {0};
    ssti_bytes store;
    REQUIRE(ssti_file_read(STORE, 1 << 24, &report, &store) == SST_DONE);
    test_rng rng = test_seed(11);
    size_t refused = 0, repaired = 0;
    for (long i = 0; i < test_count(150, 5000); i++) {
        size_t at = (size_t)test_below(&rng, store.size);
        char flip = (char)(1 << test_below(&rng, 8));
        char what[80];
        snprintf(what, sizeof what, "byte %zu of %zu changed by 0x%02x", at, store.size,
                 (unsigned char)flip);
        store.data[at] ^= flip;
        write_bytes(STORE, store.data, store.size);
        store.data[at] ^= flip;
        if (check_broken(what, text, right))
            repaired++;
        else
            refused++;
    }
    CHECK(refused > 0 && repaired > 0);
    for (size_t size = 0; size < store.size; size += 1500) {
        char what[40];
        snprintf(what, sizeof what, "cut off at %zu", size);
        write_bytes(STORE, store.data, size);
        check_broken(what, text, right);
    }
    free(store.data);
    free(right);
}

/* A value changed as another program would change it: the file is whole, the run is not. */
TEST(a_changed_figure_is_noticed) {
    static const char text[] = CROWD "seeds: 4\nfigures: [min_gap]\n";
    forget();
    sst_experiment_summary summary;
    char *right = table_of(text, 1, true, &summary);
    sqlite3 *db;
    REQUIRE(sqlite3_open(STORE, &db) == SQLITE_OK);
    CHECK(sqlite3_exec(db, "UPDATE figure SET value = 1 WHERE run = 2 AND name = 'min_gap'", NULL,
                       NULL, NULL) == SQLITE_OK);
    CHECK_INT(sqlite3_changes(db), 1);
    sqlite3_close(db);
    CHECK(!check_broken("a changed figure", text, right));
    CHECK_MSG(strstr(messages.text, "checksum"), "%s", messages.text);
    free(right);
}

TEST(what_is_no_store) {
    forget();
    write_bytes(STORE, "step,time,agent,x,y,vx,vy: some text that is longer than a page head", 60);
    CHECK(!check_broken("a text", WALKER, ""));
    sqlite3 *db;
    unlink(STORE);
    REQUIRE(sqlite3_open(STORE, &db) == SQLITE_OK);
    CHECK(sqlite3_exec(db, "CREATE TABLE mine (x)", NULL, NULL, NULL) == SQLITE_OK);
    sqlite3_close(db);
    CHECK(!check_broken("another database", WALKER, ""));
    CHECK_MSG(strstr(messages.text, "found a database"), "%s", messages.text);
    forget();
}

SUITE(test_sim_experiment, CASE(the_last_parameter_turns_fastest), CASE(zip_goes_in_step),
      CASE(what_is_not_said), CASE(the_table_by_hand), CASE(runs_are_single_runs),
      CASE(stopping_is_the_same_whatever_was_made), CASE(an_interrupted_one_goes_on),
      CASE(values_may_come_twice), CASE(one_at_a_time),
      CASE(refused_runs_are_told_and_the_others_kept), CASE(a_look_makes_nothing),
      CASE(places_that_cannot_be), CASE(a_table_never_overwrites_the_experiment),
      CASE(a_broken_store_gives_no_wrong_table), CASE(a_changed_figure_is_noticed),
      CASE(what_is_no_store))
