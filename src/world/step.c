/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* One step of a world. Every agent decides on the state before the step, each writing to its own
 * slot alone; then all move. So agents may be shared out over any number of workers.
 *
 * What is summed over agents is whole numbers and maxima, so that the order does not show. */
#include "world/step.h"
#include "base/lattice.h"
#include "base/vec2.h"
#include "platform/clock.h"
#include "solve/limits.h"
#include "solve/solver.h"
#include "world/neighbors.h"
#include "world/world_state.h"

/* Agents a worker takes at once: enough to make the claim cheap, few enough to share out well. */
enum { DECIDE_BLOCK = 32, MOVE_BLOCK = 4096 };

/* --- Check --------------------------------------------------------------------------------- */

/* Preferred velocities may have been written through the view. */
static sst_result check_preferred(const ssti_agents *agents) {
    sst_result result = SST_OK;
    for (size_t i = 0; i < agents->count && result == SST_OK; i++) {
        result = ssti_check_velocity((sst_vec2){agents->preferred_x[i], agents->preferred_y[i]});
    }
    return result;
}

/* --- Decide -------------------------------------------------------------------------------- */

/* What the caller says that the agent sees. */
static size_t take_sight(const sst_sight *sight, ssti_worker_scratch *scratch) {
    for (size_t i = 0; i < sight->neighbor_count; i++) {
        scratch->neighbors[i] = sight->neighbors[i];
        scratch->candidates[i].slot = SSTI_NO_INDEX;
    }
    scratch->neighbor_count += sight->neighbor_count;
    return sight->neighbor_count;
}

static size_t gather_neighbors(const sst_world *world, ssti_worker_scratch *scratch, size_t slot,
                               bool *truncated) {
    *truncated = false;
    if (world->agents.sight[slot]) {
        return take_sight(&world->sights[world->agents.sight[slot] - 1], scratch);
    }
    ssti_neighbor_result found = ssti_find_neighbors(&world->agents, &world->agent_tree,
                                                     &world->def, slot, scratch->candidates);
    for (size_t i = 0; i < found.count; i++) {
        scratch->neighbors[i] =
            ssti_neighbor_seen(&world->agents, &world->def, slot, scratch->candidates[i].slot);
    }
    *truncated = found.truncated;
    scratch->nodes_entered += found.nodes_entered;
    scratch->neighbor_count += found.count;
    return found.count;
}

static sst_solve_agent solve_agent(const ssti_agents *agents, size_t slot) {
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

static sst_solve_params solve_params(const sst_world *world, size_t slot) {
    sst_solve_params params = world->def.solve;
    params.time_step = ssti_agents_decision_time(&world->agents, slot, params.time_step);
    return params;
}

static ssti_edge_query edge_query(const sst_world *world, const sst_solve_agent *agent,
                                  size_t slot) {
    const ssti_agents *agents = &world->agents;
    sst_solve_params params = solve_params(world, slot);
    float horizon = agents->time_horizon_obst[slot];
    if (params.horizons_cover_step) {
        horizon = ssti_max(horizon, params.time_step);
    }
    float way = ssti_stopping_distance(agent, params.time_step, horizon);
    float reach = way + agents->radius[slot] + params.obstacle_margin;
    return (ssti_edge_query){
        .position = {agents->position_x[slot], agents->position_y[slot]},
        .radius = agents->radius[slot],
        .reach = reach,
        .horizon = horizon,
        .obstacle_mask = agents->obstacle_mask[slot],
        .closed = params.obstacles_are_closed,
        .bring_out = world->def.bring_out,
    };
}

static size_t gather_edges(const sst_world *world, ssti_worker_scratch *scratch,
                           const sst_solve_agent *agent, size_t slot) {
    ssti_edge_query query = edge_query(world, agent, slot);
    size_t count =
        ssti_obstacles_gather(&world->obstacles, &query, scratch->edge_ranks, scratch->edges);
    scratch->edge_count += count;
    return count;
}

/* The solver may exceed a max speed by rounding; the bound on velocities is kept here. */
static float bounded(float component) {
    return ssti_max(-SST_MAX_SPEED, ssti_min(component, SST_MAX_SPEED));
}

static void decide_agent(sst_world *world, ssti_worker_scratch *scratch, size_t slot) {
    ssti_agents *agents = &world->agents;
    sst_solve_agent agent = solve_agent(agents, slot);
    bool truncated;
    size_t neighbor_count = gather_neighbors(world, scratch, slot, &truncated);
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
    agents->next_velocity_x[slot] = bounded(solution.velocity.x);
    agents->next_velocity_y[slot] = bounded(solution.velocity.y);
    agents->status[slot] = solution.status;
    agents->worst_violation[slot] = solution.worst_violation;
    agents->must_decide[slot] = 0;
    scratch->decided++;
    if (agents->trace[slot] != SSTI_NO_INDEX) {
        ssti_trace_record(&world->traces.all[agents->trace[slot]], agents, scratch, neighbor_count,
                          &solution);
    }
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

/* In the tree's order, so that one agent's neighbours are still at hand for the next. */
static void decide_block(size_t begin, size_t end, uint32_t worker, void *context) {
    sst_world *world = context;
    ssti_worker_scratch *scratch = &world->scratch.workers[worker];
    for (size_t i = begin; i < end; i++) {
        size_t slot = world->agent_tree.agents[i].slot;
        if (world->agents.scripted[slot]) {
            follow_script(&world->agents, slot);
        } else if (ssti_agents_decide(&world->agents, slot, world->step_count)) {
            decide_agent(world, scratch, slot);
        } else {
            keep_velocity(&world->agents, slot);
        }
    }
}

static void decide(sst_world *world) {
    for (uint32_t i = 0; i < world->scratch.worker_count; i++) {
        ssti_worker_scratch *scratch = &world->scratch.workers[i];
        scratch->neighbor_count = scratch->edge_count = scratch->nodes_entered = 0;
        scratch->decided = 0;
    }
    ssti_workers_run(world->workers, world->agents.count, DECIDE_BLOCK, decide_block, world);
}

/* --- Move ---------------------------------------------------------------------------------- */

/* The end of the world stops nobody who goes round. */
static void move_round(double *position, float *velocity, const float *next, float time_step,
                       double from, double length, size_t begin, size_t end) {
    for (size_t i = begin; i < end; i++) {
        double moved = position[i] + ssti_lattice_displacement(next[i], time_step);
        velocity[i] = next[i];
        position[i] = ssti_wrap(moved, from, length);
    }
}

static void move_axis(double *position, float *velocity, const float *next, float time_step,
                      double from, double length, size_t begin, size_t end) {
    if (length > 0.0) {
        move_round(position, velocity, next, time_step, from, length, begin, end);
        return;
    }
    for (size_t i = begin; i < end; i++) {
        velocity[i] = next[i];
        position[i] = ssti_lattice_move(position[i], ssti_lattice_displacement(next[i], time_step));
    }
}

static void move_block(size_t begin, size_t end, uint32_t worker, void *context) {
    (void)worker;
    sst_world *world = context;
    ssti_agents *agents = &world->agents;
    float time_step = world->def.solve.time_step;
    const ssti_period *p = &agents->period;
    move_axis(agents->position_x, agents->velocity_x, agents->next_velocity_x, time_step, p->from.x,
              p->length.x, begin, end);
    move_axis(agents->position_y, agents->velocity_y, agents->next_velocity_y, time_step, p->from.y,
              p->length.y, begin, end);
}

static void move(sst_world *world) {
    ssti_workers_run(world->workers, world->agents.count, MOVE_BLOCK, move_block, world);
    ssti_obstacles_advance(&world->obstacles, world->def.solve.time_step);
    world->agent_tree_is_current = false;
    world->time += (double)world->def.solve.time_step;
    world->step_count++;
}

/* --- Report -------------------------------------------------------------------------------- */

static void count_flags(sst_step_report *report, uint32_t status) {
    report->relaxed += (status & SST_STATUS_RELAXED) != 0;
    report->overlapping += (status & SST_STATUS_OVERLAPPING) != 0;
    report->truncated += (status & SST_STATUS_TRUNCATED) != 0;
    report->coincident += (status & SST_STATUS_COINCIDENT) != 0;
    report->inside_obstacle += (status & SST_STATUS_INSIDE_OBSTACLE) != 0;
    report->contact += (status & SST_STATUS_CONTACT) != 0;
    report->blocked += (status & SST_STATUS_BLOCKED) != 0;
    report->obstacles_violated += (status & SST_STATUS_OBSTACLES_VIOLATED) != 0;
    report->touching_obstacle += (status & SST_STATUS_TOUCHING_OBSTACLE) != 0;
    report->dropped += (status & SST_STATUS_DROPPED) != 0;
    report->compromised += (status & SST_STATUS_COMPROMISED) != 0;
    report->buffered += (status & SST_STATUS_BUFFERED) != 0;
    report->stopped += (status & SST_STATUS_STOPPED) != 0;
}

static sst_step_report count_up(const sst_world *world) {
    sst_step_report report = {.step = world->step_count, .agent_count = world->agents.count};
    for (size_t i = 0; i < world->agents.count; i++) {
        count_flags(&report, world->agents.status[i]);
        report.worst_violation = ssti_max(report.worst_violation, world->agents.worst_violation[i]);
    }
    for (uint32_t i = 0; i < world->scratch.worker_count; i++) {
        report.neighbor_count += world->scratch.workers[i].neighbor_count;
        report.edge_count += world->scratch.workers[i].edge_count;
        report.decided += world->scratch.workers[i].decided;
    }
    return report;
}

/* --- Step ---------------------------------------------------------------------------------- */

static void refresh(sst_world *world) {
    ssti_obstacles_refresh(&world->obstacles);
    ssti_world_refresh_agent_tree(world);
}

/* In a world that repeats nobody may see as far as two images of another; agents that do not decide
 * see nothing. The indices are up to date. */
static bool sees_less_than_half(const sst_world *world) {
    const ssti_agents *agents = &world->agents;
    double half = 0.5 * (agents->period.length.x + agents->period.length.y); /* one of them is 0 */
    bool all = true;
    for (size_t slot = 0; slot < agents->count && all; slot++) {
        double agents_within = ssti_neighbor_reach(agents, &world->agent_tree, &world->def, slot);
        sst_solve_agent agent = solve_agent(agents, slot);
        ssti_edge_query query = edge_query(world, &agent, slot);
        double edges_within = ssti_obstacles_reach(&world->obstacles, &query);
        all = agents->scripted[slot] ||
              (agents_within < half && (world->obstacles.count == 0 || edges_within < half));
    }
    return all;
}

static sst_result check_sight(const sst_world *world, const sst_sight *sight) {
    size_t slot = 0;
    ssti_agents_find(&world->agents, sight->agent, &slot);
    if (sight->neighbor_count > world->agents.max_neighbors[slot]) {
        return SST_ERROR_SIGHT;
    }
    if (sight->neighbor_count > 0 && !sight->neighbors) {
        return SST_ERROR_NULL;
    }
    sst_result result = SST_OK;
    for (size_t i = 0; i < sight->neighbor_count && result == SST_OK; i++) {
        result = ssti_check_neighbor(&sight->neighbors[i]);
    }
    return result;
}

static sst_result check_sights(sst_world *world, const sst_sight *sights, size_t count) {
    if (count > 0 && !sights) {
        return SST_ERROR_NULL;
    }
    sst_result result =
        count > 0 ? ssti_world_check_ids(world, &sights->agent, count, sizeof *sights) : SST_OK;
    for (size_t i = 0; i < count && result == SST_OK; i++) {
        result = check_sight(world, &sights[i]);
    }
    return result;
}

/* Sights are for this step: `shown` notes them with their agents, or takes the note back. */
static void note_sights(sst_world *world, const sst_sight *sights, size_t count, bool shown) {
    world->sights = shown ? sights : NULL;
    for (size_t i = 0; i < count; i++) {
        size_t slot = 0;
        ssti_agents_find(&world->agents, sights[i].agent, &slot);
        world->agents.sight[slot] = shown ? (uint32_t)i + 1 : 0;
    }
}

sst_result ssti_step_check(sst_world *world, const sst_sight *sights, size_t sight_count) {
    sst_result result = check_preferred(&world->agents);
    if (result == SST_OK) {
        result = check_sights(world, sights, sight_count);
    }
    if (result == SST_OK && ssti_repeats(&world->agents.period)) {
        refresh(world);
        result = sees_less_than_half(world) ? SST_OK : SST_ERROR_PERIOD;
    }
    return result;
}

void ssti_step_take(sst_world *world, const sst_sight *sights, size_t sight_count, uint64_t start,
                    sst_step_report *report) {
    refresh(world);
    uint64_t indexed = report ? ssti_clock_ns() : 0;
    note_sights(world, sights, sight_count, true);
    decide(world);
    note_sights(world, sights, sight_count, false);
    uint64_t decided = report ? ssti_clock_ns() : 0;
    move(world);
    if (report) {
        uint64_t moved = ssti_clock_ns();
        *report = count_up(world);
        report->index_ns = indexed - start;
        report->decide_ns = decided - indexed;
        report->move_ns = moved - decided;
        report->total_ns = ssti_clock_ns() - start;
    }
}

sst_result sst_world_step_seeing(sst_world *world, const sst_sight *sights, size_t sight_count,
                                 sst_step_report *report) {
    if (!world) {
        return SST_ERROR_NULL;
    }
    uint64_t start = report ? ssti_clock_ns() : 0;
    sst_result result = ssti_step_check(world, sights, sight_count);
    if (result == SST_OK) {
        ssti_step_take(world, sights, sight_count, start, report);
    }
    return result;
}

sst_result sst_world_step(sst_world *world, sst_step_report *report) {
    return sst_world_step_seeing(world, NULL, 0, report);
}
