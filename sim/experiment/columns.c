/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The columns of both tables: the values of the cell, then what came of it. */

#include "experiment/table.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HASH_SIZE = 17 };

static const char profile_meaning[] = "defaults of the solver";

static ssti_column *add_column(ssti_table *t, const char *name, const char *part, const char *unit,
                               const char *meaning) {
    ssti_column *column = &t->columns[t->column_count++];
    snprintf(column->name, sizeof column->name, "%s%s", name, part);
    column->unit = unit;
    column->meaning = meaning;
    return column;
}

/* Its numbers; null when out of memory. */
static double *add_numbers(ssti_table *t, const char *name, const char *part, const char *unit,
                           const char *meaning, bool whole) {
    ssti_column *column = add_column(t, name, part, unit, meaning);
    column->whole = whole;
    column->numbers = calloc(t->row_count + 1, sizeof *column->numbers);
    return column->numbers;
}

static const char **add_texts(ssti_table *t, const char *name, const char *meaning) {
    ssti_column *column = add_column(t, name, "", "", meaning);
    column->texts = calloc(t->row_count + 1, sizeof *column->texts);
    return column->texts;
}

static bool are_numbers(const ssti_parameter *parameter) {
    for (size_t i = 0; i < parameter->count; i++)
        if (isnan(parameter->values[i].number))
            return false;
    return true;
}

/* Rows of cells: `repeat[cell]` in turn for each. */
static bool add_parameter(ssti_table *t, size_t index, const size_t *repeat) {
    const ssti_parameter *parameter = &t->experiment->parameters[index];
    bool numbers = are_numbers(parameter);
    double *as_numbers = numbers ? add_numbers(t, parameter->key, "", "", "varied", false) : NULL;
    const char **as_texts = numbers ? NULL : add_texts(t, parameter->key, "varied");
    if (!as_numbers && !as_texts)
        return false;
    size_t row = 0;
    for (size_t i = 0; i < t->experiment->cell_count; i++) {
        ssti_cell cell = ssti_cell_at(t->experiment, i);
        const ssti_value *value = &parameter->values[cell.values[index]];
        for (size_t j = 0; j < repeat[i]; j++, row++)
            if (numbers)
                as_numbers[row] = value->number;
            else
                as_texts[row] = value->text;
    }
    return true;
}

static bool add_profiles(ssti_table *t, const size_t *repeat) {
    const char **texts = add_texts(t, "profile", profile_meaning);
    size_t row = 0;
    for (size_t i = 0; texts && i < t->experiment->cell_count; i++)
        for (size_t j = 0; j < repeat[i]; j++)
            texts[row++] = ssti_profile_name(ssti_cell_at(t->experiment, i).profile);
    return texts;
}

static bool add_cell_columns(ssti_table *t, const size_t *repeat) {
    for (size_t i = 0; i < t->experiment->parameter_count; i++)
        if (!add_parameter(t, i, repeat))
            return false;
    return add_profiles(t, repeat);
}

/* --- One row per cell ---------------------------------------------------------------------- */

enum { PARTS = 7 };

static const struct {
    const char *name, *meaning;
    bool whole; /* a count; of others the unit is the figure's */
} parts[PARTS] = {{"_mean", "mean over the runs that have the figure", false},
                  {"_sd", "standard deviation of the sample", false},
                  {"_min", "least", false},
                  {"_max", "largest", false},
                  {"_ci95", "half the width of the 95 % confidence interval of the mean", false},
                  {"_n", "runs that have the figure", true},
                  {"_settled_after", "seeds after which more did not change the mean", true}};

static void take_parts(const ssti_settling *s, double values[PARTS]) {
    const ssti_moments *m = &s->moments;
    bool any = m->count > 0;
    values[0] = any ? m->mean : (double)NAN;
    values[1] = ssti_moments_deviation(m);
    values[2] = any ? m->least : (double)NAN;
    values[3] = any ? m->most : (double)NAN;
    values[4] = ssti_moments_half_width(m);
    values[5] = (double)m->count;
    values[6] = s->settled_after ? (double)s->settled_after : (double)NAN;
}

static bool add_figure(ssti_table *t, const ssti_results *r, size_t index) {
    const sst_figure *figure = &t->experiment->known.all[index];
    double *numbers[PARTS];
    for (size_t i = 0; i < PARTS; i++) {
        numbers[i] = add_numbers(t, figure->name, parts[i].name, parts[i].whole ? "" : figure->unit,
                                 parts[i].meaning, parts[i].whole);
        if (!numbers[i])
            return false;
    }
    for (size_t cell = 0; cell < r->cell_count; cell++) {
        ssti_settling s = {0};
        double values[PARTS];
        size_t first = cell * (size_t)t->experiment->seeds, count = ssti_wanted_seeds(r, cell);
        for (size_t i = 0; i < count; i++)
            ssti_settling_add(&s, &t->experiment->rule, ssti_run_values(r, first + i)[index]);
        take_parts(&s, values);
        for (size_t i = 0; i < PARTS; i++)
            numbers[i][cell] = values[i];
    }
    return true;
}

static bool add_counts(ssti_table *t, const ssti_results *r) {
    double *runs = add_numbers(t, "runs", "", "", "of the cell, one per seed", true);
    double *settled = add_numbers(t, "settled_after", "", "",
                                  "seeds after which more did not change any mean", true);
    for (size_t i = 0; runs && settled && i < r->cell_count; i++) {
        size_t after = r->cells[i].settled_after;
        runs[i] = (double)ssti_wanted_seeds(r, i);
        settled[i] = after ? (double)after : (double)NAN;
    }
    return runs && settled;
}

static bool begin(ssti_table *t, const ssti_results *r, size_t rows, size_t columns) {
    *t = (ssti_table){.experiment = r->experiment,
                      .row_count = rows,
                      .columns = calloc(columns, sizeof *t->columns)};
    return t->columns;
}

bool ssti_table_of_cells(ssti_table *t, const ssti_results *r) {
    const sst_experiment *e = r->experiment;
    if (!begin(t, r, e->cell_count, e->parameter_count + 3 + e->figures.count * PARTS))
        return false;
    size_t *repeat = malloc(e->cell_count * sizeof *repeat);
    for (size_t i = 0; repeat && i < e->cell_count; i++)
        repeat[i] = 1;
    bool good = repeat && add_cell_columns(t, repeat) && add_counts(t, r);
    for (size_t i = 0; good && i < e->figures.count; i++)
        good = add_figure(t, r, e->figures.indices[i]);
    free(repeat);
    return good;
}

/* --- One row per run ----------------------------------------------------------------------- */

/* The run of each row. */
static bool add_seeds(ssti_table *t, const size_t *repeat, size_t *runs) {
    const sst_experiment *e = t->experiment;
    double *seeds = add_numbers(t, "seed", "", "", "of the run", true);
    size_t row = 0;
    for (size_t i = 0; seeds && i < e->cell_count; i++)
        for (size_t j = 0; j < repeat[i]; j++, row++) {
            runs[row] = i * (size_t)e->seeds + j;
            seeds[row] = (double)(e->first_seed + j);
        }
    return seeds;
}

static bool is_parameter(const sst_experiment *e, const char *name) {
    for (size_t i = 0; i < e->parameter_count; i++)
        if (strcmp(e->parameters[i].key, name) == 0)
            return true;
    return false;
}

static bool add_values(ssti_table *t, const ssti_results *r, const size_t *runs) {
    for (size_t i = 0; i < t->experiment->figures.count; i++) {
        size_t index = t->experiment->figures.indices[i];
        const sst_figure *figure = &t->experiment->known.all[index];
        if (is_parameter(t->experiment, figure->name)) /* `steps` is both */
            continue;
        double *numbers =
            add_numbers(t, figure->name, "", figure->unit, figure->meaning, figure->whole);
        if (!numbers)
            return false;
        for (size_t row = 0; row < t->row_count; row++)
            numbers[row] = ssti_run_values(r, runs[row])[index];
    }
    return true;
}

static bool add_hashes(ssti_table *t, const ssti_results *r, const size_t *runs) {
    const char **texts = add_texts(t, "state_hash", "of the world at the end");
    t->pool = malloc(t->row_count * HASH_SIZE + 1);
    for (size_t row = 0; texts && t->pool && row < t->row_count; row++) {
        char *text = t->pool + row * HASH_SIZE;
        texts[row] = text;
        snprintf(text, HASH_SIZE, "%016" PRIx64, r->hashes[runs[row]]);
    }
    return texts && t->pool;
}

bool ssti_table_of_runs(ssti_table *t, const ssti_results *r) {
    const sst_experiment *e = r->experiment;
    size_t rows = 0;
    size_t *repeat = malloc(e->cell_count * sizeof *repeat);
    for (size_t i = 0; repeat && i < e->cell_count; i++)
        rows += repeat[i] = ssti_wanted_seeds(r, i);
    size_t *runs = malloc((rows + 1) * sizeof *runs);
    bool begun = begin(t, r, rows, e->parameter_count + 3 + e->figures.count);
    bool good = begun && repeat && runs && add_cell_columns(t, repeat) &&
                add_seeds(t, repeat, runs) && add_values(t, r, runs) && add_hashes(t, r, runs);
    free(repeat);
    free(runs);
    return good;
}

void ssti_table_free(ssti_table *t) {
    for (size_t i = 0; i < t->column_count; i++) {
        free(t->columns[i].numbers);
        free(t->columns[i].texts);
    }
    free(t->columns);
    free(t->pool);
}
