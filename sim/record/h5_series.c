/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Everything exists from the first state of the file on, as in the rest of it; later only rows are
 * added, and numbers filled in. */

#include "record/h5_series.h"

#include "record/h5_layout.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

enum { CHUNK_ROWS = 512 };

static const ssti_h5_field sample_fields[] = {
    {"time", offsetof(ssti_sample, time), SSTI_H5_F8},
    {"density", offsetof(ssti_sample, density), SSTI_H5_F8},
    {"speed", offsetof(ssti_sample, speed), SSTI_H5_F8},
    {"voronoi_density", offsetof(ssti_sample, voronoi_density), SSTI_H5_F8},
    {"voronoi_speed", offsetof(ssti_sample, voronoi_speed), SSTI_H5_F8},
    {"people", offsetof(ssti_sample, people), SSTI_H5_U4},
    {"cells", offsetof(ssti_sample, cells), SSTI_H5_U4}};

static const ssti_h5_field passage_fields[] = {
    {"time", offsetof(ssti_passage, time), SSTI_H5_F8},
    {"along", offsetof(ssti_passage, along), SSTI_H5_F8},
    {"speed", offsetof(ssti_passage, speed), SSTI_H5_F8},
    {"id", offsetof(ssti_passage, agent), SSTI_H5_U4},
    {"direction", offsetof(ssti_passage, direction), SSTI_H5_I4},
    {"passed", offsetof(ssti_passage, passed), SSTI_H5_U4},
    {"frame", offsetof(ssti_passage, frame), SSTI_H5_U4}};

static const ssti_h5_field flow_fields[] = {{"from", offsetof(ssti_flow_row, from), SSTI_H5_F8},
                                            {"until", offsetof(ssti_flow_row, until), SSTI_H5_F8},
                                            {"flow", offsetof(ssti_flow_row, flow), SSTI_H5_F8},
                                            {"speed", offsetof(ssti_flow_row, speed), SSTI_H5_F8},
                                            {"passed", offsetof(ssti_flow_row, passed), SSTI_H5_U4},
                                            {"total", offsetof(ssti_flow_row, total), SSTI_H5_U4}};

#define COUNT(list) (sizeof(list) / sizeof *(list))

/* By ssti_series_kind. */
static const struct kind {
    const char *name;
    const ssti_h5_field *fields;
    size_t field_count, size;
} kinds[] = {
    [SSTI_SAMPLES] = {"samples", sample_fields, COUNT(sample_fields), sizeof(ssti_sample)},
    [SSTI_PASSAGES] = {"crossings", passage_fields, COUNT(passage_fields), sizeof(ssti_passage)},
    [SSTI_FLOWS] = {"flow", flow_fields, COUNT(flow_fields), sizeof(ssti_flow_row)}};

/* What came of a measurement, as attributes: of lines, of areas, of both. */
static const struct figure {
    const char *name;
    size_t offset;
    bool is_count, of_lines, of_areas;
} figures[] = {
    {"size", offsetof(sst_measured, size), false, true, true},
    {"speed", offsetof(sst_measured, speed), false, true, true},
    {"forward", offsetof(sst_measured, forward), true, true, false},
    {"backward", offsetof(sst_measured, backward), true, true, false},
    {"passed", offsetof(sst_measured, passed), true, true, false},
    {"first_crossing", offsetof(sst_measured, first_crossing), false, true, false},
    {"last_crossing", offsetof(sst_measured, last_crossing), false, true, false},
    {"flow", offsetof(sst_measured, flow), false, true, false},
    {"specific_flow", offsetof(sst_measured, specific_flow), false, true, false},
    {"throughput", offsetof(sst_measured, throughput), false, true, false},
    {"samples", offsetof(sst_measured, samples), true, false, true},
    {"density", offsetof(sst_measured, density), false, false, true},
    {"voronoi_density", offsetof(sst_measured, voronoi_density), false, false, true},
    {"voronoi_speed", offsetof(sst_measured, voronoi_speed), false, false, true},
};

static ssti_h5_table *table_of(ssti_h5_series *series, size_t measure, ssti_series_kind kind) {
    return &series->tables[2 * measure + (kind == SSTI_FLOWS)];
}

static hid_t type_of(ssti_series_kind kind, bool file) {
    const struct kind *k = &kinds[kind];
    return ssti_h5_compound(k->fields, k->field_count, k->size, file);
}

static hid_t sample_type(bool file) {
    return type_of(SSTI_SAMPLES, file);
}

static hid_t passage_type(bool file) {
    return type_of(SSTI_PASSAGES, file);
}

static hid_t flow_type(bool file) {
    return type_of(SSTI_FLOWS, file);
}

static bool init_table(ssti_h5_series *series, size_t measure, ssti_series_kind kind) {
    static hid_t (*const types[])(bool file) = {sample_type, passage_type, flow_type};
    return ssti_h5_table_init(table_of(series, measure, kind), types[kind], kinds[kind].size,
                              CHUNK_ROWS);
}

bool ssti_h5_series_init(ssti_h5_series *series, const ssti_measure *measures, size_t count) {
    *series = (ssti_h5_series){.measures = measures};
    series->tables = calloc(2 * count + 1, sizeof *series->tables);
    if (!series->tables)
        return false;
    series->count = count;
    for (size_t i = 0; i < 2 * count; i++)
        series->tables[i].set = -1;
    for (size_t i = 0; i < count; i++)
        if (measures[i].is_line
                ? !init_table(series, i, SSTI_PASSAGES) || !init_table(series, i, SSTI_FLOWS)
                : !init_table(series, i, SSTI_SAMPLES))
            return false;
    return true;
}

void ssti_h5_series_free(ssti_h5_series *series) {
    for (size_t i = 0; i < 2 * series->count; i++)
        ssti_h5_table_free(&series->tables[i]);
    free(series->tables);
}

/* --- Groups -------------------------------------------------------------------------------- */

static bool add_figures(hid_t group, bool is_line) {
    bool good = true;
    for (size_t i = 0; good && i < COUNT(figures); i++) {
        const struct figure *f = &figures[i];
        if (is_line ? !f->of_lines : !f->of_areas)
            continue;
        good = f->is_count ? ssti_h5_add_count(group, f->name, 0)
                           : ssti_h5_add_number(group, f->name, (double)NAN);
    }
    return good;
}

static bool describe(hid_t group, const ssti_measure *measure) {
    return ssti_h5_add_text(group, "kind", measure->is_line ? "line" : "area") &&
           ssti_h5_add_number(group, "speed_window", measure->speed_window) &&
           (measure->is_line ? ssti_h5_add_number(group, "flow_window", measure->flow_window)
                             : ssti_h5_add_number(group, "every", measure->every) &&
                                   ssti_h5_add_number(group, "cut_off", measure->cut_off)) &&
           add_figures(group, measure->is_line);
}

static bool create_tables(ssti_h5_series *series, size_t measure, hid_t group) {
    if (!series->measures[measure].is_line)
        return ssti_h5_table_create(table_of(series, measure, SSTI_SAMPLES), group,
                                    kinds[SSTI_SAMPLES].name);
    return ssti_h5_table_create(table_of(series, measure, SSTI_PASSAGES), group,
                                kinds[SSTI_PASSAGES].name) &&
           ssti_h5_table_create(table_of(series, measure, SSTI_FLOWS), group,
                                kinds[SSTI_FLOWS].name);
}

/* Its attributes stay in its head, where they can be changed in their places. */
static hid_t create_group(hid_t parent, const char *name) {
    hid_t creation = H5Pcreate(H5P_GROUP_CREATE);
    hid_t group = creation >= 0 && H5Pset_attr_phase_change(creation, 64, 0) >= 0
                      ? H5Gcreate2(parent, name, H5P_DEFAULT, creation, H5P_DEFAULT)
                      : -1;
    if (creation >= 0)
        H5Pclose(creation);
    return group;
}

bool ssti_h5_series_create(ssti_h5_series *series, hid_t file) {
    hid_t all = series->count ? create_group(file, "measurements") : -1;
    bool good = series->count == 0 || all >= 0;
    for (size_t i = 0; good && i < series->count; i++) {
        hid_t group = create_group(all, series->measures[i].name);
        good =
            group >= 0 && describe(group, &series->measures[i]) && create_tables(series, i, group);
        if (group >= 0)
            H5Gclose(group);
    }
    if (all >= 0)
        H5Gclose(all);
    return good;
}

bool ssti_h5_series_close(ssti_h5_series *series) {
    bool good = true;
    for (size_t i = 0; i < 2 * series->count; i++)
        good &= ssti_h5_table_close(&series->tables[i]);
    return good;
}

static bool set_figures(hid_t group, const sst_measured *measured) {
    bool good = true;
    for (size_t i = 0; good && i < COUNT(figures); i++) {
        const struct figure *f = &figures[i];
        const void *value = (const char *)measured + f->offset;
        if (measured->is_line ? !f->of_lines : !f->of_areas)
            continue;
        good = f->is_count ? ssti_h5_set_count(group, f->name, *(const uint64_t *)value)
                           : ssti_h5_set_number(group, f->name, *(const double *)value);
    }
    return good;
}

bool ssti_h5_series_update(ssti_h5_series *series, hid_t file, const sst_measured *measured) {
    hid_t all = series->count ? H5Gopen2(file, "measurements", H5P_DEFAULT) : -1;
    bool good = series->count == 0 || all >= 0;
    for (size_t i = 0; good && i < series->count; i++) {
        hid_t group = H5Gopen2(all, series->measures[i].name, H5P_DEFAULT);
        good = group >= 0 && set_figures(group, &measured[i]);
        if (group >= 0)
            H5Gclose(group);
    }
    if (all >= 0)
        H5Gclose(all);
    return good;
}

/* --- Rows ---------------------------------------------------------------------------------- */

bool ssti_h5_series_add(ssti_h5_series *series, size_t measure, ssti_series_kind kind,
                        const void *row) {
    return ssti_h5_table_add(table_of(series, measure, kind), row);
}

bool ssti_h5_series_settle(ssti_h5_series *series) {
    for (size_t i = 0; i < 2 * series->count; i++)
        if (series->tables[i].set >= 0 && !ssti_h5_table_settle(&series->tables[i]))
            return false;
    return true;
}
