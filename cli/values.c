/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Values of options: from text into their place in a command's request. */

#include "frame.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

cli_label cli_label_of(const cli_option *option) {
    cli_label label;
    if (option->letter)
        snprintf(label.text, sizeof label.text, "-%c", option->letter);
    else
        snprintf(label.text, sizeof label.text, "%s%s", option->name ? "--" : "",
                 option->name ? option->name : option->value);
    return label;
}

static void list_choices(const cli_choice *choices, const char *joint, const char *last_joint,
                         char *text, size_t size) {
    *text = 0;
    for (size_t i = 0; choices[i].word; i++) {
        size_t length = strlen(text);
        snprintf(text + length, size - length, "%s%s",
                 i == 0                ? ""
                 : choices[i + 1].word ? joint
                                       : last_joint,
                 choices[i].word);
    }
}

cli_value_text cli_value_text_of(const cli_option *option) {
    cli_value_text text = {""};
    if (option->value)
        snprintf(text.text, sizeof text.text, "%s", option->value);
    else if (option->kind == CLI_CHOICE)
        list_choices(option->choices, "|", "|", text.text, sizeof text.text);
    return text;
}

static bool store_choice(const cli_command *command, const cli_option *option, const char *text,
                         int *place) {
    for (int i = 0; option->choices[i].word; i++)
        if (strcmp(text, option->choices[i].word) == 0) {
            *place = i;
            return true;
        }
    char words[160];
    list_choices(option->choices, ", ", " or ", words, sizeof words);
    cli_misused(command, "%s%s: found %s, expected %s", option->name ? "--" : "",
                option->name ? option->name : option->value, text, words);
    return false;
}

static bool store_count(const cli_command *command, const cli_option *option, const char *text,
                        uint64_t *place) {
    char *end;
    errno = 0;
    unsigned long long number = strtoull(text, &end, 10);
    if (isdigit((unsigned char)*text) && !*end && !errno && (double)number >= option->least &&
        (double)number <= option->most) {
        *place = number;
        return true;
    }
    cli_misused(command, "--%s: found %s, expected a whole number from %.0f to %.0f", option->name,
                text, option->least, option->most);
    return false;
}

/* strtod alone would take hexadecimal, infinity, NaN and leading space too. */
static bool store_number(const cli_command *command, const cli_option *option, const char *text,
                         double *place) {
    char *end = NULL;
    bool decimal = *text && !text[strspn(text, "+-.0123456789eE")];
    double number = decimal ? strtod(text, &end) : 0;
    if (decimal && !*end && number >= option->least && number <= option->most) {
        *place = number;
        return true;
    }
    cli_misused(command, "--%s: found %s, expected a number from %g to %g", option->name, text,
                option->least, option->most);
    return false;
}

static bool store_in_list(const cli_command *command, const cli_option *option, const char *text,
                          cli_list *list) {
    if (list->count == CLI_LIST_MOST) {
        cli_misused(command, "found %s more than %d times", cli_label_of(option).text,
                    (int)CLI_LIST_MOST);
        return false;
    }
    list->items[list->count++] = text;
    return true;
}

/* Of two files one would be left out silently. */
static bool store_text(const cli_command *command, const cli_option *option, const char *text,
                       const char **place) {
    if (*place && (option->kind == CLI_INPUT || option->kind == CLI_OUTPUT)) {
        cli_label label = cli_label_of(option);
        cli_misused(command, "found %s %s and %s %s, expected one", label.text, *place, label.text,
                    text);
        return false;
    }
    *place = text;
    return true;
}

bool cli_store(const cli_command *command, const cli_option *option, const char *value,
               void *request) {
    void *place = (char *)request + option->place;
    if (option->many)
        return store_in_list(command, option, value, place);
    switch (option->kind) {
    case CLI_FLAG:
        *(bool *)place = true;
        return true;
    case CLI_COUNT:
        return store_count(command, option, value, place);
    case CLI_NUMBER:
        return store_number(command, option, value, place);
    case CLI_CHOICE:
        return store_choice(command, option, value, place);
    default:
        return store_text(command, option, value, place);
    }
}

size_t cli_values_of(const cli_option *option, const void *request,
                     const char *values[CLI_LIST_MOST]) {
    const void *place = (const char *)request + option->place;
    if (option->many) {
        const cli_list *list = place;
        memcpy(values, list->items, list->count * sizeof *values);
        return list->count;
    }
    values[0] = *(const char *const *)place;
    return values[0] ? 1 : 0;
}
