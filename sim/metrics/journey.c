/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Definitions. A waypoint is reached within the agent's radius, at any moment of a step; the last
 * goal within max(radius / 4, what the agent goes in one step) at the end of a step; an area when
 * its centre is inside at the end of a step, to a millimetre. Arrival is for good, wherever the
 * agent is pushed afterwards; in a loop all goals are waypoints, and there is none. An agent is
 * stuck if it has not arrived and has been slower than 5 % of the speed that it prefers there for 5
 * s; one that wants to stand is not. */

#include "metrics/journey.h"
#include "scenario/area.h"
#include "scenario/periodic.h"
#include "scenario/zones.h"
#include "sidestep/motion.h"

#include <math.h>

static const double stuck_share = 0.05, stuck_time = 5.0, inside = 1e-3;

static double distance(sst_point a, sst_point b) {
    return hypot(b.x - a.x, b.y - a.y);
}

/* Least distance of a point to the segment from a to b. */
static double distance_to_way(sst_point point, sst_point a, sst_point b) {
    double x = b.x - a.x, y = b.y - a.y;
    double length_sq = x * x + y * y;
    double t = length_sq > 0 ? ((point.x - a.x) * x + (point.y - a.y) * y) / length_sq : 0;
    t = fmin(fmax(t, 0), 1);
    return distance(point, (sst_point){a.x + t * x, a.y + t * y});
}

bool ssti_journey_has_goal(const ssti_journey *journey) {
    return journey->agent->goals.count > 0;
}

bool ssti_journey_can_arrive(const ssti_agent *agent) {
    return agent->goals.count > 0 && !agent->loop;
}

static void finish_leg(ssti_journey *j) {
    j->straight += distance(j->leg_from, j->position);
    j->leg_from = j->position;
}

/* Asked from the images of the agent's place, of which one is nearest to the area as given. */
static sst_point nearest_of_area(const ssti_journey *j, double inset) {
    const ssti_periodic *periodic = &j->scenario->periodic;
    const ssti_area *area = &j->areas[j->next_goal];
    sst_point images[3], nearest = {0, 0};
    int count = ssti_periodic_images(periodic, ssti_periodic_place(periodic, j->position), images);
    double least = HUGE_VAL;
    for (int i = 0; i < count; i++) {
        sst_point found = ssti_area_nearest(area, j->points, images[i], inset);
        if (distance(found, images[i]) < least) {
            least = distance(found, images[i]);
            nearest = ssti_periodic_nearest(periodic, found, j->position);
        }
    }
    return nearest;
}

/* Where the agent heads: the nearest point of its goal, a radius inside where it is an area. */
sst_point ssti_journey_target(const ssti_journey *j) {
    if (!j->areas)
        return ssti_periodic_nearest(&j->scenario->periodic, j->goals[j->next_goal], j->position);
    return nearest_of_area(j, (double)j->agent->def.radius);
}

static bool heads_for_area(const ssti_journey *j) {
    return j->areas && j->areas[j->next_goal].kind != SSTI_SPOT;
}

static bool is_inside(const ssti_journey *j) {
    return distance(nearest_of_area(j, 0), j->position) <= inside;
}

static bool passes_waypoint(const ssti_journey *j, sst_point from) {
    if (heads_for_area(j))
        return is_inside(j);
    return distance_to_way(ssti_journey_target(j), from, j->position) <=
           (double)j->agent->def.radius;
}

static double near_the_last(const ssti_journey *j, double time_step) {
    return fmax((double)j->agent->def.radius / 4, j->agent->preferred_speed * time_step);
}

static bool is_at_goal(const ssti_journey *j, double time_step) {
    if (heads_for_area(j))
        return is_inside(j);
    return distance(ssti_journey_target(j), j->position) <= near_the_last(j, time_step);
}

/* Passes the waypoints that the way from `from` to the position touches, each at most once, then
 * looks at the goal. */
static void reach_goals(ssti_journey *j, sst_point from, double time_step, double time) {
    size_t count = j->agent->goals.count, last = j->agent->loop ? count : count - 1;
    for (size_t n = 0; n < count && j->next_goal < last && passes_waypoint(j, from); n++) {
        finish_leg(j);
        j->next_goal = (j->next_goal + 1) % count;
    }
    if (!j->arrived && count > 0 && j->next_goal == last && is_at_goal(j, time_step)) {
        finish_leg(j);
        j->arrived = true;
        j->took = time - j->entered;
    }
}

void ssti_journey_start(ssti_journey *journey, const sst_scenario *scenario,
                        const ssti_agent *agent, sst_point position, double time) {
    *journey = (ssti_journey){
        .agent = agent,
        .scenario = scenario,
        .goals = agent->goals.count ? scenario->points + agent->goals.first : NULL,
        .areas = agent->areas != SSTI_NO_AREAS ? scenario->areas + agent->areas : NULL,
        .points = scenario->points,
        .position = position,
        .leg_from = position,
        .entered = time};
    reach_goals(journey, position, scenario->time_step, time);
}

double ssti_journey_speed(const ssti_journey *j) {
    const sst_agent_def *def = &j->agent->def;
    if (def->scripted)
        return 0;
    double wanted = hypot((double)def->preferred_velocity.x, (double)def->preferred_velocity.y);
    return ssti_zone_speed(j->scenario, j->agent, j->position,
                           ssti_journey_has_goal(j) ? j->agent->preferred_speed
                                                    : fmin(wanted, (double)def->max_speed));
}

/* Once the time is full, the beginning of being slow counts too. */
static void follow_slowness(ssti_journey *j, bool slow, double time_step) {
    bool was_stuck = ssti_journey_is_stuck(j);
    j->slow = slow ? j->slow + time_step : 0;
    if (ssti_journey_is_stuck(j))
        j->stuck_time += was_stuck ? time_step : j->slow;
}

void ssti_journey_step(ssti_journey *journey, double time_step, sst_point position,
                       sst_vec2 velocity, double time) {
    sst_point from = journey->position;
    journey->position = ssti_periodic_nearest(&journey->scenario->periodic, position, from);
    double speed = hypot((double)velocity.x, (double)velocity.y);
    bool slow = !journey->settled && speed < stuck_share * ssti_journey_speed(journey);
    if (!journey->arrived)
        journey->walked += distance(from, journey->position);
    follow_slowness(journey, slow, time_step);
    reach_goals(journey, from, time_step, time);
}

/* The speed from which it can still stop at its last goal. */
static double speed_to_stop(const ssti_journey *j, sst_point goal, double time_step) {
    const sst_agent_def *def = &j->agent->def;
    float braking = def->max_braking > 0 ? def->max_braking : def->max_acceleration;
    bool stops = !j->agent->loop && j->next_goal + 1 == j->agent->goals.count;
    if (!stops || braking == 0)
        return HUGE_VAL;
    return (double)sst_stopping_speed((float)distance(j->position, goal), braking,
                                      (float)time_step);
}

sst_vec2 ssti_journey_preferred(const ssti_journey *journey, double time_step) {
    if (!ssti_journey_has_goal(journey))
        return ssti_zone_velocity(journey->scenario, journey->agent, journey->position);
    double speed = ssti_zone_speed(journey->scenario, journey->agent, journey->position,
                                   journey->agent->preferred_speed);
    sst_point to = ssti_journey_target(journey);
    return ssti_steer(journey->position, to, fmin(speed, speed_to_stop(journey, to, time_step)),
                      time_step);
}

double ssti_journey_way_to_goal(const ssti_journey *journey) {
    return ssti_journey_has_goal(journey)
               ? distance(ssti_journey_target(journey), journey->position)
               : HUGE_VAL;
}

bool ssti_journey_spot(const ssti_journey *journey, sst_point near, sst_point *spot,
                       double *near_enough) {
    const ssti_journey *j = journey;
    if (!ssti_journey_has_goal(j) || heads_for_area(j))
        return false;
    bool last = !j->agent->loop && j->next_goal + 1 == j->agent->goals.count;
    *spot = ssti_periodic_nearest(&j->scenario->periodic, ssti_journey_target(j), near);
    *near_enough = last ? near_the_last(j, j->scenario->time_step) : (double)j->agent->def.radius;
    return true;
}

/* Rounding may leave the sum of the steps a little short of the time. */
bool ssti_journey_is_stuck(const ssti_journey *journey) {
    return !journey->arrived && journey->slow >= stuck_time * (1 - 1e-6);
}
