/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Measurements, collected and told to people and programs. Failures stay with the file. */
#ifndef SIDESTEP_CLI_MEASURED_H
#define SIDESTEP_CLI_MEASURED_H

#include "sidestep/sim.h"

#include <stdio.h>

/* Zero is an empty list. */
typedef struct cli_measured {
    sst_measured *list; /* each with a name of its own */
    size_t count;
    bool out_of_memory;
} cli_measured;

/* Collects into a list. */
sst_measured_to cli_collect_measured(cli_measured *measured);
void cli_measured_free(cli_measured *measured);

/* A line each. */
void cli_print_measured(const cli_measured *measured, FILE *file);

struct json_t;
/* The list as JSON; null when out of memory. */
struct json_t *cli_measured_json(const cli_measured *measured);

#endif
