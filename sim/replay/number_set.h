/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* A set of agent numbers below 2^32 - 1. Zero is an empty set. */
#ifndef SIDESTEP_SIM_NUMBER_SET_H
#define SIDESTEP_SIM_NUMBER_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct ssti_number_set {
    uint32_t *slots;
    size_t capacity, count;
} ssti_number_set;

/* False when out of memory. */
bool ssti_number_set_add(ssti_number_set *set, uint32_t number);
void ssti_number_set_free(ssti_number_set *set);

#endif
