/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* A scenario from its tree, and from bytes and files. */

#include "report/file.h"
#include "scenario/periodic.h"
#include "scenario/perturbation.h"
#include "scenario/recorded.h"
#include "scenario/sampler.h"
#include "scenario/zones.h"

#include <stdlib.h>
#include <string.h>

/* Values of the top level that have no place of their own in the scenario. */
typedef struct top_values {
    const char *name;
    int profile;
    uint32_t version;
    uint64_t seed;
    double time_step, preferred_speed, until;
    uint64_t steps;
} top_values;

static bool read_version(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                         void *value) {
    (void)value;
    return (node->kind == SSTI_NUMBER && node->number == 1) ||
           ssti_expected(reader, node, field->name, "1, the version of scenarios read here");
}

static bool read_obstacles(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                           void *value) {
    (void)field, (void)value;
    ssti_read_obstacles(reader, node);
    return true;
}

static bool read_measures(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                          void *value) {
    (void)field, (void)value;
    ssti_read_measures(reader, node);
    return true;
}

static bool read_overrides(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                           void *value) {
    (void)field, (void)value;
    size_t errors = reader->report->errors;
    ssti_read_overrides(reader, node);
    return reader->report->errors == errors;
}

static bool read_periodic(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                          void *value) {
    (void)field, (void)value;
    ssti_read_periodic(reader, node);
    return true;
}

static bool read_perturbation(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                              void *value) {
    (void)field, (void)value;
    ssti_read_perturbation(reader, node);
    return true;
}

static bool read_zones(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                       void *value) {
    (void)field, (void)value;
    ssti_read_zones(reader, node);
    return true;
}

static const ssti_choice profiles[] = {
    {"classic", SST_PROFILE_CLASSIC}, {"default", SST_PROFILE_DEFAULT}, {0}};

#define NOWHERE 0, 0, 0, 0, NULL, NULL

enum { VERSION, NAME, PROFILE, SEED, TIME_STEP, PREFERRED_SPEED, STEPS, UNTIL, SOLVE };

static const ssti_field top_fields[] = {
    [VERSION] = {"version", read_version, NOWHERE},
    [NAME] = {"name", ssti_value_text, SSTI_FIELD(top_values, name), 0, 0, NULL, NULL},
    [PROFILE] = {"profile", ssti_value_choice, SSTI_FIELD(top_values, profile), 0, 0, NULL,
                 profiles},
    /* As a double holds it: 2^53 - 1. */
    [SEED] = {"seed", ssti_value_uint64, SSTI_FIELD(top_values, seed), 0, 9007199254740991.0, NULL,
              NULL},
    [TIME_STEP] = {"time_step", ssti_value_double, SSTI_FIELD(top_values, time_step),
                   (double)SST_MIN_TIME, (double)SST_MAX_TIME, "s", NULL},
    [PREFERRED_SPEED] = {"preferred_speed", ssti_value_double,
                         SSTI_FIELD(top_values, preferred_speed), 0, (double)SST_MAX_SPEED, "m/s",
                         NULL},
    [STEPS] = {"steps", ssti_value_uint64, SSTI_FIELD(top_values, steps), 0, 1e15, NULL, NULL},
    [UNTIL] = {"until", ssti_value_double, SSTI_FIELD(top_values, until), 0, 1e9, "s", NULL},
    [SOLVE] = {"solve", read_overrides, NOWHERE},
    {"obstacles", read_obstacles, NOWHERE},
    {"zones", read_zones, NOWHERE},
    {"periodic", read_periodic, NOWHERE},
    {"perturbation", read_perturbation, NOWHERE},
    {"measure", read_measures, NOWHERE},
    {"agents", NULL, NOWHERE}, /* read last, with the groups: they take values from above */
    {"groups", NULL, NOWHERE},
    {"agent_profiles", NULL, NOWHERE},
    {"senses", NULL, NOWHERE},
    {"expected", NULL, NOWHERE},
};
enum { FIELD_COUNT = sizeof top_fields / sizeof *top_fields };

static char *copy_text(ssti_reader *reader, const char *text) {
    char *copy = strdup(text ? text : "");
    reader->out_of_memory |= !copy;
    return copy;
}

/* All its keys would be told as unknown. */
static bool is_experiment(ssti_reader *reader, const ssti_node *root) {
    if (!ssti_map_find(root, "scenario") || ssti_map_find(root, "agents") ||
        ssti_map_find(root, "groups"))
        return false;
    ssti_error(reader->report, root->place,
               "found an experiment, expected a scenario with `agents` or `groups`; sidestep "
               "experiment takes this file");
    return true;
}

static void note_doubts(ssti_reader *reader, const ssti_node *root, uint64_t good) {
    uint64_t doubts = ssti_doubtful_keys(root, top_fields, FIELD_COUNT, good);
    reader->doubtful_seed = doubts >> SEED & 1;
    reader->doubtful_time_step = doubts >> TIME_STEP & 1;
    reader->doubtful_solver = (doubts >> PROFILE | doubts >> SOLVE) & 1;
}

static void read_top(ssti_reader *reader, const ssti_node *root) {
    top_values values = {.profile = SST_PROFILE_DEFAULT,
                         .time_step = 0.1,
                         .preferred_speed = -1,
                         .until = -1,
                         .steps = SST_UNLIMITED};
    if (is_experiment(reader, root))
        return;
    note_doubts(reader, root, ssti_read_map(reader, root, top_fields, FIELD_COUNT, &values));
    sst_scenario *s = reader->scenario;
    s->name = copy_text(reader, values.name);
    s->profile = (sst_profile)values.profile;
    s->seed = values.seed;
    s->time_step = values.time_step;
    s->preferred_speed = values.preferred_speed;
    s->until = values.until;
    s->steps = values.steps;
    const ssti_node *agents = ssti_map_find(root, "agents");
    const ssti_node *groups = ssti_map_find(root, "groups");
    const ssti_node *profiles_of_agents = ssti_map_find(root, "agent_profiles");
    if (!agents && !groups)
        ssti_error(reader->report, root->place, "the scenario has no `agents` and no `groups`");
    const ssti_node *senses = ssti_map_find(root, "senses");
    if (senses)
        ssti_read_senses(reader, senses);
    if (profiles_of_agents)
        ssti_read_profiles(reader, profiles_of_agents);
    if (groups)
        ssti_read_groups(reader, groups);
    ssti_read_agents(reader, agents);
    if (s->until >= 0 && s->steps != SST_UNLIMITED)
        ssti_error(reader->report, root->place, "found both `steps` and `until`, expected one");
}

static sst_outcome outcome_so_far(ssti_reader *reader) {
    if (reader->out_of_memory)
        return ssti_out_of_memory(reader->report);
    return reader->report->errors ? SST_BAD_INPUT : SST_DONE;
}

/* Every obstacle that was read is tried in a world that is thrown away, so that a bad outline is
 * found here, with all other errors; the agents of groups keep clear of those that are sound. */
static sst_outcome try_obstacles(ssti_reader *reader) {
    sst_world *world;
    sst_result result = ssti_create_bare_world(reader->scenario, 1, &world);
    if (result != SST_OK && result != SST_ERROR_OUT_OF_MEMORY && reader->report->errors)
        return SST_BAD_INPUT; /* of what was told already no world can be made */
    if (result != SST_OK)
        return ssti_out_of_memory(reader->report);
    sst_outcome outcome = ssti_add_obstacles(reader->scenario, world, reader->report, true);
    if (outcome != SST_FAILED)
        ssti_draw_groups(reader, world);
    sst_world_destroy(world);
    return outcome;
}

static sst_outcome read_all(ssti_reader *reader, const ssti_node *root) {
    if (root->kind != SSTI_MAP) {
        ssti_expected(reader, root, "scenario", "a map with `agents`");
        return SST_BAD_INPUT;
    }
    read_top(reader, root);
    if (reader->out_of_memory)
        return ssti_out_of_memory(reader->report);
    if (try_obstacles(reader) == SST_FAILED)
        return SST_FAILED;
    if (reader->doubts) {
        ssti_check_keys(reader);
        ssti_check_periodic(reader);
    }
    return outcome_so_far(reader);
}

sst_outcome ssti_scenario_from_tree(ssti_tree *tree, ssti_report *report, sst_scenario *scenario) {
    ssti_reader reader = {.report = report, .scenario = scenario};
    sst_outcome outcome = read_all(&reader, ssti_tree_root(tree));
    ssti_samplers_free(&reader);
    ssti_profiles_free(&reader);
    ssti_recorded_free(&reader);
    free(reader.groups);
    free(reader.doubts);
    return outcome;
}

static bool keep_text(sst_scenario *scenario, const void *bytes, size_t size) {
    scenario->text = malloc(size + 1);
    if (!scenario->text)
        return false;
    memcpy(scenario->text, bytes, size);
    scenario->text[size] = 0;
    scenario->text_size = size;
    return true;
}

static bool keep_settings(sst_scenario *scenario, const char *const *settings, size_t count) {
    scenario->settings = calloc(count + 1, sizeof *scenario->settings);
    if (!scenario->settings)
        return false;
    for (size_t i = 0; i < count; i++, scenario->setting_count++)
        if (!(scenario->settings[i] = strdup(settings[i])))
            return false;
    return true;
}

/* What settings made of the file stands in its place. */
static sst_outcome read_with_settings(ssti_tree *tree, ssti_report *report, sst_scenario *made) {
    ssti_tree **trees = calloc(made->setting_count + 1, sizeof *trees);
    if (!trees)
        return ssti_out_of_memory(report);
    sst_outcome outcome = ssti_apply_settings(tree, made, report, trees);
    if (outcome == SST_DONE) {
        free(made->text);
        made->text = ssti_tree_write(tree, &made->text_size);
        outcome =
            made->text ? ssti_scenario_from_tree(tree, report, made) : ssti_out_of_memory(report);
    }
    for (size_t i = 0; i < made->setting_count; i++)
        ssti_tree_destroy(trees[i]);
    free(trees);
    return outcome;
}

static sst_outcome read_tree(ssti_tree *tree, ssti_report *report, sst_scenario *made) {
    report->settings = (const char *const *)made->settings;
    return made->setting_count ? read_with_settings(tree, report, made)
                               : ssti_scenario_from_tree(tree, report, made);
}

/* The tree of the part that is the scenario. */
static sst_outcome read_part(const ssti_scenario_source *source, ssti_report *report,
                             ssti_tree **tree) {
    ssti_tree *whole;
    sst_outcome outcome = ssti_yaml_read_on(source->bytes, source->size, report, &whole);
    if (outcome != SST_DONE)
        return outcome;
    if (source->part) {
        ssti_node *root = ssti_tree_root(whole);
        ssti_node *part =
            root->kind == SSTI_MAP ? ssti_map_find_to_change(root, source->part) : NULL;
        if (!part) {
            ssti_error(report, root->place, "found no `%s`", source->part);
            ssti_tree_destroy(whole);
            return SST_BAD_INPUT;
        }
        ssti_tree_set_root(whole, part);
    }
    *tree = whole;
    return SST_DONE;
}

sst_outcome ssti_scenario_read_source(const ssti_scenario_source *source, sst_reporter reporter,
                                      sst_scenario **scenario) {
    ssti_report report = {.to = reporter,
                          .file = source->name,
                          .setting_file = source->setting_file,
                          .setting_places = source->setting_places};
    ssti_tree *tree;
    if (source->setting_count > SSTI_MAX_SETTINGS) {
        ssti_error(&report, (ssti_place){0, 0}, "found more than %d settings",
                   (int)SSTI_MAX_SETTINGS);
        return SST_BAD_INPUT;
    }
    sst_outcome outcome = read_part(source, &report, &tree);
    if (outcome != SST_DONE)
        return outcome;
    sst_scenario *made = calloc(1, sizeof *made);
    if (made && (made->file = strdup(source->name ? source->name : "")) &&
        keep_text(made, source->bytes, source->size) &&
        keep_settings(made, source->settings, source->setting_count))
        outcome = read_tree(tree, &report, made);
    else
        outcome = ssti_out_of_memory(&report);
    ssti_tree_destroy(tree);
    if (outcome == SST_DONE)
        *scenario = made;
    else
        sst_scenario_destroy(made);
    return outcome;
}

sst_outcome sst_scenario_read_with(const void *bytes, size_t size, const char *name,
                                   const char *const *settings, size_t setting_count,
                                   sst_reporter reporter, sst_scenario **scenario) {
    ssti_scenario_source source = {.bytes = bytes,
                                   .size = size,
                                   .name = name,
                                   .settings = settings,
                                   .setting_count = setting_count};
    return ssti_scenario_read_source(&source, reporter, scenario);
}

sst_outcome sst_scenario_read(const void *bytes, size_t size, const char *name,
                              sst_reporter reporter, sst_scenario **scenario) {
    return sst_scenario_read_with(bytes, size, name, NULL, 0, reporter, scenario);
}

sst_outcome sst_scenario_load_with(const char *path, const char *const *settings,
                                   size_t setting_count, sst_reporter reporter,
                                   sst_scenario **scenario) {
    ssti_report report = {.to = reporter, .file = ssti_file_name(path, "standard input")};
    ssti_bytes bytes;
    sst_outcome outcome = ssti_file_read(path, SSTI_MAX_BYTES, &report, &bytes);
    if (outcome != SST_DONE)
        return outcome;
    outcome = sst_scenario_read_with(bytes.data, bytes.size, report.file, settings, setting_count,
                                     reporter, scenario);
    free(bytes.data);
    return outcome;
}

sst_outcome sst_scenario_load(const char *path, sst_reporter reporter, sst_scenario **scenario) {
    return sst_scenario_load_with(path, NULL, 0, reporter, scenario);
}

void sst_scenario_destroy(sst_scenario *scenario) {
    if (!scenario)
        return;
    free(scenario->file);
    free(scenario->name);
    free(scenario->text);
    for (size_t i = 0; i < scenario->setting_count; i++)
        free(scenario->settings[i]);
    free(scenario->settings);
    free(scenario->agents);
    free(scenario->obstacles);
    free(scenario->points);
    free(scenario->areas);
    free(scenario->zones);
    ssti_senses_free(scenario);
    free(scenario->moments);
    ssti_measures_free(scenario);
    for (size_t i = 0; i < scenario->file_count; i++)
        free(scenario->files[i]);
    free(scenario->files);
    free(scenario);
}

const char *sst_scenario_name(const sst_scenario *scenario) {
    return scenario->name;
}

size_t sst_scenario_agent_count(const sst_scenario *scenario) {
    return scenario->agent_count;
}

sst_profile sst_scenario_profile(const sst_scenario *scenario) {
    return scenario->profile;
}

void sst_scenario_set_profile(sst_scenario *scenario, sst_profile profile) {
    scenario->profile = profile;
}
