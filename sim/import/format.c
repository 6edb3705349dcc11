/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Which kind of recording a text is, by its comments and its first row:
 *
 *   obsmat   ETH (Pellegrini et al., 2009) and UCY (Lerner et al., 2007): frame id x z y vx vz vy
 *   petrack  PeTrack (Boltes and Seyfried, 2013) and JuPedSim: id frame x y and more, with comments
 *            that tell frame rate and unit; those of the HERMES experiments have none
 *   trajnet  TrajNet and the copies of ETH/UCY for learning: frame id x y
 *   pedpy    CSV with a head that names ID, Frame, x, y
 *
 * Four columns without comments are petrack or trajnet: nothing but the user can tell. */

#include "import/format.h"
#include "replay/petrack_comments.h"
#include "tree/tree.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define FRAME  SSTI_COLUMN_FRAME
#define PERSON SSTI_COLUMN_PERSON
#define NUMBER SSTI_COLUMN_NUMBER
#define X      SSTI_COLUMN_X
#define Y      SSTI_COLUMN_Y

static const ssti_format formats[] = {
    [SST_IMPORT_OBSMAT] = {SST_IMPORT_OBSMAT,
                           ' ',
                           8,
                           8,
                           "8: frame id x z y vx vz vy",
                           {FRAME, PERSON, X, NUMBER, Y, NUMBER, NUMBER, NUMBER},
                           {"frame", "id", "x", "z", "y", "vx", "vz", "vy"},
                           1,
                           0,
                           NULL,
                           0},
    [SST_IMPORT_PETRACK] = {SST_IMPORT_PETRACK,
                            ' ',
                            4,
                            SSTI_MOST_COLUMNS,
                            "from 4 to 64: id frame x y and more",
                            {PERSON, FRAME, X, Y},
                            {"id", "frame", "x", "y"},
                            0,
                            0,
                            NULL,
                            0},
    [SST_IMPORT_TRAJNET] = {SST_IMPORT_TRAJNET,
                            ' ',
                            4,
                            4,
                            "4: frame id x y",
                            {FRAME, PERSON, X, Y},
                            {"frame", "id", "x", "y"},
                            1,
                            0,
                            NULL,
                            0},
    [SST_IMPORT_PEDPY] = {SST_IMPORT_PEDPY,
                          ',',
                          4,
                          SSTI_MOST_COLUMNS,
                          "as many as the first line names",
                          {0},
                          {0},
                          1,
                          0,
                          NULL,
                          0},
};

const char *sst_import_format_name(sst_import_format format) {
    static const char *const names[] = {"auto", "obsmat", "petrack", "trajnet", "pedpy"};
    return (unsigned)format < sizeof names / sizeof *names ? names[format] : NULL;
}

/* --- Lines and fields ---------------------------------------------------------------------- */

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

const char *ssti_row_line(const char **at, const char *end, size_t *length) {
    const char *line = *at;
    const char *stop = memchr(line, '\n', (size_t)(end - line));
    *length = (size_t)((stop ? stop : end) - line);
    *at = stop ? stop + 1 : end;
    return line;
}

bool ssti_row_is_empty(const char *line, size_t length) {
    if (length > 0 && *line == '#')
        return true;
    while (length > 0 && is_blank(line[length - 1]))
        length--;
    return length == 0;
}

bool ssti_row_field(char separator, const char *line, size_t length, size_t *at, size_t *start,
                    size_t *field_length) {
    size_t i = *at;
    if (separator != ' ' && i > length)
        return false;
    while (i < length && is_blank(line[i]))
        i++;
    if (separator == ' ' && i == length)
        return false;
    size_t end = i;
    while (end < length && (separator == ' ' ? !is_blank(line[end]) : line[end] != separator))
        end++;
    *at = end + (separator != ' ');
    *start = i;
    while (end > i && is_blank(line[end - 1]))
        end--;
    *field_length = end - i;
    return true;
}

/* --- What the comments tell ---------------------------------------------------------------- */

typedef struct head {
    ssti_petrack_scales scales;
    const char *row; /* the first; null if there is none */
    size_t row_length;
    const char *rest; /* behind it */
    uint32_t line;    /* of it */
} head;

static void take_comment(head *h, const char *line, size_t length) {
    char comment[256];
    size_t kept = length < sizeof comment - 1 ? length : sizeof comment - 1;
    memcpy(comment, line, kept);
    comment[kept] = 0;
    ssti_petrack_comment(&h->scales, comment);
}

static head read_head(const char *bytes, size_t size) {
    head h = {0};
    const char *end = bytes + size;
    h.rest = bytes;
    while (h.rest < end && !h.row) {
        size_t length;
        const char *line = ssti_row_line(&h.rest, end, &length);
        h.line++;
        if (length > 0 && *line == '#') {
            take_comment(&h, line, length);
        } else if (!ssti_row_is_empty(line, length)) {
            h.row = line;
            h.row_length = length;
        }
    }
    return h;
}

/* --- The choice ---------------------------------------------------------------------------- */

static bool begins_with_number(const head *h) {
    char field[64];
    size_t at = 0, start, length;
    if (!ssti_row_field(' ', h->row, h->row_length, &at, &start, &length) || length >= sizeof field)
        return false;
    memcpy(field, h->row + start, length);
    field[length] = 0;
    double number;
    return ssti_parse_number(field, &number);
}

static int count_columns(const head *h) {
    int count = 0;
    size_t at = 0, start, length;
    while (ssti_row_field(' ', h->row, h->row_length, &at, &start, &length))
        count++;
    return count;
}

/* SST_IMPORT_AUTO after an error. */
static sst_import_format choose(const head *h, ssti_report *report) {
    ssti_place place = {h->row ? h->line : 1, 1};
    if (h->row && memchr(h->row, ',', h->row_length))
        return SST_IMPORT_PEDPY;
    if (h->row && begins_with_number(h)) {
        int columns = count_columns(h);
        if (h->scales.frame_rate > 0 || h->scales.columns || (columns > 4 && columns < 8))
            return SST_IMPORT_PETRACK;
        if (columns == 8)
            return SST_IMPORT_OBSMAT;
        if (columns == 4) {
            ssti_error(report, place,
                       "found 4 columns and no comment that tells what they are, expected "
                       "--format trajnet (frame id x y) or --format petrack (id frame x y)");
            return SST_IMPORT_AUTO;
        }
    }
    ssti_error(report, place,
               "found %s, expected those of obsmat (frame id x z y vx vz vy), petrack "
               "(id frame x y and more), trajnet (frame id x y) or pedpy (CSV with ID,Frame,x,y)",
               h->row ? "no such rows" : "no rows");
    return SST_IMPORT_AUTO;
}

/* --- The head of a CSV --------------------------------------------------------------------- */

static ssti_column column_named(const char *text, size_t length) {
    static const char *const names[SSTI_COLUMN_KINDS] = {
        [FRAME] = "frame", [PERSON] = "id", [X] = "x", [Y] = "y"};
    for (int i = FRAME; i < SSTI_COLUMN_KINDS; i++)
        if (strlen(names[i]) == length && strncasecmp(text, names[i], length) == 0)
            return (ssti_column)i;
    return SSTI_COLUMN_UNUSED;
}

static bool name_columns(const head *h, ssti_report *report, ssti_format *format) {
    static const char *const names[SSTI_COLUMN_KINDS] = {
        [FRAME] = "Frame", [PERSON] = "ID", [X] = "x", [Y] = "y"};
    bool seen[SSTI_COLUMN_KINDS] = {false};
    size_t at = 0, start, length;
    int count = 0;
    for (; ssti_row_field(',', h->row, h->row_length, &at, &start, &length); count++) {
        ssti_column column = column_named(h->row + start, length);
        ssti_place place = {h->line, (uint32_t)start + 1};
        if (column != SSTI_COLUMN_UNUSED && seen[column])
            ssti_error(report, place, "found the column %s again", names[column]);
        seen[column] = true;
        if (count < SSTI_MOST_COLUMNS) {
            format->columns[count] = column;
            format->names[count] = names[column];
        }
    }
    for (int i = FRAME; i < SSTI_COLUMN_KINDS; i++)
        if (!seen[i])
            ssti_error(report, (ssti_place){h->line, 1},
                       "found no column %s, expected a head with ID,Frame,x,y", names[i]);
    if (count > SSTI_MOST_COLUMNS)
        ssti_error(report, (ssti_place){h->line, 1}, "found %d columns, expected at most %d", count,
                   (int)SSTI_MOST_COLUMNS);
    format->least = format->most = count;
    return report->errors == 0;
}

/* --- Frames and units ---------------------------------------------------------------------- */

static void find_scales(const head *h, const sst_import_options *options, ssti_report *report,
                        ssti_format *format) {
    bool petrack = format->kind == SST_IMPORT_PETRACK;
    double rate = options->frame_rate > 0 ? options->frame_rate
                  : petrack               ? h->scales.frame_rate
                                          : 0;
    ssti_place place = {h->line, 1};
    if (rate > 0)
        format->frame_time = 1 / rate;
    else if (petrack)
        ssti_error(report, place,
                   "no comment tells the frame rate (framerate: 25 fps), expected --fps");
    else if (format->kind == SST_IMPORT_PEDPY)
        ssti_error(report, place, "CSV does not tell the frame rate, expected --fps");
    if (options->metres_per_unit > 0)
        format->metres = options->metres_per_unit;
    else if (petrack)
        format->metres = h->scales.metres;
    if (format->metres <= 0)
        ssti_error(report, place,
                   "no comment tells the unit (x/m or x/cm), expected --unit m or --unit cm");
}

sst_outcome ssti_format_find(const char *bytes, size_t size, const sst_import_options *options,
                             ssti_report *report, ssti_format *format) {
    head h = read_head(bytes, size);
    sst_import_format kind = options->format;
    if (kind == SST_IMPORT_AUTO)
        kind = choose(&h, report);
    if (kind == SST_IMPORT_AUTO)
        return SST_BAD_INPUT;
    *format = formats[kind];
    if (!h.row) {
        ssti_error(report, (ssti_place){1, 1}, "found no rows, expected columns %s",
                   format->expected);
        return SST_BAD_INPUT;
    }
    bool has_head = kind == SST_IMPORT_PEDPY;
    if (has_head)
        name_columns(&h, report, format);
    find_scales(&h, options, report, format);
    format->rows = has_head ? h.rest : h.row;
    format->lines_before = has_head ? h.line : h.line - 1;
    return report->errors ? SST_BAD_INPUT : SST_DONE;
}
