/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

#include "verify/probe.h"

#include "scenario/area.h"
#include "scenario/periodic.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double started_after = 0.05; /* [m] */

bool ssti_probe_init(ssti_probe *p, const sst_scenario *scenario) {
    *p = (ssti_probe){.scenario = scenario,
                      .agents = calloc(scenario->agent_count + 1, sizeof *p->agents),
                      .measured = calloc(scenario->measure_count + 1, sizeof *p->measured),
                      .peaks = calloc(scenario->measure_count + 1, sizeof *p->peaks)};
    return p->agents && p->measured && p->peaks;
}

void ssti_probe_free(ssti_probe *p) {
    free(p->agents);
    free(p->measured);
    free(p->peaks);
}

/* --- Watching ------------------------------------------------------------------------------ */

static double distance(sst_point a, sst_point b) {
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

static void watch(const ssti_probe *p, ssti_watched *agent, sst_point place, double time) {
    if (!agent->seen)
        *agent = (ssti_watched){
            .from = place, .at = place, .entered = time, .started = (double)NAN, .seen = true};
    sst_point at = ssti_periodic_nearest(&p->scenario->periodic, place, agent->at);
    agent->walked += distance(agent->at, at);
    agent->at = at;
    agent->last = time;
    if (isnan(agent->started) && distance(agent->from, at) > started_after)
        agent->started = time;
}

static size_t count_inside(const ssti_probe *p, const ssti_area *area, const sst_frame *frame) {
    size_t inside = 0;
    for (size_t i = 0; i < frame->count; i++)
        inside += ssti_area_holds(area, p->scenario->points, frame->positions[i]);
    return inside;
}

void ssti_probe_frame(const sst_frame *frame, void *context) {
    ssti_probe *p = context;
    for (size_t i = 0; i < frame->count; i++)
        watch(p, &p->agents[frame->agents[i]], frame->positions[i], frame->time);
    for (size_t i = 0; i < p->scenario->measure_count; i++) {
        const ssti_measure *measure = &p->scenario->measures[i];
        size_t inside = measure->is_line ? 0 : count_inside(p, &measure->area, frame);
        p->peaks[i] = inside > p->peaks[i] ? inside : p->peaks[i];
    }
}

void ssti_probe_measured(const sst_measured *measured, void *context) {
    ssti_probe *p = context;
    p->measured[p->measured_count++] = *measured;
}

/* --- Figures of agents --------------------------------------------------------------------- */

static double start_error(const ssti_probe *p) {
    double most = 0;
    for (size_t i = 0; i < p->scenario->agent_count; i++) {
        const ssti_watched *agent = &p->agents[i];
        if (!agent->seen || isnan(agent->started))
            return (double)NAN;
        most = fmax(most, fabs(agent->started - p->scenario->agents[i].start_time));
    }
    return most;
}

static int compare_numbers(const void *a, const void *b) {
    double one = *(const double *)a, other = *(const double *)b;
    return (one > other) - (one < other);
}

/* NaN too where memory runs out. */
static double median_speed(const ssti_probe *p) {
    size_t count = 0;
    double *speeds = malloc((p->scenario->agent_count + 1) * sizeof *speeds);
    for (size_t i = 0; speeds && i < p->scenario->agent_count; i++) {
        const ssti_watched *agent = &p->agents[i];
        if (agent->seen && agent->last > agent->entered)
            speeds[count++] = agent->walked / (agent->last - agent->entered);
    }
    double median = (double)NAN;
    if (count > 0) {
        qsort(speeds, count, sizeof *speeds, compare_numbers);
        median = (speeds[(count - 1) / 2] + speeds[count / 2]) / 2;
    }
    free(speeds);
    return median;
}

/* --- Figures by name ----------------------------------------------------------------------- */

#define MEASURED(FIGURE)                                                                           \
    FIGURE(speed)                                                                                  \
    FIGURE(forward)                                                                                \
    FIGURE(backward)                                                                               \
    FIGURE(passed)                                                                                 \
    FIGURE(first_crossing)                                                                         \
    FIGURE(last_crossing)                                                                          \
    FIGURE(flow)                                                                                   \
    FIGURE(specific_flow)                                                                          \
    FIGURE(throughput)                                                                             \
    FIGURE(density)                                                                                \
    FIGURE(voronoi_density)                                                                        \
    FIGURE(voronoi_speed)
#define NAME_OF(member) #member,
#define FETCH(member)   (double)m->member,

static const char *const measured_names[] = {MEASURED(NAME_OF)};
enum { MEASURED_COUNT = sizeof measured_names / sizeof *measured_names };

static size_t measured_index(const char *figure) {
    size_t i = 0;
    while (i < MEASURED_COUNT && strcmp(measured_names[i], figure) != 0)
        i++;
    return i;
}

static double measured_figure(const ssti_probe *p, const char *name, const char *point) {
    for (size_t i = 0; i < p->measured_count; i++) {
        const sst_measured *m = &p->measured[i];
        if (strncmp(m->name, name, (size_t)(point - name)) != 0 || m->name[point - name])
            continue;
        if (strcmp(point + 1, "peak") == 0)
            return m->is_line ? (double)NAN : (double)p->peaks[i] / m->size;
        const double values[] = {MEASURED(FETCH)};
        size_t index = measured_index(point + 1);
        return index < MEASURED_COUNT ? values[index] : (double)NAN;
    }
    return (double)NAN;
}

static size_t run_index(const char *name) {
    size_t i = 0;
    while (i < sst_figure_count() && strcmp(sst_figure_at(i)->name, name) != 0)
        i++;
    return i;
}

bool ssti_is_probe_figure(const char *name) {
    const char *point = strchr(name, '.');
    if (point)
        return strcmp(point + 1, "peak") == 0 || measured_index(point + 1) < MEASURED_COUNT;
    return strcmp(name, "start_error") == 0 || strcmp(name, "median_speed") == 0 ||
           run_index(name) < sst_figure_count();
}

double ssti_probe_figure(const ssti_probe *p, const char *name) {
    const char *point = strchr(name, '.');
    if (point)
        return measured_figure(p, name, point);
    if (strcmp(name, "start_error") == 0)
        return start_error(p);
    if (strcmp(name, "median_speed") == 0)
        return median_speed(p);
    return sst_summary_figure(&p->summary, run_index(name));
}
