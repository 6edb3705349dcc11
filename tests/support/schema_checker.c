/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

#include "schema_checker.h"
#include "harness.h"

#include <jansson.h>

static json_t *current; /* the schema that is being checked against */

json_t *schema_load(const char *path) {
    json_error_t error;
    json_t *schema = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    CHECK_MSG(schema, "%s, line %d: %s", path, error.line, error.text);
    return schema;
}

json_t *schema_resolve(json_t *schema, json_t *rule) {
    json_t *reference = json_object_get(rule, "$ref");
    if (!reference)
        return rule;
    const char *name = strrchr(json_string_value(reference), '/') + 1;
    json_t *found = json_object_get(json_object_get(schema, "$defs"), name);
    CHECK_MSG(found, "the schema has no %s", name);
    return found ? found : json_object();
}

static bool accepts(json_t *rule, const ssti_node *node);

static bool has_type(const char *type, const ssti_node *node) {
    static const char *const names[] = {"null", "boolean", "number", "string", "array", "object"};
    bool whole = node->kind == SSTI_NUMBER && node->number == floor(node->number);
    return strcmp(type, names[node->kind]) == 0 || (whole && strcmp(type, "integer") == 0);
}

static bool equals(json_t *value, const ssti_node *node) {
    if (json_is_string(value))
        return node->kind == SSTI_STRING && strcmp(json_string_value(value), node->text) == 0;
    if (json_is_boolean(value))
        return node->kind == SSTI_BOOL && json_is_true(value) == node->truth;
    return node->kind == SSTI_NUMBER && json_number_value(value) == node->number;
}

static bool any_of(json_t *list, const ssti_node *node, bool (*test)(json_t *, const ssti_node *)) {
    size_t i;
    json_t *item;
    json_array_foreach(list, i, item) if (test(item, node)) return true;
    return false;
}

static bool all_of(json_t *list, const ssti_node *node) {
    size_t i;
    json_t *item;
    json_array_foreach(list, i, item) if (!accepts(item, node)) return false;
    return true;
}

static bool is_type(json_t *type, const ssti_node *node) {
    return has_type(json_string_value(type), node);
}

static bool has_key(json_t *key, const ssti_node *node) {
    return node->kind != SSTI_MAP || ssti_map_find(node, json_string_value(key));
}

static bool has_all_keys(json_t *list, const ssti_node *node) {
    size_t i;
    json_t *item;
    json_array_foreach(list, i, item) if (!has_key(item, node)) return false;
    return true;
}

static bool accepts_values(json_t *rule, const ssti_node *map) {
    json_t *properties = json_object_get(rule, "properties");
    json_t *others = json_object_get(rule, "additionalProperties");
    if (map->kind != SSTI_MAP)
        return true;
    for (const ssti_node *item = map->first; item; item = item->next) {
        json_t *own = json_object_get(properties, item->key);
        json_t *used = own ? own : others;
        if (used && (json_is_false(used) || !accepts(used, item)))
            return false;
    }
    return true;
}

static bool accepts_items(json_t *rule, const ssti_node *list) {
    if (list->kind != SSTI_LIST)
        return true;
    for (const ssti_node *item = list->first; item; item = item->next)
        if (!accepts(rule, item))
            return false;
    return true;
}

static bool accepts_condition(json_t *rule, const ssti_node *node) {
    return !accepts(json_object_get(rule, "if"), node) ||
           accepts(json_object_get(rule, "then"), node);
}

/* One keyword. Bounds hold for values of their type only, as the standard has it. */
static bool keeps(const char *keyword, json_t *value, json_t *rule, const ssti_node *node) {
    bool list = node->kind == SSTI_LIST, map = node->kind == SSTI_MAP;
    bool number = node->kind == SSTI_NUMBER;
    double bound = json_number_value(value);
    switch (keyword[0] == '$' ? 0 : keyword[0]) {
    case 0: /* $ref; $schema and $defs ask for nothing */
        return strcmp(keyword, "$ref") != 0 || accepts(schema_resolve(current, rule), node);
    case 'd': /* description */
        return true;
    case 'e': /* enum */
        return any_of(value, node, equals);
    case 'c': /* const */
        return equals(value, node);
    case 'r': /* required */
        return has_all_keys(value, node);
    case 'p': /* properties */
        return accepts_values(rule, node);
    case 'n': /* not */
        return !accepts(value, node);
    }
    if (strcmp(keyword, "type") == 0)
        return json_is_string(value) ? is_type(value, node) : any_of(value, node, is_type);
    if (strcmp(keyword, "title") == 0 || strcmp(keyword, "then") == 0)
        return true;
    if (strcmp(keyword, "additionalProperties") == 0)
        return accepts_values(rule, node);
    if (strcmp(keyword, "anyOf") == 0)
        return any_of(value, node, accepts);
    if (strcmp(keyword, "allOf") == 0)
        return all_of(value, node);
    if (strcmp(keyword, "if") == 0)
        return accepts_condition(rule, node);
    if (strcmp(keyword, "items") == 0)
        return accepts_items(value, node);
    if (strcmp(keyword, "minimum") == 0)
        return !number || node->number >= bound;
    if (strcmp(keyword, "maximum") == 0)
        return !number || node->number <= bound;
    if (strcmp(keyword, "minItems") == 0)
        return !list || node->count >= bound;
    if (strcmp(keyword, "maxItems") == 0)
        return !list || node->count <= bound;
    if (strcmp(keyword, "minProperties") == 0)
        return !map || node->count >= bound;
    if (strcmp(keyword, "maxProperties") == 0)
        return !map || node->count <= bound;
    return CHECK_MSG(false, "the checker does not know `%s`", keyword);
}

static bool accepts(json_t *rule, const ssti_node *node) {
    const char *keyword;
    json_t *value;
    json_object_foreach(rule, keyword, value) if (!keeps(keyword, value, rule, node)) return false;
    return true;
}

bool schema_accepts(json_t *schema, const ssti_node *node) {
    current = schema;
    return accepts(schema, node);
}
