/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Questions to one outline through its box tree. Points are on the lattice. `work` counts the nodes
 * entered. */
#ifndef SSTI_OUTLINE_QUERY_H
#define SSTI_OUTLINE_QUERY_H

#include "world/obstacles.h"

/* 1 if the point is strictly inside the polygon, 0 on its outline, -1 outside. Exact. */
int ssti_outline_locate(const ssti_obstacles *obstacles, const ssti_obstacle *polygon,
                        sst_point point, size_t *work);

/* The edge nearest to the point, ties by number, within `limit` [m]. False if there is none. */
bool ssti_outline_nearest(const ssti_obstacles *obstacles, const ssti_obstacle *obstacle,
                          sst_point point, double limit, uint32_t *edge, double *distance_sq,
                          size_t *work);

#endif
