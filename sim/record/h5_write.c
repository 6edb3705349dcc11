/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The HDF5 recording: rows of /trajectory, /collisions, /stuck and /measurements (h5_table.c).
 * Every so many chunks of the trajectory, at the end of a frame, the chunks begun go to the file
 * too, and it is brought to its next whole state (h5_driver.c). So a run that is killed leaves a
 * file that opens and holds the frames until then. */

#include "record/h5_driver.h"
#include "record/h5_layout.h"
#include "record/h5_series.h"
#include "record/h5_shared.h"
#include "record/h5_table.h"
#include "report/file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_ROWS = 1024, MOST_ROWS = 1 << 16, EVENT_ROWS = 1024 };
enum { FRAMES_OF_CHUNK = 8, CHUNKS_OF_STATE = 8 };

typedef struct h5_recorder {
    ssti_recorder base;
    ssti_new_file place;
    int cause; /* errno of what went wrong in the file */
    hid_t file;
    ssti_h5_table trajectory, collisions, stuck;
    ssti_h5_series series;
    uint64_t every, frames; /* taken */
    uint64_t settled;       /* full chunks of the trajectory in the file's last whole state */
} h5_recorder;

static bool failed(h5_recorder *h5) {
    if (h5->cause)
        ssti_error(&h5->base.report, (ssti_place){0, 0}, "cannot be written: %s",
                   strerror(h5->cause));
    else
        ssti_error(&h5->base.report, (ssti_place){0, 0}, "HDF5 failed to write");
    return false;
}

/* Brings the file to the state of now. */
static bool settle(h5_recorder *h5) {
    h5->settled = h5->trajectory.chunks;
    return ssti_h5_table_settle(&h5->trajectory) && ssti_h5_table_settle(&h5->collisions) &&
           ssti_h5_table_settle(&h5->stuck) && ssti_h5_series_settle(&h5->series) &&
           ssti_h5_set_count(h5->trajectory.set, "frames", h5->frames) &&
           H5Fflush(h5->file, H5F_SCOPE_LOCAL) >= 0 && h5->cause == 0;
}

static bool add_rows(h5_recorder *h5, const ssti_frame *frame) {
    uint32_t number = (uint32_t)(frame->step / h5->every);
    for (size_t i = 0; i < frame->count; i++) {
        ssti_h5_row row = {number,
                           frame->agents[i],
                           frame->positions[i].x,
                           frame->positions[i].y,
                           frame->velocities[i].x,
                           frame->velocities[i].y};
        if (!ssti_h5_table_add(&h5->trajectory, &row) || h5->cause)
            return false;
    }
    h5->frames = (uint64_t)number + 1;
    return h5->trajectory.chunks - h5->settled < CHUNKS_OF_STATE || settle(h5);
}

static bool add_events(h5_recorder *h5, ssti_h5_table *table, const void *events, size_t count) {
    ssti_h5_turn turn = ssti_h5_enter();
    bool good = true;
    for (size_t i = 0; good && i < count; i++)
        good =
            ssti_h5_table_add(table, (const char *)events + i * table->row_size) && h5->cause == 0;
    ssti_h5_leave(turn);
    return good || failed(h5);
}

static bool h5_collisions(ssti_recorder *recorder, const sst_collision *collisions, size_t count) {
    h5_recorder *h5 = (h5_recorder *)recorder;
    return add_events(h5, &h5->collisions, collisions, count);
}

static bool h5_stuck(ssti_recorder *recorder, const sst_stuck *events, size_t count) {
    h5_recorder *h5 = (h5_recorder *)recorder;
    return add_events(h5, &h5->stuck, events, count);
}

static bool h5_row(ssti_recorder *recorder, size_t measure, ssti_series_kind kind,
                   const void *row) {
    h5_recorder *h5 = (h5_recorder *)recorder;
    ssti_h5_turn turn = ssti_h5_enter();
    bool good = ssti_h5_series_add(&h5->series, measure, kind, row) && h5->cause == 0;
    ssti_h5_leave(turn);
    return good || failed(h5);
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
    bool good = ssti_h5_table_close(&h5->trajectory);
    good &= ssti_h5_table_close(&h5->collisions);
    good &= ssti_h5_table_close(&h5->stuck);
    good &= ssti_h5_series_close(&h5->series);
    good &= h5->file < 0 || H5Fclose(h5->file) >= 0;
    h5->file = -1;
    return good && h5->cause == 0;
}

/* The agents first, in their place; then all the rest in one state. */
static bool end(h5_recorder *h5, const ssti_ending *ending) {
    return (!ending->agents ||
            ssti_h5_update_agents(h5->file, ending->agents, ending->agent_count)) &&
           (!ending->measured || ssti_h5_series_update(&h5->series, h5->file, ending->measured)) &&
           ssti_h5_set_count(h5->trajectory.set, "has_state_hash", ending->has_hash) &&
           ssti_h5_set_count(h5->trajectory.set, "state_hash", ending->state_hash) &&
           ssti_h5_set_count(h5->trajectory.set, "complete", 1) && settle(h5) && close_all(h5);
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
    ssti_h5_table_free(&h5->trajectory);
    ssti_h5_table_free(&h5->collisions);
    ssti_h5_table_free(&h5->stuck);
    ssti_h5_series_free(&h5->series);
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
    return ssti_h5_table_create(&h5->trajectory, h5->file, "trajectory") &&
           ssti_h5_describe_trajectory(h5->trajectory.set, recording) &&
           ssti_h5_table_create(&h5->collisions, h5->file, "collisions") &&
           ssti_h5_table_create(&h5->stuck, h5->file, "stuck") &&
           ssti_h5_series_create(&h5->series, h5->file) &&
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

/* All of them, so that each can be freed. */
static bool allocate(h5_recorder *h5, const ssti_recording *recording) {
    bool good = ssti_h5_table_init(&h5->trajectory, ssti_h5_row_type, sizeof(ssti_h5_row),
                                   choose_chunk_rows(recording));
    good &= ssti_h5_table_init(&h5->collisions, ssti_h5_collision_type, sizeof(sst_collision),
                               EVENT_ROWS);
    good &= ssti_h5_table_init(&h5->stuck, ssti_h5_stuck_type, sizeof(sst_stuck), EVENT_ROWS);
    good &= ssti_h5_series_init(&h5->series, recording->measures, recording->measure_count);
    return good;
}

ssti_recorder *ssti_h5_open(const char *path, const ssti_recording *recording, ssti_report report) {
    static const ssti_recorder_class h5_class = {.frame = h5_frame,
                                                 .finish = h5_finish,
                                                 .destroy = h5_destroy,
                                                 .collisions = h5_collisions,
                                                 .stuck = h5_stuck,
                                                 .row = h5_row};
    h5_recorder *h5 = calloc(1, sizeof *h5);
    if (!h5) {
        ssti_out_of_memory(&report);
        return NULL;
    }
    h5->base = (ssti_recorder){&h5_class, report};
    h5->file = -1;
    h5->every = recording->every;
    if (!allocate(h5, recording)) {
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
