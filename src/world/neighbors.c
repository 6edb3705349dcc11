/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The exact k nearest neighbours under the total order (rank, key).
 *
 * The rank is computed in float from positions and velocities: the squared distance between
 * centres, the gap between surfaces, or that gap less the way that it closes in a while (at most at
 * both greatest speeds). Every float operation in it is monotone, so the very same
 * expression on the nearest point of a node's box, its greatest radius and speed bounds every rank
 * below the node, rounding included. Nodes are entered only if (bound, least key) comes before the
 * worst kept; hence a search among n agents on one point enters O(k log n) nodes, not n.
 *
 * An agent B is in range of A if one of these holds:
 *   - its centre is nearer than A's neighbor_dist (strictly, as in RVO2);
 *   - neighbor_dist is SST_AUTO, and their surfaces could meet within A's horizon at full speed;
 *   - reach_covers_step is set, and they could meet within the coming step.
 */
#include "world/neighbors.h"

#include "base/root.h"
#include "base/vec2.h"
#include "world/candidates.h"

/* --- One agent's search -------------------------------------------------------------------- */

typedef struct neighbor_search {
    const ssti_agent_tree *tree;
    double x, y;
    double period_x, period_y; /* 0 where the world does not repeat */
    float radius, speed;
    uint32_t slot, mask;
    float range_sq;   /* of centres; 0 where there is none */
    float step_time;  /* the coming step [s] */
    float reach_time; /* within which gaps must be bridged to count; < 0: never counts */
    sst_neighbor_ranking ranking;
    float rank_horizon;
    const ssti_agents *agents; /* for velocities, where they rank */
    ssti_candidate *found;
    size_t limit;
    ssti_neighbor_result result;
} neighbor_search;

/* How near something is: ranks and range tests are made of these. */
typedef struct nearness {
    float distance_sq; /* of the centres */
    float gap;         /* of the surfaces */
    float speeds;      /* sum of the greatest speeds */
    float closing;     /* how fast the gap shrinks: of single agents, else at most */
} nearness;

static nearness nearness_of(const neighbor_search *search, double dx, double dy, float radius,
                            float speed) {
    sst_vec2 relative = {(float)dx, (float)dy};
    float distance_sq = ssti_length_sq(relative);
    float speeds = search->speed + speed;
    return (nearness){distance_sq, sqrtf(distance_sq) - (search->radius + radius), speeds, speeds};
}

/* Never above the sum of the greatest speeds, whatever the velocities are: that bounds nodes. */
static float closing_speed(const neighbor_search *search, size_t other, double dx, double dy,
                           const nearness *near) {
    const ssti_agents *agents = search->agents;
    sst_vec2 approach = {agents->velocity_x[search->slot] - agents->velocity_x[other],
                         agents->velocity_y[search->slot] - agents->velocity_y[other]};
    sst_vec2 relative = {(float)dx, (float)dy};
    float distance = sqrtf(near->distance_sq);
    float closing = distance > 0.0f ? ssti_dot(approach, relative) / distance : near->speeds;
    return ssti_max(-near->speeds, ssti_min(closing, near->speeds));
}

static double rank_of(const neighbor_search *search, const nearness *near) {
    switch (search->ranking) {
    case SST_RANK_CENTRE_DISTANCE:
        return (double)near->distance_sq;
    case SST_RANK_IMMINENCE:
        return (double)(near->gap - search->rank_horizon * near->closing);
    case SST_RANK_SURFACE_GAP:
    default:
        return (double)near->gap;
    }
}

static bool is_in_range(const neighbor_search *search, const nearness *near) {
    return near->distance_sq < search->range_sq ||
           (search->reach_time >= 0.0f && near->gap <= search->reach_time * near->speeds);
}

static bool could_meet(const neighbor_search *search, const nearness *near) {
    return near->gap <= search->step_time * near->speeds;
}

static void consider(neighbor_search *search, const ssti_tree_agent *agent) {
    ssti_neighbor_result *result = &search->result;
    if (agent->slot == search->slot || !(agent->layers & search->mask)) {
        return;
    }
    double dx = ssti_nearest_difference(agent->x - search->x, search->period_x);
    double dy = ssti_nearest_difference(agent->y - search->y, search->period_y);
    nearness near = nearness_of(search, dx, dy, agent->radius, agent->speed);
    if (!is_in_range(search, &near)) {
        return;
    }
    if (search->ranking == SST_RANK_IMMINENCE) {
        near.closing = closing_speed(search, agent->slot, dx, dy, &near);
    }
    ssti_candidate candidate = {rank_of(search, &near), search->agents->key[agent->slot],
                                agent->slot, could_meet(search, &near)};
    if (result->count < search->limit) {
        ssti_heap_add(search->found, result->count++, candidate);
        return;
    }
    ssti_candidate cut = candidate;
    if (ssti_candidate_is_less(&candidate, &search->found[0])) {
        cut = search->found[0];
        ssti_heap_replace_top(search->found, result->count, candidate);
    }
    result->truncated |= cut.could_meet;
}

/* --- Walk ---------------------------------------------------------------------------------- */

static double outside_of(double x, double low, double high) {
    return x < low ? low - x : x > high ? x - high : 0.0;
}

/* The same to the nearest image. */
static double outside_of_images(double x, double low, double high, double period) {
    double here = outside_of(x, low, high);
    if (period > 0.0 && here > 0.0) {
        double left = outside_of(x + period, low, high);
        double right = outside_of(x - period, low, high);
        double beside = left < right ? left : right;
        return beside < here ? beside : here;
    }
    return here;
}

/* What no agent below the node is nearer than. */
static nearness nearness_of_node(const neighbor_search *search, const ssti_tree_node *node) {
    return nearness_of(
        search, outside_of_images(search->x, node->box.min_x, node->box.max_x, search->period_x),
        outside_of_images(search->y, node->box.min_y, node->box.max_y, search->period_y),
        node->greatest_radius, node->greatest_speed);
}

/* A node still to be entered, and how near it is. */
typedef struct pending_node {
    size_t node;
    nearness near;
    ssti_candidate bound; /* nothing below comes before it */
} pending_node;

static pending_node pending(const neighbor_search *search, size_t index) {
    const ssti_tree_node *node = &search->tree->nodes[index];
    nearness near = nearness_of_node(search, node);
    return (pending_node){index, near, {rank_of(search, &near), node->least_key, 0, false}};
}

/* Whether anything below the node could be seen at all. */
static bool may_hold_neighbors(const neighbor_search *search, const pending_node *p) {
    return (search->tree->nodes[p->node].layers & search->mask) && is_in_range(search, &p->near);
}

/* Whether it could still change the result. */
static bool is_worth_entering(const neighbor_search *search, const pending_node *p) {
    const ssti_neighbor_result *result = &search->result;
    return result->count < search->limit || ssti_candidate_is_less(&p->bound, &search->found[0]) ||
           (!result->truncated && could_meet(search, &p->near));
}

static void consider_leaf(neighbor_search *search, size_t leaf) {
    size_t end = ssti_leaf_begin(search->tree, leaf + 1);
    for (size_t i = ssti_leaf_begin(search->tree, leaf); i < end; i++) {
        consider(search, &search->tree->agents[i]);
    }
}

static size_t push(const neighbor_search *search, pending_node *stack, size_t depth,
                   const pending_node *p) {
    if (may_hold_neighbors(search, p) && is_worth_entering(search, p)) {
        stack[depth++] = *p;
    }
    return depth;
}

/* Nearer children first. The stack holds one node for each level: 2^31 agents need 28. */
static void walk(neighbor_search *search) {
    const ssti_agent_tree *tree = search->tree;
    pending_node stack[64], root = pending(search, 0);
    size_t depth = push(search, stack, 0, &root);
    while (depth > 0) {
        pending_node at = stack[--depth];
        if (!is_worth_entering(search, &at)) {
            continue;
        }
        search->result.nodes_entered++;
        if (ssti_node_is_leaf(tree, at.node)) {
            consider_leaf(search, at.node + 1 - tree->leaf_count);
            continue;
        }
        pending_node left = pending(search, 2 * at.node + 1);
        pending_node right = pending(search, 2 * at.node + 2);
        bool right_first = ssti_candidate_is_less(&right.bound, &left.bound);
        depth = push(search, stack, depth, right_first ? &left : &right);
        depth = push(search, stack, depth, right_first ? &right : &left);
    }
}

static float reach_time_of(const ssti_agents *agents, const sst_world_def *def, size_t slot) {
    if (agents->neighbor_dist[slot] == SST_AUTO) {
        return ssti_max(agents->time_horizon[slot], def->solve.time_step);
    }
    return def->reach_covers_step ? def->solve.time_step : -1.0f;
}

static bool sees_nobody(const ssti_agents *agents, size_t slot) {
    return agents->max_neighbors[slot] == 0 || agents->neighbor_dist[slot] == 0.0f;
}

/* A little more than the floats of the search can come to. */
static const double rounding = 1.000001;

double ssti_neighbor_reach(const ssti_agents *agents, const ssti_agent_tree *tree,
                           const sst_world_def *def, size_t slot) {
    if (sees_nobody(agents, slot)) {
        return 0.0;
    }
    double range = (double)ssti_max(agents->neighbor_dist[slot], 0.0f);
    double time = (double)reach_time_of(agents, def, slot);
    double speeds =
        (double)ssti_agents_reach_speed(agents, slot) + (double)tree->nodes[0].greatest_speed;
    double gap = (double)agents->radius[slot] + (double)tree->nodes[0].greatest_radius;
    double met = time >= 0.0 ? time * speeds + gap : 0.0;
    return rounding * (met > range ? met : range);
}

ssti_neighbor_result ssti_find_neighbors(const ssti_agents *agents, const ssti_agent_tree *tree,
                                         const sst_world_def *def, size_t slot,
                                         ssti_candidate *found) {
    if (sees_nobody(agents, slot)) {
        return (ssti_neighbor_result){0, false, 0};
    }
    float range = ssti_max(agents->neighbor_dist[slot], 0.0f);
    neighbor_search search = {
        .tree = tree,
        .x = agents->position_x[slot],
        .y = agents->position_y[slot],
        .period_x = agents->period.length.x,
        .period_y = agents->period.length.y,
        .radius = agents->radius[slot],
        .speed = ssti_agents_reach_speed(agents, slot),
        .slot = (uint32_t)slot,
        .mask = agents->mask[slot],
        .range_sq = range * range,
        .step_time = def->solve.time_step,
        .reach_time = reach_time_of(agents, def, slot),
        .ranking = def->neighbor_ranking,
        .rank_horizon = def->rank_horizon,
        .agents = agents,
        .found = found,
        .limit = agents->max_neighbors[slot],
    };
    walk(&search);
    ssti_heap_sort(found, search.result.count);
    return search.result;
}

/* --- What is seen -------------------------------------------------------------------------- */

/* The share of the avoidance that the agent in `slot` takes towards `other`. Both sides come to
 * complementary shares, from declared fields alone. */
static float responsibility(const ssti_agents *agents, const sst_world_def *def, size_t slot,
                            size_t other) {
    if (agents->share[slot] == SST_SHARE_FULL) {
        return 1.0f;
    }
    if (!def->declared_shares || agents->share[slot] == SST_SHARE_HALF) {
        return 0.5f;
    }
    if (agents->max_speed[slot] == 0.0f) {
        return 0.0f;
    }
    bool other_never_yields = agents->scripted[other] || agents->max_speed[other] == 0.0f ||
                              !(agents->mask[other] & agents->layers[slot]) ||
                              sees_nobody(agents, other);
    if (other_never_yields) {
        return 1.0f;
    }
    float sum = agents->priority[slot] + agents->priority[other];
    return sum > 0.0f ? agents->priority[other] / sum : 0.5f;
}

sst_vec2 ssti_shown_velocity(const ssti_agents *agents, const sst_world_def *def, size_t slot) {
    bool shows_preferred =
        def->solve.optimisation_velocity == SST_OPTIMISE_PREFERRED && !agents->scripted[slot];
    if (!shows_preferred) {
        return (sst_vec2){agents->velocity_x[slot], agents->velocity_y[slot]};
    }
    sst_vec2 preferred = {agents->preferred_x[slot], agents->preferred_y[slot]};
    float speed = sqrtf(ssti_length_sq(preferred)), max_speed = agents->max_speed[slot];
    return speed > max_speed ? ssti_scale(max_speed / speed, preferred) : preferred;
}

sst_neighbor ssti_neighbor_seen(const ssti_agents *agents, const sst_world_def *def, size_t slot,
                                size_t other) {
    return (sst_neighbor){
        .position =
            {(float)ssti_nearest_difference(agents->position_x[other] - agents->position_x[slot],
                                            agents->period.length.x),
             (float)ssti_nearest_difference(agents->position_y[other] - agents->position_y[slot],
                                            agents->period.length.y)},
        .velocity = ssti_shown_velocity(agents, def, other),
        .radius = agents->radius[other],
        .time_horizon = agents->time_horizon[other],
        .responsibility = responsibility(agents, def, slot, other),
        .key = agents->key[other],
    };
}
