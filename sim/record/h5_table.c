/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Rows in chunks, bytes shuffled and deflated, but those that deflate cannot shorten, the low bytes
 * of numbers, stored: finding that out took deflate most of its time. A chunk that is full goes to
 * the file at once. The chunk begun is written when asked, and again later, to a new place.
 *
 * It must not be written in its old place. HDF5 reuses the place when the size has stayed, so that
 * one zero byte behind the deflated data makes a difference; readers skip it. */

#include "record/h5_table.h"

#include <stdlib.h>
#include <string.h>

enum { LEVEL = 1 };
enum { PLANE_BYTES = 64 }; /* room for the blocks that a plane begins and ends */
#define NOISE_EXCESS 2.0

bool ssti_h5_table_init(ssti_h5_table *t, hid_t (*row_type)(bool file), size_t row_size,
                        size_t chunk_rows) {
    size_t bytes = chunk_rows * row_size;
    *t = (ssti_h5_table){.set = -1,
                         .row_type = row_type,
                         .row_size = row_size,
                         .chunk_rows = chunk_rows,
                         .deflated_capacity = compressBound(bytes) + PLANE_BYTES * row_size + 1};
    t->rows = malloc(bytes);
    t->shuffled = malloc(bytes);
    t->deflated = malloc(t->deflated_capacity);
    return t->rows && t->shuffled && t->deflated;
}

void ssti_h5_table_free(ssti_h5_table *t) {
    free(t->rows);
    free(t->shuffled);
    free(t->deflated);
}

bool ssti_h5_table_close(ssti_h5_table *t) {
    bool good = t->set < 0 || H5Dclose(t->set) >= 0;
    t->set = -1;
    return good;
}

/* --- Creating ------------------------------------------------------------------------------ */

static hid_t create(const ssti_h5_table *t, hid_t file, const char *name, hid_t type) {
    hsize_t none = 0, unlimited = H5S_UNLIMITED, chunk = t->chunk_rows;
    hid_t space = H5Screate_simple(1, &none, &unlimited);
    hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
    bool good = space >= 0 && creation >= 0 && H5Pset_chunk(creation, 1, &chunk) >= 0 &&
                H5Pset_shuffle(creation) >= 0 && H5Pset_deflate(creation, LEVEL) >= 0 &&
                H5Pset_attr_phase_change(creation, 64, 0) >= 0;
    hid_t set = good ? H5Dcreate2(file, name, type, space, H5P_DEFAULT, creation, H5P_DEFAULT) : -1;
    if (creation >= 0)
        H5Pclose(creation);
    if (space >= 0)
        H5Sclose(space);
    return set;
}

bool ssti_h5_table_create(ssti_h5_table *t, hid_t file, const char *name) {
    hid_t type = t->row_type(true);
    t->set = type >= 0 ? create(t, file, name, type) : -1;
    if (type >= 0)
        H5Tclose(type);
    return t->set >= 0;
}

/* --- Writing ------------------------------------------------------------------------------- */

/* Byte k of every row, for each k: what HDF5 calls shuffle. */
static void shuffle(const ssti_h5_table *t, const unsigned char *rows) {
    unsigned char *to = t->shuffled;
    for (size_t k = 0; k < t->row_size; k++)
        for (size_t i = 0; i < t->chunk_rows; i++)
            *to++ = rows[i * t->row_size + k];
}

/* Rows are little-endian in the file; a copy, where no result is yet. */
static const unsigned char *order_bytes(const ssti_h5_table *t) {
    hid_t from = t->row_type(false), to = t->row_type(true);
    memcpy(t->deflated, t->rows, t->chunk_rows * t->row_size);
    H5Tconvert(from, to, t->chunk_rows, t->deflated, NULL, H5P_DEFAULT);
    H5Tclose(from);
    H5Tclose(to);
    return t->deflated;
}

static bool is_little_endian(void) {
    return H5Tget_order(H5T_NATIVE_UINT32) == H5T_ORDER_LE;
}

/* How often a value of random bytes is met again, on average: 1 when the bytes are even and
 * independent, more when some are frequent, or when runs of them repeat. */
static double excess(const uint32_t counts[256], size_t n) {
    double squares = 0;
    for (size_t i = 0; i < 256; i++)
        squares += (double)counts[i] * counts[i];
    return squares / (double)n - (double)n / 256;
}

/* Neither the bytes nor the steps between them are anything but even: nothing to gain. */
static bool is_noise(const unsigned char *bytes, size_t n) {
    uint32_t values[256] = {0}, steps[256] = {0};
    unsigned char last = 0;
    for (size_t i = 0; i < n; i++) {
        values[bytes[i]]++;
        steps[(unsigned char)(bytes[i] - last)]++;
        last = bytes[i];
    }
    return excess(values, n) < NOISE_EXCESS && excess(steps, n) < NOISE_EXCESS;
}

/* One stream of deflate; what is noise is stored in it as it is. The size, 0 = failed. */
static size_t deflate_planes(ssti_h5_table *t, size_t capacity) {
    z_stream z = {.next_out = t->deflated, .avail_out = (uInt)capacity};
    if (deflateInit(&z, LEVEL) != Z_OK)
        return 0;
    bool good = true;
    for (size_t k = 0; good && k < t->row_size; k++) {
        unsigned char *plane = t->shuffled + k * t->chunk_rows;
        int level = is_noise(plane, t->chunk_rows) ? Z_NO_COMPRESSION : LEVEL;
        good = deflateParams(&z, level, Z_DEFAULT_STRATEGY) == Z_OK;
        z.next_in = plane;
        z.avail_in = (uInt)t->chunk_rows;
        while (good && z.avail_in > 0)
            good = deflate(&z, Z_NO_FLUSH) == Z_OK;
    }
    good = good && deflate(&z, Z_FINISH) == Z_STREAM_END;
    size_t size = z.total_out;
    deflateEnd(&z);
    return good ? size : 0;
}

/* Writes the chunk begun, full or not. */
static bool write_chunk(ssti_h5_table *t) {
    memset(t->rows + t->row_count * t->row_size, 0, (t->chunk_rows - t->row_count) * t->row_size);
    shuffle(t, is_little_endian() ? t->rows : order_bytes(t));
    size_t size = deflate_planes(t, t->deflated_capacity - 1);
    if (size == 0)
        return false;
    if (size == t->begun_size)
        t->deflated[size++] = 0;
    hsize_t offset = t->chunks * t->chunk_rows, extent = offset + t->row_count;
    t->begun_size = size;
    t->fresh = false;
    return H5Dset_extent(t->set, &extent) >= 0 &&
           H5Dwrite_chunk(t->set, H5P_DEFAULT, 0, &offset, size, t->deflated) >= 0;
}

bool ssti_h5_table_add(ssti_h5_table *t, const void *row) {
    memcpy(t->rows + t->row_count++ * t->row_size, row, t->row_size);
    t->fresh = true;
    if (t->row_count < t->chunk_rows)
        return true;
    if (!write_chunk(t))
        return false;
    t->chunks++;
    t->row_count = 0;
    t->begun_size = 0;
    return true;
}

bool ssti_h5_table_settle(ssti_h5_table *t) {
    return !t->fresh || write_chunk(t);
}
