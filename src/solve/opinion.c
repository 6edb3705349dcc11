/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Shares of avoidance that are estimated, where nobody declares them: AVOCADO (Martinez-Baselga,
 * Sebastian, Montijano, Riazuelo, Sagues and Montano 2024). Of a pair on a course of collision the
 * least change u of relative velocity is known to both; the part of it that the other made since
 * the step before is evidence. An opinion a in [-1, 1] follows it by nonlinear opinion dynamics,
 *
 *     a' = -d a + d w tanh(s a + c e),    e = tanh(k (part - 1/2)),
 *
 * the more so the more attention w the pair deserves, which grows as a collision comes near. One's
 * own share is 1 - (a + 1) / 2; what stands between two that are on no course of collision is not
 * for the estimate to give away: there it is at most a half, and on one at least a half, so that a
 * wrong opinion costs time and not safety.
 *
 * Unlike there, turning against what was needed counts as no part of it rather than as some. */
#include "solve/opinion.h"

#include "base/elementary.h"
#include "base/root.h"
#include "base/vec2.h"
#include "solve/solver.h"

/* The published tuning; its step was 0.1 s. */
#define DECAY           2.0f   /* d [1/s] */
#define SELF            0.3f   /* s */
#define EVIDENCE        0.7f   /* c */
#define STEEPNESS       3.22f  /* k */
#define ALERTNESS       14.15f /* attention towards tanh(this / time to collision) [s] */
#define ATTENTION_SHARE 0.57f  /* of the way to that in a step */
/* A change that is needed by less than this [m/s] tells nothing. */
#define LEAST_CHANGE 1e-3f

/* --- The pair ------------------------------------------------------------------------------ */

/* The least change of relative velocity; into the velocity obstacle it is zero. */
static sst_vec2 needed_change(const ssti_pair *half) {
    sst_half_plane plane = ssti_agent_half_plane(half);
    float along = 2.0f * (plane.offset - ssti_dot(plane.normal, half->velocity));
    return along > LEAST_CHANGE ? ssti_scale(along, plane.normal) : (sst_vec2){0.0f, 0.0f};
}

/* 1 / time to collision if both went on; 0 if they would not collide. */
static float urgency(const ssti_pair *pair) {
    float closing = ssti_dot(pair->relative_velocity, pair->position);
    float a = ssti_length_sq(pair->relative_velocity);
    float c = ssti_length_sq(pair->position) - pair->radius * pair->radius;
    float root_sq = closing * closing - a * c;
    if (!(closing > 0.0f) || !(root_sq >= 0.0f)) {
        return 0.0f;
    }
    float along = closing + sqrtf(root_sq);
    return c * SST_MAX_TIME > along ? along / c : SST_MAX_TIME;
}

/* --- The opinion --------------------------------------------------------------------------- */

static float evidence(const ssti_opinion *before, sst_vec2 velocity) {
    float asked_sq = ssti_length_sq(before->asked);
    if (asked_sq == 0.0f) {
        return 0.0f;
    }
    sst_vec2 change = ssti_sub(velocity, before->velocity);
    float part = ssti_max(-ssti_dot(change, before->asked) / asked_sq, 0.0f);
    return ssti_tanh(STEEPNESS * (ssti_min(part, 2.0f) - 0.5f));
}

static void learn(ssti_opinion *opinion, float time_step, float urgent, sst_vec2 velocity) {
    float alert = ssti_tanh(ssti_min(ALERTNESS * urgent, 9.0f));
    opinion->attention += ATTENTION_SHARE * (alert - opinion->attention);
    float e = evidence(opinion, velocity);
    float pull = opinion->attention * ssti_tanh(SELF * opinion->opinion + EVIDENCE * e);
    float part = ssti_min(DECAY * time_step, 1.0f);
    opinion->opinion += part * (pull - opinion->opinion);
}

static float share(const ssti_opinion *opinion, bool on_collision_course) {
    float estimated = 0.5f - 0.5f * opinion->opinion;
    return on_collision_course ? ssti_max(estimated, 0.5f) : ssti_min(estimated, 0.5f);
}

static ssti_opinion opinion_before(const ssti_opinions *opinions, uint64_t key) {
    for (uint32_t i = 0; i < opinions->count; i++) {
        if (opinions->list[i].key == key) {
            return opinions->list[i];
        }
    }
    return (ssti_opinion){.key = key};
}

void ssti_opinions_form(const sst_solve_params *params, const sst_solve_agent *agent,
                        sst_neighbor *neighbors, size_t count, ssti_opinions *opinions) {
    ssti_opinions formed;
    formed.count = (uint32_t)(count < SSTI_MOST_OPINIONS ? count : SSTI_MOST_OPINIONS);
    sst_vec2 own = ssti_own_optimisation_velocity(params, agent);
    for (uint32_t i = 0; i < formed.count; i++) {
        sst_neighbor half = neighbors[i];
        half.responsibility = 0.5f;
        ssti_pair pair = ssti_pair_of(params, agent, own, &half);
        ssti_opinion opinion = opinion_before(opinions, half.key);
        learn(&opinion, params->time_step, urgency(&pair), half.velocity);
        opinion.velocity = half.velocity;
        opinion.asked = needed_change(&pair);
        neighbors[i].responsibility = share(&opinion, ssti_length_sq(opinion.asked) > 0.0f);
        formed.list[i] = opinion;
    }
    /* One by one: copying the whole is left to memcpy by some compilers. */
    opinions->count = formed.count;
    for (uint32_t i = 0; i < SSTI_MOST_OPINIONS; i++) {
        opinions->list[i] = i < formed.count ? formed.list[i] : (ssti_opinion){0};
    }
}
