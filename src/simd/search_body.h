/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The search for neighbours, one agent at a time: lane = candidate. Included by kernels_body.h.
 *
 * An agent looks within a radius that sufficed in the last step, and farther only if fewer than it
 * asks for are there. Whoever is outside has a greater rank than all inside, so the nearest of
 * those inside are the nearest of all as soon as they are enough. Their order comes from counting
 * for each how many come before it; equal ranks are told from that, and sorted by key. */

enum {
    USUAL_CANDIDATES = 16,
    MANY_CANDIDATES = 32,
    MOST_CANDIDATES = 64, /* of one search that kernels do */
    CANDIDATE_ROOM = MOST_CANDIDATES + 2 * SSTI_BATCH
};

/* The radius of a search grows by this where it found too few ... */
#define WIDER 1.5f
/* ... and the next step begins with a little more than this one needed. */
#define RESERVE 1.1f
/* Roundings of a search radius and of places in cells. */
#define A_LITTLE_MORE 1.0001f
#define CELL_SLACK    1e-5f

typedef struct candidates {
    size_t count;
    uint32_t numbers[CANDIDATE_ROOM]; /* in the crowd */
    float ranks[CANDIDATE_ROOM];
} candidates;

/* One agent's search. */
typedef struct search {
    const ssti_crowd *crowd;
    const ssti_kernel_rules *rules;
    const ssti_crowd_agent *self;
    uint32_t number;
    float speed;
    float range_sq;
    float reach;  /* nobody in range is farther than this [m] */
    float radius; /* of the search as it stands */
} search;

static search search_of(const ssti_crowd *crowd, const ssti_kernel_rules *rules, uint32_t number) {
    const ssti_crowd_agent *self = &crowd->agents[number];
    search s = {crowd, rules, self, number, crowd->speed[number], 0.0f, 0.0f, 0.0f};
    float range = ssti_max(self->neighbor_dist, 0.0f);
    float gap = self->radius + crowd->greatest_radius, speeds = s.speed + crowd->greatest_speed;
    s.range_sq = range * range;
    float met = self->reach_time >= 0.0f ? self->reach_time * speeds + gap : 0.0f;
    s.reach = A_LITTLE_MORE * ssti_max(range, met);
    /* Whom it could meet within the step is within the first radius: cutting one is told. */
    float least = A_LITTLE_MORE * (gap + rules->time_step * speeds);
    s.radius = ssti_min(s.reach, ssti_max(least, self->search_radius));
    return s;
}

/* Appends the agents [begin, end) that are within the radius and in range. */
static void scan_distances(const search *s, uint32_t begin, uint32_t end, wide limit_sq,
                           candidates *found) {
    const ssti_crowd *crowd = s->crowd;
    wide_int own_x = wide_int_splat(s->self->x), own_y = wide_int_splat(s->self->y);
    wide unit = wide_splat(LATTICE);
    for (uint32_t i = begin; i < end && found->count < MOST_CANDIDATES; i += LANES) {
        wide dx = unit * wide_from_int(wide_int_sub(wide_int_load(crowd->x + i), own_x));
        wide dy = unit * wide_from_int(wide_int_sub(wide_int_load(crowd->y + i), own_y));
        wide distance_sq = dx * dx + dy * dy;
        wide_mask near = mask_and(wide_less(distance_sq, limit_sq), first_lanes(end - i));
        found->count += wide_pack(without_self(near, s->number - i), i, distance_sq,
                                  found->numbers + found->count, found->ranks + found->count);
    }
}

static void scan_gaps(const search *s, uint32_t begin, uint32_t end, wide limit_sq,
                      candidates *found) {
    const ssti_crowd *crowd = s->crowd;
    wide_int own_x = wide_int_splat(s->self->x), own_y = wide_int_splat(s->self->y);
    wide unit = wide_splat(LATTICE), range_sq = wide_splat(s->range_sq);
    wide own_radius = wide_splat(s->self->radius), own_speed = wide_splat(s->speed);
    wide reach_time = wide_splat(s->self->reach_time);
    wide_mask reaches = s->self->reach_time >= 0.0f ? ALL_LANES : NO_LANE;
    bool by_gap = s->rules->ranks_by_gap;
    for (uint32_t i = begin; i < end && found->count < MOST_CANDIDATES; i += LANES) {
        wide dx = unit * wide_from_int(wide_int_sub(wide_int_load(crowd->x + i), own_x));
        wide dy = unit * wide_from_int(wide_int_sub(wide_int_load(crowd->y + i), own_y));
        wide distance_sq = dx * dx + dy * dy;
        wide gap = wide_sqrt(distance_sq) - (own_radius + wide_load(crowd->radius + i));
        wide speeds = own_speed + wide_load(crowd->speed + i);
        wide_mask met = mask_and(reaches, wide_at_most(gap, reach_time * speeds));
        wide_mask near = mask_and(wide_less(distance_sq, limit_sq), first_lanes(end - i));
        near = mask_and(near, mask_or(met, wide_less(distance_sq, range_sq)));
        found->count += wide_pack(without_self(near, s->number - i), i, by_gap ? gap : distance_sq,
                                  found->numbers + found->count, found->ranks + found->count);
    }
}

/* A place in cells, within the table. */
static int32_t cell_at(float place, uint32_t count) {
    int32_t last = (int32_t)count - 1, cell = (int32_t)ssti_max(place, 0.0f);
    return cell < last ? cell : last;
}

/* All within the radius. */
static void scan(const search *s, candidates *found) {
    const ssti_crowd *crowd = s->crowd;
    float row = crowd->row[s->number], column = crowd->column[s->number];
    float rows = A_LITTLE_MORE * s->radius * crowd->rows_per_metre + CELL_SLACK * (1.0f + row);
    float columns =
        A_LITTLE_MORE * s->radius * crowd->columns_per_metre + CELL_SLACK * (1.0f + column);
    int32_t first = cell_at(column - columns, crowd->columns);
    int32_t last = cell_at(column + columns, crowd->columns);
    /* The usual case, whose branches are foreseen: its own row and the two beside. */
    int32_t from = cell_at(row, crowd->rows) - 1, to = from + 2;
    if (rows > 1.0f) {
        from = cell_at(row - rows, crowd->rows);
        to = cell_at(row + rows, crowd->rows);
    }
    bool plain = !s->rules->ranks_by_gap && s->self->reach_time < 0.0f;
    float radius_sq = s->radius * s->radius;
    wide limit_sq = wide_splat(plain ? ssti_min(radius_sq, s->range_sq) : radius_sq);
    found->count = 0;
    for (int32_t at = from; at <= to; at++) {
        const uint32_t *starts = crowd->starts + (ptrdiff_t)at * (ptrdiff_t)crowd->columns;
        if (plain) {
            scan_distances(s, starts[first], starts[last + 1], limit_sq, found);
        } else {
            scan_gaps(s, starts[first], starts[last + 1], limit_sq, found);
        }
    }
}

/* --- Order --------------------------------------------------------------------------------- */

/* The numbers and ranks of candidates, nearest first. */
typedef struct ordered {
    uint32_t numbers[CANDIDATE_ROOM];
    float ranks[CANDIDATE_ROOM];
} ordered;

static bool comes_before(const ssti_crowd *crowd, const candidates *c, size_t i, const ordered *o,
                         size_t place) {
    return c->ranks[i] < o->ranks[place] ||
           (c->ranks[i] == o->ranks[place] &&
            crowd->keys[crowd->agents[c->numbers[i]].slot] <
                crowd->keys[crowd->agents[o->numbers[place]].slot]);
}

/* By (rank, key), where ranks are equal. */
static void order_with_keys(const ssti_crowd *crowd, const candidates *c, ordered *o) {
    for (size_t i = 0; i < c->count; i++) {
        size_t place = i;
        for (; place > 0 && comes_before(crowd, c, i, o, place - 1); place--) {
            o->numbers[place] = o->numbers[place - 1];
            o->ranks[place] = o->ranks[place - 1];
        }
        o->numbers[place] = c->numbers[i];
        o->ranks[place] = c->ranks[i];
    }
}

/* Puts each in the place that is the number of ranks less than its own, `count` a multiple of the
 * lanes. Returns the sum of the places. */
static inline size_t put_in_places(const candidates *c, size_t count, ordered *o) {
    int32_t places[CANDIDATE_ROOM];
    for (size_t v = 0; v < count; v += LANES) {
        wide ranks = wide_load(c->ranks + v);
        wide_int before = wide_int_splat(0);
        for (size_t i = 0; i < count; i++) {
            before = wide_int_count(before, wide_less(wide_splat(c->ranks[i]), ranks));
        }
        wide_int_store(places + v, before);
    }
    size_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        o->numbers[places[i]] = c->numbers[i];
        o->ranks[places[i]] = c->ranks[i];
        sum += (size_t)places[i];
    }
    return sum;
}

/* In loops of fixed lengths, the shortest of which is the usual one; one lane alone counts what is
 * there. The places beyond the last are
 * filled with infinite ranks, all of which take the first free place. Two candidates of one rank
 * take one place: the sum tells. */
static void order_candidates(const ssti_crowd *crowd, candidates *c, ordered *o) {
    size_t filled = LANES == 1                     ? c->count
                    : c->count <= USUAL_CANDIDATES ? USUAL_CANDIDATES
                    : c->count <= MANY_CANDIDATES  ? MANY_CANDIDATES
                                                   : MOST_CANDIDATES;
    for (size_t i = c->count; i < filled; i++) {
        c->ranks[i] = FLT_MAX;
    }
    size_t sum = filled == USUAL_CANDIDATES  ? put_in_places(c, USUAL_CANDIDATES, o)
                 : filled == MANY_CANDIDATES ? put_in_places(c, MANY_CANDIDATES, o)
                                             : put_in_places(c, filled, o);
    if (sum != c->count * (c->count - 1) / 2 + (filled - c->count) * c->count) {
        order_with_keys(crowd, c, o);
    }
}

/* --- Truncation ---------------------------------------------------------------------------- */

static float gap_to(const search *s, uint32_t number) {
    const ssti_crowd_agent *other = &s->crowd->agents[number];
    float dx = LATTICE * (float)(int32_t)((uint32_t)other->x - (uint32_t)s->self->x);
    float dy = LATTICE * (float)(int32_t)((uint32_t)other->y - (uint32_t)s->self->y);
    return sqrtf(dx * dx + dy * dy) - (s->self->radius + other->radius);
}

/* Whether one that was cut could be met within the coming step. */
static bool cuts_one_it_could_meet(const search *s, const ordered *o, size_t kept, size_t count) {
    for (size_t i = kept; i < count; i++) {
        uint32_t number = o->numbers[i];
        float speeds = s->speed + s->crowd->speed[number];
        if (gap_to(s, number) <= s->rules->time_step * speeds) {
            return true;
        }
    }
    return false;
}

/* Nobody behind this rank is met within the coming step. */
static bool is_beyond_the_step(const search *s, float rank) {
    float gap = s->self->radius + s->crowd->greatest_radius;
    float way = s->rules->time_step * (s->speed + s->crowd->greatest_speed);
    float farthest = A_LITTLE_MORE * (gap + way);
    return s->rules->ranks_by_gap ? rank > way : rank > farthest * farthest;
}

/* --- One agent ----------------------------------------------------------------------------- */

/* How far from its centre a neighbour of this rank can be. */
static float distance_of_rank(const search *s, float rank) {
    return s->rules->ranks_by_gap ? rank + (s->self->radius + s->crowd->greatest_radius)
                                  : sqrtf(rank);
}

/* Whether the rank of place `wanted` comes before all that is outside the radius. */
static bool is_certain(const search *s, float rank) {
    return !s->rules->ranks_by_gap ||
           rank < sqrtf(s->radius * s->radius) - (s->self->radius + s->crowd->greatest_radius);
}

static bool is_complete(const search *s) {
    return s->radius >= s->reach;
}

static void widen(search *s) {
    s->radius = ssti_min(s->reach, WIDER * s->radius);
}

/* Looks until there are as many as are wanted, or all. False if that is not for this kernel: too
 * wide, or too many. */
static bool scan_for_enough(search *s, candidates *found) {
    for (;; widen(s)) {
        if (s->radius > SSTI_FARTHEST_SEARCH) {
            return false;
        }
        scan(s, found);
        if (found->count >= MOST_CANDIDATES) {
            return false;
        }
        if (found->count >= s->self->max_neighbors || is_complete(s)) {
            return true;
        }
    }
}

static size_t kept_of(const search *s, const candidates *found) {
    size_t wanted = s->self->max_neighbors;
    return found->count < wanted ? found->count : wanted;
}

/* Sorts what was found; looks farther as long as one outside could come before the last. */
static bool order_for_certain(search *s, candidates *found, ordered *sorted) {
    order_candidates(s->crowd, found, sorted);
    while (!is_complete(s) && !is_certain(s, sorted->ranks[kept_of(s, found) - 1])) {
        widen(s);
        if (!scan_for_enough(s, found)) {
            return false;
        }
        order_candidates(s->crowd, found, sorted);
    }
    return true;
}

static void take_neighbors(const search *s, const candidates *found, const ordered *sorted,
                           ssti_batch *batch, size_t lane) {
    size_t kept = kept_of(s, found);
    for (size_t k = 0; k < kept; k++) {
        batch->neighbors[k].index[lane] = sorted->numbers[k];
    }
    float last = kept > 0 ? sorted->ranks[kept - 1] : 0.0f;
    batch->neighbor_count[lane] = (uint32_t)kept;
    batch->search_radius[lane] =
        kept == s->self->max_neighbors ? RESERVE * distance_of_rank(s, last) : s->reach;
    bool truncated = found->count > kept && !is_beyond_the_step(s, last) &&
                     cuts_one_it_could_meet(s, sorted, kept, found->count);
    batch->status[lane] = truncated ? SST_STATUS_TRUNCATED : 0u;
    batch->truncated |= (truncated ? 1u : 0u) << lane;
}

/* Rows are read whole: where a lane has no neighbour it names the first agent. */
static void fill_up_rows(ssti_batch *batch) {
    for (size_t lane = 0; lane < SSTI_BATCH; lane++) {
        for (size_t k = batch->neighbor_count[lane]; k < batch->most_neighbors; k++) {
            batch->neighbors[k].index[lane] = 0;
        }
    }
}

/* First all look, then all sort: what one waits for, another does. */
static void search_batch(const ssti_crowd *crowd, const ssti_kernel_rules *rules,
                         ssti_batch *batch) {
    search searches[SSTI_BATCH];
    candidates found[SSTI_BATCH];
    unsigned looking = 0;
    batch->most_neighbors = batch->truncated = 0;
    for (size_t lane = 0; lane < batch->count; lane++) {
        searches[lane] = search_of(crowd, rules, batch->index[lane]);
        if (searches[lane].self->max_neighbors > 0) {
            bool enough = scan_for_enough(&searches[lane], &found[lane]);
            looking |= (enough ? 1u : 0u) << lane;
            batch->left_over |= (enough ? 0u : 1u) << lane;
        }
    }
    for (size_t lane = 0; lane < SSTI_BATCH; lane++) {
        ordered sorted;
        batch->neighbor_count[lane] = batch->status[lane] = 0;
        batch->search_radius[lane] = 0.0f;
        if (!(looking >> lane & 1u)) {
            continue;
        }
        if (order_for_certain(&searches[lane], &found[lane], &sorted)) {
            take_neighbors(&searches[lane], &found[lane], &sorted, batch, lane);
        } else {
            batch->left_over |= 1u << lane;
        }
        batch->most_neighbors = batch->neighbor_count[lane] > batch->most_neighbors
                                    ? batch->neighbor_count[lane]
                                    : batch->most_neighbors;
    }
    fill_up_rows(batch);
}
