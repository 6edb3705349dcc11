/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Shares of avoidance, fixed and learned from what others do. */
#include "harness.h"

#include "base/elementary.h"
#include "failing_allocator.h"
#include "scenes.h"
#include "solve/opinion.h"
#include "world/world_state.h"

static double error_of(double got, double expected) {
    return fabs(got - expected) / fmax(fabs(expected), 1e-3);
}

TEST(functions_are_what_they_are_called) {
    for (int i = 0; i <= 10000; i++) {
        double x = 24.0 * i / 10000, angle = (double)SSTI_HALF_PI * i / 10000;
        CHECK(error_of((double)ssti_exp((float)x), exp((double)(float)x)) < 2e-6);
        CHECK_NEAR(ssti_tanh((float)x), tanh((double)(float)x), 3e-7);
        CHECK(ssti_tanh((float)-x) == -ssti_tanh((float)x));
        sst_vec2 unit = ssti_unit_at((float)angle);
        CHECK_NEAR(unit.x, cos((double)(float)angle), 2e-7);
        CHECK_NEAR(unit.y, sin((double)(float)angle), 2e-7);
    }
}

/* --- A pair head-on ------------------------------------------------------------------------ */

/* `other_yields`: or else it goes its way whoever comes. */
static sst_world *meeting(sst_share share, bool other_yields, sst_agent_id *self) {
    sst_world *world = scene_world(SST_PROFILE_DEFAULT);
    sst_agent_def a = scene_agent(-6, 0), b = scene_agent(6, 0.2);
    a.velocity = a.preferred_velocity = (sst_vec2){1, 0};
    b.velocity = b.preferred_velocity = (sst_vec2){-1, 0};
    a.time_horizon = b.time_horizon = 1;
    a.share = share;
    b.mask = other_yields ? SST_ALL_LAYERS : 0;
    *self = scene_add(world, &a);
    scene_add(world, &b);
    return world;
}

static double least_gap(sst_share share, bool other_yields) {
    sst_agent_id self;
    sst_world *world = meeting(share, other_yields, &self);
    double least = HUGE_VAL;
    for (int i = 0; i < 100; i++) {
        sst_agent_view v;
        sst_world_step(world, NULL);
        sst_world_view_agents(world, &v);
        double dx = v.position_x[1] - v.position_x[0], dy = v.position_y[1] - v.position_y[0];
        least = fmin(least, sqrt(dx * dx + dy * dy) - 0.6);
    }
    sst_world_destroy(world);
    return least;
}

TEST(shares_are_kept) {
    CHECK(least_gap(SST_SHARE_DECLARED, true) > -1e-4);
    CHECK(least_gap(SST_SHARE_DECLARED, false) > -1e-4);
    CHECK(least_gap(SST_SHARE_FULL, false) > -1e-4);
    CHECK(least_gap(SST_SHARE_HALF, true) > -1e-4);
    CHECK(least_gap(SST_SHARE_ESTIMATED, true) > -1e-4);
}

static const ssti_opinion *opinion_of_first(sst_world *world) {
    return &world->agents.opinions[0].list[0];
}

/* The least opinion that the agent has of the other until they have passed. */
static double least_opinion(bool other_yields) {
    sst_agent_id self;
    sst_world *world = meeting(SST_SHARE_ESTIMATED, other_yields, &self);
    double least = 1;
    for (int i = 0; i < 80; i++) {
        sst_world_step(world, NULL);
        least = fmin(least, (double)opinion_of_first(world)->opinion);
    }
    sst_world_destroy(world);
    return least;
}

TEST(who_does_not_yield_is_found_out) {
    double yields = least_opinion(true), stubborn = least_opinion(false);
    CHECK_MSG(stubborn < yields - 0.05 && stubborn < -0.05, "%g of who yields, %g of who does not",
              yields, stubborn);
}

/* --- State --------------------------------------------------------------------------------- */

static sst_world *crowd_that_estimates(uint64_t seed, uint64_t shuffle) {
    sst_world *world = scene_world(SST_PROFILE_DEFAULT);
    scene_crowd(world, 60, seed, shuffle);
    sst_agent_view view;
    sst_world_view_agents(world, &view);
    for (size_t i = 0; i < view.count; i++) {
        sst_agent_def def;
        sst_world_get_agent(world, view.ids[i], &def);
        def.share = def.key % 2 ? SST_SHARE_ESTIMATED : SST_SHARE_DECLARED;
        sst_world_set_agent(world, view.ids[i], &def);
    }
    return world;
}

TEST(opinions_are_part_of_the_state) {
    for (uint64_t seed = 1; seed <= 10; seed++) {
        sst_world *a = crowd_that_estimates(seed, 0), *b = crowd_that_estimates(seed, seed);
        for (int i = 0; i < 10; i++)
            sst_world_step(a, NULL), sst_world_step(b, NULL);
        CHECK(sst_world_hash(a) == sst_world_hash(b));
        size_t size;
        sst_world_snapshot_size(a, &size);
        void *bytes = malloc(size);
        REQUIRE(sst_world_snapshot(a, bytes, size) == SST_OK);
        sst_world *c = scene_world(SST_PROFILE_DEFAULT);
        REQUIRE(sst_world_restore(c, bytes, size) == SST_OK);
        CHECK(sst_world_hash(a) == sst_world_hash(c));
        for (int i = 0; i < 10; i++)
            sst_world_step(a, NULL), sst_world_step(c, NULL);
        CHECK(sst_world_hash(a) == sst_world_hash(c));
        free(bytes);
        sst_world_destroy(a), sst_world_destroy(b), sst_world_destroy(c);
    }
}

TEST(a_share_that_is_none_is_refused) {
    sst_world *world = scene_world(SST_PROFILE_DEFAULT);
    sst_agent_def def = scene_agent(0, 0);
    sst_agent_id id;
    def.share = (sst_share)4;
    CHECK(sst_world_add_agent(world, &def, &id) == SST_ERROR_OPTION);
    sst_world_destroy(world);
}

/* --- A crowd of which half does not yield -------------------------------------------------- */

typedef struct outcome {
    long collisions; /* pair steps that overlap with one that estimates, or whatever it does */
    double arrived;  /* mean time */
} outcome;

enum { CROWD = 24 };

static outcome cross(sst_share share, uint64_t seed) {
    test_rng rng = {seed};
    sst_world *world = scene_world(SST_PROFILE_DEFAULT);
    sst_agent_id ids[CROWD];
    sst_point goals[CROWD];
    double times[CROWD] = {0};
    for (int i = 0; i < CROWD; i++) {
        double angle = 6.283185307 * (i + test_uniform(&rng, 0, 0.8)) / CROWD;
        sst_agent_def def = scene_agent(6 * cos(angle), 6 * sin(angle));
        goals[i] = (sst_point){-def.position.x, -def.position.y};
        def.share = share;
        def.time_horizon = 0.5f;
        if (i % 2)
            def.mask = 0; /* it does not yield, and nobody is told */
        ids[i] = scene_add(world, &def);
    }
    outcome o = {0, 0};
    for (int step = 0; step < 600; step++) {
        sst_point p[CROWD];
        sst_world_get_positions(world, ids, p, CROWD);
        for (int i = 0; i < CROWD; i++) {
            double dx = goals[i].x - p[i].x, dy = goals[i].y - p[i].y, d = sqrt(dx * dx + dy * dy);
            double speed = d > 0.13 ? 1.3 : d / 0.1;
            sst_vec2 v = {(float)(dx / fmax(d, 1e-9) * speed), (float)(dy / fmax(d, 1e-9) * speed)};
            sst_world_set_preferred_velocity(world, ids[i], v);
            if (times[i] == 0 && d < 0.3)
                times[i] = 0.1 * step;
            for (int k = 0; k < i; k++) {
                double x = p[i].x - p[k].x, y = p[i].y - p[k].y;
                bool counts = !(i % 2) || !(k % 2);
                o.collisions += counts && x * x + y * y < 0.599 * 0.599;
            }
        }
        sst_world_step(world, NULL);
    }
    for (int i = 0; i < CROWD; i += 2)
        o.arrived += (times[i] > 0 ? times[i] : 60) / (CROWD / 2);
    sst_world_destroy(world);
    return o;
}

static outcome cross_all(sst_share share, long seeds) {
    outcome sum = {0, 0};
    for (long seed = 1; seed <= seeds; seed++) {
        outcome o = cross(share, (uint64_t)seed);
        sum.collisions += o.collisions;
        sum.arrived += o.arrived / (double)seeds;
    }
    return sum;
}

TEST(estimates_are_safer_than_all_and_as_soon_as_half) {
    long seeds = test_count(20, 200);
    outcome half = cross_all(SST_SHARE_HALF, seeds), all = cross_all(SST_SHARE_FULL, seeds);
    outcome estimated = cross_all(SST_SHARE_ESTIMATED, seeds);
    printf("     half %ld, %.2f s; all %ld, %.2f s; estimated %ld, %.2f s\n", half.collisions,
           half.arrived, all.collisions, all.arrived, estimated.collisions, estimated.arrived);
    CHECK(estimated.collisions < all.collisions);
    CHECK(estimated.arrived <= 1.02 * half.arrived);
}

SUITE(opinions, CASE(functions_are_what_they_are_called), CASE(shares_are_kept),
      CASE(who_does_not_yield_is_found_out), CASE(opinions_are_part_of_the_state),
      CASE(a_share_that_is_none_is_refused), CASE(estimates_are_safer_than_all_and_as_soon_as_half))
