/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The readers of recordings that are files to a library, HDF5 and SQLite, on raw bytes: each
 * refuses with a message, or hands out frames in order that hold as many rows as the scan counted.
 * The content tells which it is. HDF5 reads in a process of its own, so that its crashes are not
 * seen here: what must hold is that none of them comes through. */
#include "recording_rows.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#include <sanitizer/common_interface_defs.h>
#define HAS_DEATH_CALLBACK
#endif
#endif

/* Crashes of the process that reads are none of ours: libFuzzer must not keep them. */
static void let_die(void) {
#ifdef HAS_DEATH_CALLBACK
    __sanitizer_set_death_callback(NULL);
#endif
}

/* In memory where there is such a folder; the journal of SQLite would lie beside it. */
static const char *write_file(const uint8_t *data, size_t size) {
    static char path[64];
    const char *folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(path, sizeof path, "%s/sidestep-fuzz-%ld", folder, (long)getpid());
    FILE *file = fopen(path, "wb");
    must(file && fwrite(data, 1, size, file) == size && fclose(file) == 0);
    return path;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static bool prepared;
    if (!prepared)
        prepared = pthread_atfork(NULL, NULL, let_die) == 0;
    size_t errors = 0;
    bool sqlite = size > 6 && memcmp(data, "SQLite", 6) == 0;
    ssti_report report = {.to = {count_errors, &errors}, .file = "fuzz"};
    const char *path = write_file(data, size);
    ssti_source *source =
        sqlite ? ssti_sqlite_source(path, &report) : ssti_h5_source(path, &report);
    read_recording(source, &errors);
    unlink(path);
    return 0;
}
