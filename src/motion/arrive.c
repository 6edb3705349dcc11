/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Arrival. Near its goal an agent prefers the speed from which it can stop there, never more than
 * reaches it within one step. Where several are bound for one place only one gets it; the rest
 * would press on for ever and mill about. So whoever is near, and has had somebody standing in its
 * way for a while, settles where it is and prefers to stand; then those behind find it standing,
 * and settle in turn: rest spreads outward by contact. It sets out again once its way has been free
 * as long.
 *
 * In the way is who touches or nearly touches, stands, is nearer to the goal, and lies within 60
 * degrees of the way to it; so the nearest of all goes on until it is there. All of this is the
 * agent's own affair: it shapes its preferred velocity and nothing else.
 */
#include "base/root.h"
#include "base/vec2.h"
#include "sidestep/motion.h"

/* A gap below this part of the agent's radius, and no speed above this [m/s], is standing in touch;
 */
#define TOUCH    0.25f
#define STANDING 0.1f
/* and the cosine of the angle within which somebody is in the way. */
#define AHEAD 0.5f
/* One that was there is so until it is this many tolerances away. */
#define LEFT 3.0f

static bool lies_in(float value, float low, float high) {
    return value >= low && value <= high;
}

sst_result sst_arrive_def_init(sst_arrive_def *def) {
    if (!def) {
        return SST_ERROR_NULL;
    }
    *def = (sst_arrive_def){
        .struct_size = sizeof *def,
        .radius = 0.3f,
        .preferred_speed = 1.3f,
        .tolerance = 0.01f,
        .settle_time = 1.0f,
    };
    return SST_OK;
}

static sst_result check_def(const sst_arrive_def *def) {
    if (!def) {
        return SST_ERROR_NULL;
    }
    if (def->struct_size != sizeof *def) {
        return SST_ERROR_STRUCT_SIZE;
    }
    if (!lies_in(def->radius, 0.0f, SST_MAX_LENGTH)) {
        return SST_ERROR_RADIUS;
    }
    if (!lies_in(def->preferred_speed, 0.0f, SST_MAX_SPEED)) {
        return SST_ERROR_MAX_SPEED;
    }
    if (!lies_in(def->braking, 0.0f, 1e6f)) {
        return SST_ERROR_ACCELERATION;
    }
    bool is_valid = lies_in(def->tolerance, 0.0f, SST_MAX_LENGTH) &&
                    lies_in(def->settle_within, 0.0f, SST_MAX_LENGTH) &&
                    lies_in(def->settle_time, 0.0f, SST_MAX_TIME);
    return is_valid ? SST_OK : SST_ERROR_ARRIVAL;
}

static sst_result check_place(sst_vec2 place) {
    float most = 2.0f * (float)SST_MAX_COORDINATE;
    if (!ssti_vec2_is_finite(place)) {
        return SST_ERROR_NOT_FINITE;
    }
    return ssti_abs(place.x) <= most && ssti_abs(place.y) <= most ? SST_OK : SST_ERROR_POSITION;
}

static sst_result check_others(const sst_bystander *others, size_t count) {
    sst_result result = SST_OK;
    for (size_t i = 0; i < count && result == SST_OK; i++) {
        result = check_place(others[i].position);
        if (result == SST_OK && !ssti_vec2_is_finite(others[i].velocity)) {
            result = SST_ERROR_NOT_FINITE;
        }
        if (result == SST_OK && !lies_in(others[i].radius, 0.0f, SST_MAX_LENGTH)) {
            result = SST_ERROR_RADIUS;
        }
    }
    return result;
}

static bool stands_in_the_way(const sst_arrive_def *def, sst_vec2 goal, float distance,
                              const sst_bystander *other) {
    float apart = sqrtf(ssti_length_sq(other->position));
    bool is_near = apart - (def->radius + other->radius) <= TOUCH * def->radius;
    bool stands = ssti_length_sq(other->velocity) <= STANDING * STANDING;
    bool is_nearer = ssti_length_sq(ssti_sub(goal, other->position)) < distance * distance;
    return is_near && stands && is_nearer &&
           ssti_dot(other->position, goal) >= AHEAD * apart * distance;
}

static bool is_blocked(const sst_arrive_def *def, sst_vec2 goal, float distance,
                       const sst_bystander *others, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (stands_in_the_way(def, goal, distance, &others[i])) {
            return true;
        }
    }
    return false;
}

/* Blocked or free for how long; it takes as long to set out as it took to settle. */
static sst_arrival wait(const sst_arrive_def *def, sst_arrival before, bool blocked,
                        float duration) {
    sst_arrival now = before;
    if (before.settled) {
        now.blocked_for = blocked ? 0.0f : ssti_min(before.blocked_for, 0.0f) - duration;
        now.settled = now.blocked_for > -def->settle_time;
    } else {
        now.blocked_for = blocked ? ssti_max(before.blocked_for, 0.0f) + duration : 0.0f;
        now.settled = blocked && now.blocked_for >= def->settle_time;
    }
    return now.settled == before.settled ? now : (sst_arrival){0.0f, now.settled};
}

static sst_arrival settle(const sst_arrive_def *def, sst_vec2 goal, float distance,
                          const sst_bystander *others, size_t count, float duration,
                          sst_arrival before) {
    float there = before.settled ? LEFT * def->tolerance : def->tolerance;
    if (distance <= there) {
        return (sst_arrival){0.0f, true};
    }
    if (distance > def->settle_within) {
        return (sst_arrival){0.0f, false};
    }
    return wait(def, before, is_blocked(def, goal, distance, others, count), duration);
}

static sst_vec2 towards(const sst_arrive_def *def, sst_vec2 goal, float distance, float duration) {
    float speed = ssti_min(def->preferred_speed, distance / duration);
    if (def->braking > 0.0f) {
        speed = ssti_min(speed, sst_stopping_speed(distance, def->braking, duration));
    }
    return distance > 0.0f ? ssti_scale(speed / distance, goal) : goal;
}

sst_result sst_arrive(const sst_arrive_def *def, sst_vec2 goal, const sst_bystander *others,
                      size_t count, float duration, sst_arrival *arrival,
                      sst_vec2 *preferred_velocity) {
    if (!arrival || !preferred_velocity || (count > 0 && !others)) {
        return SST_ERROR_NULL;
    }
    sst_result result = check_def(def);
    if (result == SST_OK) {
        result = check_place(goal);
    }
    if (result == SST_OK && !lies_in(duration, SST_MIN_TIME, SST_MAX_TIME)) {
        result = SST_ERROR_TIME_STEP;
    }
    if (result == SST_OK) {
        result = check_others(others, count);
    }
    if (result != SST_OK) {
        return result;
    }
    float distance = sqrtf(ssti_length_sq(goal));
    sst_arrival now = settle(def, goal, distance, others, count, duration, *arrival);
    *preferred_velocity =
        now.settled ? (sst_vec2){0.0f, 0.0f} : towards(def, goal, distance, duration);
    *arrival = now;
    return SST_OK;
}
