/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* VO, RVO and HRVO through sst_solve against the oracle, which knows the definitions only: a
 * hundred thousand random and adversarial scenes (a million in the long run), with crowds too dense
 * for anything, contact to the last bit, coincident and resting agents, walls, and exact ties. What
 * must hold:
 *   - where any velocity is outside all regions, so is the one taken, and it is as near to the
 *     preferred one as can be; it is relaxed only if some region holds it, with its depth as the
 *     figure;
 *   - elsewhere, with HRVO, it keeps every region that the oracle keeps, nearest neighbour first,
 * and is the nearest of what keeps them;
 *   - with VO and RVO its penalty is as small as that of any that the oracle visits.
 * Tolerances are relative to the speed, and wider where a leg hangs on the root of a hair's
 * distance. The worst of each is printed. */

#include "harness.h"
#include "oracle/oracle_regions.h"
#include "sidestep/solve.h"

enum {
    MOST_NEIGHBORS = 9,
    MOST_WALLS = 3,
    SCRATCH = SST_SOLVE_SCRATCH(MOST_NEIGHBORS, MOST_WALLS)
};

typedef struct {
    sst_solve_params params;
    sst_solve_agent agent;
    sst_neighbor neighbors[MOST_NEIGHBORS];
    sst_edge edges[MOST_WALLS];
    size_t neighbor_count, edge_count;
} scene;

/* --- Scenes -------------------------------------------------------------------------------- */

typedef enum { SPREAD, DENSE, TOUCHING, ON_A_GRID, RESTING, FAMILIES } family;

static sst_vec2 any_vector(test_rng *rng, double length) {
    double angle = test_uniform(rng, -3.1415926, 3.1415926);
    length *= sqrt(test_uniform(rng, 0, 1));
    return (sst_vec2){(float)(length * cos(angle)), (float)(length * sin(angle))};
}

static sst_vec2 grid_vector(test_rng *rng, int steps) {
    float x = (float)test_below(rng, (uint64_t)(2 * steps + 1)) - (float)steps;
    float y = (float)test_below(rng, (uint64_t)(2 * steps + 1)) - (float)steps;
    return (sst_vec2){0.5f * x, 0.5f * y};
}

static sst_vec2 velocity_in(test_rng *rng, family f) {
    if (f == RESTING && test_below(rng, 3) > 0)
        return (sst_vec2){0, 0};
    return f == ON_A_GRID ? grid_vector(rng, 3) : any_vector(rng, 1.5);
}

static sst_vec2 scaled_to(sst_vec2 v, float length) {
    float is = hypotf(v.x, v.y);
    return is > 0 ? (sst_vec2){v.x * length / is, v.y * length / is} : (sst_vec2){length, 0};
}

static sst_vec2 place_in(test_rng *rng, family f, float radii) {
    static const float hairs[] = {1, 1 - 1e-6f, 1 + 1e-6f, 1 + 1e-4f, 1.01f};
    if (test_below(rng, 100) == 0)
        return (sst_vec2){0, 0};
    if (f == TOUCHING) {
        sst_vec2 towards = any_vector(rng, 1);
        return scaled_to(towards, radii * hairs[test_below(rng, 5)]);
    }
    if (f == ON_A_GRID)
        return grid_vector(rng, 4);
    return any_vector(rng, f == DENSE ? 1.5 : 5);
}

static void add_neighbor(test_rng *rng, family f, scene *s) {
    sst_neighbor *n = &s->neighbors[s->neighbor_count++];
    sst_neighbor_init(n);
    n->radius = f == ON_A_GRID ? 0.5f * (float)test_below(rng, 3) : test_uniform_f(rng, 0, 0.5f);
    n->position = place_in(rng, f, s->agent.radius + n->radius);
    n->velocity = velocity_in(rng, f);
    n->time_horizon = test_below(rng, 2) ? 2 : test_uniform_f(rng, 0.2f, 5);
    n->responsibility = test_below(rng, 4) ? 0.5f : (float)test_below(rng, 5) / 4;
    n->key = 1 + s->neighbor_count;
}

static void sort_by_gap(scene *s) {
    for (size_t i = 1; i < s->neighbor_count; i++)
        for (size_t j = i; j > 0; j--) {
            sst_neighbor *a = &s->neighbors[j - 1], *b = &s->neighbors[j], held = *a;
            float gap_a = hypotf(a->position.x, a->position.y) - a->radius;
            if (gap_a <= hypotf(b->position.x, b->position.y) - b->radius)
                break;
            *a = *b, *b = held;
        }
}

static void add_wall(test_rng *rng, scene *s) {
    sst_vec2 ends[2];
    ends[0] = any_vector(rng, 3);
    ends[1] = any_vector(rng, 5);
    if (sst_edges_from_outline(ends, 2, false, (sst_vec2){0, 0}, &s->edges[s->edge_count]) ==
        SST_OK)
        s->edge_count++;
}

static scene any_scene(test_rng *rng, family f, sst_model model) {
    scene s = {.neighbor_count = 0};
    sst_solve_params_init(&s.params, test_below(rng, 2) ? SST_PROFILE_DEFAULT : SST_PROFILE_CLASSIC,
                          0.1f);
    s.params.handedness = test_below(rng, 2) ? SST_LEFT_HANDED : SST_RIGHT_HANDED;
    sst_solve_agent_init(&s.agent);
    s.agent.model = model;
    s.agent.radius = f == ON_A_GRID ? 0.5f : test_uniform_f(rng, 0, 0.5f);
    s.agent.velocity = velocity_in(rng, f);
    s.agent.preferred_velocity = velocity_in(rng, f);
    s.agent.time_horizon = test_below(rng, 2) ? 2 : test_uniform_f(rng, 0.2f, 5);
    for (size_t n = test_below(rng, MOST_NEIGHBORS + 1); n > 0; n--)
        add_neighbor(rng, f, &s);
    sort_by_gap(&s);
    for (size_t n = test_below(rng, 3) ? 0 : test_below(rng, MOST_WALLS + 1); n > 0; n--)
        add_wall(rng, &s);
    return s;
}

/* --- What the oracle makes of them ----------------------------------------------------------- */

static oracle_vec wide(sst_vec2 v) {
    return (oracle_vec){(double)v.x, (double)v.y};
}

static oracle_vec mix(double share, oracle_vec own, oracle_vec other) {
    return (oracle_vec){(1 - share) * own.x + share * other.x,
                        (1 - share) * own.y + share * other.y};
}

static double horizon_of(const scene *s, const sst_neighbor *n) {
    float horizon = s->agent.time_horizon;
    if (s->params.pair_horizon == SST_HORIZON_SMALLER)
        horizon = fminf(horizon, n->time_horizon);
    return s->params.horizons_cover_step ? (double)fmaxf(horizon, s->params.time_step)
                                         : (double)horizon;
}

/* From the VO's apex along the leg that stays the VO's, as far as the RVO's other leg. */
static oracle_vec hybrid_apex(const scene *s, oracle_vec p, double radius, double share,
                              oracle_vec own, oracle_vec other) {
    oracle_vec v = {own.x - other.x, own.y - other.y};
    double side = p.x * v.y - p.y * v.x;
    bool left = s->params.handedness == SST_RIGHT_HANDED ? side > 0 : side >= 0;
    double angle = atan2(p.y, p.x), half = asin(radius / hypot(p.x, p.y));
    double kept = left ? angle - half : angle + half, moved = left ? angle + half : angle - half;
    oracle_vec leg = {cos(kept), sin(kept)}, to = {cos(moved), sin(moved)};
    double along = (1 - share) * (v.x * to.y - v.y * to.x) / (leg.x * to.y - leg.y * to.x);
    return (oracle_vec){other.x + along * leg.x, other.y + along * leg.y};
}

/* The half-plane that ORCA gives a pair, with the whole avoidance for VO. */
static oracle_region contact_of(const scene *s, const sst_neighbor *n) {
    sst_half_plane scratch[SST_SOLVE_SCRATCH(1, 0)];
    sst_solution solution;
    sst_solve_agent agent = s->agent;
    sst_neighbor neighbor = *n;
    agent.model = SST_MODEL_ORCA;
    neighbor.responsibility = s->agent.model == SST_MODEL_VO ? 1.0f : n->responsibility;
    sst_result result = sst_solve(&s->params, &agent, &neighbor, 1, NULL, 0, scratch,
                                  SST_SOLVE_SCRATCH(1, 0), &solution);
    CHECK(result == SST_OK && solution.agent_count == 1);
    return (oracle_region){
        .is_half_plane = true, .n = wide(scratch[0].normal), .b = (double)scratch[0].offset};
}

/* Where contact hangs on the last bit, the solver says what it took it for. */
static oracle_region region_of(const scene *s, const sst_neighbor *n, bool in_contact) {
    oracle_vec own = wide(s->agent.velocity), other = wide(n->velocity), p = wide(n->position);
    double distance = hypot(p.x, p.y), radius = (double)(s->agent.radius + n->radius);
    CHECK_MSG(in_contact == (distance <= radius) || fabs(distance - radius) <= 2e-7 * radius,
              "contact %d at %.9g of %.9g", in_contact, distance, radius);
    if (in_contact)
        return contact_of(s, n);
    double share = s->agent.model == SST_MODEL_VO ? 1 : (double)n->responsibility;
    oracle_region r = {.p = p, .radius = fmin(radius, distance * (1 - 1e-9)), .share = share};
    if (s->agent.model == SST_MODEL_HRVO) {
        r.apex = hybrid_apex(s, p, r.radius, share, own, other);
        r.horizon = HUGE_VAL;
    } else {
        r.apex = mix(share, own, other);
        r.horizon = horizon_of(s, n) / share;
    }
    return r;
}

/* The regions from the scene; the walls as the solver wrote them: theirs are tested elsewhere. */
static oracle_scene oracle_of(const scene *s, const sst_half_plane *walls,
                              const sst_solution *solution) {
    const sst_half_plane *regions = walls + solution->obstacle_count;
    uint32_t next = 0;
    oracle_scene o = {.max_speed = (double)s->agent.max_speed,
                      .preferred = wide(s->agent.preferred_velocity)};
    for (size_t i = 0; i < s->neighbor_count; i++)
        if (s->neighbors[i].responsibility > 0) {
            uint32_t first = next;
            while (next < solution->agent_count && regions[next].source == i)
                next++;
            o.regions[o.region_count++] = region_of(s, &s->neighbors[i], next - first == 1);
        }
    CHECK_INT(next, solution->agent_count);
    for (size_t i = 0; i < solution->obstacle_count; i++)
        o.walls[o.wall_count++] = (oracle_line){wide(walls[i].normal), (double)walls[i].offset, 0};
    return o;
}

/* --- The comparison ------------------------------------------------------------------------ */

/* Of the speed: the rule that decides between sides costs 2e-4; and where a line all but touches
 * the disc of speeds, what is left between them is as long as the root of a rounding. */
static const double further_than_best = 1e-3;

/* [m/s] Beyond it the boundaries themselves are too uncertain to ask what lies between them: within
 * 1e-5 of contact, short of it. */
static const double widest_tolerance = 1e-3;

/* In float the direction of a leg is wrong by a rounding over the cosine of the half angle. */
static double tolerance_of(const oracle_scene *o) {
    double worst = 1e-5;
    for (int i = 0; i < o->region_count; i++) {
        const oracle_region *r = &o->regions[i];
        if (r->is_half_plane)
            continue;
        double sine = r->radius / hypot(r->p.x, r->p.y);
        worst = fmax(worst, 1e-6 / sqrt(1 - sine * sine));
    }
    return worst * 3;
}

static const double caution = 1, at_once = 0.01; /* of the solver's penalty, at 0.1 s */
static double worst_depth, worst_distance, worst_figure, worst_penalty;
static long relaxed, admissible, at_wish, by_penalty;

static void check_figure(const oracle_scene *o, const sst_solution *solution, oracle_vec v,
                         double tolerance, long index) {
    double depth = 0;
    for (int i = 0; i < o->region_count; i++)
        depth = fmax(depth, -oracle_region_distance(&o->regions[i], v));
    double told = (double)solution->worst_violation;
    bool is_relaxed = solution->status & SST_STATUS_RELAXED;
    worst_figure = fmax(worst_figure, fabs(told - depth) / tolerance);
    CHECK_MSG(fabs(told - depth) <= tolerance, "scene %ld: depth %.9g told as %.9g", index, depth,
              told);
    CHECK_MSG(is_relaxed == (told > 0), "scene %ld: relaxed %d with a figure of %g", index,
              is_relaxed, told);
    relaxed += is_relaxed;
}

static void check_nearest(const oracle_scene *o, const oracle_nearest *best, oracle_vec v,
                          double tolerance, long index) {
    for (int i = 0; i < best->kept; i++) {
        double depth = -oracle_region_distance(&o->regions[i], v);
        worst_depth = fmax(worst_depth, depth / tolerance);
        CHECK_MSG(depth <= tolerance, "scene %ld: %.9g deep in region %d, %d could be kept", index,
                  depth, i, best->kept);
    }
    bool is_kept = best->kept == o->region_count;
    bool more_kept = !is_kept && oracle_region_distance(&o->regions[best->kept], v) >= -tolerance;
    double further = hypot(v.x - o->preferred.x, v.y - o->preferred.y) - best->distance;
    if (!more_kept)
        worst_distance = fmax(worst_distance, further);
    CHECK_MSG(more_kept || further <= further_than_best * o->max_speed + tolerance,
              "scene %ld: (%.9g, %.9g) is further than (%.9g, %.9g) by %.3g", index, v.x, v.y,
              best->v.x, best->v.y, further);
}

/* Whether a velocity on a boundary lies in its region hangs on the last bits: for the one taken
 * only regions count that surely hold it, for the others all that might. */
static void check_penalty(const oracle_scene *o, oracle_vec v, double tolerance, long index) {
    double taken = oracle_penalty(o, caution, at_once, v, -tolerance);
    double least = oracle_least_penalty(o, caution, at_once, tolerance);
    worst_penalty = fmax(worst_penalty, (taken - least) / (1 + least));
    CHECK_MSG(taken <= least + 1e-3 * (1 + least),
              "scene %ld: (%.9g, %.9g) has the penalty %.9g, %.9g can be had", index, v.x, v.y,
              taken, least);
    by_penalty++;
}

static void check_solution(const scene *s, const oracle_scene *o, const sst_solution *solution,
                           long index) {
    double tolerance = tolerance_of(o);
    oracle_vec v = wide(solution->velocity);
    CHECK_MSG(hypot(v.x, v.y) <= o->max_speed * (1 + 1e-6), "scene %ld: too fast", index);
    check_figure(o, solution, v, tolerance, index);
    if (tolerance > widest_tolerance)
        return;
    oracle_nearest best = oracle_nearest_outside(o, 1e-12);
    if (!best.found)
        return;
    bool is_admissible = best.kept == o->region_count;
    CHECK_MSG(!is_admissible || !(solution->status & SST_STATUS_RELAXED),
              "scene %ld: relaxed, but (%.9g, %.9g) is admissible", index, best.v.x, best.v.y);
    if (is_admissible || s->agent.model == SST_MODEL_HRVO)
        check_nearest(o, &best, v, tolerance, index);
    else if (solution->status & SST_STATUS_RELAXED && tolerance < 1e-4)
        check_penalty(o, v, tolerance, index);
    admissible += is_admissible;
    at_wish += best.distance == 0;
}

static void check_walls(const oracle_scene *o, const sst_solution *solution, long index) {
    for (int i = 0; i < o->wall_count; i++) {
        oracle_vec n = o->walls[i].n, v = wide(solution->velocity);
        double violation = o->walls[i].b - (n.x * v.x + n.y * v.y);
        CHECK_MSG(violation <= (double)solution->obstacle_violation + 1e-5,
                  "scene %ld: wall %d violated by %g, told %g", index, i, violation,
                  (double)solution->obstacle_violation);
    }
}

static scene nth_scene(long index) {
    test_rng rng = {harness.seed + (uint64_t)index * UINT64_C(0x9e3779b97f4a7c15)};
    static const sst_model models[] = {SST_MODEL_VO, SST_MODEL_RVO, SST_MODEL_HRVO};
    return any_scene(&rng, (family)(index % FAMILIES), models[index / FAMILIES % 3]);
}

static bool solve(const scene *s, sst_half_plane *scratch, sst_solution *solution) {
    sst_result result =
        sst_solve(&s->params, &s->agent, s->neighbors, s->neighbor_count, s->edges, s->edge_count,
                  scratch, SST_SOLVE_SCRATCH(s->neighbor_count, s->edge_count), solution);
    return CHECK_MSG(result == SST_OK, "refused: %s", sst_result_text(result));
}

TEST(no_better_velocity_exists) {
    (void)test_seed(1);
    worst_depth = worst_distance = worst_figure = worst_penalty = 0;
    relaxed = admissible = at_wish = by_penalty = 0;
    long count = test_count(100000, 1000000), compared = 0;
    for (long i = 0; i < count; i++) {
        scene s = nth_scene(i);
        sst_half_plane scratch[SCRATCH];
        sst_solution solution;
        if (!solve(&s, scratch, &solution))
            return;
        oracle_scene o = oracle_of(&s, scratch, &solution);
        check_walls(&o, &solution, i);
        if (solution.status & SST_STATUS_OBSTACLES_VIOLATED)
            continue;
        check_solution(&s, &o, &solution, i);
        compared++;
    }
    printf("     %ld scenes: %ld admissible, %ld at the wish, %ld relaxed, %ld by penalty\n",
           compared, admissible, at_wish, relaxed, by_penalty);
    printf("     in tolerances: depth %.2f, figure %.2f; distance %.1e m/s, penalty %.1e\n",
           worst_depth, worst_figure, worst_distance, worst_penalty);
    CHECK(by_penalty > count / 50);
    CHECK(relaxed > count / 50 && admissible > count / 4 && admissible - at_wish > count / 20);
}

/* The oracle's own two methods: the grid never finds what enumeration overlooked. */
TEST(a_grid_finds_nothing_better_than_the_oracle) {
    (void)test_seed(2);
    double nearer = 0, wider = 0;
    for (long i = 0, count = test_count(1500, 30000); i < count; i++) {
        scene s = nth_scene(i);
        sst_half_plane scratch[SCRATCH];
        sst_solution solution;
        if (!solve(&s, scratch, &solution))
            return;
        oracle_scene o = oracle_of(&s, scratch, &solution);
        oracle_nearest by_rays = oracle_nearest_outside(&o, 1e-9);
        oracle_nearest by_grid = oracle_nearest_by_grid(&o, 0);
        if (!by_grid.found || tolerance_of(&o) > widest_tolerance)
            continue;
        CHECK_MSG(by_rays.found && by_rays.kept >= by_grid.kept, "scene %ld: %d kept, grid %d", i,
                  by_rays.kept, by_grid.kept);
        if (by_rays.kept == by_grid.kept) {
            nearer = fmax(nearer, by_rays.distance - by_grid.distance);
            wider = fmax(wider, by_grid.distance - by_rays.distance);
            CHECK_MSG(by_rays.distance <= by_grid.distance + 1e-6, "scene %ld: %.9g, grid %.9g", i,
                      by_rays.distance, by_grid.distance);
        }
    }
    printf("     the grid nearer by at most %.1e m/s, further by at most %.1e m/s\n", nearer,
           wider);
}

SUITE(oracle_models, CASE(no_better_velocity_exists),
      CASE(a_grid_finds_nothing_better_than_the_oracle))
