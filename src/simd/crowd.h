/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The agents of a step in the order of the cells that they stand in, as the kernels read them.
 *
 * Agents near each other lie near each other in memory; the agents of a run of cells in one row are
 * one run of these arrays. A row of cells is as high as a usual search reaches and the cells in it
 * are a quarter as wide: the candidates of an agent are then a few runs that reach little beyond
 * what it looks for.
 *
 * Positions are lattice units modulo 2^32: their differences are exact up to 128 m, wherever the
 * crowd is, and rounded to float they are the very numbers that differences in double give.
 */
#ifndef SSTI_CROWD_H
#define SSTI_CROWD_H

#include "sidestep/solve.h"

/* What a search may not reach beyond [m]: half the range of a difference, less a cell. */
#define SSTI_FARTHEST_SEARCH 48.0f

enum {
    SSTI_TRAIT_ALL = 1 << 0,      /* share full: takes all of the avoidance */
    SSTI_TRAIT_HALF = 1 << 1,     /* share half, whatever the other does */
    SSTI_TRAIT_PARKED = 1 << 2,   /* max speed 0: takes none where shares are declared */
    SSTI_TRAIT_SCRIPTED = 1 << 3, /* does not decide */
    SSTI_TRAIT_SOLITARY = 1 << 4, /* decides by the scalar solver alone */
};

/* One cache line for each agent: first what others see of it, then what it needs itself. */
typedef struct ssti_crowd_agent {
    int32_t x, y;
    float velocity_x, velocity_y;
    float radius;
    float inv_horizon;
    float priority; /* < 0: never yields, others take all of the avoidance */
    uint32_t traits;

    float preferred_x, preferred_y;
    float max_speed;
    float neighbor_dist; /* < 0: all it could meet within reach_time */
    float reach_time;    /* gaps that can be bridged in it count; < 0: none do */
    float search_radius; /* what sufficed in the last step [m]; 0 = unknown */
    uint32_t max_neighbors;
    uint32_t slot;
} ssti_crowd_agent;

typedef struct ssti_crowd {
    size_t count;
    ssti_crowd_agent *agents; /* [count] */
    /* Of the same agents, for the search; each padded by a vector. */
    int32_t *x, *y;
    float *radius, *speed; /* speed: the greatest it can go at */
    float *column, *row;   /* place in units of cells */

    uint32_t rows, columns;
    /* The first agent of each cell, [rows * columns + 1]; before and after it lies a row of empty
     * cells, and may be looked at. */
    const uint32_t *starts;
    float columns_per_metre, rows_per_metre;
    float greatest_radius, greatest_speed;
    const uint64_t *keys; /* by slot */
} ssti_crowd;

#endif
