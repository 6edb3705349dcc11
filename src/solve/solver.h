/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The solver without its door: for callers inside the library whose input is already checked. */
#ifndef SSTI_SOLVER_H
#define SSTI_SOLVER_H

#include "sidestep/solve.h"
#include "solve/agent_half_plane.h"
#include "solve/program.h"

/* A velocity chosen below this part of the preferred one blocks the agent. */
#define SSTI_BLOCKED_BELOW 0.05f
/* In roundings of the scale: up to this a least violation is no reason to report. */
#define SSTI_RELAXED_FROM 16.0f
/* A slower max speed [m/s] is that of a parked agent: squares would vanish. */
#define SSTI_SLOWEST 1e-15f

/* As sst_solve; every value must be within the bounds of base.h, scratch large enough. */
void ssti_solve(const sst_solve_params *params, const sst_solve_agent *agent,
                const sst_neighbor *neighbors, size_t neighbor_count, const sst_edge *edges,
                size_t edge_count, sst_half_plane *scratch, sst_solution *solution);

/* The half-planes of the edges near an agent, nearest first, into `out` [edge_count]; adds what it
 * meets to `status`. Returns how many. */
uint32_t ssti_obstacle_half_planes(const sst_solve_params *params, const sst_solve_agent *agent,
                                   const sst_edge *edges, size_t edge_count, sst_half_plane *out,
                                   uint32_t *status);

/* As sst_solve_half_planes, likewise. */
void ssti_solve_half_planes(const ssti_program *program, const sst_half_plane *half_planes,
                            sst_levels counts, sst_half_plane *scratch, sst_solution *solution);

/* About which velocity of its own the agent builds what its neighbours forbid. */
sst_vec2 ssti_own_optimisation_velocity(const sst_solve_params *params,
                                        const sst_solve_agent *agent);

/* A neighbour as the agent, at that velocity, reckons with it. */
ssti_pair ssti_pair_of(const sst_solve_params *params, const sst_solve_agent *agent,
                       sst_vec2 velocity, const sst_neighbor *neighbor);

/* The checks that sst_solve and the world share. */
sst_result ssti_check_params(const sst_solve_params *params);
sst_result ssti_check_neighbor(const sst_neighbor *neighbor);

#endif
