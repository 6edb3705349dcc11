/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The measurements of a scenario: lines and areas, each with a name that files can hold. */

#include "scenario/area.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_MEASURES = 1000, LONGEST_NAME = 64 };

typedef struct measure_values {
    const char *name;
    ssti_range line;
    ssti_area area;
    ssti_measure rest;
} measure_values;

/* It names a group of an HDF5 file and stands in CSV. */
static bool read_name(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                      void *value) {
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    size_t length = node->text ? strlen(node->text) : 0;
    if (length == 0 || length > LONGEST_NAME || strspn(node->text, letters) != length)
        return ssti_expected(reader, node, field->name,
                             "1 to %d letters, digits, hyphens and underscores", LONGEST_NAME);
    *(const char **)value = node->text;
    return true;
}

static bool read_line(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                      void *value) {
    ssti_range range = {0, 0};
    if (node->kind != SSTI_LIST || node->count != 2)
        return ssti_expected(reader, node, field->name, "two points [[x0, y0], [x1, y1]]");
    if (!ssti_value_points(reader, node, field, &range))
        return false;
    const sst_point *ends = reader->scenario->points + range.first;
    if (ends[0].x == ends[1].x && ends[0].y == ends[1].y)
        return ssti_expected(reader, node, field->name, "two different points");
    *(ssti_range *)value = range;
    return true;
}

#define SECONDS(least) least, 1e9, "s", NULL

enum { NAME, LINE, AREA, CUT_OFF, EVERY, FLOW_WINDOW };

static const ssti_field measure_fields[] = {
    [NAME] = {"name", read_name, SSTI_FIELD(measure_values, name), 0, 0, NULL, NULL},
    [LINE] = {"line", read_line, SSTI_FIELD(measure_values, line), -SST_MAX_COORDINATE,
              SST_MAX_COORDINATE, "m", NULL},
    [AREA] = {"area", ssti_value_area, SSTI_FIELD(measure_values, area), 0, 0, NULL, NULL},
    [CUT_OFF] = {"cut_off", ssti_value_double, SSTI_FIELD(measure_values, rest.cut_off), 1e-3,
                 (double)SST_MAX_LENGTH, "m", NULL},
    [EVERY] = {"every", ssti_value_double, SSTI_FIELD(measure_values, rest.every), SECONDS(0)},
    [FLOW_WINDOW] = {"flow_window", ssti_value_double, SSTI_FIELD(measure_values, rest.flow_window),
                     SECONDS((double)SST_MIN_TIME)},
    {"from", ssti_value_double, SSTI_FIELD(measure_values, rest.from), SECONDS(0)},
    {"until", ssti_value_double, SSTI_FIELD(measure_values, rest.until), SECONDS(0)},
    {"speed_window", ssti_value_double, SSTI_FIELD(measure_values, rest.speed_window),
     SECONDS((double)SST_MIN_TIME)},
};
enum { FIELD_COUNT = sizeof measure_fields / sizeof *measure_fields };

static bool has(const ssti_node *node, int field) {
    return ssti_map_find(node, measure_fields[field].name);
}

static void check_keys(ssti_reader *reader, const ssti_node *node, const ssti_measure *measure) {
    static const int of_areas[] = {CUT_OFF, EVERY};
    if (!has(node, NAME))
        ssti_error(reader->report, node->place, "the measurement has no `name`");
    if (has(node, LINE) == has(node, AREA))
        ssti_error(reader->report, node->place, "the measurement has %s, expected one",
                   has(node, LINE) ? "both `line` and `area`" : "neither `line` nor `area`");
    for (size_t i = 0; i < 2 && has(node, LINE); i++)
        if (has(node, of_areas[i]))
            ssti_error(reader->report, node->place, "found `%s`, which is for areas, with `line`",
                       measure_fields[of_areas[i]].name);
    if (has(node, AREA) && has(node, FLOW_WINDOW))
        ssti_error(reader->report, node->place,
                   "found `flow_window`, which is for lines, with `area`");
    if (measure->until >= 0 && measure->until <= measure->from)
        ssti_error(reader->report, node->place, "found `until` %g, expected more than `from` %g",
                   measure->until, measure->from);
}

static void check_name(ssti_reader *reader, const ssti_node *node, const char *name) {
    const sst_scenario *s = reader->scenario;
    for (size_t i = 0; i < s->measure_count; i++)
        if (strcmp(s->measures[i].name, name) == 0)
            ssti_error(reader->report, node->place, "found a second measurement with the name `%s`",
                       name);
}

/* Adds it to the scenario. */
static void read_measure(ssti_reader *reader, const ssti_node *node) {
    sst_scenario *s = reader->scenario;
    measure_values values = {
        .rest = {.until = -1, .every = 0.4, .speed_window = 0.4, .flow_window = 10}};
    if (node->kind != SSTI_MAP) {
        ssti_expected(reader, node, "measure", "a map with `name`, and `line` or `area`");
        return;
    }
    uint64_t good = ssti_read_map(reader, node, measure_fields, FIELD_COUNT, &values);
    check_keys(reader, node, &values.rest);
    if (!values.name)
        return;
    check_name(reader, node, values.name);
    ssti_measure *measure = &s->measures[s->measure_count];
    *measure = values.rest;
    measure->is_line = (good & 1u << LINE) != 0;
    measure->line = values.line;
    measure->area = values.area;
    measure->name = strdup(values.name);
    if (measure->name)
        s->measure_count++;
    else
        reader->out_of_memory = true;
}

void ssti_read_measures(ssti_reader *reader, const ssti_node *list) {
    sst_scenario *s = reader->scenario;
    if (list->kind != SSTI_LIST || list->count > MOST_MEASURES) {
        ssti_expected(reader, list, "measure", "a list of at most %d measurements", MOST_MEASURES);
        return;
    }
    s->measures = calloc((size_t)list->count + 1, sizeof *s->measures);
    if (!s->measures) {
        reader->out_of_memory = true;
        return;
    }
    for (const ssti_node *node = list->first; node; node = node->next)
        read_measure(reader, node);
}

void ssti_measures_free(sst_scenario *scenario) {
    for (size_t i = 0; i < scenario->measure_count; i++)
        free(scenario->measures[i].name);
    free(scenario->measures);
}
