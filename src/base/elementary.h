/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Functions with the same bits on every machine: truncated series (Abramowitz and Stegun
 * 1964, 4.2.1, 4.3.65 and 4.3.66) made of + - * / alone. */
#ifndef SSTI_ELEMENTARY_H
#define SSTI_ELEMENTARY_H

#include "sidestep/base.h"

#define SSTI_HALF_PI 1.57079637f

/* (cos, sin) of an angle [0, pi/2], to 2 roundings. */
static inline sst_vec2 ssti_unit_at(float angle) {
    float s = angle * angle, cosine = 0.0f, sine = 0.0f;
    for (int n = 14; n >= 2; n -= 2) {
        cosine = (1.0f + cosine) * (-s / (float)(n * (n - 1)));
        sine = (1.0f + sine) * (-s / (float)(n * (n + 1)));
    }
    return (sst_vec2){1.0f + cosine, angle * (1.0f + sine)};
}

/* e^x for x in [0, 24], to a few roundings: e^(k ln 2) e^r with r in [-ln 2 / 2, ln 2 / 2]. */
static inline float ssti_exp(float x) {
    int k = (int)(x * 1.44269504f + 0.5f);
    float r = (x - (float)k * 0.693145752f) - (float)k * 1.42860677e-6f, sum = 0.0f;
    for (int n = 8; n >= 1; n--) {
        sum = (1.0f + sum) * (r / (float)n);
    }
    float value = 1.0f + sum;
    for (int i = 0; i < k; i++) {
        value *= 2.0f;
    }
    return value;
}

static inline float ssti_tanh(float x) {
    float size = x < 0.0f ? -x : x;
    if (size < 1e-4f) {
        return x; /* most arguments are 0 */
    }
    float value = size > 9.0f ? 1.0f : 1.0f - 2.0f / (ssti_exp(2.0f * size) + 1.0f);
    return x < 0.0f ? -value : value;
}

#endif
