/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Wall clock for the step report; nothing that is simulated depends on it. */
#ifndef SSTI_CLOCK_H
#define SSTI_CLOCK_H

#include <stdint.h>

/* Nanoseconds from some fixed point; never goes back. */
uint64_t ssti_clock_ns(void);

#endif
