/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Moments by Welford's recurrence (Technometrics 4, 1962), which loses no digits where the mean is
 * large against the spread. Made of + - * / and sqrt alone: the same bits everywhere.
 *
 * When seeds suffice is judged as NIST TN 1822 (Ronchi et al. 2013) has it in spirit: not by their
 * number, but by whether further runs still change what is reported, over several in turn. Its
 * measures of whole curves are left out; the interval's width is added, for a mean may stand still
 * by chance. */

#include "experiment/statistics.h"

#include <math.h>

void ssti_moments_add(ssti_moments *m, double value) {
    m->least = m->count == 0 || value < m->least ? value : m->least;
    m->most = m->count == 0 || value > m->most ? value : m->most;
    m->count++;
    double distance = value - m->mean;
    m->mean += distance / (double)m->count;
    m->squares += distance * (value - m->mean);
}

double ssti_moments_deviation(const ssti_moments *m) {
    return m->count < 2 ? (double)NAN : sqrt(m->squares / (double)(m->count - 1));
}

double ssti_moments_half_width(const ssti_moments *m) {
    if (m->count < 2)
        return (double)NAN;
    return ssti_student_t(m->count - 1) * ssti_moments_deviation(m) / sqrt((double)m->count);
}

/* Above the table, the normal quantile and its correction in powers of 1/degrees (Abramowitz and
 * Stegun 26.7.5), which is right to 3e-8 from there on. */
static double expand_student_t(double degrees) {
    const double z = 1.959963984540054, s = z * z, inverse = 1 / degrees;
    double first = z * (s + 1) / 4;
    double second = z * ((5 * s + 16) * s + 3) / 96;
    double third = z * (((3 * s + 19) * s + 17) * s - 15) / 384;
    double fourth = z * ((((79 * s + 776) * s + 1482) * s - 1920) * s - 945) / 92160;
    return z + inverse * (first + inverse * (second + inverse * (third + inverse * fourth)));
}

double ssti_student_t(size_t degrees_of_freedom) {
    static const double table[] = {
        12.7062047362, 4.3026527297, 3.1824463053, 2.7764451052, 2.5705818356, 2.4469118511,
        2.3646242516,  2.3060041352, 2.2621571628, 2.2281388520, 2.2009851601, 2.1788128297,
        2.1603686565,  2.1447866879, 2.1314495456, 2.1199052992, 2.1098155778, 2.1009220402,
        2.0930240544,  2.0859634473, 2.0796138447, 2.0738730679, 2.0686576104, 2.0638985616,
        2.0595385528,  2.0555294386, 2.0518305165, 2.0484071418, 2.0452296421, 2.0422724563};
    enum { TABLE_SIZE = sizeof table / sizeof *table };
    return degrees_of_freedom <= TABLE_SIZE ? table[degrees_of_freedom - 1]
                                            : expand_student_t((double)degrees_of_freedom);
}

/* A figure that none of the seeds has does not change either. */
static bool is_calm(const ssti_moments *now, double mean_before, const ssti_settling_rule *rule) {
    double tolerance = fmax(rule->relative * fabs(now->mean), rule->absolute);
    return now->count == 0 || (now->count > 1 && fabs(now->mean - mean_before) <= tolerance &&
                               ssti_moments_half_width(now) <= tolerance);
}

void ssti_settling_add(ssti_settling *settling, const ssti_settling_rule *rule, double value) {
    double before = settling->moments.mean;
    settling->seeds++;
    if (!isnan(value)) {
        ssti_moments_add(&settling->moments, value);
        if (settling->moments.count == 1)
            settling->settled_after = 0;
    }
    settling->calm = is_calm(&settling->moments, before, rule) ? settling->calm + 1 : 0;
    if (settling->settled_after == 0 && settling->calm >= rule->consecutive)
        settling->settled_after = settling->seeds;
}
