/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The side rule. Dead ahead of each other two agents get half-planes straight across their ways,
 * and the nearest permitted velocities lead to a stop, nose to nose. Whoever others keep from what
 * it prefers therefore looks for its way a little to one side, the same for all: a pair passes, and
 * those who meet in one point turn round it. Who has the right of way and takes less than half of
 * the avoidance turns less.
 *
 * Turned is the preferred velocity, which is private. No half-plane changes, so there is nothing
 * that both of a pair would have to agree on. Alone, an agent goes straight.
 */
#include "solve/side_rule.h"

#include "base/root.h"
#include "base/vec2.h"
#include "solve/line_program.h"

static bool forbids(const sst_half_plane *half_plane, sst_vec2 velocity, float scale) {
    return ssti_violation(half_plane, velocity) > ssti_violation_tolerance(half_plane, scale);
}

/* How much to turn: in full from a share of one half, and by its square below, the greatest share
 * of those whose half-planes forbid the velocity. */
static float weight(const sst_half_plane *half_planes, size_t count, const sst_neighbor *neighbors,
                    sst_vec2 velocity, float scale) {
    float greatest = 0.0f;
    for (size_t i = 0; i < count; ++i) {
        if (forbids(&half_planes[i], velocity, scale)) {
            greatest = ssti_max(greatest, neighbors[half_planes[i].source].responsibility);
        }
    }
    return ssti_min(1.0f, 4.0f * greatest * greatest);
}

sst_vec2 ssti_turned_aside(const ssti_program *program, float side_bias,
                           const sst_half_plane *half_planes, size_t count,
                           const sst_neighbor *neighbors) {
    sst_vec2 wanted = program->preferred_velocity;
    sst_vec2 possible = ssti_within_speed(wanted, program->max_speed);
    float bias = side_bias * weight(half_planes, count, neighbors, possible, program->max_speed);
    if (bias == 0.0f) {
        return wanted;
    }
    sst_vec2 aside =
        program->handedness == SST_RIGHT_HANDED ? ssti_right_of(wanted) : ssti_left_of(wanted);
    float to_unit = 1.0f / sqrtf(1.0f + bias * bias);
    return ssti_scale(to_unit, ssti_add(wanted, ssti_scale(bias, aside)));
}
