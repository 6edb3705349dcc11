/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The same scene turned, mirrored or shifted gives the same result turned, mirrored or shifted, to
 * the bit; and neither the order of insertion nor a save and load between shows. */
#include "harness.h"

#include "scenes.h"
#include "sidestep/sidestep.h"

/* --- Maps of the plane --------------------------------------------------------------------- */

typedef struct map {
    int quarter_turns;
    bool mirrored; /* x -> -x, before the turn */
    sst_point shift;
} map;

static sst_point map_direction(const map *m, sst_point p) {
    double x = m->mirrored ? -p.x : p.x, y = p.y;
    for (int i = 0; i < m->quarter_turns; i++) {
        double turned = -y;
        y = x;
        x = turned;
    }
    return (sst_point){x, y};
}

static sst_point map_point(const map *m, sst_point p) {
    sst_point turned = map_direction(m, p);
    return (sst_point){turned.x + m->shift.x, turned.y + m->shift.y};
}

static sst_vec2 map_vector(const map *m, sst_vec2 v) {
    sst_point turned = map_direction(m, (sst_point){(double)v.x, (double)v.y});
    return (sst_vec2){(float)turned.x, (float)turned.y};
}

/* --- Worlds -------------------------------------------------------------------------------- */

static sst_world *world_with(sst_profile profile, sst_handedness handedness) {
    sst_world_def def;
    sst_world *world = NULL;
    sst_world_def_init(&def, profile);
    def.solve.handedness = handedness;
    CHECK(sst_world_create(&def, &world) == SST_OK);
    return world;
}

static void copy_obstacles(const sst_world *from, sst_world *to, const map *m) {
    sst_obstacle_id ids[64], added;
    size_t count;
    CHECK(sst_world_list_obstacles(from, ids, 64, &count) == SST_OK && count <= 64);
    for (size_t i = 0; i < count; i++) {
        sst_obstacle_def def;
        sst_point vertices[64];
        CHECK(sst_world_get_obstacle(from, ids[i], &def) == SST_OK && def.vertex_count <= 64);
        for (size_t k = 0; k < def.vertex_count; k++) {
            vertices[k] = map_point(m, def.vertices[k]);
        }
        def.vertices = vertices;
        def.velocity = map_vector(m, def.velocity);
        CHECK(sst_world_add_obstacle(to, &def, &added, NULL) == SST_OK);
    }
}

static void copy_agents(sst_world *from, sst_world *to, const map *m) {
    sst_agent_view view;
    sst_world_view_agents(from, &view);
    for (size_t i = 0; i < view.count; i++) {
        sst_agent_def def;
        CHECK(sst_world_get_agent(from, view.ids[i], &def) == SST_OK);
        def.position = map_point(m, def.position);
        def.velocity = map_vector(m, def.velocity);
        def.preferred_velocity = map_vector(m, def.preferred_velocity);
        scene_add(to, &def);
    }
}

static void check_mapped(sst_world *plain, sst_world *mapped, const map *m, int step) {
    sst_agent_view a, b;
    sst_world_view_agents(plain, &a);
    sst_world_view_agents(mapped, &b);
    REQUIRE(a.count == b.count);
    size_t differing = 0;
    for (size_t i = 0; i < a.count; i++) {
        sst_point p = map_point(m, (sst_point){a.position_x[i], a.position_y[i]});
        sst_vec2 v = map_vector(m, (sst_vec2){a.velocity_x[i], a.velocity_y[i]});
        differing += p.x != b.position_x[i] || p.y != b.position_y[i] || v.x != b.velocity_x[i] ||
                     v.y != b.velocity_y[i] || a.status[i] != b.status[i];
    }
    CHECK_MSG(differing == 0, "%zu agents differ after step %d (turned %d, mirrored %d)", differing,
              step, m->quarter_turns, m->mirrored);
}

typedef struct symmetry_case {
    sst_profile profile;
    size_t agents;
    bool with_obstacles;
    uint64_t seed;
    int steps;
} symmetry_case;

static sst_world *scene_of(const symmetry_case *c) {
    sst_world *scene = scene_world(c->profile);
    CHECK(scene && scene_crowd(scene, c->agents, c->seed, 0) == SST_OK);
    return scene;
}

/* Steps a scene and its image side by side. Takes the scene. */
static void check_copies(const symmetry_case *c, sst_world *scene, const map *m) {
    const map identity = {0, false, {0.0, 0.0}};
    sst_world *plain = world_with(c->profile, SST_RIGHT_HANDED);
    sst_world *mapped = world_with(c->profile, m->mirrored ? SST_LEFT_HANDED : SST_RIGHT_HANDED);
    REQUIRE(scene && plain && mapped);
    if (c->with_obstacles) {
        copy_obstacles(scene, plain, &identity);
        copy_obstacles(scene, mapped, m);
    }
    copy_agents(scene, plain, &identity);
    copy_agents(scene, mapped, m);
    for (int step = 1; step <= c->steps; step++) {
        CHECK(sst_world_step(plain, NULL) == SST_OK && sst_world_step(mapped, NULL) == SST_OK);
        check_mapped(plain, mapped, m, step);
    }
    sst_world_destroy(scene);
    sst_world_destroy(plain);
    sst_world_destroy(mapped);
}

static void check_map(const symmetry_case *c, const map *m) {
    check_copies(c, scene_of(c), m);
}

static void check_maps(bool mirrored, sst_point shift, int first_turn) {
    for (int turns = first_turn; turns < 4; turns++) {
        const map m = {turns, mirrored, shift};
        for (uint64_t seed = 1; seed <= 2; seed++) {
            check_map(&(symmetry_case){SST_PROFILE_DEFAULT, 120, true, seed, 25}, &m);
            check_map(&(symmetry_case){SST_PROFILE_CLASSIC, 120, !mirrored, seed, 25}, &m);
        }
    }
}

TEST(turned_by_90_degrees) {
    check_maps(false, (sst_point){0.0, 0.0}, 1);
}

TEST(mirrored_with_the_other_handedness) {
    check_maps(true, (sst_point){0.0, 0.0}, 0);
}

TEST(shifted_by_a_lattice_vector) {
    check_maps(false, (sst_point){1e7, -9999999.0 + 0x1p-24}, 0);
    check_maps(true, (sst_point){-5e7 + 0x3p-22, 123.0}, 0);
}

/* Stars that drift through each other and over the agents: every contact there is, at sides and at
 * vertices, of edges that move and of edges that do not. */
static sst_world *drifting_stars(test_rng *rng) {
    sst_world *world = world_with(SST_PROFILE_DEFAULT, SST_RIGHT_HANDED);
    for (int i = 0; i < 5; i++) {
        sst_point star[7];
        double x = test_uniform(rng, -4.0, 4.0), y = test_uniform(rng, -4.0, 4.0);
        for (int k = 0; k < 7; k++) {
            double angle = 6.283185307179586 * k / 7, r = test_uniform(rng, 0.3, 2.0);
            star[k] = (sst_point){x + r * cos(angle), y + r * sin(angle)};
        }
        sst_obstacle_def def;
        sst_obstacle_id id;
        sst_obstacle_def_init(&def);
        def.vertices = star;
        def.vertex_count = 7;
        if (i < 3) {
            def.velocity.x = test_uniform_f(rng, -1.0f, 1.0f);
            def.velocity.y = test_uniform_f(rng, -1.0f, 1.0f);
        }
        CHECK(sst_world_add_obstacle(world, &def, &id, NULL) == SST_OK);
    }
    for (int i = 0; i < 16; i++) {
        sst_agent_def def = scene_random_agent(rng, 5.0);
        scene_add(world, &def);
    }
    return world;
}

TEST(drifting_outlines_turned_and_mirrored) {
    test_rng rng = test_seed(9);
    symmetry_case c = {SST_PROFILE_DEFAULT, 16, true, 0, 30};
    for (long n = 0; n < test_count(400, 8000); n++) {
        const map m = {(int)(n % 4), n % 8 < 6, {0.0, 0.0}};
        check_copies(&c, drifting_stars(&rng), &m);
    }
}

/* Agents on whole points, in line and face to face: every tie there is. */
static sst_world *tied_world(sst_profile profile, sst_handedness handedness, const map *m) {
    sst_world *world = world_with(profile, handedness);
    test_rng rng = {31};
    for (uint64_t i = 0; i < 49; i++) {
        sst_agent_def def = scene_agent((double)(i % 7) - 3.0, (double)(i / 7) - 3.0);
        def.radius = 0.25f;
        def.preferred_velocity.x = (float)test_below(&rng, 3) - 1.0f;
        def.preferred_velocity.y = (float)test_below(&rng, 3) - 1.0f;
        def.velocity = def.preferred_velocity;
        def.key = (i * 29) % 49;
        def.position = map_point(m, def.position);
        def.velocity = map_vector(m, def.velocity);
        def.preferred_velocity = map_vector(m, def.preferred_velocity);
        scene_add(world, &def);
    }
    return world;
}

TEST(ties_turned_and_mirrored) {
    const map identity = {0, false, {0.0, 0.0}};
    for (int way = 1; way < 8; way++) {
        const map m = {way % 4, way >= 4, {64.0, -1024.0}};
        sst_handedness other = m.mirrored ? SST_LEFT_HANDED : SST_RIGHT_HANDED;
        sst_world *plain = tied_world(SST_PROFILE_DEFAULT, SST_RIGHT_HANDED, &identity);
        sst_world *mapped = tied_world(SST_PROFILE_DEFAULT, other, &m);
        for (int step = 1; step <= 40; step++) {
            CHECK(sst_world_step(plain, NULL) == SST_OK && sst_world_step(mapped, NULL) == SST_OK);
            check_mapped(plain, mapped, &m, step);
        }
        sst_world_destroy(plain);
        sst_world_destroy(mapped);
    }
}

/* --- Order and history --------------------------------------------------------------------- */

static uint64_t hash_after(sst_profile profile, uint64_t shuffle, bool reload) {
    sst_world *world = scene_world(profile);
    uint64_t hash = 0;
    if (CHECK(world && scene_crowd(world, 200, 6, shuffle) == SST_OK)) {
        for (int i = 0; i < 60; i++) {
            CHECK(sst_world_step(world, NULL) == SST_OK);
            size_t size;
            if (reload && i == 30 && CHECK(sst_world_snapshot_size(world, &size) == SST_OK)) {
                void *bytes = malloc(size);
                CHECK(sst_world_snapshot(world, bytes, size) == SST_OK);
                sst_world_destroy(world);
                world = scene_world(profile);
                CHECK(sst_world_restore(world, bytes, size) == SST_OK);
                free(bytes);
            }
        }
        hash = sst_world_hash(world);
    }
    sst_world_destroy(world);
    return hash;
}

TEST(order_of_insertion_does_not_show) {
    for (int profile = SST_PROFILE_DEFAULT; profile <= SST_PROFILE_CLASSIC; profile++) {
        uint64_t hash = hash_after((sst_profile)profile, 0, false);
        for (uint64_t shuffle = 1; shuffle <= 8; shuffle++) {
            CHECK(hash_after((sst_profile)profile, shuffle, false) == hash);
        }
    }
}

TEST(save_and_load_does_not_show) {
    for (int profile = SST_PROFILE_DEFAULT; profile <= SST_PROFILE_CLASSIC; profile++) {
        uint64_t hash = hash_after((sst_profile)profile, 0, false);
        CHECK(hash_after((sst_profile)profile, 0, true) == hash);
        CHECK(hash_after((sst_profile)profile, 3, true) == hash);
    }
}

/* Eighty agents on whole points with whole goals: ties everywhere (a known way to make the order of
 * insertion show). */
static uint64_t hash_of_grid(uint64_t seed, uint64_t shuffle) {
    sst_world *world = scene_world(SST_PROFILE_CLASSIC);
    sst_agent_def defs[80];
    sst_point goals[80];
    test_rng rng = {seed}, order = {shuffle};
    for (uint64_t i = 0; i < 80; i++) {
        defs[i] = scene_agent((double)(i % 9), (double)(i / 9));
        defs[i].max_neighbors = 5;
        defs[i].neighbor_dist = 15.0f;
        defs[i].key = i;
        goals[i] = (sst_point){(double)test_below(&rng, 9), (double)test_below(&rng, 9)};
    }
    for (size_t i = 80; shuffle && i > 1; i--) {
        size_t k = test_below(&order, i);
        sst_agent_def other = defs[i - 1];
        defs[i - 1] = defs[k];
        defs[k] = other;
    }
    sst_agent_id ids[80];
    for (size_t i = 0; i < 80; i++) {
        ids[i] = scene_add(world, &defs[i]);
    }
    for (int step = 0; step < 80; step++) {
        for (size_t i = 0; i < 80; i++) {
            sst_point p, goal = goals[defs[i].key];
            CHECK(sst_world_get_positions(world, &ids[i], &p, 1) == SST_OK);
            double x = goal.x - p.x, y = goal.y - p.y, length = sqrt(x * x + y * y);
            double speed = length > 0.1 ? 1.0 / length : 1.0;
            sst_vec2 preferred = {(float)(x * speed), (float)(y * speed)};
            CHECK(sst_world_set_preferred_velocity(world, ids[i], preferred) == SST_OK);
        }
        CHECK(sst_world_step(world, NULL) == SST_OK);
    }
    uint64_t hash = sst_world_hash(world);
    sst_world_destroy(world);
    return hash;
}

TEST(ties_do_not_show_the_order_of_insertion) {
    for (uint64_t seed = 1; seed <= 20; seed++) {
        CHECK(hash_of_grid(seed, 0) == hash_of_grid(seed, 1000 + seed));
    }
}

/* Agents that came and went leave nothing behind. */
TEST(the_removed_leave_nothing_behind) {
    sst_world *plain = scene_world(SST_PROFILE_DEFAULT), *other = scene_world(SST_PROFILE_DEFAULT);
    REQUIRE(plain && other);
    sst_agent_id passing[20];
    for (int i = 0; i < 20; i++) {
        sst_agent_def def = scene_agent(1e6 + i, 0.0);
        def.key = 5000000 + (uint64_t)i;
        passing[i] = scene_add(other, &def);
    }
    CHECK(scene_crowd(plain, 100, 9, 0) == SST_OK && scene_crowd(other, 100, 9, 4) == SST_OK);
    for (int step = 0; step < 60; step++) {
        if (step == 30) {
            CHECK(sst_world_remove_agents(other, passing, 20) == SST_OK);
        }
        CHECK(sst_world_step(plain, NULL) == SST_OK && sst_world_step(other, NULL) == SST_OK);
    }
    CHECK(sst_world_hash(plain) == sst_world_hash(other));
    sst_world_destroy(plain);
    sst_world_destroy(other);
}

SUITE(symmetry, CASE(turned_by_90_degrees), CASE(mirrored_with_the_other_handedness),
      CASE(shifted_by_a_lattice_vector), CASE(drifting_outlines_turned_and_mirrored),
      CASE(ties_turned_and_mirrored), CASE(order_of_insertion_does_not_show),
      CASE(save_and_load_does_not_show), CASE(ties_do_not_show_the_order_of_insertion),
      CASE(the_removed_leave_nothing_behind))
