/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

#include "recording_options.h"

const cli_choice cli_units[] = {{"m", NULL}, {"cm", NULL}, {NULL, NULL}};

double cli_metres_per_unit(int unit) {
    return unit < 0 ? 0 : unit == 0 ? 1 : 0.01;
}

sst_recording_options cli_recording_options(const cli_recording_request *request) {
    sst_recording_options options;
    sst_recording_options_init(&options);
    options.frame_rate = request->frame_rate;
    options.metres_per_unit = cli_metres_per_unit(request->unit);
    return options;
}
