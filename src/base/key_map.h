/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* A hash map from 64-bit keys to 32-bit values (below SSTI_KEY_NONE). Only looked up, never walked,
 * so its history shows nowhere. */
#ifndef SSTI_KEY_MAP_H
#define SSTI_KEY_MAP_H

#include "base/allocator.h"

#define SSTI_KEY_NONE UINT32_MAX

typedef struct ssti_key_entry {
    uint64_t key;
    uint32_t value; /* SSTI_KEY_NONE where empty */
} ssti_key_entry;

typedef struct ssti_key_map {
    ssti_key_entry *entries; /* [capacity], a power of two or 0; at most half full */
    size_t capacity, count;
} ssti_key_map;

void ssti_key_map_free(ssti_key_map *map, const sst_allocator *allocator);
/* Room for `count` keys in all without any allocation. False without memory: nothing is changed. */
bool ssti_key_map_reserve(ssti_key_map *map, const sst_allocator *allocator, size_t count);
/* SSTI_KEY_NONE if the key is not there. */
uint32_t ssti_key_map_find(const ssti_key_map *map, uint64_t key);
/* Adds the key or gives it another value. There must be room. */
void ssti_key_map_set(ssti_key_map *map, uint64_t key, uint32_t value);
void ssti_key_map_remove(ssti_key_map *map, uint64_t key);

#endif
