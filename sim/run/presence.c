/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Who is there: agents enter at their time and leave on arrival. An agent enters at the first step
 * not before its start time, even onto another; the two then part as overlapping agents do, and the
 * overlap counts as a collision. One that arrives with others waits until its place is free. */

#include "run/run.h"
#include "scenario/periodic.h"
#include "scenario/trajectory.h"

#include <stdlib.h>

double ssti_run_time(const ssti_run *run) {
    return (double)run->step * run->scenario->time_step;
}

sst_outcome ssti_run_failed(ssti_run *run, sst_result result) {
    ssti_error(&run->report, (ssti_place){0, 0}, "the run failed in step %llu: %s",
               (unsigned long long)run->step, sst_result_text(result));
    return SST_FAILED;
}

/* An agent that is in the world joins those present. */
static sst_result join(ssti_run *run, uint32_t number) {
    const ssti_agent *agent = &run->scenario->agents[number];
    sst_agent_id id = run->ids[number];
    sst_point position; /* as the world rounded it */
    sst_result result = sst_world_get_positions(run->world, &id, &position, 1);
    if (result != SST_OK)
        return result;
    ssti_journey *journey = &run->metrics.journeys[number];
    ssti_journey_start(journey, run->scenario, agent, position, ssti_run_time(run));
    ssti_motion_start(&run->metrics.motions[number], agent->def.velocity);
    run->arrived += journey->arrived;
    size_t i = run->present_count++;
    run->present[i] = number;
    run->present_ids[i] = id;
    run->positions[i] = position;
    run->velocities[i] = agent->def.velocity;
    run->discs[i] = (ssti_disc){.from = position,
                                .to = position,
                                .radius = (double)agent->def.radius,
                                .agent = number,
                                .layers = agent->def.layers,
                                .mask = agent->def.mask,
                                .obstacle_mask = agent->def.obstacle_mask,
                                .velocity = agent->def.velocity,
                                .under_way = !journey->arrived};
    return SST_OK;
}

typedef struct arrival {
    uint64_t step;
    uint32_t number;
} arrival;

static int by_step(const void *left, const void *right) {
    const arrival *a = left, *b = right;
    if (a->step != b->step)
        return a->step < b->step ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

/* Those that enter later, or look first, sorted by the step in which they do, then by number. */
static bool list_later(ssti_run *run) {
    const sst_scenario *s = run->scenario;
    arrival *list = malloc((s->agent_count + 1) * sizeof *list);
    if (!list)
        return false;
    for (uint32_t i = 0; i < s->agent_count; i++) {
        uint64_t step = ssti_entry_step(s, &s->agents[i]);
        if (step > 0 || s->agents[i].entry_gap >= 0)
            list[run->later_count++] = (arrival){step, i};
    }
    qsort(list, run->later_count, sizeof *list, by_step);
    for (size_t i = 0; i < run->later_count; i++)
        run->later[i] = list[i].number;
    free(list);
    return true;
}

static bool allocate(ssti_run *run) {
    size_t count = run->scenario->agent_count + 1; /* never zero bytes */
    run->ids = calloc(count, sizeof *run->ids);
    run->later = calloc(count, sizeof *run->later);
    run->waiting = calloc(count, sizeof *run->waiting);
    run->present = calloc(count, sizeof *run->present);
    run->present_ids = calloc(count, sizeof *run->present_ids);
    run->preferred = calloc(count, sizeof *run->preferred);
    run->velocities = calloc(count, sizeof *run->velocities);
    run->positions = calloc(count, sizeof *run->positions);
    run->discs =
        calloc(ssti_is_periodic(&run->scenario->periodic) ? 3 * count : count, sizeof *run->discs);
    bool has_senses = ssti_senses_create(run->scenario, &run->senses);
    bool has_settling = ssti_settling_create(run->scenario, &run->settling);
    return ssti_metrics_init(&run->metrics, run->scenario->agent_count) && has_senses &&
           has_settling && run->ids && run->later && run->waiting && run->present &&
           run->present_ids && run->preferred && run->velocities && run->positions && run->discs &&
           list_later(run);
}

/* Scenes below this size step faster alone than with the cost of waking others. */
enum { FEW_AGENTS = 1000 };

static uint32_t choose_workers(const ssti_run *run) {
    if (run->options->worker_count)
        return run->options->worker_count;
    return run->scenario->agent_count < FEW_AGENTS ? 1 : 0;
}

sst_outcome ssti_run_begin(ssti_run *run) {
    if (!allocate(run))
        return ssti_out_of_memory(&run->report);
    sst_outcome outcome = sst_scenario_create_world(run->scenario, choose_workers(run),
                                                    run->reporter, &run->world, run->ids);
    if (outcome != SST_DONE)
        return outcome;
    for (uint32_t i = 0; i < run->scenario->agent_count; i++) {
        const ssti_agent *agent = &run->scenario->agents[i];
        run->with_goal += ssti_journey_can_arrive(agent);
        sst_result result = run->ids[i].value ? join(run, i) : SST_OK;
        if (result != SST_OK)
            return ssti_run_failed(run, result);
    }
    return SST_DONE;
}

void ssti_run_free(ssti_run *run) {
    sst_world_destroy(run->world);
    free(run->ids);
    free(run->later);
    free(run->waiting);
    ssti_disc_grid_free(&run->taken);
    free(run->present);
    free(run->present_ids);
    free(run->preferred);
    free(run->velocities);
    free(run->positions);
    free(run->discs);
    ssti_senses_destroy(run->senses);
    ssti_settling_destroy(run->settling);
    ssti_metrics_free(&run->metrics);
}

static bool take_place(ssti_run *run, sst_point at, double radius) {
    sst_point images[3];
    int count = ssti_periodic_images(&run->scenario->periodic, at, images);
    for (int i = 0; i < count; i++)
        if (!ssti_disc_grid_add(&run->taken, images[i], radius, 0))
            return false;
    return true;
}

/* All who are present, in a grid, once in a step. */
static bool fill_taken(ssti_run *run) {
    if (run->taken.count > 0 && run->taken_step == run->step)
        return true;
    ssti_disc_grid_clear(&run->taken);
    run->taken_step = run->step;
    for (size_t i = 0; i < run->present_count; i++)
        if (!take_place(run, run->positions[i], run->discs[i].radius))
            return false;
    return true;
}

static sst_result enter(ssti_run *run, uint32_t number) {
    sst_result result = ssti_add_agent(run->scenario, number, run->world, &run->ids[number]);
    return result == SST_OK ? join(run, number) : result;
}

/* Lets an agent enter, or wait. */
static sst_result enter_or_wait(ssti_run *run, uint32_t number) {
    const ssti_agent *agent = &run->scenario->agents[number];
    double radius = (double)agent->def.radius;
    if (agent->entry_gap < 0)
        return enter(run, number);
    if (!fill_taken(run))
        return SST_ERROR_OUT_OF_MEMORY;
    if (!ssti_disc_grid_is_free(&run->taken, agent->def.position, radius, agent->entry_gap, 0)) {
        run->waiting[run->waiting_count++] = number;
        return SST_OK;
    }
    if (!take_place(run, agent->def.position, radius))
        return SST_ERROR_OUT_OF_MEMORY;
    return enter(run, number);
}

sst_outcome ssti_let_enter(ssti_run *run) {
    const sst_scenario *s = run->scenario;
    size_t waited = run->waiting_count;
    sst_result result = SST_OK;
    run->waiting_count = 0;
    for (size_t i = 0; i < waited && result == SST_OK; i++)
        result = enter_or_wait(run, run->waiting[i]);
    while (result == SST_OK && run->entered < run->later_count) {
        uint32_t number = run->later[run->entered];
        if (ssti_entry_step(s, &s->agents[number]) > run->step)
            break;
        result = enter_or_wait(run, number);
        run->entered++;
    }
    return result == SST_OK ? SST_DONE : ssti_run_failed(run, result);
}

/* Moves those who stay together, in their order. */
static void move_up(ssti_run *run, size_t from, size_t to) {
    run->present[to] = run->present[from];
    run->present_ids[to] = run->present_ids[from];
    run->positions[to] = run->positions[from];
    run->velocities[to] = run->velocities[from];
    run->discs[to] = run->discs[from];
}

/* Arrived, or at the end of its trajectory. */
static bool is_done(const ssti_run *run, const ssti_journey *journey) {
    const ssti_agent *agent = journey->agent;
    return agent->trajectory.count ? run->step >= ssti_trajectory_end(run->scenario, agent)
                                   : journey->arrived;
}

sst_outcome ssti_take_out(ssti_run *run) {
    size_t kept = 0;
    for (size_t i = 0; i < run->present_count; i++) {
        const ssti_journey *journey = &run->metrics.journeys[run->present[i]];
        if (!is_done(run, journey) || journey->agent->on_arrival == SSTI_STAY) {
            move_up(run, i, kept++);
            continue;
        }
        sst_result result = sst_world_remove_agent(run->world, run->present_ids[i]);
        if (result != SST_OK)
            return ssti_run_failed(run, result);
    }
    run->present_count = kept;
    return SST_DONE;
}
