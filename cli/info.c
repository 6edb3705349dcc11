/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* sidestep info: what a recording is. */

#include "recording_options.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>

typedef struct info_request {
    const char *path;
    cli_recording_request recording;
    bool json, scenario, agents, collisions, stuck;
} info_request;

static void print_text(const char *what, const char *text) {
    if (text && *text)
        printf("  %-22s %s\n", what, text);
}

static void print_info(const char *path, const sst_recording_info *info) {
    printf("%s: %s%s\n", path, info->kind, info->unfinished ? ", of a run that did not end" : "");
    print_text("scenario", info->scenario_name);
    print_text("profile", info->profile);
    print_text("recorded by version", info->version);
    if (info->has_seed)
        printf("  %-22s %" PRIu64 "\n", "seed", info->seed);
    if (info->has_state_hash)
        printf("  %-22s %016" PRIx64 "\n", "state hash", info->state_hash);
    printf("  %-22s %zu\n", "agents", info->agents);
    printf("  %-22s %" PRIu64 " with agents, %.10g a second\n", "frames", info->frames,
           1 / (info->time_step * (double)info->every));
    printf("  %-22s %" PRIu64 "\n", "rows", info->rows);
    if (info->rows == 0)
        return;
    printf("  %-22s %.10g s, from %.10g s to %.10g s\n", "duration",
           info->last_time - info->first_time, info->first_time, info->last_time);
    printf("  %-22s x %.3f to %.3f m, y %.3f to %.3f m\n", "places", info->least.x, info->most.x,
           info->least.y, info->most.y);
}

static json_t *text_or_null(const char *text) {
    return text && *text ? json_string(text) : json_null();
}

static json_t *number_or_null(double value) {
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *hash_or_null(const sst_recording_info *info) {
    char hash[17];
    snprintf(hash, sizeof hash, "%016" PRIx64, info->state_hash);
    return info->has_state_hash ? json_string(hash) : json_null();
}

/* A seed may be larger than JSON's integers here. */
static json_t *seed_or_null(const sst_recording_info *info) {
    if (!info->has_seed)
        return json_null();
    return info->seed <= INT64_MAX ? json_integer((json_int_t)info->seed)
                                   : json_real((double)info->seed);
}

static int print_json(const sst_recording_info *info) {
    double rate = 1 / (info->time_step * (double)info->every);
    json_t *object = json_pack(
        "{s:s, s:o, s:o, s:o, s:o, s:o, s:b, s:I, s:I, s:I, s:f, s:f, s:o, s:o, s:[oo], s:[oo], "
        "s:o}",
        "kind", info->kind, "scenario_name", text_or_null(info->scenario_name), "profile",
        text_or_null(info->profile), "version", text_or_null(info->version), "seed",
        seed_or_null(info), "state_hash", hash_or_null(info), "unfinished", (int)info->unfinished,
        "agents", (json_int_t)info->agents, "frames", (json_int_t)info->frames, "rows",
        (json_int_t)info->rows, "frame_rate", rate, "time_step", info->time_step, "first_time",
        number_or_null(info->first_time), "last_time", number_or_null(info->last_time), "least",
        number_or_null(info->least.x), number_or_null(info->least.y), "most",
        number_or_null(info->most.x), number_or_null(info->most.y), "geometry",
        text_or_null(info->geometry));
    bool written =
        object && cli_print_json(object, JSON_INDENT(2) | JSON_REAL_PRECISION(12), stdout);
    json_decref(object);
    if (written)
        putchar('\n');
    return written ? SST_DONE : SST_FAILED;
}

static int print_scenario(const char *path, const sst_recording_info *info) {
    if (!info->scenario || !*info->scenario) {
        fprintf(stderr, "%s: error: the recording does not hold its scenario\n", path);
        return SST_BAD_INPUT;
    }
    fputs(info->scenario, stdout);
    return SST_DONE;
}

static int inspect(const info_request *request) {
    const char *path = request->path;
    if (request->agents || request->collisions || request->stuck) {
        sst_table table = request->agents       ? SST_TABLE_AGENTS
                          : request->collisions ? SST_TABLE_COLLISIONS
                                                : SST_TABLE_STUCK;
        return (int)sst_recording_export(path, table, "-", cli_reporter(false));
    }
    sst_recording_info info = {0};
    sst_recording_options options = cli_recording_options(&request->recording);
    int code = (int)sst_recording_inspect(path, &options, cli_reporter(false), &info);
    if (code != SST_DONE)
        return code;
    if (request->scenario)
        code = print_scenario(path, &info);
    else if (request->json)
        code = print_json(&info);
    else
        print_info(path, &info);
    sst_recording_info_free(&info);
    int written = cli_finish_stdout();
    return code != SST_DONE ? code : written;
}

static int run(const cli_command *command, int argc, char **argv) {
    info_request request = {.recording = CLI_RECORDING_REQUEST};
    int code = cli_parse(command, argc, argv, &request);
    if (code >= 0)
        return code;
    if (request.json + request.scenario + request.agents + request.collisions + request.stuck > 1)
        return cli_misused(
            command, "expected at most one of --json, --scenario, --agents, --collisions, --stuck");
    return inspect(&request);
}

static const cli_option options[] = {
    CLI_RECORDING_ARGUMENT(info_request, path, "RECORDING"),
    CLI_JSON_OPTION(info_request, json, "the same as JSON; what is not known is null"),
    {.name = "scenario",
     .kind = CLI_FLAG,
     .meaning = "print the scenario that the recording holds",
     .place = offsetof(info_request, scenario)},
    {.name = "agents",
     .kind = CLI_FLAG,
     .meaning = "print its agents and their figures as CSV",
     .more = "of HDF5; columns: docs/recordings.md",
     .place = offsetof(info_request, agents)},
    {.name = "collisions",
     .kind = CLI_FLAG,
     .meaning = "print its collisions as CSV, likewise",
     .place = offsetof(info_request, collisions)},
    {.name = "stuck",
     .kind = CLI_FLAG,
     .meaning = "print when agents were stuck, and by what, likewise",
     .place = offsetof(info_request, stuck)},
    CLI_FPS_OPTION(info_request, recording),
    CLI_UNIT_OPTION(info_request, recording),
    {0}};

static const cli_example examples[] = {
    {"sidestep info street.h5", NULL},
    {"sidestep info street.h5 --collisions", NULL},
    {"sidestep info street.h5 --scenario | sidestep run - -o again.h5", NULL},
    {NULL, NULL}};

const cli_command cli_info_command = {
    .name = "info",
    .summary = "tell what a recording is",
    .about = "Tells of a recording of any kind (its content tells which): the scenario, seed, "
             "version and state hash it came from, how many agents and frames it holds, its "
             "duration and where it took place.",
    .options = options,
    .examples = examples,
    .run = run};
