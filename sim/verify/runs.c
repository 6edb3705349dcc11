/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

#include "verify/runs.h"

#include "experiment/pool.h"
#include "verify/embedded.h"
#include "verify/probe.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* --- One run ------------------------------------------------------------------------------- */

/* The later ones win: those of the caller. */
static size_t lay(const ssti_verify_run *run, const sst_verify_options *options, char *seed,
                  const char **settings) {
    size_t count = 0;
    settings[count++] = seed;
    for (size_t i = 0; i < run->variant->count; i++)
        settings[count++] = run->variant->settings[i];
    for (size_t i = 0; i < run->mode->count; i++)
        settings[count++] = run->mode->settings[i];
    for (size_t i = 0; i < options->setting_count; i++)
        settings[count++] = options->settings[i];
    return count;
}

static sst_outcome load(const ssti_verify_run *run, const sst_verify_options *options,
                        sst_reporter reporter, sst_scenario **scenario) {
    const ssti_embedded *file = ssti_embedded_find(run->test->scenario);
    const char **settings =
        calloc(1 + 2 * SSTI_MOST_SETTINGS_EACH + options->setting_count, sizeof *settings);
    ssti_report report = {.to = reporter, .file = run->test->scenario};
    if (!settings)
        return ssti_out_of_memory(&report);
    sst_outcome outcome = SST_BAD_INPUT;
    char seed[32];
    snprintf(seed, sizeof seed, "seed=%llu", (unsigned long long)run->seed);
    size_t count = lay(run, options, seed, settings);
    if (file)
        outcome = sst_scenario_read_with(file->bytes, file->size, run->test->scenario, settings,
                                         count, reporter, scenario);
    else
        ssti_error(&report, (ssti_place){0, 0}, "the scenario of %s is not built in",
                   run->test->id);
    free(settings);
    return outcome;
}

static void fetch(ssti_verify_run *run, const ssti_probe *probe) {
    for (size_t i = 0; i < run->test->check_count; i++) {
        const ssti_check *check = &run->test->checks[i];
        double less = check->minus ? ssti_probe_figure(probe, check->minus) : 0;
        run->values[i] = ssti_probe_figure(probe, check->figure) - less;
    }
}

static sst_outcome simulate(ssti_verify_run *run, const sst_scenario *scenario,
                            sst_reporter reporter) {
    ssti_probe probe;
    ssti_report report = {.to = reporter, .file = run->test->scenario};
    sst_run_options options;
    sst_run_options_init(&options);
    options.worker_count = 1;
    options.observe = ssti_probe_frame;
    options.observe_context = &probe;
    options.measured = (sst_measured_to){ssti_probe_measured, &probe};
    sst_outcome outcome = ssti_probe_init(&probe, scenario)
                              ? sst_run(scenario, &options, reporter, &probe.summary)
                              : ssti_out_of_memory(&report);
    if (outcome == SST_DONE)
        fetch(run, &probe);
    ssti_probe_free(&probe);
    return outcome;
}

/* --- The pool ------------------------------------------------------------------------------ */

/* Warnings, as of zones that overlap, are the scenario's own affair. */
static void tell_error(const sst_message *message, void *context) {
    ssti_verify_runs *r = context;
    if (message->warning || !r->report->to.report)
        return;
    pthread_mutex_lock(&r->lock);
    r->report->to.report(message, r->report->to.context);
    pthread_mutex_unlock(&r->lock);
}

static void make(ssti_verify_runs *r, ssti_verify_run *run) {
    sst_reporter reporter = {tell_error, r};
    sst_scenario *scenario = NULL;
    sst_outcome outcome = load(run, r->options, reporter, &scenario);
    if (outcome == SST_DONE)
        outcome = simulate(run, scenario, reporter);
    sst_scenario_destroy(scenario);
    if (outcome == SST_BAD_INPUT) {
        ssti_report report = {.to = reporter, .file = run->test->scenario};
        ssti_error(&report, (ssti_place){0, 0},
                   "the run of %s, %s, seed %llu is refused: see above", run->test->id,
                   *run->variant->name ? run->variant->name : "its one variant",
                   (unsigned long long)run->seed);
    }
    pthread_mutex_lock(&r->lock);
    run->done = true;
    if (outcome != SST_DONE) {
        r->outcome = outcome;
        r->next = r->count;
    }
    pthread_cond_signal(&r->news);
    pthread_mutex_unlock(&r->lock);
}

static ssti_verify_run *take(ssti_verify_runs *r) {
    pthread_mutex_lock(&r->lock);
    ssti_verify_run *run = r->next < r->count ? &r->runs[r->next++] : NULL;
    pthread_mutex_unlock(&r->lock);
    return run;
}

static void *work(void *context) {
    for (ssti_verify_run *run; (run = take(context));)
        make(context, run);
    return NULL;
}

sst_outcome ssti_verify_runs_begin(ssti_verify_runs *r) {
    uint32_t wanted = ssti_choose_jobs(r->options->job_count);
    wanted = r->count < wanted ? (uint32_t)r->count : wanted;
    pthread_mutex_init(&r->lock, NULL);
    pthread_cond_init(&r->news, NULL);
    r->threads = calloc(wanted + 1, sizeof *r->threads);
    if (!r->threads)
        return ssti_out_of_memory(r->report);
    while (r->thread_count < wanted &&
           pthread_create(&r->threads[r->thread_count], NULL, work, r) == 0)
        r->thread_count++;
    if (r->thread_count > 0 || wanted == 0)
        return SST_DONE;
    ssti_error(r->report, (ssti_place){0, 0}, "no thread can be started");
    return SST_FAILED;
}

static bool are_done(const ssti_verify_runs *r, size_t first, size_t count) {
    for (size_t i = first; i < first + count; i++)
        if (!r->runs[i].done)
            return false;
    return true;
}

sst_outcome ssti_verify_runs_wait(ssti_verify_runs *r, size_t first, size_t count) {
    pthread_mutex_lock(&r->lock);
    while (r->outcome == SST_DONE && !are_done(r, first, count))
        pthread_cond_wait(&r->news, &r->lock);
    sst_outcome outcome = r->outcome;
    pthread_mutex_unlock(&r->lock);
    return outcome;
}

void ssti_verify_runs_end(ssti_verify_runs *r) {
    pthread_mutex_lock(&r->lock);
    r->next = r->count;
    pthread_mutex_unlock(&r->lock);
    for (uint32_t i = 0; i < r->thread_count; i++)
        pthread_join(r->threads[i], NULL);
    free(r->threads);
    pthread_cond_destroy(&r->news);
    pthread_mutex_destroy(&r->lock);
}
