/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Agents against obstacles. All obstacles together count as one partner: an agent that slides from
 * one wall onto the next without coming off has one contact. */

#include "metrics/walls.h"
#include "metrics/gaps.h"

#include <math.h>
#include <stdlib.h>

/* Farther than any two points of a world. */
static const double everywhere = 4 * SST_MAX_COORDINATE;

bool ssti_walls_init(ssti_walls *walls, size_t agent_count) {
    *walls = (ssti_walls){.least = HUGE_VAL, .touching = calloc(agent_count + 1, 1)};
    return walls->touching;
}

void ssti_walls_free(ssti_walls *walls) {
    free(walls->touching);
}

static void note_contact(ssti_walls *walls, uint32_t agent, double gap) {
    bool collides = gap < -SSTI_COLLISION_DEPTH;
    walls->collisions += collides && !walls->touching[agent];
    if (collides && walls->collided)
        walls->collided[agent] = 1;
    walls->touching[agent] = collides || (walls->touching[agent] && gap <= 0);
}

sst_result ssti_walls_step(ssti_walls *walls, sst_world *world, const ssti_disc *discs,
                           size_t count, float duration) {
    if (sst_world_obstacle_count(world) == 0)
        return SST_OK;
    for (size_t i = 0; i < count; i++) {
        const ssti_disc *d = &discs[i];
        /* What is farther than the least gap so far, and no contact, does not matter. */
        double limit = fmin(fmax(walls->least, 0) + d->radius + SSTI_COLLISION_DEPTH, everywhere);
        sst_clearance clearance;
        sst_result result = sst_world_query_clearance(world, d->from, d->to, duration,
                                                      d->obstacle_mask, limit, &clearance);
        if (result != SST_OK)
            return result;
        double gap = clearance.distance - d->radius;
        walls->least = fmin(walls->least, gap);
        note_contact(walls, d->agent, gap);
    }
    return SST_OK;
}
