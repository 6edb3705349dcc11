/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Time horizons. ORCA lets the closing speed to what is ahead be gap / horizon, so that it brakes
 * by speed / horizon at most: a horizon of max speed / max acceleration keeps this within what the
 * agent can do, and its response time comes on top. Whatever it can do, it needs two to three
 * responses within the horizon, or it acts on what is over. */

#include "advice/advice.h"

#include <math.h>
#include <stdio.h>

ssti_need ssti_horizon_need(const ssti_check *check, const ssti_agent *agent) {
    double response = check->response_time, step = check->scenario->time_step;
    double braking = (double)agent->def.max_speed / check->max_acceleration + response;
    ssti_need need = {fmax(fmax(2 * response, braking), step),
                      fmax(fmax(3 * response, braking), step), ""};
    if (need.good > braking && need.good > step)
        snprintf(need.term, sizeof need.term, "three response times of %.6g s", response);
    else if (braking >= step)
        snprintf(need.term, sizeof need.term, "max speed / max acceleration + response time");
    else
        snprintf(need.term, sizeof need.term, "one time step");
    return need;
}

/* The two horizons, and whether there is anything to look for with each. */
typedef struct horizon_kind {
    const char *key;
    float (*of)(const ssti_agent *agent);
} horizon_kind;

static float for_agents(const ssti_agent *agent) {
    return agent->def.time_horizon;
}

static float for_obstacles(const ssti_agent *agent) {
    return agent->def.time_horizon_obst;
}

static const horizon_kind horizons[] = {{"time_horizon", for_agents},
                                        {"time_horizon_obst", for_obstacles}};

static bool is_of_use(const sst_scenario *s, size_t which) {
    return which == 0 ? s->agent_count > 1 : s->obstacle_count > 0;
}

static bool is_below_step(const ssti_check *check, double time) {
    return time < check->scenario->time_step * (1 - 1e-6);
}

static void below_step(ssti_check *check, const horizon_kind *h) {
    const sst_scenario *s = check->scenario;
    ssti_worst worst = {0};
    for (size_t i = 0; i < s->agent_count; i++) {
        double time = (double)h->of(&s->agents[i]);
        if (ssti_decides(&s->agents[i]) && is_below_step(check, time))
            ssti_worst_add(&worst, i, -time);
    }
    if (!worst.count)
        return;
    double good = ssti_round_up(ssti_horizon_need(check, &s->agents[worst.agent]).good);
    ssti_advise(
        check, SST_SEVERITY_WARNING,
        (ssti_subject){ssti_agent_place(check, worst.agent, h->key), h->key, good},
        "%s: %s %.6g s is shorter than time_step %.6g s: nothing is promised for the rest of "
        "a step, and agents can pass through each other in it; set %s: %.6g",
        ssti_name(&worst).text, h->key, -worst.badness, s->time_step, h->key, good);
}

sst_result ssti_look_horizon_below_step(ssti_check *check) {
    for (size_t i = 0; i < 2; i++)
        if (is_of_use(check->scenario, i))
            below_step(check, &horizons[i]);
    return SST_OK;
}

/* --- Distance of neighbours ---------------------------------------------------------------- */

/* The two greatest of a figure, so that anyone can ask for the greatest among the others. */
typedef struct two_greatest {
    double first, second;
    size_t who;
} two_greatest;

static void take(two_greatest *of, double value, size_t who) {
    if (value > of->first) {
        of->second = of->first;
        of->first = value;
        of->who = who;
    } else if (value > of->second) {
        of->second = value;
    }
}

/* Of those in each layer. */
typedef struct others {
    two_greatest radius[32], speed[32];
} others;

static others look_at_all(const sst_scenario *s) {
    others all;
    for (size_t bit = 0; bit < 32; bit++)
        all.radius[bit] = all.speed[bit] = (two_greatest){-1, -1, SIZE_MAX};
    for (size_t i = 0; i < s->agent_count; i++)
        for (uint32_t bit = 0; bit < 32; bit++)
            if (s->agents[i].def.layers >> bit & 1) {
                take(&all.radius[bit], (double)s->agents[i].def.radius, i);
                take(&all.speed[bit], ssti_reach_speed(&s->agents[i]), i);
            }
    return all;
}

/* The greatest among those that agent `who` sees, negative if it sees no one. */
static double greatest_seen(const two_greatest *by_layer, uint32_t mask, size_t who) {
    double greatest = -1;
    for (uint32_t bit = 0; bit < 32; bit++)
        if (mask >> bit & 1)
            greatest = fmax(greatest,
                            by_layer[bit].who == who ? by_layer[bit].second : by_layer[bit].first);
    return greatest;
}

/* How a neighbour distance and a horizon go together. */
typedef struct reach {
    double given;     /* the neighbour distance */
    double needed;    /* for the horizon */
    double effective; /* the horizon that the distance leaves of it [s] */
    double speeds;    /* own and greatest other */
} reach;

/* Answers false if the distance follows from the horizon anyway, or there is no one to see. */
static bool measure_reach(const ssti_check *check, const others *all, size_t number, reach *r) {
    const ssti_agent *agent = &check->scenario->agents[number];
    double radius = greatest_seen(all->radius, agent->def.mask, number);
    double speed = greatest_seen(all->speed, agent->def.mask, number);
    r->given = (double)agent->def.neighbor_dist;
    if (!ssti_decides(agent) || !(r->given > 0) || agent->def.max_neighbors == 0 || radius < 0)
        return false;
    double radii = (double)agent->def.radius + radius;
    r->speeds = (double)agent->def.max_speed + speed;
    r->needed =
        radii + r->speeds * fmax((double)agent->def.time_horizon, check->scenario->time_step);
    r->effective = fmax(r->given - radii, 0) / r->speeds;
    return true;
}

static bool is_too_near(const reach *r) {
    return r->given < r->needed * (1 - 1e-6);
}

/* Tuning in the wrong order: the distance, which comes last, does what the horizon is there for. It
 * cuts a far too long horizon down to a sound one, or tries to make up for one that is too short.
 */
static bool distance_cuts_horizon(const ssti_check *check, size_t number, const reach *r) {
    const ssti_agent *agent = &check->scenario->agents[number];
    return is_too_near(r) && r->effective < (double)agent->def.time_horizon / 2 &&
           r->effective >= ssti_horizon_need(check, agent).good * (1 - 1e-6);
}

static bool distance_replaces_horizon(const ssti_check *check, size_t number, const reach *r) {
    const ssti_agent *agent = &check->scenario->agents[number];
    return (double)agent->def.time_horizon < ssti_horizon_need(check, agent).least * (1 - 1e-6) &&
           !is_below_step(check, (double)agent->def.time_horizon) && r->given >= 2 * r->needed;
}

static void tell_of_cut(ssti_check *check, const ssti_worst *worst, const reach *r) {
    double horizon = (double)check->scenario->agents[worst->agent].def.time_horizon;
    double better = floor(r->effective * 100) / 100;
    better = better > 0 ? better : r->effective;
    ssti_advise(check, SST_SEVERITY_WARNING,
                (ssti_subject){ssti_agent_place(check, worst->agent, "neighbor_dist"),
                               "time_horizon", better},
                "%s: neighbor_dist %.6g m makes time_horizon %.6g s act like %.3g s, and like more "
                "for slower neighbours: radius and max_speed are physical, then comes the horizon, "
                "and the distance follows from it; set time_horizon: %.6g and neighbor_dist: auto",
                ssti_name(worst).text, r->given, horizon, r->effective, better);
}

static void tell_of_replacement(ssti_check *check, const ssti_worst *worst, const reach *r) {
    const ssti_agent *agent = &check->scenario->agents[worst->agent];
    ssti_need need = ssti_horizon_need(check, agent);
    double good = ssti_round_up(need.good);
    ssti_advise(
        check, SST_SEVERITY_WARNING,
        (ssti_subject){ssti_agent_place(check, worst->agent, "time_horizon"), "time_horizon", good},
        "%s: neighbor_dist %.6g m cannot make up for time_horizon %.6g s, within which no one "
        "beyond %.3g m counts: radius and max_speed are physical, then comes the horizon "
        "(%s), and the distance follows from it; set time_horizon: %.6g and neighbor_dist: "
        "auto",
        ssti_name(worst).text, r->given, (double)agent->def.time_horizon, r->needed, need.term,
        good);
}

sst_result ssti_look_tuning_order(ssti_check *check) {
    others all = look_at_all(check->scenario);
    ssti_worst cuts = {0}, replaces = {0};
    reach r;
    for (size_t i = 0; i < check->scenario->agent_count; i++) {
        if (!measure_reach(check, &all, i, &r))
            continue;
        if (distance_cuts_horizon(check, i, &r))
            ssti_worst_add(&cuts, i, r.needed / r.given);
        if (distance_replaces_horizon(check, i, &r))
            ssti_worst_add(&replaces, i, r.given / r.needed);
    }
    if (cuts.count && measure_reach(check, &all, cuts.agent, &r))
        tell_of_cut(check, &cuts, &r);
    if (replaces.count && measure_reach(check, &all, replaces.agent, &r))
        tell_of_replacement(check, &replaces, &r);
    return SST_OK;
}

sst_result ssti_look_neighbor_dist_short(ssti_check *check) {
    others all = look_at_all(check->scenario);
    ssti_worst worst = {0};
    reach r;
    for (size_t i = 0; i < check->scenario->agent_count; i++)
        if (measure_reach(check, &all, i, &r) && is_too_near(&r) &&
            !distance_cuts_horizon(check, i, &r))
            ssti_worst_add(&worst, i, r.needed / r.given);
    if (!worst.count || !measure_reach(check, &all, worst.agent, &r))
        return SST_OK;
    double needed = ssti_round_up(r.needed);
    ssti_advise(
        check, SST_SEVERITY_WARNING,
        (ssti_subject){ssti_agent_place(check, worst.agent, "neighbor_dist"), "neighbor_dist",
                       needed},
        "%s: neighbor_dist is %.6g m, but who comes at full speed can be %.4g m away and "
        "still matter within time_horizon %.6g s (radii + horizon x both max speeds): it is "
        "seen too late; set neighbor_dist: auto, or %.6g",
        ssti_name(&worst).text, r.given, r.needed,
        (double)check->scenario->agents[worst.agent].def.time_horizon, needed);
    return SST_OK;
}

/* --- Horizons against what an agent can do ------------------------------------------------- */

static void too_short(ssti_check *check, size_t which, const others *all) {
    const sst_scenario *s = check->scenario;
    const horizon_kind *h = &horizons[which];
    ssti_worst worst = {0};
    reach r;
    for (size_t i = 0; i < s->agent_count; i++) {
        double time = (double)h->of(&s->agents[i]);
        ssti_need need = ssti_horizon_need(check, &s->agents[i]);
        bool told = which == 0 && measure_reach(check, all, i, &r) &&
                    distance_replaces_horizon(check, i, &r);
        if (ssti_decides(&s->agents[i]) && !is_below_step(check, time) && !told &&
            time < need.good * (1 - 1e-6))
            ssti_worst_add(&worst, i, need.good / time);
    }
    if (!worst.count)
        return;
    double time = (double)h->of(&s->agents[worst.agent]);
    ssti_need need = ssti_horizon_need(check, &s->agents[worst.agent]);
    double good = ssti_round_up(need.good);
    bool warning = time < need.least * (1 - 1e-6);
    ssti_advise(
        check, warning ? SST_SEVERITY_WARNING : SST_SEVERITY_NOTE,
        (ssti_subject){ssti_agent_place(check, worst.agent, h->key), h->key, good},
        "%s: %s %.6g s is less than %.4g s, %s: it sees what is coming when it can no longer "
        "act on it; set %s: %.6g",
        ssti_name(&worst).text, h->key, time, need.good, need.term, h->key, good);
}

sst_result ssti_look_horizon_short(ssti_check *check) {
    others all = look_at_all(check->scenario);
    for (size_t i = 0; i < 2; i++)
        if (is_of_use(check->scenario, i))
            too_short(check, i, &all);
    return SST_OK;
}
