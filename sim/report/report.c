/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Messages about a file, and the helpers that make them readable. A hostile file can hold millions
 * of errors, so that only the first of a kind are passed on; all are counted. */

#include "report/report.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MOST_ERRORS = 100, MOST_WARNINGS = 20, MESSAGE_SIZE = 1024, LONGEST_WORD = 40 };

static void pass_on(const ssti_report *report, bool warning, ssti_place place, const char *text) {
    sst_message message = {.warning = warning,
                           .file = report->file,
                           .line = place.line,
                           .column = place.column,
                           .text = text};
    char setting[LONGEST_WORD + 16];
    bool of_setting = report->settings && place.line >= SSTI_SETTING_LINE;
    if (of_setting && report->setting_places) {
        ssti_place in_file = report->setting_places[place.line - SSTI_SETTING_LINE];
        message.file = report->setting_file;
        message.line = in_file.line;
        message.column = in_file.column;
    } else if (of_setting) {
        const char *given = report->settings[place.line - SSTI_SETTING_LINE];
        snprintf(setting, sizeof setting, "--set %s", ssti_show(given).text);
        message.file = setting;
        message.line = message.column = 0;
    }
    if (report->to.report)
        report->to.report(&message, report->to.context);
}

static void say(ssti_report *report, bool warning, size_t nth, ssti_place place, const char *format,
                va_list arguments) {
    char text[MESSAGE_SIZE];
    size_t most = warning ? MOST_WARNINGS : MOST_ERRORS;
    if (nth == most + 1)
        pass_on(report, warning, (ssti_place){0, 0},
                warning ? "there are more warnings; they are not shown"
                        : "there are more errors; they are not shown");
    if (nth > most)
        return;
    vsnprintf(text, sizeof text, format, arguments);
    pass_on(report, warning, place, text);
}

void ssti_error(ssti_report *report, ssti_place place, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    say(report, false, ++report->errors, place, format, arguments);
    va_end(arguments);
}

void ssti_warning(ssti_report *report, ssti_place place, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    say(report, true, ++report->warnings, place, format, arguments);
    va_end(arguments);
}

sst_outcome ssti_out_of_memory(ssti_report *report) {
    ssti_error(report, (ssti_place){0, 0}, "out of memory");
    report->out_of_memory = true;
    return SST_FAILED;
}

sst_outcome ssti_outcome_of(const ssti_report *report) {
    return report->out_of_memory ? SST_FAILED : SST_BAD_INPUT;
}

/* Bytes of the character at `text`: 1 to 4, or 0 where they are none of UTF-8 that can be shown. */
static size_t character_length(const char *text) {
    unsigned char first = (unsigned char)text[0];
    if (first < 0x80)
        return first >= 0x20 && first != 0x7f;
    size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4)
        return 0;
    for (size_t i = 1; i < length; i++)
        if (((unsigned char)text[i] & 0xc0) != 0x80)
            return 0;
    return length;
}

ssti_shown ssti_show(const char *text) {
    ssti_shown shown;
    size_t length = 0;
    while (text[length] && length < LONGEST_WORD) {
        size_t whole = character_length(text + length);
        if (whole == 0)
            shown.text[length++] = '?';
        for (; whole > 0 && length < LONGEST_WORD; whole--, length++)
            shown.text[length] = text[length];
    }
    bool cut = text[length] != 0;
    /* A cut inside a UTF-8 sequence would leave a broken character: step back to its start. */
    if (cut)
        while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80)
            length--;
    memcpy(shown.text + length, cut ? "..." : "", cut ? 4 : 1);
    return shown;
}

/* Optimal string alignment: Levenshtein (1966) with a swap of two neighbouring letters as one
 * change, two rows back. */
static size_t edit_distance(const char *a, const char *b) {
    size_t rows[3][LONGEST_WORD + 1];
    size_t width = strlen(b);
    for (size_t j = 0; j <= width; j++)
        rows[0][j] = j;
    for (size_t i = 0; a[i]; i++) {
        const size_t *before = rows[(i + 2) % 3], *above = rows[i % 3];
        size_t *row = rows[(i + 1) % 3];
        row[0] = i + 1;
        for (size_t j = 0; j < width; j++) {
            size_t least = above[j] + (a[i] != b[j]);
            size_t shorter = (row[j] < above[j + 1] ? row[j] : above[j + 1]) + 1;
            if (shorter < least)
                least = shorter;
            if (i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] && before[j - 1] + 1 < least)
                least = before[j - 1] + 1;
            row[j + 1] = least;
        }
    }
    return rows[strlen(a) % 3][width];
}

/* More than a third of the longer word changed is no likeness: it would offer `like` for `size`. */
static bool is_like(size_t distance, size_t length) {
    return 3 * distance <= length;
}

/* `start` of `start_time`, `speed` of `max-speed`: whole parts at the beginning or the end. */
static bool is_part(const char *part, const char *word) {
    size_t length = strlen(part), whole = strlen(word);
    if (length < 3 || length >= whole)
        return false;
    bool first = strncmp(word, part, length) == 0 && strchr("_-", word[length]);
    const char *end = word + whole - length;
    return first || (strcmp(end, part) == 0 && strchr("_-", end[-1]));
}

const char *sst_nearest_word(const char *word, const char *const *words, size_t count) {
    const char *nearest = NULL;
    size_t least = LONGEST_WORD;
    if (strlen(word) > LONGEST_WORD)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(words[i]);
        size_t distance = length > LONGEST_WORD ? LONGEST_WORD : edit_distance(word, words[i]);
        size_t longer = length > strlen(word) ? length : strlen(word);
        if (distance < least && is_like(distance, longer)) {
            least = distance;
            nearest = words[i];
        }
    }
    for (size_t i = 0; i < count && !nearest; i++)
        if (is_part(word, words[i]))
            nearest = words[i];
    return nearest;
}
