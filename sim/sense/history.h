/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Where agents were some steps ago. */
#ifndef SIDESTEP_SIM_HISTORY_H
#define SIDESTEP_SIM_HISTORY_H

#include "sidestep/base.h"

typedef struct ssti_moment {
    sst_point position;
    sst_vec2 velocity;
    uint64_t step; /* 1 + the step it belongs to; 0 = none */
} ssti_moment;

typedef struct ssti_history {
    size_t agent_count, depth; /* steps kept */
    ssti_moment *moments;      /* [depth][agent_count] */
} ssti_history;

bool ssti_history_init(ssti_history *history, size_t agent_count, size_t depth);
void ssti_history_free(ssti_history *history);
void ssti_history_note(ssti_history *history, uint64_t step, uint32_t agent, sst_point position,
                       sst_vec2 velocity);
/* Null if the agent was not there then; `step` is at most depth - 1 steps before the last noted. */
const ssti_moment *ssti_history_at(const ssti_history *history, uint64_t step, uint32_t agent);

#endif
