/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Building the index over agents; see the header for its shape. Morton, "A computer oriented
 * geodetic data base", 1966, for the order; each axis has 32 bits over the side of a square around
 * all agents. The order decides only how fast a search is, never what it finds. */
#include "world/agent_tree.h"

#include <assert.h>
#include <string.h>

enum { LEAF_SIZE = 8 };

/* --- Room ---------------------------------------------------------------------------------- */

static size_t leaves_for(size_t count) {
    size_t leaves = 1;
    while (leaves * LEAF_SIZE < count) {
        leaves *= 2;
    }
    return leaves;
}

size_t ssti_agent_tree_size(size_t capacity) {
    return capacity * sizeof(ssti_tree_agent) + 2 * leaves_for(capacity) * sizeof(ssti_tree_node);
}

void ssti_agent_tree_use(ssti_agent_tree *tree, void *room, size_t capacity) {
    /* Both have members of 8 bytes and no greater, so any order is aligned. */
    ssti_tree_agent *agents = room;
    *tree = (ssti_agent_tree){
        .capacity = capacity,
        .agents = agents,
        .nodes = agents ? (ssti_tree_node *)(void *)(agents + capacity) : NULL,
    };
}

/* --- Order --------------------------------------------------------------------------------- */

static ssti_box bounds_of(const ssti_agents *agents) {
    sst_point first = {agents->position_x[0], agents->position_y[0]};
    ssti_box box = ssti_box_of_points(first, first);
    for (size_t i = 1; i < agents->count; i++) {
        sst_point p = {agents->position_x[i], agents->position_y[i]};
        box = ssti_box_join(box, ssti_box_of_points(p, p));
    }
    return box;
}

/* Puts a zero between every two bits. */
static uint64_t spread_bits(uint32_t bits) {
    uint64_t x = bits;
    x = (x | x << 16) & UINT64_C(0x0000ffff0000ffff);
    x = (x | x << 8) & UINT64_C(0x00ff00ff00ff00ff);
    x = (x | x << 4) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    x = (x | x << 2) & UINT64_C(0x3333333333333333);
    return (x | x << 1) & UINT64_C(0x5555555555555555);
}

/* Where what is sorted ends up: at the end of the place of the tree's agents, so that agent i, the
 * first i + 1 of which take less room than all items before item i + 1, covers no item to come. */
static char *sorted_place(const ssti_agent_tree *tree) {
    return (char *)(tree->agents + tree->count) - tree->count * sizeof(ssti_sort_item);
}
static_assert(sizeof(ssti_tree_agent) >= 2 * sizeof(ssti_sort_item), "room for two sets of items");

static void sort_agents(const ssti_agent_tree *tree, const ssti_agents *agents) {
    ssti_sort_item *items = (ssti_sort_item *)(void *)sorted_place(tree);
    ssti_box box = bounds_of(agents);
    double width = box.max_x - box.min_x, height = box.max_y - box.min_y;
    double side = width > height ? width : height;
    double scale = side > 0.0 ? (double)UINT32_MAX / side : 0.0;
    for (size_t i = 0; i < agents->count; i++) {
        uint32_t column = (uint32_t)((agents->position_x[i] - box.min_x) * scale);
        uint32_t row = (uint32_t)((agents->position_y[i] - box.min_y) * scale);
        items[i] = (ssti_sort_item){spread_bits(column) | spread_bits(row) << 1, (uint32_t)i};
    }
    ssti_sort_item *sorted = ssti_sort_items(items, items - agents->count, agents->count);
    if (sorted != items) {
        memcpy(items, sorted, agents->count * sizeof *items);
    }
}

/* Of the i-th in order. Read as bytes, as agents are written over items. */
static uint32_t sorted_slot(const ssti_agent_tree *tree, size_t i) {
    uint32_t slot;
    memcpy(&slot, sorted_place(tree) + i * sizeof(ssti_sort_item) + offsetof(ssti_sort_item, index),
           sizeof slot);
    return slot;
}

/* --- Nodes --------------------------------------------------------------------------------- */

static ssti_tree_agent tree_agent(const ssti_agents *agents, uint32_t slot) {
    return (ssti_tree_agent){
        .x = agents->position_x[slot],
        .y = agents->position_y[slot],
        .radius = agents->radius[slot],
        .speed = ssti_agents_reach_speed(agents, slot),
        .layers = agents->layers[slot],
        .slot = slot,
    };
}

static ssti_tree_node node_of_agent(const ssti_agents *agents, const ssti_tree_agent *agent) {
    return (ssti_tree_node){
        .box = {agent->x, agent->y, agent->x, agent->y},
        .least_key = agents->key[agent->slot],
        .greatest_radius = agent->radius,
        .greatest_speed = agent->speed,
        .layers = agent->layers,
    };
}

static ssti_tree_node joined(const ssti_tree_node *a, const ssti_tree_node *b) {
    return (ssti_tree_node){
        .box = ssti_box_join(a->box, b->box),
        .least_key = a->least_key < b->least_key ? a->least_key : b->least_key,
        .greatest_radius =
            a->greatest_radius > b->greatest_radius ? a->greatest_radius : b->greatest_radius,
        .greatest_speed =
            a->greatest_speed > b->greatest_speed ? a->greatest_speed : b->greatest_speed,
        .layers = a->layers | b->layers,
    };
}

/* No leaf is empty: there are fewer leaves than agents, or one. */
static ssti_tree_node leaf_node(const ssti_agent_tree *tree, const ssti_agents *agents,
                                size_t leaf) {
    size_t begin = ssti_leaf_begin(tree, leaf), end = ssti_leaf_begin(tree, leaf + 1);
    ssti_tree_node node = node_of_agent(agents, &tree->agents[begin]);
    for (size_t i = begin + 1; i < end; i++) {
        ssti_tree_node other = node_of_agent(agents, &tree->agents[i]);
        node = joined(&node, &other);
    }
    return node;
}

void ssti_agent_tree_build(ssti_agent_tree *tree, const ssti_agents *agents) {
    assert(agents->count <= tree->capacity);
    tree->count = agents->count;
    tree->leaf_count = leaves_for(agents->count);
    if (agents->count == 0) {
        return;
    }
    sort_agents(tree, agents);
    for (size_t i = 0; i < agents->count; i++) {
        tree->agents[i] = tree_agent(agents, sorted_slot(tree, i));
    }
    size_t inner_count = tree->leaf_count - 1;
    for (size_t leaf = 0; leaf < tree->leaf_count; leaf++) {
        tree->nodes[inner_count + leaf] = leaf_node(tree, agents, leaf);
    }
    for (size_t node = inner_count; node-- > 0;) {
        tree->nodes[node] = joined(&tree->nodes[2 * node + 1], &tree->nodes[2 * node + 2]);
    }
}
