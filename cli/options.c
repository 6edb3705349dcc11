/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Command lines: getopt's lists from a command's table, and words for what is wrong. */

#include "frame.h"

#include <getopt.h>
#include <string.h>

enum { MOST_OPTIONS = 32, SHOW_HELP = 'h', FIRST_VALUE = 256 };

static const cli_option help_option = {
    .name = "help", .letter = 'h', .kind = CLI_FLAG, .meaning = "print this help"};

const cli_option *cli_argument_at(const cli_command *command, size_t index) {
    for (const cli_option *o = command->options; o->kind != CLI_TABLE_END; o++)
        if (cli_is_argument(o) && index-- == 0)
            return o;
    return NULL;
}

const cli_option *cli_option_at(const cli_command *command, size_t index) {
    const cli_option *o = command->options;
    for (; o->kind != CLI_TABLE_END; o++)
        if (!cli_is_argument(o) && index-- == 0)
            return o;
    return index == 0 ? &help_option : NULL;
}

/* The table as getopt_long wants it; an option's value is its number in the table from FIRST_VALUE
 * on. */
typedef struct option_lists {
    struct option names[MOST_OPTIONS + 1];
    char letters[2 * MOST_OPTIONS + 2];
} option_lists;

static option_lists make_lists(const cli_command *command) {
    option_lists lists = {.letters = ":"};
    size_t length = 1;
    const cli_option *o;
    for (size_t i = 0; i < MOST_OPTIONS && (o = cli_option_at(command, i)) != NULL; i++) {
        bool flag = o->kind == CLI_FLAG;
        int value = o == &help_option ? SHOW_HELP : FIRST_VALUE + (int)i;
        lists.names[i] =
            (struct option){o->name, flag ? no_argument : required_argument, NULL, value};
        if (o->letter)
            lists.letters[length++] = o->letter;
        if (o->letter && !flag)
            lists.letters[length++] = ':';
    }
    return lists;
}

static const cli_option *find_option(const cli_command *command, int value) {
    if (value >= FIRST_VALUE)
        return cli_option_at(command, (size_t)(value - FIRST_VALUE));
    const cli_option *o = NULL;
    for (size_t i = 0; (o = cli_option_at(command, i)) != NULL && o->letter != value; i++)
        ;
    return o;
}

static void explain_unknown(const cli_command *command, const char *given) {
    const char *names[MOST_OPTIONS];
    size_t count = 0;
    const cli_option *o;
    for (; count < MOST_OPTIONS && (o = cli_option_at(command, count)) != NULL; count++)
        names[count] = o->name;
    char name[64];
    snprintf(name, sizeof name, "%s", given + strspn(given, "-"));
    name[strcspn(name, "=")] = 0;
    const char *nearest = sst_nearest_word(name, names, count);
    if (nearest)
        cli_misused(command, "there is no option %s; do you mean --%s?", given, nearest);
    else
        cli_misused(command, "there is no option %s", given);
}

static void explain_bad(const cli_command *command, int found, const char *given) {
    if (found == ':')
        cli_misused(command, "option %s needs a value", given);
    else if (optopt && strncmp(given, "--", 2) == 0)
        cli_misused(command, "option %s takes no value", given);
    else if (optopt)
        cli_misused(command, "there is no option -%c", optopt);
    else
        explain_unknown(command, given);
}

/* Exit code, or -1 to go on. */
static int take_options(const cli_command *command, int argc, char **argv, void *request) {
    option_lists lists = make_lists(command);
    opterr = 0;
    int found;
    while ((found = getopt_long(argc, argv, lists.letters, lists.names, NULL)) != -1) {
        if (found == SHOW_HELP)
            return cli_show_help(command);
        if (found == ':' || found == '?') {
            explain_bad(command, found, argv[optind - 1]);
            return SST_BAD_INPUT;
        }
        if (!cli_store(command, find_option(command, found), optarg, request))
            return SST_BAD_INPUT;
    }
    return -1;
}

static const char *noun_of(const cli_option *option) {
    return option->file ? option->file->noun : option->value;
}

static void explain_surplus(const cli_command *command, const char *given, const char *before) {
    const cli_option *only = cli_argument_at(command, 0);
    if (only && !cli_argument_at(command, 1))
        cli_misused(command, "found %s after %s, expected only one %s", given, before,
                    noun_of(only));
    else
        cli_misused(command, "found %s, expected %s", given, only ? "nothing more" : "no argument");
}

static void explain_missing(const cli_command *command, const cli_option *argument) {
    fprintf(stderr, "sidestep %s: found no %s, expected: ", command->name, noun_of(argument));
    cli_print_usage(command, stderr);
    fprintf(stderr, "\nFor example: %s\nTry: sidestep help %s\n", command->examples[0].line,
            command->name);
}

static bool take_arguments(const cli_command *command, int argc, char **argv, void *request) {
    size_t index = 0;
    const cli_option *due = cli_argument_at(command, 0);
    bool filled = false;
    for (int i = optind; i < argc; i++) {
        if (!due) {
            explain_surplus(command, argv[i], i > optind ? argv[i - 1] : "");
            return false;
        }
        if (!cli_store(command, due, argv[i], request))
            return false;
        filled = due->many;
        if (!due->many)
            due = cli_argument_at(command, ++index);
    }
    if (!due || due->optional || filled)
        return true;
    explain_missing(command, due);
    return false;
}

static bool has_required(const cli_command *command, const void *request) {
    const char *values[CLI_LIST_MOST];
    const cli_option *o;
    for (size_t i = 0; (o = cli_option_at(command, i)) != NULL; i++)
        if (o->required && cli_values_of(o, request, values) == 0) {
            cli_label label = cli_label_of(o);
            cli_misused(command, "found no %s, expected %s %s%s", label.text, label.text,
                        cli_value_text_of(o).text,
                        o->kind == CLI_OUTPUT ? " (- is standard output)" : "");
            return false;
        }
    return true;
}

int cli_parse(const cli_command *command, int argc, char **argv, void *request) {
    int code = take_options(command, argc, argv, request);
    if (code >= 0)
        return code;
    return take_arguments(command, argc, argv, request) && has_required(command, request) &&
                   cli_check_files(command, request)
               ? -1
               : SST_BAD_INPUT;
}
