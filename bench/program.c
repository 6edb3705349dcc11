/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Our program against GLPK's simplex on the same programs: COUNT programs of ten random half-planes
 * of agents, of which the greatest violation is to be least, within a polygon of sixteen sides that
 * must hold (a circle is no linear program). Ours goes on to find the velocity nearest to the
 * preferred one, GLPK does not. Prints, as JSON: nanoseconds of processor time, how far the
 * violations differ at most from the simplex's, and how often a solver failed. GLPK's time is that
 * of solving; writing its problem down is told apart. */

#include "common.h"
#include "sidestep/sidestep.h"

#include <glpk.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { AGENTS = 10, SIDES = 16, COUNT = AGENTS + SIDES };

typedef struct tally {
    double ours_ns, glpk_ns, glpk_writing_ns, over, under;
    size_t ours_failed, glpk_failed, infeasible;
} tally;

static const double TURN = 6.28318530717958647692;

static sst_half_plane half_plane(double angle, double offset) {
    sst_half_plane plane = {.offset = (float)offset};
    plane.normal = (sst_vec2){(float)cos(angle), (float)sin(angle)};
    return plane;
}

/* Offsets up to 0.8 of the speed leave about half of the programs without a common velocity. */
static void draw(sst_half_plane *planes, uint64_t *state) {
    for (size_t i = 0; i < SIDES; i++)
        planes[i] = half_plane(TURN * (double)i / SIDES, -1.5);
    for (size_t i = SIDES; i < COUNT; i++) {
        double angle = TURN * bench_random(state);
        planes[i] = half_plane(angle, 1.2 * (2 * bench_random(state) - 1.4));
    }
}

static float solve_ours(const sst_half_plane *planes, tally *t) {
    static sst_half_plane scratch[2 * COUNT];
    sst_levels levels = {SIDES, 0, AGENTS};
    sst_solution solution = {.worst_violation = 0};
    double begin = bench_clock_ns(CLOCK_THREAD_CPUTIME_ID);
    sst_result result = sst_solve_half_planes(planes, levels, (sst_vec2){1, 0.5f}, 10,
                                              SST_LEAST_NEAREST, scratch, 2 * COUNT, &solution);
    t->ours_ns += bench_clock_ns(CLOCK_THREAD_CPUTIME_ID) - begin;
    t->ours_failed += result != SST_OK || (solution.status & SST_STATUS_OBSTACLES_VIOLATED) != 0;
    return solution.worst_violation;
}

static void write_problem(glp_prob *problem, const sst_half_plane *planes) {
    static int rows[3 * COUNT + 1], columns[3 * COUNT + 1];
    static double values[3 * COUNT + 1];
    int entry = 0;
    glp_erase_prob(problem);
    glp_add_rows(problem, COUNT);
    glp_add_cols(problem, 3);
    glp_set_obj_coef(problem, 3, 1);
    glp_set_col_bnds(problem, 1, GLP_FR, 0, 0);
    glp_set_col_bnds(problem, 2, GLP_FR, 0, 0);
    glp_set_col_bnds(problem, 3, GLP_LO, 0, 0);
    for (int i = 1; i <= COUNT; i++) {
        const sst_half_plane *plane = &planes[i - 1];
        const double row[] = {(double)plane->normal.x, (double)plane->normal.y, i > SIDES};
        glp_set_row_bnds(problem, i, GLP_LO, (double)plane->offset, 0);
        for (int k = 0; k < 3; k++) {
            rows[++entry] = i;
            columns[entry] = k + 1;
            values[entry] = row[k];
        }
    }
    glp_load_matrix(problem, entry, rows, columns, values);
}

static double solve_glpk(glp_prob *problem, const sst_half_plane *planes, tally *t) {
    glp_smcp options;
    glp_init_smcp(&options);
    options.msg_lev = GLP_MSG_OFF;
    double begin = bench_clock_ns(CLOCK_THREAD_CPUTIME_ID);
    write_problem(problem, planes);
    double written = bench_clock_ns(CLOCK_THREAD_CPUTIME_ID);
    int failed = glp_simplex(problem, &options);
    t->glpk_ns += bench_clock_ns(CLOCK_THREAD_CPUTIME_ID) - written;
    t->glpk_writing_ns += written - begin;
    t->glpk_failed += failed || glp_get_status(problem) != GLP_OPT;
    return glp_get_obj_val(problem);
}

int main(int argc, char **argv) {
    size_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 10000;
    uint64_t state = 1;
    tally t = {0};
    glp_prob *problem = glp_create_prob();
    for (size_t i = 0; i < count; i++) {
        sst_half_plane planes[COUNT];
        draw(planes, &state);
        double ours = (double)solve_ours(planes, &t), theirs = solve_glpk(problem, planes, &t);
        t.over = fmax(t.over, ours - theirs);
        t.under = fmax(t.under, theirs - ours);
        t.infeasible += theirs > 1e-6;
    }
    glp_delete_prob(problem);
    double n = (double)count;
    printf("{\"programs\": %zu, \"infeasible\": %.4f, \"ours_ns\": %.0f, \"glpk_ns\": %.0f, "
           "\"glpk_writing_ns\": %.0f, \"over\": %.3g, \"under\": %.3g, \"ours_failed\": %zu, "
           "\"glpk_failed\": %zu}\n",
           count, (double)t.infeasible / n, t.ours_ns / n, t.glpk_ns / n, t.glpk_writing_ns / n,
           t.over, t.under, t.ours_failed, t.glpk_failed);
    return 0;
}
