/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Plane vectors in float.
 *
 * Every expression has at most two products and one sum, so turning a scene by 90 degrees or
 * mirroring it permutes or negates the operands and gives the turned or mirrored bits. Minimum and
 * maximum are compare-and-select, the same on every instruction set.
 */
#ifndef SSTI_VEC2_H
#define SSTI_VEC2_H

#include "sidestep/base.h"

#include <float.h>

#if defined(__FAST_MATH__) || (defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0)
#error "the same bits everywhere need IEEE arithmetic in float: no -ffast-math, no x87 (-msse2)"
#endif

static inline sst_vec2 ssti_vec2(float x, float y) {
    return (sst_vec2){x, y};
}

static inline sst_vec2 ssti_add(sst_vec2 a, sst_vec2 b) {
    return (sst_vec2){a.x + b.x, a.y + b.y};
}

static inline sst_vec2 ssti_sub(sst_vec2 a, sst_vec2 b) {
    return (sst_vec2){a.x - b.x, a.y - b.y};
}

static inline sst_vec2 ssti_scale(float s, sst_vec2 a) {
    return (sst_vec2){s * a.x, s * a.y};
}

static inline sst_vec2 ssti_neg(sst_vec2 a) {
    return (sst_vec2){-a.x, -a.y};
}

static inline float ssti_dot(sst_vec2 a, sst_vec2 b) {
    return a.x * b.x + a.y * b.y;
}

/* det(a, b) = a.x b.y - a.y b.x: positive where b lies to the left of a. */
static inline float ssti_det(sst_vec2 a, sst_vec2 b) {
    return a.x * b.y - a.y * b.x;
}

/* a turned by +90 degrees. */
static inline sst_vec2 ssti_left_of(sst_vec2 a) {
    return (sst_vec2){-a.y, a.x};
}

static inline sst_vec2 ssti_right_of(sst_vec2 a) {
    return (sst_vec2){a.y, -a.x};
}

static inline float ssti_length_sq(sst_vec2 a) {
    return ssti_dot(a, a);
}

static inline float ssti_min(float a, float b) {
    return a < b ? a : b;
}

static inline float ssti_max(float a, float b) {
    return a > b ? a : b;
}

static inline float ssti_abs(float a) {
    return a < 0.0f ? -a : a;
}

static inline bool ssti_is_finite(float a) {
    return a - a == 0.0f;
}

static inline bool ssti_vec2_is_finite(sst_vec2 a) {
    return ssti_is_finite(a.x) && ssti_is_finite(a.y);
}

/* Squared distance from the origin to the segment from..to. At an end it is exactly the squared
 * length of that vertex, so that edges sharing a vertex tie. */
static inline float ssti_segment_distance_sq(sst_vec2 from, sst_vec2 to) {
    sst_vec2 e = ssti_sub(to, from);
    float along = -ssti_dot(from, e);
    float length_sq = ssti_length_sq(e);
    if (!(along > 0.0f)) {
        return ssti_length_sq(from);
    }
    if (along >= length_sq) {
        return ssti_length_sq(to);
    }
    float across = ssti_det(from, e);
    return across * across / length_sq;
}

#endif
