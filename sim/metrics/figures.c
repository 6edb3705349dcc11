/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The figures of a run, and of a measurement, by name: one line each, and every place that lists
 * figures has it. What is no number (the state hash, why the run stopped) is left to sst_summary.
 */

#include "sidestep/sim.h"

#include <math.h>

/* name, member of sst_summary, unit, of the machine, meaning */
#define FIGURES(FIGURE)                                                                            \
    FIGURE(steps, steps, "", false, "steps taken")                                                 \
    FIGURE(time, time, "s", false, "of the scenario at the end")                                   \
    FIGURE(agents, agents, "", false, "agents of the scenario, whether entered or not")            \
    FIGURE(arrived, arrived, "", false, "agents that came to their last goal")                     \
    FIGURE(replayed, replayed, "", false, "agents that follow a trajectory and never arrive")      \
    FIGURE(min_gap, min_gap, "m", false, "least gap between the surfaces of two agents")           \
    FIGURE(min_wall_gap, min_wall_gap, "m", false, "least gap between an agent and an obstacle")   \
    FIGURE(collisions, collisions, "", false, "overlaps of more than 1 mm, one per contact")       \
    FIGURE(deepest_overlap, deepest_collision.depth, "m", false, "of the deepest collision")       \
    FIGURE(overlap_time, overlap_time, "s", false, "deeper than 1 mm, sum over the pairs")         \
    FIGURE(min_time_to_collision, min_time_to_collision, "s", false,                               \
           "least, at the velocities of a moment, up to 3 s")                                      \
    FIGURE(intimate_time, intimate_time, "s", false, "with somebody nearer than 0.45 m, sum")      \
    FIGURE(personal_time, personal_time, "s", false, "with the nearest from 0.45 to 1.2 m, sum")   \
    FIGURE(relaxed_steps, relaxed_steps, "", false, "steps of single agents that were relaxed")    \
    FIGURE(truncated_steps, truncated_steps, "", false, "likewise, with a neighbour cut off")      \
    FIGURE(contact_steps, contact_steps, "", false, "likewise, with contact not excluded")         \
    FIGURE(blocked_steps, blocked_steps, "", false, "likewise, with hardly any speed chosen")      \
    FIGURE(mean_time_to_goal, mean_time_to_goal, "s", false,                                       \
           "entering to arrival, of the arrived")                                                  \
    FIGURE(path_ratio, path_ratio, "", false, "way walked over the straight way, of the arrived")  \
    FIGURE(spl, spl, "", false, "success weighted by path length, of all with a goal")             \
    FIGURE(makespan, makespan, "s", false, "when the last one with a goal arrived")                \
    FIGURE(efficacy, efficacy, "", false, "velocity along the preferred one, as a share of it")    \
    FIGURE(mean_acceleration, mean_acceleration, "m/s^2", false, "magnitude, over all steps")      \
    FIGURE(max_acceleration, max_acceleration, "m/s^2", false, "greatest of any agent")            \
    FIGURE(mean_jerk, mean_jerk, "m/s^3", false, "magnitude, over all steps")                      \
    FIGURE(max_jerk, max_jerk, "m/s^3", false, "greatest of any agent")                            \
    FIGURE(heading_change, heading_change, "rad", false, "sum of an agent's turns, mean of all")   \
    FIGURE(not_moving_time, not_moving_time, "s", false, "slower than 0.01 m/s, sum")              \
    FIGURE(stuck_time, stuck_time, "s", false, "slow for 5 s or more before arrival, sum")         \
    FIGURE(stuck, stuck, "", false, "agents slow for the last 5 s that have not arrived")          \
    FIGURE(stuck_events, stuck_events, "", false,                                                  \
           "times in which an agent was slow for 5 s or more")                                     \
    FIGURE(stuck_by_occupant, stuck_by_occupant, "", false, "of these, with the goal taken")       \
    FIGURE(stuck_by_obstacle, stuck_by_obstacle, "", false, "with an obstacle in the way")         \
    FIGURE(stuck_by_agent, stuck_by_agent, "", false, "with one agent in the way")                 \
    FIGURE(stuck_by_crowd, stuck_by_crowd, "", false, "with several agents in the way")            \
    FIGURE(stuck_by_nothing, stuck_by_nothing, "", false, "with nothing in the way")               \
    FIGURE(wall_clock_s, wall_clock, "s", true, "time of computing")                               \
    FIGURE(agent_steps_per_s, agent_steps_per_s, "1/s", true, "steps of single agents per second")

/* The same of sst_measured. */
#define LINE_FIGURES(FIGURE)                                                                       \
    FIGURE(passed, passed, "", false, "different agents that crossed the line")                    \
    FIGURE(forward, forward, "", false, "crossings from the left of the line to its right")        \
    FIGURE(backward, backward, "", false, "crossings from its right to its left")                  \
    FIGURE(first_crossing, first_crossing, "s", false, "time of the first crossing")               \
    FIGURE(last_crossing, last_crossing, "s", false, "time of the last crossing")                  \
    FIGURE(flow, flow, "1/s", false, "passed over the time from the first to the last")            \
    FIGURE(specific_flow, specific_flow, "1/s/m", false, "flow over the length of the line")       \
    FIGURE(throughput, throughput, "1/s", false, "passed over the whole time measured")            \
    FIGURE(speed, speed, "m/s", false, "of those who crossed, mean over the crossings")
#define AREA_FIGURES(FIGURE)                                                                       \
    FIGURE(samples, samples, "", false, "moments at which the area was measured")                  \
    FIGURE(density, density, "1/m^2", false, "agents inside over the area, mean over samples")     \
    FIGURE(speed, speed, "m/s", false, "of the agents inside, mean over samples")                  \
    FIGURE(voronoi_density, voronoi_density, "1/m^2", false, "by Voronoi cells, mean of samples")  \
    FIGURE(voronoi_speed, voronoi_speed, "m/s", false, "by Voronoi cells, mean of samples")

#define IS_WHOLE(value) _Generic((value), double : false, default : true)
#define DESCRIBE(name, member, unit, of_machine, meaning)                                          \
    {#name, unit, meaning, IS_WHOLE(((sst_summary *)0)->member), of_machine},
#define DESCRIBE_MEASURED(name, member, unit, of_machine, meaning)                                 \
    {#name, unit, meaning, IS_WHOLE(((sst_measured *)0)->member), of_machine},
#define FETCH(name, member, unit, of_machine, meaning)          (double)summary->member,
#define FETCH_MEASURED(name, member, unit, of_machine, meaning) (double)measured->member,

static const sst_figure figures[] = {FIGURES(DESCRIBE)};
static const sst_figure line_figures[] = {LINE_FIGURES(DESCRIBE_MEASURED)};
static const sst_figure area_figures[] = {AREA_FIGURES(DESCRIBE_MEASURED)};
enum {
    FIGURE_COUNT = sizeof figures / sizeof *figures,
    LINE_FIGURE_COUNT = sizeof line_figures / sizeof *line_figures,
    AREA_FIGURE_COUNT = sizeof area_figures / sizeof *area_figures
};

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

size_t sst_measured_figure_count(bool is_line) {
    return is_line ? LINE_FIGURE_COUNT : AREA_FIGURE_COUNT;
}

const sst_figure *sst_measured_figure_at(bool is_line, size_t index) {
    if (index >= sst_measured_figure_count(is_line))
        return NULL;
    return is_line ? &line_figures[index] : &area_figures[index];
}

double sst_measured_figure(const sst_measured *measured, size_t index) {
    const double of_line[] = {LINE_FIGURES(FETCH_MEASURED)};
    const double of_area[] = {AREA_FIGURES(FETCH_MEASURED)};
    if (index >= sst_measured_figure_count(measured->is_line))
        return (double)NAN;
    return measured->is_line ? of_line[index] : of_area[index];
}
