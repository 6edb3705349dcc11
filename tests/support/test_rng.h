/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The tests' own random numbers, so that they share no code with what they test.
 * splitmix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014. */

#ifndef SIDESTEP_TESTS_TEST_RNG_H
#define SIDESTEP_TESTS_TEST_RNG_H

#include <stdint.h>

typedef struct {
    uint64_t state;
} test_rng;

static inline uint64_t test_u64(test_rng *rng) {
    uint64_t z = (rng->state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* An integer in [0, n); n > 0. */
static inline uint64_t test_below(test_rng *rng, uint64_t n) {
    return test_u64(rng) % n;
}

/* A number in [low, high). */
static inline double test_uniform(test_rng *rng, double low, double high) {
    return low + (high - low) * ((double)(test_u64(rng) >> 11) * 0x1p-53);
}

static inline float test_uniform_f(test_rng *rng, float low, float high) {
    return (float)test_uniform(rng, (double)low, (double)high);
}

#endif
