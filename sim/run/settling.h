/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Agents that share a goal and stay there: those who do not get the place settle around it. */
#ifndef SIDESTEP_SIM_SETTLING_H
#define SIDESTEP_SIM_SETTLING_H

#include "metrics/journey.h"

typedef struct ssti_settling ssti_settling;

/* `settling` gets null if nobody shares a goal, or the profile is classic. False when out of
 * memory.
 */
bool ssti_settling_create(const sst_scenario *scenario, ssti_settling **settling);
void ssti_settling_destroy(ssti_settling *settling); /* null is fine */

/* Whether the agent of that number, on its journey, has settled by now; one that has prefers to
 * stand. */
sst_result ssti_settling_look(ssti_settling *settling, sst_world *world, uint32_t number,
                              sst_agent_id id, const ssti_journey *journey, bool *settled);

#endif
