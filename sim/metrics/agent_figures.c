/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

#include "metrics/agent_figures.h"

#include <math.h>

#define NO_FIGURE(name) .name = (double)NAN,

ssti_agent_figures ssti_no_agent_figures(void) {
    return (ssti_agent_figures){SSTI_AGENT_FIGURES(NO_FIGURE)};
}
