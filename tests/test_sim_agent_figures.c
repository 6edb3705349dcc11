/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Figures of agents: of motion by hand, of whole runs by hand, and of a run turned or mirrored. */

#include "harness.h"
#include "metrics/motion.h"
#include "sim_scene.h"

/* --- Motion -------------------------------------------------------------------------------- */

static const double quarter = 1.5707963267948966;

TEST(motion_by_hand) {
    ssti_motion m;
    ssti_motion_start(&m, (sst_vec2){1, 0});
    CHECK(isnan(ssti_mean_of(&m.acceleration)) && isnan(ssti_most_of(&m.jerk)));
    ssti_motion_step(&m, 0.5, (sst_vec2){1, 0}, (sst_vec2){0, 1});  /* a = (-2, 2) */
    ssti_motion_step(&m, 0.5, (sst_vec2){2, 0}, (sst_vec2){0, 0});  /* a = (0, -2) */
    ssti_motion_step(&m, 0.5, (sst_vec2){0, 0}, (sst_vec2){0, -1}); /* a = (0, -2) */
    CHECK_NEAR(ssti_mean_of(&m.acceleration), (sqrt(8) + 2 + 2) / 3, 1e-12);
    CHECK_NEAR(ssti_most_of(&m.acceleration), sqrt(8), 1e-12);
    /* Between accelerations: (2, -4) and (0, 0). */
    CHECK_NEAR(ssti_mean_of(&m.jerk), sqrt(20) / 0.5 / 2, 1e-12);
    CHECK_NEAR(ssti_most_of(&m.jerk), sqrt(20) / 0.5, 1e-12);
    /* A quarter to the left; then half a turn, though it stood in between. */
    CHECK_NEAR(m.heading_change, 3 * quarter, 1e-12);
    CHECK_NEAR(m.not_moving, 0.5, 1e-12);
    /* None where nothing is wanted: (0 + 0) / 2. */
    CHECK_INT(m.efficacy.count, 2);
    CHECK_NEAR(ssti_mean_of(&m.efficacy), 0, 1e-12);
    ssti_motion_step(&m, 0.5, (sst_vec2){0, -2}, (sst_vec2){1, -1});
    CHECK_NEAR(ssti_mean_of(&m.efficacy), 0.5 / 3, 1e-12);
}

/* Too slow to have a heading. */
TEST(a_creep_is_no_turn) {
    ssti_motion m;
    ssti_motion_start(&m, (sst_vec2){0, 0.009f});
    ssti_motion_step(&m, 1, (sst_vec2){1, 0}, (sst_vec2){0.011f, 0});
    ssti_motion_step(&m, 1, (sst_vec2){1, 0}, (sst_vec2){0, 0.009f});
    ssti_motion_step(&m, 1, (sst_vec2){1, 0}, (sst_vec2){1, 0});
    CHECK(m.heading_change == 0);
    CHECK_NEAR(m.not_moving, 1, 1e-12);
}

/* --- Runs by hand -------------------------------------------------------------------------- */

/* From rest to 1 m/s in the first step, straight on; the last step is whole too. */
TEST(alone) {
    sst_summary s = sim_run("{time_step: 0.125, agents: [{position: [0, 0], goal: [4, 3], "
                            "preferred_speed: 1}]}",
                            SST_UNLIMITED);
    CHECK_NEAR(s.makespan, 39 * 0.125, 1e-12);
    CHECK_NEAR(s.spl, 1, 1e-6);
    CHECK_NEAR(s.efficacy, 1, 1e-6);
    CHECK_NEAR(s.max_acceleration, 8, 1e-5);
    CHECK_NEAR(s.mean_acceleration, 8.0 / 39, 1e-5);
    CHECK_NEAR(s.max_jerk, 64, 1e-4);
    CHECK_NEAR(s.mean_jerk, 64.0 / 38, 1e-4);
    CHECK_NEAR(s.heading_change, 0, 1e-5);
    CHECK(s.not_moving_time == 0 && s.stuck_time == 0 && s.intimate_time == 0);
    CHECK(isnan(s.min_time_to_collision) && isnan(s.deepest_collision.depth));
    CHECK_INT(s.collisions, 0);
}

/* One of two arrives: no makespan, and half the success; a loop has no success to weigh. */
TEST(success) {
    sst_summary s = sim_run("{time_step: 0.125, steps: 60, agents: [\n"
                            "  {position: [0, 0], goal: [4, 0], preferred_speed: 1},\n"
                            "  {position: [0, 9], goal: [40, 9], preferred_speed: 1},\n"
                            "  {position: [0, 18], goals: [[4, 18], [0, 18]], loop: true}]}",
                            SST_UNLIMITED);
    CHECK(isnan(s.makespan));
    CHECK_NEAR(s.spl, 0.5, 1e-6);
    /* Who stands on its goal came there on the straight way; who never enters did not come. */
    s = sim_run("{agents: [{position: [0, 0], goal: [0, 0]}, {position: [9, 0], goal: [5, 0], "
                "start_time: 100}]}",
                5);
    CHECK_NEAR(s.spl, 0.5, 0);
}

/* Two that keep their ways, 1 m/s each: first 10 m apart, radius 0.5. At 3 s of closing, 6 m of
 * gap, the time to collision comes within the horizon. Overlap from 4.5005 s to 5.4995 s, 1 m deep.
 */
TEST(head_on) {
    static const char scene[] =
        "{time_step: 0.125, agents: [\n"
        "  {position: [-5, 0], radius: 0.5, velocity: [1, 0], preferred_velocity: [1, 0], "
        "scripted: true},\n"
        "  {position: [5, 0], radius: 0.5, velocity: [-1, 0], preferred_velocity: [-1, 0], "
        "scripted: true}]}";
    sst_summary s = sim_run(scene, 20); /* 2.5 s: a gap of 4 m */
    CHECK_NEAR(s.min_time_to_collision, 2, 1e-6);
    CHECK_NEAR(s.min_gap, 4, 1e-6);
    CHECK(s.intimate_time == 0 && s.personal_time == 0 && s.not_moving_time == 0);
    s = sim_run(scene, 80);
    CHECK_INT(s.collisions, 1);
    CHECK(s.deepest_collision.a == 0 && s.deepest_collision.b == 1);
    CHECK_NEAR(s.deepest_collision.begin, 4.5005, 1e-6);
    CHECK_NEAR(s.deepest_collision.duration, 0.999, 1e-6);
    CHECK_NEAR(s.deepest_collision.depth, 1, 1e-6);
    CHECK_NEAR(s.deepest_collision.place.x, 0, 1e-6);
    CHECK_NEAR(s.overlap_time, 0.999, 1e-6);
    CHECK(s.min_time_to_collision == 0);
    /* The other's centre within 0.45 m of the surface: |10 - 2 t| < 0.95 at the ends of 7 steps,
     * and from there to 1.2 m at 6 more; for both. */
    CHECK_NEAR(s.intimate_time, 2 * 7 * 0.125, 1e-9);
    CHECK_NEAR(s.personal_time, 2 * 6 * 0.125, 1e-9);
    CHECK(isnan(s.spl) && isnan(s.makespan));
}

/* Through a wall at 1 m/s: deep within the steps from 0.75 m to 1.25 m. */
TEST(into_a_wall) {
    sst_summary s = sim_run("{time_step: 0.125, steps: 12, obstacles: [[[1, -9], [1, 9]]], agents: "
                            "[{position: [0, 0], radius: 0.25, velocity: [1, 0], "
                            "preferred_velocity: [1, 0], scripted: true}]}",
                            SST_UNLIMITED);
    CHECK_INT(s.collisions, 1);
    CHECK(s.first_collision.a == 0 && s.first_collision.b == SST_OBSTACLES);
    CHECK_NEAR(s.first_collision.begin, 0.75, 1e-9);
    CHECK_NEAR(s.first_collision.duration, 0.5, 1e-9);
    CHECK_NEAR(s.first_collision.depth, 0.25, 1e-6);
    CHECK_NEAR(s.first_collision.place.x, 1, 1e-6);
    CHECK_NEAR(s.min_wall_gap, -0.25, 1e-6);
}

/* Against a wall, where it slows down, and not stuck before it was slow for 5 s. */
TEST(stuck_time) {
    static const char scene[] = "{time_step: 0.125, agents: [{position: [0, 0], goal: [9, 0], "
                                "preferred_speed: 1}], obstacles: [[[1, -9], [1, 9]]]}";
    sst_summary s = sim_run(scene, 40);
    CHECK(s.stuck_time == 0 && s.not_moving_time > 0);
    s = sim_run(scene, 100);
    CHECK(s.stuck_time > 9 && s.stuck_time < 11.5);
    CHECK(s.not_moving_time > 7 && s.not_moving_time < s.stuck_time);
    CHECK_NEAR((double)s.blocked_steps * 0.125, s.stuck_time, 0.3);
}

/* --- Symmetry ------------------------------------------------------------------------------ */

enum { AGENTS = 24 };

/* A crowd that crosses itself before a wall: x and y times a matrix of ones and zeros. */
static sst_summary crowd(int xx, int xy, int yx, int yy, bool left) {
    static char text[8000];
    size_t used =
        (size_t)snprintf(text, sizeof text,
                         "{time_step: 0.125, solve: {%s}, obstacles: [[[%d, %d], [%d, %d]]], "
                         "agents: [",
                         left ? "handedness: left" : "handedness: right", 8 * xx, 8 * yx,
                         8 * xx + 4 * xy, 8 * yx + 4 * yy);
    for (int i = 0; i < AGENTS; i++) {
        double x = (i % 6) * 0.875 + (i % 2) * 0.125, y = (i / 6) * 1.0 - 1.5;
        double to_x = i % 2 ? 10 - x : -x - 4, to_y = (i * 7) % 5 - 2.25;
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "{position: [%.17g, %.17g], goal: [%.17g, %.17g]}%s",
                                 xx * x + xy * y, yx * x + yy * y, xx * to_x + xy * to_y,
                                 yx * to_x + yy * to_y, i + 1 < AGENTS ? ", " : "]}");
    }
    return sim_run(text, 160);
}

static void check_same(const sst_summary *a, const sst_summary *b) {
    for (size_t i = 0; i < sst_figure_count(); i++) {
        double x = sst_summary_figure(a, i), y = sst_summary_figure(b, i);
        if (!sst_figure_at(i)->of_machine)
            CHECK_MSG(isnan(x) ? isnan(y) : fabs(x - y) <= 1e-9 * (1 + fabs(x)), "%s: %.17g, %.17g",
                      sst_figure_at(i)->name, x, y);
    }
    CHECK(a->first_collision.a == b->first_collision.a);
    CHECK(a->deepest_collision.begin == b->deepest_collision.begin || a->collisions == 0);
}

TEST(turned_and_mirrored) {
    sst_summary straight = crowd(1, 0, 0, 1, false);
    sst_summary turned = crowd(0, -1, 1, 0, false);
    sst_summary mirrored = crowd(1, 0, 0, -1, true);
    CHECK(straight.arrived > 5 && straight.min_gap < 0.1 && straight.heading_change > 0.1);
    check_same(&straight, &turned);
    check_same(&straight, &mirrored);
}

SUITE(sim_agent_figures, CASE(motion_by_hand), CASE(a_creep_is_no_turn), CASE(alone), CASE(success),
      CASE(head_on), CASE(into_a_wall), CASE(stuck_time), CASE(turned_and_mirrored))
