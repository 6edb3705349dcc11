/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Where outlines lie: the room of ssti_outline_store, and what is made of a new outline. */
#ifndef SSTI_OUTLINE_STORE_H
#define SSTI_OUTLINE_STORE_H

#include "world/obstacles.h"
#include "world/polygon.h"

/* Bytes of obstacles->scratch for an outline of `count` vertices, and for a tree over or a list of
 * `count` obstacles. */
size_t ssti_obstacles_scratch_size(size_t count);
bool ssti_obstacles_reserve_scratch(ssti_obstacles *obstacles, size_t count);

void ssti_outline_store_free(ssti_obstacles *obstacles);
/* Room for outlines of `places` more places at the end of the store, by moving outlines together or
 * by a larger store. Needs scratch for a list of all obstacles. False without memory. */
bool ssti_outline_store_reserve(ssti_obstacles *obstacles, size_t places);

/* A store of at least this capacity: until half of it is in use it will not grow. */
bool ssti_outline_store_reserve_all(ssti_obstacles *obstacles, size_t capacity);

/* Fills what belongs to an outline of which the vertices are in place: closing vertex, sides, tree.
 */
void ssti_outline_store_finish(ssti_obstacles *obstacles, const ssti_obstacle *obstacle);

#endif
