/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Moments of figures over seeds, and when more seeds no longer change them. Values are added in the
 * order of their seeds, so that the sums have the same bits whoever computed the values first. */
#ifndef SIDESTEP_SIM_STATISTICS_H
#define SIDESTEP_SIM_STATISTICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zero it to begin. */
typedef struct ssti_moments {
    size_t count;
    double mean, squares; /* sum of the squared distances from the mean */
    double least, most;
} ssti_moments;

void ssti_moments_add(ssti_moments *moments, double value); /* finite */
double ssti_moments_deviation(const ssti_moments *moments); /* of the sample; NaN below 2 values */
/* Half the width of the 95 % confidence interval of the mean by Student's t; NaN below 2 values. */
double ssti_moments_half_width(const ssti_moments *moments);

/* The t below which Student's distribution has 97.5 % of its mass, to 1e-7. */
double ssti_student_t(size_t degrees_of_freedom); /* >= 1 */

/* When a mean counts as settled: over `consecutive` seeds in turn, it moved by at most the
 * tolerance, and its confidence interval reached no further than that to either side. */
typedef struct ssti_settling_rule {
    double relative, absolute; /* tolerance: the larger of relative x |mean| and absolute */
    uint64_t consecutive;      /* >= 1 */
} ssti_settling_rule;

/* Zero it to begin. */
typedef struct ssti_settling {
    ssti_moments moments;
    size_t seeds, calm;   /* added; of these, calm in turn at the end */
    size_t settled_after; /* seeds; 0 = not yet */
} ssti_settling;

/* One more seed; NaN where the figure does not exist. */
void ssti_settling_add(ssti_settling *settling, const ssti_settling_rule *rule, double value);

#endif
