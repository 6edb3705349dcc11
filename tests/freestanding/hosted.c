/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The same scenes with a C library; see check.sh. */

#include "scene.h"

#include <stdio.h>

int main(void) {
    static sst_solution solutions[SCENE_COUNT];
    return !(scene_solve_all(solutions) && fwrite(solutions, sizeof solutions, 1, stdout) == 1);
}
