/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Beliefs about others, in an array sorted by their numbers: there are a few dozen at most. */

#include "sense/tracks.h"

#include <stdlib.h>
#include <string.h>

static size_t place_of(const ssti_beliefs *beliefs, uint32_t other) {
    size_t low = 0, high = beliefs->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (beliefs->list[middle].other < other)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool has_room(ssti_beliefs *beliefs) {
    if (beliefs->count < beliefs->capacity)
        return true;
    size_t capacity = beliefs->capacity ? 2 * beliefs->capacity : 16;
    ssti_belief *list = realloc(beliefs->list, capacity * sizeof *list);
    if (!list)
        return false;
    beliefs->list = list;
    beliefs->capacity = capacity;
    return true;
}

ssti_belief *ssti_beliefs_about(ssti_beliefs *beliefs, uint32_t other) {
    size_t at = place_of(beliefs, other);
    if (at < beliefs->count && beliefs->list[at].other == other)
        return &beliefs->list[at];
    if (!has_room(beliefs))
        return NULL;
    memmove(&beliefs->list[at + 1], &beliefs->list[at],
            (beliefs->count - at) * sizeof *beliefs->list);
    beliefs->count++;
    beliefs->list[at] = (ssti_belief){.other = other};
    return &beliefs->list[at];
}

void ssti_beliefs_age(ssti_beliefs *beliefs, const ssti_sense *sense, float time_step) {
    size_t kept = 0;
    for (size_t i = 0; i < beliefs->count; i++) {
        ssti_belief belief = beliefs->list[i];
        belief.unseen += (double)time_step;
        if (belief.unseen > sense->memory + 1e-9 + (double)time_step)
            continue;
        sst_track_predict(&sense->filter_def, time_step, &belief.track);
        beliefs->list[kept++] = belief;
    }
    beliefs->count = kept;
}

void ssti_beliefs_free(ssti_beliefs *beliefs) {
    free(beliefs->list);
    *beliefs = (ssti_beliefs){0};
}
