/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The CSV recording. Positions lie on the lattice of 2^-24 m, so that eight decimals tell each from
 * its neighbours, and nine significant digits tell a float: a row holds the state exactly. Each
 * frame is handed to the system as a whole; a run that is killed leaves all frames before. */

#include "record/csv.h"
#include "report/file.h"

#include <string.h>

bool ssti_csv_open(ssti_csv *csv, const char *path, sst_reporter reporter) {
    *csv = (ssti_csv){0};
    if (!path)
        return true;
    csv->report = (ssti_report){.to = reporter, .file = ssti_file_name(path, "standard output")};
    csv->file = ssti_file_create(path, &csv->report);
    if (!csv->file)
        return false;
    fputs("step,time,agent,x,y,vx,vy\n", csv->file);
    return true;
}

/* Eight decimals without trailing zeros. */
static void print_metres(char text[static 40], double metres) {
    int length = snprintf(text, 40, "%.8f", metres + 0.0);
    while (text[length - 1] == '0')
        length--;
    length -= text[length - 1] == '.';
    text[length] = 0;
    if (strcmp(text, "-0") == 0)
        strcpy(text, "0");
}

void ssti_csv_row(ssti_csv *csv, uint64_t step, double time, size_t agent, sst_point position,
                  sst_vec2 velocity) {
    char x[40], y[40];
    print_metres(x, position.x);
    print_metres(y, position.y);
    fprintf(csv->file, "%llu,%.10g,%zu,%s,%s,%.9g,%.9g\n", (unsigned long long)step, time, agent, x,
            y, (double)velocity.x + 0.0, (double)velocity.y + 0.0);
}

bool ssti_csv_end_frame(ssti_csv *csv) {
    return !csv->file || ssti_file_flush(csv->file, &csv->report);
}

bool ssti_csv_close(ssti_csv *csv) {
    FILE *file = csv->file;
    csv->file = NULL;
    return !file || ssti_file_close(file, &csv->report);
}
