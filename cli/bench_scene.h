/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The crowds that `sidestep bench` steps: the same bits everywhere, made with + - * / and sqrt
 * alone from a seed. Their order is spatial unless they are shuffled. */
#ifndef SIDESTEP_CLI_BENCH_SCENE_H
#define SIDESTEP_CLI_BENCH_SCENE_H

#include "sidestep/sidestep.h"

typedef enum bench_scene_kind { BENCH_GRID, BENCH_CIRCLE, BENCH_CITY } bench_scene_kind;

typedef struct bench_scene_def {
    int kind; /* a bench_scene_kind */
    size_t agents;
    double density; /* agents a square metre [> 0]; of what is free of blocks in the city */
    size_t edges;   /* of the city's blocks at most; rounded to a square of blocks of four */
    double radius;
    bool shuffled; /* the order of the agents has nothing to do with where they are */
} bench_scene_def;

typedef struct bench_scene {
    size_t count, edge_count;
    sst_point *starts, *goals; /* [count] */
} bench_scene;

/* False: out of memory; nothing is held then. */
bool bench_scene_make(const bench_scene_def *def, bench_scene *scene);
void bench_scene_release(bench_scene *scene);

/* The city's blocks, as solid obstacles; nothing for the other scenes. */
sst_result bench_scene_add_blocks(const bench_scene_def *def, sst_world *world);

#endif
