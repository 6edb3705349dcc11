/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The set of obstacles: what is added, removed, moved, and the index over them all. */
#include "world/obstacles.h"

#include <assert.h>

#include "base/lattice.h"
#include "world/agents.h"
#include "world/outline_store.h"

/* No count of edges or obstacles may pass this. */
#define MAX_COUNT ((size_t)1 << 31)

void ssti_obstacles_init(ssti_obstacles *obstacles, const sst_allocator *allocator,
                         bool by_winding) {
    *obstacles = (ssti_obstacles){.allocator = *allocator, .by_winding = by_winding};
    ssti_id_pool_init(&obstacles->ids);
}

void ssti_obstacles_free(ssti_obstacles *obstacles) {
    const sst_allocator *allocator = &obstacles->allocator;
    size_t capacity = obstacles->capacity;
    ssti_deallocate(allocator, obstacles->all, capacity * sizeof *obstacles->all);
    ssti_deallocate(allocator, obstacles->items, capacity * sizeof *obstacles->items);
    ssti_deallocate(allocator, obstacles->nodes, capacity * sizeof *obstacles->nodes);
    ssti_deallocate(allocator, obstacles->scratch, obstacles->scratch_size);
    ssti_outline_store_free(obstacles);
    ssti_obstacle_cells_free(&obstacles->cells, allocator);
    ssti_id_pool_free(&obstacles->ids, allocator);
    ssti_key_map_free(&obstacles->keys, allocator);
    ssti_obstacles_init(obstacles, allocator, obstacles->by_winding);
}

ssti_box_tree ssti_obstacle_tree(const ssti_obstacles *obstacles, const ssti_obstacle *obstacle) {
    return (ssti_box_tree){obstacle->edge_count, obstacles->store.items + obstacle->first,
                           obstacles->store.nodes + obstacle->first};
}

static ssti_keys keys_of(const ssti_obstacles *obstacles) {
    return (ssti_keys){obstacles->all ? &obstacles->all->key : NULL, sizeof *obstacles->all};
}

/* --- Room ---------------------------------------------------------------------------------- */

/* The three arrays that have a place for every obstacle. The trees' arrays are only valid after a
 * refresh, so nothing is kept of them. */
static bool grow_arrays(ssti_obstacles *obstacles, size_t count) {
    const sst_allocator *allocator = &obstacles->allocator;
    size_t capacity = obstacles->capacity, old = obstacles->capacity;
    if (count <= old) {
        return true;
    }
    size_t wanted = count > 2 * old ? count : 2 * old;
    uint32_t *items = ssti_allocate(allocator, wanted * sizeof *items);
    ssti_box *nodes = ssti_allocate(allocator, wanted * sizeof *nodes);
    ssti_obstacle *all = items && nodes
                             ? ssti_array_grow(allocator, obstacles->all, obstacles->count,
                                               &capacity, wanted, sizeof *all)
                             : NULL;
    if (!all) {
        ssti_deallocate(allocator, items, wanted * sizeof *items);
        ssti_deallocate(allocator, nodes, wanted * sizeof *nodes);
        return false;
    }
    assert(capacity == wanted);
    ssti_deallocate(allocator, obstacles->items, old * sizeof *items);
    ssti_deallocate(allocator, obstacles->nodes, old * sizeof *nodes);
    obstacles->all = all;
    obstacles->items = items;
    obstacles->nodes = nodes;
    obstacles->capacity = capacity;
    obstacles->stale = true;
    return true;
}

/* Room for so many more obstacles, whose outlines have `places` vertices and closing vertices, the
 * largest of them `largest`. */
static sst_result make_room(ssti_obstacles *obstacles, size_t more, size_t places, size_t largest) {
    if (more > MAX_COUNT - obstacles->count || places > MAX_COUNT - obstacles->edge_count) {
        return SST_ERROR_CAPACITY;
    }
    size_t count = obstacles->count + more;
    sst_result result = ssti_id_pool_reserve(&obstacles->ids, &obstacles->allocator, more);
    if (result != SST_OK) {
        return result;
    }
    bool enough =
        grow_arrays(obstacles, count) &&
        ssti_key_map_reserve(&obstacles->keys, keys_of(obstacles), &obstacles->allocator, count) &&
        ssti_obstacles_reserve_scratch(obstacles, largest > count ? largest : count) &&
        ssti_outline_store_reserve(obstacles, places);
    return enough ? SST_OK : SST_ERROR_OUT_OF_MEMORY;
}

static bool reserve_cells(ssti_obstacles *obstacles, size_t edges) {
    return ssti_obstacle_cells_reserve(&obstacles->cells, &obstacles->allocator, edges);
}

sst_result ssti_obstacles_reserve(ssti_obstacles *obstacles, size_t edges) {
    if (edges > MAX_COUNT) {
        return SST_ERROR_CAPACITY;
    }
    size_t more = edges > obstacles->count ? edges - obstacles->count : 0;
    sst_result result = make_room(obstacles, more, 0, edges + 2);
    /* Two places for each edge at worst, and as many again so that the store stays half empty. */
    if (result == SST_OK && !(ssti_outline_store_reserve_all(obstacles, 4 * (edges + 1)) &&
                              reserve_cells(obstacles, edges))) {
        result = SST_ERROR_OUT_OF_MEMORY;
    }
    return result;
}

/* --- Add and remove ------------------------------------------------------------------------ */

static bool key_is_taken(const ssti_obstacles *obstacles, uint64_t key) {
    return ssti_key_map_find(&obstacles->keys, keys_of(obstacles), key) != SSTI_KEY_NONE;
}

static uint64_t automatic_key(const ssti_obstacles *obstacles) {
    uint64_t key = obstacles->created;
    while (key_is_taken(obstacles, key)) {
        key++;
    }
    return key;
}

sst_result ssti_obstacles_check(const ssti_obstacles *obstacles, const sst_obstacle_def *def) {
    if (def->struct_size != sizeof *def) {
        return SST_ERROR_STRUCT_SIZE;
    }
    if ((unsigned)def->kind > SST_OBSTACLE_CHAIN) {
        return SST_ERROR_OPTION;
    }
    if (!def->vertices && def->vertex_count > 0) {
        return SST_ERROR_NULL;
    }
    if (def->vertex_count >= MAX_COUNT) {
        return SST_ERROR_CAPACITY;
    }
    sst_result result = ssti_check_velocity(def->velocity);
    for (size_t i = 0; i < def->vertex_count && result == SST_OK; i++) {
        result = ssti_check_position(def->vertices[i]);
    }
    if (result == SST_OK && def->key != SST_KEY_AUTO && key_is_taken(obstacles, def->key)) {
        result = SST_ERROR_DUPLICATE_KEY;
    }
    return result;
}

static sst_obstacle_kind kind_of(const ssti_obstacles *obstacles, const sst_obstacle_def *def,
                                 bool polygon, int orientation) {
    if (!polygon) {
        return SST_OBSTACLE_CHAIN;
    }
    if (def->kind != SST_OBSTACLE_AUTO) {
        return def->kind;
    }
    return obstacles->by_winding && orientation < 0 ? SST_OBSTACLE_ROOM : SST_OBSTACLE_SOLID;
}

/* Takes in an obstacle whose cleaned vertices lie at the end of the store. */
static void append(ssti_obstacles *obstacles, const ssti_obstacle *obstacle) {
    ssti_outline_store_finish(obstacles, obstacle);
    obstacles->all[obstacles->count] = *obstacle;
    ssti_key_map_add(&obstacles->keys, keys_of(obstacles), (uint32_t)obstacles->count);
    obstacles->count++;
    obstacles->edge_count += obstacle->edge_count;
    obstacles->store.used += obstacle->edge_count + (size_t)1;
    obstacles->store.live += obstacle->edge_count + (size_t)1;
    obstacles->stale = true;
}

/* A polygon's inside is left of its edges if it runs counter-clockwise. */
static bool is_free_left(sst_obstacle_kind kind, int orientation) {
    return kind == SST_OBSTACLE_ROOM ? orientation > 0
                                     : kind == SST_OBSTACLE_SOLID && orientation < 0;
}

/* The obstacle whose outline `vertices` points into, as sst_world_get_obstacle hands it out; null
 * if they are the caller's own. Making room moves outlines. */
static const ssti_obstacle *owner_of(const ssti_obstacles *obstacles, const sst_point *vertices) {
    uintptr_t address = (uintptr_t)vertices, start = (uintptr_t)obstacles->store.vertices;
    size_t offset = (address - start) / sizeof *vertices;
    if (address < start || offset >= obstacles->store.used) {
        return NULL;
    }
    for (size_t i = 0; i < obstacles->count; i++) {
        const ssti_obstacle *obstacle = &obstacles->all[i];
        if (offset >= obstacle->first && offset <= obstacle->first + obstacle->edge_count) {
            return obstacle;
        }
    }
    return NULL;
}

/* Makes room and copies the vertices to the end of the store. */
static sst_result copy_vertices(ssti_obstacles *obstacles, const sst_obstacle_def *def) {
    const ssti_obstacle *owner = owner_of(obstacles, def->vertices);
    size_t slot = owner ? (size_t)(owner - obstacles->all) : 0;
    ptrdiff_t offset =
        owner ? def->vertices - (obstacles->store.vertices + owner->first) : (ptrdiff_t)0;
    sst_result result = make_room(obstacles, 1, def->vertex_count + 1, def->vertex_count);
    if (result != SST_OK) {
        return result;
    }
    const sst_point *from =
        owner ? obstacles->store.vertices + obstacles->all[slot].first + offset : def->vertices;
    sst_point *to = obstacles->store.vertices + obstacles->store.used;
    for (size_t i = 0; i < def->vertex_count; i++) {
        to[i] = from[i];
    }
    return SST_OK;
}

/* Everything but id and key. */
static ssti_obstacle make_obstacle(const ssti_obstacles *obstacles, const sst_obstacle_def *def,
                                   bool polygon, const ssti_outline *outline) {
    sst_obstacle_kind kind = kind_of(obstacles, def, polygon, outline->orientation);
    return (ssti_obstacle){
        .first = obstacles->store.used,
        .edge_count = (uint32_t)(outline->closed ? outline->count : outline->count - 1),
        .layers = def->layers,
        .velocity = def->velocity,
        .kind = kind,
        .closed = outline->closed,
        .free_left = is_free_left(kind, outline->orientation),
        .enabled = def->enabled,
    };
}

static bool is_polygon(const sst_obstacle_def *def) {
    return def->kind == SST_OBSTACLE_AUTO ? def->vertex_count > 2 : def->kind != SST_OBSTACLE_CHAIN;
}

/* Where the world repeats: brings a cleaned outline at the end of the store into the range. False
 * if it is longer than that. */
static bool keep_in_range(ssti_obstacles *obstacles, size_t count) {
    sst_point *vertices = obstacles->store.vertices + obstacles->store.used;
    const ssti_period *period = &obstacles->period;
    if (!ssti_repeats(period)) {
        return true;
    }
    ssti_box box = ssti_box_of_points(vertices[0], vertices[0]);
    for (size_t i = 1; i < count; i++) {
        box = ssti_box_join(box, ssti_box_of_points(vertices[i], vertices[i]));
    }
    sst_point low = {box.min_x, box.min_y}, kept = ssti_wrap_point(low, period);
    for (size_t i = 0; i < count; i++) {
        vertices[i].x += kept.x - low.x;
        vertices[i].y += kept.y - low.y;
    }
    return (period->length.x == 0.0 || box.max_x - box.min_x <= period->length.x) &&
           (period->length.y == 0.0 || box.max_y - box.min_y <= period->length.y);
}

sst_result ssti_obstacles_add(ssti_obstacles *obstacles, const sst_obstacle_def *def,
                              sst_obstacle_id *id, sst_obstacle_report *report) {
    sst_result result = ssti_obstacles_check(obstacles, def);
    if (result == SST_OK) {
        result = copy_vertices(obstacles, def);
    }
    if (result != SST_OK) {
        return result;
    }
    ssti_outline outline;
    result = ssti_outline_clean(obstacles->store.vertices + obstacles->store.used,
                                def->vertex_count, is_polygon(def), obstacles->scratch, &outline);
    if (result == SST_OK && !keep_in_range(obstacles, outline.count)) {
        result = SST_ERROR_PERIOD;
    }
    if (result != SST_OK) {
        return result;
    }
    ssti_obstacle obstacle = make_obstacle(obstacles, def, is_polygon(def), &outline);
    if (!reserve_cells(obstacles, obstacles->edge_count + obstacle.edge_count)) {
        return SST_ERROR_OUT_OF_MEMORY;
    }
    obstacle.key = def->key == SST_KEY_AUTO ? automatic_key(obstacles) : def->key;
    obstacle.id = ssti_id_pool_acquire(&obstacles->ids, (uint32_t)obstacles->count);
    append(obstacles, &obstacle);
    obstacles->created++;
    id->value = obstacle.id;
    if (report) {
        *report = outline.report;
    }
    return SST_OK;
}

/* Reads lattice points to the end of the store. */
static bool read_vertices(ssti_obstacles *obstacles, size_t count, ssti_reader *reader) {
    sst_point *to = obstacles->store.vertices + obstacles->store.used;
    for (size_t i = 0; i < count; i++) {
        sst_point p;
        p.x = ssti_read_f64(reader);
        p.y = ssti_read_f64(reader);
        to[i] = ssti_lattice_point(p);
        if (ssti_check_position(p) != SST_OK || to[i].x != p.x || to[i].y != p.y) {
            return false;
        }
    }
    return !reader->failed;
}

sst_result ssti_obstacles_read_outline(ssti_obstacles *obstacles, const sst_obstacle_def *def,
                                       uint64_t id, ssti_reader *reader) {
    if (key_is_taken(obstacles, def->key)) {
        return SST_ERROR_SNAPSHOT;
    }
    sst_result result = make_room(obstacles, 1, def->vertex_count + 1, def->vertex_count);
    if (result != SST_OK) {
        return result;
    }
    bool sound = read_vertices(obstacles, def->vertex_count, reader);
    ssti_outline outline;
    sound = sound &&
            ssti_outline_check(obstacles->store.vertices + obstacles->store.used, def->vertex_count,
                               is_polygon(def), obstacles->scratch, &outline) == SST_OK;
    sound = sound && keep_in_range(obstacles, outline.count);
    if (!sound || outline.report.dropped_repeated + outline.report.dropped_collinear > 0) {
        return SST_ERROR_SNAPSHOT;
    }
    ssti_obstacle obstacle = make_obstacle(obstacles, def, is_polygon(def), &outline);
    if (!reserve_cells(obstacles, obstacles->edge_count + obstacle.edge_count)) {
        return SST_ERROR_OUT_OF_MEMORY;
    }
    obstacle.key = def->key;
    obstacle.id = id;
    append(obstacles, &obstacle);
    return SST_OK;
}

ssti_obstacle *ssti_obstacles_find(const ssti_obstacles *obstacles, sst_obstacle_id id) {
    uint32_t slot;
    return ssti_id_pool_find(&obstacles->ids, id.value, &slot) ? &obstacles->all[slot] : NULL;
}

/* The last obstacle takes the slot. */
sst_result ssti_obstacles_remove(ssti_obstacles *obstacles, sst_obstacle_id id) {
    ssti_obstacle *obstacle = ssti_obstacles_find(obstacles, id);
    if (!obstacle) {
        return SST_ERROR_STALE_ID;
    }
    ssti_id_pool_release(&obstacles->ids, id.value);
    ssti_key_map_remove(&obstacles->keys, keys_of(obstacles), obstacle->key);
    obstacles->edge_count -= obstacle->edge_count;
    obstacles->store.live -= obstacle->edge_count + (size_t)1;
    obstacles->stale = true;
    const ssti_obstacle *last = &obstacles->all[--obstacles->count];
    if (last != obstacle) {
        uint32_t slot = (uint32_t)(obstacle - obstacles->all);
        ssti_key_map_move(&obstacles->keys, keys_of(obstacles), last->key, slot);
        *obstacle = *last;
        ssti_id_pool_set_slot(&obstacles->ids, obstacle->id, slot);
    }
    return SST_OK;
}

/* --- Change and move ----------------------------------------------------------------------- */

void ssti_obstacles_set_enabled(ssti_obstacles *obstacles, ssti_obstacle *obstacle, bool enabled) {
    obstacle->enabled = enabled;
    obstacles->stale = true;
}

void ssti_obstacles_set_velocity(ssti_obstacles *obstacles, ssti_obstacle *obstacle,
                                 sst_vec2 velocity) {
    obstacle->velocity = velocity;
    obstacles->stale = true;
}

static ssti_box box_of(const ssti_obstacles *obstacles, const ssti_obstacle *obstacle) {
    ssti_box_tree tree = ssti_obstacle_tree(obstacles, obstacle);
    return ssti_box_tree_bounds(&tree);
}

/* To where the low ends of this box are in the range. */
static sst_point way_into_range(const ssti_obstacles *obstacles, ssti_box box) {
    sst_point low = {box.min_x, box.min_y}, kept = ssti_wrap_point(low, &obstacles->period);
    return (sst_point){kept.x - low.x, kept.y - low.y};
}

static void shift(ssti_obstacles *obstacles, const ssti_obstacle *obstacle, sst_point offset) {
    if (ssti_repeats(&obstacles->period)) {
        ssti_box moved = ssti_box_moved(box_of(obstacles, obstacle), offset);
        sst_point round = way_into_range(obstacles, moved);
        offset = (sst_point){offset.x + round.x, offset.y + round.y};
    }
    sst_point *vertices = obstacles->store.vertices + obstacle->first;
    for (size_t i = 0; i <= obstacle->edge_count; i++) {
        vertices[i].x += offset.x;
        vertices[i].y += offset.y;
    }
    ssti_box_tree tree = ssti_obstacle_tree(obstacles, obstacle);
    ssti_box_tree_shift(&tree, offset);
}

sst_result ssti_obstacles_shift(ssti_obstacles *obstacles, ssti_obstacle *obstacle,
                                sst_point offset) {
    ssti_box box = ssti_box_moved(box_of(obstacles, obstacle), offset);
    box = ssti_box_moved(box, way_into_range(obstacles, box));
    sst_result low = ssti_check_position((sst_point){box.min_x, box.min_y});
    sst_result high = ssti_check_position((sst_point){box.max_x, box.max_y});
    if (low != SST_OK || high != SST_OK) {
        return low != SST_OK ? low : high;
    }
    shift(obstacles, obstacle, offset);
    obstacles->stale = true;
    return SST_OK;
}

bool ssti_obstacle_may_be(const ssti_obstacles *obstacles, const ssti_obstacle *obstacle,
                          sst_point offset) {
    ssti_box box = ssti_box_moved(box_of(obstacles, obstacle), offset);
    sst_point round = way_into_range(obstacles, box);
    return round.x == 0.0 && round.y == 0.0 &&
           ssti_check_position((sst_point){box.min_x, box.min_y}) == SST_OK &&
           ssti_check_position((sst_point){box.max_x, box.max_y}) == SST_OK;
}

void ssti_obstacle_put(ssti_obstacles *obstacles, ssti_obstacle *obstacle, sst_point offset,
                       sst_vec2 velocity, bool enabled) {
    bool shifted = offset.x != 0.0 || offset.y != 0.0;
    bool changed = enabled != obstacle->enabled || velocity.x != obstacle->velocity.x ||
                   velocity.y != obstacle->velocity.y;
    if (shifted) {
        shift(obstacles, obstacle, offset);
    }
    obstacle->enabled = enabled;
    obstacle->velocity = velocity;
    bool rests = !ssti_obstacle_moves(obstacle);
    obstacles->stale = obstacles->stale || changed || (shifted && rests);
    obstacles->moving_stale = obstacles->moving_stale || (shifted && !rests);
}

/* As much of a displacement as keeps [low, high] within the world. */
static double within_world(double displacement, double low, double high) {
    double most = SST_MAX_COORDINATE - high, least = -SST_MAX_COORDINATE - low;
    return displacement > most ? most : displacement < least ? least : displacement;
}

void ssti_obstacles_advance(ssti_obstacles *obstacles, float time) {
    for (size_t i = 0; i < obstacles->count; i++) {
        const ssti_obstacle *obstacle = &obstacles->all[i];
        if (ssti_obstacle_moves(obstacle)) {
            ssti_box box = box_of(obstacles, obstacle);
            double x = ssti_lattice_displacement(obstacle->velocity.x, time);
            double y = ssti_lattice_displacement(obstacle->velocity.y, time);
            const sst_point *length = &obstacles->period.length;
            shift(obstacles, obstacle,
                  (sst_point){length->x > 0.0 ? x : within_world(x, box.min_x, box.max_x),
                              length->y > 0.0 ? y : within_world(y, box.min_y, box.max_y)});
            obstacles->moving_stale = true;
        }
    }
}

/* --- Index --------------------------------------------------------------------------------- */

/* A tree over the enabled obstacles that move, or that rest. */
static ssti_box_tree build_tree(ssti_obstacles *obstacles, bool moving, uint32_t *items,
                                ssti_box *nodes) {
    ssti_box_tree tree = {0, items, nodes};
    ssti_box *boxes = obstacles->scratch;
    /* The slots are kept at the far end of the scratch while the tree numbers its items. */
    uint32_t *slots = (uint32_t *)(void *)((ssti_sort_item *)(void *)(boxes + obstacles->count) +
                                           2 * obstacles->count);
    for (uint32_t slot = 0; slot < obstacles->count; slot++) {
        const ssti_obstacle *obstacle = &obstacles->all[slot];
        if (obstacle->enabled && ssti_obstacle_moves(obstacle) == moving) {
            slots[tree.count] = slot;
            boxes[tree.count++] = box_of(obstacles, obstacle);
        }
    }
    ssti_box_tree_build(&tree, boxes, (ssti_sort_item *)(void *)(boxes + obstacles->count));
    for (uint32_t i = 0; i < tree.count; i++) {
        items[i] = slots[items[i]];
    }
    return tree;
}

static float fastest_component(const ssti_obstacles *obstacles) {
    float fastest = 0.0f;
    for (size_t i = 0; i < obstacles->count; i++) {
        sst_vec2 v = obstacles->all[i].velocity;
        float x = v.x < 0.0f ? -v.x : v.x, y = v.y < 0.0f ? -v.y : v.y;
        float larger = x > y ? x : y;
        fastest = obstacles->all[i].enabled && larger > fastest ? larger : fastest;
    }
    return fastest;
}

void ssti_obstacles_refresh(ssti_obstacles *obstacles) {
    if (obstacles->count == 0) { /* then there need be no arrays */
        obstacles->resting = obstacles->moving = (ssti_box_tree){0};
        obstacles->fastest = 0.0f;
        obstacles->stale = obstacles->moving_stale = obstacles->cells.ready = false;
        return;
    }
    if (obstacles->stale) {
        obstacles->cells.ready = false;
        obstacles->cells.waits = true;
    } else if (obstacles->cells.waits && !ssti_repeats(&obstacles->period)) {
        ssti_obstacle_cells_build(obstacles);
    }
    if (obstacles->stale) {
        obstacles->resting = build_tree(obstacles, false, obstacles->items, obstacles->nodes);
        obstacles->fastest = fastest_component(obstacles);
    }
    if (obstacles->stale || obstacles->moving_stale) {
        size_t resting = obstacles->resting.count;
        obstacles->moving =
            build_tree(obstacles, true, obstacles->items + resting, obstacles->nodes + resting);
    }
    obstacles->stale = obstacles->moving_stale = false;
}
