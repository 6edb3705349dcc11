/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* What users report of obstacles, and what `default` does instead. */
#include "crowd.h"

#define PI 3.14159265358979323846

static const sst_point ccw_square[] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
static const sst_point cw_square[] = {{-1, 1}, {1, 1}, {1, -1}, {-1, -1}};

static bool is_inside(const sst_point *box, sst_point p) {
    return p.x > box[0].x && p.x < box[2].x && p.y > fmin(box[0].y, box[2].y) &&
           p.y < fmax(box[0].y, box[2].y);
}

/* Steps and checks every step that the agent's surface stays clear of the edges. */
static double run_clear(crowd *c, size_t agent, int steps) {
    double least = HUGE_VAL;
    for (int i = 0; i < steps; ++i) {
        crowd_step(c);
        least = fmin(least, crowd_wall_gap(c, agent));
    }
    CHECK_MSG(least >= -1e-4, "least wall gap %g", least);
    return least;
}

/* A clockwise polygon lets agents in and not out again (Menge #59, rvo2.js #2). */
TEST(a_polygon_is_solid_whatever_its_winding) {
    for (int clockwise = 0; clockwise < 2; ++clockwise) {
        crowd c = crowd_create(SST_PROFILE_DEFAULT, 0.25f);
        crowd_obstacle(&c, SST_OBSTACLE_AUTO, clockwise ? cw_square : ccw_square, 4);
        size_t agent = crowd_add(&c, (sst_point){-6, 0.3}, 0.19f, (sst_point){6, 0.3}, 1.04, 2);
        run_clear(&c, agent, 200);
        CHECK(!is_inside(ccw_square, crowd_position(&c, agent)));
        crowd_destroy(&c);
    }
}

/* ... and a room is said to be one. */
TEST(a_room_keeps_agents_in) {
    crowd c = crowd_create(SST_PROFILE_DEFAULT, 0.25f);
    crowd_obstacle(&c, SST_OBSTACLE_ROOM, ccw_square, 4);
    size_t agent = crowd_add(&c, (sst_point){0.2, 0.1}, 0.3f, (sst_point){6, 0.3}, 1, 2);
    run_clear(&c, agent, 200);
    CHECK(is_inside(ccw_square, crowd_position(&c, agent)));
    crowd_destroy(&c);
}

/* Degenerate outlines silently give no obstacle elsewhere. */
TEST(degenerate_outlines_are_refused) {
    const sst_point same[] = {{0, 0}, {0, 0}, {0, 0}}, bow_tie[] = {{0, 0}, {2, 2}, {2, 0}, {0, 2}};
    const sst_point flat[] = {{0, 0}, {1, 0}, {2, 0}}, bad[] = {{0, 0}, {(double)NAN, 1}, {1, 0}};
    const struct {
        const sst_point *vertices;
        size_t count;
        sst_obstacle_kind kind;
        sst_result expected;
    } outlines[] = {
        {same, 3, SST_OBSTACLE_SOLID, SST_ERROR_TOO_FEW_VERTICES},
        {same, 1, SST_OBSTACLE_AUTO, SST_ERROR_TOO_FEW_VERTICES},
        {same, 2, SST_OBSTACLE_CHAIN, SST_ERROR_TOO_FEW_VERTICES},
        {bow_tie, 4, SST_OBSTACLE_SOLID, SST_ERROR_SELF_CROSSING},
        {flat, 3, SST_OBSTACLE_SOLID, SST_ERROR_NO_AREA},
        {bad, 3, SST_OBSTACLE_SOLID, SST_ERROR_NOT_FINITE},
    };
    crowd c = crowd_create(SST_PROFILE_DEFAULT, 0.25f);
    uint64_t before = sst_world_hash(c.world);
    for (size_t i = 0; i < sizeof outlines / sizeof *outlines; ++i) {
        sst_obstacle_def def;
        sst_obstacle_id id = {0};
        REQUIRE(sst_obstacle_def_init(&def) == SST_OK);
        def.kind = outlines[i].kind;
        def.vertices = outlines[i].vertices;
        def.vertex_count = outlines[i].count;
        sst_result result = sst_world_add_obstacle(c.world, &def, &id, NULL);
        CHECK_MSG(result == outlines[i].expected, "outline %zu: %s", i, sst_result_text(result));
    }
    CHECK(sst_world_hash(c.world) == before);
    crowd_destroy(&c);
}

/* Repeated and collinear vertices are dropped, and that is told. */
TEST(repeated_and_collinear_vertices_are_dropped) {
    const sst_point vertices[] = {{-1, -1}, {0, -1}, {1, -1}, {1, -1}, {1, 1}, {-1, 1}, {-1, -1}};
    crowd c = crowd_create(SST_PROFILE_DEFAULT, 0.25f);
    sst_obstacle_def def, kept;
    sst_obstacle_id id;
    sst_obstacle_report report;
    REQUIRE(sst_obstacle_def_init(&def) == SST_OK);
    def.vertices = vertices;
    def.vertex_count = 7;
    CHECK_INT(sst_world_add_obstacle(c.world, &def, &id, &report), SST_OK);
    CHECK_INT(report.dropped_repeated, 2);
    CHECK_INT(report.dropped_collinear, 1);
    CHECK_INT(sst_world_get_obstacle(c.world, id, &kept), SST_OK);
    CHECK_INT(kept.vertex_count, 4);
    crowd_destroy(&c);
}

static void push_at_seam(const sst_point *first, size_t first_count, const sst_point *second,
                         size_t second_count, float radius, bool passes) {
    crowd c = crowd_create(SST_PROFILE_DEFAULT, 0.1f);
    c.agent.time_horizon_obst = 2.0f;
    crowd_obstacle(&c, SST_OBSTACLE_AUTO, first, first_count);
    crowd_obstacle(&c, SST_OBSTACLE_AUTO, second, second_count);
    size_t agent = crowd_add(&c, (sst_point){0, -2}, radius, (sst_point){0, 1e4}, 1, 1);
    run_clear(&c, agent, 400);
    CHECK_MSG((crowd_position(&c, agent).y > 0.5) == passes, "radius %g at y %g", (double)radius,
              crowd_position(&c, agent).y);
    crowd_destroy(&c);
}

/* Walls that touch leak at the seam (aamks #8, godot #82562), above all for point agents. */
TEST(the_seam_of_two_walls_is_closed) {
    const sst_point left[] = {{-5, 0}, {0, 0}}, right[] = {{0, 0}, {5, 0}};
    const sst_point left_box[] = {{-5, 0}, {0, 0}, {0, 1}, {-5, 1}};
    const sst_point right_box[] = {{0, 0}, {5, 0}, {5, 1}, {0, 1}};
    const sst_point overlapping[] = {{-0.5, 0.2}, {5, 0.2}, {5, 1.2}, {-0.5, 1.2}};
    const float radii[] = {0.3f, 0.1f, 0.0f};
    for (int i = 0; i < 3; ++i) {
        push_at_seam(left, 2, right, 2, radii[i], false);
        push_at_seam(left_box, 4, right_box, 4, radii[i], false);
        push_at_seam(left_box, 4, overlapping, 4, radii[i], false);
    }
}

TEST(a_gap_is_passed_only_by_who_fits) {
    const double gaps[] = {0.1, 0.5, 0.59, 0.62, 0.8};
    for (int i = 0; i < 5; ++i) {
        double half = gaps[i] / 2;
        const sst_point left[] = {{-5, 0}, {-half, 0}}, right[] = {{half, 0}, {5, 0}};
        push_at_seam(left, 2, right, 2, 0.3f, gaps[i] > 0.6);
    }
    const sst_point left[] = {{-5, 0}, {-5e-7, 0}}, right[] = {{5e-7, 0}, {5, 0}};
    push_at_seam(left, 2, right, 2, 0.1f, false);
}

/* The joint seen the other way round: walls up and down, a point agent heading at it. */
TEST(a_point_agent_stops_at_a_joint_ahead) {
    const sst_point down[] = {{0, -3}, {0, 0}}, up[] = {{0, 0}, {0, 3}};
    crowd c = crowd_create(SST_PROFILE_DEFAULT, 0.25f);
    c.agent.time_horizon_obst = 2.0f;
    crowd_obstacle(&c, SST_OBSTACLE_CHAIN, down, 2);
    crowd_obstacle(&c, SST_OBSTACLE_CHAIN, up, 2);
    size_t agent = crowd_add(&c, (sst_point){-3, 0}, 0.0f, (sst_point){3, 0}, 1, 1);
    run_clear(&c, agent, 200);
    CHECK(crowd_position(&c, agent).x < 0);
    crowd_destroy(&c);
}

/* Exactly on an edge or a vertex the obstacle is not seen at all elsewhere (Argus #109). */
TEST(on_an_edge_or_vertex_it_is_brought_out) {
    const sst_point square[] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    const sst_point starts[] = {{0.5, 0}, {1, 0}, {1, 0.5}, {0, 0}};
    const sst_point goals[] = {{0.5, 9}, {-6, 7}, {-9, 0.5}, {7, 7}};
    for (int i = 0; i < 4; ++i) {
        crowd c = crowd_create(SST_PROFILE_DEFAULT, 0.25f);
        crowd_obstacle(&c, SST_OBSTACLE_SOLID, square, 4);
        size_t agent = crowd_add(&c, starts[i], 0.2f, goals[i], 1, 1.5f);
        for (int step = 0; step < 40; ++step) {
            crowd_step(&c);
            CHECK(!is_inside(square, crowd_position(&c, agent)));
        }
        CHECK(crowd_wall_gap(&c, agent) >= -1e-4);
        crowd_destroy(&c);
    }
}

/* The parameter of the foot of the perpendicular exactly 1 gave NaN half-planes (RVO2 #1). */
TEST(beside_the_very_end_of_an_edge_it_stays) {
    const sst_point square[] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    crowd c = crowd_create(SST_PROFILE_CLASSIC, 0.25f);
    crowd_obstacle(&c, SST_OBSTACLE_SOLID, square, 4);
    size_t agent = crowd_add(&c, (sst_point){1, -0.25}, 0.5f, (sst_point){1, 1e4}, 1, 1);
    crowd_run(&c, 40);
    CHECK(crowd_position(&c, agent).x == 1.0 && crowd_position(&c, agent).y == -0.25);
    crowd_destroy(&c);
    c = crowd_create(SST_PROFILE_DEFAULT, 0.25f);
    crowd_obstacle(&c, SST_OBSTACLE_SOLID, square, 4);
    agent = crowd_add(&c, (sst_point){1, -0.25}, 0.5f, (sst_point){1, 1e4}, 1, 1);
    crowd_run(&c, 40);
    CHECK_NEAR(crowd_position(&c, agent).y, -0.5, 0.002);
    crowd_destroy(&c);
}

/* An agent that starts inside sees no edge and walks right through (recast #306, jupedsim #81). */
TEST(who_starts_inside_is_brought_out_by_the_nearest_side) {
    const sst_point square[] = {{0, 0}, {2, 0}, {2, 2}, {0, 2}};
    const sst_point goals[] = {{20, 1}, {-20, 1}};
    for (int i = 0; i < 2; ++i) {
        crowd c = crowd_create(SST_PROFILE_DEFAULT, 0.1f);
        crowd_obstacle(&c, SST_OBSTACLE_SOLID, square, 4);
        size_t agent = crowd_add(&c, (sst_point){0.05, 1}, 0.2f, goals[i], 1, 1);
        crowd_step(&c);
        CHECK(crowd_status(&c, agent) & SST_STATUS_INSIDE_OBSTACLE);
        CHECK_INT(c.report.inside_obstacle, 1);
        crowd_run(&c, 9);
        CHECK_MSG(crowd_wall_gap(&c, agent) >= -1e-4 && crowd_position(&c, agent).x < 0,
                  "x %g, gap %g", crowd_position(&c, agent).x, crowd_wall_gap(&c, agent));
        crowd_destroy(&c);
    }
}

/* ... and one that overlaps the wall from outside holds its place for ever. */
TEST(who_overlaps_a_wall_is_pushed_off) {
    const sst_point square[] = {{0, 0}, {2, 0}, {2, 2}, {0, 2}};
    crowd c = crowd_create(SST_PROFILE_DEFAULT, 0.1f);
    crowd_obstacle(&c, SST_OBSTACLE_SOLID, square, 4);
    size_t agent = crowd_add(&c, (sst_point){-0.1, 1}, 0.2f, (sst_point){20, 1}, 1, 1);
    crowd_step(&c);
    CHECK(crowd_status(&c, agent) & SST_STATUS_TOUCHING_OBSTACLE);
    crowd_run(&c, 10);
    CHECK(crowd_wall_gap(&c, agent) >= -1e-4);
    crowd_destroy(&c);
}

TEST(deep_inside_a_large_solid_the_way_out_is_found) {
    const sst_point hall[] = {{-100, -40}, {100, -40}, {100, 40}, {-100, 40}};
    crowd c = crowd_create(SST_PROFILE_DEFAULT, 0.25f);
    crowd_obstacle(&c, SST_OBSTACLE_SOLID, hall, 4);
    size_t agent = crowd_add(&c, (sst_point){0, 10}, 0.3f, (sst_point){0, 60}, 1, 1.5f);
    crowd_run(&c, 4 * 120);
    CHECK(crowd_distance_to_goal(&c, agent) < 0.1);
    crowd_destroy(&c);
}

/* Whether a point lies below both walls of a roof that falls from (0, 0) to both sides. */
static bool is_under_roof(const sst_point *roof, sst_point p) {
    double left =
        (roof[1].x - roof[0].x) * (p.y - roof[0].y) - (roof[1].y - roof[0].y) * (p.x - roof[0].x);
    double right =
        (roof[2].x - roof[1].x) * (p.y - roof[1].y) - (roof[2].y - roof[1].y) * (p.x - roof[1].x);
    return left < 0 && right < 0;
}

/* In an inner corner the wall that was left to its neighbour bounded nothing: whoever overlapped
 * one wall walked through the other, and rounding opened the corner to whoever pressed into it. */
TEST(an_inner_corner_holds_both_ways) {
    test_rng rng = test_seed(45);
    for (long n = 0; n < test_count(2000, 20000); ++n) {
        double left = test_uniform(&rng, 0.1, 1.4), right = test_uniform(&rng, 0.1, 1.4);
        const sst_point roof[] = {
            {-200 * cos(left), -200 * sin(left)}, {0, 0}, {200 * cos(right), -200 * sin(right)}};
        crowd c = crowd_create(SST_PROFILE_DEFAULT, n % 2 ? 0.1f : 1.0f);
        c.agent.time_horizon_obst = 1.0f;
        crowd_obstacle(&c, SST_OBSTACLE_CHAIN, roof, 3);
        double lean = (right - left) / 2, depth = test_uniform(&rng, 0.05, 0.5);
        sst_point start = {-depth * sin(lean), -depth * cos(lean)};
        float radius = n % 3 ? test_uniform_f(&rng, 0.0f, 0.4f) : 0.0f;
        sst_point goal = {test_uniform(&rng, -50, 50), test_uniform(&rng, 1, 50)};
        size_t agent = crowd_add(&c, start, radius, goal, 1.5, 1.5f);
        for (int i = 0; i < 30; ++i) {
            crowd_step(&c);
            CHECK_MSG(is_under_roof(roof, crowd_position(&c, agent)), "case %ld, step %d", n, i);
        }
        crowd_destroy(&c);
    }
}

/* Thin crossed walls must not leak. */
TEST(crossed_walls_hold) {
    const sst_point rising[] = {{-2, -2}, {2, 2}}, falling[] = {{-2, 2}, {2, -2}};
    crowd c = crowd_create(SST_PROFILE_DEFAULT, 0.1f);
    c.agent.time_horizon = c.agent.time_horizon_obst = 2.0f;
    crowd_obstacle(&c, SST_OBSTACLE_CHAIN, rising, 2);
    crowd_obstacle(&c, SST_OBSTACLE_CHAIN, falling, 2);
    size_t agent = crowd_add(&c, (sst_point){-4, 0.1}, 0.3f, (sst_point){4, 0.1}, 1, 1.5f);
    run_clear(&c, agent, 300);
    CHECK(crowd_position(&c, agent).x < 0);
    crowd_destroy(&c);
}

/* Local avoidance is no planning: at a flat wall or in a trap it stops, safe, and says so. */
TEST(a_wall_across_the_way_is_reported_as_blocked) {
    sst_point gon[24];
    for (int i = 0; i < 24; ++i) {
        double angle = 2 * PI * (i + 0.5) / 24;
        gon[i] = (sst_point){3 * cos(angle), 3 * sin(angle)};
    }
    const sst_point trap[] = {{0, -2},  {2.2, -2}, {2.2, 2},  {0, 2},
                              {0, 1.8}, {2, 1.8},  {2, -1.8}, {0, -1.8}};
    const sst_point *outlines[] = {gon, trap};
    const size_t counts[] = {24, 8};
    for (int i = 0; i < 2; ++i) {
        crowd c = crowd_create(SST_PROFILE_DEFAULT, 0.1f);
        c.agent.time_horizon = c.agent.time_horizon_obst = 2.0f;
        crowd_obstacle(&c, SST_OBSTACLE_SOLID, outlines[i], counts[i]);
        size_t agent = crowd_add(&c, (sst_point){-8, 0.3}, 0.4f, (sst_point){8, 0.3}, 1.3, 1.6f);
        run_clear(&c, agent, 1000);
        bool is_past = crowd_distance_to_goal(&c, agent) < 0.1;
        CHECK(is_past || crowd_status(&c, agent) & SST_STATUS_BLOCKED);
        CHECK(is_past || c.report.blocked == 1);
        crowd_destroy(&c);
    }
}

/* A forgotten "process" call silently drops obstacles elsewhere (Python-RVO2 #2). */
TEST(an_obstacle_counts_from_the_next_step) {
    crowd c = crowd_create(SST_PROFILE_DEFAULT, 0.25f);
    size_t agent = crowd_add(&c, (sst_point){-6, 0.3}, 0.4f, (sst_point){6, 0.3}, 1, 1.5f);
    crowd_run(&c, 4);
    crowd_obstacle(&c, SST_OBSTACLE_SOLID, ccw_square, 4);
    run_clear(&c, agent, 100);
    CHECK(crowd_distance_to_goal(&c, agent) < 0.1);
    crowd_destroy(&c);
}

/* Processing again splits edges again elsewhere (RVO2-Unity #5). */
TEST(outlines_and_ids_stay_as_they_are) {
    const sst_point first[] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    const sst_point second[] = {{3, -3}, {4, -3}, {4, 3}, {3, 3}};
    const sst_point third[] = {{-4, 2}, {6, 2.2}, {6, 2.4}, {-4, 2.2}};
    crowd c = crowd_create(SST_PROFILE_DEFAULT, 0.25f);
    sst_obstacle_id ids[] = {crowd_obstacle(&c, SST_OBSTACLE_SOLID, first, 4),
                             crowd_obstacle(&c, SST_OBSTACLE_SOLID, second, 4),
                             crowd_obstacle(&c, SST_OBSTACLE_SOLID, third, 4)};
    crowd_add(&c, (sst_point){-6, 0.3}, 0.4f, (sst_point){6, 0.3}, 1, 1.5f);
    for (int i = 0; i < 6; ++i) {
        crowd_step(&c);
        CHECK_INT(sst_world_remove_obstacle(c.world, ids[i % 3]), SST_OK);
        CHECK(!sst_world_has_obstacle(c.world, ids[i % 3]));
        CHECK_INT(sst_world_remove_obstacle(c.world, ids[i % 3]), SST_ERROR_STALE_ID);
        const sst_point *again[] = {first, second, third};
        ids[i % 3] = crowd_obstacle(&c, SST_OBSTACLE_SOLID, again[i % 3], 4);
        for (int k = 0; k < 3; ++k) {
            sst_obstacle_def def;
            CHECK_INT(sst_world_get_obstacle(c.world, ids[k], &def), SST_OK);
            CHECK_INT(def.vertex_count, 4);
        }
    }
    CHECK_INT(sst_world_obstacle_count(c.world), 3);
    crowd_destroy(&c);
}

/* Switching an obstacle off has no effect elsewhere (godot #108259). */
TEST(a_disabled_obstacle_is_crossed_and_blocks_again) {
    crowd c = crowd_create(SST_PROFILE_DEFAULT, 0.25f);
    sst_obstacle_id id = crowd_obstacle(&c, SST_OBSTACLE_SOLID, ccw_square, 4);
    CHECK_INT(sst_world_enable_obstacle(c.world, id, false), SST_OK);
    size_t agent = crowd_add(&c, (sst_point){-4, 0.3}, 0.4f, (sst_point){6, 0.3}, 1, 1.5f);
    crowd_run(&c, 60);
    CHECK(crowd_distance_to_goal(&c, agent) < 0.1);
    CHECK_INT(sst_world_enable_obstacle(c.world, id, true), SST_OK);
    c.goals[agent] = (sst_point){-6, 0.3};
    run_clear(&c, agent, 60);
    CHECK(crowd_position(&c, agent).x > 1);
    crowd_destroy(&c);
}

/* Only the start pose of a moving obstacle is avoided elsewhere (Nebukam #12, godot #67712). */
TEST(a_moving_obstacle_is_stepped_aside_from) {
    const sst_point box[] = {{5.5, -0.5}, {6.5, -0.5}, {6.5, 0.5}, {5.5, 0.5}};
    crowd c = crowd_create(SST_PROFILE_DEFAULT, 0.25f);
    sst_obstacle_id id = crowd_obstacle(&c, SST_OBSTACLE_SOLID, box, 4);
    CHECK_INT(sst_world_set_obstacle_velocity(c.world, id, (sst_vec2){-1, 0}), SST_OK);
    size_t agent = crowd_add(&c, (sst_point){0, 0.1}, 0.3f, (sst_point){0, 0.1}, 1, 1.5f);
    run_clear(&c, agent, 80);
    CHECK_MSG(crowd_distance_to_goal(&c, agent) < 0.1, "away by %g",
              crowd_distance_to_goal(&c, agent));
    crowd_destroy(&c);
}

SUITE(field_obstacles, CASE(a_polygon_is_solid_whatever_its_winding), CASE(a_room_keeps_agents_in),
      CASE(degenerate_outlines_are_refused), CASE(repeated_and_collinear_vertices_are_dropped),
      CASE(the_seam_of_two_walls_is_closed), CASE(a_gap_is_passed_only_by_who_fits),
      CASE(a_point_agent_stops_at_a_joint_ahead), CASE(on_an_edge_or_vertex_it_is_brought_out),
      CASE(beside_the_very_end_of_an_edge_it_stays),
      CASE(who_starts_inside_is_brought_out_by_the_nearest_side),
      CASE(who_overlaps_a_wall_is_pushed_off), CASE(deep_inside_a_large_solid_the_way_out_is_found),
      CASE(an_inner_corner_holds_both_ways), CASE(crossed_walls_hold),
      CASE(a_wall_across_the_way_is_reported_as_blocked),
      CASE(an_obstacle_counts_from_the_next_step), CASE(outlines_and_ids_stay_as_they_are),
      CASE(a_disabled_obstacle_is_crossed_and_blocks_again),
      CASE(a_moving_obstacle_is_stepped_aside_from))
