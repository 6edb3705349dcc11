/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The tree's memory: nodes and texts are cut from blocks that grow, and go all at once. */

#include "tree/tree.h"

#include <math.h>
#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_BLOCK = 1 << 12, LAST_BLOCK = 1 << 20 };

typedef struct block {
    struct block *before;
    size_t used, size;
    alignas(max_align_t) char bytes[];
} block;

struct ssti_tree {
    block *blocks;
    ssti_node *root;
    size_t nodes;
};

ssti_tree *ssti_tree_create(void) {
    return calloc(1, sizeof(ssti_tree));
}

void ssti_tree_destroy(ssti_tree *tree) {
    if (!tree)
        return;
    while (tree->blocks) {
        block *gone = tree->blocks;
        tree->blocks = gone->before;
        free(gone);
    }
    free(tree);
}

static block *add_block(ssti_tree *tree, size_t least) {
    size_t size = tree->blocks ? 2 * tree->blocks->size : FIRST_BLOCK;
    size = size > LAST_BLOCK ? LAST_BLOCK : size;
    size = size < least ? least : size;
    block *added = malloc(sizeof *added + size);
    if (!added)
        return NULL;
    *added = (block){.before = tree->blocks, .size = size};
    tree->blocks = added;
    return added;
}

static void *cut(ssti_tree *tree, size_t size) {
    size = (size + alignof(max_align_t) - 1) / alignof(max_align_t) * alignof(max_align_t);
    block *from = tree->blocks;
    if (!from || from->size - from->used < size)
        from = add_block(tree, size);
    if (!from)
        return NULL;
    void *piece = from->bytes + from->used;
    from->used += size;
    return piece;
}

ssti_node *ssti_tree_root(ssti_tree *tree) {
    return tree->root;
}

void ssti_tree_set_root(ssti_tree *tree, ssti_node *root) {
    root->next = NULL;
    root->key = NULL;
    tree->root = root;
}

size_t ssti_tree_size(const ssti_tree *tree) {
    return tree->nodes;
}

ssti_node *ssti_tree_node(ssti_tree *tree, ssti_kind kind, ssti_place place) {
    ssti_node *node = cut(tree, sizeof *node);
    if (!node)
        return NULL;
    *node = (ssti_node){.kind = (uint8_t)kind, .place = place};
    tree->nodes++;
    if (!tree->root)
        tree->root = node;
    return node;
}

const char *ssti_tree_text(ssti_tree *tree, const char *text, size_t length) {
    char *copy = cut(tree, length + 1);
    if (!copy)
        return NULL;
    memcpy(copy, text, length);
    copy[length] = 0;
    return copy;
}

static ssti_node *find(ssti_node *node, const char *key) {
    while (node && strcmp(node->key, key) != 0)
        node = node->next;
    return node;
}

ssti_node *ssti_map_find_to_change(ssti_node *map, const char *key) {
    return find(map->first, key);
}

const ssti_node *ssti_map_find(const ssti_node *map, const char *key) {
    return find(map->first, key);
}

ssti_shown ssti_node_show(const ssti_node *node) {
    ssti_shown shown;
    switch ((ssti_kind)node->kind) {
    case SSTI_NULL:
        return ssti_show("nothing");
    case SSTI_LIST:
        snprintf(shown.text, sizeof shown.text, "a list of %u", (unsigned)node->count);
        return shown;
    case SSTI_MAP:
        return ssti_show("a map");
    default:
        return ssti_show(*node->text ? node->text : "an empty text");
    }
}
