/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Options about recordings that do not tell all of themselves. */
#ifndef SIDESTEP_CLI_RECORDING_OPTIONS_H
#define SIDESTEP_CLI_RECORDING_OPTIONS_H

#include "cli.h"

#define CLI_RECORDING_OPTIONS                                                                      \
    {"fps", required_argument, NULL, 'f'}, {                                                       \
        "unit", required_argument, NULL, 'u'                                                       \
    }

#define CLI_RECORDING_HELP                                                                         \
    "      --fps F           frames a second, if the recording does not tell, or tells wrong\n"    \
    "      --unit m|cm       unit of PeTrack text that does not tell\n"

/* Takes one of these options; explains and answers false if its value is bad. */
bool cli_take_recording_option(const cli_command *command, int option, const char *value,
                               sst_recording_options *options);

#endif
