/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Starts, goals and ways against the obstacles. */

#include "advice/advice.h"

#include <math.h>
#include <stdio.h>

static const double none = (double)NAN, touch = 1e-3;

/* Whether the agent's obstacles have a room, and the point is in none of them. */
static sst_result is_outside_rooms(const ssti_check *check, const ssti_agent *agent,
                                   sst_point point, bool *outside) {
    *outside = false;
    if (!(check->room_layers & agent->def.obstacle_mask))
        return SST_OK;
    sst_clearance clearance;
    sst_result result = sst_world_query_clearance(check->rooms, point, point, 0,
                                                  agent->def.obstacle_mask, touch, &clearance);
    *outside = result == SST_OK && clearance.distance > 0;
    return result;
}

/* How far a disc at a point reaches into the obstacles of a world [m]; not positive if it is clear.
 */
static sst_result depth_in(sst_world *world, const ssti_agent *agent, sst_point point,
                           double radius, double *depth, sst_obstacle_id *obstacle) {
    sst_clearance clearance;
    sst_result result = sst_world_query_clearance(world, point, point, 0, agent->def.obstacle_mask,
                                                  fmax(radius, touch), &clearance);
    if (result == SST_OK) {
        *depth = radius - clearance.distance;
        *obstacle = clearance.obstacle;
    }
    return result;
}

static sst_result number_of(const sst_world *world, sst_obstacle_id id, size_t *number) {
    sst_obstacle_def def;
    sst_result result = sst_world_get_obstacle(world, id, &def);
    if (result == SST_OK)
        *number = (size_t)def.key;
    return result;
}

/* --- Starts -------------------------------------------------------------------------------- */

/* Moving obstacles count for those who are there at the start. */
static sst_world *world_of_start(const ssti_check *check, const ssti_agent *agent) {
    return ssti_starts_at_once(check, agent) ? check->start : check->still;
}

sst_result ssti_look_agent_in_obstacle(ssti_check *check) {
    const sst_scenario *s = check->scenario;
    sst_result result = SST_OK;
    for (size_t i = 0; i < s->agent_count && result == SST_OK; i++) {
        const ssti_agent *agent = &s->agents[i];
        double depth = 0;
        size_t number = 0;
        sst_obstacle_id obstacle;
        sst_world *world = world_of_start(check, agent);
        result = depth_in(world, agent, agent->def.position, (double)agent->def.radius, &depth,
                          &obstacle);
        if (result != SST_OK || depth <= touch)
            continue;
        result = number_of(world, obstacle, &number);
        if (result == SST_OK)
            ssti_advise(check, SST_SEVERITY_WARNING,
                        (ssti_subject){ssti_agent_place(check, i, "position"), "position", depth},
                        "agent %zu enters %.3g m deep in obstacle %zu: it is first brought out, or "
                        "stays caught where bring_out is off; move it by %.6g m or more",
                        i, depth, number, ssti_round_up(depth));
    }
    return result;
}

sst_result ssti_look_agent_outside_room(ssti_check *check) {
    const sst_scenario *s = check->scenario;
    sst_result result = SST_OK;
    for (size_t i = 0; i < s->agent_count && result == SST_OK; i++) {
        bool outside;
        result = is_outside_rooms(check, &s->agents[i], s->agents[i].def.position, &outside);
        if (result == SST_OK && outside)
            ssti_advise(check, SST_SEVERITY_WARNING,
                        (ssti_subject){ssti_agent_place(check, i, "position"), "position", none},
                        "agent %zu enters outside every room: a room's walls are solid on their "
                        "outer side and do not let it in; place it inside, or give the obstacle "
                        "kind: chain, or leave its layers out of the agent's obstacle_mask",
                        i);
    }
    return result;
}

/* --- Goals --------------------------------------------------------------------------------- */

/* What keeps the agent from a goal: how far beyond its tolerance it must stop [m], and why. */
static sst_result is_out_of_reach(const ssti_check *check, const ssti_agent *agent, size_t nth,
                                  double *excess, bool *outside) {
    const sst_scenario *s = check->scenario;
    sst_point goal = s->points[agent->goals.first + nth];
    double radius = (double)agent->def.radius, depth = 0;
    bool last = nth + 1 == agent->goals.count;
    /* As a run counts it: docs/runs.md. */
    double tolerance = last ? fmax(radius / 4, agent->preferred_speed * s->time_step) : radius;
    double margin = (double)check->def.solve.obstacle_margin;
    sst_obstacle_id obstacle;
    sst_result result = depth_in(check->still, agent, goal, radius + margin, &depth, &obstacle);
    *excess = depth - margin - tolerance;
    if (result == SST_OK)
        result = is_outside_rooms(check, agent, goal, outside);
    return result;
}

static void tell_of_goal(ssti_check *check, size_t number, size_t nth, double excess,
                         bool outside) {
    const char *key = ssti_goal_key(check, number);
    ssti_subject subject = {ssti_agent_place(check, number, key), key, outside ? none : excess};
    if (outside)
        ssti_advise(check, SST_SEVERITY_WARNING, subject,
                    "agent %zu: goal %zu lies outside every room, where no way leads: it will push "
                    "against the wall; move the goal inside",
                    number, nth + 1);
    else
        ssti_advise(
            check, SST_SEVERITY_WARNING, subject,
            "agent %zu: goal %zu is in an obstacle, or nearer to it than the agent can get: "
            "it will push against it and not arrive; move the goal by %.6g m or more",
            number, nth + 1, ssti_round_up(excess));
}

sst_result ssti_look_goal_unreachable(ssti_check *check) {
    const sst_scenario *s = check->scenario;
    sst_result result = SST_OK;
    for (size_t i = 0; i < s->agent_count; i++)
        for (size_t nth = 0; nth < s->agents[i].goals.count && result == SST_OK; nth++) {
            double excess;
            bool outside = false;
            if (ssti_goal_is_area(s, &s->agents[i], nth)) /* it has other points */
                continue;
            result = is_out_of_reach(check, &s->agents[i], nth, &excess, &outside);
            if (result == SST_OK && (outside || excess > touch))
                tell_of_goal(check, i, nth, excess, outside);
        }
    return result;
}

/* --- Ways ---------------------------------------------------------------------------------- */

typedef struct way_leg {
    const ssti_agent *agent;
    sst_point from, to;
} way_leg;

static sst_point along(const way_leg *leg, double share) {
    return (sst_point){leg->from.x + share * (leg->to.x - leg->from.x),
                       leg->from.y + share * (leg->to.y - leg->from.y)};
}

/* Whether an end of a leg is clear: what touches or lies outside is told of already. */
static sst_result is_clear(const ssti_check *check, const ssti_agent *agent, sst_point end,
                           bool *clear) {
    double depth = 0;
    bool outside = false;
    sst_obstacle_id obstacle;
    sst_result result =
        depth_in(check->still, agent, end, (double)agent->def.radius, &depth, &obstacle);
    if (result == SST_OK)
        result = is_outside_rooms(check, agent, end, &outside);
    *clear = depth <= 0 && !outside;
    return result;
}

static sst_result is_blocked(const ssti_check *check, const way_leg *leg, bool *blocked) {
    bool from_clear = false, to_clear = false, visible = true;
    sst_result result = is_clear(check, leg->agent, leg->from, &from_clear);
    if (result == SST_OK)
        result = is_clear(check, leg->agent, leg->to, &to_clear);
    if (result == SST_OK && from_clear && to_clear)
        result = sst_world_query_visibility(check->still, leg->from, leg->to,
                                            (double)leg->agent->def.radius,
                                            leg->agent->def.obstacle_mask, &visible);
    *blocked = !visible;
    return result;
}

enum { MOST_WALKS = 20 };

/* Halvings of a way, to the digits of a double; and a limit beyond the ends of the world [m]. */
enum { BISECTIONS = 50, ANYWHERE = 1000000000 };

/* Where the way first touches an obstacle, by bisection, and which. */
static sst_result find_block(const ssti_check *check, const way_leg *leg, sst_point *place,
                             size_t *obstacle) {
    double free = 0, blocked = 1, radius = (double)leg->agent->def.radius;
    sst_result result = SST_OK;
    for (int i = 0; i < BISECTIONS && result == SST_OK; i++) {
        double middle = (free + blocked) / 2;
        bool visible = false;
        result = sst_world_query_visibility(check->still, leg->from, along(leg, middle), radius,
                                            leg->agent->def.obstacle_mask, &visible);
        *(visible ? &free : &blocked) = middle;
    }
    *place = along(leg, blocked);
    sst_clearance clearance = {0};
    if (result == SST_OK)
        result = sst_world_query_clearance(check->still, along(leg, free), *place, 0,
                                           leg->agent->def.obstacle_mask, ANYWHERE, &clearance);
    return result == SST_OK ? number_of(check->still, clearance.obstacle, obstacle) : result;
}

/* The first few are walked, which tells it best; then a rule must do, for the obstacle alone. */
static sst_result is_caught(ssti_check *check, size_t number, const way_leg *leg, sst_point place,
                            size_t obstacle, bool *caught) {
    *caught = ssti_catches(check, obstacle, leg->from, leg->to, place);
    return check->said < MOST_WALKS && ssti_decides(leg->agent)
               ? ssti_walk_alone(check, number, leg->from, leg->to, caught)
               : SST_OK;
}

static void tell_of_block(ssti_check *check, size_t number, size_t nth, const way_leg *leg,
                          sst_point place, size_t obstacle, bool caught) {
    nth %= leg->agent->goals.count;
    ssti_subject subject = {ssti_agent_place(check, number, ssti_goal_key(check, number)), "goals",
                            none};
    if (caught)
        ssti_advise(check, SST_SEVERITY_WARNING, subject,
                    "agent %zu: obstacle %zu stands in the straight way to goal %zu, from (%.4g, "
                    "%.4g) on, and catches it: local avoidance finds no way round; give goals with "
                    "waypoints round it",
                    number, obstacle, nth + 1, place.x, place.y);
    else
        ssti_advise(check, SST_SEVERITY_NOTE, subject,
                    "agent %zu: obstacle %zu stands in the straight way to goal %zu, from (%.4g, "
                    "%.4g) on; it can slide along it, but a waypoint is shorter and surer",
                    number, obstacle, nth + 1, place.x, place.y);
}

static sst_result look_along(ssti_check *check, size_t number, size_t nth, const way_leg *leg) {
    bool blocked = false;
    sst_point place;
    size_t obstacle = 0;
    sst_result result = is_blocked(check, leg, &blocked);
    if (result != SST_OK || !blocked)
        return result;
    bool caught = false;
    result = find_block(check, leg, &place, &obstacle);
    if (result == SST_OK)
        result = is_caught(check, number, leg, place, obstacle, &caught);
    if (result == SST_OK)
        tell_of_block(check, number, nth, leg, place, obstacle, caught);
    return result;
}

sst_result ssti_look_goal_hidden(ssti_check *check) {
    const sst_scenario *s = check->scenario;
    sst_result result = SST_OK;
    for (size_t i = 0; i < s->agent_count; i++) {
        way_leg leg = {&s->agents[i], s->agents[i].def.position, s->agents[i].def.position};
        for (size_t nth = 0; nth < ssti_leg_count(leg.agent) && result == SST_OK; nth++) {
            leg.to = ssti_leg_end(s, leg.agent, nth);
            if (check->door_legs[i] != nth + 1) /* told of already */
                result = look_along(check, i, nth, &leg);
            leg.from = leg.to;
        }
    }
    return result;
}

/* --- Obstacles off the way ----------------------------------------------------------------- */

typedef struct box {
    double min_x, min_y, max_x, max_y;
} box;

static const box nothing = {HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL};

static void include(box *all, sst_point point, double around) {
    all->min_x = fmin(all->min_x, point.x - around);
    all->min_y = fmin(all->min_y, point.y - around);
    all->max_x = fmax(all->max_x, point.x + around);
    all->max_y = fmax(all->max_y, point.y + around);
}

/* Starts and goals of everyone, with what counts around them; false if someone goes on for ever. */
static bool reach_of_all(const ssti_check *check, box *all) {
    const sst_scenario *s = check->scenario;
    *all = nothing;
    for (size_t i = 0; i < s->agent_count; i++) {
        const ssti_agent *agent = &s->agents[i];
        const sst_agent_def *def = &agent->def;
        bool drifts =
            def->preferred_velocity.x != 0 || def->preferred_velocity.y != 0 || def->scripted;
        if (drifts && !ssti_has_goal(agent))
            return false;
        double horizon = fmax((double)def->time_horizon_obst, s->time_step);
        double around = (double)def->radius + horizon * (double)def->max_speed;
        include(all, def->position, around);
        for (size_t nth = 0; nth < agent->goals.count; nth++)
            include(all, s->points[agent->goals.first + nth], around);
    }
    return s->agent_count > 0;
}

static bool is_apart(const ssti_check *check, size_t obstacle, const box *all) {
    const ssti_range range = check->scenario->obstacles[obstacle].vertices;
    box own = nothing;
    for (size_t i = 0; i < range.count; i++)
        include(&own, check->scenario->points[range.first + i], 0);
    return own.min_x > all->max_x || own.max_x < all->min_x || own.min_y > all->max_y ||
           own.max_y < all->min_y;
}

sst_result ssti_look_obstacle_out_of_reach(ssti_check *check) {
    const sst_scenario *s = check->scenario;
    size_t count = 0, first = 0;
    box all;
    if (!reach_of_all(check, &all))
        return SST_OK;
    for (size_t i = 0; i < s->obstacle_count; i++)
        if (!check->outlines[i].moves && is_apart(check, i, &all) && count++ == 0)
            first = i;
    char more[40] = "";
    if (count > 1)
        snprintf(more, sizeof more, " (and %zu more)", count - 1);
    if (count)
        ssti_advise(
            check, SST_SEVERITY_NOTE, (ssti_subject){s->obstacles[first].place, NULL, none},
            "obstacle %zu%s: it is beyond all starts and goals and what counts around them; "
            "is its place as meant? All ways lie within (%.4g, %.4g) and (%.4g, %.4g)",
            first, more, all.min_x, all.min_y, all.max_x, all.max_y);
    return SST_OK;
}
