/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Sixteen agents that decide together: lane = agent. What all have one of is an array of lanes;
 * what they have several of, neighbours and half-planes, comes in rows of lanes, the nearest
 * neighbour of each in the first row. Every instruction set uses this one layout, the narrower ones
 * in several strokes. */
#ifndef SSTI_BATCH_H
#define SSTI_BATCH_H

#include "simd/crowd.h"

/* Lanes; the most rows of neighbours, and of half-planes of obstacles, that a batch has. */
enum { SSTI_BATCH = 16, SSTI_NEIGHBOR_ROWS = 64, SSTI_OBSTACLE_ROWS = 32 };

/* One row: a value for each lane. */
typedef float ssti_row[SSTI_BATCH];
typedef int32_t ssti_int_row[SSTI_BATCH];

/* A row of half-planes. Lanes that have none there hold zeros, which every velocity satisfies. */
typedef struct ssti_plane_row {
    ssti_row normal_x, normal_y, offset;
} ssti_plane_row;

/* A row of neighbours: who they are, and the share of the avoidance. */
typedef struct ssti_neighbor_row {
    uint32_t index[SSTI_BATCH]; /* in the crowd; that of anybody where there is none */
    ssti_row responsibility;
} ssti_neighbor_row;

typedef struct ssti_batch {
    size_t count;               /* lanes in use; the others have no neighbours and stand */
    uint32_t index[SSTI_BATCH]; /* in the crowd */
    ssti_int_row x, y;          /* lattice units modulo 2^32 */
    ssti_row velocity_x, velocity_y, preferred_x, preferred_y, radius, max_speed, inv_horizon;
    ssti_row priority, fixed_share;    /* fixed_share < 0: as declared by both */
    ssti_row time_step, inv_time_step; /* for which each decides */
    uint32_t neighbor_count[SSTI_BATCH], edge_count[SSTI_BATCH], obstacle_count[SSTI_BATCH];
    uint32_t most_neighbors, most_obstacles;

    uint32_t neighbor_rows, obstacle_rows; /* how many there are */
    ssti_neighbor_row *neighbors;          /* [neighbour rows] */
    /* Those of obstacles end where those of agents begin; those of contact come right after the
     * agents' rows in use. */
    ssti_plane_row *planes; /* [obstacle_rows + 2 * neighbour rows] */

    ssti_row turned_x, turned_y; /* the preferred velocities after the side rule */
    ssti_row found_x, found_y;   /* the velocities to take */
    uint32_t status[SSTI_BATCH];
    float search_radius[SSTI_BATCH]; /* for the next step */
    uint32_t truncated;              /* bits of lanes whose neighbours were cut */
    uint32_t relaxed;                /* bits of lanes whose half-planes have no common velocity */
    uint32_t left_over;              /* bits of lanes that kernels leave to the scalar solver */
} ssti_batch;

static inline void ssti_store_plane(ssti_plane_row *row, size_t lane, const sst_half_plane *plane) {
    row->normal_x[lane] = plane->normal.x;
    row->normal_y[lane] = plane->normal.y;
    row->offset[lane] = plane->offset;
}

static inline ssti_plane_row *ssti_planes_of_agents(const ssti_batch *batch) {
    return batch->planes + batch->obstacle_rows;
}

static inline ssti_plane_row *ssti_planes_of_contact(const ssti_batch *batch) {
    return ssti_planes_of_agents(batch) + batch->most_neighbors;
}

#endif
