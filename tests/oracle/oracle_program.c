/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Enumeration of active sets. The least violation z of a level and the nearest velocity are optima
 * of convex programs in (v, z) and in v, so each lies where at most three, or two, constraints are
 * active. All such points are formed, those that break a held constraint are dropped, and the best
 * is kept: nothing is walked, ordered or pruned, so nothing can be walked wrongly. A held level
 * keeps a slack of 1e-11 of the scale, or rounding would empty the set it leaves. */

#include "oracle_program.h"

#include <math.h>

static const double hold_slack = 1e-11, tolerance = 2e-13; /* of the scale */

/* A search for the best candidate. `hard` lines must hold; `soft` ones make up the objective. */
typedef struct {
    oracle_line hard[ORACLE_MAX_LINES], soft[ORACLE_MAX_LINES];
    int hard_count, soft_count;
    double speed, tolerance;
    oracle_vec target; /* of the nearest-point search */
    oracle_vec v;
    double best;
} search;

static double dot(oracle_vec a, oracle_vec b) {
    return a.x * b.x + a.y * b.y;
}

static double distance(oracle_vec a, oracle_vec b) {
    return hypot(a.x - b.x, a.y - b.y);
}

double oracle_scale(const oracle_program *program) {
    double scale = program->max_speed;
    for (int i = 0; i < program->count; i++)
        scale = fmax(scale, fabs(program->lines[i].b));
    return scale;
}

double oracle_violation(const oracle_program *program, int level, oracle_vec v) {
    double worst = 0;
    for (int i = 0; i < program->count; i++)
        if (level < 0 || program->lines[i].level == level)
            worst = fmax(worst, program->lines[i].b - dot(program->lines[i].n, v));
    return worst;
}

void oracle_shift(oracle_program *program, double slack) {
    for (int i = 0; i < program->count; i++)
        program->lines[i].b += slack;
}

static bool permitted(const search *s, oracle_vec v) {
    double limit = s->speed + s->tolerance;
    if (!(dot(v, v) <= limit * limit))
        return false;
    for (int i = 0; i < s->hard_count; i++)
        if (dot(s->hard[i].n, v) < s->hard[i].b - s->tolerance)
            return false;
    return true;
}

typedef void offer(search *s, oracle_vec v);

/* Objective of a level: the greatest signed violation of its lines. */
static void offer_violation(search *s, oracle_vec v) {
    double worst = -HUGE_VAL;
    for (int i = 0; i < s->soft_count; i++) {
        worst = fmax(worst, s->soft[i].b - dot(s->soft[i].n, v));
        if (!(worst < s->best))
            return;
    }
    if (permitted(s, v))
        s->best = worst, s->v = v;
}

static void offer_distance(search *s, oracle_vec v) {
    double d = distance(v, s->target);
    if (d < s->best && permitted(s, v))
        s->best = d, s->v = v;
}

/* The point where both lines are met exactly, if they cross: from the foot of the origin on f along
 * f, so that for nearly parallel lines rounding moves it along both and off neither. */
static void offer_crossing(search *s, const oracle_line *f, const oracle_line *g, offer *give) {
    double det = f->n.x * g->n.y - f->n.y * g->n.x, length_sq = dot(f->n, f->n);
    if (det == 0)
        return;
    oracle_vec foot = {f->b / length_sq * f->n.x, f->b / length_sq * f->n.y};
    double t = (g->b - dot(g->n, foot)) / det;
    give(s, (oracle_vec){foot.x - t * f->n.y, foot.y + t * f->n.x});
}

/* The two points where the line meets the circle of the speed limit, pulled on it exactly. */
static void offer_on_circle(search *s, const oracle_line *f, offer *give) {
    double length = hypot(f->n.x, f->n.y);
    if (length == 0)
        return;
    oracle_vec n = {f->n.x / length, f->n.y / length};
    double b = f->b / length;
    double half_sq = (s->speed - b) * (s->speed + b);
    double half = half_sq > 0 ? sqrt(half_sq) : 0;
    give(s, (oracle_vec){b * n.x - half * n.y, b * n.y + half * n.x});
    give(s, (oracle_vec){b * n.x + half * n.y, b * n.y - half * n.x});
}

/* The point of the circle furthest along a direction. */
static void offer_extreme(search *s, oracle_vec n, offer *give) {
    double length = hypot(n.x, n.y);
    if (length > 0)
        give(s, (oracle_vec){s->speed * n.x / length, s->speed * n.y / length});
}

static void offer_hard_vertices(search *s, offer *give) {
    for (int i = 0; i < s->hard_count; i++) {
        offer_on_circle(s, &s->hard[i], give);
        for (int j = 0; j < i; j++)
            offer_crossing(s, &s->hard[i], &s->hard[j], give);
    }
}

/* Where the violations of f and g are equal. */
static oracle_line equaliser(const oracle_line *f, const oracle_line *g) {
    return (oracle_line){{f->n.x - g->n.x, f->n.y - g->n.y}, f->b - g->b, 0};
}

/* Makes s->best the least greatest signed violation of the soft lines. */
static void least_violation(search *s) {
    s->best = HUGE_VAL;
    offer_violation(s, (oracle_vec){0, 0});
    offer_hard_vertices(s, offer_violation);
    for (int i = 0; i < s->soft_count; i++) {
        offer_extreme(s, s->soft[i].n, offer_violation);
        for (int j = 0; j < i; j++) {
            oracle_line equal = equaliser(&s->soft[i], &s->soft[j]);
            offer_on_circle(s, &equal, offer_violation);
            for (int k = 0; k < s->hard_count; k++)
                offer_crossing(s, &equal, &s->hard[k], offer_violation);
            for (int k = 0; k < j; k++) {
                oracle_line other = equaliser(&s->soft[i], &s->soft[k]);
                offer_crossing(s, &equal, &other, offer_violation);
            }
        }
    }
}

/* Makes s->v the permitted velocity nearest to s->target. */
static void nearest(search *s) {
    s->best = HUGE_VAL;
    offer_distance(s, s->target);
    offer_extreme(s, s->target, offer_distance);
    offer_distance(s, (oracle_vec){0, 0}); /* all there is where the speed limit is 0 */
    for (int i = 0; i < s->hard_count; i++) {
        const oracle_line *f = &s->hard[i];
        double t = (f->b - dot(f->n, s->target)) / dot(f->n, f->n);
        offer_distance(s, (oracle_vec){s->target.x + t * f->n.x, s->target.y + t * f->n.y});
    }
    offer_hard_vertices(s, offer_distance);
}

static void take_soft(search *s, const oracle_program *program, int level) {
    s->soft_count = 0;
    for (int i = 0; i < program->count; i++)
        if (level < 0 || program->lines[i].level == level)
            s->soft[s->soft_count++] = program->lines[i];
}

/* Turns the soft lines into hard ones, loosened by what they must be violated by. */
static void hold_soft(search *s, double violation, double scale) {
    double slack = violation > 0 ? violation + hold_slack * scale : 0;
    for (int i = 0; i < s->soft_count; i++) {
        s->hard[s->hard_count] = s->soft[i];
        s->hard[s->hard_count++].b -= slack;
    }
}

oracle_answer oracle_solve(const oracle_program *program) {
    double scale = oracle_scale(program);
    search s = {.speed = program->max_speed, .tolerance = tolerance * scale};
    oracle_answer answer = {.found = true};
    for (int level = 0; level < ORACLE_LEVELS; level++) {
        take_soft(&s, program, level);
        if (s.soft_count == 0)
            continue;
        least_violation(&s);
        answer.found = answer.found && s.best < HUGE_VAL;
        answer.violation[level] = fmax(s.best, 0);
        hold_soft(&s, answer.violation[level], scale);
    }
    s.target = program->preferred;
    nearest(&s);
    answer.found = answer.found && s.best < HUGE_VAL;
    answer.v = s.v;
    answer.distance = s.best;
    return answer;
}

double oracle_margin(const oracle_program *program) {
    search s = {.speed = program->max_speed, .tolerance = tolerance * oracle_scale(program)};
    take_soft(&s, program, -1);
    if (s.soft_count == 0)
        return HUGE_VAL;
    least_violation(&s);
    return -s.best;
}
