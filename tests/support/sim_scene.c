/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

#include "sim_scene.h"
#include "harness.h"

static void collect(const sst_message *message, void *context) {
    sim_messages *messages = context;
    size_t length = strlen(messages->text);
    snprintf(messages->text + length, sizeof messages->text - length, "%u:%u: %s\n",
             (unsigned)message->line, (unsigned)message->column, message->text);
    *(message->warning ? &messages->warnings : &messages->errors) += 1;
}

sst_reporter sim_collect(sim_messages *messages) {
    *messages = (sim_messages){0};
    return (sst_reporter){collect, messages};
}

const char *sim_message_about(sim_messages *messages, const char *text, const char *about) {
    char *found = strstr(messages->text, about);
    if (!CHECK_MSG(found, "%s: no message with \"%s\": %s", text, about, messages->text))
        return "";
    found[strcspn(found, "\n")] = 0;
    return found;
}

const char *sim_fill(const char *format, const char *keys) {
    static char text[1024];
    const char *place = strstr(format, "%s");
    snprintf(text, sizeof text, "%.*s%s%s", (int)(place - format), format, keys, place + 2);
    return text;
}

sst_scenario *sim_scene(const char *text) {
    sim_messages messages;
    sst_scenario *scenario = NULL;
    sst_outcome outcome =
        sst_scenario_read(text, strlen(text), "test", sim_collect(&messages), &scenario);
    CHECK_MSG(outcome == SST_DONE, "%s\n%s", text, messages.text);
    return scenario;
}

sst_summary sim_run(const char *text, uint64_t steps) {
    sst_summary summary = {0};
    sim_messages messages;
    sst_scenario *scenario = sim_scene(text);
    if (!scenario)
        return summary;
    sst_run_options options;
    sst_run_options_init(&options);
    options.steps = steps;
    sst_outcome outcome = sst_run(scenario, &options, sim_collect(&messages), &summary);
    CHECK_MSG(outcome == SST_DONE, "%s\n%s", text, messages.text);
    sst_scenario_destroy(scenario);
    return summary;
}
