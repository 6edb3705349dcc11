/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Doors and corridors between two obstacles that are too narrow for those whose way leads through.
 *
 * Where edges of different obstacles come nearer than the widest agent needs, the shortest line
 * between them is a gap, if nothing stands on it. All gaps make a world of their own, chains of one
 * edge each, and every straight way is asked which it crosses. Gaps within one obstacle are
 * not looked for, nor walls that touch: between those no way leads. */

#include "advice/advice.h"

#include <math.h>
#include <stdlib.h>

static const double touch = 1e-3, past = 1e-6;
enum { MOST_WALKS = 20 };

/* --- Edges of obstacles at rest ------------------------------------------------------------- */

typedef struct edge {
    sst_point a, b;
    double min_x, max_x, min_y, max_y;
    size_t obstacle;
} edge;

typedef struct gap {
    sst_point from, to;
    double width;
    size_t obstacles[2];
    ssti_worst worst;     /* those who cannot pass, by what they need */
    size_t goal;          /* of the worst, from 1 */
    sst_point start, end; /* of its way */
} gap;

typedef struct doors {
    ssti_check *check;
    edge *edges;
    size_t edge_count;
    gap *gaps;
    size_t gap_count, gap_capacity;
    double widest; /* what the widest agent needs */
    sst_world *world;
} doors;

static double needed_width(const ssti_check *check, const ssti_agent *agent) {
    return 2 * ((double)agent->def.radius + (double)check->def.solve.obstacle_margin);
}

static void add_edge(doors *d, size_t obstacle, sst_point a, sst_point b) {
    d->edges[d->edge_count++] =
        (edge){a, b, fmin(a.x, b.x), fmax(a.x, b.x), fmin(a.y, b.y), fmax(a.y, b.y), obstacle};
}

static void add_edges_of(doors *d, size_t obstacle) {
    const sst_scenario *s = d->check->scenario;
    const ssti_range range = s->obstacles[obstacle].vertices;
    const ssti_outline *outline = &d->check->outlines[obstacle];
    size_t count = outline->moves ? 0 : range.count;
    for (size_t i = 0; i + (outline->kind == SST_OBSTACLE_CHAIN) < count; i++)
        add_edge(d, obstacle, s->points[range.first + i],
                 s->points[range.first + (i + 1) % range.count]);
}

static int by_min_x(const void *left, const void *right) {
    const edge *a = left, *b = right;
    if (a->min_x != b->min_x)
        return a->min_x < b->min_x ? -1 : 1;
    return (a->obstacle > b->obstacle) - (a->obstacle < b->obstacle);
}

static sst_result list_edges(doors *d) {
    const sst_scenario *s = d->check->scenario;
    d->edges = malloc((s->point_count + 1) * sizeof *d->edges);
    if (!d->edges)
        return SST_ERROR_OUT_OF_MEMORY;
    for (size_t i = 0; i < s->obstacle_count; i++)
        add_edges_of(d, i);
    qsort(d->edges, d->edge_count, sizeof *d->edges, by_min_x);
    return SST_OK;
}

/* --- Gaps between them ----------------------------------------------------------------------- */

static sst_point nearest_on(const edge *e, sst_point point) {
    double x = e->b.x - e->a.x, y = e->b.y - e->a.y, length_sq = x * x + y * y;
    double share =
        length_sq > 0 ? (x * (point.x - e->a.x) + y * (point.y - e->a.y)) / length_sq : 0;
    share = fmin(fmax(share, 0), 1);
    return (sst_point){e->a.x + share * x, e->a.y + share * y};
}

static void take_nearer(gap *nearest, sst_point from, sst_point to) {
    double width = hypot(to.x - from.x, to.y - from.y);
    if (width < nearest->width) {
        nearest->from = from;
        nearest->to = to;
        nearest->width = width;
    }
}

/* The shortest line between two edges that do not cross starts at an end of one of them. */
static gap shortest_between(const edge *e, const edge *f) {
    gap nearest = {.width = HUGE_VAL, .obstacles = {e->obstacle, f->obstacle}};
    take_nearer(&nearest, e->a, nearest_on(f, e->a));
    take_nearer(&nearest, e->b, nearest_on(f, e->b));
    take_nearer(&nearest, nearest_on(e, f->a), f->a);
    take_nearer(&nearest, nearest_on(e, f->b), f->b);
    return nearest;
}

static sst_result add_gap(doors *d, gap g) {
    if (d->gap_count == d->gap_capacity) {
        size_t capacity = 2 * d->gap_capacity + 16;
        gap *grown = realloc(d->gaps, capacity * sizeof *grown);
        if (!grown)
            return SST_ERROR_OUT_OF_MEMORY;
        d->gaps = grown;
        d->gap_capacity = capacity;
    }
    d->gaps[d->gap_count++] = g;
    return SST_OK;
}

/* Whether nothing stands on the line, its ends left out. */
static sst_result is_open(const doors *d, const gap *g, bool *open) {
    double x = past * (g->to.x - g->from.x), y = past * (g->to.y - g->from.y);
    sst_point from = {g->from.x + x, g->from.y + y}, to = {g->to.x - x, g->to.y - y};
    return sst_world_query_visibility(d->check->still, from, to, 0, UINT32_MAX, open);
}

static sst_result look_between(doors *d, const edge *e, const edge *f) {
    if (e->obstacle == f->obstacle || f->min_y > e->max_y + d->widest ||
        f->max_y < e->min_y - d->widest)
        return SST_OK;
    gap g = shortest_between(e, f);
    bool open = false;
    if (g.width <= touch || g.width >= d->widest)
        return SST_OK;
    sst_result result = is_open(d, &g, &open);
    return result == SST_OK && open ? add_gap(d, g) : result;
}

/* The narrowest first. */
static int by_width(const void *left, const void *right) {
    const gap *a = left, *b = right;
    if (a->width != b->width)
        return a->width < b->width ? -1 : 1;
    for (int i = 0; i < 2; i++)
        if (a->obstacles[i] != b->obstacles[i])
            return a->obstacles[i] < b->obstacles[i] ? -1 : 1;
    return 0;
}

static sst_result find_gaps(doors *d) {
    sst_result result = SST_OK;
    for (size_t i = 0; i < d->edge_count; i++)
        for (size_t j = i + 1; j < d->edge_count && result == SST_OK &&
                               d->edges[j].min_x <= d->edges[i].max_x + d->widest;
             j++)
            result = look_between(d, &d->edges[i], &d->edges[j]);
    if (d->gap_count > 0)
        qsort(d->gaps, d->gap_count, sizeof *d->gaps, by_width);
    return result;
}

/* The key of a chain is the number of its gap: of those that a way crosses, the narrowest is told.
 */
static sst_result build_world(doors *d) {
    sst_result result = sst_world_create(&d->check->def, &d->world);
    for (size_t i = 0; i < d->gap_count && result == SST_OK; i++) {
        sst_point ends[] = {d->gaps[i].from, d->gaps[i].to};
        sst_obstacle_def def;
        sst_obstacle_id id;
        result = sst_obstacle_def_init(&def);
        def.kind = SST_OBSTACLE_CHAIN;
        def.vertices = ends;
        def.vertex_count = 2;
        def.key = i;
        if (result == SST_OK)
            result = sst_world_add_obstacle(d->world, &def, &id, NULL);
    }
    return result;
}

/* --- Ways through them ----------------------------------------------------------------------- */

static sst_result crossed_gap(const doors *d, sst_point from, sst_point to, gap **crossed) {
    bool clear = true;
    sst_clearance clearance = {0};
    sst_obstacle_def def;
    *crossed = NULL;
    sst_result result = sst_world_query_visibility(d->world, from, to, 0, UINT32_MAX, &clear);
    if (result != SST_OK || clear)
        return result;
    result = sst_world_query_clearance(d->world, from, to, 0, UINT32_MAX, touch, &clearance);
    if (result == SST_OK && !isfinite(clearance.distance))
        return SST_OK;
    if (result == SST_OK)
        result = sst_world_get_obstacle(d->world, clearance.obstacle, &def);
    if (result == SST_OK)
        *crossed = &d->gaps[def.key];
    return result;
}

static bool avoids_both(const doors *d, const ssti_agent *agent, const gap *g) {
    const ssti_obstacle *obstacles = d->check->scenario->obstacles;
    return (agent->def.obstacle_mask & obstacles[g->obstacles[0]].def.layers) &&
           (agent->def.obstacle_mask & obstacles[g->obstacles[1]].def.layers);
}

static sst_result look_along(doors *d, size_t number, size_t leg, sst_point from, sst_point to) {
    const ssti_agent *agent = &d->check->scenario->agents[number];
    double needed = needed_width(d->check, agent);
    gap *crossed;
    sst_result result = crossed_gap(d, from, to, &crossed);
    if (result != SST_OK || !crossed || crossed->width >= needed || !avoids_both(d, agent, crossed))
        return result;
    ssti_worst_add(&crossed->worst, number, needed);
    if (crossed->worst.agent == number) {
        crossed->goal = leg % agent->goals.count + 1;
        crossed->start = from;
        crossed->end = to;
    }
    d->check->door_legs[number] = leg + 1;
    return SST_OK;
}

static sst_result look_along_all(doors *d) {
    const sst_scenario *s = d->check->scenario;
    sst_result result = SST_OK;
    for (size_t i = 0; i < s->agent_count; i++) {
        const ssti_agent *agent = &s->agents[i];
        sst_point from = agent->def.position;
        size_t legs = ssti_decides(agent) ? ssti_leg_count(agent) : 0;
        for (size_t nth = 0; nth < legs && result == SST_OK; nth++) {
            sst_point to = ssti_leg_end(s, agent, nth);
            result = look_along(d, i, nth, from, to);
            from = to;
        }
    }
    return result;
}

/* Where the two are short, the agent may slide round them: the first few are walked. */
static sst_result tell(ssti_check *check, const gap *g) {
    size_t agent = g->worst.agent;
    double needed = ssti_round_up(g->worst.badness);
    bool stands = true;
    sst_result result = check->said < MOST_WALKS
                            ? ssti_walk_alone(check, agent, g->start, g->end, &stands)
                            : SST_OK;
    if (result != SST_OK)
        return result;
    ssti_advise(check, stands ? SST_SEVERITY_WARNING : SST_SEVERITY_NOTE,
                (ssti_subject){ssti_agent_place(check, agent, ssti_goal_key(check, agent)),
                               "vertices", needed},
                "%s: the straight way to goal %zu leads between obstacles %zu and %zu at (%.4g, "
                "%.4g), which are %.4g m apart; it needs %.6g m, its diameter and obstacle_margin "
                "on both sides, and %s; widen the gap, or give goals with waypoints round it",
                ssti_name(&g->worst).text, g->goal, g->obstacles[0], g->obstacles[1],
                (g->from.x + g->to.x) / 2, (g->from.y + g->to.y) / 2, g->width, needed,
                stands ? "will stand before it" : "slides round the two");
    return SST_OK;
}

static sst_result look(doors *d) {
    sst_result result = list_edges(d);
    if (result == SST_OK)
        result = find_gaps(d);
    if (result == SST_OK && d->gap_count > 0)
        result = build_world(d);
    if (result == SST_OK && d->gap_count > 0)
        result = look_along_all(d);
    for (size_t i = 0; i < d->gap_count && result == SST_OK; i++)
        if (d->gaps[i].worst.count)
            result = tell(d->check, &d->gaps[i]);
    return result;
}

sst_result ssti_look_door_narrow(ssti_check *check) {
    const sst_scenario *s = check->scenario;
    doors d = {.check = check};
    for (size_t i = 0; i < s->agent_count; i++)
        if (ssti_decides(&s->agents[i]) && ssti_has_goal(&s->agents[i]))
            d.widest = fmax(d.widest, needed_width(check, &s->agents[i]));
    if (s->obstacle_count < 2 || d.widest <= 0)
        return SST_OK;
    sst_result result = look(&d);
    sst_world_destroy(d.world);
    free(d.edges);
    free(d.gaps);
    return result;
}
