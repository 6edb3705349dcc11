/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Command lines: options, their numbers, and words for what is wrong with them. */

#include "cli.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_OPTIONS = 32 };

int cli_misused(const cli_command *command, const char *format, ...) {
    va_list arguments;
    fprintf(stderr, "sidestep%s%s: ", command ? " " : "", command ? command->name : "");
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fprintf(stderr, "\nTry: sidestep help%s%s\n", command ? " " : "", command ? command->name : "");
    return SST_BAD_INPUT;
}

int cli_show_help(const cli_command *command) {
    fputs(command->help, stdout);
    return cli_finish_stdout();
}

static void explain_unknown(const cli_command *command, const char *given,
                            const struct option *options) {
    const char *names[MOST_OPTIONS];
    size_t count = 0;
    for (; options[count].name && count < MOST_OPTIONS; count++)
        names[count] = options[count].name;
    char name[64];
    snprintf(name, sizeof name, "%s", given + strspn(given, "-"));
    name[strcspn(name, "=")] = 0;
    const char *nearest = sst_nearest_word(name, names, count);
    if (nearest)
        cli_misused(command, "there is no option %s; do you mean --%s?", given, nearest);
    else
        cli_misused(command, "there is no option %s", given);
}

int cli_next_option(const cli_command *command, int argc, char **argv, const char *letters,
                    const struct option *options) {
    opterr = 0;
    int option = getopt_long(argc, argv, letters, options, NULL);
    if (option == ':') {
        cli_misused(command, "option %s needs a value", argv[optind - 1]);
        return CLI_BAD;
    }
    if (option != CLI_BAD)
        return option;
    if (optopt && strncmp(argv[optind - 1], "--", 2) == 0)
        cli_misused(command, "option %s takes no value", argv[optind - 1]);
    else if (optopt)
        cli_misused(command, "there is no option -%c", optopt);
    else
        explain_unknown(command, argv[optind - 1], options);
    return CLI_BAD;
}

const char *cli_only_argument(const cli_command *command, int argc, char **argv, const char *what) {
    if (argc - optind == 1)
        return argv[optind];
    if (argc == optind)
        cli_misused(command, "found no %s, expected one (- is standard input)", what);
    else
        cli_misused(command, "found %s after %s, expected only one %s", argv[optind + 1],
                    argv[optind], what);
    return NULL;
}

bool cli_parse_count(const cli_command *command, const char *option, const char *text,
                     uint64_t least, uint64_t most, uint64_t *value) {
    char *end;
    errno = 0;
    unsigned long long number = strtoull(text, &end, 10);
    if (isdigit((unsigned char)*text) && !*end && !errno && number >= least && number <= most) {
        *value = number;
        return true;
    }
    cli_misused(command, "--%s: found %s, expected a whole number from %llu to %llu", option, text,
                (unsigned long long)least, (unsigned long long)most);
    return false;
}

bool cli_parse_number(const cli_command *command, const char *option, const char *text,
                      double least, double most, double *value) {
    char *end;
    double number = strtod(text, &end);
    if (end != text && !*end && number >= least && number <= most) {
        *value = number;
        return true;
    }
    cli_misused(command, "--%s: found %s, expected a number from %g to %g", option, text, least,
                most);
    return false;
}

bool cli_is_same_file(const char *input, const char *output) {
    struct stat in, out;
    int found = strcmp(input, "-") == 0 ? fstat(STDIN_FILENO, &in) : stat(input, &in);
    return found == 0 && stat(output, &out) == 0 && S_ISREG(in.st_mode) &&
           in.st_dev == out.st_dev && in.st_ino == out.st_ino;
}

static void print_message(const sst_message *message, void *context) {
    const bool *quiet = context;
    if (message->warning && *quiet)
        return;
    fputs(message->file ? message->file : "sidestep", stderr);
    if (message->line)
        fprintf(stderr, ":%u", (unsigned)message->line);
    if (message->line && message->column)
        fprintf(stderr, ":%u", (unsigned)message->column);
    fprintf(stderr, ": %s: %s\n", message->warning ? "warning" : "error", message->text);
}

sst_reporter cli_reporter(bool quiet) {
    static bool loudness[] = {false, true};
    return (sst_reporter){print_message, &loudness[quiet]};
}

int cli_finish_stdout(void) {
    bool broken = ferror(stdout);
    errno = 0;
    if (fflush(stdout) == 0 && !broken)
        return SST_DONE;
    fprintf(stderr, "standard output: error: cannot be written: %s\n",
            errno ? strerror(errno) : "an earlier write failed");
    return SST_FAILED;
}
