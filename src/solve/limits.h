/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* What an agent's machine can do within one step: limits on the change of its velocity. */
#ifndef SSTI_LIMITS_H
#define SSTI_LIMITS_H

#include "sidestep/solve.h"

enum { SSTI_MOST_LIMITS = 6 };

/* Writes the half-planes of velocities that the agent can reach in the coming step, at most
 * SSTI_MOST_LIMITS; none if it has no limits. They always have a common velocity within
 * ssti_reachable_speed. */
uint32_t ssti_limit_half_planes(const sst_solve_agent *agent, float time_step, sst_half_plane *out);

/* The agent's max speed, or more where it cannot brake to that within the step. */
float ssti_reachable_speed(const sst_solve_agent *agent, float time_step);

/* How long ahead a static edge must be looked at whose nearest point lies `towards` [unit] of the
 * agent, `distance` from its surface, so that an agent that obeys its half-plane can always brake
 * in time: `horizon`, or more. */
float ssti_stopping_horizon(const sst_solve_agent *agent, float time_step, float horizon,
                            float distance, sst_vec2 towards);

/* From how far its surface must see static edges. */
float ssti_stopping_distance(const sst_solve_agent *agent, float time_step, float horizon);

#endif
