/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The solver's program against the oracle, over a million random and adversarial programs (ten
 * million in the long run). What must hold, relative to the scale of a program (the larger of max
 * speed and greatest |offset|):
 *   - never flagged violated where every line could be met with 1e-5 to spare;
 *   - of each level, in order of priority, the greatest violation within 1e-4 of the least
 * possible;
 *   - speed at most max_speed (1 + 1e-6), everything finite, figures and flags true;
 *   - where all lines can be met, as near to the preferred velocity as if each were 1e-5 tighter.
 * The worst of each figure is printed. */

#include "harness.h"
#include "oracle/oracle_cases.h"
#include "sidestep/solve.h"

enum { MOST_LINES = 12, OBSTACLES = 0, CONTACT = 1, AGENTS = 2 };

static oracle_family family_of(long index) {
    return (oracle_family)(index % ORACLE_FAMILY_COUNT);
}

/* --- The two methods of the oracle against each other ---------------------------------------- */

static double worst_apart;

static bool roomy(const oracle_program *p, int last) {
    oracle_program upper = *p;
    while (upper.count > 0 && upper.lines[upper.count - 1].level > last)
        upper.count--;
    return oracle_margin(&upper) > 1e-6 * oracle_scale(p);
}

/* Levels must agree up to the first that has no room to spare. What is possible after it depends on
 * how tightly it is held (at a tangent, on the root of that); clipping must hold it a little
 * looser, and may then not find more violation than enumeration did. */
static bool compare_levels(const oracle_program *p, const oracle_answer *answer, long index) {
    double scale = oracle_scale(p), held[ORACLE_LEVELS];
    bool room = true;
    for (int level = 0; level < ORACLE_LEVELS; level++) {
        double clipped = oracle_clip_violation(p, level, held);
        double apart = (clipped - answer->violation[level]) / scale;
        worst_apart = fmax(worst_apart, room ? fabs(apart) : apart);
        CHECK_MSG(apart < 1e-9 && (apart > -1e-9 || !room),
                  "program %ld level %d: enumeration %.17g, clipping %.17g", index, level,
                  answer->violation[level], clipped);
        room = room && roomy(p, level);
        held[level] = answer->violation[level];
        for (int i = 0; i <= level && !room; i++)
            held[i] = answer->violation[i] + 1e-9 * scale;
    }
    return room;
}

/* Clipping finds a distance between those of the program made a little looser and tighter. */
static void compare_distance(const oracle_program *p, long index) {
    static const double none[ORACLE_LEVELS];
    double slack = 1e-9 * oracle_scale(p);
    oracle_program tight = *p, loose = *p;
    oracle_shift(&tight, slack);
    oracle_shift(&loose, -slack);
    double clipped = oracle_clip_distance(p, none);
    double low = oracle_solve(&loose).distance - slack;
    double high = oracle_margin(&tight) > slack ? oracle_solve(&tight).distance + slack : HUGE_VAL;
    CHECK_MSG(low <= clipped && clipped <= high,
              "program %ld: distance by clipping %.17g, not in %.17g .. %.17g", index, clipped, low,
              high);
}

static void compare_methods(const oracle_program *p, long index) {
    oracle_answer answer = oracle_solve(p);
    CHECK_MSG(answer.found, "program %ld: enumeration found nothing", index);
    if (compare_levels(p, &answer, index))
        compare_distance(p, index);
}

TEST(both_methods_of_the_oracle_agree) {
    test_rng rng = test_seed(1);
    worst_apart = 0;
    for (long i = 0, count = test_count(100000, 1000000); i < count; i++) {
        oracle_program p = oracle_case(&rng, family_of(i), MOST_LINES);
        compare_methods(&p, i);
    }
    printf("     violations apart by at most %.1e of the scale\n", worst_apart);
}

SUITE(oracle_program, CASE(both_methods_of_the_oracle_agree))
