/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The parts the world stands on: ids, keys, bytes, the lattice, names. */
#include "harness.h"

#include "base/bytes.h"
#include "base/hash.h"
#include "base/id_pool.h"
#include "base/key_map.h"
#include "base/lattice.h"
#include "failing_allocator.h"

TEST(every_result_has_a_text_of_its_own) {
    for (int a = SST_OK; a <= SST_ERROR_DECIDE_EVERY; a++) {
        CHECK(sst_result_text((sst_result)a)[0] != '\0');
        for (int b = SST_OK; b < a; b++) {
            CHECK(strcmp(sst_result_text((sst_result)a), sst_result_text((sst_result)b)) != 0);
        }
    }
    CHECK(sst_result_text((sst_result)-7) != NULL);
}

TEST(every_status_flag_has_a_name_of_its_own) {
    CHECK_STR(sst_status_name(SST_STATUS_RELAXED), "relaxed");
    CHECK_STR(sst_status_name(SST_STATUS_TOUCHING_OBSTACLE), "touching_obstacle");
    for (uint32_t a = 1; a <= SST_STATUS_STOPPED; a *= 2) {
        REQUIRE(sst_status_name(a) != NULL);
        for (uint32_t b = 1; b < a; b *= 2) {
            CHECK(strcmp(sst_status_name(a), sst_status_name(b)) != 0);
        }
    }
    CHECK(sst_status_name(0) == NULL);
    CHECK(sst_status_name(SST_STATUS_RELAXED | SST_STATUS_BLOCKED) == NULL);
}

TEST(ids_are_never_mistaken) {
    failing_allocator books;
    failing_allocator_init(&books);
    sst_allocator allocator = failing_allocator_interface(&books);
    ssti_id_pool pool;
    ssti_id_pool_init(&pool);
    uint64_t alive[32] = {0}, dead[1024];
    size_t dead_count = 0;
    test_rng rng = test_seed(1);
    for (int i = 0; i < 4000; i++) {
        size_t at = test_below(&rng, 32);
        if (alive[at]) {
            ssti_id_pool_release(&pool, alive[at]);
            dead[dead_count++ % 1024] = alive[at];
            alive[at] = 0;
        } else {
            REQUIRE(ssti_id_pool_reserve(&pool, &allocator, 1) == SST_OK);
            alive[at] = ssti_id_pool_acquire(&pool, (uint32_t)at);
        }
        for (uint32_t k = 0; k < 32; k++) {
            uint32_t slot = 99;
            CHECK(!alive[k] || (ssti_id_pool_find(&pool, alive[k], &slot) && slot == k));
        }
        uint32_t slot;
        CHECK(!dead_count ||
              !ssti_id_pool_find(&pool, dead[test_below(&rng, dead_count) % 1024], &slot));
        CHECK(!ssti_id_pool_find(&pool, 0, &slot));
    }
    CHECK(pool.count <= 32);
    ssti_id_pool_free(&pool, &allocator);
    CHECK_INT(books.live_blocks, 0);
    CHECK_INT(books.mistakes, 0);
}

TEST(an_index_with_used_up_generations_is_not_taken_again) {
    sst_allocator allocator = {0};
    ssti_allocator_complete(&allocator);
    ssti_id_pool pool;
    ssti_id_pool_init(&pool);
    REQUIRE(ssti_id_pool_reserve(&pool, &allocator, 2) == SST_OK);
    uint64_t id = ssti_id_pool_acquire(&pool, 0);
    pool.entries[0].generation = UINT32_MAX;
    id = (uint64_t)UINT32_MAX << 32 | (uint32_t)id;
    uint32_t slot;
    CHECK(ssti_id_pool_find(&pool, id, &slot));
    ssti_id_pool_release(&pool, id);
    CHECK(!ssti_id_pool_find(&pool, id, &slot));
    CHECK((uint32_t)ssti_id_pool_acquire(&pool, 0) == 2);
    ssti_id_pool_free(&pool, &allocator);
}

/* Slots with keys below 64, the last moving into the place of one removed, against a plain list. */
TEST(key_map_is_a_map) {
    sst_allocator allocator = {0};
    ssti_allocator_complete(&allocator);
    ssti_key_map map = {0};
    uint64_t key_of_slot[64];
    ssti_keys keys = {key_of_slot, sizeof *key_of_slot};
    uint32_t expected[64], count = 0;
    memset(expected, 0xff, sizeof expected);
    CHECK(ssti_key_map_find(&map, keys, 1) == SSTI_KEY_NONE);
    REQUIRE(ssti_key_map_reserve(&map, keys, &allocator, 64));
    test_rng rng = test_seed(2);
    for (uint32_t i = 0; i < 100000; i++) {
        uint64_t key = test_below(&rng, 64);
        if (expected[key] == SSTI_KEY_NONE) {
            key_of_slot[count] = key;
            ssti_key_map_add(&map, keys, count);
            expected[key] = count++;
        } else {
            uint32_t slot = expected[key];
            ssti_key_map_remove(&map, keys, key);
            expected[key] = SSTI_KEY_NONE;
            if (slot != --count) {
                ssti_key_map_move(&map, keys, key_of_slot[count], slot);
                expected[key_of_slot[count]] = slot;
                key_of_slot[slot] = key_of_slot[count];
            }
        }
        uint64_t asked = test_below(&rng, 64);
        CHECK(ssti_key_map_find(&map, keys, asked) == expected[asked]);
    }
    REQUIRE(ssti_key_map_reserve(&map, keys, &allocator, 1000));
    for (uint64_t key = 0; key < 64; key++) {
        CHECK(ssti_key_map_find(&map, keys, key) == expected[key]);
    }
    ssti_key_map_free(&map, &allocator);
    CHECK(ssti_key_map_find(&map, keys, 1) == SSTI_KEY_NONE);
}

TEST(key_map_is_filled_at_once) {
    sst_allocator allocator = {0};
    ssti_allocator_complete(&allocator);
    ssti_key_map map = {0};
    uint64_t key_of_slot[500];
    ssti_keys keys = {key_of_slot, sizeof *key_of_slot};
    test_rng rng = test_seed(3);
    for (size_t i = 0; i < 500; i++) {
        key_of_slot[i] = test_u64(&rng);
    }
    REQUIRE(ssti_key_map_reserve(&map, keys, &allocator, 500));
    CHECK(ssti_key_map_fill(&map, keys, 400) && ssti_key_map_fill(&map, keys, 500));
    for (uint32_t i = 0; i < 500; i++) {
        CHECK(ssti_key_map_find(&map, keys, key_of_slot[i]) == i);
    }
    key_of_slot[499] = key_of_slot[7];
    CHECK(!ssti_key_map_fill(&map, keys, 500) && ssti_key_map_fill(&map, keys, 499));
    ssti_key_map_free(&map, &allocator);
}

TEST(bytes_come_back_and_errors_stick) {
    uint8_t bytes[32];
    ssti_writer writer = {.bytes = bytes, .capacity = sizeof bytes};
    ssti_write_u8(&writer, 7);
    ssti_write_u32(&writer, 0x01020304);
    ssti_write_u64(&writer, UINT64_C(0x05060708090a0b0c));
    ssti_write_f32(&writer, -1.5f);
    ssti_write_f64(&writer, 0x1.8p-30);
    ssti_write_bool(&writer, true);
    CHECK(!writer.failed && writer.used == 26);
    CHECK(bytes[1] == 4 && bytes[4] == 1 && bytes[5] == 0x0c);
    ssti_reader reader = {bytes, writer.used, 0, false};
    CHECK(ssti_read_u8(&reader) == 7);
    CHECK(ssti_read_u32(&reader) == 0x01020304);
    CHECK(ssti_read_u64(&reader) == UINT64_C(0x05060708090a0b0c));
    CHECK(ssti_read_f32(&reader) == -1.5f);
    CHECK(ssti_read_f64(&reader) == 0x1.8p-30);
    CHECK(ssti_reader_has(&reader, 1, 1) && !ssti_reader_has(&reader, 2, 1));
    CHECK(ssti_read_bool(&reader) && !reader.failed);
    CHECK(ssti_read_u8(&reader) == 0 && reader.failed);
    CHECK(!ssti_reader_has(&reader, 0, 1));
    ssti_write_u64(&writer, 1);
    CHECK(writer.failed && writer.used == 26);
}

TEST(a_bool_is_zero_or_one) {
    const uint8_t bytes[] = {2};
    ssti_reader reader = {bytes, 1, 0, false};
    CHECK(!ssti_read_bool(&reader) && reader.failed);
}

TEST(lattice_rounds_to_nearest_even_and_evenly) {
    CHECK(ssti_lattice_round(0x1p-25) == 0.0);
    CHECK(ssti_lattice_round(0x3p-25) == 0x1p-23);
    CHECK(ssti_lattice_round(0x1.8p-24) == 0x1p-23);
    CHECK(ssti_lattice_round(1e8 + 0x1p-24) == 1e8 + 0x1p-24);
    CHECK(ssti_lattice_round(1e12) == 0x1p27);
    CHECK(ssti_lattice_move(9.9e7, 1e7) == 1e8);
    test_rng rng = test_seed(3);
    for (int i = 0; i < 100000; i++) {
        double x = test_uniform(&rng, -1.0, 1.0) * (double)(UINT64_C(1) << test_below(&rng, 27));
        double rounded = ssti_lattice_round(x);
        CHECK(rounded == -ssti_lattice_round(-x));
        CHECK(fabs(rounded - x) <= 0x1p-25);
        CHECK(rounded * 0x1p24 == floor(rounded * 0x1p24));
        double shift = floor(test_uniform(&rng, -1e14, 1e14)) * 0x1p-24;
        CHECK(ssti_lattice_round(rounded + shift) - shift == rounded ||
              fabs(rounded + shift) > 1e8);
    }
}

TEST(hash_depends_on_every_byte) {
    uint8_t bytes[19] = {0};
    uint64_t plain = ssti_hash_bytes(0, bytes, sizeof bytes);
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = 1;
        CHECK(ssti_hash_bytes(0, bytes, sizeof bytes) != plain);
        bytes[i] = 0;
    }
    CHECK(ssti_hash_bytes(0, bytes, 18) != plain);
    CHECK(ssti_hash_f32(0, 1.0f) != ssti_hash_f32(0, -1.0f));
}

SUITE(base, CASE(every_result_has_a_text_of_its_own), CASE(every_status_flag_has_a_name_of_its_own),
      CASE(ids_are_never_mistaken), CASE(an_index_with_used_up_generations_is_not_taken_again),
      CASE(key_map_is_a_map), CASE(key_map_is_filled_at_once),
      CASE(bytes_come_back_and_errors_stick), CASE(a_bool_is_zero_or_one),
      CASE(lattice_rounds_to_nearest_even_and_evenly), CASE(hash_depends_on_every_byte))
