/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The plane sweep of Shamos and Hoey, "Geometric intersection problems", 1976, section 3.
 *
 * A line sweeps over the vertices from left to right (from bottom to top where x ties, as if it
 * leant a little). The edges it cuts are kept in order from bottom to top; two edges are compared
 * when they become neighbours. Up to the leftmost common point of two edges that order is right, so
 * they are neighbours, or one of them starts on the other, before the sweep reaches that point; and
 * all comparisons are exact. The order is a list threaded through a treap (Seidel, Aragon, 1996)
 * whose priorities are hashes of the edges' numbers.
 */
#include "world/crossing.h"

#include "base/hash.h"
#include "world/box_tree.h"
#include "world/predicate.h"

#define NONE UINT32_MAX

typedef struct link {
    uint32_t parent, left, right; /* of the treap; left = below */
    uint32_t below, above;        /* of the list */
    uint32_t priority;
} link;

typedef struct sweep {
    const sst_point *vertices;
    uint32_t count, edge_count;
    link *links; /* of edge i: vertices i and i + 1 */
    uint32_t root;
} sweep;

size_t ssti_crossing_scratch_size(size_t count) {
    return count * (2 * sizeof(ssti_sort_item) + sizeof(link));
}

/* Order-preserving integers for doubles on the lattice, |x| <= 2^27. */
static uint64_t lattice_key(double x) {
    return (uint64_t)(int64_t)((x + 0x1p27) * 0x1p24);
}

/* Vertex numbers from left to right, then from bottom to top. */
static const ssti_sort_item *order_vertices(const sst_point *vertices, size_t count,
                                            ssti_sort_item *items) {
    for (size_t i = 0; i < count; i++) {
        items[i] = (ssti_sort_item){lattice_key(vertices[i].y), (uint32_t)i};
    }
    ssti_sort_item *by_y = ssti_sort_items(items, items + count, count);
    for (size_t i = 0; i < count; i++) {
        by_y[i].key = lattice_key(vertices[by_y[i].index].x);
    }
    return ssti_sort_items(by_y, by_y == items ? items + count : items, count);
}

static uint32_t next_vertex(const sweep *s, uint32_t i) {
    return i + 1 < s->count ? i + 1 : 0;
}

static sst_point edge_start(const sweep *s, uint32_t edge) {
    sst_point a = s->vertices[edge], b = s->vertices[next_vertex(s, edge)];
    return ssti_point_before(a, b) ? a : b;
}

static sst_point edge_end(const sweep *s, uint32_t edge) {
    sst_point a = s->vertices[edge], b = s->vertices[next_vertex(s, edge)];
    return ssti_point_before(a, b) ? b : a;
}

/* Whether two neighbours of the list have a point in common that they may not have. Consecutive
 * ones have one; if they have more, one starts on the other or both start at a vertex, in one line.
 */
static bool edges_conflict(const sweep *s, uint32_t e, uint32_t f) {
    if (e == NONE || f == NONE || next_vertex(s, e) == f || next_vertex(s, f) == e) {
        return false;
    }
    return ssti_segments_meet(s->vertices[e], s->vertices[next_vertex(s, e)], s->vertices[f],
                              s->vertices[next_vertex(s, f)]);
}

/* --- The ordered list ---------------------------------------------------------------------- */

static void replace_child(sweep *s, uint32_t parent, uint32_t old, uint32_t fresh) {
    if (parent == NONE) {
        s->root = fresh;
    } else if (s->links[parent].left == old) {
        s->links[parent].left = fresh;
    } else {
        s->links[parent].right = fresh;
    }
    if (fresh != NONE) {
        s->links[fresh].parent = parent;
    }
}

/* Lifts `child` over its parent. */
static void rotate_up(sweep *s, uint32_t child) {
    uint32_t parent = s->links[child].parent;
    replace_child(s, s->links[parent].parent, parent, child);
    uint32_t *outer =
        s->links[parent].left == child ? &s->links[parent].left : &s->links[parent].right;
    uint32_t *inner =
        outer == &s->links[parent].left ? &s->links[child].right : &s->links[child].left;
    *outer = *inner;
    if (*outer != NONE) {
        s->links[*outer].parent = parent;
    }
    *inner = parent;
    s->links[parent].parent = child;
}

/* Puts an edge between two neighbours of the list; either may be NONE. One of the two has no child
 * on the side of the gap, and the edge becomes that child. */
static void insert_between(sweep *s, uint32_t edge, uint32_t below, uint32_t above) {
    uint32_t priority = (uint32_t)ssti_mix64(edge + UINT64_C(1));
    s->links[edge] = (link){NONE, NONE, NONE, below, above, priority};
    if (below != NONE) {
        s->links[below].above = edge;
    }
    if (above != NONE) {
        s->links[above].below = edge;
    }
    if (below != NONE && s->links[below].right == NONE) {
        s->links[below].right = edge;
        s->links[edge].parent = below;
    } else if (above != NONE) {
        s->links[above].left = edge;
        s->links[edge].parent = above;
    } else {
        s->root = edge;
    }
    while (s->links[edge].parent != NONE && s->links[s->links[edge].parent].priority < priority) {
        rotate_up(s, edge);
    }
}

static void remove_edge(sweep *s, uint32_t edge) {
    link *l = &s->links[edge];
    while (l->left != NONE && l->right != NONE) {
        bool left = s->links[l->left].priority > s->links[l->right].priority;
        rotate_up(s, left ? l->left : l->right);
    }
    replace_child(s, l->parent, edge, l->left != NONE ? l->left : l->right);
    if (l->below != NONE) {
        s->links[l->below].above = l->above;
    }
    if (l->above != NONE) {
        s->links[l->above].below = l->below;
    }
}

/* Gives the place of one edge to the one that goes on from it. */
static void substitute(sweep *s, uint32_t old, uint32_t fresh) {
    link l = s->links[old];
    s->links[fresh] = l;
    replace_child(s, l.parent, old, fresh);
    if (l.left != NONE) {
        s->links[l.left].parent = fresh;
    }
    if (l.right != NONE) {
        s->links[l.right].parent = fresh;
    }
    if (l.below != NONE) {
        s->links[l.below].above = fresh;
    }
    if (l.above != NONE) {
        s->links[l.above].below = fresh;
    }
}

/* Finds the neighbours between which a point lies. False if it lies on an edge. */
static bool locate(const sweep *s, sst_point p, uint32_t *below, uint32_t *above) {
    *below = *above = NONE;
    uint32_t at = s->root;
    while (at != NONE) {
        int side = ssti_side_of_line(edge_start(s, at), edge_end(s, at), p);
        if (side == 0) {
            return false;
        }
        *(side > 0 ? below : above) = at;
        at = side > 0 ? s->links[at].right : s->links[at].left;
    }
    return true;
}

/* --- Events: the one or two edges at a vertex start, go on or end there ---------------------- */

static bool start_edges(sweep *s, sst_point vertex, const uint32_t *edges, int count) {
    uint32_t below, above;
    if (!locate(s, vertex, &below, &above)) {
        return false;
    }
    uint32_t low = edges[0], high = edges[0];
    if (count == 2) {
        int side = ssti_side_of_line(vertex, edge_end(s, edges[0]), edge_end(s, edges[1]));
        if (side == 0) {
            return false;
        }
        low = side > 0 ? edges[0] : edges[1];
        high = side > 0 ? edges[1] : edges[0];
    }
    insert_between(s, low, below, above);
    if (high != low) {
        insert_between(s, high, low, above);
    }
    return !edges_conflict(s, below, low) && !edges_conflict(s, high, above);
}

static bool end_edges(sweep *s, const uint32_t *edges, int count) {
    uint32_t low = edges[0], high = edges[0];
    if (count == 2) {
        bool second_above = s->links[edges[0]].above == edges[1];
        if (!second_above && s->links[edges[1]].above != edges[0]) {
            return false; /* something lies between them, so it goes through the vertex */
        }
        low = second_above ? edges[0] : edges[1];
        high = second_above ? edges[1] : edges[0];
    }
    uint32_t below = s->links[low].below, above = s->links[high].above;
    remove_edge(s, low);
    if (high != low) {
        remove_edge(s, high);
    }
    return !edges_conflict(s, below, above);
}

static bool go_on(sweep *s, uint32_t ending, uint32_t starting) {
    substitute(s, ending, starting);
    return !edges_conflict(s, s->links[starting].below, starting) &&
           !edges_conflict(s, starting, s->links[starting].above);
}

static bool pass_vertex(sweep *s, uint32_t vertex) {
    sst_point p = s->vertices[vertex];
    uint32_t starting[2], ending[2];
    int starts = 0, ends = 0;
    uint32_t before = vertex > 0 ? vertex - 1 : s->count - 1;
    uint32_t edges[2] = {before, vertex};
    for (int i = 0; i < 2; i++) {
        if (edges[i] < s->edge_count) {
            bool from_here = ssti_point_equal(edge_start(s, edges[i]), p);
            *(from_here ? &starting[starts++] : &ending[ends++]) = edges[i];
        }
    }
    if (starts == 1 && ends == 1) {
        return go_on(s, ending[0], starting[0]);
    }
    return starts > 0 ? start_edges(s, p, starting, starts) : end_edges(s, ending, ends);
}

bool ssti_outline_is_simple(const sst_point *vertices, size_t count, bool closed, void *scratch) {
    ssti_sort_item *items = scratch;
    const ssti_sort_item *order = order_vertices(vertices, count, items);
    sweep s = {.vertices = vertices,
               .count = (uint32_t)count,
               .edge_count = (uint32_t)(closed ? count : count - 1),
               .links = (link *)(void *)(items + 2 * count),
               .root = NONE};
    for (size_t i = 0; i < count; i++) {
        uint32_t vertex = order[i].index;
        bool repeated = i > 0 && ssti_point_equal(vertices[order[i - 1].index], vertices[vertex]);
        if (repeated || !pass_vertex(&s, vertex)) {
            return false;
        }
    }
    return true;
}
