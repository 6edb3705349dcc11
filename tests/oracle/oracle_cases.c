/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Each family makes lines for a speed limit of 1; then all is scaled, rounded to float and given
 * levels. Rounding leaves normals up to 1e-7 off length 1, as a solver's own would be. */

#include "oracle_cases.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

const char *oracle_family_text(oracle_family family) {
    static const char *const text[] = {
#define ORACLE_FAMILY_TEXT(name, words) words,
        ORACLE_FAMILIES(ORACLE_FAMILY_TEXT)
#undef ORACLE_FAMILY_TEXT
    };
    return text[family];
}

static double power_of_ten(test_rng *rng, double low, double high) {
    return pow(10, test_uniform(rng, low, high));
}

static double sign(test_rng *rng) {
    return test_below(rng, 2) ? 1 : -1;
}

static void add(oracle_program *p, double angle, double b) {
    p->lines[p->count++] = (oracle_line){{cos(angle), sin(angle)}, b, 0};
}

static double any_angle(test_rng *rng) {
    return test_uniform(rng, -pi, pi);
}

static oracle_vec any_in_disc(test_rng *rng, double radius) {
    double angle = any_angle(rng), r = radius * sqrt(test_uniform(rng, 0, 1));
    return (oracle_vec){r * cos(angle), r * sin(angle)};
}

/* Lines whose distance from the velocity `about` is `clearance` (the side of it permitted). */
static void add_about(oracle_program *p, double angle, oracle_vec about, double clearance) {
    add(p, angle, cos(angle) * about.x + sin(angle) * about.y - clearance);
}

static void crowd(test_rng *rng, oracle_program *p, int count) {
    double reach = test_uniform(rng, 0.2, 1.2);
    while (p->count < count)
        add(p, any_angle(rng), test_uniform(rng, -1, reach));
}

static void feasible(test_rng *rng, oracle_program *p, int count) {
    oracle_vec about = any_in_disc(rng, 1);
    double least = test_below(rng, 2) ? power_of_ten(rng, -6, -1) : 0;
    while (p->count < count)
        add_about(p, any_angle(rng), about, least + test_uniform(rng, 0, 0.5));
}

static void near_parallel(test_rng *rng, oracle_program *p, int count) {
    double base = any_angle(rng);
    oracle_vec about = any_in_disc(rng, 1);
    while (p->count < count) {
        double angle = base + sign(rng) * power_of_ten(rng, -7, -1);
        angle += test_below(rng, 3) == 0 ? pi : 0;
        if (test_below(rng, 6) == 0)
            angle = any_angle(rng);
        add_about(p, angle, about,
                  sign(rng) * power_of_ten(rng, -8, 0) * (double)test_below(rng, 2));
    }
}

static void sheaf(test_rng *rng, oracle_program *p, int count) {
    double base = any_angle(rng), spread = power_of_ten(rng, -7, -4);
    double part = test_below(rng, 2) ? 0 : spread * power_of_ten(rng, -1, 1);
    oracle_vec about = any_in_disc(rng, 1);
    uint64_t reverse = test_below(rng, 4), other = 2 + test_below(rng, 6);
    while (p->count < count) {
        double angle = base + test_uniform(rng, -spread, spread);
        angle += test_below(rng, 4) < reverse ? pi : 0;
        if (test_below(rng, other) == 0)
            add_about(p, any_angle(rng), about, test_uniform(rng, -0.01, 0.2));
        else
            add_about(p, angle, about, part * test_uniform(rng, -1, 1));
    }
}

static void repeated(test_rng *rng, oracle_program *p, int count) {
    crowd(rng, p, 1 + (int)test_below(rng, (uint64_t)count));
    while (p->count < count) {
        oracle_line line = p->lines[test_below(rng, (uint64_t)p->count)];
        line.b += test_below(rng, 2) ? sign(rng) * 1e-7 : 0;
        p->lines[p->count++] = line;
    }
}

static void same_direction(test_rng *rng, oracle_program *p, int count) {
    double directions[3] = {any_angle(rng), any_angle(rng), any_angle(rng)};
    while (p->count < count)
        add(p, directions[test_below(rng, 3)], test_uniform(rng, -1, 1));
}

static void opposite(test_rng *rng, oracle_program *p, int count) {
    while (p->count < count) {
        double angle = any_angle(rng), b = test_uniform(rng, -1, 1);
        double width = sign(rng) * power_of_ten(rng, -7, 0) * (double)test_below(rng, 2);
        add(p, angle, b);
        if (p->count == count)
            return;
        oracle_line *line = &p->lines[p->count++];
        *line = p->lines[p->count - 2];
        *line = (oracle_line){{-line->n.x, -line->n.y}, -b - width, 0};
    }
}

static void tangent(test_rng *rng, oracle_program *p, int count) {
    while (p->count < count) {
        double off = sign(rng) * power_of_ten(rng, -8, -2) * (double)test_below(rng, 2);
        add(p, any_angle(rng), test_below(rng, 3) ? -1 + off : 1 + off);
    }
}

static void far(test_rng *rng, oracle_program *p, int count) {
    while (p->count < count) {
        bool near = test_below(rng, 2);
        add(p, any_angle(rng),
            near ? test_uniform(rng, -1, 1) : sign(rng) * power_of_ten(rng, 1, 6));
    }
}

static void one_point(test_rng *rng, oracle_program *p, int count) {
    oracle_vec about = any_in_disc(rng, 1);
    if (test_below(rng, 3) == 0) {
        double angle = any_angle(rng);
        about = (oracle_vec){cos(angle), sin(angle)};
    } else if (test_below(rng, 3) == 0) {
        about = (oracle_vec){0, 0};
    }
    double spread = test_below(rng, 2) ? pi : power_of_ten(rng, -6, 0), base = any_angle(rng);
    while (p->count < count)
        add_about(p, base + test_uniform(rng, -spread, spread), about, 0);
}

static void round_one_point(test_rng *rng, oracle_program *p, int count) {
    oracle_vec about = any_in_disc(rng, 1);
    double clearance = sign(rng) * power_of_ten(rng, -7, 0);
    while (p->count < count)
        add_about(p, any_angle(rng), about, clearance);
}

static void grid(test_rng *rng, oracle_program *p, int count) {
    static const oracle_vec axes[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    while (p->count < count)
        p->lines[p->count++] =
            (oracle_line){axes[test_below(rng, 4)], ((double)test_below(rng, 33) - 16) / 16, 0};
}

static void make_lines(test_rng *rng, oracle_family family, oracle_program *p, int count) {
    typedef void make(test_rng *, oracle_program *, int);
    static make *const makers[ORACLE_FAMILY_COUNT] = {[ORACLE_CROWD] = crowd,
                                                      [ORACLE_FEASIBLE] = feasible,
                                                      [ORACLE_NEAR_PARALLEL] = near_parallel,
                                                      [ORACLE_SHEAF] = sheaf,
                                                      [ORACLE_REPEATED] = repeated,
                                                      [ORACLE_SAME_DIRECTION] = same_direction,
                                                      [ORACLE_OPPOSITE] = opposite,
                                                      [ORACLE_TANGENT] = tangent,
                                                      [ORACLE_FAR] = far,
                                                      [ORACLE_ONE_POINT] = one_point,
                                                      [ORACLE_ROUND] = round_one_point,
                                                      [ORACLE_STANDING] = crowd,
                                                      [ORACLE_WALLED_IN] = crowd,
                                                      [ORACLE_GRID] = grid};
    makers[family](rng, p, count);
}

static oracle_vec any_preferred(test_rng *rng, const oracle_program *p) {
    double angle = any_angle(rng);
    switch (test_below(rng, 6)) {
    case 0: /* on the circle, or at rest */
        return test_below(rng, 2) ? (oracle_vec){cos(angle), sin(angle)} : (oracle_vec){0, 0};
    case 1: /* too fast: the nearest velocity is then often on the circle */
        return any_in_disc(rng, 10);
    case 2: { /* on a line, if that is within reach */
        const oracle_line *line = &p->lines[test_below(rng, (uint64_t)p->count)];
        double b = fabs(line->b) <= 1 ? line->b : 0;
        return (oracle_vec){b * line->n.x, b * line->n.y};
    }
    default:
        return any_in_disc(rng, 1);
    }
}

static void assign_levels(test_rng *rng, oracle_family family, oracle_program *p) {
    int count = p->count, obstacles = 0, contacts = 0;
    if (test_below(rng, 2) || family == ORACLE_WALLED_IN)
        obstacles = (int)test_below(rng, (uint64_t)count + 1);
    if (test_below(rng, 4) == 0)
        contacts = (int)test_below(rng, (uint64_t)(count - obstacles) + 1);
    for (int i = 0; i < count; i++) {
        p->lines[i].level = i < obstacles ? 0 : i < obstacles + contacts ? 1 : 2;
        bool inward = family == ORACLE_WALLED_IN && i < obstacles;
        p->lines[i].b = inward ? 0.1 + fabs(p->lines[i].b) : p->lines[i].b;
    }
}

static double to_float(double value) {
    return (double)(float)value;
}

static void scale_and_round(oracle_program *p, double scale) {
    p->preferred.x = to_float(p->preferred.x * scale);
    p->preferred.y = to_float(p->preferred.y * scale);
    p->max_speed = to_float(p->max_speed * scale);
    for (int i = 0; i < p->count; i++) {
        oracle_line *line = &p->lines[i];
        line->n = (oracle_vec){to_float(line->n.x), to_float(line->n.y)};
        line->b = to_float(line->b * scale);
    }
}

oracle_program oracle_case(test_rng *rng, oracle_family family, int most) {
    oracle_program p = {.count = 0, .max_speed = 1};
    make_lines(rng, family, &p, 1 + (int)test_below(rng, (uint64_t)most));
    p.preferred = any_preferred(rng, &p);
    assign_levels(rng, family, &p);
    if (family == ORACLE_STANDING)
        p.max_speed = test_below(rng, 2) ? power_of_ten(rng, -6, -1) : 0;
    if (family == ORACLE_FAR)
        scale_and_round(&p, power_of_ten(rng, -6, 0));
    else if (family == ORACLE_GRID)
        scale_and_round(&p, ldexp(1, (int)test_below(rng, 35) - 18));
    else
        scale_and_round(&p, test_below(rng, 2) ? power_of_ten(rng, -6, 4.9) : 1.5);
    return p;
}
