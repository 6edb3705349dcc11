/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Memory holds the collisions that go on, and those which ended in the last step. */

#include "metrics/collisions.h"

#include <math.h>
#include <stdlib.h>

bool ssti_collisions_init(ssti_collisions *c, size_t agent_count) {
    *c = (ssti_collisions){.agents = calloc(agent_count + 1, sizeof *c->agents)};
    return c->agents;
}

void ssti_collisions_free(ssti_collisions *c) {
    free(c->open);
    free(c->begun);
    free(c->closed);
    free(c->agents);
}

/* Room for `wanted` of `size` bytes each. */
static bool make_room(void **array, size_t *capacity, size_t wanted, size_t size) {
    if (wanted <= *capacity)
        return true;
    size_t more = wanted < 32 ? 64 : 2 * wanted;
    void *grown = realloc(*array, more * size);
    if (!grown)
        return false;
    *array = grown;
    *capacity = more;
    return true;
}

static int by_parties(const void *left, const void *right) {
    const sst_collision *a = &((const ssti_open_collision *)left)->event;
    const sst_collision *b = &((const ssti_open_collision *)right)->event;
    if (a->a != b->a)
        return a->a < b->a ? -1 : 1;
    return (a->b > b->b) - (a->b < b->b);
}

static ssti_open_collision begin_event(const ssti_contact *contact) {
    return (ssti_open_collision){.event = {.a = contact->a,
                                           .b = contact->b,
                                           .begin = contact->begin,
                                           .depth = contact->depth,
                                           .place = contact->place}};
}

/* Takes this step's overlap into the event. */
static void follow(ssti_open_collision *o, const ssti_contact *contact) {
    sst_collision *e = &o->event;
    if (contact->end > contact->begin) {
        e->duration = contact->end - e->begin;
        e->overlap_time += contact->end - contact->begin;
    }
    if (contact->depth > e->depth) {
        e->depth = contact->depth;
        e->place = contact->place;
    }
    o->told = true;
    o->goes_on = contact->apart < SSTI_COLLISION_APART;
}

static ssti_open_collision *find(const ssti_collisions *c, const ssti_open_collision *like) {
    return c->open_count ? bsearch(like, c->open, c->open_count, sizeof *c->open, by_parties)
                         : NULL;
}

void ssti_collisions_note(ssti_collisions *c, const ssti_contact *contact) {
    ssti_open_collision fresh = begin_event(contact);
    ssti_open_collision *known = find(c, &fresh);
    if (known) {
        if (!known->told)
            follow(known, contact);
        return;
    }
    if (contact->depth <= SSTI_COLLISION_DEPTH)
        return;
    if (!make_room((void **)&c->begun, &c->begun_capacity, c->begun_count + 1, sizeof *c->begun)) {
        c->out_of_memory = true;
        return;
    }
    follow(&fresh, contact);
    c->begun[c->begun_count++] = fresh;
}

/* --- Ends ---------------------------------------------------------------------------------- */

static void count_for(ssti_collisions *c, uint32_t agent, const sst_collision *event) {
    if (agent == SST_OBSTACLES)
        return;
    c->agents[agent].count++;
    c->agents[agent].overlap_time += event->overlap_time;
}

/* Whatever the order in which they end. */
static bool is_earlier(const sst_collision *event, const sst_collision *other) {
    if (event->begin != other->begin)
        return event->begin < other->begin;
    return event->a != other->a ? event->a < other->a : event->b < other->b;
}

static bool is_deeper(const sst_collision *event, const sst_collision *other) {
    return event->depth != other->depth ? event->depth > other->depth : is_earlier(event, other);
}

static void close_event(ssti_collisions *c, const sst_collision *event) {
    if (!make_room((void **)&c->closed, &c->closed_capacity, c->closed_count + 1,
                   sizeof *c->closed)) {
        c->out_of_memory = true;
        return;
    }
    c->closed[c->closed_count++] = *event;
    if (c->count == 0 || is_earlier(event, &c->first))
        c->first = *event;
    if (c->count == 0 || is_deeper(event, &c->deepest))
        c->deepest = *event;
    c->count++;
    c->overlap_time += event->overlap_time;
    count_for(c, event->a, event);
    count_for(c, event->b, event);
}

/* Keeps what goes on. */
static void close_those_over(ssti_collisions *c) {
    size_t kept = 0;
    for (size_t i = 0; i < c->open_count; i++)
        if (c->open[i].goes_on) {
            c->open[kept] = c->open[i];
            c->open[kept].told = c->open[kept].goes_on = false;
            kept++;
        } else {
            close_event(c, &c->open[i].event);
        }
    c->open_count = kept;
}

static void open_event(ssti_collisions *c, const ssti_open_collision *begun) {
    c->open[c->open_count++] = *begun;
    c->agents[begun->event.a].ever = true;
    if (begun->event.b != SST_OBSTACLES)
        c->agents[begun->event.b].ever = true;
}

/* Each once, though both parties may have told of it; in a step begun and over included. */
static bool take_begun(ssti_collisions *c) {
    if (c->begun_count == 0)
        return true;
    if (!make_room((void **)&c->open, &c->open_capacity, c->open_count + c->begun_count,
                   sizeof *c->open))
        return false;
    qsort(c->begun, c->begun_count, sizeof *c->begun, by_parties);
    for (size_t i = 0; i < c->begun_count; i++)
        if (i == 0 || by_parties(&c->begun[i - 1], &c->begun[i]) != 0)
            open_event(c, &c->begun[i]);
    c->begun_count = 0;
    qsort(c->open, c->open_count, sizeof *c->open, by_parties);
    return true;
}

bool ssti_collisions_finish_step(ssti_collisions *c) {
    c->closed_count = 0;
    bool good = take_begun(c);
    close_those_over(c);
    return good && !c->out_of_memory;
}

bool ssti_collisions_end(ssti_collisions *c) {
    c->closed_count = 0;
    for (size_t i = 0; i < c->open_count; i++)
        close_event(c, &c->open[i].event);
    c->open_count = 0;
    return !c->out_of_memory;
}
