/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The latest frames, of which the middle one is measured: what comes after it is known, as far as
 * displacements need it. */
#ifndef SIDESTEP_SIM_WINDOW_H
#define SIDESTEP_SIM_WINDOW_H

#include "sidestep/sim.h"

typedef struct ssti_seen {
    sst_point position;
    uint32_t agent;
} ssti_seen;

/* Who is there at a moment, by agent number. */
typedef struct ssti_present {
    ssti_seen *seen;
    size_t count, capacity;
} ssti_present;

typedef struct ssti_window {
    ssti_present *frames; /* [2 reach + 1], a ring */
    size_t reach;         /* frames on each side of the middle [>= 1] */
    uint64_t pushed;      /* frames so far */
    double frame_time;    /* [s] */
    sst_point period;     /* lengths after which the world repeats [m]; 0 = never */
} ssti_window;

/* False when out of memory; free in any case. */
bool ssti_window_init(ssti_window *window, size_t reach, double frame_time);
void ssti_window_free(ssti_window *window);

/* The next frame, nobody being an empty one. False when out of memory. */
bool ssti_window_push(ssti_window *window, const uint32_t *agents, const sst_point *positions,
                      size_t count);

/* The frame so far from the middle [-reach, reach]; before the first there was nobody. */
const ssti_present *ssti_window_at(const ssti_window *window, int64_t offset);

/* That image of `place` which is nearest to another; itself where nothing repeats. */
sst_point ssti_window_image(const ssti_window *window, sst_point near, sst_point place);

/* Where an agent was; null if it was not there. */
const sst_point *ssti_present_find(const ssti_present *present, uint32_t agent);

/* Speed of somebody of the middle frame: the displacement from `half` frames before to `half` after
 * over its time, from or to the middle where there is no such frame; NaN if there is neither. */
double ssti_window_speed(const ssti_window *window, const ssti_seen *who, size_t half);

#endif
