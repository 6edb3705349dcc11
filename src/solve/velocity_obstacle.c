/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Velocity obstacles of two discs.
 *
 * With p the other's place, R the sum of the radii and a the apex, the region is every velocity v
 * with |t (v - a) - p| < R for some t in (0, T]: the cone of tangents from a to the disc (a + p,
 * R), cut off by the disc (a + p/T, R/T).
 *
 *   VO    a = v_B, T = tau: the other keeps its velocity.        Fiorini, Shiller 1998
 *   RVO   2 v - v_A is in the VO: a = (v_A + v_B)/2, T = 2 tau.  van den Berg, Lin, Manocha 2008
 *   HRVO  the RVO's leg on the side where the pair passes already, the VO's leg on the other, so
 *         that to cross over would cost the whole avoidance.     Snape et al. 2011
 *
 * A share s other than one half gives the RVO the apex (1 - s) v_A + s v_B and T = tau/s. The paper
 * of HRVO knows no horizon, so its cone is not cut off. Its two legs are kept as two lines: their
 * meeting point runs away to infinity as the discs come near.
 *
 * In contact the cone is a half-plane or more, and where the pair should go is no matter of
 * horizons: they part as in ORCA. Straight apart that is the rule of HRVO's authors as well.
 */
#include "solve/velocity_obstacle.h"

#include "base/root.h"
#include "base/vec2.h"

/* The agent's share of the avoidance. */
static float share_of(const ssti_pair *pair, sst_model model) {
    return model == SST_MODEL_VO ? 1.0f : pair->responsibility;
}

static sst_vec2 apex_of_share(const ssti_pair *pair, float share) {
    return ssti_sub(pair->velocity, ssti_scale(share, pair->relative_velocity));
}

/* The first root of |t w - p| = R, in the form that cancels nothing; with w as long as the share,
 * for that may be next to nothing. */
float ssti_time_to_contact(const ssti_pair *pair, sst_model model, sst_vec2 velocity) {
    float share = share_of(pair, model);
    sst_vec2 w = ssti_sub(velocity, apex_of_share(pair, share));
    float closing = ssti_dot(w, pair->position);
    float gap = ssti_length_sq(pair->position) - pair->radius * pair->radius;
    float root_sq = closing * closing - ssti_length_sq(w) * gap;
    return closing > 0.0f ? share * gap / (closing + sqrtf(ssti_max(root_sq, 0.0f))) : SSTI_NEVER;
}

static sst_half_plane leg(sst_vec2 normal, sst_vec2 apex, sst_case tag) {
    return (sst_half_plane){
        .normal = normal, .offset = ssti_dot(normal, apex), .geometric_case = tag};
}

/* Unit vectors along the tangents are (l p +- R p')/|p|^2, with p' = p turned left and l their
 * length; the normals point out of the cone. */
static void put_legs(const ssti_pair *pair, sst_vec2 left_apex, sst_vec2 right_apex,
                     sst_half_plane *region) {
    sst_vec2 p = pair->position;
    float distance_sq = ssti_length_sq(p);
    float inv = 1.0f / distance_sq;
    float length = sqrtf(distance_sq - pair->radius * pair->radius);
    sst_vec2 along = ssti_scale(inv * length, p);
    sst_vec2 across = ssti_scale(inv * pair->radius, ssti_left_of(p));
    sst_vec2 left = ssti_left_of(ssti_add(along, across));
    sst_vec2 right = ssti_right_of(ssti_sub(along, across));
    region[0] = leg(left, left_apex, SST_CASE_LEFT_LEG);
    region[1] = leg(right, right_apex, SST_CASE_RIGHT_LEG);
}

ssti_disc ssti_cut_off(const ssti_pair *pair, sst_model model) {
    float share = share_of(pair, model);
    float per_second = share / pair->time_horizon;
    return (ssti_disc){
        .centre = ssti_add(apex_of_share(pair, share), ssti_scale(per_second, pair->position)),
        .radius = per_second * pair->radius,
    };
}

static sst_half_plane before_cut_off(const ssti_pair *pair, sst_model model) {
    ssti_disc disc = ssti_cut_off(pair, model);
    sst_vec2 normal = ssti_scale(-1.0f / sqrtf(ssti_length_sq(pair->position)), pair->position);
    return (sst_half_plane){.normal = normal,
                            .offset = ssti_dot(normal, disc.centre) + disc.radius,
                            .geometric_case = SST_CASE_CUTOFF_ARC};
}

/* The side on which the agent passes the other already: where the relative velocity points past it;
 * dead ahead, the one that the handedness names. */
static bool passes_left(const ssti_pair *pair) {
    float side = ssti_det(pair->position, pair->relative_velocity);
    return pair->handedness == SST_RIGHT_HANDED ? side > 0.0f : side >= 0.0f;
}

static size_t hybrid(const ssti_pair *pair, sst_half_plane *region) {
    sst_vec2 shared = apex_of_share(pair, pair->responsibility);
    sst_vec2 whole = apex_of_share(pair, 1.0f);
    bool left = passes_left(pair);
    put_legs(pair, left ? shared : whole, left ? whole : shared, region);
    return 2;
}

static bool is_in_contact(const ssti_pair *pair) {
    return ssti_length_sq(pair->position) <= pair->radius * pair->radius ||
           ssti_pair_coincides(pair);
}

size_t ssti_velocity_obstacle(const ssti_pair *pair, sst_model model,
                              sst_half_plane region[SSTI_REGION_HALF_PLANES]) {
    if (is_in_contact(pair)) {
        ssti_pair shared = *pair;
        shared.responsibility = share_of(pair, model);
        region[0] = ssti_agent_half_plane(&shared);
        return 1;
    }
    if (model == SST_MODEL_HRVO) {
        return hybrid(pair, region);
    }
    sst_vec2 apex = apex_of_share(pair, share_of(pair, model));
    put_legs(pair, apex, apex, region);
    region[2] = before_cut_off(pair, model);
    return 3;
}
