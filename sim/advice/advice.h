/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* What each advice works with: the scenario, worlds built from it, and a way to speak.
 * docs/advice.md tells every formula and its reason. */
#ifndef SIDESTEP_SIM_ADVICE_H
#define SIDESTEP_SIM_ADVICE_H

#include "scenario/scenario.h"

typedef struct ssti_places ssti_places;
typedef struct ssti_check ssti_check;

/* One advice: a code, and the function that looks for it. */
typedef struct ssti_advice_kind {
    const char *code;
    sst_result (*look)(ssti_check *check);
    bool needs_metres; /* makes no sense where positions are degrees or pixels */
} ssti_advice_kind;

/* An obstacle as the world understood it. */
typedef struct ssti_outline {
    sst_obstacle_kind kind;
    bool moves;
    bool convex; /* a solid without dents, or a single wall */
} ssti_outline;

struct ssti_check {
    const sst_scenario *scenario;
    sst_world_def def;       /* the world of a run */
    double response_time;    /* [s] */
    double max_acceleration; /* [m/s^2]; infinity = no limit */
    ssti_outline *outlines;  /* by obstacle */
    size_t room_count;
    uint32_t room_layers;
    sst_world *start; /* all obstacles, where they are at the start */
    sst_world *still; /* those that rest */
    sst_world *rooms; /* rooms that rest, as solids: inside them is inside a room */
    ssti_places *places;
    sst_advisor to;
    const ssti_advice_kind *kind; /* the advice that is being looked for */
    size_t said;                  /* times that it was given */
    sst_check_summary summary;
    bool odd_positions, odd_units;
    size_t steps_walked; /* by ssti_walk_alone */
    size_t *door_legs;   /* by agent: the way, from 1, that leads through too narrow a door */
};

/* Where the value of a key stands in the map at `map`; that map if it does not give the key. */
ssti_place ssti_place_of(const ssti_check *check, ssti_place map, const char *key);
/* The number given for a key there; false if it gives none, or one that is drawn. */
bool ssti_number_at(const ssti_check *check, ssti_place map, const char *key, double *number);
ssti_place ssti_top_place(const ssti_check *check, const char *key);
ssti_place ssti_agent_place(const ssti_check *check, size_t agent, const char *key);
/* The key by which an agent is given its goals. */
const char *ssti_goal_key(const ssti_check *check, size_t agent);

sst_result ssti_places_create(const sst_scenario *scenario, ssti_places **places);
void ssti_places_destroy(ssti_places *places);

/* Builds the worlds and outlines of a check; frees them. */
sst_result ssti_check_build(ssti_check *check);
void ssti_check_free(ssti_check *check);

/* What is advised of: where it stands, the key to change and its right number (null and NaN where
 * there is none). */
typedef struct ssti_subject {
    ssti_place place;
    const char *parameter;
    double recommended;
} ssti_subject;

/* Gives an advice: what was found, and why it matters. After the tenth of a kind the rest is only
 * counted. */
void ssti_advise(ssti_check *check, sst_severity severity, ssti_subject subject, const char *format,
                 ...) SSTI_PRINTF(4, 5);

/* Many agents with the same flaw: their number and the worst of them. */
typedef struct ssti_worst {
    size_t count, agent;
    double badness;
} ssti_worst;

void ssti_worst_add(ssti_worst *worst, size_t agent, double badness);
/* "agent 3", "agent 3 (and 11 more)". */
typedef struct ssti_who {
    char text[64];
} ssti_who;
ssti_who ssti_name(const ssti_worst *worst);

/* Rounded up to three digits, so that a number as printed is enough. */
double ssti_round_up(double value);

/* Whether the agent decides at all: neither scripted nor parked. */
bool ssti_decides(const ssti_agent *agent);
bool ssti_has_goal(const ssti_agent *agent);
/* The ways of an agent, from its start or the goal before to the next goal; who goes round and
 * round has one more, from the last goal to the first. */
size_t ssti_leg_count(const ssti_agent *agent);
sst_point ssti_leg_end(const sst_scenario *scenario, const ssti_agent *agent, size_t nth);
bool ssti_goal_is_area(const sst_scenario *scenario, const ssti_agent *agent, size_t nth);
double ssti_reach_speed(const ssti_agent *agent); /* as the world counts it [m/s] */
bool ssti_sees(const ssti_agent *agent, const ssti_agent *other);
bool ssti_starts_at_once(const ssti_check *check, const ssti_agent *agent);

/* How long a horizon an agent needs: `least` is not to be undercut, `good` is to be set; [s]. */
typedef struct ssti_need {
    double least, good;
    char term[80]; /* what binds, in words */
} ssti_need;
ssti_need ssti_horizon_need(const ssti_check *check, const ssti_agent *agent);

/* A world of agents at given places, their keys the numbers of the markers, neighbours nearest by
 * surface first: `spare` more of them than each has; or at rest, when those in range are those that
 * touch, and `spare` is their number. */
typedef struct ssti_marker {
    sst_point at;
    size_t agent;
} ssti_marker;
sst_result ssti_markers_world(const ssti_check *check, const ssti_marker *markers, size_t count,
                              uint32_t spare, bool at_rest, sst_world **world, sst_agent_id *ids);

/* Whether an obstacle holds an agent that comes straight from `from`, bound for `goal`, and first
 * touches it with its centre at `place`. */
bool ssti_catches(const ssti_check *check, size_t obstacle, sst_point from, sst_point goal,
                  sst_point place);

/* Whether an agent comes to a stand on the straight way to a goal, alone among the obstacles at
 * rest. When the check has taken all its steps, `stands` stays as it is. */
sst_result ssti_walk_alone(ssti_check *check, size_t agent, sst_point from, sst_point goal,
                           bool *stands);

/* Last goals, points, of those who stay there; answers their number. */
size_t ssti_list_goals(const ssti_check *check, ssti_marker *markers);

/* The advices. */
sst_result ssti_look_odd_units(ssti_check *check);
sst_result ssti_look_odd_time_step(ssti_check *check);
sst_result ssti_look_odd_radius(ssti_check *check);
sst_result ssti_look_odd_speed(ssti_check *check);
sst_result ssti_look_odd_positions(ssti_check *check);
sst_result ssti_look_preferred_above_max(ssti_check *check);
sst_result ssti_look_never_moves(ssti_check *check);
sst_result ssti_look_never_enters(ssti_check *check);
sst_result ssti_look_horizon_below_step(ssti_check *check);
sst_result ssti_look_horizon_short(ssti_check *check);
sst_result ssti_look_neighbor_dist_short(ssti_check *check);
sst_result ssti_look_tuning_order(ssti_check *check);
sst_result ssti_look_max_neighbors_low(ssti_check *check);
sst_result ssti_look_sees_nobody(ssti_check *check);
sst_result ssti_look_seen_by_nobody(ssti_check *check);
sst_result ssti_look_agents_overlap(ssti_check *check);
sst_result ssti_look_goals_overlap(ssti_check *check);
sst_result ssti_look_agent_in_obstacle(ssti_check *check);
sst_result ssti_look_agent_outside_room(ssti_check *check);
sst_result ssti_look_goal_unreachable(ssti_check *check);
sst_result ssti_look_area_crowded(ssti_check *check);
sst_result ssti_look_door_narrow(ssti_check *check);
sst_result ssti_look_goal_hidden(ssti_check *check);
sst_result ssti_look_obstacle_out_of_reach(ssti_check *check);
sst_result ssti_look_head_on(ssti_check *check);

#endif
