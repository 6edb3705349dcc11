/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The figures of a run by name: one line each, and every place that lists figures has it. What is
 * no number (the state hash, why the run stopped) is left to sst_summary. */

#include "sidestep/sim.h"

#include <math.h>

/* name, member of sst_summary, unit, of the machine, meaning */
#define FIGURES(FIGURE)                                                                            \
    FIGURE(steps, steps, "", false, "steps taken")                                                 \
    FIGURE(time, time, "s", false, "of the scenario at the end")                                   \
    FIGURE(agents, agents, "", false, "agents of the scenario, whether entered or not")            \
    FIGURE(arrived, arrived, "", false, "agents that came to their last goal")                     \
    FIGURE(min_gap, min_gap, "m", false, "least gap between the surfaces of two agents")           \
    FIGURE(min_wall_gap, min_wall_gap, "m", false, "least gap between an agent and an obstacle")   \
    FIGURE(collisions, collisions, "", false, "overlaps of more than 1 mm, one per contact")       \
    FIGURE(relaxed_steps, relaxed_steps, "", false, "steps of single agents that were relaxed")    \
    FIGURE(mean_time_to_goal, mean_time_to_goal, "s", false,                                       \
           "entering to arrival, of the arrived")                                                  \
    FIGURE(path_ratio, path_ratio, "", false, "way walked over the straight way, of the arrived")  \
    FIGURE(stuck, stuck, "", false, "agents slow for the last 5 s that have not arrived")          \
    FIGURE(wall_clock_s, wall_clock, "s", true, "time of computing")                               \
    FIGURE(agent_steps_per_s, agent_steps_per_s, "1/s", true, "steps of single agents per second")

#define IS_WHOLE(value) _Generic((value), double : false, default : true)
#define DESCRIBE(name, member, unit, of_machine, meaning)                                          \
    {#name, unit, meaning, IS_WHOLE(((sst_summary *)0)->member), of_machine},
#define FETCH(name, member, unit, of_machine, meaning) (double)summary->member,

static const sst_figure figures[] = {FIGURES(DESCRIBE)};
enum { FIGURE_COUNT = sizeof figures / sizeof *figures };

size_t sst_figure_count(void) {
    return FIGURE_COUNT;
}

const sst_figure *sst_figure_at(size_t index) {
    return index < FIGURE_COUNT ? &figures[index] : NULL;
}

double sst_summary_figure(const sst_summary *summary, size_t index) {
    const double values[] = {FIGURES(FETCH)};
    return index < FIGURE_COUNT ? values[index] : (double)NAN;
}
