/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* What the parts of the frame share; commands need cli.h only. */
#ifndef SIDESTEP_CLI_FRAME_H
#define SIDESTEP_CLI_FRAME_H

#include "cli.h"

#include <stdio.h>

static inline bool cli_is_argument(const cli_option *option) {
    return option->kind != CLI_TABLE_END && !option->name;
}

/* The options of a command in the order of help, and last --help. Null behind the last. */
const cli_option *cli_option_at(const cli_command *command, size_t index);
/* The index-th argument; null behind the last. */
const cli_option *cli_argument_at(const cli_command *command, size_t index);

/* Puts a value into its place in the request. Explains and answers false if it is none. */
bool cli_store(const cli_command *command, const cli_option *option, const char *value,
               void *request);
/* The values that an option or argument of texts or files has: [count] <= CLI_LIST_MOST. */
size_t cli_values_of(const cli_option *option, const void *request,
                     const char *values[CLI_LIST_MOST]);

/* Whether a name ends as those of the kind do. */
bool cli_name_ends(const char *name, const cli_file_kind *kind);

/* Refuses inputs that are not there or of another kind, and outputs that would overwrite. */
bool cli_check_files(const cli_command *command, const void *request);

/* How messages call an option: "-o", "--picture", or the argument's word. */
typedef struct cli_label {
    char text[40];
} cli_label;
cli_label cli_label_of(const cli_option *option);

/* "FILE", or "m|cm"; "" of a flag. */
typedef struct cli_value_text {
    char text[80];
} cli_value_text;
cli_value_text cli_value_text_of(const cli_option *option);

/* "sidestep run SCENARIO [OPTIONS]" */
void cli_print_usage(const cli_command *command, FILE *file);
/* Words of a text from a column on, broken before the eightieth; no line end behind the last. */
void cli_print_flowed(const char *text, int column, int indent, FILE *file);
int cli_show_help(const cli_command *command);
/* The manual page in mdoc; of all of sidestep for null. */
int cli_show_manual(const cli_command *command);

/* All commands in the order of help, and null. */
const cli_command *const *cli_commands(void);
const cli_command *cli_find_command(const char *name); /* explains and answers null */

#endif
