/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* All figures of pairs of agents, in one pass over those who are near each other. */
#ifndef SIDESTEP_SIM_PAIRS_H
#define SIDESTEP_SIM_PAIRS_H

#include "metrics/approach.h"
#include "metrics/collisions.h"
#include "metrics/near.h"

/* What is farther ahead does not matter to people (docs/metrics.md) [s]. */
#define SSTI_COLLISION_HORIZON 3.0
/* Hall's zones, from the own surface to the nearest one's centre [m]. */
#define SSTI_INTIMATE 0.45
#define SSTI_PERSONAL 1.2

typedef struct ssti_agent_pairs {
    double least_gap;               /* [m]; infinity as long as there was nobody */
    double least_time_to_collision; /* [s]; infinity if none was within the horizon */
    double intimate, personal;      /* time with somebody in the zone [s] */
} ssti_agent_pairs;

typedef struct ssti_pairs {
    ssti_agent_pairs *agents; /* by number */
    uint32_t *index_of;       /* by number: index in the step's discs; who is not there: anything */
    ssti_near *near;
    size_t agent_count;
    uint32_t layers, masks; /* of all discs of the step together */
} ssti_pairs;

/* False when out of memory. */
bool ssti_pairs_init(ssti_pairs *pairs, size_t agent_count);
void ssti_pairs_free(ssti_pairs *pairs);

/* Takes one step of all agents present, from `time` on, `duration` long; tells `collisions` of all
 * contacts. False when out of memory. */
bool ssti_pairs_step(ssti_pairs *pairs, const ssti_disc *discs, size_t count, double time,
                     double duration, ssti_collisions *collisions);

#endif
