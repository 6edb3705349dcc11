/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* How near discs come to each other while each moves straight and evenly within one step. */
#ifndef SIDESTEP_SIM_APPROACH_H
#define SIDESTEP_SIM_APPROACH_H

#include "sidestep/sim.h"

/* An agent's way within one step. */
typedef struct ssti_disc {
    sst_point from, to;
    double radius;
    uint32_t agent; /* number in the scenario */
    uint32_t layers, mask, obstacle_mask;
} ssti_disc;

/* Between surfaces; negative = overlap [m]. */
typedef struct ssti_approach {
    double least, at_end;
} ssti_approach;

ssti_approach ssti_closest_approach(const ssti_disc *a, const ssti_disc *b);

/* Whether at least one of the two avoids the other; the rest pass through each other on purpose. */
bool ssti_discs_meet(const ssti_disc *a, const ssti_disc *b);

#endif
