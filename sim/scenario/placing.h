/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Finding free places for agents in an area. */
#ifndef SIDESTEP_SIM_PLACING_H
#define SIDESTEP_SIM_PLACING_H

#include "sample/draw.h"
#include "scenario/scenario.h"

typedef struct ssti_placer ssti_placer;

/* An agent, and the clearance asked for around it. */
typedef struct ssti_place_for {
    const ssti_area *area;
    double radius, spacing;
    uint64_t step; /* in which it enters: others count only if they enter in the same */
    uint32_t obstacle_mask;
} ssti_place_for;

/* `world` holds the obstacles, and stays the caller's. Null when out of memory. */
ssti_placer *ssti_placer_create(const sst_scenario *scenario, sst_world *world);
void ssti_placer_destroy(ssti_placer *placer);

/* A disc that later ones keep away from; false when out of memory. */
bool ssti_placer_add(ssti_placer *placer, sst_point centre, double radius, uint64_t step);
/* Draws places until one is free; false if none was found. */
bool ssti_placer_find(ssti_placer *placer, const ssti_place_for *who, ssti_stream *stream,
                      sst_point *place);

#endif
