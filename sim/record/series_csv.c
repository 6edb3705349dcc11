/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* One table for all kinds of rows, told apart by the second column; a field is empty where its kind
 * has none, or where the figure does not exist. */

#include "record/series_csv.h"

#include "report/file.h"

#include <math.h>
#include <stdlib.h>

struct ssti_series_csv {
    ssti_whole_file file;
    ssti_report report;
};

static const char head[] = "measurement,series,time,until,agent,direction,along,people,density,"
                           "speed,voronoi_density,voronoi_speed,flow\n";

ssti_series_csv *ssti_series_csv_open(const char *path, sst_reporter reporter) {
    ssti_report report = {.to = reporter, .file = ssti_file_name(path, "standard output")};
    ssti_series_csv *csv = calloc(1, sizeof *csv);
    if (!csv) {
        ssti_out_of_memory(&report);
        return NULL;
    }
    csv->report = report;
    if (!ssti_whole_file_open(&csv->file, path, &csv->report)) {
        free(csv);
        return NULL;
    }
    fputs(head, csv->file.stream);
    return csv;
}

static void print(FILE *file, double value, char end) {
    if (!isnan(value))
        fprintf(file, "%.10g", value + 0.0);
    fputc(end, file);
}

static void print_sample(FILE *file, const ssti_sample *s) {
    fputs("sample,", file);
    print(file, s->time, ',');
    fprintf(file, ",,,,%u,", (unsigned)s->people);
    print(file, s->density, ',');
    print(file, s->speed, ',');
    print(file, s->voronoi_density, ',');
    print(file, s->voronoi_speed, ',');
    fputc('\n', file);
}

static void print_passage(FILE *file, const ssti_passage *p) {
    fputs("crossing,", file);
    print(file, p->time, ',');
    fprintf(file, ",%u,%d,", (unsigned)p->agent, (int)p->direction);
    print(file, p->along, ',');
    fprintf(file, "%u,,", (unsigned)p->passed);
    print(file, p->speed, ',');
    fputs(",,\n", file);
}

static void print_flow(FILE *file, const ssti_flow_row *f) {
    fputs("flow,", file);
    print(file, f->from, ',');
    print(file, f->until, ',');
    fprintf(file, ",,,%u,,", (unsigned)f->passed);
    print(file, f->speed, ',');
    fputs(",,", file);
    print(file, f->flow, '\n');
}

bool ssti_series_csv_row(ssti_series_csv *csv, const char *measure, ssti_series_kind kind,
                         const void *row) {
    FILE *file = csv->file.stream;
    fprintf(file, "%s,", measure);
    if (kind == SSTI_SAMPLES)
        print_sample(file, row);
    else if (kind == SSTI_PASSAGES)
        print_passage(file, row);
    else
        print_flow(file, row);
    return !ferror(file) || ssti_file_flush(file, &csv->report);
}

bool ssti_series_csv_finish(ssti_series_csv *csv) {
    return ssti_whole_file_close(&csv->file, &csv->report);
}

void ssti_series_csv_destroy(ssti_series_csv *csv) {
    if (!csv)
        return;
    ssti_whole_file_drop(&csv->file);
    free(csv);
}
