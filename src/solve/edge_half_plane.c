/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Half-plane of a disc and an obstacle edge (van den Berg, Guy, Lin, Manocha 2011, section 5,
 * figures 6 and 7, for lists of edges that share vertices).
 *
 * The velocity obstacle of an edge is a truncated cone too: a cut-off segment between the vertices
 * divided by tau, an arc of radius r/tau round each, and a leg tangent to each end. The agent takes
 * the whole avoidance: the half-plane is tangent at the boundary point nearest to the projected
 * velocity. Where edges share a vertex, the cone of one must not reach past the other: at a
 * non-convex vertex the leg is the edge's own direction, and a leg that points into the
 * neighbouring edge is foreign: that edge gives the half-plane.
 *
 * The agent looks at the edge with the left vertex on its left. All distances along the edge are
 * measured from the vertex that the outline lists first, so that a mirrored scene, where left and
 * right swap, computes the same numbers.
 */
#include "solve/edge_half_plane.h"

#include "base/root.h"
#include "base/vec2.h"

#define NO_DIRECTION_SQ 1e-30f
/* Relative rounding of the products and sums below. */
#define ROUNDING        4e-7f
#define COVER_TOLERANCE 2e-6f
/* Sines of angles that are taken as none. */
#define PARALLEL_TURN 1e-6f
#define OPPOSITE_TURN 1e-5f

/* The edge as the agent sees it. */
typedef struct edge_view {
    sst_vec2 left, right;                   /* vertices; equal where only one end is seen */
    sst_vec2 direction;                     /* unit, from left to right */
    sst_vec2 towards;                       /* unit normal, to the agent's side */
    sst_vec2 left_neighbor, right_neighbor; /* directions of the adjoining edges, left to right */
    bool left_is_convex, right_is_convex;
    bool is_reversed; /* left is `to` */
    bool is_single;   /* seen so obliquely that one vertex hides the other */
    float radius;     /* with the margin */
} edge_view;

static bool edge_is_reversed(const sst_edge *edge, sst_handedness handedness) {
    if (!(edge->flags & SST_EDGE_TWO_SIDED)) {
        return (edge->flags & SST_EDGE_FREE_LEFT) != 0;
    }
    float side = ssti_det(edge->direction, edge->from);
    return side < 0.0f || (side == 0.0f && handedness == SST_LEFT_HANDED);
}

bool ssti_edge_is_visible(const sst_edge *edge, const sst_solve_params *params) {
    if (edge->flags & SST_EDGE_INSIDE) {
        return true;
    }
    float side = ssti_det(edge->direction, edge->from);
    if (edge->flags & SST_EDGE_TWO_SIDED) {
        return params->obstacles_are_closed || side != 0.0f;
    }
    float out = edge->flags & SST_EDGE_FREE_LEFT ? -side : side;
    if (!params->obstacles_are_closed) {
        return out > 0.0f;
    }
    return out >= -ROUNDING * sqrtf(ssti_length_sq(edge->from));
}

static edge_view view_of(const sst_edge *edge, const ssti_edge_viewer *viewer) {
    edge_view view = {
        .is_reversed = edge_is_reversed(edge, viewer->params->handedness),
        .radius = viewer->radius + viewer->params->obstacle_margin,
    };
    if (!view.is_reversed) {
        view.left = edge->from;
        view.right = edge->to;
        view.direction = edge->direction;
        view.left_neighbor = edge->previous_direction;
        view.right_neighbor = edge->next_direction;
        view.left_is_convex = !(edge->flags & SST_EDGE_FROM_RIGHT_TURN);
        view.right_is_convex = !(edge->flags & SST_EDGE_TO_RIGHT_TURN);
    } else {
        view.left = edge->to;
        view.right = edge->from;
        view.direction = ssti_neg(edge->direction);
        view.left_neighbor = ssti_neg(edge->next_direction);
        view.right_neighbor = ssti_neg(edge->previous_direction);
        view.left_is_convex = !(edge->flags & SST_EDGE_TO_LEFT_TURN);
        view.right_is_convex = !(edge->flags & SST_EDGE_FROM_LEFT_TURN);
    }
    view.towards = ssti_right_of(view.direction);
    return view;
}

/* --- Contact ------------------------------------------------------------------------------- */

/* Offset of a half-plane at an edge that is `distance` away and touched: keep off, and where
 * obstacles push out, undo an overlap within the step but at no more than half the max speed. */
static float contact_offset(const ssti_edge_viewer *viewer, float distance) {
    float depth = viewer->radius - distance;
    if (!viewer->params->obstacles_push_out || !(depth > 0.0f)) {
        return 0.0f;
    }
    return ssti_min(depth / viewer->params->time_step, 0.5f * viewer->max_speed);
}

static sst_half_plane contact_with_vertex(const ssti_edge_viewer *viewer, const edge_view *view,
                                          sst_vec2 vertex) {
    float distance_sq = ssti_length_sq(vertex);
    float distance = sqrtf(distance_sq);
    bool on_vertex = distance_sq < NO_DIRECTION_SQ;
    return (sst_half_plane){
        .normal = on_vertex ? view->towards : ssti_scale(-1.0f / distance, vertex),
        .offset = contact_offset(viewer, distance),
        .geometric_case = SST_CASE_EDGE_CONTACT_VERTEX,
    };
}

static sst_half_plane contact_with_side(const ssti_edge_viewer *viewer, const edge_view *view,
                                        float distance) {
    return (sst_half_plane){
        .normal = view->towards,
        .offset = contact_offset(viewer, distance),
        .geometric_case = SST_CASE_EDGE_CONTACT_SIDE,
    };
}

/* The centre is inside the obstacle: out by the nearest point of this edge, which lies on its side,
 * or at a vertex where the outline bends inwards. */
static sst_half_plane bring_out(const ssti_edge_viewer *viewer, const sst_edge *edge,
                                const edge_view *view) {
    float distance = sst_edge_distance(edge);
    sst_vec2 e = ssti_sub(edge->to, edge->from);
    float along = -ssti_dot(edge->from, e);
    sst_vec2 vertex = along <= 0.0f ? edge->from : edge->to;
    bool at_side = along > 0.0f && along < ssti_length_sq(e);
    bool has_direction = ssti_length_sq(vertex) >= NO_DIRECTION_SQ;
    float out = (distance + viewer->radius) / viewer->params->time_step;
    return (sst_half_plane){
        .normal = at_side || !has_direction ? view->towards : ssti_scale(1.0f / distance, vertex),
        .offset = ssti_min(out, 0.5f * viewer->max_speed),
        .geometric_case = SST_CASE_EDGE_INSIDE,
    };
}

/* --- Legs ---------------------------------------------------------------------------------- */

static float tangent_length(sst_vec2 vertex, float radius) {
    float length_sq = ssti_length_sq(vertex) - radius * radius;
    return length_sq > 0.0f ? sqrtf(length_sq) : 0.0f;
}

static sst_vec2 left_tangent(sst_vec2 vertex, float radius) {
    sst_vec2 along = ssti_scale(tangent_length(vertex, radius), vertex);
    sst_vec2 across = ssti_scale(radius, ssti_left_of(vertex));
    return ssti_scale(1.0f / ssti_length_sq(vertex), ssti_add(along, across));
}

static sst_vec2 right_tangent(sst_vec2 vertex, float radius) {
    sst_vec2 along = ssti_scale(tangent_length(vertex, radius), vertex);
    sst_vec2 across = ssti_scale(radius, ssti_left_of(vertex));
    return ssti_scale(1.0f / ssti_length_sq(vertex), ssti_sub(along, across));
}

/* The two sides of the cone, away from the agent; a foreign one belongs to the adjoining edge. */
typedef struct edge_legs {
    sst_vec2 left, right;
    bool left_is_foreign, right_is_foreign;
} edge_legs;

/* Whether a leg points past `limit`, the adjoining edge as seen from the shared vertex, so that
 * `turn` = det(leg, limit) or its mirror image is positive. Where both are parallel the sign of the
 * turn is rounding: end-on the leg runs along its own edge, and an agent that grazes the end of a
 * wall, whose other side runs straight back, has its leg just opposite. Neither is foreign. */
static bool points_past(sst_vec2 leg, sst_vec2 limit, float turn) {
    return turn > PARALLEL_TURN && !(turn < OPPOSITE_TURN && ssti_dot(leg, limit) < 0.0f);
}

static edge_legs legs_of(const edge_view *view) {
    edge_legs legs = {
        .left = view->left_is_convex ? left_tangent(view->left, view->radius)
                                     : ssti_neg(view->direction),
        .right = view->right_is_convex ? right_tangent(view->right, view->radius) : view->direction,
    };
    sst_vec2 left_limit = ssti_neg(view->left_neighbor);
    if (view->left_is_convex &&
        points_past(legs.left, left_limit, ssti_det(legs.left, left_limit))) {
        legs.left = left_limit;
        legs.left_is_foreign = true;
    }
    sst_vec2 right_limit = view->right_neighbor;
    if (view->right_is_convex &&
        points_past(legs.right, right_limit, ssti_det(right_limit, legs.right))) {
        legs.right = right_limit;
        legs.right_is_foreign = true;
    }
    return legs;
}

/* Seen along its line, the near vertex hides the rest: the edge is a disc round that vertex, and
 * the edge itself adjoins it on the far side. */
static void keep_left_vertex(edge_view *view) {
    view->right = view->left;
    view->right_is_convex = true;
    view->right_neighbor = view->direction;
    view->is_single = true;
}

static void keep_right_vertex(edge_view *view) {
    view->left = view->right;
    view->left_is_convex = true;
    view->left_neighbor = view->direction;
    view->is_single = true;
}

/* --- Projection on the truncated cone ------------------------------------------------------ */

static sst_half_plane tangent_at(sst_vec2 normal, sst_vec2 centre, float radius, sst_case tag) {
    return (sst_half_plane){
        .normal = normal,
        .offset = ssti_dot(normal, centre) + radius,
        .geometric_case = tag,
    };
}

static sst_half_plane arc(sst_vec2 from_centre, sst_vec2 centre, float radius, sst_case tag) {
    float length = sqrtf(ssti_length_sq(from_centre));
    return tangent_at(ssti_scale(1.0f / length, from_centre), centre, radius, tag);
}

/* The velocity and the cone in it, for the choice of the nearest boundary point. */
typedef struct projection {
    sst_vec2 left_centre, right_centre; /* of the arcs: vertices / tau */
    sst_vec2 from_left, from_right;     /* velocity minus centre */
    float radius;                       /* r / tau */
    float along_left, along_right;      /* of the velocity on the legs, from their centres */
    float cutoff_sq, left_sq, right_sq; /* squared distances, infinite where not in reach */
    bool before_left, beyond_right;     /* position on the cut-off */
} projection;

static const float unreachable = 3e38f;

static float distance_to_ray_sq(sst_vec2 from_centre, sst_vec2 leg, float along) {
    return along < 0.0f ? unreachable
                        : ssti_length_sq(ssti_sub(from_centre, ssti_scale(along, leg)));
}

static void project_on_cutoff(projection *p, const edge_view *view) {
    sst_vec2 first = view->is_reversed ? p->right_centre : p->left_centre;
    sst_vec2 last = view->is_reversed ? p->left_centre : p->right_centre;
    sst_vec2 from_first = view->is_reversed ? p->from_right : p->from_left;
    sst_vec2 chord = ssti_sub(last, first);
    float chord_sq = ssti_length_sq(chord);
    p->cutoff_sq = unreachable;
    if (view->is_single || !(chord_sq > 0.0f)) {
        return;
    }
    float along = ssti_dot(from_first, chord);
    p->before_left = view->is_reversed ? along > chord_sq : along < 0.0f;
    p->beyond_right = view->is_reversed ? along < 0.0f : along > chord_sq;
    if (!p->before_left && !p->beyond_right) {
        float across = ssti_det(chord, from_first);
        p->cutoff_sq = across * across / chord_sq;
    }
}

static projection project(const ssti_edge_viewer *viewer, const edge_view *view,
                          const edge_legs *legs, sst_vec2 velocity) {
    float inv_horizon = 1.0f / viewer->time_horizon;
    projection p = {
        .left_centre = ssti_scale(inv_horizon, view->left),
        .right_centre = ssti_scale(inv_horizon, view->right),
        .radius = inv_horizon * view->radius,
    };
    p.from_left = ssti_sub(velocity, p.left_centre);
    p.from_right = ssti_sub(velocity, p.right_centre);
    p.along_left = ssti_dot(p.from_left, legs->left);
    p.along_right = ssti_dot(p.from_right, legs->right);
    project_on_cutoff(&p, view);
    /* A leg at a non-convex vertex goes on where the cut-off ends: no arc lies between, though
     * rounding may put the velocity between them. */
    if (p.before_left && !view->left_is_convex) {
        p.along_left = ssti_max(p.along_left, 0.0f);
    }
    if (p.beyond_right && !view->right_is_convex) {
        p.along_right = ssti_max(p.along_right, 0.0f);
    }
    p.left_sq = distance_to_ray_sq(p.from_left, legs->left, p.along_left);
    p.right_sq = distance_to_ray_sq(p.from_right, legs->right, p.along_right);
    return p;
}

static bool nearest_is_left_arc(const projection *p, bool is_single) {
    return p->along_left < 0.0f && (is_single ? p->along_right < 0.0f : p->before_left);
}

static bool nearest_is_right_arc(const projection *p) {
    return p->beyond_right && p->along_right < 0.0f;
}

/* Between legs that are equally near, as the two of a cone of no width always are, it is the side
 * of the velocity that tells. */
static bool left_leg_wins(const projection *p, const edge_legs *legs, sst_handedness handedness) {
    float tie = ROUNDING * (p->left_sq + p->right_sq);
    if (ssti_abs(p->left_sq - p->right_sq) > tie) {
        return p->left_sq < p->right_sq;
    }
    float side = ssti_det(ssti_add(legs->left, legs->right), ssti_add(p->from_left, p->from_right));
    return side > 0.0f || (side == 0.0f && handedness == SST_RIGHT_HANDED);
}

/* False where the nearest boundary is a foreign leg and the adjoining edge is trusted with it. It
 * may not be among the edges in reach, or covered; where foreign legs bind, the half-plane that it
 * would give at its cut-off is given here. */
static bool boundary_half_plane(const ssti_edge_viewer *viewer, const projection *p,
                                const edge_view *view, const edge_legs *legs, sst_half_plane *out) {
    if (nearest_is_left_arc(p, view->is_single)) {
        *out = arc(p->from_left, p->left_centre, p->radius, SST_CASE_EDGE_LEFT_ARC);
        return true;
    }
    if (nearest_is_right_arc(p)) {
        *out = arc(p->from_right, p->right_centre, p->radius, SST_CASE_EDGE_RIGHT_ARC);
        return true;
    }
    if (p->cutoff_sq < unreachable && p->cutoff_sq <= p->left_sq && p->cutoff_sq <= p->right_sq) {
        sst_vec2 first = view->is_reversed ? p->right_centre : p->left_centre;
        *out = tangent_at(view->towards, first, p->radius, SST_CASE_EDGE_CUTOFF);
        return true;
    }
    if (left_leg_wins(p, legs, viewer->params->handedness)) {
        *out =
            tangent_at(ssti_left_of(legs->left), p->left_centre, p->radius, SST_CASE_EDGE_LEFT_LEG);
        return !legs->left_is_foreign || viewer->params->foreign_legs_bind;
    }
    *out =
        tangent_at(ssti_right_of(legs->right), p->right_centre, p->radius, SST_CASE_EDGE_RIGHT_LEG);
    return !legs->right_is_foreign || viewer->params->foreign_legs_bind;
}

/* --- The edge as a whole ------------------------------------------------------------------- */

/* Where the agent stands along the edge, and how far from its line. */
typedef struct edge_station {
    bool before_left, beyond_right;
    float line_distance_sq;
} edge_station;

static edge_station station_of(const sst_edge *edge, const edge_view *view) {
    sst_vec2 e = ssti_sub(edge->to, edge->from);
    float length_sq = ssti_length_sq(e);
    float along = -ssti_dot(edge->from, e);
    float across = ssti_det(e, edge->from);
    return (edge_station){
        .before_left = view->is_reversed ? along > length_sq : along < 0.0f,
        .beyond_right = view->is_reversed ? along < 0.0f : along > length_sq,
        .line_distance_sq = across * across / length_sq,
    };
}

static sst_vec2 velocity_to_project(const ssti_edge_viewer *viewer, bool is_moving) {
    const sst_solve_params *params = viewer->params;
    switch (is_moving ? params->moving_obstacle_projection : params->obstacle_projection) {
    case SST_PROJECT_ZERO:
        return ssti_vec2(0.0f, 0.0f);
    case SST_PROJECT_PREFERRED:
        return viewer->preferred_velocity;
    case SST_PROJECT_CURRENT:
    default:
        return viewer->velocity;
    }
}

static sst_vec2 projected_velocity(const ssti_edge_viewer *viewer, const sst_edge *edge) {
    bool is_moving = edge->flags & SST_EDGE_MOVING;
    sst_vec2 velocity = velocity_to_project(viewer, is_moving);
    return is_moving ? ssti_sub(velocity, edge->velocity) : velocity;
}

/* Whether the agent stands beside the edge that adjoins this one on the left, so that its side is
 * touched before the vertex is. */
static bool is_beside_left_neighbor(const edge_view *view) {
    return ssti_det(view->left, view->left_neighbor) < 0.0f &&
           ssti_dot(view->left, view->left_neighbor) > 0.0f;
}

/* The half-plane of a touched edge. A non-convex vertex leaves it to the adjoining edge. Of the two
 * edges at a convex vertex the one that has it on its left gives it, the other only where it alone
 * is seen. Who stands beside the left one gets that side and, where overlaps are pushed out or the
 * obstacle moves, no vertex: in the mirrored scene it would have none. */
static bool contact_half_plane(const ssti_edge_viewer *viewer, const sst_edge *edge,
                               const edge_view *view, const edge_station *station,
                               sst_half_plane *out) {
    if (station->before_left) {
        bool by_side = viewer->params->obstacles_push_out || edge->flags & SST_EDGE_MOVING;
        *out = contact_with_vertex(viewer, view, view->left);
        return view->left_is_convex && !(by_side && is_beside_left_neighbor(view));
    }
    if (station->beyond_right) {
        *out = contact_with_vertex(viewer, view, view->right);
        return view->right_is_convex && ssti_det(view->right, view->right_neighbor) >= 0.0f;
    }
    *out = contact_with_side(viewer, view, sqrtf(station->line_distance_sq));
    return true;
}

/* In an inner corner past the end of this edge, in front of the adjoining one: there the line of
 * the edge bounds the corner all the same. */
static bool is_in_corner(const edge_view *view, const edge_station *station) {
    if (station->before_left) {
        return !view->left_is_convex && ssti_det(view->left, view->left_neighbor) < 0.0f;
    }
    return station->beyond_right && !view->right_is_convex &&
           ssti_det(view->right, view->right_neighbor) < 0.0f;
}

static bool is_in_contact(const edge_view *view, const edge_station *station) {
    float radius_sq = view->radius * view->radius;
    if (station->before_left) {
        return ssti_length_sq(view->left) <= radius_sq;
    }
    if (station->beyond_right) {
        return ssti_length_sq(view->right) <= radius_sq;
    }
    return station->line_distance_sq <= radius_sq;
}

/* The agent looks along the edge, or so nearly that rounding decides. */
static bool is_end_on(const edge_view *view, const edge_station *station) {
    sst_vec2 nearest = station->before_left ? view->left : view->right;
    float rounding_sq = ROUNDING * ROUNDING * ssti_length_sq(nearest);
    return (station->before_left || station->beyond_right) &&
           station->line_distance_sq <= ssti_max(view->radius * view->radius, rounding_sq);
}

static bool cone_half_plane(const ssti_edge_viewer *viewer, const sst_edge *edge, edge_view *view,
                            const edge_station *station, sst_half_plane *out) {
    if (is_end_on(view, station)) {
        if (station->before_left) {
            if (!view->left_is_convex) {
                return false;
            }
            keep_left_vertex(view);
        } else {
            if (!view->right_is_convex) {
                return false;
            }
            keep_right_vertex(view);
        }
    }
    edge_legs legs = legs_of(view);
    projection p = project(viewer, view, &legs, projected_velocity(viewer, edge));
    if (!boundary_half_plane(viewer, &p, view, &legs, out)) {
        return false;
    }
    if (viewer->params->obstacles_permit_stop) {
        out->offset = ssti_min(out->offset, 0.0f);
    }
    return true;
}

/* In the frame of a moving obstacle the half-plane is that of a static one. */
static void shift_to_world_frame(const sst_edge *edge, sst_half_plane *half_plane) {
    if (edge->flags & SST_EDGE_MOVING) {
        half_plane->offset += ssti_dot(half_plane->normal, edge->velocity);
    }
}

bool ssti_edge_half_plane(const ssti_edge_viewer *viewer, const sst_edge *edge,
                          sst_half_plane *half_plane) {
    edge_view view = view_of(edge, viewer);
    edge_station station = station_of(edge, &view);
    bool is_touched = is_in_contact(&view, &station), found = true;
    if (viewer->params->obstacles_push_out && is_in_corner(&view, &station)) {
        station.before_left = station.beyond_right = false;
    }
    if (edge->flags & SST_EDGE_INSIDE) {
        *half_plane = bring_out(viewer, edge, &view);
    } else if (is_touched) {
        found = contact_half_plane(viewer, edge, &view, &station, half_plane);
    } else {
        found = cone_half_plane(viewer, edge, &view, &station, half_plane);
    }
    if (found) {
        shift_to_world_frame(edge, half_plane);
    }
    return found;
}

bool ssti_edge_is_touched(const ssti_edge_viewer *viewer, const sst_edge *edge) {
    return ssti_segment_distance_sq(edge->from, edge->to) <= viewer->radius * viewer->radius;
}

bool ssti_edge_is_covered(const ssti_edge_viewer *viewer, const sst_edge *edge,
                          const sst_half_plane *earlier) {
    if (edge->flags & (SST_EDGE_MOVING | SST_EDGE_INSIDE)) {
        return false;
    }
    float inv_horizon = 1.0f / viewer->time_horizon;
    float radius = inv_horizon * (viewer->radius + viewer->params->obstacle_margin);
    float limit = ssti_min(earlier->offset, 0.0f) - radius;
    float from = inv_horizon * ssti_dot(earlier->normal, edge->from);
    float to = inv_horizon * ssti_dot(earlier->normal, edge->to);
    float tolerance = COVER_TOLERANCE * (ssti_abs(limit) + radius);
    return from <= limit + tolerance && to <= limit + tolerance;
}

float sst_edge_distance(const sst_edge *edge) {
    return sqrtf(ssti_segment_distance_sq(edge->from, edge->to));
}
