/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Plane geometry on the lattice in 128-bit integers, and distances in long double: the tests' own
 * truth, apart from what they test. */
#ifndef SIDESTEP_TESTS_EXACT_H
#define SIDESTEP_TESTS_EXACT_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sidestep/base.h"

__extension__ typedef __int128 exact_int;

static inline exact_int exact_of(double x) {
    return (exact_int)(int64_t)(x * 0x1p24);
}

/* 1 if p lies left of the line from a to b, -1 right, 0 on it. */
static inline int exact_side(sst_point a, sst_point b, sst_point p) {
    exact_int det = (exact_of(b.x) - exact_of(a.x)) * (exact_of(p.y) - exact_of(a.y)) -
                    (exact_of(b.y) - exact_of(a.y)) * (exact_of(p.x) - exact_of(a.x));
    return (det > 0) - (det < 0);
}

static inline bool exact_on_segment(sst_point a, sst_point b, sst_point p) {
    return exact_side(a, b, p) == 0 && (p.x - a.x) * (p.x - b.x) <= 0.0 &&
           (p.y - a.y) * (p.y - b.y) <= 0.0;
}

static inline bool exact_segments_meet(sst_point a, sst_point b, sst_point c, sst_point d) {
    bool cross = exact_side(a, b, c) * exact_side(a, b, d) < 0 &&
                 exact_side(c, d, a) * exact_side(c, d, b) < 0;
    return cross || exact_on_segment(a, b, c) || exact_on_segment(a, b, d) ||
           exact_on_segment(c, d, a) || exact_on_segment(c, d, b);
}

/* 1 strictly inside a polygon of distinct vertices, 0 on its outline, -1 outside: by winding. */
static inline int exact_locate(const sst_point *vertices, size_t count, sst_point p) {
    int winding = 0;
    for (size_t i = 0; i < count; i++) {
        sst_point a = vertices[i], b = vertices[i + 1 < count ? i + 1 : 0];
        if (exact_on_segment(a, b, p)) {
            return 0;
        }
        if (a.y <= p.y && b.y > p.y && exact_side(a, b, p) > 0) {
            winding++;
        }
        if (a.y > p.y && b.y <= p.y && exact_side(a, b, p) < 0) {
            winding--;
        }
    }
    return winding != 0 ? 1 : -1;
}

/* Differences of lattice points are exact in double already. */
static inline long double exact_distance(sst_point p, sst_point a, sst_point b) {
    long double ex = (long double)(b.x - a.x), ey = (long double)(b.y - a.y);
    long double rx = (long double)(p.x - a.x), ry = (long double)(p.y - a.y);
    long double length_sq = ex * ex + ey * ey;
    long double t = length_sq > 0 ? (rx * ex + ry * ey) / length_sq : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return hypotl(rx - t * ex, ry - t * ey);
}

/* Between the segments a b and c d. */
static inline long double exact_segment_distance(sst_point a, sst_point b, sst_point c,
                                                 sst_point d) {
    if (exact_segments_meet(a, b, c, d)) {
        return 0;
    }
    return fminl(fminl(exact_distance(a, c, d), exact_distance(b, c, d)),
                 fminl(exact_distance(c, a, b), exact_distance(d, a, b)));
}

#endif
