/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The second method: a square round the speed disc is clipped by one half-plane after another
 * (Sutherland and Hodgman, 1974); new corners lie between old ones, so rounding cannot throw them
 * far even where lines are nearly parallel. Whether the disc meets what is left is a distance from
 * the origin. The least violation is found by bisection on how far the lines are loosened. */

#include "oracle_program.h"

#include <math.h>

enum { MAX_CORNERS = 2 * ORACLE_MAX_LINES + 8 };

typedef struct {
    oracle_vec corner[MAX_CORNERS];
    int count;
} polygon;

static double slack_of(const oracle_line *line, oracle_vec v) {
    return line->n.x * v.x + line->n.y * v.y - line->b;
}

static polygon square(double half) {
    return (polygon){{{-half, -half}, {half, -half}, {half, half}, {-half, half}}, 4};
}

static polygon clip(const polygon *old, const oracle_line *line) {
    polygon out = {.count = 0};
    for (int i = 0; i < old->count; i++) {
        oracle_vec p = old->corner[i], q = old->corner[(i + 1) % old->count];
        double at_p = slack_of(line, p), at_q = slack_of(line, q);
        if (at_p >= 0)
            out.corner[out.count++] = p;
        if ((at_p >= 0) == (at_q >= 0))
            continue;
        double t = at_p / (at_p - at_q);
        out.corner[out.count++] = (oracle_vec){p.x + t * (q.x - p.x), p.y + t * (q.y - p.y)};
    }
    return out;
}

static double segment_distance(oracle_vec p, oracle_vec q, oracle_vec from) {
    double ex = q.x - p.x, ey = q.y - p.y, length_sq = ex * ex + ey * ey;
    double t = length_sq > 0 ? ((from.x - p.x) * ex + (from.y - p.y) * ey) / length_sq : 0;
    t = fmin(fmax(t, 0), 1);
    return hypot(p.x + t * ex - from.x, p.y + t * ey - from.y);
}

/* What is asked: the lines of the levels up to `last`, each loosened by held[level]. Whether a
 * point is permitted is read off the lines; the polygon may have shrunk to a segment. */
typedef struct {
    const oracle_program *program;
    int last;
    const double *held;
} query;

static bool inside(const query *q, oracle_vec v) {
    double rounding = 1e-15 * oracle_scale(q->program);
    for (int i = 0; i < q->program->count; i++) {
        const oracle_line *line = &q->program->lines[i];
        if (line->level <= q->last && slack_of(line, v) < -q->held[line->level] - rounding)
            return false;
    }
    return true;
}

static polygon permitted(const query *q) {
    polygon region = square(1.5 * q->program->max_speed);
    for (int i = 0; i < q->program->count && region.count > 0; i++) {
        oracle_line line = q->program->lines[i];
        if (line.level > q->last)
            continue;
        line.b -= q->held[line.level];
        region = clip(&region, &line);
    }
    return region;
}

/* Whether the lines leave anything of the disc. */
static bool meets_disc(const query *q) {
    static const oracle_vec origin = {0, 0};
    if (inside(q, origin))
        return true;
    polygon region = permitted(q);
    double least = HUGE_VAL;
    for (int i = 0; i < region.count; i++)
        least = fmin(least, segment_distance(region.corner[i],
                                             region.corner[(i + 1) % region.count], origin));
    return least <= q->program->max_speed * (1 + 1e-14);
}

double oracle_clip_violation(const oracle_program *program, int level, const double *held) {
    double scale = oracle_scale(program), loosened[ORACLE_LEVELS] = {0};
    for (int i = 0; i < level; i++)
        loosened[i] = held[i];
    query q = {program, level, loosened};
    if (meets_disc(&q))
        return 0;
    double low = 0, high = 4 * scale; /* |n.v| <= s, so 2 scales always do */
    while (high - low > 1e-12 * scale) {
        loosened[level] = (low + high) / 2;
        if (meets_disc(&q))
            high = loosened[level];
        else
            low = loosened[level];
    }
    return high;
}

/* Nearest point of the part of one side that is in the disc. */
static double side_distance(oracle_vec p, oracle_vec q, double speed, oracle_vec from) {
    double ex = q.x - p.x, ey = q.y - p.y;
    double a = ex * ex + ey * ey, b = p.x * ex + p.y * ey;
    double c = p.x * p.x + p.y * p.y - speed * speed;
    double root_sq = b * b - a * c;
    if (a == 0 || root_sq < 0)
        return c <= 0 ? hypot(p.x - from.x, p.y - from.y) : HUGE_VAL;
    double root = sqrt(root_sq);
    double low = fmax((-b - root) / a, 0), high = fmin((-b + root) / a, 1);
    if (low > high)
        return HUGE_VAL;
    return segment_distance((oracle_vec){p.x + low * ex, p.y + low * ey},
                            (oracle_vec){p.x + high * ex, p.y + high * ey}, from);
}

double oracle_clip_distance(const oracle_program *program, const double *held) {
    query q = {program, ORACLE_LEVELS - 1, held};
    polygon region = permitted(&q);
    oracle_vec from = program->preferred;
    double speed = program->max_speed, length = hypot(from.x, from.y);
    if (length <= speed && inside(&q, from))
        return 0;
    double least = HUGE_VAL;
    oracle_vec on_circle = {speed * from.x / length, speed * from.y / length};
    if (length > speed && inside(&q, on_circle))
        least = length - speed;
    for (int i = 0; i < region.count; i++)
        least = fmin(least, side_distance(region.corner[i], region.corner[(i + 1) % region.count],
                                          speed, from));
    return least;
}
