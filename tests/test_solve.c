/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The places where the geometry of ORCA is undefined or on a knife's edge: each has a defined,
 * finite answer, and no half-plane silently vanishes. */
#include "harness.h"
#include "sidestep/sidestep.h"

enum { MAX_NEIGHBORS = 8, MAX_EDGES = 16, SCRATCH = SST_SOLVE_SCRATCH(MAX_NEIGHBORS, MAX_EDGES) };

static sst_half_plane scratch[SCRATCH];

static sst_solve_params params_of(sst_profile profile, float time_step) {
    sst_solve_params params;
    CHECK_INT(sst_solve_params_init(&params, profile, time_step), SST_OK);
    return params;
}

static sst_solve_agent agent_of(sst_vec2 velocity, sst_vec2 preferred, float radius) {
    return (sst_solve_agent){.velocity = velocity,
                             .preferred_velocity = preferred,
                             .radius = radius,
                             .max_speed = 1.5f,
                             .time_horizon = 5.0f,
                             .time_horizon_obst = 5.0f,
                             .key = 1};
}

static sst_neighbor neighbor_of(sst_vec2 position, sst_vec2 velocity, float radius) {
    return (sst_neighbor){.position = position,
                          .velocity = velocity,
                          .radius = radius,
                          .time_horizon = 5.0f,
                          .responsibility = 0.5f,
                          .key = 2};
}

static bool half_planes_are_finite(const sst_solution *solution) {
    size_t count = solution->obstacle_count + solution->agent_count + solution->contact_count;
    for (size_t i = 0; i < count; ++i) {
        double x = (double)scratch[i].normal.x, y = (double)scratch[i].normal.y;
        if (!isfinite(scratch[i].offset) || !(fabs(sqrt(x * x + y * y) - 1.0) < 1e-5)) {
            return false;
        }
    }
    return isfinite(solution->velocity.x) && isfinite(solution->velocity.y);
}

static sst_solution solve(const sst_solve_params *params, const sst_solve_agent *agent,
                          const sst_neighbor *neighbors, size_t neighbor_count,
                          const sst_edge *edges, size_t edge_count) {
    sst_solution solution;
    memset(&solution, 0xff, sizeof solution);
    CHECK_INT(sst_solve(params, agent, neighbors, neighbor_count, edges, edge_count, scratch,
                        SCRATCH, &solution),
              SST_OK);
    CHECK(half_planes_are_finite(&solution));
    double speed = hypot((double)solution.velocity.x, (double)solution.velocity.y);
    CHECK(speed <= (double)agent->max_speed * (1 + 1e-6));
    return solution;
}

TEST(defaults_avoid) {
    sst_solve_params params = params_of(SST_PROFILE_DEFAULT, 0.1f);
    sst_solve_agent agent;
    sst_neighbor other;
    sst_solve_agent_init(&agent);
    sst_neighbor_init(&other);
    agent.velocity = agent.preferred_velocity = (sst_vec2){1.2f, 0};
    other.position = (sst_vec2){1, 0};
    other.key = 1;
    sst_solution solution = solve(&params, &agent, &other, 1, NULL, 0);
    CHECK_INT(solution.agent_count, 1);
    CHECK(solution.velocity.x < 1.2f && solution.velocity.y < -0.1f);
    sst_agent_def in_world;
    CHECK_INT(sst_agent_def_init(&in_world), SST_OK);
    CHECK(agent.radius == in_world.radius && agent.max_speed == in_world.max_speed);
    CHECK(agent.time_horizon == in_world.time_horizon && other.radius == in_world.radius);
    CHECK(agent.time_horizon_obst == in_world.time_horizon_obst);
}

TEST(alone_it_takes_the_preferred_velocity) {
    sst_solve_params params = params_of(SST_PROFILE_DEFAULT, 0.25f);
    sst_solve_agent agent = agent_of((sst_vec2){0, 0}, (sst_vec2){0.5f, -0.25f}, 0.5f);
    sst_solution solution = solve(&params, &agent, NULL, 0, NULL, 0);
    CHECK(solution.velocity.x == 0.5f && solution.velocity.y == -0.25f);
    CHECK_INT(solution.status, 0);
}

TEST(a_preferred_velocity_beyond_max_speed_is_clamped) {
    sst_solve_params params = params_of(SST_PROFILE_DEFAULT, 0.25f);
    sst_solve_agent agent = agent_of((sst_vec2){50, 0}, (sst_vec2){5, 0}, 0.5f);
    sst_solution solution = solve(&params, &agent, NULL, 0, NULL, 0);
    CHECK_NEAR(solution.velocity.x, 1.5, 1e-6);
}

TEST(coincident_agents_part_in_opposite_directions) {
    sst_solve_params params = params_of(SST_PROFILE_DEFAULT, 0.25f);
    sst_vec2 forward = {1, 0};
    sst_solve_agent a = agent_of(forward, forward, 0.5f), b = a;
    b.key = 2;
    sst_neighbor b_seen = neighbor_of((sst_vec2){0, 0}, forward, 0.5f), a_seen = b_seen;
    a_seen.key = 1;
    sst_solution of_a = solve(&params, &a, &b_seen, 1, NULL, 0);
    CHECK(scratch[0].geometric_case == SST_CASE_COINCIDENT);
    sst_vec2 normal_of_a = scratch[0].normal;
    sst_solution of_b = solve(&params, &b, &a_seen, 1, NULL, 0);
    CHECK(normal_of_a.x == -scratch[0].normal.x && normal_of_a.y == -scratch[0].normal.y);
    CHECK(of_a.status & SST_STATUS_COINCIDENT && of_a.status & SST_STATUS_OVERLAPPING);
    CHECK(of_a.velocity.x != of_b.velocity.x || of_a.velocity.y != of_b.velocity.y);
}

TEST(velocity_at_the_cutoff_centre_has_a_leg) {
    sst_solve_params params = params_of(SST_PROFILE_CLASSIC, 0.25f);
    sst_solve_agent agent = agent_of((sst_vec2){1, 0}, (sst_vec2){1, 0}, 0.5f);
    sst_neighbor other = neighbor_of((sst_vec2){5, 0}, (sst_vec2){0, 0}, 0.5f);
    (void)solve(&params, &agent, &other, 1, NULL, 0);
    CHECK(scratch[0].geometric_case == SST_CASE_RIGHT_LEG);
    params.handedness = SST_LEFT_HANDED;
    (void)solve(&params, &agent, &other, 1, NULL, 0);
    CHECK(scratch[0].geometric_case == SST_CASE_LEFT_LEG);
}

TEST(overlapping_at_the_cutoff_centre_backs_off) {
    sst_solve_params params = params_of(SST_PROFILE_DEFAULT, 0.25f);
    sst_solve_agent agent = agent_of((sst_vec2){1, 0}, (sst_vec2){1, 0}, 0.5f);
    sst_neighbor other = neighbor_of((sst_vec2){0.25f, 0}, (sst_vec2){0, 0}, 0.5f);
    sst_solution solution = solve(&params, &agent, &other, 1, NULL, 0);
    CHECK(scratch[0].normal.x == -1.0f && scratch[0].normal.y == 0.0f);
    CHECK(solution.velocity.x < 0.0f);
}

TEST(zero_radius_is_legal) {
    sst_solve_params params = params_of(SST_PROFILE_DEFAULT, 0.25f);
    sst_solve_agent agent = agent_of((sst_vec2){1, 0}, (sst_vec2){1, 0}, 0.0f);
    sst_neighbor places[] = {
        neighbor_of((sst_vec2){3, 0}, (sst_vec2){-1, 0}, 0.0f),
        neighbor_of((sst_vec2){0, 0}, (sst_vec2){-1, 0}, 0.0f),
        neighbor_of((sst_vec2){0, 0}, (sst_vec2){1, 0}, 0.0f),
        neighbor_of((sst_vec2){5, 0}, (sst_vec2){0, 0}, 0.0f),
    };
    for (size_t i = 0; i < sizeof places / sizeof *places; ++i) {
        (void)solve(&params, &agent, &places[i], 1, NULL, 0);
    }
}

TEST(a_parked_agent_stays) {
    sst_solve_params params = params_of(SST_PROFILE_DEFAULT, 0.25f);
    sst_solve_agent agent = agent_of((sst_vec2){0, 0}, (sst_vec2){1, 0}, 0.5f);
    agent.max_speed = 0.0f;
    sst_neighbor other = neighbor_of((sst_vec2){0.5f, 0}, (sst_vec2){-1, 0}, 0.5f);
    sst_solution solution = solve(&params, &agent, &other, 1, NULL, 0);
    CHECK(solution.velocity.x == 0.0f && solution.velocity.y == 0.0f);
    CHECK(solution.status & SST_STATUS_RELAXED);
    CHECK(solution.worst_violation > 0.0f);
}

/* --- Edges --------------------------------------------------------------------------------- */

static const sst_vec2 unit_square[] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};

static sst_solution beside_outline(const sst_vec2 *vertices, size_t count, bool closed,
                                   sst_vec2 position, sst_vec2 preferred, float radius) {
    sst_solve_params params = params_of(SST_PROFILE_DEFAULT, 0.25f);
    sst_solve_agent agent = agent_of(preferred, preferred, radius);
    sst_edge edges[MAX_EDGES];
    CHECK_INT(sst_edges_from_outline(vertices, count, closed, position, edges), SST_OK);
    return solve(&params, &agent, NULL, 0, edges, closed ? count : count - 1);
}

TEST(on_an_edge_it_is_pushed_to_the_free_side) {
    sst_solution solution =
        beside_outline(unit_square, 4, true, (sst_vec2){0.5f, 0}, (sst_vec2){0, 1}, 0.2f);
    CHECK(solution.velocity.y < 0.0f);
    CHECK(solution.status & SST_STATUS_TOUCHING_OBSTACLE);
}

TEST(on_a_vertex_it_is_pushed_to_the_free_side) {
    sst_solution solution =
        beside_outline(unit_square, 4, true, (sst_vec2){1, 0}, (sst_vec2){-0.7f, 0.7f}, 0.2f);
    CHECK(solution.velocity.x > 0.0f && solution.velocity.y < 0.0f);
}

TEST(at_the_end_of_the_parameter_range_it_stays_out) {
    const float ends[] = {0.0f, 1.0f};
    for (int i = 0; i < 2; ++i) {
        sst_solution solution = beside_outline(unit_square, 4, true, (sst_vec2){ends[i], -0.25f},
                                               (sst_vec2){0, 1}, 0.5f);
        CHECK(solution.velocity.y <= 0.0f);
    }
}

TEST(in_line_with_a_wall_its_end_is_an_obstacle) {
    const sst_vec2 wall[] = {{0, 0}, {4, 0}};
    for (int left = 0; left < 2; ++left) {
        float x = left ? -1.0f : 5.0f;
        sst_solution solution = beside_outline(wall, 2, false, (sst_vec2){x, 0},
                                               (sst_vec2){left ? 1.5f : -1.5f, 0}, 0.3f);
        CHECK(solution.obstacle_count > 0);
        double travelled = (left ? 1.0 : -1.0) * (double)solution.velocity.x * 0.25;
        CHECK(travelled <= 1.0 - 0.3 || fabs((double)solution.velocity.y) > 0.1);
    }
}

TEST(a_point_on_a_wall_has_one_side) {
    const sst_vec2 wall[] = {{-2, 0}, {2, 0}};
    sst_solution solution =
        beside_outline(wall, 2, false, (sst_vec2){0, 0}, (sst_vec2){0, 1}, 0.25f);
    CHECK(solution.obstacle_count == 1 && solution.velocity.y < 0.0f);
}

/* The paper's promise for static obstacles: whoever is not in contact may always stop. */
TEST(static_edges_permit_a_stop) {
    test_rng rng = test_seed(11);
    sst_solve_params params = params_of(SST_PROFILE_DEFAULT, 0.25f);
    for (long n = 0; n < test_count(20000, 200000); ++n) {
        sst_vec2 star[8];
        for (int i = 0; i < 8; ++i) {
            double angle = 2.0 * 3.141592653589793 * i / 8, r = test_uniform(&rng, 0.5, 3.0);
            star[i] = (sst_vec2){(float)(r * cos(angle)), (float)(r * sin(angle))};
        }
        sst_vec2 position = {(float)test_uniform(&rng, -5, 5), (float)test_uniform(&rng, -5, 5)};
        sst_edge edges[MAX_EDGES];
        REQUIRE(sst_edges_from_outline(star, 8, true, position, edges) == SST_OK);
        float speed = (float)test_uniform(&rng, 0, 1.5);
        sst_solve_agent agent = agent_of((sst_vec2){speed, -speed}, (sst_vec2){1, 0}, 0.3f);
        sst_solution solution = solve(&params, &agent, NULL, 0, edges, 8);
        if (!(solution.status & SST_STATUS_TOUCHING_OBSTACLE)) {
            for (uint32_t i = 0; i < solution.obstacle_count; ++i) {
                CHECK(scratch[i].offset <= 0.0f);
            }
        }
    }
}

/* --- Bad input ----------------------------------------------------------------------------- */

static sst_result result_with(sst_solve_agent agent, sst_neighbor other) {
    sst_solve_params params = params_of(SST_PROFILE_DEFAULT, 0.25f);
    sst_solution solution, before;
    memset(&solution, 0x5a, sizeof solution);
    memcpy(&before, &solution, sizeof before);
    sst_result result = sst_solve(&params, &agent, &other, 1, NULL, 0, scratch, SCRATCH, &solution);
    CHECK(result == SST_OK || memcmp(&before, &solution, sizeof before) == 0);
    return result;
}

TEST(bad_values_are_refused_and_nothing_is_written) {
    sst_solve_agent agent = agent_of((sst_vec2){0, 0}, (sst_vec2){1, 0}, 0.5f), bad;
    sst_neighbor other = neighbor_of((sst_vec2){3, 0}, (sst_vec2){0, 0}, 0.5f), bad_other;
    CHECK_INT(result_with(agent, other), SST_OK);
    bad = agent, bad.preferred_velocity.x = NAN;
    CHECK_INT(result_with(bad, other), SST_ERROR_NOT_FINITE);
    bad = agent, bad.preferred_velocity.x = 1e30f;
    CHECK_INT(result_with(bad, other), SST_ERROR_VELOCITY);
    bad = agent, bad.max_speed = -1.0f;
    CHECK_INT(result_with(bad, other), SST_ERROR_MAX_SPEED);
    bad = agent, bad.radius = -0.1f;
    CHECK_INT(result_with(bad, other), SST_ERROR_RADIUS);
    bad = agent, bad.time_horizon = 0.0f;
    CHECK_INT(result_with(bad, other), SST_ERROR_TIME_HORIZON);
    bad_other = other, bad_other.position.y = INFINITY;
    CHECK_INT(result_with(agent, bad_other), SST_ERROR_NOT_FINITE);
    bad_other = other, bad_other.responsibility = 1.5f;
    CHECK_INT(result_with(agent, bad_other), SST_ERROR_RESPONSIBILITY);
}

TEST(bad_parameters_are_refused) {
    sst_solve_params params;
    CHECK_INT(sst_solve_params_init(&params, SST_PROFILE_DEFAULT, 0.0f), SST_ERROR_TIME_STEP);
    CHECK_INT(sst_solve_params_init(&params, SST_PROFILE_DEFAULT, -0.25f), SST_ERROR_TIME_STEP);
    CHECK_INT(sst_solve_params_init(&params, SST_PROFILE_DEFAULT, NAN), SST_ERROR_NOT_FINITE);
    CHECK_INT(sst_solve_params_init(&params, (sst_profile)7, 0.25f), SST_ERROR_OPTION);
    CHECK_INT(sst_solve_params_init(NULL, SST_PROFILE_DEFAULT, 0.25f), SST_ERROR_NULL);
    sst_solve_params uninitialised = {0};
    sst_solve_agent agent = agent_of((sst_vec2){0, 0}, (sst_vec2){1, 0}, 0.5f);
    sst_solution solution;
    CHECK_INT(sst_solve(&uninitialised, &agent, NULL, 0, NULL, 0, scratch, SCRATCH, &solution),
              SST_ERROR_STRUCT_SIZE);
    params = params_of(SST_PROFILE_DEFAULT, 0.25f);
    CHECK_INT(sst_solve(&params, &agent, NULL, 0, NULL, 0, scratch, 0, &solution),
              SST_ERROR_BUFFER_TOO_SMALL);
}

TEST(bad_outlines_are_refused) {
    sst_edge edges[4];
    const sst_vec2 same[] = {{0, 0}, {0, 0}, {1, 0}}, flat[] = {{0, 0}, {1, 0}, {2, 0}};
    const sst_vec2 nan[] = {{0, 0}, {NAN, 0}, {1, 1}};
    CHECK_INT(sst_edges_from_outline(same, 3, true, (sst_vec2){0, 0}, edges), SST_ERROR_EDGE);
    CHECK_INT(sst_edges_from_outline(flat, 3, true, (sst_vec2){0, 0}, edges), SST_ERROR_NO_AREA);
    CHECK_INT(sst_edges_from_outline(nan, 3, true, (sst_vec2){0, 0}, edges), SST_ERROR_NOT_FINITE);
    CHECK_INT(sst_edges_from_outline(flat, 2, true, (sst_vec2){0, 0}, edges),
              SST_ERROR_TOO_FEW_VERTICES);
}

SUITE(solve, CASE(defaults_avoid), CASE(alone_it_takes_the_preferred_velocity),
      CASE(a_preferred_velocity_beyond_max_speed_is_clamped),
      CASE(coincident_agents_part_in_opposite_directions),
      CASE(velocity_at_the_cutoff_centre_has_a_leg),
      CASE(overlapping_at_the_cutoff_centre_backs_off), CASE(zero_radius_is_legal),
      CASE(a_parked_agent_stays), CASE(on_an_edge_it_is_pushed_to_the_free_side),
      CASE(on_a_vertex_it_is_pushed_to_the_free_side),
      CASE(at_the_end_of_the_parameter_range_it_stays_out),
      CASE(in_line_with_a_wall_its_end_is_an_obstacle), CASE(a_point_on_a_wall_has_one_side),
      CASE(static_edges_permit_a_stop), CASE(bad_values_are_refused_and_nothing_is_written),
      CASE(bad_parameters_are_refused), CASE(bad_outlines_are_refused))
