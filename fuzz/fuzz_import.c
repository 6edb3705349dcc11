/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The importer of recorded people on raw bytes: it refuses with a message, or writes a scenario
 * that the reader takes. */
#include "sidestep/sim.h"

#include <stdlib.h>

static void count_errors(const sst_message *message, void *context) {
    *(size_t *)context += !message->warning;
}

static void must(bool condition) {
    if (!condition)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    size_t errors = 0, text_size = 0;
    char *text = NULL;
    sst_reporter reporter = {count_errors, &errors};
    sst_import_options options;
    sst_import_options_init(&options);
    sst_outcome outcome =
        sst_import_obsmat_bytes(data, size, "fuzz", &options, reporter, &text, &text_size);
    must((outcome == SST_DONE) == (errors == 0) && (outcome == SST_DONE) == (text != NULL));
    if (text) {
        sst_scenario *scenario = NULL;
        must(sst_scenario_read(text, text_size, "fuzz", reporter, &scenario) == SST_DONE);
        sst_scenario_destroy(scenario);
    }
    free(text);
    return 0;
}
