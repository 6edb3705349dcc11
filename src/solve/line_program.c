/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The one-dimensional program (Seidel 1991, section 2, for lines in a disc).
 *
 * A half-plane n.v >= c meets the line base + t d where a t >= b, with a = n.d and b = c - n.base:
 * a bound from below if a > 0, from above if a < 0. Near-parallel lines have an uncertain t but a
 * certain violation: moving t by dt changes it by a dt only. So rounding is given room as a
 * violation, never as a distance along the line.
 */
#include "solve/line_program.h"

#include "base/root.h"
#include "base/vec2.h"

float ssti_violation(const sst_half_plane *half_plane, sst_vec2 velocity) {
    return half_plane->offset - ssti_dot(half_plane->normal, velocity);
}

float ssti_violation_tolerance(const sst_half_plane *half_plane, float scale) {
    return SSTI_ROUNDING * ssti_max(scale, ssti_abs(half_plane->offset));
}

bool ssti_chord_of(const sst_half_plane *line, float max_speed, ssti_chord *chord) {
    float length_sq = ssti_length_sq(line->normal);
    if (!(length_sq > SSTI_PARALLEL * SSTI_PARALLEL)) {
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
    };
    return true;
}

bool ssti_clip_chord(ssti_chord *chord, const sst_half_plane *half_planes, size_t count,
                     float scale, float slack) {
    for (size_t j = 0; j < count; ++j) {
        const sst_half_plane *other = &half_planes[j];
        float slope = ssti_dot(other->normal, chord->direction);
        float rounding = ssti_violation_tolerance(other, scale);
        float bound = ssti_violation(other, chord->base) - 2.0f * rounding - slack;
        if (ssti_abs(slope) <= SSTI_PARALLEL) {
            if (bound > 2.0f * rounding) {
                return false;
            }
        } else if (slope > 0.0f) {
            chord->low = ssti_max(chord->low, bound / slope);
        } else {
            chord->high = ssti_min(chord->high, bound / slope);
        }
    }
    return chord->low <= chord->high;
}

static size_t worst_at(const ssti_chord *chord, const sst_half_plane *half_planes, size_t count,
                       float t) {
    sst_vec2 velocity = ssti_chord_point(chord, t);
    size_t worst = 0;
    for (size_t j = 1; j < count; ++j) {
        if (ssti_violation(&half_planes[j], velocity) >
            ssti_violation(&half_planes[worst], velocity)) {
            worst = j;
        }
    }
    return worst;
}

/* The violation of a half-plane along the chord is at - slope t. */
typedef struct violation_line {
    float slope, at;
    bool is_set;
} violation_line;

static float balance(const violation_line *raising, const violation_line *lowering) {
    if (!raising->is_set) {
        return lowering->at / lowering->slope;
    }
    if (!lowering->is_set) {
        return raising->at / raising->slope;
    }
    return (raising->at - lowering->at) / (raising->slope - lowering->slope);
}

/* The parameter that makes the greatest violation least: the dual simplex in one dimension. Of the
 * half-planes that ask for a larger t and of those that ask for a smaller one, one each is balanced
 * against the other; the worst at their balance takes the place of the one on its side, until none
 * is worse. */
static float compromise(const ssti_chord *chord, const sst_half_plane *half_planes, size_t count) {
    violation_line raising = {0}, lowering = {0};
    float t = 0.0f, told = -1.0f;
    for (size_t pivots = 0; pivots < count; ++pivots) {
        const sst_half_plane *worst = &half_planes[worst_at(chord, half_planes, count, t)];
        float slope = ssti_dot(worst->normal, chord->direction);
        float violation = ssti_violation(worst, ssti_chord_point(chord, t));
        if (violation <= told || ssti_abs(slope) <= SSTI_PARALLEL) {
            break;
        }
        violation_line line = {slope, ssti_violation(worst, chord->base), true};
        if (slope > 0.0f) {
            raising = line;
        } else {
            lowering = line;
        }
        t = ssti_min(chord->high, ssti_max(chord->low, balance(&raising, &lowering)));
        told = line.at - slope * t;
    }
    return t;
}

float ssti_clip_chord_least(ssti_chord *chord, const sst_half_plane *half_planes, size_t count,
                            float scale) {
    float t = compromise(chord, half_planes, count);
    size_t worst = worst_at(chord, half_planes, count, t);
    float least = ssti_violation(&half_planes[worst], ssti_chord_point(chord, t));
    if (!ssti_clip_chord(chord, half_planes, count, scale, ssti_max(0.0f, least))) {
        chord->low = chord->high = t;
    }
    return least;
}

sst_vec2 ssti_chord_point(const ssti_chord *chord, float t) {
    return ssti_add(chord->base, ssti_scale(t, chord->direction));
}

float ssti_chord_nearest(const ssti_chord *chord, sst_vec2 velocity) {
    float t = ssti_dot(chord->direction, velocity);
    return ssti_min(chord->high, ssti_max(chord->low, t));
}
