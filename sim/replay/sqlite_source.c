/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Reads JuPedSim's SQLite trajectories, versions 1 to 3, and what our own tell besides. Where the
 * version changes nothing that is read here but the table of the geometry, which has its text in
 * the column wkt in all of them. Several geometries: the first. */

#include "replay/source.h"

#include <inttypes.h>
#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const ssti_place whole_file = {0, 0};

typedef struct sqlite_source {
    ssti_source base;
    char kind[40];
    sqlite3 *db;
    sqlite3_stmt *rows;
    bool ended; /* one more step would begin again */
} sqlite_source;

static bool failed(sqlite_source *s) {
    ssti_error(&s->base.report, whole_file, "cannot be read as a recording of JuPedSim: %s",
               sqlite3_errmsg(s->db));
    return false;
}

/* The text that a query answers first, to be released with free(); null if none. */
static char *text_of(sqlite_source *s, const char *query, const char *key) {
    sqlite3_stmt *statement;
    char *text = NULL;
    if (sqlite3_prepare_v2(s->db, query, -1, &statement, NULL) != SQLITE_OK)
        return NULL;
    sqlite3_bind_text(statement, 1, key, -1, SQLITE_STATIC);
    if (sqlite3_step(statement) == SQLITE_ROW && sqlite3_column_text(statement, 0))
        text = strdup((const char *)sqlite3_column_text(statement, 0));
    sqlite3_finalize(statement);
    return text;
}

static char *metadata(sqlite_source *s, const char *key) {
    return text_of(s, "SELECT value FROM metadata WHERE key = ?", key);
}

static double metadata_number(sqlite_source *s, const char *key) {
    char *text = metadata(s, key);
    double number = text ? strtod(text, NULL) : 0;
    free(text);
    return isfinite(number) && number > 0 ? number : 0;
}

static bool metadata_count(sqlite_source *s, const char *key, int base, uint64_t *count) {
    char *text = metadata(s, key);
    bool told = text != NULL;
    if (told)
        *count = strtoumax(text, NULL, base);
    free(text);
    return told;
}

static void read_told(sqlite_source *s) {
    ssti_told *told = &s->base.told;
    uint64_t complete = 0;
    told->scenario = metadata(s, "scenario_name");
    told->scenario_text = metadata(s, "scenario");
    told->profile = metadata(s, "profile");
    told->version = metadata(s, "producer_version");
    told->geometry = text_of(s, "SELECT wkt FROM geometry", NULL);
    told->frame_rate = metadata_number(s, "fps");
    told->time_step = metadata_number(s, "time_step");
    metadata_count(s, "every", 10, &told->every);
    told->has_seed = metadata_count(s, "seed", 10, &told->seed);
    told->has_hash = metadata_count(s, "state_hash", 16, &told->state_hash);
    metadata_count(s, "complete", 10, &complete);
    told->has_complete = told->version != NULL;
    told->complete = complete == 1;
}

static bool read_version(sqlite_source *s) {
    char *version = metadata(s, "version");
    long number = version ? strtol(version, NULL, 10) : 0;
    if (number >= 1 && number <= 3)
        snprintf(s->kind, sizeof s->kind, "JuPedSim SQLite, version %ld", number);
    else
        ssti_error(&s->base.report, whole_file,
                   "found version %s of JuPedSim's SQLite format, expected 1, 2 or 3",
                   version ? ssti_show(version).text : "(none)");
    free(version);
    return number >= 1 && number <= 3;
}

/* --- Rows ---------------------------------------------------------------------------------- */

static bool take_row(sqlite_source *s, ssti_row *row) {
    double frame = sqlite3_column_double(s->rows, 0), agent = sqlite3_column_double(s->rows, 1);
    row->position =
        (sst_point){sqlite3_column_double(s->rows, 2), sqlite3_column_double(s->rows, 3)};
    row->velocity = (sst_vec2){NAN, NAN};
    return ssti_step_of(&s->base, whole_file, frame, &row->step) &&
           ssti_agent_number(&s->base.report, whole_file, agent, &row->agent) &&
           ssti_is_place(&s->base.report, row->position);
}

static bool sqlite_read(ssti_source *source, ssti_row *rows, size_t most, size_t *count) {
    sqlite_source *s = (sqlite_source *)source;
    *count = 0;
    while (*count < most && !s->ended) {
        int code = sqlite3_step(s->rows);
        s->ended = code != SQLITE_ROW;
        if (code == SQLITE_DONE)
            return true;
        if (s->ended)
            return failed(s);
        if (!take_row(s, &rows[*count]))
            return false;
        ++*count;
    }
    return true;
}

static bool sqlite_rewind(ssti_source *source) {
    sqlite_source *s = (sqlite_source *)source;
    s->ended = false;
    return sqlite3_reset(s->rows) == SQLITE_OK;
}

static void sqlite_close(ssti_source *source) {
    sqlite_source *s = (sqlite_source *)source;
    sqlite3_finalize(s->rows);
    sqlite3_close(s->db);
    free(s);
}

/* A run that was killed may have left a journal, and undoing it writes to the file. */
static bool open_rows(sqlite_source *s, const char *path) {
    static const char query[] =
        "SELECT frame, id, pos_x, pos_y FROM trajectory_data ORDER BY rowid";
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(path, &s->db, flags, NULL) != SQLITE_OK ||
        sqlite3_prepare_v2(s->db, query, -1, &s->rows, NULL) != SQLITE_OK)
        return failed(s);
    return read_version(s);
}

ssti_source *ssti_sqlite_source(const char *path, ssti_report *report) {
    static const ssti_source_class sqlite_class = {sqlite_read, sqlite_rewind, sqlite_close};
    sqlite_source *s = calloc(1, sizeof *s);
    if (!s) {
        ssti_out_of_memory(report);
        return NULL;
    }
    s->base = (ssti_source){.as = &sqlite_class, .kind = s->kind, .report = *report, .metres = 1};
    if (!open_rows(s, path)) {
        ssti_source_close(&s->base);
        return NULL;
    }
    read_told(s);
    return &s->base;
}
