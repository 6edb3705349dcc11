/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Public queries for agents. They bring the index up to date first, so that they always answer for
 * the state as it is. */
#include "world/candidates.h"
#include "world/neighbors.h"
#include "world/world_state.h"

/* Writes the agents found, as many as fit; `count` gets how many there are. */
static void hand_out(const sst_world *world, const ssti_candidate *found, size_t found_count,
                     sst_agent_id *ids, size_t capacity, size_t *count) {
    for (size_t i = 0; i < found_count && i < capacity; i++) {
        ids[i] = world->agents.id[found[i].slot];
    }
    *count = found_count;
}

/* --- Around a point ------------------------------------------------------------------------ */

typedef struct circle {
    sst_point centres[3]; /* of it and, where the world repeats, of the images beside it */
    int count;
    double radius_sq;
} circle;

static circle make_circle(const ssti_period *period, sst_point point, double radius) {
    circle c = {.count = ssti_repeats(period) ? 3 : 1, .radius_sq = radius * radius};
    sst_point centre = ssti_wrap_point(point, period);
    for (int image = 0; image < c.count; image++) {
        c.centres[image] = ssti_before_image(centre, period, image == 2 ? -1 : image);
    }
    return c;
}

static bool holds(const circle *c, const ssti_box *box, double *distance_sq) {
    for (int image = 0; image < c->count; image++) {
        ssti_box centre = ssti_box_of_points(c->centres[image], c->centres[image]);
        double to_image = ssti_box_distance_sq(&centre, box);
        *distance_sq = image == 0 || to_image < *distance_sq ? to_image : *distance_sq;
    }
    return *distance_sq <= c->radius_sq;
}

static size_t find_in_leaf(const ssti_agent_tree *tree, size_t leaf, const circle *c,
                           size_t found_count) {
    size_t end = ssti_leaf_begin(tree, leaf + 1);
    for (size_t i = ssti_leaf_begin(tree, leaf); i < end; i++) {
        const ssti_tree_agent *agent = &tree->agents[i];
        ssti_box box = {agent->x, agent->y, agent->x, agent->y};
        double distance_sq;
        if (holds(c, &box, &distance_sq)) {
            ssti_heap_add(tree->found, found_count++,
                          (ssti_candidate){distance_sq, agent->key, agent->slot, false});
        }
    }
    return found_count;
}

/* The stack holds one node for each level. */
static size_t find_in_circle(const ssti_agent_tree *tree, const circle *c) {
    size_t stack[64], depth = 0, found_count = 0;
    stack[depth++] = 0;
    while (depth > 0) {
        size_t node = stack[--depth];
        double distance_sq;
        if (!holds(c, &tree->nodes[node].box, &distance_sq)) {
            continue;
        }
        if (ssti_node_is_leaf(tree, node)) {
            found_count = find_in_leaf(tree, node + 1 - tree->leaf_count, c, found_count);
        } else {
            stack[depth++] = 2 * node + 1;
            stack[depth++] = 2 * node + 2;
        }
    }
    return found_count;
}

static sst_result check_circle(sst_point point, double radius) {
    if (!(radius - radius == 0.0)) {
        return SST_ERROR_NOT_FINITE;
    }
    sst_result result = ssti_check_position(point);
    return result == SST_OK && radius < 0.0 ? SST_ERROR_RADIUS : result;
}

sst_result sst_world_query_agents(sst_world *world, sst_point point, double radius,
                                  sst_agent_id *ids, size_t capacity, size_t *count) {
    if (!world || !count || (!ids && capacity > 0)) {
        return SST_ERROR_NULL;
    }
    sst_result result = check_circle(point, radius);
    if (result != SST_OK) {
        return result;
    }
    ssti_world_refresh_agent_tree(world);
    size_t found_count = 0;
    if (world->agents.count > 0) {
        circle c = make_circle(&world->agents.period, point, radius);
        found_count = find_in_circle(&world->agent_tree, &c);
        ssti_heap_sort(world->agent_tree.found, found_count);
    }
    hand_out(world, world->agent_tree.found, found_count, ids, capacity, count);
    return SST_OK;
}

/* --- Neighbours ---------------------------------------------------------------------------- */

sst_result sst_world_query_neighbors(sst_world *world, sst_agent_id id, sst_agent_id *ids,
                                     size_t capacity, size_t *count) {
    size_t slot;
    if (!world || !count || (!ids && capacity > 0)) {
        return SST_ERROR_NULL;
    }
    if (!ssti_agents_find(&world->agents, id, &slot)) {
        return SST_ERROR_STALE_ID;
    }
    ssti_world_refresh_agent_tree(world);
    ssti_neighbor_result found = ssti_find_neighbors(&world->agents, &world->agent_tree,
                                                     &world->def, slot, world->agent_tree.found);
    hand_out(world, world->agent_tree.found, found.count, ids, capacity, count);
    return SST_OK;
}

sst_result sst_world_see(const sst_world *world, sst_agent_id agent, sst_agent_id other,
                         sst_neighbor *neighbor) {
    size_t slot, other_slot;
    if (!world || !neighbor) {
        return SST_ERROR_NULL;
    }
    bool both_live = ssti_agents_find(&world->agents, agent, &slot) &&
                     ssti_agents_find(&world->agents, other, &other_slot);
    if (!both_live) {
        return SST_ERROR_STALE_ID;
    }
    *neighbor = ssti_neighbor_seen(&world->agents, &world->def, slot, other_slot);
    return SST_OK;
}
