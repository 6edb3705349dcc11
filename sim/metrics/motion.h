/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* How an agent moves until it arrives: acceleration, jerk, turns, progress, rest. */
#ifndef SIDESTEP_SIM_MOTION_H
#define SIDESTEP_SIM_MOTION_H

#include "sidestep/sim.h"

/* Slower is not moving [m/s]. */
#define SSTI_NOT_MOVING 0.01

typedef struct ssti_mean {
    double sum, most;
    uint64_t count;
} ssti_mean;

/* NaN of nothing. */
double ssti_mean_of(const ssti_mean *mean);
double ssti_most_of(const ssti_mean *mean);

typedef struct ssti_motion {
    double vx, vy;               /* at the end of the last step [m/s] */
    double ax, ay;               /* in the last step [m/s^2] */
    double heading_x, heading_y; /* the last velocity while it moved; (0, 0): it never did */
    ssti_mean acceleration, jerk, efficacy;
    double heading_change; /* [rad] */
    double not_moving;     /* [s] */
} ssti_motion;

void ssti_motion_start(ssti_motion *motion, sst_vec2 velocity);
/* A step towards a goal, in which the agent preferred one velocity and came to the other. */
void ssti_motion_step(ssti_motion *motion, double time_step, sst_vec2 preferred, sst_vec2 velocity);

#endif
