/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The agents' decisions: from the state before the step to the velocity that each takes next. */
#ifndef SSTI_DECIDE_H
#define SSTI_DECIDE_H

#include "world/obstacles.h"
#include "world/world_state.h"

/* Sorts the agents for the decisions to come. */
void ssti_prepare_decisions(sst_world *world);

/* Every agent decides; the next velocities, the status and the violation of each are written. */
void ssti_decide(sst_world *world);

/* An agent as the solver takes it, and how it looks for edges. */
sst_solve_agent ssti_solve_agent_of(const ssti_agents *agents, size_t slot);
ssti_edge_query ssti_edge_query_of(const sst_world *world, const sst_solve_agent *agent,
                                   size_t slot);

#endif
