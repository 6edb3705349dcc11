/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

#include "replay/scan.h"
#include "replay/number_set.h"

#include <math.h>
#include <stdlib.h>

enum { BATCH = 4096 };

/* --- The scan ------------------------------------------------------------------------------ */

static uint64_t common_divisor(uint64_t a, uint64_t b) {
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static void scan_row(ssti_scan *scan, const ssti_row *row, uint64_t *before) {
    bool first = scan->rows++ == 0;
    scan->ordered &= first || row->step >= *before;
    scan->frames += first || row->step != *before;
    *before = row->step;
    scan->first_step = first || row->step < scan->first_step ? row->step : scan->first_step;
    scan->last_step = first || row->step > scan->last_step ? row->step : scan->last_step;
    scan->every = common_divisor(scan->every, row->step);
    scan->least =
        (sst_point){fmin(scan->least.x, row->position.x), fmin(scan->least.y, row->position.y)};
    scan->most =
        (sst_point){fmax(scan->most.x, row->position.x), fmax(scan->most.y, row->position.y)};
}

static int by_value(const void *left, const void *right) {
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

sst_outcome ssti_load_rows(ssti_source *source, uint64_t count, ssti_row **rows) {
    ssti_row *all = count < SIZE_MAX / sizeof *all ? malloc((size_t)count * sizeof *all) : NULL;
    if (!all)
        return ssti_out_of_memory(&source->report);
    size_t got = 0, more = 1;
    bool good = source->as->rewind(source);
    while (good && more > 0 && got < count) {
        good = source->as->read(source, all + got, (size_t)count - got, &more);
        got += more;
    }
    if (good && got == count) {
        *rows = all;
        return SST_DONE;
    }
    free(all);
    if (good)
        ssti_error(&source->report, (ssti_place){0, 0}, "changed while it was read");
    return ssti_outcome_of(&source->report);
}

static sst_outcome count_frames(ssti_source *source, ssti_scan *scan) {
    ssti_row *rows;
    sst_outcome outcome = ssti_load_rows(source, scan->rows, &rows);
    if (outcome != SST_DONE)
        return outcome;
    uint64_t *steps = malloc((size_t)scan->rows * sizeof *steps);
    if (steps) {
        for (size_t i = 0; i < scan->rows; i++)
            steps[i] = rows[i].step;
        qsort(steps, (size_t)scan->rows, sizeof *steps, by_value);
        scan->frames = 1;
        for (size_t i = 1; i < scan->rows; i++)
            scan->frames += steps[i] != steps[i - 1];
    } else {
        outcome = ssti_out_of_memory(&source->report);
    }
    free(steps);
    free(rows);
    return outcome;
}

static sst_outcome scan_all(ssti_source *source, ssti_scan *scan, ssti_number_set *agents,
                            ssti_row *rows) {
    uint64_t before = 0;
    size_t count;
    do {
        if (!source->as->read(source, rows, BATCH, &count))
            return ssti_outcome_of(&source->report);
        for (size_t i = 0; i < count; i++) {
            scan_row(scan, &rows[i], &before);
            if (!ssti_number_set_add(agents, rows[i].agent))
                return ssti_out_of_memory(&source->report);
        }
    } while (count > 0);
    return scan->ordered ? SST_DONE : count_frames(source, scan);
}

sst_outcome ssti_scan_rows(ssti_source *source, ssti_scan *scan) {
    *scan =
        (ssti_scan){.least = {HUGE_VAL, HUGE_VAL}, .most = {-HUGE_VAL, -HUGE_VAL}, .ordered = true};
    ssti_number_set agents = {0};
    ssti_row *rows = malloc(BATCH * sizeof *rows);
    if (!rows)
        return ssti_out_of_memory(&source->report);
    sst_outcome outcome = source->as->rewind(source) ? scan_all(source, scan, &agents, rows)
                                                     : ssti_outcome_of(&source->report);
    scan->agents = agents.count;
    if (source->told.every)
        scan->every = source->told.every;
    scan->every = scan->every ? scan->every : 1;
    ssti_number_set_free(&agents);
    free(rows);
    return outcome;
}

double ssti_source_time_step(const ssti_source *source, const ssti_scan *scan) {
    const ssti_told *told = &source->told;
    if (told->time_step > 0)
        return told->time_step;
    uint64_t every = told->every ? scan->every : 1; /* else a frame of the file is a step */
    return told->frame_rate > 0 ? 1 / (told->frame_rate * (double)every) : 0;
}

/* --- Frames -------------------------------------------------------------------------------- */

typedef struct frame_maker {
    ssti_frame frame;
    size_t capacity;
    uint32_t *agents;
    sst_point *positions;
    sst_vec2 *velocities;
    double time_step;
    ssti_frame_fn take;
    void *context;
} frame_maker;

static bool make_room(frame_maker *m) {
    if (m->frame.count < m->capacity)
        return true;
    size_t capacity = 2 * m->capacity + 64;
    uint32_t *agents = realloc(m->agents, capacity * sizeof *agents);
    m->agents = agents ? agents : m->agents;
    sst_point *positions = realloc(m->positions, capacity * sizeof *positions);
    m->positions = positions ? positions : m->positions;
    sst_vec2 *velocities = realloc(m->velocities, capacity * sizeof *velocities);
    m->velocities = velocities ? velocities : m->velocities;
    if (!agents || !positions || !velocities)
        return false;
    m->capacity = capacity;
    return true;
}

static bool hand_out(frame_maker *m) {
    if (m->frame.count == 0)
        return true;
    m->frame.time = (double)m->frame.step * m->time_step;
    m->frame.agents = m->agents;
    m->frame.positions = m->positions;
    m->frame.velocities = m->velocities;
    bool taken = m->take(&m->frame, m->context);
    m->frame.count = 0;
    return taken;
}

static sst_outcome add_rows(frame_maker *m, const ssti_row *rows, size_t count,
                            ssti_report *report) {
    for (size_t i = 0; i < count; i++) {
        if (rows[i].step != m->frame.step && !hand_out(m))
            return SST_FAILED;
        if (!make_room(m))
            return ssti_out_of_memory(report);
        m->frame.step = rows[i].step;
        m->agents[m->frame.count] = rows[i].agent;
        m->positions[m->frame.count] = rows[i].position;
        m->velocities[m->frame.count++] = rows[i].velocity;
    }
    return SST_DONE;
}

static int by_step(const void *left, const void *right) {
    const ssti_row *a = left, *b = right;
    if (a->step != b->step)
        return a->step < b->step ? -1 : 1;
    return (a->agent > b->agent) - (a->agent < b->agent);
}

static sst_outcome sort_and_add(frame_maker *m, ssti_source *source, const ssti_scan *scan) {
    ssti_row *rows;
    sst_outcome outcome = ssti_load_rows(source, scan->rows, &rows);
    if (outcome != SST_DONE)
        return outcome;
    qsort(rows, (size_t)scan->rows, sizeof *rows, by_step);
    outcome = add_rows(m, rows, (size_t)scan->rows, &source->report);
    free(rows);
    return outcome;
}

static sst_outcome stream(frame_maker *m, ssti_source *source) {
    ssti_row *rows = malloc(BATCH * sizeof *rows);
    if (!rows)
        return ssti_out_of_memory(&source->report);
    size_t count = 1;
    sst_outcome outcome = source->as->rewind(source) ? SST_DONE : ssti_outcome_of(&source->report);
    while (outcome == SST_DONE && count > 0) {
        if (!source->as->read(source, rows, BATCH, &count))
            outcome = ssti_outcome_of(&source->report);
        else
            outcome = add_rows(m, rows, count, &source->report);
    }
    free(rows);
    return outcome;
}

sst_outcome ssti_each_frame(ssti_source *source, const ssti_scan *scan, ssti_frame_fn take,
                            void *context) {
    frame_maker m = {
        .time_step = ssti_source_time_step(source, scan), .take = take, .context = context};
    sst_outcome outcome = scan->ordered ? stream(&m, source) : sort_and_add(&m, source, scan);
    if (outcome == SST_DONE && !hand_out(&m))
        outcome = SST_FAILED;
    free(m.agents);
    free(m.positions);
    free(m.velocities);
    return outcome;
}
