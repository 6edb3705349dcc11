/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The last steps of all agents, in a ring. */

#include "sense/history.h"

#include <stdlib.h>

bool ssti_history_init(ssti_history *history, size_t agent_count, size_t depth) {
    *history = (ssti_history){.agent_count = agent_count, .depth = depth};
    if (agent_count > 0 && depth > SIZE_MAX / sizeof *history->moments / agent_count)
        return false;
    history->moments = calloc(agent_count * depth + 1, sizeof *history->moments);
    return history->moments != NULL;
}

void ssti_history_free(ssti_history *history) {
    free(history->moments);
    *history = (ssti_history){0};
}

static ssti_moment *place_of(const ssti_history *history, uint64_t step, uint32_t agent) {
    return &history->moments[(size_t)(step % history->depth) * history->agent_count + agent];
}

void ssti_history_note(ssti_history *history, uint64_t step, uint32_t agent, sst_point position,
                       sst_vec2 velocity) {
    *place_of(history, step, agent) = (ssti_moment){position, velocity, step + 1};
}

const ssti_moment *ssti_history_at(const ssti_history *history, uint64_t step, uint32_t agent) {
    const ssti_moment *moment = place_of(history, step, agent);
    return moment->step == step + 1 ? moment : NULL;
}
