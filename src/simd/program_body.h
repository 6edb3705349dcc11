/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The program in the plane: lane = agent. Included by kernels_body.h.
 *
 * solve/program.c and solve/line_program.c tell the method and why each tolerance is what it is.
 * All lanes meet their half-planes in the same order; a half-plane that no lane violates costs one
 * test. A lane whose chord is clipped away is left over. */

/* What all lanes look for. */
typedef struct wide_program {
    wide_vec2 preferred;
    wide max_speed;
} wide_program;

/* Half-planes in the order in which they are met: `count` rows. */
typedef struct plane_rows {
    const ssti_plane_row *rows;
    size_t count, at; /* at: the first lane */
} plane_rows;

static wide_planes planes_of(const plane_rows *planes, size_t row) {
    const ssti_plane_row *from = &planes->rows[row];
    return (wide_planes){
        {wide_load(from->normal_x + planes->at), wide_load(from->normal_y + planes->at)},
        wide_load(from->offset + planes->at)};
}

static wide wide_abs(wide a) {
    return wide_select(wide_less(a, wide_splat(0.0f)), -a, a);
}

static wide violation(const wide_planes *planes, wide_vec2 velocity) {
    return planes->offset - wide_dot(planes->normal, velocity);
}

static wide violation_tolerance(const wide_planes *planes, wide scale) {
    return wide_splat(SSTI_ROUNDING) * wide_max(scale, wide_abs(planes->offset));
}

static wide_vec2 within_speed(wide_vec2 v, wide limit) {
    wide largest = wide_max(wide_abs(v.x), wide_abs(v.y));
    wide_mask within =
        mask_and(wide_at_most(largest, limit), wide_at_most(wide_dot(v, v), limit * limit));
    if (mask_bits(within) == mask_bits(ALL_LANES)) {
        return v;
    }
    wide_vec2 scaled = {v.x / largest, v.y / largest};
    wide to_limit = limit / wide_sqrt(wide_dot(scaled, scaled));
    return (wide_vec2){wide_select(within, v.x, to_limit * scaled.x),
                       wide_select(within, v.y, to_limit * scaled.y)};
}

typedef struct wide_chord {
    wide_vec2 base, direction;
    wide low, high;
} wide_chord;

/* ssti_chord_of; the lanes that have one are left in `possible`. */
static wide_chord chord_of(const wide_planes *line, wide max_speed, wide_mask *possible) {
    wide length_sq = wide_dot(line->normal, line->normal);
    *possible =
        mask_and(*possible, wide_less(wide_splat(SSTI_PARALLEL * SSTI_PARALLEL), length_sq));
    wide inv = wide_splat(1.0f) / wide_sqrt(length_sq);
    wide_vec2 normal = wide_scale(inv, line->normal);
    wide distance = inv * line->offset;
    distance = wide_max(-max_speed, wide_min(max_speed, distance));
    wide half = wide_sqrt((max_speed - distance) * (max_speed + distance));
    return (wide_chord){wide_scale(distance, normal), {normal.y, -normal.x}, -half, half};
}

/* ssti_clip_chord; lanes of which nothing is left leave `possible`. */
static void clip(wide_chord *chord, const plane_rows *planes, size_t count, wide scale, wide slack,
                 wide_mask *possible) {
    wide two = wide_splat(2.0f), parallel = wide_splat(SSTI_PARALLEL), zero = wide_splat(0.0f);
    for (size_t j = 0; j < count; j++) {
        wide_planes other = planes_of(planes, j);
        wide slope = wide_dot(other.normal, chord->direction);
        wide room = two * violation_tolerance(&other, scale);
        wide bound = violation(&other, chord->base) - room - slack;
        wide_mask flat = wide_at_most(wide_abs(slope), parallel);
        *possible = mask_without(*possible, mask_and(flat, wide_less(room, bound)));
        wide t = bound / slope;
        wide_mask rising = mask_without(wide_less(zero, slope), flat);
        wide_mask falling = mask_without(wide_less(slope, zero), flat);
        chord->low = wide_select(rising, wide_max(chord->low, t), chord->low);
        chord->high = wide_select(falling, wide_min(chord->high, t), chord->high);
    }
    *possible = mask_and(*possible, wide_at_most(chord->low, chord->high));
}

static wide_vec2 nearest_on(const wide_chord *chord, wide_vec2 wanted) {
    wide t = wide_dot(chord->direction, wanted);
    t = wide_min(chord->high, wide_max(chord->low, t));
    return (wide_vec2){chord->base.x + t * chord->direction.x,
                       chord->base.y + t * chord->direction.y};
}

/* Clips; lanes of which that leaves nothing once more with the slack. */
static wide_chord clip_or_accept(const wide_chord *whole, const plane_rows *planes, size_t count,
                                 wide scale, wide slack, wide_mask *possible) {
    wide_chord chord = *whole;
    wide_mask clean = *possible;
    clip(&chord, planes, count, scale, wide_splat(0.0f), &clean);
    wide_mask again = mask_without(*possible, clean);
    if (!mask_bits(again)) {
        return chord;
    }
    wide_chord slackened = *whole;
    clip(&slackened, planes, count, scale, slack, &again);
    chord.low = wide_select(again, slackened.low, chord.low);
    chord.high = wide_select(again, slackened.high, chord.high);
    *possible = mask_or(clean, again);
    return chord;
}

/* ssti_nearest_permitted; lanes that fail leave `possible`. */
static wide_vec2 nearest_permitted(const wide_program *program, const plane_rows *planes,
                                   wide_mask *possible) {
    wide scale = program->max_speed;
    wide_vec2 velocity = within_speed(program->preferred, scale);
    for (size_t i = 0; i < planes->count; i++) {
        wide_planes line = planes_of(planes, i);
        wide tolerance = violation_tolerance(&line, scale);
        wide_mask violated = mask_and(*possible, wide_less(tolerance, violation(&line, velocity)));
        if (!mask_bits(violated)) {
            continue;
        }
        wide_mask met = violated;
        wide_chord chord = chord_of(&line, scale, &met);
        wide most = wide_splat(SSTI_ACCEPTED_GAP) * tolerance;
        met = mask_without(met, wide_less(most, violation(&line, chord.base)));
        wide_chord clipped = clip_or_accept(&chord, planes, i, scale, most, &met);
        wide_vec2 nearest = nearest_on(&clipped, program->preferred);
        velocity.x = wide_select(met, nearest.x, velocity.x);
        velocity.y = wide_select(met, nearest.y, velocity.y);
        *possible = mask_without(*possible, mask_without(violated, met));
    }
    return velocity;
}

/* ssti_turned_aside: the preferred velocity, turned where half-planes of agents forbid it. */
static wide_vec2 turned_aside(const ssti_kernel_rules *rules, ssti_batch *batch,
                              const wide_program *program, size_t at) {
    wide_vec2 wanted = program->preferred, possible = within_speed(wanted, program->max_speed);
    wide zero = wide_splat(0.0f), greatest = zero;
    plane_rows of_agents = {ssti_planes_of_agents(batch), batch->most_neighbors, at};
    for (size_t row = 0; row < of_agents.count; row++) {
        wide_planes planes = planes_of(&of_agents, row);
        wide_mask forbids = wide_less(violation_tolerance(&planes, program->max_speed),
                                      violation(&planes, possible));
        wide share = wide_load(batch->neighbors[row].responsibility + at);
        greatest = wide_select(forbids, wide_max(greatest, share), greatest);
    }
    wide one = wide_splat(1.0f);
    wide weight = wide_min(one, wide_splat(4.0f) * greatest * greatest);
    wide bias = wide_splat(rules->side_bias) * weight;
    wide_vec2 aside =
        rules->right_handed ? (wide_vec2){wanted.y, -wanted.x} : (wide_vec2){-wanted.y, wanted.x};
    wide to_unit = one / wide_sqrt(one + bias * bias);
    wide_mask straight = mask_and(wide_at_most(bias, zero), wide_at_most(zero, bias));
    return (wide_vec2){wide_select(straight, wanted.x, to_unit * (wanted.x + bias * aside.x)),
                       wide_select(straight, wanted.y, to_unit * (wanted.y + bias * aside.y))};
}

/* As mark_blocked in solve.c. */
static wide_mask blocked_lanes(const wide_program *program, wide_vec2 velocity) {
    wide_vec2 wanted = within_speed(program->preferred, program->max_speed);
    wide least_sq = wide_splat(SSTI_BLOCKED_BELOW * SSTI_BLOCKED_BELOW) * wide_dot(wanted, wanted);
    return wide_less(wide_dot(velocity, velocity), least_sq);
}

static void note_lanes(uint32_t *status, unsigned lanes, uint32_t flag) {
    for (size_t lane = 0; lanes >> lane; lane++) {
        status[lane] |= lanes >> lane & 1u ? flag : 0u;
    }
}

static unsigned program_lanes(const ssti_kernel_rules *rules, ssti_batch *batch, size_t at) {
    size_t rows = batch->most_obstacles + batch->most_neighbors;
    rows += rules->contact_always ? batch->most_neighbors : 0;
    plane_rows planes = {ssti_planes_of_agents(batch) - batch->most_obstacles, rows, at};
    wide max_speed = wide_load(batch->max_speed + at);
    wide_program program = {
        {wide_load(batch->preferred_x + at), wide_load(batch->preferred_y + at)},
        wide_select(wide_less(max_speed, wide_splat(SSTI_SLOWEST)), wide_splat(0.0f), max_speed)};
    wide_program turned = program;
    if (rules->side_bias > 0.0f) {
        turned.preferred = turned_aside(rules, batch, &program, at);
    }
    wide_mask possible = ALL_LANES;
    wide_vec2 velocity = nearest_permitted(&turned, &planes, &possible);
    velocity = within_speed(velocity, program.max_speed);
    wide_store(batch->found_x + at, velocity.x);
    wide_store(batch->found_y + at, velocity.y);
    wide_store(batch->turned_x + at, turned.preferred.x);
    wide_store(batch->turned_y + at, turned.preferred.y);
    unsigned blocked = mask_bits(mask_and(possible, blocked_lanes(&program, velocity)));
    note_lanes(batch->status + at, blocked, SST_STATUS_BLOCKED);
    return mask_bits(possible);
}

static void program_batch(const ssti_kernel_rules *rules, ssti_batch *batch) {
    batch->relaxed = 0;
    for (size_t at = 0; at < batch->count; at += LANES) {
        unsigned missed = program_lanes(rules, batch, at) ^ mask_bits(ALL_LANES);
        batch->relaxed |= missed << at;
    }
}
