/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The incremental program in the plane (Seidel 1991; van den Berg et al. 2011, section 5.2).
 *
 * Half-planes are met one after the other with the best point so far. One that is satisfied changes
 * nothing; one that is not has the new best point on its boundary, which is the one-dimensional
 * program. They come nearest first: near ones bind most often, so that the rest are mere tests.
 */
#include "solve/program.h"

#include "base/root.h"
#include "base/vec2.h"
#include "solve/line_program.h"

/* Scaled first: squares of very small speeds vanish. */
sst_vec2 ssti_within_speed(sst_vec2 velocity, float limit) {
    float largest = ssti_max(ssti_abs(velocity.x), ssti_abs(velocity.y));
    if (largest <= limit && ssti_length_sq(velocity) <= limit * limit) {
        return velocity;
    }
    sst_vec2 scaled = {velocity.x / largest, velocity.y / largest};
    return ssti_scale(limit / sqrtf(ssti_length_sq(scaled)), scaled);
}

static bool nearest_on(const ssti_program *program, const sst_half_plane *half_planes, size_t i,
                       sst_vec2 *velocity) {
    const sst_half_plane *line = &half_planes[i];
    float tolerance = SSTI_ACCEPTED_GAP * ssti_violation_tolerance(line, program->max_speed);
    ssti_chord whole;
    if (!ssti_chord_of(line, program->max_speed, &whole) ||
        ssti_violation(line, whole.base) > tolerance) {
        return false;
    }
    ssti_chord chord = whole;
    if (!ssti_clip_chord(&chord, half_planes, i, program->max_speed, 0.0f)) {
        chord = whole;
        if (!ssti_clip_chord(&chord, half_planes, i, program->max_speed, tolerance)) {
            return false;
        }
    }
    *velocity = ssti_chord_point(&chord, ssti_chord_nearest(&chord, program->preferred_velocity));
    return true;
}

bool ssti_nearest_permitted(const ssti_program *program, const sst_half_plane *half_planes,
                            size_t count, sst_vec2 *velocity) {
    *velocity = ssti_within_speed(program->preferred_velocity, program->max_speed);
    for (size_t i = 0; i < count; ++i) {
        const sst_half_plane *line = &half_planes[i];
        if (ssti_violation(line, *velocity) > ssti_violation_tolerance(line, program->max_speed) &&
            !nearest_on(program, half_planes, i, velocity)) {
            return false;
        }
    }
    return true;
}

float ssti_greatest_violation(const sst_half_plane *half_planes, size_t count, sst_vec2 velocity) {
    float greatest = 0.0f;
    for (size_t i = 0; i < count; ++i) {
        greatest = ssti_max(greatest, ssti_violation(&half_planes[i], velocity));
    }
    return greatest;
}
