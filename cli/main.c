/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The sidestep command: a table of subcommands. */

#include "cli.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

static const cli_command *const commands[] = {&cli_run_command,     &cli_check_command,
                                              &cli_solve_command,   &cli_import_command,
                                              &cli_convert_command, &cli_info_command};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static int show_overview(void) {
    fputs("sidestep: agents that avoid each other, simulated.\n\n"
          "Usage: sidestep COMMAND [OPTIONS] ...\n\nCommands:\n",
          stdout);
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        printf("  %-8s %s\n", commands[i]->name, commands[i]->summary);
    fputs("  help     help on a command: sidestep help run\n\n"
          "  sidestep run scenarios/crossing.yaml              what comes of a scene\n"
          "  sidestep run scenarios/crossing.yaml -o out.csv   and where everyone went\n"
          "  sidestep check my.yaml                            is it right, and sensibly tuned?\n"
          "  sidestep import obsmat.txt -o street.yaml         a scene from recorded people\n"
          "  sidestep info out.h5                              what a recording is\n"
          "  sidestep convert out.h5 out.sqlite                and the same for other programs\n\n"
          "Exit code: 0 done, 2 bad input, 1 anything else (a full disk, an interrupted run).\n",
          stdout);
    return cli_finish_stdout();
}

static const cli_command *find_command(const char *name) {
    const char *names[COMMAND_COUNT];
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        names[i] = commands[i]->name;
        if (strcmp(name, names[i]) == 0)
            return commands[i];
    }
    const char *nearest = sst_nearest_word(name, names, COMMAND_COUNT);
    if (nearest)
        cli_misused(NULL, "there is no command %s; do you mean %s?", name, nearest);
    else
        cli_misused(NULL, "there is no command %s", name);
    return NULL;
}

static int help_on(const char *name) {
    if (!name)
        return show_overview();
    const cli_command *command = find_command(name);
    return command ? cli_show_help(command) : SST_BAD_INPUT;
}

static int miss_command(void) {
    char names[256] = "";
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        size_t length = strlen(names);
        const char *joint = i == 0 ? "" : i + 1 < COMMAND_COUNT ? ", " : " or ";
        snprintf(names + length, sizeof names - length, "%s%s", joint, commands[i]->name);
    }
    return cli_misused(NULL, "found no command, expected %s", names);
}

int main(int argc, char **argv) {
    /* A reader that went away is a failed write, told as such. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* and so is a file that may not grow */
    if (argc < 2)
        return miss_command();
    const char *name = argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        return show_overview();
    if (strcmp(name, "help") == 0)
        return help_on(argv[2]);
    if (strcmp(name, "--version") == 0) {
        printf("sidestep %s\n", SIDESTEP_VERSION);
        return cli_finish_stdout();
    }
    const cli_command *command = find_command(name);
    return command ? command->run(command, argc - 1, argv + 1) : SST_BAD_INPUT;
}
