/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The world level: many agents and obstacles, stepped together.
 *
 *     sst_world_def def;
 *     sst_world_def_init(&def, SST_PROFILE_DEFAULT);
 *     sst_world *world;
 *     sst_world_create(&def, &world);
 *     sst_agent_def agent;
 *     sst_agent_def_init(&agent);
 *     agent.position = (sst_point){-5.0, 0.0};
 *     agent.preferred_velocity = (sst_vec2){1.0f, 0.0f};
 *     sst_agent_id id;
 *     sst_world_add_agent(world, &agent, &id);
 *     sst_world_step(world, NULL);
 *
 * Thread rule for the whole header: one thread at a time per world; different worlds are
 * independent. The step itself uses the world's own workers or the host's scheduler.
 * Results depend on the values given and on keys only: not on the order of calls, the number of
 * threads, or what happened before (docs/determinism.md). Every call that can be used wrongly
 * returns a result; unless that is SST_OK the world is unchanged.
 */
#ifndef SIDESTEP_WORLD_H
#define SIDESTEP_WORLD_H

#include "base.h"
#include "solve.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sst_world sst_world;

/* Names of an agent and of an obstacle: small values, never reused while anyone could hold them.
 * All zero is null. Frozen: 8 bytes. */
typedef struct sst_agent_id {
    uint64_t value;
} sst_agent_id;
typedef struct sst_obstacle_id {
    uint64_t value;
} sst_obstacle_id;

/* neighbor_dist: all whose surface the agent could meet within its time horizon (or the time step,
 * if that is longer), both going at their max speeds. */
#define SST_AUTO (-1.0f)

#define SST_KEY_AUTO   UINT64_MAX /* key: the creation number */
#define SST_ALL_LAYERS 0xffffffffu

/* How neighbours are ranked before max_neighbors cuts the list. */
typedef enum sst_neighbor_ranking {
    SST_RANK_SURFACE_GAP = 0,     /* distance between surfaces; no large agent is overlooked */
    SST_RANK_CENTRE_DISTANCE = 1, /* distance between centres, as RVO2 */
    SST_RANK_IMMINENCE =
        2 /* that gap less closing speed x rank_horizon: who comes before who goes */
} sst_neighbor_ranking;

/* Which part of the avoidance an agent takes towards another. */
typedef enum sst_share {
    SST_SHARE_DECLARED = 0, /* as world and agents declare: see declared_shares and priority */
    SST_SHARE_HALF = 1,     /* half, whatever the other is: as RVO2 */
    SST_SHARE_FULL = 2,     /* all of it: safe with those who do not yield, and slow */
    SST_SHARE_ESTIMATED = 3 /* learned from what the other does, as AVOCADO (Martinez-Baselga et
                               al. 2024); at least half on a course of collision. Costs 520 bytes
                               an agent of the world */
} sst_share;

/* --- World --------------------------------------------------------------------------------- */

/* The axis along which a world repeats. */
typedef enum sst_axis { SST_AXIS_NONE = 0, SST_AXIS_X = 1, SST_AXIS_Y = 2 } sst_axis;

typedef struct sst_world_def {
    uint32_t struct_size;
    sst_profile profile;
    sst_solve_params solve; /* time step, handedness and the rules of the solver */
    sst_neighbor_ranking neighbor_ranking;
    float rank_horizon;        /* for SST_RANK_IMMINENCE [s, 0..1e6]; default 1 */
    bool obstacles_by_winding; /* SST_OBSTACLE_AUTO: clockwise = room; else always solid */
    bool reach_covers_step;    /* look at least as far as one step can carry both; classic no */
    bool bring_out;            /* bring agents out of solids; classic no */
    bool declared_shares;      /* the share of avoidance follows from what both are: priority, mask,
                                  scripted, parked; classic no: always 1/2 */
    sst_axis periodic_axis;    /* the world repeats along it; default none */
    double periodic_from;  /* what lies in [from, to) repeats for ever; rounded to the lattice */
    double periodic_to;    /* [m]; to + (to - from) <= 1e8 */
    uint32_t worker_count; /* threads that step, the caller's among them [0..256]; 0 = one per
                              processor. Default 1. */
    sst_isa isa; /* instruction set of the step; default AUTO. Error ISA where it is lacking. */
    sst_scheduler scheduler; /* all null = the built-in pool */
    sst_allocator allocator; /* all null = malloc and free */
} sst_world_def;

SST_API sst_result sst_world_def_init(sst_world_def *def, sst_profile profile);

/* The world owns everything it is given; destroy with sst_world_destroy (null is fine). */
SST_API sst_result sst_world_create(const sst_world_def *def, sst_world **world);
SST_API void sst_world_destroy(sst_world *world);

/* Makes room, so that up to these counts no later call allocates, watching aside, as long as no
 * agent's max_neighbors is above 64 or the greatest so far. A step never allocates. */
SST_API sst_result sst_world_reserve(sst_world *world, size_t agents, size_t obstacle_edges);

SST_API sst_result sst_world_set_time_step(sst_world *world, float time_step);
SST_API float sst_world_time_step(const sst_world *world);
SST_API double sst_world_time(const sst_world *world); /* sum of the steps taken [s] */
SST_API uint64_t sst_world_step_count(const sst_world *world);
SST_API const sst_solve_params *sst_world_params(const sst_world *world);
SST_API sst_result sst_world_set_params(sst_world *world, const sst_solve_params *params);

/* In a world that repeats, every place means its image in the range: positions come back so, and
 * may be given outside. Agents see and meet the nearest image of each other, and all images of
 * obstacles. An obstacle may be as long as the range (SST_ERROR_PERIOD), and is handed out where
 * its lowest coordinate lies in it. Half a period must be more than any agent sees: its
 * neighbor_dist, or how far it and the fastest could come within its horizon, and its reach to
 * obstacles; else a step refuses with SST_ERROR_PERIOD. */

/* --- Agents -------------------------------------------------------------------------------- */

typedef struct sst_agent_def {
    uint32_t struct_size;
    uint32_t max_neighbors;      /* default 10; 0 = sees nobody */
    sst_point position;          /* rounded to the lattice of 2^-24 m */
    sst_vec2 velocity;           /* current */
    sst_vec2 preferred_velocity; /* wanted */
    float radius;                /* default 0.3 m */
    float max_speed;             /* default 1.5 m/s; 0 = parked: others take the whole avoidance */
    float neighbor_dist;         /* between centres [m]; default SST_AUTO; 0 = sees nobody */
    float time_horizon;          /* default 2 s */
    float time_horizon_obst;     /* default 1 s */
    float priority;              /* right of way: of two agents A takes w_B / (w_A + w_B) of the
                                    avoidance, half if both are 0; default 1 */
    sst_share share;             /* default DECLARED */
    uint32_t layers;             /* what it is; default 1 */
    uint32_t mask;               /* which agents' layers it avoids; default all */
    uint32_t obstacle_mask;      /* which obstacles' layers it avoids; default all */
    float max_acceleration; /* limits of its machine, as in sst_solve_agent; default 0 = none */
    float max_braking;
    float max_turn_rate;
    sst_model model;       /* how it avoids other agents; default ORCA */
    bool scripted;         /* keeps its velocity whatever comes; others take it all */
    uint32_t decide_every; /* decides in every so manyth step [1..255]; default 1 */
    uint64_t key;          /* unique; default SST_KEY_AUTO */
} sst_agent_def;

/* Agents that do not decide in every step share out the work: which step is an agent's turn follows
 * from its key and the steps taken, the same everywhere. Whoever was added, set or teleported
 * decides in the next step besides. In between an agent keeps its velocity, as it decided it or as
 * the host set it, looks at nobody, and its status stays that of its last decision. It decides for
 * as long as it goes on so: what sst_solve rules out or permits within a time step, contact and
 * changes of velocity, holds within decide_every * time_step. It reacts as much later, so keep that
 * well below the time horizons. */

SST_API sst_result sst_agent_def_init(sst_agent_def *def);
SST_API sst_result sst_world_add_agent(sst_world *world, const sst_agent_def *def,
                                       sst_agent_id *id);
/* All or none. `ids` [count], in any order. Errors: STALE_ID, DUPLICATE_ID. */
SST_API sst_result sst_world_remove_agents(sst_world *world, const sst_agent_id *ids, size_t count);
SST_API sst_result sst_world_remove_agent(sst_world *world, sst_agent_id id);
SST_API bool sst_world_has_agent(const sst_world *world, sst_agent_id id);
SST_API size_t sst_world_agent_count(const sst_world *world);

/* All that an agent is. `def` of get is filled whole; set replaces all but the key, which may be
 * changed too (SST_KEY_AUTO keeps it). */
SST_API sst_result sst_world_get_agent(const sst_world *world, sst_agent_id id, sst_agent_def *def);
SST_API sst_result sst_world_set_agent(sst_world *world, sst_agent_id id, const sst_agent_def *def);

/* Sets the pose; velocity too for a teleport. Effective at the next step. A host that moves agents
 * by itself must give the velocity as well: ORCA builds on it. */
SST_API sst_result sst_world_move_agent(sst_world *world, sst_agent_id id, sst_point position);
SST_API sst_result sst_world_teleport_agent(sst_world *world, sst_agent_id id, sst_point position,
                                            sst_vec2 velocity);
SST_API sst_result sst_world_set_preferred_velocity(sst_world *world, sst_agent_id id,
                                                    sst_vec2 preferred_velocity);
SST_API sst_result sst_world_set_velocity(sst_world *world, sst_agent_id id, sst_vec2 velocity);

/* Bulk: ids [count], values [count]; all or none. */
SST_API sst_result sst_world_set_preferred_velocities(sst_world *world, const sst_agent_id *ids,
                                                      const sst_vec2 *values, size_t count);
SST_API sst_result sst_world_set_positions(sst_world *world, const sst_agent_id *ids,
                                           const sst_point *values, size_t count);
SST_API sst_result sst_world_set_velocities(sst_world *world, const sst_agent_id *ids,
                                            const sst_vec2 *values, size_t count);
SST_API sst_result sst_world_get_positions(const sst_world *world, const sst_agent_id *ids,
                                           sst_point *values, size_t count);
SST_API sst_result sst_world_get_velocities(const sst_world *world, const sst_agent_id *ids,
                                            sst_vec2 *values, size_t count);

/* The world's own arrays, in slot order, written by the step; valid until agents are added or
 * removed, the world is restored or destroyed. Slots move on removal: go by `ids`. */
typedef struct sst_agent_view {
    size_t count;
    const sst_agent_id *ids;
    const double *position_x, *position_y;
    const float *velocity_x, *velocity_y;
    const uint32_t *status;           /* sst_status flags of the last decision */
    const float *worst_violation;     /* of the last decision [m/s] */
    float *preferred_x, *preferred_y; /* may be written between steps; checked by the step */
} sst_agent_view;
SST_API sst_result sst_world_view_agents(sst_world *world, sst_agent_view *view);

/* --- Obstacles ----------------------------------------------------------------------------- */

typedef enum sst_obstacle_kind {
    SST_OBSTACLE_AUTO = 0,  /* two vertices: CHAIN; more: SOLID (classic: by winding) */
    SST_OBSTACLE_SOLID = 1, /* polygon, solid inside, whatever its winding */
    SST_OBSTACLE_ROOM = 2,  /* polygon, solid outside: keeps agents in */
    SST_OBSTACLE_CHAIN = 3  /* open chain of walls seen from both sides; two vertices: a segment */
} sst_obstacle_kind;

typedef struct sst_obstacle_def {
    uint32_t struct_size;
    sst_obstacle_kind kind;
    const sst_point *vertices; /* [vertex_count]; copied; rounded to the lattice */
    size_t vertex_count;
    sst_vec2 velocity; /* it moves by itself, and is avoided as moving */
    uint32_t layers;   /* what it is; default 1 */
    bool enabled;      /* default true */
    uint64_t key;      /* unique among obstacles; default SST_KEY_AUTO */
} sst_obstacle_def;

/* What was mended in the vertices given: a polygon may close by repeating its first vertex. */
typedef struct sst_obstacle_report {
    size_t dropped_repeated, dropped_collinear;
} sst_obstacle_report;

SST_API sst_result sst_obstacle_def_init(sst_obstacle_def *def);
/* `report` may be null. Effective at the next step, without any further call. */
SST_API sst_result sst_world_add_obstacle(sst_world *world, const sst_obstacle_def *def,
                                          sst_obstacle_id *id, sst_obstacle_report *report);
SST_API sst_result sst_world_remove_obstacle(sst_world *world, sst_obstacle_id id);
SST_API bool sst_world_has_obstacle(const sst_world *world, sst_obstacle_id id);
SST_API size_t sst_world_obstacle_count(const sst_world *world);
SST_API sst_result sst_world_enable_obstacle(sst_world *world, sst_obstacle_id id, bool enabled);
/* Shifts every vertex by `offset` (rounded to the lattice). */
SST_API sst_result sst_world_move_obstacle(sst_world *world, sst_obstacle_id id, sst_point offset);
SST_API sst_result sst_world_set_obstacle_velocity(sst_world *world, sst_obstacle_id id,
                                                   sst_vec2 velocity);
/* Fills `def`; its `vertices` point into the world (kept ones, where they are now) and are valid
 * until obstacles change or a step moves them. `kind` is the one that AUTO became. */
SST_API sst_result sst_world_get_obstacle(const sst_world *world, sst_obstacle_id id,
                                          sst_obstacle_def *def);
/* Writes all obstacle ids in key order, as many as fit; `count` gets how many there are. */
SST_API sst_result sst_world_list_obstacles(const sst_world *world, sst_obstacle_id *ids,
                                            size_t capacity, size_t *count);

/* --- Step ---------------------------------------------------------------------------------- */

typedef struct sst_step_report {
    uint64_t step; /* steps taken so far */
    size_t agent_count;
    size_t decided; /* agents that decided: all but scripted ones and those whose turn it was not */
    size_t relaxed, overlapping, truncated, coincident, inside_obstacle, contact, blocked,
        obstacles_violated, touching_obstacle, dropped, compromised, buffered,
        stopped;                                     /* agents with that flag */
    float worst_violation;                           /* greatest of all agents [m/s] */
    size_t neighbor_count, edge_count;               /* neighbours and edges used */
    uint64_t index_ns, decide_ns, move_ns, total_ns; /* wall clock of the phases */
} sst_step_report;

/* Advances time by one time step: every agent decides on the state before the step, then all move.
 * `report` may be null. Errors: NOT_FINITE, VELOCITY where a preferred velocity written through the
 * view is bad; PERIOD where an agent sees half a period or more. */
SST_API sst_result sst_world_step(sst_world *world, sst_step_report *report);

/* --- Many worlds --------------------------------------------------------------------------- */

/* Workers that step many worlds, as learning has them: each world by one worker at a time. */
typedef struct sst_pool sst_pool;

typedef struct sst_pool_def {
    uint32_t struct_size;
    uint32_t worker_count;   /* the caller's thread among them [0..256]; 0 = one per processor, the
                                default */
    sst_scheduler scheduler; /* all null = threads of the pool's own */
    sst_allocator allocator; /* all null = malloc and free */
} sst_pool_def;

SST_API sst_result sst_pool_def_init(sst_pool_def *def);
/* Errors: as sst_world_create. A pool serves one call at a time, and any worlds. */
SST_API sst_result sst_pool_create(const sst_pool_def *def, sst_pool **pool);
SST_API void sst_pool_destroy(sst_pool *pool); /* null is fine */

/* Steps each of `worlds` [count] once, with the very result that sst_world_step gives it alone.
 * They go together: all are checked first, and if one is bad none is stepped; `failed` (may be
 * null) then gets its index, the least if several are. `reports` is [count] or null. `pool` null:
 * the calling thread does all. Worlds here do best with a worker_count of 1, as workers of their
 * own would take part. Allocates nothing. Errors: as sst_world_step; NULL for a null among the
 * worlds; DUPLICATE_ID where a world is given again. */
SST_API sst_result sst_worlds_step(sst_pool *pool, sst_world *const *worlds, size_t count,
                                   sst_step_report *reports, size_t *failed);

/* --- Sights and traces --------------------------------------------------------------------- */

/* What one agent sees in one step, for callers with senses of their own: noise, delay, blind
 * angles. */
typedef struct sst_sight {
    sst_agent_id agent;
    const sst_neighbor *neighbors; /* [neighbor_count <= its max_neighbors], nearest first */
    size_t neighbor_count;
} sst_sight;

/* As sst_world_step, but those named in `sights` [sight_count] decide on the neighbours given there
 * instead of those that the world finds, if it is their turn. Nothing of it is kept. Errors
 * besides: STALE_ID, DUPLICATE_ID, SIGHT, and of a neighbour as in sst_solve. */
SST_API sst_result sst_world_step_seeing(sst_world *world, const sst_sight *sights,
                                         size_t sight_count, sst_step_report *report);

/* How `other` looks to `agent` now, in range or not: what a sight starts from. */
SST_API sst_result sst_world_see(const sst_world *world, sst_agent_id agent, sst_agent_id other,
                                 sst_neighbor *neighbor);

/* Keeps, from the next step on, what the step used for this agent. Costs memory for max_neighbors
 * (at the time of the call) and all edges. `false` forgets. */
SST_API sst_result sst_world_watch_agent(sst_world *world, sst_agent_id id, bool watch);

/* What its last decision used for a watched agent: arrays owned by the world, valid until the next
 * step or change. Neighbours nearest first. `neighbor_count` 0 before the first step. */
typedef struct sst_agent_trace {
    const sst_agent_id *neighbors; /* null ids where a sight was given */
    size_t neighbor_count;
    const sst_half_plane *half_planes; /* limits, obstacles, agents, contact */
    sst_solution solution;
} sst_agent_trace;
SST_API sst_result sst_world_trace_agent(const sst_world *world, sst_agent_id id,
                                         sst_agent_trace *trace);

/* --- Queries ------------------------------------------------------------------------------- */

/* Agents whose centre is within `radius` of `point` (closed), nearest first, ties by key: as many
 * as fit in `ids` [capacity]; `count` gets how many there are. */
SST_API sst_result sst_world_query_agents(sst_world *world, sst_point point, double radius,
                                          sst_agent_id *ids, size_t capacity, size_t *count);
/* The neighbours the next step would use for this agent, nearest first. */
SST_API sst_result sst_world_query_neighbors(sst_world *world, sst_agent_id id, sst_agent_id *ids,
                                             size_t capacity, size_t *count);
/* Whether a disc of this radius can go straight from a to b without touching an enabled obstacle of
 * these layers. */
SST_API sst_result sst_world_query_visibility(sst_world *world, sst_point a, sst_point b,
                                              double radius, uint32_t layers, bool *visible);

/* How near a moving point came to obstacles. */
typedef struct sst_clearance {
    double distance; /* least distance to an enabled edge [m]; minus the depth if `to` lies inside a
                        solid; infinity if there is no edge within `limit` */
    sst_obstacle_id obstacle;
} sst_clearance;
/* The point went straight from `from` to `to` within `duration` seconds ending now; moving
 * obstacles are taken to where they were. Looks no further than `limit` [m, > 0]. */
SST_API sst_result sst_world_query_clearance(sst_world *world, sst_point from, sst_point to,
                                             float duration, uint32_t layers, double limit,
                                             sst_clearance *clearance);

/* --- Snapshot and hash --------------------------------------------------------------------- */

/* Everything that later steps depend on, as bytes that any machine can restore. Watched agents,
 * workers and allocator are the world's own and not in it. Made for going back a few steps many
 * times a second: both copy whole arrays, and restoring allocates nothing where the world has room
 * and no obstacle has come or gone. Only the version of the library's layout that wrote them
 * reads the bytes (SST_ERROR_SNAPSHOT otherwise): keep scenarios, not snapshots. */
SST_API sst_result sst_world_snapshot_size(const sst_world *world, size_t *size);
SST_API sst_result sst_world_snapshot(const sst_world *world, void *buffer, size_t size);
/* Replaces the world's state; ids of the snapshot's time are valid again. Any bytes are safe to
 * pass: what is refused changes nothing. */
SST_API sst_result sst_world_restore(sst_world *world, const void *buffer, size_t size);

/* A 64-bit hash of that state; equal for equal states whatever the order of insertion. */
SST_API uint64_t sst_world_hash(const sst_world *world);

#ifdef __cplusplus
}
#endif

#endif
