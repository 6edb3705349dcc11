/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The one-dimensional program (Seidel 1991, section 2, for lines in a disc).
 *
 * A half-plane n.v >= c meets the line base + t d where a t >= b, with a = n.d and b = c - n.base:
 * a bound from below if a > 0, from above if a < 0. Near-parallel lines have an uncertain t but a
 * certain violation: moving t by dt changes it by a dt only. So what is left of rounding is judged
 * by violations, never by distances along the line.
 */
#include "solve/line_program.h"

#include "base/root.h"
#include "base/vec2.h"

/* A slope smaller than this is the rounding of a product of unit vectors: parallel. */
#define PARALLEL 5e-7f

/* The disc itself bounds the chord; no violation is paid for moving along it, none may be. */
#define DISC_SLOPE 1e9f

float ssti_violation(const sst_half_plane *half_plane, sst_vec2 velocity) {
    return half_plane->offset - ssti_dot(half_plane->normal, velocity);
}

float ssti_violation_tolerance(const sst_half_plane *half_plane, float max_speed) {
    return SSTI_ROUNDING * ssti_max(max_speed, ssti_abs(half_plane->offset));
}

bool ssti_chord_of(const sst_half_plane *line, float max_speed, ssti_chord *chord) {
    float length_sq = ssti_length_sq(line->normal);
    if (!(length_sq > PARALLEL * PARALLEL)) {
        return false;
    }
    float inv = 1.0f / sqrtf(length_sq);
    sst_vec2 normal = ssti_scale(inv, line->normal);
    float distance = inv * line->offset;
    distance = ssti_max(-max_speed, ssti_min(max_speed, distance));
    float half = sqrtf((max_speed - distance) * (max_speed + distance));
    *chord = (ssti_chord){
        .base = ssti_scale(distance, normal),
        .direction = ssti_right_of(normal),
        .low = -half,
        .high = half,
        .low_slope = DISC_SLOPE,
        .high_slope = DISC_SLOPE,
    };
    return true;
}

static void raise_low(ssti_chord *chord, float t, float slope) {
    if (t > chord->low) {
        chord->low = t;
        chord->low_slope = slope;
    }
}

static void lower_high(ssti_chord *chord, float t, float slope) {
    if (t < chord->high) {
        chord->high = t;
        chord->high_slope = slope;
    }
}

bool ssti_clip_chord(ssti_chord *chord, const sst_half_plane *half_planes, size_t count,
                     float max_speed) {
    for (size_t j = 0; j < count; ++j) {
        const sst_half_plane *other = &half_planes[j];
        float slope = ssti_dot(other->normal, chord->direction);
        float bound = ssti_violation(other, chord->base);
        if (ssti_abs(slope) <= PARALLEL) {
            if (bound > 4.0f * ssti_violation_tolerance(other, max_speed)) {
                return false;
            }
        } else if (slope > 0.0f) {
            raise_low(chord, bound / slope, slope);
        } else {
            lower_high(chord, bound / slope, -slope);
        }
    }
    return true;
}

bool ssti_chord_is_empty(const ssti_chord *chord) {
    return chord->low > chord->high;
}

float ssti_chord_compromise(const ssti_chord *chord, float *violation) {
    float sum = chord->low_slope + chord->high_slope;
    float low_share = chord->low_slope / sum;
    float missing = chord->low - chord->high;
    *violation = low_share * chord->high_slope * missing;
    return chord->high + low_share * missing;
}

sst_vec2 ssti_chord_point(const ssti_chord *chord, float t) {
    return ssti_add(chord->base, ssti_scale(t, chord->direction));
}

float ssti_chord_nearest(const ssti_chord *chord, sst_vec2 velocity) {
    float t = ssti_dot(chord->direction, velocity);
    return ssti_min(chord->high, ssti_max(chord->low, t));
}
