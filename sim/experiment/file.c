/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* An experiment from its file. The scenario is read as text here; whether it is a good one is found
 * out by trying (plan.c). */

#include "experiment/experiment.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static char *join(ssti_reader *reader, const char *folder, const char *path) {
    size_t before = *path == '/' ? 0 : strlen(folder), length = strlen(path);
    char *joined = malloc(before + length + 1);
    if (!joined) {
        reader->out_of_memory = true;
        return NULL;
    }
    memcpy(joined, folder, before);
    memcpy(joined + before, path, length + 1);
    return joined;
}

static bool read_version(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                         void *experiment) {
    (void)experiment;
    return (node->kind == SSTI_NUMBER && node->number == 1) ||
           ssti_expected(reader, node, field->name, "1, the version of experiments read here");
}

static bool read_scenario(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                          void *experiment) {
    sst_experiment *e = experiment;
    if (node->kind == SSTI_MAP) {
        e->scenario = e->text;
        e->scenario_text = ssti_node_write(node);
        reader->out_of_memory |= !e->scenario_text;
        return true;
    }
    if (node->kind != SSTI_STRING || !*node->text)
        return ssti_expected(reader, node, field->name, "the path of a scenario, or one itself");
    e->scenario_path = join(reader, e->folder, node->text);
    return true;
}

/* --- What is varied ------------------------------------------------------------------------ */

/* KEY=VALUE, kept by the tree. */
static const char *write_setting(ssti_tree *tree, const char *key, const char *value) {
    size_t key_length = strlen(key), length = key_length + 1 + strlen(value);
    char *text = malloc(length + 1);
    if (!text)
        return NULL;
    memcpy(text, key, key_length);
    text[key_length] = '=';
    memcpy(text + key_length + 1, value, length - key_length);
    const char *kept = ssti_tree_text(tree, text, length);
    free(text);
    return kept;
}

static void read_value(ssti_reader *reader, const ssti_node *node, ssti_tree *tree, const char *key,
                       ssti_value *value) {
    char *written = ssti_node_write(node);
    *value = (ssti_value){.number = node->kind == SSTI_NUMBER ? node->number : (double)NAN,
                          .place = node->place};
    if (written) {
        value->setting = write_setting(tree, key, written);
        value->text =
            node->text && *node->text ? node->text : ssti_tree_text(tree, written, strlen(written));
    }
    reader->out_of_memory |= !value->setting || !value->text;
    free(written);
}

/* Whether a key may be varied; if not, says what to use. */
static bool check_key(ssti_reader *reader, const ssti_node *node) {
    bool seed = strcmp(node->key, "seed") == 0, profile = strcmp(node->key, "profile") == 0;
    if (seed || profile)
        ssti_error(reader->report, node->key_place, "found `%s` under `vary`, expected it as `%s`",
                   node->key, seed ? "seeds" : "profiles");
    else if (strchr(node->key, '='))
        ssti_error(reader->report, node->key_place, "found the key `%s`, expected none with `=`",
                   ssti_show(node->key).text);
    else
        return true;
    return false;
}

static void read_parameter(ssti_reader *reader, const ssti_node *node, sst_experiment *e) {
    if (!check_key(reader, node))
        return;
    if (node->kind != SSTI_LIST || node->count == 0 || node->count > SSTI_MAX_CELLS) {
        ssti_expected(reader, node, ssti_show(node->key).text, "a list of 1 to %d values",
                      (int)SSTI_MAX_CELLS);
        return;
    }
    ssti_parameter *parameter = &e->parameters[e->parameter_count++];
    *parameter = (ssti_parameter){.key = node->key,
                                  .values = calloc(node->count, sizeof *parameter->values),
                                  .count = node->count,
                                  .place = node->key_place};
    if (!parameter->values) {
        reader->out_of_memory = true;
        return;
    }
    ssti_value *value = parameter->values;
    for (const ssti_node *item = node->first; item; item = item->next)
        read_value(reader, item, e->tree, node->key, value++);
}

static bool read_vary(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                      void *experiment) {
    if (node->kind != SSTI_MAP || node->count > SSTI_MAX_PARAMETERS)
        return ssti_expected(reader, node, field->name,
                             "a map of at most %d parameters, each with a list of values",
                             (int)SSTI_MAX_PARAMETERS);
    for (const ssti_node *item = node->first; item; item = item->next)
        read_parameter(reader, item, experiment);
    return true;
}

static const ssti_choice profile_words[] = {
    {"classic", SST_PROFILE_CLASSIC}, {"default", SST_PROFILE_DEFAULT}, {0}};

static bool read_profiles(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                          void *experiment) {
    static const ssti_field one = {"profiles", ssti_value_choice, 0, 0, 0, 0, NULL, profile_words};
    sst_experiment *e = experiment;
    if (node->kind != SSTI_LIST || node->count < 1 || node->count > 2)
        return ssti_expected(reader, node, field->name,
                             "a list of one or both of: classic, "
                             "default");
    for (const ssti_node *item = node->first; item; item = item->next) {
        int profile = 0;
        if (!ssti_value_choice(reader, item, &one, &profile))
            return false;
        if (e->profile_count == 1 && e->profiles[0] == (sst_profile)profile)
            return ssti_expected(reader, item, field->name, "each once");
        e->profiles[e->profile_count++] = (sst_profile)profile;
    }
    return true;
}

/* --- What is told -------------------------------------------------------------------------- */

#define NOWHERE        0, 0, 0, 0, NULL, NULL
#define MEMBER(member) SSTI_FIELD(sst_experiment, member)

static const ssti_field settled_fields[] = {
    {"relative", ssti_value_double, MEMBER(rule.relative), 0, 1, NULL, NULL},
    {"absolute", ssti_value_double, MEMBER(rule.absolute), 0, 1e15, NULL, NULL},
    {"consecutive", ssti_value_uint64, MEMBER(rule.consecutive), 1, SSTI_MAX_RUNS, NULL, NULL},
    {"figures", ssti_read_figure_list, MEMBER(judged), 0, 0, NULL, NULL},
};

static bool read_settled(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                         void *experiment) {
    if (node->kind != SSTI_MAP)
        return ssti_expected(reader, node, field->name, "a map");
    ssti_read_map(reader, node, settled_fields, sizeof settled_fields / sizeof *settled_fields,
                  experiment);
    return true;
}

static bool add_output(ssti_reader *reader, const ssti_node *node, const char *name,
                       const char *folder, char **path) {
    if (node->kind != SSTI_STRING || ssti_table_kind_of(node->text) == SSTI_TABLE_NONE)
        return ssti_expected(reader, node, name, "a path that ends in .csv, .h5, .hdf5 or .json");
    *path = join(reader, folder, node->text);
    return *path;
}

static bool read_output(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                        void *experiment) {
    sst_experiment *e = experiment;
    if (node->kind != SSTI_LIST) {
        bool good = add_output(reader, node, field->name, e->folder, &e->outputs[e->output_count]);
        e->output_count += good;
        return good;
    }
    if (node->count == 0 || node->count > SSTI_MAX_TABLES)
        return ssti_expected(reader, node, field->name, "1 to %d paths", (int)SSTI_MAX_TABLES);
    for (const ssti_node *item = node->first; item; item = item->next)
        e->output_count +=
            add_output(reader, item, field->name, e->folder, &e->outputs[e->output_count]);
    return true;
}

static bool read_all_runs(ssti_reader *reader, const ssti_node *node, const ssti_field *field,
                          void *experiment) {
    sst_experiment *e = experiment;
    return add_output(reader, node, field->name, e->folder, &e->all_runs);
}

/* --- The whole ----------------------------------------------------------------------------- */

static const ssti_choice combine_words[] = {{"product", SSTI_PRODUCT}, {"zip", SSTI_ZIP}, {0}};

static const ssti_field top_fields[] = {
    {"version", read_version, NOWHERE},
    {"name", ssti_value_text, MEMBER(name), 0, 0, NULL, NULL},
    {"scenario", read_scenario, NOWHERE},
    {"vary", read_vary, NOWHERE},
    {"combine", ssti_value_choice, MEMBER(combine), 0, 0, NULL, combine_words},
    {"profiles", read_profiles, NOWHERE},
    {"seeds", ssti_value_uint64, MEMBER(seeds), 1, SSTI_MAX_RUNS, NULL, NULL},
    {"first_seed", ssti_value_uint64, MEMBER(first_seed), 0, 9007199253740991.0, NULL, NULL},
    {"steps", ssti_value_uint64, MEMBER(steps), 0, 1e15, NULL, NULL},
    {"until", ssti_value_double, MEMBER(until), 0, 1e9, "s", NULL},
    {"figures", ssti_read_figure_list, MEMBER(figures), 0, 0, NULL, NULL},
    {"settled", read_settled, NOWHERE},
    {"stop_when_settled", ssti_value_bool, MEMBER(stop_when_settled), 0, 0, NULL, NULL},
    {"output", read_output, NOWHERE},
    {"all_runs", read_all_runs, NOWHERE},
};

static void check_ending(ssti_reader *reader, const ssti_node *root, const sst_experiment *e) {
    bool given = e->steps != SST_UNLIMITED || e->until >= 0;
    if (e->steps != SST_UNLIMITED && e->until >= 0)
        ssti_error(reader->report, root->place, "found both `steps` and `until`, expected one");
    for (size_t i = 0; given && i < e->parameter_count; i++)
        if (strcmp(e->parameters[i].key, "steps") == 0 ||
            strcmp(e->parameters[i].key, "until") == 0)
            ssti_error(reader->report, e->parameters[i].place,
                       "found `%s` under `vary`, which `%s` of the experiment overrides",
                       e->parameters[i].key, e->until >= 0 ? "until" : "steps");
}

static bool lies_within(const char *key, const char *other) {
    size_t length = strlen(other);
    return strncmp(key, other, length) == 0 && key[length] == '.';
}

/* What came of two such would hang on their order. */
static void check_nesting(ssti_reader *reader, const sst_experiment *e) {
    for (size_t i = 0; i < e->parameter_count; i++)
        for (size_t j = 0; j < e->parameter_count; j++)
            if (lies_within(e->parameters[i].key, e->parameters[j].key))
                ssti_error(reader->report, e->parameters[i].place,
                           "found `%s`, which lies within `%s`: expected one of them",
                           ssti_show(e->parameters[i].key).text,
                           ssti_show(e->parameters[j].key).text);
}

static void check_lengths(ssti_reader *reader, const sst_experiment *e) {
    for (size_t i = 1; e->combine == SSTI_ZIP && i < e->parameter_count; i++)
        if (e->parameters[i].count != e->parameters[0].count)
            ssti_error(reader->report, e->parameters[i].place,
                       "found a list of %zu for `%s`, expected %zu values as for `%s`: `zip` takes "
                       "the first of each, then the second",
                       e->parameters[i].count, ssti_show(e->parameters[i].key).text,
                       e->parameters[0].count, ssti_show(e->parameters[0].key).text);
}

static void check_size(ssti_reader *reader, const ssti_node *root, sst_experiment *e) {
    e->cell_count = ssti_count_cells(e);
    if (e->cell_count > SSTI_MAX_CELLS)
        ssti_error(reader->report, root->place, "found more than %d combinations of values",
                   (int)SSTI_MAX_CELLS);
    else if (e->cell_count * e->seeds > SSTI_MAX_RUNS)
        ssti_error(reader->report, root->place,
                   "found %zu combinations times %llu seeds, expected "
                   "at most %d runs",
                   e->cell_count, (unsigned long long)e->seeds, (int)SSTI_MAX_RUNS);
}

static sst_outcome so_far(ssti_reader *reader) {
    if (reader->out_of_memory)
        return ssti_out_of_memory(reader->report);
    return reader->report->errors ? SST_BAD_INPUT : SST_DONE;
}

static sst_outcome read_tree(sst_experiment *e, ssti_report *report) {
    ssti_reader reader = {.report = report};
    const ssti_node *root = ssti_tree_root(e->tree);
    if (root->kind != SSTI_MAP) {
        ssti_expected(&reader, root, "experiment", "a map with `scenario`");
        return SST_BAD_INPUT;
    }
    if (!ssti_map_find(root, "scenario") &&
        (ssti_map_find(root, "agents") || ssti_map_find(root, "groups"))) {
        ssti_error(report, root->place,
                   "found a scenario, expected an experiment, which names one as `scenario`; "
                   "sidestep run takes this file");
        return SST_BAD_INPUT;
    }
    ssti_read_map(&reader, root, top_fields, sizeof top_fields / sizeof *top_fields, e);
    if (!ssti_map_find(root, "scenario"))
        ssti_error(report, root->place, "the experiment has no `scenario`");
    check_ending(&reader, root, e);
    check_nesting(&reader, e);
    check_lengths(&reader, e);
    if (report->errors == 0)
        check_size(&reader, root, e);
    return so_far(&reader);
}

/* Reads the scenario's file, and what it says whatever its layout. */
static sst_outcome load_scenario(sst_experiment *e, ssti_report *report) {
    if (!e->scenario_path)
        return SST_DONE;
    ssti_report of_scenario = {.to = report->to, .file = e->scenario_path};
    sst_outcome outcome =
        ssti_file_read(e->scenario_path, SSTI_MAX_BYTES, &of_scenario, &e->scenario);
    ssti_tree *tree;
    if (outcome == SST_DONE)
        outcome = ssti_yaml_read(e->scenario.data, e->scenario.size, &of_scenario, &tree);
    if (outcome != SST_DONE)
        return outcome;
    const ssti_node *root = ssti_tree_root(tree);
    if (root->kind == SSTI_MAP) {
        e->scenario_text = ssti_node_write(root);
        outcome = e->scenario_text ? SST_DONE : ssti_out_of_memory(&of_scenario);
    } else {
        ssti_error(&of_scenario, root->place,
                   "scenario: found %s, expected a map with `agents` or `groups`",
                   ssti_node_show(root).text);
        outcome = SST_BAD_INPUT;
    }
    ssti_tree_destroy(tree);
    return outcome;
}

/* The folder of a path, with its slash; "" for the current one. */
static char *folder_of(const char *path) {
    const char *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash - path) + 1 : 0;
    char *folder = malloc(length + 1);
    if (folder) {
        memcpy(folder, path, length);
        folder[length] = 0;
    }
    return folder;
}

/* What can be told, whether or not there is a scenario to measure. */
static sst_outcome choose_figures(sst_experiment *e, ssti_report *report) {
    ssti_reader reader = {.report = report};
    bool measures_known = e->known.all;
    if (!measures_known && !ssti_figures_init(&e->known, NULL))
        return ssti_out_of_memory(report);
    ssti_choose_figures(&reader, &e->known, measures_known, NULL, &e->figures);
    ssti_choose_figures(&reader, &e->known, measures_known, &e->figures, &e->judged);
    return so_far(&reader);
}

/* Errors of one part do not hide those of the next, as far as it can be told apart; zipped lists
 * that were refused may not be equally long. */
static sst_outcome fill(sst_experiment *e, ssti_report *report) {
    sst_outcome outcome = ssti_yaml_read_on(e->text.data, e->text.size, report, &e->tree);
    sst_outcome of_tree = outcome == SST_DONE ? read_tree(e, report) : outcome;
    if (outcome != SST_DONE || of_tree == SST_FAILED)
        return of_tree;
    outcome = load_scenario(e, report);
    bool tried = e->scenario.data && (of_tree == SST_DONE || e->combine == SSTI_PRODUCT);
    if (outcome == SST_DONE && tried)
        outcome = ssti_try_values(e, report);
    if (outcome == SST_FAILED)
        return outcome;
    sst_outcome of_figures = choose_figures(e, report);
    if (of_figures == SST_FAILED || of_tree == SST_DONE)
        return of_figures == SST_DONE ? outcome : of_figures;
    return of_tree;
}

/* Takes over the bytes. */
static sst_outcome read_bytes(ssti_bytes bytes, const char *name, sst_reporter reporter,
                              sst_experiment **experiment) {
    ssti_report report = {.to = reporter, .file = name};
    sst_experiment *made = calloc(1, sizeof *made);
    if (!made) {
        free(bytes.data);
        return ssti_out_of_memory(&report);
    }
    *made = (sst_experiment){
        .text = bytes,
        .file = strdup(name),
        .folder = folder_of(name),
        .name = "",
        .seeds = 1,
        .steps = SST_UNLIMITED,
        .until = -1,
        .rule = {.relative = 0.05, .consecutive = 5},
    };
    sst_outcome outcome =
        made->file && made->folder ? fill(made, &report) : ssti_out_of_memory(&report);
    if (outcome == SST_DONE)
        *experiment = made;
    else
        sst_experiment_destroy(made);
    return outcome;
}

sst_outcome sst_experiment_read(const void *bytes, size_t size, const char *name,
                                sst_reporter reporter, sst_experiment **experiment) {
    ssti_report report = {.to = reporter, .file = name};
    ssti_bytes copy = {malloc(size + 1), size};
    if (!copy.data)
        return ssti_out_of_memory(&report);
    memcpy(copy.data, bytes, size);
    return read_bytes(copy, name, reporter, experiment);
}

sst_outcome sst_experiment_load(const char *path, sst_reporter reporter,
                                sst_experiment **experiment) {
    ssti_report report = {.to = reporter, .file = ssti_file_name(path, "standard input")};
    ssti_bytes bytes;
    sst_outcome outcome = ssti_file_read(path, SSTI_MAX_BYTES, &report, &bytes);
    return outcome == SST_DONE ? read_bytes(bytes, report.file, reporter, experiment) : outcome;
}

void sst_experiment_destroy(sst_experiment *e) {
    if (!e)
        return;
    for (size_t i = 0; i < e->parameter_count; i++)
        free(e->parameters[i].values);
    for (size_t i = 0; i < SSTI_MAX_TABLES; i++)
        free(e->outputs[i]);
    if (e->scenario_path)
        free(e->scenario.data);
    free(e->scenario_path);
    free(e->scenario_text);
    free(e->all_runs);
    ssti_figures_free(&e->known);
    ssti_files_free(&e->files);
    free(e->figures.indices);
    free(e->judged.indices);
    ssti_tree_destroy(e->tree);
    free(e->text.data);
    free(e->file);
    free(e->folder);
    free(e);
}

const char *sst_experiment_name(const sst_experiment *experiment) {
    return experiment->name;
}
