/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Memory through the host's allocator, or malloc and free where it gives none. */
#ifndef SSTI_ALLOCATOR_H
#define SSTI_ALLOCATOR_H

#include "sidestep/base.h"

/* Either both functions or none; none becomes malloc and free. */
sst_result ssti_allocator_complete(sst_allocator *allocator);

/* Null where there is no memory. Size 0 is rounded up to 1, so null always means failure. */
void *ssti_allocate(const sst_allocator *allocator, size_t size);
/* `size` as it was asked for; null is fine. */
void ssti_deallocate(const sst_allocator *allocator, void *pointer, size_t size);

/* Makes room for `needed` elements in an array of which the first `count` are in use, by doubling:
 * returns the array to use from now on, moved or not, and updates *capacity. Null without memory;
 * the old array is then as it was. */
void *ssti_array_grow(const sst_allocator *allocator, void *array, size_t count, size_t *capacity,
                      size_t needed, size_t element_size);

#endif
