/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* What one agent believes of the others it has seen of late. */
#ifndef SIDESTEP_SIM_TRACKS_H
#define SIDESTEP_SIM_TRACKS_H

#include "sense/sense.h"

typedef struct ssti_belief {
    uint32_t other; /* number in the scenario */
    sst_track track;
    double unseen; /* since the last measurement [s] */
} ssti_belief;

typedef struct ssti_beliefs {
    ssti_belief *list; /* sorted by number */
    size_t count, capacity;
} ssti_beliefs;

/* The belief about `other`, made if there is none; null when out of memory. Valid until the next
 * call. */
ssti_belief *ssti_beliefs_about(ssti_beliefs *beliefs, uint32_t other);
/* Takes all a step ahead, and forgets who was not measured for longer than the sense's memory. */
void ssti_beliefs_age(ssti_beliefs *beliefs, const ssti_sense *sense, float time_step);
void ssti_beliefs_free(ssti_beliefs *beliefs);

#endif
