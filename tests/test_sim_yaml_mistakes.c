/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Usual mistakes in YAML: where each is told, and what is to be written instead. That every message
 * stays clear of trouble at every cut of every text is the second test. */

#include "harness.h"
#include "sidestep/sim.h"

#include <stdio.h>
#include <string.h>

typedef struct mistake {
    const char *text;
    uint32_t line, column;
    const char *message;
} mistake;

static const mistake mistakes[] = {
    {"agents:\n\t- position: [0, 0]\n", 2, 1, "found a tab in the indentation, expected spaces"},
    {"agents:\n  - position: [0, 0]\n\t  goal: [1, 0]\n", 3, 1,
     "found a tab in the indentation, expected spaces"},
    {"agents:\n  -\tposition: [0, 0]\n    \tgoal: [1, 0]\n", 3, 5,
     "found a tab in the indentation, expected spaces"},
    {"time_step 0.1\nagents:\n  - position: [0, 0]\n", 1, 1,
     "found no colon behind `time_step`, expected `time_step: ` and its value"},
    {"agents:\n  - position [0, 0]\n    goal: [1, 0]\n", 2, 5,
     "found no colon behind `position`, expected `position: ` and its value"},
    {"agents\n  - position: [0, 0]\n", 1, 1,
     "found no colon behind `agents`, expected `agents: ` and its value"},
    {"agents:\n  - position:[0, 0]\n    goal: [1, 0]\n", 2, 13,
     "found no space behind the colon of `position`, expected `position: `"},
    {"name: x\ntime_step:0.1\nagents:\n  - position: [0, 0]\n", 2, 10,
     "found no space behind the colon of `time_step`, expected `time_step: `"},
    {"name: x\nagents:\n  - position: [0, 0]\nuntil 3\n", 4, 1,
     "found no colon behind `until`, expected `until: ` and its value"},
    {"agents:\n  - position: [0, 0\n    goal: [1, 0]\n", 2, 15,
     "found `[` that is not closed, expected `]`"},
    {"agents:\n  - position: [0, 0]]\n    goal: [1, 0]\n", 2, 21,
     "found a bracket that closes nothing, expected none"},
    {"agents:\n  - {position: [0, 0], goal: [1, 0]\n  - {position: [0, 0]}\n", 3, 3,
     "expected a comma, a colon or `}` before this; the `{` is in line 2"},
    {"agents:\n  - {position: [0, 0], goal: [1, 0]}}\n", 2, 37,
     "found a bracket that closes nothing, expected none"},
    {"agents:\n  - {position: [0, 0] goal: [1, 0]}\n", 2, 23,
     "expected a comma, a colon or `}` before this; the `{` is in line 2"},
    {"agents:\n  - {position: [0,, 0]}\n", 2, 19, "found a comma with no value before it"},
    {"agents:\n  - {position: [0, 0}, goal: [1, 0]}\n", 2, 21,
     "found another bracket than the `]` that closes the `[` of line 2"},
    {"name: \"abc\nagents:\n  - position: [0, 0]\n", 1, 8,
     "found a quote that is not closed, expected one behind the text too"},
    {"name: 'abc' def\nagents:\n  - position: [0, 0]\n", 1, 13,
     "found more behind the closing quote, expected nothing; a quote within a text is written "
     "twice, 'it''s', or the text stands in quotes of the other kind"},
    {"name: \"C:\\users\"\nagents: []\n", 1, 10,
     "found a backslash in double quotes that means nothing, expected single quotes around the "
     "text, or \\\\"},
    {"agents:\n  - position: [0, 0]\n     goal: [1, 0]\n", 3, 6,
     "wrong indentation: the line begins in column 6, expected column 5 or 1, as the lines above "
     "that it belongs to"},
    {"agents:\n  - position: [0, 0]\n   goal: [1, 0]\n", 3, 4,
     "wrong indentation: the line begins in column 4, expected column 5 or 1, as the lines above "
     "that it belongs to"},
    {"agents:\n  - position: [0, 0]\n goal: [1, 0]\n", 3, 2,
     "wrong indentation: the line begins in column 2, expected column 5 or 1, as the lines above "
     "that it belongs to"},
    {" name: x\nagents:\n  - position: [0, 0]\n", 2, 1,
     "wrong indentation: the line begins in column 1, expected column 2, as the lines above that "
     "it belongs to"},
    {"name: x\n agents:\n  - position: [0, 0]\n", 2, 2,
     "wrong indentation: the line begins in column 2, expected column 1, as the lines above that "
     "it belongs to"},
    {"agents:\n    - position: [0, 0]\n  - position: [1, 0]\n", 3, 3,
     "wrong indentation: the line begins in column 3, expected column 5, as the lines above that "
     "it belongs to"},
    {"agents:\n  - position: [0, 0]\n    - position: [1, 0]\n", 3, 5,
     "wrong indentation: the line begins in column 5, expected column 3, as the lines above that "
     "it belongs to"},
    {"agents:\n  - position: [0, 0]\n    goal: [1, 0]\n  position: [0, 1]\n", 4, 3,
     "found a key beside the items of a list, expected `- ` before it, or column 5 if it belongs "
     "to the item above"},
    {"- position: [0,0]\nagents:\n  - position: [0,0]\n", 2, 1,
     "found a key beside the items of a list, expected `- ` before it, or column 3 if it belongs "
     "to the item above"},
    {"agents:\n  -position: [0, 0]\n  -position: [1, 0]\n", 2, 3,
     "found no space behind the `-` of a list's item: `-position`"},
    {"agents:\n  - position: [0, 0] goal: [1,0]\n", 2, 22,
     "found a second key in the line, expected it in a line of its own, or {key: value, key: "
     "value}"},
    {"name: a: b\nagents: []\n", 1, 8,
     "found a second colon in the line; a text with a colon and a space in it needs quotes"},
    {"name: @x\nagents: []\n", 1, 7,
     "found a text that begins with `@`, expected quotes around it"},
    {"{\"agents\": [{\"position\": [0, 0],}]", 1, 1, "found `{` that is not closed, expected `}`"},
    {"{\"agents\": [{\"position\": [0, 0]}", 1, 12, "found `[` that is not closed, expected `]`"},
    {"{\"agents\": [{\"position\" [0, 0]}]}", 1, 25,
     "expected a comma, a colon or `}` before this; the `{` is in line 1"},
    {"{\"agents\": [{\"position\": [0, 0]}]} x", 1, 36,
     "found text behind the end of the scenario; what begins with `{` ends with its `}`"},
};
enum { MISTAKE_COUNT = sizeof mistakes / sizeof *mistakes };

typedef struct first_error {
    size_t count;
    uint32_t line, column;
    char text[400];
} first_error;

static void keep_first(const sst_message *message, void *context) {
    first_error *first = context;
    if (message->warning || first->count++ > 0)
        return;
    first->line = message->line;
    first->column = message->column;
    snprintf(first->text, sizeof first->text, "%s", message->text);
}

static sst_outcome read_text(const char *text, size_t size, first_error *first) {
    sst_scenario *scenario = NULL;
    *first = (first_error){0};
    sst_outcome outcome =
        sst_scenario_read(text, size, "x", (sst_reporter){keep_first, first}, &scenario);
    if (outcome == SST_DONE)
        sst_scenario_destroy(scenario);
    return outcome;
}

TEST(usual_mistakes) {
    for (size_t i = 0; i < MISTAKE_COUNT; i++) {
        const mistake *m = &mistakes[i];
        first_error first;
        CHECK_INT(read_text(m->text, strlen(m->text), &first), SST_BAD_INPUT);
        CHECK_MSG(first.line == m->line && first.column == m->column &&
                      strcmp(first.text, m->message) == 0,
                  "%s: found %u:%u %s", m->text, (unsigned)first.line, (unsigned)first.column,
                  first.text);
    }
}

TEST(every_cut_is_told) {
    for (size_t i = 0; i < MISTAKE_COUNT; i++)
        for (size_t size = 0; size < strlen(mistakes[i].text); size++) {
            first_error first;
            sst_outcome outcome = read_text(mistakes[i].text, size, &first);
            CHECK_MSG(outcome == SST_DONE || (outcome == SST_BAD_INPUT && first.count > 0 &&
                                              *first.text && first.line > 0),
                      "%.*s: outcome %d, %zu errors", (int)size, mistakes[i].text, (int)outcome,
                      first.count);
        }
}

SUITE(sim_yaml_mistakes, CASE(usual_mistakes), CASE(every_cut_is_told))
