/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Open addressing; a number is stored plus one, so that zero is empty. */

#include "replay/number_set.h"

#include <stdlib.h>

static size_t slot_of(const ssti_number_set *set, uint32_t stored) {
    size_t i = (size_t)(stored * UINT32_C(2654435769)) & (set->capacity - 1);
    while (set->slots[i] && set->slots[i] != stored)
        i = (i + 1) & (set->capacity - 1);
    return i;
}

static bool grow(ssti_number_set *set) {
    ssti_number_set larger = {.capacity = set->capacity ? 2 * set->capacity : 1024};
    larger.slots = calloc(larger.capacity, sizeof *larger.slots);
    if (!larger.slots)
        return false;
    for (size_t i = 0; i < set->capacity; i++)
        if (set->slots[i])
            larger.slots[slot_of(&larger, set->slots[i])] = set->slots[i];
    larger.count = set->count;
    free(set->slots);
    *set = larger;
    return true;
}

bool ssti_number_set_add(ssti_number_set *set, uint32_t number) {
    if (2 * (set->count + 1) > set->capacity && !grow(set))
        return false;
    size_t i = slot_of(set, number + 1);
    set->count += set->slots[i] == 0;
    set->slots[i] = number + 1;
    return true;
}

void ssti_number_set_free(ssti_number_set *set) {
    free(set->slots);
    *set = (ssti_number_set){0};
}
