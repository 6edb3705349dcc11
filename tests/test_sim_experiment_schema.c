/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The published schema of experiments against their reader: it accepts what is shipped, refuses
 * what is wrong in shape, and knows the same keys, words and bounds. */

#include "harness.h"
#include "report/file.h"
#include "schema_checker.h"
#include "sidestep/experiment.h"
#include "sim_scene.h"

#include <dirent.h>
#include <jansson.h>

static json_t *schema;

static bool load_schema(void) {
    if (!schema)
        schema = schema_load("docs/experiment.schema.json");
    return schema;
}

/* --- Whole files --------------------------------------------------------------------------- */

/* Right in shape; what is wrong with them only the reader can tell. */
static bool is_right_in_shape(const char *name) {
    static const char *const names[] = {"values.experiment",      "late-values.experiment",
                                        "no-scenario.experiment", "bad-scenario.experiment",
                                        "many.experiment",        "measures-differ.experiment"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static void check_file(const char *path, bool good) {
    ssti_report report = {0};
    ssti_bytes bytes;
    ssti_tree *tree = NULL;
    if (!CHECK_MSG(ssti_file_read(path, 1 << 20, &report, &bytes) == SST_DONE, "%s", path))
        return;
    if (CHECK_MSG(ssti_yaml_read_on(bytes.data, bytes.size, &report, &tree) == SST_DONE, "%s",
                  path)) {
        bool accepted = schema_accepts(schema, ssti_tree_root(tree));
        CHECK_MSG(accepted == good, "%s is %s", path, accepted ? "accepted" : "refused");
    }
    ssti_tree_destroy(tree);
    free(bytes.data);
}

static size_t check_folder(const char *folder, const char *end) {
    size_t count = 0;
    DIR *list = opendir(folder);
    if (!CHECK_MSG(list, "%s", folder))
        return 0;
    for (struct dirent *entry; (entry = readdir(list));) {
        const char *dot = strrchr(entry->d_name, '.');
        if (!dot || strcmp(dot, end) != 0)
            continue;
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        check_file(path, strcmp(end, ".yaml") == 0 || is_right_in_shape(entry->d_name));
        count++;
    }
    closedir(list);
    return count;
}

TEST(files) {
    REQUIRE(load_schema());
    CHECK(check_folder("experiments", ".yaml") >= 1);
    CHECK(check_folder("tests/bad", ".experiment") >= 9);
}

/* --- Keys, words and bounds ---------------------------------------------------------------- */

/* What the reader says of an experiment: its one message that holds `about`. */
static const char *message_about(const char *text, const char *about) {
    static sim_messages messages;
    sst_experiment *experiment = NULL;
    sst_experiment_read(text, strlen(text), "test", sim_collect(&messages), &experiment);
    sst_experiment_destroy(experiment);
    return sim_message_about(&messages, text, about);
}

static void check_bounds(const char *map, const char *key, json_t *rule) {
    json_t *least = json_object_get(rule, "minimum");
    if (!least)
        return;
    char keys[80], expected[100];
    bool whole = strcmp(json_string_value(json_object_get(rule, "type")), "integer") == 0;
    snprintf(keys, sizeof keys, "%s: word", key);
    snprintf(expected, sizeof expected, whole ? "from %.0f to %.0f" : "from %.7g to %.7g",
             json_number_value(least), json_number_value(json_object_get(rule, "maximum")));
    const char *message = message_about(sim_fill(map, keys), "found word");
    CHECK_MSG(strstr(message, expected), "%s: %s, the schema has %s", key, message, expected);
}

static void check_words(const char *map, const char *key, json_t *rule) {
    char keys[80];
    json_t *word, *words = json_object_get(rule, "enum");
    size_t i;
    snprintf(keys, sizeof keys, "%s: 77", key);
    const char *message = words ? message_about(sim_fill(map, keys), key) : "";
    json_array_foreach(words, i, word)
        CHECK_MSG(strstr(message, json_string_value(word)), "%s: %s", key, message);
}

/* Each key of the schema is one that the reader lists, and there are as many. */
static void check_map(const char *map, json_t *rule) {
    json_t *properties = json_object_get(rule, "properties"), *value;
    const char *key, *comma;
    char message[1000];
    size_t count = 1;
    CHECK(json_is_false(json_object_get(rule, "additionalProperties")));
    snprintf(message, sizeof message, "%s",
             message_about(sim_fill(map, "qqqqqqqqqqqq: 1"), "found the unknown key"));
    for (comma = strstr(message, "one of: "); comma && (comma = strchr(comma + 1, ','));)
        count++;
    CHECK_INT(count, json_object_size(properties));
    json_object_foreach(properties, key, value) {
        CHECK_MSG(strstr(message, key), "the reader has no %s: %s", key, message);
        check_bounds(map, key, value);
        check_words(map, key, value);
    }
}

TEST(the_same_keys) {
    REQUIRE(load_schema());
    check_map("{scenario: {agents: []}, %s}", schema);
    check_map("{scenario: {agents: []}, settled: {%s}}",
              json_object_get(json_object_get(schema, "properties"), "settled"));
}

SUITE(test_sim_experiment_schema, CASE(files), CASE(the_same_keys))
