/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Each block stands between two guards; the one before it holds its size. */
#include "failing_allocator.h"

#include <stdlib.h>
#include <string.h>

typedef struct guard {
    uint64_t mark, size;
} guard;

#define LIVE UINT64_C(0x11fe11fe11fe11fe)
#define DEAD UINT64_C(0xdeaddeaddeaddead)

static void *allocate(size_t size, void *context) {
    failing_allocator *self = context;
    self->allocations++;
    if (self->until_failure == 0) {
        self->until_failure = -1;
        self->failures++;
        return NULL;
    }
    self->until_failure -= self->until_failure > 0;
    char *block = malloc(size + 2 * sizeof(guard));
    if (!block) {
        return NULL;
    }
    guard ends = {LIVE, size};
    memcpy(block, &ends, sizeof ends);
    memset(block + sizeof ends, 0xa5, size);
    memcpy(block + sizeof ends + size, &ends, sizeof ends);
    self->live_blocks++;
    self->live_bytes += size;
    return block + sizeof ends;
}

static void deallocate(void *pointer, size_t size, void *context) {
    failing_allocator *self = context;
    char *block = (char *)pointer - sizeof(guard);
    guard front, back;
    memcpy(&front, block, sizeof front);
    if (front.mark != LIVE || front.size != size) {
        self->mistakes++;
        return;
    }
    memcpy(&back, block + sizeof front + size, sizeof back);
    self->mistakes += back.mark != LIVE || back.size != size;
    self->live_blocks--;
    self->live_bytes -= size;
    front.mark = DEAD;
    memcpy(block, &front, sizeof front);
    free(block);
}

void failing_allocator_init(failing_allocator *allocator) {
    *allocator = (failing_allocator){.until_failure = -1};
}

sst_allocator failing_allocator_interface(failing_allocator *allocator) {
    return (sst_allocator){allocate, deallocate, allocator};
}
