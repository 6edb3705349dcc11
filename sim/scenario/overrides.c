/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* `solve:` in a scenario: single parameters of the solver and rules of the world, set apart from
 * their profile. They are kept as given and laid over the profile when a world is built, so that
 * the profile may still be chosen on the command line. */

#include "scenario/scenario.h"

#include <string.h>

static const ssti_choice optimisation_velocities[] = {{"current", SST_OPTIMISE_CURRENT},
                                                      {"zero", SST_OPTIMISE_ZERO},
                                                      {"preferred", SST_OPTIMISE_PREFERRED},
                                                      {0}};
static const ssti_choice projections[] = {{"current", SST_PROJECT_CURRENT},
                                          {"zero", SST_PROJECT_ZERO},
                                          {"preferred", SST_PROJECT_PREFERRED},
                                          {0}};
static const ssti_choice contacts[] = {{"off", SST_CONTACT_OFF},
                                       {"relaxed", SST_CONTACT_RELAXED},
                                       {"always", SST_CONTACT_ALWAYS},
                                       {0}};
static const ssti_choice horizons[] = {
    {"own", SST_HORIZON_OWN}, {"smaller", SST_HORIZON_SMALLER}, {0}};
static const ssti_choice least_violations[] = {
    {"nearest", SST_LEAST_NEAREST}, {"outermost", SST_LEAST_OUTERMOST}, {0}};
static const ssti_choice infeasibles[] = {{"least_violation", SST_INFEASIBLE_LEAST_VIOLATION},
                                          {"drop", SST_INFEASIBLE_DROP},
                                          {"compromise", SST_INFEASIBLE_COMPROMISE},
                                          {"buffered_voronoi", SST_INFEASIBLE_BUFFERED_VORONOI},
                                          {"stop", SST_INFEASIBLE_STOP},
                                          {0}};
static const ssti_choice hands[] = {{"right", SST_RIGHT_HANDED}, {"left", SST_LEFT_HANDED}, {0}};
static const ssti_choice rankings[] = {{"surface_gap", SST_RANK_SURFACE_GAP},
                                       {"centre_distance", SST_RANK_CENTRE_DISTANCE},
                                       {"imminence", SST_RANK_IMMINENCE},
                                       {0}};

#define CHOICE(name, member, choices)                                                              \
    { name, ssti_value_choice, SSTI_FIELD(sst_world_def, member), 0, 0, NULL, choices }
#define SWITCH(name, member)                                                                       \
    { name, ssti_value_bool, SSTI_FIELD(sst_world_def, member), 0, 0, NULL, NULL }

static const ssti_field parameters[] = {
    CHOICE("optimisation_velocity", solve.optimisation_velocity, optimisation_velocities),
    CHOICE("obstacle_projection", solve.obstacle_projection, projections),
    CHOICE("moving_obstacle_projection", solve.moving_obstacle_projection, projections),
    CHOICE("contact", solve.contact, contacts),
    CHOICE("pair_horizon", solve.pair_horizon, horizons),
    CHOICE("least_violation", solve.least_violation, least_violations),
    CHOICE("infeasible", solve.infeasible, infeasibles),
    CHOICE("handedness", solve.handedness, hands),
    {"side_bias", ssti_value_float, SSTI_FIELD(sst_world_def, solve.side_bias), 0, 1, NULL, NULL},
    {"obstacle_margin", ssti_value_float, SSTI_FIELD(sst_world_def, solve.obstacle_margin), 0,
     (double)SST_MAX_LENGTH, "m", NULL},
    SWITCH("overlaps_part_backwards", solve.overlaps_part_backwards),
    SWITCH("horizons_cover_step", solve.horizons_cover_step),
    SWITCH("obstacles_are_closed", solve.obstacles_are_closed),
    SWITCH("foreign_legs_bind", solve.foreign_legs_bind),
    SWITCH("obstacles_permit_stop", solve.obstacles_permit_stop),
    SWITCH("obstacles_push_out", solve.obstacles_push_out),
    CHOICE("neighbor_ranking", neighbor_ranking, rankings),
    {"rank_horizon", ssti_value_float, SSTI_FIELD(sst_world_def, rank_horizon), 0,
     (double)SST_MAX_TIME, "s", NULL},
    SWITCH("obstacles_by_winding", obstacles_by_winding),
    SWITCH("reach_covers_step", reach_covers_step),
    SWITCH("bring_out", bring_out),
    SWITCH("declared_shares", declared_shares),
};
enum { PARAMETER_COUNT = sizeof parameters / sizeof *parameters };

void ssti_read_overrides(ssti_reader *reader, const ssti_node *map) {
    if (map->kind != SSTI_MAP) {
        ssti_expected(reader, map, "solve", "a map of parameters");
        return;
    }
    ssti_overrides *overrides = &reader->scenario->overrides;
    overrides->given = ssti_read_map(reader, map, parameters, PARAMETER_COUNT, &overrides->values);
}

void ssti_apply_overrides(const ssti_overrides *overrides, sst_world_def *def) {
    for (size_t i = 0; i < PARAMETER_COUNT; i++)
        if (overrides->given >> i & 1)
            memcpy((char *)def + parameters[i].offset,
                   (const char *)&overrides->values + parameters[i].offset, parameters[i].size);
}
