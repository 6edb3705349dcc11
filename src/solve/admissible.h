/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The velocity outside all forbidden regions that is nearest to the preferred one. */
#ifndef SSTI_ADMISSIBLE_H
#define SSTI_ADMISSIBLE_H

#include "solve/program.h"
#include "solve/velocity_obstacle.h"

/* The regions of an agent, as ssti_velocity_obstacle writes them, one neighbour after the other,
 * nearest first. */
typedef struct ssti_regions {
    const sst_solve_params *params;
    const sst_solve_agent *agent;
    const sst_neighbor *neighbors;
    const sst_half_plane *half_planes; /* source: index of the neighbour */
    size_t count;                      /* of half-planes */
} ssti_regions;

/* `walls` [wall_count] are met whatever it costs; `velocity` comes in as the permitted one nearest
 * to the preferred one without any region, and goes out as the nearest outside all regions. Where
 * there is none: with HRVO the furthest regions are given up, one by one, until there is; with VO
 * and RVO it is the velocity of least penalty. Returns the depth in the deepest region [m/s], 0
 * where none holds it. */
float ssti_nearest_admissible(const ssti_program *program, const ssti_regions *regions,
                              const sst_half_plane *walls, size_t wall_count, sst_vec2 *velocity);

#endif
