/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* sidestep verify: the tests of the standards, with figures and limits. */

#include "sidestep/verify.h"
#include "cli.h"
#include "frame.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct verify_request {
    cli_list tests, modes, settings;
    const char *file;
    uint64_t jobs; /* 0: not given */
    bool quick, list, json, markdown, strict, quiet;
    json_t *checks; /* as JSON */
    size_t count, failed;
    char row[8];                        /* what goes before the next cell of Markdown */
    char id[64], check[128], notes[64]; /* of the row before */
} verify_request;

static const char *const verdicts[] = {"reported", "pass", "FAIL", ""};

static void print_line(const verify_request *request, const sst_verified *v) {
    char what[160];
    snprintf(what, sizeof what, "%s: %s", v->title, v->check);
    printf("%-10s %-8s %s", v->id, verdicts[v->verdict], what);
    if (v->verdict != SST_VERDICT_LISTED)
        printf(" %s", v->figure);
    if (*v->limit)
        printf(" (%s)", v->limit);
    if (request->modes.count > 1)
        printf(" [%s]", v->mode);
    putchar('\n');
}

/* A row has the modes side by side. */
static void print_cell(verify_request *request, const sst_verified *v) {
    bool same = strcmp(request->id, v->id) == 0 && strcmp(request->check, v->check) == 0;
    if (!same)
        printf("%s| %s | %s | %s | %s |", request->row, v->id, v->title, v->check, v->limit);
    printf(" %s | %s |", v->figure, verdicts[v->verdict]);
    snprintf(request->row, sizeof request->row, "\n");
    snprintf(request->id, sizeof request->id, "%s", v->id);
    snprintf(request->check, sizeof request->check, "%s", v->check);
}

static void print_heads(const verify_request *request) {
    const char *const plain[] = {"plain"};
    size_t count = request->modes.count ? request->modes.count : 1;
    const char *const *modes = request->modes.count ? request->modes.items : plain;
    printf("| test | | figure | limit |");
    for (size_t i = 0; i < count; i++)
        printf(" %s | |", modes[i]);
    printf("\n| --- | --- | --- | --- |");
    for (size_t i = 0; i < count; i++)
        printf(" --- | --- |");
    putchar('\n');
}

static json_t *values_of(const sst_verified *v) {
    json_t *values = json_object();
    for (size_t i = 0; v->values && i < v->variant_count; i++)
        json_object_set_new(values, v->variants[i],
                            isfinite(v->values[i]) ? json_real(v->values[i]) : json_null());
    return values;
}

static void add_to_list(const sst_verified *v, json_t *list) {
    static const char *const words[] = {"reported", "pass", "fail", "listed"};
    json_array_append_new(
        list, json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:o, s:I, s:s}", "id", v->id,
                        "title", v->title, "source", v->source, "note", v->note, "scenario",
                        v->scenario, "mode", v->mode, "check", v->check, "limit", v->limit,
                        "figure", v->figure, "values", values_of(v), "runs", (json_int_t)v->runs,
                        "verdict", words[v->verdict]));
}

static void take(const sst_verified *v, void *context) {
    verify_request *request = context;
    request->count++;
    request->failed += v->verdict == SST_VERDICT_FAIL;
    if (request->json)
        add_to_list(v, request->checks);
    else if (request->markdown)
        print_cell(request, v);
    else
        print_line(request, v);
    fflush(stdout);
}

static void print_end(const verify_request *request) {
    if (request->json) {
        json_dumpf(request->checks, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(12));
        putchar('\n');
    } else if (request->markdown) {
        putchar('\n');
    } else if (!request->list && !request->quiet) {
        printf("%zu checks, %zu failed\n", request->count, request->failed);
    }
}

static int show_file(const cli_command *command, const char *name) {
    size_t size;
    const char *text = sst_verify_file(name, &size);
    if (!text)
        return cli_misused(command,
                           "found no built-in file %s, expected tests.yaml or a scenario "
                           "that it names",
                           name);
    fwrite(text, 1, size, stdout);
    return cli_finish_stdout();
}

static sst_outcome verify(verify_request *request) {
    sst_verify_options options;
    sst_verify_options_init(&options);
    options.tests = request->tests.items;
    options.test_count = request->tests.count;
    options.modes = request->modes.items;
    options.mode_count = request->modes.count;
    options.settings = request->settings.items;
    options.setting_count = request->settings.count;
    options.job_count = (uint32_t)request->jobs;
    options.quick = request->quick;
    options.list = request->list;
    options.tell = take;
    options.tell_context = request;
    return sst_verify(&options, cli_reporter(request->quiet));
}

static int run(const cli_command *command, int argc, char **argv) {
    verify_request request = {0};
    int code = cli_parse(command, argc, argv, &request);
    if (code >= 0)
        return code;
    if (request.file)
        return show_file(command, request.file);
    if (request.json && request.markdown)
        return cli_misused(command, "found --json and --markdown, expected one");
    request.checks = json_array();
    if (request.markdown)
        print_heads(&request);
    code = (int)verify(&request);
    if (code == SST_DONE)
        print_end(&request);
    json_decref(request.checks);
    if (code == SST_DONE)
        code = cli_finish_stdout();
    return code == SST_DONE && request.strict && request.failed > 0 ? SST_FAILED : code;
}

static const cli_option options[] = {
    {.kind = CLI_TEXT,
     .value = "ID",
     .many = true,
     .optional = true,
     .meaning = "a test, as rimea-4, or all of a standard, as rimea; none for all",
     .place = offsetof(verify_request, tests)},
    {.name = "list",
     .kind = CLI_FLAG,
     .meaning = "tell what is checked, and make no run",
     .place = offsetof(verify_request, list)},
    {.name = "quick",
     .kind = CLI_FLAG,
     .meaning = "leave out the tests that take longer than seconds",
     .place = offsetof(verify_request, quick)},
    {.name = "mode",
     .kind = CLI_TEXT,
     .value = "MODE",
     .many = true,
     .meaning = "how agents choose their speed: plain (the default) or pedestrian",
     .more = "may be given again, for several side by side",
     .place = offsetof(verify_request, modes)},
    CLI_SET_OPTION(verify_request, settings),
    CLI_JOBS_OPTION(verify_request, jobs, "the figures are the same."),
    {.name = "strict",
     .kind = CLI_FLAG,
     .meaning = "exit code 1 if a check fails",
     .more = "without it, the exit code is 0 once all have run",
     .place = offsetof(verify_request, strict)},
    CLI_JSON_OPTION(verify_request, json,
                    "print the checks as JSON, with the figure of each variant"),
    {.name = "markdown",
     .kind = CLI_FLAG,
     .meaning = "print a table in Markdown, modes side by side",
     .place = offsetof(verify_request, markdown)},
    {.name = "show",
     .kind = CLI_TEXT,
     .value = "FILE",
     .meaning = "print a built-in file: tests.yaml or a scenario",
     .place = offsetof(verify_request, file)},
    CLI_QUIET_OPTION(verify_request, quiet, "print neither the count at the end, nor warnings"),
    {0}};

static const cli_example examples[] = {
    {"sidestep verify --quick", NULL},
    {"sidestep verify rimea-16 --mode plain --mode pedestrian", "both side by side"},
    {"sidestep verify rimea-4 rimea-16 --set solve.contact=always", "the same with another solver"},
    {"sidestep verify --show bottleneck.yaml > bottleneck.yaml", "to run or change it"},
    {NULL, NULL}};

const cli_command cli_verify_command = {
    .name = "verify",
    .summary = "the tests of RiMEA, IMO and NIST, with limits",
    .about = "Runs the tests that the standards for evacuation models ask for, and tells each "
             "figure, its limit, and whether it is within.",
    .options = options,
    .examples = examples,
    .details = "The tests, their scenarios and limits are data: --show tests.yaml. What a failure "
               "means is told in docs/verification.md.",
    .run = run};
