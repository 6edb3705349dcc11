/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* A sample is dropped where the straight, even way between those kept says the same to within a
 * quarter of a pixel in x and in y. Whether one more can be left out is known from the bounds of
 * the velocities that pass near all samples since the last kept one: the swinging door (Bristol,
 * 1990), one for x and one for y. So who walks straight, or waits, costs nothing; and a colour that
 * follows time is right between the samples kept too.
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

static const double tolerance = 0.25;   /* [px] */
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

/* Thins all points anew, in their place: taking one keeps at most one. */
static void thin_again(ssti_trails *trails) {
    size_t count = trails->point_count;
    for (size_t i = 0; i < trails->agent_count; i++) {
        if (trails->trails[i].seen)
            trails->points[count++] = trails->trails[i].last;
        trails->trails[i].seen = false;
    }
    margin off = choose_margin(trails);
    trails->point_count = 0;
    for (size_t i = 0; i < count; i++)
        take(trails, trails->points[i], off);
}

static bool grow(ssti_trails *trails) {
    size_t most = trails->most_points + trails->agent_count;
    size_t capacity = trails->point_capacity ? 2 * trails->point_capacity : FIRST_POINTS;
    capacity = capacity < most ? capacity : most;
    ssti_trail_point *grown = realloc(trails->points, capacity * sizeof *grown);
    if (!grown)
        return false;
    trails->points = grown;
    trails->point_capacity = capacity;
    return true;
}

/* Room for one more; and beyond the most, for the last of each agent while thinning. */
static bool make_room(ssti_trails *trails) {
    while (trails->point_count == trails->most_points) {
        while (trails->point_capacity < trails->most_points + trails->agent_count)
            if (!grow(trails))
                return false;
        do {
            trails->coarseness *= 2;
            thin_again(trails);
        } while (trails->point_count > trails->most_points / 2);
    }
    return trails->point_count < trails->point_capacity || grow(trails);
}

bool ssti_trails_frame(ssti_trails *trails, double time, const uint32_t *agents,
                       const sst_point *positions, size_t count) {
    if (count > 0 && !trails->seen) {
        trails->seen = true;
        trails->origin = positions[0];
    }
    for (size_t i = 0; i < count; i++)
        ssti_box_add(&trails->box, positions[i].x - trails->origin.x,
                     positions[i].y - trails->origin.y, 0);
    for (size_t i = 0; i < count; i++) {
        if (!make_room(trails))
            return false;
        ssti_trail_point point = {(float)(positions[i].x - trails->origin.x),
                                  (float)(positions[i].y - trails->origin.y), (float)time,
                                  agents[i]};
        take(trails, point, choose_margin(trails));
    }
    return true;
}

/* --- The end ------------------------------------------------------------------------------- */

static bool has_end(const ssti_trail *trail) {
    return trail->seen && trail->last.time > trail->kept.time;
}

/* firsts[agent] becomes where its points begin. */
static void count_points(const ssti_trails *trails, size_t *firsts) {
    memset(firsts, 0, (trails->agent_count + 1) * sizeof *firsts);
    for (size_t i = 0; i < trails->point_count; i++)
        firsts[trails->points[i].agent + 1]++;
    for (size_t i = 0; i < trails->agent_count; i++)
        firsts[i + 1] += firsts[i] + has_end(&trails->trails[i]);
}

ssti_trail_point *ssti_trails_sorted(const ssti_trails *trails, size_t *firsts) {
    count_points(trails, firsts);
    size_t count = firsts[trails->agent_count];
    ssti_trail_point *sorted = malloc((count + 1) * sizeof *sorted);
    if (!sorted)
        return NULL;
    for (size_t i = 0; i < trails->point_count; i++)
        sorted[firsts[trails->points[i].agent]++] = trails->points[i];
    for (size_t i = 0; i < trails->agent_count; i++)
        if (has_end(&trails->trails[i]))
            sorted[firsts[i]++] = trails->trails[i].last;
    /* Each first has moved to the next one's place. */
    memmove(firsts + 1, firsts, trails->agent_count * sizeof *firsts);
    firsts[0] = 0;
    return sorted;
}
