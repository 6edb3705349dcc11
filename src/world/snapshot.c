/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* A world as bytes, and back. All that later steps depend on, ids and the last step's status too;
 * little-endian, with a checksum over the whole. Restoring builds the new state beside the old one
 * and swaps only when every value has been checked, so that any bytes are safe to pass. */
#include "base/hash.h"
#include "world/state_codec.h"
#include "world/world_state.h"

/* "sidestep" in little-endian, then the version of this layout. */
#define MAGIC   UINT64_C(0x7065747365646973)
#define VERSION 1u

/* LEAST_AGENT_SIZE: a lower bound, against counts that the bytes cannot hold. */
enum { HEADER_SIZE = 8 + 4 + 8 + 8, LEAST_AGENT_SIZE = 103 };

/* --- Writing ------------------------------------------------------------------------------- */

static void write_agents(ssti_writer *writer, const ssti_agents *agents) {
    ssti_write_u64(writer, agents->count);
    ssti_write_u64(writer, agents->created);
    ssti_id_pool_write(&agents->ids, writer);
    for (size_t slot = 0; slot < agents->count; slot++) {
        ssti_write_u64(writer, agents->id[slot].value);
        ssti_write_agent(writer, agents, slot);
        ssti_write_u32(writer, agents->status[slot]);
        ssti_write_f32(writer, agents->worst_violation[slot]);
    }
}

static void write_body(ssti_writer *writer, const sst_world *world) {
    ssti_write_rules(writer, &world->def);
    ssti_write_f64(writer, world->time);
    ssti_write_u64(writer, world->step_count);
    write_agents(writer, &world->agents);
    ssti_obstacles_write(&world->obstacles, writer);
}

static void write_header(ssti_writer *writer, size_t size, uint64_t checksum) {
    ssti_write_u64(writer, MAGIC);
    ssti_write_u32(writer, VERSION);
    ssti_write_u64(writer, size);
    ssti_write_u64(writer, checksum);
}

sst_result sst_world_snapshot_size(const sst_world *world, size_t *size) {
    if (!world || !size) {
        return SST_ERROR_NULL;
    }
    ssti_writer writer = {0};
    write_body(&writer, world);
    *size = HEADER_SIZE + writer.used;
    return SST_OK;
}

sst_result sst_world_snapshot(const sst_world *world, void *buffer, size_t size) {
    size_t needed;
    if (!buffer) {
        return SST_ERROR_NULL;
    }
    sst_result result = sst_world_snapshot_size(world, &needed);
    if (result == SST_OK && size < needed) {
        result = SST_ERROR_BUFFER_TOO_SMALL;
    }
    if (result != SST_OK) {
        return result;
    }
    uint8_t *body = (uint8_t *)buffer + HEADER_SIZE;
    ssti_writer body_writer = {body, needed - HEADER_SIZE, 0, false};
    write_body(&body_writer, world);
    ssti_writer header_writer = {buffer, HEADER_SIZE, 0, false};
    write_header(&header_writer, needed, ssti_hash_bytes(0, body, needed - HEADER_SIZE));
    return SST_OK;
}

/* --- Reading ------------------------------------------------------------------------------- */

/* What is read, before it becomes the world's. */
typedef struct restored_state {
    sst_world_def def;
    double time;
    uint64_t step_count;
    uint32_t greatest_max_neighbors;
    ssti_agents agents;
    ssti_obstacles obstacles;
} restored_state;

static bool read_header(ssti_reader *reader) {
    uint64_t magic = ssti_read_u64(reader);
    uint32_t version = ssti_read_u32(reader);
    uint64_t size = ssti_read_u64(reader);
    uint64_t checksum = ssti_read_u64(reader);
    return !reader->failed && magic == MAGIC && version == VERSION && size == reader->size &&
           checksum == ssti_hash_bytes(0, reader->bytes + HEADER_SIZE, reader->size - HEADER_SIZE);
}

static bool read_globals(ssti_reader *reader, restored_state *state) {
    bool rules_are_valid = ssti_read_rules(reader, &state->def);
    state->time = ssti_read_f64(reader);
    state->step_count = ssti_read_u64(reader);
    return rules_are_valid && !reader->failed && state->time >= 0.0 &&
           state->time - state->time == 0.0;
}

/* OK, SNAPSHOT or OUT_OF_MEMORY. */
static sst_result read_opinions(ssti_reader *reader, const sst_allocator *allocator,
                                ssti_agents *agents, size_t slot, sst_share share) {
    if (share != SST_SHARE_ESTIMATED) {
        return SST_OK;
    }
    if (!ssti_agents_keep_opinions(agents, allocator)) {
        return SST_ERROR_OUT_OF_MEMORY;
    }
    return ssti_read_opinions(reader, &agents->opinions[slot]) ? SST_OK : SST_ERROR_SNAPSHOT;
}

static sst_result read_agent(ssti_reader *reader, const sst_allocator *allocator,
                             ssti_agents *agents, size_t slot) {
    sst_agent_id id = {ssti_read_u64(reader)};
    sst_agent_def def;
    size_t slot_of_id;
    bool is_valid = ssti_read_agent(reader, &def) && ssti_agents_find(agents, id, &slot_of_id) &&
                    slot_of_id == slot &&
                    ssti_key_map_find(&agents->keys, def.key) == SSTI_KEY_NONE;
    if (!is_valid) {
        return SST_ERROR_SNAPSHOT;
    }
    sst_result result = read_opinions(reader, allocator, agents, slot, def.share);
    if (result != SST_OK) {
        return result;
    }
    ssti_key_map_set(&agents->keys, def.key, 0);
    ssti_agents_write(agents, slot, &def);
    bool is_in_range =
        agents->position_x[slot] == def.position.x && agents->position_y[slot] == def.position.y;
    agents->id[slot] = id;
    agents->key[slot] = def.key;
    agents->status[slot] = ssti_read_u32(reader);
    agents->worst_violation[slot] = ssti_read_f32(reader);
    agents->trace[slot] = SSTI_NO_INDEX;
    agents->count = slot + 1;
    return is_in_range && !reader->failed ? SST_OK : SST_ERROR_SNAPSHOT;
}

/* The world gets room for that many first, the new arrays then just as much as the world has. */
static sst_result make_agent_room(sst_world *world, ssti_agents *agents, size_t count) {
    sst_result result = ssti_world_make_room(world, count, 0, 0);
    return result == SST_OK ? ssti_agents_reserve(agents, &world->allocator, world->agents.capacity)
                            : result;
}

static sst_result read_agents(ssti_reader *reader, sst_world *world, restored_state *state) {
    ssti_agents *agents = &state->agents;
    uint64_t count = ssti_read_u64(reader);
    agents->created = ssti_read_u64(reader);
    if (!ssti_reader_has(reader, count, LEAST_AGENT_SIZE) || count > INT32_MAX) {
        return SST_ERROR_SNAPSHOT;
    }
    sst_result result = ssti_id_pool_read(&agents->ids, &world->allocator, reader, (uint32_t)count);
    if (result == SST_OK) {
        result = make_agent_room(world, agents, (size_t)count);
    }
    for (size_t slot = 0; slot < count && result == SST_OK; slot++) {
        result = read_agent(reader, &world->allocator, agents, slot);
        if (result == SST_OK && agents->max_neighbors[slot] > state->greatest_max_neighbors) {
            state->greatest_max_neighbors = agents->max_neighbors[slot];
        }
    }
    return result;
}

static sst_result read_state(ssti_reader *reader, sst_world *world, restored_state *state) {
    if (!read_header(reader) || !read_globals(reader, state)) {
        return SST_ERROR_SNAPSHOT;
    }
    ssti_obstacles_init(&state->obstacles, &world->allocator, state->def.obstacles_by_winding);
    state->agents.period = state->obstacles.period = ssti_period_of(&state->def);
    sst_result result = read_agents(reader, world, state);
    if (result == SST_OK) {
        result = ssti_obstacles_read(&state->obstacles, reader);
    }
    bool is_whole = !reader->failed && reader->used == reader->size;
    return result == SST_OK && !is_whole ? SST_ERROR_SNAPSHOT : result;
}

static sst_result make_room(sst_world *world, restored_state *state) {
    size_t images = ssti_repeats(&state->agents.period) ? SSTI_MOST_IMAGES : 1;
    sst_result result =
        ssti_world_make_room(world, state->agents.count, images * state->obstacles.edge_count,
                             state->greatest_max_neighbors);
    return result == SST_OK
               ? ssti_obstacles_reserve(&state->obstacles, world->scratch.edge_capacity)
               : result;
}

static void free_state(restored_state *state, const sst_allocator *allocator) {
    ssti_agents_free(&state->agents, allocator);
    ssti_obstacles_free(&state->obstacles);
}

/* Leaves the world's old state in `state`. */
static void swap_in(sst_world *world, restored_state *state) {
    ssti_agents old_agents = world->agents;
    ssti_obstacles old_obstacles = world->obstacles;
    world->agents = state->agents;
    world->obstacles = state->obstacles;
    state->agents = old_agents;
    state->obstacles = old_obstacles;
    world->def = state->def;
    world->time = state->time;
    world->step_count = state->step_count;
    world->agent_tree_is_current = false;
    ssti_traces_attach(&world->traces, &world->agents, &world->allocator);
}

sst_result sst_world_restore(sst_world *world, const void *buffer, size_t size) {
    if (!world || !buffer) {
        return SST_ERROR_NULL;
    }
    ssti_reader reader = {buffer, size, 0, false};
    restored_state state = {.def = world->def};
    ssti_agents_init(&state.agents);
    ssti_obstacles_init(&state.obstacles, &world->allocator, world->def.obstacles_by_winding);
    sst_result result = read_state(&reader, world, &state);
    if (result == SST_OK) {
        result = make_room(world, &state);
    }
    if (result == SST_OK) {
        swap_in(world, &state);
    }
    free_state(&state, &world->allocator);
    return result;
}
