/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The named rules of the solver and what each profile sets them to. */
#include "solve/solver.h"

#include "base/vec2.h"

/* Kept from edges in the default profile: a millimetre hides float rounding at walls, and closes
 * the joint of two walls to an agent of radius zero. */
#define DEFAULT_OBSTACLE_MARGIN 0.001f

/* About 17 degrees. Evenly spaced circles swap places with 0.2 to 0.5; at 0.5 those bound for one
 * place still circle it after a minute. */
#define DEFAULT_SIDE_BIAS  0.3f
#define GREATEST_SIDE_BIAS 1.0f

static bool time_is_valid(float time) {
    return time >= SST_MIN_TIME && time <= SST_MAX_TIME;
}

sst_result sst_solve_params_init(sst_solve_params *params, sst_profile profile, float time_step) {
    if (!params) {
        return SST_ERROR_NULL;
    }
    if (profile != SST_PROFILE_DEFAULT && profile != SST_PROFILE_CLASSIC) {
        return SST_ERROR_OPTION;
    }
    if (!time_is_valid(time_step)) {
        return ssti_is_finite(time_step) ? SST_ERROR_TIME_STEP : SST_ERROR_NOT_FINITE;
    }
    bool classic = profile == SST_PROFILE_CLASSIC;
    *params = (sst_solve_params){
        .struct_size = sizeof *params,
        .time_step = time_step,
        .optimisation_velocity = SST_OPTIMISE_CURRENT,
        .obstacle_projection = SST_PROJECT_CURRENT,
        .moving_obstacle_projection = classic ? SST_PROJECT_CURRENT : SST_PROJECT_PREFERRED,
        .contact = classic ? SST_CONTACT_OFF : SST_CONTACT_ALWAYS,
        .pair_horizon = classic ? SST_HORIZON_OWN : SST_HORIZON_SMALLER,
        .least_violation = classic ? SST_LEAST_OUTERMOST : SST_LEAST_NEAREST,
        .infeasible = SST_INFEASIBLE_LEAST_VIOLATION,
        .handedness = SST_RIGHT_HANDED,
        .side_bias = classic ? 0.0f : DEFAULT_SIDE_BIAS,
        .obstacle_margin = classic ? 0.0f : DEFAULT_OBSTACLE_MARGIN,
        .overlaps_part_backwards = !classic,
        .horizons_cover_step = !classic,
        .obstacles_are_closed = !classic,
        .foreign_legs_bind = !classic,
        .obstacles_permit_stop = !classic,
        .obstacles_push_out = !classic,
    };
    return SST_OK;
}

/* The defaults of an agent, at this level and in a world. */
#define DEFAULT_RADIUS       0.3f
#define DEFAULT_MAX_SPEED    1.5f
#define DEFAULT_HORIZON      2.0f
#define DEFAULT_HORIZON_OBST 1.0f

void sst_solve_agent_init(sst_solve_agent *agent) {
    if (agent) {
        *agent = (sst_solve_agent){
            .radius = DEFAULT_RADIUS,
            .max_speed = DEFAULT_MAX_SPEED,
            .time_horizon = DEFAULT_HORIZON,
            .time_horizon_obst = DEFAULT_HORIZON_OBST,
        };
    }
}

void sst_neighbor_init(sst_neighbor *neighbor) {
    if (neighbor) {
        *neighbor = (sst_neighbor){
            .radius = DEFAULT_RADIUS,
            .time_horizon = DEFAULT_HORIZON,
            .responsibility = 0.5f,
        };
    }
}

static bool options_are_valid(const sst_solve_params *params) {
    return (unsigned)params->optimisation_velocity <= SST_OPTIMISE_PREFERRED &&
           (unsigned)params->obstacle_projection <= SST_PROJECT_PREFERRED &&
           (unsigned)params->moving_obstacle_projection <= SST_PROJECT_PREFERRED &&
           (unsigned)params->contact <= SST_CONTACT_ALWAYS &&
           (unsigned)params->pair_horizon <= SST_HORIZON_SMALLER &&
           (unsigned)params->least_violation <= SST_LEAST_OUTERMOST &&
           (unsigned)params->infeasible <= SST_INFEASIBLE_STOP &&
           (unsigned)params->handedness <= SST_LEFT_HANDED;
}

sst_result ssti_check_params(const sst_solve_params *params) {
    if (!params) {
        return SST_ERROR_NULL;
    }
    if (params->struct_size != sizeof *params) {
        return SST_ERROR_STRUCT_SIZE;
    }
    if (!ssti_is_finite(params->time_step) || !ssti_is_finite(params->obstacle_margin) ||
        !ssti_is_finite(params->side_bias)) {
        return SST_ERROR_NOT_FINITE;
    }
    if (!time_is_valid(params->time_step)) {
        return SST_ERROR_TIME_STEP;
    }
    if (params->obstacle_margin < 0.0f || params->obstacle_margin > SST_MAX_LENGTH) {
        return SST_ERROR_RADIUS;
    }
    if (params->side_bias < 0.0f || params->side_bias > GREATEST_SIDE_BIAS) {
        return SST_ERROR_SIDE_BIAS;
    }
    return options_are_valid(params) ? SST_OK : SST_ERROR_OPTION;
}
