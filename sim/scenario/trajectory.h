/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Agents that follow a trajectory: where they are at which time is known beforehand. */
#ifndef SIDESTEP_SIM_TRAJECTORY_H
#define SIDESTEP_SIM_TRAJECTORY_H

#include "scenario/scenario.h"

/* `[[t, x, y], ...]`, or a map that names a recording and an agent of it: a range of moments. */
bool ssti_value_trajectory(ssti_reader *, const ssti_node *, const ssti_field *, void *);
bool ssti_add_moment(ssti_reader *reader, ssti_timed_point moment); /* to the pool */

/* Makes an agent follow the trajectory; false, with a report, if no step falls into it. */
bool ssti_follow_trajectory(ssti_reader *reader, ssti_range trajectory, ssti_agent *agent);

/* The last step whose time the trajectory knows; from then on the agent stands there. */
uint64_t ssti_trajectory_end(const sst_scenario *scenario, const ssti_agent *agent);
/* Where the agent is after that step: on the lattice of positions. */
sst_point ssti_trajectory_place(const sst_scenario *scenario, const ssti_agent *agent,
                                uint64_t step);
/* The velocity that takes it from where it is to its place after the coming step. */
sst_vec2 ssti_trajectory_velocity(const sst_scenario *scenario, const ssti_agent *agent,
                                  sst_point from, uint64_t coming_step);

#endif
