/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Figures that look as if they were not in metres and seconds, and agents that will not do what
 * their scenario says: too slow for their wish, without speed, entering after the end. */

#include "advice/advice.h"
#include "scenario/zones.h"

#include <math.h>

static const double none = (double)NAN;

/* --- Units --------------------------------------------------------------------------------- */

/* What everything must be divided by so that agents have the size and speed of people or robots; 0
 * if they have it, or if nothing fits. */
static double unit_of(double radius, double speed) {
    for (double unit = 100; unit <= 1000; unit *= 10)
        if (radius >= 0.15 * unit && radius <= unit && speed >= 0.3 * unit && speed <= 5 * unit)
            return unit;
    return 0;
}

/* Centimetres or millimetres: everyone is larger than a lorry and faster than a car in town, and
 * would be neither in that unit. */
sst_result ssti_look_odd_units(ssti_check *check) {
    const sst_scenario *s = check->scenario;
    double unit = 0;
    for (size_t i = 0; i < s->agent_count; i++) {
        double radius = (double)s->agents[i].def.radius, speed = (double)s->agents[i].def.max_speed;
        double own = radius > 5 && speed > 20 ? unit_of(radius, speed) : 0;
        if (own == 0 || (unit > 0 && own != unit))
            return SST_OK;
        unit = own;
    }
    check->odd_units = unit > 0;
    if (check->odd_units)
        ssti_advise(
            check, SST_SEVERITY_WARNING,
            (ssti_subject){ssti_agent_place(check, 0, "radius"), "radius",
                           (double)s->agents[0].def.radius / unit},
            "all is as if in %s: agent 0 has radius %.6g and max_speed %.6g; lengths are in "
            "metres, speeds in metres a second; divide every length and speed by %.6g, so "
            "that this radius is %.6g, and leave times as they are",
            unit == 100 ? "centimetres" : "millimetres", (double)s->agents[0].def.radius,
            (double)s->agents[0].def.max_speed, unit, (double)s->agents[0].def.radius / unit);
    return SST_OK;
}

sst_result ssti_look_odd_time_step(ssti_check *check) {
    double step = check->scenario->time_step;
    ssti_subject subject = {ssti_top_place(check, "time_step"), "time_step", 0.1};
    if (step > 1)
        ssti_advise(
            check, SST_SEVERITY_WARNING, subject,
            "time_step is %.6g s: agents decide so seldom that they pass each other between "
            "two steps; it is in seconds, usually 0.02 to 0.25; set time_step: 0.1",
            step);
    else if (step < 1e-3)
        ssti_advise(check, SST_SEVERITY_WARNING, subject,
                    "time_step is %.6g s: a run takes over a thousand steps for each second and "
                    "gains nothing; it is in seconds, usually 0.02 to 0.25; set time_step: 0.1",
                    step);
    return SST_OK;
}

sst_result ssti_look_odd_radius(ssti_check *check) {
    const sst_scenario *s = check->scenario;
    ssti_worst worst = {0};
    for (size_t i = 0; i < s->agent_count && !check->odd_units; i++)
        if (s->agents[i].def.radius > 50)
            ssti_worst_add(&worst, i, (double)s->agents[i].def.radius);
    if (worst.count)
        ssti_advise(
            check, SST_SEVERITY_WARNING,
            (ssti_subject){ssti_agent_place(check, worst.agent, "radius"), "radius",
                           worst.badness / 100},
            "%s: the radius is %.6g m, more than a ship's; lengths are in metres; if it is in "
            "centimetres, set radius: %.6g, and every other length likewise",
            ssti_name(&worst).text, worst.badness, worst.badness / 100);
    return SST_OK;
}

/* The fastest that an agent may, wishes to, or does move. */
static double greatest_speed(const ssti_agent *agent, const char **key) {
    double speed = (double)agent->def.max_speed;
    double now = hypot((double)agent->def.velocity.x, (double)agent->def.velocity.y);
    *key = now > speed ? "velocity" : "max_speed";
    return fmax(speed, now);
}

sst_result ssti_look_odd_speed(ssti_check *check) {
    const sst_scenario *s = check->scenario;
    ssti_worst worst = {0};
    const char *key = "max_speed", *worst_key = key;
    for (size_t i = 0; i < s->agent_count && !check->odd_units; i++) {
        double speed = greatest_speed(&s->agents[i], &key);
        if (speed > 30) {
            ssti_worst_add(&worst, i, speed);
            worst_key = worst.agent == i ? key : worst_key;
        }
    }
    if (worst.count)
        ssti_advise(check, SST_SEVERITY_WARNING,
                    (ssti_subject){ssti_agent_place(check, worst.agent, worst_key), worst_key,
                                   ssti_round_up(worst.badness / 3.6)},
                    "%s: %s is %.6g m/s, faster than a car in town; speeds are in metres a second; "
                    "if it is in km/h, set %.6g",
                    ssti_name(&worst).text, worst_key, worst.badness,
                    ssti_round_up(worst.badness / 3.6));
    return SST_OK;
}

/* All starts and goals together. */
typedef struct spread {
    double min_x, min_y, max_x, max_y;
    bool whole; /* all of them whole numbers */
    double greatest_radius, longest_time;
} spread;

static void include_point(spread *all, sst_point point) {
    all->min_x = fmin(all->min_x, point.x);
    all->min_y = fmin(all->min_y, point.y);
    all->max_x = fmax(all->max_x, point.x);
    all->max_y = fmax(all->max_y, point.y);
    all->whole &= point.x == floor(point.x) && point.y == floor(point.y);
}

static void include_agent(const sst_scenario *s, const ssti_agent *agent, spread *all) {
    include_point(all, agent->def.position);
    for (size_t i = 0; i < agent->goals.count; i++)
        include_point(all, s->points[agent->goals.first + i]);
    if (agent->preferred_speed > 0)
        all->longest_time = fmax(all->longest_time, ssti_time_of_way(s, agent));
    all->greatest_radius = fmax(all->greatest_radius, (double)agent->def.radius);
}

/* Degrees: a scene less than a hundredth of its own coordinates, in which all would stand on one
 * spot. */
static bool look_like_degrees(const spread *all) {
    double extent = fmax(all->max_x - all->min_x, all->max_y - all->min_y);
    double far_x = fmax(fabs(all->min_x), fabs(all->max_x));
    double far_y = fmax(fabs(all->min_y), fabs(all->max_y));
    return far_x <= 180 && far_y <= 90 && fmax(far_x, far_y) > 100 * extent &&
           extent < 2 * all->greatest_radius && !all->whole;
}

/* Pixels: whole, never negative, of a picture's size; and a minute's walk or more, or agents whose
 * size fits no one. */
static bool look_like_pixels(const spread *all) {
    double greatest = fmax(all->max_x, all->max_y);
    return all->whole && fmin(all->min_x, all->min_y) >= 0 && greatest >= 200 && greatest <= 8192 &&
           (all->longest_time > 60 || all->greatest_radius >= 5);
}

sst_result ssti_look_odd_positions(ssti_check *check) {
    const sst_scenario *s = check->scenario;
    if (s->agent_count < 2 || check->odd_units)
        return SST_OK;
    sst_point first = s->agents[0].def.position;
    spread all = {first.x, first.y, first.x, first.y, true, 0, 0};
    for (size_t i = 0; i < s->agent_count; i++)
        include_agent(s, &s->agents[i], &all);
    ssti_subject subject = {ssti_agent_place(check, 0, "position"), "position", none};
    check->odd_positions = look_like_degrees(&all) || look_like_pixels(&all);
    if (look_like_degrees(&all))
        ssti_advise(check, SST_SEVERITY_WARNING, subject,
                    "the positions look like degrees: all %zu agents stand within %.3g of each "
                    "other; positions are in metres, so project them first (UTM will do); a degree "
                    "of latitude is 111000 m",
                    s->agent_count, fmax(all.max_x - all.min_x, all.max_y - all.min_y));
    else if (check->odd_positions)
        ssti_advise(check, SST_SEVERITY_WARNING, subject,
                    "the positions look like pixels: whole numbers up to %.6g; positions are in "
                    "metres, so multiply them, and radii and speeds, by the metres of a pixel",
                    fmax(all.max_x, all.max_y));
    return SST_OK;
}

/* --- Wishes -------------------------------------------------------------------------------- */

/* What an agent wishes for, before the limit: from the file, for the scenario keeps what counts. */
static double wished_speed(const ssti_check *check, const ssti_agent *agent, const char **key) {
    double speed = agent->preferred_speed;
    if (!ssti_has_goal(agent)) {
        *key = "preferred_velocity";
        return hypot((double)agent->def.preferred_velocity.x,
                     (double)agent->def.preferred_velocity.y);
    }
    *key = "preferred_speed";
    ssti_place place = ssti_place_of(check, agent->place, *key);
    bool given = place.line != agent->place.line || place.column != agent->place.column;
    if (given)
        ssti_number_at(check, agent->place, *key, &speed);
    else if (speed == (double)agent->def.max_speed)
        speed = fmax(speed, check->scenario->preferred_speed);
    return speed;
}

sst_result ssti_look_preferred_above_max(ssti_check *check) {
    const sst_scenario *s = check->scenario;
    ssti_worst worst = {0};
    const char *key;
    for (size_t i = 0; i < s->agent_count; i++) {
        const ssti_agent *agent = &s->agents[i];
        double excess = wished_speed(check, agent, &key) - (double)agent->def.max_speed;
        if (ssti_decides(agent) && excess > 1e-6 * (double)agent->def.max_speed)
            ssti_worst_add(&worst, i, excess);
    }
    if (!worst.count)
        return SST_OK;
    double max_speed = (double)s->agents[worst.agent].def.max_speed;
    double wish = wished_speed(check, &s->agents[worst.agent], &key);
    ssti_advise(
        check, SST_SEVERITY_WARNING,
        (ssti_subject){ssti_agent_place(check, worst.agent, key), "max_speed", ssti_round_up(wish)},
        "%s: %s is %.6g m/s, above max_speed %.6g: it will never go faster than that, and "
        "late is late; set max_speed: %.6g or more, or prefer less",
        ssti_name(&worst).text, key, wish, max_speed, ssti_round_up(wish));
    return SST_OK;
}

sst_result ssti_look_never_moves(ssti_check *check) {
    const sst_scenario *s = check->scenario;
    ssti_worst worst = {0};
    for (size_t i = 0; i < s->agent_count; i++) {
        const ssti_agent *agent = &s->agents[i];
        if (ssti_has_goal(agent) && !agent->def.scripted && agent->preferred_speed == 0)
            ssti_worst_add(&worst, i, 0);
    }
    if (!worst.count)
        return SST_OK;
    bool parked = s->agents[worst.agent].def.max_speed == 0;
    const char *key = parked ? "max_speed" : "preferred_speed";
    double usual = parked ? 1.5 : 1.3;
    ssti_advise(check, SST_SEVERITY_WARNING,
                (ssti_subject){ssti_agent_place(check, worst.agent, key), key, usual},
                "%s: it has a goal, but %s is 0, so it never moves and the run goes on to its time "
                "limit; set %s: %.6g, as by default, or leave the goal out",
                ssti_name(&worst).text, key, key, usual);
    return SST_OK;
}

sst_result ssti_look_never_enters(ssti_check *check) {
    const sst_scenario *s = check->scenario;
    bool by_steps = s->steps != SST_UNLIMITED;
    if (!by_steps && s->until < 0)
        return SST_OK;
    double end = by_steps ? (double)s->steps : ceil(s->until / s->time_step - 1e-6);
    ssti_worst worst = {0};
    for (size_t i = 0; i < s->agent_count; i++) {
        uint64_t entry = ssti_entry_step(s, &s->agents[i]);
        if (entry > 0 && (double)entry >= end)
            ssti_worst_add(&worst, i, s->agents[i].start_time);
    }
    if (!worst.count)
        return SST_OK;
    const char *key = by_steps ? "steps" : "until";
    double more = by_steps ? ceil(worst.badness / s->time_step) + 1
                           : ssti_round_up(worst.badness + s->time_step);
    ssti_advise(check, SST_SEVERITY_WARNING,
                (ssti_subject){ssti_agent_place(check, worst.agent, "start_time"), key, more},
                "%s: start_time is %.6g s, but the run ends at %.6g s, so it never takes a step; "
                "set %s: %.6g or more, plus the time of its way",
                ssti_name(&worst).text, worst.badness, end * s->time_step, key, more);
    return SST_OK;
}
