/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Which way of writing a file name asks for. */

#include "record/recorder.h"
#include "report/file.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static const struct kind {
    const char *extension;
    ssti_recorder_open_fn open;
} kinds[] = {
    {".csv", ssti_csv_open},       {".h5", ssti_h5_open},       {".hdf5", ssti_h5_open},
    {".sqlite", ssti_sqlite_open}, {".txt", ssti_petrack_open},
};
enum { KIND_COUNT = sizeof kinds / sizeof *kinds };

static const struct kind *kind_of(const char *extension) {
    for (size_t i = 0; i < KIND_COUNT; i++)
        if (strcasecmp(extension, kinds[i].extension) == 0)
            return &kinds[i];
    return NULL;
}

static const struct kind *find_kind(const char *path) {
    const char *name = strrchr(path, '/');
    const char *extension = strrchr(name ? name : path, '.');
    const struct kind *kind = extension ? kind_of(extension) : NULL;
    if (!kind && ssti_file_is_stream(path)) /* has no extension to speak of */
        return kind_of(".csv");
    return extension ? kind : kind_of(".h5");
}

bool ssti_recorder_is_known(const char *path, sst_reporter reporter) {
    if (find_kind(path))
        return true;
    ssti_report report = {.to = reporter, .file = path};
    char known[80] = "";
    for (size_t i = 0; i < KIND_COUNT; i++) {
        size_t length = strlen(known);
        snprintf(known + length, sizeof known - length, "%s%s", i ? ", " : "", kinds[i].extension);
    }
    ssti_error(&report, (ssti_place){0, 0},
               "the name tells no known kind of recording, expected one that ends in %s", known);
    return false;
}

sst_outcome ssti_recorder_open(const char *path, const ssti_recording *recording,
                               sst_reporter reporter, ssti_recorder **recorder) {
    if (!ssti_recorder_is_known(path, reporter))
        return SST_BAD_INPUT;
    ssti_report report = {.to = reporter, .file = ssti_file_name(path, "standard output")};
    ssti_recorder *opened = find_kind(path)->open(path, recording, report);
    if (!opened)
        return SST_FAILED;
    *recorder = opened;
    return SST_DONE;
}
