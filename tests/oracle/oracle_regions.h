/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The nearest velocity outside velocity obstacles, in double precision, for tests only.
 *
 * A region is told from its definition alone: the velocities v for which |t (v - apex) - p| < R at
 * some time t in (0, horizon]; that is the union over u >= 1/horizon of the discs about apex + u p
 * with radius u R. Two methods find the nearest velocity outside: enumeration along rays and
 * circles, and a grid that is refined where it is best, which knows no boundary at all. */

#ifndef SIDESTEP_TESTS_ORACLE_REGIONS_H
#define SIDESTEP_TESTS_ORACLE_REGIONS_H

#include "oracle_program.h"

enum { ORACLE_MAX_REGIONS = 16, ORACLE_MAX_WALLS = 16 };

typedef struct {
    bool is_half_plane; /* then n.v < b is forbidden; else the rest counts */
    oracle_vec n;
    double b;
    oracle_vec apex, p;
    double radius, horizon; /* |p| > radius; horizon may be HUGE_VAL */
    double share;           /* of the agent: times to contact are those of (v - apex) / share */
} oracle_region;

typedef struct {
    oracle_region regions[ORACLE_MAX_REGIONS]; /* nearest first */
    oracle_line walls[ORACLE_MAX_WALLS];
    int region_count, wall_count;
    double max_speed;
    oracle_vec preferred;
} oracle_scene;

typedef struct {
    oracle_vec v;
    double distance; /* from v to the preferred velocity */
    int kept;        /* regions before the first that holds v: all, if v is admissible */
    bool found;      /* false: no velocity meets the walls */
} oracle_nearest;

/* Distance of v from the region; negative inside: minus the distance from its boundary. */
double oracle_region_distance(const oracle_region *region, oracle_vec v);

/* The velocity that meets the walls and lies outside the most regions, counted from the first; of
 * those the nearest to the preferred one. `slack` is what may be missing of a wall or of a distance
 * from a region. */
oracle_nearest oracle_nearest_outside(const oracle_scene *scene, double slack);

/* The penalty of a velocity that lies in regions: caution / t + |v - preferred|, t the time to the
 * first contact in any of them, but `at_once` at least; a half-plane counts as contact at once, and
 * 1 + its violation / max_speed times. A region counts if v lies deeper in it than -slack. */
double oracle_penalty(const oracle_scene *scene, double caution, double at_once, oracle_vec v,
                      double slack);

/* The least penalty of the velocities that the enumeration of oracle_nearest_outside visits, and of
 * standing still, where they meet the walls; but of the ends of rays, what curves of one region
 * have in common, and the foot on the disc of speeds. All regions as near as `slack` count. */
double oracle_least_penalty(const oracle_scene *scene, double caution, double at_once,
                            double slack);

/* The same by search: no velocity it finds is better, by more than its last grid is wide. */
oracle_nearest oracle_nearest_by_grid(const oracle_scene *scene, double slack);

#endif
