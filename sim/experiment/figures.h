/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The figures that each run of an experiment has: those of every run (sst_figure_at), and those of
 * the lines and areas that its scenario measures, as "door.flow". All cells measure the same, for a
 * table has one row of names. */
#ifndef SIDESTEP_SIM_EXPERIMENT_FIGURES_H
#define SIDESTEP_SIM_EXPERIMENT_FIGURES_H

#include "scenario/scenario.h"

typedef struct ssti_figures {
    sst_figure *all; /* [count]; null before ssti_figures_init */
    size_t count;
    ssti_measure *measures; /* names and kinds only */
    size_t measure_count;
} ssti_figures;

/* With the measurements of a scenario; null = of none. False when out of memory; to be freed in any
 * case. */
bool ssti_figures_init(ssti_figures *figures, const sst_scenario *scenario);
void ssti_figures_free(ssti_figures *figures);

/* The index of a name; `count` if there is none. */
size_t ssti_figures_find(const ssti_figures *figures, const char *name);

/* Whether a scenario measures just these, in this order. */
bool ssti_figures_fit(const ssti_figures *figures, const sst_scenario *scenario);

/* The figures of a run, from what it tells: `measured` as it comes, then the summary. */
typedef struct ssti_figure_taker {
    double *values; /* [figures->count] */
    size_t next;    /* the next measurement's first; zero to begin */
} ssti_figure_taker;

sst_measured_to ssti_take_measured(ssti_figure_taker *taker);
void ssti_take_summary(const ssti_figure_taker *taker, const sst_summary *summary);

/* Some of the figures, as the file lists them. */
typedef struct ssti_figure_list {
    const ssti_node *asked; /* a list of names; null = all but those of the machine */
    size_t *indices;
    size_t count;
} ssti_figure_list;

bool ssti_read_figure_list(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                           void *list);

/* Finds the names. Those that nobody asked for are those of `from`, or all if it is null. Where the
 * scenario could not be read, `measures_known` is false, and names with a point may be right. */
void ssti_choose_figures(ssti_reader *reader, const ssti_figures *figures, bool measures_known,
                         const ssti_figure_list *from, ssti_figure_list *list);

#endif
