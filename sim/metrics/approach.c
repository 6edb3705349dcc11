/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The relative position of two evenly moving discs runs along a segment; the closest approach is
 * the segment's point nearest to the origin. */

#include "metrics/approach.h"

#include <math.h>

static double clamp01(double t) {
    return t < 0 ? 0 : t > 1 ? 1 : t;
}

ssti_approach ssti_closest_approach(const ssti_disc *a, const ssti_disc *b) {
    double x = b->from.x - a->from.x, y = b->from.y - a->from.y;
    double end_x = b->to.x - a->to.x, end_y = b->to.y - a->to.y;
    double dx = end_x - x, dy = end_y - y;
    double length_sq = dx * dx + dy * dy;
    double t = length_sq > 0 ? clamp01(-(x * dx + y * dy) / length_sq) : 0;
    double radii = a->radius + b->radius;
    double end = hypot(end_x, end_y);
    /* The nearest point is rounded, and must not come out farther than the end itself. */
    double nearest = fmin(hypot(x + t * dx, y + t * dy), end);
    return (ssti_approach){nearest - radii, end - radii};
}

bool ssti_discs_meet(const ssti_disc *a, const ssti_disc *b) {
    return (a->mask & b->layers) || (b->mask & a->layers);
}
