/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The one-step reference cases of tests/golden: first the oracle on their half-planes, so that it
 * is trusted for a reason, then the solver from positions to velocity, with neighbours and edges
 * chosen here by brute force, as `classic` does (centre distance, and edges on whose right the
 * agent is, both nearest first); then the world, which chooses by itself. */

#include "harness.h"
#include "oracle/oracle_program.h"
#include "sidestep/world.h"

#include <jansson.h>

enum { MAX_AGENTS = 256, MAX_EDGES = 128, MAX_NEIGHBORS = 32 };

static const char *const case_names[] = {"agents-dense",
                                         "agents-medium",
                                         "agents-mixed",
                                         "agents-overlapping",
                                         "agents-sparse",
                                         "contact-l-shape",
                                         "contact-room-clockwise",
                                         "contact-rotated-blocks",
                                         "contact-u-trap",
                                         "obstacles-four-blocks",
                                         "obstacles-l-shape",
                                         "obstacles-room-clockwise",
                                         "obstacles-rotated-blocks",
                                         "obstacles-u-trap",
                                         "obstacles-walls"};
enum { CASE_COUNT = sizeof case_names / sizeof *case_names };

static double worst_velocity, worst_line, worst_violation;

static void worsen(double *worst, double value) {
    *worst = fmax(*worst, value);
}

/* --- Reading ------------------------------------------------------------------------------- */

static json_t *load(const char *name) {
    char path[512];
    snprintf(path, sizeof path, "%s/tests/golden/%s.json", SIDESTEP_SOURCE_DIR, name);
    json_error_t error;
    json_t *scene = json_load_file(path, 0, &error);
    CHECK_MSG(scene, "%s: %s", path, error.text);
    return scene;
}

static double number_of(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    CHECK_MSG(json_is_number(value), "no number %s", key);
    return json_number_value(value);
}

static double item(const json_t *array, size_t index) {
    return json_number_value(json_array_get(array, index));
}

static oracle_vec vector(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    CHECK_MSG(json_array_size(value) == 2, "no vector %s", key);
    return (oracle_vec){item(value, 0), item(value, 1)};
}

/* --- The oracle on the expected half-planes ------------------------------------------------- */

static void add_lines(oracle_program *program, const json_t *lines, int level) {
    for (size_t i = 0; i < json_array_size(lines); i++) {
        const json_t *line = json_array_get(lines, i);
        oracle_vec q = {item(line, 0), item(line, 1)}, n = {-item(line, 3), item(line, 2)};
        program->lines[program->count++] = (oracle_line){n, n.x * q.x + n.y * q.y, level};
    }
}

static oracle_program expected_program(const json_t *agent, const json_t *expected) {
    oracle_program program = {.max_speed = number_of(agent, "max_speed"),
                              .preferred = vector(agent, "preferred_velocity")};
    add_lines(&program, json_object_get(expected, "obstacle_lines"), 0);
    add_lines(&program, json_object_get(expected, "agent_lines"), 2);
    return program;
}

static void compare_velocity(const char *name, size_t index, oracle_vec v, const json_t *expected) {
    oracle_vec e = vector(expected, "velocity");
    double apart = fmax(fabs(v.x - e.x), fabs(v.y - e.y));
    worsen(&worst_velocity, apart);
    CHECK_MSG(apart <= 2e-4, "%s agent %zu: velocity (%.9g, %.9g), expected (%.9g, %.9g)", name,
              index, v.x, v.y, e.x, e.y);
}

static void compare_violation(const char *name, size_t index, double violation,
                              const json_t *expected) {
    double apart = fabs(violation - number_of(expected, "worst_violation"));
    worsen(&worst_violation, apart);
    CHECK_MSG(apart <= 2e-4, "%s agent %zu: violation %.9g, expected %.9g", name, index, violation,
              number_of(expected, "worst_violation"));
}

typedef void check_agent(const char *name, const json_t *scene, size_t index);

static void print_worst(void) {
    printf("     worst velocity %.2e m/s, violation %.2e m/s, line %.2e\n", worst_velocity,
           worst_violation, worst_line);
}

static void for_all_agents(check_agent *check) {
    worst_velocity = worst_line = worst_violation = 0;
    for (int i = 0; i < CASE_COUNT; i++) {
        json_t *scene = load(case_names[i]);
        size_t count = json_array_size(json_object_get(scene, "agents"));
        CHECK_MSG(count > 0 && count <= MAX_AGENTS, "%s has %zu agents", case_names[i], count);
        for (size_t j = 0; j < count; j++)
            check(case_names[i], scene, j);
        json_decref(scene);
    }
    print_worst();
}

static void check_oracle(const char *name, const json_t *scene, size_t index) {
    const json_t *agent = json_array_get(json_object_get(scene, "agents"), index);
    const json_t *expected = json_array_get(json_object_get(scene, "expected"), index);
    oracle_program program = expected_program(agent, expected);
    oracle_answer answer = oracle_solve(&program);
    compare_velocity(name, index, answer.v, expected);
    compare_violation(name, index, answer.violation[2], expected);
}

/* --- The solver from positions to velocity --------------------------------------------------- */

typedef struct {
    double rank; /* distance: nearest first, ties by number */
    size_t number;
} ranked;

static int by_rank(const void *a, const void *b) {
    const ranked *p = a, *q = b;
    if (p->rank != q->rank)
        return p->rank < q->rank ? -1 : 1;
    return (p->number > q->number) - (p->number < q->number);
}

static sst_vec2 float_vector(const json_t *object, const char *key) {
    oracle_vec v = vector(object, key);
    return (sst_vec2){(float)v.x, (float)v.y};
}

static sst_neighbor neighbor_of(const json_t *agent, const json_t *other, size_t number) {
    oracle_vec x = vector(agent, "position"), y = vector(other, "position");
    return (sst_neighbor){.position = {(float)(y.x - x.x), (float)(y.y - x.y)},
                          .velocity = float_vector(other, "velocity"),
                          .radius = (float)number_of(other, "radius"),
                          .time_horizon = (float)number_of(other, "time_horizon"),
                          .responsibility = 0.5f,
                          .key = number};
}

static size_t collect_neighbors(const json_t *agents, size_t self, sst_neighbor *neighbors) {
    const json_t *agent = json_array_get(agents, self);
    ranked all[MAX_AGENTS];
    size_t count = 0, most = (size_t)number_of(agent, "max_neighbors");
    for (size_t i = 0; i < json_array_size(agents); i++) {
        oracle_vec x = vector(agent, "position"), y = vector(json_array_get(agents, i), "position");
        double apart = hypot(y.x - x.x, y.y - x.y);
        if (i != self && apart < number_of(agent, "neighbor_dist"))
            all[count++] = (ranked){apart, i};
    }
    qsort(all, count, sizeof *all, by_rank);
    count = count < most ? count : most;
    for (size_t i = 0; i < count; i++)
        neighbors[i] = neighbor_of(agent, json_array_get(agents, all[i].number), all[i].number);
    return count;
}

/* Twice the signed area: positive if the vertices run counter-clockwise. */
static double winding(const sst_vec2 *vertices, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        sst_vec2 p = vertices[i], q = vertices[(i + 1) % count];
        sum += (double)p.x * (double)q.y - (double)p.y * (double)q.x;
    }
    return sum;
}

/* A clockwise outline is a room: its free side, like that of all others, is on the right of its
 * edges. */
static size_t outline_edges(const json_t *outline, sst_vec2 origin, sst_edge *edges) {
    sst_vec2 vertices[MAX_EDGES];
    size_t count = json_array_size(outline);
    for (size_t i = 0; i < count; i++) {
        const json_t *vertex = json_array_get(outline, i);
        vertices[i] = (sst_vec2){(float)item(vertex, 0), (float)item(vertex, 1)};
    }
    sst_result result = sst_edges_from_outline(vertices, count, count > 2, origin, edges);
    CHECK_MSG(result == SST_OK, "outline refused: %s", sst_result_text(result));
    for (size_t i = 0; i < count && count > 2 && winding(vertices, count) < 0; i++)
        edges[i].flags &= ~(uint32_t)SST_EDGE_FREE_LEFT;
    return count > 2 ? count : 1;
}

static bool sees(const sst_edge *edge) {
    double side = (double)edge->direction.x * -(double)edge->from.y +
                  (double)edge->direction.y * (double)edge->from.x;
    return side < 0 || (side > 0 && (edge->flags & SST_EDGE_TWO_SIDED));
}

static size_t collect_edges(const json_t *outlines, const json_t *agent, sst_edge *edges) {
    sst_edge all[MAX_EDGES];
    ranked order[MAX_EDGES];
    size_t count = 0, kept = 0;
    double reach = number_of(agent, "time_horizon_obst") * number_of(agent, "max_speed") +
                   number_of(agent, "radius");
    for (size_t i = 0; i < json_array_size(outlines); i++)
        count += outline_edges(json_array_get(outlines, i), float_vector(agent, "position"),
                               all + count);
    for (size_t i = 0; i < count; i++)
        if ((double)sst_edge_distance(&all[i]) < reach && sees(&all[i]))
            order[kept++] = (ranked){(double)sst_edge_distance(&all[i]), i};
    qsort(order, kept, sizeof *order, by_rank);
    for (size_t i = 0; i < kept; i++)
        edges[i] = all[order[i].number];
    return kept;
}

static sst_solve_agent solve_agent(const json_t *agent, size_t index) {
    return (sst_solve_agent){.velocity = float_vector(agent, "velocity"),
                             .preferred_velocity = float_vector(agent, "preferred_velocity"),
                             .radius = (float)number_of(agent, "radius"),
                             .max_speed = (float)number_of(agent, "max_speed"),
                             .time_horizon = (float)number_of(agent, "time_horizon"),
                             .time_horizon_obst = (float)number_of(agent, "time_horizon_obst"),
                             .key = index};
}

/* The same direction, and the expected point on the line. */
static void compare_lines(const char *name, size_t index, const sst_half_plane *lines, size_t count,
                          const json_t *expected) {
    CHECK_MSG(count == json_array_size(expected), "%s agent %zu: %zu lines, expected %zu", name,
              index, count, json_array_size(expected));
    for (size_t i = 0; i < count && i < json_array_size(expected); i++) {
        const json_t *line = json_array_get(expected, i);
        double px = item(line, 0), py = item(line, 1), dx = item(line, 2), dy = item(line, 3);
        double nx = (double)lines[i].normal.x, ny = (double)lines[i].normal.y;
        double off = fabs(nx * px + ny * py - (double)lines[i].offset);
        double apart = fmax(fmax(fabs(ny - dx), fabs(-nx - dy)), off);
        apart /= fmax(1, fmax(fabs(px), fabs(py)));
        worsen(&worst_line, apart);
        CHECK_MSG(apart <= 1e-4, "%s agent %zu line %zu: (%.9g, %.9g) >= %.9g off by %.3g", name,
                  index, i, nx, ny, (double)lines[i].offset, apart);
    }
}

static void compare_neighbors(const char *name, size_t index, const sst_neighbor *neighbors,
                              size_t count, const json_t *expected) {
    CHECK_MSG(count == json_array_size(expected), "%s agent %zu: %zu neighbours, expected %zu",
              name, index, count, json_array_size(expected));
    for (size_t i = 0; i < count && i < json_array_size(expected); i++)
        CHECK_MSG(neighbors[i].key == (uint64_t)item(expected, i),
                  "%s agent %zu: neighbour %zu is %llu", name, index, i,
                  (unsigned long long)neighbors[i].key);
}

static void check_solver(const char *name, const json_t *scene, size_t index) {
    const json_t *agents = json_object_get(scene, "agents"), *agent = json_array_get(agents, index);
    const json_t *expected = json_array_get(json_object_get(scene, "expected"), index);
    sst_solve_params params;
    sst_solve_params_init(&params, SST_PROFILE_CLASSIC, (float)number_of(scene, "time_step"));
    sst_neighbor neighbors[MAX_NEIGHBORS];
    sst_edge edges[MAX_EDGES];
    sst_half_plane lines[SST_SOLVE_SCRATCH(MAX_NEIGHBORS, MAX_EDGES)];
    size_t neighbor_count = collect_neighbors(agents, index, neighbors);
    size_t edge_count = collect_edges(json_object_get(scene, "obstacles"), agent, edges);
    sst_solve_agent self = solve_agent(agent, index);
    sst_solution solution;
    sst_result result = sst_solve(&params, &self, neighbors, neighbor_count, edges, edge_count,
                                  lines, sizeof lines / sizeof *lines, &solution);
    REQUIRE(result == SST_OK);
    oracle_vec v = {(double)solution.velocity.x, (double)solution.velocity.y};
    compare_neighbors(name, index, neighbors, neighbor_count,
                      json_object_get(expected, "neighbors"));
    compare_lines(name, index, lines, solution.obstacle_count,
                  json_object_get(expected, "obstacle_lines"));
    compare_lines(name, index, lines + solution.obstacle_count, solution.agent_count,
                  json_object_get(expected, "agent_lines"));
    compare_velocity(name, index, v, expected);
    compare_violation(name, index, (double)solution.worst_violation, expected);
}

TEST(solver_agrees_with_the_references) {
    for_all_agents(check_solver);
}

/* --- The world from a scene to velocities ---------------------------------------------------- */

typedef struct {
    sst_world *world;
    sst_agent_id ids[MAX_AGENTS];
    size_t count;
} built;

static void add_agent(built *b, const json_t *agent) {
    sst_agent_def def;
    sst_agent_def_init(&def);
    oracle_vec x = vector(agent, "position");
    def.position = (sst_point){x.x, x.y};
    def.velocity = float_vector(agent, "velocity");
    def.preferred_velocity = float_vector(agent, "preferred_velocity");
    def.radius = (float)number_of(agent, "radius");
    def.max_speed = (float)number_of(agent, "max_speed");
    def.neighbor_dist = (float)number_of(agent, "neighbor_dist");
    def.max_neighbors = (uint32_t)number_of(agent, "max_neighbors");
    def.time_horizon = (float)number_of(agent, "time_horizon");
    def.time_horizon_obst = (float)number_of(agent, "time_horizon_obst");
    CHECK(sst_world_add_agent(b->world, &def, &b->ids[b->count]) == SST_OK);
    CHECK(sst_world_watch_agent(b->world, b->ids[b->count++], true) == SST_OK);
}

static void add_obstacle(sst_world *world, const json_t *outline) {
    sst_point vertices[MAX_EDGES];
    sst_obstacle_def def;
    sst_obstacle_def_init(&def);
    def.vertices = vertices;
    def.vertex_count = json_array_size(outline);
    for (size_t i = 0; i < def.vertex_count; i++) {
        const json_t *vertex = json_array_get(outline, i);
        vertices[i] = (sst_point){item(vertex, 0), item(vertex, 1)};
    }
    sst_obstacle_id id;
    CHECK(sst_world_add_obstacle(world, &def, &id, NULL) == SST_OK);
}

static built build_world(const json_t *scene) {
    const json_t *agents = json_object_get(scene, "agents");
    const json_t *outlines = json_object_get(scene, "obstacles");
    sst_world_def def;
    sst_world_def_init(&def, SST_PROFILE_CLASSIC);
    def.solve.time_step = (float)number_of(scene, "time_step");
    built b = {.count = 0};
    CHECK(sst_world_create(&def, &b.world) == SST_OK);
    for (size_t i = 0; i < json_array_size(outlines); i++)
        add_obstacle(b.world, json_array_get(outlines, i));
    for (size_t i = 0; i < json_array_size(agents); i++)
        add_agent(&b, json_array_get(agents, i));
    return b;
}

static void check_trace(const char *name, const built *b, size_t index, const json_t *expected) {
    sst_agent_trace trace;
    REQUIRE(sst_world_trace_agent(b->world, b->ids[index], &trace) == SST_OK);
    const json_t *neighbors = json_object_get(expected, "neighbors");
    const sst_solution *s = &trace.solution;
    CHECK_MSG(trace.neighbor_count == json_array_size(neighbors), "%s agent %zu: %zu neighbours",
              name, index, trace.neighbor_count);
    for (size_t i = 0; i < trace.neighbor_count && i < json_array_size(neighbors); i++)
        CHECK_MSG(trace.neighbors[i].value == b->ids[(size_t)item(neighbors, i)].value,
                  "%s agent %zu: another neighbour %zu", name, index, i);
    compare_lines(name, index, trace.half_planes, s->obstacle_count,
                  json_object_get(expected, "obstacle_lines"));
    compare_lines(name, index, trace.half_planes + s->obstacle_count, s->agent_count,
                  json_object_get(expected, "agent_lines"));
    compare_velocity(name, index, (oracle_vec){(double)s->velocity.x, (double)s->velocity.y},
                     expected);
    compare_violation(name, index, (double)s->worst_violation, expected);
}

TEST(world_agrees_with_the_references) {
    worst_velocity = worst_line = worst_violation = 0;
    for (int i = 0; i < CASE_COUNT; i++) {
        json_t *scene = load(case_names[i]);
        built b = build_world(scene);
        CHECK(sst_world_step(b.world, NULL) == SST_OK);
        for (size_t j = 0; j < b.count; j++)
            check_trace(case_names[i], &b, j,
                        json_array_get(json_object_get(scene, "expected"), j));
        sst_world_destroy(b.world);
        json_decref(scene);
    }
    print_worst();
}

TEST(oracle_agrees_with_the_references) {
    for_all_agents(check_oracle);
}

SUITE(golden_solve, CASE(oracle_agrees_with_the_references),
      CASE(solver_agrees_with_the_references), CASE(world_agrees_with_the_references))
