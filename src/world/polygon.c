/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Cleaning keeps the user's order, so edge numbers mean the same in a scene and in its mirror
 * image. A vertex is dropped as straight by looking at its neighbours in the list as given: where
 * those before it were straight too, the direction is the same. First the coordinates as given are
 * looked at, with a tolerance for their rounding, as points meant to lie on a slanted line seldom
 * do; then the lattice points, exactly. */
#include "world/polygon.h"

#include "base/lattice.h"
#include "world/crossing.h"
#include "world/predicate.h"

/* Squared sine of the turn that rounding alone can make of a straight line. */
#define STRAIGHT_SINE_SQ 1e-24

typedef bool (*straight_test)(sst_point before, sst_point here, sst_point after);

static bool is_straight_as_given(sst_point before, sst_point here, sst_point after) {
    sst_point in = ssti_point_sub(here, before), out = ssti_point_sub(after, here);
    double det = ssti_point_det(in, out);
    return det * det <= STRAIGHT_SINE_SQ * ssti_point_dot(in, in) * ssti_point_dot(out, out) &&
           ssti_point_dot(in, out) > 0.0;
}

static bool is_straight(sst_point before, sst_point here, sst_point after) {
    return ssti_side_of_line(before, here, after) == 0 &&
           ssti_point_dot(ssti_point_sub(here, before), ssti_point_sub(after, here)) > 0.0;
}

/* Drops vertices equal to the one before; returns how many remain. */
static size_t drop_repeated(sst_point *vertices, size_t count, bool closed) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (kept == 0 || !ssti_point_equal(vertices[kept - 1], vertices[i])) {
            vertices[kept++] = vertices[i];
        }
    }
    while (closed && kept > 1 && ssti_point_equal(vertices[kept - 1], vertices[0])) {
        kept--;
    }
    return kept;
}

/* The ends of a chain stay, whatever they are. */
static size_t drop_straight(sst_point *vertices, size_t count, bool polygon,
                            straight_test straight) {
    sst_point first = vertices[0], before = vertices[count - 1];
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        sst_point here = vertices[i], after = i + 1 < count ? vertices[i + 1] : first;
        bool end = !polygon && (i == 0 || i + 1 == count);
        if (end || !straight(before, here, after)) {
            vertices[kept++] = here;
        }
        before = here;
    }
    return kept;
}

static void clean(sst_point *vertices, bool polygon, straight_test straight,
                  ssti_outline *outline) {
    size_t distinct = drop_repeated(vertices, outline->count, polygon);
    outline->report.dropped_repeated += outline->count - distinct;
    outline->count = distinct < 3 ? distinct : drop_straight(vertices, distinct, polygon, straight);
    outline->report.dropped_collinear += distinct - outline->count;
}

static bool is_on_one_line(const sst_point *vertices, size_t count) {
    for (size_t i = 2; i < count; i++) {
        if (ssti_side_of_line(vertices[0], vertices[1], vertices[i]) != 0) {
            return false;
        }
    }
    return true;
}

/* The turn at the leftmost vertex, which is convex. */
int ssti_outline_orientation(const sst_point *vertices, size_t count) {
    size_t first = 0;
    for (size_t i = 1; i < count; i++) {
        first = ssti_point_before(vertices[i], vertices[first]) ? i : first;
    }
    return ssti_side_of_line(vertices[first > 0 ? first - 1 : count - 1], vertices[first],
                             vertices[first + 1 < count ? first + 1 : 0]);
}

/* From lattice points. */
static sst_result clean_and_check(sst_point *vertices, bool polygon, void *scratch,
                                  ssti_outline *outline) {
    clean(vertices, polygon, is_straight, outline);
    size_t distinct = outline->count + outline->report.dropped_collinear;
    if (distinct < (polygon ? 3 : 2)) {
        return SST_ERROR_TOO_FEW_VERTICES;
    }
    if (polygon && is_on_one_line(vertices, outline->count)) {
        return SST_ERROR_NO_AREA;
    }
    if (!polygon && outline->count > 3 &&
        ssti_point_equal(vertices[0], vertices[outline->count - 1])) {
        outline->closed = true;
        outline->count--;
    }
    if (!ssti_outline_is_simple(vertices, outline->count, outline->closed, scratch)) {
        return SST_ERROR_SELF_CROSSING;
    }
    outline->orientation = outline->closed ? ssti_outline_orientation(vertices, outline->count) : 0;
    return SST_OK;
}

sst_result ssti_outline_clean(sst_point *vertices, size_t count, bool polygon, void *scratch,
                              ssti_outline *outline) {
    *outline = (ssti_outline){.count = count, .closed = polygon};
    clean(vertices, polygon, is_straight_as_given, outline);
    for (size_t i = 0; i < outline->count; i++) {
        vertices[i] = ssti_lattice_point(vertices[i]);
    }
    return clean_and_check(vertices, polygon, scratch, outline);
}

sst_result ssti_outline_check(sst_point *vertices, size_t count, bool polygon, void *scratch,
                              ssti_outline *outline) {
    *outline = (ssti_outline){.count = count, .closed = polygon};
    return clean_and_check(vertices, polygon, scratch, outline);
}
