/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Worlds and agents that several tests start from. */
#include "scenes.h"

#include <stdlib.h>

sst_world *scene_world(sst_profile profile) {
    sst_world_def def;
    sst_world *world = NULL;
    sst_world_def_init(&def, profile);
    return sst_world_create(&def, &world) == SST_OK ? world : NULL;
}

sst_agent_def scene_agent(double x, double y) {
    sst_agent_def def;
    sst_agent_def_init(&def);
    def.position = (sst_point){x, y};
    return def;
}

sst_agent_id scene_add(sst_world *world, const sst_agent_def *def) {
    sst_agent_id id = {0};
    sst_world_add_agent(world, def, &id);
    return id;
}

static void make_unusual(sst_agent_def *def, test_rng *rng) {
    switch (test_below(rng, 20)) {
    case 0:
        def->max_speed = 0.0f;
        break;
    case 1:
        def->scripted = true;
        break;
    case 2:
        def->layers = 2;
        break;
    case 3:
        def->mask = 2;
        break;
    case 4:
        def->priority = 3.0f;
        break;
    case 5:
        def->radius = 2.0f;
        break;
    case 6:
        def->neighbor_dist = test_uniform_f(rng, 0.0f, 5.0f);
        break;
    case 7:
        def->max_neighbors = (uint32_t)test_below(rng, 4);
        break;
    default:
        break;
    }
}

sst_agent_def scene_random_agent(test_rng *rng, double half_side) {
    double x = test_uniform(rng, -half_side, half_side);
    sst_agent_def def = scene_agent(x, test_uniform(rng, -half_side, half_side));
    def.velocity.x = test_uniform_f(rng, -1.0f, 1.0f);
    def.velocity.y = test_uniform_f(rng, -1.0f, 1.0f);
    def.preferred_velocity.x = test_uniform_f(rng, -1.2f, 1.2f);
    def.preferred_velocity.y = test_uniform_f(rng, -1.2f, 1.2f);
    def.radius = test_uniform_f(rng, 0.1f, 0.4f);
    def.time_horizon = test_uniform_f(rng, 0.5f, 3.0f);
    def.max_speed = test_uniform_f(rng, 1.0f, 1.6f);
    make_unusual(&def, rng);
    return def;
}

static sst_result add_outline(sst_world *world, const sst_point *vertices, size_t count,
                              sst_vec2 velocity, uint64_t key) {
    sst_obstacle_def def;
    sst_obstacle_id id;
    sst_obstacle_def_init(&def);
    def.vertices = vertices;
    def.vertex_count = count;
    def.velocity = velocity;
    def.key = key;
    return sst_world_add_obstacle(world, &def, &id, NULL);
}

static sst_result add_obstacles(sst_world *world, test_rng *rng, double half_side, uint64_t first) {
    sst_result result = SST_OK;
    for (uint64_t i = 0; i < 8 && result == SST_OK; i++) {
        double x = test_uniform(rng, -half_side, half_side);
        double y = test_uniform(rng, -half_side, half_side);
        double a = test_uniform(rng, 0.3, 2.0), b = test_uniform(rng, -1.0, 1.0);
        const sst_point box[] = {{x, y}, {x + a, y + b}, {x + a - b, y + b + a}, {x - b, y + a}};
        sst_vec2 velocity = {i == 0 ? 0.4f : 0.0f, i == 0 ? -0.2f : 0.0f};
        /* Two of them are walls. */
        result = add_outline(world, box, i < 6 ? 4 : 2, velocity, (i + first) % 8);
    }
    return result;
}

static void shuffle_agents(sst_agent_def *agents, size_t count, uint64_t seed) {
    test_rng rng = {seed};
    for (size_t i = count; i > 1; i--) {
        size_t k = (size_t)test_below(&rng, i);
        sst_agent_def other = agents[i - 1];
        agents[i - 1] = agents[k];
        agents[k] = other;
    }
}

sst_result scene_crowd(sst_world *world, size_t count, uint64_t seed, uint64_t shuffle) {
    test_rng rng = {seed};
    double half_side = 0.5;
    while (4.0 * half_side * half_side < (double)count) {
        half_side *= 1.1;
    }
    sst_agent_def *agents = calloc(count + 1, sizeof *agents);
    if (!agents) {
        return SST_ERROR_OUT_OF_MEMORY;
    }
    sst_result result = add_obstacles(world, &rng, half_side, 0);
    for (size_t i = 0; i < count; i++) {
        agents[i] = scene_random_agent(&rng, half_side);
        agents[i].key = 1000 + 7 * i;
    }
    if (shuffle) {
        shuffle_agents(agents, count, shuffle);
    }
    for (size_t i = 0; i < count && result == SST_OK; i++) {
        sst_agent_id id;
        result = sst_world_add_agent(world, &agents[i], &id);
    }
    free(agents);
    return result;
}

bool scene_agent_by_key(sst_world *world, uint64_t key, sst_agent_def *def) {
    sst_agent_view view;
    sst_world_view_agents(world, &view);
    for (size_t i = 0; i < view.count; i++) {
        if (sst_world_get_agent(world, view.ids[i], def) == SST_OK && def->key == key) {
            return true;
        }
    }
    return false;
}
