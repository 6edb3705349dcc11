/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Small changes of what agents prefer, against stand-offs that perfect symmetry keeps. */
#ifndef SIDESTEP_SIM_PERTURBATION_H
#define SIDESTEP_SIM_PERTURBATION_H

#include "scenario/scenario.h"

void ssti_read_perturbation(ssti_reader *reader, const ssti_node *map);

/* What an agent prefers in a step, changed. Nothing is changed for one that wants to stand. */
sst_vec2 ssti_perturb(const sst_scenario *scenario, size_t agent, sst_vec2 preferred,
                      uint64_t step);

#endif
