/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Recordings that are valid HDF5 or SQLite and mean no good: each is refused, at once and with a
 * message that tells why. Bytes at random are the fuzzer's (fuzz/fuzz_recording_file.c). */

#include "harness.h"
#include "replay/scan.h"
#include "sim_scene.h"

#include <hdf5.h>
#include <sqlite3.h>
#include <sys/resource.h>

static const char path[] = SIDESTEP_TEST_DIR "/hostile-recording";
static const char other[] = SIDESTEP_TEST_DIR "/hostile-other.h5";

static void check_refused(const char *expected) {
    sim_messages messages;
    sst_recording_info info = {0};
    sst_recording_options options;
    sst_recording_options_init(&options);
    CHECK_INT(sst_recording_inspect(path, &options, sim_collect(&messages), &info), SST_BAD_INPUT);
    CHECK_INT(messages.errors, 1);
    CHECK_MSG(strstr(messages.text, expected) != NULL, "found: %s\nexpected: %s", messages.text,
              expected);
}

/* --- HDF5 ------------------------------------------------------------------------------------ */

typedef struct row {
    double frame, id, x, y;
} row;

static hid_t row_type(void) {
    hid_t type = H5Tcreate(H5T_COMPOUND, sizeof(row));
    H5Tinsert(type, "frame", offsetof(row, frame), H5T_NATIVE_DOUBLE);
    H5Tinsert(type, "id", offsetof(row, id), H5T_NATIVE_DOUBLE);
    H5Tinsert(type, "x", offsetof(row, x), H5T_NATIVE_DOUBLE);
    H5Tinsert(type, "y", offsetof(row, y), H5T_NATIVE_DOUBLE);
    return type;
}

/* A file with /trajectory of so many rows, stored as `creation` says; none of them is written. */
static void make_h5(const char *name, hsize_t count, hid_t creation) {
    hid_t file = H5Fcreate(name, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    hid_t space = H5Screate_simple(1, &count, NULL), type = row_type();
    hid_t set = H5Dcreate2(file, "trajectory", type, space, H5P_DEFAULT, creation, H5P_DEFAULT);
    CHECK(set >= 0);
    H5Dclose(set);
    H5Tclose(type);
    H5Sclose(space);
    H5Fclose(file);
}

TEST(more_rows_than_bytes) {
    make_h5(path, (hsize_t)1 << 58, H5P_DEFAULT);
    check_refused("claims 288230376151711744 rows, more than the file can hold");
}

TEST(values_in_another_file) {
    hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_external(creation, "/dev/zero", 0, H5F_UNLIMITED);
    make_h5(path, 1000, creation);
    H5Pclose(creation);
    check_refused("/trajectory keeps its values in other files");
}

TEST(values_gathered_from_other_files) {
    hsize_t count = 10;
    hid_t creation = H5Pcreate(H5P_DATASET_CREATE), space = H5Screate_simple(1, &count, NULL);
    H5Pset_virtual(creation, space, other, "trajectory", space);
    make_h5(path, count, creation);
    H5Sclose(space);
    H5Pclose(creation);
    check_refused("/trajectory keeps its values in other files");
}

TEST(link_to_another_file) {
    make_h5(other, 10, H5P_DEFAULT);
    hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    H5Lcreate_external(other, "trajectory", file, "trajectory", H5P_DEFAULT, H5P_DEFAULT);
    H5Fclose(file);
    check_refused("found no recording in this HDF5 file");
}

static size_t keep(unsigned flags, size_t value_count, const unsigned values[], size_t size,
                   size_t *capacity, void **buffer) {
    (void)flags, (void)value_count, (void)values, (void)capacity, (void)buffer;
    return size;
}

/* Reading it would load a program from the disk. */
TEST(filter_of_others) {
    enum { OTHERS = 300 };
    const H5Z_class2_t class = {H5Z_CLASS_T_VERS, OTHERS, 1, 1, "other", NULL, NULL, keep};
    hsize_t chunk = 10;
    hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
    CHECK(H5Zregister(&class) >= 0);
    H5Pset_chunk(creation, 1, &chunk);
    H5Pset_filter(creation, OTHERS, 0, 0, NULL);
    make_h5(path, chunk, creation);
    H5Pclose(creation);
    check_refused("/trajectory is packed by filter 300, which is no part of HDF5");
}

/* The process that reads is gone, and no other one of ours. */
TEST(broken_bytes_are_an_error_only) {
    FILE *file = fopen(path, "wb");
    REQUIRE(file);
    fputs("\x89HDF\r\n\x1a\n and nothing more", file);
    fclose(file);
    for (int i = 0; i < 50; i++)
        check_refused("HDF5 cannot open it");
    struct rusage used;
    CHECK(getrusage(RUSAGE_CHILDREN, &used) == 0);
    CHECK_MSG(used.ru_maxrss > 0, "no process read it");
}

/* Files that crash HDF5 1.10.8, and one that lets it loop. Another version may refuse them itself.
 * The last is kept from the fuzzer, which would do nothing else. */
TEST(crashes) {
    static const char *const names[] = {
        SIDESTEP_SOURCE_DIR "/fuzz/corpus/recording_file/crashes-hdf5-1.h5",
        SIDESTEP_SOURCE_DIR "/fuzz/corpus/recording_file/crashes-hdf5-2.h5",
        SIDESTEP_SOURCE_DIR "/tests/data/loops-hdf5.h5"};
    sim_messages messages;
    sst_recording_info info = {0};
    sst_recording_options options;
    sst_recording_options_init(&options);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        CHECK_INT(sst_recording_inspect(names[i], &options, sim_collect(&messages), &info),
                  SST_BAD_INPUT);
        CHECK_INT(messages.errors, 1);
    }
}

/* Each byte of small recordings of others, old form and new, changed in turn: what comes of it is
 * an error, or rows. HDF5 itself crashes on some; we do not. */
static size_t change_each_byte(const char *name, unsigned char change, size_t step) {
    static unsigned char bytes[1 << 14];
    char from[512];
    size_t refused = 0;
    snprintf(from, sizeof from, "%s/fuzz/corpus/recording_file/%s", SIDESTEP_SOURCE_DIR, name);
    FILE *file = fopen(from, "rb");
    size_t size = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    CHECK(size > 100 && size < sizeof bytes);
    if (file)
        fclose(file);
    for (size_t i = 8; i < size; i += step) {
        sim_messages messages;
        sst_recording_info info = {0};
        sst_recording_options options;
        sst_recording_options_init(&options);
        bytes[i] ^= change;
        file = fopen(path, "wb");
        fwrite(bytes, 1, size, file);
        fclose(file);
        bytes[i] ^= change;
        sst_outcome outcome = sst_recording_inspect(path, &options, sim_collect(&messages), &info);
        CHECK_MSG(outcome == SST_DONE ? messages.errors == 0
                                      : outcome == SST_BAD_INPUT && messages.errors > 0,
                  "byte %zu: outcome %d, messages: %s", i, (int)outcome, messages.text);
        refused += outcome != SST_DONE;
        sst_recording_info_free(&info);
    }
    return refused;
}

TEST(each_byte_changed) {
    CHECK(change_each_byte("late-one.h5", 0xff, 4) > 20);
    CHECK(change_each_byte("early-chunked.h5", 0x81, 21) > 20);
}

/* --- SQLite ---------------------------------------------------------------------------------- */

static void make_sqlite(const char *trajectory, const char *metadata) {
    sqlite3 *db;
    remove(path);
    REQUIRE(sqlite3_open(path, &db) == SQLITE_OK);
    CHECK_INT(sqlite3_exec(db, metadata, NULL, NULL, NULL), SQLITE_OK);
    CHECK_INT(sqlite3_exec(db, trajectory, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static const char good_metadata[] = "CREATE TABLE metadata(key, value); INSERT INTO metadata VALUES"
                                    "('version', '2'), ('fps', '10')";
static const char good_trajectory[] = "CREATE TABLE trajectory_data(frame, id, pos_x, pos_y)";
static const char computed[] = "is computed, expected plain tables";

#define ENDLESS "WITH RECURSIVE c(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM c)"

TEST(views) {
    make_sqlite("CREATE VIEW trajectory_data AS " ENDLESS
                " SELECT n AS frame, 0 AS id, 0 AS pos_x, 0 AS pos_y, n AS rowid FROM c",
                good_metadata);
    check_refused(computed);
    make_sqlite(good_trajectory,
                "CREATE VIEW metadata AS " ENDLESS " SELECT 'x' AS key, n AS value FROM c");
    check_refused(computed);
}

TEST(computed_columns) {
    make_sqlite(
        "CREATE TABLE trajectory_data(frame, id, pos_x, pos_y AS (length(hex(zeroblob(99999))"
        ")))",
        good_metadata);
    check_refused(computed);
}

TEST(long_texts) {
    make_sqlite(good_trajectory,
                "CREATE TABLE metadata(key, value); INSERT INTO metadata VALUES"
                "('version', '2'), ('fps', '10'), ('profile', zeroblob(80000000))");
    check_refused("string or blob too big");
}

/* The inner pages of a table lead to the same leaf over and over: two levels of 100 make a
 * million rows of a file that has no room for them. */
static void put(unsigned char *at, unsigned value, int bytes) {
    for (int i = bytes; i-- > 0; value >>= 8)
        at[i] = (unsigned char)value;
}

enum { PAGE = 512, CELLS = 60 };

static void make_inner_page(unsigned char *page, unsigned child) {
    memset(page, 0, PAGE);
    page[0] = 5;
    put(page + 3, CELLS, 2);
    put(page + 5, PAGE - 5 * CELLS, 2);
    put(page + 8, child, 4);
    for (unsigned i = 0; i < CELLS && 12 + 2 * i + 2 <= PAGE - 5 * CELLS; i++) {
        unsigned cell = PAGE - 5 * (i + 1);
        put(page + 12 + 2 * i, cell, 2);
        put(page + cell, child, 4);
        page[cell + 4] = (unsigned char)(i + 1);
    }
}

/* Puts three inner pages above the first leaf of the table, which is page `root`. */
static void nest_pages(unsigned root, unsigned first_new) {
    unsigned char page[PAGE];
    FILE *file = fopen(path, "r+b");
    REQUIRE(file && fseek(file, (long)(root - 1) * PAGE, SEEK_SET) == 0);
    REQUIRE(fread(page, 1, PAGE, file) == PAGE && page[0] == 13);
    REQUIRE(fseek(file, (long)(first_new - 1) * PAGE, SEEK_SET) == 0);
    fwrite(page, 1, PAGE, file);
    for (unsigned i = 1; i <= 3; i++) {
        make_inner_page(page, first_new + i - 1);
        REQUIRE(fseek(file, (long)((i < 3 ? first_new + i : root) - 1) * PAGE, SEEK_SET) == 0);
        fwrite(page, 1, PAGE, file);
    }
    fclose(file);
}

TEST(pages_within_pages) {
    make_sqlite("CREATE TABLE filler(a); CREATE TABLE filler2(a); CREATE TABLE filler3(a); CREATE "
                "TABLE trajectory_data(frame, id, pos_x, pos_y); INSERT INTO trajectory_data "
                "VALUES(0, 0, 0, 0), (0, 1, 1, 1)",
                "PRAGMA page_size = 512; CREATE TABLE metadata(key, value); INSERT INTO metadata "
                "VALUES('version', '2'), ('fps', '10')");
    nest_pages(6, 3);
    check_refused("has more rows than the file can hold");
}

SUITE(sim_recordings_hostile, CASE(more_rows_than_bytes), CASE(values_in_another_file),
      CASE(values_gathered_from_other_files), CASE(link_to_another_file), CASE(filter_of_others),
      CASE(broken_bytes_are_an_error_only), CASE(each_byte_changed), CASE(crashes), CASE(views),
      CASE(computed_columns), CASE(long_texts), CASE(pages_within_pages))
