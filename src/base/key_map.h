/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Which slot of a dense array has which 64-bit key, by hashing. The keys themselves stay in the
 * owner's array, so the map holds four bytes a place. Only looked up, never walked, so its history
 * shows nowhere. */
#ifndef SSTI_KEY_MAP_H
#define SSTI_KEY_MAP_H

#include "base/allocator.h"

#define SSTI_KEY_NONE UINT32_MAX

typedef struct ssti_key_map {
    uint32_t *slots; /* [capacity], a power of two or 0; SSTI_KEY_NONE where empty; half at most */
    size_t capacity, count;
} ssti_key_map;

/* Where the owner has the key of each slot: every `stride` bytes from `first`. */
typedef struct ssti_keys {
    const uint64_t *first;
    size_t stride;
} ssti_keys;

void ssti_key_map_free(ssti_key_map *map, const sst_allocator *allocator);
/* Room for `count` keys in all without any allocation. False without memory: nothing is changed. */
bool ssti_key_map_reserve(ssti_key_map *map, ssti_keys keys, const sst_allocator *allocator,
                          size_t count);
/* The slot with this key; SSTI_KEY_NONE if there is none. */
uint32_t ssti_key_map_find(const ssti_key_map *map, ssti_keys keys, uint64_t key);
/* Adds the slot by its key, which no other has. There must be room. */
void ssti_key_map_add(ssti_key_map *map, ssti_keys keys, uint32_t slot);
/* Takes out the slot with this key, if there is one. The owner's array still has it. */
void ssti_key_map_remove(ssti_key_map *map, ssti_keys keys, uint64_t key);
/* The slot with this key has become `slot`; the owner's array has it in the old place yet. */
void ssti_key_map_move(ssti_key_map *map, ssti_keys keys, uint64_t key, uint32_t slot);
/* Holds the first `count` slots, whatever it held. There must be room. False if two have the same
 * key: what it holds is then unsound until it is filled again. */
bool ssti_key_map_fill(ssti_key_map *map, ssti_keys keys, size_t count);

#endif
