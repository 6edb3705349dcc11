/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Profiles of agents: named keys that agents, groups and other profiles take over by `like`. Each
 * is read once, when it is first named; one that is met while it is being read is like itself. */

#include "scenario/template.h"

#include <stdlib.h>
#include <string.h>

typedef struct profile {
    const ssti_node *node; /* its key is the name */
    ssti_template made;
    enum { UNREAD, BEING_READ, READ } state;
} profile;

struct ssti_profiles {
    size_t count;
    profile list[];
};

static void read_profile(ssti_reader *reader, profile *p) {
    p->state = BEING_READ;
    if (p->node->kind == SSTI_MAP)
        ssti_template_read(reader, p->node, false, &p->made);
    else
        ssti_expected(reader, p->node, p->node->key, "a map with the keys of an agent");
    p->state = READ;
}

static void say_unknown(ssti_reader *reader, const ssti_node *name) {
    const ssti_profiles *profiles = reader->profiles;
    if (reader->out_of_memory)
        return; /* there was no room to read them */
    const char *names[SSTI_MAX_KEYS];
    size_t count = profiles ? profiles->count : 0;
    for (size_t i = 0; i < count; i++)
        names[i] = profiles->list[i].node->key;
    const char *nearest = sst_nearest_word(name->text, names, count);
    ssti_expected(reader, name, "like", "a name from `agent_profiles`%s%s%s",
                  nearest ? ", perhaps `" : "", nearest ? ssti_show(nearest).text : "",
                  nearest ? "`" : "");
}

const ssti_template *ssti_profile_find(ssti_reader *reader, const ssti_node *name) {
    ssti_profiles *profiles = reader->profiles;
    if (!name->text)
        return NULL; /* whoever reads the key reports it */
    size_t i = 0, count = profiles ? profiles->count : 0;
    while (i < count && strcmp(profiles->list[i].node->key, name->text) != 0)
        i++;
    if (i == count) {
        say_unknown(reader, name);
        return NULL;
    }
    profile *found = &profiles->list[i];
    if (found->state == BEING_READ) {
        ssti_expected(reader, name, "like", "another profile: this one is like itself");
        return NULL;
    }
    if (found->state == UNREAD)
        read_profile(reader, found);
    return found->node->kind == SSTI_MAP ? &found->made : NULL;
}

void ssti_read_profiles(ssti_reader *reader, const ssti_node *map) {
    if (map->kind != SSTI_MAP) {
        ssti_expected(reader, map, "agent_profiles",
                      "a map of names, each with the keys of an agent");
        return;
    }
    ssti_profiles *made = calloc(1, sizeof *made + map->count * sizeof *made->list);
    if (!made) {
        reader->out_of_memory = true;
        return;
    }
    reader->profiles = made;
    for (const ssti_node *node = map->first; node; node = node->next)
        made->list[made->count++] = (profile){.node = node, .state = UNREAD};
    for (size_t i = 0; i < made->count; i++)
        if (made->list[i].state == UNREAD)
            read_profile(reader, &made->list[i]);
}

void ssti_profiles_free(ssti_reader *reader) {
    free(reader->profiles);
}
