/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The box tree against a loop over all boxes, and the work it does where boxes coincide. */
#include "harness.h"
#include "world/box_tree.h"

typedef struct {
    size_t count;
    ssti_box *boxes;
    ssti_box_tree tree;
    ssti_sort_item *scratch;
} forest;

static forest make_forest(size_t count) {
    size_t room = count ? count : 1;
    forest f = {.count = count};
    f.boxes = malloc(room * sizeof *f.boxes);
    f.scratch = malloc(2 * room * sizeof *f.scratch);
    f.tree = (ssti_box_tree){(uint32_t)count, malloc(room * sizeof *f.tree.items),
                             malloc(room * sizeof *f.tree.nodes)};
    return f;
}

static void free_forest(forest *f) {
    free(f->boxes);
    free(f->scratch);
    free(f->tree.items);
    free(f->tree.nodes);
}

static ssti_box random_box(test_rng *rng, double size) {
    double x = floor(test_uniform(rng, -100, 100)), y = floor(test_uniform(rng, -100, 100));
    return (ssti_box){x, y, x + floor(test_uniform(rng, 0, size)),
                      y + floor(test_uniform(rng, 0, size))};
}

typedef struct {
    ssti_box_query query;
    ssti_box around;
    const ssti_box *boxes;
    unsigned char *met;
    size_t count;
    uint32_t nearest;
} probe;

static double rank(const ssti_box_query *query, const ssti_box *box) {
    return ssti_box_distance_sq(&((const probe *)(const void *)query)->around, box);
}

static bool mark(ssti_box_query *query, uint32_t item) {
    probe *p = (probe *)(void *)query;
    if (rank(query, &p->boxes[item]) <= query->bound) {
        p->met[item]++;
        p->count++;
    }
    return true;
}

static bool narrow(ssti_box_query *query, uint32_t item) {
    probe *p = (probe *)(void *)query;
    double distance_sq = rank(query, &p->boxes[item]);
    if (distance_sq < query->bound || (distance_sq == query->bound && item < p->nearest)) {
        query->bound = distance_sq;
        p->nearest = item;
    }
    return true;
}

static bool stop(ssti_box_query *query, uint32_t item) {
    (void)item;
    ((probe *)(void *)query)->count++;
    return false;
}

static void check_range(const forest *f, test_rng *rng) {
    unsigned char *met = calloc(f->count + 1, 1);
    probe p = {.query = {rank, mark, test_uniform(rng, 0, 1000), 0}, .boxes = f->boxes, .met = met};
    p.around = random_box(rng, 5);
    CHECK(ssti_box_tree_walk(&f->tree, &p.query));
    for (size_t i = 0; i < f->count; i++) {
        CHECK_INT(met[i], rank(&p.query, &f->boxes[i]) <= p.query.bound);
    }
    free(met);
}

static void check_nearest(const forest *f, test_rng *rng) {
    probe p = {.query = {rank, narrow, HUGE_VAL, 0}, .boxes = f->boxes, .nearest = UINT32_MAX};
    p.around = random_box(rng, 5);
    ssti_box_tree_walk(&f->tree, &p.query);
    uint32_t best = UINT32_MAX;
    for (uint32_t i = 0; i < f->count; i++) {
        bool first = best == UINT32_MAX;
        best = first || rank(&p.query, &f->boxes[i]) < rank(&p.query, &f->boxes[best]) ? i : best;
    }
    CHECK_INT(p.nearest, best);
}

TEST(range_and_nearest_agree_with_a_loop) {
    test_rng rng = test_seed(3);
    for (size_t count = 0; count < 300; count += 1 + count / 4) {
        forest f = make_forest(count);
        for (size_t i = 0; i < count; i++) {
            f.boxes[i] = random_box(&rng, i % 7 == 0 ? 60 : 4);
        }
        ssti_box_tree_build(&f.tree, f.boxes, f.scratch);
        for (int i = 0; i < 40; i++) {
            check_range(&f, &rng);
            check_nearest(&f, &rng);
        }
        free_forest(&f);
    }
}

TEST(bounds_and_shift) {
    test_rng rng = test_seed(4);
    forest f = make_forest(50);
    ssti_box all = {HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    for (size_t i = 0; i < f.count; i++) {
        f.boxes[i] = random_box(&rng, 9);
        all = ssti_box_join(all, f.boxes[i]);
    }
    ssti_box_tree_build(&f.tree, f.boxes, f.scratch);
    ssti_box bounds = ssti_box_tree_bounds(&f.tree);
    CHECK_BITS(bounds, all);
    for (size_t i = 0; i < f.count; i++) {
        f.boxes[i] = ssti_box_moved(f.boxes[i], (sst_point){3, -40});
    }
    ssti_box_tree_shift(&f.tree, (sst_point){3, -40});
    for (int i = 0; i < 20; i++) {
        check_range(&f, &rng);
    }
    free_forest(&f);
}

TEST(a_visitor_ends_the_walk) {
    forest f = make_forest(100);
    for (size_t i = 0; i < f.count; i++) {
        f.boxes[i] = (ssti_box){0, 0, 1, 1};
    }
    ssti_box_tree_build(&f.tree, f.boxes, f.scratch);
    probe p = {.query = {rank, stop, 0, 0}, .boxes = f.boxes};
    CHECK(!ssti_box_tree_walk(&f.tree, &p.query));
    CHECK_INT(p.count, 1);
    free_forest(&f);
}

/* A walk that meets all enters each node once: n / 4 leaves and a third as many above them. A walk
 * that meets nothing enters none. */
TEST(coincident_boxes_cost_no_more) {
    forest f = make_forest(100000);
    for (size_t i = 0; i < f.count; i++) {
        f.boxes[i] = (ssti_box){1, 1, 1, 1};
    }
    ssti_box_tree_build(&f.tree, f.boxes, f.scratch);
    probe p = {.query = {rank, mark, 0, 0}, .around = {1, 1, 1, 1}, .boxes = f.boxes};
    p.met = calloc(f.count, 1);
    ssti_box_tree_walk(&f.tree, &p.query);
    CHECK_INT(p.count, f.count);
    CHECK(p.query.nodes_entered < f.count / 2);
    probe away = {.query = {rank, mark, 0, 0}, .around = {2, 1, 2, 1}, .boxes = f.boxes};
    ssti_box_tree_walk(&f.tree, &away.query);
    CHECK_INT(away.query.nodes_entered, 0);
    free(p.met);
    free_forest(&f);
}

TEST(a_small_range_enters_few_nodes) {
    test_rng rng = test_seed(5);
    forest f = make_forest(100000);
    for (size_t i = 0; i < f.count; i++) {
        double x = test_uniform(&rng, 0, 1000), y = test_uniform(&rng, 0, 1000);
        f.boxes[i] = (ssti_box){x, y, x, y};
    }
    ssti_box_tree_build(&f.tree, f.boxes, f.scratch);
    size_t most = 0;
    unsigned char *met = calloc(f.count, 1);
    for (int i = 0; i < 200; i++) {
        double x = test_uniform(&rng, 0, 1000), y = test_uniform(&rng, 0, 1000);
        probe p = {
            .query = {rank, mark, 25, 0}, .around = {x, y, x, y}, .boxes = f.boxes, .met = met};
        ssti_box_tree_walk(&f.tree, &p.query);
        most = p.query.nodes_entered > most ? p.query.nodes_entered : most;
    }
    CHECK_MSG(most < 150, "%zu nodes entered", most);
    free(met);
    free_forest(&f);
}

TEST(sorts_by_key_and_keeps_the_order_of_equals) {
    test_rng rng = test_seed(6);
    for (size_t count = 0; count < 3000; count = count * 2 + 1) {
        ssti_sort_item *items = malloc((count + 1) * sizeof *items), *other;
        other = malloc((count + 1) * sizeof *other);
        uint64_t mask = test_below(&rng, 2) ? UINT64_MAX : 0xf0;
        for (size_t i = 0; i < count; i++) {
            items[i] = (ssti_sort_item){test_u64(&rng) & mask, (uint32_t)i};
        }
        const ssti_sort_item *sorted = ssti_sort_items(items, other, count);
        CHECK(sorted == items || sorted == other);
        for (size_t i = 1; i < count; i++) {
            CHECK(sorted[i - 1].key < sorted[i].key ||
                  (sorted[i - 1].key == sorted[i].key && sorted[i - 1].index < sorted[i].index));
        }
        free(items);
        free(other);
    }
}

SUITE(box_tree, CASE(range_and_nearest_agree_with_a_loop), CASE(bounds_and_shift),
      CASE(a_visitor_ends_the_walk), CASE(coincident_boxes_cost_no_more),
      CASE(a_small_range_enters_few_nodes), CASE(sorts_by_key_and_keeps_the_order_of_equals))
