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

static bool take_format(const cli_command *command, const char *value,
                        sst_import_options *options) {
    const char *name;
    for (int i = 0; (name = sst_import_format_name((sst_import_format)i)) != NULL; i++)
        if (strcmp(value, name) == 0) {
            options->format = (sst_import_format)i;
            return true;
        }
    cli_misused(command, "--format: found %s, expected auto, obsmat, petrack, trajnet or pedpy",
                value);
    return false;
}

static bool take_unit(const cli_command *command, const char *value, sst_import_options *options) {
    options->metres_per_unit = strcmp(value, "m") == 0 ? 1 : strcmp(value, "cm") == 0 ? 0.01 : 0;
    if (options->metres_per_unit > 0)
        return true;
    cli_misused(command, "--unit: found %s, expected m or cm", value);
    return false;
}

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
    case 'f':
        good = take_format(command, value, &request->options);
        break;
    case 'p':
        good = cli_parse_number(command, "fps", value, 1e-3, 1e6, &request->options.frame_rate);
        break;
    case 'u':
        good = take_unit(command, value, &request->options);
        break;
    case 'g':
        request->options.geometry = value;
        break;
    case 'm':
        request->options.geometry_in_metres = true;
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
static int check_files(const cli_command *command, const import_request *request) {
    const char *geometry = request->options.geometry;
    if (cli_is_same_file(request->input, request->output))
        return cli_misused(command, "-o would overwrite the recording %s", request->input);
    if (geometry && cli_is_same_file(geometry, request->output))
        return cli_misused(command, "-o would overwrite the geometry %s", geometry);
    if (geometry && strcmp(geometry, "-") == 0 && strcmp(request->input, "-") == 0)
        return cli_misused(command, "recording and geometry cannot both be standard input");
    return -1;
}

/* Exit code, or -1 to go on. */
static int parse(const cli_command *command, int argc, char **argv, import_request *request) {
    static const struct option options[] = {
        {"output", required_argument, NULL, 'o'},    {"radius", required_argument, NULL, 'r'},
        {"time-step", required_argument, NULL, 't'}, {"format", required_argument, NULL, 'f'},
        {"fps", required_argument, NULL, 'p'},       {"unit", required_argument, NULL, 'u'},
        {"geometry", required_argument, NULL, 'g'},  {"metres", no_argument, NULL, 'm'},
        {"quiet", no_argument, NULL, 'q'},           CLI_LAST_OPTIONS};
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
    return check_files(command, request);
}

static int run(const cli_command *command, int argc, char **argv) {
    import_request request;
    int code = parse(command, argc, argv, &request);
    if (code >= 0)
        return code;
    sst_import_summary summary;
    sst_outcome outcome = sst_import(request.input, request.output, &request.options,
                                     cli_reporter(request.quiet), &summary);
    if (outcome == SST_DONE && !request.quiet)
        fprintf(stderr, "%zu people in %zu rows over %.10g s, read as %s, written to %s\n",
                summary.people, summary.rows, summary.duration,
                sst_import_format_name(summary.format),
                strcmp(request.output, "-") == 0 ? "standard output" : request.output);
    return (int)outcome;
}

const cli_command cli_import_command = {
    "import", "make a scenario from recorded pedestrians", /* help */
    "Usage: sidestep import FILE -o SCENARIO [OPTIONS]\n"
    "\n"
    "Reads recorded pedestrians. Each person enters at its recorded time and place, prefers\n"
    "its own median speed, is bound for the place where it left, and leaves there.\n"
    "\n"
    "      --format KIND     auto (by content, the default), or one of\n"
    "                          obsmat   ETH, UCY: frame id x z y vx vz vy\n"
    "                          petrack  PeTrack, JuPedSim: id frame x y ...\n"
    "                          trajnet  TrajNet, SGAN: frame id x y\n"
    "                          pedpy    CSV with a head that names ID,Frame,x,y\n"
    "      --fps N           frames a second; petrack tells them in a comment, pedpy never,\n"
    "                        and the others have 2.5 annotations a second\n"
    "      --unit m|cm       unit of x and y; petrack tells it in a comment, else m\n"
    "      --geometry FILE   walkable area and walls, as WKT or GeoJSON, in metres: the outer\n"
    "                        ring of a polygon becomes a room, a hole a solid, a line a chain\n"
    "      --metres          the geometry is in metres though GeoJSON is in degrees\n"
    "  -o, --output FILE     where to write the scenario (- is standard output)\n"
    "      --radius R        radius of every person, default 0.2 m\n"
    "      --time-step T     time step of the scenario, default 0.1 s\n"
    "  -q, --quiet           print no warnings and no summary\n"
    "  -h, --help            print this help\n"
    "\n"
    "Example:\n"
    "  sidestep import obsmat.txt -o street.yaml\n"
    "  sidestep run street.yaml -o street.csv\n"
    "  sidestep import hermes.txt --fps 16 --unit cm -o corridor.yaml\n",
    run};
