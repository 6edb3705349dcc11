/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* What the fuzzers hold against the simulator's readers. */
#ifndef SIDESTEP_FUZZ_CHECKS_H
#define SIDESTEP_FUZZ_CHECKS_H

#include "sidestep/sim.h"

#include <stdlib.h>

/* A reporter's function; its context is a size_t. */
static inline void count_errors(const sst_message *message, void *context) {
    *(size_t *)context += !message->warning;
}

static inline void must(bool condition) {
    if (!condition)
        abort();
}

#endif
