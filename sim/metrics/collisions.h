/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Collisions as events: who, from when, how long, how deep, where. */
#ifndef SIDESTEP_SIM_COLLISIONS_H
#define SIDESTEP_SIM_COLLISIONS_H

#include "sidestep/sim.h"

/* An overlap deeper than this begins a collision [m]. */
#define SSTI_COLLISION_DEPTH 1e-3
/* It lasts until the surfaces are as far apart as this [m], so that a contact which quivers around
 * the depth is one collision. */
#define SSTI_COLLISION_APART 1e-2

/* Two parties within one step. */
typedef struct ssti_contact {
    uint32_t a, b;       /* a < b: agents by number; or b is SST_OBSTACLES */
    double begin, end;   /* deeper than SSTI_COLLISION_DEPTH between these times; equal: never */
    double depth, apart; /* greatest depth; the gap at the end of the step [m] */
    sst_point place;     /* of that depth */
} ssti_contact;

/* What an agent had to do with. */
typedef struct ssti_agent_collisions {
    bool ever;           /* in any, also one that goes on */
    uint32_t count;      /* closed */
    double overlap_time; /* of these [s] */
} ssti_agent_collisions;

typedef struct ssti_open_collision {
    sst_collision event;
    bool told, goes_on; /* of in this step; and not apart at its end */
} ssti_open_collision;

typedef struct ssti_collisions {
    ssti_open_collision *open, *begun; /* by party; those of this step, in any order */
    size_t open_count, open_capacity, begun_count, begun_capacity;
    sst_collision *closed; /* in this step */
    size_t closed_count, closed_capacity;
    ssti_agent_collisions *agents; /* by number */
    uint64_t count;
    double overlap_time;          /* sum over the pairs [s] */
    sst_collision first, deepest; /* valid if count > 0 and all are closed */
    bool out_of_memory;
} ssti_collisions;

/* False when out of memory. */
bool ssti_collisions_init(ssti_collisions *collisions, size_t agent_count);
void ssti_collisions_free(ssti_collisions *collisions);

/* Takes a contact of this step, the first one told of its parties. */
void ssti_collisions_note(ssti_collisions *collisions, const ssti_contact *contact);
/* Ends the step: collisions whose parties were not told of, or are apart, are closed. False when
 * out of memory. */
bool ssti_collisions_finish_step(ssti_collisions *collisions);
/* Closes all; the run is over. False when out of memory. */
bool ssti_collisions_end(ssti_collisions *collisions);

#endif
