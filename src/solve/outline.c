/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Edges of an outline for callers without a world. The vertex order is kept; whether the free side
 * is left or right of the edges follows from the sign of the enclosed area. */
#include "sidestep/solve.h"

#include "base/root.h"
#include "base/vec2.h"

/* A cosine and sine this small in the turn between two edges is straight on. */
#define STRAIGHT 1e-6f

static sst_vec2 unit_towards(sst_vec2 from, sst_vec2 to) {
    sst_vec2 e = ssti_sub(to, from);
    return ssti_scale(1.0f / sqrtf(ssti_length_sq(e)), e);
}

/* Twice the signed area, about the first vertex: positive for counter-clockwise. */
static float doubled_area(const sst_vec2 *vertices, size_t count) {
    float area = 0.0f;
    for (size_t i = 1; i + 1 < count; ++i) {
        area +=
            ssti_det(ssti_sub(vertices[i], vertices[0]), ssti_sub(vertices[i + 1], vertices[0]));
    }
    return area;
}

static bool is_in_reach(sst_vec2 vertex) {
    return ssti_abs(vertex.x) <= (float)SST_MAX_COORDINATE &&
           ssti_abs(vertex.y) <= (float)SST_MAX_COORDINATE;
}

static sst_result check_vertices(const sst_vec2 *vertices, size_t count, bool closed) {
    if (count < (closed ? 3u : 2u)) {
        return SST_ERROR_TOO_FEW_VERTICES;
    }
    for (size_t i = 0; i < count; ++i) {
        if (!ssti_vec2_is_finite(vertices[i])) {
            return SST_ERROR_NOT_FINITE;
        }
        if (!is_in_reach(vertices[i])) {
            return SST_ERROR_POSITION;
        }
    }
    for (size_t i = 0; i < (closed ? count : count - 1); ++i) {
        sst_vec2 next = vertices[(i + 1) % count];
        if (!(ssti_length_sq(ssti_sub(next, vertices[i])) > 0.0f)) {
            return SST_ERROR_EDGE;
        }
    }
    return SST_OK;
}

static uint32_t turn_flags(sst_vec2 before, sst_vec2 after, uint32_t left, uint32_t right) {
    float turn = ssti_det(before, after);
    return turn > STRAIGHT ? left : turn < -STRAIGHT ? right : 0u;
}

static sst_edge edge_between(const sst_vec2 *vertices, size_t count, bool closed, size_t i) {
    const sst_vec2 *from = &vertices[i];
    const sst_vec2 *to = &vertices[(i + 1) % count];
    sst_vec2 direction = unit_towards(*from, *to);
    bool is_first = !closed && i == 0;
    bool is_last = !closed && i + 2 == count;
    sst_edge edge = {.from = *from, .to = *to, .direction = direction};
    edge.previous_direction =
        is_first ? ssti_neg(direction) : unit_towards(vertices[(i + count - 1) % count], *from);
    edge.next_direction =
        is_last ? ssti_neg(direction) : unit_towards(*to, vertices[(i + 2) % count]);
    edge.flags =
        turn_flags(edge.previous_direction, direction, SST_EDGE_FROM_LEFT_TURN,
                   SST_EDGE_FROM_RIGHT_TURN) |
        turn_flags(direction, edge.next_direction, SST_EDGE_TO_LEFT_TURN, SST_EDGE_TO_RIGHT_TURN);
    return edge;
}

sst_result sst_edges_from_outline(const sst_vec2 *vertices, size_t count, bool closed,
                                  sst_vec2 origin, sst_edge *edges) {
    if (!vertices || !edges) {
        return SST_ERROR_NULL;
    }
    if (!ssti_vec2_is_finite(origin)) {
        return SST_ERROR_NOT_FINITE;
    }
    sst_result result = check_vertices(vertices, count, closed);
    if (result != SST_OK) {
        return result;
    }
    float area = closed ? doubled_area(vertices, count) : 0.0f;
    if (closed && area == 0.0f) {
        return SST_ERROR_NO_AREA;
    }
    uint32_t side = !closed ? SST_EDGE_TWO_SIDED : area < 0.0f ? SST_EDGE_FREE_LEFT : 0u;
    for (size_t i = 0; i < (closed ? count : count - 1); ++i) {
        edges[i] = edge_between(vertices, count, closed, i);
        edges[i].from = ssti_sub(edges[i].from, origin);
        edges[i].to = ssti_sub(edges[i].to, origin);
        edges[i].flags |= side;
    }
    return SST_OK;
}
