/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* What a world is made of. Shared by the files of this folder only. */
#ifndef SSTI_WORLD_STATE_H
#define SSTI_WORLD_STATE_H

#include "base/allocator.h"
#include "platform/threads.h"
#include "sidestep/world.h"
#include "simd/kernels.h"
#include "world/agent_tree.h"
#include "world/agents.h"
#include "world/grid.h"
#include "world/obstacles.h"
#include "world/scratch.h"
#include "world/trace.h"

struct sst_world {
    sst_allocator allocator; /* completed: both functions set */
    sst_world_def def;       /* as given; def.solve holds the current parameters */
    double time;             /* sum of the steps taken [s] */
    uint64_t step_count;

    ssti_agents agents;
    ssti_obstacles obstacles;

    /* Made from the above, or room for it. */
    ssti_agent_tree agent_tree;
    bool agent_tree_is_current;
    ssti_grid grid;
    bool grid_is_used; /* in the step that is being made */
    const ssti_kernels *kernels;
    ssti_kernel_rules kernel_rules;
    uint32_t greatest_max_neighbors; /* of any agent so far */
    ssti_scratch scratch;
    ssti_traces traces;
    ssti_workers *workers;
    const sst_sight *sights; /* of the step that is being made */
    bool is_listed;          /* among the worlds of the call that is being made */
};

/* Makes room for everything a step of a world of this size uses, so that no step allocates. Call
 * before the state is changed; OUT_OF_MEMORY or CAPACITY leaves all but capacities as it was.
 * `agents` and `edges` count all there will be; `max_neighbors` is the greatest among them or what
 * is new of it: room never shrinks. */
sst_result ssti_world_make_room(sst_world *world, size_t agents, size_t edges,
                                uint32_t max_neighbors);

/* Whether every id is alive and named once: OK, STALE_ID or DUPLICATE_ID. `stride` bytes lie
 * between one id and the next. */
sst_result ssti_world_check_ids(sst_world *world, const sst_agent_id *ids, size_t count,
                                size_t stride);

/* Rebuilds the index over agents if they changed since. */
static inline void ssti_world_refresh_agent_tree(sst_world *world) {
    if (!world->agent_tree_is_current) {
        ssti_agent_tree_build(&world->agent_tree, &world->agents);
        world->agent_tree_is_current = true;
    }
}

#endif
