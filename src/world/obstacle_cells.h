/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The edges of resting obstacles by square cells, so that most agents learn from one or two
 * look-ups that no edge is near, and the others get a short list.
 *
 * An edge is listed in every cell that it passes through. The table covers where most edges are;
 * its outer cells reach on without end, so that every edge and every agent has its cells. Cells are
 * as small as the room allows: their number and that of the entries are bounded by the number of
 * edges. A cell within a solid that has no edge in it is marked: its edges may be far.
 *
 * Building takes time for each edge. It waits until a refresh finds nothing changed; until then,
 * and where a list would be long, the box trees serve.
 */
#ifndef SSTI_OBSTACLE_CELLS_H
#define SSTI_OBSTACLE_CELLS_H

#include "base/allocator.h"
#include "sidestep/base.h"

/* An edge in a cell: obstacle and edge number. */
typedef struct ssti_cell_edge {
    uint32_t slot, number;
} ssti_cell_edge;

typedef struct ssti_obstacle_cells {
    bool ready, waits;      /* built; to be built by the next refresh */
    size_t edge_capacity;   /* there is room for the cells of so many edges */
    uint32_t columns, rows; /* cell numbers run along the rows */
    sst_point low;
    double size, per_metre; /* of a cell [m], and its inverse */
    uint32_t *start;        /* of each cell's entries, and the end of the last */
    ssti_cell_edge *entries;
    uint8_t *in_solid; /* of each cell: not 0 if within a solid whose edges are elsewhere */
} ssti_obstacle_cells;

/* A rectangle of cells, inclusive. */
typedef struct ssti_cell_range {
    uint32_t first_column, last_column, first_row, last_row;
} ssti_cell_range;

struct ssti_obstacles;

/* Room for the cells of so many edges; false without memory. What was built is lost if it grows. */
bool ssti_obstacle_cells_reserve(ssti_obstacle_cells *cells, const sst_allocator *allocator,
                                 size_t edges);
void ssti_obstacle_cells_free(ssti_obstacle_cells *cells, const sst_allocator *allocator);
/* Of the enabled, resting obstacles; allocates nothing. */
void ssti_obstacle_cells_build(struct ssti_obstacles *obstacles);

/* Monotone in `x`, so nothing between two points is in a cell outside theirs. */
static inline uint32_t ssti_cell_along(double x, double low, double per_metre, uint32_t count) {
    double cell = (x - low) * per_metre, last = (double)(count - 1);
    cell = cell > 0.0 ? cell : 0.0;
    return (uint32_t)(cell < last ? cell : last);
}

static inline uint32_t ssti_cell_column(const ssti_obstacle_cells *cells, double x) {
    return ssti_cell_along(x, cells->low.x, cells->per_metre, cells->columns);
}

static inline uint32_t ssti_cell_row(const ssti_obstacle_cells *cells, double y) {
    return ssti_cell_along(y, cells->low.y, cells->per_metre, cells->rows);
}

static inline ssti_cell_range ssti_cells_around(const ssti_obstacle_cells *cells, sst_point p,
                                                double reach) {
    return (ssti_cell_range){ssti_cell_column(cells, p.x - reach),
                             ssti_cell_column(cells, p.x + reach),
                             ssti_cell_row(cells, p.y - reach), ssti_cell_row(cells, p.y + reach)};
}

/* How many entries the cells of a range have; an edge may be in several. `rows_most` or more rows
 * count as SIZE_MAX. */
static inline size_t ssti_cells_entries(const ssti_obstacle_cells *cells, ssti_cell_range range,
                                        uint32_t rows_most) {
    size_t count = 0;
    if (range.last_row - range.first_row >= rows_most) {
        return SIZE_MAX;
    }
    for (uint32_t row = range.first_row; row <= range.last_row; row++) {
        const uint32_t *start = cells->start + (size_t)row * cells->columns;
        count += start[range.last_column + 1] - start[range.first_column];
    }
    return count;
}

static inline bool ssti_cell_in_solid(const ssti_obstacle_cells *cells, sst_point p) {
    return cells->in_solid[(size_t)ssti_cell_row(cells, p.y) * cells->columns +
                           ssti_cell_column(cells, p.x)] != 0;
}

#endif
