/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Reads the CSV that record/csv.c writes. An unfinished last line, left by a run that was killed,
 * is passed over with a warning. */

#include "replay/lines.h"
#include "replay/source.h"

#include <math.h>
#include <stdlib.h>

enum { STEP, TIME, AGENT, X, Y, VX, VY, COLUMNS };
static const char *const names[COLUMNS] = {"step", "time", "agent", "x", "y", "vx", "vy"};

typedef struct csv_source {
    ssti_source base;
    ssti_lines lines;
} csv_source;

/* Velocities may be empty: not known. */
static bool read_fields(csv_source *s, char **fields, double values[static COLUMNS]) {
    for (int i = 0; i < COLUMNS; i++) {
        values[i] = (double)NAN;
        bool unknown = i >= VX && !*fields[i];
        if (!unknown &&
            !ssti_lines_number(&s->lines, &s->base.report, names[i], fields[i], &values[i]))
            return false;
    }
    if (values[STEP] >= 0 && values[STEP] == floor(values[STEP]))
        return true;
    ssti_error(&s->base.report, (ssti_place){s->lines.number, 0},
               "step: found %.17g, expected a whole number from 0", values[STEP]);
    return false;
}

static bool read_row(csv_source *s, ssti_row *row) {
    char *fields[COLUMNS];
    double values[COLUMNS];
    size_t count = ssti_lines_split(&s->lines, ',', fields, COLUMNS);
    ssti_place place = {s->lines.number, 0};
    if (count != COLUMNS) {
        ssti_error(&s->base.report, place,
                   "found %zu columns, expected 7: step,time,agent,x,y,vx,vy", count);
        return false;
    }
    if (!read_fields(s, fields, values) ||
        !ssti_agent_number(&s->base.report, place, values[AGENT], &row->agent))
        return false;
    row->step = (uint64_t)values[STEP];
    row->position = (sst_point){values[X], values[Y]};
    row->velocity = (sst_vec2){(float)values[VX], (float)values[VY]};
    if (values[STEP] > 0) /* the last row tells it best */
        s->base.told.time_step = values[TIME] / values[STEP];
    return true;
}

static bool csv_read(ssti_source *source, ssti_row *rows, size_t most, size_t *count) {
    csv_source *s = (csv_source *)source;
    *count = 0;
    while (*count < most && ssti_lines_next(&s->lines, &source->report)) {
        if (!s->lines.ended) {
            ssti_warning(&source->report, (ssti_place){s->lines.number, 0},
                         "the line has no end; it is not used");
            break;
        }
        if (s->lines.length > 0 && s->lines.number > 1) {
            if (!read_row(s, &rows[*count]))
                return false;
            ++*count;
        }
    }
    return source->report.errors == 0;
}

static bool csv_rewind(ssti_source *source) {
    return ssti_lines_rewind(&((csv_source *)source)->lines);
}

static void csv_close(ssti_source *source) {
    ssti_lines_close(&((csv_source *)source)->lines);
    free(source);
}

ssti_source *ssti_csv_source(void *file, ssti_report *report) {
    static const ssti_source_class csv_class = {
        .read = csv_read, .rewind = csv_rewind, .close = csv_close};
    csv_source *s = calloc(1, sizeof *s);
    if (!s) {
        ssti_out_of_memory(report);
        fclose(file);
        return NULL;
    }
    s->base = (ssti_source){.as = &csv_class,
                            .kind = "CSV (step,time,agent,x,y,vx,vy)",
                            .report = *report,
                            .metres = 1};
    s->lines.file = file;
    return &s->base;
}
