/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

#include "crowd.h"

crowd crowd_create(sst_profile profile, float time_step) {
    crowd made = {.least_gap = HUGE_VAL};
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

void crowd_destroy(crowd *c) {
    sst_world_destroy(c->world);
    c->world = NULL;
}

size_t crowd_add(crowd *c, sst_point position, float radius, sst_point goal, double speed,
                 float max_speed) {
    size_t agent = c->count++;
    sst_agent_def def = c->agent;
    def.position = position;
    def.radius = radius;
    def.max_speed = max_speed;
    CHECK_INT(sst_world_add_agent(c->world, &def, &c->ids[agent]), SST_OK);
    c->goals[agent] = goal;
    c->speeds[agent] = speed;
    c->radii[agent] = (double)radius;
    return agent;
}

sst_obstacle_id crowd_obstacle(crowd *c, sst_obstacle_kind kind, const sst_point *vertices,
                               size_t count) {
    sst_obstacle_def def;
    sst_obstacle_id id = {0};
    CHECK_INT(sst_obstacle_def_init(&def), SST_OK);
    def.kind = kind;
    def.vertices = vertices;
    def.vertex_count = count;
    CHECK_INT(sst_world_add_obstacle(c->world, &def, &id, NULL), SST_OK);
    return id;
}

static sst_vec2 towards_goal(const crowd *c, size_t agent) {
    sst_point at = crowd_position(c, agent);
    double dx = c->goals[agent].x - at.x, dy = c->goals[agent].y - at.y;
    double distance = hypot(dx, dy), time_step = (double)sst_world_time_step(c->world);
    if (distance == 0.0) {
        return (sst_vec2){0, 0};
    }
    double speed = fmin(c->speeds[agent], distance / time_step);
    return (sst_vec2){(float)(dx / distance * speed), (float)(dy / distance * speed)};
}

/* Closest approach of two centres that moved straight, minus the radii. */
static double swept_gap(const crowd *c, const sst_point *before, const sst_point *after, size_t a,
                        size_t b) {
    double px = before[b].x - before[a].x, py = before[b].y - before[a].y;
    double mx = after[b].x - after[a].x - px, my = after[b].y - after[a].y - py;
    double length_sq = mx * mx + my * my;
    double t = length_sq > 0 ? -(px * mx + py * my) / length_sq : 0.0;
    t = fmin(1.0, fmax(0.0, t));
    return hypot(px + t * mx, py + t * my) - c->radii[a] - c->radii[b];
}

void crowd_step_freely(crowd *c) {
    static sst_point before[CROWD_MOST], after[CROWD_MOST];
    CHECK_INT(sst_world_get_positions(c->world, c->ids, before, c->count), SST_OK);
    CHECK_INT(sst_world_step(c->world, &c->report), SST_OK);
    CHECK_INT(sst_world_get_positions(c->world, c->ids, after, c->count), SST_OK);
    for (size_t a = 0; a < c->count; ++a) {
        for (size_t b = a + 1; b < c->count; ++b) {
            c->least_gap = fmin(c->least_gap, swept_gap(c, before, after, a, b));
        }
    }
}

void crowd_step(crowd *c) {
    for (size_t i = 0; i < c->count; ++i) {
        CHECK_INT(sst_world_set_preferred_velocity(c->world, c->ids[i], towards_goal(c, i)),
                  SST_OK);
    }
    crowd_step_freely(c);
}

void crowd_run(crowd *c, int steps) {
    for (int i = 0; i < steps; ++i) {
        crowd_step(c);
    }
}

sst_point crowd_position(const crowd *c, size_t agent) {
    sst_point position = {(double)NAN, (double)NAN};
    CHECK_INT(sst_world_get_positions(c->world, &c->ids[agent], &position, 1), SST_OK);
    return position;
}

sst_vec2 crowd_velocity(const crowd *c, size_t agent) {
    sst_vec2 velocity = {NAN, NAN};
    CHECK_INT(sst_world_get_velocities(c->world, &c->ids[agent], &velocity, 1), SST_OK);
    return velocity;
}

uint32_t crowd_status(const crowd *c, size_t agent) {
    sst_agent_view view;
    CHECK_INT(sst_world_view_agents(c->world, &view), SST_OK);
    for (size_t slot = 0; slot < view.count; ++slot) {
        if (view.ids[slot].value == c->ids[agent].value) {
            return view.status[slot];
        }
    }
    CHECK_MSG(false, "agent %zu is not in the view", agent);
    return 0;
}

double crowd_distance_to_goal(const crowd *c, size_t agent) {
    sst_point at = crowd_position(c, agent);
    return hypot(c->goals[agent].x - at.x, c->goals[agent].y - at.y);
}

double crowd_gap(const crowd *c, size_t a, size_t b) {
    sst_point p = crowd_position(c, a), q = crowd_position(c, b);
    return hypot(q.x - p.x, q.y - p.y) - c->radii[a] - c->radii[b];
}

double crowd_least_gap_now(const crowd *c) {
    double least = HUGE_VAL;
    for (size_t a = 0; a < c->count; ++a) {
        for (size_t b = a + 1; b < c->count; ++b) {
            least = fmin(least, crowd_gap(c, a, b));
        }
    }
    return least;
}

double crowd_mean_speed(const crowd *c) {
    double sum = 0;
    for (size_t i = 0; i < c->count; ++i) {
        sst_vec2 v = crowd_velocity(c, i);
        sum += hypot((double)v.x, (double)v.y);
    }
    return sum / (double)c->count;
}

bool crowd_is_finite(const crowd *c) {
    for (size_t i = 0; i < c->count; ++i) {
        sst_point p = crowd_position(c, i);
        sst_vec2 v = crowd_velocity(c, i);
        if (!isfinite(p.x) || !isfinite(p.y) || !isfinite(v.x) || !isfinite(v.y)) {
            return false;
        }
    }
    return true;
}

double crowd_wall_gap(const crowd *c, size_t agent) {
    sst_point at = crowd_position(c, agent);
    sst_clearance clearance;
    CHECK_INT(sst_world_query_clearance(c->world, at, at, 0.0f, SST_ALL_LAYERS, 1e6, &clearance),
              SST_OK);
    return clearance.distance - c->radii[agent];
}
