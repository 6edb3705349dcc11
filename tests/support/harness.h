/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The test harness: cases that go on after a failed check. A case without a single check fails.
 *     TEST(adds) { CHECK(1 + 1 == 2); CHECK_NEAR(0.1 + 0.2, 0.3, 1e-15); }
 *     SUITE(arithmetic, CASE(adds))
 * SUITE defines main: `test_x [PART-OF-A-CASE-NAME]`. A random case takes its generator from
 * test_seed, so that a failure names its seed; SIDESTEP_SEED replays it. With SIDESTEP_LONG set
 * (`make check-long`) test_count is its larger figure. Checks may be made in any thread. */

#ifndef SIDESTEP_TESTS_HARNESS_H
#define SIDESTEP_TESTS_HARNESS_H

#include <math.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test_rng.h"

typedef struct {
    const char *name;
    void (*run)(void);
} harness_case;

typedef struct {
    atomic_llong checks, failed; /* of the running case */
    uint64_t seed;
    bool seeded;
} harness_state;

extern harness_state harness; /* defined by SUITE */

static inline test_rng test_seed(uint64_t fallback) {
    const char *asked = getenv("SIDESTEP_SEED");
    harness.seed = asked ? strtoull(asked, NULL, 0) : fallback;
    harness.seeded = true;
    return (test_rng){harness.seed};
}

static inline long test_count(long usual, long in_long_run) {
    return getenv("SIDESTEP_LONG") ? in_long_run : usual;
}

/* Counts a check; on failure says where, what and with which seed (ten times a case at most). */
static inline bool harness_check(bool ok, const char *file, int line, const char *format, ...) {
    atomic_fetch_add(&harness.checks, 1);
    if (ok || atomic_fetch_add(&harness.failed, 1) >= 10)
        return ok;
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s:%d: ", file, line);
    vfprintf(stderr, format, arguments);
    if (harness.seeded)
        fprintf(stderr, " (SIDESTEP_SEED=%llu)", (unsigned long long)harness.seed);
    fputc('\n', stderr);
    va_end(arguments);
    return ok;
}

static inline bool harness_near(double a, double b, double tolerance, const char *text,
                                const char *file, int line) {
    double apart = fabs(a - b);
    return harness_check(apart <= tolerance, file, line, "%s: %.17g and %.17g, apart %.3g > %g",
                         text, a, b, apart, tolerance);
}

static inline bool harness_int(long long a, long long b, const char *text, const char *file,
                               int line) {
    return harness_check(a == b, file, line, "%s: %lld and %lld", text, a, b);
}

static inline int harness_main(const char *suite, const harness_case *cases, size_t count,
                               const char *filter) {
    long long checks = 0, ran = 0, failed = 0; /* of all cases */
    for (size_t i = 0; i < count; i++) {
        if (filter && !strstr(cases[i].name, filter))
            continue;
        harness.checks = harness.failed = 0;
        harness.seeded = false;
        cases[i].run();
        harness_check(harness.checks > 0, suite, 0, "%s checks nothing", cases[i].name);
        bool bad = harness.failed > 0;
        printf("%s %s\n", bad ? "FAIL" : "  ok", cases[i].name);
        fflush(stdout);
        checks += harness.checks, ran++, failed += bad;
    }
    printf("%s: %lld cases, %lld checks, %lld failed\n", suite, ran, checks, failed);
    return failed || !ran;
}

#define TEST(name) static void name(void)
#define CASE(function)                                                                             \
    { #function, function }
#define SUITE(name, ...)                                                                           \
    harness_state harness;                                                                         \
    int main(int argc, char **argv) {                                                              \
        const harness_case cases[] = {__VA_ARGS__};                                                \
        return harness_main(#name, cases, sizeof cases / sizeof *cases, argc > 1 ? argv[1] : 0);   \
    }
/* Every CHECK yields whether it held. REQUIRE leaves the (void) function when it does not. */
#define CHECK_MSG(condition, ...) harness_check(condition, __FILE__, __LINE__, __VA_ARGS__)
#define CHECK(condition)          CHECK_MSG(condition, "%s", #condition)
#define REQUIRE(condition)                                                                         \
    do {                                                                                           \
        if (!CHECK(condition))                                                                     \
            return;                                                                                \
    } while (0)
#define CHECK_NEAR(a, b, tolerance)                                                                \
    harness_near((double)(a), (double)(b), (double)(tolerance), #a " near " #b, __FILE__, __LINE__)
#define CHECK_INT(a, b)                                                                            \
    harness_int((long long)(a), (long long)(b), #a " == " #b, __FILE__, __LINE__)
#define CHECK_STR(a, b) CHECK_MSG(strcmp(a, b) == 0, "%s == %s: \"%s\" and \"%s\"", #a, #b, a, b)
/* The same bits: for hashes, structs without padding, and floats where -0 is not 0. */
#define CHECK_BITS(a, b)                                                                           \
    CHECK_MSG(sizeof(a) == sizeof(b) && memcmp(&(a), &(b), sizeof(a)) == 0, "%s and %s differ",    \
              #a, #b)

#endif
