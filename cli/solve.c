/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* sidestep solve: one step of a scene, with everything that decided it. */

#include "cli.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* The scene after its one step, and the way back from ids to numbers in the file. */
typedef struct scene {
    sst_scenario *scenario;
    sst_world *world;
    size_t count;
    sst_agent_id *ids; /* by number; zero for those that enter later */
    size_t *by_id;     /* numbers, sorted by id */
} scene;

static const scene *sorted_scene; /* qsort has no context */

static int compare_ids(const void *left, const void *right) {
    uint64_t a = sorted_scene->ids[*(const size_t *)left].value;
    uint64_t b = sorted_scene->ids[*(const size_t *)right].value;
    return (a > b) - (a < b);
}

static void sort_numbers(scene *s) {
    for (size_t i = 0; i < s->count; i++)
        s->by_id[i] = i;
    sorted_scene = s;
    qsort(s->by_id, s->count, sizeof *s->by_id, compare_ids);
}

static size_t number_of(const scene *s, sst_agent_id id) {
    size_t low = 0, high = s->count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        *(s->ids[s->by_id[middle]].value <= id.value ? &low : &high) = middle;
    }
    return s->by_id[low];
}

/* --- As JSON ------------------------------------------------------------------------------- */

static json_t *status_list(uint32_t status) {
    json_t *list = json_array();
    for (uint32_t bit = 0; bit < 32; bit++) {
        const char *name = sst_status_name(status & UINT32_C(1) << bit);
        if (name)
            json_array_append_new(list, json_string(name));
    }
    return list;
}

static json_t *neighbor_list(const scene *s, const sst_agent_trace *trace) {
    json_t *list = json_array();
    for (size_t i = 0; i < trace->neighbor_count; i++)
        json_array_append_new(list, json_integer((json_int_t)number_of(s, trace->neighbors[i])));
    return list;
}

/* A half-plane as the field writes it: a point of its line, here the one nearest to velocity zero,
 * and the line's direction, to whose left the permitted side lies. Adding zero drops the sign of
 * -0. */
static json_t *line_list(const sst_half_plane *half_planes, uint32_t count) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < count; i++) {
        double x = (double)half_planes[i].normal.x, y = (double)half_planes[i].normal.y;
        double offset = (double)half_planes[i].offset;
        json_array_append_new(
            list, json_pack("[f, f, f, f]", offset * x + 0.0, offset * y + 0.0, y + 0.0, -x + 0.0));
    }
    return list;
}

/* Where the legs of a cone meet; null where they are all but parallel. */
static json_t *apex_of(const sst_half_plane *legs) {
    double lx = (double)legs[0].normal.x, ly = (double)legs[0].normal.y;
    double rx = (double)legs[1].normal.x, ry = (double)legs[1].normal.y;
    double left = (double)legs[0].offset, right = (double)legs[1].offset;
    double det = lx * ry - ly * rx;
    if (!(fabs(det) > 1e-6))
        return json_null();
    return json_pack("[f, f]", (left * ry - right * ly) / det + 0.0,
                     (lx * right - rx * left) / det + 0.0);
}

/* The half-planes outside each region, one region after the other. */
static json_t *region_list(const scene *s, const sst_agent_trace *trace) {
    const sst_half_plane *lines =
        trace->half_planes + trace->solution.limit_count + trace->solution.obstacle_count;
    uint32_t count = trace->solution.agent_count;
    json_t *list = json_array();
    for (uint32_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && lines[end].source == lines[i].source;)
            end++;
        size_t number = number_of(s, trace->neighbors[lines[i].source]);
        json_t *apex = end - i > 1 ? apex_of(lines + i) : json_null();
        json_array_append_new(list,
                              json_pack("{s:I, s:o, s:o}", "neighbor", (json_int_t)number, "apex",
                                        apex, "lines", line_list(lines + i, end - i)));
    }
    return list;
}

static json_t *agent_object(const scene *s, const sst_agent_trace *trace, sst_model model) {
    const sst_solution *found = &trace->solution;
    const sst_half_plane *lines = trace->half_planes + found->limit_count;
    bool by_half_planes = model == SST_MODEL_ORCA;
    json_t *object = json_pack(
        "{s:[f, f], s:o, s:f, s:o, s:o, s:o}", "velocity", (double)found->velocity.x + 0.0,
        (double)found->velocity.y + 0.0, "status", status_list(found->status), "worst_violation",
        (double)found->worst_violation, "neighbors", neighbor_list(s, trace), "obstacle_lines",
        line_list(lines, found->obstacle_count), by_half_planes ? "agent_lines" : "agent_regions",
        by_half_planes ? line_list(lines + found->obstacle_count, found->agent_count)
                       : region_list(s, trace));
    if (found->limit_count > 0)
        json_object_set_new(object, "limit_lines",
                            line_list(trace->half_planes, found->limit_count));
    return object;
}

/* One agent a line: long scenes stay readable and can be searched. */
static bool print_agent(const scene *s, size_t number) {
    sst_agent_trace trace;
    sst_agent_def def;
    if (!s->ids[number].value) {
        fputs("null", stdout);
        return true;
    }
    if (sst_world_trace_agent(s->world, s->ids[number], &trace) != SST_OK ||
        sst_world_get_agent(s->world, s->ids[number], &def) != SST_OK)
        return false;
    json_t *object = agent_object(s, &trace, def.model);
    bool good = object && cli_print_json(object, JSON_REAL_PRECISION(9), stdout);
    json_decref(object);
    return good;
}

static int print_scene(const scene *s) {
    json_t *name = json_string(sst_scenario_name(s->scenario));
    fputs("{\"name\": ", stdout);
    bool good = name && cli_print_json(name, JSON_ENCODE_ANY, stdout);
    json_decref(name);
    printf(", \"profile\": \"%s\", \"agents\": [",
           sst_scenario_profile(s->scenario) == SST_PROFILE_CLASSIC ? "classic" : "default");
    for (size_t i = 0; good && i < s->count; i++) {
        fputs(i ? ",\n" : "\n", stdout);
        good = print_agent(s, i);
    }
    fputs("\n]}\n", stdout);
    int outcome = cli_finish_stdout();
    if (!good && outcome == SST_DONE)
        fputs("sidestep solve: error: the scene could not be written\n", stderr);
    return good ? outcome : SST_FAILED;
}

/* --- The step ------------------------------------------------------------------------------ */

static sst_result watch_and_step(const scene *s) {
    for (size_t i = 0; i < s->count; i++) {
        sst_result result =
            s->ids[i].value ? sst_world_watch_agent(s->world, s->ids[i], true) : SST_OK;
        if (result != SST_OK)
            return result;
    }
    return sst_world_step(s->world, NULL);
}

static int solve_scene(scene *s, sst_reporter reporter) {
    s->count = sst_scenario_agent_count(s->scenario);
    s->ids = calloc(s->count + 1, sizeof *s->ids);
    s->by_id = calloc(s->count + 1, sizeof *s->by_id);
    if (!s->ids || !s->by_id) {
        fputs("sidestep solve: error: out of memory\n", stderr);
        return SST_FAILED;
    }
    int outcome = (int)sst_scenario_create_world(s->scenario, 1, reporter, &s->world, s->ids);
    if (outcome != SST_DONE)
        return outcome;
    sort_numbers(s);
    sst_result result = watch_and_step(s);
    if (result != SST_OK) {
        fprintf(stderr, "sidestep solve: error: %s\n", sst_result_text(result));
        return SST_FAILED;
    }
    return print_scene(s);
}

typedef struct solve_request {
    const char *scenario;
    cli_list settings;
} solve_request;

static int run(const cli_command *command, int argc, char **argv) {
    solve_request request = {0};
    int code = cli_parse(command, argc, argv, &request);
    if (code >= 0)
        return code;
    scene s = {0};
    sst_reporter reporter = cli_reporter(false);
    code = (int)cli_load_scenario(request.scenario, &request.settings, reporter, &s.scenario);
    if (code == SST_DONE)
        code = solve_scene(&s, reporter);
    sst_world_destroy(s.world);
    sst_scenario_destroy(s.scenario);
    free(s.ids);
    free(s.by_id);
    return code;
}

static const cli_option options[] = {
    CLI_SCENARIO_ARGUMENT(solve_request, scenario), CLI_SET_OPTION(solve_request, settings), {0}};

static const cli_example examples[] = {
    {"sidestep solve scenarios/crossing.yaml", NULL},
    {"sidestep solve scenarios/crossing.yaml --set time_step=0.1 | head -3", NULL},
    {"echo '{agents: [{position: [-1, 0], velocity: [1, 0], preferred_velocity: [1, 0]},\n"
     "                {position: [1, 0], velocity: [-1, 0], preferred_velocity: [-1, 0]}]}' |\n"
     "  sidestep solve -",
     "two agents head-on"},
    {NULL, NULL}};

const cli_command cli_solve_command = {
    .name = "solve",
    .summary = "one step of a scenario, with all that decided it, as JSON",
    .about =
        "Takes one step of a scenario and prints, for each agent, the velocity it takes and all "
        "that decided it, as JSON on standard output.",
    .options = options,
    .examples = examples,
    .details = "Agents come in file order; one that enters later is null. Each has:\n\n"
               "  velocity         the velocity to take [m/s]\n"
               "  status           what could not be guaranteed: relaxed, overlapping, ...\n"
               "  worst_violation  of the half-planes of agents, 0 unless relaxed [m/s]\n"
               "  neighbors        numbers of the agents considered, nearest first\n"
               "  obstacle_lines   half-planes of permitted velocities: [px, py, dx, dy], a\n"
               "  agent_lines      point and a direction, the permitted side being on its left;\n"
               "                   those of agents in the order of neighbors\n"
               "  agent_regions    in place of agent_lines, with the models vo, rvo and hrvo:\n"
               "                   for each neighbor the region it forbids. A velocity that any\n"
               "                   of its lines permits is permitted: left leg, right leg (they\n"
               "                   meet in apex) and, where it is cut off, the tangent of the\n"
               "                   cut-off disc\n"
               "  limit_lines      what its machine can reach, with max_acceleration and the like",
    .run = run};
