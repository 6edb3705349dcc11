/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The mixer of splitmix64 (Steele, Lea and Flood, 2014) over a counter; a key is folded into the
 * state part by part by the same mixer. Normal values by Box and Muller (1958), exponential ones by
 * inversion. */

#include "sample/draw.h"
#include "sample/elementary.h"

#include <math.h>

static const uint64_t golden_gamma = UINT64_C(0x9e3779b97f4a7c15);

static uint64_t mix(uint64_t z) {
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static uint64_t fold(uint64_t key, uint64_t part) {
    return mix(mix(key + golden_gamma) ^ part);
}

/* FNV-1a (Fowler, Noll and Vo, 1991), mixed. */
uint64_t ssti_hash_text(const char *text) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    return mix(hash);
}

ssti_stream ssti_stream_of(uint64_t seed, uint64_t group, uint64_t agent, uint64_t field) {
    return (ssti_stream){fold(fold(fold(fold(0, seed), group), agent), field), 0};
}

uint64_t ssti_draw_bits(ssti_stream *stream) {
    return mix(stream->key + golden_gamma * ++stream->counter);
}

double ssti_draw_unit(ssti_stream *stream) {
    return (double)(ssti_draw_bits(stream) >> 11) * 0x1p-53;
}

double ssti_draw_exponential(ssti_stream *stream) {
    return -ssti_log(1 - ssti_draw_unit(stream));
}

double ssti_draw_normal(ssti_stream *stream) {
    double length = sqrt(2 * ssti_draw_exponential(stream));
    return length * ssti_cos_turns(ssti_draw_unit(stream));
}
