/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* A recording measured as a run is: its frames go through the same measurements. Where a run has
 * frames without anybody before its first agent or after its last, a recording has none. */

#include "metrics/measures.h"
#include "record/series_csv.h"
#include "record/walkable.h"
#include "replay/opened.h"
#include "report/plain_locale.h"

#include <stdlib.h>
#include <string.h>

void sst_measure_options_init(sst_measure_options *options) {
    *options = (sst_measure_options){.struct_size = sizeof *options};
    sst_recording_options_init(&options->recording);
}

typedef struct measuring {
    const sst_measure_options *options;
    sst_reporter reporter;
    ssti_opened opened;
    const sst_scenario *scenario;
    sst_scenario *own; /* the recording's */
    ssti_measures *measures;
    ssti_series_csv *csv;
} measuring;

static const ssti_place whole_file = {0, 0};

static sst_outcome find_scenario(measuring *m) {
    const ssti_told *told = &m->opened.source->told;
    ssti_report *report = &m->opened.source->report;
    m->scenario = m->options->scenario;
    if (!m->scenario && told->scenario_text && *told->scenario_text) {
        sst_outcome outcome = sst_scenario_read(told->scenario_text, strlen(told->scenario_text),
                                                report->file, m->reporter, &m->own);
        m->scenario = m->own;
        if (outcome != SST_DONE)
            return outcome;
    }
    if (m->scenario && m->scenario->measure_count > 0)
        return SST_DONE;
    ssti_error(report, whole_file, "nothing tells what to measure, expected `measure` in %s",
               m->scenario ? "the scenario" : "a scenario that is given, or that it holds");
    return SST_BAD_INPUT;
}

/* As WKT to be released with free(); null when out of memory. */
static char *find_walkable(const measuring *m) {
    const char *told = m->opened.source->told.geometry;
    if (m->options->scenario && m->scenario->obstacle_count > 0)
        return ssti_walkable_wkt(m->scenario);
    return told && *told ? strdup(told) : ssti_surroundings_wkt(&m->opened.scan);
}

static bool take_row(void *context, size_t measure, ssti_series_kind kind, const void *row) {
    measuring *m = context;
    return !m->csv || ssti_series_csv_row(m->csv, m->scenario->measures[measure].name, kind, row);
}

static bool take_frame(const ssti_frame *frame, void *context) {
    measuring *m = context;
    return ssti_measures_frame(m->measures, frame->step / m->opened.scan.every, frame->agents,
                               frame->positions, frame->count);
}

static sst_outcome begin(measuring *m) {
    ssti_report *report = &m->opened.source->report;
    char *walkable = find_walkable(m);
    if (!walkable)
        return ssti_out_of_memory(report);
    double frame_time = m->opened.time_step * (double)m->opened.scan.every;
    ssti_sink sink = {.take = take_row, .context = m};
    sst_outcome outcome =
        ssti_measures_create(m->scenario, walkable, frame_time, sink, report, &m->measures);
    free(walkable);
    if (outcome != SST_DONE || !m->options->series_path)
        return outcome;
    m->csv = ssti_series_csv_open(m->options->series_path, m->reporter);
    return m->csv ? SST_DONE : SST_FAILED;
}

static sst_outcome measure_all(measuring *m) {
    const sst_measured_to *to = &m->options->measured;
    sst_outcome outcome = begin(m);
    if (outcome == SST_DONE)
        outcome = ssti_each_frame(m->opened.source, &m->opened.scan, take_frame, m);
    if (outcome == SST_DONE && !ssti_measures_finish(m->measures))
        outcome = SST_FAILED;
    if (outcome == SST_DONE && m->csv && !ssti_series_csv_finish(m->csv))
        outcome = SST_FAILED;
    for (size_t i = 0; outcome == SST_DONE && to->tell && i < m->scenario->measure_count; i++) {
        sst_measured result = ssti_measures_result(m->measures, i);
        to->tell(&result, to->context);
    }
    return outcome;
}

static sst_outcome measure(const char *path, measuring *m) {
    sst_outcome outcome =
        ssti_open_recording(path, &m->options->recording, m->reporter, &m->opened);
    if (outcome == SST_DONE && m->opened.scan.rows == 0) {
        ssti_error(&m->opened.source->report, whole_file, "found no rows, nothing can be measured");
        outcome = SST_BAD_INPUT;
    }
    if (outcome == SST_DONE)
        outcome = find_scenario(m);
    if (outcome == SST_DONE)
        outcome = measure_all(m);
    ssti_measures_destroy(m->measures);
    ssti_series_csv_destroy(m->csv);
    sst_scenario_destroy(m->own);
    ssti_source_close(m->opened.source);
    return outcome;
}

sst_outcome sst_measure(const char *path, const sst_measure_options *options,
                        sst_reporter reporter) {
    measuring m = {.options = options, .reporter = reporter};
    ssti_report report = {.to = reporter, .file = path};
    ssti_locale locale;
    if (options->struct_size != sizeof *options) {
        ssti_error(&report, whole_file, "the options are not valid");
        return SST_BAD_INPUT;
    }
    if (!ssti_locale_enter(&locale))
        return ssti_out_of_memory(&report);
    sst_outcome outcome = measure(path, &m);
    ssti_locale_leave(&locale);
    return outcome;
}
