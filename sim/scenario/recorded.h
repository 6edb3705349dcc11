/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Recordings that a scenario names, each read once. */
#ifndef SIDESTEP_SIM_RECORDED_H
#define SIDESTEP_SIM_RECORDED_H

#include "replay/source.h"
#include "scenario/scenario.h"

/* Which recording; what it may not tell itself is 0 if it shall. */
typedef struct ssti_recorded_name {
    const char *file; /* relative to the scenario's folder */
    ssti_source_hints hints;
} ssti_recorded_name;

struct ssti_recorded {
    char *path;
    ssti_source_hints hints;
    ssti_row *rows; /* by agent, then step */
    size_t row_count;
    uint64_t every;   /* steps from frame to frame */
    double time_step; /* seconds a step */
    ssti_recorded *next;
};

/* Null after a report at `node` if it cannot be read. The reader owns it. */
const ssti_recorded *ssti_recorded_find(ssti_reader *reader, const ssti_node *node,
                                        const ssti_recorded_name *name);
/* An agent's rows. */
ssti_range ssti_recorded_rows(const ssti_recorded *recorded, uint32_t agent);

void ssti_recorded_free(ssti_reader *reader);

#endif
