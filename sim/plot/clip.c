/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Polygons by Sutherland and Hodgman (1974), one side of the box after the other; segments by Liang
 * and Barsky (1984). */

#include "plot/clip.h"

#include <math.h>
#include <stdlib.h>

void ssti_outline_add(ssti_outline *outline, sst_point point) {
    if (outline->count == outline->capacity) {
        size_t capacity = outline->capacity ? 2 * outline->capacity : 16;
        sst_point *grown = realloc(outline->points, capacity * sizeof *grown);
        if (!grown) {
            outline->out_of_memory = true;
            return;
        }
        outline->points = grown;
        outline->capacity = capacity;
    }
    outline->points[outline->count++] = point;
}

/* --- Polygons ------------------------------------------------------------------------------ */

/* What lies inside has sign * coordinate <= sign * limit. */
typedef struct side {
    bool of_y;
    double sign, limit;
} side;

static double beyond(const side *s, sst_point p) {
    return s->sign * ((s->of_y ? p.y : p.x) - s->limit);
}

/* Where the edge crosses the side; exactly on it. */
static sst_point crossing(const side *s, sst_point a, sst_point b) {
    double f = beyond(s, a) / (beyond(s, a) - beyond(s, b));
    if (s->of_y)
        return (sst_point){a.x + f * (b.x - a.x), s->limit};
    return (sst_point){s->limit, a.y + f * (b.y - a.y)};
}

static void clip_by_side(const ssti_outline *from, const side *s, ssti_outline *to) {
    to->count = 0;
    for (size_t i = 0; i < from->count; i++) {
        sst_point a = from->points[i], b = from->points[i + 1 < from->count ? i + 1 : 0];
        bool a_inside = beyond(s, a) <= 0, b_inside = beyond(s, b) <= 0;
        if (a_inside)
            ssti_outline_add(to, a);
        if (a_inside != b_inside)
            ssti_outline_add(to, crossing(s, a, b));
    }
}

void ssti_clip_polygon(ssti_outline *polygon, const ssti_box *box, ssti_outline *spare) {
    const side sides[] = {{false, -1, box->low_x},
                          {false, 1, box->high_x},
                          {true, -1, box->low_y},
                          {true, 1, box->high_y}};
    for (int i = 0; i < 4; i += 2) {
        clip_by_side(polygon, &sides[i], spare);
        clip_by_side(spare, &sides[i + 1], polygon);
    }
    polygon->out_of_memory |= spare->out_of_memory;
}

/* --- Segments ------------------------------------------------------------------------------ */

/* Narrows the part [first, last] of the segment to where first_gap + part * change <= 0. */
static bool narrow(double gap, double change, double *first, double *last) {
    if (change == 0)
        return gap <= 0;
    if (change < 0)
        *first = fmax(*first, -gap / change);
    else
        *last = fmin(*last, -gap / change);
    return *first <= *last;
}

bool ssti_clip_segment(sst_point *from, sst_point *to, const ssti_box *box) {
    double x = to->x - from->x, y = to->y - from->y, first = 0, last = 1;
    if (!narrow(box->low_x - from->x, -x, &first, &last) ||
        !narrow(from->x - box->high_x, x, &first, &last) ||
        !narrow(box->low_y - from->y, -y, &first, &last) ||
        !narrow(from->y - box->high_y, y, &first, &last))
        return false;
    sst_point start = *from;
    if (first > 0)
        *from = (sst_point){start.x + first * x, start.y + first * y};
    if (last < 1)
        *to = (sst_point){start.x + last * x, start.y + last * y};
    return true;
}
