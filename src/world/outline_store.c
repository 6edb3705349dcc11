/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* New outlines go to the end. When the end is reached and at most half of the store would be in
 * use, the outlines are moved together; else the store grows to twice what is in use. Either way
 * the work is paid for by the additions and removals before it. */
#include "world/outline_store.h"

#include <math.h>
#include <string.h>

#include "world/crossing.h"
#include "world/predicate.h"

size_t ssti_obstacles_scratch_size(size_t count) {
    size_t tree = count * (sizeof(ssti_box) + 2 * sizeof(ssti_sort_item) + sizeof(uint32_t));
    size_t crossing = ssti_crossing_scratch_size(count);
    return tree > crossing ? tree : crossing;
}

bool ssti_obstacles_reserve_scratch(ssti_obstacles *obstacles, size_t count) {
    void *scratch =
        ssti_array_grow(&obstacles->allocator, obstacles->scratch, 0, &obstacles->scratch_size,
                        ssti_obstacles_scratch_size(count), 1);
    if (!scratch) {
        return false;
    }
    obstacles->scratch = scratch;
    return true;
}

static void free_arrays(const sst_allocator *allocator, ssti_outline_store *store) {
    ssti_deallocate(allocator, store->vertices, store->capacity * sizeof *store->vertices);
    ssti_deallocate(allocator, store->sides, store->capacity * sizeof *store->sides);
    ssti_deallocate(allocator, store->items, store->capacity * sizeof *store->items);
    ssti_deallocate(allocator, store->nodes, store->capacity * sizeof *store->nodes);
}

void ssti_outline_store_free(ssti_obstacles *obstacles) {
    free_arrays(&obstacles->allocator, &obstacles->store);
    obstacles->store = (ssti_outline_store){0};
}

static bool allocate_arrays(const sst_allocator *allocator, ssti_outline_store *store,
                            size_t capacity) {
    *store = (ssti_outline_store){.capacity = capacity};
    if (capacity > SIZE_MAX / 2 / sizeof *store->nodes) {
        return false;
    }
    store->vertices = ssti_allocate(allocator, capacity * sizeof *store->vertices);
    store->sides = ssti_allocate(allocator, capacity * sizeof *store->sides);
    store->items = ssti_allocate(allocator, capacity * sizeof *store->items);
    store->nodes = ssti_allocate(allocator, capacity * sizeof *store->nodes);
    if (store->vertices && store->sides && store->items && store->nodes) {
        return true;
    }
    free_arrays(allocator, store);
    return false;
}

/* Moves an outline to the end of `to`, which may be the store it lies in. */
static void move_outline(ssti_outline_store *to, const ssti_outline_store *from,
                         ssti_obstacle *obstacle) {
    size_t places = obstacle->edge_count + (size_t)1, first = obstacle->first;
    memmove(to->vertices + to->used, from->vertices + first, places * sizeof *to->vertices);
    memmove(to->sides + to->used, from->sides + first, places * sizeof *to->sides);
    memmove(to->items + to->used, from->items + first, places * sizeof *to->items);
    memmove(to->nodes + to->used, from->nodes + first, places * sizeof *to->nodes);
    obstacle->first = to->used;
    to->used += places;
}

static void move_together(ssti_obstacles *obstacles) {
    ssti_sort_item *order = obstacles->scratch;
    for (size_t i = 0; i < obstacles->count; i++) {
        order[i] = (ssti_sort_item){obstacles->all[i].first, (uint32_t)i};
    }
    order = ssti_sort_items(order, order + obstacles->count, obstacles->count);
    obstacles->store.used = 0;
    for (size_t i = 0; i < obstacles->count; i++) {
        move_outline(&obstacles->store, &obstacles->store, &obstacles->all[order[i].index]);
    }
}

static bool move_to_larger(ssti_obstacles *obstacles, size_t capacity) {
    ssti_outline_store larger;
    if (!allocate_arrays(&obstacles->allocator, &larger, capacity)) {
        return false;
    }
    for (size_t i = 0; i < obstacles->count; i++) {
        move_outline(&larger, &obstacles->store, &obstacles->all[i]);
    }
    larger.live = obstacles->store.live;
    free_arrays(&obstacles->allocator, &obstacles->store);
    obstacles->store = larger;
    return true;
}

bool ssti_outline_store_reserve(ssti_obstacles *obstacles, size_t places) {
    const ssti_outline_store *store = &obstacles->store;
    size_t needed = store->live + places;
    if (store->used + places <= store->capacity) {
        return true;
    }
    if (needed <= store->capacity / 2) {
        move_together(obstacles);
        return true;
    }
    return move_to_larger(obstacles, 2 * needed);
}

bool ssti_outline_store_reserve_all(ssti_obstacles *obstacles, size_t capacity) {
    return capacity <= obstacles->store.capacity || move_to_larger(obstacles, capacity);
}

static sst_vec2 unit_direction(sst_point from, sst_point to) {
    sst_point e = ssti_point_sub(to, from);
    double length = sqrt(ssti_point_dot(e, e));
    return (sst_vec2){(float)(e.x / length), (float)(e.y / length)};
}

static void fill_sides(const sst_point *vertices, ssti_side *sides, size_t edges, bool closed) {
    for (size_t i = 0; i < edges; i++) {
        bool turns = closed || i > 0;
        sst_point before = vertices[i > 0 ? i - 1 : edges - 1];
        sides[i].direction = unit_direction(vertices[i], vertices[i + 1]);
        sides[i].turn = turns ? ssti_side_of_line(before, vertices[i], vertices[i + 1]) : 0;
    }
    sst_vec2 last = sides[edges - 1].direction;
    sides[edges] = closed ? sides[0] : (ssti_side){{-last.x, -last.y}, 0};
}

void ssti_outline_store_finish(ssti_obstacles *obstacles, const ssti_obstacle *obstacle) {
    size_t edges = obstacle->edge_count;
    sst_point *vertices = obstacles->store.vertices + obstacle->first;
    if (obstacle->closed) {
        vertices[edges] = vertices[0];
    }
    fill_sides(vertices, obstacles->store.sides + obstacle->first, edges, obstacle->closed);
    ssti_box *boxes = obstacles->scratch;
    for (size_t i = 0; i < edges; i++) {
        boxes[i] = ssti_box_of_points(vertices[i], vertices[i + 1]);
    }
    ssti_box_tree tree = ssti_obstacle_tree(obstacles, obstacle);
    ssti_box_tree_build(&tree, boxes, (ssti_sort_item *)(void *)(boxes + edges));
}
