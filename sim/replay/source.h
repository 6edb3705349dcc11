/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Recordings as sources of rows, whatever their kind. */
#ifndef SIDESTEP_SIM_SOURCE_H
#define SIDESTEP_SIM_SOURCE_H

#include "record/recorder.h"

/* Where an agent was. */
typedef struct ssti_row {
    uint64_t step;
    uint32_t agent;
    sst_point position;
    sst_vec2 velocity; /* NaN = not recorded */
} ssti_row;

/* What a recording tells of itself. Texts and agents are its own; null or zero = not told. */
typedef struct ssti_told {
    char *scenario, *scenario_text, *profile, *version, *geometry;
    uint64_t seed, state_hash, every;
    bool has_seed, has_hash, has_complete, complete;
    double time_step, frame_rate;
    ssti_recorded_agent *agents;
    size_t agent_count;
} ssti_told;

/* What is recorded as it ends: sst_collision, sst_stuck. */
typedef enum ssti_event_kind {
    SSTI_COLLISIONS,
    SSTI_STUCK_TIMES,
    SSTI_EVENT_KINDS
} ssti_event_kind;

typedef struct ssti_source ssti_source;

typedef struct ssti_source_class {
    /* Fills `rows` [most > 0]; none are left if `count` is 0. False after a report. */
    bool (*read)(ssti_source *source, ssti_row *rows, size_t most, size_t *count);
    bool (*rewind)(ssti_source *source); /* to the first row; false after a report */
    void (*close)(ssti_source *source);
    /* Fills `rows` with the next events, likewise; null: the kind of recording holds none. */
    bool (*events)(ssti_source *source, ssti_event_kind kind, void *rows, size_t most,
                   size_t *count);
} ssti_source_class;

/* The head of each kind's own struct. */
struct ssti_source {
    const ssti_source_class *as;
    const char *kind; /* for people */
    ssti_report report;
    ssti_told told;
    double metres; /* one unit of the file; 0 = not told */
};

/* What the caller says of recordings that do not say it themselves; 0 = nothing. */
typedef struct ssti_source_hints {
    double frame_rate, metres;
} ssti_source_hints;

/* Opens a recording of any kind; its content tells which. */
sst_outcome ssti_source_open(const char *path, ssti_source_hints hints, sst_reporter reporter,
                             ssti_source **source);
void ssti_source_close(ssti_source *source); /* null is fine */

size_t ssti_event_size(ssti_event_kind kind);

/* Gets some events; false ends. */
typedef bool (*ssti_events_fn)(const void *events, size_t count, void *context);

/* Passes all events of a kind on, once. False after a report, or as told. */
bool ssti_source_events(ssti_source *source, ssti_event_kind kind, ssti_events_fn take,
                        void *context);

/* --- The kinds ----------------------------------------------------------------------------- */

/* Each opens and reads what is told; null after a report. The text kinds take the file over. */
ssti_source *ssti_csv_source(void *file, ssti_report *report);
ssti_source *ssti_petrack_source(void *file, ssti_source_hints hints, ssti_report *report);
ssti_source *ssti_sqlite_source(const char *path, ssti_report *report);
ssti_source *ssti_h5_source(const char *path, ssti_report *report);

/* The step of a frame of a file that counts frames; a report if it is none. */
bool ssti_step_of(ssti_source *source, ssti_place place, double frame, uint64_t *step);

/* Whether a place is finite and near enough; a report if not. */
bool ssti_is_place(ssti_report *report, sst_point place);

/* An agent's number from the file; a report if it is none. */
bool ssti_agent_number(ssti_report *report, ssti_place place, double number, uint32_t *agent);

#endif
