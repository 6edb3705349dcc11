/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Neighbours against a search that looks at everybody: the same agents in the same order, whatever
 * the scene: random, ties on a grid, all on one point, mixed sizes, far from the origin. */
#include "harness.h"

#include "scenes.h"
#include "sidestep/sidestep.h"
#include "world/neighbors.h"
#include "world/world_state.h"

/* --- The search that looks at everybody ---------------------------------------------------- */

typedef struct seen {
    float rank;
    uint64_t key;
    sst_agent_id id;
    bool could_meet;
} seen;

static int compare_seen(const void *left, const void *right) {
    const seen *a = left, *b = right;
    if (a->rank != b->rank) {
        return a->rank < b->rank ? -1 : 1;
    }
    return a->key < b->key ? -1 : a->key > b->key;
}

static float greatest_speed(const sst_agent_def *agent) {
    float speed =
        sqrtf(agent->velocity.x * agent->velocity.x + agent->velocity.y * agent->velocity.y);
    return agent->scripted && speed > agent->max_speed ? speed : agent->max_speed;
}

/* Whether `a` sees `b`, as world.h says, and how near it is. */
static bool sees(const sst_world_def *rules, const sst_agent_def *a, const sst_agent_def *b,
                 seen *how) {
    float dx = (float)(b->position.x - a->position.x), dy = (float)(b->position.y - a->position.y);
    float distance_sq = dx * dx + dy * dy;
    float gap = sqrtf(distance_sq) - (a->radius + b->radius);
    float speeds = greatest_speed(a) + greatest_speed(b);
    float dt = rules->solve.time_step;
    bool in_range;
    if (a->neighbor_dist == SST_AUTO) {
        in_range = gap <= (a->time_horizon > dt ? a->time_horizon : dt) * speeds;
    } else {
        in_range = distance_sq < a->neighbor_dist * a->neighbor_dist ||
                   (rules->reach_covers_step && gap <= dt * speeds);
    }
    how->rank = rules->neighbor_ranking == SST_RANK_CENTRE_DISTANCE ? distance_sq : gap;
    if (rules->neighbor_ranking == SST_RANK_IMMINENCE) {
        float distance = sqrtf(distance_sq), vx = a->velocity.x - b->velocity.x;
        float along = vx * dx + (a->velocity.y - b->velocity.y) * dy;
        float closing = distance > 0 ? along / distance : speeds;
        closing = fmaxf(-speeds, fminf(closing, speeds));
        how->rank = gap - rules->rank_horizon * closing;
    }
    how->key = b->key;
    how->could_meet = gap <= dt * speeds;
    return in_range && (b->layers & a->mask) && a->max_neighbors > 0 && a->neighbor_dist != 0.0f;
}

typedef struct crowd {
    sst_world *world;
    sst_world_def rules;
    size_t count;
    sst_agent_id *ids;
    sst_agent_def *agents;
    seen *found;
    sst_agent_id *answer;
} crowd;

static void read_crowd(crowd *c) {
    sst_agent_view view;
    sst_world_view_agents(c->world, &view);
    c->count = view.count;
    c->ids = realloc(c->ids, (view.count + 1) * sizeof *c->ids);
    c->agents = realloc(c->agents, (view.count + 1) * sizeof *c->agents);
    c->found = realloc(c->found, (view.count + 1) * sizeof *c->found);
    c->answer = realloc(c->answer, (view.count + 1) * sizeof *c->answer);
    for (size_t i = 0; i < view.count; i++) {
        c->ids[i] = view.ids[i];
        sst_world_get_agent(c->world, c->ids[i], &c->agents[i]);
    }
}

static void end_crowd(crowd *c) {
    sst_world_destroy(c->world);
    free(c->ids);
    free(c->agents);
    free(c->found);
    free(c->answer);
}

static size_t find_all(crowd *c, size_t of) {
    size_t count = 0;
    for (size_t i = 0; i < c->count; i++) {
        seen how;
        if (i != of && sees(&c->rules, &c->agents[of], &c->agents[i], &how)) {
            how.id = c->ids[i];
            c->found[count++] = how;
        }
    }
    qsort(c->found, count, sizeof *c->found, compare_seen);
    return count;
}

static void check_neighbors_of(crowd *c, size_t of) {
    size_t all = find_all(c, of), limit = c->agents[of].max_neighbors, count;
    size_t expected = all < limit ? all : limit;
    REQUIRE(sst_world_query_neighbors(c->world, c->ids[of], c->answer, c->count, &count) == SST_OK);
    bool same =
        CHECK_MSG(count == expected, "agent %zu: %zu neighbours, not %zu", of, count, expected);
    for (size_t i = 0; i < count && same; i++) {
        same = CHECK_MSG(c->answer[i].value == c->found[i].id.value,
                         "agent %zu: another neighbour %zu", of, i);
    }
}

static void check_all_neighbors(crowd *c) {
    read_crowd(c);
    for (size_t i = 0; i < c->count; i++) {
        check_neighbors_of(c, i);
    }
}

/* The flag after a step, against all that the state before it says. */
static void check_truncated(crowd *c) {
    read_crowd(c);
    REQUIRE(sst_world_step(c->world, NULL) == SST_OK);
    sst_agent_view view;
    sst_world_view_agents(c->world, &view);
    for (size_t i = 0; i < c->count; i++) {
        size_t all = find_all(c, i);
        bool expected = false;
        for (size_t k = c->agents[i].max_neighbors; k < all; k++) {
            expected |= c->found[k].could_meet;
        }
        expected &= !c->agents[i].scripted;
        CHECK(((view.status[i] & SST_STATUS_TRUNCATED) != 0) == expected);
    }
}

static bool begin_crowd_ranked(crowd *c, sst_profile profile, sst_neighbor_ranking ranking) {
    *c = (crowd){0};
    sst_world_def_init(&c->rules, profile);
    c->rules.neighbor_ranking = ranking;
    c->rules.rank_horizon = 0.7f;
    c->rules.obstacles_by_winding = false;
    return CHECK(sst_world_create(&c->rules, &c->world) == SST_OK);
}

static sst_neighbor_ranking usual_ranking(sst_profile profile) {
    return profile == SST_PROFILE_CLASSIC ? SST_RANK_CENTRE_DISTANCE : SST_RANK_SURFACE_GAP;
}

static bool begin_crowd(crowd *c, sst_profile profile) {
    return begin_crowd_ranked(c, profile, usual_ranking(profile));
}

/* Keys in no order: a bijection of the numbers below 2^32. */
static uint64_t scattered_key(uint64_t i) {
    return (i * UINT64_C(2654435761)) & 0xffffffffu;
}

/* --- Scenes -------------------------------------------------------------------------------- */

static void check_random_ranked(sst_profile profile, sst_neighbor_ranking ranking, double half_side,
                                size_t count, uint64_t seed) {
    crowd c;
    if (!begin_crowd_ranked(&c, profile, ranking)) {
        return;
    }
    test_rng rng = test_seed(seed);
    for (size_t i = 0; i < count; i++) {
        sst_agent_def def = scene_random_agent(&rng, half_side);
        if (test_below(&rng, 3) == 0) {
            def.neighbor_dist = test_uniform_f(&rng, 0.5f, 8.0f);
        }
        scene_add(c.world, &def);
    }
    check_all_neighbors(&c);
    check_truncated(&c);
    check_all_neighbors(&c); /* they have moved */
    end_crowd(&c);
}

static void check_random(sst_profile profile, double half_side, size_t count, uint64_t seed) {
    check_random_ranked(profile, usual_ranking(profile), half_side, count, seed);
}

/* Some go faster than they may: what was set from outside. */
TEST(random_crowds_by_imminence) {
    for (uint64_t seed = 0; seed < 6; seed++) {
        check_random_ranked(SST_PROFILE_DEFAULT, SST_RANK_IMMINENCE, 2.0, 60, 400 + seed);
        check_random_ranked(SST_PROFILE_CLASSIC, SST_RANK_IMMINENCE, 10.0, 300, 500 + seed);
        check_random_ranked(SST_PROFILE_DEFAULT, SST_RANK_IMMINENCE, 100.0, 300, 600 + seed);
        check_random_ranked(SST_PROFILE_DEFAULT, SST_RANK_IMMINENCE, 0.0, 40, 700 + seed);
    }
}

TEST(random_crowds) {
    for (uint64_t seed = 0; seed < 12; seed++) {
        sst_profile profile = seed % 2 ? SST_PROFILE_CLASSIC : SST_PROFILE_DEFAULT;
        check_random(profile, 2.0, 60, seed);
        check_random(profile, 10.0, 300, 100 + seed);
        check_random(profile, 100.0, 300, 200 + seed);
        check_random(profile, 0.0, 40, 300 + seed); /* all on one point, of all sizes */
    }
}

TEST(small_worlds) {
    for (size_t count = 0; count < 40; count++) {
        check_random(SST_PROFILE_DEFAULT, 3.0, count, count);
    }
}

/* Whole-number coordinates: many at the very same distance; the key decides. */
static void check_grid(sst_profile profile, sst_point origin) {
    crowd c;
    if (!begin_crowd(&c, profile)) {
        return;
    }
    test_rng rng = test_seed(5);
    for (uint64_t i = 0; i < 300; i++) {
        sst_agent_def def = scene_agent(origin.x + (double)test_below(&rng, 17),
                                        origin.y + (double)test_below(&rng, 17));
        def.key = scattered_key(i);
        def.neighbor_dist = 5.0f;
        def.max_neighbors = 5 + (uint32_t)test_below(&rng, 10);
        scene_add(c.world, &def);
    }
    check_all_neighbors(&c);
    check_truncated(&c);
    end_crowd(&c);
}

TEST(ties_on_a_grid) {
    check_grid(SST_PROFILE_DEFAULT, (sst_point){0.0, 0.0});
    check_grid(SST_PROFILE_CLASSIC, (sst_point){0.0, 0.0});
    check_grid(SST_PROFILE_DEFAULT, (sst_point){1e7, -9.9e7});
}

/* A large agent is near by its surface, however far its centre. */
TEST(a_large_agent_is_not_overlooked) {
    crowd c;
    REQUIRE(begin_crowd(&c, SST_PROFILE_DEFAULT));
    sst_agent_def def = scene_agent(0.0, 0.0);
    def.max_neighbors = 3;
    scene_add(c.world, &def);
    for (int i = 0; i < 30; i++) {
        def = scene_agent(2.0 + 0.1 * i, 1.0);
        scene_add(c.world, &def);
    }
    def = scene_agent(-50.5, 0.0);
    def.radius = 50.0f;
    sst_agent_id large = scene_add(c.world, &def);
    check_all_neighbors(&c);
    CHECK(c.answer && find_all(&c, 0) > 3 && c.found[0].id.value == large.value);
    end_crowd(&c);
}

/* Agents that are moved one by one, far, are found where they are. */
TEST(the_index_is_never_stale) {
    crowd c;
    REQUIRE(begin_crowd(&c, SST_PROFILE_DEFAULT));
    for (int i = 0; i < 50; i++) {
        double angle = 0.12566370614359172 * i;
        sst_agent_def def = scene_agent(5.0 * cos(angle), 5.0 * sin(angle));
        scene_add(c.world, &def);
    }
    for (int step = 0; step < 20; step++) {
        read_crowd(&c);
        for (size_t i = 0; i < c.count; i++) {
            sst_point to = {c.agents[i].position.x + 5.0, c.agents[i].position.y};
            CHECK(sst_world_move_agent(c.world, c.ids[i], to) == SST_OK);
        }
        check_all_neighbors(&c);
        REQUIRE(sst_world_step(c.world, NULL) == SST_OK);
    }
    end_crowd(&c);
}

/* Room made between a search and a step moves the index. */
TEST(the_index_outlives_more_room) {
    crowd c;
    REQUIRE(begin_crowd(&c, SST_PROFILE_DEFAULT));
    for (int i = 0; i < 20; i++) {
        sst_agent_def def = scene_agent((double)(i % 5), (double)(i / 5));
        scene_add(c.world, &def);
    }
    read_crowd(&c);
    check_all_neighbors(&c);
    CHECK_INT(sst_world_reserve(c.world, 500, 0), SST_OK);
    check_all_neighbors(&c);
    CHECK_INT(sst_world_reserve(c.world, 5000, 0), SST_OK);
    REQUIRE(sst_world_step(c.world, NULL) == SST_OK);
    read_crowd(&c);
    check_all_neighbors(&c);
    end_crowd(&c);
}

TEST(who_sees_nobody_has_no_neighbours) {
    crowd c;
    REQUIRE(begin_crowd(&c, SST_PROFILE_DEFAULT));
    sst_agent_def def = scene_agent(0.0, 0.0);
    def.max_neighbors = 0;
    sst_agent_id by_count = scene_add(c.world, &def), answer[2];
    def.max_neighbors = 10;
    def.neighbor_dist = 0.0f;
    sst_agent_id by_distance = scene_add(c.world, &def);
    size_t count = 9;
    CHECK(sst_world_query_neighbors(c.world, by_count, answer, 2, &count) == SST_OK && count == 0);
    count = 9;
    CHECK(sst_world_query_neighbors(c.world, by_distance, answer, 2, &count) == SST_OK &&
          count == 0);
    end_crowd(&c);
}

/* --- Shares -------------------------------------------------------------------------------- */

/* The share that the first of two agents takes of the avoidance. */
static float share_of_first(sst_profile profile, const sst_agent_def *a, const sst_agent_def *b) {
    sst_world *world = scene_world(profile);
    float share = NAN;
    if (CHECK(world != NULL)) {
        scene_add(world, a);
        scene_add(world, b);
        share = ssti_neighbor_seen(&world->agents, &world->def, 0, 1).responsibility;
    }
    sst_world_destroy(world);
    return share;
}

static void check_shares(const sst_agent_def *a, const sst_agent_def *b, float of_a, float of_b) {
    CHECK(share_of_first(SST_PROFILE_DEFAULT, a, b) == of_a);
    CHECK(share_of_first(SST_PROFILE_DEFAULT, b, a) == of_b);
    CHECK(share_of_first(SST_PROFILE_CLASSIC, a, b) == 0.5f);
}

TEST(shares_of_a_pair_sum_to_one) {
    sst_agent_def a = scene_agent(0.0, 0.0), b = scene_agent(2.0, 0.0);
    check_shares(&a, &b, 0.5f, 0.5f);
    a.priority = 3.0f;
    check_shares(&a, &b, 0.25f, 0.75f);
    b.priority = 0.0f;
    check_shares(&a, &b, 0.0f, 1.0f);
    a.priority = 0.0f;
    check_shares(&a, &b, 0.5f, 0.5f);
    test_rng rng = test_seed(7);
    for (int i = 0; i < 1000; i++) {
        a.priority = test_uniform_f(&rng, 0.0f, 1e6f);
        b.priority = test_uniform_f(&rng, 0.0f, 10.0f);
        CHECK_NEAR(share_of_first(SST_PROFILE_DEFAULT, &a, &b) +
                       share_of_first(SST_PROFILE_DEFAULT, &b, &a),
                   1.0, 2e-7);
    }
}

TEST(who_never_yields_leaves_it_all_to_the_other) {
    const sst_agent_def plain = scene_agent(0.0, 0.0);
    sst_agent_def other = scene_agent(2.0, 0.0);
    other.scripted = true;
    CHECK(share_of_first(SST_PROFILE_DEFAULT, &plain, &other) == 1.0f);
    other = scene_agent(2.0, 0.0), other.max_speed = 0.0f;
    CHECK(share_of_first(SST_PROFILE_DEFAULT, &plain, &other) == 1.0f);
    other = scene_agent(2.0, 0.0), other.mask = 2;
    CHECK(share_of_first(SST_PROFILE_DEFAULT, &plain, &other) == 1.0f);
    other = scene_agent(2.0, 0.0), other.max_neighbors = 0;
    CHECK(share_of_first(SST_PROFILE_DEFAULT, &plain, &other) == 1.0f);
    other = scene_agent(2.0, 0.0), other.neighbor_dist = 0.0f;
    CHECK(share_of_first(SST_PROFILE_DEFAULT, &plain, &other) == 1.0f);
}

/* --- Around a point ------------------------------------------------------------------------ */

static void check_circle(crowd *c, sst_point point, double radius) {
    size_t expected = 0, count;
    for (size_t i = 0; i < c->count; i++) {
        double dx = c->agents[i].position.x - point.x, dy = c->agents[i].position.y - point.y;
        expected += dx * dx + dy * dy <= radius * radius;
    }
    REQUIRE(sst_world_query_agents(c->world, point, radius, c->answer, c->count, &count) == SST_OK);
    CHECK_INT(count, expected);
    double last = -1.0;
    uint64_t last_key = 0;
    for (size_t i = 0; i < count; i++) {
        sst_agent_def def;
        REQUIRE(sst_world_get_agent(c->world, c->answer[i], &def) == SST_OK);
        double dx = def.position.x - point.x, dy = def.position.y - point.y;
        double distance_sq = dx * dx + dy * dy;
        CHECK(distance_sq <= radius * radius);
        CHECK(distance_sq > last || (distance_sq == last && def.key > last_key));
        last = distance_sq;
        last_key = def.key;
    }
    sst_agent_id few[3] = {{0}, {0}, {0}};
    REQUIRE(sst_world_query_agents(c->world, point, radius, few, 2, &count) == SST_OK);
    CHECK_INT(count, expected);
    CHECK(few[2].value == 0 && (count < 1 || few[0].value == c->answer[0].value));
}

TEST(agents_around_a_point) {
    crowd c;
    REQUIRE(begin_crowd(&c, SST_PROFILE_DEFAULT));
    test_rng rng = test_seed(6);
    for (int i = 0; i < 400; i++) {
        sst_agent_def def = scene_agent((double)test_below(&rng, 20), (double)test_below(&rng, 20));
        def.key = scattered_key((uint64_t)i);
        scene_add(c.world, &def);
    }
    read_crowd(&c);
    for (int i = 0; i < 200; i++) {
        sst_point whole = {(double)test_below(&rng, 20), (double)test_below(&rng, 20)};
        check_circle(&c, whole, (double)test_below(&rng, 6));
        sst_point any = {test_uniform(&rng, -3, 23), test_uniform(&rng, -3, 23)};
        check_circle(&c, any, test_uniform(&rng, 0, 30));
    }
    size_t count;
    CHECK_INT(sst_world_query_agents(c.world, (sst_point){0, 0}, -1.0, NULL, 0, &count),
              SST_ERROR_RADIUS);
    CHECK_INT(sst_world_query_agents(c.world, (sst_point){0, 0}, (double)NAN, NULL, 0, &count),
              SST_ERROR_NOT_FINITE);
    end_crowd(&c);
}

SUITE(neighbors, CASE(random_crowds), CASE(random_crowds_by_imminence), CASE(small_worlds),
      CASE(ties_on_a_grid), CASE(a_large_agent_is_not_overlooked), CASE(the_index_is_never_stale),
      CASE(the_index_outlives_more_room), CASE(who_sees_nobody_has_no_neighbours),
      CASE(shares_of_a_pair_sum_to_one), CASE(who_never_yields_leaves_it_all_to_the_other),
      CASE(agents_around_a_point))
