/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Exact enumeration (the idea of ClearPath: Guy et al. 2009; used for HRVO by Snape et al. 2011).
 *
 * What is left of the disc of speeds and the walls is convex, so the nearest velocity in it is one;
 * if a region holds that, the answer lies on the boundary of a region. There it is the foot of the
 * preferred velocity on a boundary, or a corner: two boundaries, a boundary and a wall, a boundary
 * and the rim of the disc. Boundaries are lines and circles here, without ends: a point too many
 * costs a test, and only what passes every test can win. The tip of a cone is never the nearest: a
 * leg is nearer. Nor can two boundaries of one region make a corner: leg and cut-off are smooth.
 *
 * With n regions and m walls there are up to 7 n (n - 1) + 4 n m + 9 n candidates, each tested
 * against up to n regions and m walls, but only while it is nearer than the best so far. Nothing is
 * stored.
 *
 * If every candidate lies in some region, the paper of the model says what is least bad.
 *
 * HRVO: the one whose first region, nearest neighbour first, comes last. All boundaries of the
 * nearest k regions are among those enumerated, so this too is exact: the most regions that have a
 * common velocity are kept, and the nearest velocity for those is taken.
 *
 * VO and RVO: the one of least penalty w / t + |v - v_pref| (2008), with t the time to the first
 * contact. The paper samples velocities; here they are the same candidates and standing still. A
 * pair in contact counts as one that meets within a tenth of the step, and the more the less it
 * parts.
 */
#include "solve/admissible.h"

#include "base/root.h"
#include "base/vec2.h"
#include "solve/line_program.h"
#include "solve/solver.h"

/* In roundings of the scale (SSTI_ROUNDING): as deep inside a region, or as far behind a wall, a
 * velocity may be. Walls had room given already where they are moved back. */
#define ROOM_IN_REGION   16.0f
#define ROOM_BEHIND_WALL 8.0f
/* Sine of the angle below which two lines do not meet. */
#define PARALLEL 5e-7f
/* Candidates are compared by the distance to a goal this part of the speed beside the preferred
 * velocity, on the side of the handedness: of two equally near it decides, and for both agents of a
 * pair alike though rounding may favour either. */
#define ASIDE 1e-4f

/* The agent's caution: what the penalty makes of a contact in one second [m]. */
#define CAUTION 1.0f
/* Of the time step: contact that soon is as bad as it gets. */
#define AT_ONCE 0.1f

typedef struct candidate {
    sst_vec2 velocity;
    size_t kept; /* half-planes of the regions before the first that holds it, where that counts */
    float cost;  /* squared distance to the goal, or the penalty */
} candidate;

typedef struct search {
    const ssti_program *program;
    const ssti_regions *regions;
    const sst_half_plane *walls;
    size_t wall_count;
    sst_vec2 optimisation_velocity;
    sst_vec2 reference; /* orders what is equally near */
    sst_vec2 goal;
    bool by_penalty;
    candidate best;
} search;

/* --- Regions ------------------------------------------------------------------------------- */

/* The pair that gave half-plane `i`. */
static ssti_pair pair_of(const search *s, size_t i) {
    const ssti_regions *regions = s->regions;
    const sst_neighbor *neighbor = &regions->neighbors[regions->half_planes[i].source];
    return ssti_pair_of(regions->params, regions->agent, s->optimisation_velocity, neighbor);
}

static ssti_disc disc_of(const search *s, size_t i) {
    ssti_pair pair = pair_of(s, i);
    return ssti_cut_off(&pair, s->regions->agent->model);
}

static bool is_disc(const search *s, size_t i) {
    const sst_half_plane *plane = &s->regions->half_planes[i];
    return plane->geometric_case == SST_CASE_CUTOFF_ARC;
}

/* Where the region that begins at half-plane `i` ends. */
static size_t end_of_region(const search *s, size_t i) {
    const sst_half_plane *planes = s->regions->half_planes;
    size_t end = i + 1;
    while (end < s->regions->count && planes[end].source == planes[i].source) {
        ++end;
    }
    return end;
}

/* Between the normals of the legs, seen from the centre of the cut-off disc, the disc is the
 * boundary. */
static bool is_before_disc(const sst_half_plane *legs, sst_vec2 from_centre) {
    return ssti_det(legs[0].normal, from_centre) > 0.0f &&
           ssti_det(from_centre, legs[1].normal) > 0.0f;
}

/* How deep a velocity lies in the region of half-planes [begin, end): the least change that leaves
 * it [m/s]; 0 up to rounding. */
static float depth_in(const search *s, size_t begin, size_t end, sst_vec2 velocity) {
    const sst_half_plane *planes = s->regions->half_planes;
    float depth = ssti_violation(&planes[begin], velocity);
    float scale = ssti_max(s->program->max_speed, ssti_abs(planes[begin].offset));
    if (end - begin > 1) {
        depth = ssti_min(depth, ssti_violation(&planes[begin + 1], velocity));
        scale = ssti_max(scale, ssti_abs(planes[begin + 1].offset));
    }
    float room = ROOM_IN_REGION * SSTI_ROUNDING * scale;
    if (depth > room && is_disc(s, end - 1)) {
        ssti_disc disc = disc_of(s, end - 1);
        sst_vec2 from_centre = ssti_sub(velocity, disc.centre);
        if (is_before_disc(&planes[begin], from_centre)) {
            depth = disc.radius - sqrtf(ssti_length_sq(from_centre));
            room = ssti_max(room, ROOM_IN_REGION * SSTI_ROUNDING * disc.radius);
        }
    }
    return depth > room ? depth : 0.0f;
}

/* --- Candidates ---------------------------------------------------------------------------- */

/* Half-planes of the regions before the first that holds the velocity. */
static size_t kept_by(const search *s, sst_vec2 velocity) {
    size_t i = 0;
    while (i < s->regions->count) {
        size_t end = end_of_region(s, i);
        if (depth_in(s, i, end, velocity) > 0.0f) {
            break;
        }
        i = end;
    }
    return i;
}

static bool is_permitted(const search *s, sst_vec2 velocity) {
    float speed = s->program->max_speed;
    if (!(ssti_length_sq(velocity) <= speed * speed * (1.0f + 2.0f * SSTI_ROUNDING))) {
        return false;
    }
    for (size_t i = 0; i < s->wall_count; ++i) {
        const sst_half_plane *wall = &s->walls[i];
        float room = ROOM_BEHIND_WALL * ssti_violation_tolerance(wall, speed);
        if (ssti_violation(wall, velocity) > room) {
            return false;
        }
    }
    return true;
}

/* The order is one of values alone, so that in which candidates are found does not show. */
static bool is_better(const search *s, const candidate *a, const candidate *b) {
    if (a->kept != b->kept) {
        return a->kept > b->kept;
    }
    if (a->cost != b->cost) {
        return a->cost < b->cost;
    }
    float side_a = ssti_det(s->reference, a->velocity),
          side_b = ssti_det(s->reference, b->velocity);
    if (side_a != side_b) {
        return (side_a < side_b) == (s->program->handedness == SST_RIGHT_HANDED);
    }
    return ssti_dot(s->reference, a->velocity) > ssti_dot(s->reference, b->velocity);
}

/* What a region adds to the penalty of a velocity `depth` deep in it. */
static float danger_of(const search *s, size_t begin, size_t end, sst_vec2 velocity, float depth) {
    float at_once = AT_ONCE * s->regions->params->time_step;
    if (end - begin == 1) {
        return CAUTION / at_once * (1.0f + depth / s->program->max_speed);
    }
    ssti_pair pair = pair_of(s, begin);
    float time = ssti_time_to_contact(&pair, s->regions->agent->model, velocity);
    return CAUTION / ssti_max(time, at_once);
}

static float greatest_danger(const search *s, sst_vec2 velocity) {
    float greatest = 0.0f;
    for (size_t i = 0, end; i < s->regions->count; i = end) {
        end = end_of_region(s, i);
        float depth = depth_in(s, i, end, velocity);
        if (depth > 0.0f) {
            greatest = ssti_max(greatest, danger_of(s, i, end, velocity, depth));
        }
    }
    return greatest;
}

/* As if it lay in no region. */
static candidate hopeful(const search *s, sst_vec2 velocity) {
    float distance_sq = ssti_length_sq(ssti_sub(velocity, s->goal));
    float cost = s->by_penalty ? sqrtf(distance_sq) : distance_sq;
    return (candidate){velocity, s->regions->count, cost};
}

static candidate judged(const search *s, candidate found) {
    if (s->by_penalty) {
        found.cost += greatest_danger(s, found.velocity);
    } else {
        found.kept = kept_by(s, found.velocity);
    }
    return found;
}

static void consider(search *s, sst_vec2 velocity) {
    candidate found = hopeful(s, velocity);
    if (!is_better(s, &found, &s->best) || !is_permitted(s, velocity)) {
        return;
    }
    found = judged(s, found);
    if (is_better(s, &found, &s->best)) {
        s->best = found;
    }
}

/* --- Where boundaries meet ----------------------------------------------------------------- */

/* Both points of a line at `half` from `middle`. */
static void consider_both(search *s, sst_vec2 middle, sst_vec2 direction, float half) {
    consider(s, ssti_add(middle, ssti_scale(half, direction)));
    consider(s, ssti_sub(middle, ssti_scale(half, direction)));
}

/* Along the first line, so that the point is on it however flat they meet. */
static void meet_lines(search *s, const sst_half_plane *a, const sst_half_plane *b) {
    sst_vec2 direction = ssti_right_of(a->normal);
    sst_vec2 base = ssti_scale(a->offset, a->normal);
    float slope = ssti_dot(b->normal, direction);
    if (ssti_abs(slope) > PARALLEL) {
        consider(s, ssti_add(base, ssti_scale(ssti_violation(b, base) / slope, direction)));
    }
}

static void meet_line_and_disc(search *s, const sst_half_plane *line, const ssti_disc *disc) {
    float height = ssti_violation(line, disc->centre);
    if (ssti_abs(height) <= disc->radius) {
        float half = sqrtf((disc->radius - height) * (disc->radius + height));
        sst_vec2 middle = ssti_add(disc->centre, ssti_scale(height, line->normal));
        consider_both(s, middle, ssti_right_of(line->normal), half);
    }
}

/* On the first circle, however large the second is. */
static void meet_discs(search *s, const ssti_disc *a, const ssti_disc *b) {
    sst_vec2 apart = ssti_sub(b->centre, a->centre);
    float distance = sqrtf(ssti_length_sq(apart));
    if (!(distance > 0.0f)) {
        return;
    }
    sst_vec2 unit = ssti_scale(1.0f / distance, apart);
    float more = (a->radius - b->radius) * ((a->radius + b->radius) / distance);
    float along = 0.5f * (distance + more);
    if (ssti_abs(along) <= a->radius) {
        float half = sqrtf((a->radius - along) * (a->radius + along));
        consider_both(s, ssti_add(a->centre, ssti_scale(along, unit)), ssti_left_of(unit), half);
    }
}

static void meet_boundaries(search *s, size_t i, size_t j) {
    const sst_half_plane *planes = s->regions->half_planes;
    if (!is_disc(s, i) && !is_disc(s, j)) {
        meet_lines(s, &planes[i], &planes[j]);
        return;
    }
    ssti_disc disc = disc_of(s, is_disc(s, i) ? i : j);
    if (is_disc(s, i) && is_disc(s, j)) {
        ssti_disc other = disc_of(s, j);
        meet_discs(s, &disc, &other);
    } else {
        meet_line_and_disc(s, &planes[is_disc(s, i) ? j : i], &disc);
    }
}

/* --- Enumeration --------------------------------------------------------------------------- */

/* With the first walls. */
static void enumerate_line(search *s, const sst_half_plane *line, size_t walls) {
    const ssti_disc speeds = {{0.0f, 0.0f}, s->program->max_speed};
    sst_vec2 preferred = s->program->preferred_velocity;
    float missing = ssti_violation(line, preferred);
    consider(s, ssti_add(preferred, ssti_scale(missing, line->normal)));
    meet_line_and_disc(s, line, &speeds);
    for (size_t i = 0; i < walls; ++i) {
        meet_lines(s, line, &s->walls[i]);
    }
}

static void enumerate_disc(search *s, const ssti_disc *disc) {
    const ssti_disc speeds = {{0.0f, 0.0f}, s->program->max_speed};
    sst_vec2 outward = ssti_sub(s->program->preferred_velocity, disc->centre);
    float distance = sqrtf(ssti_length_sq(outward));
    if (distance > 0.0f) {
        consider(s, ssti_add(disc->centre, ssti_scale(disc->radius / distance, outward)));
    }
    meet_discs(s, &speeds, disc);
    for (size_t i = 0; i < s->wall_count; ++i) {
        meet_line_and_disc(s, &s->walls[i], disc);
    }
}

static void enumerate(search *s) {
    for (size_t i = 0; i < s->regions->count; ++i) {
        if (is_disc(s, i)) {
            ssti_disc disc = disc_of(s, i);
            enumerate_disc(s, &disc);
        } else {
            enumerate_line(s, &s->regions->half_planes[i], s->wall_count);
        }
        for (size_t j = end_of_region(s, i); j < s->regions->count; ++j) {
            meet_boundaries(s, i, j);
        }
    }
}

/* --- The whole ----------------------------------------------------------------------------- */

static bool is_direction(sst_vec2 v) {
    return ssti_length_sq(v) > 0.0f;
}

/* The preferred velocity; without one the current velocity, or the direction to the nearest
 * neighbour that has one. As long as the agent could be fast. */
static sst_vec2 reference_of(const ssti_program *program, const ssti_regions *regions) {
    sst_vec2 found = program->preferred_velocity;
    if (!is_direction(found)) {
        found = regions->agent->velocity;
    }
    for (size_t i = 0; i < regions->count && !is_direction(found); ++i) {
        found = regions->neighbors[regions->half_planes[i].source].position;
    }
    return ssti_within_speed(found, program->max_speed);
}

static float greatest_depth(const search *s, sst_vec2 velocity) {
    float greatest = 0.0f;
    for (size_t i = 0, end; i < s->regions->count; i = end) {
        end = end_of_region(s, i);
        greatest = ssti_max(greatest, depth_in(s, i, end, velocity));
    }
    return greatest;
}

/* Where no region has a boundary a penalty may be least as well. */
static void enumerate_walls(search *s) {
    for (size_t i = 0; i < s->wall_count; ++i) {
        enumerate_line(s, &s->walls[i], i);
    }
}

static void take_least_penalty(search *s, sst_vec2 start) {
    s->by_penalty = true;
    s->best = judged(s, hopeful(s, start));
    consider(s, (sst_vec2){0.0f, 0.0f});
    enumerate_walls(s);
    enumerate(s);
}

float ssti_nearest_admissible(const ssti_program *program, const ssti_regions *regions,
                              const sst_half_plane *walls, size_t wall_count, sst_vec2 *velocity) {
    search s = {
        .program = program,
        .regions = regions,
        .walls = walls,
        .wall_count = wall_count,
        .optimisation_velocity = ssti_own_optimisation_velocity(regions->params, regions->agent),
        .reference = reference_of(program, regions),
    };
    bool right = program->handedness == SST_RIGHT_HANDED;
    sst_vec2 aside = right ? ssti_right_of(s.reference) : ssti_left_of(s.reference);
    s.goal = ssti_add(program->preferred_velocity, ssti_scale(ASIDE, aside));
    s.best = judged(&s, hopeful(&s, *velocity));
    if (s.best.kept < regions->count && program->max_speed > 0.0f) {
        enumerate(&s);
    }
    bool is_admissible = s.best.kept == regions->count;
    if (!is_admissible && regions->agent->model != SST_MODEL_HRVO && program->max_speed > 0.0f) {
        take_least_penalty(&s, *velocity);
    }
    *velocity = s.best.velocity;
    return is_admissible ? 0.0f : greatest_depth(&s, *velocity);
}
