/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Whether a published schema accepts a document: the part of JSON Schema 2020-12 that ours use. A
 * keyword beyond fails the test. */
#ifndef SIDESTEP_TESTS_SCHEMA_CHECKER_H
#define SIDESTEP_TESTS_SCHEMA_CHECKER_H

#include "tree/tree.h"

#include <jansson.h>

json_t *schema_load(const char *path); /* null, after a failed check, if it is no JSON */
/* What a rule of the schema stands for, where it is a reference to another within it. */
json_t *schema_resolve(json_t *schema, json_t *rule);
bool schema_accepts(json_t *schema, const ssti_node *node);

#endif
