/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The least gap between agents over a whole run, and their collisions. */
#ifndef SIDESTEP_SIM_GAPS_H
#define SIDESTEP_SIM_GAPS_H

#include "metrics/approach.h"

/* Overlap from which a contact is a collision [m]. */
#define SSTI_COLLISION_DEPTH 1e-3

typedef struct ssti_gaps ssti_gaps;

ssti_gaps *ssti_gaps_create(void); /* null when out of memory */
void ssti_gaps_destroy(ssti_gaps *gaps);

/* Takes one step of all agents present. False when out of memory. */
bool ssti_gaps_step(ssti_gaps *gaps, const ssti_disc *discs, size_t count);

/* From now on `collided[agent]` is set for those in a collision; null: nowhere. */
void ssti_gaps_note_collided(ssti_gaps *gaps, uint8_t *collided);

double ssti_gaps_least(const ssti_gaps *gaps); /* [m]; infinity as long as there was no pair */
uint64_t ssti_gaps_collisions(const ssti_gaps *gaps);

#endif
