/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Workers take the open runs in the order of the plan, cell by cell. The calling thread waits for
 * finished ones, puts them into the store and tells the progress; it alone touches the store. To
 * wait for the disk takes longer than a small run: what is finished meanwhile goes into the store
 * together.
 *
 * Where a cell stops once it has settled, other workers may have gone beyond: such runs are kept,
 * but not wanted. */

#include "experiment/pool.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { MOST_REFUSALS_TOLD = 10 };

typedef struct pool {
    ssti_results *results;
    ssti_store *store;
    const sst_experiment_options *options;
    ssti_report *report;
    size_t kept;
    double start, told;   /* of the clock [s]: when it began, when progress was told */
    pthread_mutex_t lock; /* of all below */
    pthread_cond_t news;  /* a run is finished, or a worker has ended */
    size_t cell, seed;    /* the next one to be looked at */
    size_t *finished;     /* runs, in order of finishing */
    size_t finished_count, stored_count, refused;
    uint32_t working;
    sst_outcome outcome;
    bool interrupted;        /* of the calling thread */
    atomic_bool stop;        /* no lock: asked after every step of every run */
    pthread_mutex_t telling; /* one message at a time */
} pool;

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

uint32_t ssti_choose_jobs(uint32_t asked) {
    long processors = asked ? (long)asked : sysconf(_SC_NPROCESSORS_ONLN);
    return processors < 1 ? 1 : processors > SSTI_MAX_JOBS ? SSTI_MAX_JOBS : (uint32_t)processors;
}

/* --- Progress ------------------------------------------------------------------------------ */

static size_t count_spared(const ssti_results *r) {
    size_t spared = 0, seeds = (size_t)r->experiment->seeds;
    for (size_t i = 0; r->experiment->stop_when_settled && i < r->cell_count; i++)
        for (size_t j = ssti_wanted_seeds(r, i); j < seeds; j++)
            spared += r->states[i * seeds + j] == SSTI_RUN_OPEN;
    return spared;
}

/* By the calling thread, with the lock. */
static sst_experiment_progress describe(const pool *p) {
    const ssti_results *r = p->results;
    sst_experiment_progress at = {.runs = r->run_count,
                                  .kept = p->kept,
                                  .finished = p->finished_count + p->refused,
                                  .spared = count_spared(r),
                                  .elapsed = seconds_now() - p->start,
                                  .left = (double)NAN};
    size_t settled = at.kept + at.finished + at.spared;
    if (at.finished > 0 && settled <= at.runs)
        at.left = at.elapsed / (double)at.finished * (double)(at.runs - settled);
    return at;
}

/* Without the lock, by the calling thread. */
static void tell_progress(pool *p) {
    if (!p->options->progress)
        return;
    pthread_mutex_lock(&p->lock);
    sst_experiment_progress at = describe(p);
    pthread_mutex_unlock(&p->lock);
    p->told = seconds_now();
    if (p->options->progress(&at, p->options->progress_context))
        return;
    p->interrupted = true;
    p->stop = true;
}

static bool is_time_to_tell(const pool *p) {
    return seconds_now() - p->told >= 0.1;
}

/* --- One run ------------------------------------------------------------------------------- */

/* Warnings were given when the experiment was read. */
static void tell_error(const sst_message *message, void *context) {
    pool *p = context;
    if (message->warning || !p->report->to.report)
        return;
    pthread_mutex_lock(&p->telling);
    p->report->to.report(message, p->report->to.context);
    pthread_mutex_unlock(&p->telling);
}

static bool goes_on(const sst_progress *progress, void *context) {
    (void)progress;
    const pool *p = context;
    return !p->stop;
}

/* What the tables and the store go by still holds. */
static sst_outcome check_scenario(const sst_experiment *e, const sst_scenario *scenario,
                                  sst_reporter reporter) {
    ssti_report report = {.to = reporter, .file = e->file};
    if (ssti_figures_fit(&e->known, scenario))
        return ssti_files_check(&e->files, scenario, &report);
    ssti_error(&report, (ssti_place){0, 0}, "%s", ssti_other_measurements);
    return SST_BAD_INPUT;
}

static sst_outcome simulate(pool *p, size_t run, sst_reporter reporter, sst_summary *summary) {
    const sst_experiment *e = p->results->experiment;
    ssti_cell cell = ssti_cell_at(e, run / (size_t)e->seeds);
    uint64_t seed = e->first_seed + run % (size_t)e->seeds;
    sst_scenario *scenario = NULL;
    sst_outcome outcome = ssti_cell_scenario(e, &cell, seed, reporter, &scenario);
    ssti_figure_taker taker = {.values = ssti_run_values(p->results, run)};
    sst_run_options options;
    sst_run_options_init(&options);
    options.measured = ssti_take_measured(&taker);
    options.worker_count = 1;
    options.steps = e->steps;
    options.until = e->until;
    options.progress = goes_on;
    options.progress_context = p;
    if (outcome == SST_DONE)
        outcome = check_scenario(e, scenario, reporter);
    if (outcome == SST_DONE)
        outcome = sst_run(scenario, &options, reporter, summary);
    if (outcome == SST_DONE)
        ssti_take_summary(&taker, summary);
    sst_scenario_destroy(scenario);
    return outcome;
}

/* Which run it was that the messages before are about. */
static void tell_refused(pool *p, size_t run) {
    const sst_experiment *e = p->results->experiment;
    ssti_cell cell = ssti_cell_at(e, run / (size_t)e->seeds);
    ssti_report report = {.to = {tell_error, p}, .file = e->file};
    char settings[400] = "";
    size_t length = 0;
    for (size_t i = 0; i < e->parameter_count && length < sizeof settings - 60; i++)
        length += (size_t)snprintf(settings + length, sizeof settings - length, "%s, ",
                                   ssti_show(e->parameters[i].values[cell.values[i]].setting).text);
    ssti_error(&report, (ssti_place){0, 0}, "the run with %sseed %llu is refused: see above",
               settings, (unsigned long long)(e->first_seed + run % (size_t)e->seeds));
}

/* With the lock. Its figures are in their place: nobody looks at them before. */
static void note_finished(pool *p, size_t run, const sst_summary *summary) {
    ssti_results_note(p->results, run, summary->state_hash);
    p->finished[p->finished_count++] = run;
}

static void make_run(pool *p, size_t run) {
    sst_summary summary;
    pthread_mutex_lock(&p->lock);
    bool told = p->refused < MOST_REFUSALS_TOLD;
    pthread_mutex_unlock(&p->lock);
    sst_reporter reporter = {told ? tell_error : NULL, p};
    sst_outcome outcome = simulate(p, run, reporter, &summary);
    if (outcome == SST_BAD_INPUT && told)
        tell_refused(p, run);
    pthread_mutex_lock(&p->lock);
    if (outcome == SST_FAILED) {
        p->outcome = SST_FAILED;
        p->stop = true;
    } else if (outcome == SST_BAD_INPUT) {
        p->results->states[run] = SSTI_RUN_REFUSED;
        p->refused++;
    } else if (summary.stop != SST_STOP_INTERRUPTED) {
        note_finished(p, run, &summary);
    }
    pthread_cond_signal(&p->news);
    pthread_mutex_unlock(&p->lock);
}

/* --- The workers --------------------------------------------------------------------------- */

/* The next open run that is wanted, with the lock; false when there is none. */
static bool take_run(pool *p, size_t *run) {
    size_t seeds = (size_t)p->results->experiment->seeds;
    while (!p->stop && p->cell < p->results->cell_count) {
        *run = p->cell * seeds + p->seed;
        if (p->seed >= ssti_wanted_seeds(p->results, p->cell)) {
            p->cell++;
            p->seed = 0;
            continue;
        }
        p->seed++;
        if (p->results->states[*run] == SSTI_RUN_OPEN)
            return true;
    }
    return false;
}

static bool take_next(pool *p, size_t *run) {
    pthread_mutex_lock(&p->lock);
    bool found = take_run(p, run);
    pthread_mutex_unlock(&p->lock);
    return found;
}

static void *work(void *context) {
    pool *p = context;
    size_t run;
    while (take_next(p, &run))
        make_run(p, run);
    pthread_mutex_lock(&p->lock);
    p->working--;
    pthread_cond_signal(&p->news);
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

/* --- The calling thread -------------------------------------------------------------------- */

/* Puts what is finished into the store; the workers go on meanwhile. Without the lock. */
static void store_finished(pool *p) {
    pthread_mutex_lock(&p->lock);
    size_t from = p->stored_count, count = p->finished_count - from;
    p->stored_count = p->finished_count;
    bool failed = p->outcome == SST_FAILED;
    pthread_mutex_unlock(&p->lock);
    if (count == 0 || failed ||
        ssti_store_add(p->store, p->results, p->finished + from, count) == SST_DONE)
        return;
    pthread_mutex_lock(&p->lock);
    p->outcome = SST_FAILED;
    p->stop = true;
    pthread_mutex_unlock(&p->lock);
}

/* Until a run is finished, all workers have ended, or a tenth of a second is over; answers whether
 * any works. */
static bool wait_for_news(pool *p) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 100000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&p->lock);
    int result = 0;
    while (result == 0 && p->working > 0 && p->finished_count == p->stored_count)
        result = pthread_cond_timedwait(&p->news, &p->lock, &until);
    bool working = p->working > 0;
    pthread_mutex_unlock(&p->lock);
    return working;
}

/* Answers how many threads there are; fewer than asked for where the system has no more. */
static uint32_t start_threads(pool *p, pthread_t *threads, uint32_t count) {
    uint32_t started = 0;
    p->working = count;
    while (started < count && pthread_create(&threads[started], NULL, work, p) == 0)
        started++;
    pthread_mutex_lock(&p->lock);
    p->working -= count - started;
    pthread_mutex_unlock(&p->lock);
    return started;
}

static void work_together(pool *p, uint32_t jobs) {
    pthread_t threads[SSTI_MAX_JOBS];
    uint32_t started = start_threads(p, threads, jobs);
    if (started == 0) {
        ssti_error(p->report, (ssti_place){0, 0}, "no thread can be started");
        p->outcome = SST_FAILED;
    }
    while (wait_for_news(p)) {
        store_finished(p);
        if (is_time_to_tell(p))
            tell_progress(p);
    }
    for (uint32_t i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    store_finished(p);
}

sst_outcome ssti_make_runs(ssti_results *results, ssti_store *store, size_t kept,
                           const sst_experiment_options *options, ssti_report *report,
                           ssti_pool_outcome *outcome) {
    pool p = {.results = results,
              .store = store,
              .options = options,
              .report = report,
              .kept = kept,
              .start = seconds_now(),
              .lock = PTHREAD_MUTEX_INITIALIZER,
              .news = PTHREAD_COND_INITIALIZER,
              .telling = PTHREAD_MUTEX_INITIALIZER,
              .finished = calloc(results->run_count, sizeof *p.finished)};
    if (!p.finished)
        return ssti_out_of_memory(report);
    uint32_t jobs = ssti_choose_jobs(options->job_count);
    size_t open = results->run_count - kept;
    jobs = open < jobs ? (uint32_t)open : jobs;
    tell_progress(&p);
    if (jobs > 0)
        work_together(&p, jobs);
    tell_progress(&p);
    *outcome = (ssti_pool_outcome){p.finished_count, p.refused, p.interrupted};
    free(p.finished);
    return p.outcome;
}
