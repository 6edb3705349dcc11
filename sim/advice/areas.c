/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Areas as goals that cannot hold all who stay in them. Agents whose areas are the same to the last
 * digit are counted together; areas that merely overlap are not. */

#include "advice/advice.h"
#include "scenario/area.h"

#include <math.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846;

/* Shares of the ground: discs thrown together at random cover no more than 0.82 of it; about 0.55
 * is what agents still walk into. */
static const double most_covered = 0.82, easily_covered = 0.55;

/* Those who stay in an area, at its first agent. */
typedef struct stay {
    const ssti_area *area;
    const sst_point *pool; /* of points */
    size_t agent, count;
    double discs, greatest_radius; /* [m^2], [m] */
} stay;

static int compare(double a, double b) {
    return (a > b) - (a < b);
}

static int compare_areas(const stay *left, const stay *right) {
    const ssti_area *a = left->area, *b = right->area;
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    int result = compare((double)a->points.count, (double)b->points.count);
    result = result ? result : compare(a->radius, b->radius);
    for (size_t i = 0; i < a->points.count && result == 0; i++) {
        sst_point p = left->pool[a->points.first + i], q = right->pool[b->points.first + i];
        result = compare(p.x, q.x);
        result = result ? result : compare(p.y, q.y);
    }
    return result;
}

static int by_area(const void *left, const void *right) {
    const stay *a = left, *b = right;
    int result = compare_areas(a, b);
    return result ? result : (a->agent > b->agent) - (a->agent < b->agent);
}

/* One entry an agent that stays in an area. */
static size_t list_stays(const sst_scenario *s, stay *stays) {
    size_t count = 0;
    for (size_t i = 0; i < s->agent_count; i++) {
        const ssti_agent *agent = &s->agents[i];
        double radius = (double)agent->def.radius;
        if (!ssti_has_goal(agent) || agent->loop || agent->on_arrival != SSTI_STAY ||
            !ssti_decides(agent) || !ssti_goal_is_area(s, agent, agent->goals.count - 1))
            continue;
        stays[count++] = (stay){&s->areas[agent->areas + agent->goals.count - 1],
                                s->points,
                                i,
                                1,
                                pi * radius * radius,
                                radius};
    }
    return count;
}

/* Joins the entries of one area, sorted; answers how many areas there are. */
static size_t join(stay *stays, size_t count) {
    size_t joined = 0;
    for (size_t i = 0; i < count; i++) {
        stay *last = joined ? &stays[joined - 1] : NULL;
        if (!last || compare_areas(last, &stays[i]) != 0) {
            stays[joined++] = stays[i];
            continue;
        }
        last->count++;
        last->discs += stays[i].discs;
        last->greatest_radius = fmax(last->greatest_radius, stays[i].greatest_radius);
    }
    return joined;
}

/* The length of the outline. */
static double perimeter(const ssti_area *area, const sst_point *pool) {
    const sst_point *p = pool + area->points.first;
    size_t count = area->points.count;
    double length = 0;
    if (area->kind == SSTI_CIRCLE)
        return 2 * pi * area->radius;
    if (area->kind == SSTI_RECTANGLE)
        return 2 * (p[1].x - p[0].x + p[1].y - p[0].y);
    for (size_t i = 0; i < count; i++)
        length += hypot(p[(i + 1) % count].x - p[i].x, p[(i + 1) % count].y - p[i].y);
    return length;
}

/* Only the centres must be inside, so that the discs have a margin of a radius around. */
static double room_of(const stay *st) {
    double r = st->greatest_radius;
    return ssti_area_size(st->area, st->pool) + r * perimeter(st->area, st->pool) + pi * r * r;
}

static void tell(ssti_check *check, const stay *st) {
    double room = room_of(st), needed = ssti_round_up(st->discs / easily_covered);
    ssti_worst who = {st->count, st->agent, 0};
    const char *key = ssti_goal_key(check, st->agent);
    ssti_advise(
        check, SST_SEVERITY_WARNING,
        (ssti_subject){ssti_agent_place(check, st->agent, key), key, needed},
        "%s: all stay in one area, but their discs together are %.4g m^2 and it has room for "
        "%.4g m^2, a margin of a radius around it included: the first ones shut out the "
        "rest; make it %.6g m^2 with the margin, or set on_arrival: remove",
        ssti_name(&who).text, st->discs, room, needed);
}

sst_result ssti_look_area_crowded(ssti_check *check) {
    const sst_scenario *s = check->scenario;
    if (s->area_count == 0)
        return SST_OK;
    stay *stays = malloc((s->agent_count + 1) * sizeof *stays);
    if (!stays)
        return SST_ERROR_OUT_OF_MEMORY;
    size_t count = list_stays(s, stays);
    qsort(stays, count, sizeof *stays, by_area);
    count = join(stays, count);
    for (size_t i = 0; i < count; i++)
        if (stays[i].count > 1 && stays[i].discs > most_covered * room_of(&stays[i]))
            tell(check, &stays[i]);
    free(stays);
    return SST_OK;
}
