/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Reads the table of tests. Names of figures are checked here as far as they are of the run; those
 * of measurements depend on the scenario, and do not exist where it has none of the name. */

#include "verify/tests.h"
#include "verify/probe.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- Settings under names ------------------------------------------------------------------ */

static bool read_settings(ssti_reader *reader, const ssti_node *list, ssti_named_settings *into) {
    if (list->kind != SSTI_LIST || list->count > SSTI_MOST_SETTINGS_EACH)
        return ssti_expected(reader, list, into->name, "a list of at most %d settings KEY=VALUE",
                             (int)SSTI_MOST_SETTINGS_EACH);
    for (const ssti_node *item = list->first; item; item = item->next) {
        if (item->kind != SSTI_STRING || !strchr(item->text, '='))
            return ssti_expected(reader, item, into->name, "KEY=VALUE");
        into->settings[into->count++] = item->text;
    }
    return true;
}

static bool read_named(ssti_reader *reader, const ssti_node *map, const char *name, size_t most,
                       ssti_named_settings *into, size_t *count) {
    if (map->kind != SSTI_MAP || map->count < 1 || map->count > most)
        return ssti_expected(reader, map, name, "a map of 1 to %zu names to lists of settings",
                             most);
    for (const ssti_node *item = map->first; item; item = item->next) {
        into[*count].name = item->key;
        if (!read_settings(reader, item, &into[(*count)++]))
            return false;
    }
    return true;
}

static bool read_modes(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                       void *value) {
    ssti_tests *t = value;
    return read_named(reader, node, field->name, SSTI_MOST_MODES, t->modes, &t->mode_count);
}

static bool read_variants(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                          void *value) {
    ssti_test *t = value;
    return read_named(reader, node, field->name, SSTI_MOST_VARIANTS, t->variants,
                      &t->variant_count);
}

/* --- Checks -------------------------------------------------------------------------------- */

static bool read_figure(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                        void *value) {
    if (node->kind != SSTI_STRING || !ssti_is_probe_figure(node->text))
        return ssti_expected(reader, node, field->name,
                             "a figure of the run, or NAME.FIGURE of a measurement");
    *(const char **)value = node->text;
    return true;
}

static bool read_bands(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                       void *value) {
    ssti_check *check = value;
    if (node->kind != SSTI_LIST || node->count > SSTI_MOST_VARIANTS)
        return ssti_expected(reader, node, field->name, "a list of [least, most]");
    for (const ssti_node *item = node->first; item; item = item->next) {
        if (item->kind != SSTI_LIST || item->count != 2 || item->first->kind != SSTI_NUMBER ||
            item->first->next->kind != SSTI_NUMBER)
            return ssti_expected(reader, item, field->name, "[least, most]");
        check->bands[check->band_count++] =
            (ssti_band){item->first->number, item->first->next->number};
    }
    return true;
}

static const ssti_choice how_words[] = {{"each", SSTI_EACH},
                                        {"rising", SSTI_RISING},
                                        {"ratio", SSTI_RATIO},
                                        {"inside", SSTI_INSIDE},
                                        {0}};
static const ssti_choice take_words[] = {
    {"mean", SSTI_MEAN}, {"least", SSTI_LEAST}, {"most", SSTI_MOST}, {0}};

#define CHECK(member) SSTI_FIELD(ssti_check, member)

static const ssti_field check_fields[] = {
    {"what", ssti_value_text, CHECK(what), 0, 0, NULL, NULL},
    {"figure", read_figure, CHECK(figure), 0, 0, NULL, NULL},
    {"minus", read_figure, CHECK(minus), 0, 0, NULL, NULL},
    {"how", ssti_value_choice, CHECK(how), 0, 0, NULL, how_words},
    {"take", ssti_value_choice, CHECK(take), 0, 0, NULL, take_words},
    {"least", ssti_value_double, CHECK(least), -1e9, 1e9, NULL, NULL},
    {"most", ssti_value_double, CHECK(most), -1e9, 1e9, NULL, NULL},
    {"slack", ssti_value_double, CHECK(slack), 0, 1e9, NULL, NULL},
    {"reading", ssti_value_text, CHECK(reading), 0, 0, NULL, NULL},
    {"bands", read_bands, 0, sizeof(ssti_check), 0, 0, NULL, NULL},
};

static void read_check(ssti_reader *reader, const ssti_node *node, ssti_check *check) {
    *check = (ssti_check){.least = -(double)INFINITY, .most = (double)INFINITY};
    if (node->kind != SSTI_MAP) {
        ssti_expected(reader, node, "checks", "maps with `what` and `figure`");
        return;
    }
    ssti_read_map(reader, node, check_fields, sizeof check_fields / sizeof *check_fields, check);
    if (!ssti_map_find(node, "what") || !ssti_map_find(node, "figure"))
        ssti_error(reader->report, node->place, "the check has no `what` or no `figure`");
}

static bool read_checks(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                        void *value) {
    ssti_test *t = value;
    if (node->kind != SSTI_LIST || node->count < 1 || node->count > SSTI_MOST_CHECKS)
        return ssti_expected(reader, node, field->name, "a list of 1 to %d checks",
                             (int)SSTI_MOST_CHECKS);
    for (const ssti_node *item = node->first; item; item = item->next)
        read_check(reader, item, &t->checks[t->check_count++]);
    return true;
}

/* --- Tests --------------------------------------------------------------------------------- */

#define TEST(member) SSTI_FIELD(ssti_test, member)
#define WHOLE_TEST   0, sizeof(ssti_test), 0, 0, NULL, NULL

static const ssti_field test_fields[] = {
    {"id", ssti_value_text, TEST(id), 0, 0, NULL, NULL},
    {"title", ssti_value_text, TEST(title), 0, 0, NULL, NULL},
    {"scenario", ssti_value_text, TEST(scenario), 0, 0, NULL, NULL},
    {"source", ssti_value_text, TEST(source), 0, 0, NULL, NULL},
    {"note", ssti_value_text, TEST(note), 0, 0, NULL, NULL},
    {"long", ssti_value_bool, TEST(is_long), 0, 0, NULL, NULL},
    {"seeds", ssti_value_uint64, TEST(seeds), 1, 1000, NULL, NULL},
    {"variants", read_variants, WHOLE_TEST},
    {"checks", read_checks, WHOLE_TEST},
};

static void check_relations(ssti_reader *reader, const ssti_node *node, const ssti_test *t) {
    for (size_t i = 0; i < t->check_count; i++) {
        const ssti_check *check = &t->checks[i];
        if (check->how == SSTI_RATIO && t->variant_count != 2)
            ssti_error(reader->report, node->place, "`ratio` needs two variants, found %zu",
                       t->variant_count);
        if (check->how == SSTI_INSIDE && check->band_count != t->variant_count)
            ssti_error(reader->report, node->place,
                       "`inside` needs a band for each of %zu variants, found %zu",
                       t->variant_count, check->band_count);
    }
}

static bool has_what_is_needed(const ssti_node *test) {
    static const char *const needed[] = {"id", "title", "scenario", "source", "checks"};
    bool has = true;
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        has = has && ssti_map_find(test, needed[i]);
    return has;
}

static void read_test(ssti_reader *reader, const ssti_node *node, ssti_test *test) {
    *test = (ssti_test){.note = "", .seeds = 1};
    if (node->kind != SSTI_MAP) {
        ssti_expected(reader, node, "tests", "maps with `id`");
        return;
    }
    ssti_read_map(reader, node, test_fields, sizeof test_fields / sizeof *test_fields, test);
    if (!has_what_is_needed(node))
        ssti_error(reader->report, node->place,
                   "the test needs `id`, `title`, `scenario`, `source` and `checks`");
    if (!test->variant_count)
        test->variants[test->variant_count++].name = "";
    check_relations(reader, node, test);
}

static bool read_tests(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                       void *value) {
    ssti_tests *t = value;
    if (node->kind != SSTI_LIST || node->count > SSTI_MOST_TESTS)
        return ssti_expected(reader, node, field->name, "a list of at most %d tests",
                             (int)SSTI_MOST_TESTS);
    for (const ssti_node *item = node->first; item; item = item->next)
        read_test(reader, item, &t->tests[t->test_count++]);
    return true;
}

#define WHOLE_TABLE 0, sizeof(ssti_tests), 0, 0, NULL, NULL

static const ssti_field top_fields[] = {{"modes", read_modes, WHOLE_TABLE},
                                        {"tests", read_tests, WHOLE_TABLE}};

static sst_outcome read_tree(ssti_tests *tests, ssti_report *report) {
    ssti_reader reader = {.report = report};
    const ssti_node *root = ssti_tree_root(tests->tree);
    if (root->kind == SSTI_MAP)
        ssti_read_map(&reader, root, top_fields, sizeof top_fields / sizeof *top_fields, tests);
    else
        ssti_expected(&reader, root, "the table of tests", "a map with `modes` and `tests`");
    if (report->errors == 0 && tests->mode_count == 0)
        ssti_error(report, root->place, "the table of tests has no `modes`");
    return report->errors ? ssti_outcome_of(report) : SST_DONE;
}

sst_outcome ssti_tests_read(const char *bytes, size_t size, ssti_report *report,
                            ssti_tests **tests) {
    ssti_tests *made = calloc(1, sizeof *made);
    if (!made)
        return ssti_out_of_memory(report);
    sst_outcome outcome = ssti_yaml_read(bytes, size, report, &made->tree);
    if (outcome == SST_DONE)
        outcome = read_tree(made, report);
    if (outcome == SST_DONE)
        *tests = made;
    else
        ssti_tests_free(made);
    return outcome;
}

void ssti_tests_free(ssti_tests *tests) {
    if (!tests)
        return;
    ssti_tree_destroy(tests->tree);
    free(tests);
}
