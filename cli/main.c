/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The sidestep command: a table of subcommands. */

#include "frame.h"

#include <string.h>

extern const cli_command cli_run_command, cli_check_command, cli_solve_command, cli_import_command,
    cli_convert_command, cli_info_command, cli_measure_command, cli_completion_command,
    cli_experiment_command, cli_verify_command, cli_bench_command;
static const cli_command help_command;

static const cli_command *const all_commands[] = {&cli_run_command,
                                                  &cli_experiment_command,
                                                  &cli_verify_command,
                                                  &cli_check_command,
                                                  &cli_solve_command,
                                                  &cli_import_command,
                                                  &cli_convert_command,
                                                  &cli_info_command,
                                                  &cli_measure_command,
                                                  &cli_bench_command,
                                                  &cli_completion_command,
                                                  &help_command,
                                                  NULL};
enum { COMMAND_COUNT = sizeof all_commands / sizeof *all_commands - 1 };

const cli_command *const *cli_commands(void) {
    return all_commands;
}

static int show_overview(void) {
    fputs("sidestep: agents that avoid each other, simulated.\n\n"
          "Usage: sidestep COMMAND [OPTIONS] ...\n\nCommands:\n",
          stdout);
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        printf("  %-10s %s\n", all_commands[i]->name, all_commands[i]->summary);
    fputs("\n"
          "  sidestep run scenarios/crossing.yaml              what comes of a scene\n"
          "  sidestep run scenarios/crossing.yaml -o out.csv   and where everyone went\n"
          "  sidestep experiment experiments/counterflow.yaml  the same over values and seeds\n"
          "  sidestep check my.yaml                            is it right, and sensibly tuned?\n"
          "  sidestep import obsmat.txt -o street.yaml         a scene from recorded people\n"
          "  sidestep info out.h5                              what a recording is\n"
          "  sidestep measure out.h5 --line 0,-4,0,4            flow, density and speed in it\n"
          "  sidestep convert out.h5 out.sqlite                and the same for other programs\n\n"
          "Exit code: 0 done, 2 bad input, 1 anything else (a full disk, an interrupted run).\n",
          stdout);
    return cli_finish_stdout();
}

const cli_command *cli_find_command(const char *name) {
    const char *names[COMMAND_COUNT];
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        names[i] = all_commands[i]->name;
        if (strcmp(name, names[i]) == 0)
            return all_commands[i];
    }
    const char *nearest = sst_nearest_word(name, names, COMMAND_COUNT);
    if (nearest)
        cli_misused(NULL, "there is no command %s; do you mean %s?", name, nearest);
    else
        cli_misused(NULL, "there is no command %s", name);
    return NULL;
}

/* --- sidestep help ------------------------------------------------------------------------- */

typedef struct help_request {
    const char *name;
    bool manual;
} help_request;

static int help(const cli_command *command, int argc, char **argv) {
    help_request request = {0};
    int code = cli_parse(command, argc, argv, &request);
    if (code >= 0)
        return code;
    const cli_command *asked = request.name ? cli_find_command(request.name) : NULL;
    if (request.name && !asked)
        return SST_BAD_INPUT;
    if (request.manual)
        return cli_show_manual(asked);
    return asked ? cli_show_help(asked) : show_overview();
}

static const cli_option help_options[] = {
    {.kind = CLI_COMMAND,
     .value = "COMMAND",
     .optional = true,
     .meaning = "the command; none for the list of commands",
     .place = offsetof(help_request, name)},
    {.name = "man",
     .kind = CLI_FLAG,
     .meaning = "print the manual page, which make install installs, for man or mandoc",
     .place = offsetof(help_request, manual)},
    {0}};

static const cli_example help_examples[] = {
    {"sidestep help run", NULL}, {"sidestep help run --man | man -l -", NULL}, {NULL, NULL}};

static const cli_command help_command = {
    .name = "help",
    .summary = "help on a command, as in: sidestep help run",
    .about = "Prints the help of a command, or the list of commands.",
    .options = help_options,
    .examples = help_examples,
    .run = help};

/* --- The command --------------------------------------------------------------------------- */

static int miss_command(void) {
    char names[256] = "";
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        size_t length = strlen(names);
        const char *joint = i == 0 ? "" : i + 1 < COMMAND_COUNT ? ", " : " or ";
        snprintf(names + length, sizeof names - length, "%s%s", joint, all_commands[i]->name);
    }
    return cli_misused(NULL, "found no command, expected %s", names);
}

static int show_version(int argc, char **argv) {
    if (argc > 2)
        return cli_misused(NULL, "found %s after --version, expected nothing", argv[2]);
    printf("sidestep %s\n", SIDESTEP_VERSION);
    return cli_finish_stdout();
}

static int run(int argc, char **argv) {
    const char *name = argv[1];
    if (strcmp(name, "--version") == 0)
        return show_version(argc, argv);
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        name = "help";
    const cli_command *command = cli_find_command(name);
    return command ? command->run(command, argc - 1, argv + 1) : SST_BAD_INPUT;
}

int main(int argc, char **argv) {
    cli_begin_output();
    return cli_end_output(argc < 2 ? miss_command() : run(argc, argv));
}
