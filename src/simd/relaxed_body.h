/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The least greatest violation: lane = agent. Included by kernels_body.h.
 *
 * solve/fallback.c tells the method, meet_levels in solve.c what comes before it. A lane in which
 * rounding takes a turn of its own is left over. */

/* Where to go on a chord: along the objective, or, where that is level, by the choice. */
static wide best_on_chord(const ssti_kernel_rules *rules, const wide_chord *chord,
                          wide_vec2 objective, wide_vec2 preferred) {
    wide slope = wide_dot(objective, chord->direction);
    wide level = rules->right_handed ? chord->low : chord->high;
    if (rules->least_nearest) {
        wide t = wide_dot(chord->direction, preferred);
        level = wide_min(chord->high, wide_max(chord->low, t));
    }
    wide_mask up = wide_less(wide_splat(SSTI_LEVEL), slope);
    wide_mask down = wide_less(slope, wide_splat(-SSTI_LEVEL));
    return wide_select(up, chord->high, wide_select(down, chord->low, level));
}

/* The point furthest along the objective, for the lanes that ask; those where rounding leaves none
 * are lost. */
static wide_vec2 furthest_permitted(const ssti_kernel_rules *rules, const wide_program *program,
                                    const plane_rows *planes, wide_vec2 objective, wide scale,
                                    wide_mask asking, wide_mask *lost) {
    wide_vec2 velocity = wide_scale(program->max_speed, objective);
    for (size_t i = 0; i < planes->count; i++) {
        wide_planes line = planes_of(planes, i);
        wide_mask violated = mask_and(
            asking, wide_less(violation_tolerance(&line, scale), violation(&line, velocity)));
        if (!mask_bits(violated)) {
            continue;
        }
        wide_chord chord = chord_of(&line, program->max_speed, &violated);
        wide_mask met = violated;
        clip(&chord, planes, i, scale, wide_splat(0.0f), &met);
        *lost = mask_or(*lost, mask_without(violated, met));
        wide t = best_on_chord(rules, &chord, objective, program->preferred);
        velocity.x = wide_select(met, chord.base.x + t * chord.direction.x, velocity.x);
        velocity.y = wide_select(met, chord.base.y + t * chord.direction.y, velocity.y);
    }
    return velocity;
}

/* What a lane's least violation is made of. */
typedef struct wide_soft {
    plane_rows hard, soft;
    ssti_plane_row *pairs; /* begins with the hard rows */
    wide count;            /* of soft rows, by lane */
    wide scale;
} wide_soft;

/* Row j less row i, where both are. */
static size_t pair_with(const wide_soft *s, const wide_planes *tight, size_t i, size_t met) {
    size_t count = s->hard.count;
    for (size_t j = 0; j < met; j++) {
        if (j == i) {
            continue;
        }
        wide_planes other = planes_of(&s->soft, j);
        wide_planes pair = {{other.normal.x - tight->normal.x, other.normal.y - tight->normal.y},
                            other.offset - tight->offset};
        store_planes(&s->pairs[count++], s->soft.at, wide_less(wide_splat((float)j), s->count),
                     &pair);
    }
    return count;
}

static wide greatest_violation(const wide_soft *s, wide_vec2 velocity) {
    wide greatest = wide_splat(0.0f);
    for (size_t j = 0; j < s->soft.count; j++) {
        wide_planes planes = planes_of(&s->soft, j);
        greatest = wide_max(greatest, violation(&planes, velocity));
    }
    return greatest;
}

/* ssti_least_violation for some lanes. */
static wide_vec2 least_violation(const ssti_kernel_rules *rules, const wide_program *program,
                                 const wide_soft *s, wide_vec2 velocity, wide_mask lanes,
                                 wide_mask *lost) {
    wide zero = wide_splat(0.0f), least = zero;
    wide rounding = wide_splat(4.0f * SSTI_ROUNDING) * s->scale;
    for (int sweep = 0; sweep < SSTI_MAX_SWEEPS && mask_bits(lanes); sweep++) {
        wide_mask changed = NO_LANE;
        for (size_t i = 0; i < s->soft.count; i++) {
            wide_planes tight = planes_of(&s->soft, i);
            wide_mask violated =
                mask_and(lanes, wide_less(least + rounding, violation(&tight, velocity)));
            if (!mask_bits(violated)) {
                continue;
            }
            size_t count = pair_with(s, &tight, i, sweep == 0 ? i : s->soft.count);
            plane_rows pairs = {s->pairs, count, s->soft.at};
            wide_vec2 found =
                furthest_permitted(rules, program, &pairs, tight.normal, s->scale, violated, lost);
            velocity.x = wide_select(violated, found.x, velocity.x);
            velocity.y = wide_select(violated, found.y, velocity.y);
            wide left = wide_max(zero, violation(&tight, velocity));
            least = wide_select(violated, left, least);
            changed = mask_or(changed, violated);
        }
        lanes = changed;
    }
    return velocity;
}

static wide soft_scale(const plane_rows *soft, wide max_speed) {
    wide scale = max_speed;
    for (size_t j = 0; j < soft->count; j++) {
        wide_planes planes = planes_of(soft, j);
        scale = wide_max(scale, wide_abs(planes.offset));
    }
    return scale;
}

static wide_soft soft_of(ssti_relaxed *relaxed, wide max_speed, size_t at) {
    ssti_plane_row *hard = relaxed->planes + relaxed->hard_rows - relaxed->most_hard;
    wide_soft s = {
        .hard = {hard, relaxed->most_hard, at},
        .soft = {relaxed->planes + relaxed->hard_rows, relaxed->most_soft, at},
        .pairs = relaxed->pairs,
        .count = wide_load(relaxed->soft_count + at),
    };
    for (size_t i = 0; i < s.hard.count; i++) {
        wide_planes planes = planes_of(&s.hard, i);
        store_planes(&s.pairs[i], at, ALL_LANES, &planes);
    }
    s.scale = soft_scale(&s.soft, max_speed);
    return s;
}

/* The levels by priority: the hard half-planes must be met, or the lane is left over. */
static unsigned relax_lanes(const ssti_kernel_rules *rules, ssti_relaxed *relaxed, size_t at) {
    wide max_speed = wide_load(relaxed->max_speed + at);
    max_speed =
        wide_select(wide_less(max_speed, wide_splat(SSTI_SLOWEST)), wide_splat(0.0f), max_speed);
    wide_program straight = {
        {wide_load(relaxed->preferred_x + at), wide_load(relaxed->preferred_y + at)}, max_speed};
    wide_program program = {{wide_load(relaxed->turned_x + at), wide_load(relaxed->turned_y + at)},
                            max_speed};
    wide_soft s = soft_of(relaxed, max_speed, at);
    wide_mask hard_met = ALL_LANES, all_met = rules->contact_always ? ALL_LANES : NO_LANE;
    wide_vec2 velocity = nearest_permitted(&program, &s.hard, &hard_met);
    if (rules->contact_always) { /* the order of the levels may tell another rounding */
        plane_rows all = {s.hard.rows, s.hard.count + s.soft.count, at};
        (void)nearest_permitted(&program, &all, &all_met);
    }
    wide_mask lost = mask_or(mask_without(ALL_LANES, hard_met), all_met);
    velocity = least_violation(rules, &program, &s, velocity, mask_without(ALL_LANES, lost), &lost);
    wide worst = greatest_violation(&s, velocity);
    wide rounding = wide_splat(SSTI_RELAXED_FROM) * (wide_splat(SSTI_ROUNDING) * s.scale);
    lost = mask_or(lost, wide_at_most(worst, rounding));
    velocity = within_speed(velocity, max_speed);
    wide_store(relaxed->found_x + at, velocity.x);
    wide_store(relaxed->found_y + at, velocity.y);
    wide_store(relaxed->violation + at, worst);
    note_lanes(relaxed->status + at, mask_bits(blocked_lanes(&straight, velocity)),
               SST_STATUS_BLOCKED);
    return mask_bits(lost);
}

/* Rows that a lane does not use, and lanes that nobody uses. */
static void clear_unused(ssti_relaxed *relaxed) {
    relaxed->most_hard = relaxed->most_soft = 0;
    for (size_t lane = 0; lane < SSTI_BATCH; lane++) {
        if (lane >= relaxed->count) {
            relaxed->hard_count[lane] = 0;
            relaxed->soft_count[lane] = relaxed->max_speed[lane] = 0.0f;
        }
        uint32_t hard = relaxed->hard_count[lane], soft = (uint32_t)relaxed->soft_count[lane];
        relaxed->most_hard = hard > relaxed->most_hard ? hard : relaxed->most_hard;
        relaxed->most_soft = soft > relaxed->most_soft ? soft : relaxed->most_soft;
    }
    static const sst_half_plane none = {0};
    for (size_t lane = 0; lane < SSTI_BATCH; lane++) {
        for (uint32_t i = relaxed->hard_count[lane]; i < relaxed->most_hard; i++) {
            ssti_store_plane(&relaxed->planes[relaxed->hard_rows - 1 - i], lane, &none);
        }
        for (uint32_t i = (uint32_t)relaxed->soft_count[lane]; i < relaxed->most_soft; i++) {
            ssti_store_plane(&relaxed->planes[relaxed->hard_rows + i], lane, &none);
        }
    }
}

static void relax_batch(const ssti_kernel_rules *rules, ssti_relaxed *relaxed) {
    clear_unused(relaxed);
    relaxed->left_over = 0;
    for (size_t at = 0; at < relaxed->count; at += LANES) {
        relaxed->left_over |= relax_lanes(rules, relaxed, at) << at;
    }
    for (size_t lane = 0; lane < relaxed->count; lane++) {
        relaxed->status[lane] |= SST_STATUS_RELAXED;
    }
}
