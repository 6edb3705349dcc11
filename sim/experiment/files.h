/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* What was in the files that the scenarios of an experiment name, recordings with trajectories,
 * when the experiment was read. Runs made of other contents are other runs. */
#ifndef SIDESTEP_SIM_EXPERIMENT_FILES_H
#define SIDESTEP_SIM_EXPERIMENT_FILES_H

#include "scenario/scenario.h"

typedef struct ssti_named_file {
    char *path;
    uint64_t content; /* a hash */
} ssti_named_file;

/* Zero it to begin. */
typedef struct ssti_files {
    ssti_named_file *list;
    size_t count;
} ssti_files;

void ssti_files_free(ssti_files *files);

/* Notes the files that a scenario read. `content` gets a hash of all of them, 0 = none. */
sst_outcome ssti_files_note(ssti_files *files, const sst_scenario *scenario, ssti_report *report,
                            uint64_t *content);

/* Whether those that a scenario read are still as noted; if not, that is bad input. */
sst_outcome ssti_files_check(const ssti_files *files, const sst_scenario *scenario,
                             ssti_report *report);

#endif
