/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* On which side of a line a point lies, exactly.
 *
 * Points are on the lattice, so differences are exact in double; only the two products of the
 * determinant are rounded. Rounding keeps order: where the rounded products differ, the exact ones
 * differ the same way; where they agree, their rounding errors decide, and those are doubles too
 * (Dekker, "A floating-point technique for extending the available precision", 1971, section 5).
 */
#ifndef SSTI_PREDICATE_H
#define SSTI_PREDICATE_H

#include "sidestep/base.h"

static inline sst_point ssti_point_sub(sst_point a, sst_point b) {
    return (sst_point){a.x - b.x, a.y - b.y};
}

static inline double ssti_point_dot(sst_point a, sst_point b) {
    return a.x * b.x + a.y * b.y;
}

static inline double ssti_point_det(sst_point a, sst_point b) {
    return a.x * b.y - a.y * b.x;
}

static inline bool ssti_point_equal(sst_point a, sst_point b) {
    return a.x == b.x && a.y == b.y;
}

/* From left to right, then from bottom to top. */
static inline bool ssti_point_before(sst_point a, sst_point b) {
    return a.x < b.x || (a.x == b.x && a.y < b.y);
}

/* The upper half of a double's bits, so that halves multiply without rounding. */
static inline double ssti_upper_half(double a) {
    double c = 134217729.0 * a; /* 2^27 + 1 */
    return c - (c - a);
}

/* a b - product, exactly, where product = fl(a b). */
static inline double ssti_product_error(double a, double b, double product) {
    double a1 = ssti_upper_half(a), b1 = ssti_upper_half(b);
    double a2 = a - a1, b2 = b - b1;
    return a2 * b2 - (((product - a1 * b1) - a2 * b1) - a1 * b2);
}

/* The sign of a b - c d: 1, 0 or -1. */
static inline int ssti_compare_products(double a, double b, double c, double d) {
    double p = a * b, q = c * d;
    if (p == q) {
        p = ssti_product_error(a, b, p);
        q = ssti_product_error(c, d, q);
    }
    return (p > q) - (p < q);
}

/* 1 if p lies left of the line from a to b, -1 right, 0 on it. */
static inline int ssti_side_of_line(sst_point a, sst_point b, sst_point p) {
    sst_point e = ssti_point_sub(b, a), r = ssti_point_sub(p, a);
    return ssti_compare_products(e.x, r.y, e.y, r.x);
}

/* Whether p, known to lie on the line a b, lies between a and b, ends included. */
static inline bool ssti_is_between(sst_point a, sst_point b, sst_point p) {
    double low_x = a.x < b.x ? a.x : b.x, high_x = a.x < b.x ? b.x : a.x;
    double low_y = a.y < b.y ? a.y : b.y, high_y = a.y < b.y ? b.y : a.y;
    return low_x <= p.x && p.x <= high_x && low_y <= p.y && p.y <= high_y;
}

/* Whether the closed segments a b and c d have a point in common. */
static inline bool ssti_segments_meet(sst_point a, sst_point b, sst_point c, sst_point d) {
    int side_c = ssti_side_of_line(a, b, c), side_d = ssti_side_of_line(a, b, d);
    int side_a = ssti_side_of_line(c, d, a), side_b = ssti_side_of_line(c, d, b);
    if (side_c * side_d < 0 && side_a * side_b < 0) {
        return true;
    }
    return (side_c == 0 && ssti_is_between(a, b, c)) || (side_d == 0 && ssti_is_between(a, b, d)) ||
           (side_a == 0 && ssti_is_between(c, d, a)) || (side_b == 0 && ssti_is_between(c, d, b));
}

#endif
