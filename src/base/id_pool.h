/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Ids with a generation: small values that name something in a dense array, and are told apart from
 * what later takes the same place.
 *
 * An id is generation << 32 | (index + 1). The generation of an index counts up when it is taken
 * and when it is given back: odd while the id lives, even while it is free. So 0 is never an id,
 * and a stale or made-up id never matches. An index whose generations are used up is not taken
 * again.
 */
#ifndef SSTI_ID_POOL_H
#define SSTI_ID_POOL_H

#include "base/allocator.h"
#include "base/bytes.h"

typedef struct ssti_id_entry {
    uint32_t generation;
    uint32_t
        slot; /* of a living id: where its owner keeps it; of a free one: the next free index */
} ssti_id_entry;

typedef struct ssti_id_pool {
    ssti_id_entry *entries; /* [capacity], the first `count` in use */
    size_t capacity;
    uint32_t count, free_count;
    uint32_t first_free; /* SSTI_NO_INDEX at the end of the list */
} ssti_id_pool;

#define SSTI_NO_INDEX UINT32_MAX

void ssti_id_pool_init(ssti_id_pool *pool);
void ssti_id_pool_free(ssti_id_pool *pool, const sst_allocator *allocator);
/* Room for `more` calls of acquire without any allocation. OUT_OF_MEMORY, CAPACITY. */
sst_result ssti_id_pool_reserve(ssti_id_pool *pool, const sst_allocator *allocator, size_t more);
/* There must be room. */
uint64_t ssti_id_pool_acquire(ssti_id_pool *pool, uint32_t slot);
/* The id must be alive, here and in set_slot. */
void ssti_id_pool_release(ssti_id_pool *pool, uint64_t id);
void ssti_id_pool_set_slot(ssti_id_pool *pool, uint64_t id, uint32_t slot);
/* Whether the id is alive, and then its slot. */
bool ssti_id_pool_find(const ssti_id_pool *pool, uint64_t id, uint32_t *slot);
/* Writes every living id to where its slot is in `ids`. */
void ssti_id_pool_list(const ssti_id_pool *pool, uint64_t *ids);

void ssti_id_pool_write(const ssti_id_pool *pool, ssti_writer *writer);

/* A pool in the bytes that write made. */
typedef struct ssti_id_pool_bytes {
    const uint8_t *entries;
    uint32_t count, free_count, first_free;
} ssti_id_pool_bytes;

/* False unless the bytes are a sound pool with `alive` living ids whose slots are below `alive`;
 * the owner still checks that each of its ids is found at its own slot. */
bool ssti_id_pool_read(ssti_id_pool_bytes *bytes, ssti_reader *reader, uint32_t alive);
/* As ssti_id_pool_find. */
bool ssti_id_pool_bytes_find(const ssti_id_pool_bytes *bytes, uint64_t id, uint32_t *slot);
/* Room to take these. False without memory: nothing is changed. */
bool ssti_id_pool_reserve_bytes(ssti_id_pool *pool, const sst_allocator *allocator,
                                const ssti_id_pool_bytes *bytes);
/* The pool becomes what the bytes say. There must be room. */
void ssti_id_pool_take(ssti_id_pool *pool, const ssti_id_pool_bytes *bytes);

#endif
