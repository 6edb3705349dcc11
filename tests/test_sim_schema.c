/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The published schema against the reader: it accepts every shipped scenario, refuses what is wrong
 * in shape in tests/bad, and knows the same keys, words and bounds. The reader's own are taken from
 * what it says it expected. */

#include "harness.h"
#include "schema_checker.h"
#include "sim_scene.h"
#include "tree/tree.h"

#include <dirent.h>
#include <jansson.h>

static json_t *schema;

static bool load_schema(void) {
    if (!schema)
        schema = schema_load("docs/scenario.schema.json");
    return schema;
}

/* --- Whole files --------------------------------------------------------------------------- */

static ssti_tree *read_tree(const char *path) {
    static char bytes[1 << 20];
    FILE *file = fopen(path, "rb");
    if (!CHECK_MSG(file, "%s", path))
        return NULL;
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    ssti_report report = {0};
    ssti_tree *tree = NULL;
    ssti_yaml_read(bytes, size, &report, &tree);
    return tree;
}

/* Right in shape; what is wrong with them only the reader can tell. */
static bool is_right_in_shape(const char *name) {
    static const char *const names[] = {
        "arrivals-late.yaml", "groups-full.yaml",    "groups-keys.yaml",   "obstacles.yaml",
        "same-key.yaml",      "periodic-short.yaml", "periodic-wall.yaml", "periodic-range.yaml"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

/* Checks every YAML or JSON file of a folder that can be read as one; answers how many. */
static size_t check_folder(const char *folder, bool good) {
    size_t count = 0;
    DIR *list = opendir(folder);
    if (!CHECK_MSG(list, "%s", folder))
        return 0;
    for (struct dirent *entry; (entry = readdir(list));) {
        const char *end = strrchr(entry->d_name, '.');
        if (!end || (strcmp(end, ".yaml") != 0 && strcmp(end, ".json") != 0))
            continue;
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        ssti_tree *tree = read_tree(path);
        if (tree) {
            bool accepted = schema_accepts(schema, ssti_tree_root(tree));
            CHECK_MSG(accepted == (good || is_right_in_shape(entry->d_name)), "%s is %s", path,
                      accepted ? "accepted" : "refused");
            count++;
        }
        ssti_tree_destroy(tree);
    }
    closedir(list);
    return count;
}

TEST(files) {
    REQUIRE(load_schema());
    CHECK(check_folder("scenarios", true) >= 8);
    CHECK(check_folder("tests/bad", false) >= 20);
    CHECK(check_folder("tests/advice", true) > 0);
}

/* --- Keys, words and bounds ---------------------------------------------------------------- */

/* What the reader says of a scenario: its one message that holds `about`. */
static const char *message_about(const char *text, const char *about) {
    static sim_messages messages;
    sst_scenario *scenario = NULL;
    sst_scenario_read(text, strlen(text), "test", sim_collect(&messages), &scenario);
    sst_scenario_destroy(scenario);
    return sim_message_about(&messages, text, about);
}

/* The words behind "expected one of: "; each must be in the schema, and none be missing. */
static size_t compare_words(const char *message, bool (*knows)(json_t *, const char *),
                            json_t *in) {
    static const char start[] = "expected one of: ";
    const char *word = strstr(message, start);
    size_t count = 0;
    if (!CHECK_MSG(word, "%s", message))
        return 0;
    for (word += sizeof start - 1; *word; count++) {
        size_t length = strcspn(word, ",");
        char one[64];
        snprintf(one, sizeof one, "%.*s", (int)length, word);
        CHECK_MSG(knows(in, one), "the schema does not know %s: %s", one, message);
        word += length + (word[length] == ',' ? 2 : 0);
    }
    return count;
}

static bool has_property(json_t *properties, const char *key) {
    return json_object_get(properties, key);
}

static bool has_word(json_t *words, const char *word) {
    size_t i;
    json_t *item;
    json_array_foreach(words, i, item) if (strcmp(json_string_value(item), word) == 0) return true;
    return false;
}

/* The plain form of a value that may be drawn. */
static json_t *plain_form(json_t *rule) {
    for (json_t *options; (options = json_object_get(rule, "anyOf"));)
        rule = json_array_get(options, 0);
    return schema_resolve(schema, rule);
}

static void check_words(const char *scene, const char *key, json_t *rule) {
    json_t *words = json_object_get(plain_form(rule), "enum");
    if (!words)
        return;
    char keys[200];
    snprintf(keys, sizeof keys, "%s: 77", key);
    const char *message = message_about(sim_fill(scene, keys), key);
    CHECK_INT(compare_words(message, has_word, words), json_array_size(words));
}

static void check_bounds(const char *scene, const char *key, json_t *rule) {
    json_t *form = plain_form(rule), *least = json_object_get(form, "minimum");
    if (!least)
        return;
    char keys[200], expected[200];
    bool whole = strcmp(json_string_value(json_object_get(form, "type")), "integer") == 0;
    double most = json_number_value(json_object_get(form, "maximum"));
    snprintf(keys, sizeof keys, "%s: word", key);
    snprintf(expected, sizeof expected, whole ? "from %.0f to %.0f" : "from %.7g to %.7g",
             json_number_value(least), most);
    const char *message = message_about(sim_fill(scene, keys), "found word");
    CHECK_MSG(strstr(message, expected), "%s: %s, the schema has %s", key, message, expected);
}

/* A map: where it stands in a scenario, and its rule in the schema, "" being the top. */
static const struct {
    const char *scene, *rule;
} maps[] = {
    {"{%s}", ""},
    {"{agents: [{%s}]}", "agent"},
    {"{agents: [], agent_profiles: {a: {%s}}}", "agent_profile"},
    {"{groups: [{%s}]}", "group"},
    {"{agents: [], obstacles: [{%s}]}", "obstacle_map"},
    {"{agents: [], zones: [{%s}]}", "zone"},
    {"{agents: [], periodic: {%s}}", "periodic"},
    {"{agents: [], senses: {a: {%s}}}", "sense"},
    {"{agents: [{trajectory: {%s}}]}", "recorded_trajectory"},
    {"{agents: [], measure: [{%s}]}", "measure"},
    {"{agents: [], solve: {%s}}", "solve"},
    {"{groups: [{arrivals: {%s}}]}", "arrivals"},
    {"{groups: [{area: {%s}}]}", "area_map"},
    {"{groups: [{area: {circle: {%s}}}]}", "circle"},
};

TEST(the_same_keys) {
    REQUIRE(load_schema());
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
        json_t *rule = schema;
        if (*maps[i].rule)
            rule = json_object_get(json_object_get(schema, "$defs"), maps[i].rule);
        json_t *properties = json_object_get(rule, "properties");
        CHECK(json_is_false(json_object_get(rule, "additionalProperties")));
        const char *message =
            message_about(sim_fill(maps[i].scene, "qqqqqqqqqqqq: 1"), "found the unknown key");
        CHECK_MSG(compare_words(message, has_property, properties) == json_object_size(properties),
                  "%s: the schema has keys that the reader does not: %s", maps[i].rule, message);
        const char *key;
        json_t *value;
        json_object_foreach(properties, key, value) {
            check_words(maps[i].scene, key, value);
            check_bounds(maps[i].scene, key, value);
        }
    }
}

/* Samplers: their names by what the reader takes, their keys by what it lists. */
static void check_sampler(const char *rule, const char *field) {
    json_t *properties =
        json_object_get(json_object_get(json_object_get(schema, "$defs"), rule), "properties");
    const char *name;
    json_t *value;
    json_object_foreach(properties, name, value) {
        char keys[200];
        json_t *own = json_object_get(value, "properties");
        if (!own)
            continue;
        snprintf(keys, sizeof keys, "%s: {%s: {qqqqqqqqqqqq: 1}}", field, name);
        const char *message =
            message_about(sim_fill("{agents: [{%s}]}", keys), "found the unknown key");
        CHECK_INT(compare_words(message, has_property, own), json_object_size(own));
    }
}

TEST(the_same_samplers) {
    REQUIRE(load_schema());
    check_sampler("sampler_of_values", "scripted");
    check_sampler("sampler_of_numbers", "radius");
    check_sampler("sampler_of_points", "position");
    message_about("{agents: [{position: [0, 0], radius: {grid: {}}}]}", "expected no `grid`");
    message_about("{agents: [{position: [0, 0], scripted: {uniform: {}}}]}",
                  "expected no `uniform`");
}

SUITE(sim_schema, CASE(files), CASE(the_same_keys), CASE(the_same_samplers))
