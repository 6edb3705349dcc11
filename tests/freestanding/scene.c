/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Scenes for both programs of the freestanding test: an agent that wants to go right, through
 * scattered neighbours that come towards it, past a triangular pillar. */

#include "scene.h"

enum { NEIGHBORS = 12, EDGES = 3 };

/* A float in [low, high); Knuth's MMIX generator, upper bits. */
static float scattered(uint64_t *state, float low, float high) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return low + (high - low) * ((float)(*state >> 40) * 0x1p-24f);
}

static bool solve_one(uint64_t seed, sst_solution *solution) {
    uint64_t state = seed;
    sst_neighbor neighbors[NEIGHBORS];
    for (uint32_t i = 0; i < NEIGHBORS; i++) {
        float x = scattered(&state, -3.0f, 3.0f), y = scattered(&state, -3.0f, 3.0f);
        neighbors[i] = (sst_neighbor){
            .position = {x, y},
            .velocity = {-0.5f * x, -0.5f * y},
            .radius = 0.25f,
            .time_horizon = 4.0f,
            .responsibility = 0.5f,
            .key = i + 1,
        };
    }
    float far = scattered(&state, 0.4f, 2.0f);
    sst_vec2 pillar[EDGES] = {{far, -0.5f}, {far + 1.0f, 0.0f}, {far, 0.5f}};
    sst_edge edges[EDGES];
    sst_solve_agent agent = {
        .velocity = {scattered(&state, -1.0f, 1.0f), scattered(&state, -1.0f, 1.0f)},
        .preferred_velocity = {1.3f, 0.0f},
        .radius = 0.25f,
        .max_speed = 1.5f,
        .time_horizon = 4.0f,
        .time_horizon_obst = 2.0f,
    };
    sst_solve_params params;
    sst_half_plane scratch[SST_SOLVE_SCRATCH(NEIGHBORS, EDGES)];
    if (sst_solve_params_init(&params, (sst_profile)(seed & 1), 0.1f) != SST_OK ||
        sst_edges_from_outline(pillar, EDGES, true, (sst_vec2){0}, edges) != SST_OK ||
        sst_solve(&params, &agent, neighbors, NEIGHBORS, edges, EDGES, scratch,
                  sizeof scratch / sizeof *scratch, solution) != SST_OK)
        return false;
    sst_vec2 v = solution->velocity;
    return v.x * v.x + v.y * v.y <= 1.5f * 1.5f * (1.0f + 4e-6f); /* false for NaN as well */
}

bool scene_solve_all(sst_solution solutions[SCENE_COUNT]) {
    for (uint64_t i = 0; i < SCENE_COUNT; i++)
        if (!solve_one(i, &solutions[i]))
            return false;
    return true;
}
