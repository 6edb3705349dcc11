/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Classical density and mean speed in an area: counting. */
#ifndef SIDESTEP_SIM_CLASSIC_H
#define SIDESTEP_SIM_CLASSIC_H

#include "metrics/window.h"
#include "scenario/area.h"

typedef struct ssti_classic {
    size_t people;  /* inside; on its edge is outside */
    double density; /* [1/m^2] */
    double speed;   /* mean of those inside that have one [m/s]; NaN = nobody */
} ssti_classic;

/* In the window's middle frame; speeds over `half` frames to each side. */
ssti_classic ssti_measure_classic(const ssti_window *window, const ssti_area *area,
                                  const sst_point *points, size_t half);

#endif
