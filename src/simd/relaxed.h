/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Sixteen agents whose half-planes have no common velocity, collected from many batches: few of a
 * batch come to this, and it takes long. Lane = agent, as in simd/batch.h; each lane's half-planes
 * lie without a gap, the hard ones (obstacles, contact) end where the soft ones (agents) begin. */
#ifndef SSTI_RELAXED_H
#define SSTI_RELAXED_H

#include "simd/batch.h"

typedef struct ssti_relaxed {
    size_t count;
    uint32_t index[SSTI_BATCH]; /* in the crowd */
    ssti_row preferred_x, preferred_y, turned_x, turned_y, max_speed;
    uint32_t hard_count[SSTI_BATCH], most_hard;
    ssti_row soft_count;
    uint32_t most_soft;
    uint32_t hard_rows;     /* how many there are: of obstacles and of neighbours */
    ssti_plane_row *planes; /* [hard_rows + neighbour rows] */
    ssti_plane_row *pairs;  /* [hard_rows + neighbour rows] */

    uint32_t neighbor_count[SSTI_BATCH], edge_count[SSTI_BATCH];
    uint32_t (*neighbors)[SSTI_BATCH]; /* [neighbour rows], in the crowd */
    uint32_t truncated;                /* bits of lanes */

    ssti_row found_x, found_y, violation;
    uint32_t status[SSTI_BATCH];
    uint32_t left_over; /* bits of lanes for the scalar solver */
} ssti_relaxed;

/* The agent of one lane of a batch; there must be room for one more. */
void ssti_relaxed_add(ssti_relaxed *relaxed, const ssti_batch *batch, size_t lane,
                      bool with_contact);

#endif
