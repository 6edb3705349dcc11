/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The keys of an agent, of which some may be drawn: what one agent, or all agents of a group, are
 * made from. */
#ifndef SIDESTEP_SIM_TEMPLATE_H
#define SIDESTEP_SIM_TEMPLATE_H

#include "scenario/area.h"
#include "scenario/sampler.h"

/* Where the values of an agent's map are collected. */
typedef struct ssti_agent_values {
    const char *like;
    sst_agent_def def;
    double preferred_speed, start_time;
    int on_arrival;
    ssti_targets goal, goals, exits;
    sst_point direction, antipode;
    float rate_limit;
    bool loop, pedestrian;
    uint32_t sense;
    ssti_range trajectory;
    uint64_t doubts; /* the keys whose values are not known, as they are bad: one bit each */
} ssti_agent_values;

/* Keys that others look at, as places in the table of an agent's keys. */
enum {
    SSTI_POSITION,
    SSTI_PREFERRED_VELOCITY,
    SSTI_PREFERRED_SPEED,
    SSTI_GOAL,
    SSTI_GOALS,
    SSTI_EXITS,
    SSTI_DIRECTION,
    SSTI_ANTIPODE,
    SSTI_TRAJECTORY,
    SSTI_LOOP,
    SSTI_KEY,
    SSTI_START_TIME,
    SSTI_LIKE,
    SSTI_VELOCITY,
    SSTI_ON_ARRIVAL,
    SSTI_RADIUS,
    SSTI_MAX_SPEED,
    SSTI_NEIGHBOR_DIST,
    SSTI_MAX_NEIGHBORS,
    SSTI_TIME_HORIZON,
    SSTI_TIME_HORIZON_OBST,
    SSTI_OBSTACLE_MASK = 28,
    SSTI_AGENT_KEYS = 34,
    SSTI_SCRIPTED = SSTI_AGENT_KEYS - 1,
    SSTI_NAME = SSTI_AGENT_KEYS, /* the rest are keys of groups only */
    SSTI_NUMBER_OF,
    SSTI_DENSITY,
    SSTI_AREA,
    SSTI_SPACING,
    SSTI_ARRIVALS,
    SSTI_GROUP_KEYS
};

#define SSTI_KEY_BIT(key) (UINT64_C(1) << (key))

/* Of them depends where an agent is, and when. */
#define SSTI_PLACE_KEYS                                                                            \
    (SSTI_KEY_BIT(SSTI_POSITION) | SSTI_KEY_BIT(SSTI_RADIUS) | SSTI_KEY_BIT(SSTI_START_TIME) |     \
     SSTI_KEY_BIT(SSTI_TRAJECTORY))

/* When the agents of a group enter, one after another. */
typedef struct ssti_arrivals {
    double rate, from, until; /* [1/s]; [s]; `until` is infinite if not given */
    int poisson;
} ssti_arrivals;

/* What a group says beside its agents' keys. */
typedef struct ssti_group_values {
    const char *name;
    uint64_t number;
    double density, spacing;
    ssti_area area;
    ssti_arrivals arrivals;
} ssti_group_values;

typedef struct ssti_template {
    ssti_agent_values values;
    ssti_group_values group;
    const ssti_sampler *samplers[SSTI_AGENT_KEYS]; /* null: not drawn */
    uint64_t given;                                /* keys that were given, one bit each */
    const ssti_node *map;
} ssti_template;

/* Reads the keys of an agent, or of a group: over those of the profile that it is like. */
void ssti_template_read(ssti_reader *reader, const ssti_node *map, bool is_group,
                        ssti_template *made);
/* The profile that the value of a `like` names; null, after an error, if there is none. */
const ssti_template *ssti_profile_find(ssti_reader *reader, const ssti_node *name);
/* Whether a key is there, be it good or not, here or in the profile. */
bool ssti_template_names(const ssti_template *from, size_t key);
const char *ssti_template_name(size_t key);
bool ssti_template_has(const ssti_template *from, size_t key);

/* Draws an agent's values; false if one was bad, which is then one of its doubts. */
bool ssti_template_draw(ssti_reader *reader, const ssti_template *from, const ssti_draw_for *who,
                        ssti_agent_values *values);
/* Puts an agent with these values into its place in the scenario; false if they make no sense. */
bool ssti_template_put(ssti_reader *reader, const ssti_template *from,
                       const ssti_agent_values *values, size_t number);

#endif
