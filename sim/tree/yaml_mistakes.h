/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* What is wrong with text that is no YAML, in the words of who wrote it. */
#ifndef SIDESTEP_SIM_TREE_YAML_MISTAKES_H
#define SIDESTEP_SIM_TREE_YAML_MISTAKES_H

#include "tree/tree.h"

typedef struct ssti_mistake {
    ssti_place place; /* where to change something */
    char text[320];   /* what was found, and what to write */
} ssti_mistake;

/* `said` is libfyaml's message about a place in the text; either may be unknown (null, line 0). */
ssti_mistake ssti_yaml_mistake(const char *text, size_t size, ssti_place place, const char *said);

#endif
