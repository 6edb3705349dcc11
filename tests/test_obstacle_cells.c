/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* What the cells give is, bit for bit, what the trees give. */
#include <stdlib.h>
#include <string.h>

#include "base/lattice.h"
#include "failing_allocator.h"
#include "harness.h"
#include "world/obstacles.h"

#define MOST 6000

static ssti_edge_rank ranks[MOST];
static sst_edge from_cells[MOST], from_trees[MOST];

static void add(ssti_obstacles *set, sst_obstacle_kind kind, const sst_point *v, size_t count) {
    sst_obstacle_def def;
    sst_obstacle_def_init(&def);
    def.kind = kind;
    def.vertices = v;
    def.vertex_count = count;
    def.layers = 1u << set->count % 3;
    def.enabled = set->count % 11 != 10;
    def.velocity.x = set->count % 13 == 12 ? 0.5f : 0.0f;
    sst_obstacle_id id;
    CHECK_INT(ssti_obstacles_add(set, &def, &id, NULL), SST_OK);
}

static void add_star(ssti_obstacles *set, test_rng *rng, sst_point middle, double size) {
    sst_point v[12];
    size_t count = 2 + (size_t)test_below(rng, 11);
    for (size_t i = 0; i < count; i++) {
        double angle = 6.2831853 * (double)i / (double)count;
        double r = size * test_uniform(rng, 0.3, 1);
        v[i] =
            ssti_lattice_point((sst_point){middle.x + r * cos(angle), middle.y + r * sin(angle)});
    }
    add(set, count > 2 ? (sst_obstacle_kind)test_below(rng, 4) : SST_OBSTACLE_CHAIN, v, count);
}

static sst_point somewhere(test_rng *rng, sst_point middle, double size) {
    return ssti_lattice_point((sst_point){middle.x + test_uniform(rng, -size, size),
                                          middle.y + test_uniform(rng, -size, size)});
}

/* On vertices and lines, too. */
static sst_point viewpoint(const ssti_obstacles *set, test_rng *rng, sst_point middle,
                           double size) {
    const ssti_obstacle *obstacle = &set->all[test_below(rng, set->count)];
    const sst_point *v =
        set->store.vertices + obstacle->first + test_below(rng, obstacle->edge_count);
    switch (test_below(rng, 4)) {
    case 0:
        return v[0];
    case 1:
        return ssti_lattice_point((sst_point){0.5 * (v[0].x + v[1].x), 0.5 * (v[0].y + v[1].y)});
    case 2:
        return somewhere(rng, v[0], 1.0);
    default:
        return somewhere(rng, middle, 1.2 * size);
    }
}

static ssti_edge_query query_from(test_rng *rng, sst_point position) {
    double reach = test_below(rng, 8) ? test_uniform(rng, 0, 6) : test_uniform(rng, 0, 300);
    return (ssti_edge_query){.position = position,
                             .radius = test_uniform_f(rng, 0, 2),
                             .reach = (float)reach,
                             .horizon = 1.0f,
                             .obstacle_mask = 1u + (uint32_t)test_below(rng, 7),
                             .closed = test_below(rng, 2),
                             .bring_out = test_below(rng, 2)};
}

/* Both ways, byte by byte. Returns how many edges are seen. */
static size_t compare(ssti_obstacles *set, ssti_edge_query query) {
    ssti_edge_query again = query;
    memset(from_cells, 0, sizeof *from_cells * set->edge_count);
    memset(from_trees, 0, sizeof *from_trees * set->edge_count);
    size_t count = ssti_obstacles_gather(set, &query, ranks, from_cells);
    bool ready = set->cells.ready;
    set->cells.ready = false;
    CHECK_INT(ssti_obstacles_gather(set, &again, ranks, from_trees), count);
    set->cells.ready = ready;
    CHECK(memcmp(from_cells, from_trees, count * sizeof *from_cells) == 0);
    return count;
}

static size_t compare_many(ssti_obstacles *set, test_rng *rng, sst_point middle, double size,
                           int queries) {
    size_t seen = 0;
    for (int i = 0; i < queries; i++) {
        seen += compare(set, query_from(rng, viewpoint(set, rng, middle, size)));
    }
    return seen;
}

static void refresh_until_ready(ssti_obstacles *set) {
    ssti_obstacles_refresh(set);
    CHECK(!set->cells.ready);
    test_rng rng = {3};
    compare_many(set, &rng, (sst_point){0, 0}, 20, 50);
    ssti_obstacles_refresh(set);
    CHECK(set->cells.ready);
}

static void init(ssti_obstacles *set, failing_allocator *books) {
    failing_allocator_init(books);
    sst_allocator allocator = failing_allocator_interface(books);
    ssti_obstacles_init(set, &allocator, true);
}

static void fill(ssti_obstacles *set, test_rng *rng, sst_point middle, double size) {
    int count = 1 + (int)test_below(rng, 300);
    for (int i = 0; i < count; i++) {
        add_star(set, rng, somewhere(rng, middle, size),
                 test_below(rng, 20) ? test_uniform(rng, 0.1, 5) : size);
    }
}

TEST(random_maps_give_the_same_bits) {
    size_t seen = 0;
    for (uint64_t seed = 0; seed < 120; seed++) {
        test_rng rng = {seed};
        sst_point middle = seed % 4 ? (sst_point){0, 0} : (sst_point){9.1e7, -5e7};
        double size = seed % 3 ? 60.0 : 1000.0;
        failing_allocator books;
        ssti_obstacles set;
        init(&set, &books);
        fill(&set, &rng, middle, size);
        ssti_obstacles_refresh(&set);
        if (set.resting.count > 0) {
            ssti_obstacles_refresh(&set);
            CHECK(set.cells.ready);
        }
        seen += compare_many(&set, &rng, middle, size, 300);
        ssti_obstacles_free(&set);
    }
    CHECK(seen > 50000);
}

/* A town, walls across all of it and far beyond, and a thing at the world's other end. */
TEST(far_things_and_long_walls_give_the_same_bits) {
    failing_allocator books;
    ssti_obstacles set;
    init(&set, &books);
    test_rng rng = {5};
    for (int i = 0; i < 40; i++) {
        add_star(&set, &rng, somewhere(&rng, (sst_point){0, 0}, 50), 2);
    }
    add(&set, SST_OBSTACLE_CHAIN, (const sst_point[]){{-9e7, -8.9e7}, {9e7, 9.1e7}}, 2);
    add(&set, SST_OBSTACLE_CHAIN, (const sst_point[]){{-40, 9e7}, {-39.5, -9e7}}, 2);
    add(&set, SST_OBSTACLE_CHAIN, (const sst_point[]){{-9e7, 1}, {9e7, 0x1p-20}}, 2);
    add(&set, SST_OBSTACLE_SOLID, (const sst_point[]){{20, 20}, {1e6, 0}, {1e6, 1e6}, {0, 1e6}}, 4);
    add(&set, SST_OBSTACLE_SOLID, (const sst_point[]){{-1e6, 60}, {-20, 60}, {-30, 70}}, 3);
    add_star(&set, &rng, (sst_point){9.9e7, 9.9e7}, 10);
    refresh_until_ready(&set);
    CHECK(set.cells.size < 40);
    CHECK(compare_many(&set, &rng, (sst_point){0, 0}, 50, 4000) > 2000);
    CHECK(compare_many(&set, &rng, (sst_point){0, 0}, 5e4, 500) > 50);
    ssti_obstacles_free(&set);
}

TEST(who_is_deep_in_a_solid_finds_the_way_out) {
    failing_allocator books;
    ssti_obstacles set;
    init(&set, &books);
    test_rng rng = {7};
    for (int i = 0; i < 200; i++) {
        add_star(&set, &rng, somewhere(&rng, (sst_point){0, 0}, 100), 1);
    }
    add(&set, SST_OBSTACLE_SOLID, (const sst_point[]){{-80, -80}, {80, -80}, {80, 80}, {-80, 80}},
        4);
    uint32_t layers = set.all[set.count - 1].layers;
    refresh_until_ready(&set);
    size_t served = 0;
    for (int i = 0; i < 2000; i++) {
        ssti_edge_query query = query_from(&rng, somewhere(&rng, (sst_point){0, 0}, 75));
        query.obstacle_mask = layers;
        query.bring_out = true;
        served += compare(&set, query) > 0 && from_cells[0].flags & SST_EDGE_INSIDE;
    }
    CHECK_INT(served, 2000);
    ssti_obstacles_free(&set);
}

TEST(changes_count_at_once_and_cells_come_back) {
    failing_allocator books;
    ssti_obstacles set;
    init(&set, &books);
    CHECK_INT(ssti_obstacles_reserve(&set, 1200), SST_OK);
    long allocations = books.allocations;
    test_rng rng = {11};
    for (int i = 0; i < 90; i++) {
        add_star(&set, &rng, somewhere(&rng, (sst_point){0, 0}, 20), 2);
    }
    refresh_until_ready(&set);
    for (int i = 0; i < 60; i++) {
        compare_many(&set, &rng, (sst_point){0, 0}, 20, 100);
        ssti_obstacle *obstacle = &set.all[test_below(&rng, set.count)];
        if (i % 4 == 0) {
            ssti_obstacles_set_enabled(&set, obstacle, !obstacle->enabled);
        } else if (i % 4 == 1) {
            CHECK_INT(ssti_obstacles_shift(&set, obstacle, (sst_point){1, -2}), SST_OK);
        } else if (i % 4 == 2) {
            sst_vec2 velocity = {ssti_obstacle_moves(obstacle) ? 0.0f : 1.0f, 0.0f};
            ssti_obstacles_set_velocity(&set, obstacle, velocity);
        } else {
            CHECK_INT(ssti_obstacles_remove(&set, (sst_obstacle_id){obstacle->id}), SST_OK);
        }
        refresh_until_ready(&set);
    }
    CHECK_INT(books.allocations, allocations);
    ssti_obstacles_free(&set);
}

/* Moving obstacles do not hold up the cells of the others. */
TEST(cells_stay_while_others_move) {
    failing_allocator books;
    ssti_obstacles set;
    init(&set, &books);
    test_rng rng = {13};
    for (int i = 0; i < 40; i++) {
        add_star(&set, &rng, somewhere(&rng, (sst_point){0, 0}, 20), 2);
    }
    refresh_until_ready(&set);
    for (int step = 0; step < 20; step++) {
        ssti_obstacles_advance(&set, 0.3f);
        ssti_obstacles_refresh(&set);
        CHECK(set.cells.ready);
        compare_many(&set, &rng, (sst_point){0, 0}, 20, 100);
    }
    ssti_obstacles_free(&set);
}

/* Blocks of 10 m between streets of 15 m, at rest and enabled. */
static void build_town(ssti_obstacles *set) {
    for (int i = 0; i < 1000; i++) {
        double x = 25.0 * (i % 32), y = 25.0 * (double)(i / 32);
        add(set, SST_OBSTACLE_SOLID,
            (const sst_point[]){{x, y}, {x + 10, y}, {x + 10, y + 10}, {x, y + 10}}, 4);
    }
    for (size_t i = 0; i < set->count; i++) {
        ssti_obstacles_set_velocity(set, &set->all[i], (sst_vec2){0, 0});
        ssti_obstacles_set_enabled(set, &set->all[i], true);
    }
    refresh_until_ready(set);
}

/* Nodes and entries met by one agent at this place in each of the streets. */
static size_t work_at(const ssti_obstacles *set, double x, double y, size_t edges) {
    size_t work = 0;
    for (int i = 0; i < 30; i++) {
        ssti_edge_query query = {.position = {25.0 * i + x, 25.0 * (i % 31) + y},
                                 .radius = 0.3f,
                                 .reach = 2.0f,
                                 .obstacle_mask = SST_ALL_LAYERS,
                                 .bring_out = true};
        CHECK_INT(ssti_obstacles_gather(set, &query, ranks, from_cells), edges);
        work += query.nodes_entered;
    }
    return work;
}

/* Through the trees, five nodes or more for each agent. */
TEST(an_open_place_costs_a_look_at_the_cells) {
    failing_allocator books;
    ssti_obstacles set;
    init(&set, &books);
    build_town(&set);
    size_t work = work_at(&set, 17.5, 17.5, 0);
    CHECK_MSG(work < 60, "%zu", work);
    ssti_obstacles_free(&set);
}

/* Also where the middle of the cell lies behind the wall. */
TEST(before_a_wall_there_is_a_short_list) {
    failing_allocator books;
    ssti_obstacles set;
    init(&set, &books);
    build_town(&set);
    for (double x = 10.25; x < 12; x += 0.25) {
        size_t work = work_at(&set, x, 5, 1);
        CHECK_MSG(work < 100, "%zu", work);
    }
    ssti_obstacles_free(&set);
}

SUITE(obstacle_cells, CASE(random_maps_give_the_same_bits),
      CASE(far_things_and_long_walls_give_the_same_bits),
      CASE(who_is_deep_in_a_solid_finds_the_way_out),
      CASE(changes_count_at_once_and_cells_come_back), CASE(cells_stay_while_others_move),
      CASE(an_open_place_costs_a_look_at_the_cells), CASE(before_a_wall_there_is_a_short_list))
