/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* What an agent has come to think of its neighbours' readiness to yield. */
#ifndef SSTI_OPINION_H
#define SSTI_OPINION_H

#include "solve/agent_half_plane.h"

enum { SSTI_MOST_OPINIONS = 16 };

/* Of one neighbour; 32 bytes. */
typedef struct ssti_opinion {
    uint64_t key;      /* whose */
    sst_vec2 velocity; /* its velocity in the step before */
    sst_vec2 asked;    /* the change of relative velocity that was needed then; 0 = none */
    float opinion;     /* -1 = never yields, 0 = yields half, 1 = yields all */
    float attention;   /* [0, 1] */
} ssti_opinion;

/* The opinions of one agent, those of the nearest neighbours of the last step. */
typedef struct ssti_opinions {
    uint32_t count;
    ssti_opinion list[SSTI_MOST_OPINIONS];
} ssti_opinions;

/* Learns from what the neighbours did since the step before, and sets the responsibilities for
 * those among the nearest SSTI_MOST_OPINIONS. */
void ssti_opinions_form(const sst_solve_params *params, const sst_solve_agent *agent,
                        sst_neighbor *neighbors, size_t count, ssti_opinions *opinions);

#endif
