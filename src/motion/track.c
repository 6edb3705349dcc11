/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Filters for what is sensed of a moving target.
 *
 * All kinds are one linear observer: predict x' = x + v t, v' = v; then add gain x (measured -
 * predicted). They differ in the gain alone, a 2 x 2 matrix from what is measured (position,
 * velocity) to what is believed. Both axes have the same gain, so one covariance serves for both;
 * it follows from the gain by P = (I - G H) P' (I - G H)^T + G R G^T, which holds for every gain,
 * not only for the best (Bar-Shalom, Li, Kirubarajan 2001, section 5.2). So every filter can say
 * how far off it may be, and a radius can grow by it.
 */
#include "base/root.h"
#include "base/vec2.h"
#include "sidestep/motion.h"

#define TWO_PI 6.2831853f
/* A variance no larger than this cannot be divided by. */
#define LEAST_VARIANCE 1e-30f

/* --- Checks -------------------------------------------------------------------------------- */

static bool lies_in(float value, float low, float high) {
    return value >= low && value <= high;
}

static sst_result check_def(const sst_filter_def *def) {
    if (!def) {
        return SST_ERROR_NULL;
    }
    if (def->struct_size != sizeof *def) {
        return SST_ERROR_STRUCT_SIZE;
    }
    if ((unsigned)def->kind > SST_FILTER_KALMAN) {
        return SST_ERROR_OPTION;
    }
    bool gains_are_valid = lies_in(def->cut_off, 1e-6f, 1e6f) && lies_in(def->alpha, 1e-6f, 1.0f) &&
                           lies_in(def->beta, 1e-6f, 1.0f);
    bool noises_are_valid =
        lies_in(def->position_noise, 0.0f, 1e6f) && lies_in(def->velocity_noise, 0.0f, 1e6f) &&
        lies_in(def->acceleration_noise, 0.0f, 1e6f) && lies_in(def->initial_speed, 0.0f, 1e6f);
    return gains_are_valid && noises_are_valid ? SST_OK : SST_ERROR_FILTER;
}

static sst_result check_measurement(const sst_filter_def *def, const sst_measurement *measured) {
    sst_point p = measured->position;
    if (!(p.x - p.x == 0.0 && p.y - p.y == 0.0)) {
        return SST_ERROR_NOT_FINITE;
    }
    if (!(p.x >= -SST_MAX_COORDINATE && p.x <= SST_MAX_COORDINATE && p.y >= -SST_MAX_COORDINATE &&
          p.y <= SST_MAX_COORDINATE)) {
        return SST_ERROR_POSITION;
    }
    if (!def->velocity_is_measured) {
        return SST_OK;
    }
    if (!ssti_vec2_is_finite(measured->velocity)) {
        return SST_ERROR_NOT_FINITE;
    }
    bool is_inside = ssti_abs(measured->velocity.x) <= SST_MAX_SPEED &&
                     ssti_abs(measured->velocity.y) <= SST_MAX_SPEED;
    return is_inside ? SST_OK : SST_ERROR_VELOCITY;
}

/* --- Predict ------------------------------------------------------------------------------- */

sst_result sst_filter_def_init(sst_filter_def *def, sst_filter_kind kind) {
    if (!def) {
        return SST_ERROR_NULL;
    }
    if ((unsigned)kind > SST_FILTER_KALMAN) {
        return SST_ERROR_OPTION;
    }
    *def = (sst_filter_def){
        .struct_size = sizeof *def,
        .kind = kind,
        .cut_off = 2.0f,
        .alpha = 0.5f,
        .beta = 0.16666667f,
        .acceleration_noise = 1.0f,
        .initial_speed = 1.5f,
    };
    return SST_OK;
}

sst_result sst_track_predict(const sst_filter_def *def, float duration, sst_track *track) {
    sst_result result = check_def(def);
    if (result != SST_OK) {
        return result;
    }
    if (!track) {
        return SST_ERROR_NULL;
    }
    if (!lies_in(duration, 0.0f, 1e6f)) {
        return SST_ERROR_TIME_STEP;
    }
    if (track->updates == 0) {
        return SST_OK;
    }
    float t = duration, half = 0.5f * t * t;
    float q = def->acceleration_noise * def->acceleration_noise;
    float pp = track->position_variance, pv = track->covariance, vv = track->velocity_variance;
    track->position.x += (double)t * (double)track->velocity.x;
    track->position.y += (double)t * (double)track->velocity.y;
    track->position_variance = (pp + t * (2.0f * pv + t * vv)) + half * half * q;
    track->covariance = (pv + t * vv) + half * t * q;
    track->velocity_variance = vv + t * t * q;
    return SST_OK;
}

/* --- Gains --------------------------------------------------------------------------------- */

/* What a residual of one in position, in velocity, adds to the position and to the velocity. */
typedef struct gain {
    float position_of_position, position_of_velocity;
    float velocity_of_position, velocity_of_velocity;
} gain;

/* Without measured velocities the change of the position tells the velocity. */
static gain gain_of_share(const sst_filter_def *def, float share, float interval) {
    return def->velocity_is_measured ? (gain){share, 0.0f, 0.0f, share}
                                     : (gain){share, 0.0f, share / interval, 0.0f};
}

/* The backward difference of the first-order lag; any cut-off is stable. */
static float low_pass_share(const sst_filter_def *def, float interval) {
    float turned = TWO_PI * def->cut_off * interval;
    return turned / (1.0f + turned);
}

static gain kalman_gain(const sst_filter_def *def, const sst_track *track) {
    float pp = track->position_variance, pv = track->covariance, vv = track->velocity_variance;
    float r = def->position_noise * def->position_noise;
    if (!def->velocity_is_measured) {
        float s = pp + r;
        return s > LEAST_VARIANCE ? (gain){pp / s, 0.0f, pv / s, 0.0f}
                                  : (gain){1.0f, 0.0f, 0.0f, 0.0f};
    }
    float spp = pp + r, svv = vv + def->velocity_noise * def->velocity_noise;
    float determinant = spp * svv - pv * pv;
    if (!(determinant > LEAST_VARIANCE)) {
        return (gain){1.0f, 0.0f, 0.0f, 1.0f};
    }
    return (gain){(pp * svv - pv * pv) / determinant, (pv * spp - pp * pv) / determinant,
                  (pv * svv - vv * pv) / determinant, (vv * spp - pv * pv) / determinant};
}

static gain gain_of(const sst_filter_def *def, const sst_track *track, float interval) {
    switch (def->kind) {
    case SST_FILTER_LOW_PASS:
        return gain_of_share(def, low_pass_share(def, interval), interval);
    case SST_FILTER_ALPHA_BETA:
        return (gain){def->alpha, 0.0f, def->beta / interval, 0.0f};
    case SST_FILTER_KALMAN:
        return kalman_gain(def, track);
    default:
        return gain_of_share(def, 1.0f, interval);
    }
}

/* --- Update -------------------------------------------------------------------------------- */

static sst_track first_track(const sst_filter_def *def, const sst_measurement *measured) {
    float speed = def->velocity_is_measured ? def->velocity_noise : def->initial_speed;
    return (sst_track){
        .position = measured->position,
        .velocity = def->velocity_is_measured ? measured->velocity : (sst_vec2){0.0f, 0.0f},
        .position_variance = def->position_noise * def->position_noise,
        .velocity_variance = speed * speed,
        .updates = 1,
    };
}

/* (I - G) P (I - G)^T + G R G^T, with G's column of velocities zero where they are not measured. */
static void update_covariance(const sst_filter_def *def, const gain *g, sst_track *track) {
    float pp = track->position_variance, pv = track->covariance, vv = track->velocity_variance;
    float a = 1.0f - g->position_of_position, b = -g->position_of_velocity;
    float c = -g->velocity_of_position, d = 1.0f - g->velocity_of_velocity;
    float r = def->position_noise * def->position_noise;
    float s = def->velocity_noise * def->velocity_noise;
    track->position_variance = ((a * a * pp + b * b * vv) + 2.0f * a * b * pv) +
                               (g->position_of_position * g->position_of_position * r +
                                g->position_of_velocity * g->position_of_velocity * s);
    track->covariance = ((a * c * pp + b * d * vv) + (a * d + b * c) * pv) +
                        (g->position_of_position * g->velocity_of_position * r +
                         g->position_of_velocity * g->velocity_of_velocity * s);
    track->velocity_variance = ((c * c * pp + d * d * vv) + 2.0f * c * d * pv) +
                               (g->velocity_of_position * g->velocity_of_position * r +
                                g->velocity_of_velocity * g->velocity_of_velocity * s);
}

/* Counted back from what was measured, so that a gain of 1 gives just that. */
static float corrected(float measured, float residual, float own_gain, float other) {
    return measured - ((1.0f - own_gain) * residual - other);
}

static void correct(const sst_filter_def *def, const gain *g, const sst_measurement *measured,
                    sst_track *track) {
    sst_vec2 off = {(float)(measured->position.x - track->position.x),
                    (float)(measured->position.y - track->position.y)};
    sst_vec2 v = def->velocity_is_measured ? measured->velocity : track->velocity;
    sst_vec2 too_slow = ssti_sub(v, track->velocity);
    float left = 1.0f - g->position_of_position;
    track->position.x =
        measured->position.x - (double)(left * off.x - g->position_of_velocity * too_slow.x);
    track->position.y =
        measured->position.y - (double)(left * off.y - g->position_of_velocity * too_slow.y);
    float own_gain = def->velocity_is_measured ? g->velocity_of_velocity : 1.0f;
    track->velocity.x = corrected(v.x, too_slow.x, own_gain, g->velocity_of_position * off.x);
    track->velocity.y = corrected(v.y, too_slow.y, own_gain, g->velocity_of_position * off.y);
}

sst_result sst_track_update(const sst_filter_def *def, float interval,
                            const sst_measurement *measured, sst_track *track) {
    sst_result result = check_def(def);
    if (result != SST_OK) {
        return result;
    }
    if (!measured || !track) {
        return SST_ERROR_NULL;
    }
    if (!lies_in(interval, 1e-6f, 1e6f)) {
        return SST_ERROR_TIME_STEP;
    }
    result = check_measurement(def, measured);
    if (result != SST_OK) {
        return result;
    }
    if (track->updates == 0) {
        *track = first_track(def, measured);
        return SST_OK;
    }
    gain g = gain_of(def, track, interval);
    correct(def, &g, measured, track);
    update_covariance(def, &g, track);
    track->updates += track->updates < UINT32_MAX;
    return SST_OK;
}

/* --- Margin -------------------------------------------------------------------------------- */

sst_result sst_track_margin(const sst_track *track, float deviations, float horizon,
                            float *margin) {
    if (!track || !margin) {
        return SST_ERROR_NULL;
    }
    if (!lies_in(deviations, 0.0f, 100.0f)) {
        return SST_ERROR_FILTER;
    }
    if (!lies_in(horizon, 0.0f, 1e6f)) {
        return SST_ERROR_TIME_HORIZON;
    }
    float pp = track->position_variance, pv = track->covariance, vv = track->velocity_variance;
    /* The variance after t is a parabola in t that opens upwards: the greater end is the most. */
    float later = pp + horizon * (2.0f * pv + horizon * vv);
    *margin = deviations * sqrtf(ssti_max(ssti_max(pp, later), 0.0f));
    return SST_OK;
}
