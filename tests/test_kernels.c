/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Every instruction set, however many threads, gives the bits of the scalar solver behind the
 * search through the tree. That path is had by hiding one agent from a layer that nobody is in:
 * nobody is hidden by it, but cells are no longer used. */
#include "harness.h"

#include "scenes.h"
#include "sidestep/sidestep.h"

enum { STEPS = 12, CHAIN = 5 };

/* --- Scenes -------------------------------------------------------------------------------- */

/* One more agent of a scene: number i of `count`. */
typedef sst_agent_def agent_of_scene(test_rng *rng, size_t i, size_t count);

static sst_vec2 any_velocity(test_rng *rng) {
    return (sst_vec2){test_uniform_f(rng, -1.5f, 1.5f), test_uniform_f(rng, -1.5f, 1.5f)};
}

static sst_agent_def spread(test_rng *rng, double side) {
    sst_agent_def def = scene_agent(test_uniform(rng, -side, side), test_uniform(rng, -side, side));
    def.velocity = any_velocity(rng);
    def.preferred_velocity = any_velocity(rng);
    return def;
}

static double half_side(size_t count, double density) {
    return 0.5 * sqrt((double)count / density);
}

static sst_agent_def usual(test_rng *rng, size_t i, size_t count) {
    (void)i;
    return spread(rng, half_side(count, 0.5));
}

static sst_agent_def sparse(test_rng *rng, size_t i, size_t count) {
    (void)i;
    return spread(rng, half_side(count, 0.05));
}

/* Most overlap. */
static sst_agent_def crowded(test_rng *rng, size_t i, size_t count) {
    (void)i;
    return spread(rng, half_side(count, 6.0));
}

static sst_agent_def mixed(test_rng *rng, size_t i, size_t count) {
    sst_agent_def def = spread(rng, half_side(count, 0.7));
    def.radius = test_uniform_f(rng, 0.0f, i % 50 == 0 ? 4.0f : 0.5f);
    def.max_speed = i % 7 == 0 ? 0.0f : test_uniform_f(rng, 0.1f, i % 40 == 0 ? 20.0f : 2.0f);
    def.priority = (float)test_below(rng, 3);
    def.time_horizon = test_uniform_f(rng, 0.01f, 6.0f);
    def.max_neighbors = (uint32_t)test_below(rng, 30);
    def.neighbor_dist = i % 3 == 0 ? SST_AUTO : test_uniform_f(rng, 0.0f, 12.0f);
    def.scripted = i % 11 == 0;
    def.share = (sst_share)test_below(rng, 4);
    def.model = i % 13 == 0 ? SST_MODEL_RVO : SST_MODEL_ORCA;
    def.decide_every = 1 + (uint32_t)(i % 4) / 2;
    def.max_acceleration = i % 17 == 0 ? 2.0f : 0.0f;
    return def;
}

/* On a lattice: many are equally near. */
static sst_agent_def lattice(test_rng *rng, size_t i, size_t count) {
    size_t side = (size_t)ceil(sqrt((double)count));
    sst_agent_def def = scene_agent((double)(i % side), (double)(i / side));
    def.preferred_velocity = any_velocity(rng);
    return def;
}

static sst_agent_def on_few_points(test_rng *rng, size_t i, size_t count) {
    (void)count;
    sst_agent_def def = scene_agent((double)(i % 5), 0.0);
    def.preferred_velocity = any_velocity(rng);
    return def;
}

static sst_agent_def far_apart(test_rng *rng, size_t i, size_t count) {
    sst_agent_def def = spread(rng, half_side(count, 0.5));
    double away = i % 9 == 0 ? 1e7 : i % 9 == 1 ? -256.0 : 0.0;
    def.position.x += away;
    return def;
}

static sst_agent_def far_from_origin(test_rng *rng, size_t i, size_t count) {
    sst_agent_def def = usual(rng, i, count);
    def.position.x += 12345678.0;
    def.position.y -= 87654321.0;
    return def;
}

static sst_agent_def on_a_line(test_rng *rng, size_t i, size_t count) {
    (void)count;
    sst_agent_def def = scene_agent(0.7 * (double)i, 3.0);
    def.preferred_velocity = any_velocity(rng);
    return def;
}

static sst_agent_def all_neighbors(test_rng *rng, size_t i, size_t count) {
    sst_agent_def def = usual(rng, i, count);
    def.max_neighbors = 20 + 20 * (uint32_t)(i % 5);
    def.neighbor_dist = 30.0f;
    return def;
}

/* Every value somewhere between the bounds, by orders of magnitude. */
static float any_size(test_rng *rng, double low, double high) {
    return (float)pow(10.0, test_uniform(rng, low, high));
}

static sst_agent_def extreme(test_rng *rng, size_t i, size_t count) {
    sst_agent_def def = spread(rng, half_side(count, (double)any_size(rng, -3.0, 3.0)));
    float speed = any_size(rng, -20.0, 6.0);
    def.velocity = (sst_vec2){speed * test_uniform_f(rng, -1.0f, 1.0f), -0.0f};
    def.preferred_velocity = (sst_vec2){0.0f, any_size(rng, -30.0, 6.0)};
    def.radius = i % 8 == 0 ? 0.0f : any_size(rng, -9.0, i % 16 == 1 ? 6.0 : 0.0);
    def.max_speed = any_size(rng, -20.0, i % 5 == 0 ? 6.0 : 1.0);
    def.time_horizon = any_size(rng, -6.0, 6.0);
    def.neighbor_dist = i % 3 == 0 ? SST_AUTO : any_size(rng, -3.0, i % 7 == 0 ? 6.0 : 1.0);
    def.max_neighbors = (uint32_t)test_below(rng, 70);
    def.priority = i % 4 == 0 ? 0.0f : any_size(rng, -30.0, 6.0);
    return def;
}

static const struct scene {
    const char *name;
    agent_of_scene *agent;
    size_t count;
} scenes[] = {
    {"one", usual, 1},
    {"two", usual, 2},
    {"seventeen", usual, 17},
    {"usual", usual, 700},
    {"sparse", sparse, 300},
    {"crowded", crowded, 400},
    {"mixed", mixed, 500},
    {"lattice", lattice, 400},
    {"on few points", on_few_points, 120},
    {"far apart", far_apart, 200},
    {"far from the origin", far_from_origin, 300},
    {"on a line", on_a_line, 300},
    {"all neighbours", all_neighbors, 200},
    {"extreme", extreme, 150},
};
enum { SCENES = sizeof scenes / sizeof scenes[0] };

/* --- Worlds -------------------------------------------------------------------------------- */

typedef struct variant {
    sst_isa isa;
    uint32_t workers;
    bool through_tree;
} variant;

static bool add_walls(sst_world *world) {
    static const sst_point chain[CHAIN] = {{-8, -3}, {-4, 2}, {0, 1}, {3, 6}, {9, 5}};
    static const sst_point block[4] = {{2, -6}, {5, -6}, {5, -2}, {2, -2}};
    sst_obstacle_def def;
    sst_obstacle_def_init(&def);
    def.vertices = chain;
    def.vertex_count = CHAIN;
    sst_obstacle_id id;
    bool added = sst_world_add_obstacle(world, &def, &id, NULL) == SST_OK;
    def.vertices = block;
    def.vertex_count = 4;
    return added && sst_world_add_obstacle(world, &def, &id, NULL) == SST_OK;
}

static sst_world *world_of(const struct scene *scene, const sst_world_def *rules, uint64_t seed,
                           bool walls, variant v) {
    sst_world_def def = *rules;
    def.isa = v.isa;
    def.worker_count = v.workers;
    sst_world *world = NULL;
    test_rng rng = {seed};
    bool made = sst_world_create(&def, &world) == SST_OK && (!walls || add_walls(world));
    for (size_t i = 0; made && i < scene->count; i++) {
        sst_agent_def agent = scene->agent(&rng, i, scene->count);
        agent.key = i;
        if (i == 0 && v.through_tree) {
            agent.layers = 3;
            agent.mask = ~2u;
        }
        sst_agent_id id;
        made = sst_world_add_agent(world, &agent, &id) == SST_OK;
    }
    CHECK(made);
    return world;
}

/* Agents were added alike, and none is removed: slots are the same. */
static bool agree(sst_world *a, sst_world *b) {
    sst_agent_view one, other;
    sst_world_view_agents(a, &one);
    sst_world_view_agents(b, &other);
    size_t doubles = one.count * sizeof(double), floats = one.count * sizeof(float);
    return one.count == other.count && !memcmp(one.position_x, other.position_x, doubles) &&
           !memcmp(one.position_y, other.position_y, doubles) &&
           !memcmp(one.velocity_x, other.velocity_x, floats) &&
           !memcmp(one.velocity_y, other.velocity_y, floats) &&
           !memcmp(one.status, other.status, floats) &&
           !memcmp(one.worst_violation, other.worst_violation, floats);
}

static void compare(const struct scene *scene, const sst_world_def *rules, uint64_t seed,
                    bool walls, variant v) {
    sst_world *reference = world_of(scene, rules, seed, walls, (variant){SST_ISA_SCALAR, 1, true});
    sst_world *world = world_of(scene, rules, seed, walls, v);
    for (int step = 0; step < STEPS; step++) {
        sst_step_report expected, report;
        CHECK(sst_world_step(reference, &expected) == SST_OK);
        CHECK(sst_world_step(world, &report) == SST_OK);
        bool same = agree(reference, world) && expected.neighbor_count == report.neighbor_count &&
                    expected.edge_count == report.edge_count &&
                    expected.truncated == report.truncated && expected.decided == report.decided;
        harness_check(same, __FILE__, __LINE__, "%s: isa %d, %u workers, walls %d, step %d",
                      scene->name, (int)v.isa, (unsigned)v.workers, walls, step);
        if (!same) {
            break;
        }
    }
    sst_world_destroy(reference);
    sst_world_destroy(world);
}

static sst_result tried(sst_isa isa, uint32_t workers) {
    sst_world_def def;
    sst_world *world = NULL;
    sst_world_def_init(&def, SST_PROFILE_DEFAULT);
    def.isa = isa;
    def.worker_count = workers;
    sst_result result = sst_world_create(&def, &world);
    sst_world_destroy(world);
    return result;
}

static bool runs_here(sst_isa isa) {
    return tried(isa, 1) == SST_OK;
}

static bool has_threads(void) {
    return tried(SST_ISA_AUTO, 2) != SST_ERROR_THREADS;
}

static void compare_all(const sst_world_def *rules, bool walls) {
    test_rng rng = test_seed(20261201);
    uint32_t most_workers = has_threads() ? 3 : 1;
    for (size_t i = 0; i < SCENES; i++) {
        uint64_t seed = test_u64(&rng);
        for (sst_isa isa = SST_ISA_AUTO; isa <= SST_ISA_WASM; isa++) {
            if (runs_here(isa)) {
                compare(&scenes[i], rules, seed, walls,
                        (variant){isa, 1 + isa % most_workers, false});
            }
        }
    }
}

/* --- Cases --------------------------------------------------------------------------------- */

TEST(classic_has_the_same_bits) {
    sst_world_def def;
    sst_world_def_init(&def, SST_PROFILE_CLASSIC);
    compare_all(&def, false);
    compare_all(&def, true);
}

TEST(default_has_the_same_bits) {
    sst_world_def def;
    sst_world_def_init(&def, SST_PROFILE_DEFAULT);
    compare_all(&def, false);
    compare_all(&def, true);
}

TEST(other_rules_have_the_same_bits) {
    sst_world_def def;
    sst_world_def_init(&def, SST_PROFILE_DEFAULT);
    def.solve.contact = SST_CONTACT_RELAXED;
    def.solve.handedness = SST_LEFT_HANDED;
    def.solve.infeasible = SST_INFEASIBLE_DROP;
    def.neighbor_ranking = SST_RANK_CENTRE_DISTANCE;
    compare_all(&def, true);
    sst_world_def_init(&def, SST_PROFILE_CLASSIC);
    def.solve.contact = SST_CONTACT_ALWAYS;
    def.solve.time_step = 0.7f;
    def.solve.pair_horizon = SST_HORIZON_SMALLER;
    def.reach_covers_step = true;
    compare_all(&def, true);
}

TEST(what_the_processor_lacks_is_refused) {
    sst_world_def def;
    sst_world *world = NULL;
    sst_world_def_init(&def, SST_PROFILE_DEFAULT);
    def.isa = (sst_isa)99;
    CHECK(sst_world_create(&def, &world) == SST_ERROR_ISA);
    CHECK(world == NULL);
    CHECK(runs_here(SST_ISA_AUTO) && runs_here(SST_ISA_SCALAR));
}

SUITE(kernels, CASE(classic_has_the_same_bits), CASE(default_has_the_same_bits),
      CASE(other_rules_have_the_same_bits), CASE(what_the_processor_lacks_is_refused))
