/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The index over agents, rebuilt whenever they moved: a balanced binary tree over the agents in
 * Z-order.
 *
 * The tree is complete and implicit (children of node i are 2i + 1 and 2i + 2) and splits by count,
 * so its depth is log2(n / 8) however the agents lie, all on one point included. Each node knows
 * what a search can prune on: the box of the centres, the least key, the greatest radius and speed,
 * and the layers below it. Building is a radix sort and one pass: O(n), without allocation; the
 * sort uses the place that its result is for.
 */
#ifndef SSTI_AGENT_TREE_H
#define SSTI_AGENT_TREE_H

#include "world/agents.h"
#include "world/box_tree.h"

/* What a search looks at of an agent, in tree order. */
typedef struct ssti_tree_agent {
    double x, y;
    float radius, speed; /* speed: the greatest it can go at */
    uint32_t layers, slot;
} ssti_tree_agent;

typedef struct ssti_tree_node {
    ssti_box box;
    uint64_t least_key;
    float greatest_radius, greatest_speed;
    uint32_t layers; /* of any below */
} ssti_tree_node;

/* What a search finds: ordered by (rank, key). */
typedef struct ssti_candidate {
    double rank;
    uint64_t key;
    uint32_t slot;
    bool could_meet; /* within the coming step */
} ssti_candidate;

typedef struct ssti_agent_tree {
    size_t count, leaf_count;
    size_t capacity;         /* agents for which there is room */
    ssti_tree_agent *agents; /* [capacity] */
    ssti_tree_node *nodes;   /* 2 * leaf_count - 1 of them */
} ssti_agent_tree;

/* Bytes for so many agents. */
size_t ssti_agent_tree_size(size_t capacity);
/* Builds from now on in `room`, which others may use in between; aligned as malloc's. */
void ssti_agent_tree_use(ssti_agent_tree *tree, void *room, size_t capacity);
/* There must be room. */
void ssti_agent_tree_build(ssti_agent_tree *tree, const ssti_agents *agents);

/* The agents of leaf `leaf` are [ssti_leaf_begin(leaf), ssti_leaf_begin(leaf + 1)): eight at most.
 */
static inline size_t ssti_leaf_begin(const ssti_agent_tree *tree, size_t leaf) {
    return leaf * tree->count / tree->leaf_count;
}

static inline bool ssti_node_is_leaf(const ssti_agent_tree *tree, size_t node) {
    return node + 1 >= tree->leaf_count;
}

#endif
