/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* A rate limiter for commanded velocities: the change is cut to a length, its direction kept. */
#include "base/root.h"
#include "base/vec2.h"
#include "sidestep/motion.h"

static bool is_command(sst_vec2 v) {
    return ssti_abs(v.x) <= SST_MAX_SPEED && ssti_abs(v.y) <= SST_MAX_SPEED;
}

sst_result sst_limit_rate(sst_vec2 current, sst_vec2 wanted, float rate, float duration,
                          sst_vec2 *limited) {
    if (!limited) {
        return SST_ERROR_NULL;
    }
    if (!ssti_vec2_is_finite(current) || !ssti_vec2_is_finite(wanted)) {
        return SST_ERROR_NOT_FINITE;
    }
    if (!is_command(current) || !is_command(wanted)) {
        return SST_ERROR_VELOCITY;
    }
    if (!(rate >= 0.0f && rate <= 1e6f)) {
        return SST_ERROR_ACCELERATION;
    }
    if (!(duration >= 0.0f && duration <= 1e6f)) {
        return SST_ERROR_TIME_STEP;
    }
    sst_vec2 change = ssti_sub(wanted, current);
    float most = rate * duration, length_sq = ssti_length_sq(change);
    if (length_sq <= most * most) {
        *limited = wanted;
        return SST_OK;
    }
    *limited = ssti_add(current, ssti_scale(most / sqrtf(length_sq), change));
    return SST_OK;
}
