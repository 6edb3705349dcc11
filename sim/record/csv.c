/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Trajectories as CSV: step,time,agent,x,y,vx,vy. Eight decimals tell a position from its
 * neighbours, and nine significant digits tell a float: a row holds the state exactly. Each frame
 * is handed to the system as a whole; a run that is killed leaves all frames before. Of what the
 * recording is, CSV has no place to tell. */

#include "record/metres.h"
#include "record/recorder.h"
#include "report/file.h"

#include <math.h>
#include <stdlib.h>

typedef struct csv_recorder {
    ssti_recorder base;
    FILE *file;
} csv_recorder;

/* A field is empty where the velocity is not known. */
static void print_velocity(FILE *file, float velocity, char end) {
    if (!isnan(velocity))
        fprintf(file, "%.9g", (double)velocity + 0.0);
    fputc(end, file);
}

static bool csv_frame(ssti_recorder *recorder, const ssti_frame *frame) {
    csv_recorder *csv = (csv_recorder *)recorder;
    for (size_t i = 0; i < frame->count; i++) {
        ssti_metres x = ssti_print_metres(frame->positions[i].x);
        ssti_metres y = ssti_print_metres(frame->positions[i].y);
        fprintf(csv->file, "%llu,%.10g,%u,%s,%s,", (unsigned long long)frame->step, frame->time,
                (unsigned)frame->agents[i], x.text, y.text);
        print_velocity(csv->file, frame->velocities[i].x, ',');
        print_velocity(csv->file, frame->velocities[i].y, '\n');
    }
    return ssti_file_flush(csv->file, &recorder->report);
}

static bool csv_finish(ssti_recorder *recorder, const ssti_ending *ending) {
    (void)ending;
    csv_recorder *csv = (csv_recorder *)recorder;
    FILE *file = csv->file;
    csv->file = NULL;
    return ssti_file_close(file, &recorder->report);
}

static void csv_destroy(ssti_recorder *recorder) {
    csv_recorder *csv = (csv_recorder *)recorder;
    if (csv->file && csv->file != stdout)
        fclose(csv->file);
    free(csv);
}

ssti_recorder *ssti_csv_open(const char *path, const ssti_recording *recording,
                             ssti_report report) {
    (void)recording;
    static const ssti_recorder_class csv_class = {
        .frame = csv_frame, .finish = csv_finish, .destroy = csv_destroy};
    csv_recorder *csv = calloc(1, sizeof *csv);
    if (!csv) {
        ssti_out_of_memory(&report);
        return NULL;
    }
    csv->base = (ssti_recorder){&csv_class, report};
    csv->file = ssti_file_create(path, &report);
    if (!csv->file) {
        free(csv);
        return NULL;
    }
    fputs("step,time,agent,x,y,vx,vy\n", csv->file);
    return &csv->base;
}
