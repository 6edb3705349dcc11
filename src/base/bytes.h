/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Numbers to and from bytes, little-endian on every machine. Errors stick: write or read on, and
 * look once at the end. Where the machine itself is known to be little-endian, arrays are copied
 * whole. */
#ifndef SSTI_BYTES_H
#define SSTI_BYTES_H

#include "sidestep/base.h"

#include <string.h>

#if defined(__BYTE_ORDER__) && defined(__ORDER_LITTLE_ENDIAN__)
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define SSTI_LITTLE_ENDIAN 1
#endif
#endif

/* With `bytes` it writes; with `expected` it compares instead, and fails where something differs;
 * with neither it only counts: `used` is then the size needed. */
typedef struct ssti_writer {
    uint8_t *bytes;
    size_t capacity, used;
    bool failed;
    const uint8_t *expected; /* [capacity] */
} ssti_writer;

void ssti_write_u8(ssti_writer *writer, uint8_t value);
void ssti_write_u32(ssti_writer *writer, uint32_t value);
void ssti_write_u64(ssti_writer *writer, uint64_t value);
void ssti_write_f32(ssti_writer *writer, float value);
void ssti_write_f64(ssti_writer *writer, double value);
static inline void ssti_write_bool(ssti_writer *writer, bool value) {
    ssti_write_u8(writer, value ? 1 : 0);
}

/* Little-endian bytes are written, compared or counted. */
static inline void ssti_put_bytes(ssti_writer *writer, const void *bytes, size_t count) {
    bool is_bounded = writer->bytes || writer->expected;
    if (is_bounded && (writer->failed || writer->capacity - writer->used < count)) {
        writer->failed = true;
        return;
    }
    if (writer->bytes && count > 0) {
        memcpy(writer->bytes + writer->used, bytes, count);
    } else if (writer->expected && count > 0) {
        writer->failed = memcmp(writer->expected + writer->used, bytes, count) != 0;
    }
    writer->used += count;
}

/* Items of 1, 4 or 8 bytes each, from an array of numbers. */
#ifdef SSTI_LITTLE_ENDIAN
static inline void ssti_write_items(ssti_writer *writer, const void *items, size_t count,
                                    size_t item_size) {
    ssti_put_bytes(writer, items, count * item_size);
}
#else
void ssti_write_items(ssti_writer *writer, const void *items, size_t count, size_t item_size);
#endif

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
/* Steps over items, and returns where they begin; null once failed. */
const uint8_t *ssti_read_items(ssti_reader *reader, uint64_t count, size_t item_size);
/* Items that lie at `bytes` into an array of numbers. */
void ssti_copy_items(void *items, const uint8_t *bytes, size_t count, size_t item_size);

/* A number that lies at `bytes`. */
static inline uint32_t ssti_load_u32(const uint8_t *bytes) {
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

static inline uint64_t ssti_load_u64(const uint8_t *bytes) {
    return (uint64_t)ssti_load_u32(bytes + 4) << 32 | ssti_load_u32(bytes);
}

#endif
