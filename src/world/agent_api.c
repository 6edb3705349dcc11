/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The public calls on single agents and on many at once. Each checks all it is given, then makes
 * room, then changes the world: so that a refusal leaves it as it was. */
#include "base/lattice.h"
#include "world/world_state.h"

sst_result sst_agent_def_init(sst_agent_def *def) {
    if (!def) {
        return SST_ERROR_NULL;
    }
    *def = (sst_agent_def){
        .struct_size = sizeof *def,
        .max_neighbors = 10,
        .radius = 0.3f,
        .max_speed = 1.5f,
        .neighbor_dist = SST_AUTO,
        .time_horizon = 2.0f,
        .time_horizon_obst = 1.0f,
        .priority = 1.0f,
        .layers = 1,
        .mask = SST_ALL_LAYERS,
        .obstacle_mask = SST_ALL_LAYERS,
        .model = SST_MODEL_ORCA,
        .decide_every = 1,
        .key = SST_KEY_AUTO,
    };
    return SST_OK;
}

/* --- Add and remove ------------------------------------------------------------------------ */

static bool key_is_taken(const ssti_agents *agents, uint64_t key) {
    return ssti_key_map_find(&agents->keys, ssti_agents_keys(agents), key) != SSTI_KEY_NONE;
}

/* The creation number, or the next that nobody has chosen as a key. */
static uint64_t automatic_key(const ssti_agents *agents) {
    uint64_t key = agents->created;
    while (key_is_taken(agents, key)) {
        key++;
    }
    return key;
}

/* Opinions are of whoever estimates; another begins without. */
static void forget_opinions(ssti_agents *agents, size_t slot) {
    if (agents->opinions) {
        agents->opinions[slot] = (ssti_opinions){0};
    }
}

static sst_agent_id append_agent(ssti_agents *agents, const sst_agent_def *def) {
    size_t slot = agents->count++;
    uint64_t key = def->key == SST_KEY_AUTO ? automatic_key(agents) : def->key;
    sst_agent_id id = {ssti_id_pool_acquire(&agents->ids, (uint32_t)slot)};
    agents->id[slot] = id;
    agents->key[slot] = key;
    ssti_key_map_add(&agents->keys, ssti_agents_keys(agents), (uint32_t)slot);
    agents->status[slot] = 0;
    agents->worst_violation[slot] = 0.0f;
    agents->trace[slot] = SSTI_NO_INDEX;
    agents->created++;
    forget_opinions(agents, slot);
    ssti_agents_write(agents, slot, def);
    return id;
}

static sst_result make_room_for_opinions(sst_world *world, const sst_agent_def *def) {
    bool has_room = def->share != SST_SHARE_ESTIMATED ||
                    ssti_agents_keep_opinions(&world->agents, &world->allocator);
    return has_room ? SST_OK : SST_ERROR_OUT_OF_MEMORY;
}

sst_result sst_world_add_agent(sst_world *world, const sst_agent_def *def, sst_agent_id *id) {
    if (!world || !def || !id) {
        return SST_ERROR_NULL;
    }
    ssti_agents *agents = &world->agents;
    sst_result result = ssti_check_agent_def(def);
    if (result == SST_OK && def->key != SST_KEY_AUTO && key_is_taken(agents, def->key)) {
        result = SST_ERROR_DUPLICATE_KEY;
    }
    if (result == SST_OK) {
        result = ssti_world_make_room(world, agents->count + 1, world->obstacles.edge_count,
                                      def->max_neighbors);
    }
    if (result == SST_OK) {
        result = make_room_for_opinions(world, def);
    }
    if (result == SST_OK) {
        *id = append_agent(agents, def);
        world->agent_tree_is_current = false;
    }
    return result;
}

static void remove_slot(sst_world *world, size_t slot) {
    ssti_traces_forget(&world->traces, &world->agents, &world->allocator, slot);
    ssti_agents_remove(&world->agents, slot);
    world->agent_tree_is_current = false;
}

/* There are at most 2^31 slots, so the highest bit of an id's slot is free to mark it as seen. */
#define SEEN (UINT32_C(1) << 31)

static uint64_t id_at(const sst_agent_id *ids, size_t stride, size_t i) {
    return ((const sst_agent_id *)(const void *)((const char *)ids + i * stride))->value;
}

/* Nothing is allocated, and no mark remains. */
sst_result ssti_world_check_ids(sst_world *world, const sst_agent_id *ids, size_t count,
                                size_t stride) {
    ssti_id_pool *pool = &world->agents.ids;
    sst_result result = SST_OK;
    uint32_t slot;
    size_t marked = 0;
    for (; marked < count; marked++) {
        uint64_t id = id_at(ids, stride, marked);
        if (!ssti_id_pool_find(pool, id, &slot)) {
            result = SST_ERROR_STALE_ID;
            break;
        }
        if (slot & SEEN) {
            result = SST_ERROR_DUPLICATE_ID;
            break;
        }
        ssti_id_pool_set_slot(pool, id, slot | SEEN);
    }
    for (size_t i = 0; i < marked; i++) {
        uint64_t id = id_at(ids, stride, i);
        ssti_id_pool_find(pool, id, &slot);
        ssti_id_pool_set_slot(pool, id, slot & ~SEEN);
    }
    return result;
}

sst_result sst_world_remove_agents(sst_world *world, const sst_agent_id *ids, size_t count) {
    if (!world || (!ids && count > 0)) {
        return SST_ERROR_NULL;
    }
    sst_result result = ssti_world_check_ids(world, ids, count, sizeof *ids);
    for (size_t i = 0; i < count && result == SST_OK; i++) {
        size_t slot = 0;
        ssti_agents_find(&world->agents, ids[i], &slot);
        remove_slot(world, slot);
    }
    return result;
}

sst_result sst_world_remove_agent(sst_world *world, sst_agent_id id) {
    size_t slot;
    if (!world) {
        return SST_ERROR_NULL;
    }
    if (!ssti_agents_find(&world->agents, id, &slot)) {
        return SST_ERROR_STALE_ID;
    }
    remove_slot(world, slot);
    return SST_OK;
}

bool sst_world_has_agent(const sst_world *world, sst_agent_id id) {
    size_t slot;
    return world && ssti_agents_find(&world->agents, id, &slot);
}

size_t sst_world_agent_count(const sst_world *world) {
    return world ? world->agents.count : 0;
}

/* --- One agent ----------------------------------------------------------------------------- */

sst_result sst_world_get_agent(const sst_world *world, sst_agent_id id, sst_agent_def *def) {
    size_t slot;
    if (!world || !def) {
        return SST_ERROR_NULL;
    }
    if (!ssti_agents_find(&world->agents, id, &slot)) {
        return SST_ERROR_STALE_ID;
    }
    ssti_agents_read(&world->agents, slot, def);
    return SST_OK;
}

static void change_key(ssti_agents *agents, size_t slot, uint64_t key) {
    ssti_keys keys = ssti_agents_keys(agents);
    ssti_key_map_remove(&agents->keys, keys, agents->key[slot]);
    agents->key[slot] = key;
    ssti_key_map_add(&agents->keys, keys, (uint32_t)slot);
}

sst_result sst_world_set_agent(sst_world *world, sst_agent_id id, const sst_agent_def *def) {
    size_t slot;
    if (!world || !def) {
        return SST_ERROR_NULL;
    }
    ssti_agents *agents = &world->agents;
    if (!ssti_agents_find(agents, id, &slot)) {
        return SST_ERROR_STALE_ID;
    }
    bool new_key = def->key != SST_KEY_AUTO && def->key != agents->key[slot];
    sst_result result = ssti_check_agent_def(def);
    if (result == SST_OK && new_key && key_is_taken(agents, def->key)) {
        result = SST_ERROR_DUPLICATE_KEY;
    }
    if (result == SST_OK) {
        result = ssti_world_make_room(world, agents->count, world->obstacles.edge_count,
                                      def->max_neighbors);
    }
    if (result == SST_OK) {
        result = make_room_for_opinions(world, def);
    }
    if (result != SST_OK) {
        return result;
    }
    if (new_key) {
        change_key(agents, slot, def->key);
    }
    if (def->share != SST_SHARE_ESTIMATED) {
        forget_opinions(agents, slot);
    }
    ssti_agents_write(agents, slot, def);
    world->agent_tree_is_current = false;
    return SST_OK;
}

sst_result sst_world_teleport_agent(sst_world *world, sst_agent_id id, sst_point position,
                                    sst_vec2 velocity) {
    sst_result result = ssti_check_velocity(velocity);
    if (result == SST_OK) {
        result = sst_world_set_positions(world, &id, &position, 1);
    }
    if (result == SST_OK) {
        size_t slot = 0;
        ssti_agents_find(&world->agents, id, &slot);
        world->agents.must_decide[slot] = 1;
        result = sst_world_set_velocities(world, &id, &velocity, 1);
    }
    return result;
}

sst_result sst_world_move_agent(sst_world *world, sst_agent_id id, sst_point position) {
    return sst_world_set_positions(world, &id, &position, 1);
}

sst_result sst_world_set_preferred_velocity(sst_world *world, sst_agent_id id,
                                            sst_vec2 preferred_velocity) {
    return sst_world_set_preferred_velocities(world, &id, &preferred_velocity, 1);
}

sst_result sst_world_set_velocity(sst_world *world, sst_agent_id id, sst_vec2 velocity) {
    return sst_world_set_velocities(world, &id, &velocity, 1);
}

/* --- Many agents --------------------------------------------------------------------------- */

static sst_result check_ids(const sst_world *world, const sst_agent_id *ids, const void *values,
                            size_t count) {
    if (!world || ((!ids || !values) && count > 0)) {
        return SST_ERROR_NULL;
    }
    for (size_t i = 0; i < count; i++) {
        size_t slot;
        if (!ssti_agents_find(&world->agents, ids[i], &slot)) {
            return SST_ERROR_STALE_ID;
        }
    }
    return SST_OK;
}

static sst_result set_vectors(const sst_world *world, float *x, float *y, const sst_agent_id *ids,
                              const sst_vec2 *values, size_t count) {
    sst_result result = check_ids(world, ids, values, count);
    for (size_t i = 0; i < count && result == SST_OK; i++) {
        result = ssti_check_velocity(values[i]);
    }
    for (size_t i = 0; i < count && result == SST_OK; i++) {
        size_t slot = 0;
        ssti_agents_find(&world->agents, ids[i], &slot);
        x[slot] = values[i].x;
        y[slot] = values[i].y;
    }
    return result;
}

sst_result sst_world_set_preferred_velocities(sst_world *world, const sst_agent_id *ids,
                                              const sst_vec2 *values, size_t count) {
    if (!world) {
        return SST_ERROR_NULL;
    }
    return set_vectors(world, world->agents.preferred_x, world->agents.preferred_y, ids, values,
                       count);
}

sst_result sst_world_set_velocities(sst_world *world, const sst_agent_id *ids,
                                    const sst_vec2 *values, size_t count) {
    if (!world) {
        return SST_ERROR_NULL;
    }
    world->agent_tree_is_current = false; /* a scripted agent's speed is its reach */
    return set_vectors(world, world->agents.velocity_x, world->agents.velocity_y, ids, values,
                       count);
}

sst_result sst_world_set_positions(sst_world *world, const sst_agent_id *ids,
                                   const sst_point *values, size_t count) {
    sst_result result = check_ids(world, ids, values, count);
    for (size_t i = 0; i < count && result == SST_OK; i++) {
        result = ssti_check_position(values[i]);
    }
    for (size_t i = 0; i < count && result == SST_OK; i++) {
        size_t slot = 0;
        ssti_agents_find(&world->agents, ids[i], &slot);
        sst_point position = ssti_wrap_point(ssti_lattice_point(values[i]), &world->agents.period);
        world->agents.position_x[slot] = position.x;
        world->agents.position_y[slot] = position.y;
        world->agent_tree_is_current = false;
    }
    return result;
}

sst_result sst_world_get_positions(const sst_world *world, const sst_agent_id *ids,
                                   sst_point *values, size_t count) {
    sst_result result = check_ids(world, ids, values, count);
    for (size_t i = 0; i < count && result == SST_OK; i++) {
        size_t slot = 0;
        ssti_agents_find(&world->agents, ids[i], &slot);
        values[i] = (sst_point){world->agents.position_x[slot], world->agents.position_y[slot]};
    }
    return result;
}

sst_result sst_world_get_velocities(const sst_world *world, const sst_agent_id *ids,
                                    sst_vec2 *values, size_t count) {
    sst_result result = check_ids(world, ids, values, count);
    for (size_t i = 0; i < count && result == SST_OK; i++) {
        size_t slot = 0;
        ssti_agents_find(&world->agents, ids[i], &slot);
        values[i] = (sst_vec2){world->agents.velocity_x[slot], world->agents.velocity_y[slot]};
    }
    return result;
}

sst_result sst_world_view_agents(sst_world *world, sst_agent_view *view) {
    if (!world || !view) {
        return SST_ERROR_NULL;
    }
    const ssti_agents *agents = &world->agents;
    *view = (sst_agent_view){
        .count = agents->count,
        .ids = agents->id,
        .position_x = agents->position_x,
        .position_y = agents->position_y,
        .velocity_x = agents->velocity_x,
        .velocity_y = agents->velocity_y,
        .status = agents->status,
        .worst_violation = agents->worst_violation,
        .preferred_x = agents->preferred_x,
        .preferred_y = agents->preferred_y,
    };
    return SST_OK;
}
