/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Scenarios written in a test, and what is said of them. */
#ifndef SIDESTEP_TESTS_SIM_SCENE_H
#define SIDESTEP_TESTS_SIM_SCENE_H

#include "sidestep/sim.h"

/* Collects messages, each "LINE:COLUMN: TEXT" and a newline. */
typedef struct sim_messages {
    char text[4096];
    size_t errors, warnings;
} sim_messages;

sst_reporter sim_collect(sim_messages *messages);

/* The line of the messages that holds `about`, from there on; a failed check and "" if none does.
 * `text` is what they are about. Ends the messages behind it. */
const char *sim_message_about(sim_messages *messages, const char *text, const char *about);
/* A format's text with `keys` in the place of its `%s`; until the next call. */
const char *sim_fill(const char *format, const char *keys);

/* Fails the test, with the messages, unless the text is a good scenario. */
sst_scenario *sim_scene(const char *text);
/* Runs a text's scenario with its own end, or so many steps if not SST_UNLIMITED. */
sst_summary sim_run(const char *text, uint64_t steps);

#endif
