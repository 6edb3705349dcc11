/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The relative position of two evenly moving discs runs along a segment; the closest approach is
 * the segment's point nearest to the origin, and they overlap while it is within the circle of
 * their radii. */

#include "metrics/approach.h"

#include <math.h>

static double clamp01(double t) {
    return t < 0 ? 0 : t > 1 ? 1 : t;
}

/* Differences of places in a world neither overflow nor, where it matters, vanish when squared. */
static double length(double x, double y) {
    return sqrt(x * x + y * y);
}

/* The relative position within the step is (x, y) + t (dx, dy). */
typedef struct relative {
    double x, y, dx, dy;
} relative;

static relative relative_way(const ssti_disc *a, const ssti_disc *b) {
    double x = b->from.x - a->from.x, y = b->from.y - a->from.y;
    return (relative){x, y, b->to.x - a->to.x - x, b->to.y - a->to.y - y};
}

ssti_approach ssti_closest_approach(const ssti_disc *a, const ssti_disc *b) {
    relative r = relative_way(a, b);
    double length_sq = r.dx * r.dx + r.dy * r.dy;
    double t = length_sq > 0 ? clamp01(-(r.x * r.dx + r.y * r.dy) / length_sq) : 0;
    double radii = a->radius + b->radius;
    double end = length(b->to.x - a->to.x, b->to.y - a->to.y);
    /* The nearest point is rounded, and must not come out farther than the end itself. */
    double nearest = fmin(length(r.x + t * r.dx, r.y + t * r.dy), end);
    return (ssti_approach){nearest - radii, end - radii, t};
}

bool ssti_overlap_within(const ssti_disc *a, const ssti_disc *b, double depth, double *begin,
                         double *end) {
    relative r = relative_way(a, b);
    double near = a->radius + b->radius - depth;
    double outside = r.x * r.x + r.y * r.y - near * near; /* negative: it begins within */
    double toward = -(r.x * r.dx + r.y * r.dy), length_sq = r.dx * r.dx + r.dy * r.dy;
    *begin = 0;
    *end = 1;
    if (near <= 0)
        return false;
    if (length_sq <= 0)
        return outside < 0;
    double under_root = toward * toward - length_sq * outside;
    if (under_root <= 0)
        return false;
    double root = sqrt(under_root);
    *begin = clamp01((toward - root) / length_sq);
    *end = clamp01((toward + root) / length_sq);
    return *begin < *end;
}

double ssti_time_to_collision(const ssti_disc *a, const ssti_disc *b) {
    double x = b->to.x - a->to.x, y = b->to.y - a->to.y, radii = a->radius + b->radius;
    double dx = (double)b->velocity.x - (double)a->velocity.x;
    double dy = (double)b->velocity.y - (double)a->velocity.y;
    double outside = x * x + y * y - radii * radii;
    if (outside < 0)
        return 0;
    double toward = -(x * dx + y * dy);
    double under_root = toward * toward - (dx * dx + dy * dy) * outside;
    if (toward <= 0 || under_root <= 0)
        return HUGE_VAL;
    return outside / (toward + sqrt(under_root));
}

bool ssti_discs_meet(const ssti_disc *a, const ssti_disc *b) {
    if ((a->image && b->image) || (a->image != b->image && a->agent == b->agent))
        return false;
    return (a->mask & b->layers) || (b->mask & a->layers);
}
