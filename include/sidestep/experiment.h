/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Experiments: a scenario over values of its parameters and over seeds -> a table of figures.
 *
 *     sst_experiment *experiment;
 *     sst_experiment_options options;
 *     sst_experiment_summary summary;
 *     sst_experiment_options_init(&options);
 *     if (sst_experiment_load("circle.yaml", reporter, &experiment) == SST_DONE)
 *         sst_experiment_run(experiment, &options, reporter, &summary);
 *     sst_experiment_destroy(experiment);
 *
 * docs/experiments.md describes the file and the table. Every finished run is kept in OUTPUT.runs
 * at once, and never made again: an experiment that was killed goes on where it was, and its table
 * is byte for byte the one that it would have had, with any number of jobs. Rules as in sim.h; the
 * reporter may be called from another thread, but by one at a time.
 */
#ifndef SIDESTEP_EXPERIMENT_H
#define SIDESTEP_EXPERIMENT_H

#include "sim.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sst_experiment sst_experiment;

/* Reads YAML (JSON is YAML) and the scenario that it names, relative to the folder of `path`; "-"
 * is standard input and the current folder. Each value that is varied is tried. All errors are
 * reported, not only the first. */
SST_API sst_outcome sst_experiment_load(const char *path, sst_reporter reporter,
                                        sst_experiment **experiment);
/* The same from memory; `name` stands for the file. */
SST_API sst_outcome sst_experiment_read(const void *bytes, size_t size, const char *name,
                                        sst_reporter reporter, sst_experiment **experiment);
SST_API void sst_experiment_destroy(sst_experiment *experiment); /* null is fine */

SST_API const char *sst_experiment_name(const sst_experiment *experiment); /* "" if it has none */

typedef struct sst_experiment_progress {
    size_t runs;     /* of all cells and seeds */
    size_t kept;     /* of these, found in the store */
    size_t finished; /* of these, made by this call */
    size_t spared;   /* of these, not needed since their cell has settled */
    double elapsed;  /* [s] */
    double left;     /* about so long, at most [s]; NaN as long as nothing is finished */
} sst_experiment_progress;

typedef struct sst_experiment_options {
    uint32_t struct_size;
    uint32_t job_count; /* runs at a time [<= 1024]; default 0: one per processor. The table is the
                           same */
    bool fresh;         /* forget the runs of the store; default false */
    const char *const *outputs; /* tables [output_count], instead of those that the file names */
    size_t output_count;        /* default 0: as the file says */
    bool (*progress)(const sst_experiment_progress *progress, void *context); /* now and then, by
                       the calling thread; false ends the experiment. Default null */
    void *progress_context;
} sst_experiment_options;

SST_API void sst_experiment_options_init(sst_experiment_options *options);

typedef struct sst_experiment_summary {
    size_t cells;         /* combinations of values and profiles: rows of the table */
    size_t settled_cells; /* whose figures more seeds no longer change */
    size_t runs;          /* that the table tells of */
    size_t kept, finished;
    bool interrupted;  /* by `progress`: no table was written, the finished runs are kept */
    bool seeds_matter; /* some cell has runs that ended differently */
    double wall_clock; /* [s] */
} sst_experiment_summary;

/* Makes the runs that the store does not have, and writes the tables, each appearing at once under
 * its name. Runs that the scenario refuses (a seed with which a group does not fit) are told, the
 * others are made, and no table is written: SST_BAD_INPUT. */
SST_API sst_outcome sst_experiment_run(const sst_experiment *experiment,
                                       const sst_experiment_options *options, sst_reporter reporter,
                                       sst_experiment_summary *summary);

/* What a run of the experiment would be. */
typedef struct sst_experiment_survey {
    size_t cells, runs, kept;
    uint64_t seeds;
    double seconds_per_run; /* mean of those in the store; NaN = none yet */
    double seconds_left;    /* with the jobs asked for, at most; NaN likewise */
    uint32_t job_count;
} sst_experiment_survey;

SST_API sst_outcome sst_experiment_look(const sst_experiment *experiment,
                                        const sst_experiment_options *options,
                                        sst_reporter reporter, sst_experiment_survey *survey);

#ifdef __cplusplus
}
#endif

#endif
