/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Crowds to measure. Grid: agents on a square grid, each moved at random so that none overlap, with
 * goals anywhere in the square. Circle: agents on one circle, with goals opposite. City: square
 * blocks with streets between them; agents on the grid's places that are in a street, from the
 * middle of the map outwards, and each walks along its street for ever. */

#include "bench_scene.h"

#include <math.h>
#include <stdlib.h>

static const double BLOCK = 8, STREET = 4, FAR = 1000, FARTHEST_JITTER = 0.25;

/* --- Random numbers ------------------------------------------------------------------------ */

/* SplitMix64: Steele, Lea, Flood 2014. */
static uint64_t next_bits(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* In [0, 1). */
static double next_number(uint64_t *state) {
    return (double)(next_bits(state) >> 11) * 0x1p-53;
}

static double next_between(uint64_t *state, double from, double to) {
    return from + (to - from) * next_number(state);
}

/* --- Grid ---------------------------------------------------------------------------------- */

static double spacing_of(const bench_scene_def *def) {
    return 1 / sqrt(def->density);
}

static sst_point jittered(const bench_scene_def *def, double x, double y, uint64_t *state) {
    double spacing = spacing_of(def);
    double most = fmin(fmax(spacing / 2 - def->radius, 0), FARTHEST_JITTER * spacing);
    double dx = next_between(state, -most, most), dy = next_between(state, -most, most);
    return (sst_point){x + dx, y + dy};
}

static void make_grid(const bench_scene_def *def, bench_scene *scene, uint64_t *state) {
    size_t columns = (size_t)ceil(sqrt((double)scene->count));
    double spacing = spacing_of(def), half = spacing * (double)columns / 2;
    for (size_t i = 0; i < scene->count; i++) {
        double x = ((double)(i % columns) + 0.5) * spacing - half;
        double y = ((double)(i / columns) + 0.5) * spacing - half;
        scene->starts[i] = jittered(def, x, y, state);
        double goal_x = next_between(state, -half, half), goal_y = next_between(state, -half, half);
        scene->goals[i] = (sst_point){goal_x, goal_y};
    }
}

/* --- Circle -------------------------------------------------------------------------------- */

/* cos and sin of `turns` of a whole turn, by their series: those of libm differ between systems. */
static sst_point on_unit_circle(double turns) {
    double angle = (turns - 0.5) * 6.28318530717958647692, term = 1;
    sst_point point = {0, 0};
    for (int i = 1; i < 32; i += 2) {
        point.x -= term;
        term *= angle / i;
        point.y -= term;
        term *= -angle / (i + 1);
    }
    return point;
}

static void make_circle(const bench_scene_def *def, bench_scene *scene) {
    double radius = spacing_of(def) * (double)scene->count / 6.28318530717958647692;
    for (size_t i = 0; i < scene->count; i++) {
        sst_point unit = on_unit_circle((double)i / (double)scene->count);
        scene->starts[i] = (sst_point){radius * unit.x, radius * unit.y};
        scene->goals[i] = (sst_point){-radius * unit.x, -radius * unit.y};
    }
}

/* --- City ---------------------------------------------------------------------------------- */

/* How far within the period of the blocks: below STREET is street. */
static double along_period(double x) {
    double period = BLOCK + STREET;
    return x - period * floor(x / period);
}

static bool within_street(double x, double margin) {
    double along = along_period(x);
    return along >= margin && along <= STREET - margin;
}

static bool in_street(double x, double y, double margin) {
    return within_street(x, margin) || within_street(y, margin);
}

/* A street runs on: where two cross, either is taken. */
static sst_point goal_in_street(sst_point start, double margin, uint64_t *state) {
    uint64_t choice = next_bits(state);
    bool north_south = within_street(start.x, margin);
    if (north_south && within_street(start.y, margin))
        north_south = (choice & 2) != 0;
    double way = choice & 1 ? FAR : -FAR;
    return north_south ? (sst_point){start.x, start.y + way} : (sst_point){start.x + way, start.y};
}

/* The grid's places within `half` places of the middle, as far as they are in a street and as the
 * scene has room; answers how many there are. */
static size_t fill_streets(const bench_scene_def *def, long half, bench_scene *scene) {
    double spacing = spacing_of(def);
    double margin = def->radius + fmin(spacing / 2, 0.25);
    uint64_t state = 1;
    size_t count = 0;
    for (long row = -half; row < half; row++)
        for (long column = -half; column < half; column++) {
            double x = ((double)column + 0.5) * spacing, y = ((double)row + 0.5) * spacing;
            if (!in_street(x, y, margin))
                continue;
            if (scene && count < scene->count) {
                scene->starts[count] = (sst_point){x, y};
                scene->goals[count] = goal_in_street(scene->starts[count], margin, &state);
            }
            count++;
        }
    return count;
}

static void make_city(const bench_scene_def *def, bench_scene *scene) {
    long half = 1;
    while (fill_streets(def, half, NULL) < scene->count)
        half += half / 16 + 1;
    fill_streets(def, half, scene);
}

static long blocks_a_side(const bench_scene_def *def) {
    return (long)sqrt((double)(def->edges / 4));
}

static sst_result add_block(sst_world *world, double x, double y) {
    sst_point corners[] = {{x, y}, {x + BLOCK, y}, {x + BLOCK, y + BLOCK}, {x, y + BLOCK}};
    sst_obstacle_def obstacle;
    sst_obstacle_id id;
    sst_obstacle_def_init(&obstacle);
    obstacle.kind = SST_OBSTACLE_SOLID;
    obstacle.vertices = corners;
    obstacle.vertex_count = 4;
    return sst_world_add_obstacle(world, &obstacle, &id, NULL);
}

sst_result bench_scene_add_blocks(const bench_scene_def *def, sst_world *world) {
    if (def->kind != BENCH_CITY)
        return SST_OK;
    long side = blocks_a_side(def);
    double period = BLOCK + STREET;
    sst_result result = SST_OK;
    for (long i = 0; i < side * side && result == SST_OK; i++)
        result = add_block(world, period * (double)(i % side - side / 2) + STREET,
                           period * (double)(i / side - side / 2) + STREET);
    return result;
}

/* --- Any ----------------------------------------------------------------------------------- */

static void swap_points(sst_point *a, sst_point *b) {
    sst_point kept = *a;
    *a = *b;
    *b = kept;
}

static void shuffle(bench_scene *scene, uint64_t *state) {
    for (size_t i = scene->count; i > 1; i--) {
        size_t other = (size_t)(next_bits(state) % i);
        swap_points(&scene->starts[i - 1], &scene->starts[other]);
        swap_points(&scene->goals[i - 1], &scene->goals[other]);
    }
}

void bench_scene_release(bench_scene *scene) {
    free(scene->starts);
    free(scene->goals);
    *scene = (bench_scene){0};
}

bool bench_scene_make(const bench_scene_def *def, bench_scene *scene) {
    uint64_t state = 1;
    *scene = (bench_scene){.count = def->agents,
                           .starts = malloc(def->agents * sizeof(sst_point)),
                           .goals = malloc(def->agents * sizeof(sst_point))};
    if (!scene->starts || !scene->goals) {
        bench_scene_release(scene);
        return false;
    }
    if (def->kind == BENCH_GRID)
        make_grid(def, scene, &state);
    else if (def->kind == BENCH_CIRCLE)
        make_circle(def, scene);
    else
        make_city(def, scene);
    if (def->kind == BENCH_CITY)
        scene->edge_count = (size_t)(4 * blocks_a_side(def) * blocks_a_side(def));
    if (def->shuffled)
        shuffle(scene, &state);
    return true;
}
