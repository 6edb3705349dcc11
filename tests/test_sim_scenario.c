/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Every key of a scenario arrives where it belongs. What bad ones get is in tests/bad. */

#include "harness.h"
#include "scenario/scenario.h"
#include "sim_scene.h"

TEST(all_keys_of_an_agent) {
    sst_scenario *s = sim_scene("agents:\n"
                                "  - {position: [0, 1]}\n"
                                "  - position: [2, 3]\n"
                                "    velocity: [0.5, -0.5]\n"
                                "    preferred_velocity: [1, 0]\n"
                                "    preferred_speed: 1.25\n"
                                "    radius: 0.5\n"
                                "    max_speed: 2\n"
                                "    neighbor_dist: 7\n"
                                "    max_neighbors: 3\n"
                                "    time_horizon: 4\n"
                                "    time_horizon_obst: 5\n"
                                "    start_time: 1.5\n"
                                "    on_arrival: remove\n"
                                "    priority: 2.5\n"
                                "    layers: 4\n"
                                "    mask: all\n"
                                "    obstacle_mask: 0\n"
                                "    scripted: true\n"
                                "    key: 77\n");
    REQUIRE(s);
    CHECK_INT(s->agent_count, 2);
    sst_agent_def usual;
    sst_agent_def_init(&usual);
    usual.position = (sst_point){0, 1};
    usual.key = 0;
    const sst_agent_def *first = &s->agents[0].def;
    CHECK(first->position.x == 0 && first->position.y == 1 && first->key == 0);
    CHECK(first->velocity.x == 0 && first->velocity.y == 0);
    CHECK(first->preferred_velocity.x == 0 && first->preferred_velocity.y == 0);
    CHECK(first->radius == usual.radius && first->max_speed == usual.max_speed);
    CHECK(first->neighbor_dist == usual.neighbor_dist && first->priority == usual.priority);
    CHECK_INT(first->max_neighbors, usual.max_neighbors);
    CHECK(first->time_horizon == usual.time_horizon);
    CHECK(first->time_horizon_obst == usual.time_horizon_obst);
    CHECK(first->max_acceleration == 0 && first->max_braking == 0 && first->max_turn_rate == 0);
    CHECK(first->layers == usual.layers && first->mask == usual.mask);
    CHECK(first->obstacle_mask == usual.obstacle_mask && first->model == usual.model);
    CHECK(first->share == usual.share && first->scripted == usual.scripted);
    CHECK(s->agents[0].goals.count == 0 && s->agents[0].on_arrival == SSTI_STAY);
    const ssti_agent *a = &s->agents[1];
    CHECK(a->def.position.x == 2 && a->def.position.y == 3);
    CHECK(a->def.velocity.x == 0.5f && a->def.velocity.y == -0.5f);
    CHECK(a->def.preferred_velocity.x == 1 && a->preferred_speed == 1.25);
    CHECK(a->def.radius == 0.5f && a->def.max_speed == 2 && a->def.neighbor_dist == 7);
    CHECK(a->def.max_neighbors == 3 && a->def.time_horizon == 4 && a->def.time_horizon_obst == 5);
    CHECK(a->start_time == 1.5 && a->on_arrival == SSTI_REMOVE && a->def.priority == 2.5f);
    CHECK(a->def.layers == 4 && a->def.mask == SST_ALL_LAYERS && a->def.obstacle_mask == 0);
    CHECK(a->def.scripted && a->def.key == 77);
    sst_scenario_destroy(s);
}

TEST(goals_and_speeds) {
    sst_scenario *s = sim_scene("preferred_speed: 1.4\n"
                                "agents:\n"
                                "  - {position: [0, 0], goal: [1, 2]}\n"
                                "  - {position: [0, 0], goals: [[3, 4], [5, 6]], max_speed: 1}\n"
                                "  - {position: [0, 0], preferred_speed: 0.5}\n");
    REQUIRE(s);
    CHECK(s->agents[0].preferred_speed == 1.4 && s->agents[1].preferred_speed == 1 &&
          s->agents[2].preferred_speed == 0.5);
    CHECK_INT(s->agents[0].goals.count, 1);
    CHECK(s->points[s->agents[0].goals.first].y == 2);
    CHECK_INT(s->agents[1].goals.count, 2);
    CHECK(s->points[s->agents[1].goals.first + 1].x == 5);
    sst_scenario_destroy(s);
    s = sim_scene("agents: [{position: [0, 0]}, {position: [0, 0], max_speed: 1}]");
    REQUIRE(s);
    CHECK(s->agents[0].preferred_speed == 1.3 && s->agents[1].preferred_speed == 1);
    sst_scenario_destroy(s);
}

TEST(obstacles) {
    sst_scenario *s = sim_scene("obstacles:\n"
                                "  - [[0, 0], [1, 0], [1, 1], [0, 1]]\n"
                                "  - {kind: room, vertices: [[-9, -9], [9, -9], [9, 9], [-9, 9]]}\n"
                                "  - {kind: chain, vertices: [[3, 0], [4, 0], [4, 1]], layers: 2}\n"
                                "  - {vertices: [[5, 5], [6, 5]], velocity: [1, -1]}\n"
                                "agents: []\n");
    REQUIRE(s);
    sst_world *world;
    sst_obstacle_id ids[8];
    size_t count = 0;
    CHECK_INT(sst_scenario_create_world(s, 1, (sst_reporter){0}, &world, NULL), SST_DONE);
    CHECK_INT(sst_world_list_obstacles(world, ids, 8, &count), SST_OK);
    CHECK_INT(count, 4);
    static const sst_obstacle_kind kinds[] = {SST_OBSTACLE_SOLID, SST_OBSTACLE_ROOM,
                                              SST_OBSTACLE_CHAIN, SST_OBSTACLE_CHAIN};
    sst_obstacle_def def;
    sst_obstacle_def_init(&def);
    for (size_t i = 0; i < 4; i++) {
        CHECK_INT(sst_world_get_obstacle(world, ids[i], &def), SST_OK);
        CHECK_INT(def.kind, kinds[i]);
        CHECK_INT(def.layers, i == 2 ? 2 : 1);
    }
    CHECK(def.velocity.x == 1 && def.velocity.y == -1 && def.vertices[1].x == 6);
    sst_world_destroy(world);
    sst_scenario_destroy(s);
}

static sst_solve_params params_of(const char *text, bool set_profile, sst_profile profile) {
    sst_solve_params params = {0};
    sst_scenario *s = sim_scene(text);
    if (!s)
        return params;
    if (set_profile)
        sst_scenario_set_profile(s, profile);
    sst_world *world;
    CHECK_INT(sst_scenario_create_world(s, 1, (sst_reporter){0}, &world, NULL), SST_DONE);
    params = *sst_world_params(world);
    sst_world_destroy(world);
    sst_scenario_destroy(s);
    return params;
}

/* The hash of an empty world covers every parameter. */
static uint64_t hash_of_profile(sst_profile profile) {
    sst_world_def def;
    sst_world *world = NULL;
    sst_world_def_init(&def, profile);
    def.solve.time_step = 0.25f;
    CHECK_INT(sst_world_create(&def, &world), SST_OK);
    uint64_t hash = sst_world_hash(world);
    sst_world_destroy(world);
    return hash;
}

static uint64_t hash_of_scene(const char *text) {
    return sim_run(text, 0).state_hash;
}

TEST(profiles_and_overrides) {
    uint64_t classic = hash_of_profile(SST_PROFILE_CLASSIC);
    uint64_t usual_hash = hash_of_profile(SST_PROFILE_DEFAULT);
    CHECK(classic != usual_hash);
    CHECK(hash_of_scene("{time_step: 0.25, agents: []}") == usual_hash);
    CHECK(hash_of_scene("{profile: classic, time_step: 0.25, agents: []}") == classic);
    sst_solve_params usual, found;
    sst_solve_params_init(&usual, SST_PROFILE_DEFAULT, 0.25f);
    /* The command's profile replaces the file's; what `solve` sets stands on both. */
    found = params_of("{profile: classic, time_step: 0.25, agents: [], solve: {handedness: left, "
                      "contact: always, obstacle_margin: 0.5, obstacles_push_out: true}}",
                      true, SST_PROFILE_DEFAULT);
    CHECK_INT(found.handedness, SST_LEFT_HANDED);
    CHECK_INT(found.contact, SST_CONTACT_ALWAYS);
    CHECK(found.obstacle_margin == 0.5f && found.obstacles_push_out);
    CHECK_INT(found.pair_horizon, usual.pair_horizon);
    CHECK_INT(found.least_violation, usual.least_violation);
}

/* Where two definitions of a world differ, as a mark for each byte; padding is zero in both. */
static size_t differing_bytes(const sst_world_def *a, const sst_world_def *b) {
    const unsigned char *x = (const unsigned char *)a, *y = (const unsigned char *)b;
    size_t count = 0;
    for (size_t i = 0; i < sizeof *a; i++)
        count += x[i] != y[i];
    return count;
}

/* Every difference between the profiles is a parameter that `solve` can set: laid over `classic`,
 * the values of `default` make it equal, the profile's own name apart. */
TEST(every_difference_of_the_profiles) {
    sst_scenario *s = sim_scene(
        "{agents: [], solve: {moving_obstacle_projection: preferred, obstacle_projection: zero, "
        "contact: relaxed, pair_horizon: smaller, least_violation: nearest, infeasible: stop, "
        "obstacle_margin: 0, "
        "side_bias: 0, overlaps_part_backwards: true, horizons_cover_step: true, "
        "obstacles_are_closed: true, "
        "foreign_legs_bind: true, obstacles_permit_stop: true, obstacles_push_out: true, "
        "neighbor_ranking: surface_gap, obstacles_by_winding: false, reach_covers_step: true, "
        "bring_out: true, declared_shares: true, optimisation_velocity: current, handedness: "
        "right}}");
    REQUIRE(s);
    sst_world_def classic, usual;
    memset(&classic, 0, sizeof classic);
    memset(&usual, 0, sizeof usual);
    sst_world_def_init(&classic, SST_PROFILE_CLASSIC);
    sst_world_def_init(&usual, SST_PROFILE_DEFAULT);
    CHECK(differing_bytes(&classic, &usual) > 8);
    classic.profile = usual.profile;
    ssti_apply_overrides(&s->overrides, &classic);
    usual.solve.obstacle_projection = SST_PROJECT_ZERO;
    usual.solve.contact = SST_CONTACT_RELAXED;
    usual.solve.infeasible = SST_INFEASIBLE_STOP;
    usual.solve.obstacle_margin = 0;
    usual.solve.side_bias = 0;
    CHECK_INT(differing_bytes(&classic, &usual), 0);
    sst_scenario_destroy(s);
}

TEST(the_world_at_time_zero) {
    sst_scenario *s = sim_scene("agents: [{position: [0, 0], goal: [3, 4]},\n"
                                "  {position: [1, 1], start_time: 0.5}, {position: [2, 2]}]");
    REQUIRE(s);
    sst_world *world;
    sst_agent_id ids[3];
    CHECK_INT(sst_scenario_create_world(s, 1, (sst_reporter){0}, &world, ids), SST_DONE);
    CHECK_INT(sst_world_agent_count(world), 2);
    CHECK(ids[0].value && !ids[1].value && ids[2].value);
    sst_agent_def def;
    sst_agent_def_init(&def);
    CHECK_INT(sst_world_get_agent(world, ids[0], &def), SST_OK);
    CHECK_NEAR(def.preferred_velocity.x, 1.3 * 0.6, 1e-6);
    CHECK_NEAR(def.preferred_velocity.y, 1.3 * 0.8, 1e-6);
    CHECK_INT(sst_world_get_agent(world, ids[2], &def), SST_OK);
    CHECK_INT(def.key, 2); /* by number, whoever is there */
    sst_world_destroy(world);
    sst_scenario_destroy(s);
}

/* A refused scenario leaves the caller's pointer alone. */
TEST(bad_input_changes_nothing) {
    sim_messages messages;
    sst_scenario *scenario = (sst_scenario *)&messages;
    static const char text[] = "agents: [{position: [0, 0], radius: -1}]";
    CHECK_INT(sst_scenario_read(text, strlen(text), "x", sim_collect(&messages), &scenario),
              SST_BAD_INPUT);
    CHECK(scenario == (sst_scenario *)&messages);
    CHECK_STR(messages.text, "1:37: radius: found -1, expected a number from 0 to 1000000 m\n");
    CHECK_INT(sst_scenario_load("/nowhere", sim_collect(&messages), &scenario), SST_BAD_INPUT);
    CHECK(scenario == (sst_scenario *)&messages);
}

SUITE(sim_scenario, CASE(all_keys_of_an_agent), CASE(goals_and_speeds), CASE(obstacles),
      CASE(profiles_and_overrides), CASE(every_difference_of_the_profiles),
      CASE(the_world_at_time_zero), CASE(bad_input_changes_nothing))
