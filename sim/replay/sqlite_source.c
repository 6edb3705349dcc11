/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Reads JuPedSim's SQLite trajectories, versions 1 to 3, and what our own tell besides. Where the
 * version changes nothing that is read here but the table of the geometry, which has its text in
 * the column wkt in all of them. Several geometries: the first.
 *
 * SQLite bears broken files. A file that means no good can still be valid and ask for endless work:
 * views, computed columns, pages that lie in one another. So nothing is let in but tables, read
 * plainly; a query that takes too many steps ends; and a table of more rows than the file can hold
 * is broken. */

#include "replay/source.h"

#include <inttypes.h>
#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const ssti_place whole_file = {0, 0};

/* The longest text [bytes]; the least bytes of a row; how often SQLite's machine may come by for a
 * row, and its steps between. */
enum { LONGEST_TEXT = 1 << 26, LEAST_ROW = 4, MOST_VISITS = 10000, STEPS_BETWEEN = 1000 };

typedef struct sqlite_source {
    ssti_source base;
    char kind[40];
    sqlite3 *db;
    sqlite3_stmt *rows;
    uint64_t row_count, most_rows; /* read so far; that fit into the file */
    unsigned visits;               /* of SQLite's machine, for this row */
    bool ended;                    /* one more step would begin again */
} sqlite_source;

static bool failed(sqlite_source *s) {
    int code = s->db ? sqlite3_errcode(s->db) : SQLITE_NOMEM;
    if (code == SQLITE_NOMEM)
        ssti_out_of_memory(&s->base.report);
    else if (code == SQLITE_INTERRUPT)
        ssti_error(&s->base.report, whole_file, "SQLite comes to no end with it: it is broken");
    else
        ssti_error(&s->base.report, whole_file, "cannot be read as a recording of JuPedSim: %s",
                   sqlite3_errmsg(s->db));
    return false;
}

static int step(sqlite_source *s, sqlite3_stmt *statement) {
    s->visits = 0;
    return sqlite3_step(statement);
}

/* Null, after a report, where there is no memory. */
static char *first_text(sqlite_source *s, sqlite3_stmt *statement) {
    int code = step(s, statement);
    if (code == SQLITE_DONE)
        return NULL;
    if (code != SQLITE_ROW) {
        failed(s);
        return NULL;
    }
    if (sqlite3_column_type(statement, 0) == SQLITE_NULL)
        return NULL;
    const char *held = (const char *)sqlite3_column_text(statement, 0);
    char *text = held ? strdup(held) : NULL;
    if (!text)
        ssti_out_of_memory(&s->base.report);
    return text;
}

/* The text that a query answers first, to be released with free(); null if none. What the file has
 * no table for is not told; anything else that goes wrong is reported. */
static char *text_of(sqlite_source *s, const char *query, const char *key) {
    sqlite3_stmt *statement = NULL;
    char *text = NULL;
    int code = sqlite3_prepare_v2(s->db, query, -1, &statement, NULL);
    if (code == SQLITE_OK && key)
        code = sqlite3_bind_text(statement, 1, key, -1, SQLITE_STATIC);
    if (code == SQLITE_OK)
        text = first_text(s, statement);
    else if (code != SQLITE_ERROR)
        failed(s);
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

/* False after a report. */
static bool read_told(sqlite_source *s) {
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
    return s->base.report.errors == 0;
}

static bool read_version(sqlite_source *s) {
    char *version = metadata(s, "version");
    long number = version ? strtol(version, NULL, 10) : 0;
    if (number >= 1 && number <= 3)
        snprintf(s->kind, sizeof s->kind, "JuPedSim SQLite, version %ld", number);
    else if (s->base.report.errors == 0)
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
        int code = step(s, s->rows);
        s->ended = code != SQLITE_ROW;
        if (code == SQLITE_DONE)
            return true;
        if (s->ended)
            return failed(s);
        if (++s->row_count > s->most_rows) {
            ssti_error(&s->base.report, whole_file, "has more rows than the file can hold");
            return false;
        }
        if (!take_row(s, &rows[*count]))
            return false;
        ++*count;
    }
    return true;
}

static bool sqlite_rewind(ssti_source *source) {
    sqlite_source *s = (sqlite_source *)source;
    s->ended = false;
    s->row_count = 0;
    return sqlite3_reset(s->rows) == SQLITE_OK || failed(s);
}

static void sqlite_close(ssti_source *source) {
    sqlite_source *s = (sqlite_source *)source;
    sqlite3_finalize(s->rows);
    sqlite3_close(s->db);
    free(s);
}

/* --- Opening ------------------------------------------------------------------------------- */

/* Tables are read, and nothing is computed. */
static int authorise(void *context, int action, const char *first, const char *second,
                     const char *database, const char *source) {
    (void)context, (void)first, (void)second, (void)database, (void)source;
    return action == SQLITE_SELECT || action == SQLITE_READ ? SQLITE_OK : SQLITE_DENY;
}

static int count_visit(void *context) {
    return ++((sqlite_source *)context)->visits > MOST_VISITS;
}

static bool number_of(sqlite_source *s, const char *query, uint64_t *number) {
    sqlite3_stmt *statement = NULL;
    bool told = sqlite3_prepare_v2(s->db, query, -1, &statement, NULL) == SQLITE_OK &&
                step(s, statement) == SQLITE_ROW;
    if (told)
        *number = (uint64_t)sqlite3_column_int64(statement, 0);
    bool good = told || failed(s);
    sqlite3_finalize(statement);
    return good;
}

static bool count_most_rows(sqlite_source *s) {
    uint64_t size = 0;
    bool told = number_of(
        s, "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size", &size);
    s->most_rows = size / LEAST_ROW;
    return told;
}

/* No virtual tables, no views, no columns that are computed. */
static bool tables_are_plain(sqlite_source *s) {
    static const char query[] =
        "SELECT count(*) FROM sqlite_master AS m WHERE lower(m.name) IN ('trajectory_data', "
        "'metadata', "
        "'geometry') AND (m.type <> 'table' OR m.rootpage = 0 OR EXISTS (SELECT 1 FROM "
        "pragma_table_xinfo(m.name) WHERE hidden))";
    uint64_t others = 0;
    if (!number_of(s, query, &others))
        return false;
    if (others)
        ssti_error(&s->base.report, whole_file,
                   "trajectory_data, metadata or geometry is computed, expected plain tables");
    return others == 0;
}

static bool restrict_to_tables(sqlite_source *s) {
    sqlite3_limit(s->db, SQLITE_LIMIT_LENGTH, LONGEST_TEXT);
    sqlite3_db_config(s->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(s->db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
    sqlite3_db_config(s->db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    sqlite3_db_config(s->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_progress_handler(s->db, STEPS_BETWEEN, count_visit, s);
    return count_most_rows(s) && tables_are_plain(s) &&
           sqlite3_set_authorizer(s->db, authorise, NULL) == SQLITE_OK;
}

/* A run that was killed may have left a journal, and undoing it writes to the file. */
static bool open_rows(sqlite_source *s, const char *path) {
    static const char query[] =
        "SELECT frame, id, pos_x, pos_y FROM trajectory_data ORDER BY rowid";
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(path, &s->db, flags, NULL) != SQLITE_OK)
        return failed(s);
    if (!restrict_to_tables(s))
        return false;
    if (sqlite3_prepare_v2(s->db, query, -1, &s->rows, NULL) != SQLITE_OK)
        return failed(s);
    return read_version(s) && read_told(s);
}

ssti_source *ssti_sqlite_source(const char *path, ssti_report *report) {
    static const ssti_source_class sqlite_class = {
        .read = sqlite_read, .rewind = sqlite_rewind, .close = sqlite_close};
    sqlite_source *s = calloc(1, sizeof *s);
    if (!s) {
        ssti_out_of_memory(report);
        return NULL;
    }
    s->base = (ssti_source){.as = &sqlite_class, .kind = s->kind, .report = *report, .metres = 1};
    if (open_rows(s, path))
        return &s->base;
    *report = s->base.report;
    ssti_source_close(&s->base);
    return NULL;
}
