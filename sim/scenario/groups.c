/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Groups: many agents from one template. A group is known by its name, or else by its number, and
 * its draws depend on no other group; but where agents are placed depends on those placed before,
 * which are the listed ones and those of the groups above. */

#include "scenario/area.h"
#include "scenario/arrivals.h"
#include "scenario/placing.h"
#include "scenario/template.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_GROUPS = 10000 };

struct ssti_group {
    ssti_template from;
    uint64_t id;
    size_t number;
    bool doubtful_number; /* as the keys that it follows from are bad */
    bool contradictory;   /* its keys, so that nobody can tell where its agents are */
};

static bool has(const ssti_group *group, size_t key) {
    return ssti_template_has(&group->from, key);
}

/* --- Reading ------------------------------------------------------------------------------- */

static void check_either(ssti_reader *reader, const ssti_group *group, size_t one, size_t other) {
    bool has_one = ssti_template_names(&group->from, one);
    bool has_other = ssti_template_names(&group->from, other);
    if (has_one != has_other)
        return;
    ssti_error(reader->report, group->from.map->place,
               has_one ? "found both `%s` and `%s`, expected one"
                       : "the group has neither `%s` nor `%s`",
               ssti_template_name(one), ssti_template_name(other));
}

static void check_needs(ssti_reader *reader, const ssti_group *group, const char *key) {
    const ssti_node *node = ssti_map_find(group->from.map, key);
    bool spaced = has(group, SSTI_ARRIVALS) && strcmp(key, "spacing") == 0;
    if (node && !ssti_map_find(group->from.map, "area") && !spaced)
        ssti_error(reader->report, node->key_place, "found `%s` without `area`", key);
}

static bool has_end(const ssti_group *group) {
    return has(group, SSTI_ARRIVALS) && group->from.group.arrivals.until < HUGE_VAL;
}

/* On them depends how many they are. */
static const uint64_t number_keys = SSTI_KEY_BIT(SSTI_NUMBER_OF) | SSTI_KEY_BIT(SSTI_DENSITY) |
                                    SSTI_KEY_BIT(SSTI_AREA) | SSTI_KEY_BIT(SSTI_ARRIVALS) |
                                    SSTI_KEY_BIT(SSTI_NAME);

static bool is_doubtful(const ssti_group *group, uint64_t keys) {
    return (group->from.values.doubts & keys) != 0;
}

/* How many: `number`, or by `density`; of those who arrive in time. */
static void check_number(ssti_reader *reader, const ssti_group *group) {
    bool counted = ssti_template_names(&group->from, SSTI_NUMBER_OF) ||
                   ssti_template_names(&group->from, SSTI_DENSITY);
    if (counted || !has_end(group))
        check_either(reader, group, SSTI_NUMBER_OF, SSTI_DENSITY);
    const ssti_node *start = ssti_map_find(group->from.map, "start_time");
    if (start && has(group, SSTI_ARRIVALS))
        ssti_error(reader->report, start->key_place,
                   "found both `start_time` and `arrivals`, expected one");
}

static double wanted_number(const ssti_reader *reader, const ssti_group *group) {
    const ssti_group_values *values = &group->from.group;
    if (has(group, SSTI_DENSITY) && has(group, SSTI_AREA))
        return floor(values->density * ssti_area_size(&values->area, reader->scenario->points) +
                     0.5);
    return has_end(group) && !has(group, SSTI_NUMBER_OF) ? SSTI_MAX_DRAWN + 1.0
                                                         : (double)values->number;
}

static void count_agents(ssti_reader *reader, ssti_group *group) {
    double number = wanted_number(reader, group);
    if (has(group, SSTI_ARRIVALS))
        number = ssti_count_arrivals(&group->from.group.arrivals, reader->scenario->seed, group->id,
                                     number);
    if (number + (double)reader->drawn_count > SSTI_MAX_DRAWN) {
        ssti_error(reader->report, group->from.map->place,
                   "found more than %d agents in groups, those of this one among them",
                   (int)SSTI_MAX_DRAWN);
        return;
    }
    group->doubtful_number = false;
    group->number = (size_t)number;
    reader->drawn_count += group->number;
}

static void read_group(ssti_reader *reader, const ssti_node *map, size_t nth) {
    ssti_group *group = &reader->groups[nth];
    group->doubtful_number = group->contradictory = true;
    if (map->kind != SSTI_MAP) {
        ssti_expected(reader, map, "groups", "a map with the keys of a group");
        return;
    }
    ssti_template_read(reader, map, true, &group->from);
    size_t errors = reader->report->errors;
    group->id = group->from.group.name ? ssti_hash_text(group->from.group.name) + 1 : nth;
    check_number(reader, group);
    if (ssti_template_names(&group->from, SSTI_TRAJECTORY))
        ssti_error(reader->report, map->place,
                   "found `trajectory` in a group, expected it in `agents` only");
    else
        check_either(reader, group, SSTI_POSITION, SSTI_AREA);
    check_needs(reader, group, "density");
    check_needs(reader, group, "spacing");
    group->contradictory = reader->report->errors > errors;
    if (!group->contradictory && !is_doubtful(group, number_keys))
        count_agents(reader, group);
}

void ssti_read_groups(ssti_reader *reader, const ssti_node *list) {
    if (list->kind != SSTI_LIST || list->count > MOST_GROUPS) {
        ssti_expected(reader, list, "groups", "a list of at most %d groups", (int)MOST_GROUPS);
        return;
    }
    reader->groups = calloc(list->count, sizeof *reader->groups);
    if (!reader->groups) {
        reader->out_of_memory = list->count > 0;
        return;
    }
    for (const ssti_node *node = list->first; node; node = node->next)
        read_group(reader, node, reader->group_count++);
}

/* --- Drawing ------------------------------------------------------------------------------- */

static uint64_t entry_step(const sst_scenario *s, double start_time) {
    return ssti_entry_step(s, &(ssti_agent){.start_time = start_time});
}

static bool set_start(ssti_reader *reader, const ssti_group *group, ssti_arrival_times *times,
                      ssti_agent_values *values) {
    if (!has(group, SSTI_ARRIVALS))
        return true;
    values->start_time = ssti_arrivals_next(times);
    if (values->start_time <= (double)SST_MAX_TIME)
        return true;
    ssti_error(reader->report, ssti_map_find(group->from.map, "arrivals")->place,
               "arrivals: found agents that enter after %.7g s, expected fewer or a higher `rate`",
               (double)SST_MAX_TIME);
    return false;
}

static bool find_place(ssti_reader *reader, const ssti_group *group, const ssti_draw_for *who,
                       ssti_placer *placer, ssti_agent_values *values) {
    if (!has(group, SSTI_AREA))
        return true;
    const ssti_group_values *g = &group->from.group;
    ssti_place_for wanted = {&g->area, (double)values->def.radius, g->spacing,
                             entry_step(reader->scenario, values->start_time),
                             values->def.obstacle_mask};
    ssti_stream stream =
        ssti_stream_of(who->seed, who->group, who->index, ssti_hash_text("position"));
    if (ssti_placer_find(placer, &wanted, &stream, &values->def.position))
        return true;
    ssti_error(reader->report, ssti_map_find(group->from.map, "area")->place,
               "area: found room for %zu of %zu agents, expected a larger area, fewer or smaller "
               "agents, or less `spacing`",
               who->index, who->total);
    return false;
}

/* Whether all is known on which the places of its agents depend; whatever else is bad. */
static bool can_be_placed(const ssti_reader *reader, const ssti_group *group) {
    const uint64_t keys = number_keys | SSTI_PLACE_KEYS | SSTI_KEY_BIT(SSTI_SPACING) |
                          SSTI_KEY_BIT(SSTI_OBSTACLE_MASK);
    if (group->doubtful_number || is_doubtful(group, keys) || reader->doubtful_seed)
        return false;
    bool timed = has(group, SSTI_ARRIVALS) || ssti_template_names(&group->from, SSTI_START_TIME);
    bool rooms_by_profile = reader->doubtful_solver && reader->scenario->obstacle_count > 0;
    return !rooms_by_profile && !(reader->doubtful_time_step && timed);
}

/* Ends at the first agent that is bad: the others would be so for the same reason. */
static void draw_group(ssti_reader *reader, const ssti_group *group, ssti_placer *placer,
                       bool numbered) {
    sst_scenario *s = reader->scenario;
    ssti_draw_for who = {s->seed, group->id, 0, group->number};
    ssti_arrival_times times = ssti_arrivals_begin(&group->from.group.arrivals, s->seed, group->id);
    for (; who.index < who.total; who.index++) {
        ssti_agent_values values;
        if (!ssti_template_draw(reader, &group->from, &who, &values) ||
            !set_start(reader, group, &times, &values) ||
            !find_place(reader, group, &who, placer, &values) ||
            !ssti_template_put(reader, &group->from, &values, s->agent_count + who.index))
            return;
        s->agents[s->agent_count + who.index].entry_gap =
            has(group, SSTI_ARRIVALS) ? group->from.group.spacing : -1;
        if (!numbered && !has(group, SSTI_KEY))
            reader->doubts[s->agent_count + who.index] |= SSTI_KEY_BIT(SSTI_KEY);
        if (!ssti_placer_add(placer, values.def.position, (double)values.def.radius,
                             entry_step(s, values.start_time))) {
            reader->out_of_memory = true;
            return;
        }
    }
}

static bool add_listed(const ssti_reader *reader, ssti_placer *placer) {
    const sst_scenario *s = reader->scenario;
    for (size_t i = 0; i < s->agent_count; i++) {
        const ssti_agent *agent = &s->agents[i];
        bool timed = reader->doubtful_time_step && agent->start_time > 0;
        if (reader->doubts[i] & SSTI_PLACE_KEYS || timed)
            continue;
        if (!ssti_placer_add(placer, agent->def.position, (double)agent->def.radius,
                             ssti_entry_step(s, agent)))
            return false;
    }
    return true;
}

void ssti_draw_groups(ssti_reader *reader, sst_world *world) {
    if (reader->drawn_count == 0)
        return;
    ssti_placer *placer = ssti_placer_create(reader->scenario, world);
    if (!placer || !add_listed(reader, placer))
        reader->out_of_memory = true;
    bool numbered = true;
    for (size_t i = 0; i < reader->group_count && !reader->out_of_memory; i++) {
        numbered = numbered && !reader->groups[i].doubtful_number;
        if (can_be_placed(reader, &reader->groups[i]))
            draw_group(reader, &reader->groups[i], placer, numbered);
        reader->scenario->agent_count += reader->groups[i].number;
    }
    ssti_placer_destroy(placer);
}
