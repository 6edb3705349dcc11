/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Where values stand in the file. A scenario keeps the place of each agent only; the rest is found
 * by reading its text once more: every map of the document, sorted by its place. */

#include "advice/advice.h"

#include <stdlib.h>

typedef struct map_entry {
    uint64_t place;
    const ssti_node *map;
} map_entry;

struct ssti_places {
    ssti_tree *tree;
    map_entry *maps;
    size_t count;
};

static uint64_t place_number(ssti_place place) {
    return (uint64_t)place.line << 32 | place.column;
}

/* Depth is bounded by the reader. */
static void list_maps(ssti_places *places, const ssti_node *node) {
    if (node->kind == SSTI_MAP)
        places->maps[places->count++] = (map_entry){place_number(node->place), node};
    for (const ssti_node *child = node->first; child; child = child->next)
        list_maps(places, child);
}

static int by_place(const void *left, const void *right) {
    uint64_t a = ((const map_entry *)left)->place, b = ((const map_entry *)right)->place;
    return (a > b) - (a < b);
}

sst_result ssti_places_create(const sst_scenario *scenario, ssti_places **places) {
    ssti_places *made = calloc(1, sizeof *made);
    if (!made)
        return SST_ERROR_OUT_OF_MEMORY;
    ssti_report silent = {0};
    /* It was read before, so only memory can be short. */
    if (ssti_yaml_read(scenario->text, scenario->text_size, &silent, &made->tree) != SST_DONE) {
        free(made);
        return SST_ERROR_OUT_OF_MEMORY;
    }
    made->maps = malloc(ssti_tree_size(made->tree) * sizeof *made->maps);
    if (!made->maps) {
        ssti_places_destroy(made);
        return SST_ERROR_OUT_OF_MEMORY;
    }
    list_maps(made, ssti_tree_root(made->tree));
    qsort(made->maps, made->count, sizeof *made->maps, by_place);
    *places = made;
    return SST_OK;
}

void ssti_places_destroy(ssti_places *places) {
    if (!places)
        return;
    ssti_tree_destroy(places->tree);
    free(places->maps);
    free(places);
}

static const ssti_node *value_at(const ssti_check *check, ssti_place map, const char *key) {
    map_entry wanted = {place_number(map), NULL};
    const map_entry *found = bsearch(&wanted, check->places->maps, check->places->count,
                                     sizeof *check->places->maps, by_place);
    return found ? ssti_map_find(found->map, key) : NULL;
}

ssti_place ssti_place_of(const ssti_check *check, ssti_place map, const char *key) {
    const ssti_node *value = value_at(check, map, key);
    return value ? value->place : map;
}

bool ssti_number_at(const ssti_check *check, ssti_place map, const char *key, double *number) {
    const ssti_node *value = value_at(check, map, key);
    if (!value || value->kind != SSTI_NUMBER)
        return false;
    *number = value->number;
    return true;
}

ssti_place ssti_top_place(const ssti_check *check, const char *key) {
    return ssti_place_of(check, ssti_tree_root(check->places->tree)->place, key);
}

ssti_place ssti_agent_place(const ssti_check *check, size_t agent, const char *key) {
    return ssti_place_of(check, check->scenario->agents[agent].place, key);
}

const char *ssti_goal_key(const ssti_check *check, size_t agent) {
    static const char *const keys[] = {"goals", "exits", "antipode"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (value_at(check, check->scenario->agents[agent].place, keys[i]))
            return keys[i];
    return "goal";
}
