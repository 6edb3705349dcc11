/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* 64-bit hashing. The mixer is the finaliser of splitmix64 (Steele, Lea, Flood, "Fast splittable
 * pseudorandom number generators", 2014, variant 13 of Stafford). A set is hashed by the wrapping
 * sum of its members' hashes, so that their order does not matter. */
#ifndef SSTI_HASH_H
#define SSTI_HASH_H

#include "base/bytes.h"

#include <stddef.h>
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

/* Eight bytes at a time, little-endian on every machine; the last ones padded with zeros. */
static inline uint64_t ssti_hash_bytes(uint64_t hash, const uint8_t *bytes, size_t size) {
    hash = ssti_hash_u64(hash, size);
    for (size_t begin = 0; begin < size; begin += 8) {
        uint64_t word = 0;
        for (size_t i = begin; i < size && i < begin + 8; i++) {
            word |= (uint64_t)bytes[i] << (8 * (i - begin));
        }
        hash = ssti_hash_u64(hash, word);
    }
    return hash;
}

/* A step of a chain, which can be undone. */
static inline uint64_t ssti_chain(uint64_t chain, const uint8_t *word) {
    uint64_t mixed = chain ^ ssti_load_u64(word);
    return (mixed << 29 | mixed >> 35) * UINT64_C(0x9e3779b97f4a7c15);
}

/* Tells bytes that were damaged: a change within eight aligned bytes never goes unseen, any other
 * almost never. Four chains take a word each in turn, so that their multiplications overlap.
 * Little-endian on every machine; the last bytes are padded with zeros. */
static inline uint64_t ssti_checksum(const uint8_t *bytes, size_t size) {
    uint64_t a = 1, b = 2, c = 3, d = 4;
    size_t rows = size / 32;
    for (size_t i = 0; i < rows; i++) {
        a = ssti_chain(a, bytes + 32 * i);
        b = ssti_chain(b, bytes + 32 * i + 8);
        c = ssti_chain(c, bytes + 32 * i + 16);
        d = ssti_chain(d, bytes + 32 * i + 24);
    }
    uint64_t hash = ssti_hash_bytes(size, bytes + 32 * rows, size % 32);
    return ssti_hash_u64(ssti_hash_u64(ssti_hash_u64(ssti_hash_u64(hash, a), b), c), d);
}

#endif
