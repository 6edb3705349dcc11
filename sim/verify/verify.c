/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Which tests are asked for, and what comes of each. The runs of a test stand together in the list
 * of runs: mode by mode, in these variant by variant, in these seed by seed. */

#include "experiment/pool.h"
#include "verify/embedded.h"
#include "verify/judge.h"
#include "verify/runs.h"

#include <stdlib.h>
#include <string.h>

static const ssti_place whole_file = {0, 0};

const ssti_embedded *ssti_embedded_find(const char *name) {
    for (const ssti_embedded *file = ssti_embedded_files; file->name; file++)
        if (strcmp(file->name, name) == 0)
            return file;
    return NULL;
}

const char *sst_verify_file(const char *name, size_t *size) {
    const ssti_embedded *file = ssti_embedded_find(name);
    *size = file ? file->size : 0;
    return file ? file->bytes : NULL;
}

void sst_verify_options_init(sst_verify_options *options) {
    *options = (sst_verify_options){.struct_size = sizeof *options};
}

typedef struct session {
    const sst_verify_options *options;
    ssti_report report;
    ssti_tests *tests;
    const ssti_test *chosen[SSTI_MOST_TESTS];
    const ssti_named_settings *modes[SSTI_MOST_MODES];
    size_t chosen_count, mode_count;
    ssti_verify_runs runs;
} session;

/* --- What is asked for --------------------------------------------------------------------- */

static bool is_meant(const char *asked, const char *id) {
    size_t length = strlen(asked);
    return strncmp(asked, id, length) == 0 && (id[length] == 0 || id[length] == '-');
}

static bool is_asked_for(const session *s, const ssti_test *test) {
    const sst_verify_options *o = s->options;
    bool asked = o->test_count == 0;
    for (size_t i = 0; i < o->test_count; i++)
        asked |= is_meant(o->tests[i], test->id);
    return asked && !(o->quick && test->is_long);
}

static void unknown(session *s, const char *what, const char *found, const char *const *words,
                    size_t count) {
    const char *nearest = sst_nearest_word(found, words, count);
    ssti_error(&s->report, whole_file, "found the unknown %s `%s`, expected %s%s%s", what,
               ssti_show(found).text, nearest ? "perhaps `" : "one in `verify --show tests.yaml`",
               nearest ? nearest : "", nearest ? "`" : "");
}

static void find_unknown_tests(session *s) {
    const char *ids[SSTI_MOST_TESTS];
    for (size_t i = 0; i < s->tests->test_count; i++)
        ids[i] = s->tests->tests[i].id;
    for (size_t i = 0; i < s->options->test_count; i++) {
        bool known = false;
        for (size_t j = 0; j < s->tests->test_count; j++)
            known |= is_meant(s->options->tests[i], ids[j]);
        if (!known)
            unknown(s, "test", s->options->tests[i], ids, s->tests->test_count);
    }
}

static void choose_mode(session *s, const char *asked) {
    const char *names[SSTI_MOST_MODES];
    for (size_t i = 0; i < s->tests->mode_count; i++)
        names[i] = s->tests->modes[i].name;
    for (size_t i = 0; i < s->tests->mode_count; i++)
        if (strcmp(names[i], asked) == 0 && s->mode_count < SSTI_MOST_MODES) {
            s->modes[s->mode_count++] = &s->tests->modes[i];
            return;
        }
    unknown(s, "mode", asked, names, s->tests->mode_count);
}

static sst_outcome choose(session *s) {
    for (size_t i = 0; i < s->tests->test_count; i++)
        if (is_asked_for(s, &s->tests->tests[i]))
            s->chosen[s->chosen_count++] = &s->tests->tests[i];
    find_unknown_tests(s);
    for (size_t i = 0; i < s->options->mode_count; i++)
        choose_mode(s, s->options->modes[i]);
    if (s->options->mode_count == 0)
        s->modes[s->mode_count++] = &s->tests->modes[0];
    return s->report.errors ? ssti_outcome_of(&s->report) : SST_DONE;
}

/* --- Runs ---------------------------------------------------------------------------------- */

static size_t runs_of(const ssti_test *test) {
    return test->variant_count * (size_t)test->seeds;
}

static void add_runs(session *s, const ssti_test *test, const ssti_named_settings *mode) {
    for (size_t i = 0; i < test->variant_count; i++)
        for (uint64_t seed = 0; seed < test->seeds; seed++)
            s->runs.runs[s->runs.count++] = (ssti_verify_run){
                .test = test, .mode = mode, .variant = &test->variants[i], .seed = seed};
}

static sst_outcome plan(session *s) {
    size_t count = 0;
    for (size_t i = 0; i < s->chosen_count; i++)
        count += runs_of(s->chosen[i]) * s->mode_count;
    s->runs = (ssti_verify_runs){.runs = calloc(count + 1, sizeof *s->runs.runs),
                                 .options = s->options,
                                 .report = &s->report};
    if (!s->runs.runs)
        return ssti_out_of_memory(&s->report);
    for (size_t i = 0; i < s->chosen_count; i++)
        for (size_t j = 0; j < s->mode_count; j++)
            add_runs(s, s->chosen[i], s->modes[j]);
    return SST_DONE;
}

/* --- Telling ------------------------------------------------------------------------------- */

/* A variant's figure for a check, over the seeds. */
static double figure_of(const ssti_verify_run *runs, const ssti_test *test, size_t check) {
    double values[1000];
    for (size_t i = 0; i < test->seeds; i++)
        values[i] = runs[i].values[check];
    return ssti_over_seeds(test->checks[check].take, values, (size_t)test->seeds);
}

/* `runs` null: list it. */
static void tell(const session *s, const ssti_test *test, size_t check,
                 const ssti_named_settings *mode, const ssti_verify_run *runs) {
    const char *names[SSTI_MOST_VARIANTS];
    double values[SSTI_MOST_VARIANTS];
    ssti_judged judged;
    for (size_t i = 0; i < test->variant_count; i++) {
        names[i] = test->variants[i].name;
        if (runs)
            values[i] = figure_of(runs + i * (size_t)test->seeds, test, check);
    }
    ssti_judge(test, &test->checks[check], runs ? values : NULL, &judged);
    sst_verified verified = {.id = test->id,
                             .title = test->title,
                             .source = test->source,
                             .note = test->note,
                             .scenario = test->scenario,
                             .mode = mode->name,
                             .check = test->checks[check].what,
                             .limit = judged.limit,
                             .figure = judged.figure,
                             .variants = names,
                             .values = runs ? values : NULL,
                             .variant_count = test->variant_count,
                             .runs = runs_of(test),
                             .verdict = judged.verdict};
    if (s->options->tell)
        s->options->tell(&verified, s->options->tell_context);
}

static void tell_test(const session *s, const ssti_test *test, const ssti_verify_run *runs) {
    for (size_t i = 0; i < test->check_count; i++)
        for (size_t j = 0; j < s->mode_count; j++)
            tell(s, test, i, s->modes[j], runs ? runs + j * runs_of(test) : NULL);
}

static sst_outcome list(session *s) {
    for (size_t i = 0; i < s->chosen_count; i++)
        tell_test(s, s->chosen[i], NULL);
    return SST_DONE;
}

static sst_outcome run(session *s) {
    sst_outcome outcome = plan(s);
    if (outcome != SST_DONE)
        return outcome;
    outcome = ssti_verify_runs_begin(&s->runs);
    size_t first = 0;
    for (size_t i = 0; outcome == SST_DONE && i < s->chosen_count; i++) {
        size_t count = runs_of(s->chosen[i]) * s->mode_count;
        outcome = ssti_verify_runs_wait(&s->runs, first, count);
        if (outcome == SST_DONE)
            tell_test(s, s->chosen[i], s->runs.runs + first);
        first += count;
    }
    ssti_verify_runs_end(&s->runs);
    free(s->runs.runs);
    return outcome;
}

sst_outcome sst_verify(const sst_verify_options *options, sst_reporter reporter) {
    session s = {.options = options, .report = {.to = reporter, .file = "verify"}};
    if (options->struct_size != sizeof *options || options->job_count > SSTI_MAX_JOBS) {
        ssti_error(&s.report, whole_file, "the options are not valid");
        return SST_BAD_INPUT;
    }
    const ssti_embedded *table = ssti_embedded_find("tests.yaml");
    if (!table)
        return SST_FAILED;
    ssti_report of_table = {.to = reporter, .file = table->name};
    sst_outcome outcome = ssti_tests_read(table->bytes, table->size, &of_table, &s.tests);
    if (outcome != SST_DONE)
        return outcome;
    outcome = choose(&s);
    if (outcome == SST_DONE)
        outcome = options->list ? list(&s) : run(&s);
    ssti_tests_free(s.tests);
    return outcome;
}
