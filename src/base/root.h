/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The one function of libc that the solve level needs, declared without <math.h> so that it builds
 * freestanding. IEEE 754 asks for the correctly rounded root, so it is the same everywhere. */
#ifndef SSTI_ROOT_H
#define SSTI_ROOT_H

extern float sqrtf(float x);

#endif
