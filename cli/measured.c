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
static json_t *figure(const sst_figure *of, double value) {
    if (!isfinite(value))
        return json_null();
    return of->whole ? json_integer((json_int_t)value) : json_real(value);
}

static json_t *one_json(const sst_measured *m) {
    json_t *object =
        json_pack("{s:s, s:s, s:f}", "name", m->name, "kind", m->is_line ? "line" : "area",
                  m->is_line ? "length" : "size", m->size);
    for (size_t i = 0; object && i < sst_measured_figure_count(m->is_line); i++) {
        const sst_figure *of = sst_measured_figure_at(m->is_line, i);
        if (json_object_set_new(object, of->name, figure(of, sst_measured_figure(m, i))) != 0) {
            json_decref(object);
            return NULL;
        }
    }
    return object;
}

struct json_t *cli_measured_json(const cli_measured *measured) {
    json_t *list = json_array();
    for (size_t i = 0; list && i < measured->count; i++) {
        if (json_array_append_new(list, one_json(&measured->list[i])) != 0) {
            json_decref(list);
            list = NULL;
        }
    }
    return list;
}
