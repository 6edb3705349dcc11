/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Random crowds among walls through sst_solve: the half-planes that it reports are given to the
 * oracle, and the velocity must be the oracle's answer to them. Dense crowds have no solution more
 * often than not, touch, overlap and stand on one another, so the levels are met in all
 * combinations. */

#include "harness.h"
#include "oracle/oracle_program.h"
#include "sidestep/solve.h"

enum { MOST_NEIGHBORS = 10, MOST_WALLS = 4 };

typedef struct {
    sst_solve_params params;
    sst_solve_agent agent;
    sst_neighbor neighbors[MOST_NEIGHBORS];
    sst_edge edges[MOST_WALLS];
    size_t neighbor_count, edge_count;
} crowd;

static sst_vec2 any_vector(test_rng *rng, double length) {
    double angle = test_uniform(rng, -3.1415926, 3.1415926);
    length *= sqrt(test_uniform(rng, 0, 1));
    return (sst_vec2){(float)(length * cos(angle)), (float)(length * sin(angle))};
}

static void add_neighbor(test_rng *rng, crowd *c, double reach) {
    sst_neighbor *n = &c->neighbors[c->neighbor_count++];
    *n = (sst_neighbor){.position = any_vector(rng, reach),
                        .velocity = any_vector(rng, 1.5),
                        .radius = test_uniform_f(rng, 0.1f, 0.5f),
                        .time_horizon = 2,
                        .responsibility = 0.5f,
                        .key = 1 + c->neighbor_count};
    if (test_below(rng, 50) == 0)
        n->position = (sst_vec2){0, 0};
    if (test_below(rng, 4) == 0)
        n->responsibility = (float)(1 + test_below(rng, 4)) / 4;
}

static void add_wall(test_rng *rng, crowd *c, double reach) {
    sst_vec2 ends[2] = {any_vector(rng, reach), any_vector(rng, 2 * reach)};
    sst_result result =
        sst_edges_from_outline(ends, 2, false, (sst_vec2){0, 0}, &c->edges[c->edge_count++]);
    CHECK_MSG(result == SST_OK, "wall refused: %s", sst_result_text(result));
}

static crowd any_crowd(test_rng *rng, sst_profile profile) {
    crowd c = {.agent = {.velocity = any_vector(rng, 1.5),
                         .preferred_velocity = any_vector(rng, 2),
                         .radius = test_uniform_f(rng, 0.1f, 0.5f),
                         .max_speed = 1.5f,
                         .time_horizon = 2,
                         .time_horizon_obst = 1,
                         .key = 1}};
    sst_solve_params_init(&c.params, profile, 0.1f);
    c.params.contact = (sst_contact_rule)test_below(rng, 3);
    double reach = test_uniform(rng, 0.5, 4);
    for (uint64_t i = test_below(rng, MOST_NEIGHBORS + 1); i > 0; i--)
        add_neighbor(rng, &c, reach);
    if (test_below(rng, 2))
        for (uint64_t i = test_below(rng, MOST_WALLS + 1); i > 0; i--)
            add_wall(rng, &c, reach);
    return c;
}

static void take_planes(oracle_program *p, const sst_half_plane *planes, size_t count, int level) {
    for (size_t i = 0; i < count; i++)
        p->lines[p->count++] =
            (oracle_line){{(double)planes[i].normal.x, (double)planes[i].normal.y},
                          (double)planes[i].offset,
                          level};
}

/* Obstacles, agents, contact is their order in the scratch. */
static oracle_program program_of(const crowd *c, const sst_half_plane *planes,
                                 const sst_solution *s) {
    oracle_program p = {.max_speed = (double)c->agent.max_speed,
                        .preferred = {(double)c->agent.preferred_velocity.x,
                                      (double)c->agent.preferred_velocity.y}};
    const sst_half_plane *agents = planes + s->obstacle_count;
    take_planes(&p, planes, s->obstacle_count, 0);
    take_planes(&p, agents + s->agent_count, s->contact_count, 1);
    take_planes(&p, agents, s->agent_count, 2);
    return p;
}

/* The side rule, right-handed: what half-planes of agents forbid is turned, by the greatest of
 * their shares. False where one of them is decided by less than `slack`. */
static bool turn_aside(oracle_program *p, const crowd *c, const sst_half_plane *planes,
                       size_t count, double slack) {
    oracle_vec v = p->preferred;
    double k = fmin(1, p->max_speed / hypot(v.x, v.y)), share = 0;
    bool is_decided = true;
    for (size_t i = 0; i < count; i++) {
        double along = (double)planes[i].normal.x * v.x + (double)planes[i].normal.y * v.y;
        double missing = (double)planes[i].offset - k * along;
        is_decided = is_decided && fabs(missing) > slack;
        if (missing > 0)
            share = fmax(share, (double)c->neighbors[planes[i].source].responsibility);
    }
    double bias = (double)c->params.side_bias * fmin(1, 4 * share * share);
    double length = hypot(1, bias);
    p->preferred = (oracle_vec){(v.x + bias * v.y) / length, (v.y - bias * v.x) / length};
    return is_decided || c->params.side_bias == 0;
}

typedef struct {
    double violation[ORACLE_LEVELS], distance;
    long violated[ORACLE_LEVELS];
} figures;

/* Levels behind one without room depend on its last bits: they are compared up to the first. */
static void check_levels(const oracle_program *p, const oracle_answer *answer, oracle_vec v,
                         long index, figures *worst) {
    double scale = oracle_scale(p);
    bool room = true;
    for (int level = 0; level < ORACLE_LEVELS; level++) {
        double is = oracle_violation(p, level, v);
        double excess = (is - answer->violation[level]) / scale;
        worst->violated[level] += answer->violation[level] > 0;
        if (!room)
            continue;
        worst->violation[level] = fmax(worst->violation[level], excess);
        CHECK_MSG(excess <= 1e-4, "crowd %ld level %d: violation %.9g, least %.9g, scale %.3g",
                  index, level, is, answer->violation[level], scale);
        room = answer->violation[level] == 0;
    }
}

static void check_crowd(const crowd *c, long index, figures *worst) {
    sst_half_plane planes[SST_SOLVE_SCRATCH(MOST_NEIGHBORS, MOST_WALLS)];
    sst_solution s;
    sst_result result = sst_solve(&c->params, &c->agent, c->neighbors, c->neighbor_count, c->edges,
                                  c->edge_count, planes, sizeof planes / sizeof *planes, &s);
    REQUIRE(result == SST_OK);
    oracle_program p = program_of(c, planes, &s);
    double slack = 1e-5 * oracle_scale(&p);
    bool is_decided = turn_aside(&p, c, planes + s.obstacle_count, s.agent_count, slack);
    oracle_answer answer = oracle_solve(&p);
    oracle_vec v = {(double)s.velocity.x, (double)s.velocity.y};
    CHECK_MSG(hypot(v.x, v.y) <= p.max_speed * (1 + 1e-6), "crowd %ld: too fast", index);
    check_levels(&p, &answer, v, index, worst);
    if (!is_decided || oracle_margin(&p) < 2 * slack)
        return;
    CHECK_MSG(
        !(s.status & (SST_STATUS_RELAXED | SST_STATUS_CONTACT | SST_STATUS_OBSTACLES_VIOLATED)),
        "crowd %ld: flags %x in spite of room", index, s.status);
    oracle_shift(&p, slack);
    double excess = hypot(v.x - p.preferred.x, v.y - p.preferred.y) - oracle_solve(&p).distance;
    worst->distance = fmax(worst->distance, excess / slack * 1e-5);
    CHECK_MSG(excess <= slack, "crowd %ld: %.3g further from the preferred velocity", index,
              excess);
}

static void run_crowds(sst_profile profile, uint64_t seed) {
    test_rng rng = test_seed(seed);
    figures worst = {{0}, -1, {0}};
    long count = test_count(200000, 2000000);
    for (long i = 0; i < count; i++) {
        crowd c = any_crowd(&rng, profile);
        check_crowd(&c, i, &worst);
    }
    printf(
        "     %ld crowds; violation beyond the least %.1e %.1e %.1e, distance %.1e of the scale\n"
        "     without solution: obstacles %ld, contact %ld, agents %ld\n",
        count, worst.violation[0], worst.violation[1], worst.violation[2], worst.distance,
        worst.violated[0], worst.violated[1], worst.violated[2]);
    CHECK(worst.violated[2] * 10 > count);
}

TEST(classic_crowds_get_the_oracle_s_answer) {
    run_crowds(SST_PROFILE_CLASSIC, 1);
}

TEST(default_crowds_get_the_oracle_s_answer) {
    run_crowds(SST_PROFILE_DEFAULT, 2);
}

SUITE(oracle_crowds, CASE(classic_crowds_get_the_oracle_s_answer),
      CASE(default_crowds_get_the_oracle_s_answer))
