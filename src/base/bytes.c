/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Numbers to and from bytes, little-endian on every machine. */
#include "base/bytes.h"

#include <string.h>

static void write_bytes(ssti_writer *writer, uint64_t value, size_t count) {
    if (writer->bytes) {
        if (writer->failed || writer->capacity - writer->used < count) {
            writer->failed = true;
            return;
        }
        for (size_t i = 0; i < count; i++) {
            writer->bytes[writer->used + i] = (uint8_t)(value >> (8 * i));
        }
    }
    writer->used += count;
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

static uint64_t read_bytes(ssti_reader *reader, size_t count) {
    if (reader->failed || reader->size - reader->used < count) {
        reader->failed = true;
        return 0;
    }
    uint64_t value = 0;
    for (size_t i = 0; i < count; i++) {
        value |= (uint64_t)reader->bytes[reader->used + i] << (8 * i);
    }
    reader->used += count;
    return value;
}

uint8_t ssti_read_u8(ssti_reader *reader) {
    return (uint8_t)read_bytes(reader, 1);
}

uint32_t ssti_read_u32(ssti_reader *reader) {
    return (uint32_t)read_bytes(reader, 4);
}

uint64_t ssti_read_u64(ssti_reader *reader) {
    return read_bytes(reader, 8);
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
