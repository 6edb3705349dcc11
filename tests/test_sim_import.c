/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Recorded people against a second reading of the same rows, and damaged recordings. */

#include "harness.h"
#include "scenario/scenario.h"
#include "sim_scene.h"

static sst_outcome import(const char *text, size_t size, sim_messages *messages, char **yaml) {
    sst_import_options options;
    sst_import_options_init(&options);
    size_t yaml_size = 0;
    sst_outcome outcome = sst_import_bytes(text, size, "recording.txt", &options,
                                           sim_collect(messages), yaml, &yaml_size);
    if (outcome == SST_DONE)
        CHECK_INT(strlen(*yaml), yaml_size);
    return outcome;
}

/* The scenario of a recording; null, after a failed check, if it is none. */
static sst_scenario *scenario_of(const char *rows) {
    char *yaml = NULL;
    sim_messages messages;
    sst_outcome outcome = import(rows, strlen(rows), &messages, &yaml);
    CHECK_MSG(outcome == SST_DONE, "%s", messages.text);
    sst_scenario *scenario = outcome == SST_DONE ? sim_scene(yaml) : NULL;
    free(yaml);
    return scenario;
}

enum { PEOPLE = 40, MOST_ROWS = 30 };

typedef struct person {
    int first_frame, rows;
    double x[MOST_ROWS], y[MOST_ROWS];
} person;

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median_speed(const person *p) {
    double speeds[MOST_ROWS];
    int n = p->rows - 1;
    for (int i = 0; i < n; i++)
        speeds[i] = hypot(p->x[i + 1] - p->x[i], p->y[i + 1] - p->y[i]) / 0.4;
    qsort(speeds, (size_t)n, sizeof *speeds, by_value);
    return n % 2 ? speeds[n / 2] : (speeds[n / 2 - 1] + speeds[n / 2]) / 2;
}

/* People who walk with changing speeds, their rows shuffled: where, when and how fast each enters.
 */
TEST(random_walkers) {
    static person people[PEOPLE];
    static char text[PEOPLE * MOST_ROWS * 120], lines[PEOPLE * MOST_ROWS][120];
    test_rng rng = test_seed(31);
    size_t count = 0;
    for (int i = 0; i < PEOPLE; i++) {
        person *p = &people[i];
        p->first_frame = i == 0 ? 3 : 3 + 10 * (int)test_below(&rng, 100);
        p->rows = 2 + (int)test_below(&rng, MOST_ROWS - 2);
        for (int k = 0; k < p->rows; k++) {
            p->x[k] = k ? p->x[k - 1] + test_uniform(&rng, 0.2, 0.8) : test_uniform(&rng, -9, 9);
            p->y[k] = k ? p->y[k - 1] + test_uniform(&rng, -0.3, 0.3) : test_uniform(&rng, -9, 9);
            snprintf(lines[count++], 120, "%.7e  %.2e\t%.15e 0 %.15e 0 0 0\r\n",
                     p->first_frame + 10.0 * k, 100.0 + i, p->x[k], p->y[k]);
        }
    }
    for (size_t i = count; i > 0; i--) {
        size_t j = test_below(&rng, i);
        strcat(text, lines[j]);
        memcpy(lines[j], lines[i - 1], sizeof lines[j]);
    }
    sst_scenario *s = scenario_of(text);
    REQUIRE(s);
    CHECK_INT(s->agent_count, PEOPLE);
    double before = 0;
    bool seen[PEOPLE] = {false};
    for (size_t i = 0; i < s->agent_count; i++) {
        const ssti_agent *a = &s->agents[i];
        CHECK(a->start_time >= before); /* in order of entering */
        before = a->start_time;
        int k = 0;
        while (k < PEOPLE && fabs(people[k].x[0] - a->def.position.x) > 1e-7)
            k++;
        REQUIRE(k < PEOPLE && !seen[k]);
        seen[k] = true;
        const person *p = &people[k];
        CHECK_NEAR(a->start_time, (p->first_frame - 3) / 10 * 0.4, 1e-6);
        CHECK_NEAR(a->def.position.y, p->y[0], 1e-7);
        CHECK_NEAR(s->points[a->goals.first].x, p->x[p->rows - 1], 1e-7);
        CHECK_NEAR(a->preferred_speed, median_speed(p), 1e-5);
        CHECK_NEAR(a->def.velocity.x, (p->x[1] - p->x[0]) / 0.4, 1e-4);
        CHECK_INT(a->on_arrival, SSTI_REMOVE);
        CHECK(a->def.max_speed > (float)a->preferred_speed);
    }
    sst_scenario_destroy(s);
}

TEST(frame_steps_and_gaps) {
    /* The least step is 6 frames = 0.4 s; a person unseen for a while walked on evenly. */
    sst_scenario *s = scenario_of("780 1 0 0 0 0 0 0\n786 1 0.4 0 0 0 0 0\n"
                                  "804 1 1.6 0 0 0 0 0\n792 2 5 0 5 0 0 0\n804 2 5 0 6 0 0 0\n");
    REQUIRE(s);
    CHECK_NEAR(s->agents[0].preferred_speed, 1, 1e-6);
    CHECK_NEAR(s->agents[1].start_time, 0.8, 1e-6);
    CHECK_NEAR(s->agents[1].preferred_speed, 1 / 0.8, 1e-6);
    sst_scenario_destroy(s);
}

TEST(those_who_stand) {
    sst_scenario *s =
        scenario_of("# frame id x z y vx vz vy\n\n"
                    "0 1 0 0 0 0 0 0\n10 1 0 0 0 0 0 0\n"
                    "0 2 3 0 0 0 0 0\n10 2 3 0 0 0 0 0\n20 2 3 0 0 0 0 0\n30 2 3.6 0 0 0 0 0\n"
                    "0 3 9 0 9 0 0 0\n");
    REQUIRE(s);
    CHECK_INT(s->agent_count, 2); /* the third is seen once only */
    CHECK_INT(s->agents[0].goals.count, 0);
    CHECK(s->agents[0].def.preferred_velocity.x == 0);
    CHECK_NEAR(s->agents[1].preferred_speed, 0.5, 1e-6); /* 0.6 m in 1.2 s */
    sst_scenario_destroy(s);
}

/* Whatever is done to a recording, it is refused with a message or gives a good scenario. */
TEST(damaged_recordings) {
    static const char rows[] = "1.0e+00 1 -2.5 0 18.9 0 0 -1.3\n11 1 -2.8 0 18.4 0 0 -1.3\n"
                               "21 1 -2.8 0 17.9 0 0 0\n1 2 5 0 5 0 0 0\n11 2 5.5 0 5 0 0 0\n";
    test_rng rng = test_seed(32);
    for (long i = 0, count = test_count(20000, 500000); i < count; i++) {
        char text[sizeof rows];
        memcpy(text, rows, sizeof text);
        for (uint64_t k = 0, n = 1 + test_below(&rng, 4); k < n; k++)
            text[test_below(&rng, sizeof text - 1)] =
                "0123456789eE+-. \t\n#xn"[test_below(&rng, 21)];
        char *yaml = NULL;
        sim_messages messages;
        sst_outcome outcome = import(text, test_below(&rng, sizeof text), &messages, &yaml);
        CHECK((outcome == SST_DONE) == (messages.errors == 0));
        if (outcome == SST_DONE)
            sst_scenario_destroy(sim_scene(yaml));
        free(yaml);
    }
}

SUITE(sim_import, CASE(random_walkers), CASE(frame_steps_and_gaps), CASE(those_who_stand),
      CASE(damaged_recordings))
