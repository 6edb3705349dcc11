/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Discs of any sizes, and whether there is room for another. Zero is an empty grid. */
#ifndef SIDESTEP_SIM_DISC_GRID_H
#define SIDESTEP_SIM_DISC_GRID_H

#include "sidestep/sim.h"

enum { SSTI_GRID_LEVELS = 40 };

typedef struct ssti_grid_disc {
    sst_point centre;
    double radius;
    uint64_t tag, hash;
    size_t next_in_cell, next_in_level; /* 0 = none; else the disc's number + 1 */
} ssti_grid_disc;

typedef struct ssti_disc_grid {
    ssti_grid_disc *discs;
    size_t count, capacity;
    size_t *cells; /* [2 capacity]: the first disc of a hash */
    size_t level_count[SSTI_GRID_LEVELS], level_first[SSTI_GRID_LEVELS];
} ssti_disc_grid;

void ssti_disc_grid_free(ssti_disc_grid *grid);
void ssti_disc_grid_clear(ssti_disc_grid *grid);
/* False when out of memory. Discs of different tags are in nobody's way. */
bool ssti_disc_grid_add(ssti_disc_grid *grid, sst_point centre, double radius, uint64_t tag);
/* Whether a disc there would keep this gap to all others of its tag. */
bool ssti_disc_grid_is_free(const ssti_disc_grid *grid, sst_point at, double radius, double spacing,
                            uint64_t tag);

#endif
