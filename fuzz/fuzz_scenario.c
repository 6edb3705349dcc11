/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The scenario reader on raw bytes: it refuses with a message, or gives a scenario that runs and
 * can be checked. */
#include "checks.h"

#include <math.h>

enum { MOST_AGENTS = 64, STEPS = 3 };

static void run(const sst_scenario *scenario) {
    sst_run_options options;
    sst_summary summary;
    sst_run_options_init(&options);
    options.steps = STEPS;
    must(sst_run(scenario, &options, (sst_reporter){0}, &summary) == SST_DONE);
    must(summary.steps == STEPS && summary.arrived <= summary.agents);
}

/* A number, or none; never infinite. */
static void check_text(const sst_advice *advice, void *context) {
    (void)context;
    must(advice->code[0] && advice->text[0] && !isinf(advice->recommended));
}

static void check(const sst_scenario *scenario) {
    sst_check_options options;
    sst_check_summary summary;
    sst_check_options_init(&options);
    must(sst_scenario_check(scenario, &options, (sst_reporter){0}, (sst_advisor){check_text, NULL},
                            &summary) == SST_DONE);
}

/* libfyaml 0.7.12 loses a kilobyte on some texts with a broken quote; its leaks are not ours. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) {
    return "leak:libfyaml";
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    size_t errors = 0;
    sst_reporter reporter = {count_errors, &errors};
    sst_scenario *scenario = NULL;
    sst_outcome outcome = sst_scenario_read(data, size, "fuzz", reporter, &scenario);
    must((outcome == SST_DONE) == (errors == 0) && (outcome == SST_DONE) == (scenario != NULL));
    if (scenario && sst_scenario_agent_count(scenario) <= MOST_AGENTS) {
        run(scenario);
        check(scenario);
    }
    sst_scenario_destroy(scenario);
    return 0;
}
