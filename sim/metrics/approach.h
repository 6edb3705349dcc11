/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* How near discs come to each other while each moves straight and evenly within one step, and when
 * they would collide if they went on. */
#ifndef SIDESTEP_SIM_APPROACH_H
#define SIDESTEP_SIM_APPROACH_H

#include "sidestep/sim.h"

/* An agent's way within one step. */
typedef struct ssti_disc {
    sst_point from, to;
    double radius;
    uint32_t agent; /* number in the scenario */
    uint32_t layers, mask, obstacle_mask;
    sst_vec2 velocity; /* at the end [m/s] */
    bool under_way;    /* has not arrived yet */
    bool image;        /* of another disc in the list, a period away */
} ssti_disc;

/* Of a list of discs those that are none's image: they come first; then, if any, all of them again
 * a period on, and a period back. */
static inline size_t ssti_count_real(const ssti_disc *discs, size_t count) {
    return count > 0 && discs[count - 1].image ? count / 3 : count;
}

/* Between surfaces; negative = overlap [m]. */
typedef struct ssti_approach {
    double least, at_end;
    double when; /* the least was, as a share of the step */
} ssti_approach;

ssti_approach ssti_closest_approach(const ssti_disc *a, const ssti_disc *b);

/* The shares of the step between which the two overlap by more than `depth`; false: never. */
bool ssti_overlap_within(const ssti_disc *a, const ssti_disc *b, double depth, double *begin,
                         double *end);

/* From the end of the step on, at the velocities of then, until the surfaces touch [s]; 0 for those
 * that overlap, infinity if they never touch or only graze each other. */
double ssti_time_to_collision(const ssti_disc *a, const ssti_disc *b);

/* Whether at least one of the two avoids the other; the rest pass through each other on purpose.
 * Images meet discs alone, and none its own. */
bool ssti_discs_meet(const ssti_disc *a, const ssti_disc *b);

#endif
