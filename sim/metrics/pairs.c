/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Every agent looks for itself, as far as its own figures can still change: as far as its least gap
 * so far, as its least time to collision so far brings somebody, and as the zones go. Who has met
 * nobody yet looks farther and farther until somebody is found.
 *
 * Collisions that go on are followed without looking. An agent stops looking after 24 overlaps:
 * only in a pile of agents upon each other there are more, and there the figures are rough. */

#include "metrics/pairs.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_OVERLAPS = 24 };
static const double first_look = 4; /* [m] */

bool ssti_pairs_init(ssti_pairs *pairs, size_t agent_count) {
    *pairs = (ssti_pairs){.agents = calloc(agent_count + 1, sizeof *pairs->agents),
                          .index_of = calloc(agent_count + 1, sizeof *pairs->index_of),
                          .near = ssti_near_create(),
                          .agent_count = agent_count};
    for (size_t i = 0; pairs->agents && i < agent_count; i++)
        pairs->agents[i] =
            (ssti_agent_pairs){.least_gap = HUGE_VAL, .least_time_to_collision = HUGE_VAL};
    return pairs->agents && pairs->index_of && pairs->near;
}

void ssti_pairs_free(ssti_pairs *pairs) {
    free(pairs->agents);
    free(pairs->index_of);
    ssti_near_destroy(pairs->near);
}

typedef struct step {
    ssti_pairs *pairs;
    const ssti_disc *discs;
    size_t count, real; /* of the discs; of those that are no images */
    double time, duration;
    ssti_collisions *collisions;
} step;

/* --- Contacts ------------------------------------------------------------------------------ */

static sst_point place_at(const ssti_disc *d, double t) {
    return (sst_point){d->from.x + t * (d->to.x - d->from.x),
                       d->from.y + t * (d->to.y - d->from.y)};
}

/* The middle of the overlap, on the line of the centres. */
static sst_point middle(const ssti_disc *a, const ssti_disc *b, ssti_approach approach) {
    sst_point p = place_at(a, approach.when), q = place_at(b, approach.when);
    double apart = approach.least + a->radius + b->radius;
    double share = apart > 0 ? (a->radius + approach.least / 2) / apart : 0.5;
    return (sst_point){p.x + share * (q.x - p.x), p.y + share * (q.y - p.y)};
}

static void note_contact(const step *s, const ssti_disc *a, const ssti_disc *b,
                         ssti_approach approach) {
    if (a->agent > b->agent) {
        const ssti_disc *swapped = a;
        a = b;
        b = swapped;
    }
    double begin, end;
    if (!ssti_overlap_within(a, b, SSTI_COLLISION_DEPTH, &begin, &end))
        begin = end = 0;
    ssti_contact contact = {.a = a->agent,
                            .b = b->agent,
                            .begin = s->time + begin * s->duration,
                            .end = s->time + end * s->duration,
                            .depth = -approach.least,
                            .apart = approach.at_end,
                            .place = middle(a, b, approach)};
    ssti_collisions_note(s->collisions, &contact);
}

static const ssti_disc *disc_of(const step *s, uint32_t agent) {
    uint32_t index = s->pairs->index_of[agent];
    return index < s->real && s->discs[index].agent == agent ? &s->discs[index] : NULL;
}

/* The disc or its image, whichever comes nearest. */
static const ssti_disc *nearest_image(const step *s, const ssti_disc *a, const ssti_disc *b) {
    const ssti_disc *nearest = b;
    for (size_t i = (size_t)(b - s->discs) + s->real; i < s->count; i += s->real)
        if (ssti_closest_approach(a, &s->discs[i]).least < ssti_closest_approach(a, nearest).least)
            nearest = &s->discs[i];
    return nearest;
}

static void follow_collisions(const step *s) {
    for (size_t i = 0; i < s->real; i++)
        s->pairs->index_of[s->discs[i].agent] = (uint32_t)i;
    for (size_t i = 0; i < s->collisions->open_count; i++) {
        const sst_collision *event = &s->collisions->open[i].event;
        if (event->b == SST_OBSTACLES)
            continue;
        const ssti_disc *a = disc_of(s, event->a), *b = disc_of(s, event->b);
        if (!a || !b)
            continue;
        b = nearest_image(s, a, b);
        note_contact(s, a, b, ssti_closest_approach(a, b));
    }
}

/* --- Looking around ------------------------------------------------------------------------ */

typedef struct search {
    const step *step;
    const ssti_disc *self;
    ssti_agent_pairs *figures;
    double nearest; /* from the own surface to the nearest one's centre, at the end */
    int overlaps;
} search;

static void take_time(search *s, const ssti_disc *other) {
    double until = ssti_time_to_collision(s->self, other);
    if (until <= SSTI_COLLISION_HORIZON && until < s->figures->least_time_to_collision)
        s->figures->least_time_to_collision = until;
}

/* The gap at the end of the step, and no more than the least within the step can be. */
static double gap_at_end(const ssti_disc *a, const ssti_disc *b, double *bound) {
    double x = b->to.x - a->to.x, y = b->to.y - a->to.y;
    double way = fabs(x - (b->from.x - a->from.x)) + fabs(y - (b->from.y - a->from.y));
    double gap = sqrt(x * x + y * y) - a->radius - b->radius;
    *bound = gap - way - 1e-6;
    return gap;
}

static bool take_other(size_t index, void *context) {
    search *s = context;
    const ssti_disc *other = &s->step->discs[index];
    if (!ssti_discs_meet(s->self, other))
        return true;
    double bound, gap = gap_at_end(s->self, other, &bound);
    if (gap + other->radius < s->nearest)
        s->nearest = gap + other->radius;
    if (s->self->under_way)
        take_time(s, other);
    if (bound > 0 && bound >= s->figures->least_gap)
        return true;
    ssti_approach approach = ssti_closest_approach(s->self, other);
    if (approach.least < s->figures->least_gap)
        s->figures->least_gap = approach.least;
    if (approach.least > 0)
        return true;
    if (approach.least < -SSTI_COLLISION_DEPTH)
        note_contact(s->step, s->self, other, approach);
    return ++s->overlaps < MOST_OVERLAPS;
}

static void look(search *s, size_t index, double gap) {
    double time = fmin(s->figures->least_time_to_collision, SSTI_COLLISION_HORIZON);
    s->overlaps = 0;
    ssti_near_visit(s->step->pairs->near, index, gap, s->self->under_way ? time : 0, take_other, s);
}

static void count_zone(const search *s, double duration) {
    if (s->nearest < SSTI_INTIMATE)
        s->figures->intimate += duration;
    else if (s->nearest < SSTI_PERSONAL)
        s->figures->personal += duration;
}

static bool can_meet_anyone(const ssti_pairs *pairs, const ssti_disc *disc) {
    return (disc->mask & pairs->layers) || (disc->layers & pairs->masks);
}

static void look_around(const step *s, size_t index) {
    const ssti_disc *self = &s->discs[index];
    search around = {s, self, &s->pairs->agents[self->agent], HUGE_VAL, 0};
    double least = around.figures->least_gap, zones = self->under_way ? SSTI_PERSONAL : 0;
    if (!can_meet_anyone(s->pairs, self))
        return;
    if (least < HUGE_VAL) {
        look(&around, index, fmax(least, zones));
    } else {
        double everywhere = ssti_near_extent(s->pairs->near), far = first_look;
        look(&around, index, far);
        /* One more look: whom it found may not be the nearest. */
        while (around.figures->least_gap > far && far < everywhere) {
            far = fmin(4 * far, around.figures->least_gap);
            look(&around, index, far);
        }
    }
    if (self->under_way)
        count_zone(&around, s->duration);
}

bool ssti_pairs_step(ssti_pairs *pairs, const ssti_disc *discs, size_t count, double time,
                     double duration, ssti_collisions *collisions) {
    size_t real = ssti_count_real(discs, count);
    step s = {pairs, discs, count, real, time, duration, collisions};
    follow_collisions(&s);
    if (!ssti_near_fill(pairs->near, discs, count))
        return false;
    pairs->layers = pairs->masks = 0;
    for (size_t i = 0; i < count; i++) {
        pairs->layers |= discs[i].layers;
        pairs->masks |= discs[i].mask;
    }
    for (size_t i = 0; i < real && real > 1; i++)
        look_around(&s, i);
    return true;
}
