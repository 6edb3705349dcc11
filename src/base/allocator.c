/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The only place of the library that calls malloc and free, and that only where the host brings no
 * allocator of its own. */
#include "base/allocator.h"

#include <stdlib.h>
#include <string.h>

static void *default_allocate(size_t size, void *context) {
    (void)context;
    return malloc(size);
}

static void default_deallocate(void *pointer, size_t size, void *context) {
    (void)size;
    (void)context;
    free(pointer);
}

sst_result ssti_allocator_complete(sst_allocator *allocator) {
    if (!allocator->allocate != !allocator->deallocate) {
        return SST_ERROR_NULL;
    }
    if (!allocator->allocate) {
        allocator->allocate = default_allocate;
        allocator->deallocate = default_deallocate;
    }
    return SST_OK;
}

void *ssti_allocate(const sst_allocator *allocator, size_t size) {
    return allocator->allocate(size ? size : 1, allocator->context);
}

void ssti_deallocate(const sst_allocator *allocator, void *pointer, size_t size) {
    if (pointer) {
        allocator->deallocate(pointer, size ? size : 1, allocator->context);
    }
}

void *ssti_array_grow(const sst_allocator *allocator, void *array, size_t count, size_t *capacity,
                      size_t needed, size_t element_size) {
    if (needed <= *capacity && array) {
        return array;
    }
    size_t wanted = *capacity * 2 > needed ? *capacity * 2 : needed;
    if (wanted > SIZE_MAX / 2 / element_size) {
        return NULL;
    }
    void *grown = ssti_allocate(allocator, wanted * element_size);
    if (!grown) {
        return NULL;
    }
    if (count > 0) {
        memcpy(grown, array, count * element_size);
    }
    ssti_deallocate(allocator, array, *capacity * element_size);
    *capacity = wanted;
    return grown;
}
