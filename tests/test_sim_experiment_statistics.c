/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Statistics of experiments against values worked out by hand, printed in tables, and integrated
 * from the density. */

#include "experiment/statistics.h"
#include "harness.h"

static ssti_moments moments_of(const double *values, size_t count) {
    ssti_moments moments = {0};
    for (size_t i = 0; i < count; i++)
        ssti_moments_add(&moments, values[i]);
    return moments;
}

TEST(moments_by_hand) {
    const double values[] = {2, 4, 4, 4, 5, 5, 7, 9}; /* squares from the mean: 32 */
    ssti_moments m = moments_of(values, 8);
    CHECK_INT(m.count, 8);
    CHECK_NEAR(m.mean, 5, 1e-15);
    CHECK(m.least == 2 && m.most == 9);
    CHECK_NEAR(ssti_moments_deviation(&m), 2.138089935299395, 1e-14);
    CHECK_NEAR(ssti_moments_half_width(&m), 2.364624251593 * 2.138089935299395 / sqrt(8), 1e-9);
}

TEST(few_values) {
    const double one[] = {-3};
    ssti_moments none = {0}, m = moments_of(one, 1);
    CHECK(m.mean == -3 && m.least == -3 && m.most == -3);
    CHECK(isnan(ssti_moments_deviation(&m)) && isnan(ssti_moments_half_width(&m)));
    CHECK(isnan(ssti_moments_deviation(&none)));
}

TEST(spread_survives_a_large_mean) {
    const double values[] = {1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16};
    ssti_moments m = moments_of(values, 4);
    CHECK_NEAR(m.mean, 1e9 + 10, 1e-6);
    CHECK_NEAR(ssti_moments_deviation(&m), sqrt(30), 1e-9);
}

TEST(student_as_printed) {
    static const struct {
        size_t degrees;
        double t;
    } printed[] = {{1, 12.706}, {2, 4.303},  {3, 3.182},  {4, 2.776},   {5, 2.571},  {9, 2.262},
                   {10, 2.228}, {15, 2.131}, {20, 2.086}, {29, 2.045},  {30, 2.042}, {40, 2.021},
                   {50, 2.009}, {60, 2.000}, {80, 1.990}, {100, 1.984}, {120, 1.980}};
    for (size_t i = 0; i < sizeof printed / sizeof *printed; i++)
        CHECK_NEAR(ssti_student_t(printed[i].degrees), printed[i].t, 5.01e-4);
    CHECK_NEAR(ssti_student_t(100000000), 1.959963984540054, 1e-7);
}

static double density(double x, double degrees) {
    double factor = lgamma((degrees + 1) / 2) - lgamma(degrees / 2);
    return exp(factor - (degrees + 1) / 2 * log1p(x * x / degrees)) /
           sqrt(degrees * 3.14159265358979323846);
}

/* Simpson's rule from 0. */
static double mass_below(double t, double degrees) {
    enum { PARTS = 4000 };
    double width = t / PARTS, sum = density(0, degrees) + density(t, degrees);
    for (int i = 1; i < PARTS; i++)
        sum += (i % 2 ? 4 : 2) * density(i * width, degrees);
    return 0.5 + sum * width / 3;
}

TEST(student_by_integration) {
    for (size_t degrees = 1; degrees <= 200; degrees++)
        CHECK_NEAR(mass_below(ssti_student_t(degrees), (double)degrees), 0.975, 2e-9);
    CHECK_NEAR(mass_below(ssti_student_t(5000), 5000), 0.975, 1e-9);
}

static ssti_settling settle(const ssti_settling_rule *rule, const double *values, size_t count) {
    ssti_settling settling = {0};
    for (size_t i = 0; i < count; i++)
        ssti_settling_add(&settling, rule, values[i]);
    return settling;
}

TEST(settling_counts_calm_seeds_in_turn) {
    const ssti_settling_rule rule = {.relative = 0.1, .consecutive = 2};
    const double same[] = {10, 10, 10, 10};
    CHECK_INT(settle(&rule, same, 2).settled_after, 0);
    CHECK_INT(settle(&rule, same, 3).settled_after, 3);
    CHECK_INT(settle(&rule, same, 4).settled_after, 3);
}

TEST(settling_needs_a_narrow_interval) {
    /* The mean never moves after the second value, but its interval is as wide as 63. */
    const ssti_settling_rule rule = {.relative = 0.1, .consecutive = 1};
    const double apart[] = {10, 20, 15, 15};
    CHECK_INT(settle(&rule, apart, 4).settled_after, 0);
    const ssti_settling_rule wide = {.relative = 0, .absolute = 70, .consecutive = 1};
    CHECK_INT(settle(&wide, apart, 2).settled_after, 2);
}

TEST(settling_starts_again_after_a_jump) {
    const ssti_settling_rule rule = {.relative = 0, .absolute = 1, .consecutive = 3};
    const double jump[] = {0, 0, 0, 90, 0};
    ssti_settling settling = settle(&rule, jump, 5);
    CHECK_INT(settling.settled_after, 0);
    CHECK_INT(settling.calm, 0);
}

TEST(settling_without_the_figure) {
    const ssti_settling_rule rule = {.relative = 0.1, .consecutive = 2};
    const double none[] = {(double)NAN, (double)NAN, (double)NAN, 5, 5, 5};
    CHECK_INT(settle(&rule, none, 2).settled_after, 2);
    CHECK_INT(settle(&rule, none, 4).settled_after, 0); /* now there is something to settle */
    ssti_settling settling = settle(&rule, none, 6);
    CHECK_INT(settling.settled_after, 6);
    CHECK_INT(settling.moments.count, 3);
    CHECK_INT(settling.seeds, 6);
}

SUITE(test_sim_experiment_statistics, CASE(moments_by_hand), CASE(few_values),
      CASE(spread_survives_a_large_mean), CASE(student_as_printed), CASE(student_by_integration),
      CASE(settling_counts_calm_seeds_in_turn), CASE(settling_needs_a_narrow_interval),
      CASE(settling_starts_again_after_a_jump), CASE(settling_without_the_figure))
