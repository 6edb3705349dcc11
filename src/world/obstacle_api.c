/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The public calls on obstacles. */
#include "base/lattice.h"
#include "world/world_state.h"

sst_result sst_obstacle_def_init(sst_obstacle_def *def) {
    if (!def) {
        return SST_ERROR_NULL;
    }
    *def = (sst_obstacle_def){
        .struct_size = sizeof *def,
        .kind = SST_OBSTACLE_AUTO,
        .layers = 1,
        .enabled = true,
        .key = SST_KEY_AUTO,
    };
    return SST_OK;
}

sst_result sst_world_add_obstacle(sst_world *world, const sst_obstacle_def *def,
                                  sst_obstacle_id *id, sst_obstacle_report *report) {
    if (!world || !def || !id) {
        return SST_ERROR_NULL;
    }
    sst_result result = ssti_obstacles_check(&world->obstacles, def);
    if (result == SST_OK) {
        result = ssti_world_make_room(world, world->agents.count,
                                      world->obstacles.edge_count + def->vertex_count, 0);
    }
    return result == SST_OK ? ssti_obstacles_add(&world->obstacles, def, id, report) : result;
}

sst_result sst_world_remove_obstacle(sst_world *world, sst_obstacle_id id) {
    return world ? ssti_obstacles_remove(&world->obstacles, id) : SST_ERROR_NULL;
}

bool sst_world_has_obstacle(const sst_world *world, sst_obstacle_id id) {
    return world && ssti_obstacles_find(&world->obstacles, id);
}

size_t sst_world_obstacle_count(const sst_world *world) {
    return world ? world->obstacles.count : 0;
}

sst_result sst_world_enable_obstacle(sst_world *world, sst_obstacle_id id, bool enabled) {
    if (!world) {
        return SST_ERROR_NULL;
    }
    ssti_obstacle *obstacle = ssti_obstacles_find(&world->obstacles, id);
    if (!obstacle) {
        return SST_ERROR_STALE_ID;
    }
    ssti_obstacles_set_enabled(&world->obstacles, obstacle, enabled);
    return SST_OK;
}

sst_result sst_world_move_obstacle(sst_world *world, sst_obstacle_id id, sst_point offset) {
    if (!world) {
        return SST_ERROR_NULL;
    }
    ssti_obstacle *obstacle = ssti_obstacles_find(&world->obstacles, id);
    if (!obstacle) {
        return SST_ERROR_STALE_ID;
    }
    sst_result result = ssti_check_position(offset);
    if (result != SST_OK) {
        return result;
    }
    return ssti_obstacles_shift(&world->obstacles, obstacle, ssti_lattice_point(offset));
}

sst_result sst_world_set_obstacle_velocity(sst_world *world, sst_obstacle_id id,
                                           sst_vec2 velocity) {
    if (!world) {
        return SST_ERROR_NULL;
    }
    ssti_obstacle *obstacle = ssti_obstacles_find(&world->obstacles, id);
    if (!obstacle) {
        return SST_ERROR_STALE_ID;
    }
    sst_result result = ssti_check_velocity(velocity);
    if (result == SST_OK) {
        ssti_obstacles_set_velocity(&world->obstacles, obstacle, velocity);
    }
    return result;
}

sst_result sst_world_get_obstacle(const sst_world *world, sst_obstacle_id id,
                                  sst_obstacle_def *def) {
    if (!world || !def) {
        return SST_ERROR_NULL;
    }
    const ssti_obstacle *obstacle = ssti_obstacles_find(&world->obstacles, id);
    if (!obstacle) {
        return SST_ERROR_STALE_ID;
    }
    *def = (sst_obstacle_def){
        .struct_size = sizeof *def,
        .kind = obstacle->kind,
        .vertices = world->obstacles.store.vertices + obstacle->first,
        .vertex_count = ssti_obstacle_vertex_count(obstacle),
        .velocity = obstacle->velocity,
        .layers = obstacle->layers,
        .enabled = obstacle->enabled,
        .key = obstacle->key,
    };
    return SST_OK;
}

sst_result sst_world_list_obstacles(const sst_world *world, sst_obstacle_id *ids, size_t capacity,
                                    size_t *count) {
    if (!world || !count || (!ids && capacity > 0)) {
        return SST_ERROR_NULL;
    }
    const ssti_obstacles *obstacles = &world->obstacles;
    *count = obstacles->count;
    if (obstacles->count == 0) { /* then there need be no scratch */
        return SST_OK;
    }
    ssti_sort_item *items = obstacles->scratch;
    for (size_t i = 0; i < obstacles->count; i++) {
        items[i] = (ssti_sort_item){obstacles->all[i].key, (uint32_t)i};
    }
    const ssti_sort_item *sorted =
        ssti_sort_items(items, items + obstacles->count, obstacles->count);
    for (size_t i = 0; i < obstacles->count && i < capacity; i++) {
        ids[i].value = obstacles->all[sorted[i].index].id;
    }
    return SST_OK;
}
