/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The neutral tree and its YAML front end: what a document becomes, with its places, and the bounds
 * that a hostile one meets. What is refused with which words is in tests/bad. */

#include "harness.h"
#include "tree/tree.h"

static ssti_tree *read_text(const char *text, ssti_report *report) {
    ssti_tree *tree = NULL;
    *report = (ssti_report){0};
    sst_outcome outcome = ssti_yaml_read(text, strlen(text), report, &tree);
    CHECK_INT(outcome, tree ? SST_DONE : SST_BAD_INPUT);
    return tree;
}

TEST(kinds_and_places) {
    ssti_report report;
    ssti_tree *tree =
        read_text("a: 1.5\r\nb: [yes, 'x y', true,\n  ~, \"7\"]\nc:\n  d: -2e3\n", &report);
    REQUIRE(tree);
    const ssti_node *root = ssti_tree_root(tree);
    CHECK_INT(root->kind, SSTI_MAP);
    CHECK_INT(root->count, 3);
    const ssti_node *a = ssti_map_find(root, "a");
    CHECK_INT(a->kind, SSTI_NUMBER);
    CHECK(a->number == 1.5);
    CHECK_INT(a->key_place.line, 1);
    CHECK_INT(a->place.column, 4);
    const ssti_node *item = ssti_map_find(root, "b")->first;
    CHECK_INT(item->kind, SSTI_STRING); /* no YAML 1.1 */
    item = item->next;
    CHECK_STR(item->text, "x y");
    CHECK_INT(item->place.line, 2);
    CHECK_INT(item->place.column, 10); /* at the quote */
    item = item->next;
    CHECK_INT(item->kind, SSTI_BOOL);
    CHECK(item->truth);
    item = item->next;
    CHECK_INT(item->kind, SSTI_NULL);
    CHECK_INT(item->place.line, 3);
    CHECK_INT(item->next->kind, SSTI_STRING); /* quoted is text */
    CHECK(ssti_map_find(ssti_map_find(root, "c"), "d")->number == -2000);
    CHECK(!ssti_map_find(root, "d"));
    ssti_tree_destroy(tree);
}

/* Behind white space, and with the mark that is put before it. */
TEST(places_in_a_flow_document) {
    ssti_report report;
    ssti_tree *tree = read_text("\xef\xbb\xbf\r\n  {\"a\": 1,\n\"b\": [true]}", &report);
    REQUIRE(tree);
    const ssti_node *root = ssti_tree_root(tree);
    CHECK_INT(root->place.line, 2);
    CHECK_INT(root->place.column, 3);
    CHECK_INT(ssti_map_find(root, "a")->place.column, 9);
    CHECK_INT(ssti_map_find(root, "a")->key_place.column, 4);
    CHECK_INT(ssti_map_find(root, "b")->place.line, 3);
    CHECK_INT(ssti_map_find(root, "b")->place.column, 6);
    ssti_tree_destroy(tree);
    tree = read_text("[a, b]", &report);
    REQUIRE(tree);
    CHECK_INT(ssti_tree_root(tree)->first->place.column, 2);
    ssti_tree_destroy(tree);
}

TEST(a_value_left_out_is_null) {
    ssti_report report;
    ssti_tree *tree = read_text("a:\nb: [1,\n", &report);
    CHECK(!tree);
    CHECK_INT(report.errors, 1);
    tree = read_text("a:\nb: {c: , d}\n", &report);
    REQUIRE(tree);
    CHECK_INT(ssti_map_find(ssti_tree_root(tree), "a")->kind, SSTI_NULL);
    CHECK_INT(ssti_map_find(ssti_tree_root(tree), "b")->count, 2);
    ssti_tree_destroy(tree);
}

TEST(numbers) {
    static const char *const good[] = {"0",   "-0",   "+1",       "1.", ".5",
                                       "1e5", "1E-5", "-12.5e+3", "007"};
    static const double values[] = {0, 0, 1, 1, .5, 1e5, 1e-5, -12500, 7};
    static const char *const bad[] = {"",         "-",     ".",   "e5",  "1e",  "1e+", "0x10",
                                      "1_000",    "nan",   "inf", "1,5", "1 2", "--1", "1e999",
                                      "Infinity", "1.2.3", "1d5", " 1",  "1 "};
    double number;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        CHECK_MSG(ssti_parse_number(good[i], &number), "%s is a number", good[i]);
        CHECK(number == values[i]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK_MSG(!ssti_parse_number(bad[i], &number), "%s is no number", bad[i]);
}

/* Every double printed with 17 digits comes back. */
TEST(numbers_are_rounded_correctly) {
    test_rng rng = test_seed(11);
    for (int i = 0; i < 20000; i++) {
        double value = test_uniform(&rng, -1, 1) * pow(10, test_uniform(&rng, -300, 300)), back = 0;
        char text[40];
        snprintf(text, sizeof text, "%.17g", value);
        CHECK(ssti_parse_number(text, &back) && back == value);
    }
}

TEST(text_must_be_utf8) {
    static const char *const good[] = {
        "", "a\tb\r\n", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "\xf4\x8f\xbf\xbf"};
    static const char *const bad[] = {"\x01",
                                      "\x7f",
                                      "\x80",
                                      "\xc3",
                                      "\xc0\x80",
                                      "\xe0\x80\x80",
                                      "\xed\xa0\x80",
                                      "\xf4\x90\x80\x80",
                                      "\xf8\x88\x80\x80\x80",
                                      "\xff",
                                      "\xe2\x82",
                                      "\xc3("};
    ssti_report report = {0};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        CHECK_MSG(ssti_text_is_clean(good[i], strlen(good[i]), &report), "text %zu is good", i);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK_MSG(!ssti_text_is_clean(bad[i], strlen(bad[i]), &report), "text %zu is bad", i);
    CHECK(!ssti_text_is_clean("a\0b", 3, &report));
}

/* A text of `pieces` repeated, read; answers whether it was taken. */
static bool takes_repeated(const char *start, const char *piece, size_t pieces) {
    size_t length = strlen(piece), at = strlen(start);
    char *text = malloc(at + length * pieces + 1);
    memcpy(text, start, at);
    for (size_t i = 0; i < pieces; i++, at += length)
        memcpy(text + at, piece, length);
    ssti_report report = {0};
    ssti_tree *tree = NULL;
    sst_outcome outcome = ssti_yaml_read(text, at, &report, &tree);
    CHECK_INT(report.errors, outcome == SST_DONE ? 0 : 1);
    ssti_tree_destroy(tree);
    free(text);
    return outcome == SST_DONE;
}

TEST(bounds) {
    CHECK(!takes_repeated("", " ", SSTI_MAX_BYTES + 1));
    CHECK(takes_repeated("", "- 1\n", 100000));
    CHECK(!takes_repeated("a: ", "[", 100000));
    CHECK(!takes_repeated("a: ", "{b: ", 100000));
    CHECK(!takes_repeated("", "[", 5000000));       /* libfyaml would read them all first */
    CHECK(!takes_repeated("a: [[", "1,", 5000000)); /* never closed */
    CHECK(!takes_repeated("", "\n", 5000));         /* nothing but white space */
    CHECK(takes_repeated("a: ", "x", SSTI_MAX_SCALAR));
    CHECK(!takes_repeated("a: ", "x", SSTI_MAX_SCALAR + 1));
}

/* Whatever bytes of a good document are changed, it is read or refused, with a message. */
TEST(damaged_documents) {
    static const char document[] =
        "version: 1\nagents:\n  - {position: [0, -1.5e2], goal: [1, 2]}\n"
        "  - position: [3, 4]\n    radius: 0.5 # a remark\n"
        "obstacles: [[[0, 0], [1, 0], [0, 1]]]\nname: \"x\\n\"\n";
    test_rng rng = test_seed(12);
    for (long i = 0, count = test_count(20000, 1000000); i < count; i++) {
        char text[sizeof document];
        memcpy(text, document, sizeof text);
        for (uint64_t k = 0, n = 1 + test_below(&rng, 4); k < n; k++)
            text[test_below(&rng, sizeof text - 1)] =
                "[]{}:,-#&*!|>'\"%@`? \n\t0ax\xc3"[test_below(&rng, 26)];
        ssti_report report = {0};
        ssti_tree *tree = NULL;
        sst_outcome outcome = ssti_yaml_read(text, test_below(&rng, sizeof text), &report, &tree);
        CHECK((outcome == SST_DONE) == (report.errors == 0) && (outcome == SST_DONE) == !!tree);
        ssti_tree_destroy(tree);
    }
}

TEST(nearest_words) {
    static const char *const words[] = {"radius", "position", "goal", "goals"};
    CHECK_STR(sst_nearest_word("radios", words, 4), "radius");
    CHECK_STR(sst_nearest_word("gaol", words, 4), "goal");
    CHECK_STR(sst_nearest_word("goalss", words, 4), "goals");
    CHECK(!sst_nearest_word("xyzzy", words, 4));
    CHECK_STR(sst_nearest_word("raduis", words, 4), "radius");
    static const char *const keys[] = {"start_time", "share", "preferred_speed", "like", "max-gap"};
    CHECK_STR(sst_nearest_word("start", keys, 5), "start_time");
    CHECK_STR(sst_nearest_word("speed", keys, 5), "preferred_speed");
    CHECK_STR(sst_nearest_word("gap", keys, 5), "max-gap");
    CHECK_STR(sst_nearest_word("maxgap", keys, 5), "max-gap");
    CHECK(!sst_nearest_word("size", keys, 5));
    CHECK(!sst_nearest_word("red", keys, 5));
    CHECK(!sst_nearest_word("positionpositionpositionpositionpositionposition", words, 4));
}

TEST(shown_text_is_cut_between_characters) {
    char text[200] = "";
    for (int i = 0; i < 30; i++)
        strcat(text, "\xe2\x82\xac");
    ssti_shown shown = ssti_show(text);
    CHECK_INT(strlen(shown.text), 13 * 3 + 3); /* 40 bytes would end within the 14th */
    CHECK_STR(ssti_show("a\nb").text, "a?b");
}

SUITE(sim_tree, CASE(kinds_and_places), CASE(places_in_a_flow_document),
      CASE(a_value_left_out_is_null), CASE(numbers), CASE(numbers_are_rounded_correctly),
      CASE(text_must_be_utf8), CASE(bounds), CASE(damaged_documents), CASE(nearest_words),
      CASE(shown_text_is_cut_between_characters))
