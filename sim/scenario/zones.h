/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Zones in which agents prefer another speed: stairs, mud, a walkway. */
#ifndef SIDESTEP_SIM_ZONES_H
#define SIDESTEP_SIM_ZONES_H

#include "scenario/scenario.h"

void ssti_read_zones(ssti_reader *reader, const ssti_node *list);

/* What is left at a place of the speed that an agent would prefer elsewhere [m/s]. */
double ssti_zone_speed(const sst_scenario *scenario, const ssti_agent *agent, sst_point at,
                       double speed);
/* The velocity that an agent without goal prefers at a place. */
sst_vec2 ssti_zone_velocity(const sst_scenario *scenario, const ssti_agent *agent, sst_point at);

/* How long an agent takes from goal to goal straight through the zones, one after another where
 * they overlap [s]; infinite for one that does not want to move. */
double ssti_time_of_way(const sst_scenario *scenario, const ssti_agent *agent);

#endif
