/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* sst_solve on structured input: small scenes on a coarse grid of numbers, where coincidence,
 * contact, parallel lines and exact ties are common. Beside being sound, the solution must keep its
 * promises: without a flag every half-plane holds, and the violation told is the violation there
 * is. */
#include "sidestep/solve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_NEIGHBORS = 12, MAX_VERTICES = 8 };
enum { SCRATCH = SST_SOLVE_SCRATCH(MAX_NEIGHBORS, MAX_VERTICES) };

typedef struct byte_source {
    const uint8_t *data;
    size_t size;
} byte_source;

static uint8_t take(byte_source *source) {
    if (source->size == 0) {
        return 0;
    }
    source->size--;
    return *source->data++;
}

/* -4 to 4 in steps of 1/4 or, for odd bytes, a little off. */
static float take_number(byte_source *source) {
    int byte = take(source);
    float value = (float)(byte % 33 - 16) * 0.25f;
    return byte & 128 ? value + 1e-6f * (float)(byte % 7 - 3) : value;
}

static sst_vec2 take_vector(byte_source *source) {
    float x = take_number(source);
    return (sst_vec2){x, take_number(source)};
}

static float take_length(byte_source *source) {
    return (float)(take(source) % 9) * 0.125f;
}

static void require(bool holds) {
    if (!holds) {
        abort();
    }
}

static sst_solve_params take_params(byte_source *source) {
    sst_solve_params params;
    uint8_t options = take(source);
    static const float time_steps[] = {0.01f, 0.1f, 0.25f, 4.0f};
    sst_profile profile = options & 1 ? SST_PROFILE_CLASSIC : SST_PROFILE_DEFAULT;
    require(sst_solve_params_init(&params, profile, time_steps[options >> 1 & 3]) == SST_OK);
    params.contact = (sst_contact_rule)((options >> 3) % 3);
    params.handedness = options & 64 ? SST_LEFT_HANDED : SST_RIGHT_HANDED;
    params.obstacle_projection = options & 128 ? SST_PROJECT_ZERO : SST_PROJECT_CURRENT;
    return params;
}

static sst_solve_agent take_agent(byte_source *source) {
    sst_solve_agent agent = {.velocity = take_vector(source),
                             .preferred_velocity = take_vector(source),
                             .radius = take_length(source),
                             .max_speed = 2.0f * take_length(source),
                             .time_horizon = 2.0f,
                             .time_horizon_obst = 1.0f,
                             .key = 5};
    return agent;
}

static size_t take_neighbors(byte_source *source, sst_neighbor *neighbors) {
    size_t count = take(source) % (MAX_NEIGHBORS + 1);
    for (size_t i = 0; i < count; ++i) {
        neighbors[i] = (sst_neighbor){.position = take_vector(source),
                                      .velocity = take_vector(source),
                                      .radius = take_length(source),
                                      .time_horizon = 1.5f,
                                      .responsibility = (float)(take(source) % 5) * 0.25f,
                                      .key = i < 5 ? i : i + 1};
    }
    return count;
}

static size_t take_edges(byte_source *source, sst_edge *edges) {
    size_t count = take(source) % (MAX_VERTICES + 1);
    bool closed = count & 1;
    sst_vec2 vertices[MAX_VERTICES];
    for (size_t i = 0; i < count; ++i) {
        vertices[i] = take_vector(source);
    }
    sst_vec2 origin = {0.0f, 0.0f};
    if (count == 0 || sst_edges_from_outline(vertices, count, closed, origin, edges) != SST_OK) {
        return 0;
    }
    return closed ? count : count - 1;
}

static double worst_of(const sst_half_plane *half_planes, size_t count, sst_vec2 v, double *scale) {
    double worst = 0;
    for (size_t i = 0; i < count; ++i) {
        double value = (double)half_planes[i].normal.x * (double)v.x +
                       (double)half_planes[i].normal.y * (double)v.y;
        worst = fmax(worst, (double)half_planes[i].offset - value);
        *scale = fmax(*scale, fabs((double)half_planes[i].offset));
    }
    return worst;
}

/* Of the half-planes of each region one must hold: the least violation in each, the greatest of
 * those. Regions that are cut off are left out: there the disc counts, not its tangent. */
static double worst_of_regions(const sst_half_plane *half_planes, size_t count, sst_vec2 v,
                               double *scale) {
    double worst = 0;
    for (size_t i = 0, end; i < count; i = end) {
        double least = HUGE_VAL;
        bool cut_off = false;
        for (end = i; end < count && half_planes[end].source == half_planes[i].source; ++end) {
            least = fmin(least, worst_of(&half_planes[end], 1, v, scale));
            cut_off = cut_off || half_planes[end].geometric_case == SST_CASE_CUTOFF_ARC;
        }
        worst = cut_off ? worst : fmax(worst, least);
    }
    return worst;
}

static void require_honest(const sst_solution *solution, const sst_half_plane *half_planes,
                           double max_speed, sst_model model) {
    double scale = max_speed;
    sst_vec2 v = solution->velocity;
    require(isfinite(v.x) && isfinite(v.y));
    require(hypot((double)v.x, (double)v.y) <= max_speed * (1 + 1e-6));
    double limits = worst_of(half_planes, solution->limit_count, v, &scale);
    half_planes += solution->limit_count;
    double obstacles = worst_of(half_planes, solution->obstacle_count, v, &scale);
    double (*worst)(const sst_half_plane *, size_t, sst_vec2, double *) =
        model == SST_MODEL_ORCA ? worst_of : worst_of_regions;
    double agents = worst(half_planes + solution->obstacle_count, solution->agent_count, v, &scale);
    require(limits <= 1e-4 * scale);
    require(obstacles <= (double)solution->obstacle_violation + 1e-4 * scale);
    require(agents <= (double)solution->worst_violation + 1e-4 * scale);
    require(solution->status & SST_STATUS_RELAXED || solution->worst_violation == 0.0f);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static sst_half_plane scratch[SCRATCH];
    byte_source source = {data, size};
    sst_solve_params params = take_params(&source);
    sst_solve_agent agent = take_agent(&source);
    sst_neighbor neighbors[MAX_NEIGHBORS];
    sst_edge edges[MAX_VERTICES];
    size_t neighbor_count = take_neighbors(&source, neighbors);
    size_t edge_count = take_edges(&source, edges);
    agent.model = (sst_model)(take(&source) % 4); /* last: where nothing is left, it is ORCA */
    agent.max_acceleration = take_length(&source);
    agent.max_braking = take_length(&source);
    agent.max_turn_rate = take_length(&source);
    params.infeasible = (sst_infeasible)(take(&source) % 5);
    sst_solution solution;
    require(sst_solve(&params, &agent, neighbors, neighbor_count, edges, edge_count, scratch,
                      SCRATCH, &solution) == SST_OK);
    /* One that is too fast may be unable to brake to its max speed. */
    bool brakes_at_once = agent.max_acceleration == 0.0f && agent.max_braking == 0.0f;
    double speed = hypot((double)agent.velocity.x, (double)agent.velocity.y);
    double greatest = fmax((double)agent.max_speed, brakes_at_once ? 0 : speed);
    require_honest(&solution, scratch, greatest, agent.model);
    return 0;
}
