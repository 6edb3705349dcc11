/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Agents to and from bytes. Reading checks every value as the public calls do, an array at a time:
 * loops without exits, which compilers turn into wide operations. */
#include "world/agent_bytes.h"

#include "base/lattice.h"
#include "base/vec2.h"
#include "solve/solver.h"

/* --- Writing ------------------------------------------------------------------------------- */

static void write_vector(ssti_writer *writer, sst_vec2 v) {
    ssti_write_f32(writer, v.x);
    ssti_write_f32(writer, v.y);
}

static void write_opinions(ssti_writer *writer, const ssti_opinions *opinions) {
    ssti_write_u32(writer, opinions->count);
    for (uint32_t i = 0; i < opinions->count; i++) {
        const ssti_opinion *opinion = &opinions->list[i];
        ssti_write_u64(writer, opinion->key);
        write_vector(writer, opinion->velocity);
        write_vector(writer, opinion->asked);
        ssti_write_f32(writer, opinion->opinion);
        ssti_write_f32(writer, opinion->attention);
    }
}

static bool estimates(const ssti_agents *agents, size_t slot) {
    return agents->share[slot] == SST_SHARE_ESTIMATED;
}

void ssti_agent_write(ssti_writer *writer, const ssti_agents *agents, size_t slot) {
    bool always_decides = agents->decide_every[slot] == 1;
#define WRITE(type, name) ssti_write_items(writer, &agents->name[slot], 1, sizeof(type));
    SSTI_AGENT_RULES(WRITE)
    if (!always_decides) {
        SSTI_AGENT_TURNS(WRITE)
    }
#undef WRITE
    if (estimates(agents, slot)) {
        write_opinions(writer, &agents->opinions[slot]);
    }
}

void ssti_agents_save(ssti_writer *writer, const ssti_agents *agents) {
    ssti_write_u64(writer, agents->count);
    ssti_write_u64(writer, agents->created);
    ssti_id_pool_write(&agents->ids, writer);
#define WRITE(type, name) ssti_write_items(writer, agents->name, agents->count, sizeof(type));
    SSTI_AGENT_SAVED(WRITE)
#undef WRITE
    for (size_t slot = 0; agents->opinions && slot < agents->count; slot++) {
        if (estimates(agents, slot)) {
            write_opinions(writer, &agents->opinions[slot]);
        }
    }
}

/* --- Looking ------------------------------------------------------------------------------- */

/* Some at a time are brought where a loop finds numbers. */
enum { PORTION = 256 };

static size_t portion(size_t begin, size_t count) {
    return count - begin < PORTION ? count - begin : PORTION;
}

/* `exception` may be anything; SST_AUTO for distances, else a value that lies within anyhow. */
static bool floats_lie_in(const uint8_t *bytes, size_t count, float low, float high,
                          float exception) {
    uint32_t outside = 0;
    for (size_t begin = 0; begin < count; begin += PORTION) {
        float values[PORTION];
        size_t n = portion(begin, count);
        ssti_copy_items(values, bytes + 4 * begin, n, sizeof *values);
        for (size_t i = 0; i < n; i++) {
            outside |= (!(values[i] >= low) | !(values[i] <= high)) & (values[i] != exception);
        }
    }
    return outside == 0;
}

static uint32_t greatest(const uint8_t *bytes, size_t count) {
    uint32_t most = 0;
    for (size_t begin = 0; begin < count; begin += PORTION) {
        uint32_t values[PORTION];
        size_t n = portion(begin, count);
        ssti_copy_items(values, bytes + 4 * begin, n, sizeof *values);
        for (size_t i = 0; i < n; i++) {
            most = values[i] > most ? values[i] : most;
        }
    }
    return most;
}

static bool bytes_lie_in(const uint8_t *bytes, size_t count, uint8_t low, uint8_t high) {
    uint8_t outside = 0;
    for (size_t i = 0; i < count; i++) {
        outside |= (bytes[i] < low) | (bytes[i] > high);
    }
    return outside == 0;
}

/* On the lattice, in the world and, where it repeats, in the range. Within the world's bounds
 * adding and taking off the shift rounds to the lattice. */
static bool are_coordinates(const uint8_t *bytes, size_t count, double from, double length) {
    double low = length > 0.0 ? from : -SST_MAX_COORDINATE;
    double end = length > 0.0 ? from + length : 2.0 * SST_MAX_COORDINATE;
    uint64_t outside = 0;
    for (size_t begin = 0; begin < count; begin += PORTION) {
        double values[PORTION];
        size_t n = portion(begin, count);
        ssti_copy_items(values, bytes + 8 * begin, n, sizeof *values);
        for (size_t i = 0; i < n; i++) {
            double x = values[i], rounded = x + SSTI_LATTICE_SHIFT - SSTI_LATTICE_SHIFT;
            outside |= (uint64_t) !(x >= low) | (uint64_t) !(x <= SST_MAX_COORDINATE) |
                       (uint64_t) !(x < end) | (uint64_t) !(rounded == x);
        }
    }
    return outside == 0;
}

/* Every agent's id is alive and found in its slot. */
static bool ids_fit(const ssti_agents_bytes *bytes) {
    bool fit = true;
    for (size_t i = 0; i < bytes->count && fit; i++) {
        uint32_t slot;
        fit = ssti_id_pool_bytes_find(&bytes->ids, ssti_load_u64(bytes->id + 8 * i), &slot) &&
              slot == i;
    }
    return fit;
}

static bool keys_are_given(const ssti_agents_bytes *bytes) {
    uint32_t missing = 0;
    for (size_t i = 0; i < bytes->count; i++) {
        missing |= ssti_load_u64(bytes->key + 8 * i) == SST_KEY_AUTO;
    }
    return missing == 0;
}

static bool vectors_are_bounded(const ssti_agents_bytes *bytes) {
    const uint8_t *components[] = {bytes->velocity_x, bytes->velocity_y, bytes->preferred_x,
                                   bytes->preferred_y};
    bool bounded = true;
    for (size_t i = 0; i < sizeof components / sizeof *components; i++) {
        bounded = bounded &&
                  floats_lie_in(components[i], bytes->count, -SST_MAX_SPEED, SST_MAX_SPEED, 0.0f);
    }
    return bounded;
}

static bool are_sound(const ssti_agents_bytes *bytes, const ssti_period *period) {
    size_t count = bytes->count;
    bool in_range = true;
#define CHECK_RANGE(name, low, high, error)                                                        \
    in_range = in_range && floats_lie_in(bytes->name, count, low, high, low);
    SSTI_AGENT_RANGES(CHECK_RANGE)
#undef CHECK_RANGE
    return in_range && ids_fit(bytes) && keys_are_given(bytes) && vectors_are_bounded(bytes) &&
           are_coordinates(bytes->position_x, count, period->from.x, period->length.x) &&
           are_coordinates(bytes->position_y, count, period->from.y, period->length.y) &&
           floats_lie_in(bytes->neighbor_dist, count, 0.0f, SST_MAX_LENGTH, SST_AUTO) &&
           bytes->greatest_max_neighbors <= SSTI_MOST_MAX_NEIGHBORS &&
           bytes_lie_in(bytes->share, count, 0, SST_SHARE_ESTIMATED) &&
           bytes_lie_in(bytes->model, count, 0, SST_MODEL_HRVO) &&
           bytes_lie_in(bytes->scripted, count, 0, 1) &&
           bytes_lie_in(bytes->decide_every, count, 1, SSTI_MOST_DECIDE_EVERY) &&
           bytes_lie_in(bytes->must_decide, count, 0, 1);
}

static sst_vec2 read_vector(ssti_reader *reader) {
    float x = ssti_read_f32(reader);
    return (sst_vec2){x, ssti_read_f32(reader)};
}

static bool lies_in(float value, float low, float high) {
    return value >= low && value <= high;
}

static bool is_sound(const ssti_opinion *opinion) {
    return ssti_check_velocity(opinion->velocity) == SST_OK && ssti_is_finite(opinion->asked.x) &&
           ssti_is_finite(opinion->asked.y) && lies_in(opinion->opinion, -1.0f, 1.0f) &&
           lies_in(opinion->attention, 0.0f, 1.0f);
}

/* False if no opinions can be so. */
static bool read_opinions(ssti_reader *reader, ssti_opinions *opinions) {
    *opinions = (ssti_opinions){.count = ssti_read_u32(reader)};
    bool good = opinions->count <= SSTI_MOST_OPINIONS;
    for (uint32_t i = 0; i < opinions->count && good; i++) {
        ssti_opinion *opinion = &opinions->list[i];
        opinion->key = ssti_read_u64(reader);
        opinion->velocity = read_vector(reader);
        opinion->asked = read_vector(reader);
        opinion->opinion = ssti_read_f32(reader);
        opinion->attention = ssti_read_f32(reader);
        good = is_sound(opinion);
    }
    return good && !reader->failed;
}

/* Steps over the opinions of all who estimate. */
static bool look_at_opinions(ssti_agents_bytes *bytes, ssti_reader *reader) {
    bytes->opinions = *reader;
    bool good = true;
    for (size_t i = 0; i < bytes->count && good; i++) {
        if (bytes->share[i] == SST_SHARE_ESTIMATED) {
            ssti_opinions opinions;
            bytes->has_opinions = true;
            good = read_opinions(reader, &opinions);
        }
    }
    return good;
}

bool ssti_agents_look(ssti_agents_bytes *bytes, ssti_reader *reader, const ssti_period *period) {
    *bytes = (ssti_agents_bytes){0};
    uint64_t count = ssti_read_u64(reader);
    bytes->created = ssti_read_u64(reader);
    if (count > INT32_MAX || !ssti_id_pool_read(&bytes->ids, reader, (uint32_t)count)) {
        return false;
    }
    bytes->count = (size_t)count;
#define LOOK(type, name) bytes->name = ssti_read_items(reader, count, sizeof(type));
    SSTI_AGENT_SAVED(LOOK)
#undef LOOK
    if (reader->failed) {
        return false;
    }
    bytes->greatest_max_neighbors = greatest(bytes->max_neighbors, bytes->count);
    return are_sound(bytes, period) && look_at_opinions(bytes, reader);
}

/* --- Restoring ----------------------------------------------------------------------------- */

sst_result ssti_agents_reserve_bytes(ssti_agents *agents, const sst_allocator *allocator,
                                     const ssti_agents_bytes *bytes) {
    sst_result result = ssti_agents_reserve(agents, allocator, bytes->count);
    if (result != SST_OK) {
        return result;
    }
    bool has_room = ssti_id_pool_reserve_bytes(&agents->ids, allocator, &bytes->ids) &&
                    (!bytes->has_opinions || ssti_agents_keep_opinions(agents, allocator));
    return has_room ? SST_OK : SST_ERROR_OUT_OF_MEMORY;
}

static bool have_keys(const ssti_agents *agents, const ssti_agents_bytes *bytes) {
    ssti_writer comparison = {.expected = bytes->key, .capacity = 8 * bytes->count};
    ssti_write_items(&comparison, agents->key, agents->count, sizeof *agents->key);
    return agents->count == bytes->count && !comparison.failed;
}

/* Fills the map with other keys, for which the array of ids lends its place: it is written next, or
 * got back from the pool. False if two are the same. */
static bool fill_keys(ssti_agents *agents, const ssti_agents_bytes *bytes) {
    ssti_copy_items(agents->id, bytes->key, bytes->count, sizeof *agents->id);
    ssti_keys others = {&agents->id->value, sizeof *agents->id};
    if (ssti_key_map_fill(&agents->keys, others, bytes->count)) {
        return true;
    }
    ssti_key_map_fill(&agents->keys, ssti_agents_keys(agents), agents->count);
    ssti_id_pool_list(&agents->ids, &agents->id->value);
    return false;
}

bool ssti_agents_restore(ssti_agents *agents, const ssti_agents_bytes *bytes) {
    /* Agents that only went on since have the keys they had. */
    if (!have_keys(agents, bytes) && !fill_keys(agents, bytes)) {
        return false;
    }
    agents->count = bytes->count;
    agents->created = bytes->created;
    ssti_id_pool_take(&agents->ids, &bytes->ids);
#define COPY(type, name) ssti_copy_items(agents->name, bytes->name, bytes->count, sizeof(type));
    SSTI_AGENT_SAVED(COPY)
#undef COPY
    ssti_reader opinions = bytes->opinions;
    for (size_t slot = 0; slot < agents->count; slot++) {
        agents->trace[slot] = SSTI_NO_INDEX;
        if (estimates(agents, slot)) {
            read_opinions(&opinions, &agents->opinions[slot]);
        } else if (agents->opinions) {
            agents->opinions[slot] = (ssti_opinions){0};
        }
    }
    return true;
}
