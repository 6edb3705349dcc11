/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Reads the rows of a recording, in any order, into annotations by person and frame. Columns of
 * heights and velocities are not used: velocities of people were smoothed by different means in
 * different copies, and positions say it all. */

#include "import/format.h"
#include "import/tracks.h"
#include "tree/tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_FIELD = 64 };

typedef struct reader {
    const ssti_format *format;
    ssti_report *report;
    ssti_tracks *tracks;
    size_t capacity;
    uint32_t line;
    bool out_of_memory;
} reader;

/* The column's number; says what is wrong with it otherwise. */
static bool read_field(reader *r, const char *text, size_t length, ssti_place place, int column,
                       double *number) {
    char field[LONGEST_FIELD + 1];
    size_t kept = length < LONGEST_FIELD ? length : LONGEST_FIELD;
    memcpy(field, text, kept);
    field[kept] = 0;
    ssti_column kind = r->format->columns[column];
    bool whole = kind == SSTI_COLUMN_FRAME || kind == SSTI_COLUMN_PERSON;
    double most = whole ? 1e15 : SST_MAX_COORDINATE;
    if (length <= LONGEST_FIELD && ssti_parse_number(field, number) && fabs(*number) <= most &&
        (!whole || *number == floor(*number)))
        return true;
    ssti_error(r->report, place, "%s: found %s, expected a %snumber from %.7g to %.7g",
               r->format->names[column], ssti_show(*field ? field : "nothing").text,
               whole ? "whole " : "", -most, most);
    return false;
}

static bool add_annotation(reader *r, const double values[SSTI_COLUMN_KINDS]) {
    ssti_tracks *t = r->tracks;
    if (t->annotation_count == r->capacity) {
        size_t capacity = r->capacity ? 2 * r->capacity : 1024;
        ssti_annotation *grown = realloc(t->annotations, capacity * sizeof *grown);
        if (!grown) {
            r->out_of_memory = true;
            return false;
        }
        t->annotations = grown;
        r->capacity = capacity;
    }
    t->annotations[t->annotation_count++] =
        (ssti_annotation){values[SSTI_COLUMN_FRAME], values[SSTI_COLUMN_PERSON],
                          values[SSTI_COLUMN_X] * r->format->metres,
                          values[SSTI_COLUMN_Y] * r->format->metres, r->line};
    return true;
}

static void read_row(reader *r, const char *line, size_t length) {
    const ssti_format *f = r->format;
    double values[SSTI_COLUMN_KINDS] = {0};
    int columns = 0;
    size_t at = 0, start, kept;
    for (; ssti_row_field(f->separator, line, length, &at, &start, &kept); columns++) {
        ssti_place place = {r->line, (uint32_t)start + 1};
        ssti_column kind = columns < f->most ? f->columns[columns] : SSTI_COLUMN_UNUSED;
        if (kind != SSTI_COLUMN_UNUSED &&
            !read_field(r, line + start, kept, place, columns, &values[kind]))
            return;
    }
    if (columns >= f->least && columns <= f->most)
        add_annotation(r, values);
    else
        ssti_error(r->report, (ssti_place){r->line, 1}, "found %d columns, expected %s", columns,
                   f->expected);
}

static int by_person(const void *left, const void *right) {
    const ssti_annotation *a = left, *b = right;
    if (a->person != b->person)
        return a->person < b->person ? -1 : 1;
    if (a->frame != b->frame)
        return a->frame < b->frame ? -1 : 1;
    return (a->line > b->line) - (a->line < b->line);
}

static void sort_and_check(ssti_tracks *tracks, ssti_report *report) {
    ssti_annotation *a = tracks->annotations;
    if (tracks->annotation_count == 0) {
        ssti_error(report, (ssti_place){1, 1}, "found no rows behind the head");
        return;
    }
    qsort(a, tracks->annotation_count, sizeof *a, by_person);
    for (size_t i = 1; i < tracks->annotation_count; i++)
        if (a[i].person == a[i - 1].person && a[i].frame == a[i - 1].frame)
            ssti_error(report, (ssti_place){a[i].line, 1},
                       "found person %.0f in frame %.0f again, as in line %u", a[i].person,
                       a[i].frame, (unsigned)a[i - 1].line);
}

static sst_outcome read_rows(const char *end, ssti_report *report, const ssti_format *format,
                             ssti_tracks *tracks) {
    reader r = {.format = format, .report = report, .tracks = tracks, .line = format->lines_before};
    for (const char *at = format->rows; at < end && !r.out_of_memory;) {
        size_t length;
        const char *line = ssti_row_line(&at, end, &length);
        r.line++;
        if (!ssti_row_is_empty(line, length))
            read_row(&r, line, length);
    }
    if (r.out_of_memory)
        return ssti_out_of_memory(report);
    if (report->errors == 0)
        sort_and_check(tracks, report);
    return report->errors ? SST_BAD_INPUT : SST_DONE;
}

sst_outcome ssti_tracks_read(const char *bytes, size_t size, const sst_import_options *options,
                             ssti_report *report, ssti_tracks *tracks) {
    *tracks = (ssti_tracks){0};
    if (!ssti_text_is_clean(bytes, size, report))
        return SST_BAD_INPUT;
    if (size >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0) /* a byte order mark */
        bytes += 3, size -= 3;
    ssti_format format;
    sst_outcome outcome = ssti_format_find(bytes, size, options, report, &format);
    if (outcome != SST_DONE)
        return outcome;
    tracks->frame_time = format.frame_time;
    tracks->preferred_speed = options->preferred_speed;
    tracks->speed_factor = options->speed_factor;
    tracks->format = format.kind;
    return read_rows(bytes + size, report, &format, tracks);
}

void ssti_tracks_free(ssti_tracks *tracks) {
    free(tracks->annotations);
    free(tracks->tracks);
}
