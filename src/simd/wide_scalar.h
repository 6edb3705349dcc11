/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* One lane: plain C, on any machine. What the other sets do in each of their lanes is this. */
#ifndef SSTI_WIDE_H
#define SSTI_WIDE_H

#include <string.h>

#include "base/root.h"
#include "sidestep/base.h"

enum { LANES = 1 };

typedef float wide;
typedef int32_t wide_int;
typedef unsigned wide_mask; /* 0 or 1 */

static inline wide wide_splat(float a) {
    return a;
}
static inline wide wide_load(const float *from) {
    return *from;
}
static inline void wide_store(float *to, wide a) {
    *to = a;
}
static inline wide wide_sqrt(wide a) {
    return sqrtf(a);
}
static inline wide_mask wide_less(wide a, wide b) {
    return a < b;
}
static inline wide_mask wide_at_most(wide a, wide b) {
    return a <= b;
}
static inline wide wide_select(wide_mask where, wide a, wide b) {
    return where ? a : b;
}
static inline wide wide_min(wide a, wide b) {
    return a < b ? a : b;
}
static inline wide wide_max(wide a, wide b) {
    return a > b ? a : b;
}
static inline wide_mask mask_and(wide_mask a, wide_mask b) {
    return a & b;
}
static inline wide_mask mask_or(wide_mask a, wide_mask b) {
    return a | b;
}
static inline wide_mask mask_without(wide_mask a, wide_mask b) {
    return a & ~b;
}
static inline unsigned mask_bits(wide_mask a) {
    return a;
}
static inline wide_mask mask_of_bits(unsigned bits) {
    return bits & 1u;
}
static inline wide_int wide_int_splat(int32_t a) {
    return a;
}
static inline wide_int wide_int_load(const int32_t *from) {
    return *from;
}
static inline void wide_int_store(int32_t *to, wide_int a) {
    *to = a;
}
/* Modulo 2^32. */
static inline wide_int wide_int_sub(wide_int a, wide_int b) {
    return (int32_t)((uint32_t)a - (uint32_t)b);
}
static inline wide wide_from_int(wide_int a) {
    return (float)a;
}
/* Adds 1 in the lanes of the mask. */
static inline wide_int wide_int_count(wide_int sum, wide_mask where) {
    return sum + (int32_t)where;
}
/* Writes first + lane and the value for the lanes of the mask, packed; how many they are. Both
 * arrays have room for all lanes. */
static inline unsigned wide_pack(wide_mask where, uint32_t first, wide value, uint32_t *numbers,
                                 float *values) {
    *numbers = first;
    *values = value;
    return where;
}

static inline wide_int wide_bits(wide a) {
    wide_int bits;
    memcpy(&bits, &a, sizeof bits);
    return bits;
}
/* The first eight words of the records with these numbers, of 64 bytes each: a vector for each
 * word. */
static inline void wide_load_records(const void *records, const uint32_t *numbers, wide words[8]) {
    memcpy(words, (const char *)records + (size_t)64 * *numbers, 8 * sizeof *words);
}

#endif
