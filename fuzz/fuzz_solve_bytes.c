/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* sst_solve on raw bytes: whatever the structs hold, either an error and an untouched solution, or
 * a finite velocity within the speed limit and finite half-planes. */
#include "sidestep/solve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_NEIGHBORS = 16, MAX_EDGES = 16, SCRATCH = SST_SOLVE_SCRATCH(MAX_NEIGHBORS, MAX_EDGES) };

typedef struct byte_source {
    const uint8_t *data;
    size_t size;
} byte_source;

/* Missing bytes are zero. */
static void take(byte_source *source, void *out, size_t size) {
    size_t there = size < source->size ? size : source->size;
    memset(out, 0, size);
    if (there) {
        memcpy(out, source->data, there);
        source->data += there;
        source->size -= there;
    }
}

static bool take_bool(byte_source *source) {
    uint8_t byte;
    take(source, &byte, 1);
    return byte & 1;
}

static sst_solve_params take_params(byte_source *source) {
    sst_solve_params params = {.struct_size = sizeof params};
    uint8_t options[6];
    take(source, options, sizeof options);
    take(source, &params.time_step, sizeof params.time_step);
    take(source, &params.obstacle_margin, sizeof params.obstacle_margin);
    params.side_bias = take_bool(source) ? 0.3f : 0.0f;
    params.optimisation_velocity = (sst_optimisation_velocity)(options[0] % 4);
    params.obstacle_projection = (sst_obstacle_projection)(options[1] % 4);
    params.moving_obstacle_projection = (sst_obstacle_projection)(options[1] / 4 % 4);
    params.contact = (sst_contact_rule)(options[2] % 4);
    params.pair_horizon = (sst_pair_horizon)(options[3] % 3);
    params.least_violation = (sst_least_violation)(options[4] % 3);
    params.infeasible = (sst_infeasible)(options[4] / 3 % 6);
    params.handedness = (sst_handedness)(options[5] % 3);
    params.overlaps_part_backwards = take_bool(source);
    params.horizons_cover_step = take_bool(source);
    params.obstacles_are_closed = take_bool(source);
    params.foreign_legs_bind = take_bool(source);
    params.obstacles_permit_stop = take_bool(source);
    params.obstacles_push_out = take_bool(source);
    return params;
}

static void require(bool holds) {
    if (!holds) {
        abort();
    }
}

/* An agent that is too fast may be unable to brake to its max speed. */
static double greatest_speed(const sst_solve_agent *agent) {
    double speed = hypot((double)agent->velocity.x, (double)agent->velocity.y);
    bool brakes_at_once = agent->max_acceleration == 0.0f && agent->max_braking == 0.0f;
    return brakes_at_once ? (double)agent->max_speed : fmax((double)agent->max_speed, speed);
}

static void require_sound(const sst_solution *solution, const sst_solve_agent *agent,
                          const sst_half_plane *half_planes) {
    require(isfinite(solution->velocity.x) && isfinite(solution->velocity.y));
    require(hypot((double)solution->velocity.x, (double)solution->velocity.y) <=
            greatest_speed(agent) * (1 + 1e-6));
    require(isfinite(solution->worst_violation) && solution->worst_violation >= 0.0f);
    size_t count = solution->limit_count + solution->obstacle_count + solution->agent_count +
                   solution->contact_count;
    for (size_t i = 0; i < count; ++i) {
        require(isfinite(half_planes[i].normal.x) && isfinite(half_planes[i].normal.y) &&
                isfinite(half_planes[i].offset));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static sst_half_plane scratch[SCRATCH];
    byte_source source = {data, size};
    sst_solve_params params = take_params(&source);
    sst_solve_agent agent;
    sst_neighbor neighbors[MAX_NEIGHBORS];
    sst_edge edges[MAX_EDGES];
    uint8_t counts[2];
    take(&source, counts, sizeof counts);
    size_t neighbor_count = counts[0] % (MAX_NEIGHBORS + 1);
    size_t edge_count = counts[1] % (MAX_EDGES + 1);
    take(&source, &agent, sizeof agent);
    agent.model = (sst_model)((unsigned)agent.model % 5);
    take(&source, neighbors, neighbor_count * sizeof *neighbors);
    take(&source, edges, edge_count * sizeof *edges);
    sst_solution solution, before;
    memset(&solution, 0x5a, sizeof solution);
    memcpy(&before, &solution, sizeof before);
    sst_result result = sst_solve(&params, &agent, neighbors, neighbor_count, edges, edge_count,
                                  scratch, SCRATCH, &solution);
    if (result == SST_OK) {
        require_sound(&solution, &agent, scratch);
    } else {
        require(memcmp(&before, &solution, sizeof before) == 0);
    }
    return 0;
}
