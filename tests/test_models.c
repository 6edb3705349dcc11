/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* VO, RVO and HRVO: what their papers promise of pairs, what is known of them side by side (VO
 * oscillates, the others do not), symmetry to the bit, and worlds of mixed models. That the
 * velocity chosen is the nearest is tested by test_oracle_models. */

#include "harness.h"
#include "oracle/oracle_regions.h"
#include "sidestep/sidestep.h"

enum { MOST = 8, SCRATCH = SST_SOLVE_SCRATCH(MOST, 1) };

static const sst_model cones[] = {SST_MODEL_VO, SST_MODEL_RVO, SST_MODEL_HRVO};
static const char *const names[] = {"orca", "vo", "rvo", "hrvo"};

static sst_vec2 any_vector(test_rng *rng, double half) {
    float x = test_uniform_f(rng, -(float)half, (float)half);
    return (sst_vec2){x, test_uniform_f(rng, -(float)half, (float)half)};
}

/* Multiples of 1/2, so that ties are common. */
static sst_vec2 grid_vector(test_rng *rng, int steps) {
    float x = (float)test_below(rng, (uint64_t)(2 * steps + 1)) - (float)steps;
    float y = (float)test_below(rng, (uint64_t)(2 * steps + 1)) - (float)steps;
    return (sst_vec2){0.5f * x, 0.5f * y};
}

/* --- Turned and mirrored ------------------------------------------------------------------- */

typedef struct {
    sst_solve_params params;
    sst_solve_agent agent;
    sst_neighbor neighbors[MOST];
    size_t neighbor_count;
    sst_vec2 wall[2];
} scene;

static scene any_scene(test_rng *rng, sst_model model) {
    scene s = {.neighbor_count = test_below(rng, MOST + 1)};
    sst_solve_params_init(&s.params, SST_PROFILE_DEFAULT, 0.1f);
    sst_solve_agent_init(&s.agent);
    bool on_grid = test_below(rng, 2);
    s.agent.model = model;
    s.agent.velocity = on_grid ? grid_vector(rng, 2) : any_vector(rng, 1);
    s.agent.preferred_velocity = on_grid ? grid_vector(rng, 2) : any_vector(rng, 1);
    s.agent.key = 1;
    for (size_t i = 0; i < s.neighbor_count; i++) {
        sst_neighbor_init(&s.neighbors[i]);
        s.neighbors[i].position = on_grid ? grid_vector(rng, 6) : any_vector(rng, 3);
        s.neighbors[i].velocity = on_grid ? grid_vector(rng, 2) : any_vector(rng, 1);
        if (s.neighbors[i].position.x == 0 && s.neighbors[i].position.y == 0)
            s.neighbors[i].position.x = 3; /* keys decide how coincident ones part: no symmetry */
        s.neighbors[i].key = 2 + i;
    }
    s.wall[0] = any_vector(rng, 2);
    s.wall[1] = any_vector(rng, 4);
    return s;
}

static sst_vec2 image(sst_vec2 v, bool mirrored, int quarter_turns) {
    v.x = mirrored ? -v.x : v.x;
    for (int i = 0; i < quarter_turns; i++)
        v = (sst_vec2){-v.y, v.x};
    return v;
}

static scene image_of(scene s, bool mirrored, int turns) {
    s.params.handedness = mirrored ? SST_LEFT_HANDED : SST_RIGHT_HANDED;
    s.agent.velocity = image(s.agent.velocity, mirrored, turns);
    s.agent.preferred_velocity = image(s.agent.preferred_velocity, mirrored, turns);
    for (size_t i = 0; i < s.neighbor_count; i++) {
        s.neighbors[i].position = image(s.neighbors[i].position, mirrored, turns);
        s.neighbors[i].velocity = image(s.neighbors[i].velocity, mirrored, turns);
    }
    s.wall[0] = image(s.wall[0], mirrored, turns);
    s.wall[1] = image(s.wall[1], mirrored, turns);
    return s;
}

static sst_solution solve(const scene *s) {
    sst_half_plane scratch[SCRATCH];
    sst_edge wall;
    sst_solution solution = {.velocity = {NAN, NAN}};
    size_t walls =
        sst_edges_from_outline(s->wall, 2, false, (sst_vec2){0, 0}, &wall) == SST_OK ? 1 : 0;
    CHECK(sst_solve(&s->params, &s->agent, s->neighbors, s->neighbor_count, &wall, walls, scratch,
                    SCRATCH, &solution) == SST_OK);
    return solution;
}

TEST(the_image_of_a_scene_gives_the_image_of_its_velocity) {
    test_rng rng = test_seed(3);
    long searched = 0;
    for (long i = 0, count = test_count(20000, 500000); i < count; i++) {
        scene s = any_scene(&rng, cones[i % 3]);
        sst_solution plain = solve(&s);
        sst_vec2 wish = s.agent.preferred_velocity;
        searched += plain.velocity.x != wish.x || plain.velocity.y != wish.y;
        for (int turns = 0; turns < 4; turns++)
            for (int mirrored = 0; mirrored < 2; mirrored++) {
                scene t = image_of(s, mirrored, turns);
                sst_solution found = solve(&t);
                sst_vec2 v = image(plain.velocity, mirrored, turns);
                CHECK_MSG(found.velocity.x == v.x && found.velocity.y == v.y &&
                              found.status == plain.status &&
                              found.worst_violation == plain.worst_violation,
                          "scene %ld turned %d mirrored %d: (%.9g, %.9g), not (%.9g, %.9g)", i,
                          turns, mirrored, (double)found.velocity.x, (double)found.velocity.y,
                          (double)v.x, (double)v.y);
            }
    }
    CHECK(searched > 1000);
}

/* --- What the papers promise of pairs -------------------------------------------------------- */

static oracle_vec wide(sst_vec2 v) {
    return (oracle_vec){(double)v.x, (double)v.y};
}

static sst_vec2 chosen(sst_model model, sst_vec2 own, sst_vec2 other, sst_vec2 position) {
    sst_solve_params params;
    sst_solve_agent agent;
    sst_neighbor neighbor;
    sst_half_plane scratch[SST_SOLVE_SCRATCH(1, 0)];
    sst_solution solution = {.velocity = {NAN, NAN}};
    sst_solve_params_init(&params, SST_PROFILE_DEFAULT, 0.1f);
    sst_solve_agent_init(&agent);
    sst_neighbor_init(&neighbor);
    agent.model = model;
    agent.max_speed = 10;
    agent.velocity = agent.preferred_velocity = own;
    neighbor.position = position;
    neighbor.velocity = other;
    CHECK(sst_solve(&params, &agent, &neighbor, 1, NULL, 0, scratch, SST_SOLVE_SCRATCH(1, 0),
                    &solution) == SST_OK);
    return solution.velocity;
}

/* Each takes the velocity nearest to its current one. Both reciprocal models then leave the
 * velocity obstacle together, on the same side and no further than needed (2008, theorems 4 to 6);
 * with VO both leave it alone, twice as far as needed. */
TEST(two_that_keep_to_the_nearest_leave_the_velocity_obstacle_together) {
    test_rng rng = test_seed(4);
    const double needed[] = {0, 2, 1, 1};
    long inside = 0;
    for (long i = 0, count = test_count(20000, 500000); i < count; i++) {
        sst_model model = cones[i % 3];
        sst_vec2 p = any_vector(&rng, 4), own = any_vector(&rng, 1.5),
                 other = any_vector(&rng, 1.5);
        oracle_region vo = {.p = wide(p), .radius = 0.6, .horizon = 2};
        if (model == SST_MODEL_HRVO)
            vo.horizon = HUGE_VAL;
        if (hypot(vo.p.x, vo.p.y) < 0.61)
            continue;
        sst_vec2 a = chosen(model, own, other, p);
        sst_vec2 b = chosen(model, other, own, (sst_vec2){-p.x, -p.y});
        oracle_vec before = wide((sst_vec2){own.x - other.x, own.y - other.y});
        oracle_vec after = {(double)a.x - (double)b.x, (double)a.y - (double)b.y};
        double depth = fmax(-oracle_region_distance(&vo, before), 0);
        double change = hypot(after.x - before.x, after.y - before.y);
        CHECK_MSG(oracle_region_distance(&vo, after) >= -2e-5, "pair %ld, %s: still %g deep", i,
                  names[model], -oracle_region_distance(&vo, after));
        CHECK_MSG(fabs(change - depth * needed[model]) <= 2e-4 + 2e-4 * depth,
                  "pair %ld, %s: changed by %g, %g deep", i, names[model], change, depth);
        inside += depth > 0;
    }
    CHECK(inside > 1000);
}

/* --- Worlds -------------------------------------------------------------------------------- */

static sst_world *world_of(uint32_t workers) {
    sst_world_def def;
    sst_world *world = NULL;
    sst_world_def_init(&def, SST_PROFILE_DEFAULT);
    def.solve.time_step = 0.1f;
    def.worker_count = workers;
    CHECK(sst_world_create(&def, &world) == SST_OK);
    return world;
}

static sst_agent_id add(sst_world *world, const sst_agent_def *def) {
    sst_agent_id id = {0};
    CHECK(sst_world_add_agent(world, def, &id) == SST_OK);
    return id;
}

enum { CROWD = 90 };

static sst_agent_def crowd_agent(uint64_t number) {
    test_rng rng = {number};
    sst_agent_def def;
    sst_agent_def_init(&def);
    sst_vec2 place = any_vector(&rng, 4);
    def.position = (sst_point){(double)place.x, (double)place.y};
    def.preferred_velocity = any_vector(&rng, 1);
    def.model = (sst_model)(number % 4);
    def.key = number;
    return def;
}

static sst_world *mixed_crowd(uint32_t workers, bool backwards) {
    static const sst_point wall[] = {{-2, -2}, {2, 1}};
    sst_world *world = world_of(workers);
    sst_obstacle_def def;
    sst_obstacle_id obstacle;
    sst_obstacle_def_init(&def);
    def.vertices = wall;
    def.vertex_count = 2;
    CHECK(sst_world_add_obstacle(world, &def, &obstacle, NULL) == SST_OK);
    for (uint64_t i = 0; i < CROWD; i++) {
        sst_agent_def agent = crowd_agent(backwards ? CROWD - 1 - i : i);
        add(world, &agent);
    }
    return world;
}

static size_t step_many(sst_world *world, int steps) {
    size_t relaxed = 0;
    for (int i = 0; i < steps; i++) {
        sst_step_report report;
        CHECK(sst_world_step(world, &report) == SST_OK);
        relaxed += report.relaxed;
    }
    return relaxed;
}

/* On through a snapshot, beside the world that it was taken of. */
static void go_through_bytes(sst_world *world) {
    size_t size = 0;
    CHECK(sst_world_snapshot_size(world, &size) == SST_OK);
    void *bytes = malloc(size);
    REQUIRE(bytes);
    CHECK(sst_world_snapshot(world, bytes, size) == SST_OK);
    sst_world *other = world_of(1);
    CHECK(sst_world_restore(other, bytes, size) == SST_OK);
    CHECK(sst_world_hash(other) == sst_world_hash(world));
    step_many(world, 10);
    step_many(other, 10);
    CHECK(sst_world_hash(other) == sst_world_hash(world));
    sst_world_destroy(other);
    free(bytes);
}

TEST(a_mixed_crowd_is_the_same_in_any_order_on_any_threads_and_through_bytes) {
    sst_world *one = mixed_crowd(1, false), *other = mixed_crowd(3, true);
    CHECK(step_many(one, 30) > 0);
    step_many(other, 30);
    CHECK(sst_world_hash(one) == sst_world_hash(other));
    go_through_bytes(one);
    sst_world_destroy(one);
    sst_world_destroy(other);
}

TEST(the_model_is_kept_and_shows_in_the_hash) {
    sst_world *world = world_of(1);
    sst_agent_def def = crowd_agent(2), read;
    def.model = SST_MODEL_HRVO;
    sst_agent_id id = add(world, &def);
    CHECK(sst_world_get_agent(world, id, &read) == SST_OK && read.model == SST_MODEL_HRVO);
    uint64_t before = sst_world_hash(world);
    read.model = SST_MODEL_VO;
    CHECK(sst_world_set_agent(world, id, &read) == SST_OK && sst_world_hash(world) != before);
    read.model = (sst_model)4;
    CHECK(sst_world_set_agent(world, id, &read) == SST_ERROR_OPTION);
    CHECK(sst_world_get_agent(world, id, &read) == SST_OK && read.model == SST_MODEL_VO);
    sst_world_destroy(world);
}

TEST(an_unknown_model_and_short_scratch_are_refused) {
    test_rng rng = {5};
    scene s = any_scene(&rng, SST_MODEL_RVO);
    sst_half_plane scratch[SCRATCH];
    sst_solution solution = {.status = 77};
    s.neighbor_count = 3;
    CHECK(sst_solve(&s.params, &s.agent, s.neighbors, 3, NULL, 0, scratch,
                    SST_SOLVE_SCRATCH(3, 0) - 1, &solution) == SST_ERROR_BUFFER_TOO_SMALL);
    s.agent.model = (sst_model)4;
    CHECK(sst_solve(&s.params, &s.agent, s.neighbors, 3, NULL, 0, scratch, SCRATCH, &solution) ==
          SST_ERROR_OPTION);
    CHECK(solution.status == 77);
}

/* --- Runs ---------------------------------------------------------------------------------- */

/* Agents evenly on a circle, the first shifted by `offset`, each bound for the place across. */
typedef struct {
    sst_model model;
    int count;
    double radius, offset;
} swap;

typedef struct {
    int turns;      /* changes of the side to which agents leave their lines, all agents */
    double nearest; /* distance of surfaces, the least of all [m] */
    double arrived; /* when all are within 0.1 m of their goals; -1: not within 100 s */
    size_t relaxed;
} outcome;

enum { MOST_SWAPPING = 20 };

typedef struct {
    sst_world *world;
    sst_agent_id ids[MOST_SWAPPING];
    sst_point goals[MOST_SWAPPING];
    double last_side[MOST_SWAPPING];
} swapping;

static void set_out(swapping *s, const swap *w) {
    s->world = world_of(1);
    for (int i = 0; i < w->count; i++) {
        double angle = 2 * acos(-1.0) * i / w->count;
        sst_agent_def def;
        sst_agent_def_init(&def);
        def.position = (sst_point){w->radius * cos(angle), w->radius * sin(angle)};
        s->goals[i] = (sst_point){-def.position.x, -def.position.y};
        def.position.y += i == 0 ? w->offset : 0;
        def.model = w->model;
        def.max_neighbors = MOST_SWAPPING;
        s->ids[i] = add(s->world, &def);
        s->last_side[i] = 0;
    }
}

/* Heads for the goals; the greatest distance to one. */
static double aim(swapping *s, int count, const sst_point *places) {
    double furthest = 0;
    for (int i = 0; i < count; i++) {
        double x = s->goals[i].x - places[i].x, y = s->goals[i].y - places[i].y;
        double distance = hypot(x, y), speed = fmin(1.3, distance / 0.1);
        double scale = distance > 0 ? speed / distance : 0;
        sst_vec2 wish = {(float)(scale * x), (float)(scale * y)};
        CHECK(sst_world_set_preferred_velocity(s->world, s->ids[i], wish) == SST_OK);
        furthest = fmax(furthest, distance);
    }
    return furthest;
}

static double nearest_surfaces(const sst_point *places, int count) {
    double nearest = HUGE_VAL;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++)
            nearest = fmin(nearest, hypot(places[i].x - places[j].x, places[i].y - places[j].y));
    return nearest - 0.6;
}

/* Sideways of the line from start to goal, and faster than 2 cm/s. */
static int count_turns(swapping *s, int count) {
    int turns = 0;
    sst_vec2 v[MOST_SWAPPING];
    sst_world_get_velocities(s->world, s->ids, v, (size_t)count);
    for (int i = 0; i < count; i++) {
        sst_point g = s->goals[i];
        double side = (g.x * (double)v[i].y - g.y * (double)v[i].x) / hypot(g.x, g.y);
        if (fabs(side) > 0.02) {
            turns += side * s->last_side[i] < 0;
            s->last_side[i] = side;
        }
    }
    return turns;
}

static outcome run(const swap *w) {
    swapping s;
    outcome o = {.nearest = HUGE_VAL, .arrived = -1};
    set_out(&s, w);
    for (int step = 0; step < 1000 && o.arrived < 0; step++) {
        sst_point places[MOST_SWAPPING];
        sst_world_get_positions(s.world, s.ids, places, (size_t)w->count);
        o.nearest = fmin(o.nearest, nearest_surfaces(places, w->count));
        if (aim(&s, w->count, places) < 0.1)
            o.arrived = step * 0.1;
        o.relaxed += step_many(s.world, 1);
        o.turns += count_turns(&s, w->count);
    }
    sst_world_destroy(s.world);
    return o;
}

static outcome run_and_tell(sst_model model, int count, double radius, double offset) {
    outcome o = run(&(swap){model, count, radius, offset});
    printf("     %4s, %2d agents, %.2f m aside: %3d turns, nearest %+.3f m, relaxed %3zu, arrived "
           "%.1f s\n",
           names[model], count, offset, o.turns, o.nearest, o.relaxed, o.arrived);
    return o;
}

/* Dead ahead or nearly so. Out of the line and back is one turn for each of the two; turning aside
 * under the side rule, ORCA may do so three times where a side is given already. */
TEST(head_on_only_vo_dances) {
    for (int i = 0; i < 2; i++) {
        double aside = 0.05 * i;
        outcome vo = run_and_tell(SST_MODEL_VO, 2, 5, aside);
        CHECK(vo.turns > 4 && vo.arrived > 0);
        for (int j = 0; j < 3; j++) {
            static const sst_model others[] = {SST_MODEL_ORCA, SST_MODEL_RVO, SST_MODEL_HRVO};
            outcome o = run_and_tell(others[j], 2, 5, aside);
            CHECK(o.turns <= (i == 1 && j == 0 ? 6 : 2) && o.nearest >= 0 && o.relaxed == 0 &&
                  o.arrived > 0);
        }
    }
}

TEST(on_a_circle_vo_turns_most_and_collides) {
    static const int counts[] = {3, 8, 20};
    for (int i = 0; i < 3; i++) {
        outcome of[4];
        for (int m = 0; m < 4; m++)
            of[m] = run_and_tell((sst_model)m, counts[i], 3 + 0.35 * counts[i], 0);
        CHECK(of[SST_MODEL_VO].turns > of[SST_MODEL_ORCA].turns &&
              of[SST_MODEL_VO].turns > of[SST_MODEL_RVO].turns);
        CHECK(of[SST_MODEL_VO].nearest < 0 && of[SST_MODEL_HRVO].nearest >= 0);
        CHECK(of[SST_MODEL_HRVO].arrived > 0 && of[SST_MODEL_ORCA].arrived > 0);
    }
}

/* The other keeps its velocity, as VO holds it does: no contact, and no dance. */
TEST(vo_passes_what_does_not_yield) {
    for (int i = -10; i <= 10; i++) {
        sst_world *world = world_of(1);
        sst_agent_def def;
        sst_agent_def_init(&def);
        def.model = SST_MODEL_VO;
        def.preferred_velocity = (sst_vec2){1.3f, 0};
        sst_agent_id own = add(world, &def), other;
        def.position = (sst_point){8, 0.05 * i};
        def.velocity = def.preferred_velocity = (sst_vec2){-1.3f, 0};
        def.scripted = true;
        other = add(world, &def);
        double nearest = HUGE_VAL;
        for (int step = 0; step < 80; step++) {
            sst_agent_id ids[] = {own, other};
            sst_point places[2];
            step_many(world, 1);
            sst_world_get_positions(world, ids, places, 2);
            nearest = fmin(nearest, nearest_surfaces(places, 2));
        }
        CHECK_MSG(nearest > -1e-5 && nearest < 0.1, "%d: nearest %g", i, nearest);
        sst_world_destroy(world);
    }
}

SUITE(models, CASE(the_image_of_a_scene_gives_the_image_of_its_velocity),
      CASE(two_that_keep_to_the_nearest_leave_the_velocity_obstacle_together),
      CASE(a_mixed_crowd_is_the_same_in_any_order_on_any_threads_and_through_bytes),
      CASE(the_model_is_kept_and_shows_in_the_hash),
      CASE(an_unknown_model_and_short_scratch_are_refused), CASE(head_on_only_vo_dances),
      CASE(on_a_circle_vo_turns_most_and_collides), CASE(vo_passes_what_does_not_yield))
