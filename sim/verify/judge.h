/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* From the figures of a check's variants to a verdict, and both in words. */
#ifndef SIDESTEP_SIM_JUDGE_H
#define SIDESTEP_SIM_JUDGE_H

#include "verify/tests.h"

typedef struct ssti_judged {
    char limit[128], figure[256];
    sst_verdict verdict;
} ssti_judged;

/* Of one variant over its seeds [count >= 1]; NaN if it does not exist with one of them. */
double ssti_over_seeds(int take, const double *values, size_t count);

/* `values` [variant_count]; null: the limit alone, and the verdict is that it was listed. */
void ssti_judge(const ssti_test *test, const ssti_check *check, const double *values,
                ssti_judged *judged);

#endif
