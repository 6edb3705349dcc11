/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The obstacles of a world: their outlines, the index over them, and the edges near an agent.
 *
 * Outlines lie one after the other in one store. Each has its own box tree over its edges, built
 * when it is added and shifted with it; over the obstacles' boxes stand two small trees, one of the
 * resting and one of the moving ones. So adding, removing or enabling one costs a tree over
 * obstacles, not over edges, and edges are never split. Where resting obstacles stay as they are,
 * a table of cells over their edges stands in for the trees (world/obstacle_cells.h). Small trees
 * and cells are rebuilt by ssti_obstacles_refresh, which allocates nothing: room is made when an
 * obstacle is added.
 */
#ifndef SSTI_OBSTACLES_H
#define SSTI_OBSTACLES_H

#include "base/allocator.h"
#include "base/bytes.h"
#include "base/id_pool.h"
#include "base/key_map.h"
#include "sidestep/world.h"
#include "world/box_tree.h"
#include "world/obstacle_cells.h"
#include "world/period.h"

/* Edge i of an obstacle runs from vertices[first + i] to vertices[first + i + 1]: a closed outline
 * repeats its first vertex at the end. */
typedef struct ssti_obstacle {
    uint64_t id, key;
    size_t first;
    uint32_t edge_count;
    uint32_t layers;
    sst_vec2 velocity;
    sst_obstacle_kind kind; /* never AUTO */
    bool closed;            /* a polygon, or a chain that ends where it begins */
    bool free_left;         /* of a polygon: the free side is left of its edges */
    bool enabled;
} ssti_obstacle;

/* What is known of an edge for good. The place after the last edge holds the first side again, or
 * where a chain ends the way back. */
typedef struct ssti_side {
    sst_vec2 direction;
    int32_t
        turn; /* of the outline at the edge's `from`: 1 left, -1 right, 0 none or a chain's end */
} ssti_side;

/* The store: four arrays with the same numbering, edge_count + 1 places per obstacle. Removed ones
 * leave gaps until there is need of the room. */
typedef struct ssti_outline_store {
    size_t capacity, used, live;
    sst_point *vertices;
    ssti_side *sides;
    uint32_t *items; /* of the box tree: edge numbers within the obstacle */
    ssti_box *nodes;
} ssti_outline_store;

typedef struct ssti_obstacles {
    sst_allocator allocator;
    ssti_period period; /* low ends of boxes are kept in its range */
    bool by_winding;    /* AUTO: a clockwise polygon is a room */
    uint64_t created;
    size_t edge_count; /* of all, enabled or not */

    ssti_obstacle *all; /* [capacity], the first `count` in use; no order */
    size_t count, capacity;
    ssti_id_pool ids;
    ssti_key_map keys;
    ssti_outline_store store;

    /* Rebuilt by refresh: trees over slots. The moving tree's arrays follow the resting one's. */
    bool stale, moving_stale;
    float fastest; /* greatest velocity component of an enabled obstacle [m/s] */
    uint32_t *items;
    ssti_box *nodes;
    ssti_box_tree resting, moving;
    ssti_obstacle_cells cells; /* of the resting ones; in a world that repeats never ready */
    void *scratch;             /* for cleaning an outline, building a tree, listing ids */
    size_t scratch_size;
} ssti_obstacles;

void ssti_obstacles_init(ssti_obstacles *obstacles, const sst_allocator *allocator,
                         bool by_winding);
void ssti_obstacles_free(ssti_obstacles *obstacles);

/* Room for `edges` edges in all, one obstacle each at worst: up to there nothing below allocates.
 */
sst_result ssti_obstacles_reserve(ssti_obstacles *obstacles, size_t edges);
/* What a def may not be, all but the outline itself. */
sst_result ssti_obstacles_check(const ssti_obstacles *obstacles, const sst_obstacle_def *def);
sst_result ssti_obstacles_add(ssti_obstacles *obstacles, const sst_obstacle_def *def,
                              sst_obstacle_id *id, sst_obstacle_report *report);
sst_result ssti_obstacles_remove(ssti_obstacles *obstacles, sst_obstacle_id id);
/* Null if there is none. */
ssti_obstacle *ssti_obstacles_find(const ssti_obstacles *obstacles, sst_obstacle_id id);
void ssti_obstacles_set_enabled(ssti_obstacles *obstacles, ssti_obstacle *obstacle, bool enabled);
void ssti_obstacles_set_velocity(ssti_obstacles *obstacles, ssti_obstacle *obstacle,
                                 sst_vec2 velocity);
/* `offset` on the lattice. POSITION if a vertex would leave the world. */
sst_result ssti_obstacles_shift(ssti_obstacles *obstacles, ssti_obstacle *obstacle,
                                sst_point offset);

/* Whether it would then lie in the world and in its range. */
bool ssti_obstacle_may_be(const ssti_obstacles *obstacles, const ssti_obstacle *obstacle,
                          sst_point offset);
/* All that may change of it at once, to what it may be. */
void ssti_obstacle_put(ssti_obstacles *obstacles, ssti_obstacle *obstacle, sst_point offset,
                       sst_vec2 velocity, bool enabled);

/* The box tree over the edges of an obstacle. */
ssti_box_tree ssti_obstacle_tree(const ssti_obstacles *obstacles, const ssti_obstacle *obstacle);

static inline bool ssti_obstacle_moves(const ssti_obstacle *obstacle) {
    return obstacle->velocity.x != 0.0f || obstacle->velocity.y != 0.0f;
}

/* As sst_world_get_obstacle counts them: a chain that ends where it begins names that vertex twice.
 */
static inline size_t ssti_obstacle_vertex_count(const ssti_obstacle *obstacle) {
    bool repeats = obstacle->kind == SST_OBSTACLE_CHAIN;
    return obstacle->edge_count + (repeats ? (size_t)1 : 0);
}

/* Moves the moving ones by velocity * time, rounded to the lattice. At the world's end an obstacle
 * stops whole. A disabled one moves on unseen. */
void ssti_obstacles_advance(ssti_obstacles *obstacles, float time);
/* Brings the index up to date. Call before gather and before queries, from one thread. */
void ssti_obstacles_refresh(ssti_obstacles *obstacles);

/* What an agent asks: the edges of these layers nearer than `reach` to its centre. */
typedef struct ssti_edge_query {
    sst_point position;     /* on the lattice */
    float radius;           /* [m] */
    float reach;            /* strictly nearer than this [m, finite] */
    float horizon;          /* moving obstacles from as much farther as they go in this time [s] */
    uint32_t obstacle_mask; /* layers */
    bool closed;            /* an edge is seen also from its own line */
    bool bring_out;         /* inside a solid or just outside its room: only the way back */
    size_t nodes_entered;   /* counts up: the work done */
} ssti_edge_query;

/* Scratch of gather: what an edge is sorted by. */
typedef struct ssti_edge_rank {
    uint64_t key;
    float distance_sq;
    uint32_t number, slot; /* of the edge, of the obstacle */
    int32_t image;         /* of the obstacle, where the world repeats */
    bool inside;
} ssti_edge_rank;

/* Writes the edges that the agent sees, relative to it, nearest first; edges flagged INSIDE before
 * all others. Returns how many. `ranks` and `edges` [edge_count of all obstacles, times
 * SSTI_MOST_IMAGES where the world repeats and the reach is less than half a period]. Any threads
 * at once after a refresh. */
size_t ssti_obstacles_gather(const ssti_obstacles *obstacles, ssti_edge_query *query,
                             ssti_edge_rank *ranks, sst_edge *edges);

/* How far from its centre the agent may see anything of an obstacle [m]. After a refresh. */
double ssti_obstacles_reach(const ssti_obstacles *obstacles, const ssti_edge_query *query);

/* All that later steps depend on. `read` fills an initialised, empty set from any bytes: SNAPSHOT
 * or OUT_OF_MEMORY, and then it is to be freed. It makes no room beyond what is read. */
void ssti_obstacles_write(const ssti_obstacles *obstacles, ssti_writer *writer);
/* Whether the bytes that follow say these obstacles, each perhaps elsewhere, with another velocity
 * or enabled otherwise; then steps over them. */
bool ssti_obstacles_follow(const ssti_obstacles *obstacles, ssti_reader *reader);
/* Puts them where those bytes say, without allocation. */
void ssti_obstacles_put_back(ssti_obstacles *obstacles, ssti_reader reader);
sst_result ssti_obstacles_read(ssti_obstacles *obstacles, ssti_reader *reader);
/* One of them, with a living id: def.vertex_count vertices follow in the bytes, def.vertices is not
 * used. Only a clean outline is accepted. */
sst_result ssti_obstacles_read_outline(ssti_obstacles *obstacles, const sst_obstacle_def *def,
                                       uint64_t id, ssti_reader *reader);
/* The same whatever the order in which obstacles were added. */
uint64_t ssti_obstacles_hash(const ssti_obstacles *obstacles);

#endif
