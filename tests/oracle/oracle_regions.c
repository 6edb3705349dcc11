/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Enumeration: rays (legs from their tangent point on, lines as two rays) and circles (cut-offs and
 * the disc of speeds); feet, ends and all crossings, each tested by the definition. The grid only
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

static void consider(const oracle_scene *s, double slack, oracle_vec v, oracle_nearest *best) {
    double distance = length(minus(v, s->preferred));
    bool hopeless = best->found && best->kept == s->region_count && distance >= best->distance;
    if (hopeless || !(wall_room(s, v) >= -slack))
        return;
    int kept = kept_by(s, v, slack);
    if (!best->found || kept > best->kept || (kept == best->kept && distance < best->distance))
        *best = (oracle_nearest){v, distance, kept, true};
}

/* --- Curves -------------------------------------------------------------------------------- */

typedef struct {
    bool is_circle;
    oracle_vec from, direction; /* of a ray; `from` is the centre of a circle */
    double radius;
} curve;

typedef struct {
    curve all[2 * (ORACLE_MAX_WALLS + ORACLE_MAX_REGIONS) + ORACLE_MAX_REGIONS + 1];
    int count;
} curves;

static void add_ray(curves *c, oracle_vec from, oracle_vec direction) {
    c->all[c->count++] = (curve){false, from, direction, 0};
}

static void add_circle(curves *c, oracle_vec centre, double radius) {
    c->all[c->count++] = (curve){true, centre, {0, 0}, radius};
}

static void add_line(curves *c, oracle_vec n, double b) {
    double angle = atan2(n.y, n.x);
    oracle_vec from = along((oracle_vec){0, 0}, b / dot(n, n), n);
    add_ray(c, from, at_angle(angle + acos(0.0)));
    add_ray(c, from, at_angle(angle - acos(0.0)));
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

static void meet(const oracle_scene *s, double slack, const curve *a, const curve *b,
                 oracle_nearest *best) {
    if (a->is_circle && b->is_circle) {
        /* both on their radical axis */
        oracle_vec apart = minus(b->from, a->from);
        double d = length(apart);
        if (!(d > 0))
            return;
        double foot = (d * d + a->radius * a->radius - b->radius * b->radius) / (2 * d);
        double angle = atan2(apart.y, apart.x) + acos(0.0);
        curve axis = {false, along(a->from, foot / d, apart), at_angle(angle), 0};
        double t[2];
        if (circle_on_ray(a, &axis, t))
            for (int i = 0; i < 2; i++)
                consider(s, slack, along(axis.from, t[i], axis.direction), best);
    } else if (a->is_circle || b->is_circle) {
        const curve *circle = a->is_circle ? a : b, *ray = a->is_circle ? b : a;
        double t[2];
        if (circle_on_ray(circle, ray, t))
            for (int i = 0; i < 2; i++)
                if (t[i] >= -1e-9)
                    consider(s, slack, along(ray->from, t[i], ray->direction), best);
    } else {
        double slope = det(a->direction, b->direction);
        oracle_vec apart = minus(b->from, a->from);
        double t = det(apart, b->direction) / slope, u = det(apart, a->direction) / slope;
        if (fabs(slope) > 1e-12 && t >= -1e-9 && u >= -1e-9)
            consider(s, slack, along(a->from, t, a->direction), best);
    }
}

static void foot(const oracle_scene *s, double slack, const curve *c, oracle_nearest *best) {
    oracle_vec to = minus(s->preferred, c->from);
    if (c->is_circle) {
        double angle = atan2(to.y, to.x);
        consider(s, slack, along(c->from, c->radius, at_angle(angle)), best);
    } else {
        consider(s, slack, along(c->from, fmax(dot(to, c->direction), 0), c->direction), best);
        consider(s, slack, c->from, best);
    }
}

oracle_nearest oracle_nearest_outside(const oracle_scene *s, double slack) {
    curves c = {.count = 0};
    add_circle(&c, (oracle_vec){0, 0}, s->max_speed);
    for (int i = 0; i < s->wall_count; i++)
        add_line(&c, s->walls[i].n, s->walls[i].b);
    for (int i = 0; i < s->region_count; i++)
        add_region(&c, &s->regions[i]);
    oracle_nearest best = {.found = false};
    consider(s, slack, s->preferred, &best);
    for (int i = 0; i < c.count; i++) {
        foot(s, slack, &c.all[i], &best);
        for (int j = 0; j < i; j++)
            meet(s, slack, &c.all[i], &c.all[j], &best);
    }
    return best;
}

/* --- Grid ---------------------------------------------------------------------------------- */

oracle_nearest oracle_nearest_by_grid(const oracle_scene *s, double slack) {
    enum { HALF = 24, REFINEMENTS = 12 };
    oracle_nearest best = {.found = false};
    oracle_vec centre = {0, 0};
    double width = s->max_speed / HALF;
    consider(s, slack, s->preferred, &best);
    for (int round = 0; round < REFINEMENTS; round++) {
        for (int i = -HALF; i <= HALF; i++)
            for (int j = -HALF; j <= HALF; j++) {
                oracle_vec v = {centre.x + i * width, centre.y + j * width};
                consider(s, slack, v, &best);
            }
        centre = best.found ? best.v : centre;
        width *= 0.2;
    }
    return best;
}
