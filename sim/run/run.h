/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* A run in its parts. */
#ifndef SIDESTEP_SIM_RUN_H
#define SIDESTEP_SIM_RUN_H

#include "metrics/measures.h"
#include "metrics/metrics.h"
#include "plot/picture.h"
#include "record/recorder.h"
#include "record/series_csv.h"
#include "report/file.h"
#include "run/settling.h"
#include "scenario/disc_grid.h"
#include "sense/senses.h"

/* When a run ends. */
typedef struct ssti_end {
    uint64_t step_limit;
    bool as_asked; /* the limit was given: arrival does not end the run */
} ssti_end;

ssti_end ssti_choose_end(const sst_scenario *scenario, const sst_run_options *options);

/* The recordings of a run. */
typedef struct ssti_outputs {
    ssti_recorder **recorders;
    size_t count;
    ssti_recording recording;
    ssti_recorded_agent *agents; /* by number */
    char *geometry;
} ssti_outputs;

/* The picture of a run. */
typedef struct ssti_picture {
    ssti_whole_file file; /* without a stream: there is none */
    ssti_picture_kind kind;
    ssti_report report;
    ssti_trails trails;
    bool *placed; /* by agent number: its first collision is among these */
    sst_point
        *collisions; /* where agents were at the end of the step in which they first collided */
    size_t collision_count;
} ssti_picture;

/* The measurements of a run. */
typedef struct ssti_measuring {
    ssti_measures *measures; /* null = nobody asked */
    ssti_series_csv *csv;
    sst_measured *results; /* at the end */
} ssti_measuring;

typedef struct ssti_run {
    const sst_scenario *scenario;
    const sst_run_options *options;
    sst_reporter reporter;
    ssti_report report;
    sst_world *world;
    ssti_end end;
    uint64_t step;
    /* By agent number. */
    sst_agent_id *ids;
    /* Those that enter later, by time: numbers; and how many of them did. */
    uint32_t *later;
    size_t later_count, entered;
    /* Of those whose time has come, the ones whose place is taken, and what takes it. */
    uint32_t *waiting;
    size_t waiting_count;
    ssti_disc_grid taken;
    uint64_t taken_step; /* in which it was filled */
    /* Those present, by order of entering: numbers, and arrays for the world's bulk calls. */
    size_t present_count;
    uint32_t *present;
    sst_agent_id *present_ids;
    sst_vec2 *preferred, *velocities;
    sst_point *positions;
    ssti_disc *discs;        /* with room for two images of each where the world repeats */
    ssti_settling *settling; /* null: nobody shares a goal */
    ssti_senses *senses;     /* null: everyone sees all as it is */
    /* Figures. */
    ssti_metrics metrics;
    ssti_outputs outputs;
    ssti_picture picture;
    ssti_measuring measuring;
    uint64_t agent_steps;
    size_t with_goal, arrived;
} ssti_run;

double ssti_run_time(const ssti_run *run); /* of the scenario [s] */

/* Memory, world and the agents of time 0. */
sst_outcome ssti_run_begin(ssti_run *run);
void ssti_run_free(ssti_run *run);

/* Lets those enter whose time has come. */
sst_outcome ssti_let_enter(ssti_run *run);
/* Takes those out that arrived and are to be removed. */
sst_outcome ssti_take_out(ssti_run *run);

/* Slows the preferred velocities of those who walk as people do by what is ahead of them. Sights in
 * the order of those present; who has one judges by it. */
sst_result ssti_slow_pedestrians(ssti_run *run, const sst_sight *sights, size_t count);

/* Begins all recordings, records the present moment if its turn has come, and ends them. */
sst_outcome ssti_outputs_open(ssti_run *run);
sst_outcome ssti_outputs_frame(ssti_run *run);
/* Records the collisions and times of being stuck that ended just now. */
sst_outcome ssti_outputs_events(ssti_run *run);
sst_outcome ssti_outputs_finish(ssti_run *run, const sst_summary *summary);
void ssti_outputs_free(ssti_outputs *outputs);

/* The same for the picture, to which every moment counts. */
sst_outcome ssti_picture_open(ssti_run *run);
sst_outcome ssti_picture_frame(ssti_run *run);
sst_outcome ssti_picture_finish(ssti_run *run, const sst_summary *summary);
void ssti_picture_free(ssti_picture *picture);

/* And for the measurements, whose rows go to the recordings. */
sst_outcome ssti_measuring_open(ssti_run *run);
sst_outcome ssti_measuring_frame(ssti_run *run);
sst_outcome ssti_measuring_finish(ssti_run *run);
void ssti_measuring_tell(const ssti_run *run);
void ssti_measuring_free(ssti_measuring *measuring);

/* Reports a result that no input can cause. Answers SST_FAILED. */
sst_outcome ssti_run_failed(ssti_run *run, sst_result result);

void ssti_summarise(const ssti_run *run, sst_summary *summary);

#endif
