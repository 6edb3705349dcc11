/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* See the header. The arrays of a crowd begin on odd cache lines: all on one multiple of a page
 * they would compete for the same lines of the cache. */
#include "world/grid.h"

#include <math.h>
#include <string.h>

#include "base/vec2.h"

/* Rows of cells are this much higher than a usual search reaches, columns a quarter of that. */
#define ROW_HEIGHT      1.2
#define COLUMNS_PER_ROW 4.0
/* Higher rows would make differences overflow (simd/crowd.h). */
#define HIGHEST_ROW 64.0
#define LOWEST_ROW  1e-3

enum { PLACE_BLOCK = 2048 };

enum { CELLS_PER_AGENT = 1, FEWEST_CELLS = 256, PADDING = 16, CACHE_LINE = 64, GUARD_ROWS = 2 };

/* --- Room ---------------------------------------------------------------------------------- */

static size_t cells_for(size_t agents) {
    return CELLS_PER_AGENT * agents + FEWEST_CELLS;
}

/* The next `size` bytes of the block, without a block only counted. */
static void *take(char *block, size_t *used, size_t size) {
    void *place = block ? block + *used : NULL;
    *used += (size + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE + CACHE_LINE;
    return place;
}

static size_t lay_out(ssti_grid *grid, char *block) {
    size_t n = grid->capacity, padded = n + PADDING, used = 0;
    size_t tree_size = ssti_agent_tree_size(n);
    ssti_crowd *crowd = &grid->crowd;
    crowd->agents = take(block, &used, n * sizeof *crowd->agents);
    crowd->x = take(block, &used, padded * sizeof *crowd->x);
    crowd->y = take(block, &used, padded * sizeof *crowd->y);
    crowd->radius = take(block, &used, padded * sizeof *crowd->radius);
    crowd->speed = take(block, &used, padded * sizeof *crowd->speed);
    crowd->column = take(block, &used, n * sizeof *crowd->column);
    crowd->row = take(block, &used, n * sizeof *crowd->row);
    grid->numbers = take(block, &used, n * sizeof *grid->numbers);
    take(block, &used, tree_size > used ? tree_size - used : 0);
    grid->search_radius = take(block, &used, n * sizeof *grid->search_radius);
    grid->starts = take(block, &used, (grid->cell_capacity + 2) * sizeof *grid->starts);
    return used;
}

void ssti_grid_free(ssti_grid *grid, const sst_allocator *allocator) {
    ssti_deallocate(allocator, grid->block, grid->block_size);
    *grid = (ssti_grid){0};
}

bool ssti_grid_reserve(ssti_grid *grid, const sst_allocator *allocator, size_t capacity) {
    if (capacity <= grid->capacity) {
        return true;
    }
    ssti_grid larger = {.capacity = capacity, .cell_capacity = cells_for(capacity)};
    larger.block_size = lay_out(&larger, NULL) + CACHE_LINE;
    larger.block = ssti_allocate(allocator, larger.block_size);
    if (!larger.block) {
        return false;
    }
    size_t odd = (size_t)((uintptr_t)larger.block % CACHE_LINE);
    lay_out(&larger, (char *)larger.block + (odd ? CACHE_LINE - odd : 0));
    memset(larger.search_radius, 0, capacity * sizeof *larger.search_radius);
    ssti_grid_free(grid, allocator);
    *grid = larger;
    return true;
}

/* --- Cells --------------------------------------------------------------------------------- */

typedef struct extent {
    double min_x, min_y, max_x, max_y;
    double radius_sq;    /* sum over the agents whose search radius is known */
    size_t radius_count; /* how many these are */
} extent;

static extent extent_of(const ssti_grid *grid, const ssti_agents *agents) {
    extent e = {agents->position_x[0],
                agents->position_y[0],
                agents->position_x[0],
                agents->position_y[0],
                0.0,
                0};
    for (size_t i = 0; i < agents->count; i++) {
        double x = agents->position_x[i], y = agents->position_y[i];
        e.min_x = x < e.min_x ? x : e.min_x;
        e.max_x = x > e.max_x ? x : e.max_x;
        e.min_y = y < e.min_y ? y : e.min_y;
        e.max_y = y > e.max_y ? y : e.max_y;
    }
    for (size_t i = 0; i < agents->count; i++) {
        double radius = (double)grid->search_radius[i];
        e.radius_sq += radius * radius;
        e.radius_count += radius > 0.0;
    }
    return e;
}

/* How far a search reaches: as far as the last ones did; at first, where it finds ten if all are
 * spread evenly. */
static double usual_reach(const extent *e, size_t count) {
    if (e->radius_count > 0) {
        return sqrt(e->radius_sq / (double)e->radius_count);
    }
    const double pi = 3.14159, wanted = 10.0;
    double area = (e->max_x - e->min_x) * (e->max_y - e->min_y);
    return sqrt(wanted * area / (pi * (double)count));
}

static double count_of(double length, double per_metre) {
    return (double)(uint64_t)(length * per_metre) + 1.0;
}

/* False if the rows would have to be too high for the cells to be few enough. */
static bool size_cells(ssti_grid *grid, const extent *e, size_t count) {
    double most = (double)cells_for(count);
    double height = ROW_HEIGHT * usual_reach(e, count);
    double width = e->max_x - e->min_x, depth = e->max_y - e->min_y;
    for (height = height > LOWEST_ROW ? height : LOWEST_ROW; height <= HIGHEST_ROW;
         height *= 1.25) {
        double columns = count_of(width, COLUMNS_PER_ROW / height);
        double rows = count_of(depth, 1.0 / height);
        if (columns * (rows + GUARD_ROWS) <= most) {
            grid->crowd.columns = (uint32_t)columns;
            grid->crowd.rows = (uint32_t)rows;
            grid->crowd.columns_per_metre = (float)(COLUMNS_PER_ROW / height);
            grid->crowd.rows_per_metre = (float)(1.0 / height);
            return true;
        }
    }
    return false;
}

typedef struct place {
    float column, row;
} place;

static place place_of(const ssti_crowd *crowd, const extent *e, sst_point position) {
    return (place){(float)((position.x - e->min_x) * (double)crowd->columns_per_metre),
                   (float)((position.y - e->min_y) * (double)crowd->rows_per_metre)};
}

static uint32_t clamped(float at, uint32_t count) {
    uint32_t cell = (uint32_t)at;
    return cell < count ? cell : count - 1;
}

/* A guard row lies before the first. */
static uint32_t cell_of(const ssti_crowd *crowd, place at) {
    return (clamped(at.row, crowd->rows) + 1) * crowd->columns + clamped(at.column, crowd->columns);
}

static size_t cells_in_use(const ssti_crowd *crowd) {
    return (size_t)(crowd->rows + GUARD_ROWS) * crowd->columns;
}

static void count_cells(ssti_grid *grid, const ssti_agents *agents, const extent *e) {
    const ssti_crowd *crowd = &grid->crowd;
    memset(grid->starts, 0, (cells_in_use(crowd) + 2) * sizeof *grid->starts);
    for (size_t i = 0; i < agents->count; i++) {
        sst_point position = {agents->position_x[i], agents->position_y[i]};
        grid->numbers[i] = cell_of(crowd, place_of(crowd, e, position));
        grid->starts[grid->numbers[i] + 2]++;
    }
}

/* Where each cell begins, one place ahead: placing the agents moves them back. */
static void sum_up(ssti_grid *grid) {
    size_t cells = cells_in_use(&grid->crowd);
    uint32_t sum = 0;
    for (size_t i = 0; i < cells; i++) {
        sum += grid->starts[i + 1];
        grid->starts[i + 1] = sum;
    }
}

/* --- Agents -------------------------------------------------------------------------------- */

/* Low 32 bits of the lattice number. 1.5 * 2^28 m more, the last bit of a double is one unit. */
static int32_t lattice_number(double x) {
    double shifted = x + 0x1.8p28;
    uint64_t bits;
    memcpy(&bits, &shifted, sizeof bits);
    return (int32_t)(uint32_t)bits;
}

static uint32_t traits_of(const ssti_agents *agents, const sst_world_def *def, size_t slot) {
    bool half = !def->declared_shares || agents->share[slot] == SST_SHARE_HALF;
    bool solitary =
        agents->model[slot] != SST_MODEL_ORCA || agents->share[slot] == SST_SHARE_ESTIMATED ||
        agents->max_acceleration[slot] + agents->max_braking[slot] + agents->max_turn_rate[slot] >
            0.0f ||
        agents->trace[slot] != SSTI_NO_INDEX;
    return (agents->share[slot] == SST_SHARE_FULL ? SSTI_TRAIT_ALL : 0u) |
           (half ? SSTI_TRAIT_HALF : 0u) |
           (agents->max_speed[slot] == 0.0f ? SSTI_TRAIT_PARKED : 0u) |
           (agents->scripted[slot] ? SSTI_TRAIT_SCRIPTED : 0u) |
           (solitary ? SSTI_TRAIT_SOLITARY : 0u);
}

static float reach_time_of(const ssti_agents *agents, const sst_world_def *def, size_t slot) {
    if (agents->neighbor_dist[slot] == SST_AUTO) {
        return ssti_max(agents->time_horizon[slot], def->solve.time_step);
    }
    return def->reach_covers_step ? def->solve.time_step : -1.0f;
}

static void place_agent(const ssti_grid *grid, const ssti_agents *agents, const sst_world_def *def,
                        size_t slot, place at, uint32_t number) {
    const ssti_crowd *crowd = &grid->crowd;
    bool sees_nobody = agents->max_neighbors[slot] == 0 || agents->neighbor_dist[slot] == 0.0f;
    bool never_yields = sees_nobody || agents->scripted[slot] || agents->max_speed[slot] == 0.0f;
    crowd->agents[number] = (ssti_crowd_agent){
        .x = lattice_number(agents->position_x[slot]),
        .y = lattice_number(agents->position_y[slot]),
        .velocity_x = agents->velocity_x[slot],
        .velocity_y = agents->velocity_y[slot],
        .radius = agents->radius[slot],
        .inv_horizon = 1.0f / agents->time_horizon[slot],
        .priority = never_yields ? -1.0f : agents->priority[slot],
        .traits = traits_of(agents, def, slot),
        .preferred_x = agents->preferred_x[slot],
        .preferred_y = agents->preferred_y[slot],
        .max_speed = agents->max_speed[slot],
        .neighbor_dist = agents->neighbor_dist[slot],
        .reach_time = reach_time_of(agents, def, slot),
        .search_radius = grid->search_radius[slot],
        .max_neighbors = sees_nobody ? 0 : agents->max_neighbors[slot],
        .slot = (uint32_t)slot,
    };
    crowd->x[number] = crowd->agents[number].x;
    crowd->y[number] = crowd->agents[number].y;
    crowd->radius[number] = agents->radius[slot];
    crowd->speed[number] = ssti_agents_reach_speed(agents, slot);
    crowd->column[number] = at.column;
    crowd->row[number] = at.row;
}

/* From each agent's cell to its number in the crowd. */
static void number_agents(ssti_grid *grid, const ssti_agents *agents) {
    ssti_crowd *crowd = &grid->crowd;
    crowd->greatest_radius = crowd->greatest_speed = 0.0f;
    for (size_t slot = 0; slot < agents->count; slot++) {
        grid->numbers[slot] = grid->starts[grid->numbers[slot] + 1]++;
        crowd->greatest_radius = ssti_max(crowd->greatest_radius, agents->radius[slot]);
        crowd->greatest_speed =
            ssti_max(crowd->greatest_speed, ssti_agents_reach_speed(agents, slot));
    }
    crowd->count = agents->count;
    crowd->starts = grid->starts + crowd->columns;
    crowd->keys = agents->key;
}

typedef struct placing {
    const ssti_grid *grid;
    const ssti_agents *agents;
    const sst_world_def *def;
    const extent *extent;
} placing;

static void place_block(size_t begin, size_t end, uint32_t worker, void *context) {
    (void)worker;
    const placing *p = context;
    for (size_t slot = begin; slot < end; slot++) {
        sst_point position = {p->agents->position_x[slot], p->agents->position_y[slot]};
        place at = place_of(&p->grid->crowd, p->extent, position);
        place_agent(p->grid, p->agents, p->def, slot, at, p->grid->numbers[slot]);
    }
}

bool ssti_grid_build(ssti_grid *grid, const ssti_agents *agents, const sst_world_def *def,
                     ssti_workers *workers) {
    if (agents->count == 0) {
        return false;
    }
    extent e = extent_of(grid, agents);
    if (!size_cells(grid, &e, agents->count)) {
        return false;
    }
    count_cells(grid, agents, &e);
    sum_up(grid);
    number_agents(grid, agents);
    placing context = {grid, agents, def, &e};
    ssti_workers_run(workers, agents->count, PLACE_BLOCK, place_block, &context);
    return true;
}
