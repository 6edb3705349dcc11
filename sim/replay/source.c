/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Which kind of recording a file is. Its first bytes tell; the name does not matter. */

#include "replay/source.h"
#include "report/file.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const ssti_place whole_file = {0, 0};

#define MOST_STEPS 1e15

/* Everything is read twice, so that a pipe is put into a file of its own first. */
static FILE *spool(FILE *from) {
    FILE *file = tmpfile();
    char bytes[1 << 14];
    size_t count;
    while (file && (count = fread(bytes, 1, sizeof bytes, from)) > 0)
        if (fwrite(bytes, 1, count, file) != count)
            break;
    if (file && (ferror(from) || ferror(file) || fseek(file, 0, SEEK_SET) != 0)) {
        fclose(file);
        file = NULL;
    }
    return file;
}

static FILE *open_file(const char *path, ssti_report *report) {
    bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdin : fopen(path, "rb");
    if (!file) {
        ssti_error(report, whole_file, "cannot be opened: %s", strerror(errno));
        return NULL;
    }
    if (fseek(file, 0, SEEK_SET) == 0 && !standard)
        return file;
    FILE *spooled = spool(file);
    if (!spooled)
        ssti_error(report, whole_file, "cannot be read: %s", strerror(errno));
    if (!standard)
        fclose(file);
    return spooled;
}

static bool starts_with(const char *bytes, size_t size, const char *what, size_t length) {
    return size >= length && memcmp(bytes, what, length) == 0;
}

static ssti_source *open_kind(const char *path, FILE *file, ssti_source_hints hints,
                              ssti_report *report) {
    static const char h5[] = "\x89HDF\r\n\x1a\n", sqlite[] = "SQLite format 3";
    static const char csv[] = "step,time,agent,";
    char bytes[20];
    size_t size = fread(bytes, 1, sizeof bytes, file);
    if (ferror(file) || fseek(file, 0, SEEK_SET) != 0) {
        ssti_error(report, whole_file, "cannot be read: %s", strerror(errno));
        fclose(file);
        return NULL;
    }
    size_t mark = starts_with(bytes, size, "\xef\xbb\xbf", 3) ? 3 : 0;
    if (starts_with(bytes + mark, size - mark, csv, sizeof csv - 1))
        return ssti_csv_source(file, report);
    bool is_h5 = starts_with(bytes, size, h5, sizeof h5 - 1);
    if (!is_h5 && !starts_with(bytes, size, sqlite, sizeof sqlite))
        return ssti_petrack_source(file, hints, report);
    fclose(file);
    if (strcmp(path, "-") != 0)
        return is_h5 ? ssti_h5_source(path, report) : ssti_sqlite_source(path, report);
    ssti_error(report, whole_file, "found a binary recording, expected CSV or PeTrack text");
    return NULL;
}

sst_outcome ssti_source_open(const char *path, ssti_source_hints hints, sst_reporter reporter,
                             ssti_source **source) {
    ssti_report report = {.to = reporter, .file = ssti_file_name(path, "standard input")};
    FILE *file = open_file(path, &report);
    ssti_source *opened = file ? open_kind(path, file, hints, &report) : NULL;
    if (!opened)
        return ssti_outcome_of(&report);
    if (hints.frame_rate > 0) {
        opened->told.frame_rate = hints.frame_rate;
        opened->told.time_step = 0;
    }
    *source = opened;
    return SST_DONE;
}

size_t ssti_event_size(ssti_event_kind kind) {
    return kind == SSTI_COLLISIONS ? sizeof(sst_collision) : sizeof(sst_stuck);
}

enum { EVENTS_AT_ONCE = 512 };

bool ssti_source_events(ssti_source *source, ssti_event_kind kind, ssti_events_fn take,
                        void *context) {
    union {
        sst_collision collision;
        sst_stuck stuck;
    } rows[EVENTS_AT_ONCE];
    size_t count = 1;
    while (source->as->events && count > 0) {
        if (!source->as->events(source, kind, rows, EVENTS_AT_ONCE, &count) ||
            (count > 0 && !take(rows, count, context)))
            return false;
    }
    return true;
}

void ssti_source_close(ssti_source *source) {
    if (!source)
        return;
    ssti_told told = source->told;
    source->as->close(source);
    free(told.scenario);
    free(told.scenario_text);
    free(told.profile);
    free(told.version);
    free(told.geometry);
    free(told.agents);
}

bool ssti_step_of(ssti_source *source, ssti_place place, double frame, uint64_t *step) {
    double every = source->told.every ? (double)source->told.every : 1;
    if (frame >= 0 && frame == floor(frame) && frame * every <= MOST_STEPS) {
        *step = (uint64_t)frame * (uint64_t)every;
        return true;
    }
    ssti_error(&source->report, place, "found frame %.17g, expected a whole number from 0 to %.17g",
               frame, floor(MOST_STEPS / every));
    return false;
}

bool ssti_agent_number(ssti_report *report, ssti_place place, double number, uint32_t *agent) {
    if (number >= 0 && number <= (double)(UINT32_MAX - 1) && number == floor(number)) {
        *agent = (uint32_t)number;
        return true;
    }
    ssti_error(report, place, "found agent %.17g, expected a whole number from 0 to 4294967294",
               number);
    return false;
}

bool ssti_is_place(ssti_report *report, sst_point place) {
    if (fabs(place.x) <= 1e15 && fabs(place.y) <= 1e15)
        return true;
    ssti_error(report, whole_file, "found the place (%g, %g), expected numbers within +-1e15",
               place.x, place.y);
    return false;
}
