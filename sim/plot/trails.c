/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* A sample is dropped where the straight, even way between those kept says the same to within a
 * quarter of a pixel in x and in y. Whether one more can be left out is known from the bounds of the
 * velocities that pass near all samples since the last kept one: the swinging door (Bristol, 1990),
 * one for x and one for y. So who walks straight, or waits, costs nothing; and a color that follows
 * time is right between the samples kept too.
 *
 * How large a pixel will be is not known before the end; the size of what was seen so far tells its
 * least. When the points exceed their bound, the quarter of a pixel doubles and they are thinned
 * anew. Bound: 1,048,576 points of 16 bytes, or two an agent if that is more, once while they come
 * and once more while they are sorted; and 72 bytes an agent. */

#include "plot/trails.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_POINTS = 1 << 10, MOST_POINTS = 1 << 20 };

static const double tolerance = 0.25; /* [px] */
static const double least_pixels = 200; /* of the shorter side of a stretched scene */

bool ssti_trails_init(ssti_trails *trails, size_t agent_count) {
    *trails = (ssti_trails){.agent_count = agent_count, .box = ssti_box_empty(), .coarseness = 1};
    trails->most_points = 2 * agent_count > MOST_POINTS ? 2 * agent_count : MOST_POINTS;
    trails->trails = calloc(agent_count + 1, sizeof *trails->trails);
    return trails->trails;
}

void ssti_trails_free(ssti_trails *trails) {
    free(trails->trails);
    free(trails->points);
    trails->trails = NULL;
    trails->points = NULL;
}

/* --- Thinning ------------------------------------------------------------------------------ */

/* What a sample may be off [m]. */
typedef struct margin {
    float x, y;
} margin;

static margin choose_margin(const ssti_trails *trails) {
    double width = trails->box.high_x - trails->box.low_x;
    double height = trails->box.high_y - trails->box.low_y;
    double pixel = fmax(width / SSTI_PLOT_WIDTH, height / SSTI_PLOT_HEIGHT);
    double most = tolerance * trails->coarseness;
    return (margin){(float)(most * fmin(pixel, width / least_pixels)),
                    (float)(most * fmin(pixel, height / least_pixels))};
}

static void open_door(ssti_trail *trail) {
    trail->low_x = trail->low_y = -HUGE_VALF;
    trail->high_x = trail->high_y = HUGE_VALF;
}

static void keep(ssti_trails *trails, ssti_trail *trail, ssti_trail_point point) {
    trails->points[trails->point_count++] = point;
    trail->kept = point;
    open_door(trail);
}

/* Narrows the door to what passes near the point. */
static void narrow(ssti_trail *trail, ssti_trail_point point, margin off) {
    float over = point.time - trail->kept.time;
    float x = point.x - trail->kept.x, y = point.y - trail->kept.y;
    trail->low_x = fmaxf(trail->low_x, (x - off.x) / over);
    trail->high_x = fminf(trail->high_x, (x + off.x) / over);
    trail->low_y = fmaxf(trail->low_y, (y - off.y) / over);
    trail->high_y = fminf(trail->high_y, (y + off.y) / over);
}

/* Whether the way straight from the kept point passes near all samples since. */
static bool fits(const ssti_trail *trail, ssti_trail_point point) {
    float over = point.time - trail->kept.time;
    float x = (point.x - trail->kept.x) / over, y = (point.y - trail->kept.y) / over;
    return x >= trail->low_x && x <= trail->high_x && y >= trail->low_y && y <= trail->high_y;
}

/* There must be room for one more point. */
static void take(ssti_trails *trails, ssti_trail_point point, margin off) {
    ssti_trail *trail = &trails->trails[point.agent];
    if (!trail->seen) {
        trail->seen = true;
        trail->start = point;
        keep(trails, trail, point);
    } else if (point.time > trail->kept.time) {
        if (trail->last.time > trail->kept.time && !fits(trail, point))
            keep(trails, trail, trail->last);
        narrow(trail, point, off);
    }
    trail->last = point;
}

/* --- Room ---------------------------------------------------------------------------------- */

/* Thins the points anew; there are never more than before. */
static void thin_again(ssti_trails *trails) {
    size_t count = trails->point_count;
    margin off = choose_margin(trails);
    for (size_t i = 0; i < trails->agent_count; i++) {
        trails->trails[i].seen = false;
        trails->trails[i].kept = trails->trails[i].last;
    }
    trails->point_count = 0;
    for (size_t i = 0; i < count; i++) {
        ssti_trail *trail = &trails->trails[trails->points[i].agent];
        ssti_trail_point end = trail->kept, start = trail->start;
        take(trails, trails->points[i], off);
        (void)end, (void)start;
    }
}
