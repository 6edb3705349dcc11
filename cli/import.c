/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* sidestep import: recorded people to a scenario. */

#include "cli.h"

#include <stdio.h>
#include <string.h>

typedef struct import_request {
    const char *input, *output;
    sst_import_options options;
    bool quiet;
} import_request;

static bool take_option(const cli_command *command, int option, const char *value,
                        import_request *request) {
    double number = 0;
    bool good = true;
    switch (option) {
    case 'o':
        request->output = value;
        break;
    case 'r':
        good = cli_parse_number(command, "radius", value, 1e-3, 10, &number);
        request->options.radius = (float)number;
        break;
    case 't':
        good = cli_parse_number(command, "time-step", value, 1e-3, 10, &number);
        request->options.time_step = (float)number;
        break;
    case 'q':
        request->quiet = true;
        break;
    default:
        good = false;
    }
    return good;
}

/* Exit code, or -1 to go on. */
static int parse(const cli_command *command, int argc, char **argv, import_request *request) {
    static const struct option options[] = {{"output", required_argument, NULL, 'o'},
                                            {"radius", required_argument, NULL, 'r'},
                                            {"time-step", required_argument, NULL, 't'},
                                            {"quiet", no_argument, NULL, 'q'},
                                            CLI_LAST_OPTIONS};
    *request = (import_request){0};
    sst_import_options_init(&request->options);
    int option;
    while ((option = cli_next_option(command, argc, argv, ":o:qh", options)) != CLI_END) {
        if (option == 'h')
            return cli_show_help(command);
        if (option == CLI_BAD || !take_option(command, option, optarg, request))
            return SST_BAD_INPUT;
    }
    request->input = cli_only_argument(command, argc, argv, "recording");
    if (!request->input)
        return SST_BAD_INPUT;
    if (!request->output)
        return cli_misused(command, "found no -o, expected -o SCENARIO (- is standard output)");
    if (cli_is_same_file(request->input, request->output))
        return cli_misused(command, "-o would overwrite the recording %s", request->input);
    return -1;
}

static int run(const cli_command *command, int argc, char **argv) {
    import_request request;
    int code = parse(command, argc, argv, &request);
    if (code >= 0)
        return code;
    sst_import_summary summary;
    sst_outcome outcome = sst_import_obsmat(request.input, request.output, &request.options,
                                            cli_reporter(request.quiet), &summary);
    if (outcome == SST_DONE && !request.quiet)
        fprintf(stderr, "%zu people in %zu rows over %.10g s, written to %s\n", summary.people,
                summary.rows, summary.duration,
                strcmp(request.output, "-") == 0 ? "standard output" : request.output);
    return (int)outcome;
}

const cli_command cli_import_command = {
    "import", "make a scenario from recorded pedestrians", /* help */
    "Usage: sidestep import FILE -o SCENARIO [OPTIONS]\n"
    "\n"
    "Reads recorded pedestrians in the obsmat form of the ETH and UCY data sets: rows of\n"
    "eight numbers, frame id x z y vx vz vy, in metres, 2.5 annotations a second. Each\n"
    "person enters at its recorded time and place, prefers its own median speed, is bound\n"
    "for the place where it left, and leaves there.\n"
    "\n"
    "  -o, --output FILE     where to write the scenario (- is standard output)\n"
    "      --radius R        radius of every person, default 0.2 m\n"
    "      --time-step T     time step of the scenario, default 0.1 s\n"
    "  -q, --quiet           print no warnings and no summary\n"
    "  -h, --help            print this help\n"
    "\n"
    "Example:\n"
    "  sidestep import obsmat.txt -o street.yaml\n"
    "  sidestep run street.yaml -o street.csv\n",
    run};
