/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Scenarios whose world repeats along an axis. Without one everything here leaves things as they
 * are. */
#ifndef SIDESTEP_SIM_PERIODIC_H
#define SIDESTEP_SIM_PERIODIC_H

#include "scenario/scenario.h"

void ssti_read_periodic(ssti_reader *reader, const ssti_node *map);
/* Whether the period is long enough for what the agents see; a report if not. */
void ssti_check_periodic(ssti_reader *reader);
void ssti_apply_periodic(const ssti_periodic *periodic, sst_world_def *def);

static inline bool ssti_is_periodic(const ssti_periodic *periodic) {
    return periodic->axis != SST_AXIS_NONE;
}

/* By axis; 0 along which the world does not repeat. */
sst_point ssti_periodic_length(const ssti_periodic *periodic);
/* A place's image in the range. */
sst_point ssti_periodic_place(const ssti_periodic *periodic, sst_point place);
/* A place's image that is nearest to another place. */
sst_point ssti_periodic_nearest(const ssti_periodic *periodic, sst_point place, sst_point to);
/* The images of a place in the range that can matter there: itself, that a period before and that a
 * period behind. Answers how many, 1 or 3. */
int ssti_periodic_images(const ssti_periodic *periodic, sst_point place, sst_point images[3]);

#endif
