/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The recordings of a run: what they are, their frames, and how they end. */

#include "record/walkable.h"
#include "run/run.h"

#include <math.h>
#include <stdlib.h>

static ssti_recorded_agent describe_agent(const ssti_run *run, size_t number, bool ended) {
    const sst_scenario *s = run->scenario;
    const ssti_agent *agent = &s->agents[number];
    const ssti_journey *journey = &run->metrics.journeys[number];
    ssti_recorded_agent described = {
        .radius = (double)agent->def.radius,
        .start_time =
            journey->agent ? journey->entered : (double)ssti_entry_step(s, agent) * s->time_step,
        .arrival_time = journey->arrived ? journey->entered + journey->took : (double)NAN,
        .start = agent->def.position,
        .goal = {(double)NAN, (double)NAN},
        .figures = ended ? ssti_figures_of(&run->metrics, number) : ssti_no_agent_figures()};
    if (agent->goals.count)
        described.goal = s->points[agent->goals.first + agent->goals.count - 1];
    return described;
}

static void describe_agents(ssti_run *run, bool ended) {
    for (size_t i = 0; i < run->scenario->agent_count; i++)
        run->outputs.agents[i] = describe_agent(run, i, ended);
}

static bool describe(ssti_run *run) {
    const sst_scenario *s = run->scenario;
    describe_agents(run, false);
    run->outputs.geometry = ssti_walkable_wkt(s);
    run->outputs.recording =
        (ssti_recording){.scenario = s->name,
                         .scenario_text = s->text,
                         .profile = s->profile == SST_PROFILE_CLASSIC ? "classic" : "default",
                         .version = SIDESTEP_VERSION,
                         .geometry = run->outputs.geometry,
                         .seed = s->seed,
                         .time_step = s->time_step,
                         .every = run->options->every,
                         .agents = run->outputs.agents,
                         .agent_count = s->agent_count,
                         .measures = s->measures,
                         .measure_count = s->measure_count};
    return run->outputs.geometry;
}

sst_outcome ssti_outputs_open(ssti_run *run) {
    ssti_outputs *o = &run->outputs;
    size_t wanted = run->options->output_count;
    if (wanted == 0)
        return SST_DONE;
    for (size_t i = 0; i < wanted; i++)
        if (!ssti_recorder_is_known(run->options->outputs[i], run->reporter))
            return SST_BAD_INPUT;
    o->recorders = calloc(wanted, sizeof *o->recorders);
    o->agents = calloc(run->scenario->agent_count + 1, sizeof *o->agents);
    if (!o->recorders || !o->agents || !describe(run))
        return ssti_out_of_memory(&run->report);
    sst_outcome outcome = SST_DONE;
    while (outcome == SST_DONE && o->count < wanted) {
        outcome = ssti_recorder_open(run->options->outputs[o->count], &o->recording, run->reporter,
                                     &o->recorders[o->count]);
        o->count += outcome == SST_DONE;
    }
    return outcome;
}

sst_outcome ssti_outputs_frame(ssti_run *run) {
    if (run->step % run->options->every != 0)
        return SST_DONE;
    ssti_frame frame = {.step = run->step,
                        .time = ssti_run_time(run),
                        .count = run->present_count,
                        .agents = run->present,
                        .positions = run->positions,
                        .velocities = run->velocities};
    for (size_t i = 0; i < run->outputs.count; i++)
        if (!run->outputs.recorders[i]->as->frame(run->outputs.recorders[i], &frame))
            return SST_FAILED;
    return SST_DONE;
}

static sst_outcome record_collisions(ssti_run *run) {
    const ssti_collisions *c = &run->metrics.collisions;
    for (size_t i = 0; c->closed_count > 0 && i < run->outputs.count; i++) {
        ssti_recorder *recorder = run->outputs.recorders[i];
        if (recorder->as->collisions &&
            !recorder->as->collisions(recorder, c->closed, c->closed_count))
            return SST_FAILED;
    }
    return SST_DONE;
}

static sst_outcome record_stuck(ssti_run *run) {
    const ssti_stuck *s = &run->metrics.stuck;
    for (size_t i = 0; s->closed_count > 0 && i < run->outputs.count; i++) {
        ssti_recorder *recorder = run->outputs.recorders[i];
        if (recorder->as->stuck && !recorder->as->stuck(recorder, s->closed, s->closed_count))
            return SST_FAILED;
    }
    return SST_DONE;
}

sst_outcome ssti_outputs_events(ssti_run *run) {
    sst_outcome outcome = record_collisions(run);
    return outcome == SST_DONE ? record_stuck(run) : outcome;
}

sst_outcome ssti_outputs_finish(ssti_run *run, const sst_summary *summary) {
    ssti_outputs *o = &run->outputs;
    ssti_ending ending = {.summary = summary,
                          .has_hash = true,
                          .state_hash = summary->state_hash,
                          .agents = o->agents,
                          .agent_count = run->scenario->agent_count,
                          .measured = run->measuring.results};
    if (o->count)
        describe_agents(run, true);
    sst_outcome outcome = SST_DONE;
    for (size_t i = 0; i < o->count; i++)
        if (!o->recorders[i]->as->finish(o->recorders[i], &ending))
            outcome = SST_FAILED;
    return outcome;
}

void ssti_outputs_free(ssti_outputs *outputs) {
    for (size_t i = 0; i < outputs->count; i++)
        outputs->recorders[i]->as->destroy(outputs->recorders[i]);
    free(outputs->recorders);
    free(outputs->agents);
    free(outputs->geometry);
}
