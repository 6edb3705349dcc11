/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Open addressing with linear probing; removal shifts the following entries back, so that no marks
 * of the removed remain (Knuth, The Art of Computer Programming 3, section 6.4, algorithm R). */
#include "base/key_map.h"

#include "base/hash.h"

#include <assert.h>
#include <string.h>

static uint64_t key_of(ssti_keys keys, uint32_t slot) {
    return *(const uint64_t *)(const void *)((const char *)keys.first + slot * keys.stride);
}

static size_t home_of(const ssti_key_map *map, uint64_t key) {
    return (size_t)ssti_mix64(key) & (map->capacity - 1);
}

static size_t after(const ssti_key_map *map, size_t place) {
    return (place + 1) & (map->capacity - 1);
}

/* Where the key is, or the empty place where it would go. */
static size_t place_of(const ssti_key_map *map, ssti_keys keys, uint64_t key) {
    size_t place = home_of(map, key);
    while (map->slots[place] != SSTI_KEY_NONE && key_of(keys, map->slots[place]) != key) {
        place = after(map, place);
    }
    return place;
}

static void clear(ssti_key_map *map) {
    memset(map->slots, 0xff, map->capacity * sizeof *map->slots);
    map->count = 0;
}

void ssti_key_map_free(ssti_key_map *map, const sst_allocator *allocator) {
    ssti_deallocate(allocator, map->slots, map->capacity * sizeof *map->slots);
    *map = (ssti_key_map){NULL, 0, 0};
}

bool ssti_key_map_reserve(ssti_key_map *map, ssti_keys keys, const sst_allocator *allocator,
                          size_t count) {
    if (map->slots && count <= map->capacity / 2) {
        return true;
    }
    if (count > SIZE_MAX / 8 / sizeof *map->slots) {
        return false;
    }
    ssti_key_map grown = {NULL, 16, 0};
    while (grown.capacity / 2 < count) {
        grown.capacity *= 2;
    }
    grown.slots = ssti_allocate(allocator, grown.capacity * sizeof *grown.slots);
    if (!grown.slots) {
        return false;
    }
    clear(&grown);
    for (size_t i = 0; i < map->capacity; i++) {
        if (map->slots[i] != SSTI_KEY_NONE) {
            ssti_key_map_add(&grown, keys, map->slots[i]);
        }
    }
    ssti_key_map_free(map, allocator);
    *map = grown;
    return true;
}

uint32_t ssti_key_map_find(const ssti_key_map *map, ssti_keys keys, uint64_t key) {
    return map->capacity ? map->slots[place_of(map, keys, key)] : SSTI_KEY_NONE;
}

void ssti_key_map_add(ssti_key_map *map, ssti_keys keys, uint32_t slot) {
    uint32_t *place = &map->slots[place_of(map, keys, key_of(keys, slot))];
    assert(*place == SSTI_KEY_NONE);
    *place = slot;
    map->count++;
    assert(map->count <= map->capacity / 2);
}

void ssti_key_map_move(ssti_key_map *map, ssti_keys keys, uint64_t key, uint32_t slot) {
    uint32_t *place = &map->slots[place_of(map, keys, key)];
    assert(*place != SSTI_KEY_NONE);
    *place = slot;
}

/* Whether an entry at `place` whose home is `home` would still be found if `hole` were empty. */
static bool may_stay(size_t hole, size_t home, size_t place) {
    return hole < place ? hole < home && home <= place : hole < home || home <= place;
}

void ssti_key_map_remove(ssti_key_map *map, ssti_keys keys, uint64_t key) {
    size_t hole = map->capacity ? place_of(map, keys, key) : 0;
    if (!map->capacity || map->slots[hole] == SSTI_KEY_NONE) {
        return;
    }
    map->count--;
    for (size_t place = after(map, hole); map->slots[place] != SSTI_KEY_NONE;
         place = after(map, place)) {
        if (!may_stay(hole, home_of(map, key_of(keys, map->slots[place])), place)) {
            map->slots[hole] = map->slots[place];
            hole = place;
        }
    }
    map->slots[hole] = SSTI_KEY_NONE;
}

bool ssti_key_map_fill(ssti_key_map *map, ssti_keys keys, size_t count) {
    assert(count <= map->capacity / 2);
    clear(map);
    for (uint32_t slot = 0; slot < count; slot++) {
        uint32_t *place = &map->slots[place_of(map, keys, key_of(keys, slot))];
        if (*place != SSTI_KEY_NONE) {
            return false;
        }
        *place = slot;
    }
    map->count = count;
    return true;
}
