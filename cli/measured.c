/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

#include "measured.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void collect(const sst_measured *one, void *context) {
    cli_measured *m = context;
    sst_measured *grown = realloc(m->list, (m->count + 1) * sizeof *grown);
    m->list = grown ? grown : m->list;
    char *name = grown ? strdup(one->name) : NULL;
    if (!name) {
        m->out_of_memory = true;
        return;
    }
    m->list[m->count] = *one;
    m->list[m->count++].name = name;
}

sst_measured_to cli_collect_measured(cli_measured *measured) {
    return (sst_measured_to){collect, measured};
}

void cli_measured_free(cli_measured *m) {
    for (size_t i = 0; i < m->count; i++)
        free((char *)m->list[i].name);
    free(m->list);
}

/* --- For people ---------------------------------------------------------------------------- */

static void print(FILE *file, const char *what, double value, const char *unit) {
    if (isnan(value))
        fprintf(file, "%s -", what);
    else
        fprintf(file, "%s %.3f%s", what, value, unit);
}

static void print_line(FILE *file, const sst_measured *m) {
    fprintf(file, "%llu passed", (unsigned long long)m->passed);
    if (m->backward)
        fprintf(file, " (%llu forward, %llu back)", (unsigned long long)m->forward,
                (unsigned long long)m->backward);
    print(file, ", flow", m->flow, " /s");
    print(file, ",", m->specific_flow, " /s/m");
    print(file, ", speed", m->speed, " m/s");
}

static void print_area(FILE *file, const sst_measured *m) {
    print(file, "density", m->density, " /m2");
    print(file, ", speed", m->speed, " m/s");
    print(file, "; Voronoi", m->voronoi_density, " /m2");
    print(file, ",", m->voronoi_speed, " m/s");
}

void cli_print_measured(const cli_measured *measured, FILE *file) {
    for (size_t i = 0; i < measured->count; i++) {
        const sst_measured *m = &measured->list[i];
        fprintf(file, "  %-22s ", m->name);
        if (m->is_line)
            print_line(file, m);
        else
            print_area(file, m);
        fputc('\n', file);
    }
}

/* --- For programs -------------------------------------------------------------------------- */

/* JSON knows no NaN: a figure that does not exist is null. */
static json_t *figure(double value) {
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *line_json(const sst_measured *m) {
    return json_pack("{s:s, s:s, s:o, s:I, s:I, s:I, s:o, s:o, s:o, s:o, s:o, s:o}", "name",
                     m->name, "kind", "line", "length", figure(m->size), "passed",
                     (json_int_t)m->passed, "forward", (json_int_t)m->forward, "backward",
                     (json_int_t)m->backward, "first_crossing", figure(m->first_crossing),
                     "last_crossing", figure(m->last_crossing), "flow", figure(m->flow),
                     "specific_flow", figure(m->specific_flow), "throughput", figure(m->throughput),
                     "speed", figure(m->speed));
}

static json_t *area_json(const sst_measured *m) {
    return json_pack("{s:s, s:s, s:o, s:I, s:o, s:o, s:o, s:o}", "name", m->name, "kind", "area",
                     "size", figure(m->size), "samples", (json_int_t)m->samples, "density",
                     figure(m->density), "speed", figure(m->speed), "voronoi_density",
                     figure(m->voronoi_density), "voronoi_speed", figure(m->voronoi_speed));
}

struct json_t *cli_measured_json(const cli_measured *measured) {
    json_t *list = json_array();
    for (size_t i = 0; list && i < measured->count; i++) {
        const sst_measured *m = &measured->list[i];
        if (json_array_append_new(list, m->is_line ? line_json(m) : area_json(m)) != 0) {
            json_decref(list);
            list = NULL;
        }
    }
    return list;
}
