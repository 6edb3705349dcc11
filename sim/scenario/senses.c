/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Named senses, and the agents' key that names one. */

#include "scenario/scenario.h"

#include <stdlib.h>
#include <string.h>

static const ssti_choice occlusions[] = {{"none", SSTI_OCCLUSION_NONE},
                                         {"walls", SSTI_OCCLUSION_WALLS},
                                         {"all", SSTI_OCCLUSION_ALL},
                                         {0}};
static const ssti_choice filters[] = {{"none", SST_FILTER_NONE},
                                      {"low_pass", SST_FILTER_LOW_PASS},
                                      {"alpha_beta", SST_FILTER_ALPHA_BETA},
                                      {"kalman", SST_FILTER_KALMAN},
                                      {0}};

#define IN(member)        SSTI_FIELD(ssti_sense, member)
#define IN_FILTER(member) SSTI_FIELD(ssti_sense, filter_def.member)
#define SECONDS           0, 3600, "s", NULL

static const ssti_field fields[] = {
    {"range", ssti_value_double, IN(range), 1e-3, (double)SST_MAX_LENGTH, "m", NULL},
    {"field_of_view", ssti_value_double, IN(field_of_view), 1e-3, 360, "degrees", NULL},
    {"occlusion", ssti_value_choice, IN(occlusion), 0, 0, NULL, occlusions},
    {"position_noise", ssti_value_float, IN_FILTER(position_noise), 0, 1e3, "m", NULL},
    {"velocity_noise", ssti_value_float, IN_FILTER(velocity_noise), 0, 1e3, "m/s", NULL},
    {"measures_velocity", ssti_value_bool, IN_FILTER(velocity_is_measured), 0, 0, NULL, NULL},
    {"dropout", ssti_value_double, IN(dropout), 0, 1, NULL, NULL},
    {"delay", ssti_value_double, IN(delay), SECONDS},
    {"memory", ssti_value_double, IN(memory), SECONDS},
    {"filter", ssti_value_choice, IN(filter), 0, 0, NULL, filters},
    {"cut_off", ssti_value_float, IN_FILTER(cut_off), 1e-6, 1e6, "Hz", NULL},
    {"alpha", ssti_value_float, IN_FILTER(alpha), 1e-6, 1, NULL, NULL},
    {"beta", ssti_value_float, IN_FILTER(beta), 1e-6, 1, NULL, NULL},
    {"acceleration_noise", ssti_value_float, IN_FILTER(acceleration_noise), 0, 1e3, "m/s2", NULL},
    {"inflate", ssti_value_double, IN(inflate), 0, 10, NULL, NULL},
};
enum { FIELD_COUNT = sizeof fields / sizeof *fields };

static void read_sense(ssti_reader *reader, const ssti_node *map, ssti_sense *sense) {
    *sense = (ssti_sense){.field_of_view = 360, .memory = 0.5};
    sst_filter_def_init(&sense->filter_def, SST_FILTER_NONE);
    sense->filter_def.velocity_is_measured = true;
    sense->name = strdup(map->key);
    reader->out_of_memory |= !sense->name;
    if (map->kind != SSTI_MAP) {
        ssti_expected(reader, map, map->key, "a map with `range`");
        return;
    }
    if (!(ssti_read_map(reader, map, fields, FIELD_COUNT, sense) & 1) &&
        !ssti_map_find(map, "range"))
        ssti_error(reader->report, map->place, "the sense has no `range`, expected one in metres");
    sense->filter_def.kind = (sst_filter_kind)sense->filter;
}

void ssti_read_senses(ssti_reader *reader, const ssti_node *map) {
    sst_scenario *s = reader->scenario;
    if (map->kind != SSTI_MAP) {
        ssti_expected(reader, map, "senses", "a map of names, each with the keys of a sense");
        return;
    }
    s->senses = calloc(map->count + 1, sizeof *s->senses);
    if (!s->senses) {
        reader->out_of_memory = true;
        return;
    }
    for (const ssti_node *node = map->first; node; node = node->next)
        read_sense(reader, node, &s->senses[s->sense_count++]);
}

void ssti_senses_free(sst_scenario *scenario) {
    for (size_t i = 0; i < scenario->sense_count; i++)
        free(scenario->senses[i].name);
    free(scenario->senses);
}

static bool say_unknown(ssti_reader *reader, const ssti_node *node, const ssti_field *field) {
    const sst_scenario *s = reader->scenario;
    const char *names[SSTI_MAX_KEYS], *nearest = NULL;
    for (size_t i = 0; i < s->sense_count; i++)
        names[i] = s->senses[i].name ? s->senses[i].name : "";
    if (node->text)
        nearest = sst_nearest_word(node->text, names, s->sense_count);
    return ssti_expected(reader, node, field->name, "a name from `senses`%s%s%s",
                         nearest ? ", perhaps `" : "", nearest ? ssti_show(nearest).text : "",
                         nearest ? "`" : "");
}

/* Into a number: 1 + the index of the sense that is named. */
bool ssti_value_sense(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                      void *value) {
    const sst_scenario *s = reader->scenario;
    for (size_t i = 0; i < s->sense_count && node->text; i++)
        if (s->senses[i].name && strcmp(s->senses[i].name, node->text) == 0) {
            *(uint32_t *)value = (uint32_t)i + 1;
            return true;
        }
    return reader->out_of_memory || say_unknown(reader, node, field);
}
