/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The readers of text recordings on raw bytes: each refuses with a message, or hands out frames in
 * order that hold as many rows as the scan counted. */
#include "recording_rows.h"

#include <stdio.h>

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
    must(read_recording(source, &errors)); /* nothing can go wrong behind the scan */
    return 0;
}
