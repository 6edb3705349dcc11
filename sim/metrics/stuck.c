/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The cause is judged once, at the end of the step in which an agent has been slow for long enough.
 * So it costs nothing as long as nobody is stuck, and it tells what stopped the agent, not what
 * gathered there later.
 *
 * Looked at is the way that the agent's disc would go with its preferred velocity: a radius and
 * what it prefers to go in a second, at most to its goal. The causes are tried in an order: behind
 * a goal that is taken others may queue, and people in front of a wall are not why nobody gets
 * through. */

#include "metrics/stuck.h"

#include <math.h>
#include <stdlib.h>

/* Standing, as a share of the speed that the stuck agent prefers: as of being stuck itself. */
static const double standing = 0.05;
/* A wall that comes no nearer along the way, but for rounding, is beside it [m]. */
static const double beside = 1e-3;

bool ssti_stuck_init(ssti_stuck *s, size_t agent_count) {
    *s = (ssti_stuck){.agents = calloc(agent_count + 1, sizeof *s->agents),
                      .agent_count = agent_count};
    return s->agents;
}

void ssti_stuck_free(ssti_stuck *s) {
    free(s->agents);
    free(s->closed);
}

/* --- Causes -------------------------------------------------------------------------------- */

typedef struct way {
    const ssti_journey *journey;
    const ssti_surroundings *around;
    const ssti_disc *self;
    double x, y;  /* unit vector of the preferred velocity */
    double speed; /* preferred [m/s] */
    double look;  /* a radius and a second's way [m] */
    double ahead; /* likewise, at most to the goal [m] */
    bool has_goal;
    sst_point goal;     /* the point it heads for */
    double near_enough; /* to arrive there [m] */
    /* Found. */
    uint32_t occupant, nearest; /* SST_NOBODY: none */
    double occupant_gap, nearest_way;
    uint32_t others; /* on the way */
} way;

static double length_of(sst_point from, sst_point to) {
    return hypot(to.x - from.x, to.y - from.y);
}

/* Whether (distance, agent) comes before what was found. */
static bool is_first(double distance, uint32_t agent, double best, uint32_t best_agent) {
    return best_agent == SST_NOBODY || distance < best || (distance == best && agent < best_agent);
}

/* Somebody who stands so near to the goal that there is no coming near enough. */
static void look_at_goal(way *w, const ssti_disc *other) {
    double reach = w->self->radius + other->radius;
    double gap = length_of(w->self->to, other->to) - reach;
    double speed = hypot((double)other->velocity.x, (double)other->velocity.y);
    if (!w->has_goal || gap > w->look || speed >= standing * w->speed ||
        length_of(other->to, w->goal) >= reach - w->near_enough ||
        !is_first(gap, other->agent, w->occupant_gap, w->occupant))
        return;
    w->occupant = other->agent;
    w->occupant_gap = gap;
}

/* How far the disc comes on its way before it touches the other. */
static void look_ahead(way *w, const ssti_disc *other) {
    double x = other->to.x - w->self->to.x, y = other->to.y - w->self->to.y;
    double along = x * w->x + y * w->y, across = w->x * y - w->y * x;
    double reach = w->self->radius + other->radius;
    if (along <= 0 || fabs(across) >= reach)
        return;
    double free_way = along - sqrt(reach * reach - across * across);
    if (free_way > w->ahead)
        return;
    w->others++;
    if (is_first(free_way, other->agent, w->nearest_way, w->nearest)) {
        w->nearest = other->agent;
        w->nearest_way = free_way;
    }
}

static bool look_at(size_t index, void *context) {
    way *w = context;
    const ssti_disc *other = &w->around->discs[index];
    if ((w->self->mask & other->layers) == 0 || other->agent == w->self->agent)
        return true;
    look_at_goal(w, other);
    look_ahead(w, other);
    return true;
}

/* The obstacle that comes nearer on the way than it is, and too near; SST_NOBODY if there is none.
 */
static sst_result find_obstacle(const way *w, uint32_t *number) {
    sst_world *world = w->around->world;
    sst_point from = w->self->to, to = {from.x + w->ahead * w->x, from.y + w->ahead * w->y};
    double limit = w->self->radius;
    sst_clearance here, there;
    *number = SST_NOBODY;
    if (sst_world_obstacle_count(world) == 0 || limit <= 0)
        return SST_OK;
    sst_result result = sst_world_query_clearance(world, from, from, 0, w->self->obstacle_mask,
                                                  limit + beside, &here);
    if (result == SST_OK)
        result =
            sst_world_query_clearance(world, from, to, 0, w->self->obstacle_mask, limit, &there);
    if (result != SST_OK || there.distance >= fmin(limit, here.distance - beside))
        return result;
    sst_obstacle_def def;
    result = sst_world_get_obstacle(world, there.obstacle, &def);
    if (result == SST_OK) /* obstacles of a scenario have their numbers for keys */
        *number = (uint32_t)def.key;
    return result;
}

static way begin_way(const ssti_journey *journey, const ssti_surroundings *around) {
    way w = {.journey = journey,
             .around = around,
             .self = &around->discs[around->self],
             .occupant = SST_NOBODY,
             .nearest = SST_NOBODY};
    double x = (double)around->preferred.x, y = (double)around->preferred.y;
    double length = hypot(x, y), far = ssti_journey_way_to_goal(journey);
    w.x = length > 0 ? x / length : 0;
    w.y = length > 0 ? y / length : 0;
    w.speed = ssti_journey_speed(journey);
    w.look = w.self->radius + w.speed;
    w.ahead = fmin(w.look, far);
    w.has_goal = ssti_journey_spot(journey, w.self->to, &w.goal, &w.near_enough);
    return w;
}

static sst_result judge(const ssti_journey *journey, const ssti_surroundings *around,
                        sst_stuck *event) {
    way w = begin_way(journey, around);
    uint32_t obstacle;
    ssti_near_visit(around->near, around->self, w.look, 0, look_at, &w);
    sst_result result = find_obstacle(&w, &obstacle);
    if (result != SST_OK)
        return result;
    event->others = w.others;
    event->cause = SST_STUCK_BY_NOTHING;
    event->by = SST_NOBODY;
    if (w.occupant != SST_NOBODY) {
        event->cause = SST_STUCK_BY_OCCUPANT;
        event->by = w.occupant;
    } else if (obstacle != SST_NOBODY) {
        event->cause = SST_STUCK_BY_OBSTACLE;
        event->by = obstacle;
    } else if (w.others > 0) {
        event->cause = w.others == 1 ? SST_STUCK_BY_AGENT : SST_STUCK_BY_CROWD;
        event->by = w.nearest;
    }
    return SST_OK;
}

/* --- Events -------------------------------------------------------------------------------- */

static bool make_room(ssti_stuck *s) {
    if (s->closed_count < s->closed_capacity)
        return true;
    size_t capacity = s->closed_capacity ? 2 * s->closed_capacity : 64;
    sst_stuck *grown = realloc(s->closed, capacity * sizeof *grown);
    if (!grown)
        return false;
    s->closed = grown;
    s->closed_capacity = capacity;
    return true;
}

static bool is_earlier(const sst_stuck *event, const sst_stuck *other) {
    return event->begin != other->begin ? event->begin < other->begin : event->agent < other->agent;
}

/* Puts it in its place among the first, whatever the order in which they end. */
static void keep_first(ssti_stuck *s, uint64_t before, const sst_stuck *event) {
    size_t held = before < SST_FIRST_STUCK ? (size_t)before : SST_FIRST_STUCK, at = held;
    while (at > 0 && is_earlier(event, &s->first[at - 1])) {
        if (at < SST_FIRST_STUCK)
            s->first[at] = s->first[at - 1];
        at--;
    }
    if (at < SST_FIRST_STUCK)
        s->first[at] = *event;
}

uint64_t ssti_stuck_count(const ssti_stuck *s) {
    uint64_t count = 0;
    for (int i = 0; i < SST_STUCK_CAUSES; i++)
        count += s->causes[i];
    return count;
}

static bool close_event(ssti_stuck *s, ssti_agent_stuck *agent) {
    const sst_stuck *event = &agent->event;
    if (!make_room(s))
        return false;
    keep_first(s, ssti_stuck_count(s), event);
    s->closed[s->closed_count++] = *event;
    s->causes[event->cause]++;
    if (agent->count == 0 || event->duration > agent->longest.duration)
        agent->longest = *event;
    agent->count++;
    agent->open = false;
    return true;
}

void ssti_stuck_begin_step(ssti_stuck *s) {
    s->closed_count = 0;
}

sst_result ssti_stuck_step(ssti_stuck *s, const ssti_journey *journey,
                           const ssti_surroundings *around, double time) {
    const ssti_disc *self = &around->discs[around->self];
    ssti_agent_stuck *agent = &s->agents[self->agent];
    bool is_stuck = ssti_journey_is_stuck(journey);
    sst_result result = SST_OK;
    if (is_stuck && !agent->open) {
        agent->open = true;
        agent->event =
            (sst_stuck){.agent = self->agent, .begin = time - journey->slow, .place = self->to};
        result = judge(journey, around, &agent->event);
    }
    if (agent->open) /* also in the step in which it arrives, slow as it was */
        agent->event.duration = fmax(agent->event.duration, journey->slow);
    if (agent->open && !is_stuck && !close_event(s, agent))
        result = SST_ERROR_OUT_OF_MEMORY;
    return result;
}

bool ssti_stuck_end(ssti_stuck *s) {
    bool good = true;
    s->closed_count = 0;
    for (size_t i = 0; good && i < s->agent_count; i++)
        good = !s->agents[i].open || close_event(s, &s->agents[i]);
    return good;
}
