/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Flow through a line: who crosses when, how many have passed, and how many a second. */
#ifndef SIDESTEP_SIM_FLOW_H
#define SIDESTEP_SIM_FLOW_H

#include "metrics/crossing.h"
#include "metrics/series.h"
#include "metrics/window.h"
#include "replay/number_set.h"

/* How a line is measured, in frames. */
typedef struct ssti_flow_def {
    sst_point ends[2];
    size_t half;          /* of the window of speeds */
    uint64_t flow_window; /* [>= 1] */
    double frame_time;    /* [s] */
} ssti_flow_def;

typedef struct ssti_flow {
    ssti_flow_def def;
    ssti_number_set passed; /* who crossed, in either direction */
    uint64_t forward, backward;
    uint64_t first_frame, last_frame; /* in which somebody passed for the first time */
    double first_time, last_time;     /* of crossings, within frames [s] */
    double speed_sum;
    uint64_t speeds;
    /* The flow window begun. */
    uint64_t window_begin, window_end; /* frames */
    size_t passed_before;
    double window_speed_sum;
    uint64_t window_speeds;
    bool out_of_memory;
} ssti_flow;

void ssti_flow_init(ssti_flow *flow, const ssti_flow_def *def); /* frees nothing */
void ssti_flow_free(ssti_flow *flow);

/* The window's middle frame, of this number. False when out of memory, which is noted, or when the
 * sink says so. */
bool ssti_flow_frame(ssti_flow *flow, const ssti_window *window, uint64_t frame, ssti_sink sink);

/* So far: people a second over the time from the first one's passing to the last one's and one
 * frame [1/s]; NaN if nobody passed. */
double ssti_flow_mean(const ssti_flow *flow);

#endif
