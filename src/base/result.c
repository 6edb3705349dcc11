/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Names of results and status flags. Freestanding. */
#include "sidestep/base.h"

const char *sst_result_text(sst_result result) {
    switch (result) {
#define RESULT_TEXT(name, value, text)                                                             \
    case name:                                                                                     \
        return text;
        SST_RESULTS(RESULT_TEXT)
#undef RESULT_TEXT
    }
    return "not a result of this version";
}

const char *sst_status_name(uint32_t flag) {
    switch (flag) {
    case SST_STATUS_RELAXED:
        return "relaxed";
    case SST_STATUS_OVERLAPPING:
        return "overlapping";
    case SST_STATUS_TRUNCATED:
        return "truncated";
    case SST_STATUS_COINCIDENT:
        return "coincident";
    case SST_STATUS_INSIDE_OBSTACLE:
        return "inside_obstacle";
    case SST_STATUS_CONTACT:
        return "contact";
    case SST_STATUS_BLOCKED:
        return "blocked";
    case SST_STATUS_OBSTACLES_VIOLATED:
        return "obstacles_violated";
    case SST_STATUS_TOUCHING_OBSTACLE:
        return "touching_obstacle";
    case SST_STATUS_DROPPED:
        return "dropped";
    case SST_STATUS_COMPROMISED:
        return "compromised";
    case SST_STATUS_BUFFERED:
        return "buffered";
    case SST_STATUS_STOPPED:
        return "stopped";
    default:
        return NULL;
    }
}
