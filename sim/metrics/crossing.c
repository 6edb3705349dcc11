/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The line itself belongs to its left side, so that of two movements that meet on it only one
 * changes sides. */

#include "metrics/crossing.h"

/* Twice the area of (a, b, p): positive to the left. */
static double side(sst_point a, sst_point b, sst_point p) {
    return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

bool ssti_crosses(sst_point a, sst_point b, sst_point from, sst_point to, ssti_crossing *crossing) {
    double before = side(a, b, from), after = side(a, b, to);
    if ((before >= 0) == (after >= 0))
        return false;
    double when = before / (before - after);
    sst_point at = {from.x + when * (to.x - from.x), from.y + when * (to.y - from.y)};
    double x = b.x - a.x, y = b.y - a.y;
    double where = ((at.x - a.x) * x + (at.y - a.y) * y) / (x * x + y * y);
    if (!(where >= 0 && where <= 1))
        return false;
    *crossing = (ssti_crossing){before >= 0 ? 1 : -1, when, where};
    return true;
}
