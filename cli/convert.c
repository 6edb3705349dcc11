/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* sidestep convert: one kind of recording to another. */

#include "recording_options.h"

typedef struct convert_request {
    const char *from, *to;
    cli_recording_request recording;
    bool quiet;
} convert_request;

static int run(const cli_command *command, int argc, char **argv) {
    convert_request request = {.recording = CLI_RECORDING_REQUEST};
    int code = cli_parse(command, argc, argv, &request);
    if (code >= 0)
        return code;
    sst_recording_options options = cli_recording_options(&request.recording);
    code =
        (int)sst_recording_convert(request.from, request.to, &options, cli_reporter(request.quiet));
    int written = cli_finish_stdout();
    return code != SST_DONE ? code : written;
}

static const cli_option options[] = {CLI_RECORDING_ARGUMENT(convert_request, from, "FROM"),
                                     {.kind = CLI_OUTPUT,
                                      .value = "TO",
                                      .file = &cli_recording_file,
                                      .meaning = "what to write; its end tells the kind",
                                      .place = offsetof(convert_request, to)},
                                     CLI_FPS_OPTION(convert_request, recording),
                                     CLI_UNIT_OPTION(convert_request, recording),
                                     CLI_QUIET_OPTION(convert_request, quiet, "print no warnings"),
                                     {0}};

static const cli_example examples[] = {
    {"sidestep convert street.h5 street.sqlite", NULL},
    {"sidestep convert hermes.txt - --unit cm --fps 16 | head", NULL},
    {NULL, NULL}};

const cli_command cli_convert_command = {
    .name = "convert",
    .summary = "turn a recording into another kind",
    .about =
        "Reads a recording of any kind (its content tells which) and writes it as the kind that "
        "the end of TO tells.",
    .options = options,
    .examples = examples,
    .details = "Kinds:\n\n"
               "  .h5, .hdf5   HDF5; read too as of the Pedestrian Dynamics Data Archive\n"
               "  .sqlite      SQLite of JuPedSim, written as version 2, read as 1, 2 and 3\n"
               "  .txt         PeTrack text, id frame x y z in metres\n"
               "  .csv         step,time,agent,x,y,vx,vy; - is CSV on standard output\n\n"
               "What a kind has no place for is lost: docs/recordings.md tells what.",
    .run = run};
