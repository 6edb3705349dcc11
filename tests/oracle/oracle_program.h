/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* An independent answer to the program that the solver solves, in double precision, for tests only.
 *
 * Half-planes n.v >= b in three levels, a speed limit |v| <= s and a preferred velocity. Level by
 * level the greatest violation max(b - n.v) is made least and then held; of what remains, the
 * velocity nearest to the preferred one is the answer. Two methods that share no step: enumeration
 * of active sets (oracle_solve), and clipping of a polygon with bisection on the violation
 * (oracle_clip_*). */

#ifndef SIDESTEP_TESTS_ORACLE_PROGRAM_H
#define SIDESTEP_TESTS_ORACLE_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>

enum { ORACLE_MAX_LINES = 64, ORACLE_LEVELS = 3 };

typedef struct {
    double x, y;
} oracle_vec;

/* n.v >= b. Level 0 obstacles, 1 contact, 2 agents. n need not be of length 1 to the last bit. */
typedef struct {
    oracle_vec n;
    double b;
    int level;
} oracle_line;

typedef struct {
    oracle_line lines[ORACLE_MAX_LINES];
    int count;
    double max_speed;
    oracle_vec preferred;
} oracle_program;

typedef struct {
    oracle_vec v;
    double violation[ORACLE_LEVELS]; /* least greatest violation of each level, 0 if none */
    double distance;                 /* from v to the preferred velocity */
    bool found; /* false: rounding left no candidate at all; v is then the zero vector */
} oracle_answer;

/* The larger of max speed and greatest |offset|: what tolerances are relative to. */
double oracle_scale(const oracle_program *program);

/* Greatest violation of the lines of `level` (-1: of all lines) at v, not less than 0. */
double oracle_violation(const oracle_program *program, int level, oracle_vec v);

/* The whole answer, by enumeration. */
oracle_answer oracle_solve(const oracle_program *program);

/* The greatest m such that some |v| <= s has n.v >= b + m for every line; negative if infeasible.
 */
double oracle_margin(const oracle_program *program);

/* Adds `slack` to the right of every line: positive tightens, negative loosens. */
void oracle_shift(oracle_program *program, double slack);

/* Least violation of `level` with each level before it loosened by held[level], by clipping and
 * bisection, to 1e-12 of the scale. Rounding may empty a set that is a point or a segment: give
 * such a level a little more than its least violation. */
double oracle_clip_violation(const oracle_program *program, int level, const double *held);

/* Distance from the preferred velocity to what all levels leave, each loosened by held[level], by
 * clipping; infinity if that is empty. */
double oracle_clip_distance(const oracle_program *program, const double *held);

#endif
