/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Samplers. One of numbers draws a number per axis, which then passes the field's own reader, so
 * that bounds and messages are those of a value that was written. One of a list (`choice`,
 * `sequence`) has its values read beforehand, whatever they are, and draws which. Each axis has its
 * own stream, keyed by who the value is for and by the field's name. */

#include "scenario/sampler.h"
#include "sample/draw.h"
#include "scenario/area.h"
#include "scenario/trajectory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TRIES = 100 }; /* of a normal value within its limits */

typedef enum sampler_kind {
    CONSTANT,
    UNIFORM,
    NORMAL,
    REGULAR,
    GRID,
    CHOICE,
    SEQUENCE,
    PAIR, /* of one sampler per axis */
    KIND_COUNT = PAIR
} sampler_kind;

static const char *const kind_names[KIND_COUNT] = {"constant", "uniform", "normal",  "regular",
                                                   "grid",     "choice",  "sequence"};

struct ssti_sampler {
    sampler_kind kind;
    ssti_field field; /* with its own reader: an axis' is of a number */
    ssti_place place;
    uint64_t hash;
    bool whole;
    double from, to;      /* uniform, regular, grid; the limits of normal */
    double mean, std_dev; /* normal */
    double step;          /* regular, 0 = as many as `number` from `from` to `to` */
    uint64_t number;      /* of regular or grid values; 0 = no end, or as many as agents */
    uint64_t stride;      /* agents from one value of a grid to the next */
    char *values;         /* of a choice or sequence: [count], of the field's size */
    double *shares;       /* of a choice: sums of weights up to each */
    size_t count;
    const ssti_sampler *axes[2]; /* of a pair */
    ssti_sampler *next;          /* of the reader's */
};

/* --- Fields -------------------------------------------------------------------------------- */

static bool is_whole(const ssti_field *field) {
    return field->read == ssti_value_uint32 || field->read == ssti_value_uint64 ||
           field->read == ssti_value_layers;
}

static bool is_pair(const ssti_field *field) {
    return field->read == ssti_value_vec2 || field->read == ssti_value_point ||
           field->read == ssti_value_target;
}

static bool is_numeric(const ssti_field *field) {
    return is_whole(field) || is_pair(field) || field->read == ssti_value_float ||
           field->read == ssti_value_double || field->read == ssti_value_float_or_auto;
}

static size_t kind_of(const ssti_node *node) {
    size_t kind = 0;
    while (kind < KIND_COUNT && strcmp(kind_names[kind], node->key) != 0)
        kind++;
    return kind;
}

/* An area is a map too, and so may a trajectory be. */
static bool takes_map(const ssti_field *field) {
    return field->read == ssti_value_target || field->read == ssti_value_targets ||
           field->read == ssti_value_exits || field->read == ssti_value_trajectory;
}

bool ssti_is_sampler(const ssti_node *node, const ssti_field *field) {
    if (node->kind == SSTI_MAP)
        return node->first && (!takes_map(field) || kind_of(node->first) < KIND_COUNT);
    return node->kind == SSTI_LIST && is_pair(field) && node->count == 2 &&
           (node->first->kind == SSTI_MAP || node->first->next->kind == SSTI_MAP);
}

static ssti_sampler *new_sampler(ssti_reader *reader, sampler_kind kind, const ssti_node *node,
                                 const ssti_field *field) {
    ssti_sampler *made = calloc(1, sizeof *made);
    if (!made) {
        reader->out_of_memory = true;
        return NULL;
    }
    *made = (ssti_sampler){.kind = kind,
                           .field = *field,
                           .place = node->place,
                           .hash = ssti_hash_text(field->name),
                           .whole = is_whole(field),
                           .next = reader->samplers};
    reader->samplers = made;
    return made;
}

void ssti_samplers_free(ssti_reader *reader) {
    while (reader->samplers) {
        ssti_sampler *gone = reader->samplers;
        reader->samplers = gone->next;
        free(gone->values);
        free(gone->shares);
        free(gone);
    }
}

/* --- Samplers of numbers ------------------------------------------------------------------- */

/* What such a sampler is given, by axis. */
typedef struct numbers {
    double from[2], to[2], mean[2], std_dev[2], step[2];
    uint64_t number[2];
} numbers;

static bool read_pair(ssti_reader *reader, const ssti_node *list, const ssti_field *field,
                      ssti_read_fn read, void *x, void *y) {
    bool good = read(reader, list->first, field, x);
    return read(reader, list->first->next, field, y) && good;
}

/* One number, or one for each axis. */
static bool read_axes(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                      void *value) {
    double *axes = value;
    if (node->kind == SSTI_LIST && node->count == 2)
        return read_pair(reader, node, field, ssti_value_double, &axes[0], &axes[1]);
    if (!ssti_value_double(reader, node, field, &axes[0]))
        return false;
    axes[1] = axes[0];
    return true;
}

static bool read_counts(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                        void *value) {
    uint64_t *counts = value;
    if (node->kind != SSTI_LIST || node->count != 2)
        return ssti_expected(reader, node, field->name, "the numbers of columns and rows");
    return read_pair(reader, node, field, ssti_value_uint64, &counts[0], &counts[1]);
}

enum { FROM, TO, MEAN, STD_DEV, STEP, NUMBER, PART_COUNT };
#define BIT(part) (1u << (part))

/* By kind: the parts that it has, and those it needs. */
static const struct {
    unsigned has, needs;
} parts_of[KIND_COUNT] = {
    [UNIFORM] = {BIT(FROM) | BIT(TO), BIT(FROM) | BIT(TO)},
    [NORMAL] = {BIT(FROM) | BIT(TO) | BIT(MEAN) | BIT(STD_DEV), BIT(MEAN) | BIT(STD_DEV)},
    [REGULAR] = {BIT(FROM) | BIT(TO) | BIT(STEP) | BIT(NUMBER), BIT(FROM)},
    [GRID] = {BIT(FROM) | BIT(TO) | BIT(NUMBER), BIT(FROM) | BIT(TO) | BIT(NUMBER)},
};

/* The keys of a kind for a field; answers how many. */
static size_t fields_of(sampler_kind kind, const ssti_field *of, ssti_field *fields) {
    bool normal = kind == NORMAL, two = is_pair(of);
    double span = of->most - of->least;
    ssti_read_fn number = two ? read_axes : ssti_value_double;
#define PART(member) SSTI_FIELD(numbers, member)
    const ssti_field all[PART_COUNT] = {
        [FROM] = {normal ? "min" : "from", number, PART(from), of->least, of->most, of->unit, NULL},
        [TO] = {normal ? "max" : "to", number, PART(to), of->least, of->most, of->unit, NULL},
        [MEAN] = {"mean", number, PART(mean), of->least, of->most, of->unit, NULL},
        [STD_DEV] = {"std_dev", number, PART(std_dev), 0, span, of->unit, NULL},
        [STEP] = {"step", number, PART(step), -span, span, of->unit, NULL},
        [NUMBER] = {"number", kind == GRID ? read_counts : ssti_value_uint64, PART(number), 1, 1e9,
                    NULL, NULL}};
    size_t count = 0;
    for (unsigned part = 0; part < PART_COUNT; part++)
        if (parts_of[kind].has & BIT(part))
            fields[count++] = all[part];
    return count;
}

/* Which parts are given; the bits of ssti_read_map count those that the kind has. */
static unsigned given_parts(sampler_kind kind, uint64_t given) {
    unsigned parts = 0;
    size_t nth = 0;
    for (unsigned part = 0; part < PART_COUNT; part++)
        if (parts_of[kind].has & BIT(part) && given >> nth++ & 1)
            parts |= BIT(part);
    return parts;
}

static bool has_parts(ssti_reader *reader, sampler_kind kind, const ssti_node *map,
                      unsigned given) {
    static const char *const needs[KIND_COUNT] = {[UNIFORM] = "`from` and `to`",
                                                  [NORMAL] = "`mean` and `std_dev`",
                                                  [REGULAR] = "`from` and `to` or `step`",
                                                  [GRID] = "`from`, `to` and `number`"};
    bool regular = kind != REGULAR || given & (BIT(TO) | BIT(STEP));
    if (regular && (given & parts_of[kind].needs) == parts_of[kind].needs)
        return true;
    return ssti_expected(reader, map, kind_names[kind], "%s", needs[kind]);
}

/* `step` with `to` or `number`, not with both. */
static bool takes_steps(ssti_reader *reader, const ssti_node *map, unsigned given,
                        ssti_sampler *axis) {
    if (!(given & BIT(STEP)))
        return true;
    if (given & BIT(TO) && given & BIT(NUMBER))
        return ssti_expected(reader, map, "regular", "two of `to`, `step` and `number`");
    if (!(given & BIT(TO)))
        return true;
    double steps = axis->step != 0 ? (axis->to - axis->from) / axis->step : -1;
    if (steps < 0)
        return ssti_expected(reader, map, "regular", "a `step` that leads from `from` to `to`");
    axis->number = (uint64_t)fmin(steps + 1e-9, 1e9) + 1;
    return true;
}

static bool in_order(ssti_reader *reader, const ssti_node *map, const ssti_sampler *axis) {
    double from = axis->whole ? ceil(axis->from) : axis->from;
    double to = axis->whole ? floor(axis->to) : axis->to;
    if (from <= to)
        return true;
    bool normal = axis->kind == NORMAL;
    return ssti_expected(reader, map, kind_names[axis->kind], "%s not below %s%s",
                         normal ? "`max`" : "`to`", normal ? "`min`" : "`from`",
                         axis->whole ? ", with a whole number between them" : "");
}

static ssti_field axis_field(const ssti_field *of) {
    ssti_field field = *of;
    field.read = ssti_value_double;
    field.offset = 0;
    field.size = sizeof(double);
    return field;
}

static ssti_sampler *make_axis(ssti_reader *reader, sampler_kind kind, const ssti_node *map,
                               const ssti_field *of, const numbers *n, unsigned given, size_t i) {
    ssti_field field = axis_field(of);
    ssti_sampler *axis = new_sampler(reader, kind, map, is_pair(of) ? &field : of);
    if (!axis)
        return NULL;
    axis->hash += i;
    axis->from = n->from[i];
    axis->to = n->to[i];
    axis->mean = n->mean[i];
    axis->std_dev = n->std_dev[i];
    axis->step = n->step[i];
    axis->number = n->number[kind == GRID ? i : 0];
    axis->stride = i == 0 ? 1 : n->number[0];
    if (kind != GRID)
        axis->stride = 1;
    if (kind == NORMAL && !(given & BIT(FROM)))
        axis->from = of->least;
    if (kind == NORMAL && !(given & BIT(TO)))
        axis->to = of->most;
    bool ordered = kind != UNIFORM && kind != NORMAL;
    return (ordered || in_order(reader, map, axis)) && takes_steps(reader, map, given, axis) ? axis
                                                                                             : NULL;
}

static ssti_sampler *make_pair(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                               const ssti_sampler *x, const ssti_sampler *y) {
    ssti_sampler *pair = x && y ? new_sampler(reader, PAIR, node, field) : NULL;
    if (pair) {
        pair->axes[0] = x;
        pair->axes[1] = y;
    }
    return pair;
}

static ssti_sampler *read_numbers(ssti_reader *reader, sampler_kind kind, const ssti_node *map,
                                  const ssti_field *field) {
    numbers n = {0};
    ssti_field fields[PART_COUNT];
    if (map->kind != SSTI_MAP) {
        ssti_expected(reader, map, kind_names[kind], "a map of its values");
        return NULL;
    }
    if (!is_numeric(field) || (kind == GRID && !is_pair(field))) {
        ssti_expected(reader, map, field->name, "no `%s`, which is for %s", kind_names[kind],
                      kind == GRID ? "points" : "numbers and points");
        return NULL;
    }
    size_t errors = reader->report->errors;
    size_t count = fields_of(kind, field, fields);
    uint64_t good = ssti_read_map(reader, map, fields, count, &n);
    uint64_t doubtful = ssti_doubtful_keys(map, fields, count, good);
    if (!has_parts(reader, kind, map, given_parts(kind, good | doubtful)) ||
        reader->report->errors > errors)
        return NULL;
    unsigned given = given_parts(kind, good);
    ssti_sampler *x = make_axis(reader, kind, map, field, &n, given, 0);
    if (!x || !is_pair(field))
        return x;
    return make_pair(reader, map, field, x, make_axis(reader, kind, map, field, &n, given, 1));
}

/* --- Samplers of values -------------------------------------------------------------------- */

static bool read_weights(ssti_reader *reader, const ssti_node *list, ssti_sampler *sampler) {
    static const ssti_field weight = {"weights", ssti_value_double, 0, sizeof(double), 0, 1e9, NULL,
                                      NULL};
    if (list->kind != SSTI_LIST || list->count != sampler->count)
        return ssti_expected(reader, list, "weights", "a list of %zu, one for each value",
                             sampler->count);
    double sum = 0;
    size_t i = 0;
    bool good = true;
    for (const ssti_node *node = list->first; node; node = node->next) {
        double share = 0;
        good = ssti_value_double(reader, node, &weight, &share) && good;
        sampler->shares[i++] = sum += share;
    }
    if (!good)
        return false;
    return sum > 0 || ssti_expected(reader, list, "weights", "one above 0");
}

static bool read_values(ssti_reader *reader, const ssti_node *list, ssti_sampler *sampler) {
    const ssti_field *field = &sampler->field;
    if (list->kind != SSTI_LIST || list->count == 0)
        return ssti_expected(reader, list, kind_names[sampler->kind], "a list of values");
    sampler->count = list->count;
    sampler->values = calloc(list->count, field->size);
    sampler->shares = calloc(list->count, sizeof *sampler->shares);
    if (!sampler->values || !sampler->shares) {
        reader->out_of_memory = true;
        return false;
    }
    bool good = true;
    size_t i = 0;
    for (const ssti_node *node = list->first; node; node = node->next, i++) {
        sampler->shares[i] = (double)(i + 1);
        good = field->read(reader, node, field, sampler->values + i * field->size) && good;
    }
    return good;
}

static bool keep_node(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                      void *value) {
    (void)reader, (void)field;
    *(const ssti_node **)value = node;
    return true;
}

static bool read_choice(ssti_reader *reader, const ssti_node *map, ssti_sampler *sampler) {
    static const ssti_field fields[] = {
        {"values", keep_node, 0, sizeof map, 0, 0, NULL, NULL},
        {"weights", keep_node, sizeof map, sizeof map, 0, 0, NULL, NULL}};
    const ssti_node *found[2] = {NULL, NULL};
    if (map->kind != SSTI_MAP)
        return ssti_expected(reader, map, "choice", "a map with `values`");
    ssti_read_map(reader, map, fields, 2, found);
    if (!found[0])
        return ssti_expected(reader, map, "choice", "`values`");
    bool good = read_values(reader, found[0], sampler);
    return (!found[1] || !sampler->shares || read_weights(reader, found[1], sampler)) && good;
}

static ssti_sampler *read_listed(ssti_reader *reader, sampler_kind kind, const ssti_node *node,
                                 const ssti_field *field) {
    ssti_sampler *sampler = new_sampler(reader, kind, node, field);
    if (!sampler)
        return NULL;
    ssti_node list = *node; /* `constant: x` is the sequence of x alone */
    ssti_node only = *node;
    if (kind == CONSTANT) {
        only.next = NULL;
        list = (ssti_node){.first = &only, .place = node->place, .count = 1, .kind = SSTI_LIST};
        sampler->kind = SEQUENCE;
    }
    bool good =
        kind == CHOICE ? read_choice(reader, node, sampler) : read_values(reader, &list, sampler);
    return good ? sampler : NULL;
}

/* --- Any sampler --------------------------------------------------------------------------- */

static ssti_sampler *read_by_kind(ssti_reader *reader, const ssti_node *map,
                                  const ssti_field *field) {
    size_t kind = kind_of(map->first);
    if (kind == KIND_COUNT) {
        const char *nearest = sst_nearest_word(map->first->key, kind_names, KIND_COUNT);
        ssti_error(reader->report, map->first->key_place,
                   "%s: found `%s`, expected %s or a sampler%s%s%s", field->name,
                   ssti_show(map->first->key).text, is_pair(field) ? "[x, y]" : "a value",
                   nearest ? ", perhaps `" : ": constant, uniform, normal, choice, sequence, ...",
                   nearest ? nearest : "", nearest ? "`" : "");
        return NULL;
    }
    if (map->count > 1) {
        ssti_error(reader->report, map->first->next->key_place,
                   "%s: found `%s` beside `%s`, expected one sampler", field->name,
                   ssti_show(map->first->next->key).text, kind_names[kind]);
        return NULL;
    }
    if (kind == CONSTANT || kind == CHOICE || kind == SEQUENCE)
        return read_listed(reader, (sampler_kind)kind, map->first, field);
    return read_numbers(reader, (sampler_kind)kind, map->first, field);
}

/* One component of a pair: a number or a sampler of numbers. */
static ssti_sampler *read_component(ssti_reader *reader, const ssti_node *node,
                                    const ssti_field *of, uint64_t axis) {
    ssti_field field = axis_field(of);
    bool sampled = ssti_is_sampler(node, &field);
    ssti_sampler *made =
        sampled ? read_by_kind(reader, node, &field) : read_listed(reader, CONSTANT, node, &field);
    if (made)
        made->hash += axis;
    return made;
}

ssti_sampler *ssti_sampler_read(ssti_reader *reader, const ssti_node *node,
                                const ssti_field *field) {
    if (node->kind == SSTI_MAP)
        return read_by_kind(reader, node, field);
    ssti_sampler *x = read_component(reader, node->first, field, 0);
    ssti_sampler *y = read_component(reader, node->first->next, field, 1);
    return make_pair(reader, node, field, x, y);
}

/* --- Drawing ------------------------------------------------------------------------------- */

static double draw_uniform(const ssti_sampler *s, ssti_stream *stream) {
    double from = s->from, to = s->to, unit = ssti_draw_unit(stream);
    if (!s->whole)
        return fmin(from + unit * (to - from), to);
    from = ceil(from);
    to = floor(to);
    return fmin(floor(from + unit * (to - from + 1)), to);
}

static double draw_normal(const ssti_sampler *s, ssti_stream *stream) {
    double value = s->mean;
    for (int i = 0; i < MOST_TRIES; i++) {
        value = s->mean + s->std_dev * ssti_draw_normal(stream);
        value = s->whole ? floor(value + 0.5) : value;
        if (value >= s->from && value <= s->to)
            return value;
    }
    double from = s->whole ? ceil(s->from) : s->from;
    double to = s->whole ? floor(s->to) : s->to;
    return fmin(fmax(value, from), to);
}

static double regular_value(const ssti_sampler *s, const ssti_draw_for *who) {
    bool endless = s->step != 0 && s->number == 0;
    uint64_t number = s->number ? s->number : who->total;
    uint64_t i = endless || number == 0 ? who->index : who->index / s->stride % number;
    double value = s->from;
    if (s->step != 0)
        value += (double)i * s->step;
    else if (number > 1)
        value += (s->to - s->from) * ((double)i / (double)(number - 1));
    return s->whole ? floor(value + 0.5) : value;
}

static const char *listed_value(const ssti_sampler *s, const ssti_draw_for *who,
                                ssti_stream *stream) {
    size_t i = who->index % s->count;
    if (s->kind == CHOICE) {
        double at = ssti_draw_unit(stream) * s->shares[s->count - 1];
        for (i = 0; i + 1 < s->count && s->shares[i] <= at;)
            i++;
    }
    return s->values + i * s->field.size;
}

static double draw_axis(const ssti_sampler *s, const ssti_draw_for *who) {
    ssti_stream stream = ssti_stream_of(who->seed, who->group, who->index, s->hash);
    double value = 0;
    switch (s->kind) {
    case UNIFORM:
        return draw_uniform(s, &stream);
    case NORMAL:
        return draw_normal(s, &stream);
    case REGULAR:
    case GRID:
        return regular_value(s, who);
    default:
        memcpy(&value, listed_value(s, who, &stream), sizeof value);
        return value;
    }
}

/* A drawn number as if it had been written. */
static ssti_node written(double value, ssti_place place, char text[32]) {
    snprintf(text, 32, "%.10g", value);
    return (ssti_node){.text = text, .number = value, .place = place, .kind = SSTI_NUMBER};
}

bool ssti_sampler_draw(ssti_reader *reader, const ssti_sampler *s, const ssti_draw_for *who,
                       void *value) {
    if (s->kind == CHOICE || s->kind == SEQUENCE) {
        ssti_stream stream = ssti_stream_of(who->seed, who->group, who->index, s->hash);
        memcpy(value, listed_value(s, who, &stream), s->field.size);
        return true;
    }
    char text[2][32];
    if (s->kind != PAIR) {
        ssti_node number = written(draw_axis(s, who), s->place, text[0]);
        return s->field.read(reader, &number, &s->field, value);
    }
    ssti_node y = written(draw_axis(s->axes[1], who), s->place, text[1]);
    ssti_node x = written(draw_axis(s->axes[0], who), s->place, text[0]);
    x.next = &y;
    ssti_node pair = {.first = &x, .place = s->place, .count = 2, .kind = SSTI_LIST};
    return s->field.read(reader, &pair, &s->field, value);
}
