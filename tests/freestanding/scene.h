/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

#ifndef SIDESTEP_TESTS_SCENE_H
#define SIDESTEP_TESTS_SCENE_H

#include <sidestep/solve.h>

enum { SCENE_COUNT = 256 };

/* Solves SCENE_COUNT crowded scenes beside a wall. False when a call fails or an answer is plainly
 * wrong (not finite, or beyond the max speed). */
bool scene_solve_all(sst_solution solutions[SCENE_COUNT]);

#endif
