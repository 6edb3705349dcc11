/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Messages about a file: counts errors, and passes the first of them on to the caller's reporter.
 */
#ifndef SIDESTEP_SIM_REPORT_H
#define SIDESTEP_SIM_REPORT_H

#include "sidestep/sim.h"

typedef struct ssti_place {
    uint32_t line, column; /* from 1; 0 = unknown */
} ssti_place;

/* A place in a setting, `--set KEY=VALUE`, instead of the file: this line and its number. */
#define SSTI_SETTING_LINE UINT32_C(0xffff0000)

typedef struct ssti_report {
    sst_reporter to;
    const char *file;                 /* null = about no file */
    const char *const *settings;      /* null = there are none */
    const char *setting_file;         /* that gives the settings, */
    const ssti_place *setting_places; /* and where each stands in it; null = the command line */
    size_t errors, warnings;
    bool out_of_memory; /* one of the errors */
} ssti_report;

#if defined(__GNUC__)
#define SSTI_PRINTF(text, rest) __attribute__((format(printf, text, rest)))
#else
#define SSTI_PRINTF(text, rest)
#endif

/* After a hundred errors, or twenty warnings, one says that there are more. */
void ssti_error(ssti_report *report, ssti_place place, const char *format, ...) SSTI_PRINTF(3, 4);
void ssti_warning(ssti_report *report, ssti_place place, const char *format, ...) SSTI_PRINTF(3, 4);

/* Reports that memory ran out, and answers SST_FAILED. */
sst_outcome ssti_out_of_memory(ssti_report *report);
/* How a call ended that has reported errors: SST_FAILED where memory ran out, else SST_BAD_INPUT.
 */
sst_outcome ssti_outcome_of(const ssti_report *report);

/* Copies text for a message: at most 40 bytes, unprintable bytes as '?', never half a character. */
typedef struct ssti_shown {
    char text[48];
} ssti_shown;
ssti_shown ssti_show(const char *text);

#endif
