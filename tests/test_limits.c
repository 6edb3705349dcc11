/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Agents whose machines have limits: no answer asks for more than they can do, and whoever can stop
 * before a wall does. */
#include "harness.h"

#include "scenes.h"
#include "solve/limits.h"

static double length(sst_vec2 v) {
    return sqrt((double)v.x * (double)v.x + (double)v.y * (double)v.y);
}

/* --- The answer obeys ---------------------------------------------------------------------- */

enum { NEIGHBORS = 6 };

static sst_solve_agent any_agent(test_rng *rng) {
    sst_solve_agent agent;
    sst_solve_agent_init(&agent);
    agent.velocity = (sst_vec2){test_uniform_f(rng, -2, 2), test_uniform_f(rng, -2, 2)};
    agent.preferred_velocity = (sst_vec2){test_uniform_f(rng, -2, 2), test_uniform_f(rng, -2, 2)};
    if (test_below(rng, 8) == 0)
        agent.velocity = (sst_vec2){0, 0};
    agent.max_acceleration = test_below(rng, 3) ? test_uniform_f(rng, 0.1f, 5) : 0;
    agent.max_braking = test_below(rng, 2) ? test_uniform_f(rng, 0.1f, 9) : 0;
    agent.max_turn_rate = test_below(rng, 2) ? test_uniform_f(rng, 0.1f, 6) : 0;
    return agent;
}

/* The definition, in double, in the frame of the agent's direction. */
static void check_obeys(const sst_solve_agent *agent, double t, sst_vec2 v) {
    double braking =
        (double)(agent->max_braking > 0 ? agent->max_braking : agent->max_acceleration);
    double speed = length(agent->velocity);
    if (speed < 1e-4)
        return;
    double hx = (double)agent->velocity.x / speed, hy = (double)agent->velocity.y / speed;
    double ahead = hx * (double)v.x + hy * (double)v.y, left = hx * (double)v.y - hy * (double)v.x;
    double a = (double)agent->max_acceleration * t;
    if (braking > 0 && speed > braking * t)
        CHECK_MSG(ahead >= speed - braking * t - 1e-5, "%g ahead, from %g", ahead, speed);
    if (a > 0)
        CHECK_MSG(ahead <= speed + a + 1e-5 && fabs(left) <= a + 1e-5, "%g ahead, %g left, from %g",
                  ahead, left, speed);
    double turned = atan2(fabs(left), ahead), most = (double)agent->max_turn_rate * t;
    if (most > 0 && most < 1.57 && length(v) > 1e-3)
        CHECK_MSG(turned <= most + 1e-3 || length(v) < 1e-5, "turned %g, at most %g", turned, most);
}

TEST(no_answer_asks_for_more_than_the_machine_can) {
    test_rng rng = test_seed(5);
    sst_solve_params params;
    sst_half_plane scratch[SST_SOLVE_SCRATCH(NEIGHBORS, 4)];
    for (long i = 0; i < test_count(100000, 3000000); i++) {
        sst_solve_params_init(&params, i % 2 ? SST_PROFILE_CLASSIC : SST_PROFILE_DEFAULT, 0.1f);
        sst_solve_agent agent = any_agent(&rng);
        agent.model = (sst_model)(i / 2 % 4);
        sst_neighbor neighbors[NEIGHBORS];
        for (int n = 0; n < NEIGHBORS; n++) {
            sst_neighbor_init(&neighbors[n]);
            neighbors[n].position =
                (sst_vec2){test_uniform_f(&rng, -2, 2), test_uniform_f(&rng, -2, 2)};
            neighbors[n].velocity =
                (sst_vec2){test_uniform_f(&rng, -2, 2), test_uniform_f(&rng, -2, 2)};
        }
        sst_vec2 wall[] = {{1, -1}, {1.2f, -1}, {1.2f, 1}, {1, 1}};
        sst_edge edges[4];
        sst_edges_from_outline(wall, 4, true, (sst_vec2){0, 0}, edges);
        sst_solution solution;
        sst_result result = sst_solve(&params, &agent, neighbors, test_below(&rng, NEIGHBORS + 1),
                                      edges, 4 * test_below(&rng, 2), scratch,
                                      sizeof scratch / sizeof *scratch, &solution);
        REQUIRE(result == SST_OK);
        check_obeys(&agent, 0.1, solution.velocity);
        double limit = fmax((double)agent.max_speed, (double)ssti_reachable_speed(&agent, 0.1f));
        CHECK(length(solution.velocity) <= limit * (1 + 1e-5));
    }
}

TEST(limits_turn_with_the_agent_to_the_bit) {
    test_rng rng = test_seed(6);
    for (int i = 0; i < 10000; i++) {
        sst_solve_agent agent = any_agent(&rng), turned = agent;
        turned.velocity = (sst_vec2){-agent.velocity.y, agent.velocity.x};
        turned.preferred_velocity =
            (sst_vec2){-agent.preferred_velocity.y, agent.preferred_velocity.x};
        bool has_heading = length(agent.velocity) > 0 || length(agent.preferred_velocity) > 0;
        sst_half_plane a[SSTI_MOST_LIMITS], b[SSTI_MOST_LIMITS];
        uint32_t count = ssti_limit_half_planes(&agent, 0.1f, a);
        CHECK_INT(ssti_limit_half_planes(&turned, 0.1f, b), count);
        for (uint32_t k = 0; k < count && has_heading; k++)
            CHECK(b[k].normal.x == -a[k].normal.y && b[k].normal.y == a[k].normal.x &&
                  b[k].offset == a[k].offset);
    }
}

/* --- Walls --------------------------------------------------------------------------------- */

typedef struct drive {
    double least_gap; /* to the wall at x = 5 */
    double rest_speed;
    bool told; /* OBSTACLES_VIOLATED in some step */
} drive;

static drive drive_at_wall(sst_agent_def def, float time_step, int steps) {
    sst_world_def rules;
    sst_world_def_init(&rules, SST_PROFILE_DEFAULT);
    rules.solve.time_step = time_step;
    sst_world *world = NULL;
    sst_world_create(&rules, &world);
    sst_obstacle_def wall;
    sst_obstacle_def_init(&wall);
    wall.vertices = (const sst_point[]){{5, -100}, {5.5, -100}, {5.5, 100}, {5, 100}};
    wall.vertex_count = 4;
    sst_obstacle_id obstacle;
    sst_world_add_obstacle(world, &wall, &obstacle, NULL);
    sst_agent_id id = scene_add(world, &def);
    drive d = {.least_gap = HUGE_VAL};
    for (int i = 0; i < steps; i++) {
        sst_agent_view view;
        sst_world_step(world, NULL);
        sst_world_view_agents(world, &view);
        d.least_gap = fmin(d.least_gap, 5 - (double)def.radius - view.position_x[0]);
        d.told = d.told || view.status[0] & SST_STATUS_OBSTACLES_VIOLATED;
    }
    sst_vec2 velocity;
    sst_world_get_velocities(world, &id, &velocity, 1);
    d.rest_speed = length(velocity);
    sst_world_destroy(world);
    return d;
}

static sst_agent_def driver(double x, float speed, float acceleration) {
    sst_agent_def def = scene_agent(x, 0);
    def.max_speed = 2;
    def.velocity = (sst_vec2){speed, 0};
    def.preferred_velocity = (sst_vec2){2, 0};
    def.max_acceleration = acceleration;
    return def;
}

TEST(none_goes_through_a_wall_ahead) {
    for (int i = 0; i < 4; i++) {
        float acceleration = 0.25f * (float)(1 << i);
        for (float time_step = 0.05f; time_step < 0.3f; time_step *= 2) {
            drive d =
                drive_at_wall(driver(-20, 0, acceleration), time_step, (int)(120 / time_step));
            CHECK_MSG(d.least_gap >= 0 && d.least_gap < 0.1 && d.rest_speed < 0.05 && !d.told,
                      "a %g, dt %g: gap %g, speed %g", (double)acceleration, (double)time_step,
                      d.least_gap, d.rest_speed);
        }
    }
}

/* Any speed, direction and limits; who can stop by braking along its direction does not touch. */
static void check_random_drive(test_rng *rng, bool turns) {
    float time_step = test_uniform_f(rng, 0.02f, 0.2f), a = test_uniform_f(rng, 0.25f, 4);
    sst_agent_def def = driver(0, 0, a);
    def.max_braking = test_below(rng, 2) ? test_uniform_f(rng, 0.25f, 4) : 0;
    def.max_turn_rate = turns ? test_uniform_f(rng, 0.3f, 3) : 0;
    double angle = test_uniform(rng, -1.5, 1.5), speed = test_uniform(rng, 0, 2);
    def.velocity = (sst_vec2){(float)(speed * cos(angle)), (float)(speed * sin(angle))};
    def.preferred_velocity = (sst_vec2){test_uniform_f(rng, 0, 2), test_uniform_f(rng, -2, 2)};
    double b = (double)(def.max_braking > 0 ? def.max_braking : a);
    double sideways = turns ? b : fmin((double)a, b);
    double needed = speed * (double)time_step + speed * speed / (2 * sideways);
    def.position.x = 5 - (double)def.radius - 0.002 - needed - test_uniform(rng, 0, 5);
    drive d = drive_at_wall(def, time_step, (int)(20 / time_step));
    CHECK_MSG(d.least_gap >= 0, "gap %g, dt %g, a %g, b %g, turn %g, speed %g at %g", d.least_gap,
              (double)time_step, (double)a, b, (double)def.max_turn_rate, speed, angle);
}

TEST(whoever_can_stop_stops) {
    test_rng rng = test_seed(8);
    for (long i = 0; i < test_count(3000, 100000); i++)
        check_random_drive(&rng, false);
}

TEST(whoever_can_stop_stops_although_it_turns_slowly) {
    test_rng rng = test_seed(9);
    for (long i = 0; i < test_count(3000, 100000); i++)
        check_random_drive(&rng, true);
}

/* 0.2 m before a wall at 2.74 m/s, braking with 4.5 m/s^2: no machine could stop. */
TEST(what_cannot_be_stopped_is_told) {
    sst_agent_def def = driver(5 - 0.09 - 0.2, 2.74f, 4.5f);
    def.radius = 0.09f;
    def.max_speed = 3;
    drive d = drive_at_wall(def, 0.1f, 10);
    CHECK(d.told && d.least_gap < 0);
    def.position.x = 5 - 0.09 - 1.2; /* faster than the horizon likes, yet it can stop */
    d = drive_at_wall(def, 0.1f, 50);
    CHECK(d.told && d.least_gap >= 0);
    def.position.x = 5 - 0.09 - 3;
    d = drive_at_wall(def, 0.1f, 50);
    CHECK(!d.told && d.least_gap >= 0);
}

TEST(stopping_speed_stops_within_the_distance) {
    test_rng rng = test_seed(10);
    for (int i = 0; i < 1000; i++) {
        float distance = test_uniform_f(&rng, 0, 20), b = test_uniform_f(&rng, 0.1f, 9);
        float t = test_uniform_f(&rng, 0, 1), v = sst_stopping_speed(distance, b, t);
        CHECK_NEAR(v * t + v * v / (2 * b), distance, 1e-5 * (double)distance + 1e-9);
    }
    CHECK(sst_stopping_speed(-1, 1, 1) == 0 && sst_stopping_speed(1, 0, 1) == 0 &&
          sst_stopping_speed(NAN, 1, 1) == 0 && sst_stopping_speed(0, 1, 0) == 0);
}

TEST(bad_limits_are_refused) {
    sst_world *world = scene_world(SST_PROFILE_DEFAULT);
    sst_agent_id id;
    sst_agent_def def = scene_agent(0, 0);
    def.max_acceleration = -1;
    CHECK(sst_world_add_agent(world, &def, &id) == SST_ERROR_ACCELERATION);
    def.max_acceleration = 1, def.max_braking = NAN;
    CHECK(sst_world_add_agent(world, &def, &id) == SST_ERROR_NOT_FINITE);
    def.max_braking = 1, def.max_turn_rate = 2e6f;
    CHECK(sst_world_add_agent(world, &def, &id) == SST_ERROR_TURN_RATE);
    CHECK_INT(sst_world_agent_count(world), 0);
    sst_world_destroy(world);
}

SUITE(limits, CASE(no_answer_asks_for_more_than_the_machine_can),
      CASE(limits_turn_with_the_agent_to_the_bit), CASE(none_goes_through_a_wall_ahead),
      CASE(whoever_can_stop_stops), CASE(whoever_can_stop_stops_although_it_turns_slowly),
      CASE(what_cannot_be_stopped_is_told), CASE(stopping_speed_stops_within_the_distance),
      CASE(bad_limits_are_refused))
