/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Agents against obstacles. All obstacles together count as one partner: an agent that slides from
 * one wall onto the next without coming off has one contact. The world tells how near an agent came
 * within a step, not when; so an overlap lasts whole steps, and its place is where the step ended.
 */

#include "metrics/walls.h"

#include <math.h>
#include <stdlib.h>

/* Farther than any two points of a world. */
static const double everywhere = 4 * SST_MAX_COORDINATE;

bool ssti_walls_init(ssti_walls *walls, size_t agent_count) {
    walls->least = malloc((agent_count + 1) * sizeof *walls->least);
    for (size_t i = 0; walls->least && i < agent_count; i++)
        walls->least[i] = HUGE_VAL;
    return walls->least;
}

void ssti_walls_free(ssti_walls *walls) {
    free(walls->least);
}

static void note_contact(const ssti_disc *d, double gap, double time, double duration,
                         ssti_collisions *collisions) {
    bool deep = gap < -SSTI_COLLISION_DEPTH;
    ssti_contact contact = {.a = d->agent,
                            .b = SST_OBSTACLES,
                            .begin = time,
                            .end = deep ? time + duration : time,
                            .depth = -gap,
                            .apart = gap,
                            .place = d->to};
    ssti_collisions_note(collisions, &contact);
}

sst_result ssti_walls_step(ssti_walls *walls, sst_world *world, const ssti_disc *discs,
                           size_t count, double time, double duration,
                           ssti_collisions *collisions) {
    if (sst_world_obstacle_count(world) == 0)
        return SST_OK;
    for (size_t i = 0; i < count; i++) {
        const ssti_disc *d = &discs[i];
        double *least = &walls->least[d->agent];
        /* What is farther than the least gap so far, and no contact, does not matter. */
        double limit = fmin(fmax(*least, SSTI_COLLISION_APART) + d->radius, everywhere);
        sst_clearance clearance;
        sst_result result = sst_world_query_clearance(world, d->from, d->to, (float)duration,
                                                      d->obstacle_mask, limit, &clearance);
        if (result != SST_OK)
            return result;
        double gap = clearance.distance - d->radius;
        *least = fmin(*least, gap);
        if (gap < SSTI_COLLISION_APART)
            note_contact(d, gap, time, duration, collisions);
    }
    return SST_OK;
}
