/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The agents of a world: one array for each property, in slot order, dense.
 *
 * Removing an agent moves the last one into its slot, so slots mean nothing outside a call; ids and
 * keys name agents. All arrays lie in one block, each aligned to 64 bytes and padded to a multiple
 * of 16 elements, so that wide kernels may read whole vectors.
 */
#ifndef SSTI_AGENTS_H
#define SSTI_AGENTS_H

#include "base/allocator.h"
#include "base/hash.h"
#include "base/id_pool.h"
#include "base/key_map.h"
#include "base/vec2.h"
#include "sidestep/world.h"
#include "solve/opinion.h"
#include "world/period.h"

/* Type and name of every array. Those that later steps depend on, turns and opinions aside: what
 * a hash covers first, in this order. */
#define SSTI_AGENT_RULES(X)                                                                        \
    X(uint64_t, key)                                                                               \
    X(double, position_x)                                                                          \
    X(double, position_y)                                                                          \
    X(float, velocity_x)                                                                           \
    X(float, velocity_y)                                                                           \
    X(float, preferred_x)                                                                          \
    X(float, preferred_y)                                                                          \
    X(float, radius)                                                                               \
    X(float, max_speed)                                                                            \
    X(float, neighbor_dist)                                                                        \
    X(float, time_horizon)                                                                         \
    X(float, time_horizon_obst)                                                                    \
    X(float, max_acceleration)                                                                     \
    X(float, max_braking)                                                                          \
    X(float, max_turn_rate)                                                                        \
    X(float, priority)                                                                             \
    X(uint32_t, max_neighbors)                                                                     \
    X(uint32_t, layers)                                                                            \
    X(uint32_t, mask)                                                                              \
    X(uint32_t, obstacle_mask)                                                                     \
    X(uint8_t, share)                                                                              \
    X(uint8_t, model)                                                                              \
    X(uint8_t, scripted)

/* When an agent decides, for those who do not always. */
#define SSTI_AGENT_TURNS(X)                                                                        \
    X(uint8_t, decide_every)                                                                       \
    X(uint8_t, must_decide) /* in the next step, be it its turn or not */

/* What a snapshot holds. */
#define SSTI_AGENT_SAVED(X)                                                                        \
    X(sst_agent_id, id)                                                                            \
    SSTI_AGENT_RULES(X)                                                                            \
    SSTI_AGENT_TURNS(X)                                                                            \
    X(uint32_t, status)       /* of the last decision */                                           \
    X(float, worst_violation) /* of the last decision */

#define SSTI_AGENT_ARRAYS(X)                                                                       \
    SSTI_AGENT_SAVED(X)                                                                            \
    X(float, next_velocity_x) /* decided, not yet taken */                                         \
    X(float, next_velocity_y)                                                                      \
    X(uint32_t, trace) /* index of its trace, or SSTI_NO_INDEX */                                  \
    X(uint32_t, sight) /* during a step 1 + index of its sight; else 0 */                          \
    X(uint8_t, late)   /* during a step: decides when all others have */

typedef struct ssti_agents {
    size_t count, capacity;
    void *block;
    size_t block_size;
#define SSTI_AGENT_POINTER(type, name) type *name;
    SSTI_AGENT_ARRAYS(SSTI_AGENT_POINTER)
#undef SSTI_AGENT_POINTER
    ssti_opinions *opinions; /* [capacity]; null as long as nobody estimates shares */
    ssti_id_pool ids;
    ssti_key_map keys;
    ssti_period period; /* positions are kept in its range */
    uint64_t created;   /* agents ever added: the next automatic key */
} ssti_agents;

void ssti_agents_init(ssti_agents *agents);
void ssti_agents_free(ssti_agents *agents, const sst_allocator *allocator);
/* Room for `count` agents in all. OUT_OF_MEMORY, CAPACITY: nothing is changed but capacities. */
sst_result ssti_agents_reserve(ssti_agents *agents, const sst_allocator *allocator, size_t count);

/* Room for opinions, from now on. False without memory: nothing is changed. */
bool ssti_agents_keep_opinions(ssti_agents *agents, const sst_allocator *allocator);

static inline ssti_keys ssti_agents_keys(const ssti_agents *agents) {
    return (ssti_keys){agents->key, sizeof *agents->key};
}

/* The slot of a living id. */
bool ssti_agents_find(const ssti_agents *agents, sst_agent_id id, size_t *slot);

/* Floats that may be anything within plain bounds: name, least, greatest, the error otherwise. */
#define SSTI_AGENT_RANGES(X)                                                                       \
    X(radius, 0.0f, SST_MAX_LENGTH, SST_ERROR_RADIUS)                                              \
    X(max_speed, 0.0f, SST_MAX_SPEED, SST_ERROR_MAX_SPEED)                                         \
    X(time_horizon, SST_MIN_TIME, SST_MAX_TIME, SST_ERROR_TIME_HORIZON)                            \
    X(time_horizon_obst, SST_MIN_TIME, SST_MAX_TIME, SST_ERROR_TIME_HORIZON)                       \
    X(max_acceleration, 0.0f, 1e6f, SST_ERROR_ACCELERATION)                                        \
    X(max_braking, 0.0f, 1e6f, SST_ERROR_ACCELERATION)                                             \
    X(max_turn_rate, 0.0f, 1e6f, SST_ERROR_TURN_RATE)                                              \
    X(priority, 0.0f, 1e6f, SST_ERROR_PRIORITY)
enum { SSTI_MOST_MAX_NEIGHBORS = 1000000, SSTI_MOST_DECIDE_EVERY = 255 };

/* What a def may not be, one result for each field; the key is looked at by the caller. */
sst_result ssti_check_agent_def(const sst_agent_def *def);
sst_result ssti_check_position(sst_point position);
sst_result ssti_check_velocity(sst_vec2 velocity);

/* Copies a checked def into a slot, all but the key; the position is rounded to the lattice. */
void ssti_agents_write(ssti_agents *agents, size_t slot, const sst_agent_def *def);
void ssti_agents_read(const ssti_agents *agents, size_t slot, sst_agent_def *def);
/* Whether it decides, if it is not scripted, in the step after so many. Turns are drawn by key: of
 * those who decide in every nth step about the nth part does in each. */
static inline bool ssti_agents_decide(const ssti_agents *agents, size_t slot, uint64_t steps) {
    uint8_t every = agents->decide_every[slot];
    return every == 1 || agents->must_decide[slot] ||
           (ssti_mix64(agents->key[slot]) % every + steps) % every == 0;
}

/* How long it goes on with what it decides, as solvers take it for the time step. */
static inline float ssti_agents_decision_time(const ssti_agents *agents, size_t slot,
                                              float time_step) {
    return ssti_min(time_step * (float)agents->decide_every[slot], SST_MAX_TIME);
}

/* Moves the last agent into the slot. The id and key of the removed one are given back. */
void ssti_agents_remove(ssti_agents *agents, size_t slot);

/* Whether no mask hides anybody from anybody. */
bool ssti_agents_all_see_each_other(const ssti_agents *agents);

/* How fast it can go: max_speed, or its speed if it is scripted and faster. */
float ssti_agents_reach_speed(const ssti_agents *agents, size_t slot);

#endif
