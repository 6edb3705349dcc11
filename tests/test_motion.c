/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Filters and the rate limiter: against the textbook's Kalman filter in double, against the spread
 * that simulated noise really has, and by their definitions. */
#include "harness.h"

#include "sidestep/motion.h"

static double unit_normal(test_rng *rng) {
    double sum = 0;
    for (int i = 0; i < 12; i++)
        sum += test_uniform(rng, 0, 1);
    return sum - 6;
}

static sst_filter_def filter_of(sst_filter_kind kind) {
    sst_filter_def def;
    sst_filter_def_init(&def, kind);
    def.position_noise = 0.05f;
    def.velocity_noise = 0.2f;
    return def;
}

/* --- The textbook's filter ----------------------------------------------------------------- */

/* One axis: state, covariance; matrices written out element by element. */
typedef struct textbook {
    double x, v, p[2][2];
} textbook;

static void textbook_predict(textbook *f, double t, double a) {
    double(*p)[2] = f->p;
    double fp00 = p[0][0] + t * p[1][0], fp01 = p[0][1] + t * p[1][1];
    double q[2][2] = {{t * t * t * t / 4, t * t * t / 2}, {t * t * t / 2, t * t}};
    f->x += t * f->v;
    double p00 = fp00 + t * fp01 + a * a * q[0][0], p01 = fp01 + a * a * q[0][1];
    double p11 = p[1][1] + a * a * q[1][1];
    p[0][0] = p00, p[0][1] = p[1][0] = p01, p[1][1] = p11;
}

/* One scalar measurement at a time, which is the same as both at once where their noises are
 * independent. */
static void textbook_update_scalar(textbook *f, int which, double z, double r) {
    double s = f->p[which][which] + r * r;
    double k0 = f->p[0][which] / s, k1 = f->p[1][which] / s;
    double off = z - (which == 0 ? f->x : f->v);
    double row[2] = {f->p[which][0], f->p[which][1]};
    f->x += k0 * off, f->v += k1 * off;
    f->p[0][0] -= k0 * row[0], f->p[0][1] -= k0 * row[1];
    f->p[1][0] -= k1 * row[0], f->p[1][1] -= k1 * row[1];
}

static void compare_with_textbook(bool velocity_is_measured, test_rng *rng) {
    sst_filter_def def = filter_of(SST_FILTER_KALMAN);
    def.velocity_is_measured = velocity_is_measured;
    sst_track track = {0};
    textbook x = {0};
    for (int step = 0; step < 100; step++) {
        float t = (float)(0.02 + 0.2 * test_uniform(rng, 0, 1));
        double at = 0.13 * step + 0.05 * unit_normal(rng);
        double speed = 1.3 + 0.2 * unit_normal(rng);
        sst_measurement seen = {{at, -2 * at}, {(float)speed, (float)(-2 * speed)}};
        REQUIRE(sst_track_predict(&def, t, &track) == SST_OK);
        REQUIRE(sst_track_update(&def, t, &seen, &track) == SST_OK);
        if (step == 0) {
            double deviation =
                (double)(velocity_is_measured ? def.velocity_noise : def.initial_speed);
            x = (textbook){at, velocity_is_measured ? speed : 0, {{0.0025, 0}, {0, 0}}};
            x.p[1][1] = deviation * deviation;
            continue;
        }
        textbook_predict(&x, (double)t, 1);
        textbook_update_scalar(&x, 0, at, 0.05);
        if (velocity_is_measured)
            textbook_update_scalar(&x, 1, speed, (double)0.2f);
        CHECK_NEAR(track.position.x, x.x, 1e-5);
        CHECK_NEAR(track.position.y, -2 * x.x, 2e-5);
        CHECK_NEAR(track.velocity.x, x.v, 1e-4);
        CHECK_NEAR(track.position_variance, x.p[0][0], 1e-7);
        CHECK_NEAR(track.covariance, x.p[0][1], 1e-6);
        CHECK_NEAR(track.velocity_variance, x.p[1][1], 1e-5);
    }
}

TEST(the_kalman_filter_is_the_textbooks) {
    test_rng rng = test_seed(7);
    for (int i = 0; i < 20; i++) {
        compare_with_textbook(false, &rng);
        compare_with_textbook(true, &rng);
    }
}

/* --- What a filter says of itself is true -------------------------------------------------- */

typedef struct spread {
    double position, velocity; /* variances about the truth */
    double told_position, told_velocity;
} spread;

/* Targets whose acceleration is white noise, as the filters are told. */
static spread simulate(const sst_filter_def *def, test_rng *rng, int targets) {
    spread sum = {0};
    float t = 0.1f;
    for (int i = 0; i < targets; i++) {
        sst_track track = {0};
        double x = 0, v = 1.5 * unit_normal(rng);
        for (int step = 0; step < 40; step++) {
            double a = (double)def->acceleration_noise * unit_normal(rng);
            x += (double)t * v + 0.5 * (double)t * (double)t * a;
            v += (double)t * a;
            sst_measurement seen = {
                {x + (double)def->position_noise * unit_normal(rng), 0},
                {(float)(v + (double)def->velocity_noise * unit_normal(rng)), 0}};
            sst_track_predict(def, t, &track);
            sst_track_update(def, t, &seen, &track);
        }
        sum.position += (track.position.x - x) * (track.position.x - x) / targets;
        sum.velocity += ((double)track.velocity.x - v) * ((double)track.velocity.x - v) / targets;
        sum.told_position = (double)track.position_variance;
        sum.told_velocity = (double)track.velocity_variance;
    }
    return sum;
}

TEST(every_filter_tells_the_spread_that_it_has) {
    test_rng rng = test_seed(11);
    for (int kind = SST_FILTER_NONE; kind <= SST_FILTER_KALMAN; kind++) {
        for (int measured = 0; measured < 2; measured++) {
            sst_filter_def def = filter_of((sst_filter_kind)kind);
            def.velocity_is_measured = measured;
            spread s = simulate(&def, &rng, 4000);
            CHECK_NEAR(s.position / s.told_position, 1, 0.12);
            CHECK_NEAR(s.velocity / s.told_velocity, 1, 0.12);
        }
    }
}

TEST(no_filter_is_better_than_kalmans) {
    test_rng rng = test_seed(12);
    sst_filter_def best = filter_of(SST_FILTER_KALMAN);
    spread least = simulate(&best, &rng, 4000);
    for (int kind = SST_FILTER_NONE; kind < SST_FILTER_KALMAN; kind++) {
        sst_filter_def def = filter_of((sst_filter_kind)kind);
        spread s = simulate(&def, &rng, 4000);
        CHECK(s.position > 0.93 * least.position && s.velocity > 0.93 * least.velocity);
    }
}

/* --- By definition ------------------------------------------------------------------------- */

TEST(a_steady_target_is_followed_without_lag) {
    for (int kind = SST_FILTER_NONE; kind <= SST_FILTER_KALMAN; kind++) {
        sst_filter_def def = filter_of((sst_filter_kind)kind);
        sst_track track = {0};
        for (int step = 0; step <= 200; step++) {
            sst_measurement seen = {{1e6 + 0.1 * step, -0.05 * step}, {0, 0}};
            sst_track_predict(&def, 0.1f, &track);
            CHECK(sst_track_update(&def, 0.1f, &seen, &track) == SST_OK);
        }
        CHECK_NEAR(track.position.x, 1e6 + 20, 1e-3);
        CHECK_NEAR(track.velocity.x, 1, 1e-3);
        CHECK_NEAR(track.velocity.y, -0.5, 1e-3);
    }
}

TEST(the_low_pass_halves_power_at_its_cut_off) {
    sst_filter_def def = filter_of(SST_FILTER_LOW_PASS);
    def.velocity_is_measured = true;
    def.cut_off = 1;
    sst_track track = {0};
    double greatest = 0, t = 0.001;
    for (int step = 0; step < 4000; step++) {
        sst_measurement seen = {{0, 0}, {(float)sin(2 * 3.14159265358979 * t * step), 0}};
        sst_track_predict(&def, (float)t, &track);
        sst_track_update(&def, (float)t, &seen, &track);
        if (step > 2000)
            greatest = fmax(greatest, (double)fabsf(track.velocity.x));
    }
    CHECK_NEAR(greatest, sqrt(0.5), 0.005);
}

TEST(a_target_not_seen_is_less_and_less_certain) {
    sst_filter_def def = filter_of(SST_FILTER_KALMAN);
    sst_track track = {0};
    sst_measurement seen = {{1, 2}, {0, 0}};
    sst_track_update(&def, 0.1f, &seen, &track);
    float before;
    sst_track_margin(&track, 2, 0, &before);
    CHECK_NEAR(before, 0.1, 1e-6);
    for (int i = 0; i < 10; i++) {
        float after;
        CHECK(sst_track_predict(&def, 0.1f, &track) == SST_OK);
        CHECK(sst_track_margin(&track, 2, 0, &after) == SST_OK && after > before);
        before = after;
    }
    float later;
    sst_track_margin(&track, 2, 1, &later);
    CHECK(later > before);
    sst_track never = {0};
    CHECK(sst_track_predict(&def, 1, &never) == SST_OK && never.updates == 0);
}

TEST(mirrored_measurements_give_mirrored_tracks_to_the_bit) {
    test_rng rng = test_seed(3);
    for (int kind = SST_FILTER_NONE; kind <= SST_FILTER_KALMAN; kind++) {
        sst_filter_def def = filter_of((sst_filter_kind)kind);
        sst_track a = {0}, b = {0};
        for (int step = 0; step < 50; step++) {
            double x = unit_normal(&rng), y = unit_normal(&rng);
            sst_measurement seen = {{x, y}, {0, 0}}, mirrored = {{-y, x}, {0, 0}};
            sst_track_predict(&def, 0.1f, &a), sst_track_update(&def, 0.1f, &seen, &a);
            sst_track_predict(&def, 0.1f, &b), sst_track_update(&def, 0.1f, &mirrored, &b);
        }
        CHECK(a.position.x == b.position.y && a.position.y == -b.position.x);
        CHECK(a.velocity.x == b.velocity.y && a.velocity.y == -b.velocity.x);
    }
}

TEST(a_change_is_cut_to_its_limit) {
    sst_vec2 limited;
    CHECK(sst_limit_rate((sst_vec2){0, 0}, (sst_vec2){3, 4}, 10, 0.1f, &limited) == SST_OK);
    CHECK_NEAR(limited.x, 0.6, 1e-6);
    CHECK_NEAR(limited.y, 0.8, 1e-6);
    CHECK(sst_limit_rate((sst_vec2){1, 1}, (sst_vec2){1.5f, 1}, 10, 0.1f, &limited) == SST_OK);
    CHECK(limited.x == 1.5f && limited.y == 1.0f);
    CHECK(sst_limit_rate((sst_vec2){1, 1}, (sst_vec2){-5, 3}, 0, 0.1f, &limited) == SST_OK);
    CHECK(limited.x == 1.0f && limited.y == 1.0f);
}

TEST(bad_arguments_change_nothing) {
    sst_filter_def def = filter_of(SST_FILTER_KALMAN), bad = def;
    sst_track track = {0}, before;
    sst_measurement seen = {{1, 2}, {0, 0}}, nowhere = {{(double)NAN, 0}, {0, 0}};
    sst_track_update(&def, 0.1f, &seen, &track);
    before = track;
    CHECK(sst_track_update(&def, 0, &seen, &track) == SST_ERROR_TIME_STEP);
    CHECK(sst_track_update(&def, 0.1f, &nowhere, &track) == SST_ERROR_NOT_FINITE);
    nowhere.position.x = 2e8;
    CHECK(sst_track_update(&def, 0.1f, &nowhere, &track) == SST_ERROR_POSITION);
    CHECK(sst_track_predict(&def, NAN, &track) == SST_ERROR_TIME_STEP);
    bad.position_noise = NAN;
    CHECK(sst_track_predict(&bad, 0.1f, &track) == SST_ERROR_FILTER);
    bad = def, bad.kind = (sst_filter_kind)9;
    CHECK(sst_track_predict(&bad, 0.1f, &track) == SST_ERROR_OPTION);
    bad = def, bad.struct_size = 0;
    CHECK(sst_track_predict(&bad, 0.1f, &track) == SST_ERROR_STRUCT_SIZE);
    float margin = 5;
    CHECK(sst_track_margin(&track, -1, 0, &margin) == SST_ERROR_FILTER && margin == 5);
    CHECK(sst_track_predict(&def, 0.1f, NULL) == SST_ERROR_NULL);
    CHECK_BITS(track, before);
    sst_vec2 limited = {7, 7};
    CHECK(sst_limit_rate((sst_vec2){NAN, 0}, (sst_vec2){0, 0}, 1, 1, &limited) ==
          SST_ERROR_NOT_FINITE);
    CHECK(sst_limit_rate((sst_vec2){0, 0}, (sst_vec2){0, 0}, -1, 1, &limited) ==
          SST_ERROR_ACCELERATION);
    CHECK(limited.x == 7.0f);
}

SUITE(motion, CASE(the_kalman_filter_is_the_textbooks),
      CASE(every_filter_tells_the_spread_that_it_has), CASE(no_filter_is_better_than_kalmans),
      CASE(a_steady_target_is_followed_without_lag), CASE(the_low_pass_halves_power_at_its_cut_off),
      CASE(a_target_not_seen_is_less_and_less_certain),
      CASE(mirrored_measurements_give_mirrored_tracks_to_the_bit),
      CASE(a_change_is_cut_to_its_limit), CASE(bad_arguments_change_nothing))
