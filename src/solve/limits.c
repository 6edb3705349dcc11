/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Limits on the change of velocity, as half-planes above all others: the program then never asks
 * for what the machine cannot do, and what it promises holds for what the machine does. (Clipping
 * the program's answer afterwards would void it.)
 *
 * The reachable velocities are a box about the current one in the frame of its direction, as a
 * vehicle has it: acceleration ahead and to either side, braking behind; and a wedge about the
 * direction for the rate of turning. The box and the wedge always hold the velocity of pure
 * braking.
 *
 * A static edge must in return be heeded early enough. Its half-plane lets an agent close in at
 * distance / horizon, which asks for a braking of speed / horizon: more than the machine's b from
 * the speed b x horizon on. Beyond that the horizon grows so that the permitted speed v falls no
 * faster than braking allows: v t + v^2 / (2 b) = distance - b horizon^2 / 2, t being the time step
 * in which it still goes at v. One step of braking later the same holds for what is left of the
 * distance, so the agent can always go on braking. */
#include "solve/limits.h"

#include "base/elementary.h"
#include "base/root.h"
#include "base/vec2.h"
#include "solve/program.h"

/* A slower agent [m/s] has no direction of its own: it may turn on the spot. */
#define SLOWEST_HEADING 1e-4f
/* An agent that cannot swerve stops along its direction only: the part of its braking that acts
 * against an edge to its side is no less than this. */
#define LEAST_PART 0.05f

static float braking_of(const sst_solve_agent *agent) {
    return agent->max_braking > 0.0f ? agent->max_braking : agent->max_acceleration;
}

static float speed_of(sst_vec2 velocity) {
    float largest = ssti_max(ssti_abs(velocity.x), ssti_abs(velocity.y));
    if (largest == 0.0f) {
        return 0.0f;
    }
    sst_vec2 scaled = {velocity.x / largest, velocity.y / largest};
    return largest * sqrtf(ssti_length_sq(scaled));
}

/* Which way is ahead: the way it goes, else the way it wants to go. */
static sst_vec2 heading_of(const sst_solve_agent *agent, float speed) {
    if (speed >= SLOWEST_HEADING) {
        return (sst_vec2){agent->velocity.x / speed, agent->velocity.y / speed};
    }
    float wanted = speed_of(agent->preferred_velocity);
    if (wanted >= SLOWEST_HEADING) {
        return (sst_vec2){agent->preferred_velocity.x / wanted,
                          agent->preferred_velocity.y / wanted};
    }
    return (sst_vec2){1.0f, 0.0f};
}

static sst_half_plane limit(sst_vec2 normal, float offset) {
    return (sst_half_plane){normal, offset, 0, SST_CASE_LIMIT};
}

/* The least speed ahead: braking, and what is left of the step once it stands, backwards. */
static float least_ahead(const sst_solve_agent *agent, float time_step, float speed) {
    float most = braking_of(agent) * time_step;
    if (speed >= most) {
        return speed - most;
    }
    float backwards = agent->max_acceleration > 0.0f ? agent->max_acceleration : SST_MAX_SPEED;
    return -backwards * time_step * (1.0f - speed / most);
}

static uint32_t box(const sst_solve_agent *agent, float time_step, sst_vec2 heading, float speed,
                    sst_half_plane *out) {
    uint32_t count = 0;
    if (braking_of(agent) > 0.0f) {
        out[count++] = limit(heading, least_ahead(agent, time_step, speed));
    }
    if (agent->max_acceleration > 0.0f) {
        float most = agent->max_acceleration * time_step;
        sst_vec2 left = ssti_left_of(heading);
        out[count++] = limit(ssti_neg(heading), -(speed + most));
        out[count++] = limit(left, -most);
        out[count++] = limit(ssti_neg(left), -most);
    }
    return count;
}

static bool turns_slowly(const sst_solve_agent *agent, float time_step, float speed) {
    return agent->max_turn_rate > 0.0f && speed >= SLOWEST_HEADING &&
           agent->max_turn_rate * time_step < SSTI_HALF_PI;
}

static uint32_t wedge(const sst_solve_agent *agent, float time_step, sst_vec2 heading,
                      sst_half_plane *out) {
    sst_vec2 turn = ssti_unit_at(agent->max_turn_rate * time_step);
    sst_vec2 along = ssti_scale(turn.x, heading);
    sst_vec2 across = ssti_scale(turn.y, ssti_left_of(heading));
    out[0] = limit(ssti_right_of(ssti_add(along, across)), 0.0f);
    out[1] = limit(ssti_left_of(ssti_sub(along, across)), 0.0f);
    return 2;
}

uint32_t ssti_limit_half_planes(const sst_solve_agent *agent, float time_step,
                                sst_half_plane *out) {
    if (braking_of(agent) == 0.0f && agent->max_turn_rate == 0.0f) {
        return 0;
    }
    float speed = speed_of(agent->velocity);
    sst_vec2 heading = heading_of(agent, speed);
    uint32_t count = box(agent, time_step, heading, speed, out);
    if (turns_slowly(agent, time_step, speed)) {
        count += wedge(agent, time_step, heading, out + count);
    }
    return count;
}

float ssti_reachable_speed(const sst_solve_agent *agent, float time_step) {
    float braking = braking_of(agent);
    if (braking == 0.0f) {
        return agent->max_speed;
    }
    return ssti_max(agent->max_speed, speed_of(agent->velocity) - braking * time_step);
}

/* What acts against an edge that lies `towards` [unit] of the agent. Sideways it accelerates,
 * unless it must turn first: then it brakes along its heading, of which only a part acts. */
static float braking_against(const sst_solve_agent *agent, sst_vec2 towards) {
    float braking = braking_of(agent);
    if (agent->max_turn_rate > 0.0f) {
        sst_vec2 heading = heading_of(agent, speed_of(agent->velocity));
        return braking * ssti_max(ssti_dot(heading, towards), LEAST_PART);
    }
    return agent->max_acceleration > 0.0f ? ssti_min(braking, agent->max_acceleration) : braking;
}

/* The greatest v with v t + v^2 / (2 b) <= distance. */
static float stopping_speed(float distance, float braking, float t) {
    return distance > 0.0f ? 2.0f * distance / (t + sqrtf(t * t + 2.0f * distance / braking))
                           : 0.0f;
}

float ssti_stopping_horizon(const sst_solve_agent *agent, float time_step, float horizon,
                            float distance, sst_vec2 towards) {
    float braking = braking_against(agent, towards);
    if (braking == 0.0f || distance <= 0.0f) {
        return horizon;
    }
    float slow = braking * horizon;
    float fast = stopping_speed(distance - 0.5f * slow * horizon, braking, time_step);
    return ssti_min(ssti_max(horizon, distance / ssti_max(slow, fast)), SST_MAX_TIME);
}

float ssti_stopping_distance(const sst_solve_agent *agent, float time_step, float horizon) {
    float braking = braking_of(agent);
    if (braking == 0.0f) {
        return agent->max_speed * horizon;
    }
    float speed = ssti_max(agent->max_speed, speed_of(agent->velocity));
    if (agent->max_acceleration > 0.0f) {
        braking = ssti_min(braking, agent->max_acceleration);
    }
    float slow = braking * horizon;
    float way = speed <= slow
                    ? speed * horizon
                    : speed * (time_step + 0.5f * speed / braking) + 0.5f * slow * horizon;
    return ssti_min(way, SST_MAX_LENGTH);
}
