/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Values that are drawn: `{uniform: {from: 0.2, to: 0.4}}` where a value could stand. */
#ifndef SIDESTEP_SIM_SAMPLER_H
#define SIDESTEP_SIM_SAMPLER_H

#include "scenario/scenario.h"

/* Whose value is drawn. */
typedef struct ssti_draw_for {
    uint64_t seed, group;
    size_t index, total; /* in its group */
} ssti_draw_for;

/* Whether a node draws: a map by its first key, or a pair with a map as a component. */
bool ssti_is_sampler(const ssti_node *node, const ssti_field *field);

/* Reads one for a field; null, with a report, if it is not good. The reader owns it. */
ssti_sampler *ssti_sampler_read(ssti_reader *reader, const ssti_node *node,
                                const ssti_field *field);
/* Draws a value into that field's place; false, with a report, if it is out of bounds. */
bool ssti_sampler_draw(ssti_reader *reader, const ssti_sampler *sampler, const ssti_draw_for *who,
                       void *value);

void ssti_samplers_free(ssti_reader *reader);

#endif
