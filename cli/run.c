/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* sidestep run: a scenario to trajectories and a summary. */

#include "cli.h"
#include "progress.h"
#include "summary.h"

#include <stdio.h>
#include <string.h>

enum { MOST_OUTPUTS = 16, MOST_SETTINGS = 64 };

typedef struct run_request {
    const char *scenario;
    const char *outputs[MOST_OUTPUTS];
    const char *settings[MOST_SETTINGS];
    size_t setting_count;
    sst_run_options options;
    bool set_profile, json, quiet;
    sst_profile profile;
} run_request;

static bool parse_profile(const cli_command *command, const char *text, run_request *request) {
    bool classic = strcmp(text, "classic") == 0;
    request->set_profile = true;
    request->profile = classic ? SST_PROFILE_CLASSIC : SST_PROFILE_DEFAULT;
    if (classic || strcmp(text, "default") == 0)
        return true;
    cli_misused(command, "--profile: found %s, expected classic or default", text);
    return false;
}

static bool add_output(const cli_command *command, const char *path, run_request *request) {
    if (request->options.output_count == MOST_OUTPUTS) {
        cli_misused(command, "found more than %d outputs", (int)MOST_OUTPUTS);
        return false;
    }
    request->outputs[request->options.output_count++] = path;
    return true;
}

static bool add_setting(const cli_command *command, const char *setting, run_request *request) {
    if (request->setting_count == MOST_SETTINGS) {
        cli_misused(command, "found --set more than %d times", (int)MOST_SETTINGS);
        return false;
    }
    request->settings[request->setting_count++] = setting;
    return true;
}

/* One option; false if its value is bad. */
static bool take_option(const cli_command *command, int option, const char *value,
                        run_request *request) {
    sst_run_options *o = &request->options;
    uint64_t threads = 0;
    switch (option) {
    case 'o':
        return add_output(command, value, request);
    case 'i':
        if (o->picture_path) {
            cli_misused(command, "found --picture %s and --picture %s, expected one",
                        o->picture_path, value);
            return false;
        }
        o->picture_path = value;
        return true;
    case 'S':
        return add_setting(command, value, request);
    case 's':
        return cli_parse_count(command, "steps", value, 0, UINT64_C(1000000000000000), &o->steps);
    case 'u':
        return cli_parse_number(command, "until", value, 0, 1e9, &o->until);
    case 'e':
        return cli_parse_count(command, "every", value, 1, UINT64_C(1000000000000000), &o->every);
    case 't':
        if (!cli_parse_count(command, "threads", value, 1, 256, &threads))
            return false;
        o->worker_count = (uint32_t)threads;
        return true;
    case 'p':
        return parse_profile(command, value, request);
    case 'j':
        request->json = true;
        return true;
    case 'q':
        request->quiet = true;
        return true;
    default:
        return false;
    }
}

static bool uses_stdout(const run_request *request) {
    for (size_t i = 0; i < request->options.output_count; i++)
        if (strcmp(request->outputs[i], "-") == 0)
            return true;
    return false;
}

/* The files that exist by now are compared too, for one may have two names. */
static bool check_outputs(const cli_command *command, const run_request *request) {
    for (size_t i = 0; i < request->options.output_count; i++) {
        const char *path = request->outputs[i];
        if (cli_is_same_file(request->scenario, path)) {
            cli_misused(command, "-o would overwrite the scenario %s", request->scenario);
            return false;
        }
        for (size_t j = 0; j < i; j++)
            if (strcmp(path, request->outputs[j]) == 0 ||
                cli_is_same_file(path, request->outputs[j])) {
                cli_misused(command, "found -o %s after -o %s, the same file", path,
                            request->outputs[j]);
                return false;
            }
    }
    return true;
}

static bool check_picture(const cli_command *command, const run_request *request) {
    const char *picture = request->options.picture_path;
    if (!picture)
        return true;
    if (cli_is_same_file(request->scenario, picture)) {
        cli_misused(command, "--picture would overwrite the scenario %s", request->scenario);
        return false;
    }
    for (size_t i = 0; i < request->options.output_count; i++)
        if (strcmp(picture, request->outputs[i]) == 0 ||
            cli_is_same_file(picture, request->outputs[i])) {
            cli_misused(command, "found --picture %s and -o %s, the same file", picture,
                        request->outputs[i]);
            return false;
        }
    return true;
}

static bool check_request(const cli_command *command, const run_request *request) {
    const sst_run_options *o = &request->options;
    if (o->steps != SST_UNLIMITED && o->until >= 0)
        cli_misused(command, "found both --steps and --until, expected one");
    else if (request->json && uses_stdout(request))
        cli_misused(command, "found --json and -o -, expected only one of them on standard output");
    else
        return check_outputs(command, request) && check_picture(command, request);
    return false;
}

/* Exit code, or -1 to go on. */
static int parse(const cli_command *command, int argc, char **argv, run_request *request) {
    static const struct option options[] = {{"output", required_argument, NULL, 'o'},
                                            {"picture", required_argument, NULL, 'i'},
                                            {"steps", required_argument, NULL, 's'},
                                            {"until", required_argument, NULL, 'u'},
                                            {"every", required_argument, NULL, 'e'},
                                            {"threads", required_argument, NULL, 't'},
                                            {"profile", required_argument, NULL, 'p'},
                                            {"json", no_argument, NULL, 'j'},
                                            {"quiet", no_argument, NULL, 'q'},
                                            {"set", required_argument, NULL, 'S'},
                                            CLI_LAST_OPTIONS};
    *request = (run_request){0};
    sst_run_options_init(&request->options);
    int option;
    while ((option = cli_next_option(command, argc, argv, ":o:qh", options)) != CLI_END) {
        if (option == 'h')
            return cli_show_help(command);
        if (option == CLI_BAD || !take_option(command, option, optarg, request))
            return SST_BAD_INPUT;
    }
    request->scenario = cli_only_argument(command, argc, argv, "scenario");
    return request->scenario && check_request(command, request) ? -1 : SST_BAD_INPUT;
}

static int report_summary(const run_request *request, const sst_scenario *scenario,
                          const sst_summary *summary) {
    if (request->json)
        cli_print_summary_json(summary, stdout);
    else if (!request->quiet)
        cli_print_summary(summary, sst_scenario_name(scenario), &request->options,
                          uses_stdout(request) ? stderr : stdout);
    int outcome = cli_finish_stdout();
    return summary->stop == SST_STOP_INTERRUPTED ? SST_FAILED : outcome;
}

static int run(const cli_command *command, int argc, char **argv) {
    run_request request;
    int code = parse(command, argc, argv, &request);
    if (code >= 0)
        return code;
    sst_reporter reporter = cli_reporter(request.quiet);
    sst_scenario *scenario;
    code = (int)sst_scenario_load_with(request.scenario, request.settings, request.setting_count,
                                       reporter, &scenario);
    if (code != SST_DONE)
        return code;
    if (request.set_profile)
        sst_scenario_set_profile(scenario, request.profile);
    cli_progress progress;
    cli_progress_start(&progress, request.quiet);
    request.options.outputs = request.outputs;
    request.options.progress = cli_progress_step;
    request.options.progress_context = &progress;
    sst_summary summary;
    code = (int)sst_run(scenario, &request.options, reporter, &summary);
    cli_progress_end(&progress);
    if (code == SST_DONE)
        code = report_summary(&request, scenario, &summary);
    sst_scenario_destroy(scenario);
    return code;
}

const cli_command cli_run_command = {
    "run", "simulate a scenario", /* help */
    "Usage: sidestep run SCENARIO [OPTIONS]\n"
    "\n"
    "Simulates the agents of a scenario (YAML or JSON; - is standard input): each heads\n"
    "for its goals and avoids the others and the obstacles. Ends when all have arrived.\n"
    "\n"
    "  -o, --output FILE     record trajectories; may be given again. FILE's end tells the kind:\n"
    "                        .h5 HDF5; .sqlite as JuPedSim's; .txt as PeTrack's; .csv rows\n"
    "                        step,time,agent,x,y,vx,vy. Agents are numbered from 0 in file\n"
    "                        order. Without an end it is HDF5; - is CSV on standard output\n"
    "      --picture FILE    draw everyone's way over the obstacles, coloured by time; FILE\n"
    "                        ends in .png, .svg or .pdf\n"
    "      --steps N         take exactly N steps\n"
    "      --until T         or run exactly until T seconds\n"
    "      --every K         record every K-th step only\n"
    "      --threads N       step with N threads; the result is the same\n"
    "      --set KEY=VALUE   change the scenario: --set agents.0.radius=0.4 --set until=20;\n"
    "                        keys from the top with points between them, a value in YAML\n"
    "      --profile NAME    classic: ORCA as in the literature; default: made for use\n"
    "      --json            print the summary as JSON\n"
    "  -q, --quiet           print neither summary, nor warnings, nor progress\n"
    "  -h, --help            print this help\n"
    "\n"
    "Examples:\n"
    "  sidestep run scenarios/crossing.yaml\n"
    "  sidestep run scenarios/street-demo.yaml -o street.csv --every 4\n"
    "  sidestep run scenarios/room.yaml --picture room.png\n"
    "  sidestep run scenarios/circle.yaml --profile classic --until 60 --json\n"
    "\n"
    "A smallest scenario:\n"
    "  agents:\n"
    "    - {position: [-5, 0], goal: [5, 0]}\n"
    "    - {position: [5, 0.1], goal: [-5, 0]}\n",
    run};
