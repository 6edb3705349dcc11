/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The obstacles of a scenario: a bare list of vertices, or a map that says more. Whether an outline
 * is sound is for the world to say (ssti_add_obstacles). */

#include "scenario/scenario.h"

#include <stdlib.h>

typedef struct obstacle_values {
    sst_obstacle_def def;
    int kind;
    ssti_range vertices;
} obstacle_values;

static const ssti_choice kinds[] = {{"solid", SST_OBSTACLE_SOLID},
                                    {"room", SST_OBSTACLE_ROOM},
                                    {"chain", SST_OBSTACLE_CHAIN},
                                    {"auto", SST_OBSTACLE_AUTO},
                                    {0}};

enum { VERTICES };

static const ssti_field obstacle_fields[] = {
    [VERTICES] = {"vertices", ssti_value_points, SSTI_FIELD(obstacle_values, vertices),
                  -SST_MAX_COORDINATE, SST_MAX_COORDINATE, "m", NULL},
    {"kind", ssti_value_choice, SSTI_FIELD(obstacle_values, kind), 0, 0, NULL, kinds},
    {"velocity", ssti_value_vec2, SSTI_FIELD(obstacle_values, def.velocity), -(double)SST_MAX_SPEED,
     (double)SST_MAX_SPEED, "m/s", NULL},
    {"layers", ssti_value_layers, SSTI_FIELD(obstacle_values, def.layers), 0, 4294967295.0, NULL,
     NULL},
};
enum { FIELD_COUNT = sizeof obstacle_fields / sizeof *obstacle_fields };

static void read_obstacle(ssti_reader *reader, const ssti_node *node, ssti_obstacle *obstacle) {
    obstacle_values values = {.kind = SST_OBSTACLE_AUTO};
    sst_obstacle_def_init(&values.def);
    if (node->kind == SSTI_LIST)
        ssti_value_points(reader, node, &obstacle_fields[VERTICES], &values.vertices);
    else if (node->kind != SSTI_MAP)
        ssti_expected(reader, node, "obstacles",
                      "a list of vertices [x, y] or a map with `kind` and `vertices`");
    else if (ssti_read_map(reader, node, obstacle_fields, FIELD_COUNT, &values),
             !ssti_map_find(node, "vertices"))
        ssti_error(reader->report, node->place, "the obstacle has no `vertices`");
    obstacle->def = values.def;
    obstacle->def.kind = (sst_obstacle_kind)values.kind;
    obstacle->vertices = values.vertices;
    obstacle->place = node->place;
}

void ssti_read_obstacles(ssti_reader *reader, const ssti_node *list) {
    sst_scenario *s = reader->scenario;
    if (list->kind != SSTI_LIST) {
        ssti_expected(reader, list, "obstacles", "a list of obstacles");
        return;
    }
    s->obstacles = calloc(list->count, sizeof *s->obstacles);
    if (!s->obstacles) {
        reader->out_of_memory = list->count > 0;
        return;
    }
    s->obstacle_count = list->count;
    size_t i = 0;
    for (const ssti_node *node = list->first; node; node = node->next, i++) {
        size_t errors = reader->report->errors;
        read_obstacle(reader, node, &s->obstacles[i]);
        s->obstacles[i].bad = reader->report->errors > errors;
    }
}
