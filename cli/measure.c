/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* sidestep measure: flow, density and speed of a recording. Lines and areas of the command line
 * become a setting of the scenario, `measure=[...]`, and are read as its own would be. */

#include "measured.h"
#include "recording_options.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct measure_request {
    const char *recording, *scenario, *series;
    cli_list lines, areas;
    double every, cut_off, speed_window, flow_window, from, until; /* negative: not given */
    cli_recording_request about;
    bool json, quiet;
} measure_request;

static bool has_places(const measure_request *r) {
    return r->lines.count + r->areas.count > 0;
}

/* An option of places, when it is given, and the places that it is for. */
typedef struct place_option {
    const char *option;
    bool given, lines, areas;
} place_option;

/* Whether all that is given has a place of its kind; explains if not. */
static bool check_settings(const cli_command *command, const measure_request *r) {
    const place_option settings[] = {{"--every", r->every >= 0, false, true},
                                     {"--cut-off", r->cut_off >= 0, false, true},
                                     {"--flow-window", r->flow_window >= 0, true, false},
                                     {"--speed-window", r->speed_window >= 0, true, true},
                                     {"--from", r->from >= 0, true, true},
                                     {"--until", r->until >= 0, true, true}};
    for (const place_option *s = settings; s < settings + sizeof settings / sizeof *settings; s++)
        if (s->given && !(s->lines && r->lines.count) && !(s->areas && r->areas.count)) {
            const char *places = !s->lines ? "--area" : !s->areas ? "--line" : "--line or --area";
            cli_misused(command, "found %s without %s, which it is for%s", s->option, places,
                        has_places(r) ? "" : "; what the scenario measures says so itself");
            return false;
        }
    if (r->from < 0 || r->until < 0 || r->from < r->until)
        return true;
    cli_misused(command, "found --until %g, expected more than --from %g", r->until, r->from);
    return false;
}

static bool check_request(const cli_command *command, const measure_request *r) {
    if (!check_settings(command, r))
        return false;
    if (!r->series || !r->json || strcmp(r->series, "-") != 0)
        return true;
    cli_misused(command, "found --json and -o -, expected only one of them on standard output");
    return false;
}

extern const cli_command cli_measure_command;

/* --- The scenario that measures ------------------------------------------------------------ */

static bool add(json_t *map, const char *key, double value) {
    return value < 0 || json_object_set_new(map, key, json_real(value)) == 0;
}

/* "x0,y0,x1,y1". */
static bool parse_numbers(const char *text, double numbers[4]) {
    const char *at = text;
    char *end = NULL;
    for (int i = 0; i < 4; i++, at = end + 1) {
        numbers[i] = strtod(at, &end);
        if (end == at || !isfinite(numbers[i]) || *end != (i < 3 ? ',' : 0))
            return false;
    }
    return true;
}

/* A line or rectangle as the reader of scenarios takes it; explains if it is none. */
static bool parse_place(const char *option, bool line, const char *text, double p[4]) {
    const char *expected = NULL;
    if (!parse_numbers(text, p))
        expected = "X0,Y0,X1,Y1";
    else if (line && p[0] == p[2] && p[1] == p[3])
        expected = "X0,Y0,X1,Y1, two different points";
    else if (!line && !(p[0] < p[2] && p[1] < p[3]))
        expected = "X0,Y0,X1,Y1 with X0 below X1 and Y0 below Y1";
    for (int i = 0; i < 4 && !expected; i++)
        if (fabs(p[i]) > SST_MAX_COORDINATE)
            expected = "numbers within +-1e8";
    if (expected)
        cli_misused(&cli_measure_command, "--%s: found %s, expected %s", option, text, expected);
    return !expected;
}

static json_t *line_json(const measure_request *r, const double p[4]) {
    json_t *map = json_pack("{s:[[f,f],[f,f]]}", "line", p[0], p[1], p[2], p[3]);
    if (map && add(map, "flow_window", r->flow_window))
        return map;
    json_decref(map);
    return NULL;
}

static json_t *area_json(const measure_request *r, const double p[4]) {
    json_t *map = json_pack("{s:[f,f,f,f]}", "area", p[0], p[1], p[2], p[3]);
    if (map && add(map, "every", r->every) && add(map, "cut_off", r->cut_off))
        return map;
    json_decref(map);
    return NULL;
}

/* Adds all places of an option to the list; answers an outcome. */
static sst_outcome add_places(const measure_request *r, bool lines, json_t *list) {
    const char *option = lines ? "line" : "area";
    const cli_list *places = lines ? &r->lines : &r->areas;
    for (size_t i = 0; i < places->count; i++) {
        double numbers[4];
        char name[32];
        if (!parse_place(option, lines, places->items[i], numbers))
            return SST_BAD_INPUT;
        json_t *map = lines ? line_json(r, numbers) : area_json(r, numbers);
        snprintf(name, sizeof name, "%s-%zu", option, i + 1);
        if (!map || json_object_set_new(map, "name", json_string(name)) != 0 ||
            !add(map, "speed_window", r->speed_window) || !add(map, "from", r->from) ||
            !add(map, "until", r->until) || json_array_append(list, map) != 0) {
            json_decref(map);
            return SST_FAILED;
        }
        json_decref(map);
    }
    return SST_DONE;
}

static sst_outcome out_of_memory(void) {
    fputs("sidestep: error: out of memory\n", stderr);
    return SST_FAILED;
}

/* `setting` gets "measure=[...]", released with free(). */
static sst_outcome make_setting(const measure_request *r, char **setting) {
    static const char key[] = "measure=";
    json_t *list = json_array();
    sst_outcome outcome = list ? add_places(r, true, list) : SST_FAILED;
    if (outcome == SST_DONE)
        outcome = add_places(r, false, list);
    char *text = outcome == SST_DONE ? json_dumps(list, JSON_COMPACT) : NULL;
    *setting = text ? malloc(sizeof key + strlen(text)) : NULL;
    if (*setting)
        strcat(strcpy(*setting, key), text);
    free(text);
    json_decref(list);
    return outcome == SST_BAD_INPUT || *setting ? outcome : out_of_memory();
}

/* None if nothing is given: the recording's own is for the library to find. */
static sst_outcome load_scenario(const measure_request *r, sst_reporter reporter,
                                 sst_scenario **scenario) {
    static const char bare[] = "{agents: []}";
    char *setting = NULL;
    sst_outcome outcome = has_places(r) ? make_setting(r, &setting) : SST_DONE;
    if (outcome != SST_DONE)
        return outcome;
    const char *const settings[] = {setting};
    if (r->scenario)
        outcome =
            sst_scenario_load_with(r->scenario, settings, setting ? 1 : 0, reporter, scenario);
    else if (setting)
        outcome = sst_scenario_read_with(bare, sizeof bare - 1, "the command line", settings, 1,
                                         reporter, scenario);
    free(setting);
    return outcome;
}

/* --- Telling ------------------------------------------------------------------------------- */

static sst_outcome tell_json(const cli_measured *measured) {
    json_t *all = json_pack("{s:o}", "measurements", cli_measured_json(measured));
    bool good = all && cli_print_json(all, JSON_INDENT(2) | JSON_REAL_PRECISION(12), stdout);
    json_decref(all);
    if (!good)
        return out_of_memory();
    putchar('\n');
    return SST_DONE;
}

static sst_outcome tell(const measure_request *r, const cli_measured *measured) {
    bool csv_on_stdout = r->series && strcmp(r->series, "-") == 0;
    if (measured->out_of_memory)
        return out_of_memory();
    if (r->json)
        return tell_json(measured);
    if (!r->quiet)
        cli_print_measured(measured, csv_on_stdout ? stderr : stdout);
    return SST_DONE;
}

static sst_outcome measure(const measure_request *r) {
    sst_reporter reporter = cli_reporter(r->quiet);
    sst_scenario *scenario = NULL;
    cli_measured measured = {0};
    sst_measure_options o;
    sst_measure_options_init(&o);
    sst_outcome outcome = load_scenario(r, reporter, &scenario);
    o.recording = cli_recording_options(&r->about);
    o.scenario = scenario;
    o.series_path = r->series;
    o.measured = cli_collect_measured(&measured);
    if (outcome == SST_DONE)
        outcome = sst_measure(r->recording, &o, reporter);
    if (outcome == SST_DONE)
        outcome = tell(r, &measured);
    cli_measured_free(&measured);
    sst_scenario_destroy(scenario);
    return outcome;
}

static int run(const cli_command *command, int argc, char **argv) {
    measure_request request = {.every = -1,
                               .cut_off = -1,
                               .speed_window = -1,
                               .flow_window = -1,
                               .from = -1,
                               .until = -1,
                               .about = CLI_RECORDING_REQUEST};
    int code = cli_parse(command, argc, argv, &request);
    if (code >= 0)
        return code;
    if (!check_request(command, &request))
        return SST_BAD_INPUT;
    code = (int)measure(&request);
    int written = cli_finish_stdout();
    return code != SST_DONE ? code : written;
}

#define SECONDS(member, from)                                                                      \
    .kind = CLI_NUMBER, .value = "T", .least = from, .most = 1e9,                                  \
    .place = offsetof(measure_request, member)

static const cli_option options[] = {
    CLI_RECORDING_ARGUMENT(measure_request, recording, "RECORDING"),
    {.name = "line",
     .kind = CLI_TEXT,
     .value = "X0,Y0,X1,Y1",
     .many = true,
     .meaning = "a line from (X0, Y0) to (X1, Y1)",
     .more = "who crosses from its left to its right goes forward. May be given again",
     .place = offsetof(measure_request, lines)},
    {.name = "area",
     .kind = CLI_TEXT,
     .value = "X0,Y0,X1,Y1",
     .many = true,
     .meaning = "a rectangle from its lower left to its upper right corner",
     .more = "may be given again",
     .place = offsetof(measure_request, areas)},
    {.name = "scenario",
     .kind = CLI_INPUT,
     .value = "FILE",
     .file = &cli_scenario_file,
     .meaning = "its `measure` lists lines and areas of any shape",
     .more = "its obstacles, if it has any, are the walkable area. Default, without --line and "
             "--area: the scenario that the recording holds",
     .place = offsetof(measure_request, scenario)},
    {.name = "output",
     .letter = 'o',
     .kind = CLI_OUTPUT,
     .value = "FILE",
     .file = &cli_table_file,
     .meaning = "everything over time as CSV; - is standard output",
     .place = offsetof(measure_request, series)},
    {.name = "every",
     SECONDS(every, 0),
     .meaning = "a sample of each area every T seconds, default 0.4; 0 is each frame"},
    {.name = "cut-off",
     .kind = CLI_NUMBER,
     .value = "R",
     .least = 1e-3,
     .most = 1e6,
     .meaning = "Voronoi cells reach R metres at most; default: no limit",
     .place = offsetof(measure_request, cut_off)},
    {.name = "speed-window",
     SECONDS(speed_window, 1e-6),
     .meaning = "speed is a displacement over T seconds, default 0.4"},
    {.name = "flow-window",
     SECONDS(flow_window, 1e-6),
     .meaning = "flow over time in pieces of T seconds, default 10"},
    {.name = "from", SECONDS(from, 0), .meaning = "measure from T seconds on"},
    {.name = "until", SECONDS(until, 0), .meaning = "measure until T seconds"},
    CLI_FPS_OPTION(measure_request, about),
    CLI_UNIT_OPTION(measure_request, about),
    CLI_JSON_OPTION(measure_request, json, "print the figures as JSON"),
    CLI_QUIET_OPTION(measure_request, quiet, "print neither figures nor warnings"),
    {0}};

static const cli_example examples[] = {
    {"sidestep measure street.h5 --line 0,-4,0,4 --area -5,-2,-1,2", NULL},
    {"sidestep measure street.h5 --area -5,-2,-1,2 --every 1 --cut-off 1 -o density.csv", NULL},
    {"sidestep measure hermes.txt --fps 16 --unit cm --scenario corridor.yaml --json",
     "recorded people, at the places that a scenario names"},
    {NULL, NULL}};

const cli_command cli_measure_command = {
    .name = "measure",
    .summary = "flow, density and speed of a recording",
    .about = "Measures people in a recording of any kind (its content tells which), simulated or "
             "real: how many pass lines and when, how dense and fast they are in areas, by "
             "counting and by Voronoi cells.",
    .options = options,
    .examples = examples,
    .details = "docs/metrics.md says what the figures mean.",
    .run = run};
