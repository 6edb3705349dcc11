/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* What a world asks its allocator for. Not time but bytes: these can be pinned. */
#include "harness.h"

#include "failing_allocator.h"
#include "scenes.h"
#include "sidestep/sidestep.h"

static sst_world *world_on(failing_allocator *books) {
    failing_allocator_init(books);
    sst_world_def def;
    sst_world *world = NULL;
    sst_world_def_init(&def, SST_PROFILE_DEFAULT);
    def.allocator = failing_allocator_interface(books);
    CHECK_INT(sst_world_create(&def, &world), SST_OK);
    return world;
}

static void add_rows(sst_world *world, size_t count, size_t in_a_row) {
    for (size_t i = 0; i < count; i++) {
        sst_agent_def def = scene_agent(1.4 * (double)(i % in_a_row), 1.4 * (double)(i / in_a_row));
        def.preferred_velocity = (sst_vec2){i % 2 ? 1.0f : -1.0f, 0.0f};
        scene_add(world, &def);
    }
}

/* With ten neighbours each, and without opinions. */
TEST(an_agent_takes_at_most_300_bytes) {
    enum { COUNT = 100000 };
    failing_allocator books;
    sst_world *world = world_on(&books);
    CHECK_INT(sst_world_reserve(world, COUNT, 0), SST_OK);
    size_t reserved = books.live_bytes;
    long allocations = books.allocations;
    CHECK_MSG(reserved <= (size_t)300 * COUNT, "%zu bytes an agent", reserved / COUNT);
    add_rows(world, COUNT, 316);
    CHECK_INT(sst_world_step(world, NULL), SST_OK);
    sst_agent_id ids[10];
    size_t count;
    CHECK_INT(sst_world_query_agents(world, (sst_point){0.0, 0.0}, 1e6, ids, 10, &count), SST_OK);
    CHECK_INT(count, COUNT);
    CHECK_INT(books.live_bytes, reserved);
    CHECK_INT(books.allocations, allocations);
    sst_world_destroy(world);
}

/* Learning makes thousands of them. */
TEST(a_world_of_twenty_takes_at_most_32_kilobytes) {
    failing_allocator books;
    sst_world *world = world_on(&books);
    add_rows(world, 20, 5);
    CHECK_INT(sst_world_step(world, NULL), SST_OK);
    CHECK_MSG(books.live_bytes <= 32 * 1024, "%zu bytes", books.live_bytes);
    sst_world_destroy(world);
}

/* Room is used by turns: a query between steps builds its index where the next step sorts agents,
 * and one that looks far needs the first again after the second. */
TEST(queries_between_steps_change_nothing) {
    sst_world *worlds[2];
    for (int w = 0; w < 2; w++) {
        worlds[w] = scene_world(SST_PROFILE_DEFAULT);
        add_rows(worlds[w], 400, 20);
        sst_agent_def far = scene_agent(-1.0, -1.0);
        far.max_neighbors = 200;
        far.neighbor_dist = 100.0f;
        far.preferred_velocity = (sst_vec2){1.0f, 1.0f};
        scene_add(worlds[w], &far);
    }
    for (int step = 0; step < 10; step++) {
        sst_agent_id ids[10];
        size_t count;
        CHECK_INT(sst_world_query_agents(worlds[1], (sst_point){5.0, 5.0}, 3.0, ids, 10, &count),
                  SST_OK);
        CHECK(count > 0);
        CHECK_INT(sst_world_step(worlds[0], NULL), SST_OK);
        CHECK_INT(sst_world_step(worlds[1], NULL), SST_OK);
        CHECK(sst_world_hash(worlds[0]) == sst_world_hash(worlds[1]));
    }
    sst_world_destroy(worlds[0]);
    sst_world_destroy(worlds[1]);
}

SUITE(memory, CASE(queries_between_steps_change_nothing), CASE(an_agent_takes_at_most_300_bytes),
      CASE(a_world_of_twenty_takes_at_most_32_kilobytes))
