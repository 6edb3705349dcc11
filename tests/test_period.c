/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Worlds that repeat along an axis. Oracles: a world without an end that is repeated by hand, and
 * the same world with its seam elsewhere; both to the bit. */

#include "harness.h"
#include "sidestep/world.h"

#include <stdlib.h>
#include <string.h>

enum { CROWD = 40, MOST_COPIES = 7 };

static const double length = 26;

/* A corridor of 26 x 4 m along x: walls of two lengths, a pillar across x = 0, and a cart that goes
 * round. */
typedef struct scene {
    sst_agent_def agents[CROWD];
    sst_profile profile;
} scene;

static scene random_scene(uint64_t seed, sst_profile profile) {
    scene s = {.profile = profile};
    test_rng rng = test_seed(seed);
    for (size_t i = 0; i < CROWD; i++) {
        sst_agent_def *a = &s.agents[i];
        sst_agent_def_init(a);
        /* On the lattice of 2^-20, so that shifts and turns are exact. */
        a->position.x = floor(test_uniform(&rng, 0, length) * 0x1p20) * 0x1p-20;
        a->position.y = floor(test_uniform(&rng, 0.3, 3.7) * 0x1p20) * 0x1p-20;
        a->preferred_velocity.x = i % 3 ? 1.25f : -1.25f;
        a->velocity = a->preferred_velocity;
        a->radius = (float)test_uniform(&rng, 0.125, 0.25);
        a->scripted = i == 7;
        a->max_neighbors = 8;
        a->key = i;
    }
    return s;
}

/* How a scene is laid out. */
typedef struct layout {
    double shift; /* of everything along x */
    double from;  /* where the range begins */
    bool turned;  /* by 90 degrees: along y */
    int copies;   /* by hand, in a world that does not repeat; 0: it repeats */
    uint32_t workers;
} layout;

static sst_point place(const layout *l, double x, double y) {
    x += l->shift;
    return l->turned ? (sst_point){-y, x} : (sst_point){x, y};
}

static sst_vec2 turn(const layout *l, sst_vec2 v) {
    return l->turned ? (sst_vec2){-v.y, v.x} : v;
}

static void add_outline(sst_world *world, const layout *l, const double (*v)[2], size_t count,
                        sst_vec2 velocity, uint64_t key) {
    sst_point vertices[8];
    sst_obstacle_def def;
    sst_obstacle_id id;
    sst_obstacle_def_init(&def);
    for (size_t i = 0; i < count; i++)
        vertices[i] = place(l, v[i][0], v[i][1]);
    def.vertices = vertices;
    def.vertex_count = count;
    def.velocity = turn(l, velocity);
    def.key = key;
    CHECK_INT(sst_world_add_obstacle(world, &def, &id, NULL), SST_OK);
}

static void add_obstacles(sst_world *world, const layout *l, uint64_t key) {
    static const double walls[][2][2] = {
        {{0, 0}, {16, 0}}, {{16, 0}, {26, 0}}, {{3, 4}, {19, 4}}, {{19, 4}, {29, 4}}};
    static const double pillar[][2] = {{-0.25, 1}, {0.5, 1}, {0.5, 1.5}, {-0.25, 1.5}};
    static const double cart[][2] = {{22, 2.5}, {23, 2.5}, {23, 3}, {22, 3}};
    for (size_t i = 0; i < 4; i++)
        add_outline(world, l, walls[i], 2, (sst_vec2){0, 0}, key + i);
    add_outline(world, l, pillar, 4, (sst_vec2){0, 0}, key + 4);
    add_outline(world, l, cart, 4, (sst_vec2){0.5f, 0}, key + 5);
}

static void add_agents(sst_world *world, const scene *s, const layout *l, uint64_t copy,
                       sst_agent_id ids[CROWD]) {
    for (size_t i = 0; i < CROWD; i++) {
        sst_agent_def def = s->agents[i];
        def.position = place(l, def.position.x, def.position.y);
        def.velocity = turn(l, def.velocity);
        def.preferred_velocity = turn(l, def.preferred_velocity);
        def.key += 1000 * copy;
        CHECK_INT(sst_world_add_agent(world, &def, &ids[i]), SST_OK);
    }
}

/* `ids` gets the agents of the scene, or of its middle copy. */
static sst_world *build(const scene *s, const layout *l, sst_agent_id ids[CROWD]) {
    sst_world_def def;
    sst_world *world = NULL;
    sst_world_def_init(&def, s->profile);
    def.solve.time_step = 0.125f;
    def.worker_count = l->workers ? l->workers : 1;
    if (!l->copies) {
        def.periodic_axis = l->turned ? SST_AXIS_Y : SST_AXIS_X;
        def.periodic_from = l->from;
        def.periodic_to = l->from + length;
    }
    CHECK_INT(sst_world_create(&def, &world), SST_OK);
    int copies = l->copies ? l->copies : 1;
    for (int k = 0; k < copies && world; k++) {
        sst_agent_id others[CROWD];
        layout moved = *l;
        moved.shift += length * (k - copies / 2);
        add_obstacles(world, &moved, 100 * (uint64_t)k);
        add_agents(world, s, &moved, (uint64_t)k, k == copies / 2 ? ids : others);
    }
    return world;
}

static bool same_float(float a, float b) {
    return a == b;
}

/* Whether two places are images of each other: exact on the lattice. */
static bool are_images(double a, double b) {
    double periods = (a - b) / length;
    return periods == floor(periods);
}

/* The agents of two worlds move alike, seen in the frame of the first's layout. */
static size_t count_differences(sst_world *one, const sst_agent_id *a, sst_world *two,
                                const sst_agent_id *b, double shift, bool turned) {
    size_t differences = 0;
    for (size_t i = 0; i < CROWD; i++) {
        sst_agent_def p, q;
        sst_world_get_agent(one, a[i], &p);
        sst_world_get_agent(two, b[i], &q);
        if (turned) {
            q.position = (sst_point){q.position.y, -q.position.x};
            q.velocity = (sst_vec2){q.velocity.y, -q.velocity.x};
        }
        differences +=
            !(are_images(p.position.x, q.position.x - shift) && p.position.y == q.position.y &&
              same_float(p.velocity.x, q.velocity.x) && same_float(p.velocity.y, q.velocity.y));
    }
    return differences;
}

static void compare(const scene *s, const layout *one, const layout *two, int steps) {
    sst_agent_id a[CROWD], b[CROWD];
    sst_world *first = build(s, one, a), *second = build(s, two, b);
    for (int step = 0; step < steps; step++) {
        sst_step_report r, q;
        CHECK_INT(sst_world_step(first, &r), SST_OK);
        CHECK_INT(sst_world_step(second, &q), SST_OK);
        size_t differences = count_differences(first, a, second, b, two->shift - one->shift,
                                               one->turned != two->turned);
        CHECK_MSG(differences == 0, "step %d: %zu agents differ", step, differences);
        if (!one->copies && !two->copies)
            CHECK_INT(r.relaxed, q.relaxed);
    }
    sst_world_destroy(first);
    sst_world_destroy(second);
}

static const sst_profile profiles[] = {SST_PROFILE_DEFAULT, SST_PROFILE_CLASSIC};

/* What is wrong at the ends of seven copies needs more than five steps to the middle. */
TEST(as_repeated_by_hand) {
    for (uint64_t seed = 0; seed < 20; seed++) {
        scene s = random_scene(seed, profiles[seed % 2]);
        compare(&s, &(layout){.from = 0}, &(layout){.copies = MOST_COPIES}, 5);
    }
}

TEST(the_seam_is_nowhere) {
    static const double seams[] = {-26, -3.5, 0.125, 7, 12.0625, 25.9375, 0x1p-24, 1e7};
    for (size_t i = 0; i < sizeof seams / sizeof *seams; i++) {
        scene s = random_scene(i, profiles[i % 2]);
        compare(&s, &(layout){.from = 0}, &(layout){.from = seams[i]}, 200);
    }
}

TEST(shifts_and_turns) {
    static const double shifts[] = {26, -52, 0x1p-24, 3.25, 12345.0625};
    for (size_t i = 0; i < sizeof shifts / sizeof *shifts; i++) {
        scene s = random_scene(50 + i, profiles[i % 2]);
        compare(&s, &(layout){.from = 0}, &(layout){.from = 0, .shift = shifts[i]}, 100);
        compare(&s, &(layout){.from = 0}, &(layout){.from = 1, .turned = true}, 100);
    }
}

TEST(any_number_of_threads) {
    scene s = random_scene(3, SST_PROFILE_DEFAULT);
    sst_agent_id a[CROWD], b[CROWD];
    sst_world *alone = build(&s, &(layout){.from = 0}, a);
    sst_world *shared = build(&s, &(layout){.from = 0, .workers = 4}, b);
    for (int step = 0; step < 100; step++) {
        sst_world_step(alone, NULL);
        sst_world_step(shared, NULL);
        CHECK(sst_world_hash(alone) == sst_world_hash(shared));
    }
    sst_world_destroy(alone);
    sst_world_destroy(shared);
}

/* --- Going round --------------------------------------------------------------------------- */

static sst_world *make_world(sst_axis axis, double from, double to) {
    sst_world_def def;
    sst_world *world = NULL;
    sst_world_def_init(&def, SST_PROFILE_DEFAULT);
    def.solve.time_step = 0.125f;
    def.periodic_axis = axis;
    def.periodic_from = from;
    def.periodic_to = to;
    CHECK_INT(sst_world_create(&def, &world), SST_OK);
    return world;
}

static sst_agent_id add(sst_world *world, double x, double y, float speed) {
    sst_agent_def def;
    sst_agent_id id = {0};
    sst_agent_def_init(&def);
    def.position = (sst_point){x, y};
    def.velocity = def.preferred_velocity = (sst_vec2){speed, 0};
    CHECK_INT(sst_world_add_agent(world, &def, &id), SST_OK);
    return id;
}

TEST(laps) {
    sst_world *world = make_world(SST_AXIS_X, -6, 20);
    sst_agent_id ids[2] = {add(world, 3, 0, 1), add(world, 29.5, 50, -1.25f)};
    sst_point p[2];
    REQUIRE(sst_world_get_positions(world, ids, p, 2) == SST_OK);
    CHECK(p[1].x == 3.5 && p[1].y == 50); /* kept in the range */
    for (int step = 1; step <= 5 * 208; step++) {
        CHECK_INT(sst_world_step(world, NULL), SST_OK);
        sst_world_get_positions(world, ids, p, 2);
        CHECK(p[0].x >= -6 && p[0].x < 20 && p[1].x >= -6 && p[1].x < 20);
        CHECK(are_images(p[0].x, 3 + 0.125 * step) && are_images(p[1].x, 3.5 - 0.15625 * step));
    }
    CHECK(p[0].x == 3 && p[0].y == 0);
    sst_world_destroy(world);
}

/* A long jump of a scripted agent, and a cart that laps, are wrapped as well. */
TEST(far_and_fast) {
    sst_world *world = make_world(SST_AXIS_X, 0, 26);
    sst_agent_def def;
    sst_agent_id id;
    sst_agent_def_init(&def);
    def.scripted = true;
    def.velocity = (sst_vec2){-8e5f, 0}; /* 100 km a step */
    REQUIRE(sst_world_add_agent(world, &def, &id) == SST_OK);
    sst_point p;
    for (int step = 1; step < 20; step++) {
        CHECK_INT(sst_world_step(world, NULL), SST_OK);
        sst_world_get_positions(world, &id, &p, 1);
        CHECK(p.x >= 0 && p.x < 26 && are_images(p.x, -1e5 * step));
    }
    sst_world_destroy(world);
}

/* --- Queries ------------------------------------------------------------------------------- */

TEST(queries_look_across) {
    sst_world *world = make_world(SST_AXIS_X, 0, 26);
    sst_agent_id a = add(world, 0.5, 1, 0), b = add(world, 25, 1, 0), c = add(world, 13, 1, 0);
    sst_agent_id found[3];
    size_t count;
    CHECK_INT(sst_world_query_neighbors(world, a, found, 3, &count), SST_OK);
    CHECK_INT(count, 1);
    CHECK(found[0].value == b.value);
    sst_neighbor seen;
    CHECK_INT(sst_world_see(world, a, b, &seen), SST_OK);
    CHECK(seen.position.x == -1.5f && seen.position.y == 0);
    CHECK_INT(sst_world_see(world, b, a, &seen), SST_OK);
    CHECK(seen.position.x == 1.5f);
    static const double from[] = {26, 0, -26, 52.25};
    for (size_t i = 0; i < 4; i++) {
        CHECK_INT(sst_world_query_agents(world, (sst_point){from[i], 1}, 2, found, 3, &count),
                  SST_OK);
        CHECK(count == 2 && found[0].value == a.value && found[1].value == b.value);
    }
    CHECK_INT(sst_world_query_agents(world, (sst_point){0, 1}, 13, found, 3, &count), SST_OK);
    CHECK(count == 3 && found[2].value == c.value);
    sst_world_destroy(world);
}

TEST(obstacles_across) {
    sst_world *world = make_world(SST_AXIS_X, 0, 26);
    sst_point pillar[] = {{25.5, 0}, {27, 0}, {27, 1}, {25.5, 1}};
    sst_obstacle_def def;
    sst_obstacle_id id;
    sst_obstacle_def_init(&def);
    def.vertices = pillar;
    def.vertex_count = 4;
    REQUIRE(sst_world_add_obstacle(world, &def, &id, NULL) == SST_OK);
    bool visible;
    sst_clearance c;
    for (int lap = -2; lap <= 2; lap++) {
        double x = 26.0 * lap;
        sst_world_query_visibility(world, (sst_point){x - 2, 0.5}, (sst_point){x + 2, 0.5}, 0, 1,
                                   &visible);
        CHECK(!visible);
        sst_world_query_visibility(world, (sst_point){x - 2, 2}, (sst_point){x + 2, 2}, 0.75, 1,
                                   &visible);
        CHECK(visible);
        sst_world_query_visibility(world, (sst_point){x + 2, 0.5}, (sst_point){x + 25, 0.5}, 0.25,
                                   1, &visible);
        CHECK(visible);
        sst_world_query_clearance(world, (sst_point){x + 3, 0.5}, (sst_point){x + 2, 0.5}, 1, 1,
                                  4e8, &c);
        CHECK_NEAR(c.distance, 1, 0);
        sst_world_query_clearance(world, (sst_point){x + 25, 0.5}, (sst_point){x + 25, 0.5}, 1, 1,
                                  4e8, &c);
        CHECK_NEAR(c.distance, 0.5, 0);
        sst_world_query_clearance(world, (sst_point){x, 0.5}, (sst_point){x + 0.25, 0.5}, 1, 1, 1,
                                  &c);
        CHECK_NEAR(c.distance, -0.5, 0);
        CHECK(c.obstacle.value == id.value);
    }
    /* Handed out where its low end is in the range; moved, it goes round. */
    CHECK_INT(sst_world_move_obstacle(world, id, (sst_point){1, 0}), SST_OK);
    CHECK_INT(sst_world_get_obstacle(world, id, &def), SST_OK);
    CHECK(def.vertices[0].x == 0.5 && def.vertices[1].x == 2);
    sst_world_destroy(world);
}

/* --- What is refused ----------------------------------------------------------------------- */

TEST(bad_periods) {
    static const struct {
        sst_axis axis;
        double from, to;
        sst_result result;
    } cases[] = {
        {(sst_axis)3, 0, 26, SST_ERROR_OPTION},
        {SST_AXIS_X, 0, (double)NAN, SST_ERROR_NOT_FINITE},
        {SST_AXIS_Y, -HUGE_VAL, 0, SST_ERROR_NOT_FINITE},
        {SST_AXIS_X, 3, 3, SST_ERROR_PERIOD},
        {SST_AXIS_X, 3, 2, SST_ERROR_PERIOD},
        {SST_AXIS_X, 0, 1e-9, SST_ERROR_PERIOD}, /* nothing is left of it on the lattice */
        {SST_AXIS_X, -1.1e8, 0, SST_ERROR_PERIOD},
        {SST_AXIS_Y, 0, 6e7, SST_ERROR_PERIOD},
        {SST_AXIS_NONE, 3, 2, SST_OK}, /* not looked at */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sst_world_def def;
        sst_world *world = NULL;
        sst_world_def_init(&def, SST_PROFILE_DEFAULT);
        def.periodic_axis = cases[i].axis;
        def.periodic_from = cases[i].from;
        def.periodic_to = cases[i].to;
        CHECK_MSG(sst_world_create(&def, &world) == cases[i].result, "case %zu", i);
        sst_world_destroy(world);
    }
}

/* Half the period must be more than is seen: 2 s x (1.5 + 1.5) m/s + 0.6 m of agents. */
TEST(too_short_for_what_is_seen) {
    for (int longer = 0; longer < 2; longer++) {
        sst_world *world = make_world(SST_AXIS_X, 0, longer ? 13.25 : 13.125);
        add(world, 0, 0, 1);
        CHECK_INT(sst_world_step(world, NULL), longer ? SST_OK : SST_ERROR_PERIOD);
        CHECK_INT(sst_world_step_count(world), longer);
        sst_agent_def def;
        sst_agent_def_init(&def);
        def.scripted = true; /* sees nobody, but is seen coming from far */
        def.velocity = (sst_vec2){5, 0};
        sst_agent_id id;
        REQUIRE(sst_world_add_agent(world, &def, &id) == SST_OK);
        uint64_t before = sst_world_hash(world);
        CHECK_INT(sst_world_step(world, NULL), SST_ERROR_PERIOD);
        CHECK(sst_world_hash(world) == before);
        sst_world_destroy(world);
    }
    sst_world *world = make_world(SST_AXIS_X, 0, 4);
    sst_agent_def def;
    sst_agent_id id;
    sst_agent_def_init(&def);
    def.neighbor_dist = 1.9f;
    REQUIRE(sst_world_add_agent(world, &def, &id) == SST_OK);
    CHECK_INT(sst_world_step(world, NULL), SST_OK);
    static const sst_point wall[] = {{0, 5}, {2, 5}}, long_wall[] = {{0, 5}, {4.125, 5}};
    sst_obstacle_def obstacle;
    sst_obstacle_id obstacle_id;
    sst_obstacle_def_init(&obstacle);
    obstacle.vertices = long_wall;
    obstacle.vertex_count = 2;
    CHECK_INT(sst_world_add_obstacle(world, &obstacle, &obstacle_id, NULL), SST_ERROR_PERIOD);
    obstacle.vertices = wall;
    CHECK_INT(sst_world_add_obstacle(world, &obstacle, &obstacle_id, NULL), SST_OK);
    CHECK_INT(sst_world_step(world, NULL), SST_OK); /* 1 s x 1.5 m/s + 0.3 m of obstacles */
    def.time_horizon_obst = 1.25f;
    CHECK_INT(sst_world_set_agent(world, id, &def), SST_OK);
    CHECK_INT(sst_world_step(world, NULL), SST_ERROR_PERIOD);
    sst_world_destroy(world);
}

/* --- Snapshots ----------------------------------------------------------------------------- */

TEST(snapshots) {
    scene s = random_scene(9, SST_PROFILE_DEFAULT);
    sst_agent_id ids[CROWD];
    sst_world *world = build(&s, &(layout){.from = 0}, ids);
    sst_world *other = make_world(SST_AXIS_NONE, 0, 0);
    for (int step = 0; step < 50; step++)
        sst_world_step(world, NULL);
    size_t size;
    REQUIRE(sst_world_snapshot_size(world, &size) == SST_OK);
    void *bytes = malloc(size), *again = malloc(size);
    REQUIRE(bytes && again);
    CHECK_INT(sst_world_snapshot(world, bytes, size), SST_OK);
    CHECK_INT(sst_world_restore(other, bytes, size), SST_OK);
    for (int step = 0; step < 100; step++) {
        CHECK_INT(sst_world_step(world, NULL), SST_OK);
        CHECK_INT(sst_world_step(other, NULL), SST_OK);
        CHECK(sst_world_hash(world) == sst_world_hash(other));
    }
    sst_world_snapshot(world, bytes, size);
    sst_world_snapshot(other, again, size);
    CHECK(memcmp(bytes, again, size) == 0);
    /* And back to a world that does not repeat. */
    sst_world *plain = make_world(SST_AXIS_NONE, 0, 0);
    add(plain, 100, 0, 1);
    size_t plain_size;
    sst_world_snapshot_size(plain, &plain_size);
    REQUIRE(plain_size <= size && sst_world_snapshot(plain, bytes, size) == SST_OK);
    CHECK_INT(sst_world_restore(world, bytes, plain_size), SST_OK);
    sst_world_step(world, NULL);
    sst_world_step(plain, NULL);
    CHECK(sst_world_hash(world) == sst_world_hash(plain));
    free(bytes);
    free(again);
    sst_world_destroy(world);
    sst_world_destroy(other);
    sst_world_destroy(plain);
}

SUITE(period, CASE(as_repeated_by_hand), CASE(the_seam_is_nowhere), CASE(shifts_and_turns),
      CASE(any_number_of_threads), CASE(laps), CASE(far_and_fast), CASE(queries_look_across),
      CASE(obstacles_across), CASE(bad_periods), CASE(too_short_for_what_is_seen), CASE(snapshots))
