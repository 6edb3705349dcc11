/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The walkable area of a scenario as well-known text. */
#ifndef SIDESTEP_SIM_WALKABLE_H
#define SIDESTEP_SIM_WALKABLE_H

#include "scenario/scenario.h"

/* GEOMETRYCOLLECTION (POLYGON ...), to be released with free(); null when memory ran out. */
char *ssti_walkable_wkt(const sst_scenario *scenario);

/* That of a rectangle. */
char *ssti_rectangle_wkt(sst_point least, sst_point most);

#endif
