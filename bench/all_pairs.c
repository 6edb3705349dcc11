/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* A crowd stepped without a world: each agent looks at all others for its ten nearest within 5 m
 * and asks sst_solve. `all_pairs AGENTS STEPS` prints, as JSON, the least and the median processor
 * time for each agent and step, on the grid of `sidestep bench` at 0.5 agents a square metre with
 * other jitter, and goals in it. */

#include "common.h"
#include "sidestep/sidestep.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { NEIGHBORS = 10, SCRATCH = SST_SOLVE_SCRATCH(NEIGHBORS, 0) };

typedef struct agent {
    double x, y, goal_x, goal_y;
    sst_vec2 velocity, next;
} agent;

typedef struct found {
    float distance_sq;
    size_t index;
} found;

static void place(agent *agents, size_t count) {
    uint64_t state = 1;
    size_t columns = (size_t)ceil(sqrt((double)count));
    double spacing = sqrt(2), side = spacing * (double)columns;
    for (size_t i = 0; i < count; i++) {
        agents[i] = (agent){.x = spacing * ((double)(i % columns) + 0.4 * bench_random(&state)),
                            .y = spacing * ((double)(i / columns) + 0.4 * bench_random(&state))};
        agents[i].goal_x = side * bench_random(&state);
        agents[i].goal_y = side * bench_random(&state);
    }
}

static size_t insert(found *nearest, size_t held, found candidate) {
    size_t at = held < NEIGHBORS ? held++ : NEIGHBORS - 1;
    for (; at > 0 && nearest[at - 1].distance_sq > candidate.distance_sq; at--)
        nearest[at] = nearest[at - 1];
    nearest[at] = candidate;
    return held;
}

static size_t find_nearest(const agent *agents, size_t count, size_t self, found *nearest) {
    size_t held = 0;
    float reach_sq = 25;
    for (size_t i = 0; i < count; i++) {
        float x = (float)(agents[i].x - agents[self].x), y = (float)(agents[i].y - agents[self].y);
        float distance_sq = x * x + y * y;
        if (i == self || distance_sq >= reach_sq)
            continue;
        held = insert(nearest, held, (found){distance_sq, i});
        if (held == NEIGHBORS)
            reach_sq = nearest[NEIGHBORS - 1].distance_sq;
    }
    return held;
}

static sst_vec2 towards_goal(const agent *a) {
    double x = a->goal_x - a->x, y = a->goal_y - a->y, distance = sqrt(x * x + y * y);
    double scale = distance > 1.5 ? 1.5 / distance : 1;
    return (sst_vec2){(float)(x * scale), (float)(y * scale)};
}

static void decide(const sst_solve_params *params, agent *agents, size_t count, size_t self) {
    found nearest[NEIGHBORS];
    sst_neighbor neighbors[NEIGHBORS];
    sst_half_plane scratch[SCRATCH];
    sst_solution solution;
    sst_solve_agent own;
    size_t held = find_nearest(agents, count, self, nearest);
    for (size_t i = 0; i < held; i++) {
        const agent *other = &agents[nearest[i].index];
        sst_neighbor_init(&neighbors[i]);
        neighbors[i].position =
            (sst_vec2){(float)(other->x - agents[self].x), (float)(other->y - agents[self].y)};
        neighbors[i].velocity = other->velocity;
        neighbors[i].radius = 0.25f;
        neighbors[i].key = nearest[i].index + 1;
    }
    sst_solve_agent_init(&own);
    own.radius = 0.25f;
    own.velocity = agents[self].velocity;
    own.preferred_velocity = towards_goal(&agents[self]);
    own.key = self + 1;
    if (sst_solve(params, &own, neighbors, held, NULL, 0, scratch, SCRATCH, &solution) != SST_OK)
        exit(1);
    agents[self].next = solution.velocity;
}

static double step(const sst_solve_params *params, agent *agents, size_t count) {
    double begin = bench_clock_ns(CLOCK_THREAD_CPUTIME_ID);
    for (size_t i = 0; i < count; i++)
        decide(params, agents, count, i);
    for (size_t i = 0; i < count; i++) {
        agents[i].velocity = agents[i].next;
        agents[i].x += 0.1 * (double)agents[i].velocity.x;
        agents[i].y += 0.1 * (double)agents[i].velocity.y;
    }
    return bench_clock_ns(CLOCK_THREAD_CPUTIME_ID) - begin;
}

static int compare_numbers(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

int main(int argc, char **argv) {
    size_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 100;
    size_t steps = argc > 2 ? strtoull(argv[2], NULL, 10) : 10;
    agent *agents = calloc(count, sizeof *agents);
    double *times = calloc(steps, sizeof *times);
    sst_solve_params params;
    sst_solve_params_init(&params, SST_PROFILE_CLASSIC, 0.1f);
    if (!agents || !times || count == 0 || steps == 0)
        return 1;
    place(agents, count);
    for (size_t i = 0; i < steps; i++)
        times[i] = step(&params, agents, count);
    qsort(times, steps, sizeof *times, compare_numbers);
    printf("{\"agents\": %zu, \"min\": %.1f, \"median\": %.1f}\n", count, times[0] / (double)count,
           times[steps / 2] / (double)count);
    free(agents);
    free(times);
    return 0;
}
