/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The guarantee of ORCA (van den Berg et al. 2011, section 4): two agents that both choose from
 * their half-planes do not meet within the horizon. Random encounters, aimed at each other, stepped
 * with both solved; an encounter ends where a program has no solution, since nothing is promised
 * then. Overlap is measured over the continuous motion between steps, relative to R, the sum of the
 * radii. */

#include "harness.h"
#include "sidestep/solve.h"

enum { STEPS = 60 };

typedef struct {
    double x, y;
} place;

typedef struct {
    place position;
    sst_solve_agent self;
    float share;
} walker;

typedef struct {
    walker walkers[2];
    sst_solve_params params;
    double radius_sum;
} encounter;

static double power_of_ten(test_rng *rng, double low, double high) {
    return pow(10, test_uniform(rng, low, high));
}

static sst_vec2 any_velocity(test_rng *rng, double speed) {
    double angle = test_uniform(rng, -3.1415926, 3.1415926);
    speed *= sqrt(test_uniform(rng, 0, 1));
    return (sst_vec2){(float)(speed * cos(angle)), (float)(speed * sin(angle))};
}

static sst_solve_agent any_agent(test_rng *rng, double length, uint64_t key) {
    double speed = length * power_of_ten(rng, -1, 1), horizon = power_of_ten(rng, -0.5, 1);
    return (sst_solve_agent){.velocity = any_velocity(rng, speed),
                             .radius = (float)(length * test_uniform(rng, 0.05, 1)),
                             .max_speed = (float)speed,
                             .time_horizon = (float)horizon,
                             .time_horizon_obst = 1,
                             .key = key};
}

/* In `classic` both need the same horizon: each agent counts its own. They close by at most 100 R
 * in a step: the last bit of a float distance of 200 R is 1e-5 of R. */
static encounter any_encounter(test_rng *rng, sst_profile profile) {
    encounter e;
    double length = power_of_ten(rng, -2, 2);
    e.walkers[0].self = any_agent(rng, length, 1), e.walkers[1].self = any_agent(rng, length, 2);
    if (profile == SST_PROFILE_CLASSIC)
        e.walkers[1].self.time_horizon = e.walkers[0].self.time_horizon;
    e.walkers[0].share = test_below(rng, 2) ? 0.5f : (float)(1 + test_below(rng, 8)) / 8;
    e.walkers[1].share = 1 - e.walkers[0].share;
    e.radius_sum = (double)e.walkers[0].self.radius + (double)e.walkers[1].self.radius;
    double gap = test_below(rng, 4) ? power_of_ten(rng, -6, 0) : test_uniform(rng, 0, 8);
    double angle = test_uniform(rng, -3.1415926, 3.1415926), apart = e.radius_sum * (1 + gap);
    e.walkers[0].position = (place){0, 0};
    e.walkers[1].position = (place){apart * cos(angle), apart * sin(angle)};
    double least =
        fmin((double)e.walkers[0].self.time_horizon, (double)e.walkers[1].self.time_horizon);
    double speeds = (double)e.walkers[0].self.max_speed + (double)e.walkers[1].self.max_speed;
    double step = fmin(least * power_of_ten(rng, -2, 0), 100 * e.radius_sum / speeds);
    sst_solve_params_init(&e.params, profile, (float)step);
    return e;
}

/* Wants to run into the other, now and then anywhere. One that has no share keeps its velocity: the
 * other counts on that. */
static void choose_preferred(test_rng *rng, walker *w, const walker *other) {
    if (w->share == 0) {
        w->self.preferred_velocity = w->self.velocity;
        return;
    }
    double speed = (double)w->self.max_speed;
    double dx = other->position.x - w->position.x, dy = other->position.y - w->position.y;
    double length = hypot(dx, dy);
    if (test_below(rng, 4) == 0)
        w->self.preferred_velocity = any_velocity(rng, speed);
    else
        w->self.preferred_velocity =
            (sst_vec2){(float)(speed * dx / length), (float)(speed * dy / length)};
}

static sst_solution solve(const encounter *e, int which) {
    const walker *w = &e->walkers[which], *other = &e->walkers[1 - which];
    sst_neighbor neighbor = {.position = {(float)(other->position.x - w->position.x),
                                          (float)(other->position.y - w->position.y)},
                             .velocity = other->self.velocity,
                             .radius = other->self.radius,
                             .time_horizon = other->self.time_horizon,
                             .responsibility = w->share,
                             .key = other->self.key};
    sst_half_plane scratch[SST_SOLVE_SCRATCH(1, 0)];
    sst_solution solution;
    sst_result result = sst_solve(&e->params, &w->self, &neighbor, 1, NULL, 0, scratch,
                                  SST_SOLVE_SCRATCH(1, 0), &solution);
    CHECK_MSG(result == SST_OK, "refused: %s", sst_result_text(result));
    return solution;
}

/* Least distance of the centres while both move straight for a time step. */
static double least_distance(const encounter *e, double time_step) {
    const walker *a = &e->walkers[0], *b = &e->walkers[1];
    double px = b->position.x - a->position.x, py = b->position.y - a->position.y;
    double vx = (double)b->self.velocity.x - (double)a->self.velocity.x;
    double vy = (double)b->self.velocity.y - (double)a->self.velocity.y;
    double speed_sq = vx * vx + vy * vy;
    double t = speed_sq > 0 ? -(px * vx + py * vy) / speed_sq : 0;
    t = fmin(fmax(t, 0), time_step);
    return hypot(px + t * vx, py + t * vy);
}

static void move(walker *w, double time_step) {
    w->position.x += (double)w->self.velocity.x * time_step;
    w->position.y += (double)w->self.velocity.y * time_step;
}

typedef struct {
    double worst_overlap; /* of R */
    long steps, ended;
} tally;

static bool step(test_rng *rng, encounter *e, tally *t, long index) {
    double time_step = (double)e->params.time_step;
    choose_preferred(rng, &e->walkers[0], &e->walkers[1]);
    choose_preferred(rng, &e->walkers[1], &e->walkers[0]);
    sst_solution a = solve(e, 0), b = solve(e, 1);
    if ((a.status | b.status) & (SST_STATUS_RELAXED | SST_STATUS_CONTACT))
        return false;
    e->walkers[0].self.velocity = a.velocity, e->walkers[1].self.velocity = b.velocity;
    double overlap = 1 - least_distance(e, time_step) / e->radius_sum;
    t->worst_overlap = fmax(t->worst_overlap, overlap);
    CHECK_MSG(overlap <= 1e-5, "encounter %ld: overlap of %.3g of R", index, overlap);
    move(&e->walkers[0], time_step), move(&e->walkers[1], time_step);
    return ++t->steps, true;
}

static void run_encounters(sst_profile profile, uint64_t seed) {
    test_rng rng = test_seed(seed);
    long count = test_count(100000, 1000000);
    tally t = {0, 0, 0};
    for (long i = 0; i < count; i++) {
        encounter e = any_encounter(&rng, profile);
        int steps = 0;
        while (steps < STEPS && step(&rng, &e, &t, i))
            steps++;
        t.ended += steps < STEPS;
    }
    printf("     %ld encounters, %ld steps, %ld ended by a program without solution; worst overlap "
           "%.1e of R\n",
           count, t.steps, t.ended, t.worst_overlap);
    CHECK(t.ended < count / 2);
}

TEST(two_classic_agents_never_overlap) {
    run_encounters(SST_PROFILE_CLASSIC, 3);
}

TEST(two_default_agents_never_overlap) {
    run_encounters(SST_PROFILE_DEFAULT, 4);
}

SUITE(guarantee, CASE(two_classic_agents_never_overlap), CASE(two_default_agents_never_overlap))
