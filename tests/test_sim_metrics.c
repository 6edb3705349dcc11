/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Figures of pairs: by hand, against dense sampling, and against looking at every pair. */

#include "harness.h"
#include "metrics/pairs.h"

static ssti_disc disc(uint32_t agent, sst_point from, sst_point to, double radius) {
    return (ssti_disc){.from = from,
                       .to = to,
                       .radius = radius,
                       .agent = agent,
                       .layers = 1,
                       .mask = 1,
                       .velocity = {(float)(to.x - from.x), (float)(to.y - from.y)},
                       .under_way = true};
}

static ssti_disc random_disc(test_rng *rng, double size, double speed, double radius) {
    sst_point from = {test_uniform(rng, -size, size), test_uniform(rng, -size, size)};
    sst_point to = {from.x + test_uniform(rng, -speed, speed),
                    from.y + test_uniform(rng, -speed, speed)};
    return disc(0, from, to, test_uniform(rng, 0, radius));
}

static double gap_at(const ssti_disc *a, const ssti_disc *b, double t) {
    double x = b->from.x - a->from.x, y = b->from.y - a->from.y;
    double end_x = b->to.x - a->to.x, end_y = b->to.y - a->to.y;
    return hypot(x + t * (end_x - x), y + t * (end_y - y)) - a->radius - b->radius;
}

/* --- Approach ------------------------------------------------------------------------------ */

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
        CHECK_NEAR(gap_at(&a, &b, found.when), found.least, 1e-12);
        /* Between samples the gap can be less by half a sample's way, at most. */
        CHECK(found.least <= least + 1e-12 && found.least >= least - 8.0 / SAMPLES);
    }
}

/* Known by hand: both pass the origin, one a quarter of the step before the other. */
TEST(closest_approach_by_hand) {
    ssti_disc a = disc(0, (sst_point){-1, 0}, (sst_point){1, 0}, 0.25);
    ssti_disc b = disc(1, (sst_point){0, 1}, (sst_point){0, -1}, 0.25);
    ssti_disc still = disc(2, (sst_point){0, 2}, (sst_point){0, 2}, 0.5);
    CHECK_NEAR(ssti_closest_approach(&a, &b).least, -0.5, 1e-15);
    CHECK_NEAR(ssti_closest_approach(&a, &b).when, 0.5, 1e-15);
    CHECK_NEAR(ssti_closest_approach(&a, &still).least, 1.25, 1e-15);
    CHECK_NEAR(ssti_closest_approach(&still, &still).least, -1, 1e-15);
}

TEST(overlaps_against_sampling) {
    test_rng rng = test_seed(23);
    enum { SAMPLES = 4000 };
    for (int i = 0; i < 1000; i++) {
        ssti_disc a = random_disc(&rng, 1, 2, 0.5), b = random_disc(&rng, 1, 2, 0.5);
        double begin = 0, end = 0, depth = test_uniform(&rng, 0, 0.1);
        int deep = 0, wrong = 0;
        bool ever = ssti_overlap_within(&a, &b, depth, &begin, &end);
        for (int k = 0; k <= SAMPLES; k++) {
            double t = (double)k / SAMPLES, gap = gap_at(&a, &b, t);
            deep += gap < -depth - 1e-9;
            wrong += ever && gap < -depth - 1e-9 && (t < begin || t > end);
            wrong += ever && gap > -depth + 1e-9 && t > begin && t < end;
        }
        CHECK(wrong == 0 && (ever || deep == 0));
    }
}

/* Towards each other at 2 m/s from 3 m apart; past each other; behind; overlapping. */
TEST(time_to_collision_by_hand) {
    ssti_disc a = disc(0, (sst_point){-1, 0}, (sst_point){0, 0}, 0.5);
    ssti_disc b = disc(1, (sst_point){5, 0}, (sst_point){4, 0}, 0.5);
    CHECK_NEAR(ssti_time_to_collision(&a, &b), 1.5, 1e-12);
    b.to.y = 0.6; /* 3-4-5: the surfaces meet 0.8 m before the closest point */
    CHECK_NEAR(ssti_time_to_collision(&a, &b), (4 - 0.8) / 2, 1e-12);
    b.to.y = 1; /* grazes */
    CHECK(isinf(ssti_time_to_collision(&a, &b)));
    ssti_disc behind = disc(2, (sst_point){-4, 0}, (sst_point){-3, 0}, 0.5);
    CHECK(isinf(ssti_time_to_collision(&a, &behind)));
    ssti_disc upon = disc(3, (sst_point){0.9, 0}, (sst_point){0.9, 0}, 0.5);
    CHECK(ssti_time_to_collision(&a, &upon) == 0);
}

/* --- All pairs ----------------------------------------------------------------------------- */

enum { MOST_AGENTS = 300 };

typedef struct state {
    ssti_pairs pairs;
    ssti_collisions collisions;
    double time;
} state;

static void begin(state *s, size_t agents) {
    s->time = 0;
    CHECK(ssti_pairs_init(&s->pairs, agents) && ssti_collisions_init(&s->collisions, agents));
}

static void step(state *s, const ssti_disc *discs, size_t count) {
    CHECK(ssti_pairs_step(&s->pairs, discs, count, s->time, 1, &s->collisions));
    CHECK(ssti_collisions_finish_step(&s->collisions));
    s->time += 1;
}

static void end(state *s) {
    ssti_pairs_free(&s->pairs);
    ssti_collisions_free(&s->collisions);
}

static uint64_t collisions_so_far(const state *s) {
    return s->collisions.count + s->collisions.open_count;
}

typedef struct naive {
    ssti_agent_pairs agents[MOST_AGENTS];
    uint64_t collisions;
    double overlap_time;
    bool contact[MOST_AGENTS][MOST_AGENTS];
} naive;

static double naive_pair(naive *n, const ssti_disc *a, const ssti_disc *b) {
    ssti_agent_pairs *figures = &n->agents[a->agent];
    ssti_approach found = ssti_closest_approach(a, b);
    double until = ssti_time_to_collision(a, b);
    figures->least_gap = fmin(figures->least_gap, found.least);
    if (until <= 3 && a->under_way)
        figures->least_time_to_collision = fmin(figures->least_time_to_collision, until);
    if (a->agent > b->agent) {
        bool *contact = &n->contact[a->agent][b->agent];
        double from, to;
        n->collisions += found.least < -1e-3 && !*contact;
        *contact = (found.least < -1e-3 || *contact) && found.at_end < 1e-2;
        if (ssti_overlap_within(a, b, 1e-3, &from, &to))
            n->overlap_time += to - from;
    }
    return found.at_end + b->radius;
}

static void naive_step(naive *n, const ssti_disc *discs, size_t count) {
    for (size_t i = 0; i < count; i++) {
        double nearest = HUGE_VAL;
        for (size_t j = 0; j < count; j++)
            if (i != j && ssti_discs_meet(&discs[i], &discs[j]))
                nearest = fmin(nearest, naive_pair(n, &discs[i], &discs[j]));
        n->agents[i].intimate += discs[i].under_way && nearest < 0.45;
        n->agents[i].personal += discs[i].under_way && nearest >= 0.45 && nearest < 1.2;
    }
}

static void compare(const state *s, const naive *n, size_t count) {
    size_t different = 0;
    for (size_t i = 0; i < count; i++) {
        const ssti_agent_pairs *found = &s->pairs.agents[i], *expected = &n->agents[i];
        different += found->least_gap != expected->least_gap ||
                     found->least_time_to_collision != expected->least_time_to_collision ||
                     found->intimate != expected->intimate || found->personal != expected->personal;
    }
    CHECK_INT(different, 0);
    CHECK_INT(collisions_so_far(s), n->collisions);
}

static void walk(test_rng *rng, ssti_disc *discs, size_t count, double speed) {
    for (size_t i = 0; i < count; i++) {
        discs[i].from = discs[i].to;
        discs[i].velocity = (sst_vec2){(float)test_uniform(rng, -speed, speed),
                                       (float)test_uniform(rng, -speed, speed)};
        discs[i].to.x += (double)discs[i].velocity.x;
        discs[i].to.y += (double)discs[i].velocity.y;
    }
}

/* A crowd that walks at random, in which some may be giants, dwarfs or ghosts, or have arrived. */
static void compare_crowd(test_rng *rng, size_t count, double size, double radius, int steps) {
    static naive n;
    memset(&n, 0, sizeof n);
    ssti_disc discs[MOST_AGENTS];
    for (size_t i = 0; i < count; i++) {
        n.agents[i] = (ssti_agent_pairs){HUGE_VAL, HUGE_VAL, 0, 0};
        discs[i] = random_disc(rng, size, 0, radius);
        discs[i].radius *= test_below(rng, 20) ? 1 : 20 * test_uniform(rng, 0, 1);
        discs[i].mask = test_below(rng, 10) != 0;
        discs[i].agent = (uint32_t)i;
        discs[i].under_way = test_below(rng, 5) != 0;
    }
    state s;
    begin(&s, count);
    for (int k = 0; k < steps; k++) {
        walk(rng, discs, count, test_below(rng, 4) ? 0.2 : 5);
        naive_step(&n, discs, count);
        step(&s, discs, count);
        compare(&s, &n, count);
    }
    CHECK(ssti_collisions_end(&s.collisions));
    CHECK_NEAR(s.collisions.overlap_time, n.overlap_time, 1e-9 * (1 + n.overlap_time));
    end(&s);
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
    state s;
    begin(&s, 2);
    ssti_disc discs[2] = {disc(0, (sst_point){0, 0}, (sst_point){0, 0}, 1),
                          disc(1, (sst_point){1, 0}, (sst_point){1, 0}, 1)};
    discs[0].mask = discs[1].mask = 0;
    step(&s, discs, 0);
    step(&s, discs, 1);
    step(&s, discs, 2); /* they ignore each other */
    CHECK(isinf(s.pairs.agents[0].least_gap));
    discs[0].mask = 1;
    step(&s, discs, 2);
    CHECK_NEAR(s.pairs.agents[0].least_gap, -1, 1e-15);
    CHECK_NEAR(s.pairs.agents[1].least_gap, -1, 1e-15);
    CHECK_INT(collisions_so_far(&s), 1);
    end(&s);
}

/* Zones reach from the own surface to the other's centre: 1 m apart, one of 0.6 m has the other in
 * its intimate zone, one of 0.3 m in its personal one. */
TEST(zones_by_hand) {
    state s;
    begin(&s, 2);
    ssti_disc discs[2] = {disc(0, (sst_point){0, 0}, (sst_point){0, 0}, 0.6),
                          disc(1, (sst_point){1, 0}, (sst_point){1, 0}, 0.3)};
    step(&s, discs, 2);
    step(&s, discs, 2);
    discs[0].under_way = false;
    step(&s, discs, 2);
    CHECK(s.pairs.agents[0].intimate == 2 && s.pairs.agents[0].personal == 0);
    CHECK(s.pairs.agents[1].intimate == 0 && s.pairs.agents[1].personal == 3);
    discs[1].from.x = discs[1].to.x = 1.5; /* the edge of the zone is outside */
    step(&s, discs, 2);
    CHECK(s.pairs.agents[1].personal == 3);
    end(&s);
}

/* --- Collisions ---------------------------------------------------------------------------- */

/* A contact is one collision until the surfaces are a centimetre apart, and then a new one. */
TEST(a_contact_counts_once) {
    state s;
    begin(&s, 2);
    static const double place[] = {3,     1.9995, 1.9,  1.5,  1.9995, 1.9,  2.0001,
                                   1.998, 2.009,  1.99, 2.02, 1.9,    1.99, 2.5};
    static const uint64_t expected[] = {0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2};
    double before = 3;
    for (size_t i = 0; i < sizeof place / sizeof *place; i++) {
        ssti_disc discs[2] = {disc(0, (sst_point){0, 0}, (sst_point){0, 0}, 1),
                              disc(1, (sst_point){before, 0}, (sst_point){place[i], 0}, 1)};
        step(&s, discs, 2);
        CHECK_INT(collisions_so_far(&s), expected[i]);
        before = place[i];
    }
    CHECK_INT(s.collisions.open_count, 0);
    end(&s);
}

/* Two of radius 1 at 1 m/s head-on, 4 m apart at first: 1 mm deep after 1.0005 s, as deep as 2 m
 * after 2 s, and out after 2.9995 s. */
TEST(a_collision_by_hand) {
    state s;
    begin(&s, 2);
    for (int k = 0; k < 5; k++) {
        ssti_disc discs[2] = {disc(1, (sst_point){k, 0}, (sst_point){k + 1, 0}, 1),
                              disc(0, (sst_point){4 - k, 0}, (sst_point){3 - k, 0}, 1)};
        CHECK_INT(s.collisions.closed_count, 0);
        step(&s, discs, 2);
        if (k == 3)
            break;
    }
    REQUIRE(s.collisions.closed_count == 1);
    sst_collision c = s.collisions.closed[0];
    CHECK(c.a == 0 && c.b == 1);
    CHECK_NEAR(c.begin, 1.0005, 1e-12);
    CHECK_NEAR(c.duration, 1.999, 1e-12);
    CHECK_NEAR(c.overlap_time, 1.999, 1e-12);
    CHECK_NEAR(c.depth, 2, 1e-12);
    CHECK_NEAR(c.place.x, 2, 1e-12);
    CHECK_NEAR(c.place.y, 0, 1e-12);
    CHECK(s.collisions.count == 1 && s.collisions.agents[0].count == 1);
    CHECK_NEAR(s.collisions.agents[1].overlap_time, 1.999, 1e-12);
    end(&s);
}

/* The middle of the overlap, not of the centres. */
TEST(where_a_collision_is) {
    state s;
    begin(&s, 2);
    ssti_disc discs[2] = {disc(0, (sst_point){0, 0}, (sst_point){0, 0}, 3),
                          disc(1, (sst_point){0, 3.5}, (sst_point){0, 3.5}, 1)};
    step(&s, discs, 2);
    CHECK(ssti_collisions_end(&s.collisions));
    CHECK_NEAR(s.collisions.first.place.y, 2.75, 1e-12);
    CHECK_NEAR(s.collisions.first.depth, 0.5, 1e-12);
    end(&s);
}

/* The flicker within one event: its length runs from the first deep moment to the last, its time of
 * overlap only adds up the deep ones. */
TEST(a_quivering_contact_is_one_event) {
    state s;
    begin(&s, 2);
    for (int k = 0; k < 6; k++) {
        double from = k % 2 ? 2.001 : 1.997, to = k % 2 ? 1.997 : 2.001;
        ssti_disc discs[2] = {disc(0, (sst_point){0, 0}, (sst_point){0, 0}, 1),
                              disc(1, (sst_point){from, 0}, (sst_point){to, 0}, 1)};
        step(&s, discs, 2);
    }
    CHECK(ssti_collisions_end(&s.collisions));
    CHECK_INT(s.collisions.count, 1);
    CHECK_NEAR(s.collisions.first.begin, 0, 1e-12);
    CHECK_NEAR(s.collisions.first.duration, 6, 1e-9);
    CHECK_NEAR(s.collisions.first.overlap_time, 3, 1e-9); /* deep for half of each step */
    end(&s);
}

/* One of the two leaves. */
TEST(who_leaves_ends_the_collision) {
    state s;
    begin(&s, 2);
    ssti_disc discs[2] = {disc(0, (sst_point){0, 0}, (sst_point){0, 0}, 1),
                          disc(1, (sst_point){1, 0}, (sst_point){1, 0}, 1)};
    step(&s, discs, 2);
    CHECK_INT(s.collisions.open_count, 1);
    step(&s, discs, 1);
    CHECK_INT(s.collisions.open_count, 0);
    CHECK_INT(s.collisions.closed_count, 1);
    end(&s);
}

/* Through each other within one step: seen, though no sample overlaps. */
TEST(passing_through_is_a_collision) {
    state s;
    begin(&s, 2);
    ssti_disc discs[2] = {disc(0, (sst_point){-5, 0}, (sst_point){5, 0}, 0.3),
                          disc(1, (sst_point){5, 0}, (sst_point){-5, 0}, 0.3)};
    step(&s, discs, 2);
    CHECK_NEAR(s.pairs.agents[0].least_gap, -0.6, 1e-12);
    CHECK_INT(s.collisions.closed_count, 1);
    CHECK_NEAR(s.collisions.closed[0].begin, 0.5 - 0.599 / 20, 1e-12);
    CHECK_NEAR(s.collisions.closed[0].overlap_time, 0.599 / 10, 1e-12);
    end(&s);
}

/* Upon one point: bounded work a disc; the least gap still right. */
TEST(a_pile_is_no_cliff) {
    enum { COUNT = 100000 };
    ssti_disc *discs = calloc(COUNT, sizeof *discs);
    REQUIRE(discs);
    for (uint32_t i = 0; i < COUNT; i++)
        discs[i] = disc(i, (sst_point){0, 0}, (sst_point){0, 0}, 0.3);
    state s;
    begin(&s, COUNT);
    step(&s, discs, COUNT);
    uint64_t first = collisions_so_far(&s);
    step(&s, discs, COUNT);
    CHECK_NEAR(s.pairs.agents[COUNT - 1].least_gap, -0.6, 1e-12);
    CHECK(first >= COUNT - 24 && first <= 24L * COUNT);
    CHECK_INT(collisions_so_far(&s), first); /* no new ones where nothing moved */
    end(&s);
    free(discs);
}

/* --- Sizes --------------------------------------------------------------------------------- */

static bool count_one(size_t other, void *context) {
    (void)other;
    ++*(size_t *)context;
    return true;
}

/* One giant and one fast among many small ones that are slow: who looks around meets few. */
TEST(looking_costs_what_is_near) {
    enum { COUNT = 10000 };
    ssti_disc *discs = calloc(COUNT, sizeof *discs);
    REQUIRE(discs);
    for (uint32_t i = 0; i < COUNT; i++) {
        sst_point at = {i % 100, (double)(i / 100)};
        discs[i] = disc(i, at, at, i == 5050 ? 20 : 0.2);
    }
    discs[100].to.x += 90;
    discs[100].velocity.x = 90;
    ssti_near *near = ssti_near_create();
    CHECK(ssti_near_fill(near, discs, COUNT));
    size_t visited = 0;
    for (size_t i = 0; i < COUNT; i++)
        ssti_near_visit(near, i, 1.2, 1, count_one, &visited);
    CHECK_MSG(visited < 60L * COUNT, "%zu visits", visited);
    ssti_near_destroy(near);
    free(discs);
}

/* How many meet the disc in the middle within 2 s, of a ring of discs 3 m off that move so fast
 * towards it or away; beside them stand others, so that the grid lies by rows, or is hashed. */
static size_t count_visits(double inwards, double apart) {
    enum { RING = 16, COUNT = RING + 1 };
    ssti_disc discs[COUNT + 100];
    discs[0] = disc(0, (sst_point){0, 0}, (sst_point){0, 0}, 0.3);
    for (uint32_t i = 1; i < COUNT; i++) {
        double angle = 2 * 3.14159265358979 * i / RING;
        sst_point at = {3 * cos(angle), 3 * sin(angle)};
        discs[i] = disc(i, at, at, 0.3);
        discs[i].velocity.x = (float)(-inwards * cos(angle));
        discs[i].velocity.y = (float)(-inwards * sin(angle));
    }
    for (uint32_t i = COUNT; i < COUNT + 100; i++) {
        sst_point at = {10 + apart * (i % 10), apart * (i / 10)};
        discs[i] = disc(i, at, at, 0.3);
    }
    size_t visited = 0;
    ssti_near *near = ssti_near_create();
    CHECK(ssti_near_fill(near, discs, COUNT + 100));
    ssti_near_visit(near, 0, 1.2, 2, count_one, &visited);
    ssti_near_destroy(near);
    return visited;
}

TEST(who_parts_is_not_looked_at) {
    static const double apart[] = {1, 5e4};
    for (size_t i = 0; i < 2; i++) {
        CHECK_INT(count_visits(1.3, apart[i]), 16);
        CHECK_INT(count_visits(1.1, apart[i]), 0); /* 2.2 of 2.4 m in 2 s */
        CHECK_INT(count_visits(-1.3, apart[i]), 0);
    }
}

SUITE(sim_metrics, CASE(closest_approach_against_sampling), CASE(closest_approach_by_hand),
      CASE(overlaps_against_sampling), CASE(time_to_collision_by_hand),
      CASE(crowds_against_all_pairs), CASE(nobody_to_meet), CASE(zones_by_hand),
      CASE(a_contact_counts_once), CASE(a_collision_by_hand), CASE(where_a_collision_is),
      CASE(a_quivering_contact_is_one_event), CASE(who_leaves_ends_the_collision),
      CASE(passing_through_is_a_collision), CASE(a_pile_is_no_cliff),
      CASE(looking_costs_what_is_near), CASE(who_parts_is_not_looked_at))
