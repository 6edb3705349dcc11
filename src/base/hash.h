/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* 64-bit hashing. The mixer is the finaliser of splitmix64 (Steele, Lea, Flood, "Fast splittable
 * pseudorandom number generators", 2014, variant 13 of Stafford). A set is hashed by the wrapping
 * sum of its members' hashes, so that their order does not matter. */
#ifndef SSTI_HASH_H
#define SSTI_HASH_H

#include <stdint.h>
#include <string.h>

static inline uint64_t ssti_mix64(uint64_t x) {
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

/* The hash of what `hash` stands for, followed by `value`. */
static inline uint64_t ssti_hash_u64(uint64_t hash, uint64_t value) {
    return ssti_mix64((hash + UINT64_C(0x9e3779b97f4a7c15)) ^ ssti_mix64(value));
}

static inline uint64_t ssti_hash_f32(uint64_t hash, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return ssti_hash_u64(hash, bits);
}

static inline uint64_t ssti_hash_f64(uint64_t hash, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return ssti_hash_u64(hash, bits);
}

#endif
