/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The motion level: what stands before and behind the solver on a real machine: filters for what is
 * sensed, limits for what is commanded, and the speed that people prefer among people.
 *
 *     sst_filter_def filter;
 *     sst_filter_def_init(&filter, SST_FILTER_KALMAN);
 *     filter.position_noise = 0.05f;
 *     sst_track track = {0};          one for each neighbour, kept from step to step
 *     sst_measurement seen = {.position = {4.0, 1.0}};
 *     sst_track_predict(&filter, 0.1f, &track);
 *     sst_track_update(&filter, 0.1f, &seen, &track);
 *     float margin;
 *     sst_track_margin(&track, 2.0f, 1.0f, &margin);   to be added to the neighbour's radius
 *
 * Pure functions on small structs that the caller holds: no allocation, no globals. Any thread;
 * calls share nothing. The same bits on every machine. Unless a call answers SST_OK, what it should
 * have written is untouched.
 */
#ifndef SIDESTEP_MOTION_H
#define SIDESTEP_MOTION_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- Filters for what is sensed ------------------------------------------------------------ */

/* How a measurement corrects what was predicted. All predict that the target keeps its velocity. */
typedef enum sst_filter_kind {
    SST_FILTER_NONE = 0,       /* the measurement is believed */
    SST_FILTER_LOW_PASS = 1,   /* of first order: passes what changes slower than the cut-off */
    SST_FILTER_ALPHA_BETA = 2, /* fixed gains; measured velocities are not used (Benedict and
                                  Bordner 1962) */
    SST_FILTER_KALMAN = 3      /* the gains of least variance (Kalman 1960), with constant velocity
                                  as model and white acceleration as its noise */
} sst_filter_kind;

typedef struct sst_filter_def {
    uint32_t struct_size;
    sst_filter_kind kind;
    bool velocity_is_measured; /* else it is estimated from positions; default false */
    float cut_off;             /* LOW_PASS [Hz, > 0..1e6]; default 2 */
    float alpha, beta;         /* ALPHA_BETA: gain of positions (0..1], of velocities (0..1];
                                  defaults 0.5, 0.1667 = alpha^2 / (2 - alpha) */
    float position_noise;      /* standard deviation of measured positions, each axis [m, >= 0] */
    float velocity_noise;      /* of measured velocities, each axis [m/s, >= 0] */
    float acceleration_noise;  /* of the target's acceleration from step to step, each axis
                                  [m/s^2, >= 0]; default 1 */
    float initial_speed;       /* standard deviation of the velocity of a target that was measured
                                  once without velocity, each axis [m/s, >= 0]; default 1.5 */
} sst_filter_def;

SST_API sst_result sst_filter_def_init(sst_filter_def *def, sst_filter_kind kind);

typedef struct sst_measurement {
    sst_point position; /* in any frame that neither moves nor turns [m] */
    sst_vec2 velocity;  /* ignored unless velocity_is_measured [m/s] */
} sst_measurement;

/* What is believed of a target; all zero = it was never measured. Frozen. */
typedef struct sst_track {
    sst_point position;
    sst_vec2 velocity;
    /* Of either axis, as far as the noises given are true: [m^2], [m^2/s], [m^2/s^2]. */
    float position_variance, covariance, velocity_variance;
    uint32_t updates; /* measurements so far */
} sst_track;

/* Takes the track `duration` [s, 0..1e6] ahead: before an update by the time since the last one;
 * alone where a measurement is missing; on a copy, by its age, where measurements come late. A
 * track that was never measured stays as it is. */
SST_API sst_result sst_track_predict(const sst_filter_def *def, float duration, sst_track *track);

/* Corrects the predicted track by a measurement `interval` [s, > 0..1e6] after the last one. The
 * first is believed. */
SST_API sst_result sst_track_update(const sst_filter_def *def, float interval,
                                    const sst_measurement *measured, sst_track *track);

/* By how much the target's radius must grow for the target to stay inside, along any one direction
 * and for the next `horizon` seconds [0..1e6], up to `deviations` standard deviations [0..100]. */
SST_API sst_result sst_track_margin(const sst_track *track, float deviations, float horizon,
                                    float *margin);

/* --- Limits for what is commanded ---------------------------------------------------------- */

/* The velocity nearest to `wanted` that changes `current` by at most rate x duration: a rate
 * limiter behind the solver, which knows nothing of it: what it cuts off is no longer guaranteed
 * to be free of collision. rate [m/s^2, 0..1e6], duration [s, 0..1e6]. */
SST_API sst_result sst_limit_rate(sst_vec2 current, sst_vec2 wanted, float rate, float duration,
                                  sst_vec2 *limited);

/* The greatest speed from which an agent that goes on for one more `duration` [s, 0..1e6] can then
 * brake to rest within `distance` [m, >= 0], with `braking` [m/s^2, > 0..1e6]: the speed to prefer
 * at that distance from a goal. 0 where the arguments are out of range. */
SST_API float sst_stopping_speed(float distance, float braking, float duration);

/* --- Arrival ------------------------------------------------------------------------------- */

/* Another agent as one that arrives sees it: of sst_neighbor what is needed. */
typedef struct sst_bystander {
    sst_vec2 position; /* its centre minus the agent's [m] */
    sst_vec2 velocity; /* absolute [m/s] */
    float radius;      /* [m, >= 0] */
} sst_bystander;

typedef struct sst_arrive_def {
    uint32_t struct_size;
    float radius;          /* the agent's [m, 0..1e6]; default 0.3 */
    float preferred_speed; /* [m/s, 0..1e6]; default 1.3 */
    float braking;         /* [m/s^2, 0..1e6]; 0 = stops at once; default 0 */
    float tolerance;       /* it is there within this distance [m, 0..1e6]; default 0.01 */
    float settle_within;   /* a place this far from the goal [m, 0..1e6] will do if others stand in
                              the way; default 0 = none. For n agents of one goal about
                              radius x (1 + sqrt(n / 0.7)) */
    float settle_time;     /* for which they must have stood in the way [s, 0..1e6]; default 1 */
} sst_arrive_def;

SST_API sst_result sst_arrive_def_init(sst_arrive_def *def);

/* Kept from step to step; all zero at the start. Frozen. */
typedef struct sst_arrival {
    float blocked_for; /* how long others have stood in its way; negative: how long they have not,
                          since it settled [s] */
    bool settled;      /* it is there, or as near as it gets */
} sst_arrival;

/* The velocity to prefer on the way to a goal, so that an agent comes to rest there, neither swings
 * about it nor presses on those who already stand on it, and those around settle in turn. `goal` is
 * relative to the agent [m]; `others` [count] are those near it, in any order. Whoever is pushed
 * away, or sees the way free again, sets out anew. duration [s, 1e-6..1e6]: since the call before.
 */
SST_API sst_result sst_arrive(const sst_arrive_def *def, sst_vec2 goal, const sst_bystander *others,
                              size_t count, float duration, sst_arrival *arrival,
                              sst_vec2 *preferred_velocity);
/* --- Speed among people -------------------------------------------------------------------- */

/* How much more slowly people walk where it is dense: by Weidmann's fundamental diagram (1993, in
 * the form of Kladek),
 *
 *     v(rho) = v_free (1 - exp(-slowness (1 / rho - 1 / jam_density))).
 *
 * It changes nothing but the agent's own preferred velocity, so ORCA's guarantee stays. */
typedef struct sst_crowd_speed_def {
    uint32_t struct_size;
    float range;        /* how far ahead others count [m, 0.01..1e3]; default 1.5 */
    float boundary;     /* width along walls that nobody uses [m, 0..range]; default 0.08 */
    float slowness;     /* [1/m^2, 0.01..100]; default 1.913 */
    float jam_density;  /* at which all stand [1/m^2, 0.01..100]; default 5.4 */
    float least_factor; /* so that a jam can come apart [0..1]; default 0.02 */
} sst_crowd_speed_def;

SST_API sst_result sst_crowd_speed_def_init(sst_crowd_speed_def *def);

/* What one agent sees about it. */
typedef struct sst_crowd_view {
    sst_vec2 direction;     /* where it wants to go; any length but 0 */
    const sst_vec2 *others; /* [other_count] centres minus its own, of those it sees; others than
                               those in the half disc of the range ahead do not count [m] */
    size_t other_count;     /* the order of summing, so of the last bits, is theirs */
    float left, right;      /* free way to either side of its centre, square to the direction
                               [m, >= 0]; infinity is fine */
} sst_crowd_view;

/* The density ahead [1/m^2, >= 0]: the sum over others of cos(angle to the direction)
 * (1 - distance^2 / range^2), with 0.4 of the greatest such weight for the agent itself, over the
 * integral of that weight between the walls less the boundaries. Between walls that leave less than
 * 0.1 m the width counts as 0.1 m. */
SST_API sst_result sst_crowd_density(const sst_crowd_speed_def *def, const sst_crowd_view *view,
                                     float *density);

/* By what an agent multiplies its preferred velocity at a density [1/m^2, >= 0]:
 * v(rho) / v_free, at least least_factor. */
SST_API sst_result sst_crowd_speed_factor(const sst_crowd_speed_def *def, float density,
                                          float *factor);

#ifdef __cplusplus
}
#endif

#endif
