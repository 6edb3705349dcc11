/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* From annotations to people. Recordings for learning name video frames but are annotated 2.5 times
 * a second, so that the least difference of two frames is 0.4 s. Others have every frame of the
 * video: their speeds are measured over 0.4 s too, for over a frame they are mostly the swaying of
 * heads and the noise of the camera.
 *
 * A person prefers the median of these speeds. Someone who mostly stands has
 * a median near zero and would never leave: that person prefers its straight way in the recorded
 * time. Someone who never moves stands; who is seen once is left out by the writer. */

#include "import/tracks.h"

#include <math.h>
#include <stdlib.h>

static const double annotation_time = 0.4; /* [s] */
static const double standing = 0.1;        /* a median below is no walking speed [m/s] */

static int by_value(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static double median(double *values, size_t count) {
    qsort(values, count, sizeof *values, by_value);
    return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

/* Least positive difference between frames; 1 if there is only one frame. */
static double frame_step(double *frames, size_t count) {
    double step = HUGE_VAL;
    qsort(frames, count, sizeof *frames, by_value);
    for (size_t i = 1; i < count; i++)
        if (frames[i] > frames[i - 1])
            step = fmin(step, frames[i] - frames[i - 1]);
    return isfinite(step) ? step : 1;
}

static double distance(const ssti_annotation *a, const ssti_annotation *b) {
    return hypot(b->x - a->x, b->y - a->y);
}

static double seconds_between(const ssti_annotation *a, const ssti_annotation *b, double second) {
    return (b->frame - a->frame) * second;
}

/* Whether the annotations are far enough apart for a speed, up to rounding. */
static bool is_apart(const ssti_annotation *a, const ssti_annotation *b, double second) {
    return seconds_between(a, b, second) >= 0.999 * annotation_time;
}

/* Speeds of a track [count >= 2 annotations] with `second` seconds a frame, each over the least
 * time that suffices; over the whole if that is too short. `speeds` has room for one an annotation;
 * answers how many there are. */
static size_t measure_speeds(const ssti_annotation *a, size_t count, double second,
                             double *speeds) {
    size_t found = 0, to = 1;
    for (size_t from = 0; from + 1 < count; from++) {
        while (to < count - 1 && !is_apart(&a[from], &a[to], second))
            to++;
        if (from > 0 && !is_apart(&a[from], &a[to], second))
            break;
        speeds[found++] = distance(&a[from], &a[to]) / seconds_between(&a[from], &a[to], second);
    }
    return found;
}

static void measure_track(ssti_track *track, const ssti_annotation *a, double second,
                          double *speeds) {
    size_t last = track->count - 1, next = 1;
    while (next < last && !is_apart(&a[0], &a[next], second))
        next++;
    double time = seconds_between(&a[0], &a[next], second);
    track->velocity =
        (sst_vec2){(float)((a[next].x - a[0].x) / time), (float)((a[next].y - a[0].y) / time)};
    track->speed = median(speeds, measure_speeds(a, track->count, second, speeds));
    if (track->speed < standing)
        track->speed = distance(&a[0], &a[last]) / track->duration;
}

/* What the importer wants instead of the measured speed; who stands goes on standing. */
static void choose_speed(const ssti_tracks *t, ssti_track *track) {
    if (t->preferred_speed > 0 && track->speed >= SSTI_SLOWEST_WALKER)
        track->speed = t->preferred_speed;
    else
        track->speed *= t->speed_factor;
}

static bool check_track(const ssti_track *track, const ssti_annotation *first,
                        ssti_report *report) {
    double most = (double)SST_MAX_SPEED / 2;
    double fastest =
        fmax(track->speed, hypot((double)track->velocity.x, (double)track->velocity.y));
    ssti_place place = {first->line, 1};
    if (fastest > most)
        ssti_error(report, place, "person %.0f: found a speed of %.6g m/s, expected at most %.6g",
                   track->person, fastest, most);
    if (track->start > (double)SST_MAX_TIME)
        ssti_error(report, place,
                   "person %.0f: found an entry after %.6g s, expected at most %.6g s",
                   track->person, track->start, (double)SST_MAX_TIME);
    return report->errors == 0;
}

static int by_start(const void *left, const void *right) {
    const ssti_track *a = left, *b = right;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    return (a->person > b->person) - (a->person < b->person);
}

/* Cuts the sorted annotations into one track a person. */
static void cut_tracks(ssti_tracks *t) {
    for (size_t i = 0; i < t->annotation_count; i++) {
        if (i == 0 || t->annotations[i].person != t->annotations[i - 1].person)
            t->tracks[t->track_count++] =
                (ssti_track){.person = t->annotations[i].person, .first = i};
        t->tracks[t->track_count - 1].count++;
    }
}

/* `scratch` has room for a number an annotation. */
static sst_outcome measure_tracks(ssti_tracks *t, ssti_report *report, double *scratch) {
    for (size_t i = 0; i < t->annotation_count; i++)
        scratch[i] = t->annotations[i].frame;
    t->frame_step = frame_step(scratch, t->annotation_count);
    double second = t->frame_time > 0 ? t->frame_time : annotation_time / t->frame_step;
    t->second = second;
    double first_frame = scratch[0];
    t->duration = (scratch[t->annotation_count - 1] - first_frame) * second;
    for (size_t i = 0; i < t->track_count; i++) {
        ssti_track *track = &t->tracks[i];
        const ssti_annotation *a = &t->annotations[track->first];
        track->start = (a[0].frame - first_frame) * second;
        track->duration = (a[track->count - 1].frame - a[0].frame) * second;
        if (track->count > 1)
            measure_track(track, a, second, scratch);
        choose_speed(t, track);
        check_track(track, a, report);
    }
    qsort(t->tracks, t->track_count, sizeof *t->tracks, by_start);
    return report->errors ? SST_BAD_INPUT : SST_DONE;
}

sst_outcome ssti_tracks_from_annotations(ssti_tracks *tracks, ssti_report *report) {
    tracks->tracks = malloc(tracks->annotation_count * sizeof *tracks->tracks);
    double *scratch = malloc(tracks->annotation_count * sizeof *scratch);
    sst_outcome outcome = SST_FAILED;
    if (tracks->tracks && scratch) {
        cut_tracks(tracks);
        outcome = measure_tracks(tracks, report, scratch);
    } else {
        ssti_out_of_memory(report);
    }
    free(scratch);
    return outcome;
}
