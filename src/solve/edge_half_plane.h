/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The half-plane that one obstacle edge gives a disc. */
#ifndef SSTI_EDGE_HALF_PLANE_H
#define SSTI_EDGE_HALF_PLANE_H

#include "sidestep/solve.h"

/* What of the agent and the rules an edge's half-plane depends on. */
typedef struct ssti_edge_viewer {
    const sst_solve_params *params;
    sst_vec2 velocity, preferred_velocity;
    float radius; /* the agent's, without the margin */
    float max_speed;
    float time_horizon;
} ssti_edge_viewer;

/* Whether the agent sees the edge: it is on a free side, or on the edge's line where obstacles are
 * closed. */
bool ssti_edge_is_visible(const sst_edge *edge, const sst_solve_params *params);

/* Whether both ends lie so far beyond an earlier half-plane that this edge forbids nothing more. */
bool ssti_edge_is_covered(const ssti_edge_viewer *viewer, const sst_edge *edge,
                          const sst_half_plane *earlier);

/* Writes the half-plane of a visible edge; false where a neighbouring edge gives it instead. */
bool ssti_edge_half_plane(const ssti_edge_viewer *viewer, const sst_edge *edge,
                          sst_half_plane *half_plane);

/* Whether the disc touches or overlaps the edge. */
bool ssti_edge_is_touched(const ssti_edge_viewer *viewer, const sst_edge *edge);

#endif
