/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* One agent's way: which goal it heads for, whether it arrived, how far it walked, whether it is
 * stuck. */
#ifndef SIDESTEP_SIM_JOURNEY_H
#define SIDESTEP_SIM_JOURNEY_H

#include "scenario/scenario.h"

typedef struct ssti_journey {
    const ssti_agent *agent;
    const sst_scenario *scenario;
    const sst_point *goals;
    const ssti_area *areas;  /* of the goals; null: they are points */
    const sst_point *points; /* of the areas */
    size_t next_goal;        /* goals before it are reached */
    bool settled;            /* around it, by sst_arrive: it prefers to stand */
    bool arrived;            /* at the last one, once */
    sst_point position;      /* now, as if the world did not repeat: laps count */
    sst_point leg_from;      /* where the goal before was reached */
    double walked, straight; /* until arrival [m] */
    double entered, took;    /* times [s] */
    double slow;             /* for how long by now [s] */
    double stuck_time;       /* until arrival [s] */
} ssti_journey;

/* The agent enters at its position; it may have arrived at once. */
void ssti_journey_start(ssti_journey *journey, const sst_scenario *scenario,
                        const ssti_agent *agent, sst_point position, double time);
/* The agent made a step: where it came, by any of its images, how fast, and what it preferred. */
void ssti_journey_step(ssti_journey *journey, double time_step, sst_point position,
                       sst_vec2 velocity, double time);

/* The velocity it prefers now: towards the goal it heads for, also after arrival; without goals its
 * own. Zones count. */
sst_vec2 ssti_journey_preferred(const ssti_journey *journey, double time_step);

/* The point that it heads for, nearest of its images. */
sst_point ssti_journey_target(const ssti_journey *journey);
/* The speed that it prefers where it is [m/s]. */
double ssti_journey_speed(const ssti_journey *journey);
/* How far the goal is that it heads for [m]; infinity if there is none. */
double ssti_journey_way_to_goal(const ssti_journey *journey);
/* Whether it heads for a point; which one, by the image nearest to `near`, and how near it must
 * come [m]. */
bool ssti_journey_spot(const ssti_journey *journey, sst_point near, sst_point *spot,
                       double *near_enough);

/* Whether there is a last goal. */
bool ssti_journey_can_arrive(const ssti_agent *agent);
bool ssti_journey_is_stuck(const ssti_journey *journey);
bool ssti_journey_has_goal(const ssti_journey *journey);

#endif
