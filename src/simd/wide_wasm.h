/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Four lanes of WebAssembly SIMD; wide_scalar.h says what each operation is.
 *
 * pmin(a, b) is b < a ? b : a, and pmax(a, b) is a < b ? b : a: with their operands exchanged they
 * are the selections wanted, for zeros of both signs and NaN too. */
#ifndef SSTI_WIDE_H
#define SSTI_WIDE_H

#include "sidestep/base.h"

#include <wasm_simd128.h>

enum { LANES = 4 };

/* v128_t with the operators of floats. */
typedef float wide __attribute__((vector_size(16)));
typedef v128_t wide_int;
typedef v128_t wide_mask;

static inline wide wide_splat(float a) {
    return (wide)wasm_f32x4_splat(a);
}
static inline wide wide_load(const float *from) {
    return (wide)wasm_v128_load(from);
}
static inline void wide_store(float *to, wide a) {
    wasm_v128_store(to, (v128_t)a);
}
static inline wide wide_sqrt(wide a) {
    return (wide)wasm_f32x4_sqrt((v128_t)a);
}
static inline wide_mask wide_less(wide a, wide b) {
    return wasm_f32x4_lt((v128_t)a, (v128_t)b);
}
static inline wide_mask wide_at_most(wide a, wide b) {
    return wasm_f32x4_le((v128_t)a, (v128_t)b);
}
static inline wide wide_select(wide_mask where, wide a, wide b) {
    return (wide)wasm_v128_bitselect((v128_t)a, (v128_t)b, where);
}
static inline wide wide_min(wide a, wide b) {
    return (wide)wasm_f32x4_pmin((v128_t)b, (v128_t)a);
}
static inline wide wide_max(wide a, wide b) {
    return (wide)wasm_f32x4_pmax((v128_t)b, (v128_t)a);
}
static inline wide_mask mask_and(wide_mask a, wide_mask b) {
    return wasm_v128_and(a, b);
}
static inline wide_mask mask_or(wide_mask a, wide_mask b) {
    return wasm_v128_or(a, b);
}
static inline wide_mask mask_without(wide_mask a, wide_mask b) {
    return wasm_v128_andnot(a, b);
}
static inline unsigned mask_bits(wide_mask a) {
    return (unsigned)wasm_i32x4_bitmask(a);
}
static inline wide_mask mask_of_bits(unsigned bits) {
    v128_t lane = wasm_i32x4_const(1, 2, 4, 8);
    return wasm_i32x4_eq(wasm_v128_and(wasm_i32x4_splat((int32_t)bits), lane), lane);
}
static inline wide_int wide_int_splat(int32_t a) {
    return wasm_i32x4_splat(a);
}
static inline wide_int wide_int_load(const int32_t *from) {
    return wasm_v128_load(from);
}
static inline void wide_int_store(int32_t *to, wide_int a) {
    wasm_v128_store(to, a);
}
static inline wide_int wide_int_sub(wide_int a, wide_int b) {
    return wasm_i32x4_sub(a, b);
}
static inline wide wide_from_int(wide_int a) {
    return (wide)wasm_f32x4_convert_i32x4(a);
}
static inline wide_int wide_int_count(wide_int sum, wide_mask where) {
    return wasm_i32x4_sub(sum, where);
}
static inline unsigned wide_pack(wide_mask where, uint32_t first, wide value, uint32_t *numbers,
                                 float *values) {
    unsigned bits = mask_bits(where), count = 0;
    float all[4];
    wide_store(all, value);
    for (unsigned lane = 0; lane < 4; lane++) {
        numbers[count] = first + lane;
        values[count] = all[lane];
        count += bits >> lane & 1u;
    }
    return count;
}

static inline wide_int wide_bits(wide a) {
    return (wide_int)a;
}
static inline wide wide_record(const void *records, uint32_t number) {
    return wide_load((const float *)(const void *)((const char *)records + (size_t)64 * number));
}
/* Transposes the 4 x 4 words of four vectors. */
static inline void wide_transpose4(wide a, wide b, wide c, wide d, wide columns[4]) {
    v128_t ab_low = wasm_i32x4_shuffle((v128_t)a, (v128_t)b, 0, 4, 1, 5);
    v128_t ab_high = wasm_i32x4_shuffle((v128_t)a, (v128_t)b, 2, 6, 3, 7);
    v128_t cd_low = wasm_i32x4_shuffle((v128_t)c, (v128_t)d, 0, 4, 1, 5);
    v128_t cd_high = wasm_i32x4_shuffle((v128_t)c, (v128_t)d, 2, 6, 3, 7);
    columns[0] = (wide)wasm_i64x2_shuffle(ab_low, cd_low, 0, 2);
    columns[1] = (wide)wasm_i64x2_shuffle(ab_low, cd_low, 1, 3);
    columns[2] = (wide)wasm_i64x2_shuffle(ab_high, cd_high, 0, 2);
    columns[3] = (wide)wasm_i64x2_shuffle(ab_high, cd_high, 1, 3);
}
static inline void wide_load_records(const void *records, const uint32_t *numbers, wide words[8]) {
    for (int half = 0; half < 2; half++) {
        const char *from = (const char *)records + 16 * half;
        wide_transpose4(wide_record(from, numbers[0]), wide_record(from, numbers[1]),
                        wide_record(from, numbers[2]), wide_record(from, numbers[3]),
                        words + 4 * half);
    }
}

#endif
