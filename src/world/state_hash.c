/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The hash of a world's state: over the very bytes of a snapshot, but for ids, which only name. The
 * agents' hashes are summed, so the order of insertion does not show. */
#include "base/hash.h"
#include "world/agent_bytes.h"
#include "world/state_codec.h"
#include "world/world_state.h"

static uint64_t hash_rules(uint64_t hash, const sst_world_def *def) {
    uint8_t bytes[SSTI_RULES_SIZE];
    ssti_writer writer = {.bytes = bytes, .capacity = sizeof bytes};
    ssti_write_rules(&writer, def);
    return ssti_hash_bytes(hash, bytes, writer.used);
}

static uint64_t hash_agent(const ssti_agents *agents, size_t slot) {
    uint8_t bytes[SSTI_AGENT_SIZE];
    ssti_writer writer = {.bytes = bytes, .capacity = sizeof bytes};
    ssti_agent_write(&writer, agents, slot);
    return ssti_hash_bytes(0, bytes, writer.used);
}

uint64_t sst_world_hash(const sst_world *world) {
    if (!world) {
        return 0;
    }
    uint64_t hash = hash_rules(0, &world->def);
    hash = ssti_hash_f64(hash, world->time);
    hash = ssti_hash_u64(hash, world->step_count);
    uint64_t sum = 0;
    for (size_t slot = 0; slot < world->agents.count; slot++) {
        sum += hash_agent(&world->agents, slot);
    }
    hash = ssti_hash_u64(hash, sum);
    return ssti_hash_u64(hash, ssti_obstacles_hash(&world->obstacles));
}
