/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Names of measurements hold no point, so that "door.flow" is the figure of one measurement, and
 * never that of a run. */

#include "experiment/figures.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- What there is ------------------------------------------------------------------------- */

static bool copy_measures(ssti_figures *f, const sst_scenario *scenario) {
    f->measures = calloc(scenario->measure_count + 1, sizeof *f->measures);
    if (!f->measures)
        return false;
    while (f->measure_count < scenario->measure_count) {
        const ssti_measure *from = &scenario->measures[f->measure_count];
        char *name = strdup(from->name);
        if (!name)
            return false;
        f->measures[f->measure_count++] = (ssti_measure){.name = name, .is_line = from->is_line};
    }
    return true;
}

static bool add_measured(ssti_figures *f, const ssti_measure *measure) {
    for (size_t i = 0; i < sst_measured_figure_count(measure->is_line); i++) {
        const sst_figure *of = sst_measured_figure_at(measure->is_line, i);
        size_t length = strlen(measure->name) + strlen(of->name) + 2;
        char *name = malloc(length);
        if (!name)
            return false;
        snprintf(name, length, "%s.%s", measure->name, of->name);
        f->all[f->count] = *of;
        f->all[f->count++].name = name;
    }
    return true;
}

bool ssti_figures_init(ssti_figures *f, const sst_scenario *scenario) {
    size_t count = sst_figure_count();
    *f = (ssti_figures){0};
    if (scenario && !copy_measures(f, scenario))
        return false;
    for (size_t i = 0; i < f->measure_count; i++)
        count += sst_measured_figure_count(f->measures[i].is_line);
    f->all = calloc(count, sizeof *f->all);
    if (!f->all)
        return false;
    for (; f->count < sst_figure_count(); f->count++)
        f->all[f->count] = *sst_figure_at(f->count);
    for (size_t i = 0; i < f->measure_count; i++)
        if (!add_measured(f, &f->measures[i]))
            return false;
    return true;
}

void ssti_figures_free(ssti_figures *f) {
    for (size_t i = sst_figure_count(); i < f->count; i++)
        free((char *)f->all[i].name);
    for (size_t i = 0; i < f->measure_count; i++)
        free(f->measures[i].name);
    free(f->all);
    free(f->measures);
    *f = (ssti_figures){0};
}

size_t ssti_figures_find(const ssti_figures *f, const char *name) {
    size_t i = 0;
    while (i < f->count && strcmp(f->all[i].name, name) != 0)
        i++;
    return i;
}

bool ssti_figures_fit(const ssti_figures *f, const sst_scenario *scenario) {
    if (scenario->measure_count != f->measure_count)
        return false;
    for (size_t i = 0; i < f->measure_count; i++)
        if (strcmp(scenario->measures[i].name, f->measures[i].name) != 0 ||
            scenario->measures[i].is_line != f->measures[i].is_line)
            return false;
    return true;
}

/* --- Values -------------------------------------------------------------------------------- */

/* No -0, which the store has not. */
static double without_sign_of_zero(double value) {
    return value + 0.0;
}

static void take_one(const sst_measured *measured, void *context) {
    ssti_figure_taker *t = context;
    size_t count = sst_measured_figure_count(measured->is_line);
    double *values = t->values + sst_figure_count() + t->next;
    for (size_t i = 0; i < count; i++)
        values[i] = without_sign_of_zero(sst_measured_figure(measured, i));
    t->next += count;
}

sst_measured_to ssti_take_measured(ssti_figure_taker *taker) {
    return (sst_measured_to){take_one, taker};
}

void ssti_take_summary(const ssti_figure_taker *taker, const sst_summary *summary) {
    for (size_t i = 0; i < sst_figure_count(); i++)
        taker->values[i] = without_sign_of_zero(sst_summary_figure(summary, i));
}

/* --- Lists --------------------------------------------------------------------------------- */

bool ssti_read_figure_list(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                           void *list) {
    if (node->kind != SSTI_LIST || node->count == 0)
        return ssti_expected(reader, node, field->name, "a list of names of figures");
    ((ssti_figure_list *)list)->asked = node;
    return true;
}

static void tell_unknown(ssti_reader *reader, const ssti_node *node, const ssti_figures *f) {
    const char **names = malloc(f->count * sizeof *names);
    if (!names) {
        reader->out_of_memory = true;
        return;
    }
    for (size_t i = 0; i < f->count; i++)
        names[i] = f->all[i].name;
    const char *nearest = node->text ? sst_nearest_word(node->text, names, f->count) : NULL;
    free(names);
    if (nearest)
        ssti_error(reader->report, node->place,
                   "found the unknown figure `%s`, expected perhaps "
                   "`%s`",
                   ssti_show(node->text).text, nearest);
    else
        ssti_expected(reader, node, "figures",
                      "names of figures, as `sidestep run --json` has them, those of a measurement "
                      "behind its name and a point");
}

static bool has_figure(const ssti_figure_list *list, size_t index) {
    for (size_t i = 0; i < list->count; i++)
        if (list->indices[i] == index)
            return true;
    return false;
}

static void add_asked(ssti_reader *reader, const ssti_node *node, const ssti_figures *f,
                      bool measures_known, ssti_figure_list *list) {
    size_t index = node->text ? ssti_figures_find(f, node->text) : f->count;
    if (index < f->count && has_figure(list, index))
        ssti_expected(reader, node, "figures", "each once");
    else if (index < f->count)
        list->indices[list->count++] = index;
    else if (measures_known || !node->text || !strchr(node->text, '.'))
        tell_unknown(reader, node, f);
}

void ssti_choose_figures(ssti_reader *reader, const ssti_figures *f, bool measures_known,
                         const ssti_figure_list *from, ssti_figure_list *list) {
    list->indices = calloc(f->count, sizeof *list->indices);
    if (!list->indices) {
        reader->out_of_memory = true;
        return;
    }
    for (const ssti_node *item = list->asked ? list->asked->first : NULL; item; item = item->next)
        add_asked(reader, item, f, measures_known, list);
    for (size_t i = 0; !list->asked && i < f->count; i++)
        if (!f->all[i].of_machine && (!from || has_figure(from, i)))
            list->indices[list->count++] = i;
}
