/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The two-dimensional programs: the point of a disc that satisfies half-planes and is nearest to a
 * goal, or furthest in a direction; and the least greatest violation where none satisfies all.
 *
 * Normals need not be unit vectors here: the fallback compares pairs of half-planes, and the
 * difference of two normals is best left as it is. A violation is always in m/s.
 */
#ifndef SSTI_PROGRAM_H
#define SSTI_PROGRAM_H

#include "sidestep/solve.h"

/* A gap that rounding opened between two bounds may cost this much of the scale. */
#define SSTI_ACCEPTED_GAP 4.0f

/* Over the soft half-planes, in the search for the least violation. */
#define SSTI_MAX_SWEEPS 8
/* A slope of the objective along a line below which all points of it are equally good. */
#define SSTI_LEVEL 1e-6f

/* The disc of speeds, what is wanted in it, and how ties are broken. */
typedef struct ssti_program {
    float max_speed;
    sst_vec2 preferred_velocity; /* may lie outside the disc */
    sst_least_violation choice;
    sst_handedness handedness;
} ssti_program;

/* `velocity`, no longer than `limit`. */
sst_vec2 ssti_within_speed(sst_vec2 velocity, float limit);

/* The permitted velocity nearest to the preferred one. False if there is none, or rounding hides
 * it; `velocity` then satisfies the half-planes before the one that failed. */
bool ssti_nearest_permitted(const ssti_program *program, const sst_half_plane *half_planes,
                            size_t count, sst_vec2 *velocity);

/* The greatest violation of any of the half-planes, at least 0 [m/s]. */
float ssti_greatest_violation(const sst_half_plane *half_planes, size_t count, sst_vec2 velocity);

/* Of the velocities that satisfy `hard`, one that makes the greatest violation of `soft` least. The
 * hard half-planes must have a common velocity; `velocity` comes in as one. `pairs` [hard_count +
 * soft_count] is scratch. Returns the violation. */
float ssti_least_violation(const ssti_program *program, const sst_half_plane *hard,
                           size_t hard_count, const sst_half_plane *soft, size_t soft_count,
                           sst_half_plane *pairs, sst_vec2 *velocity);

#endif
