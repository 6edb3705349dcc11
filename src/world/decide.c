/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Deciding, by stages over batches of sixteen agents in the order of their cells:
 *
 *     search         neighbours of each, nearest first          simd/search_body.h
 *     obstacles      half-planes of the edges near each         world/obstacle_gather.c
 *     half-planes    of the neighbours                          simd/half_planes_body.h
 *     program        the nearest permitted velocity             simd/program_body.h
 *     relax          where there is none, the least violation   simd/relaxed_body.h
 *     left over      agents alone, by the scalar solver         solve/solve.c
 *
 * The scalar solver is the specification; the stages before it are the same to the bit where they
 * answer. Agents whose search no batch can do come last, through the tree over all agents, which is
 * built only for them. Each agent writes to its own slot alone, so batches may be shared out over
 * any number of workers. */
#include "world/decide.h"

#include "base/vec2.h"
#include "solve/limits.h"
#include "solve/solver.h"
#include "world/neighbors.h"

/* Agents a worker takes at once: enough to make the claim cheap, few enough to share out well. */
enum { DECIDE_BLOCK = 16 * SSTI_BATCH, LATE_BLOCK = 32 };

/* --- One agent alone ----------------------------------------------------------------------- */

sst_solve_agent ssti_solve_agent_of(const ssti_agents *agents, size_t slot) {
    return (sst_solve_agent){
        .velocity = {agents->velocity_x[slot], agents->velocity_y[slot]},
        .preferred_velocity = {agents->preferred_x[slot], agents->preferred_y[slot]},
        .radius = agents->radius[slot],
        .max_speed = agents->max_speed[slot],
        .time_horizon = agents->time_horizon[slot],
        .time_horizon_obst = agents->time_horizon_obst[slot],
        .key = agents->key[slot],
        .model = (sst_model)agents->model[slot],
        .max_acceleration = agents->max_acceleration[slot],
        .max_braking = agents->max_braking[slot],
        .max_turn_rate = agents->max_turn_rate[slot],
    };
}

/* The rules of one agent: its steps are as long as it goes on without deciding. */
static sst_solve_params solve_params(const sst_world *world, size_t slot) {
    sst_solve_params params = world->def.solve;
    params.time_step = ssti_agents_decision_time(&world->agents, slot, params.time_step);
    return params;
}

ssti_edge_query ssti_edge_query_of(const sst_world *world, const sst_solve_agent *agent,
                                   size_t slot) {
    const ssti_agents *agents = &world->agents;
    const sst_solve_params *params = &world->def.solve;
    float time_step = ssti_agents_decision_time(agents, slot, params->time_step);
    float horizon = agents->time_horizon_obst[slot];
    if (params->horizons_cover_step) {
        horizon = ssti_max(horizon, time_step);
    }
    float way = ssti_stopping_distance(agent, time_step, horizon);
    float reach = way + agents->radius[slot] + params->obstacle_margin;
    return (ssti_edge_query){
        .position = {agents->position_x[slot], agents->position_y[slot]},
        .radius = agents->radius[slot],
        .reach = reach,
        .horizon = horizon,
        .obstacle_mask = agents->obstacle_mask[slot],
        .closed = params->obstacles_are_closed,
        .bring_out = world->def.bring_out,
    };
}

static size_t gather_edges(const sst_world *world, ssti_worker_scratch *scratch,
                           const sst_solve_agent *agent, size_t slot) {
    if (world->obstacles.count == 0) {
        return 0;
    }
    ssti_edge_query query = ssti_edge_query_of(world, agent, slot);
    return ssti_obstacles_gather(&world->obstacles, &query, scratch->edge_ranks, scratch->edges);
}

/* The solver may exceed a max speed by rounding; the bound on velocities is kept here. */
static float bounded(float component) {
    return ssti_max(-SST_MAX_SPEED, ssti_min(component, SST_MAX_SPEED));
}

/* With the neighbours in the worker's scratch. */
static void decide_alone(sst_world *world, ssti_worker_scratch *scratch, size_t slot,
                         size_t neighbor_count, bool truncated) {
    ssti_agents *agents = &world->agents;
    sst_solve_agent agent = ssti_solve_agent_of(agents, slot);
    if (agents->share[slot] == SST_SHARE_ESTIMATED && agent.max_speed > 0.0f) {
        ssti_opinions_form(&world->def.solve, &agent, scratch->neighbors, neighbor_count,
                           &agents->opinions[slot]);
    }
    size_t edge_count = gather_edges(world, scratch, &agent, slot);
    sst_solve_params params = solve_params(world, slot);
    sst_solution solution;
    ssti_solve(&params, &agent, scratch->neighbors, neighbor_count, scratch->edges, edge_count,
               scratch->half_planes, &solution);
    solution.status |= truncated ? SST_STATUS_TRUNCATED : 0;
    scratch->neighbor_count += neighbor_count;
    scratch->edge_count += edge_count;
    scratch->decided++;
    agents->must_decide[slot] = 0;
    agents->next_velocity_x[slot] = bounded(solution.velocity.x);
    agents->next_velocity_y[slot] = bounded(solution.velocity.y);
    agents->status[slot] = solution.status;
    agents->worst_violation[slot] = solution.worst_violation;
    if (agents->trace[slot] != SSTI_NO_INDEX) {
        ssti_trace_record(&world->traces.all[agents->trace[slot]], agents, scratch, neighbor_count,
                          &solution);
    }
}

static void show_neighbor(const sst_world *world, ssti_worker_scratch *scratch, size_t slot,
                          size_t i, size_t other) {
    scratch->candidates[i].slot = (uint32_t)other;
    scratch->neighbors[i] = ssti_neighbor_seen(&world->agents, &world->def, slot, other);
}

/* What the caller says that the agent sees. */
static void decide_by_sight(sst_world *world, ssti_worker_scratch *scratch, size_t slot) {
    const sst_sight *sight = &world->sights[world->agents.sight[slot] - 1];
    for (size_t i = 0; i < sight->neighbor_count; i++) {
        scratch->neighbors[i] = sight->neighbors[i];
        scratch->candidates[i].slot = SSTI_NO_INDEX;
    }
    decide_alone(world, scratch, slot, sight->neighbor_count, false);
}

static void keep_velocity(ssti_agents *agents, size_t slot) {
    agents->next_velocity_x[slot] = agents->velocity_x[slot];
    agents->next_velocity_y[slot] = agents->velocity_y[slot];
}

static void follow_script(ssti_agents *agents, size_t slot) {
    keep_velocity(agents, slot);
    agents->status[slot] = 0;
    agents->worst_violation[slot] = 0.0f;
}

/* --- Late: through the tree ---------------------------------------------------------------- */

static void decide_late(sst_world *world, ssti_worker_scratch *scratch, size_t slot) {
    ssti_neighbor_result found = ssti_find_neighbors(&world->agents, &world->agent_tree,
                                                     &world->def, slot, scratch->candidates);
    scratch->nodes_entered += found.nodes_entered;
    for (size_t i = 0; i < found.count; i++) {
        show_neighbor(world, scratch, slot, i, scratch->candidates[i].slot);
    }
    decide_alone(world, scratch, slot, found.count, found.truncated);
}

/* In the tree's order, so that one agent's neighbours are still at hand for the next. */
static void decide_late_block(size_t begin, size_t end, uint32_t worker, void *context) {
    sst_world *world = context;
    for (size_t i = begin; i < end; i++) {
        size_t slot = world->agent_tree.agents[i].slot;
        if (world->agents.late[slot]) {
            world->agents.late[slot] = 0;
            decide_late(world, &world->scratch.workers[worker], slot);
        }
    }
}

/* --- Batches ------------------------------------------------------------------------------- */

/* The share that an agent takes whatever the other is; negative where that counts. */
static float fixed_share(uint32_t traits) {
    return traits & SSTI_TRAIT_ALL      ? 1.0f
           : traits & SSTI_TRAIT_HALF   ? 0.5f
           : traits & SSTI_TRAIT_PARKED ? 0.0f
                                        : -1.0f;
}

static void take_lane(const sst_world *world, ssti_batch *batch, const ssti_crowd_agent *self,
                      uint32_t number) {
    size_t lane = batch->count++;
    batch->index[lane] = number;
    batch->x[lane] = self->x;
    batch->y[lane] = self->y;
    batch->velocity_x[lane] = self->velocity_x;
    batch->velocity_y[lane] = self->velocity_y;
    batch->preferred_x[lane] = self->preferred_x;
    batch->preferred_y[lane] = self->preferred_y;
    batch->radius[lane] = self->radius;
    batch->max_speed[lane] = self->max_speed;
    batch->inv_horizon[lane] = self->inv_horizon;
    batch->priority[lane] = self->priority;
    batch->fixed_share[lane] = fixed_share(self->traits);
    batch->time_step[lane] =
        ssti_agents_decision_time(&world->agents, self->slot, world->def.solve.time_step);
    batch->inv_time_step[lane] = 1.0f / batch->time_step[lane];
}

/* Lanes for those that decide with the others, until all are taken. Returns where to go on. */
static size_t take_lanes(sst_world *world, ssti_worker_scratch *scratch, size_t begin, size_t end) {
    const ssti_crowd *crowd = &world->grid.crowd;
    ssti_batch *batch = scratch->batch;
    batch->count = 0;
    batch->left_over = 0;
    size_t i = begin;
    for (; i < end && batch->count < SSTI_BATCH; i++) {
        const ssti_crowd_agent *self = &crowd->agents[i];
        if (self->traits & SSTI_TRAIT_SCRIPTED) {
            follow_script(&world->agents, self->slot);
        } else if (!ssti_agents_decide(&world->agents, self->slot, world->step_count)) {
            keep_velocity(&world->agents, self->slot);
        } else if (world->sights && world->agents.sight[self->slot]) {
            decide_by_sight(world, scratch, self->slot);
        } else {
            take_lane(world, batch, self, (uint32_t)i);
        }
    }
    return i;
}

/* The agents whose search failed; they have no neighbours yet. */
static void put_off(sst_world *world, ssti_worker_scratch *scratch, uint32_t lanes) {
    const ssti_batch *batch = scratch->batch;
    for (size_t lane = 0; lane < batch->count; lane++) {
        if (lanes >> lane & 1u) {
            world->agents.late[world->grid.crowd.agents[batch->index[lane]].slot] = 1;
            scratch->late_count++;
        }
    }
}

static uint32_t solitary_lanes(const sst_world *world, const ssti_batch *batch) {
    uint32_t lanes = 0;
    for (size_t lane = 0; lane < batch->count; lane++) {
        uint32_t traits = world->grid.crowd.agents[batch->index[lane]].traits;
        lanes |= (traits & SSTI_TRAIT_SOLITARY ? 1u : 0u) << lane;
    }
    return lanes;
}

/* The half-planes of the edges near one agent, into the rows before those of agents, its last one
 * in the last of them. */
static void take_obstacles(sst_world *world, ssti_worker_scratch *scratch, size_t lane) {
    ssti_batch *batch = scratch->batch;
    size_t slot = world->grid.crowd.agents[batch->index[lane]].slot;
    sst_solve_agent agent = ssti_solve_agent_of(&world->agents, slot);
    size_t edges = gather_edges(world, scratch, &agent, slot);
    if (edges == 0) {
        return;
    }
    uint32_t status = 0;
    sst_solve_params params = solve_params(world, slot);
    uint32_t count = ssti_obstacle_half_planes(&params, &agent, scratch->edges, edges,
                                               scratch->half_planes, &status);
    if (count > batch->obstacle_rows) {
        batch->left_over |= 1u << lane;
        return;
    }
    batch->edge_count[lane] = (uint32_t)edges;
    batch->status[lane] |= status;
    batch->obstacle_count[lane] = count;
    for (uint32_t i = 0; i < count; i++) {
        ssti_store_plane(&batch->planes[batch->obstacle_rows - count + i], lane,
                         &scratch->half_planes[i]);
    }
    batch->most_obstacles = count > batch->most_obstacles ? count : batch->most_obstacles;
}

/* Lanes with fewer half-planes of obstacles than the batch has rows. */
static void clear_unused_rows(ssti_batch *batch) {
    static const sst_half_plane none = {0};
    for (size_t lane = 0; lane < SSTI_BATCH; lane++) {
        for (uint32_t i = batch->obstacle_count[lane]; i < batch->most_obstacles; i++) {
            ssti_store_plane(&batch->planes[batch->obstacle_rows - 1 - i], lane, &none);
        }
    }
}

static void take_all_obstacles(sst_world *world, ssti_worker_scratch *scratch) {
    ssti_batch *batch = scratch->batch;
    batch->most_obstacles = 0;
    for (size_t lane = 0; lane < SSTI_BATCH; lane++) {
        batch->edge_count[lane] = batch->obstacle_count[lane] = 0;
    }
    if (world->obstacles.count == 0) {
        return;
    }
    for (size_t lane = 0; lane < batch->count; lane++) {
        if (!(batch->left_over >> lane & 1u)) {
            take_obstacles(world, scratch, lane);
        }
    }
    clear_unused_rows(batch);
}

/* With the neighbours that the search found. */
static void decide_left_over(sst_world *world, ssti_worker_scratch *scratch, size_t lane) {
    const ssti_batch *batch = scratch->batch;
    const ssti_crowd *crowd = &world->grid.crowd;
    size_t slot = crowd->agents[batch->index[lane]].slot, count = batch->neighbor_count[lane];
    for (size_t i = 0; i < count; i++) {
        show_neighbor(world, scratch, slot, i, crowd->agents[batch->neighbors[i].index[lane]].slot);
    }
    decide_alone(world, scratch, slot, count, batch->truncated >> lane & 1u);
}

typedef struct answer {
    sst_vec2 velocity;
    uint32_t status;
    float violation;
} answer;

static void take_answer(sst_world *world, size_t slot, const answer *taken) {
    ssti_agents *agents = &world->agents;
    agents->must_decide[slot] = 0;
    agents->next_velocity_x[slot] = bounded(taken->velocity.x);
    agents->next_velocity_y[slot] = bounded(taken->velocity.y);
    agents->status[slot] = taken->status;
    agents->worst_violation[slot] = taken->violation;
}

static void take_lane_answer(sst_world *world, ssti_worker_scratch *scratch, size_t lane) {
    const ssti_batch *batch = scratch->batch;
    answer found = {{batch->found_x[lane], batch->found_y[lane]}, batch->status[lane], 0.0f};
    take_answer(world, world->grid.crowd.agents[batch->index[lane]].slot, &found);
    scratch->neighbor_count += batch->neighbor_count[lane];
    scratch->edge_count += batch->edge_count[lane];
    scratch->decided++;
}

/* Those collected so far. */
static void relax(sst_world *world, ssti_worker_scratch *scratch) {
    const ssti_crowd *crowd = &world->grid.crowd;
    ssti_relaxed *relaxed = scratch->relaxed;
    if (relaxed->count > 0) {
        world->kernels->relax(&world->kernel_rules, relaxed);
    }
    for (size_t lane = 0; lane < relaxed->count; lane++) {
        size_t slot = crowd->agents[relaxed->index[lane]].slot;
        if (relaxed->left_over >> lane & 1u) {
            for (size_t i = 0; i < relaxed->neighbor_count[lane]; i++) {
                show_neighbor(world, scratch, slot, i,
                              crowd->agents[relaxed->neighbors[i][lane]].slot);
            }
            decide_alone(world, scratch, slot, relaxed->neighbor_count[lane],
                         relaxed->truncated >> lane & 1u);
            continue;
        }
        answer found = {{relaxed->found_x[lane], relaxed->found_y[lane]},
                        relaxed->status[lane],
                        relaxed->violation[lane]};
        take_answer(world, slot, &found);
        scratch->neighbor_count += relaxed->neighbor_count[lane];
        scratch->edge_count += relaxed->edge_count[lane];
        scratch->decided++;
    }
    relaxed->count = relaxed->truncated = 0;
}

static void collect_relaxed(sst_world *world, ssti_worker_scratch *scratch, size_t lane) {
    ssti_relaxed_add(scratch->relaxed, scratch->batch, lane, world->kernel_rules.contact_always);
    if (scratch->relaxed->count == SSTI_BATCH) {
        relax(world, scratch);
    }
}

/* Of some of [begin, end); returns where to go on. */
static size_t decide_batch(sst_world *world, ssti_worker_scratch *scratch, size_t begin,
                           size_t end) {
    const ssti_crowd *crowd = &world->grid.crowd;
    const ssti_kernels *kernels = world->kernels;
    const ssti_kernel_rules *rules = &world->kernel_rules;
    ssti_batch *batch = scratch->batch;
    size_t next = take_lanes(world, scratch, begin, end);
    kernels->search(crowd, rules, batch);
    uint32_t late = batch->left_over;
    put_off(world, scratch, late);
    batch->left_over |= solitary_lanes(world, batch);
    take_all_obstacles(world, scratch);
    kernels->half_planes(crowd, rules, batch);
    kernels->program(rules, batch);
    if (!rules->relaxes) {
        batch->left_over |= batch->relaxed;
    }
    for (size_t lane = 0; lane < batch->count; lane++) {
        world->grid.search_radius[crowd->agents[batch->index[lane]].slot] =
            batch->search_radius[lane];
        if (late >> lane & 1u) {
            continue;
        }
        if (batch->left_over >> lane & 1u) {
            decide_left_over(world, scratch, lane);
        } else if (batch->relaxed >> lane & 1u) {
            collect_relaxed(world, scratch, lane);
        } else {
            take_lane_answer(world, scratch, lane);
        }
    }
    return next;
}

static void decide_block(size_t begin, size_t end, uint32_t worker, void *context) {
    sst_world *world = context;
    for (size_t at = begin; at < end;) {
        at = decide_batch(world, &world->scratch.workers[worker], at, end);
    }
}

/* --- All ----------------------------------------------------------------------------------- */

static ssti_kernel_rules kernel_rules(const sst_world_def *def) {
    const sst_solve_params *params = &def->solve;
    return (ssti_kernel_rules){
        .time_step = params->time_step,
        .ranks_by_gap = def->neighbor_ranking == SST_RANK_SURFACE_GAP,
        .smaller_horizon = params->pair_horizon == SST_HORIZON_SMALLER,
        .covers_step = params->horizons_cover_step,
        .parts_backwards = params->overlaps_part_backwards,
        .contact_always = params->contact == SST_CONTACT_ALWAYS,
        .relaxes = params->contact != SST_CONTACT_RELAXED &&
                   params->infeasible == SST_INFEASIBLE_LEAST_VIOLATION,
        .least_nearest = params->least_violation == SST_LEAST_NEAREST,
        .declared_shares = def->declared_shares,
        .right_handed = params->handedness == SST_RIGHT_HANDED,
        .side_bias = params->side_bias,
    };
}

/* What the kernels do not know, they cannot decide by. */
static bool fits_kernels(const sst_world *world) {
    return !ssti_repeats(&world->agents.period) &&
           world->def.neighbor_ranking != SST_RANK_IMMINENCE &&
           world->def.solve.optimisation_velocity == SST_OPTIMISE_CURRENT &&
           ssti_agents_all_see_each_other(&world->agents);
}

void ssti_prepare_decisions(sst_world *world) {
    world->kernel_rules = kernel_rules(&world->def);
    world->grid_is_used = fits_kernels(world) && ssti_grid_build(&world->grid, &world->agents,
                                                                 &world->def, world->workers);
    if (world->grid_is_used) {
        world->agent_tree_is_current = false; /* it lay there */
    } else {
        ssti_world_refresh_agent_tree(world);
    }
}

/* Without cells all are late that look for their neighbours. */
static size_t put_off_all(sst_world *world) {
    ssti_agents *agents = &world->agents;
    for (size_t slot = 0; slot < agents->count; slot++) {
        if (agents->scripted[slot]) {
            follow_script(agents, slot);
        } else if (!ssti_agents_decide(agents, slot, world->step_count)) {
            keep_velocity(agents, slot);
        } else if (agents->sight[slot]) {
            decide_by_sight(world, &world->scratch.workers[0], slot);
        } else {
            agents->late[slot] = 1;
        }
    }
    return agents->count;
}

static size_t decide_in_batches(sst_world *world) {
    size_t late_count = 0;
    ssti_workers_run(world->workers, world->agents.count, DECIDE_BLOCK, decide_block, world);
    for (uint32_t i = 0; i < world->scratch.worker_count; i++) {
        relax(world, &world->scratch.workers[i]);
        late_count += world->scratch.workers[i].late_count;
    }
    return late_count;
}

void ssti_decide(sst_world *world) {
    for (uint32_t i = 0; i < world->scratch.worker_count; i++) {
        ssti_worker_scratch *scratch = &world->scratch.workers[i];
        scratch->neighbor_count = scratch->edge_count = scratch->nodes_entered = 0;
        scratch->decided = scratch->late_count = 0;
    }
    size_t late_count = world->grid_is_used ? decide_in_batches(world) : put_off_all(world);
    if (late_count > 0) {
        ssti_world_refresh_agent_tree(world);
        ssti_workers_run(world->workers, world->agents.count, LATE_BLOCK, decide_late_block, world);
    }
}
