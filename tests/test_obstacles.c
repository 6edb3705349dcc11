/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The edges an agent sees, against a loop over all edges in exact integers and long double; and the
 * set of obstacles itself. */
#include "base/lattice.h"
#include "exact.h"
#include "failing_allocator.h"
#include "harness.h"
#include "world/obstacles.h"

#define MAX_EDGES 120000

static ssti_edge_rank ranks[MAX_EDGES];
static sst_edge edges[MAX_EDGES];

static sst_allocator plain_allocator(void) {
    sst_allocator allocator = {0};
    ssti_allocator_complete(&allocator);
    return allocator;
}

static ssti_obstacles make_set(bool by_winding) {
    ssti_obstacles set;
    sst_allocator allocator = plain_allocator();
    ssti_obstacles_init(&set, &allocator, by_winding);
    return set;
}

static sst_obstacle_def make_def(sst_obstacle_kind kind, const sst_point *vertices, size_t count) {
    sst_obstacle_def def;
    sst_obstacle_def_init(&def);
    def.kind = kind;
    def.vertices = vertices;
    def.vertex_count = count;
    return def;
}

static sst_obstacle_id add(ssti_obstacles *set, sst_obstacle_kind kind, const sst_point *vertices,
                           size_t count) {
    sst_obstacle_def def = make_def(kind, vertices, count);
    sst_obstacle_id id = {0};
    CHECK_INT(ssti_obstacles_add(set, &def, &id, NULL), SST_OK);
    return id;
}

#define ADD(set, kind, ...)                                                                        \
    add(set, kind, (const sst_point[]){__VA_ARGS__},                                               \
        sizeof((sst_point[]){__VA_ARGS__}) / sizeof(sst_point))

static ssti_edge_query look_from(double x, double y, float reach) {
    return (ssti_edge_query){.position = {x, y},
                             .radius = 0.3f,
                             .reach = reach,
                             .obstacle_mask = SST_ALL_LAYERS,
                             .closed = true,
                             .bring_out = true};
}

static size_t nodes_entered; /* by the last gather */

static size_t gather(ssti_obstacles *set, ssti_edge_query query) {
    ssti_obstacles_refresh(set);
    CHECK(set->edge_count <= MAX_EDGES);
    size_t count = ssti_obstacles_gather(set, &query, ranks, edges);
    nodes_entered = query.nodes_entered;
    return count;
}

/* --- Sides and winding ----------------------------------------------------------------------- */

#define BOX                                                                                        \
    {0, 0}, {2, 0}, {2, 2}, {                                                                      \
        0, 2                                                                                       \
    }
#define BOX_CW                                                                                     \
    {0, 2}, {2, 2}, {2, 0}, {                                                                      \
        0, 0                                                                                       \
    }

TEST(a_solid_is_seen_from_outside_whatever_its_winding) {
    for (int winding = 0; winding < 2; winding++) {
        ssti_obstacles set = make_set(false);
        if (winding) {
            ADD(&set, SST_OBSTACLE_AUTO, BOX_CW);
        } else {
            ADD(&set, SST_OBSTACLE_AUTO, BOX);
        }
        CHECK_INT(set.all[0].kind, SST_OBSTACLE_SOLID);
        CHECK_INT(gather(&set, look_from(1, -1, 5)), 1);
        CHECK_INT(edges[0].flags & SST_EDGE_FREE_LEFT, winding ? SST_EDGE_FREE_LEFT : 0);
        CHECK_INT(gather(&set, look_from(-1, -1, 5)), 2);
        CHECK_INT(gather(&set, look_from(1, 0.5, 5)), 1);
        CHECK(edges[0].flags & SST_EDGE_INSIDE);
        CHECK(edges[0].from.y == -0.5f && edges[0].to.y == -0.5f);
        ssti_obstacles_free(&set);
    }
}

TEST(of_equally_near_ways_out_the_first_edge_counts) {
    ssti_obstacles set = make_set(false);
    ADD(&set, SST_OBSTACLE_SOLID, {2, 2}, {0, 2}, {0, 0}, {2, 0});
    ADD(&set, SST_OBSTACLE_SOLID, {9, 1}, {12, 4}, {9, 7}, {8, 7}, {5, 4}, {8, 1});
    CHECK_INT(gather(&set, look_from(1, 1, 1)), 1);
    CHECK(ranks[0].inside && ranks[0].number == 0 && edges[0].from.y == 1.0f);
    CHECK_INT(gather(&set, look_from(8.5, 4, 1)), 1);
    CHECK(ranks[0].inside && ranks[0].number == 0);
    ssti_obstacles_free(&set);
}

TEST(a_clockwise_polygon_is_a_room_where_winding_counts) {
    ssti_obstacles set = make_set(true);
    ADD(&set, SST_OBSTACLE_AUTO, BOX_CW);
    CHECK_INT(set.all[0].kind, SST_OBSTACLE_ROOM);
    ssti_edge_query query = look_from(1, 0.5, 5);
    query.bring_out = query.closed = false;
    CHECK_INT(gather(&set, query), 4);
    for (int i = 0; i < 4; i++) {
        CHECK_INT(edges[i].flags, SST_EDGE_FROM_RIGHT_TURN | SST_EDGE_TO_RIGHT_TURN);
    }
    query.position = (sst_point){-1, 1}; /* on the free side of all but the wall beside it */
    CHECK_INT(gather(&set, query), 3);
    ssti_obstacles_free(&set);
}

TEST(a_room_takes_back_who_touches_it_and_ignores_who_is_far_outside) {
    ssti_obstacles set = make_set(false);
    ADD(&set, SST_OBSTACLE_ROOM, BOX);
    CHECK_INT(gather(&set, look_from(1, 1, 5)), 4);
    CHECK_INT(gather(&set, look_from(-0.25, 1, 5)), 1);
    CHECK(edges[0].flags & SST_EDGE_INSIDE);
    CHECK(edges[0].flags & SST_EDGE_FREE_LEFT);
    CHECK(edges[0].from.x == 0.25f && edges[0].to.x == 0.25f);
    CHECK_INT(gather(&set, look_from(-0.5, 1, 5)), 0);
    ssti_edge_query point = look_from(-0x1p-24, 1, 5);
    point.radius = 0.0f;
    CHECK_INT(gather(&set, point), 1);
    ssti_obstacles_free(&set);
}

TEST(closed_edges_are_seen_from_their_own_line) {
    ssti_obstacles set = make_set(false);
    ADD(&set, SST_OBSTACLE_SOLID, BOX);
    ADD(&set, SST_OBSTACLE_CHAIN, {10, 0}, {12, 0});
    ssti_edge_query query = look_from(1, 0, 5);
    CHECK_INT(gather(&set, query), 1);
    CHECK(!(edges[0].flags & SST_EDGE_INSIDE));
    query.closed = false;
    CHECK_INT(gather(&set, query), 0);
    query = look_from(11, 0, 0.5f);
    CHECK_INT(gather(&set, query), 1);
    query.closed = false;
    CHECK_INT(gather(&set, query), 0);
    query = look_from(9, 0, 2);
    CHECK_INT(gather(&set, query), 1);
    query = look_from(2, 2, 1);
    CHECK_INT(gather(&set, query), 2);
    ssti_obstacles_free(&set);
}

TEST(turn_flags_and_neighbour_directions) {
    ssti_obstacles set = make_set(false);
    ADD(&set, SST_OBSTACLE_CHAIN, {0, 0}, {1, 0}, {1, 1}, {2, 1});
    CHECK_INT(gather(&set, look_from(-3, 0.25, 10)), 3);
    CHECK_INT(edges[0].flags, SST_EDGE_TWO_SIDED | SST_EDGE_TO_LEFT_TURN);
    CHECK(edges[0].previous_direction.x == -1.0f && edges[0].next_direction.y == 1.0f);
    CHECK_INT(edges[1].flags,
              SST_EDGE_TWO_SIDED | SST_EDGE_FROM_LEFT_TURN | SST_EDGE_TO_RIGHT_TURN);
    CHECK_INT(edges[2].flags, SST_EDGE_TWO_SIDED | SST_EDGE_FROM_RIGHT_TURN);
    CHECK(edges[2].next_direction.x == -1.0f && edges[2].previous_direction.y == 1.0f);
    ssti_obstacles_free(&set);
}

TEST(a_closed_chain_turns_where_it_closes) {
    ssti_obstacles set = make_set(false);
    ADD(&set, SST_OBSTACLE_CHAIN, {0, 0}, {1, 0}, {1, 1}, {0, 0});
    CHECK_INT(set.edge_count, 3);
    CHECK_INT(ssti_obstacle_vertex_count(&set.all[0]), 4);
    CHECK_INT(gather(&set, look_from(0.75, 0.5, 10)), 3);
    for (int i = 0; i < 3; i++) {
        CHECK_INT(edges[i].flags,
                  SST_EDGE_TWO_SIDED | SST_EDGE_FROM_LEFT_TURN | SST_EDGE_TO_LEFT_TURN);
    }
    ssti_obstacles_free(&set);
}

/* --- Far ends --------------------------------------------------------------------------------- */

TEST(far_ends_are_brought_near_without_moving_the_line) {
    ssti_obstacles set = make_set(false);
    ADD(&set, SST_OBSTACLE_SOLID, {-9e7, -3e7}, {9e7, 3e7}, {0, 9e7});
    CHECK_INT(gather(&set, look_from(3, 0.5, 5)), 1);
    double distance = (3.0 * 0.5 - 0.5 * 1.5) / sqrt(1.5 * 1.5 + 0.5 * 0.5);
    CHECK_NEAR(sst_edge_distance(&edges[0]), distance, 3e-6);
    CHECK_NEAR(hypot((double)edges[0].from.x, (double)edges[0].from.y), 256.0, 0.01);
    CHECK_NEAR(hypot((double)edges[0].to.x, (double)edges[0].to.y), 256.0, 0.01);
    CHECK_INT(edges[0].flags, 0);
    CHECK_BITS(edges[0].previous_direction, edges[0].direction);
    CHECK_BITS(edges[0].next_direction, edges[0].direction);
    ssti_obstacles_free(&set);
}

TEST(one_far_end_keeps_the_near_one) {
    ssti_obstacles set = make_set(false);
    ADD(&set, SST_OBSTACLE_CHAIN, {0, -1}, {0, 0}, {100000, 0});
    CHECK_INT(gather(&set, look_from(-1, 1, 5)), 2);
    CHECK_INT(edges[1].flags, SST_EDGE_TWO_SIDED | SST_EDGE_FROM_RIGHT_TURN);
    CHECK(edges[1].from.x == 1.0f && edges[1].from.y == -1.0f);
    CHECK(edges[1].to.x == 256.0f && edges[1].to.y == -1.0f);
    ssti_obstacles_free(&set);
}

/* --- Against brute force -------------------------------------------------------------------- */

static double coordinate(test_rng *rng, double size) {
    double x =
        test_below(rng, 3) ? test_uniform(rng, -size, size) : floor(test_uniform(rng, -size, size));
    return ssti_lattice_round(x);
}

static void add_random(ssti_obstacles *set, test_rng *rng) {
    sst_point v[12];
    size_t count = 2 + (size_t)test_below(rng, 11);
    double x = coordinate(rng, 20), y = coordinate(rng, 20), turn = test_below(rng, 2) ? 1 : -1;
    for (size_t i = 0; i < count; i++) {
        double angle = turn * 6.2831853 * ((double)i + 0.2) / (double)count;
        double r = test_uniform(rng, 1, 6);
        v[i] =
            (sst_point){floor(4 * (x + r * cos(angle))) / 4, floor(4 * (y + r * sin(angle))) / 4};
    }
    sst_obstacle_def def =
        make_def(count > 2 ? (sst_obstacle_kind)test_below(rng, 4) : SST_OBSTACLE_CHAIN, v, count);
    def.layers = 1u << test_below(rng, 3);
    def.enabled = test_below(rng, 5) > 0;
    if (test_below(rng, 3) == 0) {
        def.velocity = (sst_vec2){test_uniform_f(rng, -2, 2), test_uniform_f(rng, -2, 2)};
    }
    sst_obstacle_id id;
    sst_result result = ssti_obstacles_add(set, &def, &id, NULL);
    CHECK(result == SST_OK || result == SST_ERROR_SELF_CROSSING ||
          result == SST_ERROR_TOO_FEW_VERTICES || result == SST_ERROR_NO_AREA);
}

typedef struct {
    bool seen[64];
    bool inside;
    uint32_t way_back;
} expected_edges;

static void expect_way_back(expected_edges *e, const ssti_obstacle *o, const sst_point *v,
                            sst_point p, long double limit) {
    long double best = limit;
    for (uint32_t i = 0; i < o->edge_count; i++) {
        long double d = exact_distance(p, v[i], v[i + 1]);
        if (d < best) {
            best = d;
            e->inside = true;
            e->way_back = i;
        }
    }
}

/* What the text of the query promises of one obstacle. */
static expected_edges expect(const ssti_obstacles *set, const ssti_obstacle *o,
                             const ssti_edge_query *q) {
    expected_edges e = {.inside = false};
    const sst_point *v = set->store.vertices + o->first;
    if (!o->enabled || !(o->layers & q->obstacle_mask)) {
        return e;
    }
    bool polygon = o->kind != SST_OBSTACLE_CHAIN;
    int inside = polygon ? exact_locate(v, o->edge_count, q->position) : 0;
    if (q->bring_out && polygon && inside == (o->kind == SST_OBSTACLE_SOLID ? 1 : -1)) {
        expect_way_back(&e, o, v, q->position,
                        inside > 0 ? HUGE_VALL : (long double)q->radius + 0x1p-10L);
        return e;
    }
    long double vx = (long double)o->velocity.x, vy = (long double)o->velocity.y;
    long double reach = (long double)q->reach + (long double)q->horizon * hypotl(vx, vy);
    for (uint32_t i = 0; i < o->edge_count; i++) {
        int side = exact_side(v[i], v[i + 1], q->position);
        bool free_side = side == 0 ? q->closed : !polygon || (side > 0) == o->free_left;
        e.seen[i] = free_side && exact_distance(q->position, v[i], v[i + 1]) < reach;
    }
    return e;
}

static void check_order(size_t count) {
    for (size_t i = 1; i < count; i++) {
        const ssti_edge_rank *a = &ranks[i - 1], *b = &ranks[i];
        bool ordered = a->inside != b->inside             ? a->inside
                       : a->distance_sq != b->distance_sq ? a->distance_sq < b->distance_sq
                       : a->key != b->key                 ? a->key < b->key
                                                          : a->number < b->number;
        CHECK(ordered);
    }
}

static size_t check_gather(ssti_obstacles *set, const ssti_edge_query *q) {
    size_t count = gather(set, *q), expected_count = 0;
    static bool found[256][64];
    memset(found, 0, sizeof found);
    for (size_t i = 0; i < count; i++) {
        const ssti_obstacle *o = &set->all[ranks[i].slot];
        const sst_point *v = set->store.vertices + o->first + ranks[i].number;
        expected_edges e = expect(set, o, q);
        bool wanted = e.inside ? ranks[i].inside : e.seen[ranks[i].number] && !ranks[i].inside;
        CHECK(wanted);
        if (e.inside) {
            const sst_point *all = set->store.vertices + o->first;
            CHECK_NEAR(exact_distance(q->position, v[0], v[1]),
                       exact_distance(q->position, all[e.way_back], all[e.way_back + 1]), 1e-9);
        }
        CHECK(!found[ranks[i].slot][ranks[i].number]);
        found[ranks[i].slot][ranks[i].number] = true;
        CHECK(edges[i].from.x == (float)(v[0].x - q->position.x) &&
              edges[i].to.y == (float)(v[1].y - q->position.y));
    }
    for (size_t slot = 0; slot < set->count; slot++) {
        expected_edges e = expect(set, &set->all[slot], q);
        expected_count += e.inside;
        for (uint32_t i = 0; i < set->all[slot].edge_count; i++) {
            expected_count += e.seen[i];
        }
    }
    CHECK_INT(count, expected_count);
    check_order(count);
    return count;
}

TEST(gather_agrees_with_a_loop_over_all_edges) {
    test_rng rng = test_seed(7);
    size_t total = 0;
    for (long scene = 0; scene < test_count(150, 5000); scene++) {
        ssti_obstacles set = make_set(test_below(&rng, 2));
        for (size_t i = test_below(&rng, 60); i > 0; i--) {
            add_random(&set, &rng);
        }
        for (int step = 0; step < 3; step++) {
            for (int i = 0; i < 20; i++) {
                ssti_edge_query q = look_from(coordinate(&rng, 25), coordinate(&rng, 25),
                                              test_uniform_f(&rng, 0, 20));
                q.radius = test_uniform_f(&rng, 0, 2);
                q.horizon = test_below(&rng, 2) ? test_uniform_f(&rng, 0, 4) : 0.0f;
                q.obstacle_mask = 1 + (uint32_t)test_below(&rng, 7);
                q.closed = test_below(&rng, 2);
                q.bring_out = test_below(&rng, 2);
                total += check_gather(&set, &q);
            }
            ssti_obstacles_advance(&set, 0.25f);
        }
        ssti_obstacles_free(&set);
    }
    CHECK(total > 10000);
}

/* --- The set ---------------------------------------------------------------------------------- */

TEST(order_of_adding_and_removing_changes_nothing) {
    const sst_point a[] = {BOX}, b[] = {{5, 0}, {7, 0}, {6, 2}}, c[] = {{-4, -4}, {-2, 8}};
    ssti_obstacles set = make_set(false), other = make_set(false);
    sst_obstacle_def defs[3] = {make_def(SST_OBSTACLE_SOLID, a, 4),
                                make_def(SST_OBSTACLE_SOLID, b, 3),
                                make_def(SST_OBSTACLE_CHAIN, c, 2)};
    sst_obstacle_id id, gone;
    for (int i = 0; i < 3; i++) {
        defs[i].key = 10 + (uint64_t)i;
        CHECK_INT(ssti_obstacles_add(&set, &defs[i], &id, NULL), SST_OK);
    }
    sst_obstacle_def extra = make_def(SST_OBSTACLE_SOLID, a, 4);
    CHECK_INT(ssti_obstacles_add(&other, &extra, &gone, NULL), SST_OK);
    for (int i = 3; i-- > 0;) {
        CHECK_INT(ssti_obstacles_add(&other, &defs[i], &id, NULL), SST_OK);
    }
    CHECK_INT(ssti_obstacles_remove(&other, gone), SST_OK);
    CHECK_INT(ssti_obstacles_remove(&other, gone), SST_ERROR_STALE_ID);
    CHECK(!ssti_obstacles_find(&other, gone));
    other.created = set.created;
    CHECK(ssti_obstacles_hash(&set) == ssti_obstacles_hash(&other));
    sst_edge first[16];
    size_t count = gather(&set, look_from(3, 3, 20));
    memcpy(first, edges, count * sizeof *edges);
    CHECK_INT(gather(&other, look_from(3, 3, 20)), count);
    CHECK(count > 3 && memcmp(first, edges, count * sizeof *edges) == 0);
    ssti_obstacles_free(&set);
    ssti_obstacles_free(&other);
}

TEST(the_store_survives_many_changes) {
    test_rng rng = test_seed(8);
    ssti_obstacles set = make_set(false);
    sst_obstacle_id ids[40] = {{0}};
    sst_point at[40];
    for (int i = 0; i < 4000; i++) {
        size_t k = (size_t)test_below(&rng, 40);
        if (ids[k].value) {
            const ssti_obstacle *o = ssti_obstacles_find(&set, ids[k]);
            REQUIRE(o != NULL);
            CHECK(set.store.vertices[o->first].x == at[k].x);
            CHECK_INT(o->edge_count, 3 + k % 5);
            CHECK_INT(ssti_obstacles_remove(&set, ids[k]), SST_OK);
            ids[k].value = 0;
        } else {
            sst_point v[8];
            at[k].x = floor(test_uniform(&rng, -99, 99));
            for (size_t n = 0; n < 3 + k % 5; n++) {
                v[n] = (sst_point){at[k].x + (double)n, (double)(n * n)};
            }
            ids[k] = add(&set, SST_OBSTACLE_SOLID, v, 3 + k % 5);
        }
        CHECK(set.store.live <= set.store.used && set.store.used <= set.store.capacity);
    }
    CHECK(set.store.capacity < 40 * 8 * 4);
    ssti_obstacles_free(&set);
}

TEST(a_copy_of_its_own_vertices_may_be_added) {
    ssti_obstacles set = make_set(false);
    sst_obstacle_id id = ADD(&set, SST_OBSTACLE_SOLID, BOX);
    for (int i = 0; i < 100; i++) {
        const ssti_obstacle *o = ssti_obstacles_find(&set, id);
        id = add(&set, SST_OBSTACLE_SOLID, set.store.vertices + o->first, 4);
        o = ssti_obstacles_find(&set, id);
        CHECK(set.store.vertices[o->first + 2].x == 2.0);
        CHECK(set.store.vertices[o->first + 3].y == 2.0);
    }
    ssti_obstacles_free(&set);
}

TEST(nothing_is_allocated_within_what_was_reserved) {
    failing_allocator books;
    failing_allocator_init(&books);
    sst_allocator allocator = failing_allocator_interface(&books);
    ssti_obstacles set;
    ssti_obstacles_init(&set, &allocator, false);
    CHECK_INT(ssti_obstacles_reserve(&set, 100), SST_OK);
    long before = books.allocations;
    test_rng rng = test_seed(9);
    for (int round = 0; round < 50; round++) {
        while (set.edge_count + 4 <= 100) {
            if (test_below(&rng, 2)) {
                ADD(&set, SST_OBSTACLE_SOLID, BOX, {0, 0});
            } else {
                ADD(&set, SST_OBSTACLE_CHAIN, {0, 5}, {3, 5});
            }
        }
        gather(&set, look_from(3, 3, 20));
        while (set.count > 20) {
            sst_obstacle_id id = {set.all[test_below(&rng, set.count)].id};
            CHECK_INT(ssti_obstacles_remove(&set, id), SST_OK);
        }
        ssti_obstacles_advance(&set, 1.0f);
        gather(&set, look_from(3, 3, 20));
    }
    CHECK_INT(books.allocations, before);
    ssti_obstacles_free(&set);
    CHECK_INT(books.live_blocks, 0);
    CHECK_INT(books.mistakes, 0);
}

static sst_result add_three(ssti_obstacles *set, int *added) {
    const sst_point v[] = {BOX, {-3, 1}, {-2, -5}, {0, -6}, {4, -7}, {5, -1}};
    sst_result result = SST_OK;
    for (*added = 0; *added < 3; ++*added) {
        sst_obstacle_def def = make_def(SST_OBSTACLE_AUTO, v + *added, (size_t)(2 + *added));
        sst_obstacle_id id = {77};
        uint64_t hash = ssti_obstacles_hash(set);
        result = ssti_obstacles_add(set, &def, &id, NULL);
        if (result != SST_OK) {
            CHECK(ssti_obstacles_hash(set) == hash);
            CHECK_INT(id.value, 77);
            CHECK_INT(set->count, *added);
            break;
        }
    }
    return result;
}

TEST(a_failed_allocation_changes_nothing) {
    for (long fail_at = 0;; fail_at++) {
        failing_allocator books;
        failing_allocator_init(&books);
        sst_allocator allocator = failing_allocator_interface(&books);
        ssti_obstacles set;
        ssti_obstacles_init(&set, &allocator, false);
        books.until_failure = fail_at;
        int added;
        sst_result result = add_three(&set, &added);
        CHECK_INT(result, books.failures ? SST_ERROR_OUT_OF_MEMORY : SST_OK);
        gather(&set, look_from(3, 3, 20));
        books.until_failure = -1;
        if (added < 3) {
            ADD(&set, SST_OBSTACLE_SOLID, BOX);
        }
        ssti_obstacles_free(&set);
        CHECK_INT(books.live_blocks, 0);
        CHECK_INT(books.mistakes, 0);
        if (!books.failures) {
            CHECK(fail_at > 8);
            break;
        }
    }
}

TEST(moving_ones_move_whole_and_stop_at_the_worlds_end) {
    ssti_obstacles set = make_set(false);
    sst_point v[] = {{9.9999990e7, 0}, {9.9999995e7, 0}, {9.9999993e7, 2}};
    sst_obstacle_def def = make_def(SST_OBSTACLE_SOLID, v, 3);
    def.velocity = (sst_vec2){1.0f, 0.1f};
    sst_obstacle_id id;
    CHECK_INT(ssti_obstacles_add(&set, &def, &id, NULL), SST_OK);
    for (int i = 0; i < 100; i++) {
        ssti_obstacles_advance(&set, 0.1f);
    }
    const sst_point *now = set.store.vertices + set.all[0].first;
    CHECK(now[1].x == SST_MAX_COORDINATE);
    CHECK(now[1].x - now[0].x == 5.0 && now[1].x - now[2].x == 2.0 && now[3].x == now[0].x);
    CHECK_NEAR(now[0].y, 1.0, 1e-5);
    CHECK(now[0].y == ssti_lattice_round(now[0].y) && now[2].y - now[0].y == 2.0);
    ssti_edge_query query = look_from(99999994, -1, 5);
    size_t count = gather(&set, query);
    CHECK_INT(count, 1);
    CHECK(edges[0].flags & SST_EDGE_MOVING && edges[0].velocity.x == 1.0f);
    ssti_obstacles_free(&set);
}

/* --- Size ------------------------------------------------------------------------------------- */

static void make_ring(sst_point *v, size_t count, double radius) {
    for (size_t i = 0; i < count; i++) {
        double angle = 6.283185307179586 * (double)i / (double)count;
        v[i] = (sst_point){radius * cos(angle), radius * sin(angle)};
    }
}

/* A room of many edges: from near its wall, from its middle and from outside. */
TEST(a_polygon_of_many_vertices_is_nothing_special) {
    for (size_t count = 10000; count <= 100000; count *= 10) {
        sst_point *v = malloc(count * sizeof *v);
        make_ring(v, count, 1000);
        ssti_obstacles set = make_set(false);
        add(&set, SST_OBSTACLE_ROOM, v, count);
        double length = 2 * 3.14159265 * 1000 / (double)set.edge_count;
        CHECK_NEAR((double)gather(&set, look_from(999.5, 0, 1)), sqrt(3) / length, 3);
        CHECK_MSG((double)nodes_entered < 100 + 1 / length, "%zu nodes", nodes_entered);
        CHECK_INT(gather(&set, look_from(1, 2, 1)), 0);
        CHECK_MSG(nodes_entered < 40, "%zu nodes", nodes_entered);
        CHECK_INT(gather(&set, look_from(-600, 800.1, 1)), 1);
        CHECK_MSG(nodes_entered < 200, "%zu nodes", nodes_entered);
        CHECK_INT(gather(&set, look_from(-900, 900, 200)), 0);
        CHECK_MSG(nodes_entered < 100, "%zu nodes", nodes_entered);
        ssti_obstacles_free(&set);
        free(v);
    }
}

TEST(a_map_of_100000_edges_is_nothing_special) {
    ssti_obstacles set = make_set(false);
    for (int i = 0; i < 25000; i++) {
        double x = 4.0 * (i % 250), y = 4.0 * (double)(i / 250);
        ADD(&set, SST_OBSTACLE_SOLID, {x, y}, {x + 2, y}, {x + 2, y + 2}, {x, y + 2});
    }
    CHECK_INT(set.edge_count, 100000);
    size_t most = 0;
    for (int i = 0; i < 250; i++) {
        CHECK_INT(gather(&set, look_from(4.0 * i + 3, 4.0 * (i % 100) + 1, 1.5f)), i < 249 ? 2 : 1);
        most = nodes_entered > most ? nodes_entered : most;
        CHECK_INT(gather(&set, look_from(4.0 * i + 1.25, 4.0 * (i % 100) + 1, 1)), 1);
        CHECK(edges[0].flags & SST_EDGE_INSIDE && edges[0].from.x == 0.75f);
        most = nodes_entered > most ? nodes_entered : most;
    }
    CHECK_MSG(most < 60, "%zu nodes", most);
    ssti_obstacles_free(&set);
}

SUITE(obstacles, CASE(a_solid_is_seen_from_outside_whatever_its_winding),
      CASE(of_equally_near_ways_out_the_first_edge_counts),
      CASE(a_clockwise_polygon_is_a_room_where_winding_counts),
      CASE(a_room_takes_back_who_touches_it_and_ignores_who_is_far_outside),
      CASE(closed_edges_are_seen_from_their_own_line), CASE(turn_flags_and_neighbour_directions),
      CASE(a_closed_chain_turns_where_it_closes),
      CASE(far_ends_are_brought_near_without_moving_the_line), CASE(one_far_end_keeps_the_near_one),
      CASE(gather_agrees_with_a_loop_over_all_edges),
      CASE(order_of_adding_and_removing_changes_nothing), CASE(the_store_survives_many_changes),
      CASE(a_copy_of_its_own_vertices_may_be_added),
      CASE(nothing_is_allocated_within_what_was_reserved),
      CASE(a_failed_allocation_changes_nothing),
      CASE(moving_ones_move_whole_and_stop_at_the_worlds_end),
      CASE(a_polygon_of_many_vertices_is_nothing_special),
      CASE(a_map_of_100000_edges_is_nothing_special))
