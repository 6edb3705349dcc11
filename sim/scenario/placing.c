/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Random sequential placing: an agent's places are drawn one after another from its own stream
 * until one keeps its distance from all before it and from the obstacles. Discs lie in grids, one
 * for each power of two of their size, in one hash table; so sizes may differ as they like, and a
 * look around costs what is near. */

#include "scenario/placing.h"
#include "scenario/area.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_PLACES = 1000, MOST_DRAWS = 100000, LEVELS = 40, FINEST = -10 };

static const double lattice = 0x1p-24; /* on which the world has its positions */

typedef struct disc {
    sst_point centre;
    double radius;
    uint64_t step, hash;
    size_t next_in_cell, next_in_level; /* 0 = none; else the disc's number + 1 */
} disc;

struct ssti_placer {
    const sst_scenario *scenario;
    sst_world *world;
    disc *discs;
    size_t count, capacity;
    size_t *cells; /* [2 capacity]: the first disc of a hash */
    size_t level_count[LEVELS], level_first[LEVELS];
    sst_obstacle_id *rooms;
    size_t room_count;
};

static sst_obstacle_def obstacle_of(const ssti_placer *p, sst_obstacle_id id) {
    sst_obstacle_def def;
    sst_obstacle_def_init(&def);
    sst_world_get_obstacle(p->world, id, &def);
    return def;
}

static bool find_rooms(ssti_placer *p) {
    size_t count = sst_world_obstacle_count(p->world);
    p->rooms = calloc(count + 1, sizeof *p->rooms);
    if (!p->rooms || sst_world_list_obstacles(p->world, p->rooms, count, &count) != SST_OK)
        return false;
    for (size_t i = 0; i < count; i++)
        if (obstacle_of(p, p->rooms[i]).kind == SST_OBSTACLE_ROOM)
            p->rooms[p->room_count++] = p->rooms[i];
    return true;
}

ssti_placer *ssti_placer_create(const sst_scenario *scenario, sst_world *world) {
    ssti_placer *made = calloc(1, sizeof *made);
    if (!made)
        return NULL;
    *made = (ssti_placer){.scenario = scenario, .world = world};
    if (find_rooms(made))
        return made;
    ssti_placer_destroy(made);
    return NULL;
}

void ssti_placer_destroy(ssti_placer *placer) {
    if (!placer)
        return;
    free(placer->discs);
    free(placer->cells);
    free(placer->rooms);
    free(placer);
}

/* --- The discs ----------------------------------------------------------------------------- */

static double cell_size(int level) {
    return ldexp(1, level + FINEST);
}

/* The finest grid whose cells are no smaller than the disc. */
static int level_of(double radius) {
    int level = 0;
    while (level < LEVELS - 1 && cell_size(level) < 2 * radius)
        level++;
    return level;
}

static uint64_t hash_cell(int level, double column, double row, uint64_t step) {
    return ssti_stream_of((uint64_t)level, (uint64_t)(int64_t)column, (uint64_t)(int64_t)row, step)
        .key;
}

static void link_disc(ssti_placer *p, size_t i) {
    size_t *cell = &p->cells[p->discs[i].hash % (2 * p->capacity)];
    p->discs[i].next_in_cell = *cell;
    *cell = i + 1;
}

static bool grow(ssti_placer *p) {
    size_t capacity = p->capacity ? 2 * p->capacity : 64;
    disc *discs = realloc(p->discs, capacity * sizeof *discs);
    if (!discs)
        return false;
    p->discs = discs;
    size_t *cells = calloc(2 * capacity, sizeof *cells);
    if (!cells)
        return false;
    free(p->cells);
    p->cells = cells;
    p->capacity = capacity;
    for (size_t i = 0; i < p->count; i++)
        link_disc(p, i);
    return true;
}

bool ssti_placer_add(ssti_placer *p, sst_point centre, double radius, uint64_t step) {
    if (p->count == p->capacity && !grow(p))
        return false;
    int level = level_of(radius);
    double size = cell_size(level);
    size_t i = p->count++;
    p->discs[i] =
        (disc){.centre = centre,
               .radius = radius,
               .step = step,
               .hash = hash_cell(level, floor(centre.x / size), floor(centre.y / size), step),
               .next_in_level = p->level_first[level]};
    p->level_first[level] = i + 1;
    p->level_count[level]++;
    link_disc(p, i);
    return true;
}

/* --- A free place -------------------------------------------------------------------------- */

static bool is_near(const disc *d, sst_point at, const ssti_place_for *who) {
    double x = at.x - d->centre.x, y = at.y - d->centre.y;
    double apart = who->radius + who->spacing + d->radius;
    return d->step == who->step && x * x + y * y < apart * apart;
}

static bool cell_is_free(const ssti_placer *p, uint64_t hash, sst_point at,
                         const ssti_place_for *who) {
    for (size_t i = p->cells[hash % (2 * p->capacity)]; i; i = p->discs[i - 1].next_in_cell)
        if (is_near(&p->discs[i - 1], at, who))
            return false;
    return true;
}

static bool all_are_far(const ssti_placer *p, int level, sst_point at, const ssti_place_for *who) {
    for (size_t i = p->level_first[level]; i; i = p->discs[i - 1].next_in_level)
        if (is_near(&p->discs[i - 1], at, who))
            return false;
    return true;
}

/* Cell by cell, unless there are more cells than discs. */
static bool level_is_free(const ssti_placer *p, int level, sst_point at,
                          const ssti_place_for *who) {
    double size = cell_size(level);
    double reach = who->radius + who->spacing + size / 2;
    double left = floor((at.x - reach) / size), right = floor((at.x + reach) / size);
    double low = floor((at.y - reach) / size), high = floor((at.y + reach) / size);
    if ((right - left + 1) * (high - low + 1) > (double)p->level_count[level])
        return all_are_far(p, level, at, who);
    for (double column = left; column <= right; column++)
        for (double row = low; row <= high; row++)
            if (!cell_is_free(p, hash_cell(level, column, row, who->step), at, who))
                return false;
    return true;
}

/* Behind the walls of all rooms is no place. */
static bool is_in_a_room(const ssti_placer *p, sst_point at, const ssti_place_for *who) {
    bool no_room = true;
    for (size_t i = 0; i < p->room_count; i++) {
        sst_obstacle_def room = obstacle_of(p, p->rooms[i]);
        if (!(room.layers & who->obstacle_mask))
            continue;
        if (ssti_polygon_holds(room.vertices, room.vertex_count, at))
            return true;
        no_room = false;
    }
    return no_room;
}

static bool is_clear_of_obstacles(ssti_placer *p, sst_point at, const ssti_place_for *who) {
    double needed = who->radius + who->spacing;
    sst_clearance clearance;
    if (sst_world_obstacle_count(p->world) == 0)
        return true;
    sst_result result = sst_world_query_clearance(p->world, at, at, 0, who->obstacle_mask,
                                                  needed + lattice, &clearance);
    return result == SST_OK && clearance.distance > 0 && clearance.distance >= needed;
}

static bool is_free(ssti_placer *p, sst_point at, const ssti_place_for *who) {
    for (int level = 0; level < LEVELS; level++)
        if (p->level_count[level] && !level_is_free(p, level, at, who))
            return false;
    return is_in_a_room(p, at, who) && is_clear_of_obstacles(p, at, who);
}

static double draw_between(ssti_stream *stream, double low, double high) {
    return floor((low + ssti_draw_unit(stream) * (high - low)) / lattice) * lattice;
}

bool ssti_placer_find(ssti_placer *p, const ssti_place_for *who, ssti_stream *stream,
                      sst_point *place) {
    sst_point box[2];
    const sst_point *points = p->scenario->points;
    ssti_area_box(who->area, points, box);
    for (int draws = 0, places = 0; draws < MOST_DRAWS && places < MOST_PLACES; draws++) {
        sst_point at = {.x = draw_between(stream, box[0].x, box[1].x)};
        at.y = draw_between(stream, box[0].y, box[1].y);
        if (!ssti_area_holds(who->area, points, at))
            continue;
        places++;
        if (is_free(p, at, who)) {
            *place = at;
            return true;
        }
    }
    return false;
}
