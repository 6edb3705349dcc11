/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Speed by density. Weight and area belong together: a crowd of even density must be told its
 * density, whatever the width between walls. With the weight cos(angle) (1 - d^2 / R^2), which goes
 * to 0 all along the edge of the half disc, so that nobody counts at once on coming into it, the
 * integral ahead at y to the side is
 *
 *     int_{|y|}^{R} (1 - s^2 / R^2) ds = 2 R / 3 - |y| + |y|^3 / (3 R^2),
 *
 * and that over y from 0 to w is 2 R w / 3 - w^2 / 2 + w^4 / (12 R^2).
 *
 * An agent does not see itself, and nobody is nearer than its body is wide: without a share for
 * itself every row would seem half a person thinner (the trapezoidal rule's end). In the plane,
 * where the mean cosine is 2 / pi, it is a third; 0.4 serves both. The share fades with the
 * nearest, for one alone is no crowd. */
#include "base/elementary.h"
#include "base/root.h"
#include "base/vec2.h"
#include "sidestep/motion.h"

static const float least_width = 0.1f, own_share = 0.4f;

sst_result sst_crowd_speed_def_init(sst_crowd_speed_def *def) {
    if (!def) {
        return SST_ERROR_NULL;
    }
    *def = (sst_crowd_speed_def){.struct_size = sizeof *def,
                                 .range = 1.5f,
                                 .boundary = 0.08f,
                                 .slowness = 1.913f,
                                 .jam_density = 5.4f,
                                 .least_factor = 0.02f};
    return SST_OK;
}

static bool lies_in(float value, float low, float high) {
    return value >= low && value <= high;
}

static sst_result check_def(const sst_crowd_speed_def *def) {
    if (!def) {
        return SST_ERROR_NULL;
    }
    if (def->struct_size != sizeof *def) {
        return SST_ERROR_STRUCT_SIZE;
    }
    bool is_valid = lies_in(def->range, 0.01f, 1e3f) && lies_in(def->boundary, 0.0f, def->range) &&
                    lies_in(def->slowness, 0.01f, 100.0f) &&
                    lies_in(def->jam_density, 0.01f, 100.0f) &&
                    lies_in(def->least_factor, 0.0f, 1.0f);
    return is_valid ? SST_OK : SST_ERROR_CROWD_SPEED;
}

static sst_result check_view(const sst_crowd_view *view) {
    if (!view || (!view->others && view->other_count > 0)) {
        return SST_ERROR_NULL;
    }
    if (!ssti_vec2_is_finite(view->direction)) {
        return SST_ERROR_NOT_FINITE;
    }
    if (!(ssti_length_sq(view->direction) <= SST_MAX_SPEED * SST_MAX_SPEED)) {
        return SST_ERROR_VELOCITY;
    }
    for (size_t i = 0; i < view->other_count; i++) {
        if (!ssti_vec2_is_finite(view->others[i])) {
            return SST_ERROR_NOT_FINITE;
        }
    }
    bool has_direction = ssti_length_sq(view->direction) > 0.0f;
    return has_direction && view->left >= 0.0f && view->right >= 0.0f ? SST_OK
                                                                      : SST_ERROR_CROWD_SPEED;
}

/* The integral of the weight over one side, w wide. */
static float area_beside(float range, float width) {
    float w = ssti_min(width, range), part = w * w / range;
    return 0.666666687f * range * w - 0.5f * w * w + part * part * 0.0833333358f;
}

static float weight_of(float range, sst_vec2 direction, sst_vec2 other) {
    float ahead = ssti_dot(direction, other), d_sq = ssti_length_sq(other);
    if (!(ahead > 0.0f && d_sq > 0.0f && d_sq < range * range)) {
        return 0.0f;
    }
    return ahead / sqrtf(d_sq) * (1.0f - d_sq / (range * range));
}

/* Half the least width to either side, if the walls leave less. */
static float usable(const sst_crowd_speed_def *def, float side) {
    return ssti_max(side - def->boundary, 0.5f * least_width);
}

sst_result sst_crowd_density(const sst_crowd_speed_def *def, const sst_crowd_view *view,
                             float *density) {
    sst_result result = check_def(def);
    if (result == SST_OK) {
        result = density ? check_view(view) : SST_ERROR_NULL;
    }
    if (result != SST_OK) {
        return result;
    }
    float length = sqrtf(ssti_length_sq(view->direction)), sum = 0.0f, most = 0.0f;
    sst_vec2 direction = ssti_scale(1.0f / length, view->direction);
    for (size_t i = 0; i < view->other_count; i++) {
        float weight = weight_of(def->range, direction, view->others[i]);
        sum += weight;
        most = ssti_max(most, weight);
    }
    float area = area_beside(def->range, usable(def, view->left)) +
                 area_beside(def->range, usable(def, view->right));
    *density = (sum + own_share * most) / area;
    return SST_OK;
}

sst_result sst_crowd_speed_factor(const sst_crowd_speed_def *def, float density, float *factor) {
    sst_result result = check_def(def);
    if (result == SST_OK && !factor) {
        result = SST_ERROR_NULL;
    }
    if (result != SST_OK) {
        return result;
    }
    if (!(density >= 0.0f)) {
        return SST_ERROR_CROWD_SPEED;
    }
    float room = def->slowness * (1.0f / ssti_max(density, 1e-3f) - 1.0f / def->jam_density);
    float free = room <= 0.0f ? 0.0f : room >= 24.0f ? 1.0f : 1.0f - 1.0f / ssti_exp(room);
    *factor = ssti_max(free, def->least_factor);
    return SST_OK;
}
