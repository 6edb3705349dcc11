/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

#include "world/box_tree.h"

#define FANOUT 4u
/* Of 2^32 items: log4 2^32. */
#define MAX_LEVELS 17
/* Going down, at most three siblings wait on each level. */
#define MAX_STACK  (3 * MAX_LEVELS + 1)
#define DIGIT_BITS 8
#define DIGITS     (1u << DIGIT_BITS)

/* One pass of the radix sort. False, with nothing done, if all keys share this digit. */
static bool scatter_by_digit(const ssti_sort_item *from, ssti_sort_item *to, size_t count,
                             int shift) {
    size_t start[DIGITS] = {0};
    for (size_t i = 0; i < count; i++) {
        start[from[i].key >> shift & (DIGITS - 1)]++;
    }
    size_t sum = 0;
    for (size_t digit = 0; digit < DIGITS; digit++) {
        size_t here = start[digit];
        if (here == count) {
            return false;
        }
        start[digit] = sum;
        sum += here;
    }
    for (size_t i = 0; i < count; i++) {
        to[start[from[i].key >> shift & (DIGITS - 1)]++] = from[i];
    }
    return true;
}

static void insertion_sort(ssti_sort_item *items, size_t count) {
    for (size_t i = 1; i < count; i++) {
        ssti_sort_item item = items[i];
        size_t at = i;
        for (; at > 0 && items[at - 1].key > item.key; at--) {
            items[at] = items[at - 1];
        }
        items[at] = item;
    }
}

ssti_sort_item *ssti_sort_items(ssti_sort_item *items, ssti_sort_item *scratch, size_t count) {
    if (count <= 32) {
        insertion_sort(items, count);
        return items;
    }
    for (int shift = 0; shift < 64; shift += DIGIT_BITS) {
        if (scatter_by_digit(items, scratch, count, shift)) {
            ssti_sort_item *other = items;
            items = scratch;
            scratch = other;
        }
    }
    return items;
}

/* Puts a zero between any two bits. */
static uint64_t spread_bits(uint32_t value) {
    uint64_t x = value;
    x = (x | x << 16) & UINT64_C(0x0000ffff0000ffff);
    x = (x | x << 8) & UINT64_C(0x00ff00ff00ff00ff);
    x = (x | x << 4) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    x = (x | x << 2) & UINT64_C(0x3333333333333333);
    return (x | x << 1) & UINT64_C(0x5555555555555555);
}

/* Where x lies in [low, high], in 32 bits. */
static uint32_t quantise(double x, double low, double high) {
    if (!(high > low)) {
        return 0;
    }
    double scaled = (x - low) / (high - low) * 4294967295.0;
    return scaled >= 4294967295.0 ? UINT32_MAX : (uint32_t)scaled;
}

static uint64_t morton_key(const ssti_box *box, const ssti_box *bounds) {
    double x = 0.5 * (box->min_x + box->max_x), y = 0.5 * (box->min_y + box->max_y);
    return spread_bits(quantise(x, bounds->min_x, bounds->max_x)) |
           spread_bits(quantise(y, bounds->min_y, bounds->max_y)) << 1;
}

static void order_items(ssti_box_tree *tree, const ssti_box *boxes, ssti_sort_item *scratch) {
    size_t count = tree->count;
    if (count <= FANOUT) {
        for (uint32_t i = 0; i < tree->count; i++) {
            tree->items[i] = i;
        }
        return;
    }
    ssti_box bounds = boxes[0];
    for (size_t i = 1; i < count; i++) {
        bounds = ssti_box_join(bounds, boxes[i]);
    }
    for (uint32_t i = 0; i < tree->count; i++) {
        scratch[i] = (ssti_sort_item){morton_key(&boxes[i], &bounds), i};
    }
    const ssti_sort_item *sorted = ssti_sort_items(scratch, scratch + count, count);
    for (size_t i = 0; i < count; i++) {
        tree->items[i] = sorted[i].index;
    }
}

/* How many nodes stand over `below` items or nodes. */
static size_t parents_of(size_t below) {
    return (below + FANOUT - 1) / FANOUT;
}

void ssti_box_tree_build(ssti_box_tree *tree, const ssti_box *boxes, ssti_sort_item *scratch) {
    order_items(tree, boxes, scratch);
    size_t below = tree->count;
    const ssti_box *children = NULL; /* the items' boxes, through tree->items */
    ssti_box *nodes = tree->nodes;
    while (below > 1 || (children == NULL && below > 0)) {
        size_t count = parents_of(below);
        for (size_t i = 0; i < below; i++) {
            ssti_box box = children ? children[i] : boxes[tree->items[i]];
            ssti_box *parent = &nodes[i / FANOUT];
            *parent = i % FANOUT == 0 ? box : ssti_box_join(*parent, box);
        }
        children = nodes;
        nodes += count;
        below = count;
    }
}

/* Where each level starts among the nodes; returns how many levels there are. */
static int find_levels(size_t count, size_t start[MAX_LEVELS + 1]) {
    int levels = 0;
    start[0] = 0;
    while (count > 1 || (levels == 0 && count > 0)) {
        count = parents_of(count);
        start[levels + 1] = start[levels] + count;
        levels++;
    }
    return levels;
}

ssti_box ssti_box_tree_bounds(const ssti_box_tree *tree) {
    size_t start[MAX_LEVELS + 1];
    int levels = find_levels(tree->count, start);
    return tree->nodes[start[levels] - 1];
}

void ssti_box_tree_shift(ssti_box_tree *tree, sst_point offset) {
    size_t start[MAX_LEVELS + 1];
    size_t nodes = start[find_levels(tree->count, start)];
    for (size_t i = 0; i < nodes; i++) {
        tree->nodes[i] = ssti_box_moved(tree->nodes[i], offset);
    }
}

/* A node waiting to be entered. */
typedef struct waiting {
    double rank;
    size_t index; /* within its level */
    int level;
} waiting;

static bool visit_leaf(const ssti_box_tree *tree, size_t leaf, ssti_box_query *query) {
    size_t first = leaf * FANOUT;
    size_t end = first + FANOUT < tree->count ? first + FANOUT : tree->count;
    for (size_t i = first; i < end; i++) {
        if (!query->visit(query, tree->items[i])) {
            return false;
        }
    }
    return true;
}

/* Puts a node's children on the stack, the nearest on top. Returns the new height. */
static int push_children(const ssti_box_query *query, const ssti_box *boxes, size_t first,
                         size_t end, int level, waiting *stack, int height) {
    int bottom = height;
    for (size_t i = first; i < end; i++) {
        waiting child = {query->rank(query, &boxes[i]), i, level};
        if (child.rank > query->bound) {
            continue;
        }
        int at = height++;
        for (; at > bottom && stack[at - 1].rank < child.rank; at--) {
            stack[at] = stack[at - 1];
        }
        stack[at] = child;
    }
    return height;
}

bool ssti_box_tree_walk(const ssti_box_tree *tree, ssti_box_query *query) {
    size_t start[MAX_LEVELS + 1];
    int root = find_levels(tree->count, start) - 1;
    waiting stack[MAX_STACK];
    int height =
        root < 0 ? 0 : push_children(query, tree->nodes + start[root], 0, 1, root, stack, 0);
    while (height > 0) {
        waiting node = stack[--height];
        if (node.rank > query->bound) {
            continue;
        }
        query->nodes_entered++;
        if (node.level == 0) {
            if (!visit_leaf(tree, node.index, query)) {
                return false;
            }
            continue;
        }
        size_t below = start[node.level] - start[node.level - 1];
        size_t first = node.index * FANOUT, end = first + FANOUT < below ? first + FANOUT : below;
        height = push_children(query, tree->nodes + start[node.level - 1], first, end,
                               node.level - 1, stack, height);
    }
    return true;
}
