/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* YAML into the neutral tree, from libfyaml's stream of events: nothing of a document is held but
 * what the tree takes, so the bounds stop a hostile file while it is read. Left out on purpose:
 * anchors, aliases and tags, which a scenario has no use for and an attacker has.
 *
 * A `[` or `{` may turn out to be a key ("[a, b]: c"), so libfyaml reads up to its end before it
 * says anything, however far that is. Two things keep this within bounds: a document that is one
 * flow collection, as JSON is, gets "--- " before it, behind which it can be no key; and the text
 * is handed over piece by piece, no more than a limit without an event in between. */

#include "tree/tree.h"
#include "tree/yaml_mistakes.h"

#include <ctype.h>
#include <libfyaml.h>
#include <stdlib.h>
#include <string.h>

/* A list or map that is being read. */
typedef struct open_node {
    ssti_node *node, *last;
    const char *key; /* of the coming value; null: a key is due */
    ssti_place key_place;
    bool drop; /* the coming value: its key is given twice */
} open_node;

/* What may be read without an event: bytes, and marks such as `[`, each of which costs libfyaml a
 * few hundred bytes of memory. */
enum { MOST_AHEAD = 8 << 20, MOST_MARKS_AHEAD = 1 << 20 };

static const char flow_start[] = "--- ";

/* The text on its way to libfyaml. */
typedef struct source {
    const char *text;
    size_t size, at;
    size_t start;        /* where the document begins */
    size_t prefix;       /* length of what is handed over before it */
    ssti_place origin;   /* of the document's beginning */
    size_t ahead, marks; /* bytes and marks since the last event */
    bool too_far;
} source;

typedef struct builder {
    source in;
    ssti_tree *tree;
    ssti_report *report;
    open_node open[SSTI_MAX_DEPTH];
    size_t depth;
    ssti_place last_place; /* for events that have none: a value left out */
    size_t repeated;       /* errors of keys given twice, after which reading goes on */
    bool out_of_memory;
} builder;

static bool memory_ran_out(builder *b) {
    b->out_of_memory = true;
    ssti_out_of_memory(b->report);
    return false;
}

/* Where in the file line and column are, counted from 0 in what was handed over. */
static ssti_place place_at(const builder *b, int line, int column) {
    const source *in = &b->in;
    ssti_place place = {in->origin.line + (uint32_t)line, (uint32_t)column + 1};
    uint32_t prefix = (uint32_t)in->prefix;
    if (line == 0)
        place.column = in->origin.column + (place.column > prefix ? place.column - prefix - 1 : 0);
    return place;
}

/* libfyaml marks a quoted text behind its quote. */
static ssti_place place_of(builder *b, struct fy_event *event) {
    const struct fy_mark *mark = fy_event_start_mark(event);
    if (!mark || mark->line < 0 || mark->column < 0)
        return b->last_place;
    ssti_place place = place_at(b, mark->line, mark->column);
    if (event->type == FYET_SCALAR && event->scalar.value) {
        enum fy_scalar_style style = fy_token_scalar_style(event->scalar.value);
        bool quoted = style == FYSS_SINGLE_QUOTED || style == FYSS_DOUBLE_QUOTED;
        place.column -= quoted && place.column > 1;
    }
    b->last_place = place;
    return place;
}

static bool is_one_of(const char *text, const char *a, const char *b, const char *c) {
    return strcmp(text, a) == 0 || strcmp(text, b) == 0 || strcmp(text, c) == 0;
}

/* The core schema of YAML 1.2 (10.3.2), less octal, hexadecimal, infinity and NaN. */
static void resolve_plain(ssti_node *node) {
    const char *text = node->text;
    if (!*text || strcmp(text, "~") == 0 || is_one_of(text, "null", "Null", "NULL")) {
        node->kind = SSTI_NULL;
    } else if (is_one_of(text, "true", "True", "TRUE")) {
        node->kind = SSTI_BOOL;
        node->truth = true;
    } else if (is_one_of(text, "false", "False", "FALSE")) {
        node->kind = SSTI_BOOL;
    } else if (ssti_parse_number(text, &node->number)) {
        node->kind = SSTI_NUMBER;
    }
}

static bool take_key(builder *b, open_node *in, ssti_node *node) {
    if (node->kind == SSTI_LIST || node->kind == SSTI_MAP) {
        ssti_error(b->report, node->place, "found a list or map as a key, expected a word");
        return false;
    }
    if (in->node->count == SSTI_MAX_KEYS) {
        ssti_error(b->report, node->place, "found more than %d keys in one map", SSTI_MAX_KEYS);
        return false;
    }
    if (node->text[0] == '-' && isalpha((unsigned char)node->text[1])) {
        ssti_error(b->report, node->place, "found no space behind the `-` of a list's item: `%s`",
                   ssti_show(node->text).text);
        return false;
    }
    ssti_node *same = ssti_map_find_to_change(in->node, node->text);
    if (same) {
        ssti_error(b->report, node->place, "`%s` is given twice, first in line %u",
                   ssti_show(node->text).text, (unsigned)same->key_place.line);
        b->repeated++;
        same->twice = true;
    }
    in->drop = same != NULL;
    in->key = node->text;
    in->key_place = node->place;
    return true;
}

/* Puts a node where it belongs: into the open list or map, or nowhere if it is the root. */
static bool attach(builder *b, ssti_node *node) {
    if (b->depth == 0)
        return true;
    open_node *in = &b->open[b->depth - 1];
    if (in->node->kind == SSTI_MAP && !in->key)
        return take_key(b, in, node);
    node->key = in->key;
    node->key_place = in->key_place;
    in->key = NULL;
    if (in->drop)
        return true;
    if (in->last)
        in->last->next = node;
    else
        in->node->first = node;
    in->last = node;
    in->node->count++;
    return true;
}

static ssti_node *new_node(builder *b, struct fy_event *event, ssti_kind kind) {
    ssti_place place = place_of(b, event);
    if (ssti_tree_size(b->tree) >= SSTI_MAX_NODES) {
        ssti_error(b->report, place, "found more than %d values", SSTI_MAX_NODES);
        return NULL;
    }
    ssti_node *node = ssti_tree_node(b->tree, kind, place);
    if (!node)
        memory_ran_out(b);
    return node;
}

static bool open_collection(builder *b, struct fy_event *event, ssti_kind kind) {
    ssti_node *node = new_node(b, event, kind);
    if (!node)
        return false;
    if (b->depth == SSTI_MAX_DEPTH) {
        ssti_error(b->report, node->place, "found lists and maps nested more than %d deep",
                   SSTI_MAX_DEPTH);
        return false;
    }
    if (!attach(b, node))
        return false;
    b->open[b->depth++] = (open_node){.node = node};
    return true;
}

static bool add_scalar(builder *b, struct fy_event *event) {
    ssti_node *node = new_node(b, event, SSTI_STRING);
    if (!node)
        return false;
    size_t length = 0;
    const char *text = event->scalar.value ? fy_token_get_text(event->scalar.value, &length) : "";
    if (!text)
        return memory_ran_out(b);
    if (length > SSTI_MAX_SCALAR || memchr(text, 0, length)) {
        ssti_error(b->report, node->place, "found a text of more than %d bytes or with a zero byte",
                   SSTI_MAX_SCALAR);
        return false;
    }
    node->text = ssti_tree_text(b->tree, text, length);
    if (!node->text)
        return memory_ran_out(b);
    if (!event->scalar.value || fy_token_scalar_style(event->scalar.value) == FYSS_PLAIN)
        resolve_plain(node);
    return attach(b, node);
}

static bool has_decoration(builder *b, struct fy_event *event) {
    if (event->type != FYET_ALIAS && !fy_event_get_anchor_token(event) &&
        !fy_event_get_tag_token(event))
        return false;
    ssti_error(b->report, place_of(b, event),
               "found an anchor, alias or tag (& * !), which scenarios do not have");
    return true;
}

/* One event; false ends the reading. */
static bool take_event(builder *b, struct fy_event *event) {
    switch (event->type) {
    case FYET_SCALAR:
        return !has_decoration(b, event) && add_scalar(b, event);
    case FYET_SEQUENCE_START:
        return !has_decoration(b, event) && open_collection(b, event, SSTI_LIST);
    case FYET_MAPPING_START:
        return !has_decoration(b, event) && open_collection(b, event, SSTI_MAP);
    case FYET_ALIAS:
        return !has_decoration(b, event);
    case FYET_SEQUENCE_END:
    case FYET_MAPPING_END:
        b->depth -= b->depth > 0;
        return true;
    case FYET_DOCUMENT_START:
        if (!ssti_tree_root(b->tree))
            return true;
        ssti_error(b->report, place_of(b, event), "found a second document in the file");
        return false;
    default:
        return true;
    }
}

/* What the parser says itself of text that is no YAML. */
static void report_syntax(builder *b, struct fy_diag *diag) {
    void *iterator = NULL;
    struct fy_diag_error *error = fy_diag_errors_iterate(diag, &iterator);
    ssti_place place = {0, 0};
    if (error && error->line > 0)
        place = place_at(b, error->line - 1, error->column > 0 ? error->column - 1 : 0);
    ssti_mistake mistake =
        ssti_yaml_mistake(b->in.text, b->in.size, place, error ? error->msg : NULL);
    ssti_error(b->report, mistake.place, "%s", mistake.text);
}

static bool is_sound(const builder *b) {
    return b->report->errors == b->repeated;
}

static void read_events(builder *b, struct fy_parser *parser, struct fy_diag *diag) {
    struct fy_event *event;
    bool more = true;
    while (more && (event = fy_parser_parse(parser))) {
        b->in.ahead = b->in.marks = 0;
        more = event->type != FYET_STREAM_END && take_event(b, event);
        fy_parser_event_free(parser, event);
    }
    if (is_sound(b) && b->in.too_far)
        ssti_error(b->report, b->last_place, "found a value too large to read, or never closed");
    if (is_sound(b) && fy_parser_get_stream_error(parser))
        report_syntax(b, diag);
    if (is_sound(b) && !ssti_tree_root(b->tree))
        ssti_error(b->report, (ssti_place){1, 1}, "the file is empty, expected a map of keys");
}

/* libfyaml prints to stderr unless it collects its messages. */
static struct fy_diag *silent_diag(void) {
    struct fy_diag_cfg config;
    fy_diag_cfg_default(&config);
    config.fp = NULL;
    config.output_fn = NULL;
    struct fy_diag *diag = fy_diag_create(&config);
    if (diag)
        fy_diag_set_collect_errors(diag, true);
    return diag;
}

/* Hands over the next piece; nothing more once too much was read without an event. */
static ssize_t hand_over(void *user, void *buffer, size_t size) {
    source *in = user;
    if (in->ahead > MOST_AHEAD || in->marks > MOST_MARKS_AHEAD) {
        in->too_far = true;
        return 0;
    }
    bool first = in->at < in->prefix;
    const char *from = first ? flow_start + in->at : in->text + in->start + in->at - in->prefix;
    size_t left = first ? in->prefix - in->at : in->size - in->start + in->prefix - in->at;
    size = size < left ? size : left;
    memcpy(buffer, from, size);
    in->at += size;
    in->ahead += size;
    for (size_t i = 0; i < size; i++)
        in->marks += from[i] != 0 && strchr("[]{},:", from[i]) != NULL;
    return (ssize_t)size;
}

static bool parse(builder *b) {
    struct fy_diag *diag = silent_diag();
    struct fy_parse_cfg config = {
        .flags = FYPCF_QUIET | FYPCF_COLLECT_DIAG | FYPCF_SLOPPY_FLOW_INDENTATION, .diag = diag};
    struct fy_parser *parser = diag ? fy_parser_create(&config) : NULL;
    bool ready = parser && fy_parser_set_input_callback(parser, &b->in, hand_over) == 0;
    if (ready)
        read_events(b, parser, diag);
    else
        memory_ran_out(b);
    fy_parser_destroy(parser);
    fy_diag_destroy(diag);
    return is_sound(b);
}

/* Skips a byte order mark and, before a document that is one flow collection, white space. */
static source open_source(const char *text, size_t size) {
    size_t mark = size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    source in = {.text = text, .size = size, .start = mark, .origin = {1, 1}};
    ssti_place place = {1, 1};
    size_t i = mark;
    for (; i < size && strchr(" \t\r\n", text[i]); i++)
        place = text[i] == '\n' ? (ssti_place){place.line + 1, 1}
                                : (ssti_place){place.line, place.column + 1};
    if (i < size && (text[i] == '{' || text[i] == '[')) {
        in.start = i;
        in.origin = place;
        in.prefix = sizeof flow_start - 1;
    }
    return in;
}

sst_outcome ssti_yaml_read_on(const char *bytes, size_t size, ssti_report *report,
                              ssti_tree **tree) {
    if (size > SSTI_MAX_BYTES) {
        ssti_error(report, (ssti_place){0, 0}, "the file is larger than %d MiB",
                   SSTI_MAX_BYTES >> 20);
        return SST_BAD_INPUT;
    }
    if (!ssti_text_is_clean(bytes, size, report))
        return SST_BAD_INPUT;
    builder b = {.in = open_source(bytes, size),
                 .tree = ssti_tree_create(),
                 .report = report,
                 .last_place = {1, 1}};
    if (!b.tree)
        return ssti_out_of_memory(report);
    if (!parse(&b)) {
        ssti_tree_destroy(b.tree);
        return b.out_of_memory ? SST_FAILED : SST_BAD_INPUT;
    }
    *tree = b.tree;
    return SST_DONE;
}

sst_outcome ssti_yaml_read(const char *bytes, size_t size, ssti_report *report, ssti_tree **tree) {
    ssti_tree *made;
    size_t errors = report->errors;
    sst_outcome outcome = ssti_yaml_read_on(bytes, size, report, &made);
    if (outcome != SST_DONE)
        return outcome;
    if (report->errors > errors) {
        ssti_tree_destroy(made);
        return SST_BAD_INPUT;
    }
    *tree = made;
    return SST_DONE;
}
