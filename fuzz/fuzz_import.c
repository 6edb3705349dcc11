/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The importer of recorded people on raw bytes: it refuses with a message, or writes a scenario
 * that the reader takes. The first byte chooses the kind of recording, as the digits 0 to 4, and 7
 * is any with frame rate and unit told. */
#include "sidestep/sim.h"

#include <stdlib.h>

static void count_errors(const sst_message *message, void *context) {
    *(size_t *)context += !message->warning;
}

static void must(bool condition) {
    if (!condition)
        abort();
}

static void fuzz_recording(unsigned kind, const uint8_t *data, size_t size) {
    size_t errors = 0, text_size = 0;
    char *text = NULL;
    sst_reporter reporter = {count_errors, &errors};
    sst_import_options options;
    sst_import_options_init(&options);
    options.format = kind <= SST_IMPORT_PEDPY ? (sst_import_format)kind : SST_IMPORT_AUTO;
    options.frame_rate = kind >= SST_IMPORT_PEDPY ? 25 : 0;
    options.metres_per_unit = kind > SST_IMPORT_PEDPY ? 0.01 : 0;
    sst_outcome outcome =
        sst_import_bytes(data, size, "fuzz", &options, reporter, &text, &text_size);
    must((outcome == SST_DONE) == (errors == 0) && (outcome == SST_DONE) == (text != NULL));
    if (text) {
        sst_scenario *scenario = NULL;
        must(sst_scenario_read(text, text_size, "fuzz", reporter, &scenario) == SST_DONE);
        sst_scenario_destroy(scenario);
    }
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > 0)
        fuzz_recording(data[0] % 8, data + 1, size - 1);
    return 0;
}
