/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Files in and out. A file is read in pieces until its end, so that pipes work and a file that
 * grows meanwhile does no harm. */

#define _XOPEN_SOURCE 700 /* realpath */

#include "report/file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const ssti_place whole_file = {0, 0};

const char *ssti_file_name(const char *path, const char *standard) {
    return strcmp(path, "-") == 0 ? standard : path;
}

static sst_outcome read_all(FILE *file, size_t most, ssti_report *report, ssti_bytes *bytes) {
    size_t capacity = 1 << 16, size = 0;
    char *data = malloc(capacity);
    while (data) {
        size += fread(data + size, 1, capacity - size, file);
        if (size < capacity || size > most)
            break;
        capacity *= 2;
        char *grown = realloc(data, capacity);
        if (!grown)
            free(data);
        data = grown;
    }
    if (!data)
        return ssti_out_of_memory(report);
    *bytes = (ssti_bytes){data, size};
    return SST_DONE;
}

static sst_outcome check_read(FILE *file, size_t most, ssti_report *report, ssti_bytes *bytes) {
    if (!ferror(file) && bytes->size <= most)
        return SST_DONE;
    if (ferror(file))
        ssti_error(report, whole_file, "cannot be read: %s", strerror(errno));
    else
        ssti_error(report, whole_file, "found more than %zu MiB", most >> 20);
    free(bytes->data);
    return SST_BAD_INPUT;
}

sst_outcome ssti_file_read(const char *path, size_t most, ssti_report *report, ssti_bytes *bytes) {
    bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdin : fopen(path, "rb");
    if (!file) {
        ssti_error(report, whole_file, "cannot be opened: %s", strerror(errno));
        return SST_BAD_INPUT;
    }
    sst_outcome outcome = read_all(file, most, report, bytes);
    if (outcome == SST_DONE)
        outcome = check_read(file, most, report, bytes);
    if (!standard)
        fclose(file);
    return outcome;
}

FILE *ssti_file_create(const char *path, ssti_report *report) {
    FILE *file = strcmp(path, "-") == 0 ? stdout : fopen(path, "wb");
    if (!file)
        ssti_error(report, whole_file, "cannot be created: %s", strerror(errno));
    return file;
}

static bool report_write(ssti_report *report, int cause) {
    ssti_error(report, whole_file, "cannot be written: %s",
               cause ? strerror(cause) : "an earlier write failed");
    return false;
}

/* Of a write that failed some time before: what hardly anything but writing leaves behind. */
static int cause_before(int cause) {
    static const int causes[] = {ENOSPC, EFBIG, EPIPE, EDQUOT, EIO};
    for (size_t i = 0; i < sizeof causes / sizeof *causes; i++)
        if (cause == causes[i])
            return cause;
    return 0;
}

bool ssti_file_flush(FILE *file, ssti_report *report) {
    int before = ferror(file) ? cause_before(errno) : 0;
    bool broken = ferror(file);
    errno = 0;
    if (fflush(file) != 0 || broken)
        return report_write(report, errno ? errno : before);
    return true;
}

bool ssti_file_close(FILE *file, ssti_report *report) {
    bool flushed = ssti_file_flush(file, report);
    if (file == stdout)
        return flushed;
    bool closed = fclose(file) == 0;
    return flushed && (closed || report_write(report, errno));
}

bool ssti_new_file_begin(ssti_new_file *file, const char *path, ssti_report *report) {
    static const char end[] = ".new";
    size_t length = strlen(path);
    *file = (ssti_new_file){path, malloc(length + sizeof end)};
    if (!file->temporary) {
        ssti_out_of_memory(report);
        return false;
    }
    memcpy(file->temporary, path, length);
    memcpy(file->temporary + length, end, sizeof end);
    unlink(file->temporary); /* of a run that was killed */
    return true;
}

bool ssti_new_file_show(ssti_new_file *file, ssti_report *report) {
    if (rename(file->temporary, file->path) != 0) {
        ssti_error(report, whole_file, "cannot be created: %s", strerror(errno));
        return false;
    }
    free(file->temporary);
    file->temporary = NULL;
    return true;
}

void ssti_new_file_drop(ssti_new_file *file) {
    if (file->temporary)
        unlink(file->temporary);
    free(file->temporary);
    file->temporary = NULL;
}

bool ssti_file_is_stream(const char *path) {
    struct stat about;
    return strcmp(path, "-") == 0 || (stat(path, &about) == 0 && !S_ISREG(about.st_mode));
}

bool ssti_whole_file_open(ssti_whole_file *file, const char *path, ssti_report *report) {
    *file = (ssti_whole_file){0};
    if (!ssti_file_is_stream(path)) {
        file->target = realpath(path, NULL);
        if (!ssti_new_file_begin(&file->new, file->target ? file->target : path, report)) {
            ssti_whole_file_drop(file);
            return false;
        }
        file->stream = fopen(file->new.temporary, "wb");
    }
    if (file->stream)
        return true;
    ssti_new_file_drop(&file->new);
    file->stream = ssti_file_create(path, report);
    if (!file->stream)
        ssti_whole_file_drop(file);
    return file->stream != NULL;
}

bool ssti_whole_file_close(ssti_whole_file *file, ssti_report *report) {
    FILE *stream = file->stream;
    file->stream = NULL;
    bool good = ssti_file_close(stream, report) &&
                (!file->new.temporary || ssti_new_file_show(&file->new, report));
    ssti_whole_file_drop(file);
    return good;
}

void ssti_whole_file_drop(ssti_whole_file *file) {
    if (file->stream && file->stream != stdout)
        fclose(file->stream);
    file->stream = NULL;
    ssti_new_file_drop(&file->new);
    free(file->target);
    file->target = NULL;
}
