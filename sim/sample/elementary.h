/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Elementary functions with the same bits on every machine: made of + - * / alone. */
#ifndef SIDESTEP_SIM_ELEMENTARY_H
#define SIDESTEP_SIM_ELEMENTARY_H

double ssti_log(double x); /* natural; x > 0, finite and normal */
/* Of an angle in turns [0, 1): cos(2 pi t). */
double ssti_cos_turns(double t);

#endif
