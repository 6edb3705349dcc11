/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* A crowd stepped by Sidestep at the word of bench/compare.py:
 * crowd START default|classic auto|scalar|avx2|avx512. START is a file of doubles: x, y, goal x,
 * goal y of each agent. For each line on standard input one step is taken and answered by a line,
 * "STEP ALL", the nanoseconds of processor time of the step alone and with input and output, and by
 * the positions as doubles. The parameters are those of bench/compare.py. */

#include "common.h"
#include "sidestep/sidestep.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1 << 20 };

static double agents[MOST][4], positions[MOST][2];
static sst_vec2 wanted[MOST], velocities[MOST];
static size_t count;

static void fail(const char *what) {
    fprintf(stderr, "crowd: %s\n", what);
    exit(1);
}

static void read_start(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file)
        fail("cannot read the start");
    count = fread(agents, sizeof *agents, MOST, file);
    fclose(file);
}

static sst_isa isa_of(const char *name) {
    const char *names[] = {"auto", "scalar", "sse2", "avx2", "avx512"};
    for (int i = 0; i < 5; i++)
        if (strcmp(name, names[i]) == 0)
            return (sst_isa)i;
    fail("no such instruction set");
    return SST_ISA_AUTO;
}

static sst_world *make_world(sst_profile profile, sst_isa isa) {
    sst_world_def def;
    sst_world *world;
    sst_agent_def agent;
    sst_agent_id id;
    sst_world_def_init(&def, profile);
    def.isa = isa;
    if (sst_world_create(&def, &world) != SST_OK || sst_world_reserve(world, count, 0) != SST_OK)
        fail("no world");
    sst_agent_def_init(&agent);
    agent.radius = 0.25f;
    agent.neighbor_dist = 5;
    for (size_t i = 0; i < count; i++) {
        agent.position = (sst_point){agents[i][0], agents[i][1]};
        if (sst_world_add_agent(world, &agent, &id) != SST_OK)
            fail("no agent");
        memcpy(positions[i], agents[i], sizeof positions[i]);
    }
    return world;
}

static void want(void) {
    for (size_t i = 0; i < count; i++) {
        double x = agents[i][2] - positions[i][0], y = agents[i][3] - positions[i][1];
        double distance = sqrt(x * x + y * y), scale = distance > 1.5 ? 1.5 / distance : 1;
        wanted[i] = (sst_vec2){(float)(x * scale), (float)(y * scale)};
    }
}

static void write_wanted(const sst_agent_view *view) {
    for (size_t i = 0; i < count; i++) {
        view->preferred_x[i] = wanted[i].x;
        view->preferred_y[i] = wanted[i].y;
    }
}

static void read_back(const sst_agent_view *view) {
    for (size_t i = 0; i < count; i++) {
        positions[i][0] = view->position_x[i];
        positions[i][1] = view->position_y[i];
        velocities[i] = (sst_vec2){view->velocity_x[i], view->velocity_y[i]};
    }
}

static void step(sst_world *world) {
    sst_agent_view view;
    want();
    double begin = bench_clock_ns(CLOCK_THREAD_CPUTIME_ID);
    sst_world_view_agents(world, &view);
    write_wanted(&view);
    double stepped = bench_clock_ns(CLOCK_THREAD_CPUTIME_ID);
    if (sst_world_step(world, NULL) != SST_OK)
        fail("no step");
    double done = bench_clock_ns(CLOCK_THREAD_CPUTIME_ID);
    sst_world_view_agents(world, &view);
    read_back(&view);
    double end = bench_clock_ns(CLOCK_THREAD_CPUTIME_ID);
    printf("%.0f %.0f\n", done - stepped, end - begin);
    fwrite(positions, sizeof *positions, count, stdout);
    fflush(stdout);
}

int main(int argc, char **argv) {
    if (argc != 4)
        fail("expected: START default|classic INSTRUCTION-SET");
    read_start(argv[1]);
    sst_world *world =
        make_world(strcmp(argv[2], "classic") == 0 ? SST_PROFILE_CLASSIC : SST_PROFILE_DEFAULT,
                   isa_of(argv[3]));
    char line[16];
    while (fgets(line, sizeof line, stdin))
        step(world);
    sst_world_destroy(world);
    return 0;
}
