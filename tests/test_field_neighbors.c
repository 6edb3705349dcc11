/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* What users report of neighbours, and of adding, removing and moving agents at run time. */
#include "crowd.h"

static bool neighbors_are_exact(const crowd *c, size_t agent) {
    sst_agent_id found[CROWD_MOST];
    size_t count, expected = 0;
    CHECK_INT(sst_world_query_neighbors(c->world, c->ids[agent], found, CROWD_MOST, &count),
              SST_OK);
    double last = -HUGE_VAL;
    for (size_t i = 0; i < count; ++i) {
        size_t other = 0;
        while (other < c->count && c->ids[other].value != found[i].value) {
            ++other;
        }
        if (other == c->count || other == agent || crowd_gap(c, agent, other) < last - 1e-6) {
            return false;
        }
        last = crowd_gap(c, agent, other);
    }
    for (size_t other = 0; other < c->count; ++other) {
        bool nearer = crowd_gap(c, agent, other) < last - 1e-6;
        expected += other != agent && nearer;
    }
    return expected < count || count == 0;
}

/* The index is rebuilt only when the set of agents changes elsewhere (godot #62469, #72202). */
TEST(neighbours_are_exact_after_every_move) {
    crowd c = crowd_create(SST_PROFILE_DEFAULT, 0.25f);
    sst_point centre = {0, 0};
    for (int i = 0; i < 50; ++i) {
        double angle = 2 * 3.14159265358979 * i / 50;
        crowd_add(&c, (sst_point){10 * cos(angle), 10 * sin(angle)}, i % 3 ? 0.3f : 0.8f, centre, 1,
                  1.5f);
    }
    for (int step = 0; step < 20; ++step) {
        for (size_t i = 0; i < c.count; ++i) {
            sst_point at = crowd_position(&c, i);
            CHECK_INT(sst_world_move_agent(c.world, c.ids[i], (sst_point){at.x + 5, at.y}), SST_OK);
        }
        crowd_step(&c);
        for (size_t i = 0; i < c.count; ++i) {
            CHECK(neighbors_are_exact(&c, i));
        }
    }
    crowd_destroy(&c);
}

/* Indices as identities remove the wrong agent, or leave ghosts (Python-RVO2 #25, Menge #53). */
TEST(removed_agents_are_gone_and_their_ids_stale) {
    crowd c = crowd_create(SST_PROFILE_DEFAULT, 0.25f), without;
    for (int i = 0; i < 10; ++i) {
        crowd_add(&c, (sst_point){i * 100.0, 0}, 0.3f, (sst_point){i * 100.0, 50}, 1, 1.5f);
    }
    const sst_agent_id removed[] = {c.ids[9], c.ids[0], c.ids[5]};
    const sst_agent_id twice[] = {c.ids[1], c.ids[2], c.ids[1]};
    CHECK_INT(sst_world_remove_agents(c.world, twice, 3), SST_ERROR_DUPLICATE_ID);
    CHECK_INT(sst_world_agent_count(c.world), 10);
    CHECK_INT(sst_world_remove_agents(c.world, removed, 3), SST_OK);
    CHECK_INT(sst_world_remove_agents(c.world, removed, 3), SST_ERROR_STALE_ID);
    sst_agent_def def;
    sst_agent_id added[2];
    REQUIRE(sst_agent_def_init(&def) == SST_OK);
    for (int i = 0; i < 2; ++i) {
        def.position = (sst_point){-100.0 * (i + 1), 0};
        CHECK_INT(sst_world_add_agent(c.world, &def, &added[i]), SST_OK);
        for (int k = 0; k < 3; ++k) {
            CHECK(added[i].value != removed[k].value);
        }
    }
    CHECK_INT(sst_world_step(c.world, NULL), SST_OK);
    for (size_t i = 0; i < 10; ++i) {
        bool is_removed = i == 9 || i == 0 || i == 5;
        CHECK(sst_world_has_agent(c.world, c.ids[i]) == !is_removed);
        sst_agent_def got;
        CHECK_INT(sst_world_get_agent(c.world, c.ids[i], &got),
                  is_removed ? SST_ERROR_STALE_ID : SST_OK);
    }
    without = crowd_create(SST_PROFILE_DEFAULT, 0.25f);
    size_t kept = crowd_add(&without, (sst_point){300, 0}, 0.3f, (sst_point){300, 50}, 1, 1.5f);
    CHECK_INT(sst_world_step(without.world, NULL), SST_OK);
    sst_point a = crowd_position(&c, 3), b = crowd_position(&without, kept);
    CHECK_BITS(a, b);
    crowd_destroy(&c);
    crowd_destroy(&without);
}

/* A teleported agent avoids from its old place elsewhere (recast #425, #534). */
TEST(a_teleport_counts_at_once) {
    crowd c = crowd_create(SST_PROFILE_DEFAULT, 0.25f);
    size_t agent = crowd_add(&c, (sst_point){0, 0}, 0.3f, (sst_point){0, 0}, 1, 1.5f);
    size_t old = crowd_add(&c, (sst_point){1, 0}, 0.3f, (sst_point){1, 0}, 1, 1.5f);
    size_t near = crowd_add(&c, (sst_point){51, 50}, 0.3f, (sst_point){51, 50}, 1, 1.5f);
    crowd_step(&c);
    CHECK_INT(
        sst_world_teleport_agent(c.world, c.ids[agent], (sst_point){50, 50}, (sst_vec2){0, 0}),
        SST_OK);
    sst_agent_id found[4];
    size_t count;
    CHECK_INT(sst_world_query_neighbors(c.world, c.ids[agent], found, 4, &count), SST_OK);
    CHECK(count == 1 && found[0].value == c.ids[near].value);
    CHECK_INT(sst_world_query_neighbors(c.world, c.ids[old], found, 4, &count), SST_OK);
    CHECK_INT(count, 0);
    crowd_destroy(&c);
}

/* A host that moves an agent must give its velocity too (landmass #149, Thunderbots #2531): with it
 * the half-plane is right, without it the agent counts as standing. */
TEST(fed_back_agents_need_their_velocity) {
    double deviation[2];
    for (int with_velocity = 0; with_velocity < 2; ++with_velocity) {
        crowd c = crowd_create(SST_PROFILE_DEFAULT, 0.1f);
        c.agent.scripted = true;
        size_t driven = crowd_add(&c, (sst_point){-8, 0}, 0.5f, (sst_point){8, 0}, 1, 1);
        c.agent.scripted = false;
        size_t agent = crowd_add(&c, (sst_point){8, 0.05}, 0.5f, (sst_point){-8, 0.05}, 1, 1.5f);
        double least = HUGE_VAL;
        for (int i = 0; i < 100; ++i) {
            sst_point at = {-8 + 0.1 * i, 0};
            sst_vec2 velocity = {with_velocity ? 1.0f : 0.0f, 0};
            CHECK_INT(sst_world_teleport_agent(c.world, c.ids[driven], at, velocity), SST_OK);
            crowd_step(&c);
            least = fmin(least, crowd_gap(&c, driven, agent));
        }
        deviation[with_velocity] = least;
        crowd_destroy(&c);
    }
    CHECK_MSG(deviation[1] >= -1e-4, "with velocity: gap %g", deviation[1]);
    CHECK(deviation[0] < deviation[1]);
}

/* Row order by centre overlooks a large agent behind small ones: the gap counts. */
TEST(a_large_agent_is_not_overlooked) {
    crowd c = crowd_create(SST_PROFILE_DEFAULT, 0.25f);
    c.agent.max_neighbors = 2;
    size_t agent = crowd_add(&c, (sst_point){0, 0}, 0.3f, (sst_point){0, 0}, 1, 1.5f);
    size_t large = crowd_add(&c, (sst_point){6, 0}, 5.0f, (sst_point){6, 0}, 1, 1.5f);
    for (int i = 0; i < 4; ++i) {
        crowd_add(&c, (sst_point){-3, i - 1.5}, 0.3f, (sst_point){-3, i - 1.5}, 1, 1.5f);
    }
    sst_agent_id found[8];
    size_t count;
    CHECK_INT(sst_world_query_neighbors(c.world, c.ids[agent], found, 8, &count), SST_OK);
    CHECK(count == 2 && found[0].value == c.ids[large].value);
    crowd_destroy(&c);
}

/* An agent that ignores another leaves it the whole avoidance. */
TEST(who_is_ignored_takes_it_all) {
    crowd c = crowd_create(SST_PROFILE_DEFAULT, 0.1f);
    c.agent.mask = 0;
    size_t blind = crowd_add(&c, (sst_point){-6, 0}, 0.5f, (sst_point){6, 0}, 1, 1.5f);
    c.agent.mask = SST_ALL_LAYERS;
    crowd_add(&c, (sst_point){6, 0.05}, 0.5f, (sst_point){-6, 0.05}, 1, 1.5f);
    double off_course = 0;
    for (int i = 0; i < 150; ++i) {
        crowd_step(&c);
        off_course = fmax(off_course, fabs(crowd_position(&c, blind).y));
    }
    CHECK(off_course < 1e-6);
    CHECK_MSG(c.least_gap >= -1e-4, "gap %g", c.least_gap);
    crowd_destroy(&c);
}

/* Right of way: shares 0 and 1 by priority keep one on its course. */
TEST(priority_keeps_the_course) {
    crowd c = crowd_create(SST_PROFILE_DEFAULT, 0.1f);
    c.agent.priority = 1;
    size_t first = crowd_add(&c, (sst_point){-6, 0}, 0.5f, (sst_point){6, 0}, 1, 1.5f);
    c.agent.priority = 0;
    crowd_add(&c, (sst_point){6, 0.05}, 0.5f, (sst_point){-6, 0.05}, 1, 1.5f);
    double off_course = 0;
    for (int i = 0; i < 150; ++i) {
        crowd_step(&c);
        off_course = fmax(off_course, fabs(crowd_position(&c, first).y));
    }
    CHECK_MSG(off_course < 1e-3, "off course by %g", off_course);
    CHECK_MSG(c.least_gap >= -1e-4, "gap %g", c.least_gap);
    crowd_destroy(&c);
}

SUITE(field_neighbors, CASE(neighbours_are_exact_after_every_move),
      CASE(removed_agents_are_gone_and_their_ids_stale), CASE(a_teleport_counts_at_once),
      CASE(fed_back_agents_need_their_velocity), CASE(a_large_agent_is_not_overlooked),
      CASE(who_is_ignored_takes_it_all), CASE(priority_keeps_the_course))
