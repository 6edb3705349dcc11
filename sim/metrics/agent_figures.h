/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The figures of one agent, as recordings hold them. Definitions are in docs/metrics.md. */
#ifndef SIDESTEP_SIM_AGENT_FIGURES_H
#define SIDESTEP_SIM_AGENT_FIGURES_H

/* name of the column and member */
#define SSTI_AGENT_FIGURES(FIGURE)                                                                 \
    FIGURE(time_to_goal)                                                                           \
    FIGURE(path_length)                                                                            \
    FIGURE(path_ratio)                                                                             \
    FIGURE(spl)                                                                                    \
    FIGURE(min_gap)                                                                                \
    FIGURE(min_wall_gap)                                                                           \
    FIGURE(collisions)                                                                             \
    FIGURE(overlap_time)                                                                           \
    FIGURE(min_time_to_collision)                                                                  \
    FIGURE(intimate_time)                                                                          \
    FIGURE(personal_time)                                                                          \
    FIGURE(mean_acceleration)                                                                      \
    FIGURE(max_acceleration)                                                                       \
    FIGURE(mean_jerk)                                                                              \
    FIGURE(max_jerk)                                                                               \
    FIGURE(heading_change)                                                                         \
    FIGURE(efficacy)                                                                               \
    FIGURE(not_moving_time)                                                                        \
    FIGURE(stuck_time)                                                                             \
    FIGURE(stuck_events)                                                                           \
    FIGURE(stuck_cause)                                                                            \
    FIGURE(stuck_by)                                                                               \
    FIGURE(relaxed_steps)                                                                          \
    FIGURE(truncated_steps)                                                                        \
    FIGURE(contact_steps)                                                                          \
    FIGURE(blocked_steps)

#define SSTI_DECLARE_FIGURE(name) double name;

/* What does not exist, or is not known, is NaN. */
typedef struct ssti_agent_figures {
    SSTI_AGENT_FIGURES(SSTI_DECLARE_FIGURE)
} ssti_agent_figures;

ssti_agent_figures ssti_no_agent_figures(void); /* all NaN */

#endif
