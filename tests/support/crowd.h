/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* A small crowd for tests of behaviour: agents with goals in a world, each step preferring
 * unit(goal - position) * min(speed, distance / time step). */
#ifndef SIDESTEP_TESTS_CROWD_H
#define SIDESTEP_TESTS_CROWD_H

#include "harness.h"
#include "sidestep/world.h"

enum { CROWD_MOST = 512 };

typedef struct crowd {
    sst_world *world;
    size_t count;
    sst_agent_id ids[CROWD_MOST];
    sst_point goals[CROWD_MOST];
    double speeds[CROWD_MOST];
    double radii[CROWD_MOST];
    sst_agent_def agent; /* what the next one is made from */
    sst_step_report report;
    double least_gap; /* between surfaces, over the continuous motion so far; infinite at first */
} crowd;

/* The set that the field cases share: dt 0.25, neighbour distance 15, 10 neighbours, horizons 5. */
crowd crowd_create(sst_profile profile, float time_step);
void crowd_destroy(crowd *c);

size_t crowd_add(crowd *c, sst_point position, float radius, sst_point goal, double speed,
                 float max_speed);
sst_obstacle_id crowd_obstacle(crowd *c, sst_obstacle_kind kind, const sst_point *vertices,
                               size_t count);

/* Steps once towards the goals, or with the preferred velocities as they are. */
void crowd_step(crowd *c);
void crowd_step_freely(crowd *c);
void crowd_run(crowd *c, int steps);

sst_point crowd_position(const crowd *c, size_t agent);
sst_vec2 crowd_velocity(const crowd *c, size_t agent);
uint32_t crowd_status(const crowd *c, size_t agent);
double crowd_distance_to_goal(const crowd *c, size_t agent);
double crowd_gap(const crowd *c, size_t a, size_t b);
double crowd_least_gap_now(const crowd *c);
double crowd_mean_speed(const crowd *c);
bool crowd_is_finite(const crowd *c);

/* Distance of the agent's surface to the nearest edge; negative where they overlap. */
double crowd_wall_gap(const crowd *c, size_t agent);

#endif
