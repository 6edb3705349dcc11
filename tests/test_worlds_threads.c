/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Many worlds stepped together: each to the bit as alone, whatever the pool; all or none. */
#include "harness.h"

#include "failing_allocator.h"
#include "scenes.h"
#include "sidestep/sidestep.h"

enum { WORLDS = 60, STEPS = 30 };

static sst_pool *make_pool(uint32_t workers, sst_scheduler scheduler) {
    sst_pool_def def;
    sst_pool *pool = NULL;
    sst_pool_def_init(&def);
    def.worker_count = workers;
    def.scheduler = scheduler;
    CHECK_INT(sst_pool_create(&def, &pool), SST_OK);
    return pool;
}

/* From nobody to some thirty agents among obstacles, of both profiles; some repeat, and one has
 * workers of its own. */
static sst_world *make_world(size_t i) {
    sst_world_def def;
    sst_world *world = NULL;
    sst_world_def_init(&def, i % 2 ? SST_PROFILE_DEFAULT : SST_PROFILE_CLASSIC);
    def.periodic_axis = i % 5 == 0 ? SST_AXIS_X : SST_AXIS_NONE;
    def.periodic_from = -200.0;
    def.periodic_to = 200.0;
    def.worker_count = i == 7 ? 2 : 1;
    CHECK_INT(sst_world_create(&def, &world), SST_OK);
    CHECK_INT(scene_crowd(world, i % 32, i + 1, 0), SST_OK);
    return world;
}

static void make_worlds(sst_world **worlds) {
    for (size_t i = 0; i < WORLDS; i++) {
        worlds[i] = make_world(i);
    }
}

static void destroy_worlds(sst_world **worlds) {
    for (size_t i = 0; i < WORLDS; i++) {
        sst_world_destroy(worlds[i]);
    }
}

/* All but the times. */
static bool same_report(const sst_step_report *a, const sst_step_report *b) {
    return a->step == b->step && a->agent_count == b->agent_count && a->relaxed == b->relaxed &&
           a->neighbor_count == b->neighbor_count && a->edge_count == b->edge_count &&
           a->worst_violation == b->worst_violation;
}

static void check_as_alone(sst_pool *pool, bool reported) {
    sst_world *alone[WORLDS], *together[WORLDS];
    sst_step_report reports[WORLDS], report;
    make_worlds(alone);
    make_worlds(together);
    for (int step = 0; step < STEPS; step++) {
        CHECK_INT(sst_worlds_step(pool, together, WORLDS, reported ? reports : NULL, NULL), SST_OK);
        for (size_t i = 0; i < WORLDS; i++) {
            CHECK_INT(sst_world_step(alone[i], &report), SST_OK);
            CHECK(!reported || same_report(&report, &reports[i]));
        }
    }
    for (size_t i = 0; i < WORLDS; i++) {
        CHECK(sst_world_hash(alone[i]) == sst_world_hash(together[i]));
    }
    destroy_worlds(alone);
    destroy_worlds(together);
}

static void *run_at_once(void (*task)(void *), void *task_context, void *context) {
    ++*(int *)context;
    task(task_context);
    return NULL;
}

static void finish_nothing(void *handle, void *context) {
    (void)handle;
    (void)context;
}

TEST(worlds_go_as_alone) {
    check_as_alone(NULL, true);
    for (uint32_t workers = 0; workers < 4; workers++) {
        sst_pool *pool = make_pool(workers, (sst_scheduler){0});
        check_as_alone(pool, workers % 2 == 1);
        sst_pool_destroy(pool);
    }
    int tasks = 0;
    sst_pool *pool = make_pool(3, (sst_scheduler){run_at_once, finish_nothing, &tasks});
    check_as_alone(pool, false);
    CHECK(tasks > 0);
    sst_pool_destroy(pool);
}

/* --- All or none --------------------------------------------------------------------------- */

static void spoil(sst_world *world, float value) {
    sst_agent_view view;
    REQUIRE(sst_world_view_agents(world, &view) == SST_OK && view.count > 0);
    view.preferred_x[0] = value;
}

static void check_none_steps(sst_pool *pool, sst_world **worlds, sst_result expected,
                             size_t expected_index) {
    uint64_t before[WORLDS];
    for (size_t i = 0; i < WORLDS; i++) {
        before[i] = worlds[i] ? sst_world_hash(worlds[i]) : 0;
    }
    size_t failed = WORLDS;
    CHECK_INT(sst_worlds_step(pool, worlds, WORLDS, NULL, &failed), expected);
    CHECK_INT(failed, expected_index);
    CHECK_INT(sst_worlds_step(pool, worlds, WORLDS, NULL, NULL), expected);
    for (size_t i = 0; i < WORLDS; i++) {
        CHECK(!worlds[i] || sst_world_hash(worlds[i]) == before[i]);
    }
}

/* One agent that sees farther than half of what repeats. */
static sst_world *world_too_short(void) {
    sst_world_def def;
    sst_world *world = NULL;
    sst_world_def_init(&def, SST_PROFILE_DEFAULT);
    def.periodic_axis = SST_AXIS_Y;
    def.periodic_to = 4.0;
    CHECK_INT(sst_world_create(&def, &world), SST_OK);
    sst_agent_def agent = scene_agent(0.0, 1.0);
    scene_add(world, &agent);
    return world;
}

static void check_refusals(sst_pool *pool) {
    sst_world *worlds[WORLDS];
    make_worlds(worlds);
    spoil(worlds[41], INFINITY);
    spoil(worlds[23], 2e6f);
    check_none_steps(pool, worlds, SST_ERROR_VELOCITY, 23);
    spoil(worlds[23], 1.0f);
    check_none_steps(pool, worlds, SST_ERROR_NOT_FINITE, 41);
    spoil(worlds[41], 1.0f);
    sst_world *own = worlds[50];
    worlds[50] = NULL;
    check_none_steps(pool, worlds, SST_ERROR_NULL, 50);
    worlds[50] = worlds[3];
    check_none_steps(pool, worlds, SST_ERROR_DUPLICATE_ID, 50);
    worlds[50] = world_too_short();
    check_none_steps(pool, worlds, SST_ERROR_PERIOD, 50);
    sst_world_destroy(worlds[50]);
    worlds[50] = own;
    CHECK_INT(sst_worlds_step(pool, worlds, WORLDS, NULL, NULL), SST_OK);
    for (size_t i = 0; i < WORLDS; i++) {
        CHECK_INT(sst_world_step_count(worlds[i]), 1);
    }
    destroy_worlds(worlds);
}

TEST(if_one_is_bad_none_steps) {
    check_refusals(NULL);
    sst_pool *pool = make_pool(2, (sst_scheduler){0});
    check_refusals(pool);
    CHECK_INT(sst_worlds_step(pool, NULL, 0, NULL, NULL), SST_OK);
    CHECK_INT(sst_worlds_step(pool, NULL, 1, NULL, NULL), SST_ERROR_NULL);
    sst_pool_destroy(pool);
}

TEST(bad_pools_are_refused) {
    sst_pool_def def;
    sst_pool *pool = NULL;
    CHECK_INT(sst_pool_def_init(NULL), SST_ERROR_NULL);
    sst_pool_def_init(&def);
    CHECK_INT(sst_pool_create(NULL, &pool), SST_ERROR_NULL);
    CHECK_INT(sst_pool_create(&def, NULL), SST_ERROR_NULL);
    def.worker_count = 257;
    CHECK_INT(sst_pool_create(&def, &pool), SST_ERROR_OPTION);
    def.worker_count = 1;
    def.scheduler.enqueue = run_at_once;
    CHECK_INT(sst_pool_create(&def, &pool), SST_ERROR_NULL);
    sst_pool_def_init(&def);
    def.struct_size = 0;
    CHECK_INT(sst_pool_create(&def, &pool), SST_ERROR_STRUCT_SIZE);
    sst_pool_destroy(NULL);
}

TEST(pools_give_back_what_they_take) {
    for (long good = 0; good < 4; good++) {
        failing_allocator books;
        failing_allocator_init(&books);
        books.until_failure = good;
        sst_pool_def def;
        sst_pool *pool = NULL;
        sst_pool_def_init(&def);
        def.worker_count = 2;
        def.allocator = failing_allocator_interface(&books);
        CHECK_INT(sst_pool_create(&def, &pool), good < 3 ? SST_ERROR_OUT_OF_MEMORY : SST_OK);
        sst_pool_destroy(pool);
        CHECK(books.live_blocks == 0 && books.mistakes == 0);
    }
}

SUITE(worlds_threads, CASE(worlds_go_as_alone), CASE(if_one_is_bad_none_steps),
      CASE(bad_pools_are_refused), CASE(pools_give_back_what_they_take))
