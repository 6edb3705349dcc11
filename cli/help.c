/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* What --help prints, from a command's table: usage, what it does, the two most useful examples,
 * the options, then the rest. */

#include "frame.h"

#include <string.h>

enum { WIDTH = 80, WIDEST_LABEL = 26 };

/* The next line of a text, which moves on; its length. */
static size_t next_word(const char **text) {
    *text += strspn(*text, " ");
    return strcspn(*text, " \n");
}

void cli_print_flowed(const char *text, int column, int indent, FILE *file) {
    int at = column;
    bool first = true;
    for (size_t length; (length = next_word(&text)) > 0 || *text == '\n'; text += length) {
        if (*text == '\n') {
            length = 1;
            continue;
        }
        if (!first && at + 1 + (int)length > WIDTH) {
            fprintf(file, "\n%*s", indent, "");
            at = indent;
        } else if (!first) {
            fputc(' ', file);
            at++;
        }
        fprintf(file, "%.*s", (int)length, text);
        at += (int)length;
        first = false;
    }
}

/* Paragraphs, each flowed or, where lines start with a space, as it is. */
static void print_text(const char *text) {
    while (*text) {
        const char *end = strstr(text, "\n\n");
        size_t length = end ? (size_t)(end - text) : strlen(text);
        char paragraph[2048];
        snprintf(paragraph, sizeof paragraph, "%.*s", (int)length, text);
        if (*paragraph == ' ')
            fputs(paragraph, stdout);
        else
            cli_print_flowed(paragraph, 0, 0, stdout);
        fputs(end ? "\n\n" : "\n", stdout);
        text += length + (end ? 2 : 0);
    }
}

void cli_print_usage(const cli_command *command, FILE *file) {
    const cli_option *o;
    fprintf(file, "sidestep %s", command->name);
    for (size_t i = 0; (o = cli_argument_at(command, i)) != NULL; i++)
        fprintf(file, o->optional ? " [%s%s]" : " %s%s", cli_value_text_of(o).text,
                o->many ? "..." : "");
    for (size_t i = 0; (o = cli_option_at(command, i)) != NULL; i++)
        if (o->required)
            fprintf(file, " %s %s", cli_label_of(o).text, cli_value_text_of(o).text);
    fputs(" [OPTIONS]", file);
}

/* --- Options ------------------------------------------------------------------------------- */

typedef struct option_label {
    char text[160];
} option_label;

static option_label label_of(const cli_option *o) {
    option_label label;
    if (cli_is_argument(o)) {
        snprintf(label.text, sizeof label.text, "  %s", cli_value_text_of(o).text);
        return label;
    }
    char letter[5] = "    ";
    if (o->letter)
        snprintf(letter, sizeof letter, "-%c, ", o->letter);
    snprintf(label.text, sizeof label.text, "  %s--%s %s", letter, o->name,
             cli_value_text_of(o).text);
    return label;
}

static int column_of(const cli_command *command) {
    const cli_option *o;
    int column = 0;
    for (size_t i = 0; (o = cli_option_at(command, i)) != NULL; i++) {
        int length = (int)strlen(label_of(o).text);
        if (length > column && length <= WIDEST_LABEL)
            column = length;
    }
    return column + 2;
}

static void print_choices(const cli_choice *choices, int column) {
    for (; choices->word; choices++)
        if (choices->meaning) {
            printf("\n%*s%-9s", column + 2, "", choices->word);
            cli_print_flowed(choices->meaning, column + 11, column + 11, stdout);
        }
}

static void print_row(const cli_option *o, int column) {
    option_label label = label_of(o);
    char text[1024];
    snprintf(text, sizeof text, "%s%s%s", o->meaning, o->more ? "; " : "", o->more ? o->more : "");
    printf("%-*s", column, label.text);
    if ((int)strlen(label.text) > column - 2)
        printf("\n%*s", column, "");
    cli_print_flowed(text, column, column, stdout);
    if (o->kind == CLI_CHOICE)
        print_choices(o->choices, column);
    putchar('\n');
}

/* --- A command's help ---------------------------------------------------------------------- */

static void print_example(const cli_example *example) {
    if (example->says)
        printf("  # %s\n", example->says);
    for (const char *line = example->line; *line;) {
        size_t length = strcspn(line, "\n");
        printf("  %.*s\n", (int)length, line);
        line += length + (line[length] == '\n');
    }
}

static void print_rows(const cli_command *command) {
    const cli_option *o;
    int column = column_of(command);
    for (size_t i = 0; (o = cli_argument_at(command, i)) != NULL; i++)
        print_row(o, column);
    fputs("\nOptions:\n", stdout);
    for (size_t i = 0; (o = cli_option_at(command, i)) != NULL; i++)
        print_row(o, column);
}

static void print_examples(const cli_example *examples, size_t count) {
    for (size_t i = 0; i < count && examples[i].line; i++)
        print_example(&examples[i]);
}

int cli_show_help(const cli_command *command) {
    size_t count = 0;
    while (command->examples[count].line)
        count++;
    fputs("Usage: ", stdout);
    cli_print_usage(command, stdout);
    fputs("\n\n", stdout);
    print_text(command->about);
    putchar('\n');
    print_examples(command->examples, 2);
    putchar('\n');
    print_rows(command);
    if (command->details) {
        putchar('\n');
        print_text(command->details);
    }
    if (count > 2) {
        fputs("\nMore examples:\n", stdout);
        print_examples(command->examples + 2, count - 2);
    }
    return cli_finish_stdout();
}
