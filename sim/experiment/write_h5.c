/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* A table as HDF5: one dataset per column, with its unit and meaning, and the experiment's text at
 * the root. The file is made in memory and then written at once: a full disk shows in our own
 * write, where the library would not say so. No times are kept, for the same table has the same
 * bytes. */

#include "experiment/table.h"
#include "record/h5_shared.h"

#include <stdlib.h>
#include <string.h>

/* UTF-8 of any length. */
static hid_t text_type(void) {
    hid_t type = H5Tcopy(H5T_C_S1);
    if (type >= 0)
        H5Tset_size(type, H5T_VARIABLE);
    if (type >= 0)
        H5Tset_cset(type, H5T_CSET_UTF8);
    return type;
}

static bool add_text(hid_t object, const char *name, const char *text) {
    hid_t type = text_type(), space = H5Screate(H5S_SCALAR);
    hid_t attribute = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    bool good = attribute >= 0 && H5Awrite(attribute, type, &text) >= 0;
    if (attribute >= 0)
        H5Aclose(attribute);
    H5Sclose(space);
    H5Tclose(type);
    return good;
}

/* Names of datasets hold no slash. */
static void choose_name(const char *name, char chosen[128]) {
    snprintf(chosen, 128, "%s", name);
    for (char *c = chosen; *c; c++)
        *c = *c == '/' ? '_' : *c;
}

static bool add_column(hid_t file, const ssti_column *column, size_t rows, hid_t creation) {
    hsize_t size = rows;
    char name[128];
    choose_name(column->name, name);
    hid_t type = column->texts ? text_type() : H5Tcopy(H5T_IEEE_F64LE);
    hid_t in_memory = column->texts ? type : H5T_NATIVE_DOUBLE;
    hid_t space = H5Screate_simple(1, &size, NULL);
    hid_t set = H5Dcreate2(file, name, type, space, H5P_DEFAULT, creation, H5P_DEFAULT);
    const void *values = column->texts ? (const void *)column->texts : column->numbers;
    bool good = set >= 0 && H5Dwrite(set, in_memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0 &&
                add_text(set, "unit", column->unit) && add_text(set, "meaning", column->meaning);
    if (set >= 0)
        H5Dclose(set);
    H5Sclose(space);
    H5Tclose(type);
    return good;
}

/* The experiment's text as bytes with a zero behind, null when out of memory. */
static char *copy_text(const ssti_bytes *bytes) {
    char *text = malloc(bytes->size + 1);
    if (text) {
        memcpy(text, bytes->data, bytes->size);
        text[bytes->size] = 0;
    }
    return text;
}

static bool fill(hid_t file, const ssti_table *t) {
    hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
    char *text = copy_text(&t->experiment->text);
    bool good = text && creation >= 0 && H5Pset_obj_track_times(creation, false) >= 0 &&
                add_text(file, "experiment", text) && add_text(file, "version", SIDESTEP_VERSION);
    for (size_t i = 0; good && i < t->column_count; i++)
        good = add_column(file, &t->columns[i], t->row_count, creation);
    if (creation >= 0)
        H5Pclose(creation);
    free(text);
    return good;
}

/* A file in memory only. */
static hid_t create(void) {
    hid_t access = H5Pcreate(H5P_FILE_ACCESS), creation = H5Pcreate(H5P_FILE_CREATE), file = -1;
    if (access >= 0 && creation >= 0 && H5Pset_fapl_core(access, 1 << 20, false) >= 0 &&
        H5Pset_obj_track_times(creation, false) >= 0)
        file = H5Fcreate("table.h5", H5F_ACC_TRUNC, creation, access);
    if (access >= 0)
        H5Pclose(access);
    if (creation >= 0)
        H5Pclose(creation);
    return file;
}

/* Its bytes; none on failure. */
static ssti_bytes make_image(const ssti_table *t) {
    ssti_bytes image = {0};
    hid_t file = create();
    if (file < 0)
        return image;
    bool good = fill(file, t) && H5Fflush(file, H5F_SCOPE_GLOBAL) >= 0;
    ssize_t size = good ? H5Fget_file_image(file, NULL, 0) : -1;
    image.data = size > 0 ? malloc((size_t)size) : NULL;
    if (image.data && H5Fget_file_image(file, image.data, (size_t)size) == size)
        image.size = (size_t)size;
    H5Fclose(file);
    return image;
}

bool ssti_table_hdf5(const ssti_table *t, FILE *file, ssti_report *report) {
    ssti_h5_turn turn = ssti_h5_enter();
    ssti_bytes image = make_image(t);
    ssti_h5_leave(turn);
    if (image.size)
        fwrite(image.data, 1, image.size, file);
    else
        ssti_out_of_memory(report);
    free(image.data);
    return image.size;
}
