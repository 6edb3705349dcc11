/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The table of figures: each has a name of its own, its value, and a row in the documents. */

#include "harness.h"
#include "report/file.h"
#include "sidestep/sim.h"

static size_t index_of(const char *name) {
    size_t i = 0;
    while (i < sst_figure_count() && strcmp(sst_figure_at(i)->name, name) != 0)
        i++;
    return i;
}

TEST(figures_are_what_the_summary_holds) {
    sst_summary summary = {.steps = 7,
                           .arrived = 3,
                           .min_gap = -0.25,
                           .path_ratio = (double)NAN,
                           .agent_steps_per_s = 5};
    CHECK(sst_summary_figure(&summary, index_of("steps")) == 7);
    CHECK(sst_summary_figure(&summary, index_of("arrived")) == 3);
    CHECK(sst_summary_figure(&summary, index_of("min_gap")) == -0.25);
    CHECK(sst_summary_figure(&summary, index_of("agent_steps_per_s")) == 5);
    CHECK(isnan(sst_summary_figure(&summary, index_of("path_ratio"))));
    CHECK(isnan(sst_summary_figure(&summary, sst_figure_count())));
    CHECK(sst_figure_at(sst_figure_count()) == NULL);
}

TEST(figures_tell_their_kind) {
    CHECK(sst_figure_at(index_of("collisions"))->whole);
    CHECK(!sst_figure_at(index_of("min_gap"))->whole);
    CHECK(sst_figure_at(index_of("wall_clock_s"))->of_machine);
    CHECK(!sst_figure_at(index_of("time"))->of_machine);
}

TEST(names_are_different) {
    for (size_t i = 0; i < sst_figure_count(); i++) {
        const sst_figure *figure = sst_figure_at(i);
        CHECK_INT(index_of(figure->name), i);
        CHECK_MSG(*figure->meaning && figure->unit, "%s lacks its meaning", figure->name);
    }
}

TEST(the_documents_have_each_figure) {
    ssti_report report = {0};
    ssti_bytes page;
    REQUIRE(ssti_file_read("docs/metrics.md", 1 << 20, &report, &page) == SST_DONE);
    char *text = realloc(page.data, page.size + 1);
    REQUIRE(text);
    text[page.size] = 0;
    for (size_t i = 0; i < sst_figure_count(); i++) {
        char name[80];
        snprintf(name, sizeof name, "`%s`", sst_figure_at(i)->name);
        CHECK_MSG(strstr(text, name), "docs/metrics.md has no %s", name);
    }
    free(text);
}

SUITE(test_sim_figures, CASE(figures_are_what_the_summary_holds), CASE(figures_tell_their_kind),
      CASE(names_are_different), CASE(the_documents_have_each_figure))
