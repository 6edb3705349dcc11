/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The progress bar of a run or an experiment, and Ctrl-C. */
#ifndef SIDESTEP_CLI_PROGRESS_H
#define SIDESTEP_CLI_PROGRESS_H

#include "sidestep/experiment.h"

typedef struct cli_progress {
    bool quiet;
    bool shown;         /* on a terminal only */
    double start, last; /* of the clock: when the run began, when the bar was drawn [s] */
} cli_progress;

/* From now on the first Ctrl-C or SIGTERM ends the run cleanly, a second one at once. */
void cli_progress_start(cli_progress *progress, bool quiet);
/* For sst_experiment_options.progress, likewise: a bar, or where there is no terminal a line
 * now and then. */
bool cli_progress_runs(const sst_experiment_progress *at, void *context);
/* For sst_run_options.progress; the context is a cli_progress. */
bool cli_progress_step(const sst_progress *at, void *context);
void cli_progress_end(cli_progress *progress);

#endif
