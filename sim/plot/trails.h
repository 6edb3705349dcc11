/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Where everyone went, thinned as it comes to what a picture can show. */
#ifndef SIDESTEP_SIM_PLOT_TRAILS_H
#define SIDESTEP_SIM_PLOT_TRAILS_H

#include "plot/layout.h"

/* One sample of an agent's way, relative to the trails' origin. */
typedef struct ssti_trail_point {
    float x, y; /* [m] */
    float time; /* [s] */
    uint32_t agent;
} ssti_trail_point;

/* An agent by now; nothing of it is meant to be read but `seen`, `start` and `last`. */
typedef struct ssti_trail {
    ssti_trail_point start, last, kept;
    float low_x, high_x, low_y, high_y; /* velocities from `kept` that still fit all since */
    bool seen;
} ssti_trail;

typedef struct ssti_trails {
    size_t agent_count;
    ssti_trail *trails; /* by agent */
    /* The samples kept, in order of being kept; the last one of each agent is not among them. */
    ssti_trail_point *points;
    size_t point_count, point_capacity, most_points;
    bool seen; /* anyone */
    sst_point origin;
    ssti_box box; /* of all centres, relative to the origin */
    double coarseness;
} ssti_trails;

bool ssti_trails_init(ssti_trails *trails, size_t agent_count); /* false: out of memory */
void ssti_trails_free(ssti_trails *trails);

/* Those present at a time [s]; times must not fall. `agents` [count] are numbers, each once. False:
 * out of memory. */
bool ssti_trails_frame(ssti_trails *trails, double time, const uint32_t *agents,
                       const sst_point *positions, size_t count);

/* Ends the trails: sorts the points by agent, then by time, each agent's last one included.
 * `firsts` [agent_count + 1] gets where each agent's begin. The points are to be released with
 * free(); null: out of memory. */
ssti_trail_point *ssti_trails_sorted(const ssti_trails *trails, size_t *firsts);

#endif
