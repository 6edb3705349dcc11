/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Numbers to and from bytes, little-endian on every machine. Errors stick: write or read on, and
 * look once at the end. */
#ifndef SSTI_BYTES_H
#define SSTI_BYTES_H

#include "sidestep/base.h"

/* `bytes` null only counts: `used` is then the size needed. */
typedef struct ssti_writer {
    uint8_t *bytes;
    size_t capacity, used;
    bool failed;
} ssti_writer;

void ssti_write_u8(ssti_writer *writer, uint8_t value);
void ssti_write_u32(ssti_writer *writer, uint32_t value);
void ssti_write_u64(ssti_writer *writer, uint64_t value);
void ssti_write_f32(ssti_writer *writer, float value);
void ssti_write_f64(ssti_writer *writer, double value);
static inline void ssti_write_bool(ssti_writer *writer, bool value) {
    ssti_write_u8(writer, value ? 1 : 0);
}

typedef struct ssti_reader {
    const uint8_t *bytes;
    size_t size, used;
    bool failed; /* past the end, or a bool that is neither 0 nor 1 */
} ssti_reader;

/* 0 once failed. */
uint8_t ssti_read_u8(ssti_reader *reader);
uint32_t ssti_read_u32(ssti_reader *reader);
uint64_t ssti_read_u64(ssti_reader *reader);
float ssti_read_f32(ssti_reader *reader);
double ssti_read_f64(ssti_reader *reader);
bool ssti_read_bool(ssti_reader *reader);
/* Whether `count` items of `item_size` bytes can still follow: ask before allocating for them. */
bool ssti_reader_has(const ssti_reader *reader, uint64_t count, size_t item_size);

#endif
