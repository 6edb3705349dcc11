/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Frames go through one window, which all measurements look into. */

#include "metrics/measures.h"

#include "metrics/classic.h"
#include "metrics/flow.h"
#include "metrics/voronoi.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_REACH = 1000, LONGEST_GAP = 10000000 };

/* A mean of what exists. */
typedef struct mean {
    double sum;
    uint64_t count;
} mean;

typedef struct measurement {
    const ssti_measure *def;
    size_t half;          /* frames of the window of speeds */
    uint64_t first, last; /* frames in which it measures */
    uint64_t every;       /* frames between samples */
    uint64_t samples;
    ssti_flow flow;             /* of a line */
    ssti_voronoi_area *voronoi; /* of an area */
    mean density, speed, voronoi_density, voronoi_speed;
} measurement;

struct ssti_measures {
    const sst_scenario *scenario;
    ssti_report report;
    ssti_sink sink;
    double frame_time;
    ssti_window window;
    uint64_t start;        /* the first frame's number */
    uint64_t next;         /* the next frame's */
    uint64_t end;          /* behind the last; known at the end */
    ssti_voronoi *voronoi; /* null: there are no areas */
    measurement *all;
    size_t count;
};

/* --- Beginning ----------------------------------------------------------------------------- */

/* Whole frames, at least one. */
static uint64_t frames_of(double seconds, double frame_time) {
    return (uint64_t)fmax(1, fmin(round(seconds / frame_time), 1e15));
}

static bool begin(ssti_measures *m, const ssti_measure *def, measurement *made) {
    const sst_point *points = m->scenario->points;
    uint64_t half = frames_of(def->speed_window / 2, m->frame_time);
    *made = (measurement){
        .def = def,
        .half = half < MOST_REACH ? (size_t)half : MOST_REACH,
        .first = (uint64_t)ceil(fmin(def->from / m->frame_time, 1e18) - 1e-6),
        .last = def->until < 0 ? UINT64_MAX
                               : (uint64_t)floor(fmin(def->until / m->frame_time, 1e18) + 1e-6),
        .every = frames_of(def->every, m->frame_time)};
    if (def->is_line) {
        const sst_point *ends = points + def->line.first;
        ssti_flow_def flow = {{ends[0], ends[1]},
                              made->half,
                              frames_of(def->flow_window, m->frame_time),
                              m->frame_time};
        ssti_flow_init(&made->flow, &flow);
        return true;
    }
    made->voronoi = ssti_voronoi_area_create(m->voronoi, &def->area, points, def->cut_off);
    return made->voronoi;
}

static bool has_areas(const sst_scenario *scenario) {
    for (size_t i = 0; i < scenario->measure_count; i++)
        if (!scenario->measures[i].is_line)
            return true;
    return false;
}

static bool begin_all(ssti_measures *m) {
    const sst_scenario *s = m->scenario;
    size_t reach = 1;
    m->all = calloc(s->measure_count + 1, sizeof *m->all);
    if (!m->all)
        return false;
    while (m->count < s->measure_count) {
        measurement *made = &m->all[m->count++];
        if (!begin(m, &s->measures[m->count - 1], made))
            return false;
        reach = made->half > reach ? made->half : reach;
    }
    if (!ssti_window_init(&m->window, reach, m->frame_time))
        return false;
    double period = s->periodic.to - s->periodic.from;
    m->window.period = (sst_point){s->periodic.axis == SST_AXIS_X ? period : 0,
                                   s->periodic.axis == SST_AXIS_Y ? period : 0};
    return true;
}

sst_outcome ssti_measures_create(const sst_scenario *scenario, const char *walkable,
                                 double frame_time, ssti_sink sink, ssti_report *report,
                                 ssti_measures **measures) {
    ssti_measures *m = calloc(1, sizeof *m);
    if (!m)
        return ssti_out_of_memory(report);
    *m = (ssti_measures){.scenario = scenario,
                         .report = *report,
                         .sink = sink,
                         .frame_time = frame_time,
                         .end = UINT64_MAX};
    sst_outcome outcome = SST_DONE;
    if (has_areas(scenario))
        outcome = ssti_voronoi_create(walkable, report, &m->voronoi);
    if (outcome == SST_DONE && !begin_all(m))
        outcome = ssti_out_of_memory(report);
    if (outcome == SST_DONE)
        *measures = m;
    else
        ssti_measures_destroy(m);
    return outcome;
}

void ssti_measures_destroy(ssti_measures *m) {
    if (!m)
        return;
    for (size_t i = 0; i < m->count; i++) {
        ssti_flow_free(&m->all[i].flow);
        ssti_voronoi_area_destroy(m->all[i].voronoi);
    }
    ssti_voronoi_destroy(m->voronoi);
    ssti_window_free(&m->window);
    free(m->all);
    free(m);
}

/* --- Frames -------------------------------------------------------------------------------- */

static void add(mean *m, double value) {
    m->sum += isnan(value) ? 0 : value;
    m->count += isnan(value) ? 0 : 1;
}

static bool sample(ssti_measures *m, size_t number, uint64_t frame) {
    measurement *one = &m->all[number];
    ssti_voronoi_found voronoi;
    ssti_classic classic =
        ssti_measure_classic(&m->window, &one->def->area, m->scenario->points, one->half);
    if (!ssti_measure_voronoi(one->voronoi, &m->window, frame, one->half, &voronoi)) {
        ssti_out_of_memory(&m->report);
        return false;
    }
    if (voronoi.failed)
        ssti_warning(&m->report, (ssti_place){0, 0},
                     "%s: GEOS could not make the Voronoi cells of %g s", one->def->name,
                     (double)frame * m->frame_time);
    add(&one->density, classic.density);
    add(&one->speed, classic.speed);
    add(&one->voronoi_density, voronoi.density);
    add(&one->voronoi_speed, voronoi.speed);
    one->samples++;
    ssti_sample row = {(double)frame * m->frame_time,
                       classic.density,
                       classic.speed,
                       voronoi.density,
                       voronoi.speed,
                       (uint32_t)classic.people,
                       (uint32_t)voronoi.cells};
    m->sink.measure = number;
    return ssti_sink_row(m->sink, SSTI_SAMPLES, &row);
}

static bool follow_line(ssti_measures *m, size_t number, uint64_t frame) {
    ssti_flow *flow = &m->all[number].flow;
    m->sink.measure = number;
    if (ssti_flow_frame(flow, &m->window, frame, m->sink))
        return true;
    if (flow->out_of_memory)
        ssti_out_of_memory(&m->report);
    return false;
}

/* All that the middle frame, of this number, has to tell. */
static bool measure_middle(ssti_measures *m, uint64_t frame) {
    for (size_t i = 0; i < m->count; i++) {
        const measurement *one = &m->all[i];
        if (frame < one->first || frame > one->last)
            continue;
        if (one->def->is_line ? !follow_line(m, i, frame)
                              : frame % one->every == 0 && !sample(m, i, frame))
            return false;
    }
    return true;
}

static bool push(ssti_measures *m, const uint32_t *agents, const sst_point *positions,
                 size_t count) {
    if (!ssti_window_push(&m->window, agents, positions, count)) {
        ssti_out_of_memory(&m->report);
        return false;
    }
    uint64_t newest = m->next++;
    return newest < m->start + m->window.reach || measure_middle(m, newest - m->window.reach);
}

bool ssti_measures_frame(ssti_measures *m, uint64_t frame, const uint32_t *agents,
                         const sst_point *positions, size_t count) {
    if (m->window.pushed == 0)
        m->start = m->next = frame;
    if (frame - m->next > LONGEST_GAP) {
        ssti_error(
            &m->report, (ssti_place){0, 0},
            "nobody is there from %g s to %g s, more than %d frames; no such gap is measured",
            (double)m->next * m->frame_time, (double)frame * m->frame_time, (int)LONGEST_GAP);
        return false;
    }
    while (m->next < frame)
        if (!push(m, NULL, NULL, 0))
            return false;
    return push(m, agents, positions, count);
}

bool ssti_measures_finish(ssti_measures *m) {
    m->end = m->next;
    for (size_t i = 0; i < m->window.reach && m->window.pushed > 0; i++)
        if (!push(m, NULL, NULL, 0))
            return false;
    return true;
}

/* --- What came of it ----------------------------------------------------------------------- */

static double value_of(const mean *m) {
    return m->count ? m->sum / (double)m->count : (double)NAN;
}

/* Frames in which it could measure. */
static uint64_t frames_measured(const ssti_measures *m, const measurement *one) {
    uint64_t first = one->first > m->start ? one->first : m->start;
    uint64_t behind = one->last < m->end ? one->last + 1 : m->end;
    return behind > first ? behind - first : 0;
}

static void tell_line(const ssti_measures *m, const measurement *one, sst_measured *result) {
    const ssti_flow *flow = &one->flow;
    const sst_point *ends = flow->def.ends;
    double time = (double)frames_measured(m, one) * m->frame_time;
    result->size = hypot(ends[1].x - ends[0].x, ends[1].y - ends[0].y);
    result->forward = flow->forward;
    result->backward = flow->backward;
    result->passed = flow->passed.count;
    result->first_crossing = flow->first_time;
    result->last_crossing = flow->last_time;
    result->flow = ssti_flow_mean(flow);
    result->specific_flow = result->flow / result->size;
    result->throughput = time > 0 ? (double)flow->passed.count / time : (double)NAN;
    result->speed = flow->speeds ? flow->speed_sum / (double)flow->speeds : (double)NAN;
}

sst_measured ssti_measures_result(const ssti_measures *m, size_t number) {
    const measurement *one = &m->all[number];
    const double none = (double)NAN;
    sst_measured result = {.name = one->def->name,
                           .is_line = one->def->is_line,
                           .first_crossing = none,
                           .last_crossing = none,
                           .flow = none,
                           .specific_flow = none,
                           .throughput = none,
                           .density = none,
                           .voronoi_density = none,
                           .voronoi_speed = none};
    if (one->def->is_line) {
        tell_line(m, one, &result);
        return result;
    }
    result.size = ssti_area_size(&one->def->area, m->scenario->points);
    result.samples = one->samples;
    result.density = value_of(&one->density);
    result.speed = value_of(&one->speed);
    result.voronoi_density = value_of(&one->voronoi_density);
    result.voronoi_speed = value_of(&one->voronoi_speed);
    return result;
}
