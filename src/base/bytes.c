/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Numbers to and from bytes, little-endian on every machine. */
#include "base/bytes.h"

static void write_bytes(ssti_writer *writer, uint64_t value, size_t count) {
    uint8_t bytes[8];
    for (size_t i = 0; i < count; i++) {
        bytes[i] = (uint8_t)(value >> (8 * i));
    }
    ssti_put_bytes(writer, bytes, count);
}

void ssti_write_u8(ssti_writer *writer, uint8_t value) {
    write_bytes(writer, value, 1);
}

void ssti_write_u32(ssti_writer *writer, uint32_t value) {
    write_bytes(writer, value, 4);
}

void ssti_write_u64(ssti_writer *writer, uint64_t value) {
    write_bytes(writer, value, 8);
}

void ssti_write_f32(ssti_writer *writer, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    ssti_write_u32(writer, bits);
}

void ssti_write_f64(ssti_writer *writer, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    ssti_write_u64(writer, bits);
}

#ifdef SSTI_LITTLE_ENDIAN

void ssti_copy_items(void *items, const uint8_t *bytes, size_t count, size_t item_size) {
    if (count > 0) {
        memcpy(items, bytes, count * item_size);
    }
}

#else

void ssti_write_items(ssti_writer *writer, const void *items, size_t count, size_t item_size) {
    for (size_t i = 0; i < count; i++) {
        const uint8_t *item = (const uint8_t *)items + i * item_size;
        uint32_t word = *item;
        uint64_t words = 0;
        if (item_size == 4) {
            memcpy(&word, item, 4);
        } else if (item_size == 8) {
            memcpy(&words, item, 8);
        }
        write_bytes(writer, item_size == 8 ? words : word, item_size);
    }
}

void ssti_copy_items(void *items, const uint8_t *bytes, size_t count, size_t item_size) {
    for (size_t i = 0; i < count; i++) {
        uint8_t *item = (uint8_t *)items + i * item_size;
        const uint8_t *from = bytes + i * item_size;
        if (item_size == 1) {
            *item = *from;
        } else if (item_size == 4) {
            memcpy(item, &(uint32_t){ssti_load_u32(from)}, 4);
        } else {
            memcpy(item, &(uint64_t){ssti_load_u64(from)}, 8);
        }
    }
}

#endif

/* Steps over so many bytes, and returns where they begin; zeros past the end. */
static const uint8_t *step_over(ssti_reader *reader, size_t count) {
    static const uint8_t zeros[8] = {0};
    if (reader->failed || reader->size - reader->used < count) {
        reader->failed = true;
        return zeros;
    }
    reader->used += count;
    return reader->bytes + reader->used - count;
}

uint8_t ssti_read_u8(ssti_reader *reader) {
    return *step_over(reader, 1);
}

uint32_t ssti_read_u32(ssti_reader *reader) {
    return ssti_load_u32(step_over(reader, 4));
}

uint64_t ssti_read_u64(ssti_reader *reader) {
    return ssti_load_u64(step_over(reader, 8));
}

float ssti_read_f32(ssti_reader *reader) {
    uint32_t bits = ssti_read_u32(reader);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

double ssti_read_f64(ssti_reader *reader) {
    uint64_t bits = ssti_read_u64(reader);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

bool ssti_read_bool(ssti_reader *reader) {
    uint8_t value = ssti_read_u8(reader);
    if (value > 1) {
        reader->failed = true;
    }
    return value == 1;
}

bool ssti_reader_has(const ssti_reader *reader, uint64_t count, size_t item_size) {
    return !reader->failed && count <= (reader->size - reader->used) / item_size;
}

const uint8_t *ssti_read_items(ssti_reader *reader, uint64_t count, size_t item_size) {
    if (!ssti_reader_has(reader, count, item_size)) {
        reader->failed = true;
        return NULL;
    }
    const uint8_t *items = reader->bytes + reader->used;
    reader->used += (size_t)count * item_size;
    return items;
}
