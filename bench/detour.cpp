/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The same crowd stepped by DetourCrowd, spoken to as bench/crowd.c: detour START RANGE. The floor
 * is one polygon, and each agent is told its preferred velocity in each step, so that no way is
 * planned. DetourCrowd heeds six neighbours at most; acceleration is not limited here. */

#include <recastnavigation/DetourCrowd.h>
#include <recastnavigation/DetourNavMesh.h>
#include <recastnavigation/DetourNavMeshBuilder.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

struct Agent {
    double x, y, goal_x, goal_y;
};

static double now_ns() {
    timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e9 * double(now.tv_sec) + double(now.tv_nsec);
}

static void fail(const char *what) {
    std::fprintf(stderr, "detour: %s\n", what);
    std::exit(1);
}

static std::vector<Agent> read_start(const char *path) {
    std::vector<Agent> agents;
    Agent agent;
    FILE *file = std::fopen(path, "rb");
    if (!file)
        fail("cannot read the start");
    while (std::fread(&agent, sizeof agent, 1, file) == 1)
        agents.push_back(agent);
    std::fclose(file);
    return agents;
}

/* A square floor from -half to half. */
static dtNavMesh *make_floor(float half) {
    const unsigned short side = 60000, none = 0xffff;
    const unsigned short corners[] = {0, 0, 0, 0, 0, side, side, 0, side, side, 0, 0};
    const unsigned short polygon[] = {0, 1, 2, 3, none, none, none, none, none, none, none, none};
    const unsigned short flags[] = {1};
    const unsigned char areas[] = {0};
    dtNavMeshCreateParams params = {};
    params.verts = corners;
    params.vertCount = 4;
    params.polys = polygon;
    params.polyFlags = flags;
    params.polyAreas = areas;
    params.polyCount = 1;
    params.nvp = 6;
    params.bmin[0] = params.bmin[2] = -half;
    params.bmax[0] = params.bmax[2] = half;
    params.bmax[1] = 1;
    params.walkableHeight = 2;
    params.walkableRadius = 0.25f;
    params.walkableClimb = 0.5f;
    params.cs = 2 * half / float(side);
    params.ch = 0.1f;
    params.buildBvTree = true;
    unsigned char *data;
    int size;
    dtNavMesh *mesh = dtAllocNavMesh();
    if (!dtCreateNavMeshData(&params, &data, &size) ||
        dtStatusFailed(mesh->init(data, size, DT_TILE_FREE_DATA)))
        fail("no floor");
    return mesh;
}

static void add_agents(dtCrowd *crowd, const std::vector<Agent> &agents, float range) {
    dtCrowdAgentParams params = {};
    params.radius = 0.25f;
    params.height = 1.8f;
    params.maxAcceleration = 1e3f;
    params.maxSpeed = 1.5f;
    params.collisionQueryRange = range;
    params.pathOptimizationRange = range;
    params.updateFlags = DT_CROWD_OBSTACLE_AVOIDANCE;
    params.obstacleAvoidanceType = 0;
    for (const Agent &agent : agents) {
        const float position[] = {float(agent.x), 0, float(agent.y)};
        if (crowd->addAgent(position, &params) < 0)
            fail("no agent");
    }
}

static void want(dtCrowd *crowd, const std::vector<Agent> &agents) {
    for (size_t i = 0; i < agents.size(); i++) {
        const float *position = crowd->getAgent(int(i))->npos;
        double x = agents[i].goal_x - double(position[0]),
               y = agents[i].goal_y - double(position[2]);
        double distance = std::sqrt(x * x + y * y), scale = distance > 1.5 ? 1.5 / distance : 1;
        const float velocity[] = {float(x * scale), 0, float(y * scale)};
        crowd->requestMoveVelocity(int(i), velocity);
    }
}

static void tell(dtCrowd *crowd, size_t count, double elapsed) {
    std::printf("%.0f %.0f\n", elapsed, elapsed);
    for (size_t i = 0; i < count; i++) {
        const float *position = crowd->getAgent(int(i))->npos;
        const double point[] = {double(position[0]), double(position[2])};
        std::fwrite(point, sizeof point, 1, stdout);
    }
    std::fflush(stdout);
}

int main(int argc, char **argv) {
    if (argc != 3)
        fail("expected: START RANGE");
    std::vector<Agent> agents = read_start(argv[1]);
    double half = 0;
    for (const Agent &agent : agents)
        half = std::max({half, std::abs(agent.x), std::abs(agent.y)});
    dtCrowd *crowd = dtAllocCrowd();
    if (!crowd->init(int(agents.size()), 0.25f, make_floor(float(half) + 50)))
        fail("no crowd");
    add_agents(crowd, agents, float(std::atof(argv[2])));
    char line[16];
    while (std::fgets(line, sizeof line, stdin)) {
        want(crowd, agents);
        double begin = now_ns();
        crowd->update(0.1f, nullptr);
        tell(crowd, agents.size(), now_ns() - begin);
    }
    return 0;
}
