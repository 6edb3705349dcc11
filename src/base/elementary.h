/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Sine and cosine with the same bits on every machine: truncated series (Abramowitz and Stegun
 * 1964, 4.3.65 and 4.3.66) made of + - * / alone. */
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

#endif
