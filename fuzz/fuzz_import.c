/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The importer of recorded people on raw bytes: it refuses with a message, or writes a scenario
 * that the reader takes. The first byte chooses the kind of recording, as the digits 0 to 4; 5 and
 * 6 are geometry; 7 is any recording with frame rate and unit told. */
#include "checks.h"
#include "import/geometry.h"

/* GeoJSON is YAML: libfyaml 0.7.12 loses memory on some texts with a broken quote, which is not
 * ours. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) {
    return "leak:libfyaml\n";
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

static void fuzz_geometry(const uint8_t *data, size_t size, bool in_metres) {
    size_t errors = 0;
    ssti_report report = {.to = {count_errors, &errors}, .file = "fuzz"};
    ssti_geometry geometry = {0};
    sst_outcome outcome =
        ssti_geometry_read((const char *)data, size, in_metres, &report, &geometry);
    must((outcome == SST_DONE) == (report.errors == 0));
    for (size_t i = 0; i < geometry.shape_count && outcome == SST_DONE; i++)
        must(geometry.shapes[i].count >= 2);
    if (outcome == SST_DONE && geometry.shape_count > 0)
        ssti_geometry_is_walkable(&geometry, geometry.points[0]);
    ssti_geometry_free(&geometry);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    unsigned kind = size > 0 ? data[0] % 8 : 0;
    if (kind == 5 || kind == 6)
        fuzz_geometry(data + 1, size - 1, kind == 6);
    else if (size > 0)
        fuzz_recording(kind, data + 1, size - 1);
    return 0;
}
