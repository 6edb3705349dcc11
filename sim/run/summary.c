/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* What came of a run. */

#include "run/run.h"

#include <math.h>

void ssti_summarise(const ssti_run *run, sst_summary *summary) {
    summary->steps = run->step;
    summary->time = ssti_run_time(run);
    summary->agents = run->scenario->agent_count;
    summary->arrived = run->arrived;
    ssti_metrics_summarise(&run->metrics, run->scenario, summary);
    summary->state_hash = sst_world_hash(run->world);
    summary->agent_steps_per_s =
        summary->wall_clock > 0 ? (double)run->agent_steps / summary->wall_clock : (double)NAN;
}
