/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The frame of a command. A command is one table of its arguments and options, and what it does.
 * From the table come the reading of the command line, `--help`, the manual page and the completion
 * of shells, so these cannot differ. Example: cli/check.c.
 */
#ifndef SIDESTEP_CLI_H
#define SIDESTEP_CLI_H

#include "sidestep/sim.h"

#include <stddef.h>
#include <stdio.h>

/* What an option takes, and what it leaves in its place in the request. */
typedef enum cli_kind {
    CLI_TABLE_END = 0,
    CLI_FLAG,    /* takes nothing: bool */
    CLI_COUNT,   /* uint64_t, from least to most */
    CLI_NUMBER,  /* double, from least to most, decimal */
    CLI_TEXT,    /* const char * */
    CLI_COMMAND, /* const char *, the name of a command */
    CLI_CHOICE,  /* int: which of the choices */
    CLI_INPUT,   /* const char *, a file that is read; "-" is standard input */
    CLI_OUTPUT   /* const char *, a file that is written; "-" is standard output */
} cli_kind;

typedef struct cli_choice {
    const char *word, *meaning; /* the last one is {NULL}; a meaning may be null */
} cli_choice;

/* How a kind of file is called, and how names of it end: ".yaml .yml". */
typedef struct cli_file_kind {
    const char *noun, *ends;
} cli_file_kind;

extern const cli_file_kind cli_scenario_file, cli_recording_file, cli_people_file, cli_picture_file,
    cli_geometry_file, cli_table_file;

/* A row of the table: an option, or an argument, which has no name. Without .many, a kind of file
 * may be given once, and of other values the last counts. */
typedef struct cli_option {
    const char *name; /* behind --; null: an argument */
    char letter;      /* behind -; 0: none */
    cli_kind kind;
    const char *value;   /* what help calls its value: "FILE"; null: the choices with | between */
    const char *meaning; /* one line */
    const char *more;    /* text that help sets behind the meaning and "; "; may be null */
    size_t place;        /* offsetof in the request */
    double least, most;  /* of counts and numbers */
    const cli_choice *choices; /* of CLI_CHOICE */
    const cli_file_kind *file; /* of CLI_INPUT and CLI_OUTPUT; null: any */
    bool many;                 /* may be given again: the place is a cli_list */
    bool required;             /* an option that must be given */
    bool optional;             /* an argument that need not be given */
} cli_option;

/* Values of an option that may be given again, in the order given. */
enum { CLI_LIST_MOST = 64 };
typedef struct cli_list {
    const char *items[CLI_LIST_MOST];
    size_t count;
} cli_list;

typedef struct cli_example {
    const char *line, *says; /* a shell's line, and what it is good for; the last one is {NULL} */
} cli_example;

/* Texts are paragraphs with empty lines between; they are flowed, but for lines that start with a
 * space. */
typedef struct cli_command {
    const char *name, *summary;  /* its line in the list of commands */
    const char *about;           /* a paragraph: what it does */
    const cli_option *options;   /* ends with {0}; --help is added */
    const cli_example *examples; /* the two most useful ones first: they stand above the options */
    const char *details;         /* what help says below the options; may be null */
    int (*run)(const struct cli_command *command, int argc, char **argv); /* answers an exit code */
} cli_command;

/* Reads the command line into the request, which holds the defaults. Answers -1 to go on, or the
 * exit code of what is settled: help is shown, or what is wrong was said. Refused besides bad
 * values are inputs that are missing or of another kind, and outputs that would overwrite an input
 * or each other. */
int cli_parse(const cli_command *command, int argc, char **argv, void *request);

/* --- Rows that several commands have ------------------------------------------------------- */

/* Of the one scenario: const char *; what --set says: a cli_list, both for cli_load_scenario. */
#define CLI_SCENARIO_ARGUMENT(request, member)                                                     \
    {                                                                                              \
        .kind = CLI_INPUT, .value = "SCENARIO", .file = &cli_scenario_file,                        \
        .meaning = "the scenario, YAML or JSON; - is standard input",                              \
        .place = offsetof(request, member)                                                         \
    }
#define CLI_SET_OPTION(request, member)                                                            \
    {                                                                                              \
        .name = "set", .kind = CLI_TEXT, .value = "KEY=VALUE", .many = true,                       \
        .meaning = "change the scenario, as in --set agents.0.radius=0.4",                         \
        .more = "may be given again. Keys from the top with points between them, a value in YAML", \
        .place = offsetof(request, member)                                                         \
    }
/* uint64_t, 0 if not given. */
#define CLI_JOBS_OPTION(request, member, same)                                                     \
    {                                                                                              \
        .name = "jobs", .kind = CLI_COUNT, .value = "N", .least = 1, .most = 1024,                 \
        .meaning = "make N runs at a time", .more = same " Default: one per processor",            \
        .place = offsetof(request, member)                                                         \
    }
/* bool. */
#define CLI_JSON_OPTION(request, member, what)                                                     \
    { .name = "json", .kind = CLI_FLAG, .meaning = what, .place = offsetof(request, member) }
#define CLI_QUIET_OPTION(request, member, what)                                                    \
    {                                                                                              \
        .name = "quiet", .letter = 'q', .kind = CLI_FLAG, .meaning = what,                         \
        .place = offsetof(request, member)                                                         \
    }

/* --profile: default, classic; the choice is no sst_profile. */
extern const cli_choice cli_profiles[];
sst_profile cli_profile_of(int choice);

sst_outcome cli_load_scenario(const char *path, const cli_list *settings, sst_reporter reporter,
                              sst_scenario **scenario);

/* --- Words --------------------------------------------------------------------------------- */

/* Says what is wrong with the command line, and where help is. Answers SST_BAD_INPUT. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
int cli_misused(const cli_command *command, const char *format, ...);

/* Prints messages on stderr; a quiet one leaves out warnings. */
sst_reporter cli_reporter(bool quiet);

/* Prints JSON, laid out by jansson's flags; false where there is none or memory ran out. Whether
 * the file took it is for who closes it to find out. */
struct json_t;
bool cli_print_json(const struct json_t *value, size_t layout, FILE *file);

/* Answers SST_DONE, or SST_FAILED with a message when stdout could not take everything: one,
 * whoever told it. */
int cli_finish_stdout(void);
/* Before and after everything: a standard output that nobody reads any more ends the command as it
 * ends others. */
void cli_begin_output(void);
int cli_end_output(int code);

#endif
