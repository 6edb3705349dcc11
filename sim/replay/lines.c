/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

#include "replay/lines.h"
#include "tree/tree.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_LINE = 1 << 28 }; /* a scenario may stand in one */

static bool grow(ssti_lines *lines, ssti_report *report) {
    size_t capacity = lines->capacity ? 2 * lines->capacity : 256;
    char *grown = capacity <= LONGEST_LINE ? realloc(lines->text, capacity) : NULL;
    if (!grown) {
        ssti_error(report, (ssti_place){lines->number, 0}, "the line is too long");
        return false;
    }
    lines->text = grown;
    lines->capacity = capacity;
    return true;
}

/* Reads until the line's end; false if there is nothing more. */
static bool read_line(ssti_lines *lines, ssti_report *report) {
    lines->length = 0;
    lines->ended = false;
    for (;;) {
        if (lines->capacity - lines->length < 2 && !grow(lines, report))
            return false;
        char *at = lines->text + lines->length;
        if (!fgets(at, (int)(lines->capacity - lines->length), lines->file))
            return lines->length > 0;
        size_t length = strlen(at);
        if (length == 0) {
            ssti_error(report, (ssti_place){lines->number, 0},
                       "found the byte 0x00, expected text");
            return false;
        }
        lines->length += length;
        if (lines->text[lines->length - 1] == '\n') {
            lines->ended = true;
            return true;
        }
    }
}

bool ssti_lines_next(ssti_lines *lines, ssti_report *report) {
    lines->number++;
    size_t errors = report->errors;
    errno = 0;
    bool read = read_line(lines, report);
    if (ferror(lines->file))
        ssti_error(report, (ssti_place){0, 0}, "cannot be read: %s", strerror(errno));
    if (!read || report->errors > errors)
        return false;
    while (lines->length > 0 && strchr("\r\n", lines->text[lines->length - 1]))
        lines->text[--lines->length] = 0;
    bool marked = lines->number == 1 && strncmp(lines->text, "\xef\xbb\xbf", 3) == 0;
    if (marked)
        memmove(lines->text, lines->text + 3, lines->length - 2);
    lines->length -= marked ? 3 : 0;
    return true;
}

bool ssti_lines_rewind(ssti_lines *lines) {
    lines->number = 0;
    return fseek(lines->file, 0, SEEK_SET) == 0;
}

void ssti_lines_close(ssti_lines *lines) {
    fclose(lines->file);
    free(lines->text);
}

static size_t split_at_blanks(char *text, char **fields, size_t most) {
    size_t count = 0;
    for (;;) {
        text += strspn(text, " \t");
        if (!*text)
            return count;
        if (count < most)
            fields[count] = text;
        count++;
        text += strcspn(text, " \t");
        if (*text)
            *text++ = 0;
    }
}

size_t ssti_lines_split(ssti_lines *lines, char separator, char **fields, size_t most) {
    if (separator == ' ')
        return split_at_blanks(lines->text, fields, most);
    size_t count = 0;
    for (char *text = lines->text;; text++) {
        if (count < most)
            fields[count] = text;
        count++;
        text = strchr(text, separator);
        if (!text)
            return count;
        *text = 0;
    }
}

bool ssti_lines_number(ssti_lines *lines, ssti_report *report, const char *name, const char *field,
                       double *number) {
    if (ssti_parse_number(field, number) && fabs(*number) <= 1e15)
        return true;
    ssti_error(report, (ssti_place){lines->number, 0},
               "%s: found %s, expected a number within +-1e15", name, ssti_show(field).text);
    return false;
}
