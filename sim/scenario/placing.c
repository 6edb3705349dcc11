/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Random sequential placing: an agent's places are drawn one after another from its own stream
 * until one keeps its distance from all before it and from the obstacles. */

#include "scenario/placing.h"
#include "scenario/area.h"
#include "scenario/disc_grid.h"
#include "scenario/periodic.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_PLACES = 1000, MOST_DRAWS = 100000 };

static const double lattice = 0x1p-24; /* on which the world has its positions */

struct ssti_placer {
    const sst_scenario *scenario;
    sst_world *world;
    ssti_disc_grid discs;
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
    ssti_disc_grid_free(&placer->discs);
    free(placer->rooms);
    free(placer);
}

bool ssti_placer_add(ssti_placer *placer, sst_point centre, double radius, uint64_t step) {
    const ssti_periodic *periodic = &placer->scenario->periodic;
    sst_point images[3];
    int count = ssti_periodic_images(periodic, ssti_periodic_place(periodic, centre), images);
    for (int i = 0; i < count; i++)
        if (!ssti_disc_grid_add(&placer->discs, images[i], radius, step))
            return false;
    return true;
}

/* --- A free place -------------------------------------------------------------------------- */

/* Behind the walls of all rooms is no place. While the outline of an obstacle is bad, its room may
 * be anywhere. */
static bool is_in_a_room(const ssti_placer *p, sst_point at, const ssti_place_for *who) {
    bool no_room = true;
    if (sst_world_obstacle_count(p->world) < p->scenario->obstacle_count)
        return true;
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
    sst_point kept = ssti_periodic_place(&p->scenario->periodic, at);
    return ssti_disc_grid_is_free(&p->discs, kept, who->radius, who->spacing, who->step) &&
           is_in_a_room(p, at, who) && is_clear_of_obstacles(p, at, who);
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
