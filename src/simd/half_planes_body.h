/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Half-planes of neighbours: lane = agent. Included by kernels_body.h.
 *
 * The cases and expressions are those of solve/agent_half_plane.c, where the geometry is told; here
 * each lane takes the one of its case. Overlapping pairs out of the usual way are given to that
 * code itself. */

typedef struct wide_vec2 {
    wide x, y;
} wide_vec2;

/* The pairs of one row. */
typedef struct wide_pair {
    wide_vec2 position, own_velocity, relative_velocity;
    wide radius, inv_horizon, responsibility;
    wide distance_sq;
} wide_pair;

static wide wide_dot(wide_vec2 a, wide_vec2 b) {
    return a.x * b.x + a.y * b.y;
}

static wide_vec2 wide_scale(wide s, wide_vec2 a) {
    return (wide_vec2){s * a.x, s * a.y};
}

/* The agent's share of the avoidance: 1 of those who never yield, else by priority. */
static wide responsibility_of(const ssti_kernel_rules *rules, const ssti_batch *batch,
                              wide other_priority, size_t at) {
    wide zero = wide_splat(0.0f), fixed = wide_load(batch->fixed_share + at);
    if (!rules->declared_shares) {
        return fixed;
    }
    wide sum = wide_load(batch->priority + at) + other_priority;
    wide share = wide_select(wide_less(zero, sum), other_priority / sum, wide_splat(0.5f));
    share = wide_select(wide_less(other_priority, zero), wide_splat(1.0f), share);
    return wide_select(wide_at_most(zero, fixed), fixed, share);
}

static wide_pair pair_of(const ssti_crowd *crowd, const ssti_kernel_rules *rules, ssti_batch *batch,
                         size_t row, size_t at) {
    wide unit = wide_splat(LATTICE), other[8]; /* as ssti_crowd_agent begins */
    wide_load_records(crowd->agents, batch->neighbors[row].index + at, other);
    wide_int x = wide_int_sub(wide_bits(other[0]), wide_int_load(batch->x + at));
    wide_int y = wide_int_sub(wide_bits(other[1]), wide_int_load(batch->y + at));
    wide_pair pair = {
        .position = {unit * wide_from_int(x), unit * wide_from_int(y)},
        .own_velocity = {wide_load(batch->velocity_x + at), wide_load(batch->velocity_y + at)},
        .radius = wide_load(batch->radius + at) + other[4],
        .inv_horizon = wide_load(batch->inv_horizon + at),
        .responsibility = responsibility_of(rules, batch, other[6], at),
    };
    wide_store(batch->neighbors[row].responsibility + at, pair.responsibility);
    pair.relative_velocity.x = pair.own_velocity.x - other[2];
    pair.relative_velocity.y = pair.own_velocity.y - other[3];
    if (rules->smaller_horizon) {
        pair.inv_horizon = wide_max(pair.inv_horizon, other[5]);
    }
    if (rules->covers_step) {
        pair.inv_horizon = wide_min(pair.inv_horizon, wide_load(batch->inv_time_step + at));
    }
    pair.distance_sq = wide_dot(pair.position, pair.position);
    return pair;
}

typedef struct wide_planes {
    wide_vec2 normal;
    wide offset;
} wide_planes;

static wide offset_of(const wide_pair *pair, wide_vec2 normal, wide u) {
    return wide_dot(normal, pair->own_velocity) + pair->responsibility * u;
}

/* Cut-off arc or leg. */
static wide_planes outside_planes(const ssti_kernel_rules *rules, const wide_pair *pair) {
    wide_vec2 p = pair->position, relative = pair->relative_velocity;
    wide inv_tau = pair->inv_horizon;
    wide_vec2 w = {relative.x - inv_tau * p.x, relative.y - inv_tau * p.y};
    wide zero = wide_splat(0.0f), w_length = wide_sqrt(wide_dot(w, w));
    wide towards = -wide_dot(w, p);
    wide_mask arc = mask_and(wide_less(zero, towards), wide_less(pair->radius * w_length, towards));
    wide inv = wide_splat(1.0f) / wide_select(arc, w_length, pair->distance_sq);

    wide side = p.x * w.y - p.y * w.x;
    wide_mask left = rules->right_handed ? wide_less(zero, side) : wide_at_most(zero, side);
    wide length = wide_sqrt(pair->distance_sq - pair->radius * pair->radius);
    wide_vec2 along = wide_scale(length, p);
    wide_vec2 across = {pair->radius * -p.y, pair->radius * p.x};
    wide_vec2 direction = {inv * wide_select(left, along.x + across.x, along.x - across.x),
                           inv * wide_select(left, along.y + across.y, along.y - across.y)};

    wide_vec2 normal = {wide_select(arc, inv * w.x, wide_select(left, -direction.y, direction.y)),
                        wide_select(arc, inv * w.y, wide_select(left, direction.x, -direction.x))};
    wide u =
        wide_select(arc, pair->radius * inv_tau - wide_dot(normal, w), -wide_dot(normal, relative));
    return (wide_planes){normal, offset_of(pair, normal, u)};
}

static void store_planes(ssti_plane_row *row, size_t at, wide_mask where,
                         const wide_planes *planes) {
    wide zero = wide_splat(0.0f);
    wide_store(row->normal_x + at, wide_select(where, planes->normal.x, zero));
    wide_store(row->normal_y + at, wide_select(where, planes->normal.y, zero));
    wide_store(row->offset + at, wide_select(where, planes->offset, zero));
}

/* The closing limit of ssti_contact_half_plane. */
static wide_planes contact_planes(const wide_pair *pair, wide time_step) {
    wide one = wide_splat(1.0f), distance = wide_sqrt(pair->distance_sq);
    wide_vec2 away = wide_scale(-one / distance, pair->position);
    wide_vec2 other = {pair->own_velocity.x - pair->relative_velocity.x,
                       pair->own_velocity.y - pair->relative_velocity.y};
    wide whole = (distance - pair->radius) / time_step;
    wide if_other_goes_on = whole - wide_dot(away, other);
    wide part = (one - pair->responsibility) * whole;
    wide limit = wide_select(wide_at_most(one, pair->responsibility), if_other_goes_on,
                             wide_min(part, if_other_goes_on));
    return (wide_planes){away, -limit};
}

/* The pair of one lane as the scalar code takes it; it overlaps, so that no horizon counts. */
static ssti_pair scalar_pair(const ssti_kernel_rules *rules, const ssti_crowd *crowd,
                             const ssti_batch *batch, size_t row, size_t lane) {
    const ssti_crowd_agent *other = &crowd->agents[batch->neighbors[row].index[lane]];
    sst_vec2 velocity = {batch->velocity_x[lane], batch->velocity_y[lane]};
    return (ssti_pair){
        .position = {LATTICE * (float)(int32_t)((uint32_t)other->x - (uint32_t)batch->x[lane]),
                     LATTICE * (float)(int32_t)((uint32_t)other->y - (uint32_t)batch->y[lane])},
        .velocity = velocity,
        .relative_velocity = {velocity.x - other->velocity_x, velocity.y - other->velocity_y},
        .radius = batch->radius[lane] + other->radius,
        .time_horizon = 1.0f,
        .time_step = batch->time_step[lane],
        .responsibility = batch->neighbors[row].responsibility[lane],
        .own_key = crowd->keys[crowd->agents[batch->index[lane]].slot],
        .other_key = crowd->keys[other->slot],
        .handedness = rules->right_handed ? SST_RIGHT_HANDED : SST_LEFT_HANDED,
        .overlaps_part_backwards = rules->parts_backwards,
    };
}

static void scalar_planes(const ssti_crowd *crowd, const ssti_kernel_rules *rules,
                          ssti_batch *batch, size_t row, unsigned lanes) {
    for (size_t lane = 0; lanes >> lane; lane++) {
        if (!(lanes >> lane & 1u)) {
            continue;
        }
        ssti_pair pair = scalar_pair(rules, crowd, batch, row, lane);
        batch->status[lane] |= ssti_pair_overlaps(&pair) ? SST_STATUS_OVERLAPPING : 0u;
        batch->status[lane] |= ssti_pair_coincides(&pair) ? SST_STATUS_COINCIDENT : 0u;
        if (pair.responsibility > 0.0f) {
            sst_half_plane plane = ssti_agent_half_plane(&pair);
            ssti_store_plane(&ssti_planes_of_agents(batch)[row], lane, &plane);
        }
        if (pair.responsibility > 0.0f && rules->contact_always) {
            sst_half_plane plane = ssti_contact_half_plane(&pair);
            ssti_store_plane(&ssti_planes_of_contact(batch)[row], lane, &plane);
        }
    }
}

/* The lanes that have a neighbour in this row. */
static wide_mask lanes_with_neighbor(const ssti_batch *batch, size_t row, size_t at) {
    unsigned bits = 0;
    for (unsigned lane = 0; lane < LANES; lane++) {
        bits |= (row < batch->neighbor_count[at + lane] ? 1u : 0u) << lane;
    }
    return mask_of_bits(bits);
}

static void half_planes_batch(const ssti_crowd *crowd, const ssti_kernel_rules *rules,
                              ssti_batch *batch) {
    wide none = wide_splat(0.0f);
    for (size_t row = 0; row < batch->most_neighbors; row++) {
        unsigned overlapping = 0;
        for (size_t at = 0; at < SSTI_BATCH; at += LANES) {
            wide_pair pair = pair_of(crowd, rules, batch, row, at);
            wide_mask present = lanes_with_neighbor(batch, row, at);
            wide_mask has = mask_and(present, wide_less(none, pair.responsibility));
            wide_mask overlaps = wide_at_most(pair.distance_sq, pair.radius * pair.radius);
            overlaps =
                mask_or(overlaps, wide_less(pair.distance_sq, wide_splat(SSTI_NO_DIRECTION_SQ)));
            overlapping |= mask_bits(mask_and(present, overlaps)) << at;
            wide_planes planes = outside_planes(rules, &pair);
            store_planes(&ssti_planes_of_agents(batch)[row], at, has, &planes);
            if (rules->contact_always) {
                planes = contact_planes(&pair, wide_load(batch->time_step + at));
                store_planes(&ssti_planes_of_contact(batch)[row], at, has, &planes);
            }
        }
        if (overlapping) {
            scalar_planes(crowd, rules, batch, row, overlapping);
        }
    }
}
