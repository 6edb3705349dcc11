/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* What the comments of PeTrack text tell: the frame rate is the first number in a line with the
 * word framerate; the unit is x/cm or "in cm", x/m or "in m", whatever the case. */
#ifndef SIDESTEP_SIM_PETRACK_COMMENTS_H
#define SIDESTEP_SIM_PETRACK_COMMENTS_H

#include <stdbool.h>

/* Zero at the beginning, and what is told already stays; zero = not told. */
typedef struct ssti_petrack_scales {
    double frame_rate; /* [1/s] */
    double metres;     /* of a unit */
    bool columns;      /* a comment names PeTrack's columns */
} ssti_petrack_scales;

void ssti_petrack_comment(ssti_petrack_scales *scales, const char *comment);

#endif
