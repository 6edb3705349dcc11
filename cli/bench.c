/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* sidestep bench: what a step costs.
 *
 * What is timed is what a host does each step: preferred velocities go in through the view, in the
 * order of slots, the world steps, and positions and velocities are read back. Where the agents
 * want to go is worked out outside the time. One thread is charged for the processor's time that it
 * used, several for the time on the wall. */

#include "bench_scene.h"
#include "cli.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const cli_choice isas[] = {{"auto", "the widest that the processor has"},
                                  {"scalar", "plain C"},
                                  {"sse2", "four agents at a time"},
                                  {"avx2", "eight"},
                                  {"avx512", "sixteen"},
                                  {"neon", "four, on ARM"},
                                  {"wasm", "four, in WebAssembly"},
                                  {NULL, NULL}};

static const double RADIUS = 0.25, MAX_SPEED = 1.5, TIME_STEP = 0.1;

typedef struct bench_request {
    int scene, profile, isa; /* isa: an sst_isa */
    uint64_t agents, max_neighbors, steps, warm_up, threads, edges;
    double density, neighbor_dist, time_horizon;
    bool shuffled, json, csv;
} bench_request;

/* A step's time in parts [ns]; the stages are the world's own, on the wall's clock. */
typedef enum bench_part { PART_ALL, PART_INDEX, PART_DECIDE, PART_MOVE, PART_COUNT } bench_part;
static const char *const part_names[] = {"all", "index", "decide", "move"};

/* What the host holds, in its own order. */
typedef struct bench_run {
    const bench_request *request;
    bench_scene_def scene_def;
    bench_scene scene;
    sst_world *world;
    sst_vec2 *wanted, *velocities; /* [agents] */
    sst_point *positions;
    double *times[PART_COUNT]; /* [steps] */
    uint64_t relaxed, neighbors, edges;
} bench_run;

/* --- The world ----------------------------------------------------------------------------- */

static sst_result add_agents(const bench_run *run) {
    sst_agent_def def;
    sst_agent_id id;
    sst_agent_def_init(&def);
    def.radius = (float)RADIUS;
    def.max_speed = (float)MAX_SPEED;
    def.max_neighbors = (uint32_t)run->request->max_neighbors;
    def.neighbor_dist = (float)run->request->neighbor_dist;
    def.time_horizon = (float)run->request->time_horizon;
    sst_result result = SST_OK;
    for (size_t i = 0; i < run->scene.count && result == SST_OK; i++) {
        def.position = run->scene.starts[i];
        result = sst_world_add_agent(run->world, &def, &id);
    }
    return result;
}

static sst_result make_world(bench_run *run) {
    sst_world_def def;
    sst_world_def_init(&def, cli_profile_of(run->request->profile));
    def.solve.time_step = (float)TIME_STEP;
    def.worker_count = (uint32_t)run->request->threads;
    def.isa = (sst_isa)run->request->isa;
    sst_result result = sst_world_create(&def, &run->world);
    if (result == SST_OK)
        result = sst_world_reserve(run->world, run->scene.count, run->scene.edge_count);
    if (result == SST_OK)
        result = bench_scene_add_blocks(&run->scene_def, run->world);
    return result == SST_OK ? add_agents(run) : result;
}

/* --- Steps --------------------------------------------------------------------------------- */

static double now_ns(const bench_run *run) {
    struct timespec now;
    clock_gettime(run->request->threads == 1 ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &now);
    return 1e9 * (double)now.tv_sec + (double)now.tv_nsec;
}

/* Towards the goal, and slower in the last metres. */
static sst_vec2 towards(sst_point from, sst_point to) {
    double x = to.x - from.x, y = to.y - from.y, distance = sqrt(x * x + y * y);
    double scale = distance > MAX_SPEED ? MAX_SPEED / distance : 1;
    return (sst_vec2){(float)(x * scale), (float)(y * scale)};
}

static void want(bench_run *run) {
    for (size_t i = 0; i < run->scene.count; i++)
        run->wanted[i] = towards(run->positions[i], run->scene.goals[i]);
}

static void write_wanted(const bench_run *run, const sst_agent_view *view) {
    for (size_t i = 0; i < view->count; i++) {
        view->preferred_x[i] = run->wanted[i].x;
        view->preferred_y[i] = run->wanted[i].y;
    }
}

static void read_back(bench_run *run, const sst_agent_view *view) {
    for (size_t i = 0; i < view->count; i++) {
        run->positions[i] = (sst_point){view->position_x[i], view->position_y[i]};
        run->velocities[i] = (sst_vec2){view->velocity_x[i], view->velocity_y[i]};
    }
}

static sst_result step(bench_run *run, double *elapsed, sst_step_report *report) {
    sst_agent_view view;
    want(run);
    double begin = now_ns(run);
    sst_world_view_agents(run->world, &view);
    write_wanted(run, &view);
    sst_result result = sst_world_step(run->world, report);
    sst_world_view_agents(run->world, &view);
    read_back(run, &view);
    *elapsed = now_ns(run) - begin;
    return result;
}

static void keep(bench_run *run, size_t number, double elapsed, const sst_step_report *report) {
    const double parts[] = {elapsed, (double)report->index_ns, (double)report->decide_ns,
                            (double)report->move_ns};
    for (size_t part = 0; part < PART_COUNT; part++)
        run->times[part][number] = parts[part];
    run->relaxed += report->relaxed;
    run->neighbors += report->neighbor_count;
    run->edges += report->edge_count;
}

static sst_result take_steps(bench_run *run) {
    double elapsed;
    sst_step_report report;
    sst_result result = SST_OK;
    memcpy(run->positions, run->scene.starts, run->scene.count * sizeof *run->positions);
    for (uint64_t i = 0; i < run->request->warm_up && result == SST_OK; i++)
        result = step(run, &elapsed, &report);
    for (uint64_t i = 0; i < run->request->steps && result == SST_OK; i++) {
        result = step(run, &elapsed, &report);
        keep(run, i, elapsed, &report);
    }
    return result;
}

/* --- Figures ------------------------------------------------------------------------------- */

static int compare_numbers(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static json_t *figures_of(bench_run *run) {
    const bench_request *r = run->request;
    double agents = (double)r->agents, agent_steps = agents * (double)r->steps;
    char hash[32], name[64];
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)sst_world_hash(run->world));
    json_t *figures =
        json_pack("{s:s, s:I, s:f, s:I, s:f, s:f, s:I, s:I, s:I, s:s, s:s, s:b}", "scene",
                  run->scene_def.kind == BENCH_GRID     ? "grid"
                  : run->scene_def.kind == BENCH_CIRCLE ? "circle"
                                                        : "city",
                  "agents", (json_int_t)r->agents, "density", r->density, "max_neighbors",
                  (json_int_t)r->max_neighbors, "neighbor_dist", r->neighbor_dist, "time_horizon",
                  r->time_horizon, "edges", (json_int_t)run->scene.edge_count, "steps",
                  (json_int_t)r->steps, "threads", (json_int_t)r->threads, "isa", isas[r->isa].word,
                  "profile", cli_profiles[r->profile].word, "shuffled", (int)r->shuffled);
    for (size_t part = 0; part < PART_COUNT; part++) {
        double *times = run->times[part];
        qsort(times, r->steps, sizeof *times, compare_numbers);
        const char *infix = part == PART_ALL ? "per_agent_step" : part_names[part];
        snprintf(name, sizeof name, "ns_%s_min", infix);
        json_object_set_new(figures, name, json_real(times[0] / agents));
        snprintf(name, sizeof name, "ns_%s_median", infix);
        json_object_set_new(figures, name, json_real(times[r->steps / 2] / agents));
    }
    json_object_set_new(figures, "neighbors_mean", json_real((double)run->neighbors / agent_steps));
    json_object_set_new(figures, "edges_mean", json_real((double)run->edges / agent_steps));
    json_object_set_new(figures, "relaxed_share", json_real((double)run->relaxed / agent_steps));
    json_object_set_new(figures, "state_hash", json_string(hash));
    return figures;
}

static void print_value(const json_t *value) {
    if (json_is_real(value))
        printf("%.6g", json_real_value(value));
    else if (json_is_integer(value))
        printf("%lld", (long long)json_integer_value(value));
    else if (json_is_string(value))
        fputs(json_string_value(value), stdout);
    else
        fputs(json_is_true(value) ? "true" : "false", stdout);
}

static void print_csv(json_t *figures) {
    const char *key, *joint = "";
    json_t *value;
    json_object_foreach(figures, key, value) {
        printf("%s%s", joint, key);
        joint = ",";
    }
    joint = "\n";
    json_object_foreach(figures, key, value) {
        fputs(joint, stdout);
        print_value(value);
        joint = ",";
    }
    putchar('\n');
}

static void print_lines(json_t *figures) {
    const char *key;
    json_t *value;
    json_object_foreach(figures, key, value) {
        printf("%-26s ", key);
        print_value(value);
        putchar('\n');
    }
}

static void print_figures(bench_run *run) {
    json_t *figures = figures_of(run);
    if (run->request->json) {
        if (cli_print_json(figures, JSON_INDENT(2) | JSON_REAL_PRECISION(12), stdout))
            putchar('\n');
    } else if (run->request->csv) {
        print_csv(figures);
    } else {
        print_lines(figures);
    }
    json_decref(figures);
}

/* --- Command line -------------------------------------------------------------------------- */

static bool allocate(bench_run *run) {
    size_t agents = run->scene.count;
    run->wanted = malloc(agents * sizeof *run->wanted);
    run->velocities = malloc(agents * sizeof *run->velocities);
    run->positions = malloc(agents * sizeof *run->positions);
    bool all = run->wanted && run->velocities && run->positions;
    for (size_t part = 0; part < PART_COUNT; part++) {
        run->times[part] = malloc(run->request->steps * sizeof(double));
        all = all && run->times[part];
    }
    return all;
}

static void release(bench_run *run) {
    sst_world_destroy(run->world);
    bench_scene_release(&run->scene);
    free(run->wanted);
    free(run->velocities);
    free(run->positions);
    for (size_t part = 0; part < PART_COUNT; part++)
        free(run->times[part]);
}

static int measure(const cli_command *command, const bench_request *request) {
    bench_run run = {.request = request,
                     .scene_def = {request->scene, request->agents, request->density,
                                   request->edges, RADIUS, request->shuffled}};
    sst_result result = SST_ERROR_OUT_OF_MEMORY;
    if (bench_scene_make(&run.scene_def, &run.scene) && allocate(&run))
        result = make_world(&run);
    if (result == SST_OK)
        result = take_steps(&run);
    if (result == SST_OK)
        print_figures(&run);
    else if (result == SST_ERROR_ISA)
        cli_misused(command, "--isa: found %s, but %s", isas[request->isa].word,
                    sst_result_text(result));
    else
        fprintf(stderr, "sidestep bench: error: %s\n", sst_result_text(result));
    release(&run);
    if (result != SST_OK)
        return result == SST_ERROR_ISA ? SST_BAD_INPUT : SST_FAILED;
    return cli_finish_stdout();
}

static int run_bench(const cli_command *command, int argc, char **argv) {
    bench_request request = {.agents = 10000,
                             .max_neighbors = 10,
                             .steps = 100,
                             .warm_up = 10,
                             .threads = 1,
                             .edges = 10000,
                             .density = 0.5,
                             .neighbor_dist = 5,
                             .time_horizon = 2};
    int code = cli_parse(command, argc, argv, &request);
    if (code >= 0)
        return code;
    if (request.json && request.csv)
        return cli_misused(command, "found --json and --csv, expected one");
    return measure(command, &request);
}

static const cli_choice scenes[] = {
    {"grid", "agents on a jittered grid, with goals anywhere in it"},
    {"circle", "agents on a circle, with goals opposite"},
    {"city", "agents in the streets between blocks, walking along them"},
    {NULL, NULL}};

static const cli_option options[] = {
    {.name = "scene",
     .kind = CLI_CHOICE,
     .choices = scenes,
     .meaning = "the crowd; default: grid",
     .place = offsetof(bench_request, scene)},
    {.name = "agents",
     .kind = CLI_COUNT,
     .value = "N",
     .least = 1,
     .most = 1e8,
     .meaning = "how many agents; default 10000",
     .place = offsetof(bench_request, agents)},
    {.name = "density",
     .kind = CLI_NUMBER,
     .value = "D",
     .least = 1e-6,
     .most = 1e3,
     .meaning = "agents a square metre; default 0.5",
     .more = "in the city of what walls leave free; on the circle they stand 1/sqrt(D) m apart",
     .place = offsetof(bench_request, density)},
    {.name = "max-neighbors",
     .kind = CLI_COUNT,
     .value = "K",
     .least = 0,
     .most = 1024,
     .meaning = "neighbours that each agent heeds at most; default 10",
     .place = offsetof(bench_request, max_neighbors)},
    {.name = "neighbor-dist",
     .kind = CLI_NUMBER,
     .value = "R",
     .least = 0,
     .most = 1e6,
     .meaning = "how far each agent sees others, in metres; default 5",
     .place = offsetof(bench_request, neighbor_dist)},
    {.name = "time-horizon",
     .kind = CLI_NUMBER,
     .value = "T",
     .least = 1e-6,
     .most = 1e6,
     .meaning = "seconds that agents look ahead; default 2",
     .place = offsetof(bench_request, time_horizon)},
    {.name = "edges",
     .kind = CLI_COUNT,
     .value = "N",
     .least = 0,
     .most = 1e7,
     .meaning = "edges of the city's blocks at most; default 10000",
     .more = "0: the same crowd without blocks",
     .place = offsetof(bench_request, edges)},
    {.name = "shuffle",
     .kind = CLI_FLAG,
     .meaning = "order the agents at random, not by where they are",
     .place = offsetof(bench_request, shuffled)},
    {.name = "steps",
     .kind = CLI_COUNT,
     .value = "N",
     .least = 1,
     .most = 1e6,
     .meaning = "how many steps of 0.1 s are timed; default 100",
     .place = offsetof(bench_request, steps)},
    {.name = "warm-up",
     .kind = CLI_COUNT,
     .value = "N",
     .least = 0,
     .most = 1e6,
     .meaning = "steps taken before, untimed; default 10",
     .place = offsetof(bench_request, warm_up)},
    {.name = "threads",
     .kind = CLI_COUNT,
     .value = "N",
     .least = 1,
     .most = 256,
     .meaning = "step with N threads; default 1",
     .more = "one is charged for its processor time, several for wall-clock time",
     .place = offsetof(bench_request, threads)},
    {.name = "isa",
     .kind = CLI_CHOICE,
     .choices = isas,
     .meaning = "the instruction set to step with; default: auto",
     .place = offsetof(bench_request, isa)},
    {.name = "profile",
     .kind = CLI_CHOICE,
     .choices = cli_profiles,
     .meaning = "the set of rules; default: default",
     .place = offsetof(bench_request, profile)},
    CLI_JSON_OPTION(bench_request, json, "print the figures as JSON"),
    {.name = "csv",
     .kind = CLI_FLAG,
     .meaning = "print the figures as CSV, with a line of names",
     .place = offsetof(bench_request, csv)},
    {0}};

static const cli_example examples[] = {
    {"sidestep bench --profile classic", NULL},
    {"sidestep bench --agents 1000000 --steps 10 --threads 2 --json", NULL},
    {NULL, NULL}};

const cli_command cli_bench_command = {
    .name = "bench",
    .summary = "measure what a step costs",
    .about = "Steps a crowd made for measuring, and tells the time for each agent and step, least "
             "and median, with what was done in it. Giving preferred velocities and reading "
             "positions and velocities back are part of that time. Agents have a radius of 0.25 m "
             "and a max speed of 1.5 m/s.",
    .options = options,
    .examples = examples,
    .details = "ns_index, ns_decide and ns_move are the stages of the step on the wall's clock. "
               "state_hash tells the state after the last step: the same for any number of "
               "threads and any instruction set. docs/benchmarks.md has measurements, and "
               "comparisons with other "
               "libraries.",
    .run = run_bench};
