/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* One kind of recording to another, and what a recording is. Each is read twice: once to know what
 * its rows are like, once for the rows. */

#include "replay/opened.h"
#include "report/file.h"
#include "report/plain_locale.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Convert ------------------------------------------------------------------------------- */

static const char *or_empty(const char *text) {
    return text ? text : "";
}

static ssti_recording describe(const ssti_opened *o, const char *geometry) {
    const ssti_told *told = &o->source->told;
    return (ssti_recording){.scenario = or_empty(told->scenario),
                            .scenario_text = or_empty(told->scenario_text),
                            .profile = or_empty(told->profile),
                            .version = or_empty(told->version),
                            .geometry = told->geometry ? told->geometry : geometry,
                            .seed = told->seed,
                            .time_step = o->time_step,
                            .every = o->scan.every,
                            .agents = told->agents,
                            .agent_count = told->agent_count};
}

static bool pass_on(const ssti_frame *frame, void *context) {
    ssti_recorder *recorder = context;
    return recorder->as->frame(recorder, frame);
}

static bool pass_collisions_on(const void *collisions, size_t count, void *context) {
    ssti_recorder *recorder = context;
    return recorder->as->collisions(recorder, collisions, count);
}

static bool pass_stuck_on(const void *events, size_t count, void *context) {
    ssti_recorder *recorder = context;
    return recorder->as->stuck(recorder, events, count);
}

static bool pass_events_on(ssti_source *source, ssti_recorder *recorder) {
    return (!recorder->as->collisions ||
            ssti_source_events(source, SSTI_COLLISIONS, pass_collisions_on, recorder)) &&
           (!recorder->as->stuck ||
            ssti_source_events(source, SSTI_STUCK_TIMES, pass_stuck_on, recorder));
}

static sst_outcome write_all(ssti_opened *o, const ssti_recording *recording, const char *path,
                             sst_reporter reporter) {
    ssti_recorder *recorder;
    sst_outcome outcome = ssti_recorder_open(path, recording, reporter, &recorder);
    if (outcome != SST_DONE)
        return outcome;
    const ssti_told *told = &o->source->told;
    ssti_ending ending = {.has_hash = told->has_hash,
                          .state_hash = told->state_hash,
                          .agents = told->agents,
                          .agent_count = told->agent_count};
    outcome = ssti_each_frame(o->source, &o->scan, pass_on, recorder);
    if (outcome == SST_DONE && !pass_events_on(o->source, recorder))
        outcome = SST_FAILED;
    if (outcome == SST_DONE && !recorder->as->finish(recorder, &ending))
        outcome = SST_FAILED;
    recorder->as->destroy(recorder);
    if (outcome != SST_DONE && !ssti_file_is_stream(path))
        remove(path); /* unlike that of a run, what it holds can be had again */
    return outcome;
}

static sst_outcome convert(ssti_opened *o, const char *path, sst_reporter reporter) {
    char *geometry = ssti_surroundings_wkt(&o->scan);
    if (!geometry)
        return ssti_out_of_memory(&o->source->report);
    ssti_recording recording = describe(o, geometry);
    sst_outcome outcome = write_all(o, &recording, path, reporter);
    free(geometry);
    return outcome;
}

sst_outcome sst_recording_convert(const char *path, const char *to,
                                  const sst_recording_options *options, sst_reporter reporter) {
    ssti_locale locale;
    if (!ssti_recorder_is_known(to, reporter))
        return SST_BAD_INPUT;
    if (!ssti_locale_enter(&locale))
        return SST_FAILED;
    ssti_opened o;
    sst_outcome outcome = ssti_open_recording(path, options, reporter, &o);
    if (outcome == SST_DONE)
        outcome = convert(&o, to, reporter);
    ssti_source_close(o.source);
    ssti_locale_leave(&locale);
    return outcome;
}

/* --- Inspect ------------------------------------------------------------------------------- */

static char *take(char **text) {
    char *taken = *text;
    *text = NULL;
    return taken;
}

static void fill_info(ssti_opened *o, sst_recording_info *info) {
    ssti_told *told = &o->source->told;
    const ssti_scan *scan = &o->scan;
    bool any = scan->rows > 0;
    snprintf(info->kind, sizeof info->kind, "%s", o->source->kind);
    info->scenario_name = take(&told->scenario);
    info->scenario = take(&told->scenario_text);
    info->profile = take(&told->profile);
    info->version = take(&told->version);
    info->geometry = take(&told->geometry);
    info->has_seed = told->has_seed;
    info->seed = told->seed;
    info->has_state_hash = told->has_hash;
    info->state_hash = told->state_hash;
    info->unfinished = told->has_complete && !told->complete;
    info->rows = scan->rows;
    info->frames = scan->frames;
    info->agents = scan->agents;
    info->time_step = o->time_step;
    info->every = scan->every;
    info->first_time = any ? (double)scan->first_step * o->time_step : (double)NAN;
    info->last_time = any ? (double)scan->last_step * o->time_step : (double)NAN;
    info->least = any ? scan->least : (sst_point){(double)NAN, (double)NAN};
    info->most = any ? scan->most : info->least;
}

sst_outcome sst_recording_inspect(const char *path, const sst_recording_options *options,
                                  sst_reporter reporter, sst_recording_info *info) {
    ssti_locale locale;
    if (!ssti_locale_enter(&locale))
        return SST_FAILED;
    ssti_opened o;
    sst_outcome outcome = ssti_open_recording(path, options, reporter, &o);
    if (outcome == SST_DONE)
        fill_info(&o, info);
    ssti_source_close(o.source);
    ssti_locale_leave(&locale);
    return outcome;
}

void sst_recording_info_free(sst_recording_info *info) {
    free(info->scenario_name);
    free(info->scenario);
    free(info->profile);
    free(info->version);
    free(info->geometry);
    *info = (sst_recording_info){0};
}
