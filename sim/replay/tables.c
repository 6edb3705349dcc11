/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The tables beside the trajectories, as CSV. A field is empty where a figure does not exist. */

#include "replay/source.h"
#include "report/file.h"
#include "report/plain_locale.h"

#include <math.h>

static const ssti_place nowhere = {0, 0};

static void print_number(FILE *file, double number) {
    if (isnan(number))
        fputc(',', file);
    else
        fprintf(file, ",%.12g", number + 0.0);
}

/* --- Agents -------------------------------------------------------------------------------- */

#define COLUMN(name) "," #name
#define PRINT(name)  print_number(file, agent->figures.name);

static void print_agent(FILE *file, size_t number, const ssti_recorded_agent *agent) {
    fprintf(file, "%zu", number);
    print_number(file, agent->radius);
    print_number(file, agent->start_time);
    print_number(file, agent->arrival_time);
    print_number(file, agent->start.x);
    print_number(file, agent->start.y);
    print_number(file, agent->goal.x);
    print_number(file, agent->goal.y);
    SSTI_AGENT_FIGURES(PRINT)
    fputc('\n', file);
}

static void print_agents(FILE *file, const ssti_told *told) {
    fputs("agent,radius,start_time,arrival_time,start_x,start_y,goal_x,goal_y" SSTI_AGENT_FIGURES(
              COLUMN) "\n",
          file);
    for (size_t i = 0; i < told->agent_count; i++)
        print_agent(file, i, &told->agents[i]);
}

/* --- Events -------------------------------------------------------------------------------- */

static bool print_collisions(const void *rows, size_t count, void *context) {
    const sst_collision *collisions = rows;
    FILE *file = context;
    for (size_t i = 0; i < count; i++) {
        const sst_collision *c = &collisions[i];
        fprintf(file, "%u,", (unsigned)c->a);
        if (c->b != SST_OBSTACLES)
            fprintf(file, "%u", (unsigned)c->b);
        print_number(file, c->begin);
        print_number(file, c->duration);
        print_number(file, c->overlap_time);
        print_number(file, c->depth);
        print_number(file, c->place.x);
        print_number(file, c->place.y);
        fputc('\n', file);
    }
    return true;
}

/* A cause by its word; one that this program does not know by its number. */
static void print_cause(FILE *file, uint32_t cause) {
    static const char *const words[SST_STUCK_CAUSES] = {[SST_STUCK_BY_NOTHING] = "nothing",
                                                        [SST_STUCK_BY_OCCUPANT] = "occupant",
                                                        [SST_STUCK_BY_OBSTACLE] = "obstacle",
                                                        [SST_STUCK_BY_AGENT] = "agent",
                                                        [SST_STUCK_BY_CROWD] = "crowd"};
    if (cause < SST_STUCK_CAUSES)
        fputs(words[cause], file);
    else
        fprintf(file, "%u", (unsigned)cause);
}

static bool print_stuck(const void *rows, size_t count, void *context) {
    const sst_stuck *events = rows;
    FILE *file = context;
    for (size_t i = 0; i < count; i++) {
        const sst_stuck *e = &events[i];
        fprintf(file, "%u,", (unsigned)e->agent);
        print_cause(file, e->cause);
        fputc(',', file);
        if (e->by != SST_NOBODY)
            fprintf(file, "%u", (unsigned)e->by);
        fprintf(file, ",%u", (unsigned)e->others);
        print_number(file, e->begin);
        print_number(file, e->duration);
        print_number(file, e->place.x);
        print_number(file, e->place.y);
        fputc('\n', file);
    }
    return true;
}

/* --- The whole ----------------------------------------------------------------------------- */

static bool print_table(ssti_source *source, sst_table table, FILE *file) {
    if (table == SST_TABLE_AGENTS) {
        print_agents(file, &source->told);
        return true;
    }
    if (table == SST_TABLE_STUCK) {
        fputs("agent,cause,by,others,begin,duration,x,y\n", file);
        return ssti_source_events(source, SSTI_STUCK_TIMES, print_stuck, file);
    }
    fputs("a,b,begin,duration,overlap_time,depth,x,y\n", file);
    return ssti_source_events(source, SSTI_COLLISIONS, print_collisions, file);
}

static bool has_table(const ssti_source *source, sst_table table) {
    return table == SST_TABLE_AGENTS ? source->told.agents != NULL : source->as->events != NULL;
}

static sst_outcome export(ssti_source *source, sst_table table, const char *to,
                          sst_reporter reporter) {
    ssti_report report = {.to = reporter, .file = ssti_file_name(to, "standard output")};
    static const char *const names[] = {[SST_TABLE_AGENTS] = "agents",
                                        [SST_TABLE_COLLISIONS] = "collisions",
                                        [SST_TABLE_STUCK] = "times of being stuck"};
    if (!has_table(source, table)) {
        ssti_error(&source->report, nowhere, "the recording holds no table of %s", names[table]);
        return SST_BAD_INPUT;
    }
    ssti_whole_file file;
    if (!ssti_whole_file_open(&file, to, &report))
        return SST_FAILED;
    bool printed = print_table(source, table, file.stream);
    if (printed)
        return ssti_whole_file_close(&file, &report) ? SST_DONE : SST_FAILED;
    ssti_whole_file_drop(&file);
    return SST_FAILED;
}

sst_outcome sst_recording_export(const char *path, sst_table table, const char *to,
                                 sst_reporter reporter) {
    ssti_locale locale;
    ssti_source *source = NULL;
    if (!ssti_locale_enter(&locale))
        return SST_FAILED;
    sst_outcome outcome = ssti_source_open(path, (ssti_source_hints){0}, reporter, &source);
    if (outcome == SST_DONE)
        outcome = export(source, table, to, reporter);
    ssti_source_close(source);
    ssti_locale_leave(&locale);
    return outcome;
}
