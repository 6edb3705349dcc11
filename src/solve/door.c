/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The public door of the solve level: every value is checked here, in release builds too, so that
 * behind it no NaN, no overflow and no division by zero can arise. */
#include "solve/solver.h"

#include "base/root.h"
#include "base/vec2.h"

/* How far a normal or direction may be from length 1. */
#define UNIT_TOLERANCE 1e-5f

static bool is_within(sst_vec2 v, float limit) {
    return ssti_abs(v.x) <= limit && ssti_abs(v.y) <= limit;
}

static bool is_unit(sst_vec2 v) {
    return ssti_abs(sqrtf(ssti_length_sq(v)) - 1.0f) <= UNIT_TOLERANCE;
}

static sst_result check_velocity(sst_vec2 velocity) {
    if (!ssti_vec2_is_finite(velocity)) {
        return SST_ERROR_NOT_FINITE;
    }
    return is_within(velocity, SST_MAX_SPEED) ? SST_OK : SST_ERROR_VELOCITY;
}

static sst_result check_position(sst_vec2 position) {
    if (!ssti_vec2_is_finite(position)) {
        return SST_ERROR_NOT_FINITE;
    }
    return is_within(position, 2.0f * (float)SST_MAX_COORDINATE) ? SST_OK : SST_ERROR_POSITION;
}

static sst_result check_range(float value, float least, float most, sst_result error) {
    if (!ssti_is_finite(value)) {
        return SST_ERROR_NOT_FINITE;
    }
    return value >= least && value <= most ? SST_OK : error;
}

static sst_result first_error(const sst_result *results, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        if (results[i] != SST_OK) {
            return results[i];
        }
    }
    return SST_OK;
}

#define FIRST_ERROR(...)                                                                           \
    first_error((const sst_result[]){__VA_ARGS__},                                                 \
                sizeof((const sst_result[]){__VA_ARGS__}) / sizeof(sst_result))

static sst_result check_limits(float acceleration, float braking, float turn_rate) {
    return FIRST_ERROR(check_range(acceleration, 0.0f, 1e6f, SST_ERROR_ACCELERATION),
                       check_range(braking, 0.0f, 1e6f, SST_ERROR_ACCELERATION),
                       check_range(turn_rate, 0.0f, 1e6f, SST_ERROR_TURN_RATE));
}

static sst_result check_horizon(float horizon) {
    return check_range(horizon, SST_MIN_TIME, SST_MAX_TIME, SST_ERROR_TIME_HORIZON);
}

static sst_result check_agent(const sst_solve_agent *agent) {
    return FIRST_ERROR(
        check_velocity(agent->velocity), check_velocity(agent->preferred_velocity),
        check_range(agent->radius, 0.0f, SST_MAX_LENGTH, SST_ERROR_RADIUS),
        check_range(agent->max_speed, 0.0f, SST_MAX_SPEED, SST_ERROR_MAX_SPEED),
        check_horizon(agent->time_horizon), check_horizon(agent->time_horizon_obst),
        check_limits(agent->max_acceleration, agent->max_braking, agent->max_turn_rate),
        (unsigned)agent->model <= SST_MODEL_HRVO ? SST_OK : SST_ERROR_OPTION);
}

sst_result ssti_check_neighbor(const sst_neighbor *neighbor) {
    return FIRST_ERROR(check_position(neighbor->position), check_velocity(neighbor->velocity),
                       check_range(neighbor->radius, 0.0f, SST_MAX_LENGTH, SST_ERROR_RADIUS),
                       check_horizon(neighbor->time_horizon),
                       check_range(neighbor->responsibility, 0.0f, 1.0f, SST_ERROR_RESPONSIBILITY));
}

static sst_result check_direction(sst_vec2 direction) {
    if (!ssti_vec2_is_finite(direction)) {
        return SST_ERROR_NOT_FINITE;
    }
    return is_within(direction, 2.0f) && is_unit(direction) ? SST_OK : SST_ERROR_EDGE;
}

static sst_result check_edge(const sst_edge *edge) {
    sst_result result =
        FIRST_ERROR(check_position(edge->from), check_position(edge->to),
                    check_direction(edge->direction), check_direction(edge->previous_direction),
                    check_direction(edge->next_direction), check_velocity(edge->velocity));
    if (result != SST_OK) {
        return result;
    }
    return ssti_length_sq(ssti_sub(edge->to, edge->from)) > 0.0f ? SST_OK : SST_ERROR_EDGE;
}

static sst_result check_scene(const sst_solve_agent *agent, const sst_neighbor *neighbors,
                              size_t neighbor_count, const sst_edge *edges, size_t edge_count) {
    sst_result result = check_agent(agent);
    for (size_t i = 0; i < neighbor_count && result == SST_OK; ++i) {
        result = ssti_check_neighbor(&neighbors[i]);
    }
    for (size_t i = 0; i < edge_count && result == SST_OK; ++i) {
        result = check_edge(&edges[i]);
    }
    return result;
}

static bool counts_are_valid(size_t n, size_t m) {
    return n <= INT32_MAX / 8 && m <= INT32_MAX / 8;
}

sst_result sst_solve(const sst_solve_params *params, const sst_solve_agent *agent,
                     const sst_neighbor *neighbors, size_t neighbor_count, const sst_edge *edges,
                     size_t edge_count, sst_half_plane *scratch, size_t scratch_count,
                     sst_solution *solution) {
    if (!params || !agent || !scratch || !solution || (neighbor_count && !neighbors) ||
        (edge_count && !edges)) {
        return SST_ERROR_NULL;
    }
    if (!counts_are_valid(neighbor_count, edge_count)) {
        return SST_ERROR_CAPACITY;
    }
    if (scratch_count < SST_SOLVE_SCRATCH(neighbor_count, edge_count)) {
        return SST_ERROR_BUFFER_TOO_SMALL;
    }
    sst_result result = ssti_check_params(params);
    if (result == SST_OK) {
        result = check_scene(agent, neighbors, neighbor_count, edges, edge_count);
    }
    if (result == SST_OK) {
        ssti_solve(params, agent, neighbors, neighbor_count, edges, edge_count, scratch, solution);
    }
    return result;
}

static sst_result check_half_plane(const sst_half_plane *half_plane) {
    if (!ssti_vec2_is_finite(half_plane->normal) || !ssti_is_finite(half_plane->offset)) {
        return SST_ERROR_NOT_FINITE;
    }
    if (!is_within(half_plane->normal, 2.0f) || !is_unit(half_plane->normal)) {
        return SST_ERROR_NORMAL;
    }
    return ssti_abs(half_plane->offset) <= 1e15f ? SST_OK : SST_ERROR_VELOCITY;
}

sst_result sst_solve_half_planes(const sst_half_plane *half_planes, sst_levels levels,
                                 sst_vec2 preferred_velocity, float max_speed,
                                 sst_least_violation choice, sst_half_plane *scratch,
                                 size_t scratch_count, sst_solution *solution) {
    if (!counts_are_valid(levels.obstacle_count, levels.contact_count) ||
        !counts_are_valid(levels.agent_count, 0)) {
        return SST_ERROR_CAPACITY;
    }
    size_t total = levels.obstacle_count + levels.contact_count + levels.agent_count;
    if (!solution || (total && (!half_planes || !scratch))) {
        return SST_ERROR_NULL;
    }
    if (scratch_count < 2 * total) {
        return SST_ERROR_BUFFER_TOO_SMALL;
    }
    if (choice != SST_LEAST_NEAREST && choice != SST_LEAST_OUTERMOST) {
        return SST_ERROR_OPTION;
    }
    sst_result result =
        FIRST_ERROR(check_velocity(preferred_velocity),
                    check_range(max_speed, 0.0f, SST_MAX_SPEED, SST_ERROR_MAX_SPEED));
    for (size_t i = 0; i < total && result == SST_OK; ++i) {
        result = check_half_plane(&half_planes[i]);
    }
    if (result == SST_OK) {
        ssti_program program = {max_speed, preferred_velocity, choice, SST_RIGHT_HANDED};
        ssti_solve_half_planes(&program, half_planes, levels, scratch, solution);
    }
    return result;
}
