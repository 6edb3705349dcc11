/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The agents of a world as bytes.
 *
 * A snapshot holds one array after the other, as the world does, so that saving and restoring copy
 * whole arrays. Restoring first checks every value where it lies in the bytes, then makes room,
 * then copies over what the world has: no second set of agents is needed, and nothing is allocated
 * where there is room. */
#ifndef SSTI_AGENT_BYTES_H
#define SSTI_AGENT_BYTES_H

#include "base/bytes.h"
#include "world/agents.h"

/* Bytes of one agent in a hash, at most. */
enum { SSTI_AGENT_SIZE = 128 + 36 * SSTI_MOST_OPINIONS };

/* All but its id and what the last step says of it. */
void ssti_agent_write(ssti_writer *writer, const ssti_agents *agents, size_t slot);

void ssti_agents_save(ssti_writer *writer, const ssti_agents *agents);

/* Agents in the bytes that save made. */
typedef struct ssti_agents_bytes {
    size_t count;
    uint64_t created;
    ssti_id_pool_bytes ids;
#define SSTI_AGENT_BYTES_POINTER(type, name) const uint8_t *name;
    SSTI_AGENT_SAVED(SSTI_AGENT_BYTES_POINTER)
#undef SSTI_AGENT_BYTES_POINTER
    ssti_reader opinions; /* where they begin */
    bool has_opinions;
    uint32_t greatest_max_neighbors;
} ssti_agents_bytes;

/* False if no agents of a world with this period can be so; but that no two have the same key is
 * left to restore. */
bool ssti_agents_look(ssti_agents_bytes *bytes, ssti_reader *reader, const ssti_period *period);
/* Room to restore these. OUT_OF_MEMORY, CAPACITY: nothing is changed but capacities. */
sst_result ssti_agents_reserve_bytes(ssti_agents *agents, const sst_allocator *allocator,
                                     const ssti_agents_bytes *bytes);
/* The agents become what the bytes say, watched by nobody. There must be room. False if two have
 * the same key: nothing is changed. */
bool ssti_agents_restore(ssti_agents *agents, const ssti_agents_bytes *bytes);

#endif
