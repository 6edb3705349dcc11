/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Values of the tree into C values. A table of fields describes each map, so that bounds, names and
 * messages stand in one place, and a misspelt key can be told from the table. */

#include "scenario/scenario.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool ssti_expected(ssti_reader *reader, const ssti_node *node, const char *name, const char *format,
                   ...) {
    char expected[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(expected, sizeof expected, format, arguments);
    va_end(arguments);
    ssti_error(reader->report, node->place, "%s: found %s, expected %s", name,
               ssti_node_show(node).text, expected);
    return false;
}

static bool expected_number(ssti_reader *reader, const ssti_node *node, const ssti_field *field) {
    return ssti_expected(reader, node, field->name, "a number from %.7g to %.7g%s%s", field->least,
                         field->most, field->unit ? " " : "", field->unit ? field->unit : "");
}

static bool is_within(const ssti_node *node, const ssti_field *field) {
    return node->kind == SSTI_NUMBER && node->number >= field->least && node->number <= field->most;
}

bool ssti_value_double(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                       void *value) {
    if (!is_within(node, field))
        return expected_number(reader, node, field);
    *(double *)value = node->number;
    return true;
}

bool ssti_value_float(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                      void *value) {
    double number = 0;
    if (!ssti_value_double(reader, node, field, &number))
        return false;
    *(float *)value = (float)number;
    return true;
}

/* A length, or `auto`. */
bool ssti_value_float_or_auto(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                              void *value) {
    if (node->kind == SSTI_STRING && strcmp(node->text, "auto") == 0) {
        *(float *)value = SST_AUTO;
        return true;
    }
    return ssti_value_float(reader, node, field, value);
}

bool ssti_value_uint64(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                       void *value) {
    if (!is_within(node, field) || node->number != floor(node->number))
        return ssti_expected(reader, node, field->name, "a whole number from %.0f to %.0f",
                             field->least, field->most);
    *(uint64_t *)value = (uint64_t)node->number;
    return true;
}

bool ssti_value_uint32(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                       void *value) {
    uint64_t number = 0;
    if (!ssti_value_uint64(reader, node, field, &number))
        return false;
    *(uint32_t *)value = (uint32_t)number;
    return true;
}

bool ssti_value_bool(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                     void *value) {
    if (node->kind != SSTI_BOOL)
        return ssti_expected(reader, node, field->name, "true or false");
    *(bool *)value = node->truth;
    return true;
}

bool ssti_value_choice(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                       void *value) {
    char list[160] = "";
    for (const ssti_choice *choice = field->choices; choice->word; choice++) {
        if (node->kind == SSTI_STRING && strcmp(node->text, choice->word) == 0) {
            *(int *)value = choice->value;
            return true;
        }
        size_t length = strlen(list);
        snprintf(list + length, sizeof list - length, "%s%s", length ? ", " : "", choice->word);
    }
    return ssti_expected(reader, node, field->name, "one of: %s", list);
}

/* A set of layers: its bits as a number, or `all`. */
bool ssti_value_layers(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                       void *value) {
    if (node->kind == SSTI_STRING && strcmp(node->text, "all") == 0) {
        *(uint32_t *)value = SST_ALL_LAYERS;
        return true;
    }
    return ssti_value_uint32(reader, node, field, value);
}

bool ssti_value_text(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                     void *value) {
    if (!node->text)
        return ssti_expected(reader, node, field->name, "a text");
    *(const char **)value = node->text;
    return true;
}

/* Two numbers, x and y. */
static bool read_pair(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                      double pair[2]) {
    if (node->kind != SSTI_LIST || node->count != 2)
        return ssti_expected(reader, node, field->name, "[x, y]");
    bool x = ssti_value_double(reader, node->first, field, &pair[0]);
    return ssti_value_double(reader, node->first->next, field, &pair[1]) && x;
}

bool ssti_value_vec2(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                     void *value) {
    double pair[2] = {0};
    if (!read_pair(reader, node, field, pair))
        return false;
    *(sst_vec2 *)value = (sst_vec2){(float)pair[0], (float)pair[1]};
    return true;
}

bool ssti_value_point(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                      void *value) {
    double pair[2] = {0};
    if (!read_pair(reader, node, field, pair))
        return false;
    *(sst_point *)value = (sst_point){pair[0], pair[1]};
    return true;
}

bool ssti_add_point(ssti_reader *reader, sst_point point) {
    sst_scenario *s = reader->scenario;
    if (s->point_count == SSTI_MAX_POINTS) {
        ssti_error(reader->report, (ssti_place){0, 0}, "found more than %d points in all",
                   (int)SSTI_MAX_POINTS);
        return false;
    }
    if (s->point_count == s->point_capacity) {
        size_t capacity = s->point_capacity ? 2 * s->point_capacity : 64;
        sst_point *grown = realloc(s->points, capacity * sizeof *grown);
        if (!grown) {
            reader->out_of_memory = true;
            return false;
        }
        s->points = grown;
        s->point_capacity = capacity;
    }
    s->points[s->point_count++] = point;
    return true;
}

bool ssti_value_points(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                       void *value) {
    if (node->kind != SSTI_LIST || node->count == 0)
        return ssti_expected(reader, node, field->name, "a list of points [x, y]");
    ssti_range range = {reader->scenario->point_count, node->count};
    bool good = true;
    for (const ssti_node *item = node->first; item; item = item->next) {
        sst_point point;
        good =
            ssti_value_point(reader, item, field, &point) && ssti_add_point(reader, point) && good;
    }
    if (good)
        *(ssti_range *)value = range;
    return good;
}

/* --- Maps ---------------------------------------------------------------------------------- */

static void unknown_key(ssti_reader *reader, const ssti_node *node, const ssti_field *fields,
                        size_t count) {
    const char *names[64] = {0};
    for (size_t i = 0; i < count; i++)
        names[i] = fields[i].name;
    const char *nearest = sst_nearest_word(node->key, names, count);
    if (nearest) {
        ssti_error(reader->report, node->key_place,
                   "found the unknown key `%s`, expected perhaps `%s`", ssti_show(node->key).text,
                   nearest);
        return;
    }
    char list[800] = "";
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(list);
        snprintf(list + length, sizeof list - length, "%s%s", length ? ", " : "", names[i]);
    }
    ssti_error(reader->report, node->key_place, "found the unknown key `%s`, expected one of: %s",
               ssti_show(node->key).text, list);
}

const ssti_field *ssti_find_field(ssti_reader *reader, const ssti_node *node,
                                  const ssti_field *fields, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(fields[i].name, node->key) == 0)
            return &fields[i];
    unknown_key(reader, node, fields, count);
    return NULL;
}

uint64_t ssti_doubtful_keys(const ssti_node *map, const ssti_field *fields, size_t count,
                            uint64_t good) {
    uint64_t named = 0, twice = 0;
    bool has_unknown = false;
    for (const ssti_node *node = map->first; node; node = node->next) {
        size_t i = 0;
        while (i < count && strcmp(fields[i].name, node->key) != 0)
            i++;
        has_unknown = has_unknown || i == count;
        named |= i < count ? UINT64_C(1) << i : 0;
        twice |= i < count && node->twice ? UINT64_C(1) << i : 0;
    }
    return (has_unknown ? ~good : named & ~good) | twice;
}

uint64_t ssti_read_map(ssti_reader *reader, const ssti_node *map, const ssti_field *fields,
                       size_t count, void *values) {
    uint64_t good = 0;
    for (const ssti_node *node = map->first; node; node = node->next) {
        const ssti_field *field = ssti_find_field(reader, node, fields, count);
        if (field &&
            (!field->read || field->read(reader, node, field, (char *)values + field->offset)))
            good |= UINT64_C(1) << (field - fields);
    }
    return good;
}
