/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Messages about a file, and the helpers that make them readable. A hostile file can hold millions
 * of errors, so that only the first twenty of a kind are passed on; all are counted. */

#include "report/report.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MOST_MESSAGES = 20, MESSAGE_SIZE = 1024, LONGEST_WORD = 40 };

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
    if (nth == MOST_MESSAGES + 1)
        pass_on(report, warning, (ssti_place){0, 0},
                warning ? "there are more warnings; they are not shown"
                        : "there are more errors; they are not shown");
    if (nth > MOST_MESSAGES)
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

/* Levenshtein (1966), one row at a time; a swap of two neighbouring letters counts as two. */
static size_t edit_distance(const char *a, const char *b) {
    size_t row[LONGEST_WORD + 1];
    size_t width = strlen(b);
    for (size_t j = 0; j <= width; j++)
        row[j] = j;
    for (size_t i = 0; a[i]; i++) {
        size_t diagonal = row[0];
        row[0] = i + 1;
        for (size_t j = 0; j < width; j++) {
            size_t replaced = diagonal + (a[i] != b[j]);
            size_t shorter = row[j] < row[j + 1] ? row[j] : row[j + 1];
            diagonal = row[j + 1];
            row[j + 1] = replaced < shorter + 1 ? replaced : shorter + 1;
        }
    }
    return row[width];
}

const char *sst_nearest_word(const char *word, const char *const *words, size_t count) {
    const char *nearest = NULL;
    size_t least = LONGEST_WORD;
    if (strlen(word) > LONGEST_WORD)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(words[i]);
        size_t distance = length > LONGEST_WORD ? LONGEST_WORD : edit_distance(word, words[i]);
        /* More than half of the word changed is no likeness. */
        if (distance < least && 2 * distance <= length) {
            least = distance;
            nearest = words[i];
        }
    }
    return nearest;
}
