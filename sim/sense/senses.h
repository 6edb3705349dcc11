/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* What agents with senses of their own see in a step. */
#ifndef SIDESTEP_SIM_SENSES_H
#define SIDESTEP_SIM_SENSES_H

#include "scenario/scenario.h"

typedef struct ssti_senses ssti_senses;

/* The agents present before a step, each array [count], in the order of entering. */
typedef struct ssti_crowd {
    size_t count;
    const uint32_t *numbers;
    const sst_agent_id *ids;
    const sst_point *positions;
    const sst_vec2 *preferred; /* velocities */
} ssti_crowd;

/* `senses` gets null if no agent of the scenario has a sense. False when out of memory. */
bool ssti_senses_create(const sst_scenario *scenario, ssti_senses **senses);
void ssti_senses_destroy(ssti_senses *senses); /* null is fine */

/* The sights [count] for sst_world_step_seeing, valid until the next call. */
sst_result ssti_senses_look(ssti_senses *senses, sst_world *world, const ssti_crowd *crowd,
                            uint64_t step, const sst_sight **sights, size_t *count);

#endif
