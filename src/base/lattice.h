/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The lattice that positions live on: multiples of 2^-24 m.
 *
 * Positions up to 1e8 m are then exact in a double, and so are their differences: shifting a scene
 * by a multiple of 2^-24 m changes no bit of what an agent sees. Adding 1.5 * 2^28 leaves 2^-24 as
 * the last bit for every |x| <= 2^27, so the sum is rounded there, half to even, the same for x and
 * -x; taking it off again is exact.
 */
#ifndef SSTI_LATTICE_H
#define SSTI_LATTICE_H

#include "sidestep/base.h"

/* No coordinate and no displacement of one step is larger than this [m]. */
#define SSTI_LATTICE_REACH 0x1p27

/* What to add and take off. */
#define SSTI_LATTICE_SHIFT 0x1.8p28

/* x to the lattice; beyond +-2^27 m the nearest of the two. */
static inline double ssti_lattice_round(double x) {
    double within = x > SSTI_LATTICE_REACH    ? SSTI_LATTICE_REACH
                    : x < -SSTI_LATTICE_REACH ? -SSTI_LATTICE_REACH
                                              : x;
    return within + SSTI_LATTICE_SHIFT - SSTI_LATTICE_SHIFT;
}

static inline sst_point ssti_lattice_point(sst_point p) {
    return (sst_point){ssti_lattice_round(p.x), ssti_lattice_round(p.y)};
}

/* How far a velocity goes in one coordinate within `time`; the product of two floats is exact. */
static inline double ssti_lattice_displacement(float velocity, float time) {
    return ssti_lattice_round((double)velocity * (double)time);
}

/* A coordinate after a displacement; the world ends at +-1e8 m. Both on the lattice. */
static inline double ssti_lattice_move(double x, double displacement) {
    double moved = x + displacement;
    return moved > SST_MAX_COORDINATE    ? SST_MAX_COORDINATE
           : moved < -SST_MAX_COORDINATE ? -SST_MAX_COORDINATE
                                         : moved;
}

#endif
