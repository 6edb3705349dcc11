/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Arrival processes: when the agents of a group enter. */
#ifndef SIDESTEP_SIM_ARRIVALS_H
#define SIDESTEP_SIM_ARRIVALS_H

#include "sample/draw.h"
#include "scenario/template.h"

bool ssti_value_arrivals(ssti_reader *, const ssti_node *, const ssti_field *, void *);

/* Times, one after another. */
typedef struct ssti_arrival_times {
    const ssti_arrivals *arrivals;
    ssti_stream stream;
    double count, last;
} ssti_arrival_times;

ssti_arrival_times ssti_arrivals_begin(const ssti_arrivals *arrivals, uint64_t seed,
                                       uint64_t group);
double ssti_arrivals_next(ssti_arrival_times *times);
/* How many enter before the end, `most` at most. */
double ssti_count_arrivals(const ssti_arrivals *arrivals, uint64_t seed, uint64_t group,
                           double most);

#endif
