/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Reads the obsmat form of the ETH (Pellegrini et al., 2009) and UCY (Lerner et al., 2007)
 * recordings: eight columns a row, frame id x z y vx vz vy, in any order of rows. The height z and
 * the velocities are not used: velocities of people were smoothed by different means in different
 * copies, and positions say it all. */

#include "import/obsmat.h"
#include "tree/tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 8, LONGEST_FIELD = 64 };

static const char *const column_names[COLUMNS] = {"frame", "id", "x", "z", "y", "vx", "vz", "vy"};

typedef struct reader {
    const char *at, *end; /* what is left of the text */
    ssti_report *report;
    ssti_tracks *tracks;
    size_t capacity;
    uint32_t line;
    bool out_of_memory;
} reader;

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

/* The next line without its end. */
static const char *next_line(reader *r, size_t *length) {
    const char *line = r->at;
    const char *end = memchr(line, '\n', (size_t)(r->end - line));
    *length = (size_t)((end ? end : r->end) - line);
    r->at = end ? end + 1 : r->end;
    r->line++;
    return line;
}

/* The column's number; says what is wrong with it otherwise. */
static bool read_field(reader *r, const char *text, size_t length, ssti_place place, int column,
                       double *number) {
    char field[LONGEST_FIELD + 1];
    size_t kept = length < LONGEST_FIELD ? length : LONGEST_FIELD;
    memcpy(field, text, kept);
    field[kept] = 0;
    bool whole = column < 2; /* frame and id */
    double most = whole ? 1e15 : SST_MAX_COORDINATE;
    if (length <= LONGEST_FIELD && ssti_parse_number(field, number) && fabs(*number) <= most &&
        (!whole || *number == floor(*number)))
        return true;
    ssti_error(r->report, place, "%s: found %s, expected a %snumber from %.7g to %.7g",
               column_names[column], ssti_show(field).text, whole ? "whole " : "", -most, most);
    return false;
}

static bool add_annotation(reader *r, const double values[COLUMNS]) {
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
        (ssti_annotation){values[0], values[1], values[2], values[4], r->line};
    return true;
}

static void read_row(reader *r, const char *line, size_t length) {
    double values[COLUMNS];
    int columns = 0;
    for (size_t i = 0; i < length;) {
        if (is_blank(line[i])) {
            i++;
            continue;
        }
        size_t start = i;
        while (i < length && !is_blank(line[i]))
            i++;
        ssti_place place = {r->line, (uint32_t)start + 1};
        if (columns < COLUMNS &&
            !read_field(r, line + start, i - start, place, columns, &values[columns]))
            return;
        columns++;
    }
    if (columns == COLUMNS)
        add_annotation(r, values);
    else if (columns > 0)
        ssti_error(r->report, (ssti_place){r->line, 1},
                   "found %d columns, expected 8: frame id x z y vx vz vy", columns);
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
        ssti_error(report, (ssti_place){1, 1},
                   "found no rows, expected eight columns: frame id x z y vx vz vy");
        return;
    }
    qsort(a, tracks->annotation_count, sizeof *a, by_person);
    for (size_t i = 1; i < tracks->annotation_count; i++)
        if (a[i].person == a[i - 1].person && a[i].frame == a[i - 1].frame)
            ssti_error(report, (ssti_place){a[i].line, 1},
                       "found person %.0f in frame %.0f again, as in line %u", a[i].person,
                       a[i].frame, (unsigned)a[i - 1].line);
}

sst_outcome ssti_obsmat_read(const char *bytes, size_t size, ssti_report *report,
                             ssti_tracks *tracks) {
    *tracks = (ssti_tracks){0};
    if (!ssti_text_is_clean(bytes, size, report))
        return SST_BAD_INPUT;
    if (size >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0) /* a byte order mark */
        bytes += 3, size -= 3;
    reader r = {.at = bytes, .end = bytes + size, .report = report, .tracks = tracks};
    while (r.at < r.end && !r.out_of_memory) {
        size_t length;
        const char *line = next_line(&r, &length);
        if (length == 0 || *line != '#')
            read_row(&r, line, length);
    }
    if (r.out_of_memory)
        return ssti_out_of_memory(report);
    if (report->errors == 0)
        sort_and_check(tracks, report);
    return report->errors ? SST_BAD_INPUT : SST_DONE;
}

void ssti_tracks_free(ssti_tracks *tracks) {
    free(tracks->annotations);
    free(tracks->tracks);
}
