/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Obstacles as bytes, and their hash. What is made of an outline is made again on reading, by the
 * code that adding uses, so bytes cannot bring in an outline that adding would refuse. */
#include "base/hash.h"
#include "base/lattice.h"
#include "world/agents.h"
#include "world/obstacles.h"

/* Bytes of an obstacle without vertices, and of a vertex. */
#define OBSTACLE_SIZE 34
#define VERTEX_SIZE   16

static void write_obstacle(const ssti_obstacle *obstacle, const sst_point *vertices,
                           ssti_writer *writer) {
    size_t count = ssti_obstacle_vertex_count(obstacle);
    ssti_write_u64(writer, obstacle->id);
    ssti_write_u64(writer, obstacle->key);
    ssti_write_u8(writer, (uint8_t)obstacle->kind);
    ssti_write_bool(writer, obstacle->enabled);
    ssti_write_u32(writer, obstacle->layers);
    ssti_write_f32(writer, obstacle->velocity.x);
    ssti_write_f32(writer, obstacle->velocity.y);
    ssti_write_u32(writer, (uint32_t)count);
    ssti_write_items(writer, vertices, 2 * count, sizeof(double));
}

static void write_names(const ssti_obstacles *obstacles, ssti_writer *writer) {
    ssti_write_u32(writer, (uint32_t)obstacles->count);
    ssti_write_u64(writer, obstacles->created);
    ssti_id_pool_write(&obstacles->ids, writer);
}

void ssti_obstacles_write(const ssti_obstacles *obstacles, ssti_writer *writer) {
    write_names(obstacles, writer);
    for (size_t i = 0; i < obstacles->count; i++) {
        const ssti_obstacle *obstacle = &obstacles->all[i];
        write_obstacle(obstacle, obstacles->store.vertices + obstacle->first, writer);
    }
}

/* All of an obstacle but its vertices, which follow. False if no obstacle can be so. */
static bool read_head(ssti_reader *reader, uint64_t *id, sst_obstacle_def *def) {
    *def = (sst_obstacle_def){.struct_size = sizeof *def};
    *id = ssti_read_u64(reader);
    def->key = ssti_read_u64(reader);
    uint8_t kind = ssti_read_u8(reader);
    def->kind = (sst_obstacle_kind)kind;
    def->enabled = ssti_read_bool(reader);
    def->layers = ssti_read_u32(reader);
    def->velocity.x = ssti_read_f32(reader);
    def->velocity.y = ssti_read_f32(reader);
    def->vertex_count = ssti_read_u32(reader);
    return !reader->failed && kind >= SST_OBSTACLE_SOLID && kind <= SST_OBSTACLE_CHAIN &&
           def->key != SST_KEY_AUTO && ssti_check_velocity(def->velocity) == SST_OK &&
           ssti_reader_has(reader, def->vertex_count, VERTEX_SIZE);
}

/* --- Obstacles that are there already ------------------------------------------------------ */

static sst_point vertex_at(const uint8_t *vertices, size_t i) {
    sst_point vertex;
    ssti_copy_items(&vertex, vertices + VERTEX_SIZE * i, 2, sizeof(double));
    return vertex;
}

/* How far the outline has to be shifted. */
static sst_point offset_to(const sst_point *outline, const uint8_t *vertices) {
    sst_point first = vertex_at(vertices, 0);
    return (sst_point){first.x - outline->x, first.y - outline->y};
}

/* Of two coordinates on the lattice difference and sum are exact, and what equals the sum lies on
 * it too. */
static bool is_shifted(const sst_point *outline, const uint8_t *vertices, size_t count) {
    sst_point first = ssti_lattice_point(vertex_at(vertices, 0));
    sst_point offset = {first.x - outline->x, first.y - outline->y};
    bool shifted = ssti_check_position(vertex_at(vertices, 0)) == SST_OK;
    for (size_t i = 0; i < count && shifted; i++) {
        sst_point vertex = vertex_at(vertices, i);
        shifted = vertex.x == outline[i].x + offset.x && vertex.y == outline[i].y + offset.y;
    }
    return shifted;
}

static bool follows(const ssti_obstacles *obstacles, const ssti_obstacle *obstacle,
                    ssti_reader *reader) {
    uint64_t id;
    sst_obstacle_def def;
    bool same = read_head(reader, &id, &def) && id == obstacle->id && def.key == obstacle->key &&
                def.kind == obstacle->kind && def.layers == obstacle->layers &&
                def.vertex_count == ssti_obstacle_vertex_count(obstacle);
    if (!same) {
        return false;
    }
    const sst_point *outline = obstacles->store.vertices + obstacle->first;
    const uint8_t *vertices = ssti_read_items(reader, def.vertex_count, VERTEX_SIZE);
    if (!is_shifted(outline, vertices, def.vertex_count)) {
        return false;
    }
    sst_point offset = offset_to(outline, vertices);
    bool stays = offset.x == 0.0 && offset.y == 0.0;
    return stays || ssti_obstacle_may_be(obstacles, obstacle, offset);
}

bool ssti_obstacles_follow(const ssti_obstacles *obstacles, ssti_reader *reader) {
    ssti_writer names = {.expected = reader->bytes + reader->used,
                         .capacity = reader->size - reader->used};
    write_names(obstacles, &names);
    ssti_reader ahead = *reader;
    ahead.used += names.used;
    bool same = !names.failed;
    for (size_t i = 0; i < obstacles->count && same; i++) {
        same = follows(obstacles, &obstacles->all[i], &ahead);
    }
    if (same) {
        *reader = ahead;
    }
    return same;
}

void ssti_obstacles_put_back(ssti_obstacles *obstacles, ssti_reader reader) {
    ssti_writer names = {0};
    write_names(obstacles, &names);
    reader.used += names.used;
    for (size_t i = 0; i < obstacles->count; i++) {
        ssti_obstacle *obstacle = &obstacles->all[i];
        uint64_t id;
        sst_obstacle_def def;
        read_head(&reader, &id, &def);
        const uint8_t *vertices = ssti_read_items(&reader, def.vertex_count, VERTEX_SIZE);
        sst_point offset = offset_to(obstacles->store.vertices + obstacle->first, vertices);
        ssti_obstacle_put(obstacles, obstacle, offset, def.velocity, def.enabled);
    }
}

/* --- Other obstacles ----------------------------------------------------------------------- */

static sst_result read_obstacle(ssti_obstacles *obstacles, ssti_reader *reader) {
    uint64_t id;
    sst_obstacle_def def;
    uint32_t slot;
    bool sound = read_head(reader, &id, &def) && ssti_id_pool_find(&obstacles->ids, id, &slot) &&
                 slot == obstacles->count;
    return sound ? ssti_obstacles_read_outline(obstacles, &def, id, reader) : SST_ERROR_SNAPSHOT;
}

/* A count of creations can only be a plain count. */
static bool is_count(uint64_t created, uint32_t count) {
    return created >= count && created <= INT64_MAX;
}

sst_result ssti_obstacles_read(ssti_obstacles *obstacles, ssti_reader *reader) {
    uint32_t count = ssti_read_u32(reader);
    obstacles->created = ssti_read_u64(reader);
    if (!ssti_reader_has(reader, count, OBSTACLE_SIZE) || !is_count(obstacles->created, count)) {
        return SST_ERROR_SNAPSHOT;
    }
    ssti_id_pool_bytes ids;
    if (!ssti_id_pool_read(&ids, reader, count)) {
        return SST_ERROR_SNAPSHOT;
    }
    if (!ssti_id_pool_reserve_bytes(&obstacles->ids, &obstacles->allocator, &ids)) {
        return SST_ERROR_OUT_OF_MEMORY;
    }
    ssti_id_pool_take(&obstacles->ids, &ids);
    sst_result result = SST_OK;
    for (uint32_t i = 0; i < count && result == SST_OK; i++) {
        result = read_obstacle(obstacles, reader);
    }
    return result == SST_OK && reader->failed ? SST_ERROR_SNAPSHOT : result;
}

static uint64_t hash_obstacle(const ssti_obstacle *obstacle, const sst_point *vertices) {
    uint64_t hash = ssti_hash_u64(0, obstacle->key);
    hash = ssti_hash_u64(hash, (uint64_t)obstacle->kind << 1 | obstacle->enabled);
    hash = ssti_hash_u64(hash, obstacle->layers);
    hash = ssti_hash_f32(hash, obstacle->velocity.x);
    hash = ssti_hash_f32(hash, obstacle->velocity.y);
    for (size_t i = 0; i <= obstacle->edge_count; i++) {
        hash = ssti_hash_f64(hash, vertices[i].x);
        hash = ssti_hash_f64(hash, vertices[i].y);
    }
    return hash;
}

uint64_t ssti_obstacles_hash(const ssti_obstacles *obstacles) {
    uint64_t sum = 0;
    for (size_t i = 0; i < obstacles->count; i++) {
        const ssti_obstacle *obstacle = &obstacles->all[i];
        sum += hash_obstacle(obstacle, obstacles->store.vertices + obstacle->first);
    }
    return ssti_hash_u64(ssti_hash_u64(obstacles->created, obstacles->count), sum);
}
