/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Words on stderr, and whether stdout took everything. */

#include "cli.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int cli_misused(const cli_command *command, const char *format, ...) {
    va_list arguments;
    fprintf(stderr, "sidestep%s%s: ", command ? " " : "", command ? command->name : "");
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fprintf(stderr, "\nTry: sidestep help%s%s\n", command ? " " : "", command ? command->name : "");
    return SST_BAD_INPUT;
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
