/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The parts together, and what they say of one agent and of all. */

#include "metrics/metrics.h"

#include <math.h>
#include <stdlib.h>

static const double none = (double)NAN;

bool ssti_metrics_init(ssti_metrics *m, size_t agent_count) {
    m->agent_count = agent_count;
    m->journeys = calloc(agent_count + 1, sizeof *m->journeys);
    m->motions = calloc(agent_count + 1, sizeof *m->motions);
    bool good = ssti_pairs_init(&m->pairs, agent_count);
    good &= ssti_walls_init(&m->walls, agent_count);
    good &= ssti_statuses_init(&m->statuses, agent_count);
    good &= ssti_collisions_init(&m->collisions, agent_count);
    good &= ssti_stuck_init(&m->stuck, agent_count);
    return good && m->journeys && m->motions;
}

void ssti_metrics_free(ssti_metrics *m) {
    free(m->journeys);
    free(m->motions);
    ssti_pairs_free(&m->pairs);
    ssti_walls_free(&m->walls);
    ssti_statuses_free(&m->statuses);
    ssti_collisions_free(&m->collisions);
    ssti_stuck_free(&m->stuck);
}

sst_result ssti_metrics_places(ssti_metrics *m, sst_world *world, const ssti_disc *discs,
                               size_t count, double time, double duration) {
    if (!ssti_pairs_step(&m->pairs, discs, count, time, duration, &m->collisions))
        return SST_ERROR_OUT_OF_MEMORY;
    sst_result result = ssti_walls_step(&m->walls, world, discs, ssti_count_real(discs, count),
                                        time, duration, &m->collisions);
    if (result != SST_OK)
        return result;
    return ssti_collisions_finish_step(&m->collisions) ? SST_OK : SST_ERROR_OUT_OF_MEMORY;
}

sst_result ssti_metrics_stuck(ssti_metrics *m, sst_world *world, const ssti_disc *discs,
                              size_t index, sst_vec2 preferred, double time) {
    ssti_surroundings around = {.world = world,
                                .near = m->pairs.near,
                                .discs = discs,
                                .self = index,
                                .preferred = preferred};
    return ssti_stuck_step(&m->stuck, &m->journeys[discs[index].agent], &around, time);
}

/* --- One agent ----------------------------------------------------------------------------- */

static double finite_or_none(double value) {
    return isfinite(value) ? value : none;
}

static double path_ratio(const ssti_journey *j) {
    return j->arrived && j->straight > 0 ? j->walked / j->straight : none;
}

/* Who was at the goal from the beginning came there on the straight way. */
static double success_by_path(const ssti_journey *j) {
    if (!j->arrived)
        return 0;
    return j->walked > 0 ? j->straight / fmax(j->walked, j->straight) : 1;
}

static void put_journey(const ssti_journey *j, ssti_agent_figures *f) {
    f->time_to_goal = j->arrived ? j->took : none;
    f->path_length = j->walked;
    f->path_ratio = path_ratio(j);
    f->spl = ssti_journey_can_arrive(j->agent) ? success_by_path(j) : none;
    f->stuck_time = j->stuck_time;
}

static void put_pairs(const ssti_metrics *m, size_t agent, ssti_agent_figures *f) {
    const ssti_agent_pairs *pairs = &m->pairs.agents[agent];
    f->min_gap = finite_or_none(pairs->least_gap);
    f->min_wall_gap = finite_or_none(m->walls.least[agent]);
    f->min_time_to_collision = finite_or_none(pairs->least_time_to_collision);
    f->intimate_time = pairs->intimate;
    f->personal_time = pairs->personal;
    f->collisions = (double)m->collisions.agents[agent].count;
    f->overlap_time = m->collisions.agents[agent].overlap_time;
}

/* The longest one stands for all. */
static void put_stuck(const ssti_agent_stuck *stuck, ssti_agent_figures *f) {
    f->stuck_events = (double)stuck->count;
    f->stuck_cause = stuck->count ? (double)stuck->longest.cause : none;
    f->stuck_by =
        stuck->count && stuck->longest.by != SST_NOBODY ? (double)stuck->longest.by : none;
}

static void put_motion(const ssti_motion *motion, ssti_agent_figures *f) {
    f->mean_acceleration = ssti_mean_of(&motion->acceleration);
    f->max_acceleration = ssti_most_of(&motion->acceleration);
    f->mean_jerk = ssti_mean_of(&motion->jerk);
    f->max_jerk = ssti_most_of(&motion->jerk);
    f->heading_change = motion->heading_change;
    f->efficacy = ssti_mean_of(&motion->efficacy);
    f->not_moving_time = motion->not_moving;
}

ssti_agent_figures ssti_figures_of(const ssti_metrics *m, size_t agent) {
    ssti_agent_figures f = ssti_no_agent_figures();
    const ssti_status_steps *steps = &m->statuses.agents[agent];
    if (!m->journeys[agent].agent)
        return f;
    put_journey(&m->journeys[agent], &f);
    put_pairs(m, agent, &f);
    put_motion(&m->motions[agent], &f);
    put_stuck(&m->stuck.agents[agent], &f);
    f.relaxed_steps = (double)steps->relaxed;
    f.truncated_steps = (double)steps->truncated;
    f.contact_steps = (double)steps->contact;
    f.blocked_steps = (double)steps->blocked;
    return f;
}

/* --- All ----------------------------------------------------------------------------------- */

typedef struct sums {
    ssti_mean ratio, took, spl, turns;
    ssti_mean acceleration, jerk, efficacy; /* over the steps of all */
    double last_arrival;
} sums;

static void add(ssti_mean *mean, double value) {
    if (isnan(value))
        return;
    mean->sum += value;
    mean->count++;
}

static void add_all(ssti_mean *mean, const ssti_mean *other) {
    if (other->count)
        mean->most = mean->count ? fmax(mean->most, other->most) : other->most;
    mean->sum += other->sum;
    mean->count += other->count;
}

static void add_agent(const ssti_metrics *m, size_t agent, sums *sum, sst_summary *s) {
    const ssti_journey *j = &m->journeys[agent];
    ssti_agent_figures f = ssti_figures_of(m, agent);
    add(&sum->ratio, f.path_ratio);
    add(&sum->took, f.time_to_goal);
    add(&sum->spl, f.spl);
    add(&sum->turns, f.heading_change);
    add_all(&sum->acceleration, &m->motions[agent].acceleration);
    add_all(&sum->jerk, &m->motions[agent].jerk);
    add_all(&sum->efficacy, &m->motions[agent].efficacy);
    if (j->arrived)
        sum->last_arrival = fmax(sum->last_arrival, j->entered + j->took);
    s->stuck += ssti_journey_is_stuck(j);
    s->min_gap = fmin(s->min_gap, f.min_gap);
    s->min_wall_gap = fmin(s->min_wall_gap, f.min_wall_gap);
    s->min_time_to_collision = fmin(s->min_time_to_collision, f.min_time_to_collision);
    s->intimate_time += f.intimate_time;
    s->personal_time += f.personal_time;
    s->not_moving_time += f.not_moving_time;
    s->stuck_time += f.stuck_time;
}

static void clear(sst_summary *s) {
    s->stuck = s->replayed = 0;
    s->min_gap = s->min_wall_gap = s->min_time_to_collision = none;
    s->intimate_time = s->personal_time = s->not_moving_time = s->stuck_time = 0;
}

static void put_collisions(const ssti_collisions *c, sst_summary *s) {
    static const sst_collision nothing = {SST_OBSTACLES,
                                          SST_OBSTACLES,
                                          (double)NAN,
                                          (double)NAN,
                                          (double)NAN,
                                          (double)NAN,
                                          {(double)NAN, (double)NAN}};
    s->collisions = c->count;
    s->overlap_time = c->overlap_time;
    s->first_collision = c->count ? c->first : nothing;
    s->deepest_collision = c->count ? c->deepest : nothing;
}

static void put_stuck_events(const ssti_stuck *stuck, sst_summary *s) {
    s->stuck_events = ssti_stuck_count(stuck);
    s->stuck_by_nothing = stuck->causes[SST_STUCK_BY_NOTHING];
    s->stuck_by_occupant = stuck->causes[SST_STUCK_BY_OCCUPANT];
    s->stuck_by_obstacle = stuck->causes[SST_STUCK_BY_OBSTACLE];
    s->stuck_by_agent = stuck->causes[SST_STUCK_BY_AGENT];
    s->stuck_by_crowd = stuck->causes[SST_STUCK_BY_CROWD];
    for (size_t i = 0; i < SST_FIRST_STUCK; i++)
        s->first_stuck[i] = stuck->first[i];
}

static void put_sums(const sums *sum, sst_summary *s) {
    s->mean_time_to_goal = ssti_mean_of(&sum->took);
    s->path_ratio = ssti_mean_of(&sum->ratio);
    s->heading_change = ssti_mean_of(&sum->turns);
    s->mean_acceleration = ssti_mean_of(&sum->acceleration);
    s->max_acceleration = ssti_most_of(&sum->acceleration);
    s->mean_jerk = ssti_mean_of(&sum->jerk);
    s->max_jerk = ssti_most_of(&sum->jerk);
    s->efficacy = ssti_mean_of(&sum->efficacy);
}

void ssti_metrics_summarise(const ssti_metrics *m, const sst_scenario *scenario, sst_summary *s) {
    sums sum = {0};
    size_t with_goal = 0, arrived = 0;
    clear(s);
    for (size_t i = 0; i < m->agent_count; i++) {
        with_goal += ssti_journey_can_arrive(&scenario->agents[i]);
        arrived += m->journeys[i].arrived;
        s->replayed += scenario->agents[i].trajectory.count > 0;
        if (m->journeys[i].agent)
            add_agent(m, i, &sum, s);
    }
    put_sums(&sum, s);
    put_collisions(&m->collisions, s);
    put_stuck_events(&m->stuck, s);
    s->makespan = with_goal > 0 && arrived == with_goal ? sum.last_arrival : none;
    /* Who never entered did not succeed either. */
    s->spl = with_goal > 0 ? sum.spl.sum / (double)with_goal : none;
    s->relaxed_steps = m->statuses.total.relaxed;
    s->truncated_steps = m->statuses.total.truncated;
    s->contact_steps = m->statuses.total.contact;
    s->blocked_steps = m->statuses.total.blocked;
}
