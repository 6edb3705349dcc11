/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The SQLite recording: JuPedSim's trajectory format, version 2, which PedPy reads. What a
 * recording is stands under more keys of the table `metadata`.
 *
 * Frames are written in transactions, and SQLite's journal undoes the last one if the run is killed
 * in it. The system keeps what a killed process wrote, so that nothing waits for the disk. The file
 * appears under its name with all its tables in place. */

#include "record/recorder.h"
#include "report/file.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

enum { FRAMES_OF_TRANSACTION = 64, ROWS_OF_TRANSACTION = 1 << 16, MOST_WALKERS = 1 << 22 };

/* An agent's direction, and where it was; NaN before it came. */
typedef struct walker {
    double x, y;
    sst_point place;
} walker;

typedef struct sqlite_recorder {
    ssti_recorder base;
    ssti_new_file place;
    sqlite3 *db;
    sqlite3_stmt *row, *frame;
    uint64_t every;
    int64_t geometry_hash;
    size_t frames, rows; /* in the open transaction */
    sst_point least, most;
    walker *walkers; /* by agent number */
    size_t walker_count;
} sqlite_recorder;

/* The errno of what failed; 0 = none that SQLite kept. */
static int cause_of(sqlite_recorder *s) {
    int cause = 0;
    if (sqlite3_errcode(s->db) == SQLITE_FULL)
        return ENOSPC;
    sqlite3_file_control(s->db, "main", SQLITE_FCNTL_LAST_ERRNO, &cause);
    return cause ? cause : sqlite3_system_errno(s->db);
}

static bool failed(sqlite_recorder *s) {
    int cause = s->db ? cause_of(s) : ENOMEM;
    ssti_error(&s->base.report, (ssti_place){0, 0}, "cannot be written: %s",
               cause ? strerror(cause) : sqlite3_errmsg(s->db));
    return false;
}

static bool execute(sqlite_recorder *s, const char *statements) {
    return sqlite3_exec(s->db, statements, NULL, NULL, NULL) == SQLITE_OK;
}

static bool prepare(sqlite_recorder *s, const char *text, sqlite3_stmt **statement) {
    return sqlite3_prepare_v2(s->db, text, -1, statement, NULL) == SQLITE_OK;
}

/* Runs a prepared statement once. */
static bool run_once(sqlite3_stmt *statement) {
    bool done = sqlite3_step(statement) == SQLITE_DONE;
    return sqlite3_reset(statement) == SQLITE_OK && done;
}

/* --- What the recording is ----------------------------------------------------------------- */

static bool put(sqlite_recorder *s, const char *key, const char *value) {
    sqlite3_stmt *statement;
    if (!prepare(s, "INSERT OR REPLACE INTO metadata VALUES (?, ?)", &statement))
        return false;
    sqlite3_bind_text(statement, 1, key, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 2, value, -1, SQLITE_STATIC);
    bool done = run_once(statement);
    sqlite3_finalize(statement);
    return done;
}

static bool put_number(sqlite_recorder *s, const char *key, double value) {
    char text[32];
    snprintf(text, sizeof text, "%.17g", value);
    return put(s, key, text);
}

static bool put_count(sqlite_recorder *s, const char *key, uint64_t value) {
    char text[32];
    snprintf(text, sizeof text, "%" PRIu64, value);
    return put(s, key, text);
}

/* FNV-1a (Fowler, Noll, Vo, 1991): any number that tells geometries apart will do. */
static int64_t hash_of(const char *text) {
    uint64_t hash = UINT64_C(14695981039346656037);
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * UINT64_C(1099511628211);
    return (int64_t)(hash >> 1);
}

static bool put_geometry(sqlite_recorder *s, const char *wkt) {
    sqlite3_stmt *statement;
    s->geometry_hash = hash_of(wkt);
    if (!prepare(s, "INSERT INTO geometry VALUES (?, ?)", &statement))
        return false;
    sqlite3_bind_int64(statement, 1, s->geometry_hash);
    sqlite3_bind_text(statement, 2, wkt, -1, SQLITE_STATIC);
    bool done = run_once(statement);
    sqlite3_finalize(statement);
    return done;
}

static bool describe(sqlite_recorder *s, const ssti_recording *r) {
    return put(s, "version", "2") && put_number(s, "fps", 1 / (r->time_step * (double)r->every)) &&
           put_number(s, "time_step", r->time_step) && put_count(s, "every", r->every) &&
           put(s, "producer", "Sidestep") && put(s, "producer_version", r->version) &&
           put(s, "scenario_name", r->scenario) && put(s, "scenario", r->scenario_text) &&
           put(s, "profile", r->profile) && put_count(s, "seed", r->seed) &&
           put_geometry(s, r->geometry);
}

/* --- Frames -------------------------------------------------------------------------------- */

/* What is remembered of an agent; of those with very high numbers nothing is. */
static walker *walker_of(sqlite_recorder *s, uint32_t agent, walker *forgotten) {
    *forgotten = (walker){1, 0, {(double)NAN, (double)NAN}};
    if (agent < s->walker_count)
        return &s->walkers[agent];
    size_t count = 2 * (size_t)agent + 64;
    walker *grown = agent < MOST_WALKERS ? realloc(s->walkers, count * sizeof *grown) : NULL;
    if (!grown)
        return forgotten;
    for (size_t i = s->walker_count; i < count; i++)
        grown[i] = *forgotten;
    s->walkers = grown;
    s->walker_count = count;
    return &s->walkers[agent];
}

/* By velocity, or by the last displacement if that is not known. One that stands keeps the
 * direction it had, at first along x. */
static void turn(walker *w, sst_point place, sst_vec2 velocity) {
    bool known = !isnan(velocity.x);
    double x = known ? (double)velocity.x : place.x - w->place.x;
    double y = known ? (double)velocity.y : place.y - w->place.y;
    double length = hypot(x, y);
    w->place = place;
    if (length > 1e-6) { /* false for NaN too */
        w->x = x / length;
        w->y = y / length;
    }
}

static bool add_row(sqlite_recorder *s, int64_t number, uint32_t agent, sst_point position,
                    sst_vec2 velocity) {
    walker forgotten;
    walker *w = walker_of(s, agent, &forgotten);
    turn(w, position, velocity);
    s->least = (sst_point){fmin(s->least.x, position.x), fmin(s->least.y, position.y)};
    s->most = (sst_point){fmax(s->most.x, position.x), fmax(s->most.y, position.y)};
    sqlite3_bind_int64(s->row, 1, number);
    sqlite3_bind_int64(s->row, 2, agent);
    sqlite3_bind_double(s->row, 3, position.x);
    sqlite3_bind_double(s->row, 4, position.y);
    sqlite3_bind_double(s->row, 5, w->x);
    sqlite3_bind_double(s->row, 6, w->y);
    s->rows++;
    return run_once(s->row);
}

static bool add_frame(sqlite_recorder *s, const ssti_frame *frame) {
    int64_t number = (int64_t)(frame->step / s->every);
    if (s->frames == 0 && !execute(s, "BEGIN"))
        return false;
    for (size_t i = 0; i < frame->count; i++)
        if (!add_row(s, number, frame->agents[i], frame->positions[i], frame->velocities[i]))
            return false;
    sqlite3_bind_int64(s->frame, 1, number);
    sqlite3_bind_int64(s->frame, 2, s->geometry_hash);
    s->frames++;
    return run_once(s->frame);
}

static bool commit(sqlite_recorder *s) {
    if (s->frames == 0)
        return true;
    s->frames = s->rows = 0;
    return execute(s, "COMMIT");
}

static bool sqlite_frame(ssti_recorder *recorder, const ssti_frame *frame) {
    sqlite_recorder *s = (sqlite_recorder *)recorder;
    bool good = add_frame(s, frame);
    if (good && (s->frames >= FRAMES_OF_TRANSACTION || s->rows >= ROWS_OF_TRANSACTION))
        good = commit(s);
    return good || failed(s);
}

/* --- Beginning and end --------------------------------------------------------------------- */

static bool close_all(sqlite_recorder *s) {
    sqlite3_finalize(s->row);
    sqlite3_finalize(s->frame);
    s->row = s->frame = NULL;
    bool closed = sqlite3_close(s->db) == SQLITE_OK;
    s->db = NULL;
    return closed;
}

static bool put_bounds(sqlite_recorder *s) {
    return s->least.x > s->most.x /* no rows */ ||
           (put_number(s, "xmin", s->least.x) && put_number(s, "xmax", s->most.x) &&
            put_number(s, "ymin", s->least.y) && put_number(s, "ymax", s->most.y));
}

static bool put_ending(sqlite_recorder *s, const ssti_ending *ending) {
    char hash[17];
    snprintf(hash, sizeof hash, "%016" PRIx64, ending->state_hash);
    return execute(s, "BEGIN") && put_bounds(s) &&
           (!ending->has_hash || put(s, "state_hash", hash)) && put(s, "complete", "1") &&
           execute(s, "COMMIT");
}

static bool sqlite_finish(ssti_recorder *recorder, const ssti_ending *ending) {
    sqlite_recorder *s = (sqlite_recorder *)recorder;
    if (!commit(s) || !put_ending(s, ending))
        return failed(s);
    return close_all(s) || failed(s);
}

static void sqlite_destroy(ssti_recorder *recorder) {
    sqlite_recorder *s = (sqlite_recorder *)recorder;
    close_all(s); /* undoes what is not committed */
    ssti_new_file_drop(&s->place);
    free(s->walkers);
    free(s);
}

/* A transaction stays in memory until it is committed: fewer writes, and no journal meanwhile. */
static bool connect(sqlite_recorder *s, const char *path) {
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    return sqlite3_open_v2(path, &s->db, flags, NULL) == SQLITE_OK &&
           execute(s, "PRAGMA synchronous = OFF; PRAGMA cache_spill = OFF;"
                      "PRAGMA locking_mode = NORMAL");
}

static const char tables[] =
    "CREATE TABLE trajectory_data (frame INTEGER NOT NULL, id INTEGER NOT NULL,"
    " pos_x REAL NOT NULL, pos_y REAL NOT NULL, ori_x REAL NOT NULL, ori_y REAL NOT NULL);"
    "CREATE TABLE metadata (key TEXT NOT NULL UNIQUE PRIMARY KEY, value TEXT NOT NULL);"
    "CREATE TABLE geometry (hash INTEGER NOT NULL, wkt TEXT NOT NULL);"
    "CREATE UNIQUE INDEX geometry_hash ON geometry (hash);"
    "CREATE TABLE frame_data (frame INTEGER NOT NULL, geometry_hash INTEGER NOT NULL);"
    "CREATE INDEX frame_id_idx ON trajectory_data (frame, id);";

/* Makes the whole file aside, then opens it under its name. */
static bool begin(sqlite_recorder *s, const ssti_recording *recording) {
    if (!connect(s, s->place.temporary) || !execute(s, "BEGIN") || !execute(s, tables) ||
        !describe(s, recording) || !execute(s, "COMMIT"))
        return failed(s);
    close_all(s);
    if (!ssti_new_file_show(&s->place, &s->base.report))
        return false;
    return (connect(s, s->place.path) &&
            prepare(s, "INSERT INTO trajectory_data VALUES (?, ?, ?, ?, ?, ?)", &s->row) &&
            prepare(s, "INSERT INTO frame_data VALUES (?, ?)", &s->frame)) ||
           failed(s);
}

ssti_recorder *ssti_sqlite_open(const char *path, const ssti_recording *recording,
                                ssti_report report) {
    static const ssti_recorder_class sqlite_class = {
        .frame = sqlite_frame, .finish = sqlite_finish, .destroy = sqlite_destroy};
    sqlite_recorder *s = calloc(1, sizeof *s);
    if (!s) {
        ssti_out_of_memory(&report);
        return NULL;
    }
    s->base = (ssti_recorder){&sqlite_class, report};
    s->every = recording->every;
    s->least = (sst_point){HUGE_VAL, HUGE_VAL};
    s->most = (sst_point){-HUGE_VAL, -HUGE_VAL};
    if (ssti_new_file_begin(&s->place, path, &s->base.report) && begin(s, recording))
        return &s->base;
    sqlite_destroy(&s->base);
    return NULL;
}
