/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Manual pages in mdoc, from the tables that --help prints: sidestep(1), and one for each command,
 * sidestep-run(1). The words are those of help; only the dress differs. */

#include "frame.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* --- Text ---------------------------------------------------------------------------------- */

/* So that roff takes it as it is: no control line, no escape, and - as typed. */
static void print_escaped(const char *text, size_t length) {
    if (length && (*text == '.' || *text == '\''))
        fputs("\\&", stdout);
    for (size_t i = 0; i < length; i++)
        if (text[i] == '\\')
            fputs("\\e", stdout);
        else if (text[i] == '-')
            fputs("\\-", stdout);
        else
            putchar(text[i]);
}

static bool ends_sentence(const char *word, size_t length) {
    return length > 1 && strchr(".?!", word[length - 1]) && !strstr("...", word) &&
           word[length - 2] != '.';
}

/* Each sentence begins a line, and no line is long. */
static void print_sentences(const char *text, size_t length) {
    const char *end = text + length;
    int column = 0;
    while (text < end) {
        text += strspn(text, " \n");
        size_t word = strcspn(text, " \n");
        if (text >= end || word == 0)
            break;
        if (word > (size_t)(end - text))
            word = (size_t)(end - text);
        if (column > 0 && column + (int)word >= 76) {
            putchar('\n');
            column = 0;
        } else if (column > 0) {
            putchar(' ');
        }
        print_escaped(text, word);
        column += (int)word + 1;
        if (ends_sentence(text, word)) {
            putchar('\n');
            column = 0;
        }
        text += word;
    }
    if (column > 0)
        putchar('\n');
}

static void print_literal(const char *text, size_t length) {
    fputs(".Bd -literal\n", stdout);
    while (length > 0) {
        const char *end = memchr(text, '\n', length);
        size_t line = end ? (size_t)(end - text) : length;
        print_escaped(text, line);
        putchar('\n');
        line += end != NULL;
        text += line;
        length -= line;
    }
    fputs(".Ed\n", stdout);
}

static void print_paragraphs(const char *text) {
    for (bool first = true; *text; first = false) {
        const char *end = strstr(text, "\n\n");
        size_t length = end ? (size_t)(end - text) : strlen(text);
        if (*text == ' ') {
            print_literal(text, length);
        } else {
            if (!first)
                fputs(".Pp\n", stdout);
            print_sentences(text, length);
        }
        text += length + (end ? 2 : 0);
    }
}

/* --- Parts of a page ----------------------------------------------------------------------- */

/* The day of the sources where their builder names it, as for everything reproducible. */
static void print_date(void) {
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    time_t now = epoch ? (time_t)strtoll(epoch, NULL, 10) : time(NULL);
    struct tm *day = gmtime(&now);
    char month[32], year[32];
    if (day && strftime(month, sizeof month, "%B", day) && strftime(year, sizeof year, "%Y", day))
        printf(".Dd %s %d, %s\n", month, day->tm_mday, year);
    else
        fputs(".Dd January 1, 1970\n", stdout);
}

static void print_head(const char *title, const char *name, const char *summary) {
    print_date();
    fputs(".Dt ", stdout);
    for (; *title; title++)
        putchar(*title >= 'a' && *title <= 'z' ? *title - 'a' + 'A' : *title);
    printf(" 1\n.Os Sidestep %s\n.Sh NAME\n.Nm %s\n.Nd ", SIDESTEP_VERSION, name);
    print_escaped(summary, strlen(summary));
    putchar('\n');
}

static void print_synopsis_option(const cli_option *o) {
    printf(".%s", o->required ? "" : "Op ");
    fputs("Fl ", stdout);
    if (o->letter)
        printf("%c", o->letter);
    else
        printf("\\-%s", o->name);
    if (o->kind != CLI_FLAG)
        printf(" Ar %s", cli_value_text_of(o).text);
    putchar('\n');
}

static void print_synopsis(const cli_command *command) {
    const cli_option *o;
    printf(".Sh SYNOPSIS\n.Nm \"sidestep %s\"\n", command->name);
    for (size_t i = 0; (o = cli_option_at(command, i)) != NULL; i++)
        print_synopsis_option(o);
    for (size_t i = 0; (o = cli_argument_at(command, i)) != NULL; i++)
        printf(".%sAr %s%s\n", o->optional ? "Op " : "", cli_value_text_of(o).text,
               o->many ? " ..." : "");
}

static void print_choice_list(const cli_choice *choices) {
    fputs(".Bl -tag -width Ds -compact\n", stdout);
    for (; choices->word; choices++) {
        printf(".It Cm %s\n", choices->word);
        print_sentences(choices->meaning, strlen(choices->meaning));
    }
    fputs(".El\n", stdout);
}

static void print_item(const cli_option *o) {
    fputs(".It ", stdout);
    if (o->letter)
        printf("Fl %c , ", o->letter);
    if (o->name)
        printf("Fl \\-%s%s", o->name, o->kind == CLI_FLAG ? "" : " ");
    if (o->kind != CLI_FLAG)
        printf("Ar %s", cli_value_text_of(o).text);
    putchar('\n');
    char text[1024];
    snprintf(text, sizeof text, "%s%s%s.", o->meaning, o->more ? "; " : "", o->more ? o->more : "");
    print_sentences(text, strlen(text));
    if (o->kind == CLI_CHOICE && o->choices->meaning)
        print_choice_list(o->choices);
}

static void print_items(const cli_command *command) {
    const cli_option *o;
    fputs(".Pp\nArguments and options:\n.Bl -tag -width Ds\n", stdout);
    for (size_t i = 0; (o = cli_argument_at(command, i)) != NULL; i++)
        print_item(o);
    for (size_t i = 0; (o = cli_option_at(command, i)) != NULL; i++)
        print_item(o);
    fputs(".El\n", stdout);
}

static void print_exit_status(void) {
    fputs(".Sh EXIT STATUS\n.Bl -tag -width Ds -compact\n"
          ".It 0\ndone\n"
          ".It 2\nbad input: a file or a command line that is not as expected\n"
          ".It 1\nanything else, such as a full disk or an interrupted run\n"
          ".El\n",
          stdout);
}

static void print_examples(const cli_example *examples) {
    fputs(".Sh EXAMPLES\n", stdout);
    for (; examples->line; examples++) {
        if (examples->says)
            printf("%s:\n", examples->says);
        print_literal(examples->line, strlen(examples->line));
    }
}

/* Of all pages but `without`, in the order of their names. */
static void print_see_also(const cli_command *without) {
    const cli_command *const *commands = cli_commands();
    fputs(".Sh SEE ALSO\n", stdout);
    if (without)
        fputs(".Xr sidestep 1 ,\n", stdout);
    const char *last = "";
    for (const cli_command *next = commands[0]; next;) {
        next = NULL;
        for (size_t i = 0; commands[i]; i++)
            if (strcmp(commands[i]->name, last) > 0 &&
                (!next || strcmp(commands[i]->name, next->name) < 0))
                next = commands[i];
        if (next && next != without)
            printf(".Xr sidestep\\-%s 1 ,\n", next->name);
        last = next ? next->name : last;
    }
    fputs(".Xr sidestep\\-scenario 5\n", stdout);
}

/* --- Pages --------------------------------------------------------------------------------- */

static void print_command_page(const cli_command *command) {
    char name[64];
    snprintf(name, sizeof name, "sidestep-%s", command->name);
    print_head(name, name, command->summary);
    print_synopsis(command);
    fputs(".Sh DESCRIPTION\n", stdout);
    print_paragraphs(command->about);
    print_items(command);
    if (command->details) {
        fputs(".Pp\n", stdout);
        print_paragraphs(command->details);
    }
    print_exit_status();
    print_examples(command->examples);
    print_see_also(command);
}

static void print_overview_page(void) {
    print_head("sidestep", "sidestep", "agents that avoid each other, simulated");
    fputs(".Sh SYNOPSIS\n.Nm\n.Ar COMMAND\n.Op Ar OPTIONS\n.Ar ...\n.Nm\n.Fl \\-version\n"
          ".Sh DESCRIPTION\n"
          "Each agent picks, each step, the velocity nearest to the one it wants that its\n"
          "neighbours and the obstacles permit (reciprocal collision avoidance).\n"
          ".Pp\nCommands, each with a page of its own:\n.Bl -tag -width completion\n",
          stdout);
    for (size_t i = 0; cli_commands()[i]; i++) {
        printf(".It Cm %s\n", cli_commands()[i]->name);
        print_sentences(cli_commands()[i]->summary, strlen(cli_commands()[i]->summary));
    }
    fputs(".El\n", stdout);
    print_exit_status();
    fputs(".Sh EXAMPLES\n.Bd -literal\n", stdout);
    for (size_t i = 0; cli_commands()[i]; i++) {
        const char *line = cli_commands()[i]->examples[0].line;
        print_escaped(line, strlen(line));
        putchar('\n');
    }
    fputs(".Ed\n", stdout);
    print_see_also(NULL);
}

int cli_show_manual(const cli_command *command) {
    if (command)
        print_command_page(command);
    else
        print_overview_page();
    return cli_finish_stdout();
}
