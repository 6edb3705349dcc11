/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Density = people inside / size of the area; speed = mean of theirs (PedPy: classic density, mean
 * speed per frame). */

#include "metrics/classic.h"

#include <math.h>

static bool holds(const ssti_area *area, const sst_point *points, sst_point p) {
    const sst_point *v = points + area->points.first;
    if (area->kind == SSTI_RECTANGLE)
        return p.x > v[0].x && p.y > v[0].y && p.x < v[1].x && p.y < v[1].y;
    return ssti_area_holds(area, points, p);
}

ssti_classic ssti_measure_classic(const ssti_window *window, const ssti_area *area,
                                  const sst_point *points, size_t half) {
    const ssti_present *now = ssti_window_at(window, 0);
    ssti_classic found = {0};
    double sum = 0;
    size_t speeds = 0;
    for (size_t i = 0; i < now->count; i++) {
        if (!holds(area, points, now->seen[i].position))
            continue;
        double speed = ssti_window_speed(window, &now->seen[i], half);
        found.people++;
        speeds += isnan(speed) ? 0 : 1;
        sum += isnan(speed) ? 0 : speed;
    }
    found.density = (double)found.people / ssti_area_size(area, points);
    found.speed = speeds ? sum / (double)speeds : (double)NAN;
    return found;
}
