/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* `perturbation:` of a scenario. All is measured along and across the preferred velocity, so that a
 * scene that is turned runs as before. The sine goes across alone: along, it would only make who
 * stands opposite step back and forth. Its phases come from the agents' keys by the golden ratio
 * (Knuth, The Art of Computer Programming 3, 6.4), which keeps those of neighbouring keys far
 * apart. No libm: the motion has the same bits everywhere. */

#include "scenario/perturbation.h"
#include "sample/draw.h"
#include "sample/elementary.h"

#include <math.h>

static const double two_to_the_minus_53 = 0x1p-53;

static const ssti_field sine_fields[] = {
    {"amplitude", ssti_value_double, SSTI_FIELD(ssti_perturbation, sine), 0, 1, NULL, NULL},
    {"period", ssti_value_double, SSTI_FIELD(ssti_perturbation, period), 0.01, 1e6, "s", NULL},
};
static const ssti_field random_fields[] = {
    {"amplitude", ssti_value_double, SSTI_FIELD(ssti_perturbation, random), 0, 1, NULL, NULL},
};

static bool read_part(ssti_reader *reader, const ssti_node *node, const char *name,
                      const ssti_field *fields, size_t count, ssti_perturbation *to) {
    if (node->kind != SSTI_MAP)
        return ssti_expected(reader, node, name, "a map with `amplitude`%s",
                             count > 1 ? " and `period`" : "");
    ssti_read_map(reader, node, fields, count, to);
    return true;
}

static bool read_sine(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                      void *value) {
    ssti_perturbation *to = value;
    to->sine = 0.02;
    return read_part(reader, node, field->name, sine_fields, 2, to);
}

static bool read_random(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                        void *value) {
    ssti_perturbation *to = value;
    to->random = 0.02;
    return read_part(reader, node, field->name, random_fields, 1, to);
}

static const ssti_field fields[] = {
    {"sine", read_sine, 0, sizeof(ssti_perturbation), 0, 0, NULL, NULL},
    {"random", read_random, 0, sizeof(ssti_perturbation), 0, 0, NULL, NULL},
};

void ssti_read_perturbation(ssti_reader *reader, const ssti_node *map) {
    ssti_perturbation *to = &reader->scenario->perturbation;
    if (map->kind != SSTI_MAP) {
        ssti_expected(reader, map, "perturbation", "a map with `sine` or `random`");
        return;
    }
    to->period = 5;
    ssti_read_map(reader, map, fields, sizeof fields / sizeof *fields, to);
}

/* --- The change ---------------------------------------------------------------------------- */

static uint64_t key_of(const sst_scenario *s, size_t agent) {
    uint64_t key = s->agents[agent].def.key;
    return key == SST_KEY_AUTO ? agent : key;
}

/* In turns, [0, 1). */
static double phase_of(uint64_t key) {
    return (double)(key * UINT64_C(0x9e3779b97f4a7c15) >> 11) * two_to_the_minus_53;
}

static double sine_across(const sst_scenario *s, uint64_t key, uint64_t step) {
    double turns = (double)step * s->time_step / s->perturbation.period + phase_of(key);
    return s->perturbation.sine * ssti_cos_turns(turns - floor(turns));
}

sst_vec2 ssti_perturb(const sst_scenario *s, size_t agent, sst_vec2 preferred, uint64_t step) {
    double x = (double)preferred.x, y = (double)preferred.y, length = sqrt(x * x + y * y);
    if ((s->perturbation.sine == 0 && s->perturbation.random == 0) || length == 0)
        return preferred;
    uint64_t key = key_of(s, agent);
    double along = 0, across = s->perturbation.sine > 0 ? sine_across(s, key, step) : 0;
    if (s->perturbation.random > 0) {
        ssti_stream stream = ssti_stream_of(s->seed, step, key, ssti_hash_text("perturbation"));
        along = s->perturbation.random * (2 * ssti_draw_unit(&stream) - 1);
        across += s->perturbation.random * (2 * ssti_draw_unit(&stream) - 1);
    }
    double scale = (double)s->agents[agent].def.max_speed / length;
    along *= scale;
    across *= scale;
    return (sst_vec2){(float)(x + along * x - across * y), (float)(y + along * y + across * x)};
}
