/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* scenarios/verify/ as bytes, from cmake/Embed.cmake. */
#ifndef SIDESTEP_SIM_EMBEDDED_H
#define SIDESTEP_SIM_EMBEDDED_H

#include <stddef.h>

typedef struct ssti_embedded {
    const char *name, *bytes; /* a zero stands behind the bytes */
    size_t size;
} ssti_embedded;

extern const ssti_embedded ssti_embedded_files[]; /* ends with a null name */

const ssti_embedded *ssti_embedded_find(const char *name); /* null if there is none */

#endif
