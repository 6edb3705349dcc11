/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Whether an outline crosses or touches itself. */
#ifndef SSTI_CROSSING_H
#define SSTI_CROSSING_H

#include "sidestep/base.h"

/* Bytes of scratch for `count` vertices. */
size_t ssti_crossing_scratch_size(size_t count);

/* `vertices` [count >= 2], consecutive ones distinct; closed (count >= 3): an edge leads from the
 * last to the first. True if no two edges have a point in common, but for the vertex of consecutive
 * ones. O(n log n). `scratch`: ssti_crossing_scratch_size bytes, aligned as malloc's. */
bool ssti_outline_is_simple(const sst_point *vertices, size_t count, bool closed, void *scratch);

#endif
