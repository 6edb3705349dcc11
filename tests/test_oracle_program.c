/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The solver's program against the oracle, over a million random and adversarial programs (ten
 * million in the long run). What must hold, relative to the scale of a program (the larger of max
 * speed and greatest |offset|):
 *   - never flagged violated where every line could be met with 1e-5 to spare;
 *   - of each level, in order of priority, the greatest violation within 1e-4 of the least
 * possible;
 *   - speed at most max_speed (1 + 1e-6), everything finite, figures and flags true;
 *   - where all lines can be met, as near to the preferred velocity as if each were 1e-5 tighter.
 * The worst of each figure is printed. */

#include "harness.h"
#include "oracle/oracle_cases.h"
#include "sidestep/solve.h"

enum { MOST_LINES = 12, OBSTACLES = 0, CONTACT = 1, AGENTS = 2 };

static oracle_family family_of(long index) {
    return (oracle_family)(index % ORACLE_FAMILY_COUNT);
}

/* --- The two methods of the oracle against each other ---------------------------------------- */

static double worst_apart;

static bool roomy(const oracle_program *p, int last) {
    oracle_program upper = *p;
    while (upper.count > 0 && upper.lines[upper.count - 1].level > last)
        upper.count--;
    return oracle_margin(&upper) > 1e-6 * oracle_scale(p);
}

/* Levels must agree up to the first that has no room to spare. What is possible after it depends on
 * how tightly it is held (at a tangent, on the root of that); clipping must hold it a little
 * looser, and may then not find more violation than enumeration did. */
static bool compare_levels(const oracle_program *p, const oracle_answer *answer, long index) {
    double scale = oracle_scale(p), held[ORACLE_LEVELS];
    bool room = true;
    for (int level = 0; level < ORACLE_LEVELS; level++) {
        double clipped = oracle_clip_violation(p, level, held);
        double apart = (clipped - answer->violation[level]) / scale;
        worst_apart = fmax(worst_apart, room ? fabs(apart) : apart);
        CHECK_MSG(apart < 1e-9 && (apart > -1e-9 || !room),
                  "program %ld level %d: enumeration %.17g, clipping %.17g", index, level,
                  answer->violation[level], clipped);
        room = room && roomy(p, level);
        held[level] = answer->violation[level];
        for (int i = 0; i <= level && !room; i++)
            held[i] = answer->violation[i] + 1e-9 * scale;
    }
    return room;
}

/* Clipping finds a distance between those of the program made a little looser and tighter. */
static void compare_distance(const oracle_program *p, long index) {
    static const double none[ORACLE_LEVELS];
    double slack = 1e-9 * oracle_scale(p);
    oracle_program tight = *p, loose = *p;
    oracle_shift(&tight, slack);
    oracle_shift(&loose, -slack);
    double clipped = oracle_clip_distance(p, none);
    double low = oracle_solve(&loose).distance - slack;
    double high = oracle_margin(&tight) > slack ? oracle_solve(&tight).distance + slack : HUGE_VAL;
    CHECK_MSG(low <= clipped && clipped <= high,
              "program %ld: distance by clipping %.17g, not in %.17g .. %.17g", index, clipped, low,
              high);
}

static void compare_methods(const oracle_program *p, long index) {
    oracle_answer answer = oracle_solve(p);
    CHECK_MSG(answer.found, "program %ld: enumeration found nothing", index);
    if (compare_levels(p, &answer, index))
        compare_distance(p, index);
}

TEST(both_methods_of_the_oracle_agree) {
    test_rng rng = test_seed(1);
    worst_apart = 0;
    for (long i = 0, count = test_count(100000, 1000000); i < count; i++) {
        oracle_program p = oracle_case(&rng, family_of(i), MOST_LINES);
        compare_methods(&p, i);
    }
    printf("     violations apart by at most %.1e of the scale\n", worst_apart);
}

/* --- The solver against the oracle ----------------------------------------------------------- */

static const uint32_t violated_flags =
    SST_STATUS_RELAXED | SST_STATUS_OBSTACLES_VIOLATED | SST_STATUS_CONTACT;

/* Worst seen, relative to the scale; `speed` relative to max speed. */
typedef struct {
    double refused;               /* greatest spare room of a program that was flagged violated */
    double excess[ORACLE_LEVELS]; /* violation beyond the least possible */
    double later;                 /* the same, where earlier levels leave hardly any room */
    double figure;                /* reported against true violation */
    double speed, distance;
    long programs, feasible;
} worst_figures;

/* One program, the oracle's answer and one of the solver's. */
typedef struct {
    const oracle_program *program;
    const oracle_answer *answer;
    double scale, margin;
    sst_solution solution;
    oracle_vec v;
    long index;
    worst_figures *worst;
} comparison;

static const double rounding = 1e-6; /* of the scale, that float arithmetic may cost a level */

static void worsen(double *worst, double value) {
    *worst = fmax(*worst, value);
}

static sst_solution solve(const oracle_program *p, sst_least_violation choice) {
    sst_half_plane lines[ORACLE_MAX_LINES], scratch[2 * ORACLE_MAX_LINES];
    sst_levels levels = {0, 0, 0};
    size_t *const counts[] = {&levels.obstacle_count, &levels.contact_count, &levels.agent_count};
    for (int i = 0; i < p->count; i++) {
        const oracle_line *from = &p->lines[i];
        lines[i] = (sst_half_plane){.normal = {(float)from->n.x, (float)from->n.y},
                                    .offset = (float)from->b,
                                    .source = (uint32_t)i};
        ++*counts[from->level];
    }
    sst_solution solution = {.velocity = {NAN, NAN}};
    sst_vec2 preferred = {(float)p->preferred.x, (float)p->preferred.y};
    sst_result result = sst_solve_half_planes(lines, levels, preferred, (float)p->max_speed, choice,
                                              scratch, 2 * ORACLE_MAX_LINES, &solution);
    CHECK_MSG(result == SST_OK, "refused: %s", sst_result_text(result));
    return solution;
}

static void check_limits(const comparison *c) {
    double speed = hypot(c->v.x, c->v.y), limit = c->program->max_speed;
    CHECK_MSG(isfinite(speed), "program %ld: velocity (%g, %g)", c->index, c->v.x, c->v.y);
    CHECK_MSG(speed <= limit * (1 + 1e-6), "program %ld: speed %.9g of %.9g", c->index, speed,
              limit);
    if (limit > 0)
        worsen(&c->worst->speed, speed / limit - 1);
}

/* What `level` could reach behind the levels before it. Where those leave hardly any room, that
 * hangs on their last bits (at a tangent, on the root of them; in a wedge, on them over its angle).
 * So the largest is taken of the least violations where those levels are asked as given, or held at
 * what the solver made of them, each with their lines moved by `rounding` one way or the other, in
 * 64 ways. */
static double least_after(const comparison *c, int level) {
    double least = 0, step = rounding * c->scale;
    test_rng rng = {(uint64_t)c->index};
    for (int way = 0; way < 128; way++) {
        uint64_t signs = way < 2 ? 0 : way < 4 ? UINT64_MAX : test_u64(&rng);
        oracle_program moved = *c->program;
        for (int i = 0; i < moved.count && moved.lines[i].level < level; i++) {
            oracle_line *line = &moved.lines[i];
            line->b += signs >> i & 1 ? -step : step;
            line->b -= way % 2 ? oracle_violation(c->program, line->level, c->v) : 0;
        }
        least = fmax(least, oracle_solve(&moved).violation[level]);
    }
    return least;
}

static void check_level(const comparison *c, int level) {
    double is = oracle_violation(c->program, level, c->v), least = c->answer->violation[level];
    bool later = level > 0 && is - least > 1e-5 * c->scale;
    if (later)
        least = fmax(least, least_after(c, level));
    double excess = (is - least) / c->scale;
    worsen(later ? &c->worst->later : &c->worst->excess[level], excess);
    CHECK_MSG(excess <= 1e-4, "program %ld level %d: violation %.9g, least %.9g, scale %.3g%s",
              c->index, level, is, least, c->scale, later ? " (behind a hard level)" : "");
}

static void check_margin(const comparison *c) {
    if (!(c->solution.status & violated_flags))
        return;
    worsen(&c->worst->refused, c->margin / c->scale);
    CHECK_MSG(c->margin < 1e-5 * c->scale,
              "program %ld: flags %x with a margin of %.3g, scale %.3g", c->index,
              c->solution.status, c->margin, c->scale);
}

/* Flags and figures must tell what is violated at the velocity returned. */
static void check_report(const comparison *c) {
    static const uint32_t flag[] = {SST_STATUS_OBSTACLES_VIOLATED, SST_STATUS_CONTACT,
                                    SST_STATUS_RELAXED};
    const float figure[] = {c->solution.obstacle_violation, c->solution.contact_violation,
                            c->solution.worst_violation};
    for (int level = 0; level < ORACLE_LEVELS; level++) {
        double is = oracle_violation(c->program, level, c->v), told = (double)figure[level];
        worsen(&c->worst->figure, fabs(told - is) / c->scale);
        CHECK_MSG(fabs(told - is) <= 1e-4 * c->scale,
                  "program %ld level %d: violation %.9g reported as %.9g, scale %.3g", c->index,
                  level, is, told, c->scale);
        CHECK_MSG((told > 0) == ((c->solution.status & flag[level]) != 0),
                  "program %ld level %d: flags %x with figure %g", c->index, level,
                  c->solution.status, told);
    }
}

static double preferred_distance(const comparison *c) {
    return hypot(c->v.x - c->program->preferred.x, c->v.y - c->program->preferred.y);
}

/* As near to the preferred velocity as if every line were 1e-5 of the scale tighter. */
static void check_distance(const comparison *c) {
    double slack = 1e-5 * c->scale;
    if (c->margin < 2 * slack)
        return;
    oracle_program tight = *c->program;
    oracle_shift(&tight, slack);
    double least = oracle_solve(&tight).distance, is = preferred_distance(c);
    c->worst->feasible++;
    worsen(&c->worst->distance, (is - least) / c->scale);
    CHECK_MSG(is <= least + slack, "program %ld: %.9g from the preferred velocity, least %.9g",
              c->index, is, least);
}

static void check_program(const oracle_program *p, long index, worst_figures *worst) {
    oracle_answer answer = oracle_solve(p);
    comparison c = {.program = p,
                    .answer = &answer,
                    .scale = oracle_scale(p),
                    .margin = oracle_margin(p),
                    .index = index,
                    .worst = worst};
    CHECK_MSG(answer.found, "program %ld: the oracle found nothing", index);
    for (int choice = SST_LEAST_NEAREST; choice <= SST_LEAST_OUTERMOST; choice++) {
        c.solution = solve(p, (sst_least_violation)choice);
        c.v = (oracle_vec){(double)c.solution.velocity.x, (double)c.solution.velocity.y};
        check_limits(&c);
        for (int level = 0; level < ORACLE_LEVELS; level++)
            check_level(&c, level);
        check_margin(&c);
        check_report(&c);
        check_distance(&c);
    }
    worst->programs++;
}

static void print_worst(const char *name, const worst_figures *w) {
    printf("     %-57s%9ld%9ld%9.1e %9.1e%9.1e%9.1e%9.1e %9.1e%9.1e%9.1e\n", name, w->programs,
           w->feasible / 2, w->refused, w->excess[OBSTACLES], w->excess[CONTACT], w->excess[AGENTS],
           w->later, w->figure, w->distance, w->speed);
}

static void take_worse(worst_figures *all, const worst_figures *one) {
    for (int level = 0; level < ORACLE_LEVELS; level++)
        worsen(&all->excess[level], one->excess[level]);
    worsen(&all->refused, one->refused), worsen(&all->later, one->later);
    worsen(&all->figure, one->figure), worsen(&all->distance, one->distance);
    worsen(&all->speed, one->speed);
    all->programs += one->programs, all->feasible += one->feasible;
}

static void check_families(long count, int most) {
    static const worst_figures none = {.refused = -1, .distance = -1, .speed = -1};
    test_rng rng = test_seed(2);
    worst_figures worst[ORACLE_FAMILY_COUNT], all = none;
    for (int i = 0; i < ORACLE_FAMILY_COUNT; i++)
        worst[i] = none;
    for (long i = 0; i < count; i++) {
        oracle_program p = oracle_case(&rng, family_of(i), most);
        check_program(&p, i, &worst[family_of(i)]);
    }
    printf(
        "     Worst seen, relative to the scale. refused: greatest margin of a program flagged\n"
        "     violated; obstacles, contact, agents: violation beyond the least; later: the same\n"
        "     after a level without room; figure: reported against true violation; distance to\n"
        "     the preferred velocity beyond that of the program 1e-5 tighter; speed / max - 1.\n");
    printf("     %-57s%9s%9s%9s %9s%9s%9s%9s %9s%9s%9s\n", "family", "programs", "feasible",
           "refused", "obstacles", "contact", "agents", "later", "figure", "distance", "speed");
    for (int i = 0; i < ORACLE_FAMILY_COUNT; i++) {
        print_worst(oracle_family_text((oracle_family)i), &worst[i]);
        take_worse(&all, &worst[i]);
    }
    print_worst("all", &all);
}

TEST(solver_agrees_with_the_oracle) {
    check_families(test_count(1000000, 10000000), MOST_LINES);
}

TEST(solver_agrees_with_the_oracle_on_many_lines) {
    check_families(test_count(13000, 130000), 40);
}

/* On the grid, violations tie exactly and leave a chord or more to choose from: of the velocities
 * of the same least violation it must be the nearest to the preferred one. Where the choice ends on
 * the speed circle, what a level is held looser by costs its root. */
TEST(ties_go_to_the_nearest_velocity) {
    test_rng rng = test_seed(3);
    double worst = 0;
    for (long i = 0, count = test_count(100000, 1000000); i < count; i++) {
        oracle_program p = oracle_case(&rng, ORACLE_GRID, MOST_LINES);
        oracle_answer answer = oracle_solve(&p);
        sst_solution s = solve(&p, SST_LEAST_NEAREST);
        double is =
            hypot((double)s.velocity.x - p.preferred.x, (double)s.velocity.y - p.preferred.y);
        double off = fabs(is - answer.distance) / oracle_scale(&p);
        worsen(&worst, off);
        CHECK_MSG(off <= 1e-3, "program %ld: %.9g from the preferred velocity, nearest %.9g", i, is,
                  answer.distance);
    }
    printf("     distance off by at most %.1e of the scale\n", worst);
}

SUITE(oracle_program, CASE(both_methods_of_the_oracle_agree), CASE(solver_agrees_with_the_oracle),
      CASE(solver_agrees_with_the_oracle_on_many_lines), CASE(ties_go_to_the_nearest_velocity))
