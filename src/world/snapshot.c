/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* A world as bytes, and back. All that later steps depend on, ids and the last step's status too;
 * little-endian, with a checksum over the whole. Restoring changes the world only when every value
 * has been checked, so that any bytes are safe to pass. It is made for hosts that go back a few
 * steps many times a second: agents are checked and copied an array at a time (agent_bytes.h), and
 * obstacles that only moved since are put back. */
#include "base/hash.h"
#include "world/agent_bytes.h"
#include "world/state_codec.h"
#include "world/world_state.h"

/* "sidestep" in little-endian, then the version of this layout. */
#define MAGIC   UINT64_C(0x7065747365646973)
#define VERSION 3u

enum { HEADER_SIZE = 8 + 4 + 8 + 8 };

/* --- Writing ------------------------------------------------------------------------------- */

static void write_body(ssti_writer *writer, const sst_world *world) {
    ssti_write_rules(writer, &world->def);
    ssti_write_f64(writer, world->time);
    ssti_write_u64(writer, world->step_count);
    ssti_agents_save(writer, &world->agents);
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
    ssti_writer body_writer = {.bytes = body, .capacity = needed - HEADER_SIZE};
    write_body(&body_writer, world);
    ssti_writer header_writer = {.bytes = buffer, .capacity = HEADER_SIZE};
    write_header(&header_writer, needed, ssti_checksum(body, needed - HEADER_SIZE));
    return SST_OK;
}

/* --- Reading ------------------------------------------------------------------------------- */

/* What is read, before it becomes the world's. */
typedef struct restored_state {
    sst_world_def def;
    double time;
    uint64_t step_count;
    ssti_agents_bytes agents;
    bool has_new_obstacles; /* or those that the world has, as these bytes say */
    ssti_obstacles obstacles;
    ssti_reader same_obstacles;
} restored_state;

static bool read_header(ssti_reader *reader) {
    uint64_t magic = ssti_read_u64(reader);
    uint32_t version = ssti_read_u32(reader);
    uint64_t size = ssti_read_u64(reader);
    uint64_t checksum = ssti_read_u64(reader);
    return !reader->failed && magic == MAGIC && version == VERSION && size == reader->size &&
           checksum == ssti_checksum(reader->bytes + HEADER_SIZE, reader->size - HEADER_SIZE);
}

static bool read_globals(ssti_reader *reader, restored_state *state) {
    bool rules_are_valid = ssti_read_rules(reader, &state->def);
    state->time = ssti_read_f64(reader);
    state->step_count = ssti_read_u64(reader);
    return rules_are_valid && !reader->failed && state->time >= 0.0 &&
           state->time - state->time == 0.0;
}

static bool same_period(const ssti_period *a, const ssti_period *b) {
    return a->from.x == b->from.x && a->from.y == b->from.y && a->length.x == b->length.x &&
           a->length.y == b->length.y;
}

static sst_result read_obstacles(ssti_reader *reader, const sst_world *world,
                                 restored_state *state) {
    ssti_obstacles *obstacles = &state->obstacles;
    ssti_obstacles_init(obstacles, &world->allocator, state->def.obstacles_by_winding);
    obstacles->period = ssti_period_of(&state->def);
    bool same_rules = obstacles->by_winding == world->obstacles.by_winding &&
                      same_period(&obstacles->period, &world->obstacles.period);
    state->same_obstacles = *reader;
    state->has_new_obstacles = !same_rules || !ssti_obstacles_follow(&world->obstacles, reader);
    return state->has_new_obstacles ? ssti_obstacles_read(obstacles, reader) : SST_OK;
}

static sst_result read_state(ssti_reader *reader, const sst_world *world, restored_state *state) {
    if (!read_header(reader) || !read_globals(reader, state)) {
        return SST_ERROR_SNAPSHOT;
    }
    ssti_period period = ssti_period_of(&state->def);
    if (!ssti_agents_look(&state->agents, reader, &period)) {
        return SST_ERROR_SNAPSHOT;
    }
    sst_result result = read_obstacles(reader, world, state);
    bool is_whole = !reader->failed && reader->used == reader->size;
    return result == SST_OK && !is_whole ? SST_ERROR_SNAPSHOT : result;
}

/* --- Restoring ----------------------------------------------------------------------------- */

static sst_result make_room(sst_world *world, restored_state *state) {
    const ssti_obstacles *obstacles =
        state->has_new_obstacles ? &state->obstacles : &world->obstacles;
    size_t images = ssti_repeats(&obstacles->period) ? SSTI_MOST_IMAGES : 1;
    sst_result result =
        ssti_world_make_room(world, state->agents.count, images * obstacles->edge_count,
                             state->agents.greatest_max_neighbors);
    if (result == SST_OK) {
        result = ssti_agents_reserve_bytes(&world->agents, &world->allocator, &state->agents);
    }
    return result == SST_OK && state->has_new_obstacles
               ? ssti_obstacles_reserve(&state->obstacles, world->scratch.edge_capacity)
               : result;
}

/* Leaves the world's old obstacles in `state`. */
static void swap_obstacles(sst_world *world, restored_state *state) {
    ssti_obstacles old = world->obstacles;
    world->obstacles = state->obstacles;
    state->obstacles = old;
}

/* False if agents share a key: nothing is changed. */
static bool take(sst_world *world, restored_state *state) {
    if (!ssti_agents_restore(&world->agents, &state->agents)) {
        return false;
    }
    if (state->has_new_obstacles) {
        swap_obstacles(world, state);
    } else {
        ssti_obstacles_put_back(&world->obstacles, state->same_obstacles);
    }
    world->def = state->def;
    world->time = state->time;
    world->step_count = state->step_count;
    world->agents.period = world->obstacles.period;
    world->agent_tree_is_current = false;
    ssti_traces_attach(&world->traces, &world->agents, &world->allocator);
    return true;
}

sst_result sst_world_restore(sst_world *world, const void *buffer, size_t size) {
    if (!world || !buffer) {
        return SST_ERROR_NULL;
    }
    ssti_reader reader = {buffer, size, 0, false};
    restored_state state = {.def = world->def};
    ssti_obstacles_init(&state.obstacles, &world->allocator, world->def.obstacles_by_winding);
    sst_result result = read_state(&reader, world, &state);
    if (result == SST_OK) {
        result = make_room(world, &state);
    }
    if (result == SST_OK && !take(world, &state)) {
        result = SST_ERROR_SNAPSHOT;
    }
    ssti_obstacles_free(&state.obstacles);
    return result;
}
