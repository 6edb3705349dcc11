/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Agents that do not decide in every step: whose turn it is, and that this is the same everywhere.
 */
#include "harness.h"

#include "scenes.h"
#include "sidestep/sidestep.h"

/* Agents who never meet: what they decide is what they want. */
static sst_world *lonely_world(size_t count, uint32_t every) {
    sst_world *world = scene_world(SST_PROFILE_DEFAULT);
    for (size_t i = 0; i < count; i++) {
        sst_agent_def def = scene_agent(1000.0 * (double)i, 0.0);
        def.decide_every = every;
        scene_add(world, &def);
    }
    return world;
}

/* Wants that tell the step they are of. */
static sst_agent_view step_wanting(sst_world *world, float want, size_t *decided) {
    sst_agent_view view;
    sst_step_report report;
    sst_world_view_agents(world, &view);
    for (size_t i = 0; i < view.count; i++) {
        view.preferred_x[i] = want;
    }
    CHECK_INT(sst_world_step(world, &report), SST_OK);
    *decided = report.decided;
    return view;
}

static float want_of(int step) {
    return 0.0625f * (float)(step % 16 + 1);
}

static void check_turns(uint32_t every) {
    enum { COUNT = 600 };
    sst_world *world = lonely_world(COUNT, every);
    int last[COUNT];
    size_t least = COUNT, most = 0;
    for (int step = 0; step < 40; step++) {
        size_t decided, counted = 0;
        sst_agent_view view = step_wanting(world, want_of(step), &decided);
        for (size_t i = 0; i < COUNT; i++) {
            bool now = view.velocity_x[i] == want_of(step);
            CHECK(!now || step < (int)every || step - last[i] == (int)every);
            CHECK(now || view.velocity_x[i] == want_of(last[i]));
            last[i] = now ? step : last[i];
            CHECK(step - last[i] < (int)every);
            counted += now;
        }
        CHECK_INT(decided, counted);
        CHECK(step > 0 || decided == COUNT);
        least = step > 0 && decided < least ? decided : least;
        most = step > 0 && decided > most ? decided : most;
    }
    CHECK(least * every > COUNT * 2 / 3 && most * every < COUNT * 3 / 2);
    sst_world_destroy(world);
}

TEST(each_has_its_turn) {
    check_turns(1);
    check_turns(2);
    check_turns(3);
    check_turns(8);
}

TEST(who_is_new_or_set_decides_at_once) {
    sst_world *world = lonely_world(1, 200);
    size_t decided;
    sst_agent_view view = step_wanting(world, 0.5f, &decided);
    CHECK(decided == 1 && view.velocity_x[0] == 0.5f);
    while (decided == 1) { /* past its turn */
        view = step_wanting(world, 0.25f, &decided);
    }
    float kept = view.velocity_x[0];
    sst_agent_id id = view.ids[0];
    CHECK_INT(sst_world_move_agent(world, id, (sst_point){5.0, 5.0}), SST_OK);
    CHECK_INT(sst_world_set_velocity(world, id, (sst_vec2){kept, 0.75f}), SST_OK);
    view = step_wanting(world, 1.0f, &decided);
    CHECK(decided == 0 && view.velocity_x[0] == kept && view.velocity_y[0] == 0.75f);
    sst_vec2 rest = {0.0f, 0.0f};
    CHECK_INT(sst_world_teleport_agent(world, id, (sst_point){0.0, 0.0}, rest), SST_OK);
    view = step_wanting(world, 1.0f, &decided);
    CHECK(decided == 1 && view.velocity_x[0] == 1.0f);
    sst_agent_def def;
    CHECK_INT(sst_world_get_agent(world, id, &def), SST_OK);
    CHECK_INT(def.decide_every, 200);
    CHECK_INT(sst_world_set_agent(world, id, &def), SST_OK);
    view = step_wanting(world, 0.125f, &decided);
    CHECK(decided == 1 && view.velocity_x[0] == 0.125f);
    view = step_wanting(world, 1.0f, &decided);
    CHECK(decided == 0 && view.velocity_x[0] == 0.125f);
    sst_world_destroy(world);
}

TEST(a_turn_lies_in_its_range) {
    sst_world *world = scene_world(SST_PROFILE_DEFAULT);
    const uint32_t bad[] = {0, 256, UINT32_MAX};
    for (size_t i = 0; i < 3; i++) {
        sst_agent_def def = scene_agent(0.0, 0.0);
        sst_agent_id id;
        def.decide_every = bad[i];
        CHECK_INT(sst_world_add_agent(world, &def, &id), SST_ERROR_DECIDE_EVERY);
    }
    sst_world_destroy(world);
}

TEST(scripted_agents_have_no_turn) {
    sst_world *world = scene_world(SST_PROFILE_DEFAULT);
    sst_agent_def def = scene_agent(0.0, 0.0);
    def.scripted = true;
    def.decide_every = 2;
    scene_add(world, &def);
    sst_step_report report;
    CHECK(sst_world_step(world, &report) == SST_OK && report.decided == 0);
    sst_world_destroy(world);
}

/* A status lasts as long as the decision that it is of. */
TEST(status_is_of_the_last_decision) {
    sst_world *world = scene_world(SST_PROFILE_DEFAULT);
    for (int i = 0; i < 2; i++) {
        sst_agent_def def = scene_agent(0.5 * i, 0.0);
        def.decide_every = 100;
        scene_add(world, &def);
    }
    sst_step_report report;
    CHECK(sst_world_step(world, &report) == SST_OK && report.overlapping == 2);
    sst_agent_view view;
    sst_world_view_agents(world, &view);
    for (int i = 0; i < 3; i++) {
        CHECK_INT(sst_world_step(world, &report), SST_OK);
        CHECK(report.decided > 0 || report.overlapping == 2);
    }
    CHECK(view.status[0] & SST_STATUS_OVERLAPPING);
    sst_world_destroy(world);
}

/* --- Contact ------------------------------------------------------------------------------- */

static double least_gap(const sst_agent_view *view, double radii) {
    double least = HUGE_VAL;
    for (size_t i = 0; i < view->count; i++) {
        for (size_t j = 0; j < i; j++) {
            double x = view->position_x[i] - view->position_x[j];
            double y = view->position_y[i] - view->position_y[j];
            least = fmin(least, sqrt(x * x + y * y) - radii);
        }
    }
    return least;
}

/* Four streams through each other. A decision has to last until the next. */
TEST(nobody_is_touched_between_turns) {
    const uint32_t turns[] = {2, 4, 8};
    for (size_t k = 0; k < 3; k++) {
        sst_world *world = scene_world(SST_PROFILE_DEFAULT);
        sst_world_set_time_step(world, 0.05f);
        test_rng rng = test_seed(31);
        for (int i = 0; i < 100; i++) {
            double odd = 0.5 * (double)test_below(&rng, 1024) / 1024.0;
            sst_agent_def def = scene_agent(1.4 * (i % 10) + odd, 1.4 * (int)(i / 10) + odd);
            float speed = i % 4 < 2 ? 1.2f : -1.2f;
            def.preferred_velocity = i % 2 ? (sst_vec2){speed, 0.0f} : (sst_vec2){0.0f, speed};
            def.decide_every = turns[k];
            scene_add(world, &def);
        }
        double least = HUGE_VAL;
        for (int step = 0; step < 200; step++) {
            CHECK_INT(sst_world_step(world, NULL), SST_OK);
            sst_agent_view view;
            sst_world_view_agents(world, &view);
            least = fmin(least, least_gap(&view, 0.6));
        }
        CHECK_MSG(least > -1e-4, "every %u: %g m", turns[k], least);
        sst_world_destroy(world);
    }
}

/* --- The same everywhere ------------------------------------------------------------------- */

/* A crowd in which everyone decides in each, every second or every third step, by key. */
static sst_world *crowd_of_turns(uint64_t shuffle, uint32_t workers) {
    sst_world_def world_def;
    sst_world *world = NULL;
    sst_world_def_init(&world_def, SST_PROFILE_DEFAULT);
    world_def.worker_count = workers;
    CHECK_INT(sst_world_create(&world_def, &world), SST_OK);
    CHECK_INT(scene_crowd(world, 200, 17, shuffle), SST_OK);
    sst_agent_view view;
    sst_world_view_agents(world, &view);
    for (size_t i = 0; i < view.count; i++) {
        sst_agent_def def;
        CHECK_INT(sst_world_get_agent(world, view.ids[i], &def), SST_OK);
        def.decide_every = 1 + (uint32_t)(def.key % 3);
        CHECK_INT(sst_world_set_agent(world, view.ids[i], &def), SST_OK);
    }
    return world;
}

static void step_often(sst_world *world, int steps) {
    for (int i = 0; i < steps; i++) {
        CHECK_INT(sst_world_step(world, NULL), SST_OK);
    }
}

/* One goes on in a world of its own from the bytes of the other, taken before the first turns. */
static sst_world *gone_on_elsewhere(int before) {
    sst_world *world = crowd_of_turns(3, 1), *other = scene_world(SST_PROFILE_CLASSIC);
    step_often(world, before);
    size_t size;
    sst_world_snapshot_size(world, &size);
    void *bytes = malloc(size);
    CHECK_INT(sst_world_snapshot(world, bytes, size), SST_OK);
    CHECK_INT(sst_world_restore(other, bytes, size), SST_OK);
    CHECK(sst_world_hash(world) == sst_world_hash(other));
    free(bytes);
    sst_world_destroy(world);
    step_often(other, 40 - before);
    return other;
}

TEST(turns_are_the_same_everywhere) {
    sst_world *worlds[] = {crowd_of_turns(0, 1), crowd_of_turns(5, 1), crowd_of_turns(0, 3),
                           gone_on_elsewhere(0), gone_on_elsewhere(20)};
    for (size_t i = 0; i < 3; i++) {
        step_often(worlds[i], 40);
    }
    for (size_t i = 0; i < 5; i++) {
        CHECK_MSG(sst_world_hash(worlds[i]) == sst_world_hash(worlds[0]), "world %zu", i);
    }
    for (size_t i = 0; i < 5; i++) {
        sst_world_destroy(worlds[i]);
    }
}

/* What later steps depend on is under the hash. */
TEST(turns_are_state) {
    sst_world *one = lonely_world(1, 3), *other = lonely_world(1, 4);
    CHECK(sst_world_hash(one) != sst_world_hash(other));
    sst_world_destroy(other);
    other = lonely_world(1, 3);
    CHECK(sst_world_hash(one) == sst_world_hash(other));
    step_often(one, 5);
    step_often(other, 5);
    sst_agent_view view;
    sst_agent_def def;
    sst_world_view_agents(other, &view);
    sst_world_get_agent(other, view.ids[0], &def);
    CHECK_INT(sst_world_set_agent(other, view.ids[0], &def), SST_OK); /* decides at once */
    CHECK(sst_world_hash(one) != sst_world_hash(other));
    sst_world_destroy(one);
    sst_world_destroy(other);
}

SUITE(turns, CASE(each_has_its_turn), CASE(who_is_new_or_set_decides_at_once),
      CASE(a_turn_lies_in_its_range), CASE(scripted_agents_have_no_turn),
      CASE(status_is_of_the_last_decision), CASE(nobody_is_touched_between_turns),
      CASE(turns_are_the_same_everywhere), CASE(turns_are_state))
