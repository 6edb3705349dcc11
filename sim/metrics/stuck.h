/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Times in which agents are stuck, as events: who, from when, how long, where, and what is in the
 * way. */
#ifndef SIDESTEP_SIM_STUCK_H
#define SIDESTEP_SIM_STUCK_H

#include "metrics/journey.h"
#include "metrics/near.h"

typedef struct ssti_agent_stuck {
    bool open;
    sst_stuck event;   /* while open */
    uint32_t count;    /* closed */
    sst_stuck longest; /* of these, the first if several */
} ssti_agent_stuck;

typedef struct ssti_stuck {
    ssti_agent_stuck *agents; /* by number */
    size_t agent_count;
    sst_stuck *closed; /* in this step */
    size_t closed_count, closed_capacity;
    uint64_t causes[SST_STUCK_CAUSES]; /* closed events by cause */
    sst_stuck first[SST_FIRST_STUCK];  /* of the closed ones by begin, then by agent */
} ssti_stuck;

/* What an agent that gets stuck sees. */
typedef struct ssti_surroundings {
    sst_world *world;
    const ssti_near *near;  /* filled with */
    const ssti_disc *discs; /* these */
    size_t self;            /* among them */
    sst_vec2 preferred;
} ssti_surroundings;

/* False when out of memory. */
bool ssti_stuck_init(ssti_stuck *stuck, size_t agent_count);
void ssti_stuck_free(ssti_stuck *stuck);

/* Before the agents of a step. */
void ssti_stuck_begin_step(ssti_stuck *stuck);
/* Takes one agent's journey after a step that ended at `time`. */
sst_result ssti_stuck_step(ssti_stuck *stuck, const ssti_journey *journey,
                           const ssti_surroundings *around, double time);
/* Closes all; the run is over. False when out of memory. */
bool ssti_stuck_end(ssti_stuck *stuck);

uint64_t ssti_stuck_count(const ssti_stuck *stuck); /* closed events */

#endif
