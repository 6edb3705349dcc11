/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The agents that a scenario lists one by one, and the keys of all. */

#include "sample/draw.h"
#include "scenario/template.h"

#include <stdlib.h>
#include <string.h>

static void read_agent(ssti_reader *reader, const ssti_node *map, size_t number, size_t total) {
    ssti_template made;
    ssti_agent_values values;
    if (map->kind != SSTI_MAP) {
        ssti_expected(reader, map, "agents", "a map with the keys of an agent");
        return;
    }
    ssti_template_read(reader, map, false, &made);
    if (!ssti_template_names(&made, SSTI_POSITION) && !ssti_template_names(&made, SSTI_TRAJECTORY))
        ssti_error(reader->report, map->place, "the agent has no `position`, expected [x, y]");
    if (!ssti_template_names(&made, SSTI_POSITION))
        made.values.doubts |= SSTI_KEY_BIT(SSTI_POSITION);
    ssti_draw_for who = {reader->scenario->seed, ssti_hash_text("agents"), number, total};
    ssti_template_draw(reader, &made, &who, &values);
    ssti_template_put(reader, &made, &values, number);
}

void ssti_read_agents(ssti_reader *reader, const ssti_node *list) {
    sst_scenario *s = reader->scenario;
    if (list && list->kind != SSTI_LIST) {
        ssti_expected(reader, list, "agents", "a list of agents");
        list = NULL;
    }
    size_t listed = list ? list->count : 0, all = listed + reader->drawn_count;
    s->agents = calloc(all + 1, sizeof *s->agents);
    reader->doubts = malloc((all + 1) * sizeof *reader->doubts);
    if (!s->agents || !reader->doubts) {
        reader->out_of_memory = true;
        return;
    }
    memset(reader->doubts, 0xff, (all + 1) * sizeof *reader->doubts);
    s->agent_count = listed;
    size_t i = 0;
    for (const ssti_node *node = list ? list->first : NULL; node; node = node->next)
        read_agent(reader, node, i++, listed);
}

/* --- Keys ---------------------------------------------------------------------------------- */

static int by_key(const void *left, const void *right) {
    const ssti_agent *a = *(const ssti_agent *const *)left;
    const ssti_agent *b = *(const ssti_agent *const *)right;
    if (a->def.key != b->def.key)
        return a->def.key < b->def.key ? -1 : 1;
    return (a > b) - (a < b);
}

/* Keys must differ, those that agents have by their number among them. */
void ssti_check_keys(ssti_reader *reader) {
    sst_scenario *s = reader->scenario;
    const ssti_agent **sorted = malloc(s->agent_count * sizeof *sorted);
    if (!sorted) {
        reader->out_of_memory = s->agent_count > 0;
        return;
    }
    size_t count = 0;
    for (size_t i = 0; i < s->agent_count; i++)
        if (!(reader->doubts[i] >> SSTI_KEY & 1))
            sorted[count++] = &s->agents[i];
    qsort(sorted, count, sizeof *sorted, by_key);
    for (size_t i = 1; i < count; i++)
        if (sorted[i - 1]->def.key == sorted[i]->def.key)
            ssti_error(
                reader->report, sorted[i]->place,
                "agent %zu has the key %llu of agent %zu, expected another; without `key` it "
                "is the agent's number",
                (size_t)(sorted[i] - s->agents), (unsigned long long)sorted[i]->def.key,
                (size_t)(sorted[i - 1] - s->agents));
    free(sorted);
}
