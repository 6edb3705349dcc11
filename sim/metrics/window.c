/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Memory is that of the window's frames, whatever the length of the run. The speed is what PedPy
 * calls single-sided at the border. Who is missing in a frame is taken for gone in it. */

#include "metrics/window.h"

#include <math.h>
#include <stdlib.h>

static size_t ring_size(const ssti_window *window) {
    return 2 * window->reach + 1;
}

bool ssti_window_init(ssti_window *window, size_t reach, double frame_time) {
    *window = (ssti_window){.reach = reach, .frame_time = frame_time};
    window->frames = calloc(ring_size(window), sizeof *window->frames);
    return window->frames;
}

void ssti_window_free(ssti_window *window) {
    for (size_t i = 0; window->frames && i < ring_size(window); i++)
        free(window->frames[i].seen);
    free(window->frames);
    window->frames = NULL;
}

static bool make_room(ssti_present *present, size_t count) {
    if (count <= present->capacity)
        return true;
    size_t capacity = count + count / 2 + 16;
    ssti_seen *grown = realloc(present->seen, capacity * sizeof *grown);
    if (!grown)
        return false;
    present->seen = grown;
    present->capacity = capacity;
    return true;
}

static int by_agent(const void *left, const void *right) {
    const ssti_seen *a = left, *b = right;
    return (a->agent > b->agent) - (a->agent < b->agent);
}

bool ssti_window_push(ssti_window *window, const uint32_t *agents, const sst_point *positions,
                      size_t count) {
    ssti_present *newest = &window->frames[window->pushed % ring_size(window)];
    if (!make_room(newest, count))
        return false;
    bool sorted = true;
    for (size_t i = 0; i < count; i++) {
        newest->seen[i] = (ssti_seen){positions[i], agents[i]};
        sorted = sorted && (i == 0 || agents[i - 1] < agents[i]);
    }
    newest->count = count;
    if (!sorted)
        qsort(newest->seen, count, sizeof *newest->seen, by_agent);
    window->pushed++;
    return true;
}

/* The middle lies `reach` behind the newest. Adding the ring's size keeps it from going below 0. */
const ssti_present *ssti_window_at(const ssti_window *window, int64_t offset) {
    int64_t size = (int64_t)ring_size(window);
    int64_t newest = (int64_t)(window->pushed % (uint64_t)size) - 1;
    return &window->frames[(newest - (int64_t)window->reach + offset + 2 * size) % size];
}

const sst_point *ssti_present_find(const ssti_present *present, uint32_t agent) {
    ssti_seen key = {.agent = agent};
    const ssti_seen *found = present->count ? bsearch(&key, present->seen, present->count,
                                                      sizeof *present->seen, by_agent)
                                            : NULL;
    return found ? &found->position : NULL;
}

static double nearest_image(double period, double near, double place) {
    return period > 0 ? place + period * round((near - place) / period) : place;
}

sst_point ssti_window_image(const ssti_window *window, sst_point near, sst_point place) {
    return (sst_point){nearest_image(window->period.x, near.x, place.x),
                       nearest_image(window->period.y, near.y, place.y)};
}

double ssti_window_speed(const ssti_window *window, const ssti_seen *who, size_t half) {
    const sst_point *before = ssti_present_find(ssti_window_at(window, -(int64_t)half), who->agent);
    const sst_point *after = ssti_present_find(ssti_window_at(window, (int64_t)half), who->agent);
    double sides = (before != NULL) + (after != NULL);
    sst_point from = before ? ssti_window_image(window, who->position, *before) : who->position;
    sst_point to = after ? ssti_window_image(window, who->position, *after) : who->position;
    double way = hypot(to.x - from.x, to.y - from.y);
    return sides > 0 ? way / (sides * (double)half * window->frame_time) : (double)NAN;
}
