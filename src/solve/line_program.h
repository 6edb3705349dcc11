/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The one-dimensional program: along the boundary of a half-plane, the interval that the disc and
 * other half-planes leave. */
#ifndef SSTI_LINE_PROGRAM_H
#define SSTI_LINE_PROGRAM_H

#include "sidestep/solve.h"

/* Rounding of one half-plane's value at a velocity, relative to the larger of speed and offset. */
#define SSTI_ROUNDING 0x1p-22f
/* A slope smaller than this is the rounding of a product of unit vectors: parallel. */
#define SSTI_PARALLEL 5e-7f

/* An interval of a line: base + t direction, low <= t <= high. */
typedef struct ssti_chord {
    sst_vec2 base, direction;
    float low, high;
} ssti_chord;

/* How far a velocity is on the wrong side [m/s]; negative on the right side. */
float ssti_violation(const sst_half_plane *half_plane, sst_vec2 velocity);

/* Below this a violation is rounding [m/s]. */
float ssti_violation_tolerance(const sst_half_plane *half_plane, float scale);

/* The boundary of `line` within the disc. Where the boundary misses the disc the chord is the point
 * of the disc nearest to it. False if the normal has no direction. */
bool ssti_chord_of(const sst_half_plane *line, float max_speed, ssti_chord *chord);

/* Clips the chord by the half-planes, each moved back by `slack` [m/s] and its rounding: relative
 * to `scale` [m/s] or its own offset, the larger. False if nothing is left; `chord` is then of no
 * use. */
bool ssti_clip_chord(ssti_chord *chord, const sst_half_plane *half_planes, size_t count,
                     float scale, float slack);

/* The same for half-planes that leave nothing: each is moved back by just as much as it takes,
 * which is returned [m/s]. */
float ssti_clip_chord_least(ssti_chord *chord, const sst_half_plane *half_planes, size_t count,
                            float scale);

sst_vec2 ssti_chord_point(const ssti_chord *chord, float t);

/* The parameter nearest to a velocity. */
float ssti_chord_nearest(const ssti_chord *chord, sst_vec2 velocity);

#endif
