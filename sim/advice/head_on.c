/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Agents that head exactly for each other. Both see the same from their side, so nothing tells
 * which way to give way: ORCA as published stands still for ever. Agents are sorted by the line of
 * their first way, its direction and its place, then along it: those that meet head on are
 * neighbours there.
 * Whether they do stand is tried out with the two alone, for it depends on the profile. */

#include "advice/advice.h"

#include <math.h>
#include <stdlib.h>

typedef struct heading {
    double angle;    /* of the line, in (-pi/2, pi/2] */
    double offset;   /* of the line from the first agent's start [m] */
    double from, to; /* along it [m] */
    size_t group, agent;
} heading;

static int compare(double a, double b) {
    return (a > b) - (a < b);
}

static int by_angle(const void *left, const void *right) {
    const heading *a = left, *b = right;
    int order = compare(a->angle, b->angle);
    return order ? order : (a->agent > b->agent) - (a->agent < b->agent);
}

static int by_offset(const void *left, const void *right) {
    const heading *a = left, *b = right;
    if (a->group != b->group)
        return a->group < b->group ? -1 : 1;
    return compare(a->offset, b->offset);
}

static int by_place(const void *left, const void *right) {
    const heading *a = left, *b = right;
    if (a->group != b->group)
        return a->group < b->group ? -1 : 1;
    int order = compare(a->from, b->from);
    return order ? order : (a->agent > b->agent) - (a->agent < b->agent);
}

/* Answers false if the agent heads nowhere. */
static bool heading_of(const ssti_check *check, size_t number, heading *h) {
    const sst_scenario *s = check->scenario;
    const ssti_agent *agent = &s->agents[number];
    if (!ssti_decides(agent) || !ssti_has_goal(agent) || agent->preferred_speed == 0 ||
        !ssti_starts_at_once(check, agent))
        return false;
    sst_point origin = s->agents[0].def.position, goal = s->points[agent->goals.first];
    double x = agent->def.position.x - origin.x, y = agent->def.position.y - origin.y;
    double dx = goal.x - agent->def.position.x, dy = goal.y - agent->def.position.y;
    double length = hypot(dx, dy), flip = dx < 0 || (dx == 0 && dy < 0) ? -1 : 1;
    if (length == 0)
        return false;
    double ux = flip * dx / length, uy = flip * dy / length;
    double from = ux * x + uy * y;
    *h = (heading){atan2(uy, ux), ux * y - uy * x, from, from + flip * length, 0, number};
    return true;
}

/* Numbers the groups whose figure goes on without a gap, within groups so far. */
static void regroup(heading *list, size_t count, double (*figure)(const heading *), double gap) {
    size_t group = 0, before = count ? list[0].group : 0;
    for (size_t i = 1; i < count; i++) {
        bool apart = list[i].group != before || figure(&list[i]) - figure(&list[i - 1]) > gap;
        before = list[i].group;
        group += apart;
        list[i].group = group;
    }
    if (count)
        list[0].group = 0;
}

static double angle_figure(const heading *h) {
    return h->angle;
}

static double offset_figure(const heading *h) {
    return h->offset;
}

static bool is_stand_off(const ssti_check *check, const heading *left, const heading *right) {
    const ssti_agent *a = &check->scenario->agents[left->agent];
    const ssti_agent *b = &check->scenario->agents[right->agent];
    double radii = (double)a->def.radius + (double)b->def.radius;
    return left->group == right->group && left->from < right->from && left->to > left->from &&
           right->to < right->from && left->to > right->to - radii && ssti_sees(a, b) &&
           ssti_sees(b, a);
}

/* --- What comes of it ---------------------------------------------------------------------- */

/* The two alone, as a run would let them go. */
typedef struct duel {
    const ssti_check *check;
    size_t agents[2];
    sst_agent_id ids[2];
    sst_world *world;
    sst_point positions[2];
    sst_vec2 velocities[2];
} duel;

enum { LONGEST_DUEL = 20000, FIRST_STEPS = 10, MOST_DUELS = 10 };

static const ssti_agent *fighter(const duel *d, int i) {
    return &d->check->scenario->agents[d->agents[i]];
}

static sst_result step_duel(duel *d) {
    const sst_scenario *s = d->check->scenario;
    sst_result result = sst_world_get_positions(d->world, d->ids, d->positions, 2);
    for (int i = 0; i < 2; i++)
        d->velocities[i] = ssti_steer(d->positions[i], s->points[fighter(d, i)->goals.first],
                                      fighter(d, i)->preferred_speed, s->time_step);
    if (result == SST_OK)
        result = sst_world_set_preferred_velocities(d->world, d->ids, d->velocities, 2);
    if (result == SST_OK)
        result = sst_world_step(d->world, NULL);
    if (result == SST_OK)
        result = sst_world_get_velocities(d->world, d->ids, d->velocities, 2);
    return result;
}

static bool is_slow(const duel *d, int i) {
    return hypot((double)d->velocities[i].x, (double)d->velocities[i].y) <
           0.05 * fighter(d, i)->preferred_speed;
}

/* Whether the second is by now behind the first. */
static bool have_passed(const duel *d) {
    sst_point from = fighter(d, 0)->def.position, to = fighter(d, 1)->def.position;
    return (d->positions[1].x - d->positions[0].x) * (to.x - from.x) +
               (d->positions[1].y - d->positions[0].y) * (to.y - from.y) <
           0;
}

static sst_result fight(duel *d, bool *stands) {
    sst_result result = SST_OK;
    *stands = false;
    for (int i = 0; i < 2 && result == SST_OK; i++)
        result = ssti_add_agent(d->check->scenario, d->agents[i], d->world, &d->ids[i]);
    for (int step = 0; step < LONGEST_DUEL && result == SST_OK && !*stands; step++) {
        result = step_duel(d);
        *stands = step >= FIRST_STEPS && is_slow(d, 0) && is_slow(d, 1);
        if (have_passed(d))
            return result;
    }
    return result;
}

static sst_result do_they_stand(const ssti_check *check, size_t a, size_t b, bool *stands) {
    duel d = {.check = check, .agents = {a, b}};
    sst_result result = sst_world_create(&check->def, &d.world);
    if (result != SST_OK)
        return result;
    result = fight(&d, stands);
    sst_world_destroy(d.world);
    return result;
}

static sst_result tell(ssti_check *check, const heading *left, const heading *right) {
    size_t a = left->agent < right->agent ? left->agent : right->agent;
    size_t b = left->agent < right->agent ? right->agent : left->agent;
    bool stands = true;
    sst_result result = check->said < MOST_DUELS ? do_they_stand(check, a, b, &stands) : SST_OK;
    if (result != SST_OK)
        return result;
    ssti_advise(check, stands ? SST_SEVERITY_WARNING : SST_SEVERITY_NOTE,
                (ssti_subject){ssti_agent_place(check, b, "position"), "position", 1e-3},
                "agents %zu and %zu head exactly for each other: %s; shift one of them sideways by "
                "0.001 m or more",
                a, b,
                stands ? "nothing tells which way to give way, and they stand face to face for ever"
                       : "only the rule for ties tells which way to give way, and they get past");
    return SST_OK;
}

sst_result ssti_look_head_on(ssti_check *check) {
    const sst_scenario *s = check->scenario;
    heading *list = malloc((s->agent_count + 1) * sizeof *list);
    if (!list)
        return SST_ERROR_OUT_OF_MEMORY;
    size_t count = 0;
    for (size_t i = 0; i < s->agent_count; i++)
        count += heading_of(check, i, &list[count]);
    qsort(list, count, sizeof *list, by_angle);
    regroup(list, count, angle_figure, 1e-9);
    qsort(list, count, sizeof *list, by_offset);
    regroup(list, count, offset_figure, 1e-6);
    qsort(list, count, sizeof *list, by_place);
    sst_result result = SST_OK;
    for (size_t i = 1; i < count && result == SST_OK; i++)
        if (is_stand_off(check, &list[i - 1], &list[i]))
            result = tell(check, &list[i - 1], &list[i]);
    free(list);
    return result;
}
