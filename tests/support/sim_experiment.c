/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

#include "sim_experiment.h"
#include "harness.h"
#include "report/file.h"

sst_experiment *sim_experiment(sim_messages *messages, const char *text, const char *file) {
    sst_experiment *experiment = NULL;
    sst_experiment_read(text, strlen(text), file, sim_collect(messages), &experiment);
    return experiment;
}

sst_experiment_options sim_experiment_options(uint32_t jobs, const char *const *output) {
    sst_experiment_options options;
    sst_experiment_options_init(&options);
    options.job_count = jobs;
    options.outputs = output;
    options.output_count = 1;
    return options;
}

char *sim_read_file(const char *path) {
    ssti_report report = {0};
    ssti_bytes bytes;
    if (!CHECK_MSG(ssti_file_read(path, 1 << 24, &report, &bytes) == SST_DONE, "%s", path))
        return calloc(1, 1);
    char *text = realloc(bytes.data, bytes.size + 1);
    text[bytes.size] = 0;
    return text;
}
