/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The edges that an agent sees. Which ones, and on which side of each it is, is told exactly from
 * the lattice; only then is everything made relative to the agent and rounded to float. First the
 * ranks of the edges are collected and sorted, then the edges are written in that order: (distance,
 * key, edge number), which no tree and no slot can change. */
#include <math.h>

#include "base/vec2.h"
#include "world/obstacles.h"
#include "world/outline_query.h"
#include "world/predicate.h"
#include "world/segment.h"

/* A float keeps 24 bits: an end of an edge that is farther than this, or than so many times the
 * reach, would blur where the edge passes the agent. */
#define FAR_END       256.0
#define FAR_END_TIMES 16.0
/* A room takes back an agent whose disc overlaps it; a point that rounding put outside, too. */
#define ROOM_SKIN 0x1p-10

typedef struct gathering {
    ssti_box_query query;
    const ssti_obstacles *obstacles;
    ssti_edge_query *asked;
    ssti_edge_rank *ranks;
    size_t count;
    int image; /* that is looked at: the agent asks from where it would see it as the world itself
                */
} gathering;

typedef struct edge_walk {
    ssti_box_query query;
    gathering *into;
    const ssti_obstacle *obstacle;
    const sst_point *vertices;
    double reach_sq;
} edge_walk;

static double squared(double x) {
    return x * x;
}

static double rank_around(sst_point p, const ssti_box *box) {
    ssti_box at = ssti_box_of_points(p, p);
    return ssti_box_distance_sq(box, &at);
}

/* --- An edge relative to the agent ----------------------------------------------------------- */

enum { CUT_FROM = 1, CUT_TO = 2 };

/* Brings far ends of a relative edge nearer; returns which. */
static int cut_far_ends(sst_point *from, sst_point *to, double reach) {
    if (ssti_point_dot(*from, *from) <= FAR_END * FAR_END &&
        ssti_point_dot(*to, *to) <= FAR_END * FAR_END) {
        return 0;
    }
    double nearest_sq = ssti_origin_segment_distance_sq(*from, *to);
    double nearest = sqrt(nearest_sq), times = FAR_END_TIMES * (nearest > reach ? nearest : reach);
    double far_end = times > FAR_END ? times : FAR_END;
    if (ssti_point_dot(*from, *from) <= far_end * far_end &&
        ssti_point_dot(*to, *to) <= far_end * far_end) {
        return 0;
    }
    sst_point start = *from, e = ssti_point_sub(*to, *from);
    double length_sq = ssti_point_dot(e, e), length = sqrt(length_sq);
    double foot = -ssti_point_dot(start, e) / length_sq; /* in lengths of the edge from `from` */
    int cut = 0;
    if (foot * length > far_end) {
        double s = foot - far_end / length;
        *from = (sst_point){start.x + s * e.x, start.y + s * e.y};
        cut |= CUT_FROM;
    }
    if ((1.0 - foot) * length > far_end) {
        double s = foot + far_end / length;
        *to = (sst_point){start.x + s * e.x, start.y + s * e.y};
        cut |= CUT_TO;
    }
    return cut;
}

static sst_vec2 to_float(sst_point p) {
    return (sst_vec2){(float)p.x, (float)p.y};
}

/* Both ends of the edge from `vertices[0]` to `vertices[1]`, seen by the agent. */
static int relative_ends(const ssti_edge_query *asked, const sst_point *vertices, sst_vec2 *from,
                         sst_vec2 *to) {
    sst_point a = ssti_point_sub(vertices[0], asked->position);
    sst_point b = ssti_point_sub(vertices[1], asked->position);
    int cut = cut_far_ends(&a, &b, (double)asked->reach);
    *from = to_float(a);
    *to = to_float(b);
    return cut;
}

static uint32_t turn_flag(int32_t turn, uint32_t left, uint32_t right) {
    return turn > 0 ? left : turn < 0 ? right : 0;
}

static uint32_t side_flags(const ssti_obstacle *obstacle) {
    uint32_t side = obstacle->kind == SST_OBSTACLE_CHAIN ? SST_EDGE_TWO_SIDED
                    : obstacle->free_left                ? SST_EDGE_FREE_LEFT
                                                         : 0;
    return side | (ssti_obstacle_moves(obstacle) ? SST_EDGE_MOVING : 0);
}

static sst_vec2 direction_before(const ssti_obstacle *obstacle, const ssti_side *sides,
                                 uint32_t number) {
    if (number > 0) {
        return sides[number - 1].direction;
    }
    return obstacle->closed ? sides[obstacle->edge_count - 1].direction
                            : ssti_neg(sides[0].direction);
}

static void write_edge(const gathering *g, const ssti_edge_rank *rank, sst_edge *edge) {
    const ssti_obstacle *obstacle = &g->obstacles->all[rank->slot];
    const sst_point *vertices = g->obstacles->store.vertices + obstacle->first + rank->number;
    const ssti_side *sides = g->obstacles->store.sides + obstacle->first;
    const ssti_side *side = sides + rank->number;
    int cut = relative_ends(g->asked, vertices, &edge->from, &edge->to);
    edge->direction = side->direction;
    edge->velocity = obstacle->velocity;
    edge->flags = side_flags(obstacle) | (rank->inside ? SST_EDGE_INSIDE : 0);
    edge->previous_direction = edge->next_direction = side->direction;
    if (!(cut & CUT_FROM)) {
        edge->previous_direction = direction_before(obstacle, sides, rank->number);
        edge->flags |= turn_flag(side->turn, SST_EDGE_FROM_LEFT_TURN, SST_EDGE_FROM_RIGHT_TURN);
    }
    if (!(cut & CUT_TO)) {
        edge->next_direction = side[1].direction;
        edge->flags |= turn_flag(side[1].turn, SST_EDGE_TO_LEFT_TURN, SST_EDGE_TO_RIGHT_TURN);
    }
}

/* --- Collect ------------------------------------------------------------------------------- */

static void add_rank(gathering *g, const ssti_obstacle *obstacle, uint32_t number, bool inside) {
    sst_vec2 from, to;
    relative_ends(g->asked, g->obstacles->store.vertices + obstacle->first + number, &from, &to);
    g->ranks[g->count++] = (ssti_edge_rank){
        .key = obstacle->key,
        .distance_sq = ssti_segment_distance_sq(from, to),
        .number = number,
        .slot = (uint32_t)(obstacle - g->obstacles->all),
        .image = g->image,
        .inside = inside,
    };
}

static bool is_seen(const ssti_edge_query *asked, const ssti_obstacle *obstacle,
                    const sst_point *vertices) {
    int side = ssti_side_of_line(vertices[0], vertices[1], asked->position);
    if (side == 0) {
        return asked->closed;
    }
    return obstacle->kind == SST_OBSTACLE_CHAIN || (side > 0) == obstacle->free_left;
}

static double rank_for_edges(const ssti_box_query *query, const ssti_box *box) {
    return rank_around(((const edge_walk *)(const void *)query)->into->asked->position, box);
}

static bool meet_edge(ssti_box_query *query, uint32_t number) {
    edge_walk *walk = (edge_walk *)(void *)query;
    const ssti_edge_query *asked = walk->into->asked;
    const sst_point *vertices = walk->vertices + number;
    double distance_sq = ssti_point_segment_distance_sq(asked->position, vertices[0], vertices[1]);
    if (distance_sq < walk->reach_sq && is_seen(asked, walk->obstacle, vertices)) {
        add_rank(walk->into, walk->obstacle, number, false);
    }
    return true;
}

/* A moving obstacle is met from as far as it can come within the horizon. */
static double reach_to(const ssti_edge_query *asked, double speed) {
    return (double)asked->reach + (double)asked->horizon * speed;
}

static double speed_of(const ssti_obstacle *obstacle) {
    double x = (double)obstacle->velocity.x, y = (double)obstacle->velocity.y;
    return sqrt(x * x + y * y);
}

static void collect_seen(gathering *g, const ssti_obstacle *obstacle) {
    double reach = reach_to(g->asked, speed_of(obstacle));
    edge_walk walk = {{rank_for_edges, meet_edge, squared(reach + SSTI_DISTANCE_SLACK), 0},
                      g,
                      obstacle,
                      g->obstacles->store.vertices + obstacle->first,
                      squared(reach)};
    ssti_box_tree tree = ssti_obstacle_tree(g->obstacles, obstacle);
    ssti_box_tree_walk(&tree, &walk.query);
    g->asked->nodes_entered += walk.query.nodes_entered;
}

/* Where the agent is on the wrong side of a polygon: the nearest edge within `limit`, as the way
 * back. */
static void collect_way_back(gathering *g, const ssti_obstacle *obstacle, double limit) {
    uint32_t number;
    double distance_sq;
    if (ssti_outline_nearest(g->obstacles, obstacle, g->asked->position, limit, &number,
                             &distance_sq, &g->asked->nodes_entered)) {
        add_rank(g, obstacle, number, true);
    }
}

static double rank_for_obstacles(const ssti_box_query *query, const ssti_box *box) {
    return rank_around(((const gathering *)(const void *)query)->asked->position, box);
}

/* How far outside a room takes an agent back. */
static double room_grip(const ssti_edge_query *asked) {
    return (double)asked->radius + ROOM_SKIN;
}

static bool meet_obstacle(ssti_box_query *query, uint32_t slot) {
    gathering *g = (gathering *)(void *)query;
    const ssti_obstacle *obstacle = &g->obstacles->all[slot];
    if (!(obstacle->layers & g->asked->obstacle_mask)) {
        return true;
    }
    int inside = g->asked->bring_out && obstacle->kind != SST_OBSTACLE_CHAIN
                     ? ssti_outline_locate(g->obstacles, obstacle, g->asked->position,
                                           &g->asked->nodes_entered)
                     : 0;
    if (obstacle->kind == SST_OBSTACLE_SOLID && inside > 0) {
        collect_way_back(g, obstacle, HUGE_VAL);
    } else if (obstacle->kind == SST_OBSTACLE_ROOM && inside < 0) {
        collect_way_back(g, obstacle, room_grip(g->asked));
    } else {
        collect_seen(g, obstacle);
    }
    return true;
}

/* --- Through the cells ---------------------------------------------------------------------- */

/* More entries or rows than this are left to the trees. */
enum { MOST_ENTRIES = 64, MOST_ROWS = 8 };

/* Of the entries of one agent's cells. */
typedef struct cell_walk {
    gathering *into;
    double reach_sq, grip_sq;
    uint32_t located; /* the last polygon's slot */
    int inside;       /* that polygon, as ssti_outline_locate tells */
} cell_walk;

static int locate_in(cell_walk *walk, uint32_t slot) {
    const ssti_obstacles *obstacles = walk->into->obstacles;
    if (walk->located != slot) {
        ssti_edge_query *asked = walk->into->asked;
        walk->located = slot;
        walk->inside = ssti_outline_locate(obstacles, &obstacles->all[slot], asked->position,
                                           &asked->nodes_entered);
    }
    return walk->inside;
}

static bool is_added(const gathering *g, ssti_cell_edge edge) {
    bool added = false;
    for (size_t i = 0; i < g->count; i++) {
        added = added || (g->ranks[i].slot == edge.slot && g->ranks[i].number == edge.number);
    }
    return added;
}

/* False where the agent needs a way back, or may. */
static bool meet_entry(cell_walk *walk, ssti_cell_edge entry) {
    gathering *g = walk->into;
    const ssti_edge_query *asked = g->asked;
    const ssti_obstacle *obstacle = &g->obstacles->all[entry.slot];
    if (!(obstacle->layers & asked->obstacle_mask)) {
        return true;
    }
    if (asked->bring_out && obstacle->kind == SST_OBSTACLE_SOLID &&
        locate_in(walk, entry.slot) > 0) {
        return false;
    }
    const sst_point *vertices = g->obstacles->store.vertices + obstacle->first + entry.number;
    double distance_sq = ssti_point_segment_distance_sq(asked->position, vertices[0], vertices[1]);
    bool seen = distance_sq < walk->reach_sq && is_seen(asked, obstacle, vertices);
    if (asked->bring_out && obstacle->kind == SST_OBSTACLE_ROOM &&
        (seen || distance_sq <= walk->grip_sq) && locate_in(walk, entry.slot) < 0) {
        return false;
    }
    if (seen && !is_added(g, entry)) {
        add_rank(g, obstacle, entry.number, false);
    }
    return true;
}

/* The resting obstacles; false, with nothing collected, if that is for their tree. */
static bool collect_from_cells(gathering *g) {
    const ssti_obstacle_cells *cells = &g->obstacles->cells;
    const ssti_edge_query *asked = g->asked;
    if (!cells->ready || (asked->bring_out && ssti_cell_in_solid(cells, asked->position))) {
        return false;
    }
    double reach = (double)asked->reach, grip = room_grip(asked);
    double around = (reach > grip ? reach : grip) + SSTI_DISTANCE_SLACK;
    ssti_cell_range range = ssti_cells_around(cells, asked->position, around);
    if (ssti_cells_entries(cells, range, MOST_ROWS) > MOST_ENTRIES) {
        return false;
    }
    cell_walk walk = {g, squared(reach), squared(grip + SSTI_DISTANCE_SLACK), UINT32_MAX, 0};
    bool served = true;
    for (uint32_t row = range.first_row; row <= range.last_row && served; row++) {
        const uint32_t *start = cells->start + (size_t)row * cells->columns;
        uint32_t end = start[range.last_column + 1];
        for (uint32_t i = start[range.first_column]; i < end && served; i++) {
            served = meet_entry(&walk, cells->entries[i]);
            g->asked->nodes_entered++;
        }
    }
    g->count = served ? g->count : 0;
    return served;
}

/* --- Sort ---------------------------------------------------------------------------------- */

static bool comes_first(const ssti_edge_rank *a, const ssti_edge_rank *b) {
    if (a->inside != b->inside) {
        return a->inside;
    }
    if (a->distance_sq != b->distance_sq) {
        return a->distance_sq < b->distance_sq;
    }
    if (a->key != b->key || a->number != b->number) {
        return a->key != b->key ? a->key < b->key : a->number < b->number;
    }
    return a->image < b->image;
}

static void sift_down(ssti_edge_rank *heap, size_t count, size_t at, ssti_edge_rank item) {
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && comes_first(&heap[child], &heap[child + 1])) {
            child++;
        }
        if (!comes_first(&item, &heap[child])) {
            break;
        }
        heap[at] = heap[child];
    }
    heap[at] = item;
}

/* Heapsort: in place, n log n at worst, no recursion (Williams, 1964). No two edges rank alike, so
 * that it is not stable does not matter. */
static void sort_ranks(ssti_edge_rank *ranks, size_t count) {
    for (size_t i = count / 2; i-- > 0;) {
        sift_down(ranks, count, i, ranks[i]);
    }
    for (size_t end = count; end-- > 1;) {
        ssti_edge_rank last = ranks[end];
        ranks[end] = ranks[0];
        sift_down(ranks, end, 0, last);
    }
}

static void collect(gathering *g, const ssti_box_tree *tree, double speed) {
    double reach = reach_to(g->asked, speed), grip = room_grip(g->asked);
    g->query.bound = squared((reach > grip ? reach : grip) + SSTI_DISTANCE_SLACK);
    ssti_box_tree_walk(tree, &g->query);
}

static double fastest_speed(const ssti_obstacles *obstacles) {
    return 1.5 * (double)obstacles->fastest; /* 1.5 > sqrt 2 */
}

static void collect_all(gathering *g) {
    if (!collect_from_cells(g)) {
        collect(g, &g->obstacles->resting, 0.0);
    }
    if (g->obstacles->moving.count > 0) {
        collect(g, &g->obstacles->moving, fastest_speed(g->obstacles));
    }
}

static void collect_images(gathering *g, sst_point position) {
    for (g->image = SSTI_FIRST_IMAGE; g->image <= SSTI_LAST_IMAGE; g->image++) {
        g->asked->position = ssti_before_image(position, &g->obstacles->period, g->image);
        collect_all(g);
    }
}

size_t ssti_obstacles_gather(const ssti_obstacles *obstacles, ssti_edge_query *query,
                             ssti_edge_rank *ranks, sst_edge *edges) {
    gathering g = {{rank_for_obstacles, meet_obstacle, 0.0, 0}, obstacles, query, ranks, 0, 0};
    sst_point position = query->position;
    if (ssti_repeats(&obstacles->period)) {
        collect_images(&g, position);
    } else {
        collect_all(&g);
    }
    query->nodes_entered += g.query.nodes_entered;
    sort_ranks(ranks, g.count);
    for (size_t i = 0; i < g.count; i++) {
        query->position = ssti_before_image(position, &obstacles->period, ranks[i].image);
        write_edge(&g, &ranks[i], &edges[i]);
    }
    query->position = position;
    return g.count;
}

double ssti_obstacles_reach(const ssti_obstacles *obstacles, const ssti_edge_query *query) {
    double reach = reach_to(query, fastest_speed(obstacles)), grip = room_grip(query);
    return (reach > grip ? reach : grip) + SSTI_DISTANCE_SLACK;
}
