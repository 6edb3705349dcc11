/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Discs enter a grid by the middle of their way and their reach: radius and half the way. There is
 * a grid for each power of two of the reach, so one giant among many dwarfs, or one fast among many
 * slow, costs its own surroundings and no more. A grid's cells start at the size of its discs and
 * grow until cells in use hold some discs each, so looking far costs little where discs are far
 * apart; sizes are kept from step to step. A grid that its discs fill lies in memory row by row,
 * and the part of a row that is looked at is one range of entries; cells of a scattered one are
 * hashed.
 *
 * Who may touch whom within a time depends on relative velocities. How far to look is bounded by
 * the deviations of the two from the mean velocity, so that a crowd which flows is no effort. Of
 * two that are so near, the distance is a convex function of time: it shrinks by no more than the
 * speed at which they close in now. */

#include "metrics/near.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS = 40, FINEST = -10 };
static const double least_crowding = 1.5, most_crowding = 8; /* discs in a cell in use */
static const double least_hashed = 2; /* likewise: even those alone in a cell share buckets */
static const double widest_cell = 1e12;

typedef struct entry {
    double x, y, reach;      /* middle of the way; radius + half the way */
    double speed_x, speed_y; /* at the end */
    int64_t cell_x, cell_y;
    uint32_t disc; /* index in the step's discs */
} entry;

typedef struct level {
    size_t first, count;    /* entries */
    size_t bucket, buckets; /* its first one; how many: a power of two if it is hashed */
    bool hashed;
    double cell;                  /* width [m] */
    double reach, speed;          /* greatest; deviation from the mean velocity [m/s] */
    sst_point low, high;          /* of the middles */
    double left, right, down, up; /* cells of these */
} level;

struct ssti_near {
    level levels[LEVELS];
    entry *unsorted, *entries; /* by disc; by level and bucket */
    double *speeds;            /* by disc: deviation from the mean velocity */
    uint8_t *level_of;         /* by disc */
    uint32_t *bucket_of;       /* by disc */
    uint32_t *buckets;         /* the first entry of each */
    size_t count, capacity, bucket_count;
};

ssti_near *ssti_near_create(void) {
    return calloc(1, sizeof(ssti_near));
}

void ssti_near_destroy(ssti_near *near) {
    if (!near)
        return;
    free(near->unsorted);
    free(near->entries);
    free(near->speeds);
    free(near->level_of);
    free(near->bucket_of);
    free(near->buckets);
    free(near);
}

static bool grow(void **array, size_t size) {
    void *grown = realloc(*array, size);
    *array = grown ? grown : *array;
    return grown;
}

static bool make_room(ssti_near *near, size_t count) {
    if (count <= near->capacity)
        return true;
    size_t capacity = count + count / 2, buckets = 2 * capacity + LEVELS + 1;
    bool good = grow((void **)&near->unsorted, capacity * sizeof *near->unsorted) &&
                grow((void **)&near->entries, capacity * sizeof *near->entries) &&
                grow((void **)&near->speeds, capacity * sizeof *near->speeds) &&
                grow((void **)&near->level_of, capacity * sizeof *near->level_of) &&
                grow((void **)&near->bucket_of, capacity * sizeof *near->bucket_of) &&
                grow((void **)&near->buckets, buckets * sizeof *near->buckets);
    near->capacity = good ? capacity : near->capacity;
    return good;
}

/* --- Filling ------------------------------------------------------------------------------- */

static double level_size(int index) {
    return ldexp(1, index + FINEST);
}

static uint8_t level_for(double reach) {
    int exponent;
    frexp(reach, &exponent); /* reach < 2^exponent */
    int wanted = exponent - FINEST;
    return (uint8_t)(reach <= 0 || wanted < 0 ? 0 : wanted >= LEVELS ? LEVELS - 1 : wanted);
}

static void mean_velocity(const ssti_disc *discs, size_t count, double *x, double *y) {
    *x = *y = 0;
    for (size_t i = 0; i < count; i++) {
        *x += (double)discs[i].velocity.x;
        *y += (double)discs[i].velocity.y;
    }
    *x /= (double)count;
    *y /= (double)count;
}

static void measure_disc(ssti_near *near, size_t i, const ssti_disc *d, double mean_x,
                         double mean_y) {
    double way_x = d->to.x - d->from.x, way_y = d->to.y - d->from.y;
    double x = (double)d->velocity.x - mean_x, y = (double)d->velocity.y - mean_y;
    entry *e = &near->unsorted[i];
    *e = (entry){.x = (d->from.x + d->to.x) / 2,
                 .y = (d->from.y + d->to.y) / 2,
                 .reach = d->radius + sqrt(way_x * way_x + way_y * way_y) / 2,
                 .speed_x = (double)d->velocity.x,
                 .speed_y = (double)d->velocity.y,
                 .disc = (uint32_t)i};
    near->speeds[i] = sqrt(x * x + y * y);
    near->level_of[i] = level_for(e->reach);
    level *l = &near->levels[near->level_of[i]];
    l->count++;
    l->reach = fmax(l->reach, e->reach);
    l->speed = fmax(l->speed, near->speeds[i]);
    l->low = (sst_point){fmin(l->low.x, e->x), fmin(l->low.y, e->y)};
    l->high = (sst_point){fmax(l->high.x, e->x), fmax(l->high.y, e->y)};
}

static void measure_discs(ssti_near *near, const ssti_disc *discs, size_t count) {
    double mean_x, mean_y;
    mean_velocity(discs, count, &mean_x, &mean_y);
    for (int k = 0; k < LEVELS; k++)
        near->levels[k] = (level){.cell = fmax(near->levels[k].cell, 2 * level_size(k)),
                                  .low = {HUGE_VAL, HUGE_VAL},
                                  .high = {-HUGE_VAL, -HUGE_VAL}};
    for (size_t i = 0; i < count; i++)
        measure_disc(near, i, &discs[i], mean_x, mean_y);
}

/* A grid by rows has no more cells than twice the discs, and so no more than hashing needs. */
static void lay_out(level *l) {
    l->left = floor(l->low.x / l->cell);
    l->right = floor(l->high.x / l->cell);
    l->down = floor(l->low.y / l->cell);
    l->up = floor(l->high.y / l->cell);
    double cells = (l->right - l->left + 1) * (l->up - l->down + 1);
    l->hashed = cells > 2 * (double)l->count;
    l->buckets = l->hashed ? 1 : (size_t)cells;
    while (l->hashed && l->buckets < l->count)
        l->buckets *= 2;
}

static void divide_buckets(ssti_near *near) {
    near->bucket_count = 0;
    for (int k = 0; k < LEVELS; k++) {
        level *l = &near->levels[k];
        l->bucket = near->bucket_count;
        if (l->count)
            lay_out(l);
        near->bucket_count += l->buckets;
    }
}

static uint32_t hashed_bucket(const level *l, int64_t x, int64_t y) {
    uint64_t hash =
        (uint64_t)x * UINT64_C(0x9e3779b97f4a7c15) ^ (uint64_t)y * UINT64_C(0xc2b2ae3d27d4eb4f);
    hash = (hash ^ hash >> 29) * UINT64_C(0xbf58476d1ce4e5b9) >> 32;
    return (uint32_t)(l->bucket + (hash & (l->buckets - 1)));
}

/* Of a cell of a grid by rows. */
static size_t row_bucket(const level *l, double x, double y) {
    return l->bucket + (size_t)((y - l->down) * (l->right - l->left + 1) + (x - l->left));
}

static void count_buckets(ssti_near *near, size_t count) {
    divide_buckets(near);
    memset(near->buckets, 0, (near->bucket_count + 1) * sizeof *near->buckets);
    for (size_t i = 0; i < count; i++) {
        entry *e = &near->unsorted[i];
        const level *l = &near->levels[near->level_of[i]];
        double x = floor(e->x / l->cell), y = floor(e->y / l->cell);
        e->cell_x = (int64_t)x;
        e->cell_y = (int64_t)y;
        near->bucket_of[i] =
            l->hashed ? hashed_bucket(l, e->cell_x, e->cell_y) : (uint32_t)row_bucket(l, x, y);
        near->buckets[near->bucket_of[i]]++;
    }
}

/* Whether the level's cells have the right size; a better one if not. */
static bool is_balanced(const ssti_near *near, level *l, double smallest) {
    size_t used = 0;
    for (size_t b = l->bucket; b < l->bucket + l->buckets; b++)
        used += near->buckets[b] > 0;
    double crowding = (double)l->count / (double)used;
    double least = l->hashed ? least_hashed : least_crowding;
    if (crowding < least && l->count > 1 && l->cell < widest_cell)
        l->cell *= 2;
    else if (crowding > most_crowding && l->cell > smallest)
        l->cell = fmax(l->cell / 2, smallest);
    else
        return true;
    return false;
}

static bool are_balanced(ssti_near *near) {
    bool balanced = true;
    for (int k = 0; k < LEVELS; k++)
        if (near->levels[k].count)
            balanced &= is_balanced(near, &near->levels[k], 2 * level_size(k));
    return balanced;
}

/* Puts the entries in order of their buckets, and so of their levels. */
static void sort_entries(ssti_near *near, size_t count) {
    uint32_t before = 0;
    for (size_t b = 0; b < near->bucket_count; b++)
        near->buckets[b] = before += near->buckets[b];
    near->buckets[near->bucket_count] = before;
    for (size_t i = count; i-- > 0;)
        near->entries[--near->buckets[near->bucket_of[i]]] = near->unsorted[i];
    for (int k = 0; k < LEVELS; k++)
        near->levels[k].first = near->levels[k].count ? near->buckets[near->levels[k].bucket] : 0;
}

bool ssti_near_fill(ssti_near *near, const ssti_disc *discs, size_t count) {
    near->count = 0;
    if (!make_room(near, count))
        return false;
    if (count == 0)
        return true;
    near->count = count;
    measure_discs(near, discs, count);
    count_buckets(near, count);
    /* From the finest cells to the widest it takes some 60 rounds; discs that gather here and part
     * there could make it swing. */
    for (int round = 0; round < 100 && !are_balanced(near); round++)
        count_buckets(near, count);
    sort_entries(near, count);
    return true;
}

double ssti_near_extent(const ssti_near *near) {
    sst_point low = {HUGE_VAL, HUGE_VAL}, high = {-HUGE_VAL, -HUGE_VAL};
    for (int k = 0; k < LEVELS && near->count; k++) {
        const level *l = &near->levels[k];
        low = (sst_point){fmin(low.x, l->low.x), fmin(low.y, l->low.y)};
        high = (sst_point){fmax(high.x, l->high.x), fmax(high.y, l->high.y)};
    }
    return near->count ? high.x - low.x + (high.y - low.y) : 0;
}

/* --- Visiting ------------------------------------------------------------------------------ */

typedef struct visit {
    const ssti_near *near;
    const entry *self;
    double reach, gap, time; /* the own reach, to the other's surface, ahead; rounded up */
    ssti_near_fn visit;
    void *context;
} visit;

/* With d the distance now and c the speed of closing in, they are d - c time apart at the least. */
static bool may_touch(const visit *v, const entry *other, double x, double y, double reach) {
    double along =
        x * (other->speed_x - v->self->speed_x) + y * (other->speed_y - v->self->speed_y);
    double square = x * x + y * y, product = square + v->time * along;
    return product <= 0 || product * product <= reach * reach * square;
}

static bool visit_entry(const visit *v, const entry *other) {
    double x = other->x - v->self->x, y = other->y - v->self->y;
    double reach = v->reach + other->reach, far = reach + v->gap;
    if (x * x + y * y > far * far && !may_touch(v, other, x, y, reach))
        return true;
    return other->disc == v->self->disc || v->visit(other->disc, v->context);
}

static bool visit_range(const visit *v, size_t first, size_t end) {
    for (size_t i = first; i < end; i++)
        if (!visit_entry(v, &v->near->entries[i]))
            return false;
    return true;
}

static bool visit_hashed_cell(const visit *v, const level *l, int64_t x, int64_t y) {
    uint32_t bucket = hashed_bucket(l, x, y);
    for (uint32_t i = v->near->buckets[bucket]; i < v->near->buckets[bucket + 1]; i++) {
        const entry *e = &v->near->entries[i];
        if (e->cell_x == x && e->cell_y == y && !visit_entry(v, e))
            return false;
    }
    return true;
}

/* Cell by cell, unless there are more cells than discs. */
static bool visit_hashed(const visit *v, const level *l, double far) {
    double left = floor((v->self->x - far) / l->cell), right = floor((v->self->x + far) / l->cell);
    double down = floor((v->self->y - far) / l->cell), up = floor((v->self->y + far) / l->cell);
    if ((right - left + 1) * (up - down + 1) > (double)l->count)
        return visit_range(v, l->first, l->first + l->count);
    for (int64_t x = (int64_t)left; x <= (int64_t)right; x++)
        for (int64_t y = (int64_t)down; y <= (int64_t)up; y++)
            if (!visit_hashed_cell(v, l, x, y))
                return false;
    return true;
}

/* The part of a row that the circle of this radius covers. */
static bool visit_row(const visit *v, const level *l, double far, double y) {
    double below = y * l->cell - v->self->y, above = v->self->y - (y + 1) * l->cell;
    double off = fmax(0, fmax(below, above)), half = sqrt(fmax(0, far * far - off * off)) + 1e-6;
    double left = fmax(l->left, floor((v->self->x - half) / l->cell));
    double right = fmin(l->right, floor((v->self->x + half) / l->cell));
    const uint32_t *buckets = v->near->buckets;
    return left > right ||
           visit_range(v, buckets[row_bucket(l, left, y)], buckets[row_bucket(l, right, y) + 1]);
}

static bool visit_rows(const visit *v, const level *l, double far) {
    double down = fmax(l->down, floor((v->self->y - far) / l->cell));
    double up = fmin(l->up, floor((v->self->y + far) / l->cell));
    for (double y = down; y <= up; y++)
        if (!visit_row(v, l, far, y))
            return false;
    return true;
}

void ssti_near_visit(const ssti_near *near, size_t index, double gap, double time,
                     ssti_near_fn visit_other, void *context) {
    /* A rounded figure must not make a disc invisible. */
    const double more = 1 + 1e-9;
    const entry *self = &near->unsorted[index];
    visit v = {near, self, self->reach + 1e-6, gap * more, time * more, visit_other, context};
    for (int k = 0; k < LEVELS; k++) {
        const level *l = &near->levels[k];
        if (l->count == 0)
            continue;
        double look = fmax(v.gap, v.time * (near->speeds[index] + l->speed) * more);
        double far = v.reach + l->reach + look;
        if (!(l->hashed ? visit_hashed(&v, l, far) : visit_rows(&v, l, far)))
            return;
    }
}
