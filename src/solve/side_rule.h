/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Which way round: what breaks the tie of symmetric stand-offs. */
#ifndef SSTI_SIDE_RULE_H
#define SSTI_SIDE_RULE_H

#include "solve/program.h"

/* The preferred velocity of the program, turned to the side that the handedness names if one of the
 * neighbours' half-planes forbids it; else as it is. Turned by the tangent `side_bias`, or by less
 * where the agent's share is less than half. Keeps its length. `source` of a half-plane is the
 * index of its neighbour. */
sst_vec2 ssti_turned_aside(const ssti_program *program, float side_bias,
                           const sst_half_plane *half_planes, size_t count,
                           const sst_neighbor *neighbors);

#endif
