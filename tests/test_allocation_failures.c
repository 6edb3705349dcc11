/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Every allocation of every call fails once: the call answers OUT_OF_MEMORY, the world is as
 * before, works on, and nothing leaks. And after a reserve nothing allocates at all. */
#include "harness.h"

#include "failing_allocator.h"
#include "scenes.h"
#include "sidestep/sidestep.h"

static sst_world *world_on(failing_allocator *books, sst_result *result) {
    sst_world_def def;
    sst_world *world = NULL;
    sst_world_def_init(&def, SST_PROFILE_DEFAULT);
    def.allocator = failing_allocator_interface(books);
    def.worker_count = 2;
    *result = sst_world_create(&def, &world);
    return world;
}

/* --- One call at a time -------------------------------------------------------------------- */

/* What the calls work on. */
typedef struct stage {
    sst_world *world;
    sst_agent_id agent;
    uint8_t *saved; /* a snapshot with more agents and obstacles than the world has */
    size_t saved_size;
} stage;

typedef sst_result stage_call(stage *s);

static sst_result add_an_agent(stage *s) {
    sst_agent_def def = scene_agent(3.0, 3.0);
    def.max_neighbors = 5000;
    sst_agent_id id;
    return sst_world_add_agent(s->world, &def, &id);
}

static sst_result raise_max_neighbors(stage *s) {
    sst_agent_def def;
    sst_world_get_agent(s->world, s->agent, &def);
    def.max_neighbors = 6000;
    return sst_world_set_agent(s->world, s->agent, &def);
}

static sst_result reserve_much(stage *s) {
    return sst_world_reserve(s->world, 3000, 4000);
}

static sst_result watch(stage *s) {
    return sst_world_watch_agent(s->world, s->agent, true);
}

static sst_result add_an_obstacle(stage *s) {
    sst_point vertices[300];
    for (int i = 0; i < 300; i++) {
        vertices[i] = (sst_point){50.0 + 20.0 * cos(0.02 * i), 20.0 * sin(0.02 * i)};
    }
    sst_obstacle_def def;
    sst_obstacle_id id;
    sst_obstacle_def_init(&def);
    def.vertices = vertices;
    def.vertex_count = 300;
    return sst_world_add_obstacle(s->world, &def, &id, NULL);
}

static sst_result restore(stage *s) {
    return sst_world_restore(s->world, s->saved, s->saved_size);
}

static bool set_stage(stage *s, failing_allocator *books) {
    sst_result result;
    s->world = world_on(books, &result);
    if (!CHECK(s->world && scene_crowd(s->world, 16, 1, 0) == SST_OK)) {
        return false;
    }
    sst_agent_view view;
    sst_world_view_agents(s->world, &view);
    s->agent = view.ids[3];
    CHECK(sst_world_watch_agent(s->world, view.ids[5], true) == SST_OK);
    return CHECK(sst_world_step(s->world, NULL) == SST_OK);
}

static void check_books(const failing_allocator *books) {
    CHECK_INT(books->live_blocks, 0);
    CHECK_INT(books->live_bytes, 0);
    CHECK_INT(books->mistakes, 0);
}

/* With allocation number `nth` of the call failing. False once the call needs no more than that. */
static bool fail_nth(stage_call *call, stage *s, long nth) {
    failing_allocator books;
    failing_allocator_init(&books);
    bool failed = false;
    if (set_stage(s, &books)) {
        uint64_t before = sst_world_hash(s->world);
        books.until_failure = nth;
        sst_result result = call(s);
        failed = books.failures > 0;
        books.until_failure = -1;
        CHECK_INT(result, failed ? SST_ERROR_OUT_OF_MEMORY : SST_OK);
        CHECK(!failed || sst_world_hash(s->world) == before);
        CHECK(sst_world_step(s->world, NULL) == SST_OK);
        CHECK(call(s) == SST_OK); /* and then it works */
        CHECK(sst_world_step(s->world, NULL) == SST_OK);
        sst_world_destroy(s->world);
    }
    check_books(&books);
    return failed;
}

static void check_call(stage_call *call, stage *s, long least) {
    long nth = 0;
    while (fail_nth(call, s, nth)) {
        nth++;
    }
    CHECK_MSG(nth >= least, "only %ld allocations failed", nth);
}

TEST(adding_agents) {
    stage s = {0};
    check_call(add_an_agent, &s, 3);
}

TEST(changing_agents) {
    stage s = {0};
    check_call(raise_max_neighbors, &s, 1);
}

TEST(reserving) {
    stage s = {0};
    check_call(reserve_much, &s, 6);
}

TEST(watching) {
    stage s = {0};
    check_call(watch, &s, 2);
}

TEST(adding_obstacles) {
    stage s = {0};
    check_call(add_an_obstacle, &s, 2);
}

TEST(restoring) {
    stage s = {0};
    sst_world *larger = scene_world(SST_PROFILE_DEFAULT);
    REQUIRE(larger && scene_crowd(larger, 100, 2, 0) == SST_OK);
    REQUIRE(sst_world_snapshot_size(larger, &s.saved_size) == SST_OK);
    s.saved = malloc(s.saved_size);
    REQUIRE(sst_world_snapshot(larger, s.saved, s.saved_size) == SST_OK);
    check_call(restore, &s, 6);
    free(s.saved);
    sst_world_destroy(larger);
}

TEST(creating) {
    sst_result result = SST_ERROR_OUT_OF_MEMORY;
    long nth = 0;
    for (; result != SST_OK; nth++) {
        failing_allocator books;
        failing_allocator_init(&books);
        books.until_failure = nth;
        sst_world *world = world_on(&books, &result);
        CHECK((world != NULL) == (result == SST_OK));
        CHECK(result == SST_OK || result == SST_ERROR_OUT_OF_MEMORY);
        sst_world_destroy(world);
        check_books(&books);
    }
    CHECK(nth >= 3);
}

/* --- None at all --------------------------------------------------------------------------- */

/* Whatever is added within what was reserved, no call asks for memory. */
TEST(after_a_reserve_nothing_allocates) {
    failing_allocator books;
    failing_allocator_init(&books);
    sst_result result;
    sst_world *world = world_on(&books, &result);
    REQUIRE(world && sst_world_reserve(world, 200, 64) == SST_OK);
    long reserved = books.allocations;
    CHECK(scene_crowd(world, 200, 3, 0) == SST_OK);
    for (int i = 0; i < 30; i++) {
        sst_agent_view view;
        CHECK(sst_world_step(world, NULL) == SST_OK);
        sst_world_view_agents(world, &view);
        sst_agent_id removed = view.ids[(size_t)i * 5], found[8];
        size_t count;
        CHECK(sst_world_query_agents(world, (sst_point){0, 0}, 3.0, found, 8, &count) == SST_OK);
        CHECK(sst_world_query_neighbors(world, removed, found, 8, &count) == SST_OK);
        CHECK(sst_world_remove_agent(world, removed) == SST_OK);
        sst_agent_def def = scene_agent(0.1 * i, 0.0);
        def.max_neighbors = 64;
        CHECK(sst_world_add_agent(world, &def, &removed) == SST_OK);
    }
    CHECK_INT(books.allocations, reserved);
    sst_world_destroy(world);
    check_books(&books);
}

/* A step never allocates, reserved or not. */
TEST(a_step_never_allocates) {
    failing_allocator books;
    failing_allocator_init(&books);
    sst_result result;
    sst_world *world = world_on(&books, &result);
    REQUIRE(world && scene_crowd(world, 300, 3, 0) == SST_OK);
    sst_agent_view view;
    sst_world_view_agents(world, &view);
    CHECK(sst_world_watch_agent(world, view.ids[0], true) == SST_OK);
    CHECK(sst_world_watch_agent(world, view.ids[1], true) == SST_OK);
    stage s = {.world = world};
    CHECK(add_an_obstacle(&s) == SST_OK && add_an_agent(&s) == SST_OK);
    long before = books.allocations;
    for (int i = 0; i < 50; i++) {
        CHECK(sst_world_step(world, NULL) == SST_OK);
    }
    CHECK_INT(books.allocations, before);
    sst_world_destroy(world);
    check_books(&books);
}

TEST(many_worlds_leave_nothing_behind) {
    failing_allocator books;
    failing_allocator_init(&books);
    for (int i = 0; i < 300; i++) {
        sst_result result;
        sst_world *world = world_on(&books, &result);
        REQUIRE(world && scene_crowd(world, 10, (uint64_t)i, 0) == SST_OK);
        CHECK(sst_world_step(world, NULL) == SST_OK);
        sst_world_destroy(world);
    }
    check_books(&books);
}

TEST(absurd_sizes_are_refused) {
    sst_world *world = scene_world(SST_PROFILE_DEFAULT);
    REQUIRE(world);
    CHECK_INT(sst_world_reserve(world, SIZE_MAX, 0), SST_ERROR_CAPACITY);
    CHECK_INT(sst_world_reserve(world, 0, SIZE_MAX), SST_ERROR_CAPACITY);
    CHECK(sst_world_step(world, NULL) == SST_OK);
    sst_world_destroy(world);
}

SUITE(allocation_failures, CASE(adding_agents), CASE(changing_agents), CASE(reserving),
      CASE(watching), CASE(adding_obstacles), CASE(restoring), CASE(creating),
      CASE(after_a_reserve_nothing_allocates), CASE(a_step_never_allocates),
      CASE(many_worlds_leave_nothing_behind), CASE(absurd_sizes_are_refused))
