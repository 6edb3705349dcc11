/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* v t + v^2 / (2 b) = d, solved for v in the form that loses no digits where d is small. */
#include "base/root.h"
#include "sidestep/motion.h"

static bool lies_in(float value, float low, float high) {
    return value >= low && value <= high;
}

float sst_stopping_speed(float distance, float braking, float duration) {
    bool is_valid = lies_in(distance, 0.0f, 2e8f) && lies_in(braking, 1e-6f, 1e6f) &&
                    lies_in(duration, 0.0f, 1e6f);
    if (!is_valid || distance == 0.0f) {
        return 0.0f;
    }
    return 2.0f * distance / (duration + sqrtf(duration * duration + 2.0f * distance / braking));
}
