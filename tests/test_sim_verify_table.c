/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The table of the standards' tests: each wrong key, word or value is told, with its line and what
 * was expected; and the table that is built in has none. */

#include "harness.h"
#include "sim_scene.h"
#include "verify/embedded.h"
#include "verify/tests.h"

#include <stdio.h>
#include <string.h>

#define MODES "modes: {plain: []}\n"
#define TEST_ HEAD "    checks: [{what: a, figure: makespan}]\n"
#define HEAD  MODES "tests:\n  - id: x-1\n    title: t\n    scenario: s.yaml\n    source: s\n"

typedef struct mistake {
    const char *text, *message; /* as sim_collect gives it */
} mistake;

static const mistake mistakes[] = {
    {"[]", "1:1: the table of tests: found a list of 0, expected a map with `modes` and `tests`"},
    {"tests: []\n", "the table of tests has no `modes`"},
    {MODES "test: []\n", "2:"},
    {"modes: {}\n", "1:8: modes: found a map, expected a map of 1 to 8 names to lists of settings"},
    {"modes: {a: 3}\n", "1:12: a: found 3, expected a list of at most 16 settings KEY=VALUE"},
    {"modes: {a: [b]}\n", "1:13: a: found b, expected KEY=VALUE"},
    {MODES "tests: 3\n", "2:8: tests: found 3, expected a list of at most 64 tests"},
    {MODES "tests: [3]\n", "2:9: tests: found 3, expected maps with `id`"},
    {MODES "tests: [{id: x}]\n",
     "2:9: the test needs `id`, `title`, `scenario`, `source` and `checks`"},
    {TEST_ "    seeds: 0\n", "8:12: seeds: found 0, expected"},
    {TEST_ "    long: maybe\n", "8:11: long: found maybe, expected"},
    {TEST_ "    variant: {}\n", "8:"},
    {TEST_ "    variants: {a: [1]}\n", "8:20: a: found 1, expected KEY=VALUE"},
    {HEAD "    checks: []\n", "7:13: checks: found"},
    {HEAD "    checks: [3]\n", "7:14: checks: found 3, expected maps with `what` and `figure`"},
    {HEAD "    checks: [{what: a}]\n", "7:14: the check has no `what` or no `figure`"},
    {HEAD "    checks: [{what: a, figure: makespam}]\n",
     "7:32: figure: found makespam, expected a figure of the run, or NAME.FIGURE of a "
     "measurement"},
    {HEAD "    checks: [{what: a, figure: makespan, minus: 3}]\n",
     "7:49: minus: found 3, expected"},
    {HEAD "    checks: [{what: a, figure: makespan, how: up}]\n", "7:47: how: found up, expected"},
    {HEAD "    checks: [{what: a, figure: makespan, take: sum}]\n",
     "7:48: take: found sum, expected"},
    {HEAD "    checks: [{what: a, figure: makespan, least: low}]\n",
     "7:49: least: found low, expected"},
    {HEAD "    checks: [{what: a, figure: makespan, slack: -1}]\n",
     "7:49: slack: found -1, expected"},
    {HEAD "    checks: [{what: a, figure: makespan, bands: 3}]\n",
     "7:49: bands: found 3, expected a list of [least, most]"},
    {HEAD "    checks: [{what: a, figure: makespan, bands: [[1]]}]\n",
     "7:50: bands: found a list of 1, expected [least, most]"},
    {HEAD "    checks: [{what: a, figure: makespan, how: ratio}]\n",
     "3:5: `ratio` needs two variants, found 1"},
    {HEAD "    checks: [{what: a, figure: makespan, how: inside}]\n",
     "3:5: `inside` needs a band for each of 1 variants, found 0"},
};
enum { MISTAKE_COUNT = sizeof mistakes / sizeof *mistakes };

static sst_outcome read_table(const char *text, size_t size, sim_messages *messages) {
    ssti_report report = {.to = sim_collect(messages), .file = "tests.yaml"};
    ssti_tests *tests = NULL;
    sst_outcome outcome = ssti_tests_read(text, size, &report, &tests);
    ssti_tests_free(tests);
    return outcome;
}

TEST(mistakes_are_told) {
    for (size_t i = 0; i < MISTAKE_COUNT; i++) {
        sim_messages messages;
        const mistake *m = &mistakes[i];
        CHECK_INT(read_table(m->text, strlen(m->text), &messages), SST_BAD_INPUT);
        CHECK_MSG(strstr(messages.text, m->message), "%s: found %s, expected %s", m->text,
                  messages.text, m->message);
        CHECK_MSG(messages.errors == 1, "%s: %zu errors", m->text, messages.errors);
    }
}

TEST(good_tables_are_read) {
    sim_messages messages;
    CHECK_INT(read_table(TEST_, strlen(TEST_), &messages), SST_DONE);
    const ssti_embedded *table = ssti_embedded_find("tests.yaml");
    REQUIRE(table);
    CHECK_INT(read_table(table->bytes, table->size, &messages), SST_DONE);
    CHECK_INT(messages.errors + messages.warnings, 0);
}

SUITE(sim_verify_table, CASE(mistakes_are_told), CASE(good_tables_are_read))
