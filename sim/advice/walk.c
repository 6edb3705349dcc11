/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* An agent sent on one way, alone among the obstacles at rest, as a run would let it go: what
 * several obstacles together do to it is too much for rules. */

#include "advice/advice.h"

#include <math.h>

enum { MOST_STEPS = 50000, FEWEST_SLOW_STEPS = 10 }; /* of all walks; in a row */
static const double stuck_after = 5;                 /* as in a run's summary [s] */

typedef struct walk {
    ssti_check *check;
    const ssti_agent *agent;
    sst_point goal;
    double near; /* counts as there [m] */
    sst_agent_id id;
    sst_point position;
    sst_vec2 velocity;
} walk;

static sst_result begin(walk *w, sst_point from) {
    sst_agent_def def = w->agent->def;
    def.position = w->position = from;
    def.velocity = (sst_vec2){0, 0};
    return sst_world_add_agent(w->check->still, &def, &w->id);
}

static sst_result take_step(walk *w) {
    sst_world *world = w->check->still;
    double time_step = w->check->scenario->time_step;
    sst_vec2 wish = ssti_steer(w->position, w->goal, w->agent->preferred_speed, time_step);
    sst_result result = sst_world_set_preferred_velocities(world, &w->id, &wish, 1);
    if (result == SST_OK)
        result = sst_world_step(world, NULL);
    if (result == SST_OK)
        result = sst_world_get_positions(world, &w->id, &w->position, 1);
    if (result == SST_OK)
        result = sst_world_get_velocities(world, &w->id, &w->velocity, 1);
    return result;
}

static bool is_slow(const walk *w) {
    return hypot((double)w->velocity.x, (double)w->velocity.y) < 0.05 * w->agent->preferred_speed;
}

static bool is_there(const walk *w) {
    return hypot(w->goal.x - w->position.x, w->goal.y - w->position.y) <= w->near;
}

/* It stands once it has been slow for so long. */
static sst_result go(walk *w, bool *stands) {
    double steps = ceil(stuck_after / w->check->scenario->time_step);
    int slow = 0;
    sst_result result = SST_OK;
    while (result == SST_OK && w->check->steps_walked < MOST_STEPS) {
        bool slow_enough = slow >= FEWEST_SLOW_STEPS && slow >= steps;
        if (slow_enough || is_there(w)) {
            *stands = slow_enough;
            break;
        }
        result = take_step(w);
        w->check->steps_walked++;
        slow = is_slow(w) ? slow + 1 : 0;
    }
    return result;
}

sst_result ssti_walk_alone(ssti_check *check, size_t agent, sst_point from, sst_point goal,
                           bool *stands) {
    walk w = {.check = check, .agent = &check->scenario->agents[agent], .goal = goal};
    if (w.agent->preferred_speed == 0)
        return SST_OK;
    double step = w.agent->preferred_speed * check->scenario->time_step;
    w.near = fmax((double)w.agent->def.radius / 4, step);
    sst_result result = begin(&w, from);
    if (result != SST_OK)
        return result;
    result = go(&w, stands);
    sst_result removed = sst_world_remove_agent(check->still, w.id);
    return result != SST_OK ? result : removed;
}
