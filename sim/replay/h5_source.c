/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* Reads HDF5 recordings: ours, and others with a dataset /trajectory that has id, frame, x and y
 * and an attribute fps, as the Pedestrian Dynamics Data Archive and JuPedSim have it. HDF5 finds
 * columns by their names and turns numbers into those of this machine. */

#include "record/h5_layout.h"
#include "record/h5_shared.h"
#include "replay/h5_read.h"
#include "replay/h5_trust.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static const ssti_place whole_file = {0, 0};

enum { LONGEST_TEXT = 1 << 26 }; /* as long as scenarios may be */

/* A row in memory, wide enough for whatever the file has. */
typedef struct wide_row {
    double frame, agent, x, y, vx, vy;
} wide_row;

typedef struct h5_events {
    hid_t set; /* if sought; negative = none */
    hsize_t count, next;
    bool sought;
} h5_events;

typedef struct h5_source {
    ssti_source base;
    hid_t file, trajectory, space, type;
    hsize_t count, next;
    wide_row *wide;
    size_t capacity;
    h5_events events[SSTI_EVENT_KINDS];
} h5_source;

/* --- What it tells ------------------------------------------------------------------------- */

static double read_number(hid_t object, const char *name) {
    double number = 0;
    hid_t attribute = H5Aexists(object, name) > 0 ? H5Aopen(object, name, H5P_DEFAULT) : -1;
    if (attribute < 0)
        return 0;
    hid_t space = H5Aget_space(attribute);
    if (H5Sget_simple_extent_npoints(space) == 1)
        H5Aread(attribute, H5T_NATIVE_DOUBLE, &number);
    H5Sclose(space);
    H5Aclose(attribute);
    return isfinite(number) ? number : 0;
}

static bool read_count(hid_t object, const char *name, uint64_t *count) {
    hid_t attribute = H5Aexists(object, name) > 0 ? H5Aopen(object, name, H5P_DEFAULT) : -1;
    if (attribute < 0)
        return false;
    hid_t space = H5Aget_space(attribute);
    bool read = H5Sget_simple_extent_npoints(space) == 1 &&
                H5Aread(attribute, H5T_NATIVE_UINT64, count) >= 0;
    H5Sclose(space);
    H5Aclose(attribute);
    return read;
}

typedef herr_t (*read_fn)(hid_t object, hid_t type, void *value);

static herr_t read_dataset(hid_t object, hid_t type, void *value) {
    return H5Dread(object, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, value);
}

static char *read_fixed(h5_source *s, hid_t object, hid_t type, read_fn read) {
    size_t size = H5Tget_size(type);
    char *text = size > 0 && size <= LONGEST_TEXT ? calloc(size + 1, 1) : NULL;
    if (!text && size > 0 && size <= LONGEST_TEXT)
        ssti_out_of_memory(&s->base.report);
    if (text && read(object, type, text) < 0) {
        free(text);
        text = NULL;
    }
    return text;
}

static char *read_variable(h5_source *s, hid_t object, hid_t type, hid_t space, read_fn read) {
    char *held = NULL, *text = NULL;
    if (read(object, type, &held) < 0 || !held)
        return NULL;
    if (strnlen(held, LONGEST_TEXT) < LONGEST_TEXT) {
        text = strdup(held);
        if (!text)
            ssti_out_of_memory(&s->base.report);
    }
    H5Dvlen_reclaim(type, space, H5P_DEFAULT, &held);
    return text;
}

/* A single text of fixed or variable length; null if it is none. */
static char *read_text(h5_source *s, hid_t object, hid_t type, hid_t space, read_fn read) {
    char *text = NULL;
    if (type >= 0 && space >= 0 && H5Tget_class(type) == H5T_STRING &&
        H5Sget_simple_extent_npoints(space) == 1)
        text = H5Tis_variable_str(type) > 0 ? read_variable(s, object, type, space, read)
                                            : read_fixed(s, object, type, read);
    if (type >= 0)
        H5Tclose(type);
    if (space >= 0)
        H5Sclose(space);
    return text;
}

static char *attribute_text(h5_source *s, const char *name) {
    hid_t attribute = H5Aexists(s->file, name) > 0 ? H5Aopen(s->file, name, H5P_DEFAULT) : -1;
    if (attribute < 0)
        return NULL;
    char *text = read_text(s, attribute, H5Aget_type(attribute), H5Aget_space(attribute), H5Aread);
    H5Aclose(attribute);
    return text;
}

static hid_t open_dataset(h5_source *s, const char *name) {
    hid_t set = ssti_h5_is_own(s->file, name) ? H5Dopen2(s->file, name, H5P_DEFAULT) : -1;
    if (set < 0 || ssti_h5_is_sound(s->file, set, name, &s->base.report))
        return set;
    H5Dclose(set);
    return -1;
}

static char *dataset_text(h5_source *s, const char *name) {
    hid_t set = open_dataset(s, name);
    if (set < 0)
        return NULL;
    char *text = read_text(s, set, H5Dget_type(set), H5Dget_space(set), read_dataset);
    H5Dclose(set);
    return text;
}

static bool make_agents(h5_source *s, hssize_t count) {
    ssti_told *told = &s->base.told;
    if (count <= 0 || count >= UINT32_MAX)
        return false;
    told->agents = calloc((size_t)count, sizeof *told->agents);
    if (!told->agents)
        ssti_out_of_memory(&s->base.report);
    /* Columns that a file lacks keep what is in memory. */
    for (hssize_t i = 0; told->agents && i < count; i++)
        told->agents[i].figures = ssti_no_agent_figures();
    return told->agents;
}

static void read_agents(h5_source *s) {
    hid_t set = open_dataset(s, "agents");
    if (set < 0)
        return;
    hid_t space = H5Dget_space(set), type = ssti_h5_agent_type(false);
    hssize_t count = H5Sget_simple_extent_npoints(space);
    ssti_told *told = &s->base.told;
    if (make_agents(s, count) &&
        H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, told->agents) >= 0) {
        told->agent_count = (size_t)count;
    } else {
        free(told->agents);
        told->agents = NULL;
    }
    H5Tclose(type);
    H5Sclose(space);
    H5Dclose(set);
}

/* False after a report. */
static bool read_told(h5_source *s) {
    ssti_told *told = &s->base.told;
    uint64_t number = 0;
    told->scenario = attribute_text(s, "scenario_name");
    told->scenario_text = dataset_text(s, "scenario");
    told->profile = attribute_text(s, "profile");
    told->version = attribute_text(s, "version");
    told->geometry = attribute_text(s, "wkt_geometry");
    told->frame_rate = fmax(read_number(s->trajectory, "fps"), 0);
    told->time_step = fmax(read_number(s->trajectory, "time_step"), 0);
    read_count(s->trajectory, "every", &told->every);
    told->has_seed = read_count(s->file, "seed", &told->seed);
    told->has_complete = read_count(s->trajectory, "complete", &number);
    told->complete = number == 1;
    number = 0;
    read_count(s->trajectory, "has_state_hash", &number);
    told->has_hash = number == 1 && read_count(s->trajectory, "state_hash", &told->state_hash);
    read_agents(s);
    return s->base.report.errors == 0;
}

/* --- Rows ---------------------------------------------------------------------------------- */

/* Columns that a file lacks keep what is in memory: NaN. */
static hid_t wide_type(hid_t of_file) {
    static const struct {
        const char *name;
        size_t offset;
    } columns[] = {{"frame", offsetof(wide_row, frame)}, {"id", offsetof(wide_row, agent)},
                   {"x", offsetof(wide_row, x)},         {"y", offsetof(wide_row, y)},
                   {"vx", offsetof(wide_row, vx)},       {"vy", offsetof(wide_row, vy)}};
    hid_t type = H5Tcreate(H5T_COMPOUND, sizeof(wide_row));
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        bool there = H5Tget_member_index(of_file, columns[i].name) >= 0;
        if (there)
            H5Tinsert(type, columns[i].name, columns[i].offset, H5T_NATIVE_DOUBLE);
        else if (i < 4) { /* it is needed */
            H5Tclose(type);
            return -1;
        }
    }
    return type;
}

static bool take_row(h5_source *s, const wide_row *wide, ssti_row *row) {
    row->position = (sst_point){wide->x, wide->y};
    row->velocity = (sst_vec2){(float)wide->vx, (float)wide->vy};
    return ssti_step_of(&s->base, whole_file, wide->frame, &row->step) &&
           ssti_agent_number(&s->base.report, whole_file, wide->agent, &row->agent) &&
           ssti_is_place(&s->base.report, row->position);
}

static bool make_room(h5_source *s, size_t count) {
    if (count > s->capacity) {
        free(s->wide);
        s->wide = malloc(count * sizeof *s->wide);
        s->capacity = s->wide ? count : 0;
    }
    for (size_t i = 0; s->wide && i < count; i++)
        s->wide[i].vx = s->wide[i].vy = (double)NAN;
    return s->wide;
}

static bool read_wide(h5_source *s, size_t count) {
    hsize_t offset = s->next, size = count;
    ssti_h5_turn turn = ssti_h5_enter();
    hid_t memory = H5Screate_simple(1, &size, NULL);
    bool read = H5Sselect_hyperslab(s->space, H5S_SELECT_SET, &offset, NULL, &size, NULL) >= 0 &&
                H5Dread(s->trajectory, s->type, memory, s->space, H5P_DEFAULT, s->wide) >= 0;
    H5Sclose(memory);
    ssti_h5_leave(turn);
    if (!read)
        ssti_error(&s->base.report, whole_file, "HDF5 failed to read rows from %llu on",
                   (unsigned long long)s->next);
    return read;
}

static bool h5_read(ssti_source *source, ssti_row *rows, size_t most, size_t *count) {
    h5_source *s = (h5_source *)source;
    *count = s->count - s->next < most ? (size_t)(s->count - s->next) : most;
    if (*count == 0)
        return true;
    if (!make_room(s, *count)) {
        ssti_out_of_memory(&source->report);
        return false;
    }
    if (!read_wide(s, *count))
        return false;
    s->next += *count;
    for (size_t i = 0; i < *count; i++)
        if (!take_row(s, &s->wide[i], &rows[i]))
            return false;
    return true;
}

static bool h5_rewind(ssti_source *source) {
    ((h5_source *)source)->next = 0;
    return true;
}

static void h5_close(ssti_source *source) {
    h5_source *s = (h5_source *)source;
    ssti_h5_turn turn = ssti_h5_enter();
    for (size_t kind = 0; kind < SSTI_EVENT_KINDS; kind++)
        if (s->events[kind].sought && s->events[kind].set >= 0)
            H5Dclose(s->events[kind].set);
    if (s->type >= 0)
        H5Tclose(s->type);
    if (s->space >= 0)
        H5Sclose(s->space);
    if (s->trajectory >= 0)
        H5Dclose(s->trajectory);
    if (s->file >= 0)
        H5Fclose(s->file);
    ssti_h5_leave(turn);
    free(s->wide);
    free(s);
}

/* --- Events -------------------------------------------------------------------------------- */

static const struct {
    const char *dataset, *name;
    hid_t (*type)(bool file);
} event_tables[SSTI_EVENT_KINDS] = {
    [SSTI_COLLISIONS] = {"collisions", "collisions", ssti_h5_collision_type},
    [SSTI_STUCK_TIMES] = {"stuck", "times of being stuck", ssti_h5_stuck_type}};

static void open_events(h5_source *s, ssti_event_kind kind) {
    h5_events *events = &s->events[kind];
    events->set = open_dataset(s, event_tables[kind].dataset);
    hid_t space = events->set >= 0 ? H5Dget_space(events->set) : -1;
    if (space >= 0 && H5Sget_simple_extent_type(space) == H5S_SIMPLE &&
        H5Sget_simple_extent_ndims(space) == 1)
        events->count = (hsize_t)H5Sget_simple_extent_npoints(space);
    if (space >= 0)
        H5Sclose(space);
    events->sought = true;
}

/* Columns that a file lacks keep what is in memory: NaN, nobody. */
static void forget_events(ssti_event_kind kind, void *rows, hsize_t count) {
    const double none = (double)NAN;
    sst_collision *collisions = rows;
    sst_stuck *stuck = rows;
    for (hsize_t i = 0; i < count && kind == SSTI_COLLISIONS; i++)
        collisions[i] =
            (sst_collision){SST_OBSTACLES, SST_OBSTACLES, none, none, none, none, {none, none}};
    for (hsize_t i = 0; i < count && kind == SSTI_STUCK_TIMES; i++)
        stuck[i] = (sst_stuck){SST_NOBODY, 0, SST_NOBODY, 0, none, none, {none, none}};
}

static bool read_events(h5_source *s, ssti_event_kind kind, void *rows, hsize_t count) {
    h5_events *events = &s->events[kind];
    forget_events(kind, rows, count);
    hid_t type = event_tables[kind].type(false), space = H5Dget_space(events->set);
    hid_t memory = H5Screate_simple(1, &count, NULL);
    bool read =
        H5Sselect_hyperslab(space, H5S_SELECT_SET, &events->next, NULL, &count, NULL) >= 0 &&
        H5Dread(events->set, type, memory, space, H5P_DEFAULT, rows) >= 0;
    H5Sclose(memory);
    H5Sclose(space);
    H5Tclose(type);
    return read;
}

static bool h5_read_events(ssti_source *source, ssti_event_kind kind, void *rows, size_t most,
                           size_t *count) {
    h5_source *s = (h5_source *)source;
    h5_events *events = &s->events[kind];
    ssti_h5_turn turn = ssti_h5_enter();
    if (!events->sought)
        open_events(s, kind);
    hsize_t left = events->count - events->next;
    *count = left < most ? (size_t)left : most;
    bool read = *count == 0 || read_events(s, kind, rows, *count);
    ssti_h5_leave(turn);
    if (!read)
        ssti_error(&source->report, whole_file, "HDF5 failed to read %s from %llu on",
                   event_tables[kind].name, (unsigned long long)events->next);
    events->next += *count;
    return source->report.errors == 0;
}

/* --- Opening ------------------------------------------------------------------------------- */

enum { LEAST_CACHE = 1 << 20, MOST_CACHE = 1 << 28, CACHE_SLOTS = 101 };

/* Bytes of an unpacked chunk; 0 where there are none. */
static double chunk_size(hid_t set) {
    hsize_t rows = 0;
    hid_t creation = H5Dget_create_plist(set), type = H5Dget_type(set);
    bool chunked = H5Pget_layout(creation) == H5D_CHUNKED && H5Pget_chunk(creation, 1, &rows) == 1;
    double size = chunked ? (double)rows * (double)H5Tget_size(type) : 0;
    H5Pclose(creation);
    H5Tclose(type);
    return size;
}

/* A chunk that does not fit into HDF5's cache of 1 MiB is unpacked again for every batch of its
 * rows. */
static hid_t reopen_with_cache(hid_t file, const char *name, hid_t set) {
    double size = chunk_size(set);
    if (size <= LEAST_CACHE || size > MOST_CACHE)
        return set;
    hid_t access = H5Pcreate(H5P_DATASET_ACCESS);
    H5Pset_chunk_cache(access, CACHE_SLOTS, (size_t)size, 1);
    H5Dclose(set);
    set = H5Dopen2(file, name, access);
    H5Pclose(access);
    return set;
}

static void open_rows(h5_source *s) {
    s->trajectory = open_dataset(s, "trajectory");
    if (s->trajectory >= 0)
        s->trajectory = reopen_with_cache(s->file, "trajectory", s->trajectory);
    s->space = s->trajectory >= 0 ? H5Dget_space(s->trajectory) : -1;
    hid_t type = s->trajectory >= 0 ? H5Dget_type(s->trajectory) : -1;
    if (type >= 0 && H5Tget_class(type) == H5T_COMPOUND &&
        H5Sget_simple_extent_type(s->space) == H5S_SIMPLE &&
        H5Sget_simple_extent_ndims(s->space) == 1)
        s->type = wide_type(type);
    if (type >= 0)
        H5Tclose(type);
}

static bool open_all(h5_source *s, const char *path) {
    s->file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    if (s->file < 0) {
        ssti_error(&s->base.report, whole_file, "HDF5 cannot open it");
        return false;
    }
    open_rows(s);
    if (s->base.report.errors)
        return false;
    if (s->type < 0) {
        ssti_error(&s->base.report, whole_file,
                   "found no recording in this HDF5 file, expected a dataset /trajectory of rows "
                   "with id, frame, x and y");
        return false;
    }
    s->count = (hsize_t)H5Sget_simple_extent_npoints(s->space);
    return read_told(s);
}

ssti_source *ssti_h5_read_here(const char *path, ssti_report *report) {
    static const ssti_source_class h5_class = {
        .read = h5_read, .rewind = h5_rewind, .close = h5_close, .events = h5_read_events};
    h5_source *s = calloc(1, sizeof *s);
    if (!s) {
        ssti_out_of_memory(report);
        return NULL;
    }
    s->base = (ssti_source){.as = &h5_class, .kind = "HDF5", .report = *report, .metres = 1};
    s->file = s->trajectory = s->space = s->type = -1;
    ssti_h5_turn turn = ssti_h5_enter();
    bool opened = open_all(s, path);
    ssti_h5_leave(turn);
    if (opened)
        return &s->base;
    *report = s->base.report;
    ssti_source_close(&s->base);
    return NULL;
}
