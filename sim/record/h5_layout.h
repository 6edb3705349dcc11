/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The layout of an HDF5 recording, as docs/recordings.md describes it. All calls between
 * ssti_h5_enter and ssti_h5_leave. */
#ifndef SIDESTEP_SIM_H5_LAYOUT_H
#define SIDESTEP_SIM_H5_LAYOUT_H

#include "record/recorder.h"

#include <hdf5.h>

/* A row of /trajectory, in the file as in memory but for the order of bytes. */
typedef struct ssti_h5_row {
    uint32_t frame, agent;
    double x, y;
    float vx, vy;
} ssti_h5_row;

/* Compound types from a table of their fields. */
typedef struct ssti_h5_field {
    const char *name;
    size_t offset;
    enum { SSTI_H5_U4, SSTI_H5_I4, SSTI_H5_F4, SSTI_H5_F8 } kind;
} ssti_h5_field;

/* For the file always little-endian, or as this machine has it. Negative when memory ran out. */
hid_t ssti_h5_compound(const ssti_h5_field *fields, size_t count, size_t size, bool file);
/* The type of a row, likewise. */
hid_t ssti_h5_row_type(bool file);
/* The type of ssti_recorded_agent, likewise. */
hid_t ssti_h5_agent_type(bool file);

/* The type of sst_collision, likewise. */
hid_t ssti_h5_collision_type(bool file);
/* The type of sst_stuck, likewise. */
hid_t ssti_h5_stuck_type(bool file);

bool ssti_h5_add_count(hid_t object, const char *name, uint64_t value);
bool ssti_h5_add_number(hid_t object, const char *name, double value);
bool ssti_h5_add_text(hid_t object, const char *name, const char *text);

/* Puts what the recording is into a new file. */
bool ssti_h5_describe(hid_t file, const ssti_recording *recording);

/* The attributes of /trajectory. */
bool ssti_h5_describe_trajectory(hid_t set, const ssti_recording *recording);

/* Writes a number into an attribute that exists. */
bool ssti_h5_set_count(hid_t object, const char *name, uint64_t value);
bool ssti_h5_set_number(hid_t object, const char *name, double value);

/* The dataset /agents. */
bool ssti_h5_create_agents(hid_t file, const ssti_recorded_agent *agents, size_t count);
bool ssti_h5_update_agents(hid_t file, const ssti_recorded_agent *agents, size_t count);

#endif
