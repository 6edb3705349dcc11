/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Inside or outside is told by how often a ray from the point to the right crosses the outline
 * (Shimrat, "Position of point relative to polygon", 1962). An edge counts its lower end but not
 * its upper one, so a vertex on the ray counts once where the outline passes the ray and twice or
 * never where it only touches. */
#include "world/outline_query.h"

#include <math.h>

#include "world/predicate.h"
#include "world/segment.h"

typedef struct ray {
    ssti_box_query query;
    const sst_point *vertices;
    sst_point origin;
    bool inside, on_outline;
} ray;

static double rank_for_ray(const ssti_box_query *query, const ssti_box *box) {
    sst_point p = ((const ray *)(const void *)query)->origin;
    return box->min_y <= p.y && p.y <= box->max_y && p.x <= box->max_x ? 0.0 : 1.0;
}

static bool cross_edge(ssti_box_query *query, uint32_t edge) {
    ray *r = (ray *)(void *)query;
    sst_point a = r->vertices[edge], b = r->vertices[edge + 1], p = r->origin;
    bool a_above = a.y > p.y, b_above = b.y > p.y;
    if (a_above && b_above) {
        return true;
    }
    int side = ssti_side_of_line(a, b, p);
    r->on_outline = side == 0 && ssti_is_between(a, b, p);
    if (a_above != b_above && side == (b_above ? 1 : -1)) {
        r->inside = !r->inside;
    }
    return !r->on_outline;
}

int ssti_outline_locate(const ssti_obstacles *obstacles, const ssti_obstacle *polygon,
                        sst_point point, size_t *work) {
    ray r = {{rank_for_ray, cross_edge, 0.0, 0},
             obstacles->store.vertices + polygon->first,
             point,
             false,
             false};
    ssti_box_tree tree = ssti_obstacle_tree(obstacles, polygon);
    ssti_box bounds = ssti_box_tree_bounds(&tree);
    if (!ssti_box_holds(&bounds, point)) {
        return -1;
    }
    ssti_box_tree_walk(&tree, &r.query);
    *work += r.query.nodes_entered;
    return r.on_outline ? 0 : r.inside ? 1 : -1;
}

typedef struct nearest {
    ssti_box_query query;
    const sst_point *vertices;
    sst_point point;
    double distance_sq;
    uint32_t edge;
    bool found;
} nearest;

static double rank_by_distance(const ssti_box_query *query, const ssti_box *box) {
    sst_point p = ((const nearest *)(const void *)query)->point;
    ssti_box at = ssti_box_of_points(p, p);
    return ssti_box_distance_sq(box, &at);
}

static double with_slack(double distance_sq) {
    double distance = sqrt(distance_sq) + SSTI_DISTANCE_SLACK;
    return distance * distance;
}

static bool compare_edge(ssti_box_query *query, uint32_t edge) {
    nearest *n = (nearest *)(void *)query;
    double distance_sq =
        ssti_point_segment_distance_sq(n->point, n->vertices[edge], n->vertices[edge + 1]);
    bool ties = n->found && distance_sq == n->distance_sq && edge < n->edge;
    bool within = n->found ? distance_sq < n->distance_sq : distance_sq <= n->distance_sq;
    if (within || ties) {
        n->distance_sq = distance_sq;
        n->edge = edge;
        n->found = true;
        query->bound = with_slack(distance_sq);
    }
    return true;
}

bool ssti_outline_nearest(const ssti_obstacles *obstacles, const ssti_obstacle *obstacle,
                          sst_point point, double limit, uint32_t *edge, double *distance_sq,
                          size_t *work) {
    nearest n = {{rank_by_distance, compare_edge, with_slack(limit * limit), 0},
                 obstacles->store.vertices + obstacle->first,
                 point,
                 limit * limit,
                 0,
                 false};
    ssti_box_tree tree = ssti_obstacle_tree(obstacles, obstacle);
    ssti_box_tree_walk(&tree, &n.query);
    *work += n.query.nodes_entered;
    *edge = n.edge;
    *distance_sq = n.distance_sq;
    return n.found;
}
