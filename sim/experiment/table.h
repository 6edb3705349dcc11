/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Tables of an experiment, by columns, and the kinds of files they are written as. The same content
 * gives the same bytes. */
#ifndef SIDESTEP_SIM_TABLE_H
#define SIDESTEP_SIM_TABLE_H

#include "experiment/results.h"

#include <stdio.h>

/* A column of numbers, where NaN is none, or of texts. */
typedef struct ssti_column {
    char name[128]; /* longer ones are cut */
    const char *unit, *meaning;
    bool whole;         /* all numbers are whole */
    double *numbers;    /* [rows], or null */
    const char **texts; /* [rows] likewise */
} ssti_column;

typedef struct ssti_table {
    const sst_experiment *experiment;
    size_t row_count, column_count;
    ssti_column *columns;
    char *pool; /* of texts */
} ssti_table;

/* One row per cell; or one per run that the cells' rows tell of. False when out of memory; to be
 * freed in any case. */
bool ssti_table_of_cells(ssti_table *table, const ssti_results *results);
bool ssti_table_of_runs(ssti_table *table, const ssti_results *results);
void ssti_table_free(ssti_table *table);

/* Writes it aside and shows it under its name. */
bool ssti_table_write(const ssti_table *table, const char *path, sst_reporter reporter);

/* The kinds; each says whether it was done, what was not is found out by the file. */
void ssti_table_csv(const ssti_table *table, FILE *file);
void ssti_table_json(const ssti_table *table, FILE *file);
bool ssti_table_hdf5(const ssti_table *table, FILE *file, ssti_report *report);

/* As few digits as tell the number from its neighbours. */
typedef struct ssti_digits {
    char text[32];
} ssti_digits;
ssti_digits ssti_print_number(double number); /* finite, in the C locale */

#endif
