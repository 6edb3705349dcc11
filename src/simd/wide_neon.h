/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Four lanes of NEON as every 64-bit ARM has it; wide_scalar.h says what each operation is. NEON of
 * 32-bit ARM will not do: it flushes denormals to zero and has neither division nor square root.
 *
 * Minimum and maximum are compare-and-select: vminq and vmaxq treat zeros and NaN otherwise. */
#ifndef SSTI_WIDE_H
#define SSTI_WIDE_H

#include "sidestep/base.h"

#include <arm_neon.h>

enum { LANES = 4 };

typedef float32x4_t wide;
typedef int32x4_t wide_int;
typedef uint32x4_t wide_mask;

static const uint32_t BIT_OF_LANE[4] = {1, 2, 4, 8};

static inline wide wide_splat(float a) {
    return vdupq_n_f32(a);
}
static inline wide wide_load(const float *from) {
    return vld1q_f32(from);
}
static inline void wide_store(float *to, wide a) {
    vst1q_f32(to, a);
}
static inline wide wide_sqrt(wide a) {
    return vsqrtq_f32(a);
}
static inline wide_mask wide_less(wide a, wide b) {
    return vcltq_f32(a, b);
}
static inline wide_mask wide_at_most(wide a, wide b) {
    return vcleq_f32(a, b);
}
static inline wide wide_select(wide_mask where, wide a, wide b) {
    return vbslq_f32(where, a, b);
}
static inline wide wide_min(wide a, wide b) {
    return vbslq_f32(vcltq_f32(a, b), a, b);
}
static inline wide wide_max(wide a, wide b) {
    return vbslq_f32(vcgtq_f32(a, b), a, b);
}
static inline wide_mask mask_and(wide_mask a, wide_mask b) {
    return vandq_u32(a, b);
}
static inline wide_mask mask_or(wide_mask a, wide_mask b) {
    return vorrq_u32(a, b);
}
static inline wide_mask mask_without(wide_mask a, wide_mask b) {
    return vbicq_u32(a, b);
}
static inline unsigned mask_bits(wide_mask a) {
    return vaddvq_u32(vandq_u32(a, vld1q_u32(BIT_OF_LANE)));
}
static inline wide_mask mask_of_bits(unsigned bits) {
    return vtstq_u32(vdupq_n_u32(bits), vld1q_u32(BIT_OF_LANE));
}
static inline wide_int wide_int_splat(int32_t a) {
    return vdupq_n_s32(a);
}
static inline wide_int wide_int_load(const int32_t *from) {
    return vld1q_s32(from);
}
static inline void wide_int_store(int32_t *to, wide_int a) {
    vst1q_s32(to, a);
}
static inline wide_int wide_int_sub(wide_int a, wide_int b) {
    return vsubq_s32(a, b);
}
static inline wide wide_from_int(wide_int a) {
    return vcvtq_f32_s32(a);
}
static inline wide_int wide_int_count(wide_int sum, wide_mask where) {
    return vsubq_s32(sum, vreinterpretq_s32_u32(where));
}
static inline unsigned wide_pack(wide_mask where, uint32_t first, wide value, uint32_t *numbers,
                                 float *values) {
    unsigned bits = mask_bits(where), count = 0;
    float all[4];
    vst1q_f32(all, value);
    for (unsigned lane = 0; lane < 4; lane++) {
        numbers[count] = first + lane;
        values[count] = all[lane];
        count += bits >> lane & 1u;
    }
    return count;
}

static inline wide_int wide_bits(wide a) {
    return vreinterpretq_s32_f32(a);
}
static inline wide wide_record(const void *records, uint32_t number) {
    return wide_load((const float *)(const void *)((const char *)records + (size_t)64 * number));
}
/* Transposes the 4 x 4 words of four vectors. */
static inline void wide_transpose4(wide a, wide b, wide c, wide d, wide columns[4]) {
    float32x4x2_t ab = vtrnq_f32(a, b), cd = vtrnq_f32(c, d);
    for (int i = 0; i < 2; i++) {
        columns[i] = vcombine_f32(vget_low_f32(ab.val[i]), vget_low_f32(cd.val[i]));
        columns[2 + i] = vcombine_f32(vget_high_f32(ab.val[i]), vget_high_f32(cd.val[i]));
    }
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
