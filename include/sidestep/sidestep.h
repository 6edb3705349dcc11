/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Sidestep: reciprocal collision avoidance for robots, games and crowds.
 *
 * Three levels, take the one you need:
 *   solve.h    one agent, what it sees, what it wants -> a velocity. Pure, no allocation.
 *   world.h    many agents and obstacles: ids, neighbours, the parallel step, snapshots.
 *   motion.h   before and behind them: filters for what is sensed, limits for what is commanded.
 */
#ifndef SIDESTEP_SIDESTEP_H
#define SIDESTEP_SIDESTEP_H

#include "base.h"
#include "motion.h"
#include "solve.h"
#include "world.h"

#endif
