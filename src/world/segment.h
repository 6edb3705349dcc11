/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Distances of points and segments in double. Sums have at most two terms, so that turned and
 * mirrored scenes agree. */
#ifndef SSTI_SEGMENT_H
#define SSTI_SEGMENT_H

#include "world/predicate.h"

/* No computed distance between things within the world is further than this from the true one [m]:
 * coordinates below 2^28, a relative error of a few 2^-53. Bounds from boxes give way by it. */
#define SSTI_DISTANCE_SLACK 0x1p-20

/* Squared distance from the origin to the segment. At an end exactly the vertex's squared length.
 */
static inline double ssti_origin_segment_distance_sq(sst_point from, sst_point to) {
    sst_point e = ssti_point_sub(to, from);
    double along = -ssti_point_dot(from, e), length_sq = ssti_point_dot(e, e);
    if (!(along > 0.0)) {
        return ssti_point_dot(from, from);
    }
    if (along >= length_sq) {
        return ssti_point_dot(to, to);
    }
    double across = ssti_point_det(from, e);
    return across * across / length_sq;
}

static inline double ssti_point_segment_distance_sq(sst_point p, sst_point from, sst_point to) {
    return ssti_origin_segment_distance_sq(ssti_point_sub(from, p), ssti_point_sub(to, p));
}

/* Squared distance between the segments a b and c d of lattice points; 0 only where they meet. */
static inline double ssti_segments_distance_sq(sst_point a, sst_point b, sst_point c, sst_point d) {
    if (ssti_segments_meet(a, b, c, d)) {
        return 0.0;
    }
    double ends[4] = {
        ssti_point_segment_distance_sq(a, c, d), ssti_point_segment_distance_sq(b, c, d),
        ssti_point_segment_distance_sq(c, a, b), ssti_point_segment_distance_sq(d, a, b)};
    double least = ends[0];
    for (int i = 1; i < 4; i++) {
        least = ends[i] < least ? ends[i] : least;
    }
    return least;
}

#endif
