/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* A world that repeats along an axis. Agents and obstacles are kept once, agents' centres and the
 * low ends of obstacles' boxes in [from, from + length); whatever looks at them looks at the images
 * that matter. Both numbers are on the lattice, so a shift by whole periods is exact: what is seen
 * has the same bits wherever the seam lies.
 *
 * Of an agent only the nearest image matters, as nobody sees as far as half a period; a step
 * refuses otherwise. An obstacle is at most a period long, and four of its images, those numbered
 * SSTI_FIRST_IMAGE to SSTI_LAST_IMAGE, hold all that is within half a period of a place in the
 * range. Of an edge then at most SSTI_MOST_IMAGES are seen: less than two fit into what a place
 * sees and the edge together, and ends that touch count.
 */
#ifndef SSTI_PERIOD_H
#define SSTI_PERIOD_H

#include "sidestep/world.h"

enum { SSTI_FIRST_IMAGE = -2, SSTI_LAST_IMAGE = 1, SSTI_MOST_IMAGES = 3 };

/* By axis; a length of 0: it does not repeat. At most one axis does. */
typedef struct ssti_period {
    sst_point from, length;
} ssti_period;

/* What a def says of it, and whether it may. Fills nothing but the def's rounded range. */
sst_result ssti_check_period(sst_world_def *def);
ssti_period ssti_period_of(const sst_world_def *def);

static inline bool ssti_repeats(const ssti_period *period) {
    return period->length.x > 0.0 || period->length.y > 0.0;
}

/* The difference of two coordinates in the range, to the nearest image. */
static inline double ssti_nearest_difference(double difference, double length) {
    double half = 0.5 * length;
    return length > 0.0 && difference > half    ? difference - length
           : length > 0.0 && difference < -half ? difference + length
                                                : difference;
}

/* The coordinate's image in the range. Exact on the lattice. */
static inline double ssti_wrap(double x, double from, double length) {
    if (length > 0.0 && !(x >= from && x < from + length)) {
        x -= (double)(int64_t)((x - from) / length) * length;
        x = x < from ? x + length : x >= from + length ? x - length : x;
    }
    return x;
}

static inline sst_point ssti_wrap_point(sst_point p, const ssti_period *period) {
    return (sst_point){ssti_wrap(p.x, period->from.x, period->length.x),
                       ssti_wrap(p.y, period->from.y, period->length.y)};
}

/* The place from which an image of the world looks as that world itself does from `p`. */
static inline sst_point ssti_before_image(sst_point p, const ssti_period *period, int64_t image) {
    return (sst_point){p.x - (double)image * period->length.x,
                       p.y - (double)image * period->length.y};
}

#endif
