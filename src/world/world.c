/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* A world as a whole: its rules, its birth and end, and the room it keeps so that no step has to
 * allocate. */
#include "base/vec2.h"
#include "solve/solver.h"
#include "world/world_state.h"

/* Every reserve makes room for agents with this many neighbours at least. */
#define USUAL_MAX_NEIGHBORS 64

sst_result sst_world_def_init(sst_world_def *def, sst_profile profile) {
    if (!def) {
        return SST_ERROR_NULL;
    }
    sst_solve_params solve;
    sst_result result = sst_solve_params_init(&solve, profile, 0.1f);
    if (result != SST_OK) {
        return result;
    }
    bool classic = profile == SST_PROFILE_CLASSIC;
    *def = (sst_world_def){
        .struct_size = sizeof *def,
        .profile = profile,
        .solve = solve,
        .neighbor_ranking = classic ? SST_RANK_CENTRE_DISTANCE : SST_RANK_SURFACE_GAP,
        .rank_horizon = 1.0f,
        .obstacles_by_winding = classic,
        .reach_covers_step = !classic,
        .bring_out = !classic,
        .declared_shares = !classic,
        .worker_count = 1,
    };
    return SST_OK;
}

/* --- Birth and end ------------------------------------------------------------------------- */

static sst_result check_def(const sst_world_def *def) {
    if (def->struct_size != sizeof *def) {
        return SST_ERROR_STRUCT_SIZE;
    }
    bool options_are_known = (uint32_t)def->profile <= SST_PROFILE_CLASSIC &&
                             (uint32_t)def->neighbor_ranking <= SST_RANK_IMMINENCE &&
                             def->worker_count <= SSTI_MAX_WORKERS;
    if (!options_are_known) {
        return SST_ERROR_OPTION;
    }
    if (!ssti_kernels_of(def->isa)) {
        return SST_ERROR_ISA;
    }
    if (!(def->rank_horizon >= 0.0f && def->rank_horizon <= SST_MAX_TIME)) {
        return SST_ERROR_TIME_HORIZON;
    }
    if (!def->scheduler.enqueue != !def->scheduler.finish) {
        return SST_ERROR_NULL;
    }
    return ssti_check_params(&def->solve);
}

/* Both know of the range in which things are kept. */
static void set_period(sst_world *world) {
    world->agents.period = ssti_period_of(&world->def);
    world->obstacles.period = world->agents.period;
}

sst_result sst_world_create(const sst_world_def *def, sst_world **world) {
    if (!def || !world) {
        return SST_ERROR_NULL;
    }
    sst_allocator allocator = def->allocator;
    sst_world_def checked = *def;
    sst_result result = check_def(def);
    if (result == SST_OK) {
        result = ssti_check_period(&checked);
    }
    if (result == SST_OK) {
        result = ssti_allocator_complete(&allocator);
    }
    if (result != SST_OK) {
        return result;
    }
    sst_world *created = ssti_allocate(&allocator, sizeof *created);
    if (!created) {
        return SST_ERROR_OUT_OF_MEMORY;
    }
    *created =
        (sst_world){.allocator = allocator, .def = checked, .kernels = ssti_kernels_of(def->isa)};
    ssti_agents_init(&created->agents);
    ssti_obstacles_init(&created->obstacles, &created->allocator, def->obstacles_by_winding);
    set_period(created);
    result = ssti_workers_create(def->worker_count, &def->scheduler, &created->allocator,
                                 &created->workers);
    if (result == SST_OK) {
        result = ssti_world_make_room(created, 0, 0, 0);
    }
    if (result != SST_OK) {
        sst_world_destroy(created);
        return result;
    }
    *world = created;
    return SST_OK;
}

void sst_world_destroy(sst_world *world) {
    if (!world) {
        return;
    }
    sst_allocator allocator = world->allocator;
    ssti_workers_destroy(world->workers, &allocator);
    ssti_traces_free(&world->traces, &allocator);
    ssti_scratch_free(&world->scratch, &allocator);
    ssti_grid_free(&world->grid, &allocator);
    ssti_obstacles_free(&world->obstacles);
    ssti_agents_free(&world->agents, &allocator);
    ssti_deallocate(&allocator, world, sizeof *world);
}

/* --- Room ---------------------------------------------------------------------------------- */

/* Nobody has more neighbours than there are other agents, and no more than it asked for. */
static size_t neighbor_room(sst_world *world, uint32_t max_neighbors) {
    if (max_neighbors > world->greatest_max_neighbors) {
        world->greatest_max_neighbors = max_neighbors;
    }
    size_t asked = world->greatest_max_neighbors, others = world->agents.capacity;
    return asked < others ? asked : others;
}

sst_result ssti_world_make_room(sst_world *world, size_t agents, size_t edges,
                                uint32_t max_neighbors) {
    const sst_allocator *allocator = &world->allocator;
    sst_result result = edges > INT32_MAX ? SST_ERROR_CAPACITY
                                          : ssti_agents_reserve(&world->agents, allocator, agents);
    if (result != SST_OK) {
        return result;
    }
    size_t neighbors = neighbor_room(world, max_neighbors);
    edges *= ssti_repeats(&world->agents.period) ? SSTI_MOST_IMAGES : 1;
    world->agent_tree_is_current = false; /* one that grows forgets what it holds */
    bool has_room = ssti_grid_reserve(&world->grid, allocator, world->agents.capacity) &&
                    ssti_scratch_reserve(&world->scratch, allocator,
                                         ssti_workers_count(world->workers), neighbors, edges) &&
                    ssti_traces_reserve(&world->traces, allocator, world->scratch.neighbor_capacity,
                                        world->scratch.edge_capacity);
    ssti_agent_tree_use(&world->agent_tree, world->grid.crowd.agents, world->grid.capacity);
    return has_room ? SST_OK : SST_ERROR_OUT_OF_MEMORY;
}

sst_result sst_world_reserve(sst_world *world, size_t agents, size_t obstacle_edges) {
    if (!world) {
        return SST_ERROR_NULL;
    }
    sst_result result = ssti_world_make_room(world, agents, obstacle_edges, USUAL_MAX_NEIGHBORS);
    return result == SST_OK ? ssti_obstacles_reserve(&world->obstacles, obstacle_edges) : result;
}

/* --- Parameters ---------------------------------------------------------------------------- */

sst_result sst_world_set_params(sst_world *world, const sst_solve_params *params) {
    if (!world || !params) {
        return SST_ERROR_NULL;
    }
    sst_result result = ssti_check_params(params);
    if (result == SST_OK) {
        world->def.solve = *params;
    }
    return result;
}

sst_result sst_world_set_time_step(sst_world *world, float time_step) {
    if (!world) {
        return SST_ERROR_NULL;
    }
    sst_solve_params params = world->def.solve;
    params.time_step = time_step;
    return sst_world_set_params(world, &params);
}

const sst_solve_params *sst_world_params(const sst_world *world) {
    return world ? &world->def.solve : NULL;
}

float sst_world_time_step(const sst_world *world) {
    return world ? world->def.solve.time_step : 0.0f;
}

double sst_world_time(const sst_world *world) {
    return world ? world->time : 0.0;
}

uint64_t sst_world_step_count(const sst_world *world) {
    return world ? world->step_count : 0;
}
