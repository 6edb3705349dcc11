/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Whole files in, and files out whose every write is checked. "-" is standard input or output. */
#ifndef SIDESTEP_SIM_FILE_H
#define SIDESTEP_SIM_FILE_H

#include "report/report.h"

#include <stdio.h>

typedef struct ssti_bytes {
    char *data; /* released with free() */
    size_t size;
} ssti_bytes;

/* The name of a file in messages: `path`, or `standard` for "-". */
const char *ssti_file_name(const char *path, const char *standard);

/* Bad input is a file that cannot be opened, a folder, or more than `most` bytes. */
sst_outcome ssti_file_read(const char *path, size_t most, ssti_report *report, ssti_bytes *bytes);

FILE *ssti_file_create(const char *path, ssti_report *report); /* null on failure */
/* Flushes; answers whether everything written so far reached the file, and reports if not. */
bool ssti_file_flush(FILE *file, ssti_report *report);
/* Flushes and closes (standard output stays open). */
bool ssti_file_close(FILE *file, ssti_report *report);

/* A file that appears under its name once it is fit to be read; until then it has another name
 * beside it. */
typedef struct ssti_new_file {
    const char *path;
    char *temporary; /* null once it has appeared, and when there is none */
} ssti_new_file;

/* Chooses the temporary name; the file is for the caller to create. */
bool ssti_new_file_begin(ssti_new_file *file, const char *path, ssti_report *report);
bool ssti_new_file_show(ssti_new_file *file, ssti_report *report);
void ssti_new_file_drop(ssti_new_file *file); /* removes it if it has not appeared */

/* Whether it is standard output, or no regular file: a pipe, a device. */
bool ssti_file_is_stream(const char *path);

/* A file of which a part is of no use: it appears under its name when it is closed, and what was
 * there stays until then. A stream takes it as it comes, and so does a name in a folder in which
 * nothing can be created. */
typedef struct ssti_whole_file {
    FILE *stream;      /* null: none */
    char *target;      /* that the name links to */
    ssti_new_file new; /* none for a stream */
} ssti_whole_file;

bool ssti_whole_file_open(ssti_whole_file *file, const char *path, ssti_report *report);
bool ssti_whole_file_close(ssti_whole_file *file, ssti_report *report);
void ssti_whole_file_drop(ssti_whole_file *file); /* closes and removes it */

#endif
