/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The kinds of recordings: what their columns are, and how long a frame and a unit. */
#ifndef SIDESTEP_SIM_IMPORT_FORMAT_H
#define SIDESTEP_SIM_IMPORT_FORMAT_H

#include "report/report.h"

enum { SSTI_MOST_COLUMNS = 64 };

typedef enum ssti_column {
    SSTI_COLUMN_UNUSED, /* not even looked at */
    SSTI_COLUMN_NUMBER, /* must be a number */
    SSTI_COLUMN_FRAME,
    SSTI_COLUMN_PERSON,
    SSTI_COLUMN_X,
    SSTI_COLUMN_Y,
    SSTI_COLUMN_KINDS
} ssti_column;

typedef struct ssti_format {
    sst_import_format kind; /* never SST_IMPORT_AUTO */
    char separator;         /* ' ' = any run of blanks */
    int least, most;        /* columns */
    const char *expected;   /* the same in words */
    ssti_column columns[SSTI_MOST_COLUMNS];
    const char *names[SSTI_MOST_COLUMNS]; /* of the columns that are used */
    double metres;                        /* a unit */
    double frame_time;                    /* [s]; 0: the least difference between frames is 0.4 s */
    const char *rows;                     /* where they begin */
    uint32_t lines_before;
} ssti_format;

/* Chooses by `options` and by what stands before the first row and in it. */
sst_outcome ssti_format_find(const char *bytes, size_t size, const sst_import_options *options,
                             ssti_report *report, ssti_format *format);

/* A line without its end, and where the next begins. */
const char *ssti_row_line(const char **at, const char *end, size_t *length);
bool ssti_row_is_empty(const char *line, size_t length); /* or a comment */
/* The next field from `*at` on, without blanks around it; false behind the last. */
bool ssti_row_field(char separator, const char *line, size_t length, size_t *at, size_t *start,
                    size_t *field_length);
#endif
