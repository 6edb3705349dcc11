/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Snapshots: what is restored goes on to the bit; damaged bytes are refused and change nothing. */
#include "harness.h"

#include "base/hash.h"
#include "failing_allocator.h"
#include "scenes.h"
#include "sidestep/sidestep.h"

typedef struct bytes {
    uint8_t *data;
    size_t size;
} bytes;

static bytes snapshot_of(const sst_world *world) {
    bytes b = {NULL, 0};
    if (CHECK(sst_world_snapshot_size(world, &b.size) == SST_OK)) {
        b.data = malloc(b.size);
        CHECK(b.data && sst_world_snapshot(world, b.data, b.size) == SST_OK);
    }
    return b;
}

static void step_often(sst_world *world, int steps) {
    for (int i = 0; i < steps; i++) {
        CHECK(sst_world_step(world, NULL) == SST_OK);
    }
}

/* A world with a history: some removed, some moved, some time gone. */
static sst_world *world_with_history(sst_profile profile, size_t agents) {
    sst_world *world = scene_world(profile);
    if (!CHECK(world && scene_crowd(world, agents, 21, 0) == SST_OK)) {
        return world;
    }
    step_often(world, 20);
    sst_agent_view view;
    sst_world_view_agents(world, &view);
    for (size_t i = 0; i < agents / 10; i++) {
        CHECK(sst_world_remove_agent(world, view.ids[3 * i]) == SST_OK);
    }
    sst_agent_def def = scene_agent(0.25, 0.5);
    scene_add(world, &def);
    step_often(world, 5);
    return world;
}

static void check_same_agents(sst_world *a, sst_world *b) {
    sst_agent_view one, other;
    sst_world_view_agents(a, &one);
    sst_world_view_agents(b, &other);
    REQUIRE(one.count == other.count);
    size_t n = one.count;
    CHECK(memcmp(one.ids, other.ids, n * sizeof *one.ids) == 0);
    CHECK(memcmp(one.position_x, other.position_x, n * sizeof *one.position_x) == 0);
    CHECK(memcmp(one.position_y, other.position_y, n * sizeof *one.position_y) == 0);
    CHECK(memcmp(one.velocity_x, other.velocity_x, n * sizeof *one.velocity_x) == 0);
    CHECK(memcmp(one.velocity_y, other.velocity_y, n * sizeof *one.velocity_y) == 0);
    CHECK(memcmp(one.status, other.status, n * sizeof *one.status) == 0);
}

/* The next id and key given are the same too. */
static void check_same_future(sst_world *a, sst_world *b) {
    sst_agent_def def = scene_agent(-1.5, 0.5), one, other;
    sst_agent_id id_a = scene_add(a, &def), id_b = scene_add(b, &def);
    CHECK(id_a.value == id_b.value);
    CHECK(sst_world_get_agent(a, id_a, &one) == SST_OK);
    CHECK(sst_world_get_agent(b, id_b, &other) == SST_OK && one.key == other.key);
    step_often(a, 100);
    step_often(b, 100);
    check_same_agents(a, b);
    CHECK(sst_world_hash(a) == sst_world_hash(b));
    CHECK(sst_world_time(a) == sst_world_time(b));
    CHECK(sst_world_step_count(a) == sst_world_step_count(b));
}

static void check_round_trip(sst_profile profile) {
    sst_world *world = world_with_history(profile, 150), *other = scene_world(profile);
    bytes saved = snapshot_of(world);
    REQUIRE(world && other && saved.data);
    CHECK_INT(sst_world_restore(other, saved.data, saved.size), SST_OK);
    CHECK(sst_world_hash(world) == sst_world_hash(other));
    bytes again = snapshot_of(other);
    CHECK(again.size == saved.size && memcmp(again.data, saved.data, saved.size) == 0);
    check_same_agents(world, other);
    check_same_future(world, other);
    free(saved.data);
    free(again.data);
    sst_world_destroy(world);
    sst_world_destroy(other);
}

TEST(what_is_restored_goes_on_to_the_bit) {
    check_round_trip(SST_PROFILE_DEFAULT);
    check_round_trip(SST_PROFILE_CLASSIC);
}

/* A world goes back to what it was, the rules too, whatever happened since. */
TEST(a_world_goes_back) {
    sst_world *world = world_with_history(SST_PROFILE_DEFAULT, 60);
    bytes saved = snapshot_of(world);
    REQUIRE(world && saved.data);
    uint64_t before = sst_world_hash(world);
    step_often(world, 30);
    uint64_t after = sst_world_hash(world);
    sst_agent_view view;
    sst_world_view_agents(world, &view);
    sst_agent_id removed = view.ids[2];
    CHECK(sst_world_remove_agent(world, removed) == SST_OK);
    CHECK(scene_crowd(world, 0, 5, 0) == SST_ERROR_DUPLICATE_KEY);
    CHECK(sst_world_set_time_step(world, 0.5f) == SST_OK);
    step_often(world, 3);
    CHECK(sst_world_hash(world) != before);
    CHECK_INT(sst_world_restore(world, saved.data, saved.size), SST_OK);
    CHECK(sst_world_hash(world) == before);
    CHECK(sst_world_has_agent(world, removed) && sst_world_time_step(world) == 0.1f);
    step_often(world, 30);
    CHECK(sst_world_hash(world) == after);
    free(saved.data);
    sst_world_destroy(world);
}

TEST(watched_agents_stay_watched_if_they_are_there) {
    sst_world *world = world_with_history(SST_PROFILE_DEFAULT, 30);
    bytes saved = snapshot_of(world);
    REQUIRE(world && saved.data);
    sst_agent_def def = scene_agent(0.0, 0.0);
    sst_agent_id later = scene_add(world, &def);
    sst_agent_view view;
    sst_world_view_agents(world, &view);
    sst_agent_id watched = view.ids[4];
    CHECK(sst_world_watch_agent(world, later, true) == SST_OK);
    CHECK(sst_world_watch_agent(world, watched, true) == SST_OK);
    step_often(world, 1);
    CHECK_INT(sst_world_restore(world, saved.data, saved.size), SST_OK);
    sst_agent_trace trace;
    CHECK_INT(sst_world_trace_agent(world, later, &trace), SST_ERROR_STALE_ID);
    CHECK(sst_world_trace_agent(world, watched, &trace) == SST_OK && trace.neighbor_count == 0);
    step_often(world, 1);
    CHECK(sst_world_trace_agent(world, watched, &trace) == SST_OK);
    free(saved.data);
    sst_world_destroy(world);
}

/* --- Rollback ------------------------------------------------------------------------------ */

/* Games go back many times a second: after a reserve agents may come and go and obstacles move, and
 * nothing is allocated. */
TEST(going_back_allocates_nothing) {
    failing_allocator books;
    failing_allocator_init(&books);
    sst_world_def def;
    sst_world *world = NULL;
    sst_world_def_init(&def, SST_PROFILE_DEFAULT);
    def.allocator = failing_allocator_interface(&books);
    REQUIRE(sst_world_create(&def, &world) == SST_OK);
    REQUIRE(sst_world_reserve(world, 300, 100) == SST_OK);
    REQUIRE(scene_crowd(world, 200, 4, 0) == SST_OK);
    sst_obstacle_id obstacles[100];
    size_t obstacle_count;
    sst_world_list_obstacles(world, obstacles, 100, &obstacle_count);
    REQUIRE(obstacle_count > 3);
    step_often(world, 3);
    bytes saved = snapshot_of(world);
    REQUIRE(saved.data);
    uint64_t before = sst_world_hash(world);
    long allocations = books.allocations;
    for (int round = 0; round < 3; round++) {
        step_often(world, 5);
        sst_agent_view view;
        sst_world_view_agents(world, &view);
        for (int i = 0; i < 20 * round; i++) {
            CHECK(sst_world_remove_agent(world, view.ids[i]) == SST_OK);
        }
        for (int i = 0; i < 30 * round; i++) {
            sst_agent_def agent = scene_agent(100.0 + i, 0.0);
            scene_add(world, &agent);
        }
        sst_world_move_obstacle(world, obstacles[round], (sst_point){1.5, -2.0});
        sst_world_enable_obstacle(world, obstacles[round + 1], round == 1);
        sst_world_set_obstacle_velocity(world, obstacles[2], (sst_vec2){0.25f, 0.0f});
        CHECK_INT(sst_world_restore(world, saved.data, saved.size), SST_OK);
        CHECK(sst_world_hash(world) == before);
    }
    CHECK_INT(books.allocations, allocations);
    free(saved.data);
    sst_world_destroy(world);
}

/* Each obstacle may have changed since in another way, or none. */
TEST(obstacles_go_back_too) {
    sst_world *world = world_with_history(SST_PROFILE_DEFAULT, 30);
    bytes saved = snapshot_of(world);
    REQUIRE(saved.data);
    uint64_t before = sst_world_hash(world);
    sst_obstacle_id ids[100];
    size_t count;
    REQUIRE(sst_world_list_obstacles(world, ids, 100, &count) == SST_OK && count > 3 &&
            count <= 100);
    for (size_t way = 0; way < 5; way++) {
        sst_world *other = scene_world(SST_PROFILE_DEFAULT);
        sst_result changed = way == 0   ? SST_OK
                             : way == 1 ? sst_world_enable_obstacle(world, ids[0], false)
                             : way == 2 ? sst_world_remove_obstacle(world, ids[1])
                             : way == 3 ? sst_world_move_obstacle(world, ids[2], (sst_point){1, 2})
                                        : sst_world_set_obstacle_velocity(world, ids[count - 1],
                                                                          (sst_vec2){1.0f, 0.0f});
        CHECK_INT(changed, SST_OK);
        step_often(world, 5);
        CHECK(sst_world_hash(world) != before);
        CHECK_INT(sst_world_restore(world, saved.data, saved.size), SST_OK);
        CHECK(sst_world_hash(world) == before);
        /* Its indices too: it goes on as one that never knew other obstacles. */
        CHECK_INT(sst_world_restore(other, saved.data, saved.size), SST_OK);
        step_often(world, 10);
        step_often(other, 10);
        CHECK(sst_world_hash(world) == sst_world_hash(other));
        CHECK_INT(sst_world_restore(world, saved.data, saved.size), SST_OK);
        sst_world_destroy(other);
    }
    free(saved.data);
    sst_world_destroy(world);
}

/* --- Damage -------------------------------------------------------------------------------- */

static void check_refused(sst_world *world, const uint8_t *data, size_t size) {
    uint64_t before = sst_world_hash(world);
    CHECK_INT(sst_world_restore(world, data, size), SST_ERROR_SNAPSHOT);
    CHECK(sst_world_hash(world) == before);
}

TEST(truncated_bytes_are_refused) {
    sst_world *world = world_with_history(SST_PROFILE_DEFAULT, 20);
    bytes saved = snapshot_of(world);
    REQUIRE(world && saved.data);
    step_often(world, 1);
    for (size_t size = 0; size < saved.size; size += size < 200 ? 1 : 37) {
        uint8_t *shorter = malloc(size + 1);
        memcpy(shorter, saved.data, size);
        check_refused(world, shorter, size);
        free(shorter);
    }
    uint8_t *longer = calloc(saved.size + 1, 1);
    memcpy(longer, saved.data, saved.size);
    check_refused(world, longer, saved.size + 1);
    free(longer);
    CHECK_INT(sst_world_snapshot(world, saved.data, saved.size - 1), SST_ERROR_BUFFER_TOO_SMALL);
    free(saved.data);
    sst_world_destroy(world);
}

TEST(flipped_bits_are_refused) {
    sst_world *world = world_with_history(SST_PROFILE_DEFAULT, 20);
    bytes saved = snapshot_of(world);
    REQUIRE(world && saved.data);
    test_rng rng = test_seed(8);
    for (int i = 0; i < 2000; i++) {
        size_t at = test_below(&rng, saved.size);
        uint8_t flip = (uint8_t)(1u << test_below(&rng, 8));
        saved.data[at] ^= flip;
        check_refused(world, saved.data, saved.size);
        saved.data[at] ^= flip;
    }
    free(saved.data);
    sst_world_destroy(world);
}

/* The checksum stands in bytes 20 to 27 and covers all after it. */
static void seal(uint8_t *data, size_t size) {
    uint64_t checksum = ssti_checksum(data + 28, size - 28);
    for (int i = 0; i < 8; i++) {
        data[20 + i] = (uint8_t)(checksum >> (8 * i));
    }
}

/* Where these eight bytes stand first. */
static uint8_t *find_u64(bytes saved, uint64_t value) {
    uint8_t sought[8];
    for (int i = 0; i < 8; i++) {
        sought[i] = (uint8_t)(value >> (8 * i));
    }
    for (size_t at = 0; at + 8 <= saved.size; at++) {
        if (memcmp(saved.data + at, sought, 8) == 0) {
            return saved.data + at;
        }
    }
    return NULL;
}

static const uint64_t KEYS[] = {UINT64_C(0x1122334455667788), UINT64_C(0x99aabbccddeeff00)};

/* Two agents with these keys. */
static sst_world *world_of_two(void) {
    sst_world *world = scene_world(SST_PROFILE_DEFAULT);
    for (int i = 0; i < 2; i++) {
        sst_agent_def def = scene_agent(3.0 * i, 0.0);
        def.key = KEYS[i];
        scene_add(world, &def);
    }
    return world;
}

/* Found out last of all, when other keys are already being taken in. */
TEST(two_agents_with_one_key_are_refused) {
    sst_world *world = world_of_two();
    bytes saved = snapshot_of(world);
    REQUIRE(saved.data);
    uint8_t *first = find_u64(saved, KEYS[0]), *second = find_u64(saved, KEYS[1]);
    REQUIRE(first && second == first + 8);
    memcpy(second, first, 8);
    seal(saved.data, saved.size);
    sst_agent_view view;
    sst_world_view_agents(world, &view);
    sst_agent_id ids[] = {view.ids[0], view.ids[1]};
    check_refused(world, saved.data, saved.size);
    for (int i = 0; i < 2; i++) {
        sst_agent_def def;
        CHECK(view.ids[i].value == ids[i].value && sst_world_has_agent(world, ids[i]));
        REQUIRE(scene_agent_by_key(world, KEYS[i], &def));
        sst_agent_id id;
        CHECK_INT(sst_world_add_agent(world, &def, &id), SST_ERROR_DUPLICATE_KEY);
    }
    free(saved.data);
    sst_world_destroy(world);
}

/* Byte 8 begins the version of the layout. */
TEST(other_versions_are_refused) {
    sst_world *world = world_of_two();
    bytes saved = snapshot_of(world);
    REQUIRE(saved.data);
    for (uint8_t version = 0; version < 10; version++) {
        if (version != saved.data[8]) {
            uint8_t own = saved.data[8];
            saved.data[8] = version;
            check_refused(world, saved.data, saved.size);
            saved.data[8] = own;
        }
    }
    CHECK_INT(sst_world_restore(world, saved.data, saved.size), SST_OK);
    free(saved.data);
    sst_world_destroy(world);
}

/* Whoever makes the bytes can make the checksum too: values are checked one by one. What is taken
 * must be sound enough to go on with. */
TEST(damage_under_a_right_checksum_is_refused_or_harmless) {
    sst_world *world = world_with_history(SST_PROFILE_DEFAULT, 20);
    bytes saved = snapshot_of(world);
    REQUIRE(world && saved.data);
    uint8_t *data = malloc(saved.size);
    test_rng rng = test_seed(9);
    long taken = 0, refused = 0;
    for (long i = 0; i < test_count(6000, 200000); i++) {
        memcpy(data, saved.data, saved.size);
        for (uint64_t k = test_below(&rng, 3) + 1; k > 0; k--) {
            data[28 + test_below(&rng, saved.size - 28)] = (uint8_t)test_u64(&rng);
        }
        seal(data, saved.size);
        uint64_t before = sst_world_hash(world);
        sst_result result = sst_world_restore(world, data, saved.size);
        if (result == SST_OK) {
            taken++;
            CHECK(sst_world_step(world, NULL) == SST_OK);
            bytes again = snapshot_of(world);
            CHECK(sst_world_restore(world, again.data, again.size) == SST_OK);
            free(again.data);
        } else {
            refused++;
            CHECK(result == SST_ERROR_SNAPSHOT || result == SST_ERROR_OUT_OF_MEMORY);
            CHECK(sst_world_hash(world) == before);
        }
    }
    CHECK(taken > 100 && refused > 100);
    free(data);
    free(saved.data);
    sst_world_destroy(world);
}

SUITE(snapshot, CASE(what_is_restored_goes_on_to_the_bit), CASE(a_world_goes_back),
      CASE(watched_agents_stay_watched_if_they_are_there), CASE(going_back_allocates_nothing),
      CASE(obstacles_go_back_too), CASE(truncated_bytes_are_refused),
      CASE(two_agents_with_one_key_are_refused), CASE(other_versions_are_refused),
      CASE(flipped_bits_are_refused), CASE(damage_under_a_right_checksum_is_refused_or_harmless))
