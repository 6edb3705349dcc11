/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

#include "recording_options.h"

#include <string.h>

bool cli_take_recording_option(const cli_command *command, int option, const char *value,
                               sst_recording_options *options) {
    if (option == 'f')
        return cli_parse_number(command, "fps", value, 1e-6, 1e6, &options->frame_rate);
    bool metres = strcmp(value, "m") == 0;
    if (metres || strcmp(value, "cm") == 0) {
        options->metres_per_unit = metres ? 1 : 0.01;
        return true;
    }
    cli_misused(command, "--unit: found %s, expected m or cm", value);
    return false;
}
