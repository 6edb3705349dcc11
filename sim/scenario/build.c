/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* A world from a scenario. */

#include "scenario/periodic.h"
#include "scenario/zones.h"

#include <math.h>
#include <stdlib.h>

sst_result ssti_create_bare_world(const sst_scenario *scenario, uint32_t worker_count,
                                  sst_world **world) {
    sst_world_def def;
    sst_result result = sst_world_def_init(&def, scenario->profile);
    if (result != SST_OK)
        return result;
    ssti_apply_overrides(&scenario->overrides, &def);
    ssti_apply_periodic(&scenario->periodic, &def);
    def.solve.time_step = (float)scenario->time_step;
    def.worker_count = worker_count;
    return sst_world_create(&def, world);
}

static void warn_of_dropped(const ssti_obstacle *obstacle, sst_obstacle_report dropped,
                            ssti_report *report) {
    if (dropped.dropped_repeated)
        ssti_warning(report, obstacle->place, "the obstacle repeats vertices; dropped: %zu",
                     dropped.dropped_repeated);
    if (dropped.dropped_collinear)
        ssti_warning(report, obstacle->place,
                     "the obstacle has vertices in line with their neighbours; dropped: %zu",
                     dropped.dropped_collinear);
}

static sst_outcome outcome_of(sst_result result) {
    return result == SST_OK                    ? SST_DONE
           : result == SST_ERROR_OUT_OF_MEMORY ? SST_FAILED
                                               : SST_BAD_INPUT;
}

sst_outcome ssti_add_obstacles(const sst_scenario *scenario, sst_world *world, ssti_report *report,
                               bool warn) {
    sst_outcome outcome = SST_DONE;
    for (size_t i = 0; i < scenario->obstacle_count && outcome != SST_FAILED; i++) {
        const ssti_obstacle *obstacle = &scenario->obstacles[i];
        if (obstacle->bad)
            continue;
        sst_obstacle_def def = obstacle->def;
        def.vertices = scenario->points + obstacle->vertices.first;
        def.vertex_count = obstacle->vertices.count;
        sst_obstacle_id id;
        sst_obstacle_report dropped = {0};
        sst_result result = sst_world_add_obstacle(world, &def, &id, &dropped);
        if (result != SST_OK) {
            ssti_error(report, obstacle->place, "obstacle %zu: %s", i, sst_result_text(result));
            outcome = outcome_of(result);
        } else if (warn) {
            warn_of_dropped(obstacle, dropped, report);
        }
    }
    return outcome;
}

/* A start time counts as a multiple of the time step where rounding alone parts them. */
uint64_t ssti_entry_step(const sst_scenario *scenario, const ssti_agent *agent) {
    return (uint64_t)ceil(fmax(agent->start_time / scenario->time_step - 1e-6, 0));
}

sst_vec2 ssti_steer(sst_point from, sst_point goal, double preferred_speed, double time_step) {
    double x = goal.x - from.x, y = goal.y - from.y;
    double distance = sqrt(x * x + y * y);
    if (distance > preferred_speed * time_step)
        return (sst_vec2){(float)(x * (preferred_speed / distance)),
                          (float)(y * (preferred_speed / distance))};
    return (sst_vec2){(float)(x / time_step), (float)(y / time_step)};
}

sst_result ssti_add_agent(const sst_scenario *scenario, size_t number, sst_world *world,
                          sst_agent_id *id) {
    const ssti_agent *agent = &scenario->agents[number];
    sst_agent_def def = agent->def;
    if (agent->goals.count)
        def.preferred_velocity =
            ssti_steer(def.position,
                       ssti_periodic_nearest(&scenario->periodic,
                                             scenario->points[agent->goals.first], def.position),
                       ssti_zone_speed(scenario, agent, def.position, agent->preferred_speed),
                       scenario->time_step);
    else
        def.preferred_velocity = ssti_zone_velocity(scenario, agent, def.position);
    return sst_world_add_agent(world, &def, id);
}

static sst_outcome add_first_agents(const sst_scenario *scenario, sst_world *world,
                                    ssti_report *report, sst_agent_id *ids) {
    for (size_t i = 0; i < scenario->agent_count; i++) {
        sst_agent_id id = {0};
        sst_result result = SST_OK;
        if (ssti_entry_step(scenario, &scenario->agents[i]) == 0 &&
            scenario->agents[i].entry_gap < 0)
            result = ssti_add_agent(scenario, i, world, &id);
        if (result != SST_OK) {
            ssti_error(report, scenario->agents[i].place, "agent %zu: %s", i,
                       sst_result_text(result));
            return outcome_of(result);
        }
        if (ids)
            ids[i] = id;
    }
    return SST_DONE;
}

sst_outcome sst_scenario_create_world(const sst_scenario *scenario, uint32_t worker_count,
                                      sst_reporter reporter, sst_world **world, sst_agent_id *ids) {
    ssti_report report = {.to = reporter,
                          .file = scenario->file,
                          .settings = (const char *const *)scenario->settings};
    sst_world *made;
    sst_result result = ssti_create_bare_world(scenario, worker_count, &made);
    if (result != SST_OK) {
        ssti_error(&report, (ssti_place){0, 0}, "the world cannot be made: %s",
                   sst_result_text(result));
        return SST_FAILED;
    }
    sst_outcome outcome = ssti_add_obstacles(scenario, made, &report, false);
    if (outcome == SST_DONE)
        outcome = add_first_agents(scenario, made, &report, ids);
    if (outcome == SST_DONE)
        *world = made;
    else
        sst_world_destroy(made);
    return outcome;
}
