/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Recorded people: rows of a file, sorted into one track a person. */
#ifndef SIDESTEP_SIM_IMPORT_TRACKS_H
#define SIDESTEP_SIM_IMPORT_TRACKS_H

#include "import/geometry.h"
#include "report/report.h"

#include <stdio.h>

/* Who is slower stands [m/s]. */
#define SSTI_SLOWEST_WALKER 1e-3

typedef struct ssti_annotation {
    double frame, person; /* whole numbers, as the file has them */
    double x, y;          /* [m] */
    uint32_t line;
} ssti_annotation;

typedef struct ssti_track {
    double person;
    size_t first, count;    /* annotations */
    double start, duration; /* [s] */
    double speed;           /* preferred [m/s] */
    sst_vec2 velocity;      /* at the start [m/s] */
} ssti_track;

typedef struct ssti_tracks {
    ssti_annotation *annotations; /* by person, then frame */
    size_t annotation_count;
    ssti_track *tracks; /* by start, then person */
    size_t track_count;
    double duration;        /* of the whole recording [s] */
    double frame_step;      /* least difference of two frames */
    double second;          /* of a frame [s] */
    double frame_time;      /* [s]; 0: the least difference between frames is 0.4 s */
    double preferred_speed; /* of everyone who moves [m/s]; 0: each its own, times the factor */
    double speed_factor;
    sst_import_format format;
} ssti_tracks;

/* Every bad row is reported. `tracks` is to be freed in any case. */
sst_outcome ssti_tracks_read(const char *bytes, size_t size, const sst_import_options *options,
                             ssti_report *report, ssti_tracks *tracks);
/* Times, speeds and the order of entering, from sorted annotations. */
sst_outcome ssti_tracks_from_annotations(ssti_tracks *tracks, ssti_report *report);
void ssti_tracks_free(ssti_tracks *tracks);

/* The scenario, as YAML. Errors stay with the file. */
void ssti_tracks_write(const ssti_tracks *tracks, const ssti_geometry *geometry, const char *name,
                       const sst_import_options *options, FILE *file);

#endif
