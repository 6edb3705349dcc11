/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* A tree as text that reads back to the same tree: JSON's form, but for numbers and null, which
 * stand as they were written. The outer two levels have a line for each of their values. */

#include "tree/tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct text {
    char *bytes;
    size_t size, capacity;
    bool out_of_memory;
} text;

enum { LEVELS_BY_LINE = 2 };

static void put(text *to, const char *bytes, size_t size) {
    if (to->size + size + 1 > to->capacity && !to->out_of_memory) {
        size_t capacity = 2 * to->capacity + size + 1;
        char *grown = realloc(to->bytes, capacity);
        to->out_of_memory = !grown;
        to->bytes = grown ? grown : to->bytes;
        to->capacity = grown ? capacity : to->capacity;
    }
    if (to->out_of_memory)
        return;
    memcpy(to->bytes + to->size, bytes, size);
    to->size += size;
    to->bytes[to->size] = 0;
}

static void put_word(text *to, const char *word) {
    put(to, word, strlen(word));
}

static void put_quoted(text *to, const char *word) {
    put_word(to, "\"");
    for (; *word; word++) {
        unsigned char byte = (unsigned char)*word;
        char escaped[8];
        if (byte == '"' || byte == '\\')
            put_word(to, "\\");
        if (byte < 0x20 || byte == 0x7f) {
            snprintf(escaped, sizeof escaped, "\\u%04x", byte);
            put_word(to, escaped);
        } else {
            put(to, word, 1);
        }
    }
    put_word(to, "\"");
}

static void put_node(text *to, const ssti_node *node, int depth);

static void put_items(text *to, const ssti_node *node, int depth) {
    bool lines = depth < LEVELS_BY_LINE;
    for (const ssti_node *item = node->first; item; item = item->next) {
        put_word(to, lines ? "\n  " : "");
        put_word(to, lines && depth > 0 ? "  " : "");
        if (item->key) {
            put_quoted(to, item->key);
            put_word(to, ": ");
        }
        put_node(to, item, depth + 1);
        put_word(to, !item->next ? "" : lines ? "," : ", ");
    }
    put_word(to, !lines || !node->first ? "" : depth > 0 ? "\n  " : "\n");
}

/* Depth is bounded by the reader. */
static void put_node(text *to, const ssti_node *node, int depth) {
    switch ((ssti_kind)node->kind) {
    case SSTI_LIST:
    case SSTI_MAP:
        put_word(to, node->kind == SSTI_LIST ? "[" : "{");
        put_items(to, node, depth);
        put_word(to, node->kind == SSTI_LIST ? "]" : "}");
        return;
    case SSTI_STRING:
        put_quoted(to, node->text);
        return;
    default:
        put_word(to, *node->text ? node->text : "null");
    }
}

/* Takes over what was written. */
static char *finish(text *written, size_t *size) {
    if (written->out_of_memory) {
        free(written->bytes);
        return NULL;
    }
    *size = written->size;
    return written->bytes;
}

char *ssti_tree_write(ssti_tree *tree, size_t *size) {
    text written = {0};
    put_node(&written, ssti_tree_root(tree), 0);
    put_word(&written, "\n");
    return finish(&written, size);
}

char *ssti_node_write(const ssti_node *node) {
    text written = {0};
    size_t size;
    put_node(&written, node, LEVELS_BY_LINE);
    return finish(&written, &size);
}
