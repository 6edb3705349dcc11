/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The wide operations that every processor of this kind has do in each lane what plain C does, with
 * zeros of both signs, denormals, infinities and NaN too: the operands that instructions differ in.
 * (The wider sets of one kind of processor are held to the same by test_kernels.) */
#if defined(__SSE2__)
#include "simd/wide_sse2.h"
#elif defined(__aarch64__)
#include "simd/wide_neon.h"
#elif defined(__wasm_simd128__)
#include "simd/wide_wasm.h"
#else
#include "simd/wide_scalar.h"
#endif

#include "harness.h"

#include <float.h>

static const float floats[] = {0.0f,       -0.0f,     1.0f,      -1.0f,      3.0f,
                               0.1f,       -7.3f,     0x1p-149f, -0x1p-149f, 0x1.8p-127f,
                               -0x1p-126f, 0x1p-126f, FLT_MAX,   -FLT_MAX,   16777217.0f,
                               INFINITY,   -INFINITY, NAN,       -NAN};
enum { FLOATS = sizeof floats / sizeof *floats };

static const int32_t ints[] = {0, 1, -1, 16777217, -16777219, 33554435, INT32_MAX, INT32_MIN};
enum { INTS = sizeof ints / sizeof *ints };

typedef struct operands {
    float a[LANES], b[LANES];
} operands;

static operands operands_from(size_t first, size_t second) {
    operands o;
    for (size_t lane = 0; lane < LANES; lane++) {
        o.a[lane] = floats[(first + lane) % FLOATS];
        o.b[lane] = floats[(second + 2 * lane) % FLOATS];
    }
    return o;
}

static bool same_bits(float a, float b) {
    return !memcmp(&a, &b, sizeof a);
}

/* Of a computed NaN neither sign nor payload is promised. */
static bool same_number(float a, float b) {
    return same_bits(a, b) || (isnan(a) && isnan(b));
}

typedef bool same(float a, float b);

static void check_lanes(const char *what, wide result, const float *expected, same *agree) {
    float found[LANES];
    wide_store(found, result);
    for (size_t lane = 0; lane < LANES; lane++) {
        harness_check(agree(found[lane], expected[lane]), __FILE__, __LINE__,
                      "%s, lane %u: %a where plain C gives %a", what, (unsigned)lane,
                      (double)found[lane], (double)expected[lane]);
    }
}

/* `plain` is said of a lane's a and b, `operation` of the wide ones. */
#define CHECK_OPERATION(operation, plain, agree)                                                   \
    do {                                                                                           \
        float expected[LANES];                                                                     \
        for (size_t lane = 0; lane < LANES; lane++) {                                              \
            float a = o.a[lane], b = o.b[lane];                                                    \
            (void)b;                                                                               \
            expected[lane] = plain;                                                                \
        }                                                                                          \
        wide a = wide_load(o.a), b = wide_load(o.b);                                               \
        (void)b;                                                                                   \
        check_lanes(#operation, operation, expected, agree);                                       \
    } while (0)

static void check_arithmetic(operands o) {
    CHECK_OPERATION(a + b, a + b, same_number);
    CHECK_OPERATION(a - b, a - b, same_number);
    CHECK_OPERATION(a * b, a * b, same_number);
    CHECK_OPERATION(a / b, a / b, same_number);
    CHECK_OPERATION(-a, -a, same_bits);
    CHECK_OPERATION(wide_sqrt(a), sqrtf(a), same_number);
}

static void check_choices(operands o) {
    CHECK_OPERATION(wide_min(a, b), a < b ? a : b, same_bits);
    CHECK_OPERATION(wide_max(a, b), a > b ? a : b, same_bits);
    CHECK_OPERATION(wide_select(wide_less(a, b), a, b), a < b ? a : b, same_bits);
    CHECK_OPERATION(wide_select(wide_at_most(a, b), a, b), a <= b ? a : b, same_bits);
}

TEST(floats_are_those_of_plain_c) {
    for (size_t i = 0; i < FLOATS; i++) {
        for (size_t j = 0; j < FLOATS; j++) {
            check_arithmetic(operands_from(i, j));
            check_choices(operands_from(i, j));
        }
    }
}

TEST(whole_numbers_are_those_of_plain_c) {
    for (size_t i = 0; i < INTS * INTS; i++) {
        int32_t a[LANES], b[LANES], difference[LANES];
        float expected[LANES];
        for (size_t lane = 0; lane < LANES; lane++) {
            a[lane] = ints[(i + lane) % INTS];
            b[lane] = ints[(i / INTS + lane) % INTS];
            expected[lane] = (float)a[lane];
        }
        check_lanes("wide_from_int", wide_from_int(wide_int_load(a)), expected, same_bits);
        wide_int_store(difference, wide_int_sub(wide_int_load(a), wide_int_load(b)));
        for (size_t lane = 0; lane < LANES; lane++) {
            CHECK((uint32_t)difference[lane] == (uint32_t)a[lane] - (uint32_t)b[lane]);
        }
    }
}

static void check_pack(unsigned bits) {
    float values[LANES], packed[LANES];
    uint32_t numbers[LANES], count = 0;
    for (unsigned lane = 0; lane < LANES; lane++) {
        values[lane] = (float)lane - 1.5f;
    }
    uint32_t found = wide_pack(mask_of_bits(bits), 40, wide_load(values), numbers, packed);
    for (unsigned lane = 0; lane < LANES; lane++) {
        if (bits >> lane & 1u) {
            CHECK(count < found && numbers[count] == 40 + lane &&
                  same_bits(packed[count], values[lane]));
            count++;
        }
    }
    CHECK(count == found);
}

static void check_count(unsigned bits) {
    int32_t counts[LANES];
    wide_int_store(counts, wide_int_count(wide_int_splat(7), mask_of_bits(bits)));
    for (unsigned lane = 0; lane < LANES; lane++) {
        CHECK(counts[lane] == 7 + (int32_t)(bits >> lane & 1u));
    }
}

TEST(masks_are_those_of_their_bits) {
    for (unsigned bits = 0; bits < 1u << LANES; bits++) {
        for (unsigned other = 0; other < 1u << LANES; other++) {
            wide_mask a = mask_of_bits(bits), b = mask_of_bits(other);
            CHECK(mask_bits(a) == bits);
            CHECK(mask_bits(mask_and(a, b)) == (bits & other));
            CHECK(mask_bits(mask_or(a, b)) == (bits | other));
            CHECK(mask_bits(mask_without(a, b)) == (bits & ~other));
        }
        check_pack(bits);
        check_count(bits);
    }
}

enum { RECORDS = 12, WORDS = 16 };

TEST(records_come_word_by_word) {
    int32_t records[RECORDS][WORDS];
    for (int i = 0; i < RECORDS * WORDS; i++) {
        records[i / WORDS][i % WORDS] = 1000 + i;
    }
    for (unsigned first = 0; first < RECORDS; first++) {
        uint32_t numbers[LANES];
        for (unsigned lane = 0; lane < LANES; lane++) {
            numbers[lane] = (first + 5 * lane) % RECORDS;
        }
        wide words[8];
        wide_load_records(records, numbers, words);
        for (unsigned word = 0; word < 8; word++) {
            int32_t found[LANES];
            wide_int_store(found, wide_bits(words[word]));
            for (unsigned lane = 0; lane < LANES; lane++) {
                CHECK(found[lane] == records[numbers[lane]][word]);
            }
        }
    }
}

SUITE(wide, CASE(floats_are_those_of_plain_c), CASE(whole_numbers_are_those_of_plain_c),
      CASE(masks_are_those_of_their_bits), CASE(records_come_word_by_word))
