/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* A ramp of colours for time: dark violet over blue and green to a light yellow-green. */
#ifndef SIDESTEP_SIM_PLOT_RAMP_H
#define SIDESTEP_SIM_PLOT_RAMP_H

enum { SSTI_RAMP_STEPS = 256 };

typedef struct ssti_color {
    double red, green, blue; /* sRGB [0..1] */
} ssti_color;

typedef struct ssti_ramp {
    ssti_color colors[SSTI_RAMP_STEPS + 1];
} ssti_ramp;

void ssti_ramp_init(ssti_ramp *ramp);
/* The colour at `share` of the way [0..1]; what lies outside takes the nearer end. */
ssti_color ssti_ramp_at(const ssti_ramp *ramp, double share);

#endif
