/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Experiments written in a test, and the files that they make. */
#ifndef SIDESTEP_TESTS_SIM_EXPERIMENT_H
#define SIDESTEP_TESTS_SIM_EXPERIMENT_H

#include "sidestep/experiment.h"
#include "sim_scene.h"

/* As a file of that name would give it; null if it is bad. The messages are of this reading. */
sst_experiment *sim_experiment(sim_messages *messages, const char *text, const char *file);

/* So many jobs, and one output, which must stay where it is. */
sst_experiment_options sim_experiment_options(uint32_t jobs, const char *const *output);

/* A file as a text, to be freed; empty after a failed check. */
char *sim_read_file(const char *path);

#endif
