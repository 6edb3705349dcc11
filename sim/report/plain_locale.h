/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The C locale for the calling thread while numbers are read or written, whatever the program's:
 * files have a decimal point everywhere. */
#ifndef SIDESTEP_SIM_PLAIN_LOCALE_H
#define SIDESTEP_SIM_PLAIN_LOCALE_H

#include <locale.h>
#include <stdbool.h>

typedef struct ssti_locale {
    locale_t plain, usual;
} ssti_locale;

static inline bool ssti_locale_enter(ssti_locale *locale) {
    locale->plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (!locale->plain)
        return false;
    locale->usual = uselocale(locale->plain);
    return true;
}

static inline void ssti_locale_leave(ssti_locale *locale) {
    uselocale(locale->usual);
    freelocale(locale->plain);
}

#endif
