/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Half-plane of two discs (van den Berg, Guy, Lin, Manocha 2011, section 4, figures 2 and 3).
 *
 * Of the relative velocities that lead to contact within the horizon tau, the velocity obstacle is
 * the cone of tangents from the origin to the disc (p, R), cut off by the disc (p/tau, R/tau). Let
 * u be the least change of the relative velocity v that reaches its boundary, with outward normal
 * n. The agent takes its share of u: the half-plane through v_A + share u with normal n. If v is
 * already outside, u points inwards and the share is of the slack.
 *
 * Each case gives the normal and the signed length of u along it; the half-plane is then the same.
 */
#include "solve/agent_half_plane.h"

#include "base/hash.h"
#include "base/root.h"
#include "base/vec2.h"

/* An overlap up to this part of the radii is the rounding of an exact touch. */
#define TOUCHING 1e-5f

bool ssti_pair_overlaps(const ssti_pair *pair) {
    return ssti_length_sq(pair->position) < pair->radius * pair->radius;
}

bool ssti_pair_coincides(const ssti_pair *pair) {
    return ssti_length_sq(pair->position) < SSTI_NO_DIRECTION_SQ;
}

static sst_half_plane half_plane(const ssti_pair *pair, sst_vec2 normal, float u, sst_case tag) {
    return (sst_half_plane){
        .normal = normal,
        .offset = ssti_dot(normal, pair->velocity) + pair->responsibility * u,
        .geometric_case = tag,
    };
}

/* A point of the unit disc, evenly spread over keys. */
static sst_vec2 point_of_key(uint64_t key) {
    sst_vec2 point;
    do {
        key = ssti_mix64(key + UINT64_C(0x9e3779b97f4a7c15));
        point.x = (float)(int32_t)((key >> 8) & 0xffffff) * 0x1p-23f - 1.0f;
        point.y = (float)(int32_t)(key >> 40) * 0x1p-23f - 1.0f;
    } while (ssti_length_sq(point) > 1.0f);
    return point;
}

/* Coincident agents with one velocity have no geometry to part by. Differences of points fixed by
 * the keys spread a whole crowd on one point over all directions, opposite for the two of a pair.
 */
static sst_vec2 parting_direction(uint64_t own_key, uint64_t other_key) {
    sst_vec2 apart = ssti_sub(point_of_key(own_key), point_of_key(other_key));
    float length_sq = ssti_length_sq(apart);
    if (length_sq < SSTI_NO_DIRECTION_SQ) {
        return ssti_vec2(own_key < other_key ? -1.0f : 1.0f, 0.0f);
    }
    return ssti_scale(1.0f / sqrtf(length_sq), apart);
}

/* Away from the other's centre, or along the parting direction where the centres coincide. */
static sst_vec2 away_from_other(const ssti_pair *pair) {
    float distance_sq = ssti_length_sq(pair->position);
    if (distance_sq < SSTI_NO_DIRECTION_SQ) {
        return parting_direction(pair->own_key, pair->other_key);
    }
    return ssti_scale(-1.0f / sqrtf(distance_sq), pair->position);
}

/* The cut-off disc (position/tau, radius/tau) alone, its boundary point in the direction of w. */
static sst_half_plane cutoff_disc(const ssti_pair *pair, sst_vec2 w, float tau, sst_case tag) {
    sst_vec2 normal = ssti_scale(1.0f / sqrtf(ssti_length_sq(w)), w);
    float inv_tau = 1.0f / tau;
    sst_vec2 from_centre = ssti_sub(pair->relative_velocity, ssti_scale(inv_tau, pair->position));
    return half_plane(pair, normal, pair->radius * inv_tau - ssti_dot(normal, from_centre), tag);
}

static sst_vec2 from_cutoff_centre(const ssti_pair *pair, sst_vec2 velocity, float tau) {
    return ssti_sub(velocity, ssti_scale(1.0f / tau, pair->position));
}

/* Straight apart, by what is missing in the coming step. */
static sst_half_plane part_backwards(const ssti_pair *pair, sst_case tag) {
    sst_vec2 away = away_from_other(pair);
    float depth = pair->radius - sqrtf(ssti_length_sq(pair->position));
    float u = depth / pair->time_step - ssti_dot(away, pair->relative_velocity);
    return half_plane(pair, away, u, tag);
}

/* Within rounding of just touching, where the legs of the cone are perpendicular to p. */
static bool only_touches(const ssti_pair *pair) {
    return sqrtf(ssti_length_sq(pair->position)) >= (1.0f - TOUCHING) * pair->radius;
}

/* In contact already: leave it within the coming step. For a pair that closes fast the nearest way
 * out of the disc is through the other agent; where that is not wanted they part backwards. */
static sst_half_plane overlap(const ssti_pair *pair) {
    sst_vec2 w = from_cutoff_centre(pair, pair->relative_velocity, pair->time_step);
    bool coincides = ssti_pair_coincides(pair);
    bool through = pair->overlaps_part_backwards && ssti_dot(w, pair->position) > 0.0f;
    if (ssti_length_sq(w) < SSTI_NO_DIRECTION_SQ || through || (!coincides && only_touches(pair))) {
        return part_backwards(pair, coincides ? SST_CASE_COINCIDENT : SST_CASE_OVERLAP);
    }
    return cutoff_disc(pair, w, pair->time_step, SST_CASE_OVERLAP);
}

/* The nearest boundary point lies on the arc unless w points into the wedge that the tangent points
 * open around p: the angle between w and -p must be less than theirs. */
static bool nearest_is_arc(const ssti_pair *pair, sst_vec2 w) {
    float towards = -ssti_dot(w, pair->position);
    return towards > 0.0f && towards > pair->radius * sqrtf(ssti_length_sq(w));
}

static bool passes_left(const ssti_pair *pair, sst_vec2 w) {
    float side = ssti_det(pair->position, w);
    return pair->handedness == SST_RIGHT_HANDED ? side > 0.0f : side >= 0.0f;
}

static sst_half_plane leg(const ssti_pair *pair, sst_vec2 w) {
    sst_vec2 p = pair->position;
    float distance_sq = ssti_length_sq(p);
    float length = sqrtf(distance_sq - pair->radius * pair->radius);
    float inv = 1.0f / distance_sq;
    sst_vec2 along = ssti_scale(length, p);
    sst_vec2 across = ssti_scale(pair->radius, ssti_left_of(p));
    bool left = passes_left(pair, w);
    sst_vec2 direction = ssti_scale(inv, left ? ssti_add(along, across) : ssti_sub(along, across));
    sst_vec2 normal = left ? ssti_left_of(direction) : ssti_right_of(direction);
    float u = -ssti_dot(normal, pair->relative_velocity);
    return half_plane(pair, normal, u, left ? SST_CASE_LEFT_LEG : SST_CASE_RIGHT_LEG);
}

sst_half_plane ssti_agent_half_plane(const ssti_pair *pair) {
    if (ssti_length_sq(pair->position) <= pair->radius * pair->radius ||
        ssti_pair_coincides(pair)) {
        return overlap(pair);
    }
    sst_vec2 w = from_cutoff_centre(pair, pair->relative_velocity, pair->time_horizon);
    if (nearest_is_arc(pair, w)) {
        return cutoff_disc(pair, w, pair->time_horizon, SST_CASE_CUTOFF_ARC);
    }
    return leg(pair, w);
}

/* How fast the agent may close so that the pair cannot meet within the step. The gap is divided
 * between both, whatever either did before (the buffered cells of Zhou et al. 2017, in velocity):
 * that each counts on nothing from the other is what brings a dense crowd to rest. Who takes less
 * of the avoidance gets more of the gap. And no faster than is safe if the other closes on as it
 * does now: it may have no reason to apply this rule. */
static float closing_limit(const ssti_pair *pair, sst_vec2 away, float gap) {
    sst_vec2 other = ssti_sub(pair->velocity, pair->relative_velocity);
    float whole = gap / pair->time_step;
    float if_other_goes_on = whole - ssti_dot(away, other);
    if (pair->responsibility >= 1.0f) {
        return if_other_goes_on;
    }
    return ssti_min((1.0f - pair->responsibility) * whole, if_other_goes_on);
}

sst_half_plane ssti_contact_half_plane(const ssti_pair *pair) {
    sst_vec2 away = away_from_other(pair);
    float gap = sqrtf(ssti_length_sq(pair->position)) - pair->radius;
    return (sst_half_plane){
        .normal = away,
        .offset = -closing_limit(pair, away, gap),
        .geometric_case = SST_CASE_AGENT_CONTACT,
    };
}

/* A cell of Zhou et al. (2017) in velocities. Their discs are of one size; the middle of the gap
 * is the same line there, and a fair one elsewhere. */
sst_half_plane ssti_cell_half_plane(const ssti_pair *pair) {
    float gap = sqrtf(ssti_length_sq(pair->position)) - pair->radius;
    return (sst_half_plane){
        .normal = away_from_other(pair),
        .offset = -0.5f * gap / pair->time_step,
        .geometric_case = SST_CASE_AGENT_CONTACT,
    };
}
