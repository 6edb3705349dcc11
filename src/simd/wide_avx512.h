/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Sixteen lanes of AVX-512 (F, DQ, BW, VL); wide_scalar.h says what each operation is. */
#ifndef SSTI_WIDE_H
#define SSTI_WIDE_H

#include "sidestep/base.h"

#include <immintrin.h>

enum { LANES = 16 };

typedef __m512 wide;
typedef __m512i wide_int;
typedef __mmask16 wide_mask;

static inline wide wide_splat(float a) {
    return _mm512_set1_ps(a);
}
static inline wide wide_load(const float *from) {
    return _mm512_loadu_ps(from);
}
static inline void wide_store(float *to, wide a) {
    _mm512_storeu_ps(to, a);
}
static inline wide wide_sqrt(wide a) {
    return _mm512_sqrt_ps(a);
}
static inline wide_mask wide_less(wide a, wide b) {
    return _mm512_cmp_ps_mask(a, b, _CMP_LT_OQ);
}
static inline wide_mask wide_at_most(wide a, wide b) {
    return _mm512_cmp_ps_mask(a, b, _CMP_LE_OQ);
}
static inline wide wide_select(wide_mask where, wide a, wide b) {
    return _mm512_mask_blend_ps(where, b, a);
}
static inline wide wide_min(wide a, wide b) {
    return _mm512_min_ps(a, b);
}
static inline wide wide_max(wide a, wide b) {
    return _mm512_max_ps(a, b);
}
static inline wide_mask mask_and(wide_mask a, wide_mask b) {
    return (wide_mask)(a & b);
}
static inline wide_mask mask_or(wide_mask a, wide_mask b) {
    return (wide_mask)(a | b);
}
static inline wide_mask mask_without(wide_mask a, wide_mask b) {
    return (wide_mask)(a & ~b);
}
static inline unsigned mask_bits(wide_mask a) {
    return a;
}
static inline wide_mask mask_of_bits(unsigned bits) {
    return (wide_mask)bits;
}
static inline wide_int wide_int_splat(int32_t a) {
    return _mm512_set1_epi32(a);
}
static inline wide_int wide_int_load(const int32_t *from) {
    return _mm512_loadu_si512(from);
}
static inline void wide_int_store(int32_t *to, wide_int a) {
    _mm512_storeu_si512(to, a);
}
static inline wide_int wide_int_sub(wide_int a, wide_int b) {
    return _mm512_sub_epi32(a, b);
}
static inline wide wide_from_int(wide_int a) {
    return _mm512_cvtepi32_ps(a);
}
static inline wide_int wide_int_count(wide_int sum, wide_mask where) {
    return _mm512_mask_add_epi32(sum, where, sum, _mm512_set1_epi32(1));
}
static inline unsigned wide_pack(wide_mask where, uint32_t first, wide value, uint32_t *numbers,
                                 float *values) {
    const __m512i lane = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    __m512i all = _mm512_add_epi32(lane, _mm512_set1_epi32((int)first));
    _mm512_storeu_si512(numbers, _mm512_maskz_compress_epi32(where, all));
    wide_store(values, _mm512_maskz_compress_ps(where, value));
    return (unsigned)_mm_popcnt_u32(where);
}

static inline wide_int wide_bits(wide a) {
    return _mm512_castps_si512(a);
}
/* Two records, one in each half. */
static inline wide wide_two_records(const void *records, uint32_t low, uint32_t high) {
    const char *base = records;
    __m256 first = _mm256_loadu_ps((const float *)(const void *)(base + (size_t)64 * low));
    __m256 second = _mm256_loadu_ps((const float *)(const void *)(base + (size_t)64 * high));
    return _mm512_insertf32x8(_mm512_castps256_ps512(first), second, 1);
}
/* Transposes the 4 x 4 words in each quarter of four vectors. */
static inline void wide_transpose4(wide a, wide b, wide c, wide d, wide columns[4]) {
    wide ab_low = _mm512_unpacklo_ps(a, b), ab_high = _mm512_unpackhi_ps(a, b);
    wide cd_low = _mm512_unpacklo_ps(c, d), cd_high = _mm512_unpackhi_ps(c, d);
    columns[0] = _mm512_shuffle_ps(ab_low, cd_low, 0x44);
    columns[1] = _mm512_shuffle_ps(ab_low, cd_low, 0xee);
    columns[2] = _mm512_shuffle_ps(ab_high, cd_high, 0x44);
    columns[3] = _mm512_shuffle_ps(ab_high, cd_high, 0xee);
}
static inline void wide_load_records(const void *records, const uint32_t *numbers, wide words[8]) {
    wide rows[8], first[4], second[4];
    for (int i = 0; i < 4; i++) {
        rows[i] = wide_two_records(records, numbers[i], numbers[4 + i]);
        rows[4 + i] = wide_two_records(records, numbers[8 + i], numbers[12 + i]);
    }
    wide_transpose4(rows[0], rows[1], rows[2], rows[3], first);
    wide_transpose4(rows[4], rows[5], rows[6], rows[7], second);
    for (int i = 0; i < 4; i++) {
        words[i] = _mm512_shuffle_f32x4(first[i], second[i], 0x88);
        words[4 + i] = _mm512_shuffle_f32x4(first[i], second[i], 0xdd);
    }
}

#endif
