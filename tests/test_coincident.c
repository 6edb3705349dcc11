/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* A whole crowd on one point: the search does no more work an agent than elsewhere, and the crowd
 * comes apart. Work is counted in nodes of the tree entered, never in time. */
#include "harness.h"

#include "scenes.h"
#include "sidestep/sidestep.h"
#include "world/world_state.h"

static size_t nodes_entered(const sst_world *world) {
    size_t sum = 0;
    for (uint32_t i = 0; i < world->scratch.worker_count; i++) {
        sum += world->scratch.workers[i].nodes_entered;
    }
    return sum;
}

static sst_world *crowd_on_a_point(sst_profile profile, size_t count, bool mixed_sizes) {
    sst_world_def def;
    sst_world *world = NULL;
    sst_world_def_init(&def, profile);
    def.worker_count = 2;
    if (!CHECK(sst_world_create(&def, &world) == SST_OK)) {
        return NULL;
    }
    test_rng rng = {17};
    for (size_t i = 0; i < count; i++) {
        sst_agent_def agent = scene_agent(1.0, 1.0);
        agent.radius = mixed_sizes ? test_uniform_f(&rng, 0.05f, 0.2f) : 0.1f;
        agent.preferred_velocity.x = test_uniform_f(&rng, -1.0f, 1.0f);
        agent.preferred_velocity.y = test_uniform_f(&rng, -1.0f, 1.0f);
        agent.neighbor_dist = profile == SST_PROFILE_CLASSIC ? 15.0f : SST_AUTO;
        scene_add(world, &agent);
    }
    CHECK_INT(sst_world_agent_count(world), count);
    return world;
}

/* Nodes entered an agent in the first step. */
static double work_per_agent(sst_profile profile, size_t count, bool mixed_sizes) {
    sst_world *world = crowd_on_a_point(profile, count, mixed_sizes);
    double work = 0.0;
    if (world) {
        sst_step_report report;
        CHECK(sst_world_step(world, &report) == SST_OK);
        CHECK_INT(report.neighbor_count, 10 * count);
        CHECK(report.coincident == count && report.truncated == count);
        work = (double)nodes_entered(world) / (double)count;
    }
    sst_world_destroy(world);
    return work;
}

/* Twenty times as many: the depth of the tree may show, and its square where sizes are mixed, since
 * the largest then lie anywhere among the rest. */
static void check_linear(sst_profile profile, bool mixed_sizes, double most_growth, double most) {
    double few = work_per_agent(profile, 1500, mixed_sizes);
    double many = work_per_agent(profile, 30000, mixed_sizes);
    CHECK_MSG(many < most_growth * few, "%g nodes an agent among 30000, %g among 1500", many, few);
    CHECK_MSG(many < most, "%g nodes an agent", many);
}

TEST(work_is_linear_default) {
    check_linear(SST_PROFILE_DEFAULT, false, 2.0, 50.0);
}

TEST(work_is_linear_default_mixed_sizes) {
    check_linear(SST_PROFILE_DEFAULT, true, 4.0, 500.0);
}

TEST(work_is_linear_classic) {
    check_linear(SST_PROFILE_CLASSIC, false, 2.0, 50.0);
}

static int compare_points(const void *left, const void *right) {
    const sst_point *a = left, *b = right;
    if (a->x != b->x) {
        return a->x < b->x ? -1 : 1;
    }
    return a->y < b->y ? -1 : a->y > b->y;
}

static size_t distinct_places(sst_world *world) {
    sst_agent_view view;
    sst_world_view_agents(world, &view);
    sst_point *points = calloc(view.count, sizeof *points);
    for (size_t i = 0; i < view.count; i++) {
        points[i] = (sst_point){view.position_x[i], view.position_y[i]};
    }
    qsort(points, view.count, sizeof *points, compare_points);
    size_t places = 0;
    for (size_t i = 0; i < view.count; i++) {
        places += i == 0 || compare_points(&points[i - 1], &points[i]) != 0;
    }
    free(points);
    return places;
}

TEST(a_hundred_thousand_come_apart) {
    const size_t count = 100000;
    sst_world *world = crowd_on_a_point(SST_PROFILE_DEFAULT, count, false);
    REQUIRE(world);
    CHECK(sst_world_step(world, NULL) == SST_OK);
    CHECK(nodes_entered(world) < 50 * count);
    for (int i = 0; i < 2; i++) {
        CHECK(sst_world_step(world, NULL) == SST_OK);
        CHECK(nodes_entered(world) < 250 * count);
    }
    CHECK(distinct_places(world) > count * 9 / 10);
    sst_world_destroy(world);
}

/* Few enough to be free of each other soon. */
TEST(a_group_on_a_point_ends_without_overlap) {
    sst_world *world = crowd_on_a_point(SST_PROFILE_DEFAULT, 30, false);
    REQUIRE(world);
    for (int i = 0; i < 100; i++) {
        CHECK(sst_world_step(world, NULL) == SST_OK);
    }
    sst_agent_view view;
    sst_world_view_agents(world, &view);
    for (size_t i = 0; i < view.count; i++) {
        for (size_t k = 0; k < i; k++) {
            double x = view.position_x[i] - view.position_x[k];
            double y = view.position_y[i] - view.position_y[k];
            CHECK(sqrt(x * x + y * y) > 0.2 - 1e-3);
        }
    }
    sst_world_destroy(world);
}

SUITE(coincident, CASE(work_is_linear_default), CASE(work_is_linear_default_mixed_sizes),
      CASE(work_is_linear_classic), CASE(a_hundred_thousand_come_apart),
      CASE(a_group_on_a_point_ends_without_overlap))
