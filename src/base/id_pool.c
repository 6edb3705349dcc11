/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Ids with a generation; see the header for the scheme. Free indices form a list through the
 * entries, last given back first taken. */
#include "base/id_pool.h"

#include <assert.h>

static uint32_t index_of(uint64_t id) {
    return (uint32_t)id - 1;
}

static bool is_alive(const ssti_id_entry *entry) {
    return entry->generation % 2 == 1;
}

void ssti_id_pool_init(ssti_id_pool *pool) {
    *pool = (ssti_id_pool){.first_free = SSTI_NO_INDEX};
}

void ssti_id_pool_free(ssti_id_pool *pool, const sst_allocator *allocator) {
    ssti_deallocate(allocator, pool->entries, pool->capacity * sizeof *pool->entries);
    ssti_id_pool_init(pool);
}

sst_result ssti_id_pool_reserve(ssti_id_pool *pool, const sst_allocator *allocator, size_t more) {
    size_t fresh = more > pool->free_count ? more - pool->free_count : 0;
    if (fresh > (UINT32_MAX >> 1) - pool->count) {
        return SST_ERROR_CAPACITY;
    }
    ssti_id_entry *entries = ssti_array_grow(allocator, pool->entries, pool->count, &pool->capacity,
                                             pool->count + fresh, sizeof *entries);
    if (!entries) {
        return SST_ERROR_OUT_OF_MEMORY;
    }
    pool->entries = entries;
    return SST_OK;
}

static uint32_t take_index(ssti_id_pool *pool) {
    uint32_t index = pool->first_free;
    if (index != SSTI_NO_INDEX) {
        pool->first_free = pool->entries[index].slot;
        pool->free_count--;
        return index;
    }
    assert(pool->count < pool->capacity);
    pool->entries[pool->count].generation = 0;
    return pool->count++;
}

uint64_t ssti_id_pool_acquire(ssti_id_pool *pool, uint32_t slot) {
    uint32_t index = take_index(pool);
    ssti_id_entry *entry = &pool->entries[index];
    entry->generation++;
    entry->slot = slot;
    return (uint64_t)entry->generation << 32 | (index + 1);
}

void ssti_id_pool_release(ssti_id_pool *pool, uint64_t id) {
    uint32_t index = index_of(id);
    ssti_id_entry *entry = &pool->entries[index];
    if (entry->generation == UINT32_MAX) {
        *entry = (ssti_id_entry){UINT32_MAX - 1, SSTI_NO_INDEX};
        return;
    }
    entry->generation++;
    entry->slot = pool->first_free;
    pool->first_free = index;
    pool->free_count++;
}

void ssti_id_pool_set_slot(ssti_id_pool *pool, uint64_t id, uint32_t slot) {
    pool->entries[index_of(id)].slot = slot;
}

bool ssti_id_pool_find(const ssti_id_pool *pool, uint64_t id, uint32_t *slot) {
    uint32_t index = index_of(id);
    if (index >= pool->count) {
        return false;
    }
    const ssti_id_entry *entry = &pool->entries[index];
    if (entry->generation != id >> 32 || !is_alive(entry)) {
        return false;
    }
    *slot = entry->slot;
    return true;
}

void ssti_id_pool_write(const ssti_id_pool *pool, ssti_writer *writer) {
    ssti_write_u32(writer, pool->count);
    ssti_write_u32(writer, pool->first_free);
    for (uint32_t i = 0; i < pool->count; i++) {
        ssti_write_u32(writer, pool->entries[i].generation);
        ssti_write_u32(writer, pool->entries[i].slot);
    }
}

/* Length of the free list; SSTI_NO_INDEX if it leaves the pool, meets a living id or turns in a
 * circle. */
static uint32_t free_list_length(const ssti_id_pool *pool) {
    uint32_t length = 0;
    for (uint32_t i = pool->first_free; i != SSTI_NO_INDEX; i = pool->entries[i].slot) {
        if (i >= pool->count || is_alive(&pool->entries[i]) || length == pool->count) {
            return SSTI_NO_INDEX;
        }
        length++;
    }
    return length;
}

static bool is_sound(ssti_id_pool *pool, uint32_t expected_alive) {
    uint32_t alive = 0;
    for (uint32_t i = 0; i < pool->count; i++) {
        if (is_alive(&pool->entries[i])) {
            alive++;
            if (pool->entries[i].slot >= expected_alive) {
                return false;
            }
        }
    }
    pool->free_count = free_list_length(pool);
    return alive == expected_alive && pool->free_count != SSTI_NO_INDEX;
}

sst_result ssti_id_pool_read(ssti_id_pool *pool, const sst_allocator *allocator,
                             ssti_reader *reader, uint32_t alive) {
    uint32_t count = ssti_read_u32(reader);
    uint32_t first_free = ssti_read_u32(reader);
    if (!ssti_reader_has(reader, count, 8)) {
        return SST_ERROR_SNAPSHOT;
    }
    sst_result result = ssti_id_pool_reserve(pool, allocator, count);
    if (result != SST_OK) {
        return result;
    }
    for (uint32_t i = 0; i < count; i++) {
        pool->entries[i].generation = ssti_read_u32(reader);
        pool->entries[i].slot = ssti_read_u32(reader);
    }
    pool->count = count;
    pool->first_free = first_free;
    return is_sound(pool, alive) ? SST_OK : SST_ERROR_SNAPSHOT;
}
