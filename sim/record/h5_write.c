/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The HDF5 recording: rows of /trajectory in chunks, bytes shuffled and deflated. Memory holds one
 * chunk. A chunk that is full goes to the file at once; every so many chunks, at the end of a
 * frame, so does the chunk begun, and the file is brought to its next whole state (h5_driver.c).
 * The chunk begun is written again later, to a new place. So a run that is killed leaves a file
 * that opens and holds the frames until then.
 *
 * The begun chunk must not be written in its old place. HDF5 reuses the place when the size has
 * stayed, so that one zero byte behind the deflated data makes a difference; readers skip it. */

#include "record/h5_driver.h"
#include "record/h5_layout.h"
#include "record/h5_shared.h"
#include "report/file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { ROW = sizeof(ssti_h5_row), LEAST_ROWS = 1024, MOST_ROWS = 1 << 16 };
enum { FRAMES_OF_CHUNK = 8, CHUNKS_OF_STATE = 8, LEVEL = 1 };

typedef struct h5_recorder {
    ssti_recorder base;
    ssti_new_file place;
    int cause; /* errno of what went wrong in the file */
    hid_t file, trajectory;
    uint64_t every;
    ssti_h5_row *rows; /* the chunk begun */
    size_t chunk_rows, row_count;
    uint64_t chunks, frames; /* full chunks written; frames taken */
    unsigned unsettled;      /* full chunks since the file's last whole state */
    unsigned char *shuffled, *deflated;
    uLong deflated_capacity;
    size_t begun_size; /* of the begun chunk as last written; 0 = it was not */
} h5_recorder;

static bool failed(h5_recorder *h5) {
    if (h5->cause)
        ssti_error(&h5->base.report, (ssti_place){0, 0}, "cannot be written: %s",
                   strerror(h5->cause));
    else
        ssti_error(&h5->base.report, (ssti_place){0, 0}, "HDF5 failed to write");
    return false;
}

/* Byte k of every row, for each k: what HDF5 calls shuffle. */
static void shuffle(const unsigned char *rows, size_t count, unsigned char *shuffled) {
    for (size_t k = 0; k < ROW; k++)
        for (size_t i = 0; i < count; i++)
            *shuffled++ = rows[i * ROW + k];
}

/* Rows are little-endian in the file. */
static void order_bytes(h5_recorder *h5) {
    hid_t from = ssti_h5_row_type(false), to = ssti_h5_row_type(true);
    H5Tconvert(from, to, h5->chunk_rows, h5->rows, NULL, H5P_DEFAULT);
    H5Tclose(from);
    H5Tclose(to);
}

static bool is_little_endian(void) {
    return H5Tget_order(H5T_NATIVE_UINT32) == H5T_ORDER_LE;
}

/* Writes the chunk begun, full or not; there must be rows up to `total` in the dataset's extent. */
static bool write_chunk(h5_recorder *h5, uint64_t total) {
    memset(h5->rows + h5->row_count, 0, (h5->chunk_rows - h5->row_count) * ROW);
    if (!is_little_endian())
        order_bytes(h5);
    shuffle((const unsigned char *)h5->rows, h5->chunk_rows, h5->shuffled);
    uLongf size = h5->deflated_capacity - 1;
    if (compress2(h5->deflated, &size, h5->shuffled, h5->chunk_rows * ROW, LEVEL) != Z_OK)
        return false;
    if (size == h5->begun_size)
        h5->deflated[size++] = 0;
    hsize_t extent = total, offset = h5->chunks * h5->chunk_rows;
    h5->begun_size = size;
    return H5Dset_extent(h5->trajectory, &extent) >= 0 &&
           H5Dwrite_chunk(h5->trajectory, H5P_DEFAULT, 0, &offset, size, h5->deflated) >= 0;
}

static bool write_full_chunk(h5_recorder *h5) {
    if (!write_chunk(h5, (h5->chunks + 1) * h5->chunk_rows) || h5->cause)
        return false;
    h5->chunks++;
    h5->unsettled++;
    h5->row_count = 0;
    h5->begun_size = 0;
    return true;
}

/* Brings the file to the state of now. */
static bool settle(h5_recorder *h5) {
    h5->unsettled = 0;
    return (h5->row_count == 0 || write_chunk(h5, h5->chunks * h5->chunk_rows + h5->row_count)) &&
           ssti_h5_set_count(h5->trajectory, "frames", h5->frames) &&
           H5Fflush(h5->file, H5F_SCOPE_LOCAL) >= 0 && h5->cause == 0;
}

static bool add_rows(h5_recorder *h5, const ssti_frame *frame) {
    uint32_t number = (uint32_t)(frame->step / h5->every);
    for (size_t i = 0; i < frame->count; i++) {
        h5->rows[h5->row_count++] = (ssti_h5_row){number,
                                                  frame->agents[i],
                                                  frame->positions[i].x,
                                                  frame->positions[i].y,
                                                  frame->velocities[i].x,
                                                  frame->velocities[i].y};
        if (h5->row_count == h5->chunk_rows && !write_full_chunk(h5))
            return false;
    }
    h5->frames = (uint64_t)number + 1;
    return h5->unsettled < CHUNKS_OF_STATE || settle(h5);
}

static bool h5_frame(ssti_recorder *recorder, const ssti_frame *frame) {
    h5_recorder *h5 = (h5_recorder *)recorder;
    if (frame->step / h5->every > UINT32_MAX) {
        ssti_error(&recorder->report, (ssti_place){0, 0}, "holds no more than 2^32 frames");
        return false;
    }
    ssti_h5_turn turn = ssti_h5_enter();
    bool good = add_rows(h5, frame);
    ssti_h5_leave(turn);
    return good || failed(h5);
}

static bool close_all(h5_recorder *h5) {
    bool good = h5->trajectory < 0 || H5Dclose(h5->trajectory) >= 0;
    good &= h5->file < 0 || H5Fclose(h5->file) >= 0;
    h5->trajectory = h5->file = -1;
    return good && h5->cause == 0;
}

/* The agents first, in their place; then all the rest in one state. */
static bool end(h5_recorder *h5, const ssti_ending *ending) {
    return (!ending->agents ||
            ssti_h5_update_agents(h5->file, ending->agents, ending->agent_count)) &&
           ssti_h5_set_count(h5->trajectory, "has_state_hash", ending->has_hash) &&
           ssti_h5_set_count(h5->trajectory, "state_hash", ending->state_hash) &&
           ssti_h5_set_count(h5->trajectory, "complete", 1) && settle(h5) && close_all(h5);
}

static bool h5_finish(ssti_recorder *recorder, const ssti_ending *ending) {
    h5_recorder *h5 = (h5_recorder *)recorder;
    ssti_h5_turn turn = ssti_h5_enter();
    bool good = end(h5, ending);
    ssti_h5_leave(turn);
    return good || failed(h5);
}

static void h5_destroy(ssti_recorder *recorder) {
    h5_recorder *h5 = (h5_recorder *)recorder;
    ssti_h5_turn turn = ssti_h5_enter();
    if (h5->file >= 0 && h5->cause == 0)
        h5->cause = ECANCELED; /* not finished: the file stays in its last state */
    close_all(h5);
    ssti_h5_leave(turn);
    ssti_new_file_drop(&h5->place);
    free(h5->rows);
    free(h5->shuffled);
    free(h5->deflated);
    free(h5);
}

/* --- Beginning ----------------------------------------------------------------------------- */

static bool create_file(h5_recorder *h5) {
    hid_t access = H5Pcreate(H5P_FILE_ACCESS), creation = H5Pcreate(H5P_FILE_CREATE);
    bool good = access >= 0 && creation >= 0 && ssti_h5_use_driver(access, &h5->cause) &&
                H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_LATEST) >= 0 &&
                H5Pset_file_space_strategy(creation, H5F_FSPACE_STRATEGY_NONE, 0, (hsize_t)1) >= 0;
    if (good)
        h5->file = H5Fcreate(h5->place.temporary, H5F_ACC_TRUNC, creation, access);
    if (access >= 0)
        H5Pclose(access);
    if (creation >= 0)
        H5Pclose(creation);
    return h5->file >= 0;
}

static bool begin_file(h5_recorder *h5, const ssti_recording *recording) {
    if (!create_file(h5) || !ssti_h5_describe(h5->file, recording))
        return false;
    h5->trajectory = ssti_h5_create_trajectory(h5->file, recording, h5->chunk_rows, LEVEL);
    return h5->trajectory >= 0 &&
           (!recording->agents ||
            ssti_h5_create_agents(h5->file, recording->agents, recording->agent_count)) &&
           settle(h5);
}

/* Some frames a chunk, within bounds. */
static size_t choose_chunk_rows(const ssti_recording *recording) {
    size_t rows = LEAST_ROWS;
    while (rows < MOST_ROWS && rows < FRAMES_OF_CHUNK * recording->agent_count)
        rows *= 2;
    return rows;
}

static bool allocate(h5_recorder *h5) {
    h5->deflated_capacity = compressBound(h5->chunk_rows * ROW) + 1;
    h5->rows = malloc(h5->chunk_rows * ROW);
    h5->shuffled = malloc(h5->chunk_rows * ROW);
    h5->deflated = malloc(h5->deflated_capacity);
    return h5->rows && h5->shuffled && h5->deflated;
}

ssti_recorder *ssti_h5_open(const char *path, const ssti_recording *recording, ssti_report report) {
    static const ssti_recorder_class h5_class = {h5_frame, h5_finish, h5_destroy};
    h5_recorder *h5 = calloc(1, sizeof *h5);
    if (!h5) {
        ssti_out_of_memory(&report);
        return NULL;
    }
    h5->base = (ssti_recorder){&h5_class, report};
    h5->file = h5->trajectory = -1;
    h5->every = recording->every;
    h5->chunk_rows = choose_chunk_rows(recording);
    if (!allocate(h5)) {
        ssti_out_of_memory(&h5->base.report);
        h5_destroy(&h5->base);
        return NULL;
    }
    ssti_h5_turn turn = ssti_h5_enter();
    bool good = ssti_new_file_begin(&h5->place, path, &h5->base.report);
    bool begun = good && begin_file(h5, recording);
    ssti_h5_leave(turn);
    if (good && !begun)
        failed(h5);
    if (begun && ssti_new_file_show(&h5->place, &h5->base.report))
        return &h5->base;
    h5_destroy(&h5->base);
    return NULL;
}
