/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The readers of text recordings on raw bytes: each refuses with a message, or hands out frames in
 * order that hold as many rows as the scan counted. */
#include "replay/scan.h"

#include <stdio.h>
#include <stdlib.h>

static void count_errors(const sst_message *message, void *context) {
    *(size_t *)context += !message->warning;
}

static void must(bool condition) {
    if (!condition)
        abort();
}

typedef struct counted {
    uint64_t frames, rows, last_step;
} counted;

static bool count_frame(const ssti_frame *frame, void *context) {
    counted *c = context;
    must(frame->count > 0 && (c->frames == 0 || frame->step > c->last_step));
    c->frames++;
    c->rows += frame->count;
    c->last_step = frame->step;
    return true;
}

static void read_all(ssti_source *source, const size_t *errors) {
    ssti_scan scan;
    if (ssti_scan_rows(source, &scan) != SST_DONE) {
        must(*errors > 0);
        return;
    }
    counted c = {0};
    must(ssti_each_frame(source, &scan, count_frame, &c) == SST_DONE);
    must(c.frames == scan.frames && c.rows == scan.rows && c.last_step == scan.last_step);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The first byte chooses the reader. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    size_t errors = 0;
    if (size < 2)
        return 0;
    ssti_report report = {.to = {count_errors, &errors}, .file = "fuzz"};
    FILE *file = fmemopen((void *)(uintptr_t)(data + 1), size - 1, "rb");
    must(file != NULL);
    ssti_source_hints hints = {10, data[0] & 2 ? 1 : 0};
    ssti_source *source =
        data[0] & 1 ? ssti_csv_source(file, &report) : ssti_petrack_source(file, hints, &report);
    if (source)
        read_all(source, &errors);
    else
        must(errors > 0);
    ssti_source_close(source);
    return 0;
}
