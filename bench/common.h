/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* What the measuring programs share: a clock and random numbers. */
#ifndef SIDESTEP_BENCH_COMMON_H
#define SIDESTEP_BENCH_COMMON_H

#include <stdint.h>
#include <time.h>

static inline double bench_clock_ns(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return 1e9 * (double)now.tv_sec + (double)now.tv_nsec;
}

/* In [0, 1): SplitMix64, Steele, Lea, Flood 2014. */
static inline double bench_random(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (double)((z ^ z >> 31) >> 11) * 0x1p-53;
}

#endif
