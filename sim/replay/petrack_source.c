/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Reads text as PeTrack and JuPedSim write it: rows id frame x y and more, lines that start with #
 * being comments. Comments before the first row tell the frame rate and the unit
 * (petrack_comments.c); ours tell the rest (record/petrack.c). */

#include "replay/lines.h"
#include "replay/petrack_comments.h"
#include "replay/source.h"
#include "tree/tree.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct petrack_source {
    ssti_source base;
    ssti_lines lines;
    ssti_petrack_scales scales;
    bool in_head;
} petrack_source;

/* --- What the comments tell ---------------------------------------------------------------- */

static int hex_digit(char c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Undoes print_escaped of record/petrack.c. */
static char *unescape(const char *text) {
    char *plain = malloc(strlen(text) + 1), *to = plain;
    if (!plain)
        return NULL;
    while (*text) {
        int high = *text == '%' ? hex_digit(text[1]) : -1;
        int low = high >= 0 ? hex_digit(text[2]) : -1;
        *to++ = low >= 0 ? (char)(16 * high + low) : *text;
        text += low >= 0 ? 3 : 1;
    }
    *to = 0;
    return plain;
}

/* The value behind "# sidestep-NAME=", null if the comment is another. */
static const char *value_of(const char *comment, const char *name) {
    static const char head[] = "# sidestep-";
    size_t length = strlen(name);
    if (strncmp(comment, head, sizeof head - 1) != 0)
        return NULL;
    comment += sizeof head - 1;
    return strncmp(comment, name, length) == 0 && comment[length] == '=' ? comment + length + 1
                                                                         : NULL;
}

static void take_text(petrack_source *s, const char *comment, const char *name, char **text) {
    const char *value = value_of(comment, name);
    if (!value || *text)
        return;
    *text = unescape(value);
    if (!*text)
        ssti_out_of_memory(&s->base.report);
}

static bool take_count(const char *comment, const char *name, int base, uint64_t *count) {
    const char *value = value_of(comment, name);
    if (value)
        *count = strtoumax(value, NULL, base);
    return value != NULL;
}

static void take_own(petrack_source *s, const char *comment) {
    ssti_told *told = &s->base.told;
    take_text(s, comment, "version", &told->version);
    take_text(s, comment, "scenario-name", &told->scenario);
    take_text(s, comment, "scenario", &told->scenario_text);
    take_text(s, comment, "profile", &told->profile);
    take_text(s, comment, "geometry", &told->geometry);
    told->has_seed |= take_count(comment, "seed", 10, &told->seed);
    take_count(comment, "every", 10, &told->every);
    const char *step = value_of(comment, "time-step");
    double seconds = step ? strtod(step, NULL) : 0;
    if (seconds > 0 && isfinite(seconds))
        told->time_step = seconds;
}

/* It comes last, once a run has ended. */
static void take_hash(ssti_told *told, const char *comment) {
    if (take_count(comment, "state-hash", 16, &told->state_hash))
        told->has_hash = told->has_complete = told->complete = true;
}

static void take_comment(petrack_source *s, const char *comment) {
    if (s->in_head) {
        ssti_petrack_comment(&s->scales, comment);
        take_own(s, comment);
    }
    take_hash(&s->base.told, comment);
}

/* --- Rows ---------------------------------------------------------------------------------- */

enum { AGENT, FRAME, X, Y, COLUMNS, OBSMAT_COLUMNS = 8 };
static const char *const names[COLUMNS] = {"id", "frame", "x", "y"};

static bool read_row(petrack_source *s, ssti_row *row) {
    char *fields[COLUMNS];
    double values[COLUMNS];
    ssti_place place = {s->lines.number, 0};
    size_t count = ssti_lines_split(&s->lines, ' ', fields, COLUMNS);
    if (count < COLUMNS) {
        ssti_error(&s->base.report, place, "found %zu columns, expected id frame x y", count);
        return false;
    }
    for (int i = 0; i < COLUMNS; i++)
        if (!ssti_lines_number(&s->lines, &s->base.report, names[i], fields[i], &values[i]))
            return false;
    row->position = (sst_point){values[X] * s->base.metres, values[Y] * s->base.metres};
    row->velocity = (sst_vec2){NAN, NAN};
    return ssti_step_of(&s->base, place, values[FRAME], &row->step) &&
           ssti_agent_number(&s->base.report, place, values[AGENT], &row->agent);
}

static bool is_row(const ssti_lines *lines) {
    return lines->text[strspn(lines->text, " \t")] != 0 && lines->text[0] != '#';
}

static bool petrack_read(ssti_source *source, ssti_row *rows, size_t most, size_t *count) {
    petrack_source *s = (petrack_source *)source;
    *count = 0;
    while (*count < most && ssti_lines_next(&s->lines, &source->report)) {
        if (s->lines.text[0] == '#')
            take_comment(s, s->lines.text);
        if (!is_row(&s->lines))
            continue;
        if (!s->lines.ended && source->told.version) {
            ssti_warning(&source->report, (ssti_place){s->lines.number, 0},
                         "the line has no end; it is not used");
            break;
        }
        if (!read_row(s, &rows[*count]))
            return false;
        ++*count;
    }
    return source->report.errors == 0;
}

static bool petrack_rewind(ssti_source *source) {
    return ssti_lines_rewind(&((petrack_source *)source)->lines);
}

static void petrack_close(ssti_source *source) {
    ssti_lines_close(&((petrack_source *)source)->lines);
    free(source);
}

/* --- Opening ------------------------------------------------------------------------------- */

/* The first row is checked, so that a file of another kind gets one clear error. Eight columns that
 * no comment explains are the annotations of ETH and UCY, frame id x z y vx vz vy: read as
 * PeTrack's they would be people of another number on a line. */
static bool check_first_row(petrack_source *s) {
    ssti_place place = {s->lines.number, 0};
    double unused;
    char *field;
    size_t columns = ssti_lines_split(&s->lines, ' ', &field, 1);
    if (!ssti_parse_number(field, &unused))
        ssti_error(&s->base.report, place,
                   "found %s, expected a recording: HDF5, SQLite of JuPedSim, CSV "
                   "step,time,agent,x,y,vx,vy, or rows id frame x y of PeTrack; sidestep import "
                   "takes more kinds of text",
                   ssti_show(field).text);
    else if (columns == OBSMAT_COLUMNS && !s->scales.columns && s->scales.frame_rate <= 0)
        ssti_error(&s->base.report, place,
                   "found 8 columns and no comment that tells what they are, as of obsmat (frame "
                   "id x z y vx vz vy), expected rows id frame x y of PeTrack; sidestep import "
                   "makes a scenario of obsmat, and with --replay its run is a recording");
    return s->base.report.errors == 0;
}

/* Reads the comments before the first row. */
static bool read_head(petrack_source *s) {
    ssti_report *report = &s->base.report;
    s->in_head = true;
    while (ssti_lines_next(&s->lines, report)) {
        if (s->lines.text[0] == '#') {
            take_comment(s, s->lines.text);
        } else if (is_row(&s->lines)) {
            if (check_first_row(s))
                break;
        }
        if (report->errors)
            return false;
    }
    s->in_head = false;
    if (report->errors)
        return false;
    s->base.told.frame_rate = s->scales.frame_rate;
    s->base.metres = s->scales.metres;
    s->base.told.has_complete = s->base.told.version != NULL;
    if (s->base.metres <= 0)
        ssti_error(report, (ssti_place){0, 0},
                   "no comment tells the unit (x/m or x/cm), expected --unit m or --unit cm");
    return report->errors == 0 && petrack_rewind(&s->base);
}

ssti_source *ssti_petrack_source(void *file, ssti_source_hints hints, ssti_report *report) {
    static const ssti_source_class petrack_class = {
        .read = petrack_read, .rewind = petrack_rewind, .close = petrack_close};
    petrack_source *s = calloc(1, sizeof *s);
    if (!s) {
        ssti_out_of_memory(report);
        fclose(file);
        return NULL;
    }
    s->base = (ssti_source){.as = &petrack_class, .kind = "PeTrack text", .report = *report};
    s->scales.metres = hints.metres;
    s->lines.file = file;
    if (read_head(s))
        return &s->base;
    *report = s->base.report;
    ssti_source_close(&s->base);
    return NULL;
}
