/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Contents count, not dates: a file that was copied or checked out anew is the same. FNV-1a
 * (Fowler, Noll, Vo) of 64 bits tells changes that happen from one another; it is no shield against
 * those that somebody contrives. */

#include "experiment/files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t hash_of_nothing = UINT64_C(14695981039346656037);

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size) {
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ at[i]) * UINT64_C(1099511628211);
    return hash;
}

static sst_outcome hash_file(const char *path, ssti_report *report, uint64_t *hash) {
    char block[8192];
    size_t size;
    FILE *file = fopen(path, "rb");
    *hash = hash_of_nothing;
    while (file && (size = fread(block, 1, sizeof block, file)) > 0)
        *hash = hash_bytes(*hash, block, size);
    bool good = file && !ferror(file);
    if (!good)
        ssti_error(report, (ssti_place){0, 0}, "%s cannot be read: %s", path, strerror(errno));
    if (file)
        fclose(file);
    return good ? SST_DONE : SST_BAD_INPUT;
}

void ssti_files_free(ssti_files *files) {
    for (size_t i = 0; i < files->count; i++)
        free(files->list[i].path);
    free(files->list);
}

/* Null if it was not noted. */
static const ssti_named_file *find(const ssti_files *files, const char *path) {
    for (size_t i = 0; i < files->count; i++)
        if (strcmp(files->list[i].path, path) == 0)
            return &files->list[i];
    return NULL;
}

static sst_outcome note_one(ssti_files *files, const char *path, ssti_report *report) {
    uint64_t content;
    sst_outcome outcome = hash_file(path, report, &content);
    if (outcome != SST_DONE)
        return outcome;
    ssti_named_file *grown = realloc(files->list, (files->count + 1) * sizeof *grown);
    files->list = grown ? grown : files->list;
    char *copy = grown ? strdup(path) : NULL;
    if (!copy)
        return ssti_out_of_memory(report);
    files->list[files->count++] = (ssti_named_file){copy, content};
    return SST_DONE;
}

sst_outcome ssti_files_note(ssti_files *files, const sst_scenario *scenario, ssti_report *report,
                            uint64_t *content) {
    *content = scenario->file_count ? hash_of_nothing : 0;
    for (size_t i = 0; i < scenario->file_count; i++) {
        const char *path = scenario->files[i];
        sst_outcome outcome = find(files, path) ? SST_DONE : note_one(files, path, report);
        if (outcome != SST_DONE)
            return outcome;
        uint64_t of_one = find(files, path)->content;
        *content = hash_bytes(*content, &of_one, sizeof of_one);
    }
    return SST_DONE;
}

sst_outcome ssti_files_check(const ssti_files *files, const sst_scenario *scenario,
                             ssti_report *report) {
    for (size_t i = 0; i < scenario->file_count; i++) {
        const ssti_named_file *noted = find(files, scenario->files[i]);
        uint64_t content;
        sst_outcome outcome = hash_file(scenario->files[i], report, &content);
        if (outcome != SST_DONE)
            return outcome;
        if (noted && noted->content == content)
            continue;
        ssti_error(report, (ssti_place){0, 0},
                   "%s has changed since the experiment began: begin again", scenario->files[i]);
        return SST_BAD_INPUT;
    }
    return SST_DONE;
}
