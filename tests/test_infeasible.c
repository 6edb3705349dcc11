/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* What an agent does where the half-planes of agents have no common velocity (sst_infeasible),
 * through sst_solve, against the definitions stated once more in double precision and answered by
 * enumeration (oracle_program): a hundred thousand dense scenes of random agents, with walls or
 * limits in some (a million in the long run). What must hold for every rule:
 *   - where there is a common velocity nothing differs from the least violation, to the bit;
 *   - elsewhere the half-planes and what is violated of obstacles and contact are as with it;
 *   - the flag of the rule is set, and no other's; the violation told is the true one;
 *   - the velocity is that of the definition. It is sought among what limits, obstacles and contact
 *     leave, so it is compared where they leave some room; how often not is printed.
 * Then: the same scene mirrored or turned; a world whatever the order of insertion, the workers and
 * a save and load between; and the counts of the step report. */

#include "harness.h"
#include "oracle/oracle_program.h"
#include "scenes.h"
#include "sidestep/sidestep.h"

enum { MOST_NEIGHBORS = 9, EDGES = 2, SCRATCH = SST_SOLVE_SCRATCH(MOST_NEIGHBORS, EDGES) };

static const struct {
    sst_infeasible rule;
    uint32_t flag;
    const char *name;
} rules[] = {
    {SST_INFEASIBLE_DROP, SST_STATUS_DROPPED, "drop"},
    {SST_INFEASIBLE_COMPROMISE, SST_STATUS_COMPROMISED, "compromise"},
    {SST_INFEASIBLE_BUFFERED_VORONOI, SST_STATUS_BUFFERED, "buffered_voronoi"},
    {SST_INFEASIBLE_STOP, SST_STATUS_STOPPED, "stop"},
};
enum { RULES = sizeof rules / sizeof *rules };

static const uint32_t rule_flags =
    SST_STATUS_DROPPED | SST_STATUS_COMPROMISED | SST_STATUS_BUFFERED | SST_STATUS_STOPPED;

/* --- Scenes -------------------------------------------------------------------------------- */

typedef struct {
    sst_solve_params params;
    sst_solve_agent agent;
    sst_neighbor neighbors[MOST_NEIGHBORS];
    size_t neighbor_count;
    sst_vec2 wall[2];
    bool has_wall;
} scene;

static sst_vec2 any_vector(test_rng *rng, double least, double most) {
    double angle = test_uniform(rng, -3.1415926, 3.1415926);
    double length = test_uniform(rng, least, most);
    return (sst_vec2){(float)(length * cos(angle)), (float)(length * sin(angle))};
}

static float gap_to(const sst_neighbor *n) {
    return hypotf(n->position.x, n->position.y) - n->radius;
}

static void add_neighbor(test_rng *rng, scene *s) {
    sst_neighbor n;
    sst_neighbor_init(&n);
    n.position = any_vector(rng, 0.4, 1.6);
    n.velocity = any_vector(rng, 0, 1.5);
    n.radius = test_uniform_f(rng, 0.1f, 0.4f);
    n.time_horizon = test_uniform_f(rng, 0.2f, 4);
    n.responsibility = test_below(rng, 4) ? 0.5f : (float)test_below(rng, 5) / 4;
    n.key = 2 + s->neighbor_count;
    size_t at = s->neighbor_count++;
    for (; at > 0 && gap_to(&s->neighbors[at - 1]) > gap_to(&n); at--)
        s->neighbors[at] = s->neighbors[at - 1];
    s->neighbors[at] = n;
}

/* A wall or limits or neither: the oracle has one level for both. */
static scene any_scene(test_rng *rng) {
    scene s = {.has_wall = test_below(rng, 3) == 0};
    float time_step = test_below(rng, 2) ? 0.1f : 0.25f;
    CHECK(sst_solve_params_init(&s.params, (sst_profile)test_below(rng, 2), time_step) == SST_OK);
    s.params.contact = (sst_contact_rule)(test_below(rng, 4) % 3);
    sst_solve_agent_init(&s.agent);
    s.agent.velocity = any_vector(rng, 0, 1.5);
    if (test_below(rng, 20))
        s.agent.preferred_velocity = any_vector(rng, 0, 2);
    s.agent.time_horizon = test_uniform_f(rng, 0.5f, 4);
    s.agent.key = 1;
    if (!s.has_wall && test_below(rng, 3) == 0) {
        s.agent.max_acceleration = test_uniform_f(rng, 1, 10);
        s.agent.max_braking = test_uniform_f(rng, 1, 10);
    }
    s.wall[0] = any_vector(rng, 0.5, 3), s.wall[1] = any_vector(rng, 0.5, 3);
    for (size_t count = 2 + test_below(rng, MOST_NEIGHBORS - 1); s.neighbor_count < count;)
        add_neighbor(rng, &s);
    return s;
}

/* A scene solved by a rule. */
typedef struct {
    sst_half_plane half_planes[SCRATCH];
    sst_solution is;
} answer;

static answer solved(const scene *s, sst_infeasible rule) {
    answer a;
    sst_edge edges[EDGES];
    sst_solve_params params = s->params;
    params.infeasible = rule;
    CHECK(sst_edges_from_outline(s->wall, 2, false, (sst_vec2){0, 0}, edges) == SST_OK);
    sst_result result = sst_solve(&params, &s->agent, s->neighbors, s->neighbor_count, edges,
                                  s->has_wall ? 1 : 0, a.half_planes, SCRATCH, &a.is);
    CHECK_MSG(result == SST_OK, "refused: %s", sst_result_text(result));
    return a;
}

/* --- The definitions ------------------------------------------------------------------------ */

/* One answer, and what it is measured by. */
typedef struct {
    const scene *scene;
    const answer *answer;
    oracle_vec v;
    oracle_program held; /* limits and walls, and contact, each moved back by what v violates */
    oracle_line agents[MOST_NEIGHBORS];
    int agent_count;
    double scale;
    long index;
} comparison;

typedef struct {
    long relaxed, compared, unmet, roomless;
    double distance, violation;
} tally;

/* What the side rule makes of the preferred velocity: turned by the bias, or by less where all that
 * forbid it ask for less than half of the avoidance. */
static oracle_vec wanted_by(const scene *s, const oracle_line *agents, const sst_half_plane *planes,
                            int count) {
    double x = (double)s->agent.preferred_velocity.x, y = (double)s->agent.preferred_velocity.y;
    double fit = fmin(1, (double)s->agent.max_speed / hypot(x, y)), share = 0;
    for (int i = 0; i < count; i++)
        if (agents[i].b - fit * (agents[i].n.x * x + agents[i].n.y * y) > 1e-6)
            share = fmax(share, (double)s->neighbors[planes[i].source].responsibility);
    double bias = (double)s->params.side_bias * fmin(1, 4 * share * share);
    bias = s->params.handedness == SST_RIGHT_HANDED ? -bias : bias;
    double shorter = 1 / sqrt(1 + bias * bias);
    return (oracle_vec){shorter * (x - bias * y), shorter * (y + bias * x)};
}

static oracle_line line_of(const sst_half_plane *h, int level) {
    return (oracle_line){{(double)h->normal.x, (double)h->normal.y}, (double)h->offset, level};
}

static void hold(comparison *c, const sst_half_plane *half_planes, size_t count, int level) {
    for (size_t i = 0; i < count; i++)
        c->held.lines[c->held.count++] = line_of(&half_planes[i], level);
}

static comparison compare(const scene *s, const answer *a, long index) {
    comparison c = {.scene = s, .answer = a, .index = index};
    const sst_half_plane *at = a->half_planes;
    uint32_t walls = a->is.limit_count + a->is.obstacle_count;
    c.v = (oracle_vec){(double)a->is.velocity.x, (double)a->is.velocity.y};
    double start = hypot((double)s->agent.velocity.x, (double)s->agent.velocity.y);
    bool brakes_at_once = s->agent.max_acceleration == 0;
    c.held.max_speed = fmax((double)s->agent.max_speed, brakes_at_once ? 0 : start);
    hold(&c, at, walls, 0);
    for (uint32_t i = 0; i < a->is.agent_count; i++)
        c.agents[c.agent_count++] = line_of(&at[walls + i], 2);
    c.held.preferred = wanted_by(s, c.agents, at + walls, c.agent_count);
    hold(&c, at + walls + a->is.agent_count, a->is.contact_count, 1);
    c.scale = oracle_scale(&c.held);
    for (int i = 0; i < c.agent_count; i++)
        c.scale = fmax(c.scale, fabs(c.agents[i].b));
    double missed[] = {oracle_violation(&c.held, 0, c.v), oracle_violation(&c.held, 1, c.v)};
    for (int i = 0; i < c.held.count; i++)
        c.held.lines[i].b -= missed[c.held.lines[i].level];
    return c;
}

static oracle_program with(const comparison *c, const oracle_line *lines, int count) {
    oracle_program p = c->held;
    for (int i = 0; i < count; i++)
        p.lines[p.count++] = lines[i];
    return p;
}

/* Whether v is in all of p, and as near to its preferred velocity as if every line were 1e-5 of the
 * scale tighter. The tally keeps the worst excess. */
static bool is_nearest(const comparison *c, const oracle_program *p, tally *t) {
    double slack = 1e-5 * oracle_scale(p);
    if (oracle_violation(p, -1, c->v) > slack)
        return false;
    oracle_program tight = *p;
    oracle_shift(&tight, slack);
    double is = hypot(c->v.x - p->preferred.x, c->v.y - p->preferred.y);
    double excess = (is - oracle_solve(&tight).distance) / oracle_scale(p);
    if (excess > 1e-5)
        return false;
    t->distance = fmax(t->distance, excess);
    return true;
}

/* v must be the nearest that meets the lines, or violate them least. */
static void check_replaced(const comparison *c, const oracle_line *lines, int count, tally *t) {
    oracle_program p = with(c, lines, count);
    double scale = oracle_scale(&p), margin = oracle_margin(&p);
    double told = (double)c->answer->is.fallback_violation, is = oracle_violation(&p, 2, c->v);
    CHECK_MSG(fabs(told - is) <= 1e-5 * scale, "scene %ld: violation %.9g of the rule told as %.9g",
              c->index, is, told);
    if (margin > 2e-5 * scale) {
        t->compared++;
        CHECK_MSG(told <= 1e-5 * scale, "scene %ld: %.9g violated, with a margin of %.9g", c->index,
                  told, margin);
        CHECK_MSG(is_nearest(c, &p, t), "scene %ld: (%.9g, %.9g) is not the nearest", c->index,
                  c->v.x, c->v.y);
    } else if (oracle_margin(&c->held) > 1e-5 * scale) {
        double least = oracle_solve(&p).violation[2];
        t->unmet++;
        t->violation = fmax(t->violation, (is - least) / scale);
        CHECK_MSG(is <= least + 1e-4 * scale, "scene %ld: violation %.9g, least %.9g", c->index, is,
                  least);
    } else {
        t->roomless++;
    }
}

/* The nearest neighbours' lines, as many as can be met: fewer by none but those that rounding may
 * refuse, more by none but those that it may permit. */
static void check_drop(const comparison *c, tally *t) {
    int count = 0;
    bool found = false, had_room = oracle_margin(&c->held) > 2e-5 * c->scale;
    for (; count < c->agent_count; count++) {
        oracle_program p = with(c, c->agents, count + 1);
        if (oracle_margin(&p) < 2e-5 * c->scale)
            break;
    }
    for (int kept = count; kept <= c->agent_count && had_room && !found; kept++) {
        oracle_program p = with(c, c->agents, kept);
        if (oracle_margin(&p) < -1e-5 * c->scale)
            break;
        found = oracle_margin(&p) < 2e-5 * c->scale
                    ? oracle_violation(&p, -1, c->v) < 1e-5 * c->scale
                    : is_nearest(c, &p, t);
    }
    CHECK(c->answer->is.fallback_violation == 0);
    CHECK_MSG(found || !had_room, "scene %ld: (%.9g, %.9g) is not of the first %d of %d", c->index,
              c->v.x, c->v.y, count, c->agent_count);
    t->compared += had_room, t->roomless += !had_room;
}

/* The line on which the mean of the violations is 0. */
static oracle_line mean_line(const oracle_line *lines, const bool *belongs, int count) {
    oracle_line mean = {{0, 0}, 0, 2};
    for (int i = 0; i < count; i++)
        if (belongs[i])
            mean.n.x += lines[i].n.x, mean.n.y += lines[i].n.y, mean.b += lines[i].b;
    double length = hypot(mean.n.x, mean.n.y);
    mean.n.x /= length, mean.n.y /= length, mean.b /= length;
    return mean;
}

static void check_compromise(const comparison *c, tally *t) {
    oracle_line means[2];
    int mean_count = 0;
    oracle_vec wanted = c->held.preferred;
    for (int hand = 1; hand >= -1; hand -= 2) {
        bool belongs[MOST_NEIGHBORS], any = false;
        for (int i = 0; i < c->agent_count; i++) {
            oracle_vec n = c->agents[i].n;
            belongs[i] = hand * (wanted.x * n.y - wanted.y * n.x) >= 0;
            any = any || belongs[i];
        }
        if (any)
            means[mean_count++] = mean_line(c->agents, belongs, c->agent_count);
    }
    check_replaced(c, means, mean_count, t);
}

static void check_buffered_voronoi(const comparison *c, tally *t) {
    oracle_line lines[MOST_NEIGHBORS];
    int count = 0;
    for (size_t i = 0; i < c->scene->neighbor_count; i++) {
        const sst_neighbor *n = &c->scene->neighbors[i];
        double x = (double)n->position.x, y = (double)n->position.y, distance = hypot(x, y);
        double gap = distance - (double)n->radius - (double)c->scene->agent.radius;
        double half_of_it = gap / 2 / (double)c->scene->params.time_step;
        if (n->responsibility > 0)
            lines[count++] = (oracle_line){{-x / distance, -y / distance}, -half_of_it, 2};
    }
    check_replaced(c, lines, count, t);
}

static void check_stop(const comparison *c, tally *t) {
    comparison at_rest = *c;
    at_rest.held.preferred = (oracle_vec){0, 0};
    check_replaced(&at_rest, NULL, 0, t);
}

static void check_definition(int rule, const comparison *c, tally *t) {
    static void (*const checks[RULES])(const comparison *, tally *) = {
        check_drop, check_compromise, check_buffered_voronoi, check_stop};
    checks[rule](c, t);
}

/* --- Every rule ------------------------------------------------------------------------------ */

static bool same_velocity(sst_vec2 a, sst_vec2 b) {
    return a.x == b.x && a.y == b.y;
}

static void check_honesty(int rule, const comparison *c) {
    const sst_solution *is = &c->answer->is;
    oracle_program agents = {.count = c->agent_count};
    for (int i = 0; i < c->agent_count; i++)
        agents.lines[i] = c->agents[i];
    double told = (double)is->worst_violation, violated = oracle_violation(&agents, 2, c->v);
    CHECK_MSG(fabs(told - violated) <= 1e-5 * c->scale, "scene %ld: violation %.9g told as %.9g",
              c->index, violated, told);
    CHECK_MSG((is->status & rule_flags) == rules[rule].flag, "scene %ld, %s: flags %x", c->index,
              rules[rule].name, is->status);
    CHECK((is->status & SST_STATUS_RELAXED) != 0);
    bool replaces = is->status & (SST_STATUS_COMPROMISED | SST_STATUS_BUFFERED);
    CHECK(is->fallback_violation >= 0 && (replaces || is->fallback_violation == 0));
}

/* Levels above are met no worse than with the least violation, and violate no less of the agents'.
 */
static void check_priority(const comparison *c, const answer *exact) {
    const sst_solution *is = &c->answer->is, *best = &exact->is;
    float room = (float)(1e-4 * c->scale);
    CHECK_MSG(is->obstacle_violation <= best->obstacle_violation + room &&
                  is->contact_violation <= best->contact_violation + room,
              "scene %ld: obstacles %g, contact %g, with the least violation %g and %g", c->index,
              (double)is->obstacle_violation, (double)is->contact_violation,
              (double)best->obstacle_violation, (double)best->contact_violation);
    bool alike = is->obstacle_violation + is->contact_violation == 0 &&
                 best->obstacle_violation + best->contact_violation == 0;
    CHECK_MSG(!alike || is->worst_violation >= best->worst_violation - room,
              "scene %ld: %g is less than the least violation %g", c->index,
              (double)is->worst_violation, (double)best->worst_violation);
}

static void check_rule(const scene *s, int rule, long index, tally *t) {
    answer exact = solved(s, SST_INFEASIBLE_LEAST_VIOLATION), a = solved(s, rules[rule].rule);
    CHECK(!(exact.is.status & rule_flags) && exact.is.fallback_violation == 0);
    CHECK(exact.is.limit_count == a.is.limit_count && exact.is.agent_count == a.is.agent_count &&
          exact.is.obstacle_count == a.is.obstacle_count &&
          exact.is.contact_count == a.is.contact_count);
    if (!(exact.is.status & SST_STATUS_RELAXED)) {
        CHECK(same_velocity(a.is.velocity, exact.is.velocity) && a.is.status == exact.is.status);
        return;
    }
    t->relaxed++;
    comparison c = compare(s, &a, index);
    check_honesty(rule, &c);
    check_priority(&c, &exact);
    check_definition(rule, &c, t);
}

TEST(every_rule_does_what_its_definition_says) {
    test_rng rng = test_seed(1);
    tally tallies[RULES] = {{0}};
    long count = test_count(100000, 1000000);
    for (long i = 0; i < count; i++) {
        scene s = any_scene(&rng);
        for (int rule = 0; rule < RULES; rule++)
            check_rule(&s, rule, i, &tallies[rule]);
    }
    printf("     %-18s %9s %9s %9s %9s %9s %9s\n", "rule", "relaxed", "met", "unmet", "no room",
           "distance", "violation");
    for (int rule = 0; rule < RULES; rule++) {
        const tally *t = &tallies[rule];
        printf("     %-18s %9ld %9ld %9ld %9ld %9.1e %9.1e\n", rules[rule].name, t->relaxed,
               t->compared, t->unmet, t->roomless, t->distance, t->violation);
        CHECK(t->relaxed > count / 4 && t->compared + t->unmet > t->relaxed / 4);
    }
}

/* --- Symmetry -------------------------------------------------------------------------------- */

static sst_vec2 turned(sst_vec2 v, int way) {
    if (way >= 4)
        v.x = -v.x;
    for (int i = 0; i < way % 4; i++)
        v = (sst_vec2){-v.y, v.x};
    return v;
}

static scene turned_scene(const scene *s, int way) {
    scene t = *s;
    t.agent.velocity = turned(s->agent.velocity, way);
    t.agent.preferred_velocity = turned(s->agent.preferred_velocity, way);
    for (size_t i = 0; i < s->neighbor_count; i++) {
        t.neighbors[i].position = turned(s->neighbors[i].position, way);
        t.neighbors[i].velocity = turned(s->neighbors[i].velocity, way);
    }
    for (int i = 0; i < 2; i++)
        t.wall[i] = turned(s->wall[i], way);
    if (way >= 4)
        t.params.handedness = SST_LEFT_HANDED;
    return t;
}

/* On whole points, where normals lie along the preferred velocity and rows of them are opposed. */
static void put_on_a_grid(scene *s) {
    sst_vec2 *const vectors[] = {&s->agent.velocity, &s->agent.preferred_velocity};
    for (int i = 0; i < 2; i++)
        *vectors[i] = (sst_vec2){roundf(vectors[i]->x), roundf(vectors[i]->y)};
    for (size_t i = 0; i < s->neighbor_count; i++) {
        sst_neighbor *n = &s->neighbors[i];
        n->position = (sst_vec2){roundf(n->position.x), roundf(n->position.y)};
        n->velocity = (sst_vec2){roundf(n->velocity.x), roundf(n->velocity.y)};
        if (n->position.x == 0 && n->position.y == 0)
            n->position.x = 2;
        n->radius = 0.5f;
    }
}

TEST(turned_and_mirrored_scenes_have_turned_and_mirrored_answers) {
    test_rng rng = test_seed(2);
    long relaxed = 0;
    for (long i = 0, count = test_count(20000, 200000); i < count; i++) {
        scene s = any_scene(&rng);
        if (i % 3 == 0)
            put_on_a_grid(&s);
        s.params.handedness = SST_RIGHT_HANDED;
        int way = (int)(1 + i % 7), rule = (int)test_below(&rng, RULES);
        scene image = turned_scene(&s, way);
        answer a = solved(&s, rules[rule].rule), b = solved(&image, rules[rule].rule);
        sst_vec2 expected = turned(a.is.velocity, way);
        CHECK_MSG(same_velocity(expected, b.is.velocity) && a.is.status == b.is.status,
                  "scene %ld, %s, way %d: (%.9g, %.9g), expected (%.9g, %.9g)", i, rules[rule].name,
                  way, (double)b.is.velocity.x, (double)b.is.velocity.y, (double)expected.x,
                  (double)expected.y);
        relaxed += (a.is.status & SST_STATUS_RELAXED) != 0;
    }
    CHECK(relaxed > test_count(20000, 200000) / 4);
}

/* --- Worlds ---------------------------------------------------------------------------------- */

static sst_world *world_with(sst_infeasible rule, uint32_t workers) {
    sst_world_def def;
    sst_world *world = NULL;
    sst_world_def_init(&def, SST_PROFILE_DEFAULT);
    def.solve.infeasible = rule;
    def.worker_count = workers;
    CHECK(sst_world_create(&def, &world) == SST_OK);
    return world;
}

/* Saved, and loaded into a world of another rule. */
static sst_world *reloaded(sst_world *world) {
    size_t size;
    CHECK(sst_world_snapshot_size(world, &size) == SST_OK);
    void *bytes = malloc(size);
    CHECK(bytes && sst_world_snapshot(world, bytes, size) == SST_OK);
    sst_world *other = world_with(SST_INFEASIBLE_LEAST_VIOLATION, 1);
    CHECK(sst_world_restore(other, bytes, size) == SST_OK);
    CHECK(sst_world_hash(other) == sst_world_hash(world));
    free(bytes);
    sst_world_destroy(world);
    return other;
}

static void add_up(sst_step_report *sum, const sst_step_report *report) {
    sum->relaxed += report->relaxed, sum->dropped += report->dropped;
    sum->compromised += report->compromised, sum->buffered += report->buffered;
    sum->stopped += report->stopped;
}

static uint64_t hash_after(sst_infeasible rule, uint64_t shuffle, uint32_t workers, bool reload,
                           sst_step_report *sum) {
    sst_world *world = world_with(rule, workers);
    *sum = (sst_step_report){0};
    CHECK(world && scene_crowd(world, 200, 6, shuffle) == SST_OK);
    for (int i = 0; i < 60; i++) {
        sst_step_report report;
        CHECK(sst_world_step(world, &report) == SST_OK);
        add_up(sum, &report);
        if (reload && i == 30)
            world = reloaded(world);
    }
    uint64_t hash = sst_world_hash(world);
    sst_world_destroy(world);
    return hash;
}

TEST(neither_order_nor_workers_nor_history_show) {
    for (int rule = 0; rule < RULES; rule++) {
        sst_step_report sum;
        uint64_t hash = hash_after(rules[rule].rule, 0, 1, false, &sum);
        CHECK(hash != hash_after(SST_INFEASIBLE_LEAST_VIOLATION, 0, 1, false, &sum));
        for (uint64_t shuffle = 1; shuffle <= 4; shuffle++)
            CHECK(hash_after(rules[rule].rule, shuffle, 1, false, &sum) == hash);
        CHECK(hash_after(rules[rule].rule, 5, 3, false, &sum) == hash);
        CHECK(hash_after(rules[rule].rule, 0, 1, true, &sum) == hash);
    }
}

TEST(the_step_report_counts_who_chose) {
    for (int rule = 0; rule < RULES; rule++) {
        sst_step_report sum;
        hash_after(rules[rule].rule, 0, 1, false, &sum);
        const size_t counts[RULES] = {sum.dropped, sum.compromised, sum.buffered, sum.stopped};
        CHECK(sum.relaxed > 100);
        for (int i = 0; i < RULES; i++)
            CHECK_INT(counts[i], i == rule ? sum.relaxed : 0);
    }
}

TEST(a_rule_that_is_none_is_refused) {
    sst_solve_params params;
    sst_solve_agent agent;
    sst_half_plane scratch[SCRATCH];
    sst_solution solution;
    sst_solve_agent_init(&agent);
    CHECK(sst_solve_params_init(&params, SST_PROFILE_CLASSIC, 0.1f) == SST_OK);
    CHECK_INT(params.infeasible, SST_INFEASIBLE_LEAST_VIOLATION);
    params.infeasible = (sst_infeasible)(SST_INFEASIBLE_STOP + 1);
    CHECK_INT(sst_solve(&params, &agent, NULL, 0, NULL, 0, scratch, SCRATCH, &solution),
              SST_ERROR_OPTION);
}

SUITE(infeasible, CASE(every_rule_does_what_its_definition_says),
      CASE(turned_and_mirrored_scenes_have_turned_and_mirrored_answers),
      CASE(neither_order_nor_workers_nor_history_show), CASE(the_step_report_counts_who_chose),
      CASE(a_rule_that_is_none_is_refused))
