/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The least gap between agents and obstacles over a whole run, and their collisions. */
#ifndef SIDESTEP_SIM_WALLS_H
#define SIDESTEP_SIM_WALLS_H

#include "metrics/approach.h"

typedef struct ssti_walls {
    double least; /* [m]; infinity as long as no obstacle was seen */
    uint64_t collisions;
    uint8_t *touching; /* by agent: in contact with an obstacle */
    uint8_t *collided; /* by agent, the caller's: set for those in a collision; null = not wanted */
} ssti_walls;

/* The initial state; false when out of memory. */
bool ssti_walls_init(ssti_walls *walls, size_t agent_count);
void ssti_walls_free(ssti_walls *walls);

/* Takes the step that the world just made, `duration` long. */
sst_result ssti_walls_step(ssti_walls *walls, sst_world *world, const ssti_disc *discs,
                           size_t count, float duration);

#endif
