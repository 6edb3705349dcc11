/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The scenario reader on raw bytes: it refuses with a message, or gives a scenario that runs. */
#include "sidestep/sim.h"

#include <stdlib.h>

enum { MOST_AGENTS = 64, STEPS = 3 };

static void count_errors(const sst_message *message, void *context) {
    *(size_t *)context += !message->warning;
}

static void must(bool condition) {
    if (!condition)
        abort();
}

static void run(const sst_scenario *scenario) {
    sst_run_options options;
    sst_summary summary;
    sst_run_options_init(&options);
    options.steps = STEPS;
    must(sst_run(scenario, &options, (sst_reporter){0}, &summary) == SST_DONE);
    must(summary.steps == STEPS && summary.arrived <= summary.agents);
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
    if (scenario && sst_scenario_agent_count(scenario) <= MOST_AGENTS)
        run(scenario);
    sst_scenario_destroy(scenario);
    return 0;
}
