/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Queries on obstacles: how near a moving point came to them, and whether a disc can go straight.
 *
 * Both ask for the edge nearest to a segment, the point's path. To an obstacle that moved the path
 * is shifted at its start by what the obstacle moved since: in the obstacle's own frame the motion
 * is straight too, so the distance is exact over the whole time, not sampled. */
#include <math.h>

#include "base/lattice.h"
#include "world/outline_query.h"
#include "world/segment.h"
#include "world/world_state.h"

typedef struct path {
    sst_point from, to;
} path;

/* The nearest edge so far; `bound` of both walks is its distance. */
typedef struct passage {
    ssti_box_query query;
    const ssti_obstacles *obstacles;
    path path;
    float duration;
    uint32_t layers;
    bool any;        /* one that is within the limit is enough */
    double give_way; /* how far the obstacles of this tree may have moved */
    double distance; /* the limit until something is found */
    const ssti_obstacle *found;
} passage;

typedef struct passage_walk {
    ssti_box_query query;
    passage *into;
    const ssti_obstacle *obstacle;
    path path; /* in the obstacle's frame */
} passage_walk;

/* No more than the distance from the path to anything in the box: the larger of what the axes and
 * what the path's normal tell, less the slack. */
static double distance_at_least(const path *p, const ssti_box *box) {
    ssti_box around = ssti_box_of_points(p->from, p->to);
    double gap = sqrt(ssti_box_distance_sq(&around, box));
    sst_point e = ssti_point_sub(p->to, p->from);
    double length = sqrt(ssti_point_dot(e, e));
    if (length > 0.0) {
        sst_point centre = {0.5 * (box->min_x + box->max_x) - p->from.x,
                            0.5 * (box->min_y + box->max_y) - p->from.y};
        double half_x = 0.5 * (box->max_x - box->min_x), half_y = 0.5 * (box->max_y - box->min_y);
        double across = fabs(ssti_point_det(e, centre)) / length;
        double beside = across - (fabs(e.y) * half_x + fabs(e.x) * half_y) / length;
        gap = beside > gap ? beside : gap;
    }
    return gap - SSTI_DISTANCE_SLACK;
}

static double rank_edges(const ssti_box_query *query, const ssti_box *box) {
    return distance_at_least(&((const passage_walk *)(const void *)query)->path, box);
}

static double rank_obstacles(const ssti_box_query *query, const ssti_box *box) {
    const passage *p = (const passage *)(const void *)query;
    return distance_at_least(&p->path, box) - p->give_way;
}

static bool pass_edge(ssti_box_query *query, uint32_t edge) {
    passage_walk *walk = (passage_walk *)(void *)query;
    passage *p = walk->into;
    const sst_point *ends = p->obstacles->store.vertices + walk->obstacle->first + edge;
    double distance =
        sqrt(ssti_segments_distance_sq(walk->path.from, walk->path.to, ends[0], ends[1]));
    bool nearer = p->found ? distance < p->distance ||
                                 (distance == p->distance && walk->obstacle->key < p->found->key)
                           : distance <= p->distance;
    if (nearer) {
        p->distance = walk->query.bound = p->query.bound = distance;
        p->found = walk->obstacle;
    }
    return !(p->any && p->found);
}

/* The path as the obstacle sees it. */
static path path_beside(const passage *p, const ssti_obstacle *obstacle) {
    sst_point start = {
        p->path.from.x + ssti_lattice_displacement(obstacle->velocity.x, p->duration),
        p->path.from.y + ssti_lattice_displacement(obstacle->velocity.y, p->duration)};
    return (path){start, p->path.to};
}

static bool pass_obstacle(ssti_box_query *query, uint32_t slot) {
    passage *p = (passage *)(void *)query;
    const ssti_obstacle *obstacle = &p->obstacles->all[slot];
    if (!(obstacle->layers & p->layers)) {
        return true;
    }
    passage_walk walk = {
        {rank_edges, pass_edge, p->query.bound, 0}, p, obstacle, path_beside(p, obstacle)};
    ssti_box_tree tree = ssti_obstacle_tree(p->obstacles, obstacle);
    bool go_on = ssti_box_tree_walk(&tree, &walk.query);
    p->query.nodes_entered += walk.query.nodes_entered;
    return go_on;
}

static void pass_image(passage *p) {
    double furthest = ssti_lattice_displacement(p->obstacles->fastest, p->duration);
    p->give_way = 0.0;
    if (ssti_box_tree_walk(&p->obstacles->resting, &p->query)) {
        p->give_way = 2.0 * furthest;
        ssti_box_tree_walk(&p->obstacles->moving, &p->query);
    }
}

/* The images between which the path runs along one axis, and those next to it: the nearest image
 * of anything is no farther along the axis than one period. What moved may have come from one more.
 */
static void images_along(const passage *p, double a, double b, double from, double length,
                         int64_t images[2]) {
    double low = a < b ? a : b, high = a < b ? b : a;
    double moved = ssti_lattice_displacement(p->obstacles->fastest, p->duration);
    images[0] = (int64_t)((low - moved - from) / length) - 4;
    images[1] = (int64_t)((high + moved - from) / length) + 3;
}

static void pass_all(passage *p) {
    const ssti_period *period = &p->obstacles->period;
    path whole = p->path;
    int64_t images[2] = {0, 0};
    if (period->length.x > 0.0) {
        images_along(p, whole.from.x, whole.to.x, period->from.x, period->length.x, images);
    } else if (period->length.y > 0.0) {
        images_along(p, whole.from.y, whole.to.y, period->from.y, period->length.y, images);
    }
    for (int64_t image = images[0]; image <= images[1] && !(p->any && p->found); image++) {
        p->path = (path){ssti_before_image(whole.from, period, image),
                         ssti_before_image(whole.to, period, image)};
        pass_image(p);
    }
    p->path = whole;
}

/* --- Inside solids ------------------------------------------------------------------------- */

typedef struct immersion {
    ssti_box_query query;
    const ssti_obstacles *obstacles;
    sst_point point;
    uint32_t layers;
    double depth;
    const ssti_obstacle *deepest;
} immersion;

static double rank_boxes(const ssti_box_query *query, const ssti_box *box) {
    return ssti_box_holds(box, ((const immersion *)(const void *)query)->point) ? 0.0 : 1.0;
}

static bool enter_obstacle(ssti_box_query *query, uint32_t slot) {
    immersion *m = (immersion *)(void *)query;
    const ssti_obstacle *obstacle = &m->obstacles->all[slot];
    bool solid = obstacle->kind == SST_OBSTACLE_SOLID && (obstacle->layers & m->layers);
    if (!solid ||
        ssti_outline_locate(m->obstacles, obstacle, m->point, &query->nodes_entered) <= 0) {
        return true;
    }
    uint32_t edge;
    double depth;
    ssti_outline_nearest(m->obstacles, obstacle, m->point, HUGE_VAL, &edge, &depth,
                         &query->nodes_entered);
    depth = sqrt(depth);
    bool ties = m->deepest && depth == m->depth && obstacle->key < m->deepest->key;
    if (!m->deepest || depth > m->depth || ties) {
        m->depth = depth;
        m->deepest = obstacle;
    }
    return true;
}

/* The solid in which the point lies deepest; null if it lies in none. */
static const ssti_obstacle *deepest_around(const ssti_obstacles *obstacles, sst_point point,
                                           uint32_t layers, double *depth) {
    immersion m = {{rank_boxes, enter_obstacle, 0.0, 0}, obstacles, point, layers, 0.0, NULL};
    bool repeats = ssti_repeats(&obstacles->period);
    sst_point kept = ssti_wrap_point(point, &obstacles->period);
    int last = repeats ? SSTI_LAST_IMAGE : 0;
    for (int image = repeats ? SSTI_FIRST_IMAGE : 0; image <= last; image++) {
        m.point = ssti_before_image(kept, &obstacles->period, image);
        ssti_box_tree_walk(&obstacles->resting, &m.query);
        ssti_box_tree_walk(&obstacles->moving, &m.query);
    }
    *depth = m.depth;
    return m.deepest;
}

/* --- The public calls ---------------------------------------------------------------------- */

static bool is_finite(double x) {
    return x - x == 0.0;
}

static sst_result check_path(sst_point a, sst_point b, double length, sst_result otherwise) {
    sst_result result = ssti_check_position(a);
    if (result == SST_OK) {
        result = ssti_check_position(b);
    }
    if (result == SST_OK && !is_finite(length)) {
        result = SST_ERROR_NOT_FINITE;
    }
    return result == SST_OK && length < 0.0 ? otherwise : result;
}

static passage make_passage(const ssti_obstacles *obstacles, sst_point a, sst_point b,
                            uint32_t layers, double limit) {
    return (passage){.query = {rank_obstacles, pass_obstacle, limit, 0},
                     .obstacles = obstacles,
                     .path = {ssti_lattice_point(a), ssti_lattice_point(b)},
                     .layers = layers,
                     .distance = limit};
}

sst_result sst_world_query_visibility(sst_world *world, sst_point a, sst_point b, double radius,
                                      uint32_t layers, bool *visible) {
    if (!world || !visible) {
        return SST_ERROR_NULL;
    }
    sst_result result = check_path(a, b, radius, SST_ERROR_RADIUS);
    if (result == SST_OK && radius > (double)SST_MAX_LENGTH) {
        result = SST_ERROR_RADIUS;
    }
    if (result != SST_OK) {
        return result;
    }
    ssti_obstacles_refresh(&world->obstacles);
    passage p = make_passage(&world->obstacles, a, b, layers, radius);
    p.any = true;
    double depth;
    *visible = !deepest_around(p.obstacles, p.path.from, layers, &depth);
    if (*visible) {
        pass_all(&p);
        *visible = !p.found;
    }
    return SST_OK;
}

static sst_result check_clearance(sst_point from, sst_point to, float duration, double limit) {
    sst_result result = check_path(from, to, limit, SST_ERROR_OPTION);
    if (result == SST_OK && !is_finite((double)duration)) {
        result = SST_ERROR_NOT_FINITE;
    }
    if (result == SST_OK && !(duration >= 0.0f && duration <= SST_MAX_TIME)) {
        result = SST_ERROR_TIME_STEP;
    }
    return result == SST_OK && limit == 0.0 ? SST_ERROR_OPTION : result;
}

sst_result sst_world_query_clearance(sst_world *world, sst_point from, sst_point to, float duration,
                                     uint32_t layers, double limit, sst_clearance *clearance) {
    if (!world || !clearance) {
        return SST_ERROR_NULL;
    }
    sst_result result = check_clearance(from, to, duration, limit);
    if (result != SST_OK) {
        return result;
    }
    ssti_obstacles_refresh(&world->obstacles);
    passage p = make_passage(&world->obstacles, from, to, layers, limit);
    p.duration = duration;
    double depth;
    const ssti_obstacle *around = deepest_around(p.obstacles, p.path.to, layers, &depth);
    if (around) {
        *clearance = (sst_clearance){-depth, {around->id}};
        return SST_OK;
    }
    pass_all(&p);
    *clearance =
        p.found ? (sst_clearance){p.distance, {p.found->id}} : (sst_clearance){HUGE_VAL, {0}};
    return SST_OK;
}
