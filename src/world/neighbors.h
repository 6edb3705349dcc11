/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Which agents an agent sees, and how they look to it. */
#ifndef SSTI_NEIGHBORS_H
#define SSTI_NEIGHBORS_H

#include "world/agent_tree.h"

typedef struct ssti_neighbor_result {
    size_t count;
    bool truncated; /* one that could be met in the coming step was cut */
    size_t nodes_entered;
} ssti_neighbor_result;

/* Finds the max_neighbors nearest under (rank, key) that the rules of `def` let the agent see,
 * nearest first. `found` has room for max_neighbors or for all agents, whichever is less. */
/* How far from its centre the agent may see others, as far as it goes with who is there [m]:
 * strictly more than the distance of any it sees. The tree is of these agents. */
double ssti_neighbor_reach(const ssti_agents *agents, const ssti_agent_tree *tree,
                           const sst_world_def *def, size_t slot);

ssti_neighbor_result ssti_find_neighbors(const ssti_agents *agents, const ssti_agent_tree *tree,
                                         const sst_world_def *def, size_t slot,
                                         ssti_candidate *found);

/* The agent `other` as the agent in `slot` sees it. */
sst_neighbor ssti_neighbor_seen(const ssti_agents *agents, const sst_world_def *def, size_t slot,
                                size_t other);

/* The velocity that others build their half-planes on: the current, or the preferred one within its
 * max speed where that is what all optimise. */
sst_vec2 ssti_shown_velocity(const ssti_agents *agents, const sst_world_def *def, size_t slot);

#endif
