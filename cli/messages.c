/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Words on stderr, and whether stdout took everything. If its reader went away, as head does once
 * it has enough, that is no error to tell: the command puts its files in order, and then ends as of
 * SIGPIPE, which is how others end. Where SIGPIPE was ignored from the beginning it is an error. */

#include "cli.h"

#include <errno.h>
#include <jansson.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
static bool may_lose_reader, has_lost_reader;

void cli_begin_output(void) {
    may_lose_reader = signal(SIGPIPE, SIG_IGN) != SIG_IGN;
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is a failed write */
}

int cli_end_output(int code) {
    if (has_lost_reader) {
        signal(SIGPIPE, SIG_DFL);
        raise(SIGPIPE);
    }
    return code;
}

static bool is_reader_gone(void) {
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
    has_lost_reader |=
        may_lose_reader && poll(&out, 1, 0) == 1 && (out.revents & (POLLERR | POLLHUP));
    return has_lost_reader;
}

static void print_message(const sst_message *message, void *context) {
    const bool *quiet = context;
    bool of_stdout = message->file && strcmp(message->file, standard_output) == 0;
    if ((message->warning && *quiet) || (of_stdout && is_reader_gone()))
        return;
    has_told_of_stdout |= of_stdout;
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
    if (!has_told_of_stdout && !is_reader_gone())
        fprintf(stderr, "%s: error: cannot be written: %s\n", standard_output,
                cause ? strerror(cause) : "an earlier write failed");
    return SST_FAILED;
}
