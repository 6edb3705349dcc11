/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* A dataset of rows that grows while it is written. Memory holds one chunk. All calls between
 * ssti_h5_enter and ssti_h5_leave. */
#ifndef SIDESTEP_SIM_H5_TABLE_H
#define SIDESTEP_SIM_H5_TABLE_H

#include <hdf5.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <zlib.h>

typedef struct ssti_h5_table {
    hid_t set; /* the table's own; negative: none */
    hid_t (*row_type)(bool file);
    size_t row_size;
    unsigned char *rows; /* the chunk begun */
    size_t chunk_rows, row_count;
    uint64_t chunks; /* full ones written */
    bool fresh;      /* there are rows that are not in the file */
    unsigned char *shuffled, *deflated;
    uLong deflated_capacity;
    size_t begun_size; /* of the begun chunk as last written; 0 = it was not */
} ssti_h5_table;

/* Memory for a table of such rows, chunk_rows > 0; false when there is none, for ssti_h5_table_free
 * in any case. Sets `set` to none. */
bool ssti_h5_table_init(ssti_h5_table *table, hid_t (*row_type)(bool file), size_t row_size,
                        size_t chunk_rows);
void ssti_h5_table_free(ssti_h5_table *table);

/* Creates the empty dataset. */
bool ssti_h5_table_create(ssti_h5_table *table, hid_t file, const char *name);

/* Copies a row in. A chunk that is full goes to the file at once. */
bool ssti_h5_table_add(ssti_h5_table *table, const void *row);
/* Writes the chunk begun. */
bool ssti_h5_table_settle(ssti_h5_table *table);
bool ssti_h5_table_close(ssti_h5_table *table);

#endif
