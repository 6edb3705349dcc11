/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Public queries for agents. They bring the index up to date first, so that they always answer for
 * the state as it is. */
#include "world/neighbors.h"
#include "world/world_state.h"

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

static double distance_sq(const circle *c, const ssti_box *box) {
    double least = 0.0;
    for (int image = 0; image < c->count; image++) {
        ssti_box centre = ssti_box_of_points(c->centres[image], c->centres[image]);
        double to_image = ssti_box_distance_sq(&centre, box);
        least = image == 0 || to_image < least ? to_image : least;
    }
    return least;
}

/* The nearest found so far. The caller's array holds their slots as a heap, the farthest on top,
 * and in the end their ids in order: a query needs no memory of its own, however many it finds. */
typedef struct nearest {
    const ssti_agents *agents;
    const circle *circle;
    sst_agent_id *ids;
    size_t capacity, kept, found;
} nearest;

static double distance_sq_of(const nearest *n, sst_agent_id slot) {
    sst_point at = {n->agents->position_x[slot.value], n->agents->position_y[slot.value]};
    ssti_box box = ssti_box_of_points(at, at);
    return distance_sq(n->circle, &box);
}

static bool is_nearer(const nearest *n, sst_agent_id a, sst_agent_id b) {
    double to_a = distance_sq_of(n, a), to_b = distance_sq_of(n, b);
    return to_a < to_b || (to_a == to_b && n->agents->key[a.value] < n->agents->key[b.value]);
}

static void rise(nearest *n, size_t place, sst_agent_id added) {
    while (place > 0 && is_nearer(n, n->ids[(place - 1) / 2], added)) {
        n->ids[place] = n->ids[(place - 1) / 2];
        place = (place - 1) / 2;
    }
    n->ids[place] = added;
}

/* From the top of a heap of `count`. */
static void sink(nearest *n, size_t count, sst_agent_id added) {
    size_t place = 0;
    for (size_t child = 1; child < count; child = 2 * place + 1) {
        child += child + 1 < count && is_nearer(n, n->ids[child], n->ids[child + 1]);
        if (!is_nearer(n, added, n->ids[child])) {
            break;
        }
        n->ids[place] = n->ids[child];
        place = child;
    }
    n->ids[place] = added;
}

static void note_found(nearest *n, uint32_t slot) {
    sst_agent_id added = {slot};
    n->found++;
    if (n->kept < n->capacity) {
        rise(n, n->kept++, added);
    } else if (n->capacity > 0 && is_nearer(n, added, n->ids[0])) {
        sink(n, n->kept, added);
    }
}

/* From a heap of slots to ids in order. */
static void hand_out(nearest *n) {
    for (size_t last = n->kept; last-- > 1;) {
        sst_agent_id farthest = n->ids[0];
        sink(n, last, n->ids[last]);
        n->ids[last] = farthest;
    }
    for (size_t i = 0; i < n->kept; i++) {
        n->ids[i] = n->agents->id[n->ids[i].value];
    }
}

static void find_in_leaf(const ssti_agent_tree *tree, size_t leaf, nearest *n) {
    size_t end = ssti_leaf_begin(tree, leaf + 1);
    for (size_t i = ssti_leaf_begin(tree, leaf); i < end; i++) {
        const ssti_tree_agent *agent = &tree->agents[i];
        ssti_box box = {agent->x, agent->y, agent->x, agent->y};
        if (distance_sq(n->circle, &box) <= n->circle->radius_sq) {
            note_found(n, agent->slot);
        }
    }
}

/* The stack holds one node for each level. */
static void find_in_circle(const ssti_agent_tree *tree, nearest *n) {
    size_t stack[64], depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
        size_t node = stack[--depth];
        if (distance_sq(n->circle, &tree->nodes[node].box) > n->circle->radius_sq) {
            continue;
        }
        if (ssti_node_is_leaf(tree, node)) {
            find_in_leaf(tree, node + 1 - tree->leaf_count, n);
        } else {
            stack[depth++] = 2 * node + 1;
            stack[depth++] = 2 * node + 2;
        }
    }
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
    circle c = make_circle(&world->agents.period, point, radius);
    nearest n = {.agents = &world->agents, .circle = &c, .ids = ids, .capacity = capacity};
    if (world->agents.count > 0) {
        find_in_circle(&world->agent_tree, &n);
        hand_out(&n);
    }
    *count = n.found;
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
    ssti_candidate *candidates = world->scratch.workers[0].candidates;
    ssti_neighbor_result found =
        ssti_find_neighbors(&world->agents, &world->agent_tree, &world->def, slot, candidates);
    for (size_t i = 0; i < found.count && i < capacity; i++) {
        ids[i] = world->agents.id[candidates[i].slot];
    }
    *count = found.count;
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
