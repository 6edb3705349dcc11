/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The pool of an experiment with more threads than processors: under the thread sanitizer, and for
 * equal tables. */

#include "harness.h"
#include "report/file.h"
#include "sidestep/experiment.h"
#include "sim_scene.h"

#include <unistd.h>

#define TABLE SIDESTEP_TEST_DIR "/threads.csv"
#define SCENE                                                                                      \
    "scenario: {until: 1, groups: [{number: 4, area: [0, 0, 6, 6], radius: 0.5, goal: [6, 6]}]}\n" \
    "figures: [min_gap, path_ratio]\n"

static sim_messages messages;

static sst_outcome run_with(const char *text, uint32_t jobs,
                            bool (*progress)(const sst_experiment_progress *, void *),
                            sst_experiment_summary *summary) {
    static const char *const outputs[] = {TABLE};
    sst_experiment *experiment = NULL;
    sst_experiment_options options;
    sst_experiment_options_init(&options);
    options.job_count = jobs;
    options.fresh = true;
    options.outputs = outputs;
    options.output_count = 1;
    options.progress = progress;
    unlink(TABLE);
    sst_outcome outcome =
        sst_experiment_read(text, strlen(text), "x", sim_collect(&messages), &experiment);
    if (outcome == SST_DONE)
        outcome = sst_experiment_run(experiment, &options, sim_collect(&messages), summary);
    sst_experiment_destroy(experiment);
    return outcome;
}

/* Of the table; 0, after a failed check, if there is none. */
static uint64_t hash_of_table(void) {
    ssti_report report = {0};
    ssti_bytes bytes;
    if (!CHECK(ssti_file_read(TABLE, 1 << 20, &report, &bytes) == SST_DONE))
        return 0;
    uint64_t hash = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < bytes.size; i++)
        hash = (hash ^ (unsigned char)bytes.data[i]) * UINT64_C(1099511628211);
    free(bytes.data);
    return hash;
}

TEST(jobs_do_not_show) {
    static const char text[] = SCENE "vary: {time_step: [0.1, 0.2]}\nseeds: 12\n"
                                     "settled: {absolute: 1, consecutive: 2}\n"
                                     "stop_when_settled: true\n";
    sst_experiment_summary summary;
    CHECK_MSG(run_with(text, 1, NULL, &summary) == SST_DONE, "%s", messages.text);
    uint64_t alone = hash_of_table();
    for (uint32_t jobs = 2; jobs <= 8; jobs *= 2) {
        CHECK_MSG(run_with(text, jobs, NULL, &summary) == SST_DONE, "%s", messages.text);
        CHECK(hash_of_table() == alone);
    }
}

/* Messages come from the workers, one at a time. */
TEST(many_refused) {
    sst_experiment_summary summary;
    CHECK(run_with(SCENE "vary: {groups.0.area: [[0, 0, 6, 6], [0, 0, 2.2, 2.2]], "
                         "groups.0.number: [1, 16]}\nseeds: 8\n",
                   6, NULL, &summary) == SST_BAD_INPUT);
    CHECK_MSG(strstr(messages.text, "8 of 32 runs are refused"), "%s", messages.text);
}

static bool stop_at_once(const sst_experiment_progress *at, void *context) {
    (void)context;
    return at->finished == 0;
}

TEST(interrupted_with_work_under_way) {
    sst_experiment_summary summary = {0};
    CHECK(run_with(SCENE "seeds: 40\n", 4, stop_at_once, &summary) == SST_DONE);
    CHECK(summary.interrupted && access(TABLE, F_OK) != 0);
}

SUITE(test_sim_experiment_threads, CASE(jobs_do_not_show), CASE(many_refused),
      CASE(interrupted_with_work_under_way))
