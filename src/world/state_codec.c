/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Rules and agents to and from bytes. Reading checks every value as the public calls do. */
#include "world/state_codec.h"

#include "base/lattice.h"
#include "base/vec2.h"
#include "solve/solver.h"
#include "world/period.h"

/* Beside the profile in its byte: what a world that does not repeat has no bytes for. */
#define REPEATS 0x80u
/* Likewise: what a world that takes the least violation has no byte for. */
#define ANSWERS_OTHERWISE 0x40u

/* --- Rules --------------------------------------------------------------------------------- */

static void write_params(ssti_writer *writer, const sst_solve_params *params) {
    ssti_write_f32(writer, params->time_step);
    ssti_write_u8(writer, (uint8_t)params->optimisation_velocity);
    ssti_write_u8(writer, (uint8_t)params->obstacle_projection);
    ssti_write_u8(writer, (uint8_t)params->moving_obstacle_projection);
    ssti_write_u8(writer, (uint8_t)params->contact);
    ssti_write_u8(writer, (uint8_t)params->pair_horizon);
    ssti_write_u8(writer, (uint8_t)params->least_violation);
    ssti_write_u8(writer, (uint8_t)params->handedness);
    ssti_write_f32(writer, params->side_bias);
    ssti_write_f32(writer, params->obstacle_margin);
    ssti_write_bool(writer, params->overlaps_part_backwards);
    ssti_write_bool(writer, params->horizons_cover_step);
    ssti_write_bool(writer, params->obstacles_are_closed);
    ssti_write_bool(writer, params->foreign_legs_bind);
    ssti_write_bool(writer, params->obstacles_permit_stop);
    ssti_write_bool(writer, params->obstacles_push_out);
}

static void read_params(ssti_reader *reader, sst_solve_params *params) {
    params->struct_size = sizeof *params;
    params->time_step = ssti_read_f32(reader);
    params->optimisation_velocity = (sst_optimisation_velocity)ssti_read_u8(reader);
    params->obstacle_projection = (sst_obstacle_projection)ssti_read_u8(reader);
    params->moving_obstacle_projection = (sst_obstacle_projection)ssti_read_u8(reader);
    params->contact = (sst_contact_rule)ssti_read_u8(reader);
    params->pair_horizon = (sst_pair_horizon)ssti_read_u8(reader);
    params->least_violation = (sst_least_violation)ssti_read_u8(reader);
    params->handedness = (sst_handedness)ssti_read_u8(reader);
    params->side_bias = ssti_read_f32(reader);
    params->obstacle_margin = ssti_read_f32(reader);
    params->overlaps_part_backwards = ssti_read_bool(reader);
    params->horizons_cover_step = ssti_read_bool(reader);
    params->obstacles_are_closed = ssti_read_bool(reader);
    params->foreign_legs_bind = ssti_read_bool(reader);
    params->obstacles_permit_stop = ssti_read_bool(reader);
    params->obstacles_push_out = ssti_read_bool(reader);
}

void ssti_write_rules(ssti_writer *writer, const sst_world_def *def) {
    bool repeats = def->periodic_axis != SST_AXIS_NONE;
    bool otherwise = def->solve.infeasible != SST_INFEASIBLE_LEAST_VIOLATION;
    ssti_write_u8(writer, (uint8_t)(def->profile | (repeats ? REPEATS : 0) |
                                    (otherwise ? ANSWERS_OTHERWISE : 0)));
    write_params(writer, &def->solve);
    ssti_write_u8(writer, (uint8_t)def->neighbor_ranking);
    ssti_write_f32(writer, def->rank_horizon);
    ssti_write_bool(writer, def->obstacles_by_winding);
    ssti_write_bool(writer, def->reach_covers_step);
    ssti_write_bool(writer, def->bring_out);
    ssti_write_bool(writer, def->declared_shares);
    if (repeats) {
        ssti_write_u8(writer, (uint8_t)def->periodic_axis);
        ssti_write_f64(writer, def->periodic_from);
        ssti_write_f64(writer, def->periodic_to);
    }
    if (otherwise) {
        ssti_write_u8(writer, (uint8_t)def->solve.infeasible);
    }
}

/* False if what is read is no period, or not what would be written. */
static bool read_period(ssti_reader *reader, bool repeats, sst_world_def *def) {
    def->periodic_axis = repeats ? (sst_axis)ssti_read_u8(reader) : SST_AXIS_NONE;
    def->periodic_from = repeats ? ssti_read_f64(reader) : 0.0;
    def->periodic_to = repeats ? ssti_read_f64(reader) : 0.0;
    sst_world_def checked = *def;
    return ssti_check_period(&checked) == SST_OK &&
           repeats == (def->periodic_axis != SST_AXIS_NONE) &&
           checked.periodic_from == def->periodic_from && checked.periodic_to == def->periodic_to;
}

/* False if what is read is the rule that has no byte. */
static bool read_infeasible(ssti_reader *reader, bool otherwise, sst_world_def *def) {
    def->solve.infeasible =
        otherwise ? (sst_infeasible)ssti_read_u8(reader) : SST_INFEASIBLE_LEAST_VIOLATION;
    return otherwise == (def->solve.infeasible != SST_INFEASIBLE_LEAST_VIOLATION);
}

bool ssti_read_rules(ssti_reader *reader, sst_world_def *def) {
    uint8_t first = ssti_read_u8(reader),
            profile = first & (uint8_t) ~(REPEATS | ANSWERS_OTHERWISE);
    read_params(reader, &def->solve);
    uint8_t ranking = ssti_read_u8(reader);
    def->rank_horizon = ssti_read_f32(reader);
    def->profile = (sst_profile)profile;
    def->neighbor_ranking = (sst_neighbor_ranking)ranking;
    def->obstacles_by_winding = ssti_read_bool(reader);
    def->reach_covers_step = ssti_read_bool(reader);
    def->bring_out = ssti_read_bool(reader);
    def->declared_shares = ssti_read_bool(reader);
    bool period_is_valid = read_period(reader, first & REPEATS, def);
    bool infeasible_is_valid = read_infeasible(reader, first & ANSWERS_OTHERWISE, def);
    return period_is_valid && infeasible_is_valid && !reader->failed &&
           profile <= SST_PROFILE_CLASSIC && ranking <= SST_RANK_IMMINENCE &&
           def->rank_horizon >= 0.0f && def->rank_horizon <= SST_MAX_TIME &&
           ssti_check_params(&def->solve) == SST_OK;
}

/* --- Agents -------------------------------------------------------------------------------- */

static void write_vector(ssti_writer *writer, sst_vec2 v) {
    ssti_write_f32(writer, v.x);
    ssti_write_f32(writer, v.y);
}

static sst_vec2 read_vector(ssti_reader *reader) {
    float x = ssti_read_f32(reader);
    return (sst_vec2){x, ssti_read_f32(reader)};
}

static void write_opinions(ssti_writer *writer, const ssti_opinions *opinions) {
    ssti_write_u32(writer, opinions->count);
    for (uint32_t i = 0; i < opinions->count; i++) {
        const ssti_opinion *opinion = &opinions->list[i];
        ssti_write_u64(writer, opinion->key);
        write_vector(writer, opinion->velocity);
        write_vector(writer, opinion->asked);
        ssti_write_f32(writer, opinion->opinion);
        ssti_write_f32(writer, opinion->attention);
    }
}

static bool lies_in(float value, float low, float high) {
    return value >= low && value <= high;
}

static bool is_sound(const ssti_opinion *opinion) {
    return ssti_check_velocity(opinion->velocity) == SST_OK && ssti_is_finite(opinion->asked.x) &&
           ssti_is_finite(opinion->asked.y) && lies_in(opinion->opinion, -1.0f, 1.0f) &&
           lies_in(opinion->attention, 0.0f, 1.0f);
}

bool ssti_read_opinions(ssti_reader *reader, ssti_opinions *opinions) {
    *opinions = (ssti_opinions){.count = ssti_read_u32(reader)};
    bool good = opinions->count <= SSTI_MOST_OPINIONS;
    for (uint32_t i = 0; i < opinions->count && good; i++) {
        ssti_opinion *opinion = &opinions->list[i];
        opinion->key = ssti_read_u64(reader);
        opinion->velocity = read_vector(reader);
        opinion->asked = read_vector(reader);
        opinion->opinion = ssti_read_f32(reader);
        opinion->attention = ssti_read_f32(reader);
        good = is_sound(opinion);
    }
    return good && !reader->failed;
}

void ssti_write_agent(ssti_writer *writer, const ssti_agents *agents, size_t slot) {
    sst_agent_def def;
    ssti_agents_read(agents, slot, &def);
    ssti_write_u64(writer, def.key);
    ssti_write_f64(writer, def.position.x);
    ssti_write_f64(writer, def.position.y);
    write_vector(writer, def.velocity);
    write_vector(writer, def.preferred_velocity);
    ssti_write_f32(writer, def.radius);
    ssti_write_f32(writer, def.max_speed);
    ssti_write_f32(writer, def.neighbor_dist);
    ssti_write_f32(writer, def.time_horizon);
    ssti_write_f32(writer, def.time_horizon_obst);
    ssti_write_f32(writer, def.max_acceleration);
    ssti_write_f32(writer, def.max_braking);
    ssti_write_f32(writer, def.max_turn_rate);
    ssti_write_f32(writer, def.priority);
    ssti_write_u32(writer, def.max_neighbors);
    ssti_write_u32(writer, def.layers);
    ssti_write_u32(writer, def.mask);
    ssti_write_u32(writer, def.obstacle_mask);
    ssti_write_u8(writer, (uint8_t)def.share);
    ssti_write_u8(writer, (uint8_t)def.model);
    ssti_write_bool(writer, def.scripted);
    if (def.share == SST_SHARE_ESTIMATED) {
        write_opinions(writer, &agents->opinions[slot]);
    }
}

static bool is_on_lattice(sst_point p) {
    sst_point rounded = ssti_lattice_point(p);
    return rounded.x == p.x && rounded.y == p.y;
}

bool ssti_read_agent(ssti_reader *reader, sst_agent_def *def) {
    *def = (sst_agent_def){.struct_size = sizeof *def};
    def->key = ssti_read_u64(reader);
    def->position.x = ssti_read_f64(reader);
    def->position.y = ssti_read_f64(reader);
    def->velocity = read_vector(reader);
    def->preferred_velocity = read_vector(reader);
    def->radius = ssti_read_f32(reader);
    def->max_speed = ssti_read_f32(reader);
    def->neighbor_dist = ssti_read_f32(reader);
    def->time_horizon = ssti_read_f32(reader);
    def->time_horizon_obst = ssti_read_f32(reader);
    def->max_acceleration = ssti_read_f32(reader);
    def->max_braking = ssti_read_f32(reader);
    def->max_turn_rate = ssti_read_f32(reader);
    def->priority = ssti_read_f32(reader);
    def->max_neighbors = ssti_read_u32(reader);
    def->layers = ssti_read_u32(reader);
    def->mask = ssti_read_u32(reader);
    def->obstacle_mask = ssti_read_u32(reader);
    def->share = (sst_share)ssti_read_u8(reader);
    def->model = (sst_model)ssti_read_u8(reader);
    def->scripted = ssti_read_bool(reader);
    return !reader->failed && def->key != SST_KEY_AUTO && ssti_check_agent_def(def) == SST_OK &&
           is_on_lattice(def->position);
}
