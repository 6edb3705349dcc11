/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Arrivals: a regular process has equal gaps and begins with one agent; a Poisson process has
 * independent exponential gaps, the first of them before the first agent. */

#include "scenario/arrivals.h"

#include <math.h>

static const ssti_choice processes[] = {{"regular", 0}, {"poisson", 1}, {0}};

static const ssti_field fields[] = {
    {"rate", ssti_value_double, SSTI_FIELD(ssti_arrivals, rate), 1e-6, 1e6, "/s", NULL},
    {"from", ssti_value_double, SSTI_FIELD(ssti_arrivals, from), 0, (double)SST_MAX_TIME, "s",
     NULL},
    {"until", ssti_value_double, SSTI_FIELD(ssti_arrivals, until), 0, (double)SST_MAX_TIME, "s",
     NULL},
    {"process", ssti_value_choice, SSTI_FIELD(ssti_arrivals, poisson), 0, 0, NULL, processes},
};
enum { FIELD_COUNT = sizeof fields / sizeof *fields };

bool ssti_value_arrivals(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                         void *value) {
    ssti_arrivals *arrivals = value;
    *arrivals = (ssti_arrivals){.until = HUGE_VAL};
    size_t errors = reader->report->errors;
    if (node->kind != SSTI_MAP)
        return ssti_expected(reader, node, field->name, "a map with `rate`");
    ssti_read_map(reader, node, fields, FIELD_COUNT, arrivals);
    if (!ssti_map_find(node, "rate"))
        ssti_expected(reader, node, field->name, "`rate`");
    if (arrivals->until < arrivals->from)
        ssti_expected(reader, node, field->name, "`until` not below `from`");
    return reader->report->errors == errors;
}

ssti_arrival_times ssti_arrivals_begin(const ssti_arrivals *arrivals, uint64_t seed,
                                       uint64_t group) {
    return (ssti_arrival_times){.arrivals = arrivals,
                                .stream =
                                    ssti_stream_of(seed, group, 0, ssti_hash_text("arrivals")),
                                .last = arrivals->from};
}

double ssti_arrivals_next(ssti_arrival_times *times) {
    const ssti_arrivals *a = times->arrivals;
    if (a->poisson)
        return times->last += ssti_draw_exponential(&times->stream) / a->rate;
    return a->from + times->count++ / a->rate;
}

double ssti_count_arrivals(const ssti_arrivals *arrivals, uint64_t seed, uint64_t group,
                           double most) {
    ssti_arrival_times times = ssti_arrivals_begin(arrivals, seed, group);
    double count = 0;
    while (count < most && ssti_arrivals_next(&times) < arrivals->until)
        count++;
    return count;
}
