/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* What the subcommands share. */
#ifndef SIDESTEP_CLI_H
#define SIDESTEP_CLI_H

#include "sidestep/sim.h"

#include <getopt.h>

/* A subcommand: its line in the list, its help, and what it does: an sst_outcome as exit code. */
typedef struct cli_command {
    const char *name, *summary, *help;
    int (*run)(const struct cli_command *command, int argc, char **argv);
} cli_command;

extern const cli_command cli_run_command, cli_check_command, cli_solve_command, cli_import_command,
    cli_convert_command, cli_info_command;

/* Ends the list of a command's long options, and gives it --help. */
#define CLI_LAST_OPTIONS                                                                           \
    {"help", no_argument, NULL, 'h'}, {                                                            \
        NULL, 0, NULL, 0                                                                           \
    }

/* What cli_next_option answers besides the options' own values. */
enum { CLI_END = -1, CLI_BAD = '?' };

/* The next option. A bad one is explained, and gives CLI_BAD; 'h' is for the caller. `letters` as
 * getopt_long's, starting with ':'. */
int cli_next_option(const cli_command *command, int argc, char **argv, const char *letters,
                    const struct option *options);
/* The one argument left after the options; explains and answers null if there is not just one. */
const char *cli_only_argument(const cli_command *command, int argc, char **argv, const char *what);

/* Numbers of options; explain and answer false if the text is no such number. */
bool cli_parse_count(const cli_command *command, const char *option, const char *text,
                     uint64_t least, uint64_t most, uint64_t *value);
bool cli_parse_number(const cli_command *command, const char *option, const char *text,
                      double least, double most, double *value);

/* Whether both name one regular file, under whatever names; input "-" is what standard input is
 * redirected from. */
bool cli_is_same_file(const char *input, const char *output);

/* Says what is wrong with the command line, and where help is. Answers SST_BAD_INPUT. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
int cli_misused(const cli_command *command, const char *format, ...);

int cli_show_help(const cli_command *command);

/* Prints messages on stderr; a quiet one leaves out warnings. */
sst_reporter cli_reporter(bool quiet);

/* Answers SST_DONE, or SST_FAILED with a message when stdout could not take everything. */
int cli_finish_stdout(void);

#endif
