/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Discs in grids, one for each power of two of their size, in one hash table; so sizes may differ
 * as they like, and a look around costs what is near. */

#include "scenario/disc_grid.h"
#include "sample/draw.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FINEST = -10 };

typedef ssti_grid_disc disc;

void ssti_disc_grid_free(ssti_disc_grid *grid) {
    free(grid->discs);
    free(grid->cells);
    *grid = (ssti_disc_grid){0};
}

void ssti_disc_grid_clear(ssti_disc_grid *grid) {
    ssti_disc_grid kept = {.discs = grid->discs, .capacity = grid->capacity, .cells = grid->cells};
    *grid = kept;
    if (kept.cells)
        memset(kept.cells, 0, 2 * kept.capacity * sizeof *kept.cells);
}

/* The disc that is looked for room for. */
typedef struct wanted {
    double radius, spacing;
    uint64_t tag;
} wanted;

static double cell_size(int level) {
    return ldexp(1, level + FINEST);
}

/* The finest grid whose cells are no smaller than the disc. */
static int level_of(double radius) {
    int level = 0;
    while (level < SSTI_GRID_LEVELS - 1 && cell_size(level) < 2 * radius)
        level++;
    return level;
}

static uint64_t hash_cell(int level, double column, double row, uint64_t tag) {
    return ssti_stream_of((uint64_t)level, (uint64_t)(int64_t)column, (uint64_t)(int64_t)row, tag)
        .key;
}

static void link_disc(ssti_disc_grid *grid, size_t i) {
    size_t *cell = &grid->cells[grid->discs[i].hash % (2 * grid->capacity)];
    grid->discs[i].next_in_cell = *cell;
    *cell = i + 1;
}

static bool grow(ssti_disc_grid *grid) {
    size_t capacity = grid->capacity ? 2 * grid->capacity : 64;
    disc *discs = realloc(grid->discs, capacity * sizeof *discs);
    if (!discs)
        return false;
    grid->discs = discs;
    size_t *cells = calloc(2 * capacity, sizeof *cells);
    if (!cells)
        return false;
    free(grid->cells);
    grid->cells = cells;
    grid->capacity = capacity;
    for (size_t i = 0; i < grid->count; i++)
        link_disc(grid, i);
    return true;
}

bool ssti_disc_grid_add(ssti_disc_grid *grid, sst_point centre, double radius, uint64_t tag) {
    if (grid->count == grid->capacity && !grow(grid))
        return false;
    int level = level_of(radius);
    double size = cell_size(level);
    size_t i = grid->count++;
    grid->discs[i] =
        (disc){.centre = centre,
               .radius = radius,
               .tag = tag,
               .hash = hash_cell(level, floor(centre.x / size), floor(centre.y / size), tag),
               .next_in_level = grid->level_first[level]};
    grid->level_first[level] = i + 1;
    grid->level_count[level]++;
    link_disc(grid, i);
    return true;
}

static bool is_near(const disc *d, sst_point at, const wanted *who) {
    double x = at.x - d->centre.x, y = at.y - d->centre.y;
    double apart = who->radius + who->spacing + d->radius;
    return d->tag == who->tag && x * x + y * y < apart * apart;
}

static bool cell_is_free(const ssti_disc_grid *grid, uint64_t hash, sst_point at,
                         const wanted *who) {
    for (size_t i = grid->cells[hash % (2 * grid->capacity)]; i;
         i = grid->discs[i - 1].next_in_cell)
        if (is_near(&grid->discs[i - 1], at, who))
            return false;
    return true;
}

static bool all_are_far(const ssti_disc_grid *grid, int level, sst_point at, const wanted *who) {
    for (size_t i = grid->level_first[level]; i; i = grid->discs[i - 1].next_in_level)
        if (is_near(&grid->discs[i - 1], at, who))
            return false;
    return true;
}

/* Cell by cell, unless there are more cells than discs. */
static bool level_is_free(const ssti_disc_grid *grid, int level, sst_point at, const wanted *who) {
    double size = cell_size(level);
    double reach = who->radius + who->spacing + size / 2;
    double left = floor((at.x - reach) / size), right = floor((at.x + reach) / size);
    double low = floor((at.y - reach) / size), high = floor((at.y + reach) / size);
    if ((right - left + 1) * (high - low + 1) > (double)grid->level_count[level])
        return all_are_far(grid, level, at, who);
    for (double column = left; column <= right; column++)
        for (double row = low; row <= high; row++)
            if (!cell_is_free(grid, hash_cell(level, column, row, who->tag), at, who))
                return false;
    return true;
}

bool ssti_disc_grid_is_free(const ssti_disc_grid *grid, sst_point at, double radius, double spacing,
                            uint64_t tag) {
    wanted who = {radius, spacing, tag};
    for (int level = 0; level < SSTI_GRID_LEVELS; level++)
        if (grid->level_count[level] && !level_is_free(grid, level, at, &who))
            return false;
    return true;
}
