/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Steps of agents in which something could not be guaranteed. */
#ifndef SIDESTEP_SIM_STATUSES_H
#define SIDESTEP_SIM_STATUSES_H

#include "sidestep/sim.h"

/* Steps with SST_STATUS_RELAXED and so on. */
typedef struct ssti_status_steps {
    uint64_t relaxed, truncated, contact, blocked;
} ssti_status_steps;

typedef struct ssti_statuses {
    ssti_status_steps *agents; /* by number */
    ssti_status_steps total;
    struct ssti_slot *slots; /* of the step, by id */
    size_t slot_capacity;
} ssti_statuses;

/* False when out of memory. */
bool ssti_statuses_init(ssti_statuses *statuses, size_t agent_count);
void ssti_statuses_free(ssti_statuses *statuses);

/* Takes the step that the world just made: agents [count] by number, with their ids. */
sst_result ssti_statuses_step(ssti_statuses *statuses, sst_world *world, const uint32_t *agents,
                              const sst_agent_id *ids, size_t count);

#endif
