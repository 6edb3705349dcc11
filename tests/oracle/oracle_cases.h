/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Random and adversarial programs for the tests of the solver's program. All numbers are float
 * values, so that the solver and the oracle are asked the very same thing. */

#ifndef SIDESTEP_TESTS_ORACLE_CASES_H
#define SIDESTEP_TESTS_ORACLE_CASES_H

#include "oracle_program.h"
#include "test_rng.h"

#define ORACLE_FAMILIES(X)                                                                         \
    X(ORACLE_CROWD, "crowd: any direction, offsets up to the speed")                               \
    X(ORACLE_FEASIBLE, "feasible: round a common velocity")                                        \
    X(ORACLE_NEAR_PARALLEL, "near-parallel and near-opposite, 1e-1..1e-7 rad")                     \
    X(ORACLE_SHEAF, "a sheaf of lines within 1e-4..1e-7 rad, its reverse, and others")             \
    X(ORACLE_REPEATED, "repeated, or apart by the last bit")                                       \
    X(ORACLE_SAME_DIRECTION, "same direction, different offsets")                                  \
    X(ORACLE_OPPOSITE, "opposite pairs: strips open, shut and empty")                              \
    X(ORACLE_TANGENT, "tangent to the speed circle")                                               \
    X(ORACLE_FAR, "offsets 10..1e6 times the speed")                                               \
    X(ORACLE_ONE_POINT, "all through one velocity")                                                \
    X(ORACLE_ROUND, "tangent to one small circle: many optima tie")                                \
    X(ORACLE_STANDING, "speed zero or nearly")                                                     \
    X(ORACLE_WALLED_IN, "obstacles without a common velocity")                                     \
    X(ORACLE_GRID, "axis-parallel on a grid: exact ties")

typedef enum {
#define ORACLE_FAMILY_ENUMERATOR(name, text) name,
    ORACLE_FAMILIES(ORACLE_FAMILY_ENUMERATOR)
#undef ORACLE_FAMILY_ENUMERATOR
        ORACLE_FAMILY_COUNT
} oracle_family;

const char *oracle_family_text(oracle_family family);

/* A program of 1 to `most` lines, sorted by level. The scale lies between 1e-6 and 1e6,
 * and no velocity exceeds 1e6. */
oracle_program oracle_case(test_rng *rng, oracle_family family, int most);

#endif
