/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* A run's summary, as text and as JSON. */

#include "summary.h"

#include "cli.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <string.h>

static const char *stop_text(sst_stop stop) {
    switch (stop) {
    case SST_STOP_ALL_ARRIVED:
        return "all have arrived";
    case SST_STOP_AS_ASKED:
        return "ended as asked";
    case SST_STOP_TIME_LIMIT:
        return "ended at the time limit (see --until)";
    default:
        return "interrupted";
    }
}

/* A line with a figure and its unit, or with a dash where there is none. */
static void print_figure(FILE *file, const char *what, double value, const char *unit) {
    if (isnan(value))
        fprintf(file, "  %-22s -\n", what);
    else /* no "-0.000" */
        fprintf(file, "  %-22s %.3f%s\n", what, fabs(value) < 5e-4 ? 0 : value, unit);
}

/* Surfaces that touch without a collision are nothing to worry about, and "0.000 m" does not say
 * so. */
static void print_gap(FILE *file, const sst_summary *s) {
    bool touch = s->min_gap < 5e-4 && s->collisions == 0;
    print_figure(file, "least gap", s->min_gap, touch ? " m (touching, no collision)" : " m");
}

static void print_collision(FILE *file, const char *what, const sst_collision *c) {
    fprintf(file, "  %-22s %.4f m deep, at %.2f s, agent %" PRIu32, what, c->depth, c->begin, c->a);
    if (c->b == SST_OBSTACLES)
        fputs(" and an obstacle", file);
    else
        fprintf(file, " and agent %" PRIu32, c->b);
    fprintf(file, ", near (%.2f, %.2f)\n", c->place.x, c->place.y);
}

static bool is_same(const sst_collision *one, const sst_collision *other) {
    return one->a == other->a && one->b == other->b && one->begin == other->begin;
}

static void print_collisions(FILE *file, const sst_summary *s) {
    const sst_collision *first = &s->first_collision, *deepest = &s->deepest_collision;
    fprintf(file, "  %-22s %" PRIu64 "\n", "collisions", s->collisions);
    if (s->collisions == 0)
        return;
    if (is_same(first, deepest)) {
        print_collision(file, s->collisions == 1 ? "  it" : "  first and deepest", first);
        return;
    }
    print_collision(file, "  first", first);
    print_collision(file, "  deepest", deepest);
}

static void print_blocker(FILE *file, const sst_stuck *e) {
    switch (e->cause) {
    case SST_STUCK_BY_OCCUPANT:
        fprintf(file, "by agent %" PRIu32 ", which stands on its goal,", e->by);
        return;
    case SST_STUCK_BY_OBSTACLE:
        fprintf(file, "by obstacle %" PRIu32, e->by);
        return;
    case SST_STUCK_BY_AGENT:
        fprintf(file, "by agent %" PRIu32, e->by);
        return;
    case SST_STUCK_BY_CROWD:
        fprintf(file, "by %" PRIu32 " agents, nearest agent %" PRIu32 ",", e->others, e->by);
        return;
    default:
        fputs("by nothing on its way", file);
    }
}

/* Who follows a trajectory leaves at its end, and arrives nowhere. */
static void print_arrived(FILE *file, const sst_summary *s) {
    if (s->replayed < s->agents || s->agents == 0)
        fprintf(file, "  %-22s %zu of %zu\n", "arrived", s->arrived, s->agents - s->replayed);
    if (s->replayed)
        fprintf(file, "  %-22s %zu, along their trajectories\n", "replayed", s->replayed);
}

/* The first few, and how many more. */
static void print_stuck(FILE *file, const sst_summary *s) {
    fprintf(file, "  %-22s %zu\n", "stuck at the end", s->stuck);
    for (uint64_t i = 0; i < s->stuck_events && i < SST_FIRST_STUCK; i++) {
        const sst_stuck *e = &s->first_stuck[i];
        fprintf(file, "    agent %" PRIu32 " blocked ", e->agent);
        print_blocker(file, e);
        fprintf(file, " at [%.2f, %.2f] for %.1f s\n", e->place.x + 0.0, e->place.y + 0.0,
                e->duration);
    }
    if (s->stuck_events > SST_FIRST_STUCK)
        fprintf(file, "    and %" PRIu64 " more\n", s->stuck_events - SST_FIRST_STUCK);
}

void cli_print_summary(const sst_summary *s, const char *name, const sst_run_options *options,
                       FILE *file) {
    if (*name)
        fprintf(file, "%s: ", name);
    fprintf(file, "%s after %.10g s (%" PRIu64 " steps)\n", stop_text(s->stop), s->time, s->steps);
    print_arrived(file, s);
    print_stuck(file, s);
    print_collisions(file, s);
    print_gap(file, s);
    print_figure(file, "least gap to walls", s->min_wall_gap, " m");
    print_figure(file, "mean time to goal", s->mean_time_to_goal, " s");
    print_figure(file, "path / straight way", s->path_ratio, "");
    fprintf(file, "  %-22s %" PRIu64 "\n", "relaxed agent steps", s->relaxed_steps);
    fprintf(file, "  %-22s %016" PRIx64 "\n", "state hash", s->state_hash);
    fprintf(file, "  %-22s %.3g s, %.3g agent steps/s\n", "computed in", s->wall_clock,
            isnan(s->agent_steps_per_s) ? 0 : s->agent_steps_per_s);
    for (size_t i = 0; i < options->output_count; i++)
        if (strcmp(options->outputs[i], "-") != 0)
            fprintf(file, "  %-22s %s\n", "recorded in", options->outputs[i]);
    if (options->picture_path)
        fprintf(file, "  %-22s %s\n", "drawn in", options->picture_path);
}

void cli_print_figures(const sst_summary *s, FILE *file) {
    for (size_t i = 0; i < sst_figure_count(); i++) {
        const sst_figure *of = sst_figure_at(i);
        double value = sst_summary_figure(s, i);
        char text[40] = "-";
        if (isfinite(value))
            snprintf(text, sizeof text, of->whole ? "%.0f" : "%.6g", value + 0.0);
        fprintf(file, "  %-22s %-12s %-6s %s\n", of->name, text, of->unit, of->meaning);
    }
}

/* JSON knows no NaN: a figure that does not exist is null. */
static json_t *figure(const sst_figure *of, double value) {
    if (!isfinite(value))
        return json_null();
    return of->whole ? json_integer((json_int_t)value) : json_real(value);
}

/* Null if there was none. */
static json_t *collision(const sst_summary *s, const sst_collision *c) {
    if (s->collisions == 0)
        return json_null();
    json_t *other = c->b == SST_OBSTACLES ? json_string("obstacles") : json_integer(c->b);
    return json_pack("{s:I, s:o, s:f, s:f, s:f, s:f, s:f, s:f}", "a", (json_int_t)c->a, "b", other,
                     "begin", c->begin, "duration", c->duration, "overlap_time", c->overlap_time,
                     "depth", c->depth, "x", c->place.x, "y", c->place.y);
}

static bool put_collisions(json_t *object, const sst_summary *s) {
    return json_object_set_new(object, "first_collision", collision(s, &s->first_collision)) == 0 &&
           json_object_set_new(object, "deepest_collision", collision(s, &s->deepest_collision)) ==
               0;
}

static json_t *stuck(const sst_stuck *e) {
    static const char *const causes[] = {"nothing", "occupant", "obstacle", "agent", "crowd"};
    json_t *by = e->by == SST_NOBODY ? json_null() : json_integer(e->by);
    return json_pack("{s:I, s:s, s:o, s:I, s:f, s:f, s:f, s:f}", "agent", (json_int_t)e->agent,
                     "cause", causes[e->cause], "by", by, "others", (json_int_t)e->others, "begin",
                     e->begin, "duration", e->duration, "x", e->place.x, "y", e->place.y);
}

static bool put_stuck(json_t *object, const sst_summary *s) {
    json_t *list = json_array();
    bool good = list;
    for (uint64_t i = 0; good && i < s->stuck_events && i < SST_FIRST_STUCK; i++)
        good = json_array_append_new(list, stuck(&s->first_stuck[i])) == 0;
    return json_object_set_new(object, "first_stuck", list) == 0 && good;
}

static bool put_figures(json_t *object, const sst_summary *summary, bool of_machine) {
    for (size_t i = 0; i < sst_figure_count(); i++) {
        const sst_figure *of = sst_figure_at(i);
        if (of->of_machine == of_machine &&
            json_object_set_new(object, of->name, figure(of, sst_summary_figure(summary, i))) != 0)
            return false;
    }
    return true;
}

static bool put_measured(json_t *object, const cli_measured *measured) {
    return !measured->out_of_memory &&
           (measured->count == 0 ||
            json_object_set_new(object, "measurements", cli_measured_json(measured)) == 0);
}

void cli_print_summary_json(const sst_summary *s, const cli_measured *measured, FILE *file) {
    char hash[17];
    snprintf(hash, sizeof hash, "%016" PRIx64, s->state_hash);
    json_t *object = json_object();
    if (object && put_figures(object, s, false) && put_collisions(object, s) &&
        put_stuck(object, s) && json_object_set_new(object, "state_hash", json_string(hash)) == 0 &&
        put_measured(object, measured) && put_figures(object, s, true) &&
        cli_print_json(object, JSON_INDENT(2) | JSON_REAL_PRECISION(12), file))
        fputc('\n', file);
    else
        fputs("sidestep: error: out of memory\n", stderr);
    json_decref(object);
}
