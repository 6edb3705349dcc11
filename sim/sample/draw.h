/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Random values by counter: a draw depends on its key and on its place in the key's stream, never
 * on what was drawn elsewhere. The same bits on every machine. */
#ifndef SIDESTEP_SIM_DRAW_H
#define SIDESTEP_SIM_DRAW_H

#include <stdint.h>

typedef struct ssti_stream {
    uint64_t key, counter;
} ssti_stream;

uint64_t ssti_hash_text(const char *text);

/* The stream of one value of one agent of one group. `field` is a hash of the value's name. */
ssti_stream ssti_stream_of(uint64_t seed, uint64_t group, uint64_t agent, uint64_t field);

uint64_t ssti_draw_bits(ssti_stream *stream);
double ssti_draw_unit(ssti_stream *stream);        /* [0, 1), a multiple of 2^-53 */
double ssti_draw_normal(ssti_stream *stream);      /* mean 0, standard deviation 1 */
double ssti_draw_exponential(ssti_stream *stream); /* mean 1 */

#endif
