/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* A step in two: whether it can be taken, and taking it. */
#ifndef SSTI_STEP_H
#define SSTI_STEP_H

#include "world/world_state.h"

/* What sst_world_step_seeing answers. Nothing is changed but what is made from the state. */
sst_result ssti_step_check(sst_world *world, const sst_sight *sights, size_t sight_count);
/* After a check that said OK. `report` may be null; `start` is when its total begins. */
void ssti_step_take(sst_world *world, const sst_sight *sights, size_t sight_count, uint64_t start,
                    sst_step_report *report);

#endif
