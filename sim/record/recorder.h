/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Ways to write a recording, all behind one interface. A way is one file of this folder and one
 * line of the table in recorder.c. */
#ifndef SIDESTEP_SIM_RECORDER_H
#define SIDESTEP_SIM_RECORDER_H

#include "metrics/agent_figures.h"
#include "metrics/series.h"
#include "scenario/scenario.h"

/* An agent as far as it stays the same. What is not known, or does not exist, is NaN. */
typedef struct ssti_recorded_agent {
    double radius;       /* [m] */
    double start_time;   /* [s] */
    double arrival_time; /* [s]; known at the end only */
    sst_point start, goal;
    ssti_agent_figures figures; /* known at the end only */
} ssti_recorded_agent;

/* What a recording is: known before its first frame. Texts are never null, "" = not known; all
 * pointers outlive the recorder. */
typedef struct ssti_recording {
    const char *scenario;          /* its name */
    const char *scenario_text;     /* the file */
    const char *profile, *version; /* of the program that simulated */
    const char *geometry;          /* the walkable area as WKT */
    uint64_t seed;
    double time_step;                  /* of the simulation [s, > 0] */
    uint64_t every;                    /* a frame each so many steps [>= 1] */
    const ssti_recorded_agent *agents; /* by number; null = not known */
    size_t agent_count;
    const ssti_measure *measures; /* of which rows will come */
    size_t measure_count;
} ssti_recording;

/* The agents present at one moment, each with its number; velocities NaN = not known. */
typedef struct ssti_frame {
    uint64_t step;
    double time; /* [s] */
    size_t count;
    const uint32_t *agents;
    const sst_point *positions;
    const sst_vec2 *velocities;
} ssti_frame;

/* What is known after the last frame. */
typedef struct ssti_ending {
    const sst_summary *summary; /* null = not known */
    bool has_hash;
    uint64_t state_hash;
    const ssti_recorded_agent *agents; /* as in ssti_recording, now with arrivals */
    size_t agent_count;
    const sst_measured *measured; /* [measure_count of the recording]; null = not known */
} ssti_ending;

typedef struct ssti_recorder ssti_recorder;

/* All answer false after a report that names file and cause; then only `destroy` may follow, and
 * what was written before stands. */
typedef struct ssti_recorder_class {
    bool (*frame)(ssti_recorder *recorder, const ssti_frame *frame);
    bool (*finish)(ssti_recorder *recorder, const ssti_ending *ending);
    void (*destroy)(ssti_recorder *recorder); /* says nothing */
    /* Takes collisions that ended; null: the kind has no place for them. */
    bool (*collisions)(ssti_recorder *recorder, const sst_collision *collisions, size_t count);
    /* Takes times of being stuck that ended; null likewise. */
    bool (*stuck)(ssti_recorder *recorder, const sst_stuck *events, size_t count);
    /* Takes a row of a measurement; null likewise. */
    bool (*row)(ssti_recorder *recorder, size_t measure, ssti_series_kind kind, const void *row);
} ssti_recorder_class;

/* The head of each way's own struct. */
struct ssti_recorder {
    const ssti_recorder_class *as;
    ssti_report report; /* about the file */
};

/* How a recording of one kind is begun: null after a report. */
typedef ssti_recorder *(*ssti_recorder_open_fn)(const char *path, const ssti_recording *recording,
                                                ssti_report report);

/* Begins a recording of the kind that the name's end tells, HDF5 if it has none; "-" is CSV on
 * standard output, and so are pipes and devices. */
sst_outcome ssti_recorder_open(const char *path, const ssti_recording *recording,
                               sst_reporter reporter, ssti_recorder **recorder);
/* Whether the name tells a kind; a report if not. */
bool ssti_recorder_is_known(const char *path, sst_reporter reporter);

/* The kinds. */
ssti_recorder *ssti_csv_open(const char *path, const ssti_recording *recording, ssti_report report);
ssti_recorder *ssti_petrack_open(const char *path, const ssti_recording *recording,
                                 ssti_report report);
ssti_recorder *ssti_sqlite_open(const char *path, const ssti_recording *recording,
                                ssti_report report);
ssti_recorder *ssti_h5_open(const char *path, const ssti_recording *recording, ssti_report report);

#endif
