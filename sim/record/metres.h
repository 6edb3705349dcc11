/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Positions as text. They lie on the lattice of 2^-24 m, so that eight decimals tell each from its
 * neighbours. */
#ifndef SIDESTEP_SIM_METRES_H
#define SIDESTEP_SIM_METRES_H

typedef struct ssti_metres {
    char text[40];
} ssti_metres;

ssti_metres ssti_print_metres(double metres); /* without trailing zeros */

#endif
