/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* One agent's decision: half-planes, the side to look to, then the program by priorities.
 *
 * The usual case is one pass: all half-planes have a common velocity, and the nearest to the
 * preferred one is taken. Only if they have none are the levels taken one by one: obstacles,
 * contact, agents. A level that cannot be met is met as well as can be, and its half-planes are
 * moved back by just that much; the next level may then use what is left.
 *
 * That is ORCA. The other models forbid regions whose outside is not convex; the obstacles are then
 * met first, in the same way, and the velocity nearest to the preferred one is sought outside the
 * regions (admissible.c). */
#include "solve/solver.h"

#include "base/root.h"
#include "base/vec2.h"
#include "solve/admissible.h"
#include "solve/agent_half_plane.h"
#include "solve/edge_half_plane.h"
#include "solve/infeasible.h"
#include "solve/limits.h"
#include "solve/line_program.h"
#include "solve/program.h"
#include "solve/side_rule.h"

/* In roundings of the scale (SSTI_ROUNDING), as SSTI_RELAXED_FROM: so much room the nearest
 * velocity needs where rounding left none; */
#define ROUNDING_SLACK 4.0f
/* and so much a level that was met only as well as can be leaves to the next: its optimum is often
 * a point, in which nothing could be computed. */
#define LEVEL_SLACK 32.0f

/* --- Half-planes of obstacles -------------------------------------------------------------- */

static float horizon_for_obstacles(const sst_solve_params *params, const sst_solve_agent *agent) {
    return params->horizons_cover_step ? ssti_max(agent->time_horizon_obst, params->time_step)
                                       : agent->time_horizon_obst;
}

/* The point of an edge that is nearest to the agent. */
static sst_vec2 nearest_point(const sst_edge *edge) {
    sst_vec2 along = ssti_sub(edge->to, edge->from);
    float length_sq = ssti_length_sq(along), at = -ssti_dot(edge->from, along);
    if (!(at > 0.0f)) {
        return edge->from;
    }
    return at >= length_sq ? edge->to : ssti_add(edge->from, ssti_scale(at / length_sq, along));
}

/* The horizon for one edge: the agent's, or more where it would brake too late. */
static float horizon_for_edge(const ssti_edge_viewer *viewer, const sst_solve_agent *agent,
                              const sst_edge *edge, float usual) {
    bool stops_at_once = agent->max_acceleration == 0.0f && agent->max_braking == 0.0f;
    if (stops_at_once || edge->flags & (SST_EDGE_MOVING | SST_EDGE_INSIDE)) {
        return usual;
    }
    sst_vec2 nearest = nearest_point(edge);
    float distance = sqrtf(ssti_length_sq(nearest));
    if (!(distance > 0.0f)) {
        return usual;
    }
    float gap = distance - (agent->radius + viewer->params->obstacle_margin);
    sst_vec2 towards = {nearest.x / distance, nearest.y / distance};
    return ssti_stopping_horizon(agent, viewer->params->time_step, usual, gap, towards);
}

static bool is_covered(const ssti_edge_viewer *viewer, const sst_edge *edges, size_t index,
                       const sst_half_plane *found, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        bool earlier_is_static = !(edges[found[i].source].flags & SST_EDGE_MOVING);
        if (earlier_is_static && ssti_edge_is_covered(viewer, &edges[index], &found[i])) {
            return true;
        }
    }
    return false;
}

uint32_t ssti_obstacle_half_planes(const sst_solve_params *params, const sst_solve_agent *agent,
                                   const sst_edge *edges, size_t edge_count, sst_half_plane *out,
                                   uint32_t *status) {
    ssti_edge_viewer viewer = {
        .params = params,
        .velocity = agent->velocity,
        .preferred_velocity = ssti_within_speed(agent->preferred_velocity, agent->max_speed),
        .radius = agent->radius,
        .max_speed = agent->max_speed,
    };
    float horizon = horizon_for_obstacles(params, agent);
    uint32_t count = 0;
    for (size_t i = 0; i < edge_count; ++i) {
        if (!ssti_edge_is_visible(&edges[i], params)) {
            continue;
        }
        *status |= edges[i].flags & SST_EDGE_INSIDE ? SST_STATUS_INSIDE_OBSTACLE : 0u;
        viewer.time_horizon = horizon_for_edge(&viewer, agent, &edges[i], horizon);
        *status |= ssti_edge_is_touched(&viewer, &edges[i]) ? SST_STATUS_TOUCHING_OBSTACLE : 0u;
        if (!is_covered(&viewer, edges, i, out, count) &&
            ssti_edge_half_plane(&viewer, &edges[i], &out[count])) {
            out[count++].source = (uint32_t)i;
        }
    }
    return count;
}

/* --- Half-planes of agents ----------------------------------------------------------------- */

sst_vec2 ssti_own_optimisation_velocity(const sst_solve_params *params,
                                        const sst_solve_agent *agent) {
    switch (params->optimisation_velocity) {
    case SST_OPTIMISE_ZERO:
        return ssti_vec2(0.0f, 0.0f);
    case SST_OPTIMISE_PREFERRED:
        return ssti_within_speed(agent->preferred_velocity, agent->max_speed);
    case SST_OPTIMISE_CURRENT:
    default:
        return agent->velocity;
    }
}

static float pair_horizon(const sst_solve_params *params, const sst_solve_agent *agent,
                          const sst_neighbor *neighbor) {
    float horizon = agent->time_horizon;
    if (params->pair_horizon == SST_HORIZON_SMALLER) {
        horizon = ssti_min(horizon, neighbor->time_horizon);
    }
    return params->horizons_cover_step ? ssti_max(horizon, params->time_step) : horizon;
}

ssti_pair ssti_pair_of(const sst_solve_params *params, const sst_solve_agent *agent,
                       sst_vec2 velocity, const sst_neighbor *neighbor) {
    sst_vec2 other = params->optimisation_velocity == SST_OPTIMISE_ZERO ? ssti_vec2(0.0f, 0.0f)
                                                                        : neighbor->velocity;
    return (ssti_pair){
        .position = neighbor->position,
        .velocity = velocity,
        .relative_velocity = ssti_sub(velocity, other),
        .radius = agent->radius + neighbor->radius,
        .time_horizon = pair_horizon(params, agent, neighbor),
        .time_step = params->time_step,
        .responsibility = neighbor->responsibility,
        .own_key = agent->key,
        .other_key = neighbor->key,
        .handedness = params->handedness,
        .overlaps_part_backwards = params->overlaps_part_backwards,
    };
}

typedef sst_half_plane half_plane_of_pair(const ssti_pair *pair);

static uint32_t agent_half_planes(const sst_solve_params *params, const sst_solve_agent *agent,
                                  sst_vec2 velocity, const sst_neighbor *neighbors, size_t count,
                                  half_plane_of_pair *half_plane, sst_half_plane *out) {
    uint32_t found = 0;
    for (size_t i = 0; i < count; ++i) {
        if (neighbors[i].responsibility > 0.0f) {
            ssti_pair pair = ssti_pair_of(params, agent, velocity, &neighbors[i]);
            out[found] = half_plane(&pair);
            out[found++].source = (uint32_t)i;
        }
    }
    return found;
}

static uint32_t pair_status(const sst_solve_agent *agent, const sst_neighbor *neighbors,
                            size_t count) {
    uint32_t status = 0;
    for (size_t i = 0; i < count; ++i) {
        ssti_pair pair = {.position = neighbors[i].position,
                          .radius = agent->radius + neighbors[i].radius};
        status |= ssti_pair_overlaps(&pair) ? SST_STATUS_OVERLAPPING : 0u;
        status |= ssti_pair_coincides(&pair) ? SST_STATUS_COINCIDENT : 0u;
    }
    return status;
}

/* --- The program by priorities ------------------------------------------------------------- */

enum { LIMITS, OBSTACLES, CONTACT, AGENTS, LEVELS };

typedef struct level {
    const sst_half_plane *half_planes;
    size_t count;
} level;

typedef struct level_program {
    ssti_program program;
    level levels[LEVELS];             /* in order of priority */
    sst_half_plane *work;             /* [total] copies, moved back as far as could not be met */
    sst_half_plane *pairs;            /* [total] */
    const ssti_infeasible *otherwise; /* null = the least violation of the agents' half-planes */
} level_program;

static float scale_of(const level_program *levels, const sst_half_plane *half_planes,
                      size_t count) {
    float scale = levels->program.max_speed;
    for (size_t i = 0; i < count; ++i) {
        scale = ssti_max(scale, ssti_abs(half_planes[i].offset));
    }
    return scale;
}

/* Meets half-planes [from, to) of the working copy as well as those before allow, and moves them
 * back by what is missing. Whether nothing but rounding was missing. */
static bool meet_level(level_program *levels, size_t from, size_t to, sst_vec2 *velocity) {
    if (ssti_nearest_permitted(&levels->program, levels->work, to, velocity)) {
        return true;
    }
    sst_half_plane *soft = &levels->work[from];
    (void)ssti_nearest_permitted(&levels->program, levels->work, from, velocity);
    float least = ssti_least_violation(&levels->program, levels->work, from, soft, to - from,
                                       levels->pairs, velocity);
    float rounding = SSTI_ROUNDING * scale_of(levels, soft, to - from);
    bool is_met = least <= SSTI_RELAXED_FROM * rounding;
    float slack = least + (is_met ? ROUNDING_SLACK : LEVEL_SLACK) * rounding;
    for (size_t i = from; i < to; ++i) {
        levels->work[i].offset -= slack;
    }
    sst_vec2 nearest;
    if (is_met && levels->program.choice == SST_LEAST_NEAREST &&
        ssti_nearest_permitted(&levels->program, levels->work, to, &nearest)) {
        *velocity = nearest;
    }
    return is_met;
}

/* What the velocity taken really violates of a level that could not be met. */
static float told_violation(const level *missed, bool is_met, sst_vec2 velocity) {
    return is_met ? 0.0f : ssti_greatest_violation(missed->half_planes, missed->count, velocity);
}

static void meet_levels(level_program *levels, sst_solution *solution) {
    bool is_met[LEVELS];
    size_t met = 0;
    for (int i = 0; i < LEVELS; ++i) {
        size_t from = met;
        for (size_t j = 0; j < levels->levels[i].count; ++j) {
            levels->work[met++] = levels->levels[i].half_planes[j];
        }
        is_met[i] = meet_level(levels, from, met, &solution->velocity);
    }
    if (levels->otherwise && !is_met[AGENTS]) {
        solution->status |= ssti_meet_otherwise(levels->otherwise, &levels->program, levels->work,
                                                met - levels->levels[AGENTS].count, levels->pairs,
                                                &solution->velocity, &solution->fallback_violation);
    }
    sst_vec2 velocity = solution->velocity;
    solution->obstacle_violation =
        told_violation(&levels->levels[OBSTACLES], is_met[OBSTACLES], velocity);
    solution->contact_violation =
        told_violation(&levels->levels[CONTACT], is_met[CONTACT], velocity);
    solution->worst_violation = told_violation(&levels->levels[AGENTS], is_met[AGENTS], velocity);
    solution->status |= solution->obstacle_violation > 0.0f ? SST_STATUS_OBSTACLES_VIOLATED : 0u;
    solution->status |= solution->contact_violation > 0.0f ? SST_STATUS_CONTACT : 0u;
    solution->status |= solution->worst_violation > 0.0f ? SST_STATUS_RELAXED : 0u;
}

static void mark_blocked(const ssti_program *program, sst_solution *solution) {
    sst_vec2 wanted = ssti_within_speed(program->preferred_velocity, program->max_speed);
    float least_sq = SSTI_BLOCKED_BELOW * SSTI_BLOCKED_BELOW * ssti_length_sq(wanted);
    if (ssti_length_sq(solution->velocity) < least_sq) {
        solution->status |= SST_STATUS_BLOCKED;
    }
}

/* --- ORCA ---------------------------------------------------------------------------------- */

static void solve_orca(const sst_solve_params *params, const sst_solve_agent *agent,
                       const sst_neighbor *neighbors, size_t neighbor_count,
                       const ssti_program *straight, sst_half_plane *scratch,
                       sst_solution *solution) {
    sst_vec2 velocity = ssti_own_optimisation_velocity(params, agent);
    size_t limits = solution->limit_count, total = limits + solution->obstacle_count;
    sst_half_plane *of_agents = scratch + total;
    solution->agent_count = agent_half_planes(params, agent, velocity, neighbors, neighbor_count,
                                              ssti_agent_half_plane, of_agents);
    sst_half_plane *of_contact = of_agents + solution->agent_count;
    if (params->contact == SST_CONTACT_ALWAYS) {
        solution->contact_count =
            agent_half_planes(params, agent, velocity, neighbors, neighbor_count,
                              ssti_contact_half_plane, of_contact);
    }
    ssti_program program = *straight;
    program.preferred_velocity =
        ssti_turned_aside(straight, params->side_bias, of_agents, solution->agent_count, neighbors);
    total += solution->agent_count + solution->contact_count;
    if (ssti_nearest_permitted(&program, scratch, total, &solution->velocity)) {
        return;
    }
    if (params->contact == SST_CONTACT_RELAXED) {
        solution->contact_count =
            agent_half_planes(params, agent, velocity, neighbors, neighbor_count,
                              ssti_contact_half_plane, of_contact);
        total += solution->contact_count;
    }
    ssti_infeasible otherwise = {params, agent, neighbors, of_agents, solution->agent_count};
    level_program levels = {
        .program = program,
        .levels = {[LIMITS] = {scratch, limits},
                   [OBSTACLES] = {scratch + limits, solution->obstacle_count},
                   [CONTACT] = {of_contact, solution->contact_count},
                   [AGENTS] = {of_agents, solution->agent_count}},
        .work = scratch + total,
        .pairs = scratch + 2 * total,
        .otherwise = &otherwise,
    };
    meet_levels(&levels, solution);
}

/* --- Velocity obstacles -------------------------------------------------------------------- */

static uint32_t regions_of_agents(const sst_solve_params *params, const sst_solve_agent *agent,
                                  const sst_neighbor *neighbors, size_t count,
                                  sst_half_plane *out) {
    sst_vec2 velocity = ssti_own_optimisation_velocity(params, agent);
    uint32_t found = 0;
    for (size_t i = 0; i < count; ++i) {
        if (neighbors[i].responsibility > 0.0f) {
            ssti_pair pair = ssti_pair_of(params, agent, velocity, &neighbors[i]);
            size_t more = ssti_velocity_obstacle(&pair, agent->model, out + found);
            for (; more > 0; --more) {
                out[found++].source = (uint32_t)i;
            }
        }
    }
    return found;
}

/* Limits and obstacles alone: their half-planes as they are, or moved back until they can be met.
 */
static const sst_half_plane *meet_obstacles(level_program *levels, size_t walls,
                                            sst_solution *solution) {
    const sst_half_plane *as_given = levels->levels[LIMITS].half_planes;
    if (ssti_nearest_permitted(&levels->program, as_given, walls, &solution->velocity)) {
        return as_given;
    }
    meet_levels(levels, solution);
    sst_vec2 nearest;
    if (ssti_nearest_permitted(&levels->program, levels->work, walls, &nearest)) {
        solution->velocity = nearest;
    }
    return levels->work;
}

static void solve_outside(const sst_solve_params *params, const sst_solve_agent *agent,
                          const sst_neighbor *neighbors, size_t neighbor_count,
                          const ssti_program *program, sst_half_plane *scratch,
                          sst_solution *solution) {
    size_t limits = solution->limit_count, walls = limits + solution->obstacle_count;
    sst_half_plane *of_agents = scratch + walls;
    solution->agent_count = regions_of_agents(params, agent, neighbors, neighbor_count, of_agents);
    ssti_regions regions = {params, agent, neighbors, of_agents, solution->agent_count};
    sst_half_plane *rest = of_agents + solution->agent_count;
    level_program levels = {
        .program = *program,
        .levels = {[LIMITS] = {scratch, limits},
                   [OBSTACLES] = {scratch + limits, solution->obstacle_count}},
        .work = rest,
        .pairs = rest + walls,
    };
    const sst_half_plane *met = meet_obstacles(&levels, walls, solution);
    solution->worst_violation =
        ssti_nearest_admissible(program, &regions, met, walls, &solution->velocity);
    solution->status |= solution->worst_violation > 0.0f ? SST_STATUS_RELAXED : 0u;
    if (solution->status & SST_STATUS_OBSTACLES_VIOLATED) {
        solution->obstacle_violation =
            ssti_greatest_violation(scratch + limits, solution->obstacle_count, solution->velocity);
    }
}

/* --- The whole ----------------------------------------------------------------------------- */

void ssti_solve(const sst_solve_params *params, const sst_solve_agent *agent,
                const sst_neighbor *neighbors, size_t neighbor_count, const sst_edge *edges,
                size_t edge_count, sst_half_plane *scratch, sst_solution *solution) {
    *solution = (sst_solution){.status = pair_status(agent, neighbors, neighbor_count)};
    solution->limit_count = ssti_limit_half_planes(agent, params->time_step, scratch);
    solution->obstacle_count = ssti_obstacle_half_planes(
        params, agent, edges, edge_count, scratch + solution->limit_count, &solution->status);
    float max_speed = ssti_reachable_speed(agent, params->time_step);
    ssti_program program = {
        .max_speed = max_speed < SSTI_SLOWEST ? 0.0f : max_speed,
        .preferred_velocity = agent->preferred_velocity,
        .choice = params->least_violation,
        .handedness = params->handedness,
    };
    if (agent->model == SST_MODEL_ORCA) {
        solve_orca(params, agent, neighbors, neighbor_count, &program, scratch, solution);
    } else {
        solve_outside(params, agent, neighbors, neighbor_count, &program, scratch, solution);
    }
    solution->velocity = ssti_within_speed(solution->velocity, program.max_speed);
    mark_blocked(&program, solution);
}

void ssti_solve_half_planes(const ssti_program *program, const sst_half_plane *half_planes,
                            sst_levels counts, sst_half_plane *scratch, sst_solution *solution) {
    size_t total = counts.obstacle_count + counts.contact_count + counts.agent_count;
    *solution = (sst_solution){
        .obstacle_count = (uint32_t)counts.obstacle_count,
        .agent_count = (uint32_t)counts.agent_count,
        .contact_count = (uint32_t)counts.contact_count,
    };
    if (!ssti_nearest_permitted(program, half_planes, total, &solution->velocity)) {
        const sst_half_plane *of_contact = half_planes + counts.obstacle_count;
        level_program levels = {
            .program = *program,
            .levels = {[OBSTACLES] = {half_planes, counts.obstacle_count},
                       [CONTACT] = {of_contact, counts.contact_count},
                       [AGENTS] = {of_contact + counts.contact_count, counts.agent_count}},
            .work = scratch,
            .pairs = scratch + total,
        };
        meet_levels(&levels, solution);
    }
    solution->velocity = ssti_within_speed(solution->velocity, program->max_speed);
    mark_blocked(program, solution);
}
