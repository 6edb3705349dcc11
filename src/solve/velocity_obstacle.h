/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The velocities that one moving disc forbids another, as a region: VO, RVO and HRVO.
 *
 * A region is written as the half-planes outside it, all with the neighbour as source: the left and
 * the right leg; then, where it is cut off, the half-plane that touches the cut-off disc at its
 * point nearest to the apex. A velocity is permitted where it satisfies any of them, the disc
 * taking the place of the third. A pair in contact gives one half-plane. */
#ifndef SSTI_VELOCITY_OBSTACLE_H
#define SSTI_VELOCITY_OBSTACLE_H

#include "solve/agent_half_plane.h"

enum { SSTI_REGION_HALF_PLANES = 3 };

/* A disc of velocities. */
typedef struct ssti_disc {
    sst_vec2 centre;
    float radius;
} ssti_disc;

/* Writes the region of a model other than ORCA; how many half-planes it took. The source is left to
 * the caller. */
size_t ssti_velocity_obstacle(const ssti_pair *pair, sst_model model,
                              sst_half_plane region[SSTI_REGION_HALF_PLANES]);

/* When the pair comes into contact if the agent takes a velocity and the other does what the model
 * holds of it (HRVO: what RVO holds) [s]; never is SSTI_NEVER. The pair is not in contact. */
#define SSTI_NEVER 1e12f
float ssti_time_to_contact(const ssti_pair *pair, sst_model model, sst_vec2 velocity);

/* The disc that cuts off the region of such a pair. */
ssti_disc ssti_cut_off(const ssti_pair *pair, sst_model model);

#endif
