/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The store in SQLite: its journal and its waiting for the disk make a run either whole or absent,
 * after a kill as after a power cut. What lies on the disk may still rot, and SQLite would not
 * notice: each run has a checksum of all that it says. A figure that does not exist is NULL. */

#include "experiment/store.h"

#include <errno.h>
#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

/* "SSTE": tells our files from other programs'. */
#define APPLICATION_ID 0x53535445
enum { LAYOUT_VERSION = 1 };

static const ssti_place whole_file = {0, 0};

struct ssti_store {
    const sst_experiment *experiment;
    ssti_report *report; /* about the store's file */
    sqlite3 *db;
    sqlite3_stmt *find, *figures, *add, *add_figure;
    int64_t setup;
    uint32_t setup_sum; /* of the setup's texts */
};

/* --- Errors -------------------------------------------------------------------------------- */

/* Our statements are right, so that an error in one of them is one of the file. */
static bool is_damage(int code) {
    return code == SQLITE_CORRUPT || code == SQLITE_NOTADB || code == SQLITE_ERROR ||
           code == SQLITE_CONSTRAINT || code == SQLITE_MISMATCH;
}

static sst_outcome damaged(ssti_store *s, const char *what) {
    ssti_error(s->report, whole_file,
               "the store of finished runs is damaged (%s): begin anew with --fresh, or put back a "
               "copy of the file",
               what);
    return SST_BAD_INPUT;
}

static sst_outcome failed(ssti_store *s) {
    int code = s->db ? sqlite3_errcode(s->db) : SQLITE_NOMEM, cause = 0;
    if (code == SQLITE_NOMEM)
        return ssti_out_of_memory(s->report);
    if (is_damage(code))
        return damaged(s, sqlite3_errmsg(s->db));
    if (code == SQLITE_BUSY || code == SQLITE_LOCKED) {
        ssti_error(s->report, whole_file, "another experiment is using the store of finished runs");
        return SST_FAILED;
    }
    sqlite3_file_control(s->db, "main", SQLITE_FCNTL_LAST_ERRNO, &cause);
    cause = code == SQLITE_FULL ? ENOSPC : cause ? cause : sqlite3_system_errno(s->db);
    ssti_error(s->report, whole_file, "the store of finished runs cannot be used: %s",
               cause ? strerror(cause) : sqlite3_errmsg(s->db));
    return SST_FAILED;
}

static bool execute(ssti_store *s, const char *statements) {
    return sqlite3_exec(s->db, statements, NULL, NULL, NULL) == SQLITE_OK;
}

static bool prepare(ssti_store *s, const char *text, sqlite3_stmt **statement) {
    return sqlite3_prepare_v2(s->db, text, -1, statement, NULL) == SQLITE_OK;
}

/* --- Texts and sums ------------------------------------------------------------------------ */

static uint32_t sum_bytes(uint32_t sum, const void *bytes, size_t size) {
    return (uint32_t)crc32_z(sum, bytes, size);
}

/* With its zero, so that texts in turn cannot be mistaken for others. */
static uint32_t sum_text(uint32_t sum, const char *text) {
    return sum_bytes(sum, text, strlen(text) + 1);
}

static uint32_t sum_number(uint32_t sum, uint64_t number) {
    unsigned char bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(number >> 8 * i);
    return sum_bytes(sum, bytes, sizeof bytes);
}

static uint64_t bits_of(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return isnan(value) ? UINT64_MAX : bits;
}

/* What the runs of an experiment share. The names of all figures are part of it: another program's
 * runs lack some. */
typedef struct setup_texts {
    char end[64];
    char *figures;
} setup_texts;

static bool write_setup(const sst_experiment *e, setup_texts *texts) {
    size_t length = 1;
    for (size_t i = 0; i < e->known.count; i++)
        length += strlen(e->known.all[i].name) + 1;
    texts->figures = malloc(length);
    if (!texts->figures)
        return false;
    char *at = texts->figures;
    for (size_t i = 0; i < e->known.count; i++)
        at += sprintf(at, "%s ", e->known.all[i].name);
    if (e->steps != SST_UNLIMITED)
        snprintf(texts->end, sizeof texts->end, "steps %llu", (unsigned long long)e->steps);
    else if (e->until >= 0)
        snprintf(texts->end, sizeof texts->end, "until %.17g", e->until);
    else
        snprintf(texts->end, sizeof texts->end, "as the scenario");
    return true;
}

/* A cell's values in the order of their keys, for that of the file does not matter: no key lies
 * within another. */
static int by_setting(const void *a, const void *b) {
    const ssti_value *const *one = a, *const *other = b;
    return strcmp((*one)->setting, (*other)->setting);
}

enum { FILES_LENGTH = sizeof "files 0123456789abcdef\n" - 1 };

/* No setting looks like that. The file of a run is one of the scenario or one of a value, and each
 * was read when its value was tried. */
static char *write_files(char *at, uint64_t files) {
    return files ? at + sprintf(at, "files %016llx\n", (unsigned long long)files) : at;
}

/* With the contents of files. Null when out of memory; to be freed. */
static char *write_settings(const sst_experiment *e, const ssti_cell *cell) {
    const ssti_value *values[SSTI_MAX_PARAMETERS];
    size_t length = 1 + FILES_LENGTH;
    for (size_t i = 0; i < e->parameter_count; i++) {
        values[i] = &e->parameters[i].values[cell->values[i]];
        length += strlen(values[i]->setting) + 1 + FILES_LENGTH;
    }
    qsort(values, e->parameter_count, sizeof *values, by_setting);
    char *text = malloc(length), *at = text;
    if (!text)
        return NULL;
    *at = 0;
    if (e->parameter_count == 0)
        at = write_files(at, e->own_files);
    for (size_t i = 0; i < e->parameter_count; i++) {
        at += sprintf(at, "%s\n", values[i]->setting);
        at = write_files(at, values[i]->files);
    }
    return text;
}

/* What makes a run the one it is. */
typedef struct run_key {
    char *settings;
    const char *profile;
    uint64_t seed;
} run_key;

static uint32_t sum_run(const ssti_store *s, const run_key *key, const ssti_results *results,
                        size_t run) {
    uint32_t sum = sum_text(s->setup_sum, key->settings);
    sum = sum_number(sum_text(sum, key->profile), key->seed);
    sum = sum_number(sum, results->hashes[run]);
    for (size_t i = 0; i < results->figure_count; i++)
        sum = sum_number(sum, bits_of(ssti_run_values(results, run)[i]));
    return sum;
}

/* --- Opening ------------------------------------------------------------------------------- */

static sst_outcome ask(ssti_store *s, const char *question, int64_t *answer) {
    sqlite3_stmt *statement;
    if (!prepare(s, question, &statement))
        return failed(s);
    int step = sqlite3_step(statement);
    *answer = step == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
    sst_outcome outcome = step == SQLITE_ROW ? SST_DONE : failed(s);
    sqlite3_finalize(statement);
    return outcome;
}

static sst_outcome check_structure(ssti_store *s) {
    sqlite3_stmt *statement;
    if (!prepare(s, "PRAGMA integrity_check(1)", &statement))
        return failed(s);
    sst_outcome outcome = SST_DONE;
    if (sqlite3_step(statement) != SQLITE_ROW)
        outcome = failed(s);
    else if (strcmp((const char *)sqlite3_column_text(statement, 0), "ok") != 0)
        outcome = damaged(s, "its pages do not fit together");
    sqlite3_finalize(statement);
    return outcome;
}

static const char *const tables[] = {
    "CREATE TABLE setup (id INTEGER PRIMARY KEY, version TEXT NOT NULL, scenario TEXT NOT NULL,"
    " ending TEXT NOT NULL, figures TEXT NOT NULL)",
    "CREATE TABLE run (id INTEGER PRIMARY KEY, setup INTEGER NOT NULL, settings TEXT NOT NULL,"
    " profile TEXT NOT NULL, seed INTEGER NOT NULL, state_hash INTEGER NOT NULL,"
    " checksum INTEGER NOT NULL, UNIQUE (setup, settings, profile, seed))",
    "CREATE TABLE figure (run INTEGER NOT NULL, name TEXT NOT NULL, value REAL,"
    " PRIMARY KEY (run, name)) WITHOUT ROWID"};
enum { TABLE_COUNT = sizeof tables / sizeof *tables };

static sst_outcome make_tables(ssti_store *s) {
    char mark[96];
    snprintf(mark, sizeof mark, "PRAGMA application_id = %d; PRAGMA user_version = %d",
             (int)APPLICATION_ID, (int)LAYOUT_VERSION);
    for (size_t i = 0; i < TABLE_COUNT; i++)
        if (!execute(s, tables[i]))
            return failed(s);
    return execute(s, mark) ? SST_DONE : failed(s);
}

/* Our tables and nothing else: no view or trigger that would act in their place. */
static sst_outcome check_tables(ssti_store *s) {
    sqlite3_stmt *statement;
    size_t known = 0, others = 0;
    if (!prepare(s, "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL", &statement))
        return failed(s);
    int step;
    while ((step = sqlite3_step(statement)) == SQLITE_ROW) {
        const char *sql = (const char *)sqlite3_column_text(statement, 0);
        size_t i = 0;
        while (i < TABLE_COUNT && (!sql || strcmp(sql, tables[i]) != 0))
            i++;
        known += i < TABLE_COUNT;
        others += i == TABLE_COUNT;
    }
    sst_outcome outcome = step == SQLITE_DONE ? SST_DONE : failed(s);
    sqlite3_finalize(statement);
    if (outcome == SST_DONE && (known != TABLE_COUNT || others > 0))
        outcome = damaged(s, "its tables are not those of a store");
    return outcome;
}

/* A file of ours, or an empty one, which becomes one. */
static sst_outcome check_or_make(ssti_store *s) {
    int64_t application = 0, layout = 0, objects = 0;
    sst_outcome outcome = ask(s, "PRAGMA application_id", &application);
    if (outcome == SST_DONE)
        outcome = ask(s, "PRAGMA user_version", &layout);
    if (outcome == SST_DONE)
        outcome = ask(s, "SELECT count(*) FROM sqlite_master", &objects);
    if (outcome != SST_DONE)
        return outcome;
    if (application == 0 && layout == 0 && objects == 0)
        return make_tables(s);
    if (application != APPLICATION_ID || layout != LAYOUT_VERSION) {
        ssti_error(s->report, whole_file,
                   "found a database, expected a store of finished runs of layout %d: choose "
                   "another output, or begin anew with --fresh",
                   (int)LAYOUT_VERSION);
        return SST_BAD_INPUT;
    }
    outcome = check_tables(s);
    return outcome == SST_DONE ? check_structure(s) : outcome;
}

static sst_outcome find_setup(ssti_store *s, const setup_texts *texts) {
    const char *values[] = {SIDESTEP_VERSION, s->experiment->scenario_text, texts->end,
                            texts->figures};
    sqlite3_stmt *find, *add;
    for (size_t i = 0; i < 4; i++)
        s->setup_sum = sum_text(s->setup_sum, values[i]);
    if (!prepare(s,
                 "SELECT id FROM setup WHERE version = ? AND scenario = ? AND ending = ? AND "
                 "figures = ?",
                 &find))
        return failed(s);
    for (int i = 0; i < 4; i++)
        sqlite3_bind_text(find, i + 1, values[i], -1, SQLITE_STATIC);
    int step = sqlite3_step(find);
    s->setup = step == SQLITE_ROW ? sqlite3_column_int64(find, 0) : 0;
    sqlite3_finalize(find);
    if (step == SQLITE_ROW)
        return SST_DONE;
    if (step != SQLITE_DONE || !prepare(s, "INSERT INTO setup VALUES (NULL, ?, ?, ?, ?)", &add))
        return failed(s);
    for (int i = 0; i < 4; i++)
        sqlite3_bind_text(add, i + 1, values[i], -1, SQLITE_STATIC);
    step = sqlite3_step(add);
    s->setup = sqlite3_last_insert_rowid(s->db);
    sqlite3_finalize(add);
    return step == SQLITE_DONE ? SST_DONE : failed(s);
}

static sst_outcome prepare_all(ssti_store *s) {
    bool good =
        prepare(s,
                "SELECT id, state_hash, checksum FROM run WHERE setup = ? AND settings = ? AND "
                "profile = ? AND seed = ?",
                &s->find) &&
        prepare(s, "SELECT name, value FROM figure WHERE run = ?", &s->figures) &&
        prepare(s, "INSERT INTO run VALUES (NULL, ?, ?, ?, ?, ?, ?)", &s->add) &&
        prepare(s, "INSERT INTO figure VALUES (?, ?, ?)", &s->add_figure);
    return good ? SST_DONE : failed(s);
}

/* The exclusive lock is kept until the store is closed. */
static sst_outcome begin(ssti_store *s) {
    setup_texts texts = {0};
    if (!write_setup(s->experiment, &texts))
        return ssti_out_of_memory(s->report);
    sst_outcome outcome = SST_DONE;
    if (!execute(s, "PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL;"
                    "PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE"))
        outcome = failed(s);
    if (outcome == SST_DONE)
        outcome = check_or_make(s);
    if (outcome == SST_DONE)
        outcome = find_setup(s, &texts);
    if (outcome == SST_DONE && !execute(s, "COMMIT"))
        outcome = failed(s);
    free(texts.figures);
    return outcome == SST_DONE ? prepare_all(s) : outcome;
}

static void forget(const char *path) {
    char journal[4096];
    unlink(path);
    /* Else SQLite would take the old file's journal for the new one's. */
    if (snprintf(journal, sizeof journal, "%s-journal", path) < (int)sizeof journal)
        unlink(journal);
}

sst_outcome ssti_store_open(const char *path, const sst_experiment *experiment, bool fresh,
                            bool create, ssti_report *report, ssti_store **store) {
    *store = NULL;
    if (fresh && create)
        forget(path);
    if (!create && (fresh || access(path, F_OK) != 0))
        return SST_DONE;
    ssti_store *s = calloc(1, sizeof *s);
    if (!s)
        return ssti_out_of_memory(report);
    *s = (ssti_store){.experiment = experiment, .report = report};
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    sst_outcome outcome =
        sqlite3_open_v2(path, &s->db, flags, NULL) == SQLITE_OK ? begin(s) : failed(s);
    if (outcome == SST_DONE)
        *store = s;
    else
        ssti_store_close(s);
    return outcome;
}

void ssti_store_close(ssti_store *s) {
    if (!s)
        return;
    sqlite3_finalize(s->find);
    sqlite3_finalize(s->figures);
    sqlite3_finalize(s->add);
    sqlite3_finalize(s->add_figure);
    sqlite3_close(s->db);
    free(s);
}

/* --- Runs ---------------------------------------------------------------------------------- */

static bool bind_key(sqlite3_stmt *statement, const ssti_store *s, const run_key *key) {
    return sqlite3_bind_int64(statement, 1, s->setup) == SQLITE_OK &&
           sqlite3_bind_text(statement, 2, key->settings, -1, SQLITE_STATIC) == SQLITE_OK &&
           sqlite3_bind_text(statement, 3, key->profile, -1, SQLITE_STATIC) == SQLITE_OK &&
           sqlite3_bind_int64(statement, 4, (int64_t)key->seed) == SQLITE_OK;
}

static void take_figure(const ssti_figures *figures, sqlite3_stmt *row, double *values) {
    const char *name = (const char *)sqlite3_column_text(row, 0);
    size_t i = name ? ssti_figures_find(figures, name) : figures->count;
    if (i < figures->count)
        values[i] = sqlite3_column_type(row, 1) == SQLITE_NULL ? (double)NAN
                                                               : sqlite3_column_double(row, 1);
}

static sst_outcome read_figures(ssti_store *s, int64_t id, double *values) {
    sqlite3_bind_int64(s->figures, 1, id);
    int step;
    while ((step = sqlite3_step(s->figures)) == SQLITE_ROW)
        take_figure(&s->experiment->known, s->figures, values);
    sqlite3_reset(s->figures);
    return step == SQLITE_DONE ? SST_DONE : failed(s);
}

static sst_outcome find_run(ssti_store *s, const run_key *key, ssti_results *results, size_t run,
                            bool *found) {
    if (!bind_key(s->find, s, key))
        return failed(s);
    int step = sqlite3_step(s->find);
    int64_t id = sqlite3_column_int64(s->find, 0);
    results->hashes[run] = (uint64_t)sqlite3_column_int64(s->find, 1);
    int64_t checksum = sqlite3_column_int64(s->find, 2);
    sqlite3_reset(s->find);
    *found = step == SQLITE_ROW;
    if (step != SQLITE_ROW)
        return step == SQLITE_DONE ? SST_DONE : failed(s);
    sst_outcome outcome = read_figures(s, id, ssti_run_values(results, run));
    if (outcome == SST_DONE && checksum != (int64_t)sum_run(s, key, results, run))
        outcome = damaged(s, "a run does not have its checksum");
    return outcome;
}

/* The key of a run but for the seed. */
static sst_outcome begin_key(ssti_store *s, size_t cell_index, run_key *key) {
    ssti_cell cell = ssti_cell_at(s->experiment, cell_index);
    *key = (run_key){write_settings(s->experiment, &cell), ssti_profile_name(cell.profile), 0};
    return key->settings ? SST_DONE : ssti_out_of_memory(s->report);
}

sst_outcome ssti_store_find_all(ssti_store *s, ssti_results *results, size_t *count) {
    const sst_experiment *e = s->experiment;
    sst_outcome outcome = SST_DONE;
    *count = 0;
    for (size_t i = 0; outcome == SST_DONE && i < results->cell_count; i++) {
        run_key key;
        outcome = begin_key(s, i, &key);
        for (size_t j = 0; outcome == SST_DONE && j < e->seeds; j++) {
            size_t run = i * (size_t)e->seeds + j;
            bool found = false;
            key.seed = e->first_seed + j;
            outcome = find_run(s, &key, results, run, &found);
            if (outcome == SST_DONE && found)
                ssti_results_note(results, run, results->hashes[run]);
            *count += found;
        }
        free(key.settings);
    }
    return outcome;
}

static bool add_figures(ssti_store *s, int64_t id, const double *values) {
    const ssti_figures *figures = &s->experiment->known;
    for (size_t i = 0; i < figures->count; i++) {
        sqlite3_bind_int64(s->add_figure, 1, id);
        sqlite3_bind_text(s->add_figure, 2, figures->all[i].name, -1, SQLITE_STATIC);
        if (isnan(values[i]))
            sqlite3_bind_null(s->add_figure, 3);
        else
            sqlite3_bind_double(s->add_figure, 3, values[i]);
        bool added = sqlite3_step(s->add_figure) == SQLITE_DONE;
        if (sqlite3_reset(s->add_figure) != SQLITE_OK || !added)
            return false;
    }
    return true;
}

static bool has_run(ssti_store *s, const run_key *key) {
    bool found = bind_key(s->find, s, key) && sqlite3_step(s->find) == SQLITE_ROW;
    sqlite3_reset(s->find);
    return found;
}

/* Values listed twice are two cells of equal runs, of which one is enough. */
static sst_outcome add_run(ssti_store *s, const ssti_results *results, size_t run) {
    const sst_experiment *e = s->experiment;
    run_key key;
    sst_outcome outcome = begin_key(s, run / (size_t)e->seeds, &key);
    if (outcome != SST_DONE)
        return outcome;
    key.seed = e->first_seed + run % (size_t)e->seeds;
    if (has_run(s, &key)) {
        free(key.settings);
        return SST_DONE;
    }
    bool added = bind_key(s->add, s, &key);
    sqlite3_bind_int64(s->add, 5, (int64_t)results->hashes[run]);
    sqlite3_bind_int64(s->add, 6, (int64_t)sum_run(s, &key, results, run));
    added = added && sqlite3_step(s->add) == SQLITE_DONE;
    added = sqlite3_reset(s->add) == SQLITE_OK && added;
    added =
        added && add_figures(s, sqlite3_last_insert_rowid(s->db), ssti_run_values(results, run));
    free(key.settings);
    return added ? SST_DONE : failed(s);
}

sst_outcome ssti_store_add(ssti_store *s, const ssti_results *results, const size_t *runs,
                           size_t count) {
    sst_outcome outcome = execute(s, "BEGIN") ? SST_DONE : failed(s);
    for (size_t i = 0; outcome == SST_DONE && i < count; i++)
        outcome = add_run(s, results, runs[i]);
    if (outcome == SST_DONE && !execute(s, "COMMIT"))
        outcome = failed(s);
    return outcome;
}
