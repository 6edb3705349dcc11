/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Four lanes of SSE2, which every x86-64 has; wide_scalar.h says what each operation is. */
#ifndef SSTI_WIDE_H
#define SSTI_WIDE_H

#include "sidestep/base.h"

#include <emmintrin.h>

enum { LANES = 4 };

typedef __m128 wide;
typedef __m128i wide_int;
typedef __m128 wide_mask;

static inline wide wide_splat(float a) {
    return _mm_set1_ps(a);
}
static inline wide wide_load(const float *from) {
    return _mm_loadu_ps(from);
}
static inline void wide_store(float *to, wide a) {
    _mm_storeu_ps(to, a);
}
static inline wide wide_sqrt(wide a) {
    return _mm_sqrt_ps(a);
}
static inline wide_mask wide_less(wide a, wide b) {
    return _mm_cmplt_ps(a, b);
}
static inline wide_mask wide_at_most(wide a, wide b) {
    return _mm_cmple_ps(a, b);
}
static inline wide wide_select(wide_mask where, wide a, wide b) {
    return _mm_or_ps(_mm_and_ps(where, a), _mm_andnot_ps(where, b));
}
static inline wide wide_min(wide a, wide b) {
    return _mm_min_ps(a, b);
}
static inline wide wide_max(wide a, wide b) {
    return _mm_max_ps(a, b);
}
static inline wide_mask mask_and(wide_mask a, wide_mask b) {
    return _mm_and_ps(a, b);
}
static inline wide_mask mask_or(wide_mask a, wide_mask b) {
    return _mm_or_ps(a, b);
}
static inline wide_mask mask_without(wide_mask a, wide_mask b) {
    return _mm_andnot_ps(b, a);
}
static inline unsigned mask_bits(wide_mask a) {
    return (unsigned)_mm_movemask_ps(a);
}
static inline wide_mask mask_of_bits(unsigned bits) {
    const __m128i lane = _mm_setr_epi32(1, 2, 4, 8);
    __m128i all = _mm_set1_epi32((int)bits);
    return _mm_castsi128_ps(_mm_cmpeq_epi32(_mm_and_si128(all, lane), lane));
}
static inline wide_int wide_int_splat(int32_t a) {
    return _mm_set1_epi32(a);
}
static inline wide_int wide_int_load(const int32_t *from) {
    return _mm_loadu_si128((const __m128i *)(const void *)from);
}
static inline void wide_int_store(int32_t *to, wide_int a) {
    _mm_storeu_si128((__m128i *)(void *)to, a);
}
static inline wide_int wide_int_sub(wide_int a, wide_int b) {
    return _mm_sub_epi32(a, b);
}
static inline wide wide_from_int(wide_int a) {
    return _mm_cvtepi32_ps(a);
}
static inline wide_int wide_int_count(wide_int sum, wide_mask where) {
    return _mm_sub_epi32(sum, _mm_castps_si128(where));
}
static inline unsigned wide_pack(wide_mask where, uint32_t first, wide value, uint32_t *numbers,
                                 float *values) {
    unsigned bits = mask_bits(where), count = 0;
    float all[4];
    _mm_storeu_ps(all, value);
    for (unsigned lane = 0; lane < 4; lane++) {
        numbers[count] = first + lane;
        values[count] = all[lane];
        count += bits >> lane & 1u;
    }
    return count;
}

static inline wide_int wide_bits(wide a) {
    return _mm_castps_si128(a);
}
static inline void wide_load_records(const void *records, const uint32_t *numbers, wide words[8]) {
    for (int half = 0; half < 2; half++) {
        const char *from = (const char *)records + 16 * half;
        wide a = wide_load((const float *)(const void *)(from + (size_t)64 * numbers[0]));
        wide b = wide_load((const float *)(const void *)(from + (size_t)64 * numbers[1]));
        wide c = wide_load((const float *)(const void *)(from + (size_t)64 * numbers[2]));
        wide d = wide_load((const float *)(const void *)(from + (size_t)64 * numbers[3]));
        _MM_TRANSPOSE4_PS(a, b, c, d);
        words[4 * half] = a;
        words[4 * half + 1] = b;
        words[4 * half + 2] = c;
        words[4 * half + 3] = d;
    }
}

#endif
