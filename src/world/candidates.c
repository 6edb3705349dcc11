/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* A binary heap; Williams, "Algorithm 232: heapsort", 1964. */
#include "world/candidates.h"

void ssti_heap_add(ssti_candidate *heap, size_t count, ssti_candidate added) {
    size_t place = count;
    while (place > 0 && ssti_candidate_is_less(&heap[(place - 1) / 2], &added)) {
        heap[place] = heap[(place - 1) / 2];
        place = (place - 1) / 2;
    }
    heap[place] = added;
}

void ssti_heap_replace_top(ssti_candidate *heap, size_t count, ssti_candidate replacement) {
    size_t place = 0;
    for (size_t child = 1; child < count; child = 2 * place + 1) {
        if (child + 1 < count && ssti_candidate_is_less(&heap[child], &heap[child + 1])) {
            child++;
        }
        if (!ssti_candidate_is_less(&replacement, &heap[child])) {
            break;
        }
        heap[place] = heap[child];
        place = child;
    }
    heap[place] = replacement;
}

void ssti_heap_sort(ssti_candidate *heap, size_t count) {
    for (size_t last = count; last-- > 1;) {
        ssti_candidate greatest = heap[0];
        ssti_heap_replace_top(heap, last, heap[last]);
        heap[last] = greatest;
    }
}
