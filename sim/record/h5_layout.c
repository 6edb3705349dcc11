/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Datasets and attributes of an HDF5 recording: those that PedPy and JuPedSim read, /trajectory
 * with fps and the root's wkt_geometry, and our own beside them. All of them exist from the first
 * state of the file on; later only numbers in them change. */

#include "record/h5_layout.h"

#include <stddef.h>

/* --- Types --------------------------------------------------------------------------------- */

static hid_t type_of(const ssti_h5_field *f, bool file) {
    switch (f->kind) {
    case SSTI_H5_U4:
        return file ? H5T_STD_U32LE : H5T_NATIVE_UINT32;
    case SSTI_H5_I4:
        return file ? H5T_STD_I32LE : H5T_NATIVE_INT32;
    case SSTI_H5_F4:
        return file ? H5T_IEEE_F32LE : H5T_NATIVE_FLOAT;
    default:
        return file ? H5T_IEEE_F64LE : H5T_NATIVE_DOUBLE;
    }
}

hid_t ssti_h5_compound(const ssti_h5_field *fields, size_t count, size_t size, bool file) {
    hid_t type = H5Tcreate(H5T_COMPOUND, size);
    bool good = type >= 0;
    for (size_t i = 0; good && i < count; i++)
        good = H5Tinsert(type, fields[i].name, fields[i].offset, type_of(&fields[i], file)) >= 0;
    if (good)
        return type;
    H5Tclose(type);
    return -1;
}

hid_t ssti_h5_row_type(bool file) {
    static const ssti_h5_field fields[] = {{"frame", offsetof(ssti_h5_row, frame), SSTI_H5_U4},
                                           {"id", offsetof(ssti_h5_row, agent), SSTI_H5_U4},
                                           {"x", offsetof(ssti_h5_row, x), SSTI_H5_F8},
                                           {"y", offsetof(ssti_h5_row, y), SSTI_H5_F8},
                                           {"vx", offsetof(ssti_h5_row, vx), SSTI_H5_F4},
                                           {"vy", offsetof(ssti_h5_row, vy), SSTI_H5_F4}};
    return ssti_h5_compound(fields, sizeof fields / sizeof *fields, sizeof(ssti_h5_row), file);
}

#define FIGURE_FIELD(name) {#name, offsetof(ssti_recorded_agent, figures.name), SSTI_H5_F8},

hid_t ssti_h5_agent_type(bool file) {
    static const ssti_h5_field fields[] = {
        {"radius", offsetof(ssti_recorded_agent, radius), SSTI_H5_F8},
        {"start_time", offsetof(ssti_recorded_agent, start_time), SSTI_H5_F8},
        {"arrival_time", offsetof(ssti_recorded_agent, arrival_time), SSTI_H5_F8},
        {"start_x", offsetof(ssti_recorded_agent, start.x), SSTI_H5_F8},
        {"start_y", offsetof(ssti_recorded_agent, start.y), SSTI_H5_F8},
        {"goal_x", offsetof(ssti_recorded_agent, goal.x), SSTI_H5_F8},
        {"goal_y", offsetof(ssti_recorded_agent, goal.y), SSTI_H5_F8},
        SSTI_AGENT_FIGURES(FIGURE_FIELD)};
    return ssti_h5_compound(fields, sizeof fields / sizeof *fields, sizeof(ssti_recorded_agent),
                            file);
}

hid_t ssti_h5_collision_type(bool file) {
    static const ssti_h5_field fields[] = {
        {"a", offsetof(sst_collision, a), SSTI_H5_U4},
        {"b", offsetof(sst_collision, b), SSTI_H5_U4},
        {"begin", offsetof(sst_collision, begin), SSTI_H5_F8},
        {"duration", offsetof(sst_collision, duration), SSTI_H5_F8},
        {"overlap_time", offsetof(sst_collision, overlap_time), SSTI_H5_F8},
        {"depth", offsetof(sst_collision, depth), SSTI_H5_F8},
        {"x", offsetof(sst_collision, place.x), SSTI_H5_F8},
        {"y", offsetof(sst_collision, place.y), SSTI_H5_F8}};
    return ssti_h5_compound(fields, sizeof fields / sizeof *fields, sizeof(sst_collision), file);
}

hid_t ssti_h5_stuck_type(bool file) {
    static const ssti_h5_field fields[] = {{"agent", offsetof(sst_stuck, agent), SSTI_H5_U4},
                                           {"cause", offsetof(sst_stuck, cause), SSTI_H5_U4},
                                           {"by", offsetof(sst_stuck, by), SSTI_H5_U4},
                                           {"others", offsetof(sst_stuck, others), SSTI_H5_U4},
                                           {"begin", offsetof(sst_stuck, begin), SSTI_H5_F8},
                                           {"duration", offsetof(sst_stuck, duration), SSTI_H5_F8},
                                           {"x", offsetof(sst_stuck, place.x), SSTI_H5_F8},
                                           {"y", offsetof(sst_stuck, place.y), SSTI_H5_F8}};
    return ssti_h5_compound(fields, sizeof fields / sizeof *fields, sizeof(sst_stuck), file);
}

/* --- Attributes ---------------------------------------------------------------------------- */

static bool add_attribute(hid_t object, const char *name, hid_t type, hid_t memory_type,
                          const void *value) {
    hid_t space = H5Screate(H5S_SCALAR);
    hid_t attribute = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    bool good = attribute >= 0 && H5Awrite(attribute, memory_type, value) >= 0;
    if (attribute >= 0)
        H5Aclose(attribute);
    if (space >= 0)
        H5Sclose(space);
    return good;
}

bool ssti_h5_add_count(hid_t object, const char *name, uint64_t value) {
    return add_attribute(object, name, H5T_STD_U64LE, H5T_NATIVE_UINT64, &value);
}

bool ssti_h5_add_number(hid_t object, const char *name, double value) {
    return add_attribute(object, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, &value);
}

/* UTF-8 of any length: what others' programs take for text rather than bytes. */
static hid_t text_type(void) {
    hid_t type = H5Tcopy(H5T_C_S1);
    if (type >= 0)
        H5Tset_size(type, H5T_VARIABLE);
    if (type >= 0)
        H5Tset_cset(type, H5T_CSET_UTF8);
    return type;
}

bool ssti_h5_add_text(hid_t object, const char *name, const char *text) {
    hid_t type = text_type();
    bool good = type >= 0 && add_attribute(object, name, type, type, &text);
    if (type >= 0)
        H5Tclose(type);
    return good;
}

static bool set_attribute(hid_t object, const char *name, hid_t memory_type, const void *value) {
    hid_t attribute = H5Aopen(object, name, H5P_DEFAULT);
    bool good = attribute >= 0 && H5Awrite(attribute, memory_type, value) >= 0;
    if (attribute >= 0)
        H5Aclose(attribute);
    return good;
}

bool ssti_h5_set_count(hid_t object, const char *name, uint64_t value) {
    return set_attribute(object, name, H5T_NATIVE_UINT64, &value);
}

bool ssti_h5_set_number(hid_t object, const char *name, double value) {
    return set_attribute(object, name, H5T_NATIVE_DOUBLE, &value);
}

/* --- Datasets ------------------------------------------------------------------------------ */

/* A dataset written at once: contiguous, in its place from the beginning. */
static bool add_dataset(hid_t file, const char *name, hid_t space, hid_t type, hid_t memory_type,
                        const void *values) {
    hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
    bool good = creation >= 0 && H5Pset_alloc_time(creation, H5D_ALLOC_TIME_EARLY) >= 0;
    hid_t set = good ? H5Dcreate2(file, name, type, space, H5P_DEFAULT, creation, H5P_DEFAULT) : -1;
    good = set >= 0 && H5Dwrite(set, memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0;
    if (set >= 0)
        good &= H5Dclose(set) >= 0;
    if (creation >= 0)
        H5Pclose(creation);
    return good;
}

static bool add_long_text(hid_t file, const char *name, const char *text) {
    hid_t type = text_type(), space = H5Screate(H5S_SCALAR);
    bool good = type >= 0 && space >= 0 && add_dataset(file, name, space, type, type, &text);
    if (type >= 0)
        H5Tclose(type);
    if (space >= 0)
        H5Sclose(space);
    return good;
}

bool ssti_h5_describe(hid_t file, const ssti_recording *r) {
    return ssti_h5_add_text(file, "producer", "Sidestep") &&
           ssti_h5_add_text(file, "version", r->version) &&
           ssti_h5_add_text(file, "scenario_name", r->scenario) &&
           ssti_h5_add_text(file, "profile", r->profile) &&
           ssti_h5_add_count(file, "seed", r->seed) &&
           ssti_h5_add_text(file, "wkt_geometry", r->geometry) &&
           add_long_text(file, "scenario", r->scenario_text);
}

bool ssti_h5_describe_trajectory(hid_t set, const ssti_recording *r) {
    return ssti_h5_add_number(set, "fps", 1 / (r->time_step * (double)r->every)) &&
           ssti_h5_add_number(set, "time_step", r->time_step) &&
           ssti_h5_add_count(set, "every", r->every) && ssti_h5_add_count(set, "frames", 0) &&
           ssti_h5_add_count(set, "complete", 0) && ssti_h5_add_count(set, "has_state_hash", 0) &&
           ssti_h5_add_count(set, "state_hash", 0);
}

bool ssti_h5_create_agents(hid_t file, const ssti_recorded_agent *agents, size_t count) {
    hsize_t size = count;
    hid_t space = H5Screate_simple(1, &size, NULL);
    hid_t type = ssti_h5_agent_type(true), memory_type = ssti_h5_agent_type(false);
    bool good = space >= 0 && type >= 0 && memory_type >= 0 &&
                add_dataset(file, "agents", space, type, memory_type, agents);
    if (space >= 0)
        H5Sclose(space);
    if (type >= 0)
        H5Tclose(type);
    if (memory_type >= 0)
        H5Tclose(memory_type);
    return good;
}

bool ssti_h5_update_agents(hid_t file, const ssti_recorded_agent *agents, size_t count) {
    hid_t set = H5Dopen2(file, "agents", H5P_DEFAULT);
    hid_t type = ssti_h5_agent_type(false), space = set >= 0 ? H5Dget_space(set) : -1;
    bool good = set >= 0 && type >= 0 && space >= 0 &&
                H5Sget_simple_extent_npoints(space) == (hssize_t)count &&
                H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, agents) >= 0;
    if (space >= 0)
        H5Sclose(space);
    if (type >= 0)
        H5Tclose(type);
    if (set >= 0)
        good &= H5Dclose(set) >= 0;
    return good;
}
