/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* A tree of bounding boxes over n items, for range, ray and nearest queries.
 *
 * Items are sorted along a Z-order curve through their centres, then packed four to a node, four
 * nodes to a node, and so on: the shape depends on n alone, so its depth is log4 n whatever the
 * boxes are (all on one spot, one inside the other), and no links are stored. Building is a radix
 * sort and one pass, O(n), and allocates nothing. After Kamel, Faloutsos, "On packing R-trees",
 * 1993, with Morton's curve for Hilbert's.
 */
#ifndef SSTI_BOX_TREE_H
#define SSTI_BOX_TREE_H

#include "sidestep/base.h"

typedef struct ssti_box {
    double min_x, min_y, max_x, max_y;
} ssti_box;

/* What the sort works on. */
typedef struct ssti_sort_item {
    uint64_t key;
    uint32_t index;
} ssti_sort_item;

/* Sorts by key, stable. `scratch` [count]. Returns whichever of the two arrays holds the result. */
ssti_sort_item *ssti_sort_items(ssti_sort_item *items, ssti_sort_item *scratch, size_t count);

/* Both arrays are the caller's, with at least `count` elements each. */
typedef struct ssti_box_tree {
    uint32_t count;
    uint32_t *items; /* in tree order */
    ssti_box *nodes; /* level by level, the leaves first */
} ssti_box_tree;

/* `boxes` [count]: the box of item i. `scratch` [2 * count]. */
void ssti_box_tree_build(ssti_box_tree *tree, const ssti_box *boxes, ssti_sort_item *scratch);
/* The box around all; `count` must not be 0. */
ssti_box ssti_box_tree_bounds(const ssti_box_tree *tree);
/* Moves every box. Exact if boxes and offset are on the lattice. */
void ssti_box_tree_shift(ssti_box_tree *tree, sst_point offset);

/* A query: boxes of greater rank than `bound` are not entered; nearer ones are entered first, so
 * that a nearest query may lower `bound` as it goes. `rank` must not shrink as a box grows smaller.
 * `visit` answers false to end the walk. Put it first in a struct that holds what both need. */
typedef struct ssti_box_query ssti_box_query;
struct ssti_box_query {
    double (*rank)(const ssti_box_query *query, const ssti_box *box);
    bool (*visit)(ssti_box_query *query, uint32_t item);
    double bound;
    size_t nodes_entered; /* counts up: the work done */
};

/* False if `visit` ended the walk. */
bool ssti_box_tree_walk(const ssti_box_tree *tree, ssti_box_query *query);

static inline ssti_box ssti_box_of_points(sst_point a, sst_point b) {
    return (ssti_box){a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.x < b.x ? b.x : a.x,
                      a.y < b.y ? b.y : a.y};
}

static inline ssti_box ssti_box_join(ssti_box a, ssti_box b) {
    return (ssti_box){a.min_x < b.min_x ? a.min_x : b.min_x, a.min_y < b.min_y ? a.min_y : b.min_y,
                      a.max_x > b.max_x ? a.max_x : b.max_x, a.max_y > b.max_y ? a.max_y : b.max_y};
}

static inline ssti_box ssti_box_moved(ssti_box box, sst_point offset) {
    return (ssti_box){box.min_x + offset.x, box.min_y + offset.y, box.max_x + offset.x,
                      box.max_y + offset.y};
}

/* Whether the closed box holds the point. */
static inline bool ssti_box_holds(const ssti_box *box, sst_point p) {
    return box->min_x <= p.x && p.x <= box->max_x && box->min_y <= p.y && p.y <= box->max_y;
}

/* Squared distance between two boxes; 0 where they touch. */
static inline double ssti_box_distance_sq(const ssti_box *a, const ssti_box *b) {
    double left = a->min_x - b->max_x, right = b->min_x - a->max_x;
    double below = a->min_y - b->max_y, above = b->min_y - a->max_y;
    double x = left > right ? left : right, y = below > above ? below : above;
    x = x > 0.0 ? x : 0.0;
    y = y > 0.0 ? y : 0.0;
    return x * x + y * y;
}

#endif
