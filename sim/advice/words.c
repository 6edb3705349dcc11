/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Words and numbers of messages. */

#include "advice/advice.h"

#include <math.h>
#include <stdio.h>

void ssti_worst_add(ssti_worst *worst, size_t agent, double badness) {
    if (worst->count++ == 0 || badness > worst->badness) {
        worst->agent = agent;
        worst->badness = badness;
    }
}

ssti_who ssti_name(const ssti_worst *worst) {
    ssti_who who;
    int length = snprintf(who.text, sizeof who.text, "agent %zu", worst->agent);
    if (worst->count > 1)
        snprintf(who.text + length, sizeof who.text - (size_t)length, " (and %zu more)",
                 worst->count - 1);
    return who;
}

double ssti_round_up(double value) {
    if (!(value > 0) || !isfinite(value))
        return value;
    double scale = pow(10, floor(log10(value)) - 2);
    return ceil(value / scale - 1e-4) * scale;
}
