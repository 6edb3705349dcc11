/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* sidestep completion: what a shell needs to complete command lines, from the tables of all
 * commands. Each shell gets one function or list in its own words; what they share is which files
 * fit where. */

#include "frame.h"

#include <string.h>

/* The ends of a kind of file without their points and with a joint: "yaml|yml|json". */
static void print_ends(const cli_file_kind *kind, char joint) {
    for (const char *at = kind->ends; *at; at++)
        if (*at == ' ')
            putchar(joint);
        else if (*at != '.')
            putchar(*at);
}

static bool is_file(const cli_option *option) {
    return option->kind == CLI_INPUT || option->kind == CLI_OUTPUT;
}

static void print_words(const cli_option *option) {
    if (option->kind == CLI_COMMAND)
        for (size_t i = 0; cli_commands()[i]; i++)
            printf("%s%s", i ? " " : "", cli_commands()[i]->name);
    else
        for (size_t i = 0; option->choices[i].word; i++)
            printf("%s%s", i ? " " : "", option->choices[i].word);
}

static bool has_words(const cli_option *option) {
    return option->kind == CLI_CHOICE || option->kind == CLI_COMMAND;
}

/* A text within single quotes, each of the marks behind the escape; a shell's own way to say '. */
static void print_quoted(const char *text, const char *marks, const char *quote) {
    for (; *text; text++)
        if (*text == '\'')
            fputs(quote, stdout);
        else
            printf("%s%c", strchr(marks, *text) ? "\\" : "", *text);
}

/* --- bash ---------------------------------------------------------------------------------- */

static void print_bash_answer(const cli_option *option) {
    if (has_words(option)) {
        fputs("_sidestep_words '", stdout);
        print_words(option);
        fputs("'", stdout);
    } else if (is_file(option)) {
        fputs("_sidestep_files '", stdout);
        if (option->file)
            print_ends(option->file, '|');
        fputs("'", stdout);
    } else {
        fputs(":", stdout);
    }
}

/* What comes behind an option that takes a value. */
static void print_bash_values(const cli_command *command) {
    const cli_option *o;
    for (size_t i = 0; (o = cli_option_at(command, i)) != NULL; i++) {
        if (o->kind == CLI_FLAG)
            continue;
        printf("    '%s --%s'", command->name, o->name);
        if (o->letter)
            printf(" | '%s -%c'", command->name, o->letter);
        fputs(") ", stdout);
        print_bash_answer(o);
        fputs("; return ;;\n", stdout);
    }
}

static void print_bash_command(const cli_command *command) {
    const cli_option *o, *first = cli_argument_at(command, 0);
    printf("    '%s -'*) _sidestep_words '", command->name);
    for (size_t i = 0; (o = cli_option_at(command, i)) != NULL; i++) {
        printf("%s--%s", i ? " " : "", o->name);
        if (o->letter)
            printf(" -%c", o->letter);
    }
    fputs("' ;;\n", stdout);
    if (!first)
        return;
    printf("    '%s '*) ", command->name);
    print_bash_answer(first);
    fputs(" ;;\n", stdout);
}

static void print_for_each(void (*print)(const cli_command *command)) {
    for (size_t i = 0; cli_commands()[i]; i++)
        print(cli_commands()[i]);
}

static void print_bash(void) {
    static const cli_option any_command = {.kind = CLI_COMMAND};
    fputs("# bash completion of sidestep, made by: sidestep completion bash\n\n"
          "_sidestep_words() {\n"
          "    mapfile -t COMPREPLY < <(compgen -W \"$1\" -- \"$cur\")\n"
          "}\n\n"
          "# Files that end so, and folders; all files where none does.\n"
          "_sidestep_files() {\n"
          "    local shopt_was\n"
          "    compopt -o filenames 2>/dev/null\n"
          "    shopt_was=$(shopt -p extglob)\n"
          "    shopt -s extglob\n"
          "    mapfile -t COMPREPLY < <(compgen -f -X \"!*.@($1)\" -- \"$cur\"; compgen -d -- "
          "\"$cur\")\n"
          "    [[ $1 && ${#COMPREPLY[@]} -gt 0 ]] || mapfile -t COMPREPLY < <(compgen -f -- "
          "\"$cur\")\n"
          "    $shopt_was\n"
          "}\n\n"
          "_sidestep() {\n"
          "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}\n"
          "    local command=${COMP_WORDS[1]}\n"
          "    COMPREPLY=()\n"
          "    # --option=value is three words to bash.\n"
          "    if [[ $cur == = ]]; then\n"
          "        cur=\n"
          "    elif [[ $prev == = && COMP_CWORD -gt 2 ]]; then\n"
          "        prev=${COMP_WORDS[COMP_CWORD - 2]}\n"
          "    fi\n"
          "    if ((COMP_CWORD == 1)); then\n"
          "        _sidestep_words '",
          stdout);
    print_words(&any_command);
    fputs(" --help --version'\n        return\n    fi\n    case \"$command $prev\" in\n", stdout);
    print_for_each(print_bash_values);
    fputs("    esac\n    case \"$command $cur\" in\n", stdout);
    print_for_each(print_bash_command);
    fputs("    esac\n}\n\ncomplete -F _sidestep sidestep\n", stdout);
}

/* --- zsh ----------------------------------------------------------------------------------- */

static void print_zsh_text(const char *text) {
    print_quoted(text, "[]:\\", "'\\''");
}

/* ":what it is:how to complete it" */
static void print_zsh_value(const cli_option *option) {
    putchar(':');
    print_zsh_text(cli_value_text_of(option).text);
    putchar(':');
    if (has_words(option)) {
        putchar('(');
        print_words(option);
        putchar(')');
    } else if (is_file(option) && option->file) {
        fputs("_files -g \"*.(", stdout);
        print_ends(option->file, '|');
        fputs(")\"", stdout);
    } else if (is_file(option)) {
        fputs("_files", stdout);
    }
}

static void print_zsh_option(const cli_option *option) {
    bool flag = option->kind == CLI_FLAG;
    fputs("        ", stdout);
    if (option->many)
        fputs("'*'", stdout);
    else if (option->letter)
        printf("'(-%c --%s)'", option->letter, option->name);
    if (option->letter)
        printf("{-%c%s,--%s%s}'[", option->letter, flag ? "" : "+", option->name, flag ? "" : "=");
    else
        printf("'--%s%s[", option->name, flag ? "" : "=");
    print_zsh_text(option->meaning);
    putchar(']');
    if (!flag)
        print_zsh_value(option);
    fputs("' \\\n", stdout);
}

static void print_zsh_command(const cli_command *command) {
    const cli_option *o;
    printf("    %s) _arguments -s -S \\\n", command->name);
    for (size_t i = 0; (o = cli_option_at(command, i)) != NULL; i++)
        print_zsh_option(o);
    for (size_t i = 0; (o = cli_argument_at(command, i)) != NULL; i++) {
        if (o->many)
            fputs("        '*", stdout);
        else
            printf("        '%zu", i + 1);
        print_zsh_value(o);
        fputs("' \\\n", stdout);
    }
    fputs("        ;;\n", stdout);
}

static void print_zsh_summary(const cli_command *command) {
    printf("            '%s:", command->name);
    print_zsh_text(command->summary);
    fputs("'\n", stdout);
}

static void print_zsh(void) {
    fputs("#compdef sidestep\n"
          "# zsh completion of sidestep, made by: sidestep completion zsh\n\n"
          "_sidestep() {\n"
          "    local command=$words[2]\n"
          "    if ((CURRENT == 2)); then\n"
          "        local -a commands=(\n",
          stdout);
    print_for_each(print_zsh_summary);
    fputs("            '--help:the list of commands'\n"
          "            '--version:the version'\n"
          "        )\n"
          "        _describe command commands\n"
          "        return\n"
          "    fi\n"
          "    shift words\n"
          "    ((CURRENT--))\n"
          "    case $command in\n",
          stdout);
    print_for_each(print_zsh_command);
    fputs("    esac\n}\n\n"
          "# Found by its name it is the function's body; sourced it announces itself.\n"
          "if [[ $funcstack[1] == _sidestep ]]; then\n"
          "    _sidestep \"$@\"\n"
          "else\n"
          "    compdef _sidestep sidestep\n"
          "fi\n",
          stdout);
}

/* --- fish ---------------------------------------------------------------------------------- */

static void print_fish_text(const char *text) {
    print_quoted(text, "\\", "\\'");
}

static void print_fish_value(const cli_option *option) {
    if (has_words(option)) {
        fputs(" -xa '", stdout);
        print_words(option);
        putchar('\'');
    } else if (is_file(option) && option->file) {
        fputs(" -xa '(__sidestep_files ", stdout);
        print_ends(option->file, ' ');
        fputs(")'", stdout);
    } else {
        fputs(is_file(option) ? " -rF" : " -x", stdout);
    }
}

static void print_fish_row(const cli_command *command, const cli_option *option) {
    printf("complete -c sidestep -n '__fish_seen_subcommand_from %s'", command->name);
    if (option->letter)
        printf(" -s %c", option->letter);
    if (option->name)
        printf(" -l %s", option->name);
    if (option->kind != CLI_FLAG)
        print_fish_value(option);
    fputs(" -d '", stdout);
    print_fish_text(option->meaning);
    fputs("'\n", stdout);
}

static void print_fish_command(const cli_command *command) {
    const cli_option *o;
    printf("complete -c sidestep -n __fish_use_subcommand -a %s -d '", command->name);
    print_fish_text(command->summary);
    fputs("'\n", stdout);
    for (size_t i = 0; (o = cli_argument_at(command, i)) != NULL; i++)
        print_fish_row(command, o);
    for (size_t i = 0; (o = cli_option_at(command, i)) != NULL; i++)
        print_fish_row(command, o);
}

static void print_fish(void) {
    fputs("# fish completion of sidestep, made by: sidestep completion fish\n\n"
          "function __sidestep_files -d 'Files that end so, and folders; all where none does'\n"
          "    set -l token (string replace -r -- '^--[^=]*=' '' (commandline -ct))\n"
          "    set -l files (complete -C \"__fish_command_without_completions $token\")\n"
          "    string match -r -- '.*/$|.*\\.(?:'(string join '|' $argv)')$' $files\n"
          "    or printf '%s\\n' $files\n"
          "end\n\n"
          "complete -c sidestep -f\n"
          "complete -c sidestep -n __fish_use_subcommand -l help -s h -d 'the list of commands'\n"
          "complete -c sidestep -n __fish_use_subcommand -l version -d 'the version'\n",
          stdout);
    print_for_each(print_fish_command);
}

/* --- Command ------------------------------------------------------------------------------- */

typedef struct completion_request {
    int shell; /* of the choices */
} completion_request;

static int run(const cli_command *command, int argc, char **argv) {
    static void (*const print[])(void) = {print_bash, print_zsh, print_fish};
    completion_request request = {0};
    int code = cli_parse(command, argc, argv, &request);
    if (code >= 0)
        return code;
    print[request.shell]();
    return cli_finish_stdout();
}

static const cli_choice shells[] = {{"bash", "source <(sidestep completion bash)"},
                                    {"zsh", "source <(sidestep completion zsh), behind compinit"},
                                    {"fish", "sidestep completion fish | source"},
                                    {NULL, NULL}};

static const cli_option options[] = {{.kind = CLI_CHOICE,
                                      .value = "SHELL",
                                      .choices = shells,
                                      .meaning = "the shell, and what to put into its startup file",
                                      .place = offsetof(completion_request, shell)},
                                     {0}};

static const cli_example examples[] = {
    {"source <(sidestep completion bash)", NULL},
    {"sidestep completion fish > ~/.config/fish/completions/sidestep.fish", NULL},
    {NULL, NULL}};

const cli_command cli_completion_command = {
    .name = "completion",
    .summary = "let the Tab key complete commands, options and files",
    .about = "Prints what a shell needs to complete sidestep's commands, options, their words, and "
             "files of the right kind, when the Tab key is pressed. `make install` installs it.",
    .options = options,
    .examples = examples,
    .run = run};
