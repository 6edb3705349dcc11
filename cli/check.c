/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* sidestep check: is a scenario right, and sensibly tuned? */

#include "cli.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>

typedef struct check_request {
    const char *scenario;
    cli_list settings;
    sst_check_options options;
    bool json, quiet, strict;
    json_t *list;    /* of the advice, as JSON */
    size_t warnings; /* of the reader */
} check_request;

/* --- What was found ------------------------------------------------------------------------ */

static json_t *number_or_null(double value) {
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *text_or_null(const char *text) {
    return text ? json_string(text) : json_null();
}

static void add_to_list(const sst_advice *advice, json_t *list) {
    json_array_append_new(
        list, json_pack("{s:s, s:s, s:I, s:I, s:o, s:o, s:s}", "code", advice->code, "severity",
                        advice->severity == SST_SEVERITY_WARNING ? "warning" : "note", "line",
                        (json_int_t)advice->line, "column", (json_int_t)advice->column, "parameter",
                        text_or_null(advice->parameter), "recommended",
                        number_or_null(advice->recommended), "text", advice->text));
}

static void print_advice(const sst_advice *advice) {
    fputs(advice->file, stdout);
    if (advice->line)
        printf(":%u:%u", (unsigned)advice->line, (unsigned)advice->column);
    printf(": %s: %s [%s]\n", advice->severity == SST_SEVERITY_WARNING ? "warning" : "note",
           advice->text, advice->code);
}

static void take_advice(const sst_advice *advice, void *context) {
    const check_request *request = context;
    if (request->json)
        add_to_list(advice, request->list);
    else if (!request->quiet || advice->severity == SST_SEVERITY_WARNING)
        print_advice(advice);
}

/* Warnings of the reader are advice too. */
static void take_message(const sst_message *message, void *context) {
    check_request *request = context;
    if (!message->warning) {
        sst_reporter reporter = cli_reporter(false);
        reporter.report(message, reporter.context);
        return;
    }
    request->warnings++;
    sst_advice advice = {"as-read",       SST_SEVERITY_WARNING, message->file, message->line,
                         message->column, message->text,        NULL,          (double)NAN};
    take_advice(&advice, request);
}

static void print_summary(const check_request *request, const sst_check_summary *summary) {
    char limit[64] = "no limit of acceleration (--max-acceleration)";
    if (request->options.max_acceleration > 0)
        snprintf(limit, sizeof limit, "an acceleration of %.6g m/s^2 at most",
                 request->options.max_acceleration);
    printf("%s: %zu warning%s, %zu note%s; reckoned with a response time of %.6g s%s and %s\n",
           request->scenario, summary->warnings, summary->warnings == 1 ? "" : "s", summary->notes,
           summary->notes == 1 ? "" : "s", summary->response_time,
           request->options.response_time < 0 ? ", one time step (--response-time)," : "", limit);
}

static void print_json(const check_request *request, const sst_check_summary *summary) {
    double limit = request->options.max_acceleration;
    json_t *object =
        json_pack("{s:s, s:I, s:I, s:f, s:o, s:O}", "scenario", request->scenario, "warnings",
                  (json_int_t)summary->warnings, "notes", (json_int_t)summary->notes,
                  "response_time", summary->response_time, "max_acceleration",
                  limit > 0 ? json_real(limit) : json_null(), "advice", request->list);
    if (object && cli_print_json(object, JSON_INDENT(2) | JSON_REAL_PRECISION(12), stdout))
        fputc('\n', stdout);
    else
        fputs("sidestep: error: out of memory\n", stderr);
    json_decref(object);
}

/* --- Command line -------------------------------------------------------------------------- */

static int check(check_request *request) {
    sst_reporter reporter = {take_message, request};
    sst_scenario *scenario;
    sst_check_summary summary;
    sst_outcome outcome =
        cli_load_scenario(request->scenario, &request->settings, reporter, &scenario);
    if (outcome != SST_DONE)
        return (int)outcome;
    outcome = sst_scenario_check(scenario, &request->options, reporter,
                                 (sst_advisor){take_advice, request}, &summary);
    sst_scenario_destroy(scenario);
    if (outcome != SST_DONE)
        return (int)outcome;
    summary.warnings += request->warnings;
    if (request->json)
        print_json(request, &summary);
    else if (!request->quiet)
        print_summary(request, &summary);
    int code = cli_finish_stdout();
    return code == SST_DONE && request->strict && summary.warnings ? SST_BAD_INPUT : code;
}

static int run(const cli_command *command, int argc, char **argv) {
    check_request request = {0};
    sst_check_options_init(&request.options);
    int code = cli_parse(command, argc, argv, &request);
    if (code >= 0)
        return code;
    request.list = json_array();
    code = check(&request);
    json_decref(request.list);
    return code;
}

static const cli_option options[] = {
    CLI_SCENARIO_ARGUMENT(check_request, scenario),
    {.name = "response-time",
     .kind = CLI_NUMBER,
     .value = "T",
     .least = 0,
     .most = 1e6,
     .meaning = "seconds from seeing to acting, default one time step",
     .more = "take sensing, computing and actuation together",
     .place = offsetof(check_request, options.response_time)},
    {.name = "max-acceleration",
     .kind = CLI_NUMBER,
     .value = "A",
     .least = 1e-6,
     .most = 1e6,
     .meaning = "what the agents can do, in m/s^2; default without limit",
     .place = offsetof(check_request, options.max_acceleration)},
    CLI_SET_OPTION(check_request, settings),
    {.name = "strict",
     .kind = CLI_FLAG,
     .meaning = "exit with 2 if there are warnings",
     .place = offsetof(check_request, strict)},
    CLI_JSON_OPTION(check_request, json, "print the advice as JSON"),
    CLI_QUIET_OPTION(check_request, quiet, "print warnings only, neither notes nor the last line"),
    {0}};

static const cli_example examples[] = {
    {"sidestep check scenarios/room.yaml", NULL},
    {"sidestep check robots.yaml --response-time 0.3 --max-acceleration 0.8 --strict", NULL},
    {NULL, NULL}};

const cli_command cli_check_command = {
    .name = "check",
    .summary = "tell whether a scenario is right, and sensibly tuned",
    .about = "Tells all errors of a scenario in one run, up to a hundred. If it has none, gives "
             "advice, each "
             "with its place, the reason and the right number for this scenario.",
    .options = options,
    .examples = examples,
    .details =
        "Advice is about horizons too short to react, neighbours seen too late or too few, agents "
        "that start in each other or in walls, goals that cannot be reached or held, ways that are "
        "blocked, and units that look wrong. docs/advice.md has them all.\n\n"
        "Exit code: 0 fine, whatever the advice; 2 bad input, or warnings with --strict.",
    .run = run};
