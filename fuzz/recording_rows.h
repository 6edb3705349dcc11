/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* A source of rows read to its end: the frames come in order, and hold as many rows as the scan
 * counted; or there was a message. */
#ifndef SIDESTEP_FUZZ_RECORDING_ROWS_H
#define SIDESTEP_FUZZ_RECORDING_ROWS_H

#include "checks.h"
#include "replay/scan.h"

typedef struct counted {
    uint64_t frames, rows, last_step;
} counted;

static inline bool count_frame(const ssti_frame *frame, void *context) {
    counted *c = context;
    must(frame->count > 0 && (c->frames == 0 || frame->step > c->last_step));
    c->frames++;
    c->rows += frame->count;
    c->last_step = frame->step;
    return true;
}

/* Closes it. Null is a source that did not open. Answers false where it broke off behind the scan.
 */
static inline bool read_recording(ssti_source *source, const size_t *errors) {
    ssti_scan scan;
    counted c = {0};
    bool scanned = source && ssti_scan_rows(source, &scan) == SST_DONE;
    bool read = scanned && ssti_each_frame(source, &scan, count_frame, &c) == SST_DONE;
    must(read || *errors > 0);
    must(!read || (c.frames == scan.frames && c.rows == scan.rows &&
                   (c.frames == 0 || c.last_step == scan.last_step)));
    ssti_source_close(source);
    return read || !scanned;
}

#endif
