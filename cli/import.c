/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* sidestep import: recorded people to a scenario. */

#include "recording_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct import_request {
    const char *input, *output;
    sst_import_options options;
    double radius, time_step;
    int format, unit; /* of the choices; a unit may be none, -1 */
    cli_list simulated;
    int64_t persons[CLI_LIST_MOST];
    bool quiet;
} import_request;

/* The persons to be simulated, of whom there may be none; false after a report. */
static bool take_persons(const cli_command *command, import_request *request) {
    for (size_t i = 0; i < request->simulated.count; i++) {
        const char *text = request->simulated.items[i];
        char *end;
        long long number = strtoll(text, &end, 10);
        if (end == text || *end || llabs(number) > 1000000000000000) {
            cli_misused(command, "--simulate: found %s, expected a person's whole number", text);
            return false;
        }
        request->persons[i] = number;
    }
    request->options.simulated = request->persons;
    request->options.simulated_count = request->simulated.count;
    request->options.replay |= request->simulated.count > 0;
    return true;
}

static sst_import_options options_of(const import_request *request) {
    sst_import_options options = request->options;
    options.radius = (float)request->radius;
    options.time_step = (float)request->time_step;
    options.format = (sst_import_format)request->format;
    options.metres_per_unit = cli_metres_per_unit(request->unit);
    return options;
}

static int run(const cli_command *command, int argc, char **argv) {
    import_request request = {.unit = -1};
    sst_import_options_init(&request.options);
    request.radius = (double)request.options.radius;
    request.time_step = (double)request.options.time_step;
    int code = cli_parse(command, argc, argv, &request);
    if (code >= 0)
        return code;
    if (request.options.preferred_speed > 0 && request.options.speed_factor != 1.0)
        return cli_misused(command,
                           "found both --preferred-speed and --speed-factor, expected one");
    if (!take_persons(command, &request))
        return SST_BAD_INPUT;
    sst_import_options options = options_of(&request);
    sst_import_summary summary;
    sst_outcome outcome =
        sst_import(request.input, request.output, &options, cli_reporter(request.quiet), &summary);
    if (outcome == SST_DONE && !request.quiet)
        fprintf(stderr, "%zu people in %zu rows over %.10g s, read as %s, written to %s\n",
                summary.people, summary.rows, summary.duration,
                sst_import_format_name(summary.format),
                strcmp(request.output, "-") == 0 ? "standard output" : request.output);
    return (int)outcome;
}

static const cli_choice formats[] = {
    [SST_IMPORT_AUTO] = {"auto", "by content, the default"},
    [SST_IMPORT_OBSMAT] = {"obsmat", "ETH, UCY: frame id x z y vx vz vy"},
    [SST_IMPORT_PETRACK] = {"petrack", "PeTrack, JuPedSim: id frame x y ..."},
    [SST_IMPORT_TRAJNET] = {"trajnet", "TrajNet, SGAN: frame id x y"},
    [SST_IMPORT_PEDPY] = {"pedpy", "CSV with a head that names ID,Frame,x,y"},
    {NULL, NULL}};

static const cli_option options[] = {
    {.kind = CLI_INPUT,
     .value = "FILE",
     .file = &cli_people_file,
     .meaning = "the recording; - is standard input",
     .place = offsetof(import_request, input)},
    {.name = "output",
     .letter = 'o',
     .kind = CLI_OUTPUT,
     .value = "SCENARIO",
     .file = &cli_scenario_file,
     .required = true,
     .meaning = "where to write the scenario; - is standard output",
     .place = offsetof(import_request, output)},
    {.name = "format",
     .kind = CLI_CHOICE,
     .value = "KIND",
     .choices = formats,
     .meaning = "how the recording is written",
     .place = offsetof(import_request, format)},
    {.name = "fps",
     .kind = CLI_NUMBER,
     .value = "F",
     .least = 1e-3,
     .most = 1e6,
     .meaning = "frames a second",
     .more = "petrack tells them in a comment, pedpy never, and the others have 2.5 annotations a "
             "second",
     .place = offsetof(import_request, options.frame_rate)},
    {.name = "unit",
     .kind = CLI_CHOICE,
     .choices = cli_units,
     .meaning = "unit of x and y; petrack tells it in a comment, else m",
     .place = offsetof(import_request, unit)},
    {.name = "geometry",
     .kind = CLI_INPUT,
     .value = "FILE",
     .file = &cli_geometry_file,
     .meaning = "walkable area and walls, as WKT or GeoJSON, in metres",
     .more = "the outer ring of a polygon becomes a room, a hole a solid, a line a chain",
     .place = offsetof(import_request, options.geometry)},
    {.name = "metres",
     .kind = CLI_FLAG,
     .meaning = "the geometry is in metres though GeoJSON is in degrees",
     .place = offsetof(import_request, options.geometry_in_metres)},
    {.name = "preferred-speed",
     .kind = CLI_NUMBER,
     .value = "V",
     .least = 1e-3,
     .most = 100,
     .meaning = "what everyone who moves prefers, in m/s; default: each its own",
     .place = offsetof(import_request, options.preferred_speed)},
    {.name = "speed-factor",
     .kind = CLI_NUMBER,
     .value = "F",
     .least = 0.01,
     .most = 100,
     .meaning = "or each F times its own speed, as 0.8 for a slower crowd",
     .place = offsetof(import_request, options.speed_factor)},
    {.name = "radius",
     .kind = CLI_NUMBER,
     .value = "R",
     .least = 1e-3,
     .most = 10,
     .meaning = "radius of every person in metres, default 0.2",
     .place = offsetof(import_request, radius)},
    {.name = "time-step",
     .kind = CLI_NUMBER,
     .value = "T",
     .least = 1e-3,
     .most = 10,
     .meaning = "time step of the scenario in seconds, default 0.1",
     .place = offsetof(import_request, time_step)},
    {.name = "replay",
     .kind = CLI_FLAG,
     .meaning = "people follow their recorded trajectories instead",
     .place = offsetof(import_request, options.replay)},
    {.name = "simulate",
     .kind = CLI_TEXT,
     .value = "ID",
     .many = true,
     .meaning = "a replay in which this person finds its own way",
     .more = "may be given again",
     .place = offsetof(import_request, simulated)},
    CLI_QUIET_OPTION(import_request, quiet, "print no warnings and no summary"),
    {0}};

static const cli_example examples[] = {
    {"sidestep import obsmat.txt -o street.yaml && sidestep run street.yaml", NULL},
    {"sidestep import hermes.txt --fps 16 --unit cm -o corridor.yaml", NULL},
    {"sidestep import obsmat.txt --simulate 20 -o street.yaml", "one among recorded ones"},
    {"sidestep import hall.txt --geometry hall.wkt -o hall.yaml", NULL},
    {"sidestep import obsmat.txt --preferred-speed 1.34 -o street.yaml", NULL},
    {NULL, NULL}};

const cli_command cli_import_command = {
    .name = "import",
    .summary = "make a scenario from recorded pedestrians",
    .about = "Reads recorded pedestrians and writes a scenario. Each person enters at its recorded "
             "time and place, prefers its own median speed, is bound for the place where it left, "
             "and leaves there.",
    .options = options,
    .examples = examples,
    .run = run};
