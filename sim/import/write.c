/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Tracks as a scenario that people can read and change, and the import as a whole. */

#include "import/tracks.h"
#include "report/file.h"
#include "report/plain_locale.h"
#include "tree/tree.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* People walk faster than they like to catch up or give way, but not much. */
static const double haste = 1.3;

void sst_import_options_init(sst_import_options *options) {
    *options = (sst_import_options){
        .struct_size = sizeof *options, .radius = 0.2f, .time_step = 0.1f, .speed_factor = 1};
}

/* A file's name without folder and ending. */
static void print_name(const char *path, FILE *file) {
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    size_t length = dot && dot > name ? (size_t)(dot - name) : strlen(name);
    fputc('"', file);
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)name[i];
        if (c >= 0x20 && c != 0x7f && c != '"' && c != '\\')
            fputc(c, file);
    }
    fputs("\"\n", file);
}

static void print_walker(const ssti_track *track, const ssti_annotation *last, FILE *file) {
    fprintf(file, "    goal: [%.9g, %.9g]\n", last->x, last->y);
    fprintf(file, "    preferred_speed: %.6g\n", track->speed);
    fprintf(file, "    max_speed: %.6g\n", haste * track->speed);
    fprintf(file, "    on_arrival: remove\n");
}

static void print_track(const ssti_tracks *t, const ssti_track *track,
                        const sst_import_options *options, FILE *file) {
    const ssti_annotation *first = &t->annotations[track->first];
    const ssti_annotation *last = first + track->count - 1;
    fprintf(file, "\n  # Person %.0f, recorded for %.6g s.\n", track->person, track->duration);
    fprintf(file, "  - position: [%.9g, %.9g]\n", first->x, first->y);
    fprintf(file, "    velocity: [%.6g, %.6g]\n", (double)track->velocity.x,
            (double)track->velocity.y);
    fprintf(file, "    radius: %.6g\n", (double)options->radius);
    fprintf(file, "    start_time: %.9g\n", track->start);
    if (track->speed >= SSTI_SLOWEST_WALKER)
        print_walker(track, last, file);
    else
        fprintf(file, "    # Never moved: stands and is walked around.\n");
}

/* --- Replay -------------------------------------------------------------------------------- */

static bool is_replayed(const ssti_track *track, const sst_import_options *options) {
    for (size_t i = 0; i < options->simulated_count; i++)
        if ((double)options->simulated[i] == track->person)
            return false;
    return options->replay;
}

/* Among those who are simulated, recorded ones avoid nobody; so figures of gaps and collisions are
 * about the simulated. If nobody is, they are about the recording. */
static void print_replayed(const ssti_tracks *t, const ssti_track *track,
                           const sst_import_options *options, FILE *file) {
    const ssti_annotation *a = &t->annotations[track->first];
    fprintf(file, "\n  # Person %.0f, recorded for %.6g s.\n", track->person, track->duration);
    fprintf(file, "  - radius: %.6g\n", (double)options->radius);
    if (options->simulated_count)
        fprintf(file, "    mask: 0\n");
    fprintf(file, "    trajectory: [");
    for (size_t i = 0; i < track->count; i++)
        fprintf(file, "%s[%.9g, %.9g, %.9g]",
                i == 0  ? ""
                : i % 4 ? ", "
                        : ",\n      ",
                track->start + (a[i].frame - a[0].frame) * t->second, a[i].x, a[i].y);
    fprintf(file, "]\n");
}

/* Whether a moment of the run falls into the track. */
static bool falls_into_steps(const ssti_track *track, const sst_import_options *options) {
    double step = (double)options->time_step;
    return ceil(track->start / step - 1e-6) <=
           floor((track->start + track->duration) / step + 1e-6);
}

/* Why a person is left out; null if not. */
static const char *left_out(const ssti_track *track, const sst_import_options *options) {
    if (track->count < 2)
        return "is seen once only";
    if (is_replayed(track, options) && !falls_into_steps(track, options))
        return "is seen between two steps only";
    return NULL;
}

static void print_aim(const sst_import_options *options, FILE *file) {
    fputs("# Recorded people. Each enters at its recorded time and place, prefers ", file);
    if (options->preferred_speed > 0)
        fprintf(file, "%.6g m/s,\n# and ", options->preferred_speed);
    else if (options->speed_factor < 1 || options->speed_factor > 1)
        fprintf(file, "%.6g times its\n# own median speed, and ", options->speed_factor);
    else
        fputs("its own\n# median speed, and ", file);
    fputs("is bound for the place where it left the recording.\n", file);
}

static void print_head(const sst_import_options *options, FILE *file) {
    if (!options->replay)
        print_aim(options, file);
    else if (options->simulated_count == 0)
        fputs("# Recorded people, who follow their recorded trajectories.\n", file);
    else
        fputs("# Recorded people, who follow their recorded trajectories, but for those with a\n"
              "# goal: they enter at their recorded time and place, and find their own way.\n",
              file);
    fputs("version: 1\nname: ", file);
}

void ssti_tracks_write(const ssti_tracks *tracks, const ssti_geometry *geometry, const char *name,
                       const sst_import_options *options, FILE *file) {
    print_head(options, file);
    print_name(name, file);
    fprintf(file, "time_step: %.6g\n\n", (double)options->time_step);
    ssti_geometry_write(geometry, file);
    fputs("agents:", file);
    size_t written = 0;
    for (size_t i = 0; i < tracks->track_count; i++)
        if (!left_out(&tracks->tracks[i], options)) {
            bool replayed = is_replayed(&tracks->tracks[i], options);
            (replayed ? print_replayed : print_track)(tracks, &tracks->tracks[i], options, file);
            written++;
        }
    fputs(written ? "" : " []\n", file);
}

static bool check_options(const sst_import_options *options, ssti_report *report) {
    bool good =
        options->struct_size == sizeof *options && options->radius > 0 &&
        options->radius <= SST_MAX_LENGTH && options->time_step >= SST_MIN_TIME &&
        options->time_step <= SST_MAX_TIME && sst_import_format_name(options->format) &&
        options->frame_rate >= 0 && options->frame_rate <= 1e6 && options->metres_per_unit >= 0 &&
        options->metres_per_unit <= 1 && (options->replay || options->simulated_count == 0) &&
        (options->simulated || options->simulated_count == 0) && options->preferred_speed >= 0 &&
        options->preferred_speed <= (double)SST_MAX_SPEED / 2 && options->speed_factor > 0 &&
        options->speed_factor <= 100;
    if (!good)
        ssti_error(report, (ssti_place){0, 0}, "the options of the import are not valid");
    return good;
}

/* Frames without the person, whose trajectory then goes straight. One warning a person. */
static void warn_of_gaps(const ssti_tracks *tracks, const ssti_track *track, ssti_report *report) {
    const ssti_annotation *a = &tracks->annotations[track->first];
    for (size_t i = 1; i < track->count; i++)
        if (a[i].frame - a[i - 1].frame > tracks->frame_step) {
            ssti_warning(report, (ssti_place){a[i].line, 1},
                         "person %.0f is not seen between the frames %.0f and %.0f, and goes "
                         "straight there",
                         track->person, a[i - 1].frame, a[i].frame);
            return;
        }
}

/* How many are written. */
static size_t count_and_warn(const ssti_tracks *tracks, const sst_import_options *options,
                             ssti_report *report) {
    size_t written = 0;
    for (size_t i = 0; i < tracks->track_count; i++) {
        const ssti_track *track = &tracks->tracks[i];
        const char *why = left_out(track, options);
        written += !why;
        if (why)
            ssti_warning(report, (ssti_place){tracks->annotations[track->first].line, 1},
                         "person %.0f %s and left out", track->person, why);
        else if (is_replayed(track, options))
            warn_of_gaps(tracks, track, report);
    }
    return written;
}

/* Everything on the way from the files to the scenario. */
typedef struct import {
    const sst_import_options *options;
    ssti_tracks tracks;
    ssti_geometry geometry;
} import;

/* Where a person is first outside the walkable area; null if never. */
static const ssti_annotation *first_outside(const import *m, const ssti_track *track) {
    const ssti_annotation *a = &m->tracks.annotations[track->first];
    for (size_t i = 0; i < track->count; i++)
        if (!ssti_geometry_is_walkable(&m->geometry, (sst_point){a[i].x, a[i].y}))
            return &a[i];
    return NULL;
}

/* Of those who are written. One warning for all: where recording and geometry have not the same
 * origin or unit, nearly everybody is outside. */
static void warn_of_outside(const import *m, size_t written, ssti_report *report) {
    const ssti_annotation *first = NULL;
    double person = 0;
    size_t outside = 0;
    for (size_t i = 0; i < m->tracks.track_count; i++) {
        const ssti_track *track = &m->tracks.tracks[i];
        const ssti_annotation *found = left_out(track, m->options) ? NULL : first_outside(m, track);
        if (found && outside++ == 0) {
            first = found;
            person = track->person;
        }
    }
    if (first)
        ssti_warning(report, (ssti_place){first->line, 1},
                     "outside the walkable area of %s at some time: %zu of %zu people; the first, "
                     "person %.0f, at (%.6g, %.6g)",
                     m->options->geometry, outside, written, person, first->x, first->y);
}

/* Of those who shall be simulated, each must be there. */
static sst_outcome check_simulated(const import *m, ssti_report *report) {
    const sst_import_options *options = m->options;
    for (size_t k = 0; k < options->simulated_count; k++) {
        const ssti_track *found = NULL;
        for (size_t i = 0; i < m->tracks.track_count; i++)
            if (m->tracks.tracks[i].person == (double)options->simulated[k])
                found = &m->tracks.tracks[i];
        if (!found || left_out(found, options))
            ssti_error(report, (ssti_place){0, 0},
                       "to be simulated: found person %lld, expected one of the recording who is "
                       "seen more than once",
                       (long long)options->simulated[k]);
    }
    return report->errors ? SST_BAD_INPUT : SST_DONE;
}

static sst_outcome read_geometry(import *m, sst_reporter reporter) {
    const char *path = m->options->geometry;
    if (!path)
        return SST_DONE;
    ssti_report report = {.to = reporter, .file = ssti_file_name(path, "standard input")};
    ssti_bytes bytes;
    sst_outcome outcome = ssti_file_read(path, SSTI_MAX_BYTES, &report, &bytes);
    if (outcome != SST_DONE)
        return outcome;
    outcome = ssti_geometry_read(bytes.data, bytes.size, m->options->geometry_in_metres, &report,
                                 &m->geometry);
    free(bytes.data);
    return outcome;
}

static sst_outcome write_text(const import *m, const char *name, ssti_report *report,
                              ssti_bytes *text) {
    *text = (ssti_bytes){0};
    FILE *memory = open_memstream(&text->data, &text->size);
    if (!memory)
        return ssti_out_of_memory(report);
    ssti_tracks_write(&m->tracks, &m->geometry, name, m->options, memory);
    bool broken = ferror(memory);
    if (fclose(memory) != 0 || broken) {
        free(text->data);
        return ssti_out_of_memory(report);
    }
    return SST_DONE;
}

/* Reads, measures, and writes the scenario into memory. */
static sst_outcome convert(const char *bytes, size_t size, const char *name, import *m,
                           ssti_report *report, ssti_bytes *text) {
    sst_outcome outcome = ssti_tracks_read(bytes, size, m->options, report, &m->tracks);
    if (outcome == SST_DONE)
        outcome = ssti_tracks_from_annotations(&m->tracks, report);
    if (outcome == SST_DONE)
        outcome = check_simulated(m, report);
    if (outcome == SST_DONE)
        outcome = read_geometry(m, report->to);
    return outcome == SST_DONE ? write_text(m, name, report, text) : outcome;
}

static sst_outcome import_bytes(const char *bytes, size_t size, const char *name,
                                const sst_import_options *options, ssti_report *report,
                                ssti_bytes *text, sst_import_summary *summary) {
    ssti_locale locale;
import m = {.options = options };
    if (!check_options(options, report))
        return SST_BAD_INPUT;
    if (!ssti_locale_enter(&locale))
        return ssti_out_of_memory(report);
    sst_outcome outcome = convert(bytes, size, name, &m, report, text);
    if (outcome == SST_DONE) {
        size_t people = count_and_warn(&m.tracks, options, report);
        warn_of_outside(&m, people, report);
        if (summary)
            *summary = (sst_import_summary){people, m.tracks.annotation_count, m.tracks.duration,
                                            m.tracks.format};
    }
    ssti_tracks_free(&m.tracks);
    ssti_geometry_free(&m.geometry);
    ssti_locale_leave(&locale);
    return outcome;
}

sst_outcome sst_import_bytes(const void *bytes, size_t size, const char *name,
                             const sst_import_options *options, sst_reporter reporter, char **text,
                             size_t *text_size) {
    ssti_report report = {.to = reporter, .file = name};
    ssti_bytes made;
    sst_outcome outcome = import_bytes(bytes, size, name, options, &report, &made, NULL);
    if (outcome == SST_DONE) {
        *text = made.data;
        *text_size = made.size;
    }
    return outcome;
}

static sst_outcome write_scenario(const char *path, ssti_bytes text, sst_reporter reporter) {
    ssti_report report = {.to = reporter, .file = ssti_file_name(path, "standard output")};
    ssti_whole_file file;
    if (!ssti_whole_file_open(&file, path, &report))
        return SST_FAILED;
    fwrite(text.data, 1, text.size, file.stream);
    return ssti_whole_file_close(&file, &report) ? SST_DONE : SST_FAILED;
}

sst_outcome sst_import(const char *path, const char *scenario_path,
                       const sst_import_options *options, sst_reporter reporter,
                       sst_import_summary *summary) {
    ssti_report report = {.to = reporter, .file = ssti_file_name(path, "standard input")};
    ssti_bytes bytes, text;
    sst_outcome outcome = ssti_file_read(path, SSTI_MAX_BYTES, &report, &bytes);
    if (outcome != SST_DONE)
        return outcome;
    outcome = import_bytes(bytes.data, bytes.size, report.file, options, &report, &text, summary);
    free(bytes.data);
    if (outcome != SST_DONE)
        return outcome;
    outcome = write_scenario(scenario_path, text, reporter);
    free(text.data);
    return outcome;
}
