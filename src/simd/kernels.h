/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The kernels of a step, once for each instruction set, all with the same bits.
 *
 * They are the usual case of solve.c and of the neighbour search, on sixteen agents at once. What
 * is not usual they leave over, lane by lane, to that code: it is the specification, and what they
 * do compute is bit for bit what it would. */
#ifndef SSTI_KERNELS_H
#define SSTI_KERNELS_H

#include "simd/relaxed.h"

/* The rules of a step that kernels know. */
typedef struct ssti_kernel_rules {
    float time_step;
    bool ranks_by_gap;    /* else by the distance of centres */
    bool smaller_horizon; /* of a pair the smaller counts; else one's own */
    bool covers_step;     /* no horizon is shorter than the time step */
    bool parts_backwards; /* agents in contact never leave it through each other */
    bool contact_always;
    bool relaxes;         /* the least violation is what is wanted where there is none */
    bool least_nearest;   /* of several the nearest to the preferred velocity */
    bool declared_shares; /* else each takes a share that is fixed */
    bool right_handed;
    float side_bias;
} ssti_kernel_rules;

typedef struct ssti_kernels {
    sst_isa isa;
    /* Finds the neighbours of all lanes and fills their rows. Lanes whose search does not fit are
     * left over. */
    void (*search)(const ssti_crowd *crowd, const ssti_kernel_rules *rules, ssti_batch *batch);
    /* The half-planes of the neighbours. */
    void (*half_planes)(const ssti_crowd *crowd, const ssti_kernel_rules *rules, ssti_batch *batch);
    /* The permitted velocities nearest to the preferred ones. Lanes that find none are relaxed. */
    void (*program)(const ssti_kernel_rules *rules, ssti_batch *batch);
    /* The velocities of least violation. */
    void (*relax)(const ssti_kernel_rules *rules, ssti_relaxed *relaxed);
} ssti_kernels;

/* The kernels of an instruction set, AUTO = the widest that this processor has; null if it lacks
 * it. */
const ssti_kernels *ssti_kernels_of(sst_isa isa);

#endif
