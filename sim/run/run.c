/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The run: agents prefer the way to their goals, the world steps, figures and recording follow.
 * Frame k is the state after k steps. At its time agents enter, then it is recorded, then those who
 * arrived leave; so an arrival can be seen in the recording. */

#include "run/run.h"
#include "report/plain_locale.h"
#include "scenario/periodic.h"
#include "scenario/perturbation.h"
#include "scenario/trajectory.h"
#include "sidestep/motion.h"

#include <math.h>
#include <time.h>

void sst_run_options_init(sst_run_options *options) {
    *options = (sst_run_options){
        .struct_size = sizeof *options, .steps = SST_UNLIMITED, .until = -1, .every = 1};
}

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* --- One step ------------------------------------------------------------------------------ */

static sst_result set_preferred(ssti_run *run) {
    double time_step = (double)sst_world_time_step(run->world);
    for (size_t i = 0; i < run->present_count; i++) {
        const ssti_journey *journey = &run->metrics.journeys[run->present[i]];
        run->preferred[i] = ssti_journey_preferred(journey, time_step);
        bool settled = false;
        if (run->settling) {
            sst_result result = ssti_settling_look(run->settling, run->world, run->present[i],
                                                   run->present_ids[i], journey, &settled);
            if (result != SST_OK)
                return result;
        }
        run->metrics.journeys[run->present[i]].settled = settled;
        if (settled)
            run->preferred[i] = (sst_vec2){0, 0};
        if (!journey->arrived)
            run->preferred[i] =
                ssti_perturb(run->scenario, run->present[i], run->preferred[i], run->step);
    }
    return sst_world_set_preferred_velocities(run->world, run->present_ids, run->preferred,
                                              run->present_count);
}

/* The step, in which those with senses see what these tell them. */
static sst_result step_world(ssti_run *run) {
    const sst_sight *sights = NULL;
    size_t count = 0;
    ssti_crowd crowd = {.count = run->present_count,
                        .numbers = run->present,
                        .ids = run->present_ids,
                        .positions = run->positions,
                        .preferred = run->preferred};
    sst_result result =
        run->senses ? ssti_senses_look(run->senses, run->world, &crowd, run->step, &sights, &count)
                    : SST_OK;
    if (result == SST_OK)
        result = ssti_slow_pedestrians(run, sights, count);
    return result == SST_OK ? sst_world_step_seeing(run->world, sights, count, NULL) : result;
}

/* Those with a trajectory get the velocity that leads to their next place. */
static sst_result set_scripted(ssti_run *run) {
    sst_result result = SST_OK;
    for (size_t i = 0; i < run->present_count && result == SST_OK; i++) {
        const ssti_agent *agent = &run->scenario->agents[run->present[i]];
        if (agent->trajectory.count)
            result = sst_world_set_velocity(
                run->world, run->present_ids[i],
                ssti_trajectory_velocity(run->scenario, agent, run->positions[i], run->step + 1));
    }
    return result;
}

/* A limiter behind the solver, which knows nothing of it: what it cuts off is driven all the same.
 */
static sst_result limit_rate(ssti_run *run, size_t i, float rate) {
    float time_step = sst_world_time_step(run->world);
    sst_vec2 wanted, limited;
    sst_result result = sst_world_get_velocities(run->world, &run->present_ids[i], &wanted, 1);
    if (result == SST_OK)
        result = sst_limit_rate(run->velocities[i], wanted, rate, time_step, &limited);
    if (result != SST_OK || (limited.x == wanted.x && limited.y == wanted.y))
        return result;
    sst_point to = {run->positions[i].x + (double)limited.x * (double)time_step,
                    run->positions[i].y + (double)limited.y * (double)time_step};
    return sst_world_teleport_agent(run->world, run->present_ids[i], to, limited);
}

/* The last bits, which a velocity cannot tell of a long way; and limiters of rate. */
static sst_result mend_places(ssti_run *run) {
    sst_result result = SST_OK;
    for (size_t i = 0; i < run->present_count && result == SST_OK; i++) {
        const ssti_agent *agent = &run->scenario->agents[run->present[i]];
        if (agent->rate_limit > 0 && !agent->def.scripted)
            result = limit_rate(run, i, agent->rate_limit);
        if (agent->trajectory.count)
            result =
                sst_world_move_agent(run->world, run->present_ids[i],
                                     ssti_trajectory_place(run->scenario, agent, run->step + 1));
    }
    return result;
}

static sst_result read_state(ssti_run *run) {
    size_t count = run->present_count;
    for (size_t i = 0; i < count; i++)
        run->discs[i].from = run->positions[i];
    sst_result result =
        sst_world_get_positions(run->world, run->present_ids, run->positions, count);
    if (result == SST_OK)
        result = sst_world_get_velocities(run->world, run->present_ids, run->velocities, count);
    for (size_t i = 0; i < count; i++) {
        run->discs[i].to =
            ssti_periodic_nearest(&run->scenario->periodic, run->positions[i], run->discs[i].from);
        run->discs[i].velocity = run->velocities[i];
    }
    return result;
}

static ssti_disc shifted(ssti_disc disc, double x, double y) {
    disc.from = (sst_point){disc.from.x + x, disc.from.y + y};
    disc.to = (sst_point){disc.to.x + x, disc.to.y + y};
    disc.image = true;
    return disc;
}

/* Where the world repeats, everyone is there once more a period on, and a period back. Answers how
 * many discs there are. */
static size_t add_images(ssti_run *run) {
    sst_point length = ssti_periodic_length(&run->scenario->periodic);
    size_t count = run->present_count;
    if (!ssti_is_periodic(&run->scenario->periodic))
        return count;
    for (size_t i = 0; i < count; i++) {
        run->discs[count + i] = shifted(run->discs[i], length.x, length.y);
        run->discs[2 * count + i] = shifted(run->discs[i], -length.x, -length.y);
    }
    return 3 * count;
}

/* What happened within the time that ends now. */
static sst_result measure(ssti_run *run, double time, double duration) {
    return ssti_metrics_places(&run->metrics, run->world, run->discs, add_images(run), time,
                               duration);
}

static void follow_journeys(ssti_run *run) {
    for (size_t i = 0; i < run->present_count; i++) {
        ssti_journey *journey = &run->metrics.journeys[run->present[i]];
        bool before = journey->arrived;
        if (!before)
            ssti_motion_step(&run->metrics.motions[run->present[i]], run->scenario->time_step,
                             run->preferred[i], run->velocities[i]);
        ssti_journey_step(journey, run->scenario->time_step, run->positions[i], run->velocities[i],
                          ssti_run_time(run));
        run->discs[i].under_way = !journey->arrived;
        run->arrived += journey->arrived && !before;
    }
}

static sst_result follow_the_stuck(ssti_run *run) {
    sst_result result = SST_OK;
    ssti_stuck_begin_step(&run->metrics.stuck);
    for (size_t i = 0; i < run->present_count && result == SST_OK; i++)
        result = ssti_metrics_stuck(&run->metrics, run->world, run->discs, i, run->preferred[i],
                                    ssti_run_time(run));
    return result;
}

static void observe(const ssti_run *run) {
    sst_frame frame = {.step = run->step,
                       .time = ssti_run_time(run),
                       .count = run->present_count,
                       .agents = run->present,
                       .positions = run->positions};
    if (run->options->observe)
        run->options->observe(&frame, run->options->observe_context);
}

/* What belongs to a frame once its agents stand where they stand. */
static sst_outcome finish_frame(ssti_run *run) {
    sst_outcome outcome = ssti_let_enter(run);
    if (outcome == SST_DONE)
        outcome = ssti_outputs_frame(run);
    if (outcome == SST_DONE)
        outcome = ssti_measuring_frame(run);
    if (outcome == SST_DONE)
        outcome = ssti_picture_frame(run);
    if (outcome != SST_DONE)
        return outcome;
    observe(run);
    return ssti_take_out(run);
}

static sst_outcome take_step(ssti_run *run) {
    sst_result result = set_preferred(run);
    if (result == SST_OK)
        result = set_scripted(run);
    if (result == SST_OK)
        result = step_world(run);
    if (result == SST_OK)
        result = mend_places(run);
    if (result == SST_OK)
        result = read_state(run);
    if (result == SST_OK)
        result = measure(run, ssti_run_time(run), run->scenario->time_step);
    if (result == SST_OK)
        result = ssti_statuses_step(&run->metrics.statuses, run->world, run->present,
                                    run->present_ids, run->present_count);
    if (result != SST_OK)
        return ssti_run_failed(run, result);
    run->step++;
    run->agent_steps += run->present_count;
    follow_journeys(run);
    result = follow_the_stuck(run);
    if (result != SST_OK)
        return ssti_run_failed(run, result);
    sst_outcome outcome = ssti_outputs_events(run);
    return outcome == SST_DONE ? finish_frame(run) : outcome;
}

/* --- The whole ----------------------------------------------------------------------------- */

static bool goes_on(const ssti_run *run) {
    sst_progress progress = {.step = run->step,
                             .step_limit = run->end.step_limit,
                             .time = ssti_run_time(run),
                             .agent_steps = run->agent_steps};
    return !run->options->progress ||
           run->options->progress(&progress, run->options->progress_context);
}

static sst_outcome take_all_steps(ssti_run *run, sst_stop *stop) {
    sst_result result = measure(run, 0, 0);
    if (result != SST_OK)
        return ssti_run_failed(run, result);
    sst_outcome outcome = finish_frame(run);
    *stop = run->end.as_asked ? SST_STOP_AS_ASKED : SST_STOP_TIME_LIMIT;
    while (outcome == SST_DONE && run->step < run->end.step_limit) {
        if (!run->end.as_asked && run->with_goal > 0 && run->arrived == run->with_goal) {
            *stop = SST_STOP_ALL_ARRIVED;
            break;
        }
        outcome = take_step(run);
        if (outcome == SST_DONE && !goes_on(run)) {
            *stop = SST_STOP_INTERRUPTED;
            break;
        }
    }
    return outcome;
}

/* Events that go on end with the run. */
static sst_outcome end_events(ssti_run *run) {
    if (!ssti_collisions_end(&run->metrics.collisions) || !ssti_stuck_end(&run->metrics.stuck))
        return ssti_out_of_memory(&run->report);
    return ssti_outputs_events(run);
}

static sst_outcome run_and_record(ssti_run *run, sst_summary *summary) {
    sst_outcome outcome = ssti_run_begin(run);
    if (outcome != SST_DONE)
        return outcome;
    outcome = ssti_picture_open(run);
    if (outcome == SST_DONE)
        outcome = ssti_outputs_open(run);
    if (outcome == SST_DONE)
        outcome = ssti_measuring_open(run);
    if (outcome != SST_DONE)
        return outcome;
    sst_summary made;
    double start = seconds_now();
    outcome = take_all_steps(run, &made.stop);
    if (outcome == SST_DONE)
        outcome = end_events(run);
    if (outcome == SST_DONE)
        outcome = ssti_measuring_finish(run);
    if (outcome != SST_DONE)
        return outcome;
    made.wall_clock = seconds_now() - start;
    ssti_summarise(run, &made);
    outcome = ssti_outputs_finish(run, &made);
    if (ssti_picture_finish(run, &made) != SST_DONE)
        outcome = SST_FAILED;
    if (outcome == SST_DONE) {
        ssti_measuring_tell(run);
        *summary = made;
    }
    return outcome;
}

sst_outcome sst_run(const sst_scenario *scenario, const sst_run_options *options,
                    sst_reporter reporter, sst_summary *summary) {
    ssti_run run = {.scenario = scenario,
                    .options = options,
                    .reporter = reporter,
                    .report = {.to = reporter, .file = scenario->file},
                    .end = ssti_choose_end(scenario, options)};
    if (options->struct_size != sizeof *options || options->every == 0) {
        ssti_error(&run.report, (ssti_place){0, 0}, "the options of the run are not valid");
        return SST_BAD_INPUT;
    }
    ssti_locale locale;
    if (!ssti_locale_enter(&locale))
        return ssti_out_of_memory(&run.report);
    sst_outcome outcome = run_and_record(&run, summary);
    ssti_outputs_free(&run.outputs);
    ssti_picture_free(&run.picture);
    ssti_measuring_free(&run.measuring);
    ssti_locale_leave(&locale);
    ssti_run_free(&run);
    return outcome;
}
