/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Numbers from text. The grammar is checked here, so that strtod never sees "nan", "0x1p3" or a
 * number that another locale would end at the point; strtod then rounds correctly. */

#include "report/plain_locale.h"
#include "tree/tree.h"

#include <math.h>
#include <stdlib.h>

static const char *skip_digits(const char *text) {
    while (*text >= '0' && *text <= '9')
        text++;
    return text;
}

/* [+-] digits [. digits] or [+-] . digits; null if it is not that. */
static const char *skip_mantissa(const char *text) {
    text += *text == '+' || *text == '-';
    const char *after = skip_digits(text);
    size_t digits = (size_t)(after - text);
    if (*after == '.') {
        const char *fraction = after + 1;
        after = skip_digits(fraction);
        digits += (size_t)(after - fraction);
    }
    return digits > 0 ? after : NULL;
}

static const char *skip_exponent(const char *text) {
    if (*text != 'e' && *text != 'E')
        return text;
    text++;
    text += *text == '+' || *text == '-';
    const char *after = skip_digits(text);
    return after > text ? after : NULL;
}

static bool is_number(const char *text) {
    const char *end = skip_mantissa(text);
    end = end ? skip_exponent(end) : NULL;
    return end && !*end;
}

bool ssti_parse_number(const char *text, double *number) {
    if (!is_number(text))
        return false;
    ssti_locale locale;
    if (!ssti_locale_enter(&locale))
        return false;
    double value = strtod(text, NULL);
    ssti_locale_leave(&locale);
    if (!isfinite(value))
        return false;
    *number = value;
    return true;
}
