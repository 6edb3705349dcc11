/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The k least of a stream under the total order (rank, key): a binary heap with the greatest on
 * top, then sorted in place. Ties cannot occur: keys are unique. */
#ifndef SSTI_CANDIDATES_H
#define SSTI_CANDIDATES_H

#include "world/agent_tree.h"

static inline bool ssti_candidate_is_less(const ssti_candidate *a, const ssti_candidate *b) {
    return a->rank < b->rank || (a->rank == b->rank && a->key < b->key);
}

/* Adds to a heap of `count` elements; there must be a place for one more. */
void ssti_heap_add(ssti_candidate *heap, size_t count, ssti_candidate added);
/* Puts another in the place of the greatest. */
void ssti_heap_replace_top(ssti_candidate *heap, size_t count, ssti_candidate replacement);
/* Turns the heap into an array sorted from the least. */
void ssti_heap_sort(ssti_candidate *heap, size_t count);

#endif
