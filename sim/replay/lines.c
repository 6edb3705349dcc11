/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

#include "replay/lines.h"
#include "tree/tree.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_LINE = 1 << 28 }; /* a scenario may stand in one */

static bool add(ssti_lines *lines, const char *bytes, size_t size, ssti_report *report) {
    ssti_place place = {lines->number, 0};
    if (memchr(bytes, 0, size)) {
        ssti_error(report, place, "found the byte 0x00, expected text");
        return false;
    }
    size_t needed = lines->length + size + 1;
    if (needed > lines->capacity) {
        if (needed > LONGEST_LINE) {
            ssti_error(report, place, "the line is too long");
            return false;
        }
        char *grown = realloc(lines->text, 2 * needed);
        if (!grown) {
            ssti_out_of_memory(report);
            return false;
        }
        lines->text = grown;
        lines->capacity = 2 * needed;
    }
    memcpy(lines->text + lines->length, bytes, size);
    lines->length += size;
    lines->text[lines->length] = 0;
    return true;
}

/* More of the file; false at its end. */
static bool fill(ssti_lines *lines) {
    if (lines->block_at < lines->block_size)
        return true;
    lines->block_at = 0;
    lines->block_size = fread(lines->block, 1, sizeof lines->block, lines->file);
    return lines->block_size > 0;
}

/* Reads until the line's end; false if there is nothing more, or after a report. */
static bool read_line(ssti_lines *lines, ssti_report *report) {
    bool any = false;
    lines->length = 0;
    lines->ended = false;
    while (!lines->ended && fill(lines)) {
        const char *from = lines->block + lines->block_at;
        size_t left = lines->block_size - lines->block_at;
        const char *end = memchr(from, '\n', left);
        size_t size = end ? (size_t)(end - from) : left;
        if (!add(lines, from, size, report))
            return false;
        lines->block_at += size + (end != NULL);
        lines->ended = end != NULL;
        any = true;
    }
    return any;
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
    while (lines->length > 0 && lines->text[lines->length - 1] == '\r')
        lines->text[--lines->length] = 0;
    bool marked = lines->number == 1 && strncmp(lines->text, "\xef\xbb\xbf", 3) == 0;
    if (marked)
        memmove(lines->text, lines->text + 3, lines->length - 2);
    lines->length -= marked ? 3 : 0;
    return true;
}

bool ssti_lines_rewind(ssti_lines *lines) {
    lines->number = 0;
    lines->block_at = lines->block_size = 0;
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
