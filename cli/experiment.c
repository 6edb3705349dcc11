/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* sidestep experiment: a scenario over values and seeds to a table. */

#include "cli.h"
#include "progress.h"

#include <math.h>
#include <stdio.h>

typedef struct experiment_request {
    const char *path;
    cli_list outputs;
    uint64_t jobs; /* 0: not given */
    bool fresh, dry_run, quiet;
} experiment_request;

static const char *plural(size_t count) {
    return count == 1 ? "" : "s";
}

static void print_survey(const sst_experiment_survey *s, const char *name) {
    printf("%s%s%zu cell%s x %llu seed%s = %zu runs, %zu of them made\n", name, *name ? ": " : "",
           s->cells, plural(s->cells), (unsigned long long)s->seeds, plural((size_t)s->seeds),
           s->runs, s->kept);
    if (isnan(s->seconds_per_run))
        printf("how long a run takes is not measured yet: begin, and ask again\n");
    else
        printf("%.3g s a run so far: at most about %.3g s left with %u job%s\n", s->seconds_per_run,
               s->seconds_left, (unsigned)s->job_count, plural(s->job_count));
}

static int look(const experiment_request *request, const sst_experiment *experiment,
                const sst_experiment_options *options) {
    sst_experiment_survey survey;
    int code = (int)sst_experiment_look(experiment, options, cli_reporter(request->quiet), &survey);
    if (code != SST_DONE)
        return code;
    print_survey(&survey, sst_experiment_name(experiment));
    return cli_finish_stdout();
}

static void print_summary(const sst_experiment_summary *s, const char *name) {
    printf("%s%s%zu run%s of %zu cell%s in %.3g s: %zu made, %zu kept from before\n", name,
           *name ? ": " : "", s->runs, plural(s->runs), s->cells, plural(s->cells), s->wall_clock,
           s->finished, s->kept);
    printf("  %zu of %zu cells have settled: more seeds hardly change their means\n",
           s->settled_cells, s->cells);
    if (!s->seeds_matter && s->runs > s->cells)
        printf("  all seeds of a cell came to the same end: does the scenario draw anything?\n");
}

static int run_all(const experiment_request *request, const sst_experiment *experiment,
                   sst_experiment_options *options) {
    cli_progress progress;
    cli_progress_start(&progress, request->quiet);
    options->progress = cli_progress_runs;
    options->progress_context = &progress;
    sst_experiment_summary summary;
    int code = (int)sst_experiment_run(experiment, options, cli_reporter(request->quiet), &summary);
    cli_progress_end(&progress);
    if (code != SST_DONE)
        return code;
    if (summary.interrupted) {
        fprintf(stderr,
                "sidestep experiment: interrupted; %zu runs are kept, and the same command goes on "
                "from there\n",
                summary.kept + summary.finished);
        return SST_FAILED;
    }
    if (!request->quiet)
        print_summary(&summary, sst_experiment_name(experiment));
    return cli_finish_stdout();
}

static int run(const cli_command *command, int argc, char **argv) {
    experiment_request request = {0};
    int code = cli_parse(command, argc, argv, &request);
    if (code >= 0)
        return code;
    sst_experiment *experiment;
    code = (int)sst_experiment_load(request.path, cli_reporter(request.quiet), &experiment);
    if (code != SST_DONE)
        return code;
    sst_experiment_options options;
    sst_experiment_options_init(&options);
    options.job_count = (uint32_t)request.jobs;
    options.fresh = request.fresh;
    options.outputs = request.outputs.items;
    options.output_count = request.outputs.count;
    code = request.dry_run ? look(&request, experiment, &options)
                           : run_all(&request, experiment, &options);
    sst_experiment_destroy(experiment);
    return code;
}

static const cli_file_kind experiment_file = {"experiment", ".yaml .yml .json"};
static const cli_file_kind table_file = {"table", ".csv .h5 .hdf5 .json"};

static const cli_option options[] = {
    {.kind = CLI_INPUT,
     .value = "FILE",
     .file = &experiment_file,
     .meaning = "the experiment, YAML or JSON; - is standard input",
     .place = offsetof(experiment_request, path)},
    {.name = "output",
     .letter = 'o',
     .kind = CLI_OUTPUT,
     .value = "TABLE",
     .file = &table_file,
     .many = true,
     .meaning = "the table, instead of the file's `output`",
     .more = "the end of TABLE tells the kind: .csv, .h5 or .json. May be given again; finished "
             "runs are kept beside the first one",
     .place = offsetof(experiment_request, outputs)},
    CLI_JOBS_OPTION(experiment_request, jobs, "the table is the same."),
    {.name = "fresh",
     .kind = CLI_FLAG,
     .meaning = "forget the runs that are kept, and make all anew",
     .place = offsetof(experiment_request, fresh)},
    {.name = "dry-run",
     .kind = CLI_FLAG,
     .meaning = "only tell how many runs there are, and how long they will take",
     .place = offsetof(experiment_request, dry_run)},
    CLI_QUIET_OPTION(experiment_request, quiet,
                     "print neither summary, nor warnings, nor progress"),
    {0}};

static const cli_example examples[] = {
    {"sidestep experiment experiments/counterflow.yaml -o counterflow.csv", NULL},
    {"sidestep experiment bias.yaml --dry-run", "how many runs, and how long?"},
    {NULL, NULL}};

const cli_command cli_experiment_command = {
    .name = "experiment",
    .summary = "simulate a scenario over values and seeds: a table",
    .about = "Runs a scenario with each combination of values, and each of these with several "
             "seeds. Writes a table: one row per combination, and for each figure its mean over "
             "the seeds, standard deviation, least, largest and 95 % confidence interval.",
    .options = options,
    .examples = examples,
    .details =
        "An experiment, bias.yaml:\n\n"
        "  scenario: circle.yaml           # beside this file\n"
        "  vary:\n"
        "    solve.side_bias: [0, 0.1]     # keys as of `sidestep run --set`\n"
        "    time_step: [0.05, 0.1, 0.2]\n"
        "  profiles: [classic, default]    # 2 x 3 x 2 = 12 rows\n"
        "  seeds: 20                       # seeds 0 to 19 in each\n"
        "  stop_when_settled: true         # fewer where more would not change the means\n"
        "  output: bias.csv\n\n"
        "Finished runs are kept in OUTPUT.runs at once. An experiment that was interrupted or "
        "killed goes on where it was, and one that was changed makes only the new runs. "
        "docs/experiments.md has all keys and columns.",
    .run = run};
