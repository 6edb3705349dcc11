/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* One step of a world. Every agent decides on the state before the step (decide.c), each writing to
 * its own slot alone; then all move. So agents may be shared out over any number of workers.
 *
 * What is summed over agents is whole numbers and maxima, so that the order does not show. */
#include "world/step.h"
#include "base/lattice.h"
#include "base/vec2.h"
#include "platform/clock.h"
#include "solve/solver.h"
#include "world/decide.h"
#include "world/neighbors.h"
#include "world/world_state.h"

/* Agents a worker takes at once: enough to make the claim cheap, few enough to share out well. */
enum { MOVE_BLOCK = 4096 };

/* --- Check --------------------------------------------------------------------------------- */

/* Preferred velocities may have been written through the view. */
static sst_result check_preferred(const ssti_agents *agents) {
    const float *x = agents->preferred_x, *y = agents->preferred_y, most = SST_MAX_SPEED;
    unsigned all_are_valid = 1;
    for (size_t i = 0; i < agents->count; i++) {
        all_are_valid &= (unsigned)(x[i] <= most) & (unsigned)(x[i] >= -most) &
                         (unsigned)(y[i] <= most) & (unsigned)(y[i] >= -most);
    }
    sst_result result = SST_OK;
    for (size_t i = 0; i < agents->count && result == SST_OK && !all_are_valid; i++) {
        result = ssti_check_velocity((sst_vec2){agents->preferred_x[i], agents->preferred_y[i]});
    }
    return result;
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
        sst_solve_agent agent = ssti_solve_agent_of(agents, slot);
        ssti_edge_query query = ssti_edge_query_of(world, &agent, slot);
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
    ssti_obstacles_refresh(&world->obstacles);
    ssti_prepare_decisions(world);
    uint64_t indexed = report ? ssti_clock_ns() : 0;
    note_sights(world, sights, sight_count, true);
    ssti_decide(world);
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
