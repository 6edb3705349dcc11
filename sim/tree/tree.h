/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The neutral tree of a document: maps, lists and scalars, each with its place in the file. No
 * library's type enters, so that any front end may build it. Everything in a tree is owned by it.
 */
#ifndef SIDESTEP_SIM_TREE_H
#define SIDESTEP_SIM_TREE_H

#include "report/report.h"

/* Bounds on a document, checked while it is read. */
enum {
    SSTI_MAX_BYTES = 64 << 20,
    SSTI_MAX_NODES = 8 << 20,
    SSTI_MAX_DEPTH = 32,
    SSTI_MAX_KEYS = 256, /* of one map */
    SSTI_MAX_SCALAR = 4096
};

typedef enum ssti_kind {
    SSTI_NULL,
    SSTI_BOOL,
    SSTI_NUMBER,
    SSTI_STRING,
    SSTI_LIST,
    SSTI_MAP
} ssti_kind;

typedef struct ssti_node {
    struct ssti_node *next;  /* in the same list or map */
    struct ssti_node *first; /* of a list or map */
    const char *key;         /* in a map, else null */
    const char *text;        /* of a scalar, as written; null for others */
    double number;           /* of a NUMBER: finite */
    ssti_place place, key_place;
    uint32_t count; /* of a list or map */
    uint8_t kind;   /* ssti_kind */
    bool truth;     /* of a BOOL */
    bool twice;     /* its key is given again in the same map, which was told */
} ssti_node;

typedef struct ssti_tree ssti_tree;

ssti_tree *ssti_tree_create(void); /* null when out of memory */
void ssti_tree_destroy(ssti_tree *tree);
ssti_node *ssti_tree_root(ssti_tree *tree); /* null until a node is added */
/* Makes one of its nodes the root; the others stay in memory. */
void ssti_tree_set_root(ssti_tree *tree, ssti_node *root);

/* A new node with nothing but its kind and place; the first is the root. Null when out of memory.
 */
ssti_node *ssti_tree_node(ssti_tree *tree, ssti_kind kind, ssti_place place);
/* A copy of `text` [length] with a zero behind it. Null when out of memory. */
const char *ssti_tree_text(ssti_tree *tree, const char *text, size_t length);
size_t ssti_tree_size(const ssti_tree *tree); /* in nodes */

/* A tree as YAML, in JSON's form: malloc'd, with a zero behind its `size` bytes. Null when out of
 * memory. */
char *ssti_tree_write(ssti_tree *tree, size_t *size);
/* The same of a node alone, without line breaks. */
char *ssti_node_write(const ssti_node *node);

/* The value of a key; null if there is none. */
const ssti_node *ssti_map_find(const ssti_node *map, const char *key);
ssti_node *ssti_map_find_to_change(ssti_node *map, const char *key);

/* "a map", "the number 3", "`north`": a node in a message. */
ssti_shown ssti_node_show(const ssti_node *node);

/* Whether text is a decimal number ([+-] digits, point, exponent) that a double can hold; read in
 * the C locale whatever the program's. */
bool ssti_parse_number(const char *text, double *number);

/* YAML 1.2, of which JSON is a part, into a tree. Refused besides what YAML refuses: anchors,
 * aliases and tags, keys given twice, more than one document, and what exceeds the bounds. */
sst_outcome ssti_yaml_read(const char *bytes, size_t size, ssti_report *report, ssti_tree **tree);
/* The same, but SST_DONE where nothing is wrong but keys given twice: each is told, and the first
 * value stays, so that the other errors of the file can be told with it. */
sst_outcome ssti_yaml_read_on(const char *bytes, size_t size, ssti_report *report,
                              ssti_tree **tree);

/* Whether the bytes are UTF-8 text, with or without a byte order mark, without control characters;
 * if not, reports where. */
bool ssti_text_is_clean(const char *bytes, size_t size, ssti_report *report);

#endif
