/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The half-plane that one moving disc gives another. */
#ifndef SSTI_AGENT_HALF_PLANE_H
#define SSTI_AGENT_HALF_PLANE_H

#include "sidestep/solve.h"

/* Squared lengths below this are no direction: 1e-15 m or m/s. */
#define SSTI_NO_DIRECTION_SQ 1e-30f

/* A pair of discs as one of them sees it; velocities are the ones the half-planes are built about.
 */
typedef struct ssti_pair {
    sst_vec2 position;          /* the other's centre minus the agent's */
    sst_vec2 velocity;          /* the agent's, absolute */
    sst_vec2 relative_velocity; /* the agent's minus the other's */
    float radius;               /* sum of both */
    float time_horizon;
    float time_step;
    float responsibility;
    uint64_t own_key, other_key;
    sst_handedness handedness;
    bool overlaps_part_backwards;
} ssti_pair;

bool ssti_pair_overlaps(const ssti_pair *pair);
bool ssti_pair_coincides(const ssti_pair *pair);

/* van den Berg et al. 2011, section 4. */
sst_half_plane ssti_agent_half_plane(const ssti_pair *pair);

/* Keeps the pair out of contact within the coming step, whatever the horizon. */
sst_half_plane ssti_contact_half_plane(const ssti_pair *pair);

/* Keeps the agent within half the gap for the coming step, whatever any velocity is; to part by
 * half an overlap. */
sst_half_plane ssti_cell_half_plane(const ssti_pair *pair);

#endif
