/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The least greatest violation (van den Berg et al. 2011, section 5.3), exactly.
 *
 * It is a linear program in three dimensions: the least z with n_j.v >= c_j - z for every soft
 * half-plane j, v in the disc and in every hard half-plane. Incrementally again: if half-plane i is
 * violated by more than the z so far, the new optimum has i tight, z = c_i - n_i.v. Put into the
 * others, that leaves a program in the plane,
 *
 *     (n_j - n_i).v >= c_j - c_i,     n_i.v as large as possible,
 *
 * with the hard half-planes as they are. Differences of normals are not normalised: a short one is
 * uncertain in its direction but just as unimportant.
 *
 * Theory says the program in the plane always has a solution; where rounding disagrees, the point
 * that violates least is taken. A second sweep, over all half-planes, repairs what that spoils.
 */
#include "solve/program.h"

#include "base/vec2.h"
#include "solve/line_program.h"

/* Where to go on a chord: along the objective, or, where the objective is level, by the choice. */
static float best_on_chord(const ssti_program *program, const ssti_chord *chord,
                           sst_vec2 objective) {
    float slope = ssti_dot(objective, chord->direction);
    if (slope > SSTI_LEVEL) {
        return chord->high;
    }
    if (slope < -SSTI_LEVEL) {
        return chord->low;
    }
    if (program->choice == SST_LEAST_NEAREST) {
        return ssti_chord_nearest(chord, program->preferred_velocity);
    }
    return program->handedness == SST_RIGHT_HANDED ? chord->low : chord->high;
}

/* The point of the disc and the half-planes furthest along the unit vector `objective`. */
static sst_vec2 furthest_permitted(const ssti_program *program, const sst_half_plane *half_planes,
                                   size_t count, sst_vec2 objective, float scale) {
    sst_vec2 velocity = ssti_scale(program->max_speed, objective);
    for (size_t i = 0; i < count; ++i) {
        const sst_half_plane *line = &half_planes[i];
        ssti_chord whole;
        if (ssti_violation(line, velocity) <= ssti_violation_tolerance(line, scale) ||
            !ssti_chord_of(line, program->max_speed, &whole)) {
            continue;
        }
        ssti_chord chord = whole;
        if (!ssti_clip_chord(&chord, half_planes, i, scale, 0.0f)) {
            chord = whole;
            (void)ssti_clip_chord_least(&chord, half_planes, i, scale);
        }
        velocity = ssti_chord_point(&chord, best_on_chord(program, &chord, objective));
    }
    return velocity;
}

/* The half-planes in which `tight` is violated at least as much as each of the others. */
static size_t pair_with(const sst_half_plane *tight, const sst_half_plane *others, size_t count,
                        sst_half_plane *pairs) {
    size_t pair_count = 0;
    for (size_t j = 0; j < count; ++j) {
        if (&others[j] != tight) {
            pairs[pair_count++] = (sst_half_plane){
                .normal = ssti_sub(others[j].normal, tight->normal),
                .offset = others[j].offset - tight->offset,
            };
        }
    }
    return pair_count;
}

/* Half-planes that cost their differences' rounding must judge by their own size. */
static float scale_of(const ssti_program *program, const sst_half_plane *half_planes,
                      size_t count) {
    float scale = program->max_speed;
    for (size_t i = 0; i < count; ++i) {
        scale = ssti_max(scale, ssti_abs(half_planes[i].offset));
    }
    return scale;
}

float ssti_least_violation(const ssti_program *program, const sst_half_plane *hard,
                           size_t hard_count, const sst_half_plane *soft, size_t soft_count,
                           sst_half_plane *pairs, sst_vec2 *velocity) {
    for (size_t j = 0; j < hard_count; ++j) {
        pairs[j] = hard[j];
    }
    float scale = scale_of(program, soft, soft_count);
    float least = 0.0f;
    bool is_settled = false;
    for (int sweep = 0; sweep < SSTI_MAX_SWEEPS && !is_settled; ++sweep) {
        is_settled = true;
        for (size_t i = 0; i < soft_count; ++i) {
            if (ssti_violation(&soft[i], *velocity) <= least + 4.0f * SSTI_ROUNDING * scale) {
                continue;
            }
            size_t met = sweep == 0 ? i : soft_count;
            size_t count = hard_count + pair_with(&soft[i], soft, met, &pairs[hard_count]);
            *velocity = furthest_permitted(program, pairs, count, soft[i].normal, scale);
            least = ssti_max(0.0f, ssti_violation(&soft[i], *velocity));
            is_settled = false;
        }
    }
    return ssti_greatest_violation(soft, soft_count, *velocity);
}
