/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Words on stderr, and whether stdout took everything. */

#include "cli.h"

#include <errno.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
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

static const char standard_output[] = "standard output";
static bool has_told_of_stdout; /* it is told once */

static void print_message(const sst_message *message, void *context) {
    const bool *quiet = context;
    if (message->warning && *quiet)
        return;
    has_told_of_stdout |= message->file && strcmp(message->file, standard_output) == 0;
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

bool cli_print_json(const struct json_t *value, size_t layout, FILE *file) {
    char *text = value ? json_dumps(value, layout) : NULL;
    if (text)
        fputs(text, file);
    free(text);
    return text != NULL;
}

/* Of a write that failed some time before: what hardly anything but writing leaves behind. */
static int cause_before(int cause) {
    static const int causes[] = {ENOSPC, EFBIG, EPIPE, EDQUOT, EIO};
    for (size_t i = 0; i < sizeof causes / sizeof *causes; i++)
        if (cause == causes[i])
            return cause;
    return 0;
}

int cli_finish_stdout(void) {
    bool broken = ferror(stdout);
    int before = broken ? cause_before(errno) : 0;
    errno = 0;
    if (fflush(stdout) == 0 && !broken)
        return SST_DONE;
    int cause = errno ? errno : before;
    if (!has_told_of_stdout)
        fprintf(stderr, "%s: error: cannot be written: %s\n", standard_output,
                cause ? strerror(cause) : "an earlier write failed");
    return SST_FAILED;
}
