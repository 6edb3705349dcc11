/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Eight lanes of AVX2; wide_scalar.h says what each operation is. */
#ifndef SSTI_WIDE_H
#define SSTI_WIDE_H

#include "sidestep/base.h"

#include <immintrin.h>

enum { LANES = 8 };

typedef __m256 wide;
typedef __m256i wide_int;
typedef __m256 wide_mask;

static inline wide wide_splat(float a) {
    return _mm256_set1_ps(a);
}
static inline wide wide_load(const float *from) {
    return _mm256_loadu_ps(from);
}
static inline void wide_store(float *to, wide a) {
    _mm256_storeu_ps(to, a);
}
static inline wide wide_sqrt(wide a) {
    return _mm256_sqrt_ps(a);
}
static inline wide_mask wide_less(wide a, wide b) {
    return _mm256_cmp_ps(a, b, _CMP_LT_OQ);
}
static inline wide_mask wide_at_most(wide a, wide b) {
    return _mm256_cmp_ps(a, b, _CMP_LE_OQ);
}
static inline wide wide_select(wide_mask where, wide a, wide b) {
    return _mm256_blendv_ps(b, a, where);
}
static inline wide wide_min(wide a, wide b) {
    return _mm256_min_ps(a, b);
}
static inline wide wide_max(wide a, wide b) {
    return _mm256_max_ps(a, b);
}
static inline wide_mask mask_and(wide_mask a, wide_mask b) {
    return _mm256_and_ps(a, b);
}
static inline wide_mask mask_or(wide_mask a, wide_mask b) {
    return _mm256_or_ps(a, b);
}
static inline wide_mask mask_without(wide_mask a, wide_mask b) {
    return _mm256_andnot_ps(b, a);
}
static inline unsigned mask_bits(wide_mask a) {
    return (unsigned)_mm256_movemask_ps(a);
}
static inline wide_mask mask_of_bits(unsigned bits) {
    const __m256i lane = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    __m256i all = _mm256_set1_epi32((int)bits);
    return _mm256_castsi256_ps(_mm256_cmpeq_epi32(_mm256_and_si256(all, lane), lane));
}
static inline wide_int wide_int_splat(int32_t a) {
    return _mm256_set1_epi32(a);
}
static inline wide_int wide_int_load(const int32_t *from) {
    return _mm256_loadu_si256((const __m256i *)(const void *)from);
}
static inline void wide_int_store(int32_t *to, wide_int a) {
    _mm256_storeu_si256((__m256i *)(void *)to, a);
}
static inline wide_int wide_int_sub(wide_int a, wide_int b) {
    return _mm256_sub_epi32(a, b);
}
static inline wide wide_from_int(wide_int a) {
    return _mm256_cvtepi32_ps(a);
}
static inline wide_int wide_int_count(wide_int sum, wide_mask where) {
    return _mm256_sub_epi32(sum, _mm256_castps_si256(where));
}
/* Of the eight numbers of lanes, four bits each, those of the mask come first: deposited from a
 * word that holds them all. */
static inline unsigned wide_pack(wide_mask where, uint32_t first, wide value, uint32_t *numbers,
                                 float *values) {
    unsigned bits = mask_bits(where);
    uint64_t spread = _pdep_u64(bits, UINT64_C(0x0101010101010101)) * 255u;
    uint64_t packed = _pext_u64(UINT64_C(0x0706050403020100), spread);
    __m256i lanes = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128((long long)packed));
    wide_int_store((int32_t *)(void *)numbers,
                   _mm256_add_epi32(lanes, wide_int_splat((int32_t)first)));
    wide_store(values, _mm256_permutevar8x32_ps(value, lanes));
    return (unsigned)_mm_popcnt_u32(bits);
}

static inline wide_int wide_bits(wide a) {
    return _mm256_castps_si256(a);
}
static inline wide wide_record(const void *records, uint32_t number) {
    return wide_load((const float *)(const void *)((const char *)records + (size_t)64 * number));
}
/* Transposes the 4 x 4 words in the low halves of four vectors, and those in the high halves. */
static inline void wide_transpose4(wide a, wide b, wide c, wide d, wide columns[4]) {
    wide ab_low = _mm256_unpacklo_ps(a, b), ab_high = _mm256_unpackhi_ps(a, b);
    wide cd_low = _mm256_unpacklo_ps(c, d), cd_high = _mm256_unpackhi_ps(c, d);
    columns[0] = _mm256_shuffle_ps(ab_low, cd_low, 0x44);
    columns[1] = _mm256_shuffle_ps(ab_low, cd_low, 0xee);
    columns[2] = _mm256_shuffle_ps(ab_high, cd_high, 0x44);
    columns[3] = _mm256_shuffle_ps(ab_high, cd_high, 0xee);
}
static inline void wide_load_records(const void *records, const uint32_t *numbers, wide words[8]) {
    wide first[4], second[4];
    wide_transpose4(wide_record(records, numbers[0]), wide_record(records, numbers[1]),
                    wide_record(records, numbers[2]), wide_record(records, numbers[3]), first);
    wide_transpose4(wide_record(records, numbers[4]), wide_record(records, numbers[5]),
                    wide_record(records, numbers[6]), wide_record(records, numbers[7]), second);
    for (int i = 0; i < 4; i++) {
        words[i] = _mm256_permute2f128_ps(first[i], second[i], 0x20);
        words[4 + i] = _mm256_permute2f128_ps(first[i], second[i], 0x31);
    }
}

#endif
