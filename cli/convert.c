/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* sidestep convert: one kind of recording to another. */

#include "recording_options.h"

#include <stdio.h>
#include <sys/stat.h>

static bool is_same_file(const char *a, const char *b) {
    struct stat first, second;
    return stat(a, &first) == 0 && stat(b, &second) == 0 && S_ISREG(first.st_mode) &&
           first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

static int convert(const cli_command *command, const char *from, const char *to,
                   const sst_recording_options *options, bool quiet) {
    if (is_same_file(from, to))
        return cli_misused(command, "%s would overwrite itself", from);
    int code = (int)sst_recording_convert(from, to, options, cli_reporter(quiet));
    int written = cli_finish_stdout();
    return code != SST_DONE ? code : written;
}

static int run(const cli_command *command, int argc, char **argv) {
    static const struct option known[] = {
        CLI_RECORDING_OPTIONS, {"quiet", no_argument, NULL, 'q'}, CLI_LAST_OPTIONS};
    sst_recording_options options;
    sst_recording_options_init(&options);
    bool quiet = false;
    int option;
    while ((option = cli_next_option(command, argc, argv, ":qh", known)) != CLI_END) {
        if (option == 'h')
            return cli_show_help(command);
        if (option == 'q')
            quiet = true;
        else if (option == CLI_BAD || !cli_take_recording_option(command, option, optarg, &options))
            return SST_BAD_INPUT;
    }
    if (argc - optind == 2)
        return convert(command, argv[optind], argv[optind + 1], &options, quiet);
    return cli_misused(command, "found %d files, expected two: from and to", argc - optind);
}

const cli_command cli_convert_command = {
    "convert", "turn a recording into another kind", /* help */
    "Usage: sidestep convert FROM TO [OPTIONS]\n"
    "\n"
    "Reads a recording of any kind (its content tells which) and writes it as the kind\n"
    "that TO's end tells:\n"
    "\n"
    "  .h5, .hdf5     HDF5; read too as of the Pedestrian Dynamics Data Archive\n"
    "  .sqlite        SQLite of JuPedSim, written as version 2, read as 1, 2 and 3\n"
    "  .txt           PeTrack text, id frame x y z in metres\n"
    "  .csv           step,time,agent,x,y,vx,vy; - is CSV on standard output\n"
    "\n"
    "What a kind has no place for is lost: docs/recordings.md tells what.\n"
    "\n" CLI_RECORDING_HELP "  -q, --quiet           print no warnings\n"
    "  -h, --help            print this help\n"
    "\n"
    "Examples:\n"
    "  sidestep convert street.h5 street.sqlite\n"
    "  sidestep convert hermes.txt - --unit cm --fps 16 | head\n",
    run};
