/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Rules to and from bytes. Reading checks every value as the public calls do. */
#include "world/state_codec.h"

#include "solve/solver.h"
#include "world/period.h"

/* Beside the profile in its byte: what a world that does not repeat has no bytes for. */
#define REPEATS 0x80u
/* Likewise: what a world that takes the least violation has no byte for. */
#define ANSWERS_OTHERWISE 0x40u

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
