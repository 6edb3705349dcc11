/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The progress bar: drawn at most ten times a second, on a line of its own that is wiped at the
 * end. Where the end is a limit, the time left is an upper bound. */

#include "progress.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t interrupted;

static void note_signal(int signal_number) {
    (void)signal_number;
    interrupted = 1;
}

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void cli_progress_start(cli_progress *progress, bool quiet) {
    struct sigaction action = {.sa_handler = note_signal, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    double now = seconds_now();
    *progress = (cli_progress){quiet, !quiet && isatty(STDERR_FILENO), now, now};
}

static void draw_bar(double share) {
    enum { WIDTH = 30 };
    int filled = (int)(share * WIDTH);
    fputs("\r[", stderr);
    for (int i = 0; i < WIDTH; i++)
        fputc(i < filled ? '#' : '.', stderr);
    fputs("] ", stderr);
}

static void draw(const sst_progress *at, double elapsed) {
    double share = at->step_limit ? (double)at->step / (double)at->step_limit : 1;
    double left = share > 0 ? elapsed * (1 - share) / share : 0;
    draw_bar(share);
    fprintf(stderr, "%3d %%  %.3g agent steps/s  at most %.0f s left \033[K", (int)(100 * share),
            (double)at->agent_steps / elapsed, left);
    fflush(stderr);
}

bool cli_progress_step(const sst_progress *at, void *context) {
    cli_progress *progress = context;
    double now = progress->shown ? seconds_now() : 0;
    if (progress->shown && now - progress->last >= 0.1) {
        draw(at, now - progress->start);
        progress->last = now;
    }
    return !interrupted;
}

/* "12 s", "3 min", "5 h": as exactly as it is known. */
static void print_duration(double seconds) {
    if (seconds < 120)
        fprintf(stderr, "%.0f s", seconds);
    else if (seconds < 7200)
        fprintf(stderr, "%.0f min", seconds / 60);
    else
        fprintf(stderr, "%.0f h", seconds / 3600);
}

static void print_runs(const sst_experiment_progress *at, size_t settled) {
    fprintf(stderr, "%zu of %zu runs", settled, at->runs);
    if (!isnan(at->left)) {
        fputs(", about ", stderr);
        print_duration(at->left);
        fputs(" left", stderr);
    }
}

bool cli_progress_runs(const sst_experiment_progress *at, void *context) {
    enum { SECONDS_PER_LINE = 30 };
    cli_progress *progress = context;
    double now = seconds_now();
    size_t settled = at->kept + at->finished + at->spared;
    if (progress->shown) {
        draw_bar(at->runs ? (double)settled / (double)at->runs : 1);
        print_runs(at, settled);
        fputs(" \033[K", stderr);
        fflush(stderr);
    } else if (!progress->quiet && now - progress->last >= SECONDS_PER_LINE) {
        print_runs(at, settled);
        fputc('\n', stderr);
        progress->last = now;
    }
    return !interrupted;
}

void cli_progress_end(cli_progress *progress) {
    if (progress->shown)
        fputs("\r\033[K", stderr);
}
