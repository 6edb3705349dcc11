/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The snapshot loader on any bytes: as they come, and as the body under a header that is right, so
 * that the check of every value is reached. What is refused must change nothing; what is taken must
 * be sound enough to step, to be saved and to be restored. */
#include "sidestep/world.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

enum { HEADER_SIZE = 28 };

static void require(bool holds) {
    if (!holds) {
        abort();
    }
}

static sst_world *small_world(void) {
    sst_world_def def;
    sst_world *world;
    require(sst_world_def_init(&def, SST_PROFILE_DEFAULT) == SST_OK);
    require(sst_world_create(&def, &world) == SST_OK);
    for (int i = 0; i < 3; i++) {
        sst_agent_def agent;
        sst_agent_id id;
        require(sst_agent_def_init(&agent) == SST_OK);
        agent.position.x = i;
        require(sst_world_add_agent(world, &agent, &id) == SST_OK);
    }
    return world;
}

static uint8_t *snapshot_of(const sst_world *world, size_t *size) {
    require(sst_world_snapshot_size(world, size) == SST_OK);
    uint8_t *bytes = malloc(*size);
    require(bytes && sst_world_snapshot(world, bytes, *size) == SST_OK);
    return bytes;
}

static void go_on(sst_world *world) {
    size_t size;
    require(sst_world_step(world, NULL) == SST_OK);
    uint64_t hash = sst_world_hash(world);
    uint8_t *bytes = snapshot_of(world, &size);
    require(sst_world_restore(world, bytes, size) == SST_OK);
    require(sst_world_hash(world) == hash);
    free(bytes);
}

static void try_bytes(const uint8_t *bytes, size_t size) {
    sst_world *world = small_world();
    uint64_t before = sst_world_hash(world);
    sst_result result = sst_world_restore(world, bytes, size);
    require(result == SST_OK || sst_world_hash(world) == before);
    require(result == SST_OK || result == SST_ERROR_SNAPSHOT || result == SST_ERROR_OUT_OF_MEMORY);
    go_on(world);
    sst_world_destroy(world);
}

static void put_u64(uint8_t *at, uint64_t value) {
    for (int i = 0; i < 8; i++) {
        at[i] = (uint8_t)(value >> (8 * i));
    }
}

/* Magic and version as the library writes them, then size and checksum of this body. */
static void try_body(const uint8_t *body, size_t size) {
    size_t model_size;
    sst_world *world = small_world();
    uint8_t *model = snapshot_of(world, &model_size), *sealed = malloc(HEADER_SIZE + size);
    require(sealed != NULL);
    memcpy(sealed, model, 12);
    put_u64(sealed + 12, HEADER_SIZE + size);
    put_u64(sealed + 20, ssti_checksum(body, size));
    if (size > 0) {
        memcpy(sealed + HEADER_SIZE, body, size);
    }
    try_bytes(sealed, HEADER_SIZE + size);
    free(sealed);
    free(model);
    sst_world_destroy(world);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    try_bytes(data, size);
    try_body(data, size);
    /* The corpus holds whole snapshots: what is behind the header is a body too. */
    if (size > HEADER_SIZE) {
        try_body(data + HEADER_SIZE, size - HEADER_SIZE);
    }
    return 0;
}
