/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The solve level: one agent, what it sees, what it wants -> the velocity to take.
 *
 * Pure functions: no allocation, no globals, nothing of libc but sqrtf. All positions are relative
 * to the agent, so nothing depends on where the origin lies. Any thread; calls share nothing.
 *
 *     sst_solve_params params;
 *     sst_solve_params_init(&params, SST_PROFILE_DEFAULT, 0.1f);
 *     sst_solve_agent agent;          then its velocities, radius, ...
 *     sst_solve_agent_init(&agent);
 *     sst_neighbor neighbors[2];      then each one's position, velocity, ...
 *     sst_neighbor_init(&neighbors[0]), sst_neighbor_init(&neighbors[1]);
 *     sst_half_plane scratch[SST_SOLVE_SCRATCH(2, 0)];
 *     sst_solution solution;
 *     sst_solve(&params, &agent, neighbors, 2, NULL, 0, scratch, SST_SOLVE_SCRATCH(2, 0),
 * &solution);
 *
 * The method is ORCA: van den Berg, Guy, Lin, Manocha, "Reciprocal n-body collision avoidance",
 * 2011. Each neighbour and each obstacle edge forbids a truncated cone of velocities, the velocity
 * obstacle; each gives one half-plane of permitted velocities; a small program finds the permitted
 * velocity nearest to the preferred one. Three elder models of the same family can be chosen by
 * agent: see sst_model.
 */
#ifndef SIDESTEP_SOLVE_H
#define SIDESTEP_SOLVE_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* About which velocities the half-planes of agents are built (2011, section 5). */
typedef enum sst_optimisation_velocity {
    SST_OPTIMISE_CURRENT =
        0,                 /* the current velocities; neighbours' `velocity` is the current one */
    SST_OPTIMISE_ZERO = 1, /* zero for all: always feasible, but dense crowds stop */
    SST_OPTIMISE_PREFERRED = 2 /* preferred velocities; neighbours' `velocity` holds theirs */
} sst_optimisation_velocity;

/* Which velocity is projected on an obstacle's velocity obstacle: the half-plane touches it at the
 * boundary point nearest to that one. */
typedef enum sst_obstacle_projection {
    SST_PROJECT_CURRENT = 0,  /* the current velocity: passes corners faster */
    SST_PROJECT_ZERO = 1,     /* zero: always the cut-off, the paper's rule */
    SST_PROJECT_PREFERRED = 2 /* the preferred velocity: steps out of the way of what comes */
} sst_obstacle_projection;

/* When the rule "do not enter contact within the coming step" is applied between agents. */
typedef enum sst_contact_rule {
    SST_CONTACT_OFF = 0,
    SST_CONTACT_RELAXED = 1, /* only where the agents' half-planes have no common velocity */
    SST_CONTACT_ALWAYS = 2   /* default; classic OFF */
} sst_contact_rule;

/* Whose time horizon counts for a pair. */
typedef enum sst_pair_horizon {
    SST_HORIZON_OWN = 0,    /* one's own */
    SST_HORIZON_SMALLER = 1 /* the smaller of both: the same half-plane seen from both sides */
} sst_pair_horizon;

/* Which of several velocities of the same least violation is taken. */
typedef enum sst_least_violation {
    SST_LEAST_NEAREST = 0,  /* the nearest to the preferred velocity */
    SST_LEAST_OUTERMOST = 1 /* the end of the optimal chord, as RVO2 does */
} sst_least_violation;

/* How the velocity is chosen in a step whose half-planes of agents have no common velocity
 * (docs/theory.md). Limits, obstacles and contact are kept alike by all; the status tells which one
 * chose. Only models whose agents' half-planes must all hold ask: ORCA. */
typedef enum sst_infeasible {
    SST_INFEASIBLE_LEAST_VIOLATION = 0, /* the greatest violation is least: van den Berg et al.
                                           2011, section 5.3 */
    SST_INFEASIBLE_DROP = 1,       /* the nearest neighbours' half-planes, as many as have a common
                                      velocity; those after are dropped */
    SST_INFEASIBLE_COMPROMISE = 2, /* in place of those whose normals point to the left of the
                                      preferred velocity their mean, likewise to the right; a
                                      definition of our own */
    SST_INFEASIBLE_BUFFERED_VORONOI = 3, /* in their place closing at most half the gap to each
                                            neighbour: Zhou et al. 2017 */
    SST_INFEASIBLE_STOP = 4              /* rest, or the velocity nearest to it */
} sst_infeasible;

/* What an agent holds of the others, and so which velocities it takes for forbidden
 * (docs/models.md). Each forbids regions of velocities; ORCA a half-plane for each neighbour. */
typedef enum sst_model {
    SST_MODEL_ORCA = 0, /* optimal reciprocal: van den Berg, Guy, Lin, Manocha 2011 */
    SST_MODEL_VO = 1,   /* the other keeps its velocity: Fiorini, Shiller 1998 */
    SST_MODEL_RVO = 2,  /* the other takes its share: van den Berg, Lin, Manocha 2008 */
    SST_MODEL_HRVO = 3  /* RVO on the side where the pair passes, VO on the other: Snape, van den
                           Berg, Guy, Manocha 2011 */
} sst_model;

/* How a step is solved. Fill with sst_solve_params_init, then change what you need. */
typedef struct sst_solve_params {
    uint32_t struct_size;
    float time_step; /* [s, 1e-6..1e6] */
    sst_optimisation_velocity optimisation_velocity;
    sst_obstacle_projection obstacle_projection;        /* for static obstacles */
    sst_obstacle_projection moving_obstacle_projection; /* default PREFERRED; classic CURRENT */
    sst_contact_rule contact;
    sst_pair_horizon pair_horizon;
    sst_least_violation least_violation;
    sst_infeasible infeasible;
    sst_handedness handedness;
    float side_bias; /* tangent of the angle by which an agent turns its preferred velocity to the
                        side that the handedness names, where a neighbour's half-plane forbids it
                        [0..1]; classic 0 */
    float obstacle_margin; /* distance kept from obstacles' edges [m, >= 0]; classic 0 */
    /* The rest is off in classic. */
    bool overlaps_part_backwards; /* agents in contact never leave it through each other */
    bool horizons_cover_step;     /* no horizon counts as shorter than the time step */
    bool obstacles_are_closed;    /* an agent on the line of an edge sees the edge */
    bool foreign_legs_bind;       /* an edge whose leg points into the adjoining edge gives that
                                     edge's half-plane itself */
    bool obstacles_permit_stop;   /* static edges not in contact never forbid velocity 0 */
    bool obstacles_push_out;      /* overlap with an edge is undone, not only kept */
} sst_solve_params;

SST_API sst_result sst_solve_params_init(sst_solve_params *params, sst_profile profile,
                                         float time_step);

/* The agent that decides. Frozen. */
typedef struct sst_solve_agent {
    sst_vec2 velocity;           /* current [m/s] */
    sst_vec2 preferred_velocity; /* wanted; may exceed max_speed [m/s] */
    float radius;                /* [m, >= 0] */
    float max_speed;             /* [m/s, >= 0]; 0 = parked */
    float time_horizon;          /* for agents [s] */
    float time_horizon_obst;     /* for obstacles [s] */
    uint64_t key;                /* orders ties; decides how coincident agents part */
    sst_model model;             /* default ORCA */
    /* What its machine can do in a step; 0 = without limit, the default. The answer obeys these
     * before all else, and static obstacles are heeded from as far as it takes to stop. */
    float max_acceleration; /* ahead, and to either side [m/s^2, >= 0] */
    float max_braking;      /* [m/s^2, >= 0]; 0 = as max_acceleration */
    float max_turn_rate;    /* of the direction in which it moves; at rest it turns freely [rad/s,
                               >= 0] */
} sst_solve_agent;

/* Defaults: radius 0.3 m, max speed 1.5 m/s, horizons 2 and 1 s; at rest, wanting nothing. Null is
 * ignored. */
SST_API void sst_solve_agent_init(sst_solve_agent *agent);

/* A neighbour as the agent sees it; one that is all zero needs no avoidance (responsibility 0), so
 * start from sst_neighbor_init. Frozen. */
typedef struct sst_neighbor {
    sst_vec2 position;    /* its centre minus the agent's [m] */
    sst_vec2 velocity;    /* absolute; see sst_optimisation_velocity [m/s] */
    float radius;         /* [m, >= 0] */
    float time_horizon;   /* its own, for SST_HORIZON_SMALLER [s] */
    float responsibility; /* the agent's share of the avoidance [0..1]; 1/2 = reciprocal, 1 = the
                             neighbour will not yield, 0 = the agent need not: no half-plane. The
                             shares of a pair must sum to 1. */
    uint64_t key;
} sst_neighbor;

/* Defaults: radius 0.3 m, horizon 2 s, responsibility 1/2; at the agent's own place, at rest. Null
 * is ignored. */
SST_API void sst_neighbor_init(sst_neighbor *neighbor);

enum {
    SST_EDGE_TWO_SIDED = 1 << 0, /* a wall seen from both sides; else only from the free side */
    SST_EDGE_FREE_LEFT = 1 << 1, /* one-sided: the free side is left of from->to, else right */
    SST_EDGE_FROM_LEFT_TURN = 1 << 2, /* the outline turns left at `from` ... */
    SST_EDGE_FROM_RIGHT_TURN =
        1 << 3, /* ... or right; neither = straight on, or the end of a chain */
    SST_EDGE_TO_LEFT_TURN = 1 << 4,
    SST_EDGE_TO_RIGHT_TURN = 1 << 5,
    SST_EDGE_INSIDE =
        1 << 6, /* the agent's centre is inside this edge's obstacle: bring it out here */
    SST_EDGE_MOVING = 1 << 7 /* `velocity` counts */
};

/* An obstacle edge near the agent, in the order in which its owner lists the vertices. Build from a
 * polygon with sst_edges_from_polygon. Frozen. */
typedef struct sst_edge {
    sst_vec2 from, to;           /* vertices minus the agent's centre [m], distinct */
    sst_vec2 direction;          /* unit(to - from) */
    sst_vec2 previous_direction; /* unit direction of the edge that ends at `from`; -direction where
                                    a chain begins */
    sst_vec2 next_direction; /* of the edge that starts at `to`; -direction where a chain ends */
    sst_vec2 velocity;       /* of the obstacle [m/s], with SST_EDGE_MOVING */
    uint32_t flags;
} sst_edge;

/* The geometric case that gave a half-plane; the names are those of the paper's figures. */
#define SST_CASES(X)                                                                               \
    X(SST_CASE_GIVEN, "given")                                                                     \
    X(SST_CASE_CUTOFF_ARC, "cut-off arc")                                                          \
    X(SST_CASE_LEFT_LEG, "left leg")                                                               \
    X(SST_CASE_RIGHT_LEG, "right leg")                                                             \
    X(SST_CASE_OVERLAP, "overlap")                                                                 \
    X(SST_CASE_COINCIDENT, "coincident")                                                           \
    X(SST_CASE_AGENT_CONTACT, "agent contact")                                                     \
    X(SST_CASE_EDGE_CONTACT_VERTEX, "edge contact at a vertex")                                    \
    X(SST_CASE_EDGE_CONTACT_SIDE, "edge contact at its side")                                      \
    X(SST_CASE_EDGE_LEFT_ARC, "edge left arc")                                                     \
    X(SST_CASE_EDGE_RIGHT_ARC, "edge right arc")                                                   \
    X(SST_CASE_EDGE_CUTOFF, "edge cut-off")                                                        \
    X(SST_CASE_EDGE_LEFT_LEG, "edge left leg")                                                     \
    X(SST_CASE_EDGE_RIGHT_LEG, "edge right leg")                                                   \
    X(SST_CASE_EDGE_INSIDE, "inside the obstacle")                                                 \
    X(SST_CASE_LIMIT, "limit of the machine")

typedef enum sst_case {
#define SST_CASE_ENUMERATOR(name, text) name,
    SST_CASES(SST_CASE_ENUMERATOR)
#undef SST_CASE_ENUMERATOR
} sst_case;

SST_API const char *sst_case_name(uint32_t geometric_case);

/* Permitted velocities: normal . v >= offset. Frozen. */
typedef struct sst_half_plane {
    sst_vec2 normal;         /* unit, towards the permitted side */
    float offset;            /* [m/s] */
    uint32_t source;         /* index of the neighbour or edge that gave it */
    uint32_t geometric_case; /* an sst_case */
} sst_half_plane;

/* What sst_solve found. The half-planes it used lie in the caller's scratch: limit_count of the
 * machine's limits, obstacle_count of the obstacles, then agent_count of the agents (in neighbour
 * order), then contact_count. With ORCA each neighbour gives one half-plane, and all must hold.
 * With another model it gives up to three, of which one must hold: the left leg of its cone, the
 * right leg and, where the cone is cut off, the tangent of the cut-off disc at its point nearest to
 * the apex (what counts is the disc, not the tangent); or one half-plane where the pair is in
 * contact. The contact rule then plays no part. */
typedef struct sst_solution {
    sst_vec2 velocity;        /* to command now; speed <= max_speed (1 + 1e-6), or as near to that
                                 as max_braking allows [m/s] */
    uint32_t status;          /* sst_status flags */
    float worst_violation;    /* of the agents' half-planes, or the depth in the deepest region of
                                 another model: the change of velocity that is missing; 0 unless
                                 RELAXED [m/s] */
    float contact_violation;  /* of the contact half-planes, 0 unless CONTACT [m/s] */
    float obstacle_violation; /* of the obstacles' half-planes, 0 unless OBSTACLES_VIOLATED [m/s] */
    float fallback_violation; /* of the half-planes that took the place of the agents', where they
                                 had no common velocity either; 0 unless COMPROMISED or BUFFERED
                                 [m/s] */
    uint32_t limit_count, obstacle_count, agent_count, contact_count;
} sst_solution;

/* Half-planes of scratch that sst_solve needs for n neighbours and m edges. */
#define SST_SOLVE_SCRATCH(n, m) (6 * (size_t)(n) + 3 * (size_t)(m) + 19)

/* Decides one agent's velocity. `neighbors` [neighbor_count], nearest first; `edges` [edge_count],
 * nearest first: their order breaks ties, so it must not depend on storage. `scratch`
 * [scratch_count >= SST_SOLVE_SCRATCH]. Edges whose half-planes would be redundant give none.
 * Priorities: limits of speed and machine, obstacles, contact, agents, preferred velocity; each is
 * held at its optimum before the next counts (docs/theory.md).
 * Cost: ORCA is linear in n + m in the usual case. The other models enumerate up to 7 n (n - 1) +
 * 4 n m + 9 n velocities where the preferred one is forbidden, each tested in O(n + m); VO and RVO
 * twice where all are (docs/models.md).
 * Errors: NULL, STRUCT_SIZE, NOT_FINITE, BUFFER_TOO_SMALL, and the argument at fault; `solution` is
 * then untouched. Never returns a velocity that is not finite. */
SST_API sst_result sst_solve(const sst_solve_params *params, const sst_solve_agent *agent,
                             const sst_neighbor *neighbors, size_t neighbor_count,
                             const sst_edge *edges, size_t edge_count, sst_half_plane *scratch,
                             size_t scratch_count, sst_solution *solution);

/* Counts of half-planes by priority, in this order in one array. */
typedef struct sst_levels {
    size_t obstacle_count, contact_count, agent_count;
} sst_levels;

/* The program alone: half_planes [sum of levels] in order obstacles, contact, agents; any of the
 * counts may be 0. `scratch` [>= 2 * sum of levels]. The contact level is used as given (always).
 * max_speed [m/s, >= 0]. Errors as sst_solve, NORMAL where a normal's length differs from 1 by more
 * than 1e-5. */
SST_API sst_result sst_solve_half_planes(const sst_half_plane *half_planes, sst_levels levels,
                                         sst_vec2 preferred_velocity, float max_speed,
                                         sst_least_violation choice, sst_half_plane *scratch,
                                         size_t scratch_count, sst_solution *solution);

/* Edges of an outline, relative to `origin`, for callers without a world. `vertices` [count] of a
 * closed polygon (free side outside, whatever its winding), or of an open chain seen from both
 * sides (closed = false). Writes `edges` [count, or count - 1 for a chain] in vertex order: sort
 * them by distance before sst_solve. Errors: NULL, NOT_FINITE, TOO_FEW_VERTICES, EDGE (two
 * consecutive vertices coincide), NO_AREA. */
SST_API sst_result sst_edges_from_outline(const sst_vec2 *vertices, size_t count, bool closed,
                                          sst_vec2 origin, sst_edge *edges);

/* Distance from the agent's centre (the origin) to an edge [m]. */
SST_API float sst_edge_distance(const sst_edge *edge);

#ifdef __cplusplus
}
#endif

#endif
