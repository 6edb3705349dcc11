/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* An experiment run: what the store has, what is left to do, and the tables of both. Whatever may
 * go wrong with the places of the output is found out before the first run. */

#include "experiment/pool.h"
#include "experiment/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

void sst_experiment_options_init(sst_experiment_options *options) {
    *options = (sst_experiment_options){.struct_size = sizeof *options};
}

static const ssti_place whole_file = {0, 0};

/* What is written where. */
typedef struct outputs {
    const char *paths[SSTI_MAX_TABLES + 1]; /* tables of cells, then that of all runs */
    size_t cells, count;                    /* tables of cells, of both */
    char *store;
} outputs;

typedef struct session {
    const sst_experiment *experiment;
    const sst_experiment_options *options;
    sst_reporter reporter;
    ssti_report report, store_report;
    outputs outputs;
    ssti_results results;
    ssti_store *store;
    size_t kept;
} session;

/* --- Places -------------------------------------------------------------------------------- */

static bool is_same_file(const char *a, const char *b) {
    struct stat of_a, of_b;
    return strcmp(a, b) == 0 || (stat(a, &of_a) == 0 && stat(b, &of_b) == 0 &&
                                 of_a.st_dev == of_b.st_dev && of_a.st_ino == of_b.st_ino);
}

static bool refuse(session *s, const char *path, const char *what) {
    ssti_report report = {.to = s->reporter, .file = path};
    ssti_error(&report, whole_file, "%s", what);
    return false;
}

static bool check_path(session *s, size_t index) {
    const sst_experiment *e = s->experiment;
    const char *path = s->outputs.paths[index];
    if (ssti_table_kind_of(path) == SSTI_TABLE_NONE)
        return refuse(s, path,
                      "the name tells no kind of table, expected one that ends in .csv, .h5, "
                      ".hdf5 or .json");
    if (is_same_file(path, e->file) || (e->scenario_path && is_same_file(path, e->scenario_path)))
        return refuse(s, path, "the table would overwrite the experiment or its scenario");
    for (size_t i = 0; i < e->files.count; i++)
        if (is_same_file(path, e->files.list[i].path))
            return refuse(s, path, "the table would overwrite a file that the scenario names");
    for (size_t i = 0; i < index; i++)
        if (is_same_file(path, s->outputs.paths[i]))
            return refuse(s, path, "found twice among the outputs");
    return true;
}

static bool choose_outputs(session *s) {
    const sst_experiment *e = s->experiment;
    outputs *o = &s->outputs;
    bool given = s->options->output_count > 0;
    o->cells = given ? s->options->output_count : e->output_count;
    if (o->cells == 0)
        return refuse(s, e->file, "the experiment has no `output`, and none was given");
    if (o->cells > SSTI_MAX_TABLES)
        return refuse(s, e->file, "found too many outputs, expected at most 16");
    for (size_t i = 0; i < o->cells; i++)
        o->paths[o->count++] = given ? s->options->outputs[i] : e->outputs[i];
    if (e->all_runs)
        o->paths[o->count++] = e->all_runs;
    for (size_t i = 0; i < o->count; i++)
        if (!check_path(s, i))
            return false;
    return true;
}

static sst_outcome name_store(session *s) {
    static const char end[] = ".runs";
    const char *table = s->outputs.paths[0];
    size_t length = strlen(table);
    s->outputs.store = malloc(length + sizeof end);
    if (!s->outputs.store)
        return ssti_out_of_memory(&s->report);
    memcpy(s->outputs.store, table, length);
    memcpy(s->outputs.store + length, end, sizeof end);
    s->store_report = (ssti_report){.to = s->reporter, .file = s->outputs.store};
    return SST_DONE;
}

/* Whether a table could be created in each place, without touching the one that is there. */
static sst_outcome try_places(session *s) {
    for (size_t i = 0; i < s->outputs.count; i++) {
        ssti_report report = {.to = s->reporter, .file = s->outputs.paths[i]};
        ssti_new_file place;
        if (!ssti_new_file_begin(&place, report.file, &report))
            return SST_FAILED;
        FILE *file = ssti_file_create(place.temporary, &report);
        if (file)
            fclose(file);
        ssti_new_file_drop(&place);
        if (!file)
            return SST_FAILED;
    }
    return SST_DONE;
}

/* --- The store ----------------------------------------------------------------------------- */

static sst_outcome open_all(session *s, bool create) {
    if (s->options->struct_size != sizeof *s->options || s->options->job_count > SSTI_MAX_JOBS) {
        ssti_error(&s->report, whole_file, "the options of the experiment are not valid");
        return SST_BAD_INPUT;
    }
    if (!choose_outputs(s))
        return SST_BAD_INPUT;
    sst_outcome outcome = name_store(s);
    if (outcome == SST_DONE && create)
        outcome = try_places(s);
    if (outcome == SST_DONE && !ssti_results_init(&s->results, s->experiment))
        outcome = ssti_out_of_memory(&s->report);
    if (outcome == SST_DONE)
        outcome = ssti_store_open(s->outputs.store, s->experiment, s->options->fresh, create,
                                  &s->store_report, &s->store);
    return outcome == SST_DONE && s->store ? ssti_store_find_all(s->store, &s->results, &s->kept)
                                           : outcome;
}

static void close_all(session *s) {
    ssti_store_close(s->store);
    ssti_results_free(&s->results);
    free(s->outputs.store);
}

static session begin(const sst_experiment *e, const sst_experiment_options *options,
                     sst_reporter reporter) {
    return (session){.experiment = e,
                     .options = options,
                     .reporter = reporter,
                     .report = {.to = reporter, .file = e->file}};
}

/* --- The tables ---------------------------------------------------------------------------- */

static sst_outcome write_tables(session *s, size_t from, size_t to,
                                bool (*make)(ssti_table *, const ssti_results *)) {
    if (from == to)
        return SST_DONE;
    ssti_table table;
    sst_outcome outcome = SST_DONE;
    if (!make(&table, &s->results))
        outcome = ssti_out_of_memory(&s->report);
    for (size_t i = from; outcome == SST_DONE && i < to; i++)
        if (!ssti_table_write(&table, s->outputs.paths[i], s->reporter))
            outcome = SST_FAILED;
    ssti_table_free(&table);
    return outcome;
}

static sst_outcome write_all(session *s) {
    sst_outcome outcome = write_tables(s, 0, s->outputs.cells, ssti_table_of_cells);
    return outcome == SST_DONE
               ? write_tables(s, s->outputs.cells, s->outputs.count, ssti_table_of_runs)
               : outcome;
}

static bool seeds_matter(const ssti_results *r) {
    size_t seeds = (size_t)r->experiment->seeds;
    for (size_t i = 0; i < r->cell_count; i++)
        for (size_t j = 1; j < ssti_wanted_seeds(r, i); j++)
            if (r->hashes[i * seeds + j] != r->hashes[i * seeds])
                return true;
    return false;
}

static void summarise(const session *s, const ssti_pool_outcome *made,
                      sst_experiment_summary *summary) {
    const ssti_results *r = &s->results;
    *summary = (sst_experiment_summary){.cells = r->cell_count,
                                        .kept = s->kept,
                                        .finished = made->finished,
                                        .interrupted = made->interrupted,
                                        .seeds_matter = seeds_matter(r)};
    for (size_t i = 0; i < r->cell_count; i++) {
        summary->runs += ssti_wanted_seeds(r, i);
        summary->settled_cells += r->cells[i].settled_after > 0;
    }
}

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static sst_outcome make_runs(session *s, ssti_pool_outcome *made) {
    sst_outcome outcome =
        ssti_make_runs(&s->results, s->store, s->kept, s->options, &s->report, made);
    if (outcome != SST_DONE || made->interrupted || made->refused == 0)
        return outcome;
    ssti_error(&s->report, whole_file,
               "%zu of %zu runs are refused, so there is no table; the others are kept",
               made->refused, s->results.run_count);
    return SST_BAD_INPUT;
}

sst_outcome sst_experiment_run(const sst_experiment *experiment,
                               const sst_experiment_options *options, sst_reporter reporter,
                               sst_experiment_summary *summary) {
    double start = seconds_now();
    session s = begin(experiment, options, reporter);
    ssti_pool_outcome made = {0};
    sst_outcome outcome = open_all(&s, true);
    if (outcome == SST_DONE)
        outcome = make_runs(&s, &made);
    if (outcome == SST_DONE && !made.interrupted)
        outcome = write_all(&s);
    if (outcome == SST_DONE) {
        summarise(&s, &made, summary);
        summary->wall_clock = seconds_now() - start;
    }
    close_all(&s);
    return outcome;
}

/* --- A look ahead -------------------------------------------------------------------------- */

static void survey_all(const session *s, sst_experiment_survey *survey) {
    const ssti_results *r = &s->results;
    size_t figure = ssti_figures_find(&s->experiment->known, "wall_clock_s"), wanted = 0;
    double sum = 0;
    for (size_t i = 0; i < r->run_count; i++)
        sum += r->states[i] == SSTI_RUN_DONE ? ssti_run_values(r, i)[figure] : 0;
    for (size_t i = 0; i < r->cell_count; i++)
        for (size_t j = 0; j < ssti_wanted_seeds(r, i); j++)
            wanted += r->states[i * (size_t)s->experiment->seeds + j] != SSTI_RUN_DONE;
    uint32_t jobs = ssti_choose_jobs(s->options->job_count);
    double mean = s->kept ? sum / (double)s->kept : (double)NAN;
    *survey = (sst_experiment_survey){.cells = r->cell_count,
                                      .runs = r->run_count,
                                      .kept = s->kept,
                                      .seeds = s->experiment->seeds,
                                      .seconds_per_run = mean,
                                      .seconds_left = mean * (double)wanted / jobs,
                                      .job_count = jobs};
}

sst_outcome sst_experiment_look(const sst_experiment *experiment,
                                const sst_experiment_options *options, sst_reporter reporter,
                                sst_experiment_survey *survey) {
    session s = begin(experiment, options, reporter);
    sst_outcome outcome = open_all(&s, false);
    if (outcome == SST_DONE)
        survey_all(&s, survey);
    close_all(&s);
    return outcome;
}
