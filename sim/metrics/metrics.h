/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* All that is measured of the agents of a run. Memory depends on their number, not on how long the
 * run is. */
#ifndef SIDESTEP_SIM_METRICS_H
#define SIDESTEP_SIM_METRICS_H

#include "metrics/agent_figures.h"
#include "metrics/journey.h"
#include "metrics/motion.h"
#include "metrics/pairs.h"
#include "metrics/statuses.h"
#include "metrics/stuck.h"
#include "metrics/walls.h"

typedef struct ssti_metrics {
    size_t agent_count;
    /* By agent number; a journey without its agent has not begun. */
    ssti_journey *journeys;
    ssti_motion *motions;
    ssti_pairs pairs;
    ssti_walls walls;
    ssti_statuses statuses;
    ssti_collisions collisions;
    ssti_stuck stuck;
} ssti_metrics;

/* False when out of memory; for ssti_metrics_free in any case. */
bool ssti_metrics_init(ssti_metrics *metrics, size_t agent_count);
void ssti_metrics_free(ssti_metrics *metrics);

/* Takes where everyone went within the step that the world just made, from `time` on. */
sst_result ssti_metrics_places(ssti_metrics *metrics, sst_world *world, const ssti_disc *discs,
                               size_t count, double time, double duration);

/* Takes the journey of an agent present, the disc of this index, after the step's places: what it
 * preferred, and the step's end. */
sst_result ssti_metrics_stuck(ssti_metrics *metrics, sst_world *world, const ssti_disc *discs,
                              size_t index, sst_vec2 preferred, double time);

ssti_agent_figures ssti_figures_of(const ssti_metrics *metrics, size_t agent);

/* Fills what the summary has of agents and pairs; all events are closed. */
void ssti_metrics_summarise(const ssti_metrics *metrics, const sst_scenario *scenario,
                            sst_summary *summary);

#endif
