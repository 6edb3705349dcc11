/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The table of an HDF5 recording gives its rows back bit for bit, whatever deflate makes of them:
 * noise, which is stored and grows, constants, counters, and mixtures. */

#include "harness.h"
#include "record/h5_layout.h"
#include "record/h5_shared.h"
#include "record/h5_table.h"

#include <hdf5.h>
#include <string.h>

enum { CHUNK = 1024, CHUNKS = 3, ROWS = CHUNK * CHUNKS + 100 };

static const char path[] = SIDESTEP_TEST_DIR "/table.h5";
static unsigned char rows[ROWS][sizeof(sst_collision)], found[ROWS][sizeof(sst_collision)];

/* Rows whose first `noisy` bytes are noise, the next one counts, and the rest is constant. */
static void fill(size_t noisy) {
    uint64_t state = 1;
    for (size_t i = 0; i < ROWS; i++)
        for (size_t k = 0; k < sizeof rows[i]; k++) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            rows[i][k] = (unsigned char)(k < noisy ? state >> 56 : k == noisy ? i : 7);
        }
}

static void write_rows(hid_t file, ssti_h5_table *table) {
    REQUIRE(ssti_h5_table_create(table, file, "rows"));
    for (size_t i = 0; i < ROWS; i++)
        REQUIRE(ssti_h5_table_add(table, rows[i]));
    REQUIRE(ssti_h5_table_settle(table));
}

/* The bytes that the rows take in the file. */
static size_t go_there_and_back(size_t noisy) {
    fill(noisy);
    ssti_h5_turn turn = ssti_h5_enter();
    hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    ssti_h5_table table;
    CHECK(ssti_h5_table_init(&table, ssti_h5_collision_type, sizeof rows[0], CHUNK));
    write_rows(file, &table);
    hid_t type = ssti_h5_collision_type(false);
    CHECK(H5Dread(table.set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, found) >= 0);
    CHECK(memcmp(rows, found, sizeof rows) == 0);
    size_t size = (size_t)H5Dget_storage_size(table.set);
    H5Tclose(type);
    CHECK(ssti_h5_table_close(&table));
    ssti_h5_table_free(&table);
    H5Fclose(file);
    ssti_h5_leave(turn);
    return size;
}

TEST(noise_costs_little) {
    size_t size = go_there_and_back(sizeof rows[0]);
    CHECK_MSG(size < sizeof rows + sizeof rows / 50, "%zu of %zu", size, sizeof rows);
}

TEST(counters_and_constants_shrink) {
    size_t size = go_there_and_back(0);
    CHECK_MSG(size < sizeof rows / 50, "%zu of %zu", size, sizeof rows);
}

TEST(mixtures) {
    for (size_t noisy = 1; noisy < sizeof rows[0]; noisy++)
        go_there_and_back(noisy);
}

SUITE(sim_h5_table, CASE(noise_costs_little), CASE(counters_and_constants_shrink), CASE(mixtures))
