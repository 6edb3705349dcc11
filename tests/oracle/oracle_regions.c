/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Enumeration: lines, rays (legs from their tangent point on) and circles (cut-offs and the disc of
 * speeds); feet and all crossings, each tested by the definition. The grid only
 * tests. */
#include "oracle_regions.h"

#include <math.h>

static oracle_vec along(oracle_vec from, double t, oracle_vec direction) {
    return (oracle_vec){from.x + t * direction.x, from.y + t * direction.y};
}

static oracle_vec minus(oracle_vec a, oracle_vec b) {
    return (oracle_vec){a.x - b.x, a.y - b.y};
}

static double dot(oracle_vec a, oracle_vec b) {
    return a.x * b.x + a.y * b.y;
}

static double det(oracle_vec a, oracle_vec b) {
    return a.x * b.y - a.y * b.x;
}

static double length(oracle_vec a) {
    return hypot(a.x, a.y);
}

static oracle_vec at_angle(double angle) {
    return (oracle_vec){cos(angle), sin(angle)};
}

/* --- The definition ------------------------------------------------------------------------ */

/* Least |w - u p| - u R over u >= 1/horizon: convex in u. */
double oracle_region_distance(const oracle_region *r, oracle_vec v) {
    if (r->is_half_plane)
        return (dot(r->n, v) - r->b) / length(r->n);
    oracle_vec w = minus(v, r->apex);
    double distance = length(r->p), tangent = sqrt(distance * distance - r->radius * r->radius);
    double across = fabs(det(r->p, w)) / distance;
    double u = (dot(r->p, w) / distance + r->radius * across / tangent) / distance;
    u = fmax(u, 1 / r->horizon);
    return length(minus(w, along((oracle_vec){0, 0}, u, r->p))) - u * r->radius;
}

static double wall_room(const oracle_scene *s, oracle_vec v) {
    double room = s->max_speed - length(v);
    for (int i = 0; i < s->wall_count; i++)
        room = fmin(room, dot(s->walls[i].n, v) - s->walls[i].b);
    return room;
}

static int kept_by(const oracle_scene *s, oracle_vec v, double slack) {
    int kept = 0;
    while (kept < s->region_count && oracle_region_distance(&s->regions[kept], v) >= -slack)
        kept++;
    return kept;
}

static double time_to_contact(const oracle_region *r, oracle_vec v) {
    oracle_vec w = minus(v, r->apex);
    double closing = dot(w, r->p) / r->share, speed_sq = dot(w, w) / (r->share * r->share);
    double gap = dot(r->p, r->p) - r->radius * r->radius;
    double root = sqrt(fmax(closing * closing - speed_sq * gap, 0));
    return closing > 0 ? (closing - root) / speed_sq : HUGE_VAL;
}

double oracle_penalty(const oracle_scene *s, double caution, double at_once, oracle_vec v,
                      double slack) {
    double danger = 0;
    for (int i = 0; i < s->region_count; i++) {
        const oracle_region *r = &s->regions[i];
        double depth = -oracle_region_distance(r, v);
        if (depth <= -slack)
            continue;
        double by_contact = caution / at_once * (1 + fmax(depth, 0) / s->max_speed);
        double by_time = r->is_half_plane ? 0 : caution / fmax(time_to_contact(r, v), at_once);
        danger = fmax(danger, r->is_half_plane ? by_contact : by_time);
    }
    return danger + length(minus(v, s->preferred));
}

/* What is looked for among the velocities visited: the nearest, or the least penalty. */
typedef struct {
    const oracle_scene *scene;
    double slack;
    oracle_nearest best;
    bool by_penalty;
    double caution, at_once, least_penalty, near;
} quest;

static void consider(quest *q, oracle_vec v) {
    const oracle_scene *s = q->scene;
    double distance = length(minus(v, s->preferred));
    const oracle_nearest *best = &q->best;
    bool hopeless =
        q->by_penalty ? distance >= q->least_penalty
                      : best->found && best->kept == s->region_count && distance >= best->distance;
    if (hopeless || !(wall_room(s, v) >= -q->slack))
        return;
    if (q->by_penalty) {
        q->least_penalty =
            fmin(q->least_penalty, oracle_penalty(s, q->caution, q->at_once, v, q->near));
        return;
    }
    int kept = kept_by(s, v, q->slack);
    if (!best->found || kept > best->kept || (kept == best->kept && distance < best->distance))
        q->best = (oracle_nearest){v, distance, kept, true};
}

/* --- Curves -------------------------------------------------------------------------------- */

typedef struct {
    bool is_circle;
    oracle_vec from, direction; /* of a ray or line; `from` is the centre of a circle */
    double radius;
    double start; /* 0 for a ray, -HUGE_VAL for a line */
    int owner;    /* a number for each region, the disc of speeds and each wall */
} curve;

typedef struct {
    curve all[ORACLE_MAX_WALLS + 3 * ORACLE_MAX_REGIONS + 1];
    int count, owners;
} curves;

static void add_ray(curves *c, oracle_vec from, oracle_vec direction) {
    c->all[c->count++] = (curve){false, from, direction, 0, 0, c->owners};
}

static void add_circle(curves *c, oracle_vec centre, double radius) {
    c->all[c->count++] = (curve){true, centre, {0, 0}, radius, 0, c->owners};
}

static void add_line(curves *c, oracle_vec n, double b) {
    oracle_vec from = along((oracle_vec){0, 0}, b / dot(n, n), n);
    oracle_vec direction = at_angle(atan2(n.y, n.x) + acos(0.0));
    c->all[c->count++] = (curve){false, from, direction, 0, -HUGE_VAL, c->owners};
}

static void add_region(curves *c, const oracle_region *r) {
    if (r->is_half_plane) {
        add_line(c, r->n, r->b);
        return;
    }
    double angle = atan2(r->p.y, r->p.x), half = asin(r->radius / length(r->p));
    double start = length(r->p) * cos(half) / r->horizon;
    for (int side = -1; side <= 1; side += 2) {
        oracle_vec direction = at_angle(angle + side * half);
        add_ray(c, along(r->apex, start, direction), direction);
    }
    if (isfinite(r->horizon))
        add_circle(c, along(r->apex, 1 / r->horizon, r->p), r->radius / r->horizon);
}

/* Where the circle meets the line of a ray, as the ray's parameters; false if nowhere. */
static bool circle_on_ray(const curve *circle, const curve *ray, double t[2]) {
    oracle_vec to_centre = minus(circle->from, ray->from);
    double foot = dot(to_centre, ray->direction), height = det(ray->direction, to_centre);
    double half_sq = circle->radius * circle->radius - height * height;
    double half = sqrt(fmax(half_sq, 0));
    t[0] = foot - half;
    t[1] = foot + half;
    return half_sq >= -1e-12 * circle->radius * circle->radius;
}

static void meet(quest *q, const curve *a, const curve *b) {
    if (a->is_circle && b->is_circle) {
        /* both on their radical axis */
        oracle_vec apart = minus(b->from, a->from);
        double d = length(apart);
        if (!(d > 0))
            return;
        double foot = (d * d + a->radius * a->radius - b->radius * b->radius) / (2 * d);
        double angle = atan2(apart.y, apart.x) + acos(0.0);
        curve axis = {false, along(a->from, foot / d, apart), at_angle(angle), 0, 0, 0};
        double t[2];
        if (circle_on_ray(a, &axis, t))
            for (int i = 0; i < 2; i++)
                consider(q, along(axis.from, t[i], axis.direction));
    } else if (a->is_circle || b->is_circle) {
        const curve *circle = a->is_circle ? a : b, *ray = a->is_circle ? b : a;
        double t[2];
        if (circle_on_ray(circle, ray, t))
            for (int i = 0; i < 2; i++)
                if (t[i] >= ray->start - 1e-9)
                    consider(q, along(ray->from, t[i], ray->direction));
    } else {
        double slope = det(a->direction, b->direction);
        oracle_vec apart = minus(b->from, a->from);
        double t = det(apart, b->direction) / slope, u = det(apart, a->direction) / slope;
        if (fabs(slope) > 1e-12 && t >= a->start - 1e-9 && u >= b->start - 1e-9)
            consider(q, along(a->from, t, a->direction));
    }
}

/* On a ray that may be its end: for a cone that is not cut off the tip. */
static void foot(quest *q, const curve *c) {
    oracle_vec to = minus(q->scene->preferred, c->from);
    if (c->is_circle) {
        double angle = atan2(to.y, to.x);
        consider(q, along(c->from, c->radius, at_angle(angle)));
    } else {
        double t = dot(to, c->direction);
        if (t >= c->start || !q->by_penalty)
            consider(q, along(c->from, fmax(t, c->start), c->direction));
    }
}

static void visit_all(quest *q) {
    const oracle_scene *s = q->scene;
    curves c = {.count = 0, .owners = 0};
    add_circle(&c, (oracle_vec){0, 0}, s->max_speed);
    c.owners++;
    for (int i = 0; i < s->wall_count; i++, c.owners++)
        add_line(&c, s->walls[i].n, s->walls[i].b);
    for (int i = 0; i < s->region_count; i++, c.owners++)
        add_region(&c, &s->regions[i]);
    consider(q, s->preferred);
    for (int i = 0; i < c.count; i++) {
        if (i > 0 || !q->by_penalty)
            foot(q, &c.all[i]);
        for (int j = 0; j < i; j++)
            if (c.all[i].owner != c.all[j].owner || !q->by_penalty)
                meet(q, &c.all[i], &c.all[j]);
    }
}

oracle_nearest oracle_nearest_outside(const oracle_scene *s, double slack) {
    quest q = {.scene = s, .slack = slack, .best = {.found = false}};
    visit_all(&q);
    return q.best;
}

double oracle_least_penalty(const oracle_scene *s, double caution, double at_once, double slack) {
    quest q = {s, 1e-12, {.found = false}, true, caution, at_once, HUGE_VAL, slack};
    consider(&q, (oracle_vec){0, 0});
    visit_all(&q);
    return q.least_penalty;
}

/* --- Grid ---------------------------------------------------------------------------------- */

oracle_nearest oracle_nearest_by_grid(const oracle_scene *s, double slack) {
    enum { HALF = 24, REFINEMENTS = 12 };
    quest q = {.scene = s, .slack = slack, .best = {.found = false}};
    oracle_vec centre = {0, 0};
    double width = s->max_speed / HALF;
    consider(&q, s->preferred);
    for (int round = 0; round < REFINEMENTS; round++) {
        for (int i = -HALF; i <= HALF; i++)
            for (int j = -HALF; j <= HALF; j++)
                consider(&q, (oracle_vec){centre.x + i * width, centre.y + j * width});
        centre = q.best.found ? q.best.v : centre;
        width *= 0.2;
    }
    return q.best;
}
