/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The public calls on obstacles, their queries against long double loops and sampled motion, and
 * their bytes. */
#include "base/lattice.h"
#include "exact.h"
#include "failing_allocator.h"
#include "harness.h"
#include "sidestep/world.h"
#include "world/obstacles.h"

static sst_world *make_world(const sst_allocator *allocator) {
    sst_world_def def;
    sst_world_def_init(&def, SST_PROFILE_DEFAULT);
    if (allocator) {
        def.allocator = *allocator;
    }
    sst_world *world = NULL;
    CHECK_INT(sst_world_create(&def, &world), SST_OK);
    return world;
}

static sst_obstacle_def make_def(sst_obstacle_kind kind, const sst_point *vertices, size_t count) {
    sst_obstacle_def def;
    CHECK_INT(sst_obstacle_def_init(&def), SST_OK);
    def.kind = kind;
    def.vertices = vertices;
    def.vertex_count = count;
    return def;
}

static sst_obstacle_id add(sst_world *world, sst_obstacle_kind kind, const sst_point *vertices,
                           size_t count) {
    sst_obstacle_def def = make_def(kind, vertices, count);
    sst_obstacle_id id = {0};
    CHECK_INT(sst_world_add_obstacle(world, &def, &id, NULL), SST_OK);
    return id;
}

#define ADD(world, kind, ...)                                                                      \
    add(world, kind, (const sst_point[]){__VA_ARGS__},                                             \
        sizeof((sst_point[]){__VA_ARGS__}) / sizeof(sst_point))
#define BOX                                                                                        \
    {0, 0}, {2, 0}, {2, 2}, {                                                                      \
        0, 2                                                                                       \
    }

static const double not_a_number = (double)NAN;

/* --- The calls -------------------------------------------------------------------------------- */

TEST(what_is_added_is_given_back) {
    sst_world *world = make_world(NULL);
    const sst_point v[] = {BOX, {0, 1}, {0, 0}};
    sst_obstacle_def def = make_def(SST_OBSTACLE_AUTO, v, 6), got;
    def.velocity = (sst_vec2){1.0f, -2.0f};
    def.layers = 6;
    def.enabled = false;
    def.key = 99;
    sst_obstacle_id id;
    sst_obstacle_report report;
    CHECK_INT(sst_world_add_obstacle(world, &def, &id, &report), SST_OK);
    CHECK_INT(report.dropped_repeated, 1);
    CHECK_INT(report.dropped_collinear, 1);
    CHECK_INT(sst_world_get_obstacle(world, id, &got), SST_OK);
    CHECK_INT(got.struct_size, sizeof got);
    CHECK_INT(got.kind, SST_OBSTACLE_SOLID);
    CHECK_INT(got.vertex_count, 4);
    CHECK(got.vertices[3].x == 0.0 && got.vertices[3].y == 2.0);
    CHECK(got.velocity.y == -2.0f && got.layers == 6 && !got.enabled && got.key == 99);
    CHECK(sst_world_has_obstacle(world, id));
    CHECK_INT(sst_world_obstacle_count(world), 1);
    CHECK_INT(sst_world_remove_obstacle(world, id), SST_OK);
    CHECK(!sst_world_has_obstacle(world, id));
    CHECK_INT(sst_world_get_obstacle(world, id, &got), SST_ERROR_STALE_ID);
    sst_world_destroy(world);
}

static sst_result try_add(sst_world *world, sst_obstacle_def def) {
    sst_obstacle_id id = {5};
    uint64_t hash = sst_world_hash(world);
    sst_result result = sst_world_add_obstacle(world, &def, &id, NULL);
    CHECK(result == SST_OK || (id.value == 5 && sst_world_hash(world) == hash));
    return result;
}

TEST(bad_defs_are_refused) {
    sst_world *world = make_world(NULL);
    const sst_point v[] = {BOX}, far[] = {{0, 0}, {2, 0}, {0, 1.1e8}};
    const sst_point nan[] = {{0, 0}, {2, 0}, {0, not_a_number}},
                    eight[] = {{0, 0}, {1, 1}, {1, 0}, {0, 1}};
    sst_obstacle_def good = make_def(SST_OBSTACLE_SOLID, v, 4), def = good;
    def.struct_size = 0;
    CHECK_INT(try_add(world, def), SST_ERROR_STRUCT_SIZE);
    def = good, def.vertices = NULL;
    CHECK_INT(try_add(world, def), SST_ERROR_NULL);
    def.vertex_count = 0;
    CHECK_INT(try_add(world, def), SST_ERROR_TOO_FEW_VERTICES);
    def = good, def.kind = (sst_obstacle_kind)4;
    CHECK_INT(try_add(world, def), SST_ERROR_OPTION);
    def = good, def.velocity.x = INFINITY;
    CHECK_INT(try_add(world, def), SST_ERROR_NOT_FINITE);
    def = good, def.velocity.x = 1e7f;
    CHECK_INT(try_add(world, def), SST_ERROR_VELOCITY);
    CHECK_INT(try_add(world, make_def(SST_OBSTACLE_AUTO, far, 3)), SST_ERROR_POSITION);
    CHECK_INT(try_add(world, make_def(SST_OBSTACLE_AUTO, nan, 3)), SST_ERROR_NOT_FINITE);
    CHECK_INT(try_add(world, make_def(SST_OBSTACLE_ROOM, eight, 4)), SST_ERROR_SELF_CROSSING);
    CHECK_INT(try_add(world, make_def(SST_OBSTACLE_ROOM, v, 2)), SST_ERROR_TOO_FEW_VERTICES);
    def = good, def.vertex_count = (size_t)1 << 32;
    CHECK_INT(try_add(world, def), SST_ERROR_CAPACITY);
    def = good, def.key = 3;
    CHECK_INT(try_add(world, def), SST_OK);
    CHECK_INT(try_add(world, def), SST_ERROR_DUPLICATE_KEY);
    CHECK_INT(sst_world_obstacle_count(world), 1);
    sst_world_destroy(world);
}

TEST(ids_stay_and_the_list_goes_by_key) {
    sst_world *world = make_world(NULL);
    const sst_point v[] = {BOX};
    sst_obstacle_id ids[6], listed[6];
    const uint64_t keys[6] = {SST_KEY_AUTO, 50, 1, SST_KEY_AUTO, 7, SST_KEY_AUTO};
    for (int i = 0; i < 6; i++) {
        sst_obstacle_def def = make_def(SST_OBSTACLE_SOLID, v, 4);
        def.key = keys[i];
        CHECK_INT(sst_world_add_obstacle(world, &def, &ids[i], NULL), SST_OK);
    }
    size_t count = 0;
    CHECK_INT(sst_world_list_obstacles(world, listed, 6, &count), SST_OK);
    CHECK_INT(count, 6);
    const int order[6] = {0, 2, 3, 5, 4, 1}; /* keys 0 1 3 5 7 50 */
    for (int i = 0; i < 6; i++) {
        CHECK(listed[i].value == ids[order[i]].value);
    }
    CHECK_INT(sst_world_remove_obstacle(world, ids[2]), SST_OK);
    listed[2].value = 1234;
    CHECK_INT(sst_world_list_obstacles(world, listed, 2, &count), SST_OK);
    CHECK(count == 5 && listed[1].value == ids[3].value && listed[2].value == 1234);
    CHECK_INT(sst_world_list_obstacles(world, NULL, 0, &count), SST_OK);
    CHECK(sst_world_has_obstacle(world, ids[5]));
    CHECK(!sst_world_has_obstacle(world, (sst_obstacle_id){0}));
    CHECK(!sst_world_has_obstacle(world, (sst_obstacle_id){UINT64_MAX}));
    CHECK_INT(sst_world_remove_obstacle(world, ids[2]), SST_ERROR_STALE_ID);
    CHECK_INT(sst_world_enable_obstacle(world, ids[2], true), SST_ERROR_STALE_ID);
    CHECK_INT(sst_world_move_obstacle(world, ids[2], (sst_point){0, 0}), SST_ERROR_STALE_ID);
    sst_world_destroy(world);
}

static bool can_see(sst_world *world, double ax, double ay, double bx, double by, double radius) {
    bool visible = false;
    CHECK_INT(sst_world_query_visibility(world, (sst_point){ax, ay}, (sst_point){bx, by}, radius,
                                         SST_ALL_LAYERS, &visible),
              SST_OK);
    return visible;
}

TEST(changes_count_at_once) {
    sst_world *world = make_world(NULL);
    sst_obstacle_id id = ADD(world, SST_OBSTACLE_SOLID, BOX);
    CHECK(!can_see(world, -1, 1, 3, 1, 0));
    CHECK_INT(sst_world_enable_obstacle(world, id, false), SST_OK);
    CHECK(can_see(world, -1, 1, 3, 1, 0));
    CHECK_INT(sst_world_enable_obstacle(world, id, true), SST_OK);
    CHECK(!can_see(world, -1, 1, 3, 1, 0));
    CHECK_INT(sst_world_move_obstacle(world, id, (sst_point){0, 1.5}), SST_OK);
    CHECK(can_see(world, -1, 1, 3, 1, 0.25));
    CHECK(!can_see(world, -1, 1, 3, 1, 0.5));
    CHECK_INT(sst_world_move_obstacle(world, id, (sst_point){0, 1e8}), SST_ERROR_POSITION);
    CHECK_INT(sst_world_move_obstacle(world, id, (sst_point){0, not_a_number}),
              SST_ERROR_NOT_FINITE);
    CHECK_INT(sst_world_set_obstacle_velocity(world, id, (sst_vec2){0, NAN}), SST_ERROR_NOT_FINITE);
    CHECK_INT(sst_world_set_obstacle_velocity(world, id, (sst_vec2){0, -1}), SST_OK);
    CHECK_INT(sst_world_set_time_step(world, 0.5f), SST_OK);
    CHECK_INT(sst_world_step(world, NULL), SST_OK);
    sst_obstacle_def def;
    CHECK_INT(sst_world_get_obstacle(world, id, &def), SST_OK);
    CHECK(def.vertices[0].y == 1.0 && def.vertices[2].y == 3.0);
    CHECK(!can_see(world, -1, 1, 3, 1, 0));
    CHECK_INT(sst_world_remove_obstacle(world, id), SST_OK);
    CHECK(can_see(world, -1, 1, 3, 1, 0));
    sst_world_destroy(world);
}

static sst_result add_some(sst_world *world) {
    const sst_point v[] = {BOX, {-3, 1}, {-2, -5}, {0, -6}, {4, -7}, {5, -1}};
    for (size_t count = 2; count < 9; count++) {
        sst_obstacle_def def = make_def(SST_OBSTACLE_AUTO, v + (count > 4 ? 0 : 4), count / 2 + 1);
        uint64_t hash = sst_world_hash(world);
        sst_obstacle_id id;
        sst_result result = sst_world_add_obstacle(world, &def, &id, NULL);
        if (result != SST_OK) {
            CHECK(sst_world_hash(world) == hash);
            return result;
        }
    }
    return SST_OK;
}

TEST(a_failed_allocation_changes_nothing) {
    long fail_at = 0;
    for (bool failed = true; failed; fail_at++) {
        failing_allocator books;
        failing_allocator_init(&books);
        sst_allocator allocator = failing_allocator_interface(&books);
        sst_world *world = make_world(&allocator);
        books.until_failure = fail_at;
        sst_result result = add_some(world);
        failed = books.failures > 0;
        CHECK_INT(result, failed ? SST_ERROR_OUT_OF_MEMORY : SST_OK);
        books.until_failure = -1;
        CHECK_INT(sst_world_step(world, NULL), SST_OK);
        sst_world_destroy(world);
        CHECK_INT(books.live_blocks, 0);
        CHECK_INT(books.mistakes, 0);
    }
    CHECK(fail_at > 10);
}

/* --- Queries ---------------------------------------------------------------------------------- */

static size_t edge_count_of(const sst_obstacle_def *def) {
    return def->kind == SST_OBSTACLE_CHAIN ? def->vertex_count - 1 : def->vertex_count;
}

/* Least distance of the path from any edge of one obstacle. The obstacle's own motion is taken off
 * the path's start. */
static long double path_distance(const sst_obstacle_def *def, sst_point from, sst_point to,
                                 float duration) {
    from.x += ssti_lattice_displacement(def->velocity.x, duration);
    from.y += ssti_lattice_displacement(def->velocity.y, duration);
    long double least = HUGE_VALL;
    for (size_t i = 0; i < edge_count_of(def); i++) {
        sst_point a = def->vertices[i], b = def->vertices[(i + 1) % def->vertex_count];
        least = fminl(least, exact_segment_distance(from, to, a, b));
    }
    return least;
}

static long double depth_in(const sst_obstacle_def *def, sst_point p) {
    bool inside =
        def->kind == SST_OBSTACLE_SOLID && exact_locate(def->vertices, def->vertex_count, p) > 0;
    return inside ? path_distance(def, p, p, 0.0f) : 0;
}

static double coordinate(test_rng *rng) {
    return test_below(rng, 2) ? floor(test_uniform(rng, -30, 30))
                              : ssti_lattice_round(test_uniform(rng, -30, 30));
}

static sst_world *random_world(test_rng *rng) {
    sst_world *world = make_world(NULL);
    for (size_t n = test_below(rng, 30); n > 0; n--) {
        sst_point v[9];
        size_t count = 2 + (size_t)test_below(rng, 8);
        double x = coordinate(rng), y = coordinate(rng);
        for (size_t i = 0; i < count; i++) {
            double angle = 6.2831853 * (double)i / (double)count, r = test_uniform(rng, 1, 6);
            v[i] = (sst_point){floor(x + r * cos(angle)), floor(y + r * sin(angle))};
        }
        sst_obstacle_def def = make_def((sst_obstacle_kind)test_below(rng, 4), v, count);
        def.layers = 1u << test_below(rng, 3);
        def.enabled = test_below(rng, 5) > 0;
        if (test_below(rng, 2)) {
            def.velocity = (sst_vec2){test_uniform_f(rng, -5, 5), test_uniform_f(rng, -5, 5)};
        }
        sst_obstacle_id id;
        (void)sst_world_add_obstacle(world, &def, &id, NULL);
    }
    return world;
}

typedef struct {
    long double distance; /* as sst_clearance means it; the limit left aside */
    long double start_depth;
} truth;

static truth find_truth(sst_world *world, sst_point from, sst_point to, float duration,
                        uint32_t layers) {
    truth t = {HUGE_VALL, 0};
    long double depth = 0;
    sst_obstacle_id ids[32];
    size_t count;
    CHECK_INT(sst_world_list_obstacles(world, ids, 32, &count), SST_OK);
    for (size_t i = 0; i < count; i++) {
        sst_obstacle_def def;
        sst_world_get_obstacle(world, ids[i], &def);
        if (def.enabled && (def.layers & layers)) {
            t.distance = fminl(t.distance, path_distance(&def, from, to, duration));
            depth = fmaxl(depth, depth_in(&def, to));
            t.start_depth = fmaxl(t.start_depth, depth_in(&def, from));
        }
    }
    t.distance = depth > 0 ? -depth : t.distance;
    return t;
}

static void check_clearance(sst_world *world, test_rng *rng, int *found, int *deep) {
    sst_point from = {coordinate(rng), coordinate(rng)}, to = {coordinate(rng), coordinate(rng)};
    to = test_below(rng, 4) ? to : from;
    float duration = test_below(rng, 2) ? test_uniform_f(rng, 0, 2) : 0.0f;
    uint32_t layers = 1 + (uint32_t)test_below(rng, 7);
    double limit = test_uniform(rng, 0.01, 8);
    sst_clearance clearance;
    CHECK_INT(sst_world_query_clearance(world, from, to, duration, layers, limit, &clearance),
              SST_OK);
    truth t = find_truth(world, from, to, duration, layers);
    if (t.distance > (long double)limit) {
        CHECK(clearance.distance == HUGE_VAL && clearance.obstacle.value == 0);
        return;
    }
    CHECK_NEAR(clearance.distance, t.distance, 1e-9);
    CHECK((clearance.distance == 0.0) == (t.distance == 0.0L));
    CHECK(sst_world_has_obstacle(world, clearance.obstacle));
    *found += t.distance > 0;
    *deep += t.distance < 0;
}

TEST(clearance_agrees_with_a_loop_over_all_edges) {
    test_rng rng = test_seed(21);
    int found = 0, deep = 0;
    for (long scene = 0; scene < test_count(200, 5000); scene++) {
        sst_world *world = random_world(&rng);
        for (int i = 0; i < 50; i++) {
            check_clearance(world, &rng, &found, &deep);
        }
        sst_world_destroy(world);
    }
    CHECK_MSG(found > 500 && deep > 200, "%d apart, %d inside", found, deep);
}

TEST(visibility_agrees_with_a_loop_over_all_edges) {
    test_rng rng = test_seed(22);
    int seen = 0, hidden = 0;
    for (long scene = 0; scene < test_count(200, 5000); scene++) {
        sst_world *world = random_world(&rng);
        for (int i = 0; i < 50; i++) {
            sst_point a = {coordinate(&rng), coordinate(&rng)};
            sst_point b = {coordinate(&rng), coordinate(&rng)};
            double radius = test_below(&rng, 3) ? test_uniform(&rng, 0, 2) : 0.0;
            uint32_t layers = 1 + (uint32_t)test_below(&rng, 7);
            bool visible;
            CHECK_INT(sst_world_query_visibility(world, a, b, radius, layers, &visible), SST_OK);
            truth t = find_truth(world, a, b, 0.0f, layers);
            bool expected = t.start_depth == 0 && t.distance > (long double)radius;
            CHECK_INT(visible, expected);
            *(expected ? &seen : &hidden) += 1;
        }
        sst_world_destroy(world);
    }
    CHECK(seen > 500 && hidden > 500);
}

/* What "in its own frame" means: nearest approach over many moments of the common motion. */
TEST(clearance_of_moving_obstacles_is_the_least_over_time) {
    test_rng rng = test_seed(23);
    for (int i = 0; i < 200; i++) {
        sst_world *world = make_world(NULL);
        sst_point from = {coordinate(&rng), coordinate(&rng)};
        sst_point to = {coordinate(&rng), coordinate(&rng)};
        sst_point v[] = {{0, 0}, {3, 1}};
        sst_obstacle_def def = make_def(SST_OBSTACLE_CHAIN, v, 2);
        def.velocity = (sst_vec2){test_uniform_f(&rng, -9, 9), test_uniform_f(&rng, -9, 9)};
        sst_obstacle_id id;
        CHECK_INT(sst_world_add_obstacle(world, &def, &id, NULL), SST_OK);
        long double least = HUGE_VALL;
        for (int k = 0; k <= 4000; k++) {
            double s = k / 4000.0, back = (1.0 - s) * 2.0;
            sst_point p = {from.x + s * (to.x - from.x) + back * (double)def.velocity.x,
                           from.y + s * (to.y - from.y) + back * (double)def.velocity.y};
            least = fminl(least, exact_distance(p, v[0], v[1]));
        }
        sst_clearance clearance;
        sst_world_query_clearance(world, from, to, 2.0f, 1, 1e4, &clearance);
        CHECK_NEAR(clearance.distance, least, 0.02);
        CHECK(clearance.distance <= (double)least + 1e-6);
        CHECK(clearance.obstacle.value == id.value);
        sst_world_destroy(world);
    }
}

TEST(queries_refuse_bad_values) {
    sst_world *world = make_world(NULL);
    sst_point o = {0, 0}, bad = {not_a_number, 0}, outside = {0, -2e8};
    bool visible;
    sst_clearance c;
    CHECK_INT(sst_world_query_visibility(world, bad, o, 0, 1, &visible), SST_ERROR_NOT_FINITE);
    CHECK_INT(sst_world_query_visibility(world, o, outside, 0, 1, &visible), SST_ERROR_POSITION);
    CHECK_INT(sst_world_query_visibility(world, o, o, -1, 1, &visible), SST_ERROR_RADIUS);
    CHECK_INT(sst_world_query_visibility(world, o, o, 2e6, 1, &visible), SST_ERROR_RADIUS);
    CHECK_INT(sst_world_query_visibility(world, o, o, not_a_number, 1, &visible),
              SST_ERROR_NOT_FINITE);
    CHECK_INT(sst_world_query_visibility(world, o, o, 0, 1, NULL), SST_ERROR_NULL);
    CHECK_INT(sst_world_query_visibility(world, o, o, 0, 1, &visible), SST_OK);
    CHECK(visible);
    CHECK_INT(sst_world_query_clearance(world, o, bad, 1, 1, 1, &c), SST_ERROR_NOT_FINITE);
    CHECK_INT(sst_world_query_clearance(world, o, o, -1, 1, 1, &c), SST_ERROR_TIME_STEP);
    CHECK_INT(sst_world_query_clearance(world, o, o, 1, 1, 0, &c), SST_ERROR_OPTION);
    CHECK_INT(sst_world_query_clearance(world, o, o, 1, 1, (double)INFINITY, &c),
              SST_ERROR_NOT_FINITE);
    CHECK_INT(sst_world_query_clearance(world, o, o, 1, 1, 1, &c), SST_OK);
    CHECK(c.distance == HUGE_VAL);
    sst_world_destroy(world);
}

SUITE(obstacle_api, CASE(what_is_added_is_given_back), CASE(bad_defs_are_refused),
      CASE(ids_stay_and_the_list_goes_by_key), CASE(changes_count_at_once),
      CASE(a_failed_allocation_changes_nothing), CASE(clearance_agrees_with_a_loop_over_all_edges),
      CASE(visibility_agrees_with_a_loop_over_all_edges),
      CASE(clearance_of_moving_obstacles_is_the_least_over_time), CASE(queries_refuse_bad_values))
