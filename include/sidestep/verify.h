/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The tests of the standards for evacuation models (RiMEA, IMO, NIST) as scenarios with limits:
 * which figures this simulator has, and whether they are within. Scenarios and limits are built in.
 *
 *     sst_verify_options options;
 *     sst_verify_options_init(&options);
 *     options.tell = print_one;
 *     sst_verify(&options, reporter);
 *
 * docs/verification.md has what comes of it. Rules as in sim.h; reports may come from another
 * thread, but one at a time.
 */
#ifndef SIDESTEP_VERIFY_H
#define SIDESTEP_VERIFY_H

#include "sim.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum sst_verdict {
    SST_VERDICT_REPORTED = 0, /* there is no limit */
    SST_VERDICT_PASS = 1,
    SST_VERDICT_FAIL = 2,
    SST_VERDICT_LISTED = 3 /* it was not run */
} sst_verdict;

/* A check of a test. All pointers are valid during the call only. */
typedef struct sst_verified {
    const char *id, *title, *source; /* "rimea-1", what is tested, "RiMEA 4.1.1, test 1" */
    const char *note;                /* what deviates from the source; "" = nothing */
    const char *scenario;            /* its built-in file */
    const char *mode;                /* of the agents: "plain" */
    const char *check;               /* what is looked at: "time [s]" */
    const char *limit;               /* "26 to 34"; "" = none */
    const char *figure;              /* "30.1", "1.02 < 1.30 < 1.55" */
    const char *const *variants;     /* names [variant_count] */
    const double *values; /* the figure of each, mean over seeds [variant_count]; NaN = it
                             does not exist; null if listed */
    size_t variant_count;
    size_t runs; /* of the test, in this mode */
    sst_verdict verdict;
} sst_verified;

typedef struct sst_verify_options {
    uint32_t struct_size;
    const char *const *tests;    /* ids [test_count], or their beginnings up to a hyphen: "rimea" */
    size_t test_count;           /* default 0: all */
    const char *const *modes;    /* [mode_count] */
    size_t mode_count;           /* default 0: the first one, "plain" */
    const char *const *settings; /* laid over each scenario [setting_count], as of `--set` */
    size_t setting_count;
    uint32_t job_count; /* runs at a time [<= 1024]; default 0: one per processor. The figures are
                           the same */
    bool quick;         /* leave out the tests that take longer than seconds; default false */
    bool list;          /* make no run; default false */
    void (*tell)(const sst_verified *verified, void *context); /* each check once, test by test, and
                           of a check mode by mode; by the calling thread. Default null */
    void *tell_context;
} sst_verify_options;

SST_API void sst_verify_options_init(sst_verify_options *options);

/* Bad input are unknown names and settings that a scenario refuses. A test that fails is no error:
 * the verdict tells. */
SST_API sst_outcome sst_verify(const sst_verify_options *options, sst_reporter reporter);

/* A built-in file, as `sst_verified.scenario` names it: its text [size] with a zero behind; null if
 * there is none. */
SST_API const char *sst_verify_file(const char *name, size_t *size);

#ifdef __cplusplus
}
#endif

#endif
