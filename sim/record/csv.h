/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Trajectories as CSV: step,time,agent,x,y,vx,vy. */
#ifndef SIDESTEP_SIM_CSV_H
#define SIDESTEP_SIM_CSV_H

#include "report/report.h"

#include <stdio.h>

typedef struct ssti_csv {
    FILE *file; /* null = nothing is recorded */
    ssti_report report;
} ssti_csv;

/* Creates the file and writes its header; a null path records nothing. */
bool ssti_csv_open(ssti_csv *csv, const char *path, sst_reporter reporter);
void ssti_csv_row(ssti_csv *csv, uint64_t step, double time, size_t agent, sst_point position,
                  sst_vec2 velocity);
/* The rows of a frame reach the file. False, and a report, if not. */
bool ssti_csv_end_frame(ssti_csv *csv);
bool ssti_csv_close(ssti_csv *csv);

#endif
