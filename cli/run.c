/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* sidestep run: a scenario to trajectories and a summary. */

#include "cli.h"
#include "measured.h"
#include "progress.h"
#include "summary.h"

#include <string.h>

typedef struct run_request {
    const char *scenario;
    cli_list outputs, settings;
    sst_run_options options;
    uint64_t threads; /* 0: not given */
    int profile;      /* -1: the scenario's */
    bool json, figures, quiet;
} run_request;

static bool series_on_stdout(const run_request *request) {
    return request->options.series_path && strcmp(request->options.series_path, "-") == 0;
}

static bool uses_stdout(const run_request *request) {
    for (size_t i = 0; i < request->outputs.count; i++)
        if (strcmp(request->outputs.items[i], "-") == 0)
            return true;
    return series_on_stdout(request);
}

static bool check_request(const cli_command *command, const run_request *request) {
    if (request->options.steps != SST_UNLIMITED && request->options.until >= 0)
        cli_misused(command, "found both --steps and --until, expected one");
    else if (request->json && uses_stdout(request))
        cli_misused(command, "found --json and %s, expected only one of them on standard output",
                    series_on_stdout(request) ? "--series -" : "-o -");
    else
        return true;
    return false;
}

static int report_summary(const run_request *request, const sst_scenario *scenario,
                          const sst_summary *summary, const cli_measured *measured) {
    FILE *file = uses_stdout(request) ? stderr : stdout;
    if (request->json)
        cli_print_summary_json(summary, measured, stdout);
    else if (!request->quiet)
        cli_print_summary(summary, sst_scenario_name(scenario), &request->options, file);
    if (request->figures && !request->json)
        cli_print_figures(summary, file);
    if (!request->json && !request->quiet)
        cli_print_measured(measured, file);
    int outcome = cli_finish_stdout();
    return summary->stop == SST_STOP_INTERRUPTED ? SST_FAILED : outcome;
}

static int simulate(run_request *request, sst_scenario *scenario, sst_reporter reporter) {
    if (request->profile >= 0)
        sst_scenario_set_profile(scenario, cli_profile_of(request->profile));
    cli_progress progress;
    cli_progress_start(&progress, request->quiet);
    sst_run_options *o = &request->options;
    o->outputs = request->outputs.items;
    o->output_count = request->outputs.count;
    o->worker_count = (uint32_t)request->threads;
    o->progress = cli_progress_step;
    o->progress_context = &progress;
    sst_summary summary;
    cli_measured measured = {0};
    o->measured = cli_collect_measured(&measured);
    int code = (int)sst_run(scenario, o, reporter, &summary);
    cli_progress_end(&progress);
    if (code == SST_DONE)
        code = report_summary(request, scenario, &summary, &measured);
    cli_measured_free(&measured);
    return code;
}

static int run(const cli_command *command, int argc, char **argv) {
    run_request request = {.profile = -1};
    sst_run_options_init(&request.options);
    int code = cli_parse(command, argc, argv, &request);
    if (code >= 0)
        return code;
    if (!check_request(command, &request))
        return SST_BAD_INPUT;
    sst_reporter reporter = cli_reporter(request.quiet);
    sst_scenario *scenario;
    code = (int)cli_load_scenario(request.scenario, &request.settings, reporter, &scenario);
    if (code != SST_DONE)
        return code;
    code = simulate(&request, scenario, reporter);
    sst_scenario_destroy(scenario);
    return code;
}

static const cli_option options[] = {
    CLI_SCENARIO_ARGUMENT(run_request, scenario),
    {.name = "output",
     .letter = 'o',
     .kind = CLI_OUTPUT,
     .value = "FILE",
     .file = &cli_recording_file,
     .many = true,
     .meaning = "record trajectories",
     .more = "the end of FILE tells the kind: .h5 is HDF5 (and so is a name without an end), .csv "
             "rows step,time,agent,x,y,vx,vy, .sqlite as JuPedSim's, .txt as PeTrack's; - is CSV "
             "on standard output. May be given again",
     .place = offsetof(run_request, outputs)},
    {.name = "picture",
     .kind = CLI_OUTPUT,
     .value = "FILE",
     .file = &cli_picture_file,
     .meaning = "draw everyone's way over the obstacles, coloured by time",
     .more = "FILE ends in .png, .svg or .pdf",
     .place = offsetof(run_request, options.picture_path)},
    {.name = "series",
     .kind = CLI_OUTPUT,
     .value = "FILE",
     .file = &cli_table_file,
     .meaning = "what the scenario's `measure` tells over time, as CSV",
     .more = "- is standard output",
     .place = offsetof(run_request, options.series_path)},
    CLI_SET_OPTION(run_request, settings),
    {.name = "until",
     .kind = CLI_NUMBER,
     .value = "T",
     .least = 0,
     .most = 1e9,
     .meaning = "run exactly until T seconds",
     .more = "default: as the scenario says, or until all have arrived, at most three times as "
             "long as the straight way takes",
     .place = offsetof(run_request, options.until)},
    {.name = "steps",
     .kind = CLI_COUNT,
     .value = "N",
     .least = 0,
     .most = 1e15,
     .meaning = "or take exactly N steps",
     .place = offsetof(run_request, options.steps)},
    {.name = "every",
     .kind = CLI_COUNT,
     .value = "K",
     .least = 1,
     .most = 1e15,
     .meaning = "record every K-th step only, default 1",
     .place = offsetof(run_request, options.every)},
    {.name = "profile",
     .kind = CLI_CHOICE,
     .value = "NAME",
     .choices = cli_profiles,
     .meaning = "the set of rules; default: as the scenario says",
     .place = offsetof(run_request, profile)},
    {.name = "threads",
     .kind = CLI_COUNT,
     .value = "N",
     .least = 1,
     .most = 256,
     .meaning = "step with N threads; the result is the same",
     .more = "default: one for small scenes, else one per processor",
     .place = offsetof(run_request, threads)},
    CLI_JSON_OPTION(run_request, json, "print the summary with all figures as JSON"),
    {.name = "figures",
     .kind = CLI_FLAG,
     .meaning = "print all figures below the summary, with unit and meaning",
     .place = offsetof(run_request, figures)},
    CLI_QUIET_OPTION(run_request, quiet, "print neither summary, nor warnings, nor progress"),
    {0}};

static const cli_example examples[] = {
    {"sidestep run scenarios/crossing.yaml", NULL},
    {"sidestep run scenarios/room.yaml -o room.h5 --picture room.png", NULL},
    {"sidestep run scenarios/street-demo.yaml -o street.csv --every 4", NULL},
    {"sidestep run scenarios/circle.yaml --profile classic --until 60 --json", NULL},
    {"sidestep run scenarios/crossing.yaml --set agents.0.radius=0.4 --set time_step=0.05", NULL},
    {NULL, NULL}};

const cli_command cli_run_command = {
    .name = "run",
    .summary = "simulate a scenario",
    .about =
        "Simulates the agents of a scenario: each heads for its goals and avoids the others and "
        "the obstacles. Prints what came of it.",
    .options = options,
    .examples = examples,
    .details = "A smallest scenario:\n\n"
               "  agents:\n"
               "    - {position: [-5, 0], goal: [5, 0]}\n"
               "    - {position: [5, 0.1], goal: [-5, 0]}\n\n"
               "docs/scenario.md has all keys, docs/metrics.md what the figures mean.",
    .run = run};
