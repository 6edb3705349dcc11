/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* n discs of radius r, packed as loosely as a crowd is, fill a disc of about r sqrt(n / 0.7):
 * within that of the goal, and one radius more, an agent may settle by the rules of sst_arrive. */

#include "run/settling.h"
#include "sidestep/motion.h"

#include <math.h>
#include <stdlib.h>

struct ssti_settling {
    float *within;         /* by number; 0 = shares its goal with nobody */
    sst_arrival *arrivals; /* by number */
};

/* Agents looked at for who stands in the way; those that touch are among the nearest. */
enum { MOST_OTHERS = 24 };
static const double packing = 0.7;

typedef struct bound_for {
    sst_point goal;
    uint32_t number;
} bound_for;

static int by_goal(const void *left, const void *right) {
    const bound_for *a = left, *b = right;
    if (a->goal.x != b->goal.x)
        return a->goal.x < b->goal.x ? -1 : 1;
    if (a->goal.y != b->goal.y)
        return a->goal.y < b->goal.y ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

/* The last goal of one who stays there, if that is a point. */
static bool stays_at(const sst_scenario *s, const ssti_agent *agent, sst_point *goal) {
    bool has_point = agent->goals.count > 0 && agent->areas == SSTI_NO_AREAS && !agent->loop &&
                     !agent->def.scripted && agent->on_arrival == SSTI_STAY;
    if (has_point)
        *goal = s->points[agent->goals.first + agent->goals.count - 1];
    return has_point;
}

/* Those of one goal lie side by side in a sorted list. */
static size_t share(ssti_settling *made, const sst_scenario *s, const bound_for *list,
                    size_t count) {
    size_t shared = 0;
    for (size_t from = 0, to; from < count; from = to) {
        for (to = from + 1; to < count && list[to].goal.x == list[from].goal.x &&
                            list[to].goal.y == list[from].goal.y;)
            to++;
        double crowd = 1 + sqrt((double)(to - from) / packing);
        for (size_t i = from; i < to && to - from > 1; i++, shared++)
            made->within[list[i].number] =
                (float)(crowd * (double)s->agents[list[i].number].def.radius);
    }
    return shared;
}

static size_t find_shared(ssti_settling *made, const sst_scenario *s, bound_for *list) {
    size_t count = 0;
    for (uint32_t i = 0; i < s->agent_count; i++)
        if (stays_at(s, &s->agents[i], &list[count].goal))
            list[count++].number = i;
    qsort(list, count, sizeof *list, by_goal);
    return share(made, s, list, count);
}

bool ssti_settling_create(const sst_scenario *scenario, ssti_settling **settling) {
    *settling = NULL;
    if (scenario->profile == SST_PROFILE_CLASSIC || scenario->agent_count < 2)
        return true;
    ssti_settling *made = calloc(1, sizeof *made);
    bound_for *list = calloc(scenario->agent_count, sizeof *list);
    bool has_room = made && list &&
                    (made->within = calloc(scenario->agent_count, sizeof *made->within)) &&
                    (made->arrivals = calloc(scenario->agent_count, sizeof *made->arrivals));
    if (has_room && find_shared(made, scenario, list) > 0)
        *settling = made;
    else
        ssti_settling_destroy(made);
    free(list);
    return has_room;
}

void ssti_settling_destroy(ssti_settling *settling) {
    if (!settling)
        return;
    free(settling->within);
    free(settling->arrivals);
    free(settling);
}

static sst_result look_about(sst_world *world, sst_agent_id id, sst_bystander *others,
                             size_t *count) {
    sst_agent_id ids[MOST_OTHERS];
    sst_result result = sst_world_query_neighbors(world, id, ids, MOST_OTHERS, count);
    *count = *count < MOST_OTHERS ? *count : MOST_OTHERS;
    for (size_t i = 0; i < *count && result == SST_OK; i++) {
        sst_neighbor seen;
        result = sst_world_see(world, id, ids[i], &seen);
        others[i] = (sst_bystander){seen.position, seen.velocity, seen.radius};
    }
    return result;
}

sst_result ssti_settling_look(ssti_settling *settling, sst_world *world, uint32_t number,
                              sst_agent_id id, const ssti_journey *journey, bool *settled) {
    const ssti_agent *agent = journey->agent;
    *settled = false;
    if (settling->within[number] == 0 || journey->next_goal + 1 != agent->goals.count)
        return SST_OK;
    sst_point goal = ssti_journey_target(journey);
    sst_vec2 to = {(float)(goal.x - journey->position.x), (float)(goal.y - journey->position.y)};
    sst_arrival *arrival = &settling->arrivals[number];
    if (hypot((double)to.x, (double)to.y) > (double)settling->within[number]) {
        *arrival = (sst_arrival){0};
        return SST_OK;
    }
    sst_arrive_def def;
    sst_arrive_def_init(&def);
    def.radius = agent->def.radius;
    def.settle_within = settling->within[number];
    sst_bystander others[MOST_OTHERS];
    size_t count = 0;
    sst_vec2 preferred;
    sst_result result = look_about(world, id, others, &count);
    if (result == SST_OK)
        result =
            sst_arrive(&def, to, others, count, sst_world_time_step(world), arrival, &preferred);
    *settled = arrival->settled;
    return result;
}
