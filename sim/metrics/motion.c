/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Differences of the velocities at the ends of steps; definitions are in docs/metrics.md. */

#include "metrics/motion.h"

#include <math.h>

double ssti_mean_of(const ssti_mean *mean) {
    return mean->count ? mean->sum / (double)mean->count : (double)NAN;
}

double ssti_most_of(const ssti_mean *mean) {
    return mean->count ? mean->most : (double)NAN;
}

static void take(ssti_mean *mean, double value) {
    mean->sum += value;
    mean->most = mean->count ? fmax(mean->most, value) : value;
    mean->count++;
}

static double length(double x, double y) {
    return sqrt(x * x + y * y);
}

/* Who stands keeps the heading. */
static void turn_to(ssti_motion *m, double x, double y) {
    double cross = m->heading_x * y - m->heading_y * x, dot = m->heading_x * x + m->heading_y * y;
    if (cross != 0 || dot != 0)
        m->heading_change += atan2(fabs(cross), dot);
    m->heading_x = x;
    m->heading_y = y;
}

void ssti_motion_start(ssti_motion *motion, sst_vec2 velocity) {
    *motion = (ssti_motion){.vx = (double)velocity.x, .vy = (double)velocity.y};
    if (length(motion->vx, motion->vy) >= SSTI_NOT_MOVING)
        turn_to(motion, motion->vx, motion->vy);
}

void ssti_motion_step(ssti_motion *m, double time_step, sst_vec2 preferred, sst_vec2 velocity) {
    double x = (double)velocity.x, y = (double)velocity.y;
    double ax = (x - m->vx) / time_step, ay = (y - m->vy) / time_step;
    double wanted_x = (double)preferred.x, wanted_y = (double)preferred.y;
    double wanted_sq = wanted_x * wanted_x + wanted_y * wanted_y;
    if (m->acceleration.count)
        take(&m->jerk, length(ax - m->ax, ay - m->ay) / time_step);
    take(&m->acceleration, length(ax, ay));
    if (wanted_sq > 0)
        take(&m->efficacy, (x * wanted_x + y * wanted_y) / wanted_sq);
    if (length(x, y) >= SSTI_NOT_MOVING)
        turn_to(m, x, y);
    else
        m->not_moving += time_step;
    m->vx = x;
    m->vy = y;
    m->ax = ax;
    m->ay = ay;
}
