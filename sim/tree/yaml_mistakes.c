/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* libfyaml says where it could not go on, in the words of the YAML specification ("invalid
 * multiline plain key"). Here its message chooses the kind of mistake, and a look at the text
 * around finds what is to be changed: the bracket that is not closed, the columns a line may begin
 * in. The look is a guess by simple rules, never a second parser: what no rule knows keeps
 * libfyaml's words. */

#include "tree/yaml_mistakes.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The text and where the parser stopped. */
typedef struct view {
    const char *text;
    size_t size;
    ssti_place place;
    const char *said;
} view;

/* A line without its end; `text` is null where there is none. */
typedef struct line_view {
    const char *text;
    size_t length;
} line_view;

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static ssti_mistake
say(ssti_place place, const char *format, ...) {
    ssti_mistake mistake = {.place = place};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(mistake.text, sizeof mistake.text, format, arguments);
    va_end(arguments);
    return mistake;
}

/* --- Lines --------------------------------------------------------------------------------- */

static line_view line_at(const view *v, uint32_t number) {
    const char *at = v->text, *end = v->text + v->size;
    for (uint32_t line = 1; line < number && at; line++) {
        at = memchr(at, '\n', (size_t)(end - at));
        at = at ? at + 1 : NULL;
    }
    if (!at || at >= end)
        return (line_view){NULL, 0};
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    return (line_view){at, (size_t)((stop ? stop : end) - at)};
}

static line_view line_above(const view *v, line_view line) {
    if (line.text == v->text)
        return (line_view){NULL, 0};
    const char *end = line.text - 1, *begin = end;
    while (begin > v->text && begin[-1] != '\n')
        begin--;
    return (line_view){begin, (size_t)(end - begin)};
}

static line_view line_below(const view *v, line_view line) {
    const char *at = line.text + line.length + 1, *end = v->text + v->size;
    if (at >= end)
        return (line_view){NULL, 0};
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    return (line_view){at, (size_t)((stop ? stop : end) - at)};
}

/* Where the first mark of a line is, from 1; 0 for an empty line or a remark. */
static uint32_t first_column(line_view line) {
    size_t i = 0;
    while (i < line.length && (line.text[i] == ' ' || line.text[i] == '\r'))
        i++;
    return i < line.length && line.text[i] != '#' ? (uint32_t)i + 1 : 0;
}

static bool is_item(line_view line) {
    uint32_t column = first_column(line);
    return column && line.text[column - 1] == '-' &&
           (column == line.length || line.text[column] == ' ');
}

/* Where the key of an item begins: "- key: value". */
static uint32_t key_column(line_view line) {
    size_t i = first_column(line);
    while (i < line.length && line.text[i] == ' ')
        i++;
    return (uint32_t)i + 1;
}

/* --- Indentation --------------------------------------------------------------------------- */

enum { MOST_COLUMNS = 4 };

typedef struct column_set {
    uint32_t columns[MOST_COLUMNS];
    size_t count;
} column_set;

static void add_column(column_set *set, uint32_t column) {
    if (set->count < MOST_COLUMNS)
        set->columns[set->count++] = column;
}

/* The columns in which a line may begin: those of the lines it may belong beside, innermost first.
 * An item goes beside items, a key beside keys, of which the first may stand behind a `-`. */
static column_set columns_above(const view *v, line_view from) {
    column_set set = {.count = 0};
    bool item = is_item(from);
    uint32_t least = UINT32_MAX;
    for (line_view line = line_above(v, from); line.text && least > 1; line = line_above(v, line)) {
        uint32_t column = first_column(line);
        if (column == 0 || column >= least)
            continue;
        if (is_item(line) && !item && key_column(line) < least)
            add_column(&set, key_column(line));
        if (is_item(line) == item)
            add_column(&set, column);
        least = column;
    }
    return set;
}

static ssti_mistake explain_indentation(const view *v, line_view line, uint32_t number) {
    uint32_t column = line.text ? first_column(line) : 0;
    column_set set = {.count = 0};
    if (column > 0)
        set = columns_above(v, line);
    if (set.count == 0)
        return say(v->place, "wrong indentation, expected this line to begin in the same column as "
                             "the lines it belongs to");
    char columns[64] = "";
    for (size_t i = 0; i < set.count; i++) {
        size_t length = strlen(columns);
        snprintf(columns + length, sizeof columns - length, "%s%u",
                 i == 0              ? ""
                 : i + 1 < set.count ? ", "
                                     : " or ",
                 (unsigned)set.columns[i]);
    }
    return say((ssti_place){number, column},
               "wrong indentation: the line begins in column %u, expected column %s, as the lines "
               "above that it belongs to",
               (unsigned)column, columns);
}

/* --- Keys and colons ----------------------------------------------------------------------- */

/* A line that is read as going on with the value before it: the mistake is below. */
static ssti_mistake explain_line_below(const view *v, line_view line) {
    uint32_t number = v->place.line;
    do {
        line = line_below(v, line);
        number++;
    } while (line.text && first_column(line) == 0);
    return explain_indentation(v, line, number);
}

/* A key and what follows it, at the place or where its line begins. */
static ssti_mistake explain_colon(const view *v) {
    line_view line = line_at(v, v->place.line);
    if (!line.text) /* libfyaml also ends lines at a lone carriage return */
        return say(v->place, "this is no valid YAML: %.200s", v->said);
    size_t start = v->place.column - 1;
    if (start > line.length)
        start = 0;
    size_t before = start;
    while (before > 0 && line.text[before - 1] == ' ')
        before--;
    if (before > 0 && line.text[before - 1] == ':')
        return explain_line_below(v, line);
    const char *key = line.text + start;
    size_t left = line.length - start, length = 0;
    while (length < left && length < 40 && !memchr(" :=[]{},\r\"'", key[length], 11))
        length++;
    if (length + 1 < left && key[length] == ':' && key[length + 1] != ' ')
        return say((ssti_place){v->place.line, (uint32_t)(start + length + 1)},
                   "found no space behind the colon of `%.*s`, expected `%.*s: `", (int)length, key,
                   (int)length, key);
    if (length == 0)
        return say(v->place, "found no colon, expected a key, a colon and a space: `key: value`");
    return say(v->place, "found no colon behind `%.*s`, expected `%.*s: ` and its value",
               (int)length, key, (int)length, key);
}

static ssti_mistake explain_key_among_items(const view *v) {
    line_view line = line_at(v, v->place.line);
    column_set set = {.count = 0};
    if (line.text)
        set = columns_above(v, line);
    if (set.count > 0 && set.columns[0] != v->place.column)
        return say(v->place,
                   "found a key beside the items of a list, expected `- ` before it, or column %u "
                   "if it belongs to the item above",
                   (unsigned)set.columns[0]);
    return say(v->place, "found a key beside the items of a list, expected `- ` before it");
}

/* --- Brackets ------------------------------------------------------------------------------ */

enum { MOST_OPEN = 64 };

/* Brackets that are open at the place. */
typedef struct open_brackets {
    char marks[MOST_OPEN];
    ssti_place places[MOST_OPEN];
    size_t count;
} open_brackets;

static bool starts_value(const view *v, size_t at) {
    while (at > 0 && (v->text[at - 1] == ' ' || v->text[at - 1] == '\t'))
        at--;
    return at == 0 || strchr(":,[{-\n", v->text[at - 1]);
}

/* Behind a quoted text or a remark that begins at `at`; else at `at`. */
static size_t skip_text(const view *v, size_t at) {
    char quote = v->text[at];
    if (quote == '#' && (at == 0 || strchr(" \t\n", v->text[at - 1]))) {
        const char *end = memchr(v->text + at, '\n', v->size - at);
        return end ? (size_t)(end - v->text) : v->size;
    }
    if ((quote != '"' && quote != '\'') || !starts_value(v, at))
        return at;
    size_t i = at + 1;
    while (i < v->size && v->text[i] != quote)
        i += quote == '"' && v->text[i] == '\\' ? 2 : 1;
    return i < v->size ? i : v->size;
}

static void take_bracket(open_brackets *open, char mark, ssti_place place) {
    if ((mark == '[' || mark == '{') && open->count < MOST_OPEN) {
        open->marks[open->count] = mark;
        open->places[open->count++] = place;
    } else if ((mark == ']' || mark == '}') && open->count > 0) {
        open->count--;
    }
}

/* A `[` within a plain text opens nothing. */
static bool is_bracket(const view *v, size_t at, const open_brackets *open) {
    return strchr("[]{}", v->text[at]) && v->text[at] && (open->count > 0 || starts_value(v, at));
}

static open_brackets brackets_before(const view *v, ssti_place stop) {
    open_brackets open = {.count = 0};
    ssti_place at = {1, 1};
    for (size_t i = 0; i < v->size; i++) {
        if (at.line > stop.line || (at.line == stop.line && at.column >= stop.column))
            break;
        for (size_t end = skip_text(v, i); i < end && i + 1 < v->size; i++)
            at = v->text[i] == '\n' ? (ssti_place){at.line + 1, 1}
                                    : (ssti_place){at.line, at.column + 1};
        if (is_bracket(v, i, &open))
            take_bracket(&open, v->text[i], at);
        at = v->text[i] == '\n' ? (ssti_place){at.line + 1, 1}
                                : (ssti_place){at.line, at.column + 1};
    }
    return open;
}

static char closing(char mark) {
    return mark == '[' ? ']' : '}';
}

static ssti_mistake explain_open(const view *v) {
    open_brackets open = brackets_before(v, (ssti_place){UINT32_MAX, 1});
    if (open.count == 0)
        return say(v->place, "found `[` or `{` that is not closed");
    char mark = open.marks[open.count - 1];
    return say(open.places[open.count - 1], "found `%c` that is not closed, expected `%c`", mark,
               closing(mark));
}

static ssti_mistake explain_comma(const view *v) {
    open_brackets open = brackets_before(v, v->place);
    if (!line_at(v, v->place.line).text)
        return explain_open(v);
    if (open.count == 0)
        return say(v->place, "found no comma between two values");
    char mark = open.marks[open.count - 1];
    return say(v->place, "expected a comma%s or `%c` before this; the `%c` is in line %u",
               mark == '{' ? ", a colon" : "", closing(mark), mark,
               (unsigned)open.places[open.count - 1].line);
}

static ssti_mistake explain_mismatch(const view *v) {
    open_brackets open = brackets_before(v, v->place);
    if (open.count == 0)
        return say(v->place, "found a bracket that closes nothing");
    char mark = open.marks[open.count - 1];
    return say(v->place, "found another bracket than the `%c` that closes the `%c` of line %u",
               closing(mark), mark, (unsigned)open.places[open.count - 1].line);
}

/* --- Kinds of mistakes --------------------------------------------------------------------- */

static ssti_mistake explain_line_indentation(const view *v) {
    return explain_indentation(v, line_at(v, v->place.line), v->place.line);
}

static ssti_mistake explain_start(const view *v) {
    line_view line = line_at(v, v->place.line);
    size_t at = v->place.column - 1;
    if (at >= line.length)
        return say(v->place, "found a text that needs quotes around it");
    return say(v->place, "found a text that begins with `%c`, expected quotes around it",
               line.text[at]);
}

/* What libfyaml says, and either what is wrong or who finds out; the first that fits counts. */
static const struct {
    const char *said, *text;
    ssti_mistake (*explain)(const view *v);
} kinds[] = {
    {"tab ", "found a tab in the indentation, expected spaces", NULL},
    {"without closing quote", "found a quote that is not closed, expected one behind the text too",
     NULL},
    {"trailing content after",
     "found more behind the closing quote, expected nothing; a quote within a text is written "
     "twice, 'it''s', or the text stands in quotes of the other kind",
     NULL},
    {"escape",
     "found a backslash in double quotes that means nothing, expected single quotes around the "
     "text, or \\\\",
     NULL},
    {"without a closing", NULL, explain_open},
    {"extra closing", "found a bracket that closes nothing, expected none", NULL},
    {"extra comma", "found a comma with no value before it", NULL},
    {"missing comma", NULL, explain_comma},
    {"mismatched", NULL, explain_mismatch},
    {"missing document start",
     "found text behind the end of the scenario; what begins with `{` ends with its `}`", NULL},
    {"multiline plain key", NULL, explain_colon},
    {"expected ':'", NULL, explain_colon},
    {"value after mapping", NULL, explain_colon},
    {"end of block sequence", NULL, explain_key_among_items},
    {"on same line as previous key",
     "found a second key in the line, expected it in a line of its own, or {key: value, key: "
     "value}",
     NULL},
    {"nested block mapping on the same line",
     "found a second colon in the line; a text with a colon and a space in it needs quotes", NULL},
    {"on the same line as a mapping key",
     "found an item of a list behind its key, expected it in the line below", NULL},
    {"plain scalar cannot start", NULL, explain_start},
    {"indentation", NULL, explain_line_indentation},
    {"indendation", NULL, explain_line_indentation},
    {"wrongly indented", NULL, explain_line_indentation},
    {"did not find expected '-'", NULL, explain_line_indentation},
    {"did not find expected key", NULL, explain_line_indentation},
    {"plain multiline", NULL, explain_line_indentation},
};

ssti_mistake ssti_yaml_mistake(const char *text, size_t size, ssti_place place, const char *said) {
    view v = {text, size, place, said};
    for (size_t i = 0; said && place.line && i < sizeof kinds / sizeof *kinds; i++)
        if (strstr(said, kinds[i].said))
            return kinds[i].explain ? kinds[i].explain(&v) : say(place, "%s", kinds[i].text);
    return say(place, "this is no valid YAML: %.200s",
               said ? said : "the text is cut off or broken");
}
