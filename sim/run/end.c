/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* When a run ends. A given end is kept to the step. Without one, a run ends when all have arrived,
 * and in any case when even the slowest has had half a minute and three times the time of its
 * straight way. Where all follow trajectories, those tell the end. */

#include "run/run.h"
#include "scenario/trajectory.h"
#include "scenario/zones.h"

#include <math.h>

static const double spare_time = 30, spare_factor = 3, time_without_goals = 60;

static uint64_t steps_until(const sst_scenario *scenario, double time) {
    return (uint64_t)ceil(fmax(time / scenario->time_step - 1e-6, 0));
}

static double default_limit(const sst_scenario *scenario) {
    double limit = 0, last_start = 0;
    for (size_t i = 0; i < scenario->agent_count; i++) {
        const ssti_agent *agent = &scenario->agents[i];
        last_start = fmax(last_start, agent->start_time);
        if (agent->goals.count == 0 || agent->loop || agent->preferred_speed <= 0)
            continue;
        double way = ssti_time_of_way(scenario, agent);
        limit = fmax(limit, agent->start_time + spare_time + spare_factor * way);
    }
    /* A very slow agent must not make the number of steps overflow. */
    return fmin(limit > 0 ? limit : last_start + time_without_goals, 1e9);
}

/* The last step of a scenario in which all follow trajectories; false if not all do. */
static bool find_last_step(const sst_scenario *scenario, uint64_t *last) {
    *last = 0;
    for (size_t i = 0; i < scenario->agent_count; i++) {
        const ssti_agent *agent = &scenario->agents[i];
        if (!agent->trajectory.count)
            return false;
        uint64_t end = ssti_trajectory_end(scenario, agent);
        *last = end > *last ? end : *last;
    }
    return scenario->agent_count > 0;
}

ssti_end ssti_choose_end(const sst_scenario *scenario, const sst_run_options *options) {
    if (options->steps != SST_UNLIMITED)
        return (ssti_end){options->steps, true};
    if (options->until >= 0)
        return (ssti_end){steps_until(scenario, options->until), true};
    if (scenario->steps != SST_UNLIMITED)
        return (ssti_end){scenario->steps, true};
    if (scenario->until >= 0)
        return (ssti_end){steps_until(scenario, scenario->until), true};
    uint64_t last;
    if (find_last_step(scenario, &last))
        return (ssti_end){last, true};
    return (ssti_end){steps_until(scenario, default_limit(scenario)), false};
}
