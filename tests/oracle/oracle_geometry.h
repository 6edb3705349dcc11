/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Velocity obstacles from their definition, in double precision, for tests only.
 *
 * A capsule (a segment grown by a radius; a disc if both ends coincide) stands off the origin. Its
 * velocity obstacle holds the velocities w that lead a point from the origin into it at some time
 * t in (0, horizon]: |t w - c| < radius for some c of the segment. With u = 1/t it is the union of
 * the capsules scaled by u >= 1/horizon: a convex set. No case of its outline (arc, leg, cut-off)
 * is told apart here: inside or outside, distances are least values over u or over directions. */

#ifndef SIDESTEP_TESTS_ORACLE_GEOMETRY_H
#define SIDESTEP_TESTS_ORACLE_GEOMETRY_H

#include "oracle_program.h"

typedef struct {
    oracle_vec from, to; /* of the segment */
    double radius, horizon;
} oracle_obstacle;

/* Least distance of the segment from a point. */
double oracle_segment_distance(oracle_vec from, oracle_vec to, oracle_vec point);

/* Greatest n.w over the velocity obstacle, so that n.w >= support keeps out of it; infinity if no
 * half-plane of this direction does. */
double oracle_support(const oracle_obstacle *obstacle, oracle_vec n);

/* Distance of w from the velocity obstacle's outline: negative inside. Outside it is the least over
 * u of a distance; inside the least over all directions of how far w lies from a tangent. */
double oracle_signed_distance(const oracle_obstacle *obstacle, oracle_vec w);

/* The same over directions only, inside and outside: the second method. */
double oracle_signed_distance_by_tangents(const oracle_obstacle *obstacle, oracle_vec w);

#endif
