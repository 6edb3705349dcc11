/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Ids with a generation; see the header for the scheme. Free indices form a list through the
 * entries, last given back first taken. */
#include "base/id_pool.h"

#include <assert.h>

static uint32_t index_of(uint64_t id) {
    return (uint32_t)id - 1;
}

static uint64_t id_of(const ssti_id_entry *entry, uint32_t index) {
    return (uint64_t)entry->generation << 32 | (index + 1);
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
    return id_of(entry, index);
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

void ssti_id_pool_list(const ssti_id_pool *pool, uint64_t *ids) {
    for (uint32_t i = 0; i < pool->count; i++) {
        if (is_alive(&pool->entries[i])) {
            ids[pool->entries[i].slot] = id_of(&pool->entries[i], i);
        }
    }
}

/* --- Bytes --------------------------------------------------------------------------------- */

void ssti_id_pool_write(const ssti_id_pool *pool, ssti_writer *writer) {
    ssti_write_u32(writer, pool->count);
    ssti_write_u32(writer, pool->first_free);
    ssti_write_items(writer, pool->entries, 2 * (size_t)pool->count, sizeof(uint32_t));
}

static ssti_id_entry entry_at(const ssti_id_pool_bytes *bytes, uint32_t index) {
    const uint8_t *entry = bytes->entries + sizeof(ssti_id_entry) * (size_t)index;
    return (ssti_id_entry){ssti_load_u32(entry), ssti_load_u32(entry + 4)};
}

/* Length of the free list; SSTI_NO_INDEX if it leaves the pool, meets a living id or turns in a
 * circle. */
static uint32_t free_list_length(const ssti_id_pool_bytes *bytes) {
    uint32_t length = 0;
    for (uint32_t i = bytes->first_free; i != SSTI_NO_INDEX;) {
        if (i >= bytes->count || length == bytes->count) {
            return SSTI_NO_INDEX;
        }
        ssti_id_entry entry = entry_at(bytes, i);
        if (is_alive(&entry)) {
            return SSTI_NO_INDEX;
        }
        i = entry.slot;
        length++;
    }
    return length;
}

bool ssti_id_pool_read(ssti_id_pool_bytes *bytes, ssti_reader *reader, uint32_t alive) {
    bytes->count = ssti_read_u32(reader);
    bytes->first_free = ssti_read_u32(reader);
    bytes->entries = ssti_read_items(reader, bytes->count, sizeof(ssti_id_entry));
    if (!bytes->entries || bytes->count > UINT32_MAX >> 1) {
        return false;
    }
    uint32_t found_alive = 0, astray = 0;
    for (uint32_t i = 0; i < bytes->count; i++) {
        ssti_id_entry entry = entry_at(bytes, i);
        found_alive += is_alive(&entry);
        astray += is_alive(&entry) && entry.slot >= alive;
    }
    bytes->free_count = free_list_length(bytes);
    return found_alive == alive && astray == 0 && bytes->free_count != SSTI_NO_INDEX;
}

bool ssti_id_pool_bytes_find(const ssti_id_pool_bytes *bytes, uint64_t id, uint32_t *slot) {
    uint32_t index = index_of(id);
    if (index >= bytes->count) {
        return false;
    }
    ssti_id_entry entry = entry_at(bytes, index);
    *slot = entry.slot;
    return entry.generation == id >> 32 && is_alive(&entry);
}

bool ssti_id_pool_reserve_bytes(ssti_id_pool *pool, const sst_allocator *allocator,
                                const ssti_id_pool_bytes *bytes) {
    ssti_id_entry *entries = ssti_array_grow(allocator, pool->entries, pool->count, &pool->capacity,
                                             bytes->count, sizeof *entries);
    pool->entries = entries ? entries : pool->entries;
    return entries != NULL;
}

void ssti_id_pool_take(ssti_id_pool *pool, const ssti_id_pool_bytes *bytes) {
    assert(bytes->count <= pool->capacity);
    ssti_copy_items(pool->entries, bytes->entries, 2 * (size_t)bytes->count, sizeof(uint32_t));
    pool->count = bytes->count;
    pool->free_count = bytes->free_count;
    pool->first_free = bytes->first_free;
}
