/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Pairs of discs that come near each other within a step, found in a grid. Discs enter it from the
 * smallest reach (radius and half its way) to the largest, and each looks for smaller ones only, as
 * far as they can matter: so one giant among many dwarfs costs its own surroundings and no more.
 * A pair matters if it may undercut the least gap so far, or overlaps.
 *
 * The search starts near and widens until it has found a gap as small as the distance it searched;
 * then no pair farther apart can be nearer. A disc stops after 24 overlaps with smaller ones: only
 * in a pile of agents upon each other there are more, and there the figures are rough. */

#include "metrics/gaps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PAIRS = 24 };

typedef struct entry {
    double x, y, reach; /* middle of the way; radius + half the way */
    int64_t cell_x, cell_y;
    uint32_t disc;  /* index in the step's discs */
    uint32_t below; /* next entry of its bucket + 1; 0 = none */
} entry;

/* Two agents in contact, as (smaller number << 32 | larger). */
typedef uint64_t contact;

struct ssti_gaps {
    double least;
    uint64_t collisions;
    uint8_t *collided;          /* by agent; null = not wanted */
    contact *contacts, *coming; /* sorted; of the last step, of this one */
    size_t contact_count, coming_count, coming_capacity, contact_capacity;
    entry *entries;
    uint32_t *buckets; /* entry + 1 */
    size_t capacity, bucket_count;
    double cell; /* width [m] */
    bool out_of_memory;
};

ssti_gaps *ssti_gaps_create(void) {
    ssti_gaps *gaps = calloc(1, sizeof *gaps);
    if (gaps)
        gaps->least = HUGE_VAL;
    return gaps;
}

void ssti_gaps_destroy(ssti_gaps *gaps) {
    if (!gaps)
        return;
    free(gaps->contacts);
    free(gaps->coming);
    free(gaps->entries);
    free(gaps->buckets);
    free(gaps);
}

void ssti_gaps_note_collided(ssti_gaps *gaps, uint8_t *collided) {
    gaps->collided = collided;
}

double ssti_gaps_least(const ssti_gaps *gaps) {
    return gaps->least;
}

uint64_t ssti_gaps_collisions(const ssti_gaps *gaps) {
    return gaps->collisions;
}

/* --- Contacts ------------------------------------------------------------------------------ */

static int by_contact(const void *left, const void *right) {
    contact a = *(const contact *)left, b = *(const contact *)right;
    return (a > b) - (a < b);
}

static bool was_in_contact(const ssti_gaps *gaps, contact pair) {
    return gaps->contact_count &&
           bsearch(&pair, gaps->contacts, gaps->contact_count, sizeof pair, by_contact);
}

static void keep_contact(ssti_gaps *gaps, contact pair) {
    if (gaps->coming_count == gaps->coming_capacity) {
        size_t capacity = gaps->coming_capacity ? 2 * gaps->coming_capacity : 64;
        contact *grown = realloc(gaps->coming, capacity * sizeof *grown);
        if (!grown) {
            gaps->out_of_memory = true;
            return;
        }
        gaps->coming = grown;
        gaps->coming_capacity = capacity;
    }
    gaps->coming[gaps->coming_count++] = pair;
}

/* A contact begins deeper than a collision's depth, and ends when the surfaces are apart again. */
static void note_contact(ssti_gaps *gaps, const ssti_disc *a, const ssti_disc *b,
                         ssti_approach approach) {
    bool ordered = a->agent < b->agent;
    contact pair = (contact)(ordered ? a->agent : b->agent) << 32 | (ordered ? b->agent : a->agent);
    bool was = was_in_contact(gaps, pair);
    bool collides = approach.least < -SSTI_COLLISION_DEPTH;
    gaps->collisions += collides && !was;
    if (collides && gaps->collided)
        gaps->collided[a->agent] = gaps->collided[b->agent] = 1;
    if ((collides || was) && approach.at_end <= 0)
        keep_contact(gaps, pair);
}

static void finish_contacts(ssti_gaps *gaps) {
    if (gaps->coming_count)
        qsort(gaps->coming, gaps->coming_count, sizeof *gaps->coming, by_contact);
    contact *last = gaps->contacts;
    size_t last_capacity = gaps->contact_capacity;
    gaps->contacts = gaps->coming;
    gaps->contact_count = gaps->coming_count;
    gaps->contact_capacity = gaps->coming_capacity;
    gaps->coming = last;
    gaps->coming_count = 0;
    gaps->coming_capacity = last_capacity;
}

/* --- Grid ---------------------------------------------------------------------------------- */

static int by_reach(const void *left, const void *right) {
    const entry *a = left, *b = right;
    if (a->reach != b->reach)
        return a->reach < b->reach ? -1 : 1;
    return (a->disc > b->disc) - (a->disc < b->disc);
}

static bool make_room(ssti_gaps *gaps, size_t count) {
    if (count <= gaps->capacity)
        return true;
    size_t buckets = 1;
    while (buckets < 2 * count)
        buckets *= 2;
    entry *entries = realloc(gaps->entries, buckets / 2 * sizeof *entries);
    gaps->entries = entries ? entries : gaps->entries;
    uint32_t *heads = realloc(gaps->buckets, buckets * sizeof *heads);
    gaps->buckets = heads ? heads : gaps->buckets;
    if (!entries || !heads)
        return false;
    gaps->capacity = buckets / 2;
    gaps->bucket_count = buckets;
    return true;
}

static void fill_entries(ssti_gaps *gaps, const ssti_disc *discs, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const ssti_disc *d = &discs[i];
        double half_way = hypot(d->to.x - d->from.x, d->to.y - d->from.y) / 2;
        gaps->entries[i] = (entry){.x = (d->from.x + d->to.x) / 2,
                                   .y = (d->from.y + d->to.y) / 2,
                                   .reach = d->radius + half_way,
                                   .disc = (uint32_t)i};
    }
    qsort(gaps->entries, count, sizeof *gaps->entries, by_reach);
}

/* Cells suit the usual disc: the median, and for discs without extent the distance searched. */
static void clear_grid(ssti_gaps *gaps, size_t count, double distance) {
    memset(gaps->buckets, 0, gaps->bucket_count * sizeof *gaps->buckets);
    gaps->cell = fmax(2 * gaps->entries[count / 2].reach + distance, 1e-6);
    for (size_t i = 0; i < count; i++) {
        gaps->entries[i].cell_x = (int64_t)floor(gaps->entries[i].x / gaps->cell);
        gaps->entries[i].cell_y = (int64_t)floor(gaps->entries[i].y / gaps->cell);
    }
}

static uint32_t *bucket_of(const ssti_gaps *gaps, int64_t x, int64_t y) {
    uint64_t hash =
        (uint64_t)x * UINT64_C(0x9e3779b97f4a7c15) ^ (uint64_t)y * UINT64_C(0xc2b2ae3d27d4eb4f);
    return &gaps->buckets[(hash ^ hash >> 29) * UINT64_C(0xbf58476d1ce4e5b9) >> 32 &
                          (gaps->bucket_count - 1)];
}

static void insert(ssti_gaps *gaps, size_t i) {
    entry *e = &gaps->entries[i];
    uint32_t *head = bucket_of(gaps, e->cell_x, e->cell_y);
    e->below = *head;
    *head = (uint32_t)i + 1;
}

/* --- Search -------------------------------------------------------------------------------- */

typedef struct search {
    ssti_gaps *gaps;
    const ssti_disc *discs;
    double distance; /* pairs with gaps up to this are found [m, >= 0] */
    bool with_contacts;
} search;

/* One pair; answers whether it matters. */
static bool take_pair(const search *s, const ssti_disc *a, const ssti_disc *b) {
    if (!ssti_discs_meet(a, b))
        return false;
    ssti_approach approach = ssti_closest_approach(a, b);
    s->gaps->least = fmin(s->gaps->least, approach.least);
    if (approach.least > 0)
        return false;
    if (s->with_contacts)
        note_contact(s->gaps, a, b, approach);
    return true;
}

static size_t take_cell(const search *s, const entry *from, int64_t x, int64_t y, size_t pairs) {
    for (uint32_t i = *bucket_of(s->gaps, x, y); i && pairs < MOST_PAIRS;) {
        const entry *other = &s->gaps->entries[i - 1];
        i = other->below;
        if (other->cell_x == x && other->cell_y == y)
            pairs += take_pair(s, &s->discs[from->disc], &s->discs[other->disc]);
    }
    return pairs;
}

/* The reach of others is at most its own: so far their middles may be. */
static void look_around(const search *s, size_t index) {
    const entry *e = &s->gaps->entries[index];
    double far = 2 * e->reach + s->distance, cell = s->gaps->cell;
    int64_t low_x = (int64_t)floor((e->x - far) / cell),
            high_x = (int64_t)floor((e->x + far) / cell);
    int64_t low_y = (int64_t)floor((e->y - far) / cell),
            high_y = (int64_t)floor((e->y + far) / cell);
    size_t pairs = 0;
    /* More cells than discs: rather look at each of the smaller discs. */
    if ((double)(high_x - low_x + 1) * (double)(high_y - low_y + 1) > (double)index) {
        for (size_t i = 0; i < index && pairs < MOST_PAIRS; i++)
            pairs += take_pair(s, &s->discs[e->disc], &s->discs[s->gaps->entries[i].disc]);
        return;
    }
    for (int64_t x = low_x; x <= high_x; x++)
        for (int64_t y = low_y; y <= high_y && pairs < MOST_PAIRS; y++)
            pairs = take_cell(s, e, x, y, pairs);
}

static void search_all(const search *s, size_t count) {
    clear_grid(s->gaps, count, s->distance);
    for (size_t i = 0; i < count; i++) {
        look_around(s, i);
        insert(s->gaps, i);
    }
}

/* Beyond this distance there is nobody. */
static double extent(const entry *entries, size_t count) {
    double low_x = HUGE_VAL, low_y = HUGE_VAL, high_x = -HUGE_VAL, high_y = -HUGE_VAL;
    for (size_t i = 0; i < count; i++) {
        low_x = fmin(low_x, entries[i].x);
        low_y = fmin(low_y, entries[i].y);
        high_x = fmax(high_x, entries[i].x);
        high_y = fmax(high_y, entries[i].y);
    }
    return high_x - low_x + (high_y - low_y);
}

/* Without this, a crowd in which nobody avoids anybody would be searched to its ends each step. */
static bool any_can_meet(const ssti_disc *discs, size_t count) {
    uint32_t layers = 0, masks = 0;
    for (size_t i = 0; i < count; i++) {
        layers |= discs[i].layers;
        masks |= discs[i].mask;
    }
    return count > 1 && (layers & masks);
}

bool ssti_gaps_step(ssti_gaps *gaps, const ssti_disc *discs, size_t count) {
    if (!make_room(gaps, count))
        return false;
    if (any_can_meet(discs, count)) {
        fill_entries(gaps, discs, count);
        double everywhere = extent(gaps->entries, count);
        search s = {gaps, discs, fmin(fmax(gaps->least, 0), gaps->entries[count / 2].reach), true};
        search_all(&s, count);
        s.with_contacts = false;
        while (gaps->least > s.distance && s.distance < everywhere) {
            s.distance = fmin(4 * s.distance + 1e-3, gaps->least);
            search_all(&s, count);
        }
    }
    finish_contacts(gaps);
    return !gaps->out_of_memory;
}
