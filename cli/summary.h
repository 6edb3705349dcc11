/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* A run's summary for people and for programs. Failures stay with the file. */
#ifndef SIDESTEP_CLI_SUMMARY_H
#define SIDESTEP_CLI_SUMMARY_H

#include "measured.h"

#include <stdio.h>

void cli_print_summary(const sst_summary *summary, const char *name, const sst_run_options *options,
                       FILE *file);
/* All figures, one a line: name, value, unit, meaning. */
void cli_print_figures(const sst_summary *summary, FILE *file);
/* With the measurements, if there are any. */
void cli_print_summary_json(const sst_summary *summary, const cli_measured *measured, FILE *file);

#endif
