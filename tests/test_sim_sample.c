/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Draws: elementary functions against libm, the distributions by their moments, and streams that
 * do not depend on each other. */

#include "harness.h"
#include "sample/draw.h"
#include "sample/elementary.h"

TEST(logarithm) {
    test_rng rng = test_seed(1);
    for (int i = 0; i < 100000; i++) {
        double x = ldexp(test_uniform(&rng, 0.5, 1.5), (int)test_below(&rng, 2000) - 1000);
        CHECK_NEAR(ssti_log(x), log(x), 1e-15 * fmax(1, fabs(log(x))));
    }
    CHECK(ssti_log(1) == 0);
    /* Near 1 the error is relative to the small result. */
    for (double d = 0.1; d > 1e-12; d /= 3)
        CHECK_NEAR(ssti_log(1 + d) / log(1 + d), 1, 1e-14);
}

TEST(cosine) {
    static const double two_pi = 6.283185307179586;
    for (int i = 0; i < 100000; i++)
        CHECK_NEAR(ssti_cos_turns(i / 100000.0), cos(two_pi * (i / 100000.0)), 1e-15);
    CHECK(ssti_cos_turns(0) == 1 && ssti_cos_turns(0.25) == 0 && ssti_cos_turns(0.5) == -1);
}

/* Mean and variance of many draws, within five of their own standard deviations. */
static void check_moments(double (*draw)(ssti_stream *), double mean, double variance,
                          double fourth) {
    enum { COUNT = 200000 };
    double sum = 0, squares = 0;
    ssti_stream stream = ssti_stream_of(7, 0, 0, ssti_hash_text("moments"));
    for (int i = 0; i < COUNT; i++) {
        double value = draw(&stream) - mean;
        sum += value;
        squares += value * value;
    }
    CHECK_NEAR(sum / COUNT, 0, 5 * sqrt(variance / COUNT));
    CHECK_NEAR(squares / COUNT, variance, 5 * sqrt((fourth - variance * variance) / COUNT));
}

TEST(moments) {
    check_moments(ssti_draw_unit, 0.5, 1.0 / 12, 1.0 / 80);
    check_moments(ssti_draw_normal, 0, 1, 3);
    check_moments(ssti_draw_exponential, 1, 1, 9);
}

/* Agents, groups, fields and seeds next to each other give values without correlation. */
TEST(streams_are_independent) {
    enum { COUNT = 50000 };
    uint64_t field = ssti_hash_text("radius");
    double products[4] = {0};
    for (uint64_t i = 0; i < COUNT; i++) {
        ssti_stream streams[] = {ssti_stream_of(3, 0, i, field), ssti_stream_of(3, 0, i + 1, field),
                                 ssti_stream_of(3, 1, i, field), ssti_stream_of(4, 0, i, field),
                                 ssti_stream_of(3, 0, i, ssti_hash_text("max_speed"))};
        double first = ssti_draw_unit(&streams[0]) - 0.5;
        for (int k = 0; k < 4; k++)
            products[k] += first * (ssti_draw_unit(&streams[k + 1]) - 0.5);
    }
    for (int k = 0; k < 4; k++)
        CHECK_NEAR(products[k] / COUNT, 0, 5.0 / 12 / sqrt(COUNT));
}

/* Scenarios must mean the same for ever: these bits, found by another program from the
 * definitions, are part of the format. */
TEST(values_are_fixed) {
    ssti_stream stream = ssti_stream_of(5, 1, 2, ssti_hash_text("radius"));
    uint64_t first = ssti_draw_bits(&stream), second = ssti_draw_bits(&stream);
    CHECK_MSG(first == UINT64_C(0x35754648d971f0ba) && second == UINT64_C(0xe307dc774b874d40),
              "%llx %llx", (unsigned long long)first, (unsigned long long)second);
}

SUITE(sim_sample, CASE(logarithm), CASE(cosine), CASE(moments), CASE(streams_are_independent),
      CASE(values_are_fixed))
