/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Open addressing with linear probing; removal shifts the following entries back, so that no marks
 * of the removed remain (Knuth, The Art of Computer Programming 3, section 6.4, algorithm R). */
#include "base/key_map.h"

#include "base/hash.h"

#include <assert.h>

static size_t home_of(const ssti_key_map *map, uint64_t key) {
    return (size_t)ssti_mix64(key) & (map->capacity - 1);
}

static size_t after(const ssti_key_map *map, size_t place) {
    return (place + 1) & (map->capacity - 1);
}

/* Where the key is, or the empty place where it would go. */
static size_t place_of(const ssti_key_map *map, uint64_t key) {
    size_t place = home_of(map, key);
    while (map->entries[place].value != SSTI_KEY_NONE && map->entries[place].key != key) {
        place = after(map, place);
    }
    return place;
}

void ssti_key_map_free(ssti_key_map *map, const sst_allocator *allocator) {
    ssti_deallocate(allocator, map->entries, map->capacity * sizeof *map->entries);
    *map = (ssti_key_map){NULL, 0, 0};
}

bool ssti_key_map_reserve(ssti_key_map *map, const sst_allocator *allocator, size_t count) {
    if (map->entries && count <= map->capacity / 2) {
        return true;
    }
    if (count > SIZE_MAX / 8 / sizeof *map->entries) {
        return false;
    }
    ssti_key_map grown = {NULL, 16, 0};
    while (grown.capacity / 2 < count) {
        grown.capacity *= 2;
    }
    grown.entries = ssti_allocate(allocator, grown.capacity * sizeof *grown.entries);
    if (!grown.entries) {
        return false;
    }
    for (size_t i = 0; i < grown.capacity; i++) {
        grown.entries[i] = (ssti_key_entry){0, SSTI_KEY_NONE};
    }
    for (size_t i = 0; i < map->capacity; i++) {
        if (map->entries[i].value != SSTI_KEY_NONE) {
            ssti_key_map_set(&grown, map->entries[i].key, map->entries[i].value);
        }
    }
    ssti_key_map_free(map, allocator);
    *map = grown;
    return true;
}

uint32_t ssti_key_map_find(const ssti_key_map *map, uint64_t key) {
    return map->capacity ? map->entries[place_of(map, key)].value : SSTI_KEY_NONE;
}

void ssti_key_map_set(ssti_key_map *map, uint64_t key, uint32_t value) {
    assert(value != SSTI_KEY_NONE);
    ssti_key_entry *entry = &map->entries[place_of(map, key)];
    if (entry->value == SSTI_KEY_NONE) {
        map->count++;
        assert(map->count <= map->capacity / 2);
    }
    *entry = (ssti_key_entry){key, value};
}

/* Whether an entry at `place` whose home is `home` would still be found if `hole` were empty. */
static bool may_stay(size_t hole, size_t home, size_t place) {
    return hole < place ? hole < home && home <= place : hole < home || home <= place;
}

void ssti_key_map_remove(ssti_key_map *map, uint64_t key) {
    size_t hole = map->capacity ? place_of(map, key) : 0;
    if (!map->capacity || map->entries[hole].value == SSTI_KEY_NONE) {
        return;
    }
    map->count--;
    for (size_t place = after(map, hole); map->entries[place].value != SSTI_KEY_NONE;
         place = after(map, place)) {
        if (!may_stay(hole, home_of(map, map->entries[place].key), place)) {
            map->entries[hole] = map->entries[place];
            hole = place;
        }
    }
    map->entries[hole].value = SSTI_KEY_NONE;
}
