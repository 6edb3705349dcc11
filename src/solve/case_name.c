/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Names of the geometric cases, from the one list in the public header. */
#include "sidestep/solve.h"

const char *sst_case_name(uint32_t geometric_case) {
    static const char *const names[] = {
#define SST_CASE_TEXT(name, text) [name] = text,
        SST_CASES(SST_CASE_TEXT)
#undef SST_CASE_TEXT
    };
    return geometric_case < sizeof names / sizeof *names ? names[geometric_case] : NULL;
}
