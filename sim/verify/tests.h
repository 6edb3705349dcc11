/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Tests as data: scenarios/verify/tests.yaml as read. A test is a scenario with variants, each a
 * list of settings, and checks of figures over these. */
#ifndef SIDESTEP_SIM_TESTS_H
#define SIDESTEP_SIM_TESTS_H

#include "scenario/scenario.h"
#include "sidestep/verify.h"

enum {
    SSTI_MOST_TESTS = 64,
    SSTI_MOST_VARIANTS = 16,
    SSTI_MOST_CHECKS = 8,
    SSTI_MOST_MODES = 8,
    SSTI_MOST_SETTINGS_EACH = 16
};

/* Settings under a name. */
typedef struct ssti_named_settings {
    const char *name;
    const char *settings[SSTI_MOST_SETTINGS_EACH];
    size_t count;
} ssti_named_settings;

typedef enum ssti_how {
    SSTI_EACH,   /* of each variant is within the limits */
    SSTI_RISING, /* grows from variant to variant, or falls by less than the slack */
    SSTI_RATIO,  /* the second variant's over the first one's is within the limits */
    SSTI_INSIDE  /* the share of variants whose figure is in their band is within the limits */
} ssti_how;

typedef enum ssti_take { SSTI_MEAN, SSTI_LEAST, SSTI_MOST } ssti_take; /* over seeds */

typedef struct ssti_band {
    double least, most;
} ssti_band;

typedef struct ssti_check {
    const char *what;
    const char *figure, *minus; /* ssti_probe_figure's names; less another one: null = none */
    int how, take;
    double least, most, slack;           /* infinite: no limit */
    const char *reading;                 /* the limit in words; null = of the numbers */
    ssti_band bands[SSTI_MOST_VARIANTS]; /* of SSTI_INSIDE, one a variant */
    size_t band_count;
} ssti_check;

typedef struct ssti_test {
    const char *id, *title, *scenario, *source, *note;
    bool is_long; /* takes longer than seconds */
    uint64_t seeds;
    ssti_named_settings variants[SSTI_MOST_VARIANTS]; /* at least one */
    ssti_check checks[SSTI_MOST_CHECKS];              /* at least one */
    size_t variant_count, check_count;
} ssti_test;

typedef struct ssti_tests {
    ssti_tree *tree; /* holds all texts */
    ssti_named_settings modes[SSTI_MOST_MODES];
    ssti_test tests[SSTI_MOST_TESTS];
    size_t mode_count, test_count;
} ssti_tests;

/* All errors are reported. The tests are for ssti_tests_free. */
sst_outcome ssti_tests_read(const char *bytes, size_t size, ssti_report *report,
                            ssti_tests **tests);
void ssti_tests_free(ssti_tests *tests); /* null is fine */

#endif
