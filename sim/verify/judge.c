/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

#include "verify/judge.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

double ssti_over_seeds(int take, const double *values, size_t count) {
    double sum = 0, least = values[0], most = values[0];
    for (size_t i = 0; i < count; i++) {
        if (isnan(values[i]))
            return (double)NAN;
        sum += values[i];
        least = values[i] < least ? values[i] : least;
        most = values[i] > most ? values[i] : most;
    }
    return take == SSTI_LEAST ? least : take == SSTI_MOST ? most : sum / (double)count;
}

/* --- Words --------------------------------------------------------------------------------- */

static void SSTI_PRINTF(3, 4) append(char *text, size_t size, const char *format, ...) {
    size_t length = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + length, size - length, format, arguments);
    va_end(arguments);
}

/* Three digits of what is small, whole numbers of what is large. */
static void append_number(char *text, size_t size, double value) {
    if (isnan(value))
        append(text, size, "-");
    else if (fabs(value) >= 100)
        append(text, size, "%.0f", value);
    else
        append(text, size, "%.3g", fabs(value) < 5e-4 ? 0 : value);
}

static void write_limit(const ssti_check *c, char *text, size_t size) {
    bool has_least = isfinite(c->least), has_most = isfinite(c->most);
    if (c->reading)
        append(text, size, "%s", c->reading);
    else if (c->how == SSTI_RISING)
        append(text, size, "rises");
    else if (has_least && has_most)
        append(text, size, "%g to %g", c->least, c->most);
    else if (has_least || has_most)
        append(text, size, "%s %g", has_least ? "at least" : "at most",
               has_least ? c->least : c->most);
}

static void write_values(const double *values, size_t count, char *text, size_t size) {
    for (size_t i = 0; i < count; i++) {
        append(text, size, "%s", i > 0 ? ", " : "");
        append_number(text, size, values[i]);
    }
}

/* --- Verdicts ------------------------------------------------------------------------------ */

static bool is_within(double value, double least, double most) {
    return value >= least && value <= most; /* NaN is not */
}

static bool all_within(const ssti_check *c, const double *values, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!is_within(values[i], c->least, c->most))
            return false;
    return true;
}

static bool rises(const ssti_check *c, const double *values, size_t count) {
    bool rising = !isnan(values[0]);
    for (size_t i = 1; i < count; i++)
        rising &= values[i] > values[i - 1] - c->slack;
    return rising;
}

static double share_inside(const ssti_check *c, const double *values, size_t count) {
    size_t inside = 0;
    for (size_t i = 0; i < count; i++)
        inside += is_within(values[i], c->bands[i].least, c->bands[i].most);
    return (double)inside / (double)count;
}

/* The number that counts goes before those of the variants. */
static bool is_good(const ssti_check *c, const double *values, size_t count, char *text,
                    size_t size) {
    double one = (double)NAN;
    if (c->how == SSTI_EACH || c->how == SSTI_RISING) {
        write_values(values, count, text, size);
        return c->how == SSTI_EACH ? all_within(c, values, count) : rises(c, values, count);
    }
    one = c->how == SSTI_RATIO ? values[1] / values[0] : share_inside(c, values, count);
    append_number(text, size, one);
    append(text, size, " (");
    write_values(values, count, text, size);
    append(text, size, ")");
    return is_within(one, c->least, c->most);
}

void ssti_judge(const ssti_test *t, const ssti_check *c, const double *values,
                ssti_judged *judged) {
    *judged = (ssti_judged){.verdict = SST_VERDICT_LISTED};
    write_limit(c, judged->limit, sizeof judged->limit);
    if (!values)
        return;
    bool good = is_good(c, values, t->variant_count, judged->figure, sizeof judged->figure);
    bool has_limit = c->how == SSTI_RISING || isfinite(c->least) || isfinite(c->most);
    judged->verdict = !has_limit ? SST_VERDICT_REPORTED
                      : good     ? SST_VERDICT_PASS
                                 : SST_VERDICT_FAIL;
}
