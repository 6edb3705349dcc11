/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Collecting the agents for the least violation. */
#include "simd/relaxed.h"

static void copy_plane(ssti_plane_row *to, size_t to_lane, const ssti_plane_row *from,
                       size_t from_lane) {
    to->normal_x[to_lane] = from->normal_x[from_lane];
    to->normal_y[to_lane] = from->normal_y[from_lane];
    to->offset[to_lane] = from->offset[from_lane];
}

/* The rows of neighbours of whose avoidance the agent takes part. */
static size_t copy_planes(ssti_plane_row *to, size_t to_lane, const ssti_batch *batch,
                          const ssti_plane_row *from, size_t from_lane) {
    size_t count = 0;
    for (size_t row = 0; row < batch->neighbor_count[from_lane]; row++) {
        if (batch->neighbors[row].responsibility[from_lane] > 0.0f) {
            copy_plane(&to[count++], to_lane, &from[row], from_lane);
        }
    }
    return count;
}

static void add_planes(ssti_relaxed *relaxed, size_t to, const ssti_batch *batch, size_t lane,
                       bool with_contact) {
    ssti_plane_row *soft = relaxed->planes + relaxed->hard_rows;
    const ssti_plane_row *agents = ssti_planes_of_agents(batch);
    size_t soft_count = copy_planes(soft, to, batch, agents, lane);
    size_t obstacles = batch->obstacle_count[lane];
    size_t hard_count = obstacles + (with_contact ? soft_count : 0);
    for (size_t i = 0; i < obstacles; i++) {
        copy_plane(soft - hard_count + i, to, agents - obstacles + i, lane);
    }
    if (with_contact) {
        copy_planes(soft - soft_count, to, batch, agents + batch->most_neighbors, lane);
    }
    relaxed->hard_count[to] = (uint32_t)hard_count;
    relaxed->soft_count[to] = (float)soft_count;
}

void ssti_relaxed_add(ssti_relaxed *relaxed, const ssti_batch *batch, size_t lane,
                      bool with_contact) {
    size_t to = relaxed->count++;
    relaxed->index[to] = batch->index[lane];
    relaxed->preferred_x[to] = batch->preferred_x[lane];
    relaxed->preferred_y[to] = batch->preferred_y[lane];
    relaxed->turned_x[to] = batch->turned_x[lane];
    relaxed->turned_y[to] = batch->turned_y[lane];
    relaxed->max_speed[to] = batch->max_speed[lane];
    relaxed->status[to] = batch->status[lane];
    relaxed->neighbor_count[to] = batch->neighbor_count[lane];
    relaxed->edge_count[to] = batch->edge_count[lane];
    relaxed->truncated |= (batch->truncated >> lane & 1u) << to;
    for (size_t row = 0; row < batch->neighbor_count[lane]; row++) {
        relaxed->neighbors[row][to] = batch->neighbors[row].index[lane];
    }
    add_planes(relaxed, to, batch, lane, with_contact);
}
