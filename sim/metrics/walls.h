/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Agents against obstacles: each one's least gap over a whole run, and its contacts. */
#ifndef SIDESTEP_SIM_WALLS_H
#define SIDESTEP_SIM_WALLS_H

#include "metrics/approach.h"
#include "metrics/collisions.h"

typedef struct ssti_walls {
    double *least; /* by agent number [m]; infinity as long as no obstacle was seen */
} ssti_walls;

/* False when out of memory. */
bool ssti_walls_init(ssti_walls *walls, size_t agent_count);
void ssti_walls_free(ssti_walls *walls);

/* Takes the step that the world just made, from `time` on, `duration` long; tells `collisions` of
 * all contacts. */
sst_result ssti_walls_step(ssti_walls *walls, sst_world *world, const ssti_disc *discs,
                           size_t count, double time, double duration, ssti_collisions *collisions);

#endif
