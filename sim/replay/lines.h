/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* A text file line by line, and lines in fields. */
#ifndef SIDESTEP_SIM_LINES_H
#define SIDESTEP_SIM_LINES_H

#include "report/report.h"

#include <stdio.h>

typedef struct ssti_lines {
    FILE *file;
    char *text; /* the line without its end */
    size_t length, capacity;
    uint32_t number; /* of the line, from 1 */
    char block[1 << 14];
    size_t block_size, block_at;
    bool ended; /* the line had an end; a writer that was killed leaves its last one without */
} ssti_lines;

/* The next line; false at the end, or after a report. */
bool ssti_lines_next(ssti_lines *lines, ssti_report *report);
bool ssti_lines_rewind(ssti_lines *lines);
void ssti_lines_close(ssti_lines *lines);

/* Cuts the line into at most `most` fields, in place, at a separator or, if that is a blank, at any
 * run of blanks; answers how many there are in all. */
size_t ssti_lines_split(ssti_lines *lines, char separator, char **fields, size_t most);

/* A finite number within +-1e15; a report that names it if not. */
bool ssti_lines_number(ssti_lines *lines, ssti_report *report, const char *name, const char *field,
                       double *number);

#endif
