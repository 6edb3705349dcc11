/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* What measurements tell over time: rows of three kinds, and where they go. What does not exist is
 * NaN. */
#ifndef SIDESTEP_SIM_SERIES_H
#define SIDESTEP_SIM_SERIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An area at a moment. */
typedef struct ssti_sample {
    double time;           /* [s] */
    double density, speed; /* classical [1/m^2], [m/s] */
    double voronoi_density, voronoi_speed;
    uint32_t people; /* inside */
    uint32_t cells;  /* people whose cells lie in the area at least in part */
} ssti_sample;

/* Somebody goes across a line. */
typedef struct ssti_passage {
    double time;  /* within the frame, by linear interpolation [s] */
    double along; /* from the line's first end [m] */
    double speed; /* [m/s] */
    uint32_t agent;
    int32_t direction; /* 1: from left to right, seen from its first end; -1 */
    uint32_t passed;   /* different people so far, this one among them: N(t) */
    uint32_t frame;    /* at whose end it is across */
} ssti_passage;

/* The flow through a line between two passages. */
typedef struct ssti_flow_row {
    double from, until; /* [s] */
    double flow;        /* [1/s] */
    double speed;       /* mean of those who passed [m/s] */
    uint32_t passed;    /* in this time */
    uint32_t total;     /* until then */
} ssti_flow_row;

typedef enum ssti_series_kind { SSTI_SAMPLES, SSTI_PASSAGES, SSTI_FLOWS } ssti_series_kind;

/* Takes a row of a measurement; false after a report. */
typedef struct ssti_sink {
    bool (*take)(void *context, size_t measure, ssti_series_kind kind, const void *row);
    void *context;
    size_t measure;
} ssti_sink;

static inline bool ssti_sink_row(ssti_sink sink, ssti_series_kind kind, const void *row) {
    return sink.take(sink.context, sink.measure, kind, row);
}

#endif
