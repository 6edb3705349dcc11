/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The agents of a world: storage, and what an agent may be. See the header for the layout. */
#include "world/agents.h"

#include "base/lattice.h"
#include "base/root.h"
#include "base/vec2.h"
#include "solve/solver.h"

#include <string.h>

enum { ALIGNMENT = 64, PADDING = 16 };

/* --- Storage ------------------------------------------------------------------------------- */

static size_t aligned(size_t size) {
    return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* Lays the arrays out one after the other from `at`; null only measures. */
static size_t lay_out(ssti_agents *agents, char *at, size_t capacity) {
    size_t size = 0;
#define LAY_OUT(type, name)                                                                        \
    agents->name = at ? (type *)(void *)(at + size) : NULL;                                        \
    size += aligned(capacity * sizeof(type));
    SSTI_AGENT_ARRAYS(LAY_OUT)
#undef LAY_OUT
    return size;
}

void ssti_agents_init(ssti_agents *agents) {
    *agents = (ssti_agents){0};
    ssti_id_pool_init(&agents->ids);
}

static void free_opinions(ssti_agents *agents, const sst_allocator *allocator) {
    if (agents->opinions) {
        ssti_deallocate(allocator, agents->opinions, agents->capacity * sizeof *agents->opinions);
    }
}

/* For so many agents, those in use copied. */
static ssti_opinions *copy_opinions(const ssti_agents *agents, const sst_allocator *allocator,
                                    size_t capacity) {
    ssti_opinions *made = ssti_allocate(allocator, capacity * sizeof *made);
    if (made) {
        memset(made, 0, capacity * sizeof *made);
        if (agents->opinions && agents->count > 0) {
            memcpy(made, agents->opinions, agents->count * sizeof *made);
        }
    }
    return made;
}

bool ssti_agents_keep_opinions(ssti_agents *agents, const sst_allocator *allocator) {
    if (!agents->opinions && agents->capacity > 0) {
        agents->opinions = copy_opinions(agents, allocator, agents->capacity);
    }
    return agents->opinions != NULL;
}

void ssti_agents_free(ssti_agents *agents, const sst_allocator *allocator) {
    free_opinions(agents, allocator);
    ssti_deallocate(allocator, agents->block, agents->block_size);
    ssti_id_pool_free(&agents->ids, allocator);
    ssti_key_map_free(&agents->keys, allocator);
    ssti_agents_init(agents);
}

static bool grow_arrays(ssti_agents *agents, const sst_allocator *allocator, size_t capacity) {
    ssti_agents grown = *agents;
    grown.capacity = capacity;
    grown.block_size = lay_out(&grown, NULL, capacity) + ALIGNMENT;
    grown.block = ssti_allocate(allocator, grown.block_size);
    if (!grown.block) {
        return false;
    }
    if (agents->opinions && !(grown.opinions = copy_opinions(agents, allocator, capacity))) {
        ssti_deallocate(allocator, grown.block, grown.block_size);
        return false;
    }
    /* The padding is computed on by wide kernels, so it holds zeros, never stray NaNs. */
    memset(grown.block, 0, grown.block_size);
    size_t odd = (size_t)((uintptr_t)grown.block % ALIGNMENT);
    lay_out(&grown, (char *)grown.block + (odd ? ALIGNMENT - odd : 0), capacity);
#define COPY(type, name)                                                                           \
    if (agents->count > 0) {                                                                       \
        memcpy(grown.name, agents->name, agents->count * sizeof(type));                            \
    }
    SSTI_AGENT_ARRAYS(COPY)
#undef COPY
    free_opinions(agents, allocator);
    ssti_deallocate(allocator, agents->block, agents->block_size);
    *agents = grown;
    return true;
}

sst_result ssti_agents_reserve(ssti_agents *agents, const sst_allocator *allocator, size_t count) {
    if (count > INT32_MAX) {
        return SST_ERROR_CAPACITY;
    }
    if (count > SIZE_MAX / 2048) {
        return SST_ERROR_OUT_OF_MEMORY; /* sizes in bytes could overflow */
    }
    if (count > agents->capacity) {
        size_t wanted = 2 * agents->capacity > count ? 2 * agents->capacity : count;
        size_t capacity = (wanted + PADDING - 1) / PADDING * PADDING;
        if (!grow_arrays(agents, allocator, capacity)) {
            return SST_ERROR_OUT_OF_MEMORY;
        }
    }
    if (!ssti_key_map_reserve(&agents->keys, ssti_agents_keys(agents), allocator, count)) {
        return SST_ERROR_OUT_OF_MEMORY;
    }
    size_t more = count > agents->count ? count - agents->count : 0;
    return ssti_id_pool_reserve(&agents->ids, allocator, more);
}

bool ssti_agents_find(const ssti_agents *agents, sst_agent_id id, size_t *slot) {
    uint32_t found;
    if (!ssti_id_pool_find(&agents->ids, id.value, &found)) {
        return false;
    }
    *slot = found;
    return true;
}

void ssti_agents_remove(ssti_agents *agents, size_t slot) {
    size_t last = agents->count - 1;
    ssti_key_map_remove(&agents->keys, ssti_agents_keys(agents), agents->key[slot]);
    ssti_id_pool_release(&agents->ids, agents->id[slot].value);
    if (slot != last) {
        ssti_key_map_move(&agents->keys, ssti_agents_keys(agents), agents->key[last],
                          (uint32_t)slot);
#define MOVE(type, name) agents->name[slot] = agents->name[last];
        SSTI_AGENT_ARRAYS(MOVE)
#undef MOVE
        if (agents->opinions) {
            agents->opinions[slot] = agents->opinions[last];
        }
        ssti_id_pool_set_slot(&agents->ids, agents->id[slot].value, (uint32_t)slot);
    }
    agents->count = last;
}

/* --- Values -------------------------------------------------------------------------------- */

sst_result ssti_check_position(sst_point p) {
    if (!(p.x - p.x == 0.0 && p.y - p.y == 0.0)) {
        return SST_ERROR_NOT_FINITE;
    }
    bool inside = p.x >= -SST_MAX_COORDINATE && p.x <= SST_MAX_COORDINATE &&
                  p.y >= -SST_MAX_COORDINATE && p.y <= SST_MAX_COORDINATE;
    return inside ? SST_OK : SST_ERROR_POSITION;
}

sst_result ssti_check_velocity(sst_vec2 v) {
    if (!ssti_vec2_is_finite(v)) {
        return SST_ERROR_NOT_FINITE;
    }
    bool inside = ssti_abs(v.x) <= SST_MAX_SPEED && ssti_abs(v.y) <= SST_MAX_SPEED;
    return inside ? SST_OK : SST_ERROR_VELOCITY;
}

static sst_result check_range(float value, float low, float high, sst_result otherwise) {
    if (!ssti_is_finite(value)) {
        return SST_ERROR_NOT_FINITE;
    }
    return value >= low && value <= high ? SST_OK : otherwise;
}

static sst_result first_error(const sst_result *results, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (results[i] != SST_OK) {
            return results[i];
        }
    }
    return SST_OK;
}

sst_result ssti_check_agent_def(const sst_agent_def *def) {
    if (def->struct_size != sizeof *def) {
        return SST_ERROR_STRUCT_SIZE;
    }
    const sst_result results[] = {
        ssti_check_position(def->position),
        ssti_check_velocity(def->velocity),
        ssti_check_velocity(def->preferred_velocity),
        def->neighbor_dist == SST_AUTO
            ? SST_OK
            : check_range(def->neighbor_dist, 0.0f, SST_MAX_LENGTH, SST_ERROR_NEIGHBOR_DIST),
#define CHECK_RANGE(name, low, high, error) check_range(def->name, low, high, error),
        SSTI_AGENT_RANGES(CHECK_RANGE)
#undef CHECK_RANGE
                    def->max_neighbors <= SSTI_MOST_MAX_NEIGHBORS
            ? SST_OK
            : SST_ERROR_MAX_NEIGHBORS,
        def->decide_every >= 1 && def->decide_every <= SSTI_MOST_DECIDE_EVERY
            ? SST_OK
            : SST_ERROR_DECIDE_EVERY,
        (unsigned)def->model <= SST_MODEL_HRVO ? SST_OK : SST_ERROR_OPTION,
        (unsigned)def->share <= SST_SHARE_ESTIMATED ? SST_OK : SST_ERROR_OPTION,
    };
    return first_error(results, sizeof results / sizeof *results);
}

void ssti_agents_write(ssti_agents *agents, size_t slot, const sst_agent_def *def) {
    sst_point position = ssti_wrap_point(ssti_lattice_point(def->position), &agents->period);
    agents->position_x[slot] = position.x;
    agents->position_y[slot] = position.y;
    agents->velocity_x[slot] = def->velocity.x;
    agents->velocity_y[slot] = def->velocity.y;
    agents->preferred_x[slot] = def->preferred_velocity.x;
    agents->preferred_y[slot] = def->preferred_velocity.y;
    agents->radius[slot] = def->radius;
    agents->max_speed[slot] = def->max_speed;
    agents->neighbor_dist[slot] = def->neighbor_dist;
    agents->time_horizon[slot] = def->time_horizon;
    agents->time_horizon_obst[slot] = def->time_horizon_obst;
    agents->max_acceleration[slot] = def->max_acceleration;
    agents->max_braking[slot] = def->max_braking;
    agents->max_turn_rate[slot] = def->max_turn_rate;
    agents->priority[slot] = def->priority;
    agents->max_neighbors[slot] = def->max_neighbors;
    agents->layers[slot] = def->layers;
    agents->mask[slot] = def->mask;
    agents->obstacle_mask[slot] = def->obstacle_mask;
    agents->share[slot] = (uint8_t)def->share;
    agents->model[slot] = (uint8_t)def->model;
    agents->scripted[slot] = def->scripted;
    agents->decide_every[slot] = (uint8_t)def->decide_every;
    agents->must_decide[slot] = 1;
}

void ssti_agents_read(const ssti_agents *agents, size_t slot, sst_agent_def *def) {
    *def = (sst_agent_def){
        .struct_size = sizeof *def,
        .max_neighbors = agents->max_neighbors[slot],
        .position = {agents->position_x[slot], agents->position_y[slot]},
        .velocity = {agents->velocity_x[slot], agents->velocity_y[slot]},
        .preferred_velocity = {agents->preferred_x[slot], agents->preferred_y[slot]},
        .radius = agents->radius[slot],
        .max_speed = agents->max_speed[slot],
        .neighbor_dist = agents->neighbor_dist[slot],
        .time_horizon = agents->time_horizon[slot],
        .time_horizon_obst = agents->time_horizon_obst[slot],
        .max_acceleration = agents->max_acceleration[slot],
        .max_braking = agents->max_braking[slot],
        .max_turn_rate = agents->max_turn_rate[slot],
        .priority = agents->priority[slot],
        .layers = agents->layers[slot],
        .mask = agents->mask[slot],
        .obstacle_mask = agents->obstacle_mask[slot],
        .share = (sst_share)agents->share[slot],
        .model = (sst_model)agents->model[slot],
        .scripted = agents->scripted[slot] != 0,
        .decide_every = agents->decide_every[slot],
        .key = agents->key[slot],
    };
}

float ssti_agents_reach_speed(const ssti_agents *agents, size_t slot) {
    float max_speed = agents->max_speed[slot];
    if (!agents->scripted[slot]) {
        return max_speed;
    }
    sst_vec2 velocity = {agents->velocity_x[slot], agents->velocity_y[slot]};
    return ssti_max(max_speed, sqrtf(ssti_length_sq(velocity)));
}

bool ssti_agents_all_see_each_other(const ssti_agents *agents) {
    uint32_t any_layer = 0, common_mask = SST_ALL_LAYERS;
    bool all_have_layers = true;
    for (size_t i = 0; i < agents->count; i++) {
        any_layer |= agents->layers[i];
        common_mask &= agents->mask[i];
        all_have_layers &= agents->layers[i] != 0;
    }
    return all_have_layers && (any_layer & ~common_mask) == 0;
}
