/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Who comes near whom within a step: a grid of moving discs. */
#ifndef SIDESTEP_SIM_NEAR_H
#define SIDESTEP_SIM_NEAR_H

#include "metrics/approach.h"

typedef struct ssti_near ssti_near;

ssti_near *ssti_near_create(void); /* null when out of memory */
void ssti_near_destroy(ssti_near *near);

/* Takes the discs of a step, which must stay where they are. False when out of memory. */
bool ssti_near_fill(ssti_near *near, const ssti_disc *discs, size_t count);

/* Gets another disc's index; false ends the visit. */
typedef bool (*ssti_near_fn)(size_t other, void *context);

/* Visits all others whose surfaces may have come within `gap` [m] of the disc's within the step, or
 * may touch it within `time` [s, >= 0] from its end on; and some more. */
void ssti_near_visit(const ssti_near *near, size_t index, double gap, double time,
                     ssti_near_fn visit, void *context);

/* No two discs are farther apart [m]. */
double ssti_near_extent(const ssti_near *near);

#endif
