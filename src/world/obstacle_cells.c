/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

#include "world/obstacle_cells.h"

#include <math.h>

#include "world/obstacles.h"
#include "world/outline_query.h"
#include "world/segment.h"

/* Bounds of the table, for each edge and beside. */
#define CELLS_PER_EDGE   4
#define ENTRIES_PER_EDGE 6
#define SPARE            256
/* The table covers the edges' middles that are within so many mean deviations of their mean; what
 * is farther out is left off and the rest looked at again, in so many rounds. */
#define DEVIATIONS  4.0
#define TRIM_ROUNDS 4
/* An edge is listed also in cells that it passes this near [m]: far above rounding. */
#define PAD      0x1p-16
#define SMALLEST 0.5 /* a cell [m] */
/* Of more, 32 bits might not number the entries: then there are no cells. */
#define MOST_EDGES ((size_t)1 << 29)
/* Solids around one place, or more: not told apart. */
#define MANY 255
/* By which cells grow until their entries fit. */
#define COARSER 1.4

/* --- Room ---------------------------------------------------------------------------------- */

static size_t cells_for(size_t edges) {
    return CELLS_PER_EDGE * edges + SPARE;
}

static size_t entries_for(size_t edges) {
    return ENTRIES_PER_EDGE * edges + SPARE;
}

void ssti_obstacle_cells_free(ssti_obstacle_cells *cells, const sst_allocator *allocator) {
    size_t edges = cells->edge_capacity;
    ssti_deallocate(allocator, cells->start, (cells_for(edges) + 1) * sizeof *cells->start);
    ssti_deallocate(allocator, cells->entries, entries_for(edges) * sizeof *cells->entries);
    ssti_deallocate(allocator, cells->in_solid, cells_for(edges));
    *cells = (ssti_obstacle_cells){.waits = true};
}

bool ssti_obstacle_cells_reserve(ssti_obstacle_cells *cells, const sst_allocator *allocator,
                                 size_t edges) {
    if (edges <= cells->edge_capacity) {
        return true;
    }
    size_t twice = 2 * cells->edge_capacity, wanted = edges > twice ? edges : twice;
    if (wanted > SIZE_MAX / 2 / (ENTRIES_PER_EDGE * sizeof *cells->entries)) {
        return false;
    }
    ssti_obstacle_cells larger = {.waits = true, .edge_capacity = wanted};
    larger.start = ssti_allocate(allocator, (cells_for(wanted) + 1) * sizeof *larger.start);
    larger.entries = ssti_allocate(allocator, entries_for(wanted) * sizeof *larger.entries);
    larger.in_solid = ssti_allocate(allocator, cells_for(wanted));
    if (!larger.start || !larger.entries || !larger.in_solid) {
        ssti_obstacle_cells_free(&larger, allocator);
        return false;
    }
    ssti_obstacle_cells_free(cells, allocator);
    *cells = larger;
    return true;
}

/* --- Every edge ---------------------------------------------------------------------------- */

/* One edge at a time of all that the table lists. */
typedef struct edge_cursor {
    const ssti_obstacles *obstacles;
    uint32_t slot, number;
    const ssti_obstacle *obstacle;
    sst_point from, to;
} edge_cursor;

static bool is_listed(const ssti_obstacle *obstacle) {
    return obstacle->enabled && !ssti_obstacle_moves(obstacle);
}

static edge_cursor before_all(const ssti_obstacles *obstacles) {
    return (edge_cursor){.obstacles = obstacles, .slot = UINT32_MAX};
}

static bool next_edge(edge_cursor *at) {
    if (at->obstacle && at->number + 1 < at->obstacle->edge_count) {
        at->number++;
    } else {
        do {
            at->slot++;
        } while (at->slot < at->obstacles->count && !is_listed(&at->obstacles->all[at->slot]));
        if (at->slot >= at->obstacles->count) {
            return false;
        }
        at->obstacle = &at->obstacles->all[at->slot];
        at->number = 0;
    }
    const sst_point *from = at->obstacles->store.vertices + at->obstacle->first + at->number;
    at->from = from[0];
    at->to = from[1];
    return true;
}

/* --- Where the cells lie ------------------------------------------------------------------- */

static bool is_trimmed(const ssti_box *box, sst_point from, sst_point to) {
    sst_point middle = {0.5 * (from.x + to.x), 0.5 * (from.y + to.y)};
    return !ssti_box_holds(box, middle);
}

static sst_point mean_middle(const ssti_obstacles *obstacles, const ssti_box *within,
                             size_t *count) {
    sst_point sum = {0.0, 0.0};
    *count = 0;
    for (edge_cursor at = before_all(obstacles); next_edge(&at);) {
        if (!is_trimmed(within, at.from, at.to)) {
            sum.x += 0.5 * (at.from.x + at.to.x);
            sum.y += 0.5 * (at.from.y + at.to.y);
            ++*count;
        }
    }
    double n = *count > 0 ? (double)*count : 1.0;
    return (sst_point){sum.x / n, sum.y / n};
}

static sst_point mean_deviation(const ssti_obstacles *obstacles, const ssti_box *within,
                                sst_point mean, size_t count) {
    sst_point sum = {0.0, 0.0};
    for (edge_cursor at = before_all(obstacles); next_edge(&at);) {
        if (!is_trimmed(within, at.from, at.to)) {
            sum.x += fabs(0.5 * (at.from.x + at.to.x) - mean.x);
            sum.y += fabs(0.5 * (at.from.y + at.to.y) - mean.y);
        }
    }
    return (sst_point){sum.x / (double)count, sum.y / (double)count};
}

static double between(double x, double low, double high) {
    return x < low ? low : x > high ? high : x;
}

static sst_point clamped(sst_point p, const ssti_box *box) {
    return (sst_point){between(p.x, box->min_x, box->max_x), between(p.y, box->min_y, box->max_y)};
}

/* Around the edges whose middles are near each other, as far as these go. */
static ssti_box crowded_box(const ssti_obstacles *obstacles, size_t *count) {
    ssti_box within = {-HUGE_VAL, -HUGE_VAL, HUGE_VAL, HUGE_VAL};
    sst_point mean = mean_middle(obstacles, &within, count);
    for (int round = 0; round<TRIM_ROUNDS && * count> 0; round++) {
        sst_point deviation = mean_deviation(obstacles, &within, mean, *count);
        double x = DEVIATIONS * deviation.x + 1.0, y = DEVIATIONS * deviation.y + 1.0;
        within = (ssti_box){mean.x - x, mean.y - y, mean.x + x, mean.y + y};
        mean = mean_middle(obstacles, &within, count);
    }
    ssti_box box = {mean.x, mean.y, mean.x, mean.y};
    for (edge_cursor at = before_all(obstacles); next_edge(&at);) {
        if (!is_trimmed(&within, at.from, at.to)) {
            ssti_box ends = ssti_box_of_points(clamped(at.from, &within), clamped(at.to, &within));
            box = ssti_box_join(box, ends);
        }
    }
    return box;
}

/* As many square cells as there may be, over the box. */
static void lay_out(ssti_obstacle_cells *cells, const ssti_box *box, size_t most, double least) {
    double width = box->max_x - box->min_x, height = box->max_y - box->min_y;
    double size = sqrt(width * height / (double)most);
    double longest = (width > height ? width : height) / (0.5 * (double)most);
    size = size > least ? size : least;
    size = size > longest ? size : longest;
    while ((width / size + 1.0) * (height / size + 1.0) > (double)most) {
        size *= 1.0625;
    }
    cells->low = (sst_point){box->min_x, box->min_y};
    cells->size = size;
    cells->per_metre = 1.0 / size;
    cells->columns = (uint32_t)(width / size) + 1;
    cells->rows = (uint32_t)(height / size) + 1;
}

/* --- Entries ------------------------------------------------------------------------------- */

/* Where an edge passes through a row: the ends of its columns. */
static ssti_cell_range columns_in_row(const ssti_obstacle_cells *cells, sst_point from,
                                      sst_point to, uint32_t row) {
    ssti_box box = ssti_box_of_points(from, to);
    double low = row == 0 ? box.min_y : cells->low.y + (double)row * cells->size - PAD;
    double high =
        row + 1 == cells->rows ? box.max_y : cells->low.y + (double)(row + 1) * cells->size + PAD;
    low = between(low, box.min_y, box.max_y);
    high = between(high, box.min_y, box.max_y);
    double left = box.min_x, right = box.max_x;
    if (box.max_y > box.min_y) {
        double slope = (to.x - from.x) / (to.y - from.y);
        double a = from.x + (low - from.y) * slope, b = from.x + (high - from.y) * slope;
        left = a < b ? a : b;
        right = a < b ? b : a;
    }
    return (ssti_cell_range){ssti_cell_column(cells, left - PAD),
                             ssti_cell_column(cells, right + PAD), row, row};
}

/* Calls `cell` for the number of each cell that the edge passes through, and returns how many. */
static size_t through_cells(ssti_obstacle_cells *cells, const edge_cursor *edge,
                            void (*meet)(ssti_obstacle_cells *cells, size_t cell,
                                         const edge_cursor *edge)) {
    ssti_box box = ssti_box_of_points(edge->from, edge->to);
    uint32_t last = ssti_cell_row(cells, box.max_y + PAD);
    size_t count = 0;
    for (uint32_t row = ssti_cell_row(cells, box.min_y - PAD); row <= last; row++) {
        ssti_cell_range range = columns_in_row(cells, edge->from, edge->to, row);
        count += range.last_column - range.first_column + (size_t)1;
        for (uint32_t i = range.first_column; meet && i <= range.last_column; i++) {
            meet(cells, (size_t)row * cells->columns + i, edge);
        }
    }
    return count;
}

static void count_entry(ssti_obstacle_cells *cells, size_t cell, const edge_cursor *edge) {
    (void)edge;
    cells->start[cell]++;
}

/* Starts are ends first, and each entry takes the place before. */
static void put_entry(ssti_obstacle_cells *cells, size_t cell, const edge_cursor *edge) {
    cells->entries[--cells->start[cell]] = (ssti_cell_edge){edge->slot, edge->number};
}

static bool entries_fit(const ssti_obstacles *obstacles, ssti_obstacle_cells *cells, size_t most) {
    size_t count = 0;
    for (edge_cursor at = before_all(obstacles); count <= most && next_edge(&at);) {
        count += through_cells(cells, &at, NULL);
    }
    return count <= most;
}

static void fill_cells(const ssti_obstacles *obstacles, ssti_obstacle_cells *cells) {
    size_t cell_count = (size_t)cells->columns * cells->rows;
    for (size_t i = 0; i <= cell_count; i++) {
        cells->start[i] = 0;
    }
    for (edge_cursor at = before_all(obstacles); next_edge(&at);) {
        through_cells(cells, &at, count_entry);
    }
    for (size_t i = 1; i <= cell_count; i++) {
        cells->start[i] += cells->start[i - 1];
    }
    for (edge_cursor at = before_all(obstacles); next_edge(&at);) {
        through_cells(cells, &at, put_entry);
    }
}

/* --- Solids -------------------------------------------------------------------------------- */

/* Where an edge of a solid crosses the middle line of a row, the number of solids around the
 * middles of the cells to the right changes by one. */
static void cross_rows(const ssti_obstacle_cells *cells, const edge_cursor *edge,
                       int32_t *changes) {
    sst_point a = edge->from, b = edge->to;
    ssti_box box = ssti_box_of_points(a, b);
    int32_t change = (b.y < a.y) == !edge->obstacle->free_left ? 1 : -1;
    uint32_t last = ssti_cell_row(cells, box.max_y);
    for (uint32_t row = ssti_cell_row(cells, box.min_y); row <= last; row++) {
        double y = cells->low.y + ((double)row + 0.5) * cells->size;
        if ((a.y > y) == (b.y > y)) {
            continue;
        }
        double x = a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x);
        double middles =
            (x - cells->low.x) * cells->per_metre + 0.5; /* to the left, if at least 1 */
        uint32_t first = middles < 1.0                      ? 0
                         : middles > (double)cells->columns ? cells->columns
                                                            : (uint32_t)middles;
        if (first < cells->columns) {
            changes[(size_t)row * cells->columns + first] += change;
        }
    }
}

/* `changes` [cells]. An edge so near the middle of a cell that rounding decides is listed in it, so
 * that its solid is met there anyway. */
static void mark_solids(const ssti_obstacles *obstacles, ssti_obstacle_cells *cells,
                        int32_t *changes) {
    size_t cell_count = (size_t)cells->columns * cells->rows;
    for (size_t i = 0; i < cell_count; i++) {
        changes[i] = 0;
    }
    for (edge_cursor at = before_all(obstacles); next_edge(&at);) {
        if (at.obstacle->kind == SST_OBSTACLE_SOLID) {
            cross_rows(cells, &at, changes);
        }
    }
    int32_t around = 0;
    for (size_t i = 0; i < cell_count; i++) {
        around = (i % cells->columns == 0 ? 0 : around) + changes[i];
        cells->in_solid[i] = (uint8_t)(around < MANY ? around : MANY);
    }
}

static sst_point middle_of(const ssti_obstacle_cells *cells, size_t cell) {
    double column = (double)(cell % cells->columns), row = (double)(cell / cells->columns);
    return (sst_point){cells->low.x + (column + 0.5) * cells->size,
                       cells->low.y + (row + 0.5) * cells->size};
}

/* Of the solids around the middle of the cell, those with an edge in it. */
static int solids_met(const ssti_obstacles *obstacles, const ssti_obstacle_cells *cells,
                      size_t cell) {
    sst_point middle = middle_of(cells, cell);
    uint32_t located = UINT32_MAX;
    int count = 0;
    for (uint32_t i = cells->start[cell]; i < cells->start[cell + 1]; i++) {
        ssti_cell_edge entry = cells->entries[i];
        const ssti_obstacle *obstacle = &obstacles->all[entry.slot];
        const sst_point *v = obstacles->store.vertices + obstacle->first + entry.number;
        if (ssti_point_segment_distance_sq(middle, v[0], v[1]) < PAD * PAD) {
            return 0; /* rounding may have counted it or not */
        }
        if (entry.slot != located && obstacle->kind == SST_OBSTACLE_SOLID) {
            size_t work = 0;
            count += ssti_outline_locate(obstacles, obstacle, middle, &work) > 0;
        }
        located = entry.slot;
    }
    return count;
}

/* Entries of an obstacle are next to each other in a cell. */
static void clear_met_solids(const ssti_obstacles *obstacles, ssti_obstacle_cells *cells) {
    size_t cell_count = (size_t)cells->columns * cells->rows;
    for (size_t i = 0; i < cell_count; i++) {
        int around = cells->in_solid[i];
        if (around > 0 && around < MANY) {
            cells->in_solid[i] = solids_met(obstacles, cells, i) < around;
        }
    }
}

void ssti_obstacle_cells_build(ssti_obstacles *obstacles) {
    ssti_obstacle_cells *cells = &obstacles->cells;
    size_t count, edges = obstacles->edge_count;
    ssti_box box = crowded_box(obstacles, &count);
    cells->ready = false;
    cells->waits = false;
    if (count == 0 || edges > MOST_EDGES) {
        return;
    }
    lay_out(cells, &box, cells_for(edges), SMALLEST);
    while (!entries_fit(obstacles, cells, entries_for(edges))) {
        lay_out(cells, &box, cells_for(edges), COARSER * cells->size);
    }
    mark_solids(obstacles, cells, (int32_t *)(void *)cells->entries);
    fill_cells(obstacles, cells);
    clear_met_solids(obstacles, cells);
    cells->ready = true;
}
