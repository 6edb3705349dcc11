/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* What came of a run. */

#include "run/run.h"

#include <math.h>

static double finite_or_none(double value) {
    return isfinite(value) ? value : (double)NAN;
}

static void average_journeys(const ssti_run *run, sst_summary *summary) {
    double took = 0, ratio = 0;
    size_t ratios = 0;
    summary->stuck = 0;
    for (size_t i = 0; i < run->scenario->agent_count; i++) {
        const ssti_journey *j = &run->journeys[i];
        if (!j->agent) /* never entered */
            continue;
        summary->stuck += ssti_journey_is_stuck(j);
        took += j->arrived ? j->took : 0;
        if (j->arrived && j->straight > 0) {
            ratio += j->walked / j->straight;
            ratios++;
        }
    }
    summary->mean_time_to_goal = run->arrived ? took / (double)run->arrived : (double)NAN;
    summary->path_ratio = ratios ? ratio / (double)ratios : (double)NAN;
}

void ssti_summarise(const ssti_run *run, sst_summary *summary) {
    summary->steps = run->step;
    summary->time = ssti_run_time(run);
    summary->agents = run->scenario->agent_count;
    summary->arrived = run->arrived;
    summary->min_gap = finite_or_none(ssti_gaps_least(run->gaps));
    summary->min_wall_gap = finite_or_none(run->walls.least);
    summary->collisions = ssti_gaps_collisions(run->gaps) + run->walls.collisions;
    summary->relaxed_steps = run->relaxed;
    average_journeys(run, summary);
    summary->state_hash = sst_world_hash(run->world);
    summary->agent_steps_per_s =
        summary->wall_clock > 0 ? (double)run->agent_steps / summary->wall_clock : (double)NAN;
}
