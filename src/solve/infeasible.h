/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* What is done instead of the least violation where the half-planes of agents have no common
 * velocity. */
#ifndef SSTI_INFEASIBLE_H
#define SSTI_INFEASIBLE_H

#include "sidestep/solve.h"
#include "solve/program.h"

/* One agent's scene: what the rules of sst_infeasible look at. */
typedef struct ssti_infeasible {
    const sst_solve_params *params;
    const sst_solve_agent *agent;
    const sst_neighbor *neighbors;
    const sst_half_plane *half_planes; /* [count] of the agents; `source` is the neighbour */
    size_t count;
} ssti_infeasible;

/* Chooses the velocity by params->infeasible, within the half-planes held: work [held], which must
 * have a common velocity. `work` has room for `count` more, `pairs` [held + count] is scratch.
 * Returns the flag of the rule, its status; 0, with `velocity` as it was, where the rule is the
 * least violation or rounding hides what the held leave. `violation` gets by how much the
 * half-planes that the rule put in place of the agents' are violated, 0 if not or if there are none
 * [m/s]. */
uint32_t ssti_meet_otherwise(const ssti_infeasible *scene, const ssti_program *program,
                             sst_half_plane *work, size_t held, sst_half_plane *pairs,
                             sst_vec2 *velocity, float *violation);

#endif
