/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* What one robot's step costs: sst_solve with ten given neighbours, drawn evenly from the disc that
 * holds them at a density. `robot INPUTS` prints, as JSON and in nanoseconds, the mean of many
 * inputs in a row, and over INPUTS inputs the most that any took. Each of these is timed three
 * times and its least counts, which leaves out what other programs took; reading the clock is
 * subtracted. */

#include "common.h"
#include "sidestep/sidestep.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { NEIGHBORS = 10, BATCH = 1000, REPEATS = 3, SCRATCH = SST_SOLVE_SCRATCH(NEIGHBORS, 0) };

typedef struct input {
    sst_solve_agent agent;
    sst_neighbor neighbors[NEIGHBORS];
} input;

static input batch[BATCH];
static sst_half_plane scratch[SCRATCH];
static sst_solution solution;
static float checksum;

static sst_vec2 in_disc(uint64_t *state, double radius) {
    double x, y;
    do {
        x = 2 * bench_random(state) - 1;
        y = 2 * bench_random(state) - 1;
    } while (x * x + y * y > 1);
    return (sst_vec2){(float)(radius * x), (float)(radius * y)};
}

static int compare_distances(const void *left, const void *right) {
    sst_vec2 a = ((const sst_neighbor *)left)->position,
             b = ((const sst_neighbor *)right)->position;
    float first = a.x * a.x + a.y * a.y, second = b.x * b.x + b.y * b.y;
    return (first > second) - (first < second);
}

static void draw(input *in, double density, uint64_t *state) {
    double reach = sqrt(NEIGHBORS / (3.14159265358979323846 * density));
    sst_solve_agent_init(&in->agent);
    in->agent.radius = 0.25f;
    in->agent.velocity = in_disc(state, 1.5);
    in->agent.preferred_velocity = in_disc(state, 1.5);
    for (size_t i = 0; i < NEIGHBORS; i++) {
        sst_neighbor_init(&in->neighbors[i]);
        in->neighbors[i].radius = 0.25f;
        in->neighbors[i].key = i + 1;
        in->neighbors[i].position = in_disc(state, reach);
        in->neighbors[i].velocity = in_disc(state, 1.5);
    }
    qsort(in->neighbors, NEIGHBORS, sizeof *in->neighbors, compare_distances);
}

static void solve(const sst_solve_params *params, const input *in) {
    if (sst_solve(params, &in->agent, in->neighbors, NEIGHBORS, NULL, 0, scratch, SCRATCH,
                  &solution) != SST_OK)
        exit(1);
    checksum += solution.velocity.x;
}

static double timed(const sst_solve_params *params, const input *in) {
    double begin = bench_clock_ns(CLOCK_MONOTONIC);
    if (in)
        solve(params, in);
    return bench_clock_ns(CLOCK_MONOTONIC) - begin;
}

static double least_of_clock(void) {
    double least = HUGE_VAL;
    for (int i = 0; i < 1000; i++)
        least = fmin(least, timed(NULL, NULL));
    return least;
}

/* The greatest of the batch; the whole batch lies between two times of the same input, so that no
 * branch is known by heart. */
static double worst_of_batch(const sst_solve_params *params, size_t *relaxed) {
    static double least[BATCH];
    double worst = 0;
    for (int i = 0; i < REPEATS; i++)
        for (size_t k = 0; k < BATCH; k++) {
            double elapsed = timed(params, &batch[k]);
            least[k] = i == 0 ? elapsed : fmin(least[k], elapsed);
            *relaxed += i == 0 && (solution.status & SST_STATUS_RELAXED) != 0;
        }
    for (size_t k = 0; k < BATCH; k++)
        worst = fmax(worst, least[k]);
    return worst;
}

static double mean_of_batch(const sst_solve_params *params) {
    double least = HUGE_VAL;
    for (int i = 0; i < REPEATS; i++) {
        double begin = bench_clock_ns(CLOCK_THREAD_CPUTIME_ID);
        for (size_t k = 0; k < BATCH; k++)
            solve(params, &batch[k]);
        least = fmin(least, bench_clock_ns(CLOCK_THREAD_CPUTIME_ID) - begin);
    }
    return least / BATCH;
}

static void measure(sst_profile profile, double density, size_t inputs, const char *joint) {
    sst_solve_params params;
    sst_solve_params_init(&params, profile, 0.1f);
    uint64_t state = 1;
    double sum = 0, worst = 0, clock = least_of_clock();
    size_t relaxed = 0, batches = (inputs + BATCH - 1) / BATCH;
    for (size_t b = 0; b < batches; b++) {
        for (size_t k = 0; k < BATCH; k++)
            draw(&batch[k], density, &state);
        sum += mean_of_batch(&params);
        worst = fmax(worst, worst_of_batch(&params, &relaxed) - clock);
    }
    printf("%s{\"profile\": \"%s\", \"density\": %g, \"inputs\": %zu, \"mean\": %.1f, "
           "\"worst\": %.0f, \"relaxed\": %.4f}",
           joint, profile == SST_PROFILE_CLASSIC ? "classic" : "default", density, batches * BATCH,
           sum / (double)batches, worst, (double)relaxed / (double)(batches * BATCH));
}

int main(int argc, char **argv) {
    size_t inputs = argc > 1 ? strtoull(argv[1], NULL, 10) : 100000;
    const double densities[] = {0.1, 0.5, 2};
    for (size_t i = 0; i < 6; i++)
        measure(i < 3 ? SST_PROFILE_CLASSIC : SST_PROFILE_DEFAULT, densities[i % 3], inputs,
                i == 0 ? "[" : ",\n ");
    printf("]\n");
    return isfinite(checksum) ? 0 : 1;
}
