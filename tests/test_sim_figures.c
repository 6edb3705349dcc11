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

static void check_measured(const sst_measured *measured, const char *const *names,
                           const double *values, size_t count) {
    CHECK_INT(sst_measured_figure_count(measured->is_line), count);
    for (size_t i = 0; i < count; i++) {
        const sst_figure *figure = sst_measured_figure_at(measured->is_line, i);
        CHECK_STR(figure->name, names[i]);
        CHECK_MSG(sst_measured_figure(measured, i) == values[i], "%s", names[i]);
        CHECK_MSG(*figure->meaning && figure->unit && !figure->of_machine, "%s", names[i]);
    }
    CHECK(sst_measured_figure_at(measured->is_line, count) == NULL);
    CHECK(isnan(sst_measured_figure(measured, count)));
}

TEST(figures_of_measurements) {
    const sst_measured measured = {.is_line = true,
                                   .speed = 1,
                                   .forward = 2,
                                   .backward = 3,
                                   .passed = 4,
                                   .first_crossing = 5,
                                   .last_crossing = 6,
                                   .flow = 7,
                                   .specific_flow = 8,
                                   .throughput = 9,
                                   .samples = 10,
                                   .density = 11,
                                   .voronoi_density = 12,
                                   .voronoi_speed = 13};
    static const char *const of_line[] = {"passed",         "forward",       "backward",
                                          "first_crossing", "last_crossing", "flow",
                                          "specific_flow",  "throughput",    "speed"};
    static const char *const of_area[] = {"samples", "density", "speed", "voronoi_density",
                                          "voronoi_speed"};
    check_measured(&measured, of_line, (const double[]){4, 2, 3, 5, 6, 7, 8, 9, 1}, 9);
    sst_measured area = measured;
    area.is_line = false;
    check_measured(&area, of_area, (const double[]){10, 11, 1, 12, 13}, 5);
    CHECK(sst_measured_figure_at(true, 0)->whole && !sst_measured_figure_at(true, 5)->whole);
}

static void check_page(const char *text, const sst_figure *figure) {
    char name[80];
    snprintf(name, sizeof name, "`%s`", figure->name);
    CHECK_MSG(strstr(text, name), "docs/metrics.md has no %s", name);
}

TEST(the_documents_have_each_figure) {
    ssti_report report = {0};
    ssti_bytes page;
    REQUIRE(ssti_file_read("docs/metrics.md", 1 << 20, &report, &page) == SST_DONE);
    char *text = realloc(page.data, page.size + 1);
    REQUIRE(text);
    text[page.size] = 0;
    for (size_t i = 0; i < sst_figure_count(); i++)
        check_page(text, sst_figure_at(i));
    for (int is_line = 0; is_line < 2; is_line++)
        for (size_t i = 0; i < sst_measured_figure_count(is_line); i++)
            check_page(text, sst_measured_figure_at(is_line, i));
    free(text);
}

SUITE(test_sim_figures, CASE(figures_are_what_the_summary_holds), CASE(figures_tell_their_kind),
      CASE(names_are_different), CASE(figures_of_measurements),
      CASE(the_documents_have_each_figure))
