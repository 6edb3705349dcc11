/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Worlds and agents that several tests start from. */
#ifndef SIDESTEP_TESTS_SCENES_H
#define SIDESTEP_TESTS_SCENES_H

#include "sidestep/sidestep.h"
#include "test_rng.h"

/* A world of this profile with defaults, one worker; null if that fails. */
sst_world *scene_world(sst_profile profile);

/* An agent with defaults at (x, y). */
sst_agent_def scene_agent(double x, double y);

/* Adds it; a null id if that fails. */
sst_agent_id scene_add(sst_world *world, const sst_agent_def *def);

/* An agent somewhere in a square of this half side, heading anywhere, of any size, with a few
 * unusual ones: parked, scripted, of another layer, of greater priority. */
sst_agent_def scene_random_agent(test_rng *rng, double half_side);

/* A crowd of `count` among blocks, walls and a moving box, all drawn from the seed. With `shuffle`
 * not 0 the same crowd, with the same keys, is inserted in another order. */
sst_result scene_crowd(sst_world *world, size_t count, uint64_t seed, uint64_t shuffle);

/* The agent with this key, all of it; false if there is none. */
bool scene_agent_by_key(sst_world *world, uint64_t key, sst_agent_def *def);

#endif
