/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Settings, "agents.0.radius=0.4", laid over a scenario's tree before it is read; so everything is
 * checked as if the file had said it. The nodes that a setting brings have their place in it. */

#include "scenario/scenario.h"

#include <string.h>

enum { MOST_STEPS = 16, LONGEST_KEY = 200 };

typedef struct setting {
    ssti_tree *tree; /* of the scenario */
    ssti_report *report;
    ssti_place place;
    char key[LONGEST_KEY + 1]; /* of the step being taken */
} setting;

static bool refuse(setting *s, const char *what, const char *expected) {
    ssti_error(s->report, s->place, "found %s, expected %s", what, expected);
    return false;
}

/* --- Its value ----------------------------------------------------------------------------- */

static void move_to(ssti_node *node, ssti_place place) {
    node->place = node->key_place = place;
    for (ssti_node *item = node->first; item; item = item->next)
        move_to(item, place);
}

/* Passes a message about the value's text on as one about the setting. */
static void pass_on(const sst_message *message, void *context) {
    setting *s = context;
    ssti_error(s->report, s->place, "%s", message->text);
}

static sst_outcome read_value(setting *s, const char *text, ssti_tree **value) {
    ssti_report report = {.to = {pass_on, s}};
    sst_outcome outcome = ssti_yaml_read(text, strlen(text), &report, value);
    if (outcome == SST_DONE)
        move_to(ssti_tree_root(*value), s->place);
    return outcome;
}

/* --- Its path ------------------------------------------------------------------------------ */

/* The next key of a path, into `key`; null when it is none. */
static const char *next_key(setting *s, const char *path) {
    size_t length = strcspn(path, ".=");
    if (length == 0 || length > LONGEST_KEY) {
        refuse(s, length ? "a key that is too long" : "an empty key",
               "keys with points between them, as in agents.0.radius=0.4");
        return NULL;
    }
    memcpy(s->key, path, length);
    s->key[length] = 0;
    return path + length;
}

static ssti_node *item_of(setting *s, ssti_node *list) {
    double number;
    if (!ssti_parse_number(s->key, &number) || strspn(s->key, "0123456789") != strlen(s->key) ||
        number >= list->count) {
        ssti_error(s->report, s->place, "found `%s` for one of a list of %u, expected 0 to %u",
                   ssti_show(s->key).text, (unsigned)list->count,
                   (unsigned)(list->count ? list->count - 1 : 0));
        return NULL;
    }
    ssti_node *item = list->first;
    while (number-- > 0)
        item = item->next;
    return item;
}

static ssti_node *add_key(setting *s, ssti_node *map) {
    if (map->count == SSTI_MAX_KEYS) {
        refuse(s, "one key too many for a map", "fewer");
        return NULL;
    }
    ssti_node *added = ssti_tree_node(s->tree, SSTI_MAP, s->place);
    const char *key = ssti_tree_text(s->tree, s->key, strlen(s->key));
    if (!added || !key) {
        ssti_out_of_memory(s->report);
        return NULL;
    }
    added->key = key;
    added->key_place = s->place;
    ssti_node **end = &map->first;
    while (*end)
        end = &(*end)->next;
    *end = added;
    map->count++;
    return added;
}

/* The child that the key names: found, or added to a map. */
static ssti_node *step_into(setting *s, ssti_node *node) {
    if (node->kind == SSTI_LIST)
        return item_of(s, node);
    if (node->kind == SSTI_MAP) {
        for (ssti_node *item = node->first; item; item = item->next)
            if (strcmp(item->key, s->key) == 0)
                return item;
        return add_key(s, node);
    }
    ssti_error(s->report, s->place, "found `%s` under %s, which is neither a map nor a list",
               ssti_show(s->key).text, ssti_node_show(node).text);
    return NULL;
}

/* Takes over the value; its place among its neighbours stays. */
static void replace(ssti_node *node, const ssti_node *value) {
    ssti_node *next = node->next;
    const char *key = node->key;
    *node = *value;
    node->next = next;
    node->key = key;
}

static bool apply(setting *s, const char *path, const ssti_node *value) {
    ssti_node *node = ssti_tree_root(s->tree);
    for (int steps = 0; steps < MOST_STEPS; steps++) {
        path = next_key(s, path);
        node = path ? step_into(s, node) : NULL;
        if (!node)
            return false;
        if (*path == '=') {
            replace(node, value);
            return true;
        }
        path++;
    }
    return refuse(s, "a path of too many keys", "fewer");
}

sst_outcome ssti_apply_settings(ssti_tree *tree, const sst_scenario *scenario, ssti_report *report,
                                ssti_tree **trees) {
    size_t errors = report->errors;
    for (size_t i = 0; i < scenario->setting_count; i++) {
        const char *text = scenario->settings[i], *equals = strchr(text, '=');
        setting s = {tree, report, {SSTI_SETTING_LINE + (uint32_t)i, 0}, {0}};
        if (!equals) {
            refuse(&s, "no `=`", "KEY=VALUE, as in agents.0.radius=0.4");
            continue;
        }
        if (!equals[1]) {
            refuse(&s, "no value behind `=`", "one; null stands for nothing");
            continue;
        }
        if (read_value(&s, equals + 1, &trees[i]) == SST_FAILED)
            return SST_FAILED;
        if (trees[i])
            apply(&s, text, ssti_tree_root(trees[i]));
    }
    return report->errors > errors ? SST_BAD_INPUT : SST_DONE;
}
