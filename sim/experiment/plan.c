/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The cells of an experiment, and the scenario of each run: the file with the cell's values and the
 * seed laid over it, as `--set` lays them. */

#include "experiment/experiment.h"

#include <stdio.h>
#include <string.h>

static size_t profile_count(const sst_experiment *e) {
    return e->profile_count ? e->profile_count : 1;
}

size_t ssti_count_cells(const sst_experiment *e) {
    size_t count = profile_count(e);
    size_t factors = e->combine == SSTI_ZIP && e->parameter_count ? 1 : e->parameter_count;
    for (size_t i = 0; i < factors; i++) {
        if (count > SIZE_MAX / e->parameters[i].count)
            return SIZE_MAX;
        count *= e->parameters[i].count;
    }
    return count;
}

ssti_cell ssti_cell_at(const sst_experiment *e, size_t index) {
    ssti_cell cell = {.profile = e->profile_count ? e->profiles[index % e->profile_count]
                                                  : e->own_profile};
    index /= profile_count(e);
    for (size_t i = e->parameter_count; i-- > 0;) {
        cell.values[i] = index % e->parameters[i].count;
        index = e->combine == SSTI_ZIP ? index : index / e->parameters[i].count;
    }
    return cell;
}

const char *ssti_profile_name(sst_profile profile) {
    return profile == SST_PROFILE_CLASSIC ? "classic" : "default";
}

sst_outcome ssti_cell_scenario(const sst_experiment *e, const ssti_cell *cell, uint64_t seed,
                               sst_reporter reporter, sst_scenario **scenario) {
    const char *settings[SSTI_MAX_PARAMETERS + 1];
    ssti_place places[SSTI_MAX_PARAMETERS + 1] = {{0}};
    char of_seed[32];
    size_t count = 0;
    for (size_t i = 0; i < e->parameter_count; i++) {
        const ssti_value *value = &e->parameters[i].values[cell->values[i]];
        if (cell->without >> i & 1)
            continue;
        settings[count] = value->setting;
        places[count++] = value->place;
    }
    snprintf(of_seed, sizeof of_seed, "seed=%llu", (unsigned long long)seed);
    settings[count++] = of_seed;
    ssti_scenario_source source = {.bytes = e->scenario.data,
                                   .size = e->scenario.size,
                                   .name = e->scenario_path ? e->scenario_path : e->file,
                                   .part = e->scenario_path ? NULL : "scenario",
                                   .settings = settings,
                                   .setting_count = count,
                                   .setting_file = e->file,
                                   .setting_places = places};
    sst_outcome outcome = ssti_scenario_read_source(&source, reporter, scenario);
    if (outcome == SST_DONE && e->profile_count)
        sst_scenario_set_profile(*scenario, cell->profile);
    return outcome;
}

/* --- Trying the values --------------------------------------------------------------------- */

/* What of a trial is told. */
typedef enum audience { NOBODY, OF_THE_VALUE, OF_ALL } audience;

/* One trial and its messages. */
typedef struct trial {
    ssti_report *report;
    const char *file;
    ssti_place place; /* of the value on trial */
    audience told;
    size_t of_value, passed_on; /* errors */
    size_t warnings;
    uint64_t files; /* contents of those that it read */
} trial;

const char ssti_other_measurements[] =
    "with it the scenario measures other lines and areas than with the first values, expected the "
    "same names in the same order: a table has the same columns for all";

static void judge(const sst_message *message, void *context) {
    trial *t = context;
    bool of_value = message->file && strcmp(message->file, t->file) == 0 &&
                    message->line == t->place.line && message->column == t->place.column;
    t->of_value += of_value && !message->warning;
    t->warnings += message->warning;
    if (t->told == NOBODY || (t->told == OF_THE_VALUE && !of_value))
        return;
    t->passed_on += !message->warning;
    if (t->report->to.report)
        t->report->to.report(message, t->report->to.context);
}

/* What the figures and the store go by. */
static sst_outcome note_scenario(sst_experiment *e, const sst_scenario *scenario, trial *t) {
    ssti_report report = {.to = {judge, t}, .file = e->file};
    e->own_profile = sst_scenario_profile(scenario);
    if (!e->known.all && !ssti_figures_init(&e->known, scenario))
        return ssti_out_of_memory(&report);
    if (ssti_figures_fit(&e->known, scenario))
        return ssti_files_note(&e->files, scenario, &report, &t->files);
    ssti_error(&report, t->place, "%s", ssti_other_measurements);
    return SST_BAD_INPUT;
}

static sst_outcome try_cell(sst_experiment *e, const ssti_cell *cell, trial *t) {
    sst_scenario *scenario = NULL;
    t->file = e->file;
    sst_outcome outcome =
        ssti_cell_scenario(e, cell, e->first_seed, (sst_reporter){judge, t}, &scenario);
    if (outcome == SST_DONE && cell->without == 0)
        outcome = note_scenario(e, scenario, t);
    sst_scenario_destroy(scenario);
    t->report->errors += t->passed_on;
    return outcome;
}

static sst_outcome try_and_tell(sst_experiment *e, const ssti_cell *cell, ssti_place place,
                                ssti_report *report) {
    trial t = {.report = report, .place = place, .told = OF_ALL};
    return try_cell(e, cell, &t);
}

/* The first cell was refused. Each value alone tells whether it is to blame; what is left of the
 * cell without such values, whether the scenario is. */
static sst_outcome find_fault(sst_experiment *e, const ssti_cell *first, ssti_report *report) {
    ssti_cell rest = *first;
    for (size_t i = 0; i < e->parameter_count; i++)
        for (size_t j = 0; j < e->parameters[i].count; j++) {
            ssti_cell cell = {.profile = first->profile, .without = ~(UINT32_C(1) << i)};
            trial t = {
                .report = report, .place = e->parameters[i].values[j].place, .told = OF_THE_VALUE};
            cell.values[i] = j;
            if (try_cell(e, &cell, &t) == SST_FAILED)
                return t.passed_on ? SST_FAILED : ssti_out_of_memory(report);
            if (j == 0 && t.of_value)
                rest.without |= UINT32_C(1) << i;
        }
    sst_outcome outcome = try_and_tell(e, &rest, (ssti_place){0, 0}, report);
    return outcome == SST_DONE ? SST_BAD_INPUT : outcome;
}

/* A value but the first, with the first ones of the others; or, zipped, with its like. */
static sst_outcome try_value(sst_experiment *e, size_t parameter, size_t index,
                             ssti_report *report) {
    ssti_cell cell = {.profile = e->profiles[0]};
    ssti_value *value = &e->parameters[parameter].values[index];
    for (size_t i = 0; e->combine == SSTI_ZIP && i < e->parameter_count; i++)
        cell.values[i] = index;
    cell.values[parameter] = index;
    trial t = {.report = report, .place = value->place, .told = NOBODY};
    sst_outcome outcome = try_cell(e, &cell, &t);
    value->files = t.files;
    if (outcome != SST_BAD_INPUT)
        return outcome == SST_DONE ? outcome : ssti_out_of_memory(report);
    size_t of_value = t.of_value;
    outcome = try_and_tell(e, &cell, value->place, report);
    if (outcome == SST_BAD_INPUT && of_value == 0)
        ssti_error(report, value->place, "with %s the scenario is refused: see above",
                   ssti_show(value->setting).text);
    return outcome;
}

static size_t more_values(const sst_experiment *e, size_t parameter) {
    /* Zipped, the first parameter's turn tries the values of all. */
    return e->combine == SSTI_ZIP && parameter > 0 ? 0 : e->parameters[parameter].count - 1;
}

sst_outcome ssti_try_values(sst_experiment *e, ssti_report *report) {
    ssti_cell first = {.profile = e->profiles[0]};
    trial silent = {.report = report, .told = NOBODY};
    sst_outcome outcome = try_cell(e, &first, &silent);
    if (outcome == SST_BAD_INPUT)
        return find_fault(e, &first, report);
    if (outcome == SST_FAILED)
        return ssti_out_of_memory(report);
    if (silent.warnings > 0)
        outcome = try_and_tell(e, &first, (ssti_place){0, 0}, report);
    sst_profile own = e->own_profile;
    e->own_files = silent.files;
    for (size_t i = 0; i < e->parameter_count; i++)
        e->parameters[i].values[0].files = silent.files;
    for (size_t i = 0; outcome != SST_FAILED && i < e->parameter_count; i++)
        for (size_t j = 0; outcome != SST_FAILED && j < more_values(e, i); j++) {
            sst_outcome of_value = try_value(e, i, j + 1, report);
            outcome = of_value == SST_DONE ? outcome : of_value;
        }
    e->own_profile = own;
    return outcome;
}
