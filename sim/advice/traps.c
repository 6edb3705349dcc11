/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* What an obstacle in the straight way does to an agent.
 *
 * Local avoidance has no memory and no map: it slides along what is in its way as long as that
 * brings it nearer to its goal. It comes to rest where the goal lies straight behind a side, that
 * is where the foot of the perpendicular from the goal falls on that side, and in dents. So the way
 * along a convex outline is followed, side by side, from where the agent first touches it. */

#include "advice/advice.h"

#include <math.h>

static double side_of(sst_point a, sst_point b, sst_point point) {
    return (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x);
}

static bool are_apart(sst_point a, sst_point b, sst_point one, sst_point other) {
    return side_of(a, b, one) * side_of(a, b, other) < 0;
}

/* Where the foot of the perpendicular from a point falls on a side: 0 at `a`, 1 at `b`. */
static double foot_on(sst_point a, sst_point b, sst_point point) {
    double x = b.x - a.x, y = b.y - a.y, length_sq = x * x + y * y;
    double along_side = x * (point.x - a.x) + y * (point.y - a.y);
    return length_sq > 0 ? along_side / length_sq : 0;
}

/* The outline of a convex solid, and a point within. */
typedef struct outline {
    const sst_point *vertices;
    size_t count;
    sst_point centre;
} outline;

static sst_point vertex(const outline *o, size_t i) {
    return o->vertices[i % o->count];
}

static outline outline_of(const sst_point *vertices, size_t count) {
    outline o = {vertices, count, {0, 0}};
    for (size_t i = 0; i < count; i++) {
        o.centre.x += vertices[i].x / (double)count;
        o.centre.y += vertices[i].y / (double)count;
    }
    return o;
}

static double distance_to_side(const outline *o, size_t side, sst_point point, double *foot) {
    sst_point a = vertex(o, side), b = vertex(o, side + 1);
    *foot = fmin(fmax(foot_on(a, b, point), 0), 1);
    return hypot(a.x + *foot * (b.x - a.x) - point.x, a.y + *foot * (b.y - a.y) - point.y);
}

static size_t nearest_side(const outline *o, sst_point point, double *foot) {
    size_t nearest = 0;
    double least = HUGE_VAL, at;
    for (size_t i = 0; i < o->count; i++) {
        double distance = distance_to_side(o, i, point, &at);
        if (distance < least) {
            least = distance;
            nearest = i;
            *foot = at;
        }
    }
    return nearest;
}

/* The side on which an agent that touches a corner at `place` gets on towards its goal, and whether
 * it then goes on in the order of the vertices. */
static size_t leave_corner(const outline *o, size_t corner, sst_point place, sst_point goal,
                           bool *forwards) {
    sst_point at = vertex(o, corner);
    double turn = (place.x - at.x) * (goal.y - place.y) - (place.y - at.y) * (goal.x - place.x);
    bool counterclockwise = side_of(at, vertex(o, corner + 1), o->centre) > 0;
    *forwards = (turn > 0) == counterclockwise;
    return *forwards ? corner : corner + o->count - 1;
}

/* Slides from where the way touches the outline as long as that brings it nearer to the goal. It is
 * free once the goal lies before the side that it is at. */
static bool slides_into_trap(const outline *o, sst_point place, sst_point goal) {
    double touching = 0;
    size_t side = nearest_side(o, place, &touching);
    bool forwards = foot_on(vertex(o, side), vertex(o, side + 1), goal) > touching;
    if (touching == 0 || touching == 1)
        side = leave_corner(o, touching == 0 ? side : side + 1, place, goal, &forwards);
    for (size_t i = 0; i < o->count; i++) {
        sst_point a = vertex(o, side), b = vertex(o, side + 1);
        double foot = foot_on(a, b, goal);
        if (are_apart(a, b, goal, o->centre))
            return false;
        if (foot >= 0 && foot <= 1)
            return true;
        if ((foot > 1) != forwards)
            return false;
        side += forwards ? 1 : o->count - 1;
    }
    return false;
}

bool ssti_catches(const ssti_check *check, size_t obstacle, sst_point from, sst_point goal,
                  sst_point place) {
    const ssti_range range = check->scenario->obstacles[obstacle].vertices;
    const sst_point *vertices = check->scenario->points + range.first;
    if (!check->outlines[obstacle].convex)
        return true;
    if (check->outlines[obstacle].kind == SST_OBSTACLE_CHAIN) {
        double foot = foot_on(vertices[0], vertices[1], goal);
        return are_apart(vertices[0], vertices[1], from, goal) && foot >= 0 && foot <= 1;
    }
    outline o = outline_of(vertices, range.count);
    return slides_into_trap(&o, place, goal);
}
