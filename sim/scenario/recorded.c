/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Recordings of a scenario, whole in memory: its agents ask for their rows one after another, and
 * rows lie by time in the file. One that is bad is remembered too, so that it is reported once. */

#include "scenario/recorded.h"
#include "replay/scan.h"
#include "report/plain_locale.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The name as seen from the scenario's folder; null without memory. */
static char *path_from_scenario(const char *scenario, const char *file) {
    const char *slash = strrchr(scenario, '/');
    size_t folder = slash && *file != '/' ? (size_t)(slash - scenario) + 1 : 0;
    size_t length = strlen(file) + 1;
    char *path = malloc(folder + length);
    if (!path)
        return NULL;
    memcpy(path, scenario, folder);
    memcpy(path + folder, file, length);
    return path;
}

static int by_agent(const void *left, const void *right) {
    const ssti_row *a = left, *b = right;
    if (a->agent != b->agent)
        return a->agent < b->agent ? -1 : 1;
    return (a->step > b->step) - (a->step < b->step);
}

static sst_outcome read_rows(ssti_source *source, ssti_recorded *recorded) {
    ssti_scan scan;
    sst_outcome outcome = ssti_scan_rows(source, &scan);
    if (outcome != SST_DONE || scan.rows == 0)
        return outcome;
    recorded->every = scan.every;
    recorded->time_step = ssti_source_time_step(source, &scan);
    outcome = ssti_load_rows(source, scan.rows, &recorded->rows);
    if (outcome != SST_DONE)
        return outcome;
    recorded->row_count = (size_t)scan.rows;
    qsort(recorded->rows, recorded->row_count, sizeof *recorded->rows, by_agent);
    return SST_DONE;
}

static sst_outcome read_recording(ssti_recorded *recorded, sst_reporter reporter) {
    ssti_source *source = NULL;
    ssti_locale locale;
    if (!ssti_locale_enter(&locale))
        return SST_FAILED;
    sst_outcome outcome = ssti_source_open(recorded->path, recorded->hints, reporter, &source);
    if (outcome == SST_DONE)
        outcome = read_rows(source, recorded);
    ssti_source_close(source);
    ssti_locale_leave(&locale);
    return outcome;
}

/* Devices and pipes could give other rows each time, or none for ever. */
static bool is_plain_file(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

static void fill(ssti_reader *reader, const ssti_node *node, ssti_recorded *made) {
    if (!is_plain_file(made->path)) {
        ssti_expected(reader, node, "file", "a recording; there is no such file");
        return;
    }
    sst_outcome outcome = read_recording(made, reader->report->to);
    reader->out_of_memory |= outcome == SST_FAILED;
    if (outcome != SST_DONE)
        ssti_expected(reader, node, "file", "a recording that can be read");
    else if (made->row_count == 0)
        ssti_expected(reader, node, "file", "a recording with rows");
    else if (!(made->time_step > 0))
        ssti_expected(reader, node, "file",
                      "a recording that tells its frame rate, or `fps` beside it");
}

static bool is_same(const ssti_recorded *a, const ssti_recorded *b) {
    return strcmp(a->path, b->path) == 0 && a->hints.frame_rate == b->hints.frame_rate &&
           a->hints.metres == b->hints.metres;
}

/* What comes of the scenario depends on it. */
static void note_file(ssti_reader *reader, const char *path) {
    sst_scenario *s = reader->scenario;
    for (size_t i = 0; i < s->file_count; i++)
        if (strcmp(s->files[i], path) == 0)
            return;
    char **grown = realloc(s->files, (s->file_count + 1) * sizeof *grown);
    s->files = grown ? grown : s->files;
    char *copy = grown ? strdup(path) : NULL;
    if (copy)
        s->files[s->file_count++] = copy;
    else
        reader->out_of_memory = true;
}

const ssti_recorded *ssti_recorded_find(ssti_reader *reader, const ssti_node *node,
                                        const ssti_recorded_name *name) {
    ssti_recorded *made = calloc(1, sizeof *made), *found = reader->recorded;
    if (!made || !(made->path = path_from_scenario(reader->scenario->file, name->file))) {
        free(made);
        reader->out_of_memory = true;
        return NULL;
    }
    made->hints = name->hints;
    while (found && !is_same(found, made))
        found = found->next;
    if (found) {
        free(made->path);
        free(made);
    } else {
        found = made;
        found->next = reader->recorded;
        reader->recorded = found;
        note_file(reader, found->path);
        fill(reader, node, found);
    }
    return found->row_count && found->time_step > 0 ? found : NULL;
}

ssti_range ssti_recorded_rows(const ssti_recorded *recorded, uint32_t agent) {
    size_t low = 0, high = recorded->row_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (recorded->rows[middle].agent < agent)
            low = middle + 1;
        else
            high = middle;
    }
    ssti_range range = {low, 0};
    while (low + range.count < recorded->row_count &&
           recorded->rows[low + range.count].agent == agent)
        range.count++;
    return range;
}

void ssti_recorded_free(ssti_reader *reader) {
    while (reader->recorded) {
        ssti_recorded *first = reader->recorded;
        reader->recorded = first->next;
        free(first->path);
        free(first->rows);
        free(first);
    }
}
