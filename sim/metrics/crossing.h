/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Movements across a line. */
#ifndef SIDESTEP_SIM_CROSSING_H
#define SIDESTEP_SIM_CROSSING_H

#include "sidestep/base.h"

#include <stdbool.h>

typedef struct ssti_crossing {
    int direction; /* 1: from the left of the line, seen from its first end, to its right; -1 */
    double when;   /* share of the movement before it [0, 1] */
    double where;  /* share of the line before it [0, 1] */
} ssti_crossing;

/* Whether a straight movement goes across the line from `a` to `b`, its ends among it. Who comes
 * to stand on the line has not crossed it; whoever goes through is counted once, wherever frames
 * fall. */
bool ssti_crosses(sst_point a, sst_point b, sst_point from, sst_point to, ssti_crossing *crossing);

#endif
