/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The kernels, written once on the operations of wide_*.h. A file for each instruction set includes
 * its operations, then this, and is compiled for it. Lanes run across agents or candidates, never
 * across the terms of a sum: how many there are does not show. */
#include "base/root.h"
#include "base/vec2.h"
#include "simd/kernels.h"
#include "solve/agent_half_plane.h"
#include "solve/line_program.h"
#include "solve/solver.h"

/* A lattice unit [m]. */
#define LATTICE 0x1p-24f

/* The first `count` lanes, all if there are no more. */
static inline wide_mask first_lanes(uint32_t count) {
    return mask_of_bits(count >= LANES ? (1u << LANES) - 1u : (1u << count) - 1u);
}

/* Without lane `lane`, if there is one. */
static inline wide_mask without_self(wide_mask where, uint32_t lane) {
    return lane < LANES ? mask_without(where, mask_of_bits(1u << lane)) : where;
}

#define ALL_LANES mask_of_bits((1u << LANES) - 1u)
#define NO_LANE   mask_of_bits(0)

#include "simd/search_body.h"

#include "simd/half_planes_body.h"

#include "simd/program_body.h"

#include "simd/relaxed_body.h"
