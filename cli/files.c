/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Files of a command line, before any is opened: inputs that are not there or are something else,
 * with what to do instead, and outputs that would overwrite. Nobody is kept from changing a file in
 * between; then what opens it says so. */

#include "frame.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const cli_file_kind cli_scenario_file = {"scenario", ".yaml .yml .json"};
const cli_file_kind cli_recording_file = {"recording", ".h5 .hdf5 .sqlite .txt .csv"};
const cli_file_kind cli_people_file = {"recording", ".txt .csv"};
const cli_file_kind cli_picture_file = {"picture", ".png .svg .pdf"};
const cli_file_kind cli_table_file = {"table", ".csv"};
const cli_file_kind cli_geometry_file = {"geometry", ".wkt .geojson .json .txt"};

/* --- What to do instead -------------------------------------------------------------------- */

enum { MOST_NAMES = 1000 };

bool cli_name_ends(const char *name, const cli_file_kind *kind) {
    const char *end = strrchr(name, '.');
    size_t length = end ? strlen(end) : 0;
    for (const char *at = kind->ends; end && *at; at += strspn(at, " ")) {
        size_t size = strcspn(at, " ");
        if (size == length && strncmp(at, end, size) == 0)
            return true;
        at += size;
    }
    return false;
}

/* Names in a folder that end as those of the kind; to be freed one by one. */
static size_t list_names(const char *folder, const cli_file_kind *kind, char *names[MOST_NAMES]) {
    DIR *open = opendir(folder);
    struct dirent *entry;
    size_t count = 0;
    while (open && count < MOST_NAMES && (entry = readdir(open)) != NULL)
        if (entry->d_name[0] != '.' && cli_name_ends(entry->d_name, kind) &&
            (names[count] = strdup(entry->d_name)) != NULL)
            count++;
    if (open)
        closedir(open);
    return count;
}

static int compare_names(const void *left, const void *right) {
    return strcmp(*(char *const *)left, *(char *const *)right);
}

/* " holds a.yaml, b.yaml and 6 more" */
static void print_names(char *const *names, size_t count) {
    size_t shown = count > 4 ? 3 : count;
    for (size_t i = 0; i < shown; i++)
        fprintf(stderr, "%s%s",
                i == 0                           ? "; it holds "
                : i + 1 < shown || shown < count ? ", "
                                                 : " and ",
                names[i]);
    if (shown < count)
        fprintf(stderr, " and %zu more", count - shown);
}

static void explain_folder(const char *path, const cli_file_kind *kind) {
    char *names[MOST_NAMES];
    size_t count = list_names(path, kind, names);
    qsort(names, count, sizeof *names, compare_names);
    fprintf(stderr, "%s: error: is a folder, expected a file with a %s", path, kind->noun);
    print_names(names, count);
    fputc('\n', stderr);
    for (size_t i = 0; i < count; i++)
        free(names[i]);
}

/* Cuts the end of a name off, so that all ends alike do not make names alike. */
static char *without_end(const char *name) {
    char *stem = strdup(name);
    char *end = stem ? strrchr(stem, '.') : NULL;
    if (end && end > stem)
        *end = 0;
    return stem;
}

/* The name in the folder that is meant, whatever its end: an index, or `count`. */
static size_t nearest_name(const char *wanted, char *const *names, size_t count) {
    const char *stems[MOST_NAMES];
    char *stem = without_end(wanted);
    size_t known = 0, found = 0;
    while (known < count && (stems[known] = without_end(names[known])) != NULL)
        known++;
    const char *nearest = stem ? sst_nearest_word(stem, stems, known) : NULL;
    while (found < known && stems[found] != nearest)
        found++;
    for (size_t i = 0; i < known; i++)
        free((void *)(uintptr_t)stems[i]);
    free(stem);
    return found < known ? found : count;
}

static void explain_missing(const char *path, const cli_file_kind *kind) {
    const char *slash = strrchr(path, '/');
    int length = slash ? (int)(slash - path) + 1 : 0;
    char folder[4096];
    snprintf(folder, sizeof folder, "%.*s", length, path);
    char *names[MOST_NAMES];
    size_t count = list_names(*folder ? folder : ".", kind, names);
    qsort(names, count, sizeof *names, compare_names);
    size_t found = nearest_name(path + length, names, count);
    fprintf(stderr, "%s: error: there is no such file", path);
    if (found < count)
        fprintf(stderr, "; do you mean %s%s?", folder, names[found]);
    fputc('\n', stderr);
    for (size_t i = 0; i < count; i++)
        free(names[i]);
}

/* Binary kinds of recordings by their first bytes, and our CSV by its head. */
static bool is_recording(const char *path) {
    static const char *const heads[] = {"\x89HDF\r\n\x1a\n", "SQLite format 3", "step,time,agent,"};
    char head[17] = "";
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    head[fread(head, 1, sizeof head - 1, file)] = 0;
    fclose(file);
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        if (strncmp(head, heads[i], strlen(heads[i])) == 0)
            return true;
    return false;
}

static void explain_recording(const char *path, const cli_file_kind *kind) {
    if (kind == &cli_scenario_file)
        fprintf(
            stderr,
            "%s: error: is a recording, expected a scenario; sidestep info tells what it holds, "
            "and with --scenario prints the scenario it came from\n",
            path);
    else
        fprintf(stderr,
                "%s: error: is a recording of another kind, expected text of recorded people; "
                "turn it into that: sidestep convert %s people.txt\n",
                path, path);
}

static bool check_input(const char *path, const cli_file_kind *kind) {
    struct stat file;
    if (strcmp(path, "-") == 0)
        return true;
    if (stat(path, &file) != 0) {
        if (errno != ENOENT && errno != ENOTDIR)
            return true; /* who opens it says what is wrong */
        explain_missing(path, kind);
        return false;
    }
    if (S_ISDIR(file.st_mode)) {
        explain_folder(path, kind);
        return false;
    }
    bool text = kind == &cli_scenario_file || kind == &cli_people_file;
    if (text && S_ISREG(file.st_mode) && is_recording(path)) {
        explain_recording(path, kind);
        return false;
    }
    return true;
}

/* --- Overwriting --------------------------------------------------------------------------- */

/* A file on the command line. */
typedef struct named_file {
    const cli_option *option;
    const char *path;
} named_file;

enum { MOST_FILES = 4 * CLI_LIST_MOST };

static size_t collect(const cli_command *command, const void *request, named_file *files) {
    const char *values[CLI_LIST_MOST];
    size_t count = 0;
    for (const cli_option *o = command->options; o->kind != CLI_TABLE_END; o++) {
        if (o->kind != CLI_INPUT && o->kind != CLI_OUTPUT)
            continue;
        size_t found = cli_values_of(o, request, values);
        for (size_t i = 0; i < found && count < MOST_FILES; i++)
            files[count++] = (named_file){o, values[i]};
    }
    return count;
}

/* Whether both name one regular file, under whatever names; an input "-" is what standard input is
 * redirected from. Outputs that are not there yet have one name only. */
static bool is_same(const named_file *a, const named_file *b) {
    struct stat first, second;
    bool stdin_named = strcmp(a->path, "-") == 0 && a->option->kind == CLI_INPUT;
    int found = stdin_named ? fstat(STDIN_FILENO, &first) : stat(a->path, &first);
    if (!stdin_named && strcmp(a->path, b->path) == 0)
        return true;
    return found == 0 && stat(b->path, &second) == 0 && S_ISREG(first.st_mode) &&
           first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

static void explain_clash(const cli_command *command, const named_file *a, const named_file *b) {
    if (a->option->kind == CLI_OUTPUT)
        cli_misused(command, "found %s %s and %s %s, the same file", cli_label_of(a->option).text,
                    a->path, cli_label_of(b->option).text, b->path);
    else
        cli_misused(command, "%s would overwrite the %s %s", cli_label_of(b->option).text,
                    a->option->file->noun, a->path);
}

/* a before b; two inputs may be one file, but not both standard input. */
static bool may_stand_together(const cli_command *command, const named_file *a,
                               const named_file *b) {
    if (b->option->kind == CLI_OUTPUT && is_same(a, b)) {
        explain_clash(command, a, b);
        return false;
    }
    if (a->option->kind == CLI_INPUT && b->option->kind == CLI_INPUT && strcmp(a->path, "-") == 0 &&
        strcmp(b->path, "-") == 0) {
        cli_misused(command, "%s and %s cannot both be standard input", a->option->file->noun,
                    b->option->file->noun);
        return false;
    }
    return true;
}

static bool check_overwriting(const cli_command *command, named_file *files, size_t count) {
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < count; j++) {
            const named_file *a = &files[i], *b = &files[j];
            bool in_order =
                a->option->kind == b->option->kind ? i < j : a->option->kind == CLI_INPUT;
            if (in_order && !may_stand_together(command, a, b))
                return false;
        }
    return true;
}

bool cli_check_files(const cli_command *command, const void *request) {
    named_file files[MOST_FILES];
    size_t count = collect(command, request, files);
    for (size_t i = 0; i < count; i++)
        if (files[i].option->kind == CLI_INPUT &&
            !check_input(files[i].path, files[i].option->file))
            return false;
    return check_overwriting(command, files, count);
}
