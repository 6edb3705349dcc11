/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Well-known text (OGC 06-103r4, section 7), as far as it has outlines: polygons, lines, points,
 * the multiples and collections of these, with Z, M and EMPTY, and SRID=n; as PostGIS puts it in
 * front. Tags may be in any case. Heights and measures are read and not used. */

#include "import/geometry.h"
#include "tree/tree.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LONGEST_WORD = 64 };

typedef struct scanner {
    const char *at, *end, *line_start;
    uint32_t line;
    bool in_metres;
    ssti_report *report;
    ssti_geometry *geometry;
    unsigned least, most; /* numbers a point */
} scanner;

static ssti_place skip_blanks(scanner *s) {
    while (s->at < s->end && isspace((unsigned char)*s->at))
        if (*s->at++ == '\n') {
            s->line++;
            s->line_start = s->at;
        }
    return (ssti_place){s->line, (uint32_t)(s->at - s->line_start) + 1};
}

/* Letters, or what a number is made of; one other character alone; empty at the end. */
static ssti_place next_word(scanner *s, char word[LONGEST_WORD + 1]) {
    ssti_place place = skip_blanks(s);
    size_t length = 0;
    while (s->at < s->end && length < LONGEST_WORD &&
           (isalnum((unsigned char)*s->at) || strchr("+-._", *s->at)))
        word[length++] = *s->at++;
    if (length == 0 && s->at < s->end)
        word[length++] = *s->at++;
    word[length] = 0;
    return place;
}

static bool expected(scanner *s, ssti_place place, const char *found, const char *what) {
    ssti_error(s->report, place, "found %s, expected %s",
               *found ? ssti_show(found).text : "the end", what);
    return false;
}

/* Whether the next character is this one; if so it is passed. */
static bool take(scanner *s, char c) {
    skip_blanks(s);
    if (s->at == s->end || *s->at != c)
        return false;
    s->at++;
    return true;
}

/* After an element of a list: whether another follows; else takes the end. */
static bool has_next(scanner *s, bool *good) {
    if (take(s, ','))
        return true;
    if (!take(s, ')')) {
        char word[LONGEST_WORD + 1];
        ssti_place place = next_word(s, word);
        *good = expected(s, place, word, "a comma or )");
    }
    return false;
}

/* Takes "(" or "EMPTY"; `empty` tells which. */
static bool open_list(scanner *s, bool *empty) {
    char word[LONGEST_WORD + 1];
    ssti_place place = next_word(s, word);
    *empty = strcasecmp(word, "EMPTY") == 0;
    return *empty || strcmp(word, "(") == 0 || expected(s, place, word, "( or EMPTY");
}

static bool read_number(scanner *s, double *number) {
    char word[LONGEST_WORD + 1];
    ssti_place place = next_word(s, word);
    if (strlen(word) < LONGEST_WORD && ssti_parse_number(word, number) &&
        fabs(*number) <= SST_MAX_COORDINATE)
        return true;
    return expected(s, place, word, "a number from -1e8 to 1e8");
}

static bool ends_point(scanner *s) {
    skip_blanks(s);
    return s->at == s->end || *s->at == ',' || *s->at == ')';
}

static bool read_point(scanner *s, sst_point *point) {
    double values[4] = {0};
    unsigned count = 0;
    ssti_place place = skip_blanks(s);
    while (count < s->most && (count < s->least || !ends_point(s)))
        if (!read_number(s, &values[count++]))
            return false;
    *point = (sst_point){values[0], values[1]};
    if (ends_point(s))
        return true;
    ssti_error(s->report, place, "found a point of more than %u numbers", s->most);
    return false;
}

static bool read_outline(scanner *s, sst_obstacle_kind kind) {
    ssti_place place = skip_blanks(s);
    bool empty, good = true;
    if (!open_list(s, &empty) || empty)
        return empty;
    if (!ssti_geometry_begin(s->geometry, kind, place))
        return false;
    do {
        sst_point point;
        if (!read_point(s, &point) || !ssti_geometry_point(s->geometry, point))
            return false;
    } while (has_next(s, &good));
    return good && ssti_geometry_end(s->geometry, s->report);
}

static bool read_line(scanner *s, int depth) {
    (void)depth;
    return read_outline(s, SST_OBSTACLE_CHAIN);
}

static bool read_polygon(scanner *s, int depth) {
    (void)depth;
    bool empty, good = true;
    if (!open_list(s, &empty) || empty)
        return empty;
    sst_obstacle_kind kind = SST_OBSTACLE_ROOM;
    do {
        if (!read_outline(s, kind))
            return false;
        kind = SST_OBSTACLE_SOLID;
    } while (has_next(s, &good));
    return good;
}

/* Points may stand in brackets of their own. */
static bool read_place(scanner *s, int depth) {
    (void)depth;
    sst_point unused;
    bool bracket = take(s, '(');
    if (!read_point(s, &unused))
        return false;
    s->geometry->left_out++;
    return !bracket || take(s, ')') || expected(s, skip_blanks(s), "more", ") behind a point");
}

static bool read_list(scanner *s, int depth, bool (*read)(scanner *, int)) {
    bool empty, good = true;
    if (!open_list(s, &empty) || empty)
        return empty;
    do {
        if (!read(s, depth))
            return false;
    } while (has_next(s, &good));
    return good;
}

static bool read_lines(scanner *s, int depth) {
    return read_list(s, depth, read_line);
}

static bool read_places(scanner *s, int depth) {
    return read_list(s, depth, read_place);
}

static bool read_polygons(scanner *s, int depth) {
    return read_list(s, depth, read_polygon);
}

static bool read_geometry(scanner *s, int depth);

static bool read_collection(scanner *s, int depth) {
    return read_list(s, depth + 1, read_geometry);
}

static const struct {
    const char *tag;
    bool (*read)(scanner *, int);
} tags[] = {{"POLYGON", read_polygon},
            {"MULTIPOLYGON", read_polygons},
            {"LINESTRING", read_line},
            {"MULTILINESTRING", read_lines},
            {"POINT", read_places},
            {"MULTIPOINT", read_places},
            {"GEOMETRYCOLLECTION", read_collection}};
enum { TAG_COUNT = sizeof tags / sizeof *tags };

/* "", "Z", "M" or "ZM": how many numbers a point has. Without a word, up to four. */
static bool set_dimension(scanner *s, const char *word) {
    static const char *const words[] = {"", "Z", "M", "ZM"};
    for (unsigned i = 0; i < 4; i++)
        if (strcasecmp(word, words[i]) == 0) {
            s->least = i == 0 ? 2 : i == 3 ? 4 : 3;
            s->most = i == 0 ? 4 : s->least;
            return true;
        }
    return false;
}

/* Z and M may stand behind the tag or be one word with it. */
static int find_tag(scanner *s, const char *word) {
    for (int i = 0; i < TAG_COUNT; i++) {
        size_t length = strlen(tags[i].tag);
        if (strncasecmp(word, tags[i].tag, length) == 0 && set_dimension(s, word + length))
            return i;
    }
    return -1;
}

static bool read_geometry(scanner *s, int depth) {
    char word[LONGEST_WORD + 1];
    ssti_place place = next_word(s, word);
    int tag = find_tag(s, word);
    if (tag < 0)
        return expected(s, place, word,
                        "POLYGON, LINESTRING, POINT, one of these behind MULTI, or "
                        "GEOMETRYCOLLECTION");
    if (depth > SSTI_MAX_DEPTH) {
        ssti_error(s->report, place, "found collections nested deeper than %d", SSTI_MAX_DEPTH);
        return false;
    }
    scanner before = *s;
    next_word(s, word);
    if (*word == '(' || !set_dimension(s, word))
        *s = before;
    return tags[tag].read(s, depth);
}

/* SRID=4326; and the like. */
static bool read_srid(scanner *s) {
    enum { LONGITUDE_LATITUDE = 4326 };
    scanner before = *s;
    char word[LONGEST_WORD + 1];
    next_word(s, word);
    if (strcasecmp(word, "SRID") != 0) {
        *s = before;
        return true;
    }
    double number = 0;
    bool opened = take(s, '=');
    ssti_place place = next_word(s, word);
    if (!opened || !ssti_parse_number(word, &number) || !take(s, ';'))
        return expected(s, place, word, "SRID=number; before the geometry");
    if (number != LONGITUDE_LATITUDE || s->in_metres)
        return true;
    return expected(s, place, word,
                    "metres; this number stands for degrees (--metres to say otherwise)");
}

bool ssti_wkt_read(const char *bytes, size_t size, bool in_metres, ssti_report *report,
                   ssti_geometry *geometry) {
    scanner s = {.at = bytes,
                 .end = bytes + size,
                 .line_start = bytes,
                 .line = 1,
                 .in_metres = in_metres,
                 .report = report,
                 .geometry = geometry};
    if (!read_srid(&s) || !read_geometry(&s, 0))
        return false;
    char word[LONGEST_WORD + 1];
    ssti_place place = next_word(&s, word);
    return !*word || expected(&s, place, word, "the end of the geometry");
}
