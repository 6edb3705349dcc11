/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

#include "crowd.h"

crowd crowd_create(sst_profile profile, float time_step) {
    crowd made = {.least_gap = INFINITY};
    sst_world_def def;
    CHECK_INT(sst_world_def_init(&def, profile), SST_OK);
    def.solve.time_step = time_step;
    CHECK_INT(sst_world_create(&def, &made.world), SST_OK);
    CHECK_INT(sst_agent_def_init(&made.agent), SST_OK);
    made.agent.neighbor_dist = 15.0f;
    made.agent.max_neighbors = 10;
    made.agent.time_horizon = 5.0f;
    made.agent.time_horizon_obst = 5.0f;
    return made;
}

void crowd_destroy(crowd *crowd) {
    sst_world_destroy(crowd->world);
    crowd->world = NULL;
}

size_t crowd_add(crowd *crowd, sst_point position, float radius, sst_point goal, double speed,
                 float max_speed) {
    size_t agent = crowd->count++;
    sst_agent_def def = crowd->agent;
    def.position = position;
    def.radius = radius;
    def.max_speed = max_speed;
    CHECK_INT(sst_world_add_agent(crowd->world, &def, &crowd->ids[agent]), SST_OK);
    crowd->goals[agent] = goal;
    crowd->speeds[agent] = speed;
    crowd->radii[agent] = (double)radius;
    return agent;
}

sst_obstacle_id crowd_obstacle(crowd *crowd, sst_obstacle_kind kind, const sst_point *vertices,
                               size_t count) {
    sst_obstacle_def def;
    sst_obstacle_id id = {0};
    CHECK_INT(sst_obstacle_def_init(&def), SST_OK);
    def.kind = kind;
    def.vertices = vertices;
    def.vertex_count = count;
    CHECK_INT(sst_world_add_obstacle(crowd->world, &def, &id, NULL), SST_OK);
    return id;
}

static sst_vec2 towards_goal(const crowd *crowd, size_t agent) {
    sst_point at = crowd_position(crowd, agent);
    double dx = crowd->goals[agent].x - at.x, dy = crowd->goals[agent].y - at.y;
    double distance = hypot(dx, dy), time_step = (double)sst_world_time_step(crowd->world);
    if (distance == 0.0) {
        return (sst_vec2){0, 0};
    }
    double speed = fmin(crowd->speeds[agent], distance / time_step);
    return (sst_vec2){(float)(dx / distance * speed), (float)(dy / distance * speed)};
}

/* Closest approach of two centres that moved straight, minus the radii. */
static double swept_gap(const crowd *crowd, const sst_point *before, size_t a, size_t b) {
    sst_point a1 = crowd_position(crowd, a), b1 = crowd_position(crowd, b);
    double px = before[b].x - before[a].x, py = before[b].y - before[a].y;
    double mx = b1.x - a1.x - px, my = b1.y - a1.y - py;
    double length_sq = mx * mx + my * my;
    double t = length_sq > 0 ? -(px * mx + py * my) / length_sq : 0.0;
    t = fmin(1.0, fmax(0.0, t));
    return hypot(px + t * mx, py + t * my) - crowd->radii[a] - crowd->radii[b];
}

void crowd_step_freely(crowd *crowd) {
    static sst_point before[CROWD_MOST];
    for (size_t i = 0; i < crowd->count; ++i) {
        before[i] = crowd_position(crowd, i);
    }
    CHECK_INT(sst_world_step(crowd->world, &crowd->report), SST_OK);
    for (size_t a = 0; a < crowd->count; ++a) {
        for (size_t b = a + 1; b < crowd->count; ++b) {
            crowd->least_gap = fmin(crowd->least_gap, swept_gap(crowd, before, a, b));
        }
    }
}

void crowd_step(crowd *crowd) {
    for (size_t i = 0; i < crowd->count; ++i) {
        CHECK_INT(
            sst_world_set_preferred_velocity(crowd->world, crowd->ids[i], towards_goal(crowd, i)),
            SST_OK);
    }
    crowd_step_freely(crowd);
}

void crowd_run(crowd *crowd, int steps) {
    for (int i = 0; i < steps; ++i) {
        crowd_step(crowd);
    }
}

sst_point crowd_position(const crowd *crowd, size_t agent) {
    sst_point position = {NAN, NAN};
    CHECK_INT(sst_world_get_positions(crowd->world, &crowd->ids[agent], &position, 1), SST_OK);
    return position;
}

sst_vec2 crowd_velocity(const crowd *crowd, size_t agent) {
    sst_vec2 velocity = {NAN, NAN};
    CHECK_INT(sst_world_get_velocities(crowd->world, &crowd->ids[agent], &velocity, 1), SST_OK);
    return velocity;
}

uint32_t crowd_status(const crowd *crowd, size_t agent) {
    sst_agent_view view;
    CHECK_INT(sst_world_view_agents(crowd->world, &view), SST_OK);
    for (size_t slot = 0; slot < view.count; ++slot) {
        if (view.ids[slot].value == crowd->ids[agent].value) {
            return view.status[slot];
        }
    }
    CHECK_MSG(false, "agent %zu is not in the view", agent);
    return 0;
}

double crowd_distance_to_goal(const crowd *crowd, size_t agent) {
    sst_point at = crowd_position(crowd, agent);
    return hypot(crowd->goals[agent].x - at.x, crowd->goals[agent].y - at.y);
}

double crowd_gap(const crowd *crowd, size_t a, size_t b) {
    sst_point p = crowd_position(crowd, a), q = crowd_position(crowd, b);
    return hypot(q.x - p.x, q.y - p.y) - crowd->radii[a] - crowd->radii[b];
}

double crowd_least_gap_now(const crowd *crowd) {
    double least = INFINITY;
    for (size_t a = 0; a < crowd->count; ++a) {
        for (size_t b = a + 1; b < crowd->count; ++b) {
            least = fmin(least, crowd_gap(crowd, a, b));
        }
    }
    return least;
}

double crowd_mean_speed(const crowd *crowd) {
    double sum = 0;
    for (size_t i = 0; i < crowd->count; ++i) {
        sst_vec2 v = crowd_velocity(crowd, i);
        sum += hypot((double)v.x, (double)v.y);
    }
    return sum / (double)crowd->count;
}

bool crowd_is_finite(const crowd *crowd) {
    for (size_t i = 0; i < crowd->count; ++i) {
        sst_point p = crowd_position(crowd, i);
        sst_vec2 v = crowd_velocity(crowd, i);
        if (!isfinite(p.x) || !isfinite(p.y) || !isfinite(v.x) || !isfinite(v.y)) {
            return false;
        }
    }
    return true;
}

double crowd_wall_gap(const crowd *crowd, size_t agent) {
    sst_point at = crowd_position(crowd, agent);
    sst_clearance clearance;
    CHECK_INT(
        sst_world_query_clearance(crowd->world, at, at, 0.0f, SST_ALL_LAYERS, 1e6, &clearance),
        SST_OK);
    return clearance.distance - crowd->radii[agent];
}
