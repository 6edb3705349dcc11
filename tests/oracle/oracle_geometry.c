/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Outside: the distance to the union of scaled capsules is the least over u of
 * (distance of w from u * segment) - u * radius, convex in u, found by golden section. Inside: the
 * outline's nearest point is where the nearest tangent touches, so the distance is the least over
 * directions n of support(n) - n.w; support(n) = sup over u of u * (greatest n.c + radius), which
 * is finite only where that is not positive. Directions are scanned, then refined. */

#include "oracle_geometry.h"

#include <math.h>

enum { SCAN = 180 };
static const double pi = 3.14159265358979323846, golden = 0.61803398874989484820;

typedef struct {
    const oracle_obstacle *obstacle;
    oracle_vec w;
} query;

typedef double objective(const query *q, double x);

static double dot(oracle_vec a, oracle_vec b) {
    return a.x * b.x + a.y * b.y;
}

static oracle_vec direction(double angle) {
    return (oracle_vec){cos(angle), sin(angle)};
}

double oracle_segment_distance(oracle_vec from, oracle_vec to, oracle_vec point) {
    oracle_vec e = {to.x - from.x, to.y - from.y}, p = {point.x - from.x, point.y - from.y};
    double length_sq = dot(e, e), t = length_sq > 0 ? dot(p, e) / length_sq : 0;
    t = fmin(fmax(t, 0), 1);
    return hypot(p.x - t * e.x, p.y - t * e.y);
}

/* Greatest n.c + radius over the segment. */
static double reach(const oracle_obstacle *o, oracle_vec n) {
    return fmax(dot(n, o->from), dot(n, o->to)) + o->radius;
}

double oracle_support(const oracle_obstacle *obstacle, oracle_vec n) {
    double r = reach(obstacle, n);
    return r <= 0 ? r / obstacle->horizon : HUGE_VAL;
}

/* Least value between low and high of a function with one valley there. */
static double valley(objective *f, const query *q, double low, double high) {
    double a = high - golden * (high - low), b = low + golden * (high - low);
    double at_a = f(q, a), at_b = f(q, b);
    for (int i = 0; i < 90; i++) {
        if (at_a < at_b) {
            high = b, b = a, at_b = at_a;
            a = high - golden * (high - low), at_a = f(q, a);
        } else {
            low = a, a = b, at_a = at_b;
            b = low + golden * (high - low), at_b = f(q, b);
        }
    }
    return fmin(fmin(at_a, at_b), fmin(f(q, low), f(q, high)));
}

static double capsule_distance(const query *q, double u) {
    const oracle_obstacle *o = q->obstacle;
    oracle_vec from = {u * o->from.x, u * o->from.y}, to = {u * o->to.x, u * o->to.y};
    return oracle_segment_distance(from, to, q->w) - u * o->radius;
}

/* Beyond this u every capsule is further off than the first: its distance from the origin is
 * u * clear, while the first is within |w| + (distance of its segment) of w. */
static double last_scale(const query *q) {
    static const oracle_vec origin = {0, 0};
    const oracle_obstacle *o = q->obstacle;
    double clear = oracle_segment_distance(o->from, o->to, origin) - o->radius;
    double first = fmax(capsule_distance(q, 1 / o->horizon), 0);
    return 1 / o->horizon + (hypot(q->w.x, q->w.y) + first) / clear;
}

/* How far w lies behind the tangent of this direction. */
static double behind(const query *q, double angle) {
    oracle_vec n = direction(angle);
    return oracle_support(q->obstacle, n) - dot(n, q->w);
}

/* The end of the directions with a tangent, between one that has one and one that has none. */
static double last_direction(const query *q, double with, double without) {
    for (int i = 0; i < 60; i++) {
        double middle = (with + without) / 2;
        if (reach(q->obstacle, direction(middle)) <= 0)
            with = middle;
        else
            without = middle;
    }
    return with;
}

/* Least over the directions between low and high. */
static double scan(const query *q, double low, double high) {
    double best = HUGE_VAL, at = low, width = (high - low) / SCAN;
    for (int i = 0; i <= SCAN; i++) {
        double angle = i < SCAN ? low + i * width : high, value = behind(q, angle);
        if (value < best)
            best = value, at = angle;
    }
    return fmin(best, valley(behind, q, fmax(at - width, low), fmin(at + width, high)));
}

/* Tangents exist for one arc of directions about the one that points from the segment's nearest
 * point to the origin. It is parted where they pass from touching one end to touching the other, so
 * that each part is smooth. */
static double nearest_tangent(const query *q) {
    const oracle_obstacle *o = q->obstacle;
    oracle_vec e = {o->to.x - o->from.x, o->to.y - o->from.y};
    double length_sq = dot(e, e), t = length_sq > 0 ? -dot(o->from, e) / length_sq : 0;
    t = fmin(fmax(t, 0), 1);
    double middle = atan2(-(o->from.y + t * e.y), -(o->from.x + t * e.x));
    double low = last_direction(q, middle, middle - pi),
           high = last_direction(q, middle, middle + pi);
    double turn = length_sq > 0 ? remainder(atan2(e.y, e.x) + pi / 2 - middle, pi) : 0;
    double part = fmin(fmax(middle + turn, low), high);
    return fmin(scan(q, low, part), scan(q, part, high));
}

double oracle_signed_distance(const oracle_obstacle *obstacle, oracle_vec w) {
    query q = {obstacle, w};
    double outside = valley(capsule_distance, &q, 1 / obstacle->horizon, last_scale(&q));
    double rounding = 1e-13 * hypot(w.x, w.y); /* a radius of 0 gives 0 on all the inside */
    return outside > rounding ? outside : -nearest_tangent(&q);
}

double oracle_signed_distance_by_tangents(const oracle_obstacle *obstacle, oracle_vec w) {
    query q = {obstacle, w};
    return -nearest_tangent(&q);
}
