/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* An experiment as read: what is varied, over which seeds, and what is told of it. Its cells, the
 * combinations of values and profiles, are numbered as the rows of the table: the last parameter
 * turns fastest, and the profile within it. */
#ifndef SIDESTEP_SIM_EXPERIMENT_H
#define SIDESTEP_SIM_EXPERIMENT_H

#include "experiment/figures.h"
#include "experiment/files.h"
#include "experiment/statistics.h"
#include "report/file.h"
#include "scenario/scenario.h"
#include "sidestep/experiment.h"

enum {
    SSTI_MAX_PARAMETERS = 32,
    SSTI_MAX_CELLS = 100000,
    SSTI_MAX_RUNS = 1000000,
    SSTI_MAX_TABLES = 16
};

typedef struct ssti_value {
    const char *text;    /* as written; a list or map in one line */
    const char *setting; /* KEY=VALUE */
    double number;       /* NaN if it is none */
    uint64_t files;      /* contents of the files of a run with it and the others' first ones */
    ssti_place place;
} ssti_value;

typedef struct ssti_parameter {
    const char *key; /* as of --set */
    ssti_value *values;
    size_t count;
    ssti_place place;
} ssti_parameter;

typedef enum ssti_combine { SSTI_PRODUCT, SSTI_ZIP } ssti_combine;

struct sst_experiment {
    char *file, *folder; /* "" = the current one, else with its slash */
    ssti_bytes text;
    ssti_tree *tree; /* holds all texts below that are const */
    const char *name;

    ssti_bytes scenario; /* its file; of an inline one, the experiment's text: not owned */
    char *scenario_path; /* null = inline */
    char *scenario_text; /* without layout and remarks: equal texts, equal scenarios */

    ssti_parameter parameters[SSTI_MAX_PARAMETERS];
    size_t parameter_count;
    int combine; /* ssti_combine */
    sst_profile profiles[2];
    size_t profile_count; /* 0 = what the scenario says */
    uint64_t seeds, first_seed;
    uint64_t steps; /* SST_UNLIMITED = the scenario's end */
    double until;   /* negative likewise */

    ssti_figures known;
    ssti_files files;
    uint64_t own_files; /* contents of those of the first cell */
    ssti_figure_list figures;
    ssti_figure_list judged; /* that decide whether a cell has settled */
    ssti_settling_rule rule;
    bool stop_when_settled;

    char *outputs[SSTI_MAX_TABLES], *all_runs; /* paths; null = none */
    size_t output_count;
    size_t cell_count;
    sst_profile own_profile; /* of the scenario in the first cell */
};

/* The value of each parameter in a cell, by index. */
typedef struct ssti_cell {
    size_t values[SSTI_MAX_PARAMETERS];
    uint32_t without; /* parameters left as the scenario has them, one bit each */
    sst_profile profile;
} ssti_cell;

ssti_cell ssti_cell_at(const sst_experiment *experiment, size_t index);

/* Combinations of values and profiles; SIZE_MAX if there are more than a size_t can hold. */
size_t ssti_count_cells(const sst_experiment *experiment);

/* The scenario of a run. */
sst_outcome ssti_cell_scenario(const sst_experiment *experiment, const ssti_cell *cell,
                               uint64_t seed, sst_reporter reporter, sst_scenario **scenario);

/* Tries each value; notes the scenario's own profile, what is measured, and the files it names. If
 * the first cell is refused, what is measured stays unknown. */
sst_outcome ssti_try_values(sst_experiment *experiment, ssti_report *report);

extern const char ssti_other_measurements[]; /* why a cell is refused */

const char *ssti_profile_name(sst_profile profile);

/* The end of a table's name tells its kind. */
typedef enum ssti_table_kind {
    SSTI_TABLE_NONE,
    SSTI_TABLE_CSV,
    SSTI_TABLE_JSON,
    SSTI_TABLE_HDF5
} ssti_table_kind;

ssti_table_kind ssti_table_kind_of(const char *path);

#endif
