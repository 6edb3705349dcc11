/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Types that every level of Sidestep shares: vectors, results, status flags, profiles.
 *
 * Needs only freestanding C11 headers. Units are SI: metres, seconds, metres per second.
 * Velocities are `float`; positions in a world are `double`, on a lattice of 2^-24 m, so that a
 * scene computes the same wherever its origin lies (see docs/determinism.md).
 */
#ifndef SIDESTEP_BASE_H
#define SIDESTEP_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(SST_SHARED) && defined(__GNUC__)
#define SST_API __attribute__((visibility("default")))
#else
#define SST_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define SST_VERSION_MAJOR 0
#define SST_VERSION_MINOR 1
#define SST_VERSION_PATCH 0

/* Bounds on what is accepted. Within them no float expression of the solver overflows. */
#define SST_MAX_COORDINATE 1e8   /* |x|, |y| of a position [m] */
#define SST_MAX_SPEED      1e6f  /* any speed or velocity component [m/s] */
#define SST_MAX_LENGTH     1e6f  /* radius, neighbour distance, margin [m] */
#define SST_MAX_TIME       1e6f  /* time step and horizons [s] */
#define SST_MIN_TIME       1e-6f /* least time step and horizon [s] */

/* A velocity [m/s] or a relative position [m]. Frozen: 8 bytes. */
typedef struct sst_vec2 {
    float x, y;
} sst_vec2;

/* A position in the world [m], each coordinate in [-1e8, 1e8]. Frozen: 16 bytes. */
typedef struct sst_point {
    double x, y;
} sst_point;

/* Everything a call can answer. Unless it is SST_OK, the state is as before the call. */
#define SST_RESULTS(X)                                                                             \
    X(SST_OK, 0, "done")                                                                           \
    X(SST_ERROR_NULL, 1, "a required pointer is null")                                             \
    X(SST_ERROR_STRUCT_SIZE, 2, "struct_size is not set; call the initialiser of this struct")     \
    X(SST_ERROR_NOT_FINITE, 3, "a value is NaN or infinite")                                       \
    X(SST_ERROR_OUT_OF_MEMORY, 4, "the allocator returned null")                                   \
    X(SST_ERROR_TIME_STEP, 5, "the time step must lie in [1e-6, 1e6] s")                           \
    X(SST_ERROR_POSITION, 6, "a coordinate must lie in [-1e8, 1e8] m")                             \
    X(SST_ERROR_VELOCITY, 7, "a velocity component must lie in [-1e6, 1e6] m/s")                   \
    X(SST_ERROR_RADIUS, 8, "the radius must lie in [0, 1e6] m")                                    \
    X(SST_ERROR_MAX_SPEED, 9, "the max speed must lie in [0, 1e6] m/s; 0 parks the agent")         \
    X(SST_ERROR_TIME_HORIZON, 10, "a time horizon must lie in [1e-6, 1e6] s")                      \
    X(SST_ERROR_NEIGHBOR_DIST, 11, "the neighbour distance must lie in [0, 1e6] m or be SST_AUTO") \
    X(SST_ERROR_MAX_NEIGHBORS, 12, "max_neighbors must be at most 1000000")                        \
    X(SST_ERROR_PRIORITY, 13, "the priority must lie in [0, 1e6]")                                 \
    X(SST_ERROR_RESPONSIBILITY, 14, "a responsibility must lie in [0, 1]")                         \
    X(SST_ERROR_OPTION, 15, "an option is not one of its enumerators")                             \
    X(SST_ERROR_STALE_ID, 16, "the id names nothing that exists")                                  \
    X(SST_ERROR_DUPLICATE_KEY, 17, "the key is already taken")                                     \
    X(SST_ERROR_DUPLICATE_ID, 18, "an id is given twice in one call")                              \
    X(SST_ERROR_TOO_FEW_VERTICES, 19, "too few distinct vertices for this kind of obstacle")       \
    X(SST_ERROR_SELF_CROSSING, 20, "the outline of the obstacle crosses or touches itself")        \
    X(SST_ERROR_NO_AREA, 21, "the outline of the obstacle encloses no area")                       \
    X(SST_ERROR_BUFFER_TOO_SMALL, 22, "the buffer is too small")                                   \
    X(SST_ERROR_SNAPSHOT, 23, "the bytes are no snapshot of this version, or are damaged")         \
    X(SST_ERROR_CAPACITY, 24, "more than 2^31 agents, obstacles or edges")                         \
    X(SST_ERROR_THREADS, 25, "a worker thread could not be started")                               \
    X(SST_ERROR_NORMAL, 26, "the normal of a half-plane must have length 1")                       \
    X(SST_ERROR_EDGE, 27, "an edge's vertices coincide or its directions are not unit vectors")    \
    X(SST_ERROR_NOT_WATCHED, 28, "the agent is not watched")                                       \
    X(SST_ERROR_SIDE_BIAS, 29, "the side bias must lie in [0, 1]")                                 \
    X(SST_ERROR_FILTER, 30, "a gain, noise or number of deviations of a filter is out of range")   \
    X(SST_ERROR_ACCELERATION, 31, "an acceleration must lie in [0, 1e6] m/s^2")                    \
    X(SST_ERROR_SIGHT, 32, "an agent is shown more neighbours than its max_neighbors")             \
    X(SST_ERROR_PERIOD, 33,                                                                        \
      "a period is no range, shorter than an obstacle, or half of it is seen")                     \
    X(SST_ERROR_TURN_RATE, 34, "a turn rate must lie in [0, 1e6] rad/s")                           \
    X(SST_ERROR_ARRIVAL, 35, "a distance or time of an arrival is out of range")                   \
    X(SST_ERROR_CROWD_SPEED, 36,                                                                   \
      "a range, width, density or factor of crowd speed is out of range")                          \
    X(SST_ERROR_DECIDE_EVERY, 37, "decide_every must lie in [1, 255]")                             \
    X(SST_ERROR_ISA, 38, "this processor lacks the instruction set")

typedef enum sst_result {
#define SST_RESULT_ENUMERATOR(name, value, text) name = value,
    SST_RESULTS(SST_RESULT_ENUMERATOR)
#undef SST_RESULT_ENUMERATOR
} sst_result;

/* One sentence on a result; never null, static storage. Any thread. */
SST_API const char *sst_result_text(sst_result result);

/* What a step could not guarantee, or met. Flags on success, never errors. */
typedef enum sst_status {
    SST_STATUS_RELAXED = 1 << 0,     /* agents' half-planes had no common velocity: least violation,
                                        unless one of the four last flags says otherwise */
    SST_STATUS_OVERLAPPING = 1 << 1, /* overlaps a neighbour at the start of the step */
    SST_STATUS_TRUNCATED = 1 << 2,  /* max_neighbors cut one that could be met in the coming step */
    SST_STATUS_COINCIDENT = 1 << 3, /* a neighbour has the very same position */
    SST_STATUS_INSIDE_OBSTACLE = 1
                                 << 4, /* the centre lies inside a solid or just outside its room */
    SST_STATUS_CONTACT = 1 << 5,       /* contact within the coming step could not be excluded */
    SST_STATUS_BLOCKED = 1 << 6,       /* chosen speed below 5 % of the preferred speed */
    SST_STATUS_OBSTACLES_VIOLATED = 1 << 7, /* obstacles' half-planes had no common velocity */
    SST_STATUS_TOUCHING_OBSTACLE = 1
                                   << 8, /* overlaps or touches an edge at the start of the step */
    /* Which sst_infeasible chose the velocity, only with RELAXED: */
    SST_STATUS_DROPPED = 1 << 9,      /* half-planes of farther neighbours were dropped */
    SST_STATUS_COMPROMISED = 1 << 10, /* means of the half-planes on either side took their place */
    SST_STATUS_BUFFERED = 1 << 11,    /* the buffered Voronoi cell took their place */
    SST_STATUS_STOPPED = 1 << 12,     /* brakes to rest */
} sst_status;

/* Name of a single flag ("relaxed", "overlapping", ...); null if it is none. Any thread. */
SST_API const char *sst_status_name(uint32_t flag);

/* A set of defaults, applied by the initialisers. CLASSIC is ORCA as the field knows it (van den
 * Berg et al. 2011, as RVO2 computes it); DEFAULT is what a user wants today. Every difference is
 * one named parameter; docs/parameters.md lists them. */
typedef enum sst_profile { SST_PROFILE_DEFAULT = 0, SST_PROFILE_CLASSIC = 1 } sst_profile;

/* Instruction sets of the step's wide kernels. Results are the same to the bit. */
typedef enum sst_isa {
    SST_ISA_AUTO = 0, /* the widest that this processor has */
    SST_ISA_SCALAR = 1,
    SST_ISA_SSE2 = 2,
    SST_ISA_AVX2 = 3,
    SST_ISA_AVX512 = 4,
    SST_ISA_NEON = 5,
    SST_ISA_WASM = 6
} sst_isa;

/* The side that an exact tie is resolved to. Mirroring a scene and its handedness mirrors the
 * result to the bit. */
typedef enum sst_handedness { SST_RIGHT_HANDED = 0, SST_LEFT_HANDED = 1 } sst_handedness;

/* An allocator; either both functions or none (then malloc and free). `deallocate` gets the size
 * back. Must return memory aligned as malloc's. Called only by the thread that calls the API. */
typedef struct sst_allocator {
    void *(*allocate)(size_t size, void *context);
    void (*deallocate)(void *pointer, size_t size, void *context);
    void *context;
} sst_allocator;

/* A host's scheduler. `enqueue` runs task(task_context) on any thread, at once or later, and
 * returns a handle; `finish` waits for it. A host may run the task inside enqueue and return null;
 * finish is not called then. */
typedef struct sst_scheduler {
    void *(*enqueue)(void (*task)(void *task_context), void *task_context, void *context);
    void (*finish)(void *handle, void *context);
    void *context;
} sst_scheduler;

#ifdef __cplusplus
}
#endif

#endif
