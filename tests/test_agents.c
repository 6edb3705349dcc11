/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Agents: what may be given, what is refused and with which result, and that a refusal changes
 * nothing. */
#include "harness.h"

#include "scenes.h"
#include "sidestep/sidestep.h"

/* --- Refusals ------------------------------------------------------------------------------ */

static void check_refused(const sst_agent_def *def, sst_result expected) {
    sst_world *world = scene_world(SST_PROFILE_DEFAULT);
    REQUIRE(world);
    sst_agent_def good = scene_agent(1.0, 2.0);
    sst_agent_id kept = scene_add(world, &good);
    uint64_t before = sst_world_hash(world);
    sst_agent_id id = {77};
    CHECK_INT(sst_world_add_agent(world, def, &id), expected);
    CHECK(id.value == 77);
    CHECK_INT(sst_world_set_agent(world, kept, def), expected);
    CHECK_INT(sst_world_agent_count(world), 1);
    CHECK(sst_world_hash(world) == before);
    sst_world_destroy(world);
}

#define REFUSED(field, value, expected)                                                            \
    do {                                                                                           \
        sst_agent_def refused_def = scene_agent(0.0, 0.0);                                         \
        refused_def.field = value;                                                                 \
        check_refused(&refused_def, expected);                                                     \
    } while (0)

TEST(bad_values_are_refused_each_with_its_result) {
    REFUSED(struct_size, 0, SST_ERROR_STRUCT_SIZE);
    REFUSED(position.x, 1.0000001e8, SST_ERROR_POSITION);
    REFUSED(position.y, -2e8, SST_ERROR_POSITION);
    REFUSED(velocity.y, 1.1e6f, SST_ERROR_VELOCITY);
    REFUSED(preferred_velocity.x, 1e30f, SST_ERROR_VELOCITY);
    REFUSED(radius, -0.1f, SST_ERROR_RADIUS);
    REFUSED(radius, 2e6f, SST_ERROR_RADIUS);
    REFUSED(max_speed, -1.0f, SST_ERROR_MAX_SPEED);
    REFUSED(max_speed, 2e6f, SST_ERROR_MAX_SPEED);
    REFUSED(time_horizon, 0.0f, SST_ERROR_TIME_HORIZON);
    REFUSED(time_horizon_obst, 0.0f, SST_ERROR_TIME_HORIZON);
    REFUSED(neighbor_dist, -0.5f, SST_ERROR_NEIGHBOR_DIST);
    REFUSED(max_neighbors, 1000001u, SST_ERROR_MAX_NEIGHBORS);
    REFUSED(priority, -1.0f, SST_ERROR_PRIORITY);
}

TEST(nan_and_infinity_are_refused_in_every_field) {
    REFUSED(position.x, (double)NAN, SST_ERROR_NOT_FINITE);
    REFUSED(position.y, (double)INFINITY, SST_ERROR_NOT_FINITE);
    for (int i = 0; i < 2; i++) {
        float bad = i ? INFINITY : NAN;
        REFUSED(velocity.x, bad, SST_ERROR_NOT_FINITE);
        REFUSED(preferred_velocity.y, bad, SST_ERROR_NOT_FINITE);
        REFUSED(radius, bad, SST_ERROR_NOT_FINITE);
        REFUSED(max_speed, bad, SST_ERROR_NOT_FINITE);
        REFUSED(neighbor_dist, bad, SST_ERROR_NOT_FINITE);
        REFUSED(time_horizon, bad, SST_ERROR_NOT_FINITE);
        REFUSED(time_horizon_obst, bad, SST_ERROR_NOT_FINITE);
        REFUSED(priority, bad, SST_ERROR_NOT_FINITE);
    }
}

TEST(null_pointers_are_refused) {
    sst_world *world = scene_world(SST_PROFILE_DEFAULT);
    REQUIRE(world);
    sst_agent_def def = scene_agent(0.0, 0.0);
    sst_agent_id id = scene_add(world, &def);
    size_t size;
    CHECK_INT(sst_world_add_agent(NULL, &def, &id), SST_ERROR_NULL);
    CHECK_INT(sst_world_add_agent(world, NULL, &id), SST_ERROR_NULL);
    CHECK_INT(sst_world_add_agent(world, &def, NULL), SST_ERROR_NULL);
    CHECK_INT(sst_world_get_agent(world, id, NULL), SST_ERROR_NULL);
    CHECK_INT(sst_world_remove_agents(world, NULL, 1), SST_ERROR_NULL);
    CHECK_INT(sst_world_remove_agents(world, NULL, 0), SST_OK);
    CHECK_INT(sst_world_set_positions(world, &id, NULL, 1), SST_ERROR_NULL);
    CHECK_INT(sst_world_set_velocities(NULL, &id, NULL, 1), SST_ERROR_NULL);
    CHECK_INT(sst_world_set_preferred_velocities(NULL, &id, NULL, 0), SST_ERROR_NULL);
    CHECK_INT(sst_world_view_agents(world, NULL), SST_ERROR_NULL);
    CHECK_INT(sst_world_step(NULL, NULL), SST_ERROR_NULL);
    CHECK_INT(sst_world_snapshot(world, NULL, 0), SST_ERROR_NULL);
    CHECK_INT(sst_world_snapshot_size(NULL, &size), SST_ERROR_NULL);
    CHECK_INT(sst_world_restore(world, NULL, 0), SST_ERROR_NULL);
    CHECK_INT(sst_agent_def_init(NULL), SST_ERROR_NULL);
    CHECK_INT(sst_world_def_init(NULL, SST_PROFILE_DEFAULT), SST_ERROR_NULL);
    CHECK(!sst_world_has_agent(NULL, id) && sst_world_agent_count(NULL) == 0);
    sst_world_destroy(NULL);
    sst_world_destroy(world);
}

TEST(worlds_with_bad_defs_are_refused) {
    sst_world *world = NULL;
    sst_world_def good, def;
    REQUIRE(sst_world_def_init(&good, SST_PROFILE_DEFAULT) == SST_OK);
    def = good, def.struct_size = 0;
    CHECK_INT(sst_world_create(&def, &world), SST_ERROR_STRUCT_SIZE);
    def = good, def.worker_count = 257;
    CHECK_INT(sst_world_create(&def, &world), SST_ERROR_OPTION);
    def = good, def.neighbor_ranking = (sst_neighbor_ranking)9;
    CHECK_INT(sst_world_create(&def, &world), SST_ERROR_OPTION);
    def = good, def.profile = (sst_profile)9;
    CHECK_INT(sst_world_create(&def, &world), SST_ERROR_OPTION);
    CHECK_INT(sst_world_def_init(&def, (sst_profile)9), SST_ERROR_OPTION);
    def = good, def.allocator.allocate = (void *(*)(size_t, void *))(void (*)(void))check_refused;
    CHECK_INT(sst_world_create(&def, &world), SST_ERROR_NULL);
    const float times[] = {0.0f, -0.25f, 2e6f};
    for (size_t i = 0; i < 3; i++) {
        def = good, def.solve.time_step = times[i];
        CHECK_INT(sst_world_create(&def, &world), SST_ERROR_TIME_STEP);
    }
    CHECK(world == NULL);
}

TEST(a_bad_time_step_changes_nothing) {
    sst_world *world = scene_world(SST_PROFILE_DEFAULT);
    REQUIRE(world);
    CHECK_INT(sst_world_set_time_step(world, 0.25f), SST_OK);
    CHECK_INT(sst_world_set_time_step(world, 0.0f), SST_ERROR_TIME_STEP);
    CHECK_INT(sst_world_set_time_step(world, -1.0f), SST_ERROR_TIME_STEP);
    CHECK_INT(sst_world_set_time_step(world, NAN), SST_ERROR_NOT_FINITE);
    CHECK(sst_world_time_step(world) == 0.25f);
    sst_world_destroy(world);
}

/* --- Ids and keys -------------------------------------------------------------------------- */

TEST(removed_ids_are_stale_for_good) {
    sst_world *world = scene_world(SST_PROFILE_DEFAULT);
    REQUIRE(world);
    sst_agent_id ids[10];
    for (int i = 0; i < 10; i++) {
        sst_agent_def def = scene_agent(10.0 * i, 0.0);
        ids[i] = scene_add(world, &def);
    }
    const sst_agent_id removed[] = {ids[9], ids[0], ids[5]};
    CHECK_INT(sst_world_remove_agents(world, removed, 3), SST_OK);
    CHECK_INT(sst_world_agent_count(world), 7);
    for (int i = 0; i < 2; i++) {
        sst_agent_def def = scene_agent(200.0 + 10.0 * i, 0.0);
        scene_add(world, &def);
    }
    CHECK_INT(sst_world_step(world, NULL), SST_OK);
    for (int i = 0; i < 10; i++) {
        bool gone = i == 9 || i == 0 || i == 5;
        sst_agent_def def;
        CHECK(sst_world_has_agent(world, ids[i]) == !gone);
        CHECK_INT(sst_world_get_agent(world, ids[i], &def), gone ? SST_ERROR_STALE_ID : SST_OK);
        CHECK(gone || def.position.x == 10.0 * i);
    }
    CHECK_INT(sst_world_remove_agent(world, ids[0]), SST_ERROR_STALE_ID);
    CHECK_INT(sst_world_move_agent(world, ids[0], (sst_point){0, 0}), SST_ERROR_STALE_ID);
    CHECK_INT(sst_world_watch_agent(world, ids[0], true), SST_ERROR_STALE_ID);
    CHECK(!sst_world_has_agent(world, (sst_agent_id){0}));
    sst_world_destroy(world);
}

TEST(removal_is_all_or_none) {
    sst_world *world = scene_world(SST_PROFILE_DEFAULT);
    REQUIRE(world);
    sst_agent_id ids[4];
    for (int i = 0; i < 4; i++) {
        sst_agent_def def = scene_agent(i, 0.0);
        ids[i] = scene_add(world, &def);
    }
    uint64_t before = sst_world_hash(world);
    const sst_agent_id twice[] = {ids[1], ids[2], ids[1]};
    const sst_agent_id stale[] = {ids[1], {12345}, ids[2]};
    CHECK_INT(sst_world_remove_agents(world, twice, 3), SST_ERROR_DUPLICATE_ID);
    CHECK_INT(sst_world_remove_agents(world, stale, 3), SST_ERROR_STALE_ID);
    CHECK(sst_world_hash(world) == before);
    CHECK_INT(sst_world_remove_agents(world, ids, 4), SST_OK);
    CHECK_INT(sst_world_agent_count(world), 0);
    CHECK_INT(sst_world_step(world, NULL), SST_OK);
    sst_world_destroy(world);
}

TEST(keys_are_unique_and_default_to_the_creation_number) {
    sst_world *world = scene_world(SST_PROFILE_DEFAULT);
    REQUIRE(world);
    sst_agent_def def = scene_agent(0.0, 0.0), got;
    sst_agent_id first = scene_add(world, &def);
    def.key = 2;
    sst_agent_id chosen = scene_add(world, &def), refused;
    CHECK_INT(sst_world_add_agent(world, &def, &refused), SST_ERROR_DUPLICATE_KEY);
    def.key = SST_KEY_AUTO;
    sst_agent_id third = scene_add(world, &def); /* number 2 is taken, so the next */
    CHECK(sst_world_get_agent(world, first, &got) == SST_OK && got.key == 0);
    CHECK(sst_world_get_agent(world, third, &got) == SST_OK && got.key == 3);
    got.key = 2;
    CHECK_INT(sst_world_set_agent(world, third, &got), SST_ERROR_DUPLICATE_KEY);
    got.key = 9;
    CHECK_INT(sst_world_set_agent(world, third, &got), SST_OK);
    CHECK_INT(sst_world_remove_agent(world, chosen), SST_OK);
    def.key = 2;
    CHECK(sst_world_has_agent(world, scene_add(world, &def)));
    got.key = SST_KEY_AUTO;
    CHECK_INT(sst_world_set_agent(world, third, &got), SST_OK);
    CHECK(sst_world_get_agent(world, third, &got) == SST_OK && got.key == 9);
    sst_world_destroy(world);
}

/* --- Values -------------------------------------------------------------------------------- */

TEST(get_gives_what_was_set) {
    sst_world *world = scene_world(SST_PROFILE_DEFAULT);
    REQUIRE(world);
    test_rng rng = test_seed(4);
    for (int i = 0; i < 200; i++) {
        sst_agent_def def = scene_random_agent(&rng, 1e6), got;
        def.key = 1000 + (uint64_t)i;
        sst_agent_id id = scene_add(world, &def);
        REQUIRE(sst_world_get_agent(world, id, &got) == SST_OK);
        CHECK_NEAR(got.position.x, def.position.x, 0x1p-25);
        CHECK_NEAR(got.position.y, def.position.y, 0x1p-25);
        def.position = got.position;
        CHECK(got.velocity.x == def.velocity.x && got.velocity.y == def.velocity.y);
        CHECK(got.radius == def.radius && got.max_speed == def.max_speed);
        CHECK(got.layers == def.layers && got.mask == def.mask && got.key == def.key);
        CHECK(got.neighbor_dist == def.neighbor_dist && got.scripted == def.scripted);
        CHECK(got.max_neighbors == def.max_neighbors && got.priority == def.priority);
    }
    sst_world_destroy(world);
}

TEST(bulk_calls_are_all_or_none) {
    sst_world *world = scene_world(SST_PROFILE_DEFAULT);
    REQUIRE(world);
    sst_agent_id ids[3];
    for (int i = 0; i < 3; i++) {
        sst_agent_def def = scene_agent(i, 0.0);
        ids[i] = scene_add(world, &def);
    }
    uint64_t before = sst_world_hash(world);
    sst_vec2 v[3] = {{1.0f, 0.0f}, {0.0f, 1.0f}, {NAN, 0.0f}};
    sst_point p[3] = {{7.0, 7.0}, {8.0, 8.0}, {1e9, 0.0}};
    CHECK_INT(sst_world_set_velocities(world, ids, v, 3), SST_ERROR_NOT_FINITE);
    CHECK_INT(sst_world_set_preferred_velocities(world, ids, v, 3), SST_ERROR_NOT_FINITE);
    CHECK_INT(sst_world_set_positions(world, ids, p, 3), SST_ERROR_POSITION);
    CHECK_INT(sst_world_teleport_agent(world, ids[0], p[0], v[2]), SST_ERROR_NOT_FINITE);
    CHECK_INT(sst_world_teleport_agent(world, ids[0], p[2], v[0]), SST_ERROR_POSITION);
    CHECK(sst_world_hash(world) == before);
    v[2].x = 2.0f;
    p[2].x = 9.0;
    CHECK_INT(sst_world_set_velocities(world, ids, v, 3), SST_OK);
    CHECK_INT(sst_world_set_positions(world, ids, p, 3), SST_OK);
    sst_vec2 got_v[3];
    sst_point got_p[3];
    CHECK_INT(sst_world_get_velocities(world, ids, got_v, 3), SST_OK);
    CHECK_INT(sst_world_get_positions(world, ids, got_p, 3), SST_OK);
    CHECK(memcmp(v, got_v, sizeof v) == 0);
    CHECK(memcmp(p, got_p, sizeof p) == 0);
    CHECK_INT(sst_world_get_positions(world, (sst_agent_id[]){{5}}, got_p, 1), SST_ERROR_STALE_ID);
    sst_world_destroy(world);
}

TEST(bad_values_written_through_the_view_are_refused_by_the_step) {
    sst_world *world = scene_world(SST_PROFILE_DEFAULT);
    REQUIRE(world);
    sst_agent_def def = scene_agent(0.0, 0.0);
    scene_add(world, &def);
    sst_agent_view view;
    REQUIRE(sst_world_view_agents(world, &view) == SST_OK && view.count == 1);
    view.preferred_x[0] = NAN;
    uint64_t before = sst_world_hash(world);
    CHECK_INT(sst_world_step(world, NULL), SST_ERROR_NOT_FINITE);
    CHECK(sst_world_hash(world) == before);
    view.preferred_x[0] = 1e30f;
    CHECK_INT(sst_world_step(world, NULL), SST_ERROR_VELOCITY);
    view.preferred_x[0] = 1.0f;
    CHECK_INT(sst_world_step(world, NULL), SST_OK);
    CHECK(view.position_x[0] > 0.09 && view.velocity_x[0] == 1.0f);
    sst_world_destroy(world);
}

TEST(a_teleport_counts_from_the_next_step_on) {
    sst_world *world = scene_world(SST_PROFILE_DEFAULT);
    REQUIRE(world);
    sst_agent_def def = scene_agent(0.0, 0.0);
    sst_agent_id mover = scene_add(world, &def), found[4];
    def.position = (sst_point){1.0, 0.0};
    sst_agent_id here = scene_add(world, &def);
    def.position = (sst_point){51.0, 50.0};
    sst_agent_id there = scene_add(world, &def);
    size_t count;
    CHECK_INT(sst_world_query_neighbors(world, mover, found, 4, &count), SST_OK);
    CHECK(count == 1 && found[0].value == here.value);
    CHECK_INT(sst_world_teleport_agent(world, mover, (sst_point){50.0, 50.0}, (sst_vec2){0, 0}),
              SST_OK);
    CHECK_INT(sst_world_query_neighbors(world, mover, found, 4, &count), SST_OK);
    CHECK(count == 1 && found[0].value == there.value);
    CHECK_INT(sst_world_watch_agent(world, mover, true), SST_OK);
    CHECK_INT(sst_world_step(world, NULL), SST_OK);
    sst_agent_trace trace;
    CHECK_INT(sst_world_trace_agent(world, mover, &trace), SST_OK);
    CHECK(trace.neighbor_count == 1 && trace.neighbors[0].value == there.value);
    sst_world_destroy(world);
}

TEST(scripted_and_parked_agents_do_as_they_are_told) {
    sst_world *world = scene_world(SST_PROFILE_DEFAULT);
    REQUIRE(world);
    sst_agent_def def = scene_agent(0.0, 0.0);
    def.scripted = true;
    def.velocity = (sst_vec2){3.0f, 0.0f}; /* beyond its max speed */
    sst_agent_id scripted = scene_add(world, &def);
    def = scene_agent(2.0, 0.0);
    def.max_speed = 0.0f;
    def.preferred_velocity = (sst_vec2){1.0f, 1.0f};
    sst_agent_id parked = scene_add(world, &def);
    for (int i = 0; i < 20; i++) {
        CHECK_INT(sst_world_step(world, NULL), SST_OK);
    }
    sst_point p[2];
    sst_agent_id ids[] = {scripted, parked};
    CHECK_INT(sst_world_get_positions(world, ids, p, 2), SST_OK);
    CHECK_NEAR(p[0].x, 6.0, 1e-6);
    CHECK(p[0].y == 0.0 && p[1].x == 2.0 && p[1].y == 0.0);
    sst_world_destroy(world);
}

TEST(the_world_ends_at_its_bounds) {
    sst_world *world = scene_world(SST_PROFILE_DEFAULT);
    REQUIRE(world);
    sst_agent_def def = scene_agent(1e8, -1e8);
    def.scripted = true;
    def.velocity = (sst_vec2){1e6f, -1e6f};
    sst_agent_id id = scene_add(world, &def);
    CHECK_INT(sst_world_set_time_step(world, 1e6f), SST_OK);
    CHECK_INT(sst_world_step(world, NULL), SST_OK);
    sst_point p;
    CHECK_INT(sst_world_get_positions(world, &id, &p, 1), SST_OK);
    CHECK(p.x == 1e8 && p.y == -1e8);
    sst_world_destroy(world);
}

TEST(an_unwatched_agent_has_no_trace) {
    sst_world *world = scene_world(SST_PROFILE_DEFAULT);
    REQUIRE(world);
    sst_agent_def def = scene_agent(0.0, 0.0);
    sst_agent_id a = scene_add(world, &def);
    def.position.x = 1.0;
    sst_agent_id b = scene_add(world, &def);
    sst_agent_trace trace;
    CHECK_INT(sst_world_trace_agent(world, a, &trace), SST_ERROR_NOT_WATCHED);
    CHECK_INT(sst_world_watch_agent(world, a, true), SST_OK);
    CHECK_INT(sst_world_watch_agent(world, a, true), SST_OK);
    CHECK_INT(sst_world_watch_agent(world, b, true), SST_OK);
    CHECK(sst_world_trace_agent(world, a, &trace) == SST_OK && trace.neighbor_count == 0);
    CHECK_INT(sst_world_step(world, NULL), SST_OK);
    CHECK(sst_world_trace_agent(world, a, &trace) == SST_OK && trace.neighbor_count == 1);
    CHECK(trace.solution.agent_count == 1 && trace.half_planes[0].normal.x < 0.0f);
    CHECK_INT(sst_world_watch_agent(world, a, false), SST_OK);
    CHECK_INT(sst_world_trace_agent(world, a, &trace), SST_ERROR_NOT_WATCHED);
    CHECK(sst_world_trace_agent(world, b, &trace) == SST_OK && trace.neighbors[0].value == a.value);
    CHECK_INT(sst_world_remove_agent(world, b), SST_OK);
    CHECK_INT(sst_world_trace_agent(world, b, &trace), SST_ERROR_STALE_ID);
    sst_world_destroy(world);
}

SUITE(agents, CASE(bad_values_are_refused_each_with_its_result),
      CASE(nan_and_infinity_are_refused_in_every_field), CASE(null_pointers_are_refused),
      CASE(worlds_with_bad_defs_are_refused), CASE(a_bad_time_step_changes_nothing),
      CASE(removed_ids_are_stale_for_good), CASE(removal_is_all_or_none),
      CASE(keys_are_unique_and_default_to_the_creation_number), CASE(get_gives_what_was_set),
      CASE(bulk_calls_are_all_or_none),
      CASE(bad_values_written_through_the_view_are_refused_by_the_step),
      CASE(a_teleport_counts_from_the_next_step_on),
      CASE(scripted_and_parked_agents_do_as_they_are_told), CASE(the_world_ends_at_its_bounds),
      CASE(an_unwatched_agent_has_no_trace))
