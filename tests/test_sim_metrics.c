/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Gaps and collisions against dense sampling, and against looking at every pair. */

#include "harness.h"
#include "metrics/gaps.h"

static ssti_disc random_disc(test_rng *rng, double size, double speed, double radius) {
    sst_point from = {test_uniform(rng, -size, size), test_uniform(rng, -size, size)};
    sst_point to = {from.x + test_uniform(rng, -speed, speed),
                    from.y + test_uniform(rng, -speed, speed)};
    return (ssti_disc){from, to, test_uniform(rng, 0, radius), 0, 1, 1, 1};
}

static double gap_at(const ssti_disc *a, const ssti_disc *b, double t) {
    double x = b->from.x - a->from.x, y = b->from.y - a->from.y;
    double end_x = b->to.x - a->to.x, end_y = b->to.y - a->to.y;
    return hypot(x + t * (end_x - x), y + t * (end_y - y)) - a->radius - b->radius;
}

TEST(closest_approach_against_sampling) {
    test_rng rng = test_seed(21);
    enum { SAMPLES = 2000 };
    for (int i = 0; i < 1000; i++) {
        ssti_disc a = random_disc(&rng, 2, 2, 0.5), b = random_disc(&rng, 2, 2, 0.5);
        double least = HUGE_VAL;
        for (int k = 0; k <= SAMPLES; k++)
            least = fmin(least, gap_at(&a, &b, (double)k / SAMPLES));
        ssti_approach found = ssti_closest_approach(&a, &b);
        CHECK_NEAR(found.at_end, gap_at(&a, &b, 1), 1e-12);
        /* Between samples the gap can be less by half a sample's way, at most. */
        CHECK(found.least <= least + 1e-12 && found.least >= least - 8.0 / SAMPLES);
    }
}

/* Known by hand: both pass the origin, one a quarter of the step before the other. */
TEST(closest_approach_by_hand) {
    ssti_disc a = {{-1, 0}, {1, 0}, 0.25, 0, 1, 1, 1}, b = {{0, 1}, {0, -1}, 0.25, 1, 1, 1, 1};
    CHECK_NEAR(ssti_closest_approach(&a, &b).least, -0.5, 1e-15);
    ssti_disc still = {{0, 2}, {0, 2}, 0.5, 2, 1, 1, 1};
    CHECK_NEAR(ssti_closest_approach(&a, &still).least, 1.25, 1e-15);
    CHECK_NEAR(ssti_closest_approach(&still, &still).least, -1, 1e-15);
}

/* --- All pairs ----------------------------------------------------------------------------- */

enum { MOST_AGENTS = 300 };

typedef struct naive {
    double least;
    uint64_t collisions;
    bool contact[MOST_AGENTS][MOST_AGENTS];
} naive;

static void naive_step(naive *n, const ssti_disc *discs, size_t count) {
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++) {
            if (!ssti_discs_meet(&discs[i], &discs[j]))
                continue;
            ssti_approach found = ssti_closest_approach(&discs[i], &discs[j]);
            bool *contact = &n->contact[discs[i].agent][discs[j].agent];
            n->least = fmin(n->least, found.least);
            n->collisions += found.least < -1e-3 && !*contact;
            *contact = (found.least < -1e-3 || *contact) && found.at_end <= 0;
        }
}

/* A crowd that walks at random, in which some may be giants, dwarfs or ghosts. */
static void compare_crowd(test_rng *rng, size_t count, double size, double radius, int steps) {
    static naive n;
    memset(&n, 0, sizeof n);
    n.least = HUGE_VAL;
    ssti_disc discs[MOST_AGENTS];
    for (size_t i = 0; i < count; i++) {
        discs[i] = random_disc(rng, size, 0, radius);
        discs[i].radius *= test_below(rng, 20) ? 1 : 20 * test_uniform(rng, 0, 1);
        discs[i].mask = test_below(rng, 10) != 0;
        discs[i].agent = (uint32_t)i;
    }
    ssti_gaps *gaps = ssti_gaps_create();
    for (int k = 0; k < steps; k++) {
        double speed = test_below(rng, 4) ? 0.2 : 5;
        for (size_t i = 0; i < count; i++) {
            discs[i].from = discs[i].to;
            discs[i].to.x += test_uniform(rng, -speed, speed);
            discs[i].to.y += test_uniform(rng, -speed, speed);
        }
        naive_step(&n, discs, count);
        CHECK(ssti_gaps_step(gaps, discs, count));
        CHECK(ssti_gaps_least(gaps) == n.least);
        CHECK_INT(ssti_gaps_collisions(gaps), n.collisions);
    }
    ssti_gaps_destroy(gaps);
}

TEST(crowds_against_all_pairs) {
    test_rng rng = test_seed(22);
    for (int i = 0; i < 600; i++) {
        size_t count = 2 + test_below(&rng, 23); /* not even all together are a pile */
        compare_crowd(&rng, count, pow(10, test_uniform(&rng, 0.3, 3)), 0.4, 20);
    }
    compare_crowd(&rng, MOST_AGENTS, 60, 0.3, 10);
    compare_crowd(&rng, MOST_AGENTS, 1e6, 0, 10); /* points far apart */
}

TEST(nobody_to_meet) {
    ssti_gaps *gaps = ssti_gaps_create();
    ssti_disc discs[2] = {{{0, 0}, {0, 0}, 1, 0, 1, 0, 1}, {{1, 0}, {1, 0}, 1, 1, 1, 0, 1}};
    CHECK(ssti_gaps_step(gaps, discs, 0) && ssti_gaps_step(gaps, discs, 1));
    CHECK(ssti_gaps_step(gaps, discs, 2)); /* they ignore each other */
    CHECK(isinf(ssti_gaps_least(gaps)));
    discs[0].mask = 1;
    CHECK(ssti_gaps_step(gaps, discs, 2));
    CHECK_NEAR(ssti_gaps_least(gaps), -1, 1e-15);
    CHECK_INT(ssti_gaps_collisions(gaps), 1);
    ssti_gaps_destroy(gaps);
}

/* A contact is one collision until the surfaces are apart, and then a new one. */
TEST(a_contact_counts_once) {
    ssti_gaps *gaps = ssti_gaps_create();
    static const double place[] = {3, 1.9995, 1.9, 1.5, 1.9995, 1.9, 2.0001, 1.9, 1.99, 2.5};
    static const uint64_t expected[] = {0, 0, 1, 1, 1, 1, 1, 2, 2, 2};
    double before = 3;
    for (size_t i = 0; i < sizeof place / sizeof *place; i++) {
        ssti_disc discs[2] = {{{0, 0}, {0, 0}, 1, 0, 1, 1, 1},
                              {{before, 0}, {place[i], 0}, 1, 1, 1, 1, 1}};
        CHECK(ssti_gaps_step(gaps, discs, 2));
        CHECK_INT(ssti_gaps_collisions(gaps), expected[i]);
        before = place[i];
    }
    ssti_gaps_destroy(gaps);
}

/* Through each other within one step: seen, though no sample overlaps. */
TEST(passing_through_is_a_collision) {
    ssti_gaps *gaps = ssti_gaps_create();
    ssti_disc discs[2] = {{{-5, 0}, {5, 0}, 0.3, 0, 1, 1, 1}, {{5, 0}, {-5, 0}, 0.3, 1, 1, 1, 1}};
    CHECK(ssti_gaps_step(gaps, discs, 2));
    CHECK_NEAR(ssti_gaps_least(gaps), -0.6, 1e-12);
    CHECK_INT(ssti_gaps_collisions(gaps), 1);
    ssti_gaps_destroy(gaps);
}

/* Upon one point: bounded work a disc; the least gap still right. */
TEST(a_pile_is_no_cliff) {
    enum { COUNT = 100000 };
    ssti_disc *discs = calloc(COUNT, sizeof *discs);
    for (uint32_t i = 0; i < COUNT; i++)
        discs[i] = (ssti_disc){.radius = 0.3, .agent = i, .layers = 1, .mask = 1};
    ssti_gaps *gaps = ssti_gaps_create();
    CHECK(ssti_gaps_step(gaps, discs, COUNT) && ssti_gaps_step(gaps, discs, COUNT));
    CHECK_NEAR(ssti_gaps_least(gaps), -0.6, 1e-12);
    CHECK(ssti_gaps_collisions(gaps) >= COUNT - 1 && ssti_gaps_collisions(gaps) <= 24L * COUNT);
    ssti_gaps_destroy(gaps);
    free(discs);
}

SUITE(sim_metrics, CASE(closest_approach_against_sampling), CASE(closest_approach_by_hand),
      CASE(crowds_against_all_pairs), CASE(nobody_to_meet), CASE(a_contact_counts_once),
      CASE(passing_through_is_a_collision), CASE(a_pile_is_no_cliff))
