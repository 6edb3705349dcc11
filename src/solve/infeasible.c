/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Other answers than the least violation to half-planes of agents without a common velocity.
 *
 * All keep the half-planes held, those of limits, obstacles and contact, as they are. Two of them
 * go on with other half-planes in the place of the agents': those are met if they can be, and else
 * their own greatest violation is made least. None looks at anything but what is declared, and
 * none has a side of its own, so each mirrors and turns with the scene. */
#include "solve/infeasible.h"

#include "base/root.h"
#include "base/vec2.h"
#include "solve/agent_half_plane.h"
#include "solve/solver.h"

/* A mean of unit normals shorter than this pulls as much one way as the other. */
#define NO_MEAN 1e-3f

/* --- Drop ---------------------------------------------------------------------------------- */

/* The nearest neighbours' half-planes, as many as have a common velocity; those after are dropped.
 * That is the incremental program (Seidel 1991; van den Berg et al. 2011, section 5.2) left where
 * it fails: what it has is then the best of the half-planes before. */
static void drop(const ssti_infeasible *scene, const ssti_program *program, sst_half_plane *work,
                 size_t held, sst_vec2 *velocity) {
    for (size_t i = 0; i < scene->count; ++i) {
        work[held + i] = scene->half_planes[i];
    }
    (void)ssti_nearest_permitted(program, work, held + scene->count, velocity);
}

/* --- Compromise ---------------------------------------------------------------------------- */

/* A group of half-planes whose violations are averaged. */
typedef struct group {
    sst_vec2 normals; /* sums */
    float offsets;
    size_t count;
} group;

static void add_to(group *sum, const sst_half_plane *half_plane) {
    sum->normals = ssti_add(sum->normals, half_plane->normal);
    sum->offsets += half_plane->offset;
    sum->count += 1;
}

/* Where the mean of the group's signed violations is at most 0. False if that hardly depends on the
 * velocity. */
static bool mean_half_plane(const group *sum, sst_half_plane *mean) {
    float length = sqrtf(ssti_length_sq(sum->normals));
    if (!(length > NO_MEAN * (float)sum->count)) {
        return false;
    }
    *mean = (sst_half_plane){
        .normal = {sum->normals.x / length, sum->normals.y / length},
        .offset = sum->offsets / length,
    };
    return true;
}

/* Those that push to the left of the preferred velocity (as the side rule turned it) speak with one
 * voice, and those that push to the right with another. One that pushes along it or straight
 * against it belongs to both; with no preferred velocity all do. The side of the nearest neighbour
 * comes first, so that mirroring mirrors every bit. The definition is ours: no published one was
 * found. */
static size_t compromise(const ssti_infeasible *scene, sst_vec2 wanted, sst_half_plane *out) {
    group near = {.count = 0}, far = {.count = 0};
    float nearest_side = 0.0f;
    for (size_t i = 0; i < scene->count; ++i) {
        const sst_half_plane *half_plane = &scene->half_planes[i];
        float side = ssti_det(wanted, half_plane->normal);
        nearest_side = nearest_side == 0.0f ? side : nearest_side;
        bool is_near = side == 0.0f || (side > 0.0f) == (nearest_side > 0.0f);
        bool is_far = side == 0.0f || !is_near;
        if (is_near) {
            add_to(&near, half_plane);
        }
        if (is_far) {
            add_to(&far, half_plane);
        }
    }
    size_t found = mean_half_plane(&near, &out[0]) ? 1 : 0;
    bool is_one_group = nearest_side == 0.0f || far.count == 0;
    return found + (!is_one_group && mean_half_plane(&far, &out[found]) ? 1 : 0);
}

/* --- Buffered Voronoi cell ----------------------------------------------------------------- */

/* Zhou, Wang, Bandyopadhyay, Schwager 2017: the disc stays on its side of the line midway between
 * the surfaces, so within a step it closes at most half the gap, whatever velocities and shares;
 * half an overlap it leaves. Only who needs no avoidance has no line. */
static size_t buffered_voronoi(const ssti_infeasible *scene, sst_half_plane *out) {
    for (size_t i = 0; i < scene->count; ++i) {
        const sst_neighbor *neighbor = &scene->neighbors[scene->half_planes[i].source];
        ssti_pair pair =
            ssti_pair_of(scene->params, scene->agent, scene->agent->velocity, neighbor);
        out[i] = ssti_cell_half_plane(&pair);
    }
    return scene->count;
}

/* --- Stop ---------------------------------------------------------------------------------- */

/* Rest, or the velocity nearest to it: what a robot with nothing better to do is told to do. */
static void stop(const ssti_program *program, const sst_half_plane *work, size_t held,
                 sst_vec2 *velocity) {
    ssti_program rest = *program;
    rest.preferred_velocity = ssti_vec2(0.0f, 0.0f);
    (void)ssti_nearest_permitted(&rest, work, held, velocity);
}

/* --- The whole ----------------------------------------------------------------------------- */

/* Meets the `count` half-planes behind the held as well as those allow. */
static float meet(const ssti_program *program, sst_half_plane *work, size_t held, size_t count,
                  sst_half_plane *pairs, sst_vec2 *velocity) {
    sst_vec2 nearest;
    if (ssti_nearest_permitted(program, work, held + count, &nearest)) {
        *velocity = nearest;
        return 0.0f;
    }
    return ssti_least_violation(program, work, held, work + held, count, pairs, velocity);
}

uint32_t ssti_meet_otherwise(const ssti_infeasible *scene, const ssti_program *program,
                             sst_half_plane *work, size_t held, sst_half_plane *pairs,
                             sst_vec2 *velocity, float *violation) {
    sst_vec2 within;
    *violation = 0.0f;
    if (scene->params->infeasible == SST_INFEASIBLE_LEAST_VIOLATION ||
        !ssti_nearest_permitted(program, work, held, &within)) {
        return 0;
    }
    *velocity = within;
    switch (scene->params->infeasible) {
    case SST_INFEASIBLE_DROP:
        drop(scene, program, work, held, velocity);
        return SST_STATUS_DROPPED;
    case SST_INFEASIBLE_COMPROMISE:
        *violation =
            meet(program, work, held, compromise(scene, program->preferred_velocity, work + held),
                 pairs, velocity);
        return SST_STATUS_COMPROMISED;
    case SST_INFEASIBLE_BUFFERED_VORONOI:
        *violation =
            meet(program, work, held, buffered_voronoi(scene, work + held), pairs, velocity);
        return SST_STATUS_BUFFERED;
    case SST_INFEASIBLE_STOP:
    default:
        stop(program, work, held, velocity);
        return SST_STATUS_STOPPED;
    }
}
