/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Rows of tables about recordings, and what they do not tell of themselves. */
#ifndef SIDESTEP_CLI_RECORDING_OPTIONS_H
#define SIDESTEP_CLI_RECORDING_OPTIONS_H

#include "cli.h"

/* --unit: m or cm. */
extern const cli_choice cli_units[];
/* Of the choice; 0 for none, -1. */
double cli_metres_per_unit(int unit);

typedef struct cli_recording_request {
    double frame_rate; /* 0: not given */
    int unit;          /* -1: not given */
} cli_recording_request;

#define CLI_RECORDING_REQUEST                                                                      \
    { .unit = -1 }

sst_recording_options cli_recording_options(const cli_recording_request *request);

#define CLI_RECORDING_ARGUMENT(request, member, word)                                              \
    {                                                                                              \
        .kind = CLI_INPUT, .value = word, .file = &cli_recording_file,                             \
        .meaning = "the recording; - is standard input, for text",                                 \
        .place = offsetof(request, member)                                                         \
    }
/* Both with `member` a cli_recording_request. */
#define CLI_FPS_OPTION(request, member)                                                            \
    {                                                                                              \
        .name = "fps", .kind = CLI_NUMBER, .value = "F", .least = 1e-6, .most = 1e6,               \
        .meaning = "frames a second, if the recording does not tell, or tells wrong",              \
        .place = offsetof(request, member.frame_rate)                                              \
    }
#define CLI_UNIT_OPTION(request, member)                                                           \
    {                                                                                              \
        .name = "unit", .kind = CLI_CHOICE, .choices = cli_units,                                  \
        .meaning = "unit of PeTrack text that does not tell",                                      \
        .place = offsetof(request, member.unit)                                                    \
    }

#endif
